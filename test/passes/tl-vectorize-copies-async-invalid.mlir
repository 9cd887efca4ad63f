// RUN: tl-opt %s --tl-vectorize-copies --verify-diagnostics

// What cp.async cannot do, it cannot do in any width.
func.func @narrow(%A: memref<256xf16>, %S: memref<256xf16, 3>, %o: index) {
  tl.thread_async %A[%o] to %S[%o] atoms (8) : (1) -> (1) align 16 : memref<256xf16> to memref<256xf16, 3>
  // expected-error @+1 {{'tl.thread_async' op cp.async moves 4, 8 or 16 bytes; in accesses of at most 128 bits, aligned to 2 bytes, no run of so many is consecutive on both sides}}
  tl.thread_async %A[%o] to %S[%o] atoms (8) : (1) -> (1) align 2 : memref<256xf16> to memref<256xf16, 3>
  return
}
