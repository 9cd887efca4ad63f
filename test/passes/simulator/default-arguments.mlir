// RUN: tl-sim %s --kernel=launched --dump=3 | FileCheck %s --check-prefix=LAUNCHED
// RUN: not tl-sim %s --kernel=launched --arg=1:scalar=0 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: tl-sim %s --kernel=outlined --dump=3 | FileCheck %s --check-prefix=OUTLINED
// RUN: tl-sim %s --kernel=clustered --dump=3 | FileCheck %s --check-prefix=CLUSTERED
// RUN: tl-sim %s --kernel=shuffled --dump=1 | FileCheck %s --check-prefix=SHUFFLED
// RUN: tl-sim %s --kernel=masked --dump=1 | FileCheck %s --check-prefix=MASKED
// RUN: not tl-sim %s --kernel=aligned --block=1 2>&1 | FileCheck %s --check-prefix=STATED
// RUN: not tl-sim %s --kernel=aligned --block=1 --align=16 2>&1 | FileCheck %s --check-prefix=LESS --implicit-check-not=error:
// RUN: not tl-sim %s --kernel=aligned --block=1 --align=32 2>&1 | FileCheck %s --check-prefix=MORE --implicit-check-not=error:
// RUN: tl-sim %s --kernel=aligned --block=1 --align=64 | FileCheck %s --check-prefix=ENOUGH
// RUN: tl-sim %s --kernel=own --block=2 --dump=1 | FileCheck %s --check-prefix=OWN

// Where 0 is no input of an operation, a scalar of which nothing is said is another
// number: a size of a launch is 1, a width of a shuffle and a mask are all lanes.

module attributes {gpu.container_module} {
// An option says what divides addresses, and no higher power of two
// does; what is stated beside it holds, too.
// STATED: error: 'vector.load' op misaligned access: {{.*}} of argument 0 at
// STATED: error: 'vector.load' op misaligned access: {{.*}} of an allocation at {{.*}} alignment where it is allocated, or --align of tl-sim, would promise that
// LESS:   error: 'vector.load' op misaligned access: {{.*}} of argument 1 at
// LESS:   error: 'vector.load' op misaligned access: {{.*}} of argument 3 at
// LESS:   error: 'vector.load' op misaligned access: {{.*}} of an allocation at
// MORE:   error: 'vector.load' op misaligned access: {{.*}} of argument 3 at
// ENOUGH: @aligned: grid 1x1x1, block 1x1x1
func.func @aligned(%a: memref<8xf32>, %b: memref<8xf32> {llvm.align = 8 : i64}, %c: memref<8xf32> {llvm.align = 32 : i64}, %d: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %a[%c0] {alignment = 16 : i64} : memref<8xf32>, vector<4xf32>
  %1 = vector.load %b[%c0] {alignment = 32 : i64} : memref<8xf32>, vector<8xf32>
  %2 = vector.load %c[%c0] {alignment = 32 : i64} : memref<8xf32>, vector<8xf32>
  %3 = vector.load %d[%c0] {alignment = 64 : i64} : memref<16xf32>, vector<16xf32>
  %s = memref.alloc() : memref<8xf32, #gpu.address_space<workgroup>>
  %4 = vector.load %s[%c0] {alignment = 32 : i64} : memref<8xf32, #gpu.address_space<workgroup>>, vector<8xf32>
  return
}

// A private memref is another one in each thread, which goes on counting, and as aligned.
// OWN:      {{^}}[0, 1]
// OWN-NEXT: {{^}}[3, 4]
func.func @own(%p: memref<3xi32, 5> {llvm.align = 16 : i64}, %to: memref<2x2xi32>) {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %v = vector.load %p[%c0] {alignment = 16 : i64} : memref<3xi32, 5>, vector<2xi32>
  vector.store %v, %to[%t, %c0] : memref<2x2xi32>, vector<2xi32>
  return
}

// LAUNCHED: {{^}}[1, 1, 1, 1, 0]
// EMPTY: error: 'gpu.launch' op has a block of 0 x 1 x 0 threads; there can be 1 to 1024
func.func @launched(%grid: index, %block: index, %other: index, %a: memref<5xindex>) {
  %c1 = arith.constant 1 : index
  %0 = gpu.wait async
  %1 = gpu.launch async [%0] blocks(%bx, %by, %bz) in (%gx = %grid, %gy = %c1, %gz = %grid) threads(%tx, %ty, %tz) in (%sx = %block, %sy = %c1, %sz = %block) {
    %v = vector.from_elements %gx, %gz, %sx, %sz, %other : vector<5xindex>
    %c0 = arith.constant 0 : index
    vector.store %v, %a[%c0] : memref<5xindex>, vector<5xindex>
    gpu.terminator
  }
  gpu.wait [%1]
  return
}

gpu.module @kernels {
  gpu.func @sizes(%a: memref<5xindex>, %other: index) kernel {
    %gx = gpu.grid_dim x
    %gz = gpu.grid_dim z
    %sx = gpu.block_dim x
    %cx = gpu.cluster_dim_blocks x
    %v = vector.from_elements %gx, %gz, %sx, %cx, %other : vector<5xindex>
    %c0 = arith.constant 0 : index
    vector.store %v, %a[%c0] : memref<5xindex>, vector<5xindex>
    gpu.return
  }

  // SHUFFLED: {{^}}[1, 0, 3, 2, 5, 4
  gpu.func @shuffled(%width: i32, %a: memref<32xi32>) kernel {
    %c1 = arith.constant 1 : i32
    %t = gpu.thread_id x
    %n = arith.index_cast %t : index to i32
    %m, %valid = gpu.shuffle xor %n, %c1, %width : i32
    memref.store %m, %a[%t] : memref<32xi32>
    gpu.return
  }

  // MASKED: {{^}}[31, 31,
  gpu.func @masked(%mask: i32, %a: memref<32xi32>) kernel {
    %c31 = arith.constant 31 : i32
    %t = gpu.thread_id x
    %n = arith.index_cast %t : index to i32
    nvvm.bar.warp.sync %mask : i32
    %m = nvvm.shfl.sync idx %mask, %n, %c31, %c31 : i32 -> i32
    %true = arith.constant true
    %all = nvvm.vote.sync all %mask, %true -> i1
    %c1 = arith.constant 1 : i32
    %same = nvvm.match.sync any %mask, %c1 : i32 -> i32
    %sum = nvvm.redux.sync add %c1, %mask : i32 -> i32
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %alike = arith.cmpi ne, %same, %c0 : i32
    %counted = arith.cmpi eq, %sum, %c32 : i32
    %both = arith.andi %alike, %counted : i1
    %every = arith.andi %all, %both : i1
    %r = arith.select %every, %m, %n : i32
    memref.store %r, %a[%t] : memref<32xi32>
    gpu.return
  }
}

// OUTLINED: {{^}}[1, 1, 1, 1, 0]
func.func @outlined(%grid: index, %block: index, %other: index, %a: memref<5xindex>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@sizes blocks in (%grid, %c1, %grid) threads in (%block, %c1, %c1) args(%a : memref<5xindex>, %other : index)
  return
}

// CLUSTERED: {{^}}[1, 1, 1, 1, 0]
func.func @clustered(%cluster: index, %block: index, %other: index, %a: memref<5xindex>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@sizes clusters in (%cluster, %c1, %c1) blocks in (%c1, %c1, %c1) threads in (%block, %c1, %c1) args(%a : memref<5xindex>, %other : index)
  return
}
}
