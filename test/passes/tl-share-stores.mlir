// RUN: tl-opt %s --tl-share-stores --mlir-print-local-scope | FileCheck %s
// RUN: tl-opt %s --tl-share-stores=matrix-instructions=0 --mlir-print-local-scope | FileCheck %s --check-prefix=VECTORS

// A replica digit takes the place of a register digit, where that is fewer
// accesses of a thread.

// CHECK-LABEL: func.func @halves(
// CHECK-SAME:    %[[A:[^:]+]]: memref<16x8xf32> {{.+}}, %[[F:[^:]+]]: f32)
// CHECK-DAG:   %[[V:.+]] = vector.broadcast %[[F]]
// CHECK-DAG:   %[[LANE:.+]] = gpu.lane_id
// CHECK:       %[[DIGIT:.+]] = arith.shrui %[[LANE]], %c4
// CHECK:       %[[LOW:.+]] = vector.shuffle %[[V]], %[[V]] [0, 1, 2, 3]
// CHECK:       %[[HIGH:.+]] = vector.shuffle %[[V]], %[[V]] [4, 5, 6, 7]
// CHECK:       %[[OWN:.+]] = arith.select %{{.+}}, %[[HIGH]], %[[LOW]] : vector<4xf32>
// CHECK:       tl.store %[[OWN]] as #tl.tile<S[(16, (2, 4)) : (1@laneid, (16@laneid, 1))]> to %[[A]] scope warp : vector<4xf32> to memref<16x8xf32>
func.func @halves(%A: memref<16x8xf32> {llvm.align = 16 : i64}, %f: f32) {
  %v = vector.broadcast %f : f32 to vector<8xf32>
  tl.store %v as #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]> to %A scope warp {share_replicas} : vector<8xf32> to memref<16x8xf32>
  return
}

// Four replicas of two accesses: two share them, and the others are kept out as
// before.

// CHECK-LABEL: func.func @left(
// CHECK:       tl.store %{{.+}} as #tl.tile<S[(8, (2, 4)) : (1@laneid, (8@laneid, 1))] + R[2 : 16@laneid]> to %{{.+}} scope warp : vector<4xf32>
func.func @left(%A: memref<8x8xf32> {llvm.align = 16 : i64}, %f: f32) {
  %v = vector.broadcast %f : f32 to vector<8xf32>
  tl.store %v as #tl.tile<S[(8, 8) : (1@laneid, 1)] + R[4 : 8@laneid]> to %A scope warp {share_replicas} : vector<8xf32> to memref<8x8xf32>
  return
}

// Replicas are numbered from the first thread on that has elements.

// CHECK-LABEL: func.func @later_lanes(
// CHECK:       %[[LANE:.+]] = gpu.lane_id
// CHECK:       %[[FIRST:.+]] = arith.subi %[[LANE]], %c4
// CHECK:       arith.shrui %[[FIRST]], %c3
func.func @later_lanes(%A: memref<8x8xf32> {llvm.align = 16 : i64}, %f: f32) {
  %v = vector.broadcast %f : f32 to vector<8xf32>
  tl.store %v as #tl.tile<S[(8, 8) : (1@laneid, 1)] + R[2 : 8@laneid] + 4@laneid> to %A scope warp {share_replicas} : vector<8xf32> to memref<8x8xf32>
  return
}

// One access cannot be fewer.

// CHECK-LABEL: func.func @single(
// CHECK-NOT:   arith.select
// CHECK:       tl.store %{{.+}} as #tl.tile<S[(16, 4) : (1@laneid, 1)] + R[2 : 16@laneid]> to %{{.+}} scope warp : vector<4xf32>
func.func @single(%A: memref<16x4xf32> {llvm.align = 16 : i64}, %f: f32) {
  %v = vector.broadcast %f : f32 to vector<4xf32>
  tl.store %v as #tl.tile<S[(16, 4) : (1@laneid, 1)] + R[2 : 16@laneid]> to %A scope warp {share_replicas} : vector<4xf32> to memref<16x4xf32>
  return
}

// A private buffer becomes a vector, where that is fewer accesses.

// CHECK-LABEL: func.func @buffer(
// CHECK-SAME:    %[[A:[^:]+]]: memref<16x8xf32>
// CHECK:       %[[R:.+]] = memref.alloca
// CHECK:       %[[FLAT:.+]] = memref.reinterpret_cast %[[R]] to offset: [0], sizes: [8], strides: [1]
// CHECK:       %[[V:.+]] = vector.load %[[FLAT]][%{{.+}}] : memref<8xf32, 5>, vector<8xf32>
// CHECK:       vector.shuffle %[[V]], %[[V]] [0, 1, 2, 3]
// CHECK:       %[[OWN:.+]] = arith.select
// CHECK:       tl.store %[[OWN]] as #tl.tile<S[(16, (2, 4)) : (1@laneid, (16@laneid, 1))]> to %[[A]] scope warp : vector<4xf32> to memref<16x8xf32>
// CHECK:       tl.copy %{{.+}} layout #tl.tile<S[(16, 4) : (1@laneid, 1)] + R[2 : 16@laneid]> to %{{.+}} scope warp : memref<4xf32, 5> to memref<16x4xf32>
func.func @buffer(%A: memref<16x8xf32> {llvm.align = 16 : i64}, %B: memref<16x4xf32> {llvm.align = 16 : i64}) {
  %r = memref.alloca() : memref<2x4xf32, 5>
  %s = memref.alloca() : memref<4xf32, 5>
  tl.copy %r layout #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]> to %A scope warp {share_replicas} : memref<2x4xf32, 5> to memref<16x8xf32>
  tl.copy %s layout #tl.tile<S[(16, 4) : (1@laneid, 1)] + R[2 : 16@laneid]> to %B scope warp {share_replicas} : memref<4xf32, 5> to memref<16x4xf32>
  return
}

// A slice of a memory, and a vector of two dimensions.

// CHECK-LABEL: func.func @slice(
// CHECK:       tl.store %{{.+}} as #tl.tile<S[(16, (2, 4)) : (1@laneid, (16@laneid, 1))]> to %{{.+}}[%{{.+}}, 0, 0] scope warp : vector<4xf32> to memref<3x16x8xf32>
func.func @slice(%A: memref<3x16x8xf32> {llvm.align = 16 : i64}, %f: f32, %s: index) {
  %v = vector.broadcast %f : f32 to vector<2x4xf32>
  tl.store %v as #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]> to %A[%s, 0, 0] scope warp {share_replicas} : vector<2x4xf32> to memref<3x16x8xf32>
  return
}

// Two matrices that one instruction stores are one access; without such instructions
// they are two.

// CHECK-LABEL: func.func @matrices(
// CHECK-NOT:   arith.select
// CHECK:       tl.store %{{.+}} as #tl.tile<S[((2, 8), (4, 2)) : ((2, 4@laneid), (1@laneid, 1))] + R[2 : 1@warpid]> to %{{.+}} scope cta : vector<4xf16>
// VECTORS:     tl.store %{{.+}} as #tl.tile<S[(16, (4, 2)) : (4@tx, (1@tx, 1))]> to %{{.+}} scope cta : vector<2xf16>
func.func @matrices(%A: memref<16x8xf16, 3> {llvm.align = 16 : i64}, %f: f16) attributes {tl.target = "sm_90"} {
  %v = vector.broadcast %f : f16 to vector<4xf16>
  tl.store %v as #tl.tile<S[((2, 8), (4, 2)) : ((2, 4@laneid), (1@laneid, 1))] + R[2 : 1@warpid]> to %A scope cta {share_replicas} : vector<4xf16> to memref<16x8xf16, 3>
  return
}
