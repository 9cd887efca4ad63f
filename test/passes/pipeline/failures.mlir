// RUN: not tl-opt %s --split-input-file --lower-layout-copies -o /dev/null 2> %t.err
// RUN: FileCheck %s --check-prefix=ERROR --implicit-check-not=error: < %t.err
// RUN: not tl-opt %s --split-input-file --tl-partition-copies --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s

// A copy that has no plan is one located error, and the copies before it in the
// module are left as they were.

// ERROR: failures.mlir:[[# @LINE + 8]]:8: error: 'tl.load' op thread stride 5 is not a multiple of 4, the threads that the digits below it number
// CHECK-LABEL: IR Dump After
// CHECK:       tl.load {{.*}} scope warp
// CHECK:       tl.load {{.*}} scope warp
// CHECK-NOT:   tl.thread_load
// CHECK:       return
func.func @overlapping_lanes(%m: memref<4x2xf32>) {
  %0 = tl.load %m as #tl.register<spatial(4, 2)> scope warp : memref<4x2xf32> to vector<1xf32>
  %1 = tl.load %m as #tl.tile<S[(4, 2) : (1@laneid, 5@laneid)]> scope warp : memref<4x2xf32> to vector<1xf32>
  return
}

// -----

// ERROR: failures.mlir:[[# @LINE + 2]]:8: error: 'tl.load' op the layout needs threads 0 to 63; a cta has 48 here
func.func @small_block(%m: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 48, 1, 1>} {
  %0 = tl.load %m as #tl.register<spatial(64)> scope cta : memref<64xf32> to vector<1xf32>
  return
}

// -----

// The last warp of such a block has 16 threads.

// ERROR: failures.mlir:[[# @LINE + 2]]:8: error: 'tl.load' op the layout needs threads 0 to 31; a warp has as few as 16 here
func.func @partial_warp(%m: memref<32xf32>) attributes {gpu.known_block_size = array<i32: 48, 1, 1>} {
  %0 = tl.load %m as #tl.register<spatial(32)> scope warp : memref<32xf32> to vector<1xf32>
  return
}

// -----

// ERROR: failures.mlir:[[# @LINE + 2]]:8: error: 'tl.load' op target layout: elements (0, 3) and (3, 0) are both in register 3 of thread 0
func.func @colliding_slots(%m: memref<4x4xf32>) {
  %0 = tl.load %m as #tl.tile<S[(4, 4) : (1, 1)]> scope thread : memref<4x4xf32> to vector<7xf32>
  return
}

// -----

// An origin that an arith.constant gives is checked like a literal one.

// ERROR: failures.mlir:[[# @LINE + 3]]:8: error: 'tl.load' op the tile of extent 32 at 40 leaves dimension 0 of memory, which has extent 64
func.func @constant_origin(%m: memref<64x8xf32>) {
  %c40 = arith.constant 40 : index
  %0 = tl.load %m[%c40, 0] as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<64x8xf32> to vector<8xf32>
  return
}

// -----

// All copies that are wrong are told in one run, and none is written.

// ERROR: failures.mlir:[[# @LINE + 7]]:8: error: 'tl.load' op thread stride 5 is not a multiple of 4, the threads that the digits below it number
// ERROR: failures.mlir:[[# @LINE + 11]]:8: error: 'tl.load' op thread stride 5 is not a multiple of 4, the threads that the digits below it number
// CHECK-LABEL: func.func @some_wrong
// CHECK:       tl.load {{.*}} scope warp
// CHECK:       tl.load {{.*}} scope warp
// CHECK-NOT:   tl.thread_load
func.func @some_wrong(%m: memref<4x2xf32>) {
  %0 = tl.load %m as #tl.tile<S[(4, 2) : (1@laneid, 5@laneid)]> scope warp : memref<4x2xf32> to vector<1xf32>
  %1 = tl.load %m as #tl.register<spatial(4, 2)> scope warp : memref<4x2xf32> to vector<1xf32>
  return
}
func.func @another_wrong(%m: memref<4x2xf32>) {
  %0 = tl.load %m as #tl.tile<S[(4, 2) : (1@laneid, 5@laneid)]> scope warp : memref<4x2xf32> to vector<1xf32>
  return
}

// -----

// ERROR: failures.mlir:[[# @LINE + 3]]:3: error: 'tl.copy' op how many threads a cta has is not known here
// ERROR: failures.mlir:[[# @LINE + 3]]:3: error: 'tl.copy' op how many threads a cta has is not known here
func.func @unknown_threads(%m: memref<4x2xf32>, %n: memref<4x2xf32>) {
  tl.copy %m to %n scope cta : memref<4x2xf32> to memref<4x2xf32>
  tl.copy %n to %m scope cta : memref<4x2xf32> to memref<4x2xf32>
  return
}

// -----

// ERROR: failures.mlir:[[# @LINE + 3]]:1: error: 'func.func' op argument 0 has tl.divisibility
// ERROR: failures.mlir:[[# @LINE + 2]]:1: error: 'func.func' op argument 1 has tl.divisibility
// ERROR: failures.mlir:[[# @LINE + 5]]:1: error: 'func.func' op argument 0 has tl.divisibility
func.func @wrong_arguments(%m: memref<4x2xf32> {tl.divisibility = 8 : i64},
                           %n: f32 {tl.divisibility = 8 : i64}) {
  return
}
func.func @more(%m: memref<4x2xf32> {tl.divisibility = 8 : i64}) {
  return
}
