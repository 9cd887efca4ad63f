// RUN: not tl-opt %s --split-input-file 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

// Bases are independent but for those of zeros; the message names the basis.

// CHECK: linear-invalid.mlir:[[#@LINE+1]]:17: error: basis 0 of warp, (1, 1), moves as others do together; a basis of zeros numbers copies
#l = #tl.linear<lane = [[0, 1], [1, 0]], warp = [[1, 1]], shape = [2, 2]>
// -----
// CHECK: linear-invalid.mlir:[[#@LINE+1]]:17: error: basis 0 of lane, (1), moves as others do together; a basis of zeros numbers copies
#l = #tl.linear<register = [[1]], lane = [[1]], shape = [2]>
// -----
// CHECK: linear-invalid.mlir:[[#@LINE+1]]:17: error: basis 0 of warp, (0, 4), is no coordinate of the shape
#l = #tl.linear<warp = [[0, 4]], shape = [2, 4]>
// -----
// CHECK: linear-invalid.mlir:[[#@LINE+1]]:17: error: basis 0 of lane, (1), is no coordinate of the shape
#l = #tl.linear<lane = [[1]], shape = [2, 4]>
// -----
// CHECK: linear-invalid.mlir:[[#@LINE+1]]:17: error: no basis moves to element (0, 2), which nothing holds
#l = #tl.linear<lane = [[1, 0], [0, 1]], shape = [2, 4]>
// -----
// CHECK: linear-invalid.mlir:[[#@LINE+1]]:17: error: extent 3 of dimension 0 is no power of two
#l = #tl.linear<lane = [[1]], shape = [3]>
// -----
// CHECK: linear-invalid.mlir:[[#@LINE+1]]:24: error: argument 'lane' of linear expects a list of lists, got a list of integers
#l = #tl.linear<lane = [1, 2], shape = [4]>
// -----
func.func @f(%m: memref<4xf32>) {
  // CHECK: linear-invalid.mlir:[[#@LINE+1]]:8: error: 'tl.load' op target layout: the bases of lane number 2 lanes and those of warp follow; a warp has 32
  %v = tl.load %m as #tl.linear<lane = [[1]], warp = [[2]], shape = [4]> scope cta : memref<4xf32> to vector<1xf32>
  return
}
// -----
func.func @f(%m: memref<2x2xf32>) {
  // CHECK: linear-invalid.mlir:[[#@LINE+1]]:8: error: 'tl.load' op target has 2 elements; its layout has 4 registers per thread
  %v = tl.load %m as #tl.linear<register = [[0, 1], [1, 1]], shape = [2, 2]> scope thread : memref<2x2xf32> to vector<2xf32>
  return
}
// -----
func.func @f(%m: memref<2xf32>) {
  // CHECK: linear-invalid.mlir:[[#@LINE+1]]:8: error: 'tl.load' op source layout: memory cannot have a linear layout; use #tl.shared, #tl.cute, or #tl.tile on axis m
  %v = tl.load %m layout #tl.linear<lane = [[1]], shape = [2]> as #tl.linear<lane = [[1]], shape = [2]> scope warp : memref<2xf32> to vector<1xf32>
  return
}
