// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @store(
// CHECK-SAME:    %[[V:.+]]: vector<8xf32>, %[[B:.+]]: memref<64xf32>, %[[I:.+]]: index)
func.func @store(%v: vector<8xf32>, %B: memref<64xf32>, %i: index) {
  // CHECK: tl.thread_store %[[V]] to %[[B]][%[[I]]] atoms (8) : (1) -> (1) align 4 : vector<8xf32> to memref<64xf32>
  // GENERIC-LABEL: sym_name = "store"
  // GENERIC:      "tl.thread_store"(%{{.+}}, %{{.+}}, %{{.+}}) {access = #tl.access<atoms (8) : (1) -> (1) align 4>}
  // GENERIC-SAME: : (vector<8xf32>, memref<64xf32>, index) -> ()
  tl.thread_store %v to %B[%i] atoms (8) : (1) -> (1) align 4 : vector<8xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @optional_parts(
// CHECK-SAME:    %[[V:.+]]: vector<8xf16>, %[[B:.+]]: memref<64xf16, {{.+}}>, %[[I:.+]]: index, %[[J:.+]]: index)
func.func @optional_parts(%v: vector<8xf16>, %B: memref<64xf16, #gpu.address_space<workgroup>>, %i: index, %j: index) {
  // CHECK: tl.thread_store %[[V]] to %[[B]][%[[I]]] atoms () : () -> () align 2 :
  tl.thread_store %v to %B[%i] atoms () : () -> () align 2 : vector<8xf16> to memref<64xf16, #gpu.address_space<workgroup>>
  // CHECK: tl.thread_store %[[V]] to %[[B]][%[[I]], %[[J]]] slots (4, 0) atoms (2, 2) : (32, 1) -> (1, 2) align 2 :
  // GENERIC-LABEL: sym_name = "optional_parts"
  // GENERIC: slots = array<i64: 4, 0>
  tl.thread_store %v to %B[%i, %j] slots (4, 0) atoms (2, 2) : (32, 1) -> (1, 2) align 2 : vector<8xf16> to memref<64xf16, #gpu.address_space<workgroup>>
  // CHECK: atoms (2) : (8) -> (4) vector 4 of (4) -> (1) align 8 :
  // GENERIC: vector 4 of (4) -> (1)
  tl.thread_store %v to %B[%i] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) align 8 : vector<8xf16> to memref<64xf16, #gpu.address_space<workgroup>>
  // CHECK: atoms () : () -> () vector 2 of (2, 4) -> (1, 2) swizzle (3, 3, 3) align 4 {test.note = "all"} : vector<8xf16> to memref<64xf16, #gpu.address_space<workgroup>>
  // GENERIC: swizzle (3, 3, 3)
  tl.thread_store %v to %B[%i] atoms () : () -> () vector 2 of (2, 4) -> (1, 2) swizzle (3, 3, 3) align 4 {test.note = "all"} : vector<8xf16> to memref<64xf16, #gpu.address_space<workgroup>>
  return
}

// CHECK-LABEL: func.func @generic(
// CHECK-SAME:    %[[V:.+]]: vector<8xf32>, %[[B:.+]]: memref<64xf32>, %[[I:.+]]: index)
func.func @generic(%v: vector<8xf32>, %B: memref<64xf32>, %i: index) {
  // CHECK: tl.thread_store %[[V]] to %[[B]][%[[I]]] slots (4) atoms (2) : (4) -> (2) vector 2 of (2) -> (1) swizzle (2, 1, 3) align 8 :
  "tl.thread_store"(%v, %B, %i) {access = #tl.access<atoms (2) : (4) -> (2) vector 2 of (2) -> (1) swizzle (2, 1, 3) align 8>, slots = array<i64: 4>} : (vector<8xf32>, memref<64xf32>, index) -> ()
  return
}
