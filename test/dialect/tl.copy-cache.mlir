// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s

// The caches that keep what moves.

#frag = #tl.register<local(8)>

// CHECK-LABEL: func.func @modes(
func.func @modes(%A: memref<64xf16>, %S: memref<64xf16, 3>, %o: index) {
  // CHECK: tl.copy %{{.+}} to %{{.+}} scope cta threads 8 async {cache = "all"} :
  tl.copy %A to %S scope cta threads 8 async {cache = "all"} : memref<64xf16> to memref<64xf16, 3>
  // CHECK: tl.copy %{{.+}} to %{{.+}} scope cta threads 8 async {cache = "l2"} :
  tl.copy %A to %S scope cta threads 8 async {cache = "l2"} : memref<64xf16> to memref<64xf16, 3>
  // CHECK: tl.copy %{{.+}} to %{{.+}} scope cta threads 8 {cache = "streaming"} :
  tl.copy %S to %A scope cta threads 8 {cache = "streaming"} : memref<64xf16, 3> to memref<64xf16>
  // CHECK: tl.load %{{.+}} scope thread {cache = "streaming"} :
  %v = tl.load %A[0] as #frag scope thread {cache = "streaming"} : memref<64xf16> to vector<8xf16>
  // CHECK: tl.thread_store %{{.+}} {cache = "streaming"} :
  tl.thread_store %v to %A[%o] atoms (8) : (1) -> (1) align 2 {cache = "streaming"} : vector<8xf16> to memref<64xf16>
  // CHECK: tl.thread_async %{{.+}} {cache = "all"} :
  tl.thread_async %A[%o] to %S[%o] atoms (8) : (1) -> (1) align 16 {cache = "all"} : memref<64xf16> to memref<64xf16, 3>
  return
}
