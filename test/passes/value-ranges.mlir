// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: tl-sim --verify-lowering %s --shape=0:512 --arg=1:scalar=448 --arg=2:scalar=512 | FileCheck %s --check-prefix=SIM --implicit-check-not=different

// Bounds that a tile of 64 elements cannot reach are dropped, as far as the ranges of
// its origin and of the bound show it. Every proof has a twin that says one less.

// SIM-COUNT-4: equivalent

#row = #tl.register<local(64)>
!memory = memref<512xf32>
!vector = vector<64xf32>

// CHECK-LABEL: func.func @assumed
// CHECK-NOT:     within
// CHECK:         gpu.barrier
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
func.func @assumed(%m: !memory, %x: index, %n: index) {
  %c512 = arith.constant 512 : index
  %near = tl.assume %x range 0 to 448 : index
  %many = tl.assume %n range 512 to 4096 : index
  %far = tl.assume %x range 0 to 449 : index
  %few = tl.assume %n range 511 to 4096 : index
  %0 = tl.load %m[%near] as #row scope thread bounds(%c512) : !memory to !vector
  %1 = tl.load %m[%near] as #row scope thread bounds(%many) : !memory to !vector
  %2 = tl.load %m[448] as #row scope thread bounds(%many) : !memory to !vector
  gpu.barrier
  %3 = tl.load %m[%far] as #row scope thread bounds(%c512) : !memory to !vector
  %4 = tl.load %m[%near] as #row scope thread bounds(%few) : !memory to !vector
  return
}

// A multiple of 64 below 512 is at most 448.

// CHECK-LABEL: func.func @loops
// CHECK-NOT:     within
// CHECK:         gpu.barrier
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
func.func @loops(%m: !memory, %x: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c449 = arith.constant 449 : index
  %c450 = arith.constant 450 : index
  %c512 = arith.constant 512 : index
  %end = tl.assume %n range 0 to 512 : index
  scf.for %i = %c0 to %end step %c64 {
    %0 = tl.load %m[%i] as #row scope thread bounds(%c512) : !memory to !vector
  }
  scf.for %i = %c0 to %c449 step %c1 {
    %0 = tl.load %m[%i] as #row scope thread bounds(%c512) : !memory to !vector
  }
  // Stages of a ring.
  scf.for %i = %c0 to %n step %c64 iter_args(%stage = %c0) -> index {
    %from = arith.muli %stage, %c64 : index
    %0 = tl.load %m[%from] as #row scope thread bounds(%c512) : !memory to !vector
    %next = arith.addi %stage, %c1 : index
    %wrapped = arith.remui %next, %c4 : index
    scf.yield %wrapped : index
  }
  gpu.barrier
  scf.for %i = %c0 to %n step %c64 {
    %0 = tl.load %m[%i] as #row scope thread bounds(%c512) : !memory to !vector
  }
  scf.for %i = %c0 to %c450 step %c1 {
    %0 = tl.load %m[%i] as #row scope thread bounds(%c512) : !memory to !vector
  }
  return
}

// CHECK-LABEL: func.func @arithmetic
// CHECK-NOT:     within
// CHECK:         gpu.barrier
// CHECK-COUNT-4: tl.thread_load {{.*}} within
func.func @arithmetic(%m: !memory, %x: index, %n: index) {
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c64 = arith.constant 64 : index
  %c448 = arith.constant 448 : index
  %c449 = arith.constant 449 : index
  %c512 = arith.constant 512 : index
  %mask = arith.andi %x, %c448 : index
  %low = arith.minui %x, %c448 : index
  %rest = arith.remui %x, %c8 : index
  %from = arith.muli %rest, %c64 : index
  %wave = affine.apply affine_map<(d0) -> ((d0 mod 8) * 64)>(%x)
  %part = affine.min affine_map<(d0)[s0] -> (d0 floordiv 8, s0 - 64)>(%n)[%c512]
  %least = arith.maxsi %part, %c8 : index
  %0 = tl.load %m[%mask] as #row scope thread bounds(%c512) : !memory to !vector
  %1 = tl.load %m[%low] as #row scope thread bounds(%c512) : !memory to !vector
  %2 = tl.load %m[%from] as #row scope thread bounds(%c512) : !memory to !vector
  %3 = tl.load %m[%wave] as #row scope thread bounds(%c512) : !memory to !vector
  %4 = tl.load %m[%least] as #row scope thread bounds(%c512) : !memory to !vector
  gpu.barrier
  %nine = arith.remui %x, %c9 : index
  %beyond = arith.muli %nine, %c64 : index
  %signed = arith.minsi %x, %c449 : index
  %sum = arith.addi %low, %c8 : index
  %wide = arith.ori %low, %c7 : index
  %5 = tl.load %m[%beyond] as #row scope thread bounds(%c512) : !memory to !vector
  %6 = tl.load %m[%signed] as #row scope thread bounds(%c512) : !memory to !vector
  %7 = tl.load %m[%sum] as #row scope thread bounds(%c512) : !memory to !vector
  %8 = tl.load %m[%wide] as #row scope thread bounds(%c512) : !memory to !vector
  return
}

// The simulator, which leaves private functions alone, has no affine.for.

// CHECK-LABEL: func.func private @affine
// CHECK-NOT:     within
// CHECK:         gpu.barrier
// CHECK:         tl.thread_load {{.*}} within
func.func private @affine(%m: !memory, %x: index, %n: index) {
  %c512 = arith.constant 512 : index
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 512)>(%n) step 64 {
    %0 = tl.load %m[%i] as #row scope thread bounds(%c512) : !memory to !vector
  }
  affine.for %i = 64 to 449 {
    %0 = tl.load %m[%i] as #row scope thread bounds(%c512) : !memory to !vector
  }
  gpu.barrier
  affine.for %i = 0 to %n step 64 {
    %0 = tl.load %m[%i] as #row scope thread bounds(%c512) : !memory to !vector
  }
  return
}

// The number of more than 64 bits may be any.

// CHECK-LABEL: func.func private @beyond
// CHECK-COUNT-2: tl.thread_load {{.*}} within
func.func private @beyond(%m: !memory, %x: i128) {
  %c512 = arith.constant 512 : index
  %bits = arith.index_castui %x : i128 to index
  %number = arith.index_cast %x : i128 to index
  %0 = tl.load %m[%bits] as #row scope thread bounds(%c512) : !memory to !vector
  %1 = tl.load %m[%number] as #row scope thread bounds(%c512) : !memory to !vector
  return
}

// What is extended by one bit is not below 0.

// CHECK-LABEL: func.func private @extended
// CHECK-NOT:     within
// CHECK:         gpu.barrier
// CHECK:         tl.thread_load {{.*}} within
func.func private @extended(%m: !memory, %x: i63, %y: i64) {
  %c55 = arith.constant 55 : i64
  %c512 = arith.constant 512 : index
  %wide = arith.extui %x : i63 to i64
  %bits = arith.shrui %wide, %c55 : i64
  %more = arith.shrui %y, %c55 : i64
  %from = arith.index_cast %bits : i64 to index
  %far = arith.index_cast %more : i64 to index
  %0 = tl.load %m[%from] as #row scope thread bounds(%c512) : !memory to !vector
  gpu.barrier
  %1 = tl.load %m[%far] as #row scope thread bounds(%c512) : !memory to !vector
  return
}

// Blocks of a grid whose size the kernel knows, and the size of a memref.

gpu.module @kernels {
    // CHECK-LABEL: gpu.func @grid
  // CHECK-NOT:     within
  // CHECK:         gpu.barrier
  // CHECK:         tl.thread_load {{.*}} within
  // CHECK:         tl.thread_load {{.*}} within
  gpu.func @grid(%m: !memory, %x: index, %n: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 8, 2, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c449 = arith.constant 449 : index
    %x8 = gpu.block_id x
    %y2 = gpu.block_id y
    %t = gpu.thread_id x
    %size = memref.dim %m, %c0 : !memory
    %block = arith.muli %x8, %c64 : index
    %thread = arith.addi %block, %t : index
    %two = arith.addi %block, %y2 : index
    %0 = tl.load %m[%block] as #row scope thread bounds(%size) : !memory to !vector
    %1 = tl.load %m[%thread] as #row scope thread bounds(%size) : !memory to !vector
    gpu.barrier
    %2 = tl.load %m[%two] as #row scope thread bounds(%size) : !memory to !vector
    %3 = tl.load %m[%block] as #row scope thread bounds(%c449) : !memory to !vector
    gpu.return
  }
}
