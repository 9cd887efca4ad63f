// RUN: %tl-opt %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// CHECK: #tl.linear<register = {{\[}}[0, 1], [8, 0]], lane = {{\[}}[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], shape = [16, 8]>
"test.layout"() {l = #tl.linear<register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], shape = [16, 8]>} : () -> ()
// CHECK: #tl.linear<register = [], lane = {{\[}}[1, 0], [2, 0]], warp = [], shape = [4, 1]>
"test.layout"() {l = #tl.linear<lane = [[1, 0], [2, 0]], shape = [4, 1]>} : () -> ()

// Bases of zeros are copies.
// CHECK: #tl.linear<register = [], lane = {{\[}}[1], [0]], warp = [], shape = [2]>
"test.layout"() {l = #tl.linear<linear(lane = [[1], [0]], shape = [2])>} : () -> ()

// Sums of registers that one swizzle of the slot undoes.
// CHECK: #tl.linear<register = {{\[}}[0, 1], [1, 1]], lane = [], warp = [], shape = [2, 2]>
"test.layout"() {l = #tl.linear<register = [[0, 1], [1, 1]], shape = [2, 2]>} : () -> ()

// Sums of lanes, and of both.
// CHECK: #tl.linear<register = {{\[}}[1, 1]], lane = {{\[}}[1, 0]], warp = [], shape = [2, 2]>
"test.layout"() {l = #tl.linear<register = [[1, 1]], lane = [[1, 0]], shape = [2, 2]>} : () -> ()

// It is the layout of a copy like any other.
// CHECK-LABEL: func.func @copy
// CHECK: tl.load %{{.*}} as #tl.linear<register = {{\[}}[0, 1], [0, 2]], lane = {{\[}}[0, 4], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [], shape = [16, 8]> scope warp
func.func @copy(%m: memref<16x8xf32>) -> vector<4xf32> {
  %v = tl.load %m as #tl.linear<register = [[0, 1], [0, 2]], lane = [[0, 4], [1, 0], [2, 0], [4, 0], [8, 0]], shape = [16, 8]> scope warp : memref<16x8xf32> to vector<4xf32>
  return %v : vector<4xf32>
}
