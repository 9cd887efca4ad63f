// RUN: tl-sim %s --kernel=reversed --dump=1 | FileCheck %s --check-prefix=REVERSED
// RUN: tl-sim %s --kernel=reversed --verify-lowering='gpu-kernel-outlining' | FileCheck %s --check-prefix=OUTLINED
// RUN: tl-sim %s --kernel=reversed --verify-lowering='gpu-kernel-outlining,lower-layout-copies,canonicalize' | FileCheck %s --check-prefix=OUTLINED
// RUN: tl-sim %s --kernel=twice --dump=0 | FileCheck %s --check-prefix=TWICE
// RUN: not tl-sim %s --kernel=twice --block=32 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not tl-sim %s --kernel=twice --block=4 --grid=4 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: not tl-sim %s --kernel=twice --block=1 --grid=2 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not tl-sim %s --kernel=twice --block=1 --grid=1,2,1 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not tl-sim %s --kernel=twice --block=1 --grid=1,1,2 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: tl-sim %s --kernel=host --dump=0 --reference=by_loops | FileCheck %s --check-prefix=HOST
// RUN: tl-sim %s --kernel=host --verify-lowering=lower-layout-copies | FileCheck %s --check-prefix=LOWERED
// RUN: not tl-sim %s 2>&1 | FileCheck %s --check-prefix=ALL --implicit-check-not=error:
// RUN: tl-sim %s --kernel=plain --verify-lowering='func.func(gpu-map-parallel-loops,convert-parallel-loops-to-gpu)' | FileCheck %s --check-prefix=MAPPED
// RUN: tl-sim %s --kernel=plain --verify-lowering='func.func(gpu-map-parallel-loops,convert-parallel-loops-to-gpu),gpu-kernel-outlining,lower-affine' | FileCheck %s --check-prefix=MAPPED
// RUN: not tl-sim %s --kernel=unaligned 2>&1 | FileCheck %s --check-prefix=UNALIGNED
// RUN: not tl-sim %s --kernel=promises 2>&1 | FileCheck %s --check-prefix=PROMISES
// RUN: not tl-sim %s --kernel=overlapping 2>&1 | FileCheck %s --check-prefix=OVERLAPPING
// RUN: not tl-sim %s --kernel=empty --arg=1:scalar=0 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not tl-sim %s --kernel=waits_by_halves 2>&1 | FileCheck %s --check-prefix=HALVES --implicit-check-not=error:
// RUN: not tl-sim %s --kernel=nested 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: not tl-sim %s --kernel=clusters 2>&1 | FileCheck %s --check-prefix=CLUSTERS

#row = #tl.register<local(4)>

// Kernels run by themselves, and what launches them where it is asked for.
// ALL: tl-sim: @host is skipped, as it launches kernels that are run by themselves; --kernel=host runs it
module attributes {gpu.container_module} {

// A launch is one thread of the host, then all threads of all blocks, which see
// the values of the host.

// REVERSED:      argument 1:
// REVERSED-NEXT: {{^}}[7, 6, 5, 4, 3, 2, 1, 0]
// OUTLINED: @reversed: equivalent: 16 elements, 4 threads
func.func @reversed(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %scratch = memref.alloc() : memref<8xf32>
  memref.copy %a, %scratch : memref<8xf32> to memref<8xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1)
      workgroup(%shared : memref<4xf32, #gpu.address_space<workgroup>>) private(%own : memref<2xf32, #gpu.address_space<private>>) {
    %first = arith.muli %bx, %c4 : index
    %i = arith.muli %tx, %c2 : index
    %from = arith.addi %first, %i : index
    %v = vector.load %scratch[%from] : memref<8xf32>, vector<2xf32>
    %r = vector.shuffle %v, %v [1, 0] : vector<2xf32>, vector<2xf32>
    %c0 = arith.constant 0 : index
    vector.store %r, %own[%c0] : memref<2xf32, #gpu.address_space<private>>, vector<2xf32>
    %w = vector.load %own[%c0] : memref<2xf32, #gpu.address_space<private>>, vector<2xf32>
    vector.store %w, %shared[%i] : memref<4xf32, #gpu.address_space<workgroup>>, vector<2xf32>
    gpu.barrier
    %j = arith.subi %c2, %i : index
    %x = vector.load %shared[%j] : memref<4xf32, #gpu.address_space<workgroup>>, vector<2xf32>
    %back = arith.subi %c4, %first : index
    %to = arith.addi %back, %i : index
    vector.store %x, %b[%to] : memref<8xf32>, vector<2xf32>
    gpu.terminator
  }
  memref.dealloc %scratch : memref<8xf32>
  return
}

// Warps wait for themselves in each block: two blocks in which one half waits each make
// no warp that waits.
// HALVES: error: 'nvvm.bar.warp.sync' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits with mask 0xffffffff more often than lane 16, which that names
func.func private @waits_by_halves() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %all = arith.constant -1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %first = arith.muli %bx, %c16 : index
    %own = arith.xori %tx, %first : index
    %waits = arith.cmpi ult, %own, %c16 : index
    scf.if %waits {
      nvvm.bar.warp.sync %all : i32
    }
    gpu.terminator
  }
  return
}

// A launch ends before the next one starts, whatever its blocks are.

// TWICE: {{^}}[4, 5, 6, 7]
// SIZES: error: 'func.func' op launches kernels, so that it is one thread; it is run as 32 in a block
// FOUR: it is one thread; it is run as 4 in a block
// BLOCKS: it is one thread; it is run as 1 in a block
func.func @twice(%a: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      %shift = arith.addi %bx, %i : index
      %j = arith.remui %shift, %c4 : index
      %v = memref.load %a[%j] : memref<4xf32>
      %s = arith.addf %v, %one : f32
      memref.store %s, %a[%j] : memref<4xf32>
      gpu.terminator
    }
  }
  return
}

// The kernel asks for multiples of 16, which arguments of its host are then, and an
// allocation has to be by itself.

// HOST: {{^}}[0, 1, 2, 3, 4, 5, 6, 7]
// HOST: @host: as @by_loops: 8 elements, off by at most 0
// LOWERED: @host: equivalent: 16 elements, 4 threads
gpu.module @kernels {
  // ALL: launches.mlir:[[# @LINE + 3]]:3: remark: 'gpu.func' op is launched in several ways; it is run as by the first
  // ALL: note: --grid, --block, --shape and --arg say it otherwise
  // ALL: @copy: grid 2x1x1, block 1x1x1
  gpu.func @copy(%from: memref<8xf32>, %to: memref<8xf32>) workgroup(%s: memref<4xf32, #gpu.address_space<workgroup>>) kernel {
    %b = gpu.block_id x
    %c4 = arith.constant 4 : index
    %i = arith.muli %b, %c4 : index
    %v = tl.load %from[%i] as #row scope thread {alignment = 16 : i64, divisibility = array<i64: 4>} : memref<8xf32> to vector<4xf32>
    tl.store %v as #row to %to[%i] scope thread {divisibility = array<i64: 4>} : vector<4xf32> to memref<8xf32>
    gpu.return
  }
}
func.func @host(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %tmp = memref.alloc() {alignment = 16 : i64} : memref<8xf32>
  gpu.launch_func @kernels::@copy blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32>, %tmp : memref<8xf32>)
  gpu.launch_func @kernels::@copy blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1) args(%tmp : memref<8xf32>, %b : memref<8xf32>)
  return
}
// UNALIGNED: error: 'tl.load' op misaligned access
func.func private @unaligned(%a: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %tmp = memref.alloc() : memref<8xf32>
  gpu.launch_func @kernels::@copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%tmp : memref<8xf32>, %a : memref<8xf32>)
  return
}
func.func private @by_loops(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.copy ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  return
}

// MAPPED: @plain: equivalent: 128 elements, 1 threads
func.func @plain(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    scf.parallel (%j) = (%c0) to (%c8) step (%c1) {
      %v = memref.load %a[%i, %j] : memref<8x8xf32>
      memref.store %v, %b[%j, %i] : memref<8x8xf32>
      scf.reduce
    }
    scf.reduce
  }
  return
}

// OVERLAPPING: error: 'memref.store' op race: thread (0, 0, 0) of block (1, 0, 0) writes element 1 of argument 0
// OVERLAPPING: note: thread (1, 0, 0) of block (0, 0, 0) writes it here
func.func private @overlapping(%a: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = arith.constant 1.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    memref.store %v, %a[%tx] : memref<8xf32>
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c2, %sy = %c1, %sz = %c1) {
    %i = arith.addi %bx, %tx : index
    memref.store %v, %a[%i] : memref<8xf32>
    gpu.terminator
  }
  return
}

// By themselves they are run as the launch says.
// ALL: launches.mlir:[[# @LINE + 10]]:3: error: 'gpu.func' op is launched with a grid of 3 x 1 x 1; its known_grid_size is 2 x 1 x 1
// ALL: error: 'gpu.func' op is launched with a block of 1 x 1 x 1; its known_block_size is 1 x 2 x 1
// ALL: error: 'gpu.func' op argument 0 has stride 12 in dimension 0, which its divisor 8 does not divide
// ALL: error: 'gpu.func' op argument 1 is 3, which its divisor 4 does not divide
// PROMISES: error: 'gpu.launch_func' op assertion: thread (0, 0, 0) of block (0, 0, 0) launches a grid of 3 along x; the kernel says 2
// PROMISES: error: 'gpu.launch_func' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) gives argument 0 at address {{.*}}, of which the kernel says that 32 divides it
// PROMISES: error: 'gpu.launch_func' op assertion: thread (0, 0, 0) of block (0, 0, 0) launches a block of 1 along y; the kernel says 2
// PROMISES: error: 'gpu.launch_func' op assertion: thread (0, 0, 0) of block (0, 0, 0) has stride 12 in dimension 0, which 8 does not divide
// PROMISES: error: 'gpu.launch_func' op assertion: thread (0, 0, 0) of block (0, 0, 0) gives argument 1 as 3, of which the kernel says that 4 divides it
gpu.module @stated {
  gpu.func @sizes(%a: memref<8xf32> {llvm.align = 32 : i64}) kernel attributes {known_grid_size = array<i32: 2, 1, 1>} {
    gpu.return
  }
  gpu.func @block() kernel attributes {known_block_size = array<i32: 1, 2, 1>} {
    gpu.return
  }
  gpu.func @strides(%a: memref<4x8xf32, strided<[?, 1]>> {tl.stride_divisibility = array<i64: 8, 1>}) kernel {
    gpu.return
  }
  gpu.func @numbers(%a: index, %n: index {tl.divisibility = 4 : i64}) kernel {
    gpu.return
  }
}
func.func private @promises() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<4x12xf32>
  %tile = memref.subview %b[0, 0] [4, 8] [1, 1] : memref<4x12xf32> to memref<4x8xf32, strided<[12, 1]>>
  %pitched = memref.cast %tile : memref<4x8xf32, strided<[12, 1]>> to memref<4x8xf32, strided<[?, 1]>>
  gpu.launch_func @stated::@sizes blocks in (%c3, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32>)
  gpu.launch_func @stated::@block blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
  gpu.launch_func @stated::@strides blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%pitched : memref<4x8xf32, strided<[?, 1]>>)
  gpu.launch_func @stated::@numbers blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c3 : index, %c3 : index)
  return
}

// EMPTY: launches.mlir:[[# @LINE + 3]]:3: error: 'gpu.launch' op has a grid of 0 x 1 x 1 blocks; there can be 1 to 1048576
func.func private @empty(%a: memref<8xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  return
}

// NESTED: error: 'gpu.launch' op resources: thread (0, 0, 0) of block (0, 0, 0) launches a kernel in a kernel
func.func private @nested() {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.launch blocks(%cx, %cy, %cz) in (%hx = %c1, %hy = %c1, %hz = %c1) threads(%ux, %uy, %uz) in (%rx = %c1, %ry = %c1, %rz = %c1) {
      gpu.terminator
    }
    gpu.terminator
  }
  return
}

// CLUSTERS: error: 'gpu.launch' op has clusters of 2 blocks along x, of which the grid has 1
func.func private @clusters() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  gpu.launch clusters(%kx, %ky, %kz) in (%lx = %c2, %ly = %c1, %lz = %c1) blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  return
}

}
