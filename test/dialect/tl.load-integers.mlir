// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s

// Origins and bounds of any signless integer type.

#frag = #tl.register<local(8)>

// CHECK-LABEL: func.func @types(
// CHECK-SAME:    %[[I:[^:]+]]: i32, %[[J:[^:]+]]: i64, %[[K:[^:]+]]: index, %[[M:[^:]+]]: i8)
func.func @types(%A: memref<4x?xf32>, %B: memref<4x?xf32>, %i: i32, %j: i64, %k: index, %m: i8) {
  // CHECK: tl.load %{{.+}}[%[[I]] : i32, %[[J]] : i64] as #tl.register<{{.+}}> scope thread bounds(%[[M]] : i8) :
  %v = tl.load %A[%i : i32, %j : i64] as #frag scope thread bounds(%m : i8) : memref<4x?xf32> to vector<8xf32>
  // CHECK: tl.store %{{.+}} as #tl.register<{{.+}}> to %{{.+}}[%[[K]], %[[I]] : i32] scope thread :
  tl.store %v as #frag to %A[%k : index, %i : i32] scope thread : vector<8xf32> to memref<4x?xf32>
  // CHECK: tl.copy %{{.+}}[%[[I]] : i32, 0] to %{{.+}}[2, %[[J]] : i64] scope thread tile(1, 8) bounds(4, %[[M]] : i8) :
  tl.copy %A[%i : i32, 0] to %B[2, %j : i64] scope thread tile(1, 8) bounds(4, %m : i8) : memref<4x?xf32> to memref<4x?xf32>
  return
}
