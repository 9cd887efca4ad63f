// RUN: tl-sim %s --kernel=nvvm --expect-equal=0,1 | FileCheck %s
// RUN: tl-sim %s --kernel=rocdl --expect-equal=0,1 --target=gfx942 | FileCheck %s --check-prefix=WAVES
// RUN: tl-sim %s --kernel=ranks --dump=0 | FileCheck %s --check-prefix=RANKS
// RUN: tl-sim %s --kernel=lanes --reference=lanes_by_bits | FileCheck %s --check-prefix=LANES
// RUN: not tl-sim %s --kernel=clock 2>&1 | FileCheck %s --check-prefix=CLOCK
// RUN: tl-sim %s --kernel=dynamic --dynamic-shared-memory=96 --dump=0 | FileCheck %s --check-prefix=DYNAMIC
// RUN: not tl-sim %s --kernel=dynamic 2>&1 | FileCheck %s --check-prefix=CLOCK
// RUN: tl-sim %s --kernel=waits --dump=1 --target=gfx942 | FileCheck %s --check-prefix=WAITS

// Registers hold what gpu has operations for.

// CHECK: @nvvm: grid 4x6x4, block 4x2x4
gpu.module @kernels {
gpu.func @nvvm(%a: memref<26x96x32xi32>, %b: memref<26x96x32xi32>) kernel
    attributes {known_block_size = array<i32: 4, 2, 4>, known_grid_size = array<i32: 4, 6, 4>, known_cluster_size = array<i32: 2, 3, 1>} {
  %tx = nvvm.read.ptx.sreg.tid.x : i32
  %ty = nvvm.read.ptx.sreg.tid.y : i32
  %tz = nvvm.read.ptx.sreg.tid.z : i32
  %nx = nvvm.read.ptx.sreg.ntid.x : i32
  %ny = nvvm.read.ptx.sreg.ntid.y : i32
  %nz = nvvm.read.ptx.sreg.ntid.z : i32
  %bx = nvvm.read.ptx.sreg.ctaid.x : i32
  %by = nvvm.read.ptx.sreg.ctaid.y : i32
  %bz = nvvm.read.ptx.sreg.ctaid.z : i32
  %gx = nvvm.read.ptx.sreg.nctaid.x : i32
  %gy = nvvm.read.ptx.sreg.nctaid.y : i32
  %gz = nvvm.read.ptx.sreg.nctaid.z : i32
  %cx = nvvm.read.ptx.sreg.clusterid.x : i32
  %cy = nvvm.read.ptx.sreg.clusterid.y : i32
  %cz = nvvm.read.ptx.sreg.clusterid.z : i32
  %mx = nvvm.read.ptx.sreg.nclusterid.x : i32
  %my = nvvm.read.ptx.sreg.nclusterid.y : i32
  %mz = nvvm.read.ptx.sreg.nclusterid.z : i32
  %ix = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  %iy = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
  %iz = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
  %sx = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
  %sy = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
  %sz = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
  %lane = nvvm.read.ptx.sreg.laneid : i32
  %size = nvvm.read.ptx.sreg.warpsize : i32
  %v = vector.from_elements %tx, %ty, %tz, %nx, %ny, %nz, %bx, %by, %bz, %gx, %gy, %gz, %cx, %cy, %cz, %mx, %my, %mz, %ix, %iy, %iz, %sx, %sy, %sz, %lane, %size : vector<26xi32>
  func.call @store(%v, %a) : (vector<26xi32>, memref<26x96x32xi32>) -> ()
  func.call @by_gpu(%b) : (memref<26x96x32xi32>) -> ()
  gpu.return
}

// WAVES: @rocdl: grid 2x3x4, block 4x2x8
gpu.func @rocdl(%a: memref<16x24x64xi32>, %b: memref<16x24x64xi32>) kernel
    attributes {known_block_size = array<i32: 4, 2, 8>, known_grid_size = array<i32: 2, 3, 4>, known_cluster_size = array<i32: 2, 1, 2>} {
  %tx = rocdl.workitem.id.x : i32
  %ty = rocdl.workitem.id.y : i32
  %tz = rocdl.workitem.id.z : i32
  %nx = rocdl.workgroup.dim.x : i32
  %ny = rocdl.workgroup.dim.y : i32
  %nz = rocdl.workgroup.dim.z : i32
  %bx = rocdl.workgroup.id.x : i32
  %by = rocdl.workgroup.id.y : i32
  %bz = rocdl.workgroup.id.z : i32
  %gx = rocdl.grid.dim.x : i32
  %gy = rocdl.grid.dim.y : i32
  %gz = rocdl.grid.dim.z : i32
  %cx = rocdl.cluster.id.x : i32
  %cy = rocdl.cluster.id.y : i32
  %cz = rocdl.cluster.id.z : i32
  %size = rocdl.wavefrontsize : i32
  %all = vector.from_elements %tx, %ty, %tz, %nx, %ny, %nz, %bx, %by, %bz, %gx, %gy, %gz, %cx, %cy, %cz, %size : vector<16xi32>
  func.call @store_few(%all, %a) : (vector<16xi32>, memref<16x24x64xi32>) -> ()
  %v = func.call @numbers() : () -> vector<26xi32>
  %first = vector.extract_strided_slice %v {offsets = [0], sizes = [15], strides = [1]} : vector<26xi32> to vector<15xi32>
  %last = vector.extract_strided_slice %v {offsets = [25], sizes = [1], strides = [1]} : vector<26xi32> to vector<1xi32>
  %zero = arith.constant dense<0> : vector<16xi32>
  %most = vector.insert_strided_slice %first, %zero {offsets = [0], strides = [1]} : vector<15xi32> into vector<16xi32>
  %few = vector.insert_strided_slice %last, %most {offsets = [15], strides = [1]} : vector<1xi32> into vector<16xi32>
  func.call @store_few(%few, %b) : (vector<16xi32>, memref<16x24x64xi32>) -> ()
  gpu.return
}

func.func private @numbers() -> vector<26xi32> {
  %tx = gpu.thread_id x
  %ty = gpu.thread_id y
  %tz = gpu.thread_id z
  %nx = gpu.block_dim x
  %ny = gpu.block_dim y
  %nz = gpu.block_dim z
  %bx = gpu.block_id x
  %by = gpu.block_id y
  %bz = gpu.block_id z
  %gx = gpu.grid_dim x
  %gy = gpu.grid_dim y
  %gz = gpu.grid_dim z
  %cx = gpu.cluster_id x
  %cy = gpu.cluster_id y
  %cz = gpu.cluster_id z
  %mx = gpu.cluster_dim x
  %my = gpu.cluster_dim y
  %mz = gpu.cluster_dim z
  %ix = gpu.cluster_block_id x
  %iy = gpu.cluster_block_id y
  %iz = gpu.cluster_block_id z
  %sx = gpu.cluster_dim_blocks x
  %sy = gpu.cluster_dim_blocks y
  %sz = gpu.cluster_dim_blocks z
  %lane = gpu.lane_id
  %size = gpu.subgroup_size : index
  %v = vector.from_elements %tx, %ty, %tz, %nx, %ny, %nz, %bx, %by, %bz, %gx, %gy, %gz, %cx, %cy, %cz, %mx, %my, %mz, %ix, %iy, %iz, %sx, %sy, %sz, %lane, %size : vector<26xindex>
  %out = arith.index_cast %v : vector<26xindex> to vector<26xi32>
  func.return %out : vector<26xi32>
}

func.func private @by_gpu(%b: memref<26x96x32xi32>) {
  %v = func.call @numbers() : () -> vector<26xi32>
  func.call @store(%v, %b) : (vector<26xi32>, memref<26x96x32xi32>) -> ()
  func.return
}

func.func private @place() -> (index, index) {
  %tx = gpu.thread_id x
  %ty = gpu.thread_id y
  %tz = gpu.thread_id z
  %nx = gpu.block_dim x
  %ny = gpu.block_dim y
  %bx = gpu.block_id x
  %by = gpu.block_id y
  %bz = gpu.block_id z
  %gx = gpu.grid_dim x
  %gy = gpu.grid_dim y
  %t = affine.apply affine_map<(x, y, z)[n, m] -> (x + n * (y + m * z))>(%tx, %ty, %tz)[%nx, %ny]
  %b = affine.apply affine_map<(x, y, z)[n, m] -> (x + n * (y + m * z))>(%bx, %by, %bz)[%gx, %gy]
  func.return %b, %t : index, index
}

func.func private @store(%v: vector<26xi32>, %to: memref<26x96x32xi32>) {
  %b, %t = func.call @place() : () -> (index, index)
  affine.for %i = 0 to 26 {
    %e = vector.extract %v[%i] : i32 from vector<26xi32>
    memref.store %e, %to[%i, %b, %t] : memref<26x96x32xi32>
  }
  func.return
}

func.func private @store_few(%v: vector<16xi32>, %to: memref<16x24x64xi32>) {
  %b, %t = func.call @place() : () -> (index, index)
  affine.for %i = 0 to 16 {
    %e = vector.extract %v[%i] : i32 from vector<16xi32>
    memref.store %e, %to[%i, %b, %t] : memref<16x24x64xi32>
  }
  func.return
}

// A grid is one cluster where nothing says more.

// RANKS:      @ranks: grid 2x3x2, block 1x1x1
// RANKS-NEXT: argument 0:
// RANKS-NEXT: {{^}}[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
// RANKS-NEXT: {{^}}[12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12]
gpu.func @ranks(%a: memref<2x12xi32>) kernel
    attributes {known_block_size = array<i32: 1, 1, 1>, known_cluster_size = array<i32: 2, 3, 2>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %ranks = nvvm.read.ptx.sreg.cluster.nctarank : i32
  %b, %t = func.call @place() : () -> (index, index)
  memref.store %rank, %a[%c0, %b] : memref<2x12xi32>
  memref.store %ranks, %a[%c1, %b] : memref<2x12xi32>
  gpu.return
}

// LANES: @lanes: as @lanes_by_bits: 160 elements, off by at most 0
gpu.func @lanes(%a: memref<5x32xi32>) kernel {
  %t = gpu.thread_id x
  %eq = nvvm.read.ptx.sreg.lanemask.eq : i32
  %lt = nvvm.read.ptx.sreg.lanemask.lt : i32
  %le = nvvm.read.ptx.sreg.lanemask.le : i32
  %ge = nvvm.read.ptx.sreg.lanemask.ge : i32
  %gt = nvvm.read.ptx.sreg.lanemask.gt : i32
  %v = vector.from_elements %eq, %lt, %le, %ge, %gt : vector<5xi32>
  affine.for %i = 0 to 5 {
    %e = vector.extract %v[%i] : i32 from vector<5xi32>
    memref.store %e, %a[%i, %t] : memref<5x32xi32>
  }
  gpu.return
}

func.func private @lanes_by_bits(%a: memref<5x32xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 5 {
    affine.for %t = 0 to 32 {
      memref.store %zero, %a[%i, %t] : memref<5x32xi32>
    }
  }
  affine.for %t = 0 to 32 {
    affine.for %u = 0 to 32 {
      %shift = arith.index_cast %u : index to i32
      %bit = arith.shli %one, %shift : i32
      %eq = arith.cmpi eq, %u, %t : index
      %lt = arith.cmpi ult, %u, %t : index
      %le = arith.cmpi ule, %u, %t : index
      %ge = arith.cmpi uge, %u, %t : index
      %gt = arith.cmpi ugt, %u, %t : index
      %v = vector.from_elements %eq, %lt, %le, %ge, %gt : vector<5xi1>
      affine.for %i = 0 to 5 {
        %is = vector.extract %v[%i] : i1 from vector<5xi1>
        %add = arith.select %is, %bit, %zero : i32
        %old = memref.load %a[%i, %t] : memref<5x32xi32>
        %new = arith.ori %old, %add : i32
        memref.store %new, %a[%i, %t] : memref<5x32xi32>
      }
    }
  }
  return
}

// Of a clock, and where a warp happens to be, nothing is known; nor of a size that
// nothing says.

// CLOCK: error: 'memref.store' op uninitialized value
gpu.func @clock(%a: memref<1xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %n = nvvm.read.ptx.sreg.clock : i32
  memref.store %n, %a[%c0] : memref<1xi32>
  gpu.return
}

// DYNAMIC: {{^}}[96]
gpu.func @dynamic(%a: memref<1xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %n = nvvm.read.ptx.sreg.dynamic.smem.size : i32
  memref.store %n, %a[%c0] : memref<1xi32>
  gpu.return
}

// A barrier of rocdl is one of gpu, and what is said to the scheduler nothing.

// WAITS:      argument 1:
// WAITS-NEXT: {{^}}[63, 62, 61,
gpu.func @waits(%p: index, %a: memref<64xindex>) workgroup(%w: memref<64xindex, #gpu.address_space<workgroup>>) kernel {
  %c63 = arith.constant 63 : index
  %t = gpu.thread_id x
  memref.store %t, %w[%t] : memref<64xindex, #gpu.address_space<workgroup>>
  rocdl.sched.group.barrier 8, 1, 0
  rocdl.iglp.opt 0
  rocdl.s.sleep 0
  rocdl.s.nop 0
  rocdl.barrier
  %u = arith.subi %c63, %t : index
  %v = memref.load %w[%u] : memref<64xindex, #gpu.address_space<workgroup>>
  memref.store %v, %a[%t] : memref<64xindex>
  gpu.return
}
}
