// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic --mlir-print-local-scope | FileCheck %s --check-prefix=GENERIC

#frag = #tl.register<spatial(32, 1).local(1, 8)>
#smem = #tl.shared<row_major_swizzle([32, 8], nbytes = 4)>
!shared = memref<32x8xf32, #gpu.address_space<workgroup>>

// CHECK-LABEL: func.func @load(
// CHECK-SAME:    %[[A:.+]]: memref<32x8xf32>)
func.func @load(%A: memref<32x8xf32>) -> vector<8xf32> {
  // CHECK: %[[V:.+]] = tl.load %[[A]] as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
  // CHECK: return %[[V]] : vector<8xf32>
  // GENERIC-LABEL: sym_name = "load"
  // GENERIC:      "tl.load"(%{{[^,]+}}) {
  // GENERIC-SAME: scope = "warp", target_layout = #tl.register<{{.+}}>} : (memref<32x8xf32>) -> vector<8xf32>
  %v = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// CHECK-LABEL: func.func @memory_layout(
// CHECK-SAME:    %[[S:.+]]: memref<32x8xf32, {{.+}}>)
func.func @memory_layout(%S: !shared) {
  // CHECK: tl.load %[[S]] layout #tl.shared<row_major_swizzle([32, 8], nbytes = 4)> as #tl.tile<S[(32, 8) : (1@laneid, 1)]> scope warp : memref<32x8xf32, #gpu.address_space<workgroup>> to vector<8xf32>
  %v = tl.load %S layout #smem as #tl.tile<S[(32, 8) : (1@laneid, 1)]> scope warp : !shared to vector<8xf32>
  return
}

// CHECK-LABEL: func.func @origins(
// CHECK-SAME:    %[[A:.+]]: memref<64x16xf32>, %[[I:.+]]: index, %[[J:.+]]: index)
func.func @origins(%A: memref<64x16xf32>, %i: index, %j: index) {
  // CHECK: tl.load %[[A]][32, 8] as
  // GENERIC-LABEL: sym_name = "origins"
  // GENERIC: "tl.load"(%{{[^,]+}}) {{.*}}source_origin = array<i64: 32, 8>
  %0 = tl.load %A[32, 8] as #frag scope warp : memref<64x16xf32> to vector<8xf32>
  // CHECK: tl.load %[[A]][%[[I]], %[[J]]] as
  // GENERIC: "tl.load"(%[[A:.+]], %[[I:.+]], %[[J:.+]]) {{.*}}source_origin = array<i64: -9223372036854775808, -9223372036854775808>
  %1 = tl.load %A[%i, %j] as #frag scope warp : memref<64x16xf32> to vector<8xf32>
  // CHECK: tl.load %[[A]][0, %[[J]]] layout #tl.tile<S[(64, 16) : (16, 1)]> as
  // GENERIC: "tl.load"(%[[A]], %[[J]]) {{.*}}source_origin = array<i64: 0, -9223372036854775808>
  %2 = tl.load %A[0, %j] layout #tl.tile<S[(64, 16)]> as #frag scope warp : memref<64x16xf32> to vector<8xf32>
  return
}

// CHECK-LABEL: func.func @attributes(
func.func @attributes(%A: memref<64x8xf32>, %i: index) {
  // CHECK: scope cta {alignment = 16 : i64, divisibility = array<i64: 8, 1>, test.note = "first"} : memref<64x8xf32> to vector<2x4xf32>
  %v = tl.load %A[%i, 0] as #frag scope cta {divisibility = array<i64: 8, 1>, test.note = "first", alignment = 16} : memref<64x8xf32> to vector<2x4xf32>
  return
}

// CHECK-LABEL: func.func @generic(
// CHECK-SAME:    %[[A:.+]]: memref<64x8xf32>, %[[I:.+]]: index)
func.func @generic(%A: memref<64x8xf32>, %i: index) {
  // CHECK: %{{.+}} = tl.load %[[A]][%[[I]], 0] as #tl.register<{{.+}}> scope warp {alignment = 8 : i64} : memref<64x8xf32> to vector<8xf32>
  %v = "tl.load"(%A, %i) {
    alignment = 8, scope = "warp", target_layout = #frag,
    source_origin = array<i64: -9223372036854775808, 0>
  } : (memref<64x8xf32>, index) -> vector<8xf32>
  return
}
