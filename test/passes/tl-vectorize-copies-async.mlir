// RUN: %tl-opt %s --tl-vectorize-copies | FileCheck %s
// RUN: %tl-opt %s --tl-vectorize-copies=max-vector-bits=64 | FileCheck %s --check-prefix=NARROW
// RUN: not tl-opt %s --tl-vectorize-copies=target=sm_75 2>&1 | FileCheck %s --check-prefix=TURING

// 16, 8 or 4 bytes: consecutive and aligned on both sides.

// CHECK-LABEL:  func.func @widths
// CHECK:        tl.thread_async {{.+}} atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
// CHECK:        tl.thread_async {{.+}} atoms (4) : (2) -> (2) vector 2 of (2) -> (1) align 8
// CHECK:        tl.thread_async {{.+}} atoms (8) : (1) -> (1) vector 1 of () -> () align 4
// NARROW-LABEL: func.func @widths
// NARROW-COUNT-2: atoms (4) : (2) -> (2) vector 2 of (2) -> (1)
// NARROW:       atoms (8) : (1) -> (1) vector 1 of () -> ()
// TURING:       error: 'tl.thread_async' op sm_75 has no asynchronous copies (cp.async needs sm_80)
func.func @widths(%A: memref<256xf32>, %S: memref<256xf32, 3>, %o: index, %p: index) {
  tl.thread_async %A[%o] to %S[%p] atoms (8) : (1) -> (1) align 16 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %A[%o] to %S[%p] atoms (8) : (1) -> (1) align 8 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %A[%o] to %S[%p] atoms (8) : (1) -> (1) align 4 : memref<256xf32> to memref<256xf32, 3>
  return
}

// Either side may end the run, leave an odd stride outside of it, or swizzle.

// CHECK-LABEL: func.func @sides
// CHECK:       tl.thread_async {{.+}} atoms (2) : (128) -> (4) vector 4 of (4) -> (1) align 16
// CHECK:       tl.thread_async {{.+}} atoms (2) : (4) -> (128) vector 4 of (4) -> (1) align 16
// CHECK:       tl.thread_async {{.+}} atoms (2, 2) : (10, 2) -> (4, 2) vector 2 of (2) -> (1) align 16
// CHECK:       tl.thread_async {{.+}} atoms (2, 4) : (4, 1) -> (9, 1) vector 1 of () -> () align 16
// CHECK:       tl.thread_async {{.+}} swizzle (1, 3, 3) atoms (4) : (2) -> (2) vector 2 of (2) -> (1) align 16
// CHECK:       tl.thread_async {{.+}} atoms (8) : (1) -> (1) vector 1 of () -> () swizzle (0, 3, 3) align 16
// CHECK:       tl.thread_async {{.+}} atoms (2) : (2 * %{{.+}} div 2) -> (4) vector 4 of (4) -> (1) align 16
// CHECK:       tl.thread_async {{.+}} atoms (2, 2) : (1 * %{{.+}} div 2, 2) -> (4, 2) vector 2 of (2) -> (1) align 16
func.func @sides(%A: memref<256xf32>, %S: memref<256xf32, 3>, %o: index, %p: index) {
  tl.thread_async %A[%o] to %S[%p] atoms (2, 4) : (128, 1) -> (4, 1) align 16 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %A[%o] to %S[%p] atoms (2, 4) : (4, 1) -> (128, 1) align 16 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %A[%o] to %S[%p] atoms (2, 4) : (10, 1) -> (4, 1) align 16 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %A[%o] to %S[%p] atoms (2, 4) : (4, 1) -> (9, 1) align 16 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %A[%o] to %S[%p] swizzle (1, 3, 3) atoms (8) : (1) -> (1) align 16 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %A[%o] to %S[%p] atoms (8) : (1) -> (1) swizzle (0, 3, 3) align 16 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %A[%o] to %S[%p] atoms (2, 4) : (2 * %p div 2, 1) -> (4, 1) align 16 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %A[%o] to %S[%p] atoms (2, 4) : (1 * %p div 2, 1) -> (4, 1) align 16 : memref<256xf32> to memref<256xf32, 3>
  return
}

// A run of 6 is three accesses of 2, one of three rows of 4 may be of 4.

// CHECK-LABEL: func.func @runs
// CHECK:       atoms (3) : (2) -> (2) vector 2 of (2) -> (1) align 16
// CHECK:       atoms (3) : (4) -> (4) vector 4 of (4) -> (1) align 16
// CHECK:       atoms (4) : (8) -> (8) vector 8 of (4, 2) -> (2, 1) align 16
func.func @runs(%A: memref<256xf32>, %S: memref<256xf32, 3>, %H: memref<256xf16>, %T: memref<256xf16, 3>, %o: index, %p: index) {
  tl.thread_async %A[%o] to %S[%p] atoms (6) : (1) -> (1) align 16 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %A[%o] to %S[%p] atoms (12) : (1) -> (1) align 16 : memref<256xf32> to memref<256xf32, 3>
  tl.thread_async %H[%o] to %T[%p] atoms (16, 2) : (2, 1) -> (2, 1) align 16 : memref<256xf16> to memref<256xf16, 3>
  return
}

// What a limit leaves of an access has to be its first elements: two rows of 4
// may be one access where rows are limited, but not where columns are.

// CHECK-LABEL: func.func @limits
// CHECK:       atoms () : () -> () vector 8 of (8) -> (1) within (%{{.+}}) granule 1 by (0 : 1) align 16
// CHECK:       atoms () : () -> () vector 8 of (2, 4) -> (4, 1) within (%{{.+}}) granule 1 by (0 : 1, 0 : 0) align 16
// CHECK:       atoms (2) : (4) -> (4) vector 4 of (4) -> (1) within (%{{.+}}) granule 1 by (0 : 0, 0 : 1) align 16
// CHECK:       atoms (4) : (2) -> (2) vector 2 of (2) -> (1) within (%{{.+}}) granule 1 by (0 : 2, 0 : 0) align 16
func.func @limits(%A: memref<256xf16>, %S: memref<256xf16, 3>, %o: index, %m: index) {
  tl.thread_async %A[%o] to %S[%o] atoms (8) : (1) -> (1) within (%m) granule 1 by (0 : 1) align 16 : memref<256xf16> to memref<256xf16, 3>
  tl.thread_async %A[%o] to %S[%o] atoms (2, 4) : (4, 1) -> (4, 1) within (%m) granule 1 by (0 : 1, 0 : 0) align 16 : memref<256xf16> to memref<256xf16, 3>
  tl.thread_async %A[%o] to %S[%o] atoms (2, 4) : (4, 1) -> (4, 1) within (%m) granule 1 by (0 : 0, 0 : 1) align 16 : memref<256xf16> to memref<256xf16, 3>
  tl.thread_async %A[%o] to %S[%o] atoms (4, 2) : (2, 1) -> (2, 1) within (%m) granule 1 by (0 : 2, 0 : 0) align 16 : memref<256xf16> to memref<256xf16, 3>
  return
}
