// What rule E33 leaves as it is: rows of more, and scalars.
// RUN: tl-opt %s --lower-layout-copies=target=sm_90 | FileCheck %s

// CHECK-LABEL: func.func @rows(
// CHECK-NOT:     vector.extract
// CHECK:         vector.broadcast %{{.+}} : vector<4xf32> to vector<2x4xf32>
// CHECK-NEXT:    vector.broadcast %{{.+}} : f32 to vector<2x4xf32>
func.func @rows(%row: vector<4xf32>, %a: f32) -> (vector<2x4xf32>, vector<2x4xf32>) {
  %rows = vector.broadcast %row : vector<4xf32> to vector<2x4xf32>
  %all = vector.broadcast %a : f32 to vector<2x4xf32>
  return %rows, %all : vector<2x4xf32>, vector<2x4xf32>
}
