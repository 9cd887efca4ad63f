// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic --mlir-print-local-scope | FileCheck %s --check-prefix=GENERIC

#frag = #tl.register<spatial(32, 1).local(1, 8)>
#smem = #tl.shared<row_major_swizzle([32, 8], nbytes = 4)>
!shared = memref<32x8xf32, #gpu.address_space<workgroup>>

// CHECK-LABEL: func.func @store(
// CHECK-SAME:    %[[V:.+]]: vector<8xf32>, %[[B:.+]]: memref<32x8xf32>)
func.func @store(%v: vector<8xf32>, %B: memref<32x8xf32>) {
  // CHECK: tl.store %[[V]] as #tl.register<spatial(32, 1).local(1, 8)> to %[[B]] scope warp : vector<8xf32> to memref<32x8xf32>
  // GENERIC-LABEL: sym_name = "store"
  // GENERIC:      "tl.store"(%{{[^,]+}}, %{{[^,]+}}) {
  // GENERIC-SAME: scope = "warp", source_layout = #tl.register<{{.+}}>} : (vector<8xf32>, memref<32x8xf32>) -> ()
  tl.store %v as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
  return
}

// CHECK-LABEL: func.func @memory_layout(
// CHECK-SAME:    %[[V:.+]]: vector<8xf32>, %[[S:.+]]: memref<32x8xf32, {{.+}}>)
func.func @memory_layout(%v: vector<8xf32>, %S: !shared) {
  // CHECK: tl.store %[[V]] as #tl.tile<S[(32, 8) : (1@laneid, 1)]> to %[[S]] layout #tl.shared<row_major_swizzle([32, 8], nbytes = 4)> scope warp : vector<8xf32> to memref<32x8xf32, #gpu.address_space<workgroup>>
  tl.store %v as #tl.tile<S[(32, 8) : (1@laneid, 1)]> to %S layout #smem scope warp : vector<8xf32> to !shared
  return
}

// CHECK-LABEL: func.func @origins(
// CHECK-SAME:    %[[V:.+]]: vector<8xf32>, %[[B:.+]]: memref<64x16xf32>, %[[I:.+]]: index, %[[J:.+]]: index)
func.func @origins(%v: vector<8xf32>, %B: memref<64x16xf32>, %i: index, %j: index) {
  // CHECK: tl.store %[[V]] as #tl.register<{{.+}}> to %[[B]][32, 8] scope
  // GENERIC-LABEL: sym_name = "origins"
  // GENERIC: "tl.store"(%{{[^,]+}}, %{{[^,]+}}) {{.*}}target_origin = array<i64: 32, 8>
  tl.store %v as #frag to %B[32, 8] scope warp : vector<8xf32> to memref<64x16xf32>
  // CHECK: tl.store %[[V]] as #tl.register<{{.+}}> to %[[B]][%[[I]], %[[J]]] scope
  // GENERIC: "tl.store"(%[[V:.+]], %[[B:.+]], %[[I:.+]], %[[J:.+]]) {{.*}}target_origin = array<i64: -9223372036854775808, -9223372036854775808>
  tl.store %v as #frag to %B[%i, %j] scope warp : vector<8xf32> to memref<64x16xf32>
  // CHECK: tl.store %[[V]] as #tl.register<{{.+}}> to %[[B]][0, %[[J]]] layout #tl.tile<S[(64, 16) : (16, 1)]> scope
  // GENERIC: "tl.store"(%[[V]], %[[B]], %[[J]]) {{.*}}target_origin = array<i64: 0, -9223372036854775808>
  tl.store %v as #frag to %B[0, %j] layout #tl.tile<S[(64, 16)]> scope warp : vector<8xf32> to memref<64x16xf32>
  return
}

// CHECK-LABEL: func.func @attributes(
func.func @attributes(%v: vector<2x4xf32>, %B: memref<64x8xf32>, %i: index) {
  // CHECK: scope cta {alignment = 16 : i64, divisibility = array<i64: 8, 1>, test.note = "first"} : vector<2x4xf32> to memref<64x8xf32>
  tl.store %v as #frag to %B[%i, 0] scope cta {divisibility = array<i64: 8, 1>, test.note = "first", alignment = 16} : vector<2x4xf32> to memref<64x8xf32>
  return
}

// CHECK-LABEL: func.func @generic(
// CHECK-SAME:    %[[V:.+]]: vector<8xf32>, %[[B:.+]]: memref<64x8xf32>, %[[I:.+]]: index)
func.func @generic(%v: vector<8xf32>, %B: memref<64x8xf32>, %i: index) {
  // CHECK: tl.store %[[V]] as #tl.register<{{.+}}> to %[[B]][%[[I]], 0] scope warp {alignment = 8 : i64} : vector<8xf32> to memref<64x8xf32>
  "tl.store"(%v, %B, %i) {
    alignment = 8, scope = "warp", source_layout = #frag,
    target_origin = array<i64: -9223372036854775808, 0>
  } : (vector<8xf32>, memref<64x8xf32>, index) -> ()
  return
}
