// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @load(
// CHECK-SAME:    %[[A:.+]]: memref<64xf32>, %[[I:.+]]: index)
func.func @load(%A: memref<64xf32>, %i: index) -> vector<8xf32> {
  // CHECK: %[[V:.+]] = tl.thread_load %[[A]][%[[I]]] atoms (8) : (1) -> (1) align 4 : memref<64xf32> to vector<8xf32>
  // CHECK: return %[[V]] : vector<8xf32>
  // GENERIC-LABEL: sym_name = "load"
  // GENERIC:      "tl.thread_load"(%{{.+}}, %{{.+}}) {access = #tl.access<atoms (8) : (1) -> (1) align 4>}
  // GENERIC-SAME: : (memref<64xf32>, index) -> vector<8xf32>
  %v = tl.thread_load %A[%i] atoms (8) : (1) -> (1) align 4 : memref<64xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// CHECK-LABEL: func.func @optional_parts(
// CHECK-SAME:    %[[A:.+]]: memref<64xf16, {{.+}}>, %[[I:.+]]: index, %[[J:.+]]: index)
func.func @optional_parts(%A: memref<64xf16, #gpu.address_space<workgroup>>, %i: index, %j: index) {
  // CHECK: tl.thread_load %[[A]][%[[I]]] atoms () : () -> () align 2 : memref<64xf16, #gpu.address_space<workgroup>> to vector<1xf16>
  %0 = tl.thread_load %A[%i] atoms () : () -> () align 2 : memref<64xf16, #gpu.address_space<workgroup>> to vector<1xf16>
  // CHECK: tl.thread_load %[[A]][%[[I]], %[[J]]] slots (0, 4) atoms (2, 2) : (32, 0) -> (1, 2) align 2 : {{.+}} to vector<2x4xf16>
  // GENERIC-LABEL: sym_name = "optional_parts"
  // GENERIC: slots = array<i64: 0, 4>
  %1 = tl.thread_load %A[%i, %j] slots (0, 4) atoms (2, 2) : (32, 0) -> (1, 2) align 2 : memref<64xf16, #gpu.address_space<workgroup>> to vector<2x4xf16>
  // CHECK: atoms (2) : (8) -> (8) vector 8 of (8) -> (1) align 16 :
  // GENERIC: vector 8 of (8) -> (1)
  %2 = tl.thread_load %A[%i] atoms (2) : (8) -> (8) vector 8 of (8) -> (1) align 16 : memref<64xf16, #gpu.address_space<workgroup>> to vector<16xf16>
  // CHECK: atoms () : () -> () vector 2 of (2, 4) -> (1, 2) swizzle (3, 3, 3) align 4 {test.note = "all"} :
  // GENERIC: swizzle (3, 3, 3)
  %3 = tl.thread_load %A[%i] atoms () : () -> () vector 2 of (2, 4) -> (1, 2) swizzle (3, 3, 3) align 4 {test.note = "all"} : memref<64xf16, #gpu.address_space<workgroup>> to vector<8xf16>
  return
}

// CHECK-LABEL: func.func @generic(
// CHECK-SAME:    %[[A:.+]]: memref<64xf32>, %[[I:.+]]: index)
func.func @generic(%A: memref<64xf32>, %i: index) {
  // CHECK: %{{.+}} = tl.thread_load %[[A]][%[[I]]] slots (4) atoms (2) : (4) -> (2) vector 2 of (2) -> (1) swizzle (2, 1, 3) align 8 :
  %v = "tl.thread_load"(%A, %i) {access = #tl.access<atoms (2) : (4) -> (2) vector 2 of (2) -> (1) swizzle (2, 1, 3) align 8>, slots = array<i64: 4>} : (memref<64xf32>, index) -> vector<8xf32>
  return
}
