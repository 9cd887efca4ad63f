// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: %tl-opt %s --mlir-print-op-generic | tl-opt --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --emit-bytecode | tl-opt --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @plain(
// CHECK-SAME:    %[[A:.+]]: memref<64xf32>, %[[S:.+]]: memref<64xf32, 3>, %[[I:.+]]: index, %[[J:.+]]: index)
func.func @plain(%A: memref<64xf32>, %S: memref<64xf32, 3>, %i: index, %j: index) {
  // CHECK: tl.thread_async %[[A]][%[[I]]] to %[[S]][%[[J]]] atoms (8) : (1) -> (1) align 4 : memref<64xf32> to memref<64xf32, 3>
  // GENERIC: "tl.thread_async"(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) {access = #tl.access<atoms (8) : (1) -> (1) align 4>} : (memref<64xf32>, index, memref<64xf32, 3>, index) -> ()
  tl.thread_async %A[%i] to %S[%j] atoms (8) : (1) -> (1) align 4 : memref<64xf32> to memref<64xf32, 3>
  return
}

// CHECK-LABEL: func.func @all(
// CHECK-SAME:    %[[A:.+]]: memref<64x64xf16, {{.+}}>, %[[S:.+]]: memref<4096xf16, 3>, %[[I:.+]]: index, %[[J:.+]]: index, %[[LD:.+]]: index, %[[M:.+]]: index, %[[N:.+]]: index)
func.func @all(%A: memref<64x64xf16, strided<[?, 1]>>, %S: memref<4096xf16, 3>, %i: index, %j: index, %ld: index, %m: index, %n: index) {
  // CHECK: tl.thread_async %[[A]][%[[I]]] to %[[S]][%[[J]]] swizzle (3, 3, 3) bits 1016 atoms (4) : (16 * %[[LD]] div 8) -> (1024) vector 8 of (2, 4) -> (4, 1) within (%[[M]]) granule 1 within (%[[N]]) granule 8 by (0 : 16, 1 : 4, 1 : 1) swizzle (3, 1, 3) reason "why" align 16 {test.note = 1 : i64} : memref<64x64xf16, strided<[?, 1]>> to memref<4096xf16, 3>
  // GENERIC: {access = #tl.access<to swizzle (3, 3, 3) bits 1016 atoms (4) : (16 * 1 div 8) -> (1024) vector 8 of (2, 4) -> (4, 1) within granule 1 within granule 8 by (0 : 16, 1 : 4, 1 : 1) swizzle (3, 1, 3) align 16>, reason = "why", test.note = 1 : i64}
  tl.thread_async %A[%i] to %S[%j] swizzle (3, 3, 3) bits 1016 atoms (4) : (16 * %ld div 8) -> (1024) vector 8 of (2, 4) -> (4, 1) within (%m) granule 1 within (%n) granule 8 by (0 : 16, 1 : 4, 1 : 1) swizzle (3, 1, 3) reason "why" align 16 {test.note = 1} : memref<64x64xf16, strided<[?, 1]>> to memref<4096xf16, 3>
  return
}
