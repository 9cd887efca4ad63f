// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic --mlir-print-local-scope | FileCheck %s --check-prefix=GENERIC

#frag = #tl.register<spatial(32, 1).local(1, 8)>
#smem = #tl.shared<row_major_swizzle([32, 8], nbytes = 4)>
#tile = #tl.tile<S[(32, 8) : (1@laneid, 1)]>
!memory = memref<32x8xf32>
!shared = memref<32x8xf32, #gpu.address_space<workgroup>>
!registers = memref<8xf32, #gpu.address_space<private>>

// CHECK-LABEL: func.func @to_registers(
// CHECK-SAME:    %[[A:.+]]: memref<32x8xf32>, %[[R:.+]]: memref<8xf32, #gpu.address_space<private>>)
func.func @to_registers(%A: !memory, %R: !registers) {
  // CHECK: tl.copy %[[A]] to %[[R]] layout #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to memref<8xf32, #gpu.address_space<private>>
  // GENERIC-LABEL: sym_name = "to_registers"
  // GENERIC:      "tl.copy"(%{{.+}}, %{{.+}}) {
  // GENERIC-SAME: scope = "warp", target_layout = #tl.register<{{.+}}>} : (memref<32x8xf32>, memref<8xf32, #gpu.address_space<private>>) -> ()
  tl.copy %A to %R layout #frag scope warp : !memory to !registers
  return
}

// CHECK-LABEL: func.func @from_registers(
// CHECK-SAME:    %[[R:.+]]: memref<8xf32, {{.+}}>, %[[B:.+]]: memref<32x8xf32>)
func.func @from_registers(%R: !registers, %B: !memory) {
  // CHECK: tl.copy %[[R]] layout #tl.register<spatial(32, 1).{{.+}}> to %[[B]] scope warp : memref<8xf32, #gpu.address_space<private>> to memref<32x8xf32>
  tl.copy %R layout #frag to %B scope warp : !registers to !memory
  return
}

// CHECK-LABEL: func.func @memory_layout(
// CHECK-SAME:    %[[S:.+]]: memref<32x8xf32, {{.+}}>, %[[R:.+]]: memref<8xf32, {{.+}}>)
func.func @memory_layout(%S: !shared, %R: !registers) {
  // CHECK: tl.copy %[[S]] layout #tl.shared<row_major_swizzle([32, 8], nbytes = 4)> to %[[R]] layout #tl.tile<S[(32, 8) : (1@laneid, 1)]> scope warp :
  tl.copy %S layout #smem to %R layout #tile scope warp : !shared to !registers
  // CHECK: tl.copy %[[R]] layout #tl.tile<{{.+}}> to %[[S]] layout #tl.tile<S[(32, 8) : (8, 1)]> scope warp :
  tl.copy %R layout #tile to %S layout #tl.tile<S[(32, 8)]> scope warp : !registers to !shared
  return
}

// CHECK-LABEL: func.func @origins(
// CHECK-SAME:    %[[A:.+]]: memref<64x?xf32>, %[[B:.+]]: memref<64x16xf32>, %[[R:.+]]: memref<8xf32, {{.+}}>, %[[I:.+]]: index, %[[J:.+]]: index)
func.func @origins(%A: memref<64x?xf32>, %B: memref<64x16xf32>, %R: !registers, %i: index, %j: index) {
  // CHECK: tl.copy %[[A]][32, 8] to %[[R]] layout
  // GENERIC-LABEL: sym_name = "origins"
  // GENERIC: "tl.copy"(%{{[^,]+}}, %{{[^,]+}}) {{.*}}source_origin = array<i64: 32, 8>
  tl.copy %A[32, 8] to %R layout #frag scope warp : memref<64x?xf32> to !registers
  // CHECK: tl.copy %[[A]][%[[I]], %[[J]]] to %[[R]] layout
  // GENERIC: "tl.copy"(%[[A:.+]], %[[I:.+]], %[[J:.+]], %[[R:.+]]) {{.*}}source_origin = array<i64: -9223372036854775808, -9223372036854775808>
  tl.copy %A[%i, %j] to %R layout #frag scope warp : memref<64x?xf32> to !registers
  // CHECK: tl.copy %[[A]][0, %[[J]]] to %[[R]] layout
  // GENERIC: "tl.copy"(%[[A]], %[[J]], %[[R]]) {{.*}}source_origin = array<i64: 0, -9223372036854775808>
  tl.copy %A[0, %j] to %R layout #frag scope warp : memref<64x?xf32> to !registers
  // CHECK: tl.copy %[[R]] layout #tl.register<{{.+}}> to %[[A]][%[[I]], 16] scope
  // GENERIC: "tl.copy"(%[[R]], %[[A]], %[[I]]) {{.*}}target_origin = array<i64: -9223372036854775808, 16>
  tl.copy %R layout #frag to %A[%i, 16] scope warp : !registers to memref<64x?xf32>
  // CHECK: tl.copy %[[B]][%[[I]], 8] layout #tl.tile<S[(64, 16) : (16, 1)]> to %[[R]] layout
  tl.copy %B[%i, 8] layout #tl.tile<S[(64, 16)]> to %R layout #frag scope warp : memref<64x16xf32> to !registers
  return
}

// CHECK-LABEL: func.func @attributes(
func.func @attributes(%A: !memory, %R: !registers, %i: index) {
  // CHECK: tl.copy %{{.+}}[%{{.+}}, 0] to %{{.+}} scope warp {alignment = 16 : i64, divisibility = array<i64: 8, 1>, test.note = "first"} :
  tl.copy %A[%i, 0] to %R layout #frag scope warp {divisibility = array<i64: 8, 1>, test.note = "first", alignment = 16} : !memory to !registers
  return
}

// CHECK-LABEL: func.func @scopes(
func.func @scopes(%A: memref<4xf16>, %R: memref<4xf16, 5>) {
  // CHECK: scope thread :
  tl.copy %A to %R layout #tl.register<local(4)> scope thread : memref<4xf16> to memref<4xf16, 5>
  // CHECK: scope warp :
  tl.copy %A to %R layout #tl.register<local(4)> scope warp : memref<4xf16> to memref<4xf16, 5>
  // CHECK: scope warpgroup :
  tl.copy %A to %R layout #tl.register<local(4)> scope warpgroup : memref<4xf16> to memref<4xf16, 5>
  // CHECK: scope cta :
  tl.copy %A to %R layout #tl.register<local(4)> scope cta : memref<4xf16> to memref<4xf16, 5>
  return
}

// CHECK-LABEL: func.func @generic(
// CHECK-SAME:    %[[A:.+]]: memref<64x8xf32>, %[[R:.+]]: memref<8xf32, 5>, %[[I:.+]]: index)
func.func @generic(%A: memref<64x8xf32>, %R: memref<8xf32, 5>, %i: index) {
  // CHECK: tl.copy %[[A]][%[[I]], 0] to %[[R]] layout #tl.register<{{.+}}> scope warp {alignment = 8 : i64} : memref<64x8xf32> to memref<8xf32, 5>
  "tl.copy"(%A, %i, %R) {
    alignment = 8, scope = "warp", target_layout = #frag,
    source_origin = array<i64: -9223372036854775808, 0>
  } : (memref<64x8xf32>, index, memref<8xf32, 5>) -> ()
  return
}
