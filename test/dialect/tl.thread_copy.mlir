// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

!registers = memref<8xf32, #gpu.address_space<private>>

// CHECK-LABEL: func.func @to_registers(
// CHECK-SAME:    %[[A:.+]]: memref<64xf32>, %[[R:.+]]: memref<8xf32, {{.+}}>, %[[I:.+]]: index)
func.func @to_registers(%A: memref<64xf32>, %R: !registers, %i: index) {
  // CHECK: tl.thread_copy %[[A]][%[[I]]] to %[[R]] atoms (8) : (1) -> (1) align 4 : memref<64xf32> to memref<8xf32, #gpu.address_space<private>>
  // GENERIC-LABEL: sym_name = "to_registers"
  // GENERIC:      "tl.thread_copy"(%{{.+}}, %{{.+}}, %{{.+}}) {access = #tl.access<atoms (8) : (1) -> (1) align 4>}
  // GENERIC-SAME: : (memref<64xf32>, index, memref<8xf32, #gpu.address_space<private>>) -> ()
  tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<64xf32> to !registers
  return
}

// CHECK-LABEL: func.func @from_registers(
// CHECK-SAME:    %[[R:.+]]: memref<8xf32, {{.+}}>, %[[B:.+]]: memref<64xf32, {{.+}}>, %[[I:.+]]: index)
func.func @from_registers(%R: !registers, %B: memref<64xf32, #gpu.address_space<workgroup>>, %i: index) {
  // CHECK: tl.thread_copy %[[R]] to %[[B]][%[[I]]] atoms (8) : (1) -> (1) align 4 : memref<8xf32, #gpu.address_space<private>> to memref<64xf32, #gpu.address_space<workgroup>>
  // GENERIC-LABEL: sym_name = "from_registers"
  // GENERIC:      "tl.thread_copy"(%{{.+}}, %{{.+}}, %{{.+}}) {{.*}}to_memory
  tl.thread_copy %R to %B[%i] atoms (8) : (1) -> (1) align 4 : !registers to memref<64xf32, #gpu.address_space<workgroup>>
  return
}

// CHECK-LABEL: func.func @optional_parts(
// CHECK-SAME:    %[[A:.+]]: memref<64xf32>, %[[R:.+]]: memref<8xf32, {{.+}}>, %[[I:.+]]: index, %[[J:.+]]: index)
func.func @optional_parts(%A: memref<64xf32>, %R: !registers, %i: index, %j: index) {
  // CHECK: tl.thread_copy %[[A]][%[[I]]] to %[[R]] atoms () : () -> () align 4 :
  tl.thread_copy %A[%i] to %R atoms () : () -> () align 4 : memref<64xf32> to !registers
  // CHECK: atoms (2, 4) : (32, 0) -> (1, 2) align 8 :
  tl.thread_copy %A[%i] to %R atoms (2, 4) : (32, 0) -> (1, 2) align 8 : memref<64xf32> to !registers
  // CHECK: tl.thread_copy %[[A]][%[[I]], %[[J]]] to %[[R]] slots (0, 4) atoms (4) : (1) -> (1) align 4 :
  // GENERIC-LABEL: sym_name = "optional_parts"
  // GENERIC: slots = array<i64: 0, 4>
  tl.thread_copy %A[%i, %j] to %R slots (0, 4) atoms (4) : (1) -> (1) align 4 : memref<64xf32> to !registers
  // CHECK: atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16 :
  // GENERIC: vector 4 of (4) -> (1)
  tl.thread_copy %A[%i] to %R atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16 : memref<64xf32> to !registers
  // CHECK: atoms () : () -> () vector 2 of (2, 4) -> (1, 2) align 8 :
  tl.thread_copy %A[%i] to %R atoms () : () -> () vector 2 of (2, 4) -> (1, 2) align 8 : memref<64xf32> to !registers
  // CHECK: atoms (8) : (1) -> (1) swizzle (2, 1, 3) align 4 :
  // GENERIC: swizzle (2, 1, 3)
  tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (2, 1, 3) align 4 : memref<64xf32> to !registers
  // CHECK: tl.thread_copy %[[R]] to %[[A]][%[[I]], %[[J]]] slots (4, 0) atoms () : () -> () vector 4 of (4) -> (1) swizzle (2, 1, 3) align 16 {test.note = "all"} : memref<8xf32, {{.+}}> to memref<64xf32>
  tl.thread_copy %R to %A[%i, %j] slots (4, 0) atoms () : () -> () vector 4 of (4) -> (1) swizzle (2, 1, 3) align 16 {test.note = "all"} : !registers to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @generic(
// CHECK-SAME:    %[[A:.+]]: memref<64xf32>, %[[R:.+]]: memref<8xf32, 5>, %[[I:.+]]: index)
func.func @generic(%A: memref<64xf32>, %R: memref<8xf32, 5>, %i: index) {
  // CHECK: tl.thread_copy %[[A]][%[[I]]] to %[[R]] slots (4) atoms (4) : (2) -> (1) align 4 :
  "tl.thread_copy"(%A, %i, %R) {access = #tl.access<atoms (4) : (2) -> (1) align 4>, slots = array<i64: 4>} : (memref<64xf32>, index, memref<8xf32, 5>) -> ()
  // CHECK: tl.thread_copy %[[R]] to %[[A]][%[[I]]] atoms (2) : (4) -> (4) vector 2 of (4) -> (1) align 8 :
  "tl.thread_copy"(%R, %A, %i) {access = #tl.access<atoms (2) : (4) -> (4) vector 2 of (4) -> (1) align 8>, to_memory} : (memref<8xf32, 5>, memref<64xf32>, index) -> ()
  return
}
