// RUN: tl-opt %s --tl-lower-thread-copies --verify-diagnostics 

// Single elements of 2 bytes are not what cp.async moves.

func.func @too_narrow(%A: memref<64xf16>, %S: memref<64xf16, 3>, %i: index) {
  tl.async_commit
  // expected-error @+1 {{'tl.thread_async' op cp.async moves 4, 8 or 16 bytes, not 2; run tl-vectorize-copies first}}
  tl.thread_async %A[%i] to %S[%i] atoms (8) : (1) -> (1) align 16 : memref<64xf16> to memref<64xf16, 3>
  return
}
