// RUN: tl-sim %s --kernel=turned --dump=0 | FileCheck %s
// RUN: tl-sim %s --kernel=twice --dump=0 | FileCheck %s --check-prefix=TWICE
// RUN: not tl-sim %s --kernel=between 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: not tl-sim %s --kernel=relaxed 2>&1 | FileCheck %s --check-prefix=RELAXED
// RUN: not tl-sim %s --kernel=missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tl-sim %s --kernel=again 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not tl-sim %s --kernel=never 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not tl-sim %s --kernel=several 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: tl-sim %s --kernel=turned --grid=3 | FileCheck %s --check-prefix=BLOCKS

// The barrier of a cluster, which is a block here: what is done before a thread arrives
// those know who have waited.

!shared = memref<64xi32, #gpu.address_space<workgroup>>
gpu.module @kernels {
// CHECK:      argument 0:
// CHECK-NEXT: {{^}}[63, 62, 61, {{.*}}, 1, 0]
// BLOCKS: @turned: grid 3x1x1, block 64x1x1
gpu.func @turned(%out: memref<3x64xi32>) workgroup(%s: !shared) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %b = gpu.block_id x
  %t = gpu.thread_id x
  %c63 = arith.constant 63 : index
  %n = arith.index_cast %t : index to i32
  memref.store %n, %s[%t] : !shared
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  %u = arith.subi %c63, %t : index
  %m = memref.load %s[%u] : !shared
  memref.store %m, %out[%b, %t] : memref<3x64xi32>
  gpu.return
}

// One warp goes on alone between its arrival and its wait, twice.
// TWICE: {{^}}[32, 33, {{.*}}, 63, 0, 1, {{.*}}, 30, 31]
gpu.func @twice(%out: memref<64xi32>) workgroup(%s: !shared) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %n = arith.index_cast %t : index to i32
  %is_first = arith.cmpi ult, %t, %c32 : index
  scf.if %is_first {
    memref.store %n, %s[%t] : !shared
    nvvm.cluster.arrive
    nvvm.cluster.wait
    %u = arith.addi %t, %c32 : index
    nvvm.cluster.arrive
    nvvm.cluster.wait
    %m = memref.load %s[%u] : !shared
    memref.store %m, %out[%t] : memref<64xi32>
  } else {
    nvvm.cluster.arrive
    nvvm.cluster.wait
    %u = arith.subi %t, %c32 : index
    %m = memref.load %s[%u] : !shared
    memref.store %n, %s[%t] : !shared
    nvvm.cluster.arrive
    memref.store %m, %out[%t] : memref<64xi32>
    nvvm.cluster.wait
  }
  gpu.return
}

// BETWEEN: error: 'memref.load' op race: thread (32, 0, 0) of block (0, 0, 0) reads element 31 of
gpu.func @between(%out: memref<64xi32>) workgroup(%s: !shared) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %c63 = arith.constant 63 : index
  %n = arith.index_cast %t : index to i32
  nvvm.cluster.arrive
  memref.store %n, %s[%t] : !shared
  nvvm.cluster.wait
  %u = arith.subi %c63, %t : index
  %m = memref.load %s[%u] : !shared
  memref.store %m, %out[%t] : memref<64xi32>
  gpu.return
}

// RELAXED: error: 'memref.load' op race: thread (32, 0, 0) of block (0, 0, 0) reads element 31 of
gpu.func @relaxed(%out: memref<64xi32>) workgroup(%s: !shared) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %c63 = arith.constant 63 : index
  %n = arith.index_cast %t : index to i32
  memref.store %n, %s[%t] : !shared
  nvvm.cluster.arrive.relaxed
  nvvm.cluster.wait
  %u = arith.subi %c63, %t : index
  %m = memref.load %s[%u] : !shared
  memref.store %m, %out[%t] : memref<64xi32>
  gpu.return
}

// MISSING: error: 'nvvm.cluster.wait' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits at the barrier of its cluster for 32 threads that do not arrive there
gpu.func @missing() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %is_first = arith.cmpi ult, %t, %c32 : index
  scf.if %is_first {
    nvvm.cluster.arrive
    nvvm.cluster.wait
  }
  gpu.return
}

// AGAIN: error: 'nvvm.cluster.arrive' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) arrives at the barrier of its cluster for the second time, and has not waited there
gpu.func @again() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  nvvm.cluster.arrive
  nvvm.cluster.arrive
  nvvm.cluster.wait
  gpu.return
}

// NEVER: error: 'nvvm.cluster.wait' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits at the barrier of its cluster, where it has not arrived
gpu.func @never() kernel {
  nvvm.cluster.wait
  gpu.return
}

// SEVERAL: error: 'nvvm.cluster.arrive' op resources: thread (0, 0, 0) of block (0, 0, 0) is of several blocks of a cluster, which the simulator runs one after the other
gpu.func @several() kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
  nvvm.cluster.arrive
  nvvm.cluster.wait
  gpu.return
}
}
