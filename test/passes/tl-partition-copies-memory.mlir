// RUN: not tl-opt %s --tl-partition-copies --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s

// What another pass has to do first is an error, and nothing is changed.

// CHECK:     tl-partition-copies-memory.mlir:[[# @LINE + 7]]:3: error: 'tl.copy' op is between two memories; run tl-synthesize-partition first
// CHECK:     IR Dump After
// CHECK:     tl.load
// CHECK-NOT: tl.thread_load
// CHECK:     return
func.func @left_over(%m: memref<32xf32>, %s: memref<32xf32, 3>) {
  %0 = tl.load %m as #tl.register<spatial(32)> scope warp : memref<32xf32> to vector<1xf32>
  tl.copy %m to %s scope warp : memref<32xf32> to memref<32xf32, 3>
  return
}
