// RUN: %tl-opt %s --tl-vectorize-copies | FileCheck %s
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(tl-vectorize-copies)' | FileCheck %s
// RUN: %tl-opt %s --tl-vectorize-copies=max-vector-bits=32 | FileCheck %s --check-prefix=NARROW
// RUN: not tl-opt %s --tl-vectorize-copies=max-vector-bits=48 2>&1 | FileCheck %s --check-prefix=INVALID

// RUN: tl-opt %s --tl-vectorize-copies=max-vector-bits=8 -o /dev/null
// RUN: not tl-opt %s --tl-vectorize-copies=max-vector-bits=4 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: {{.*}}max-vector-bits is 4; it has to be 8
// INVALID: error: {{.*}}max-vector-bits is 48; it has to be 8, 16, 32, 64, 128 or 256, or 0

// Eight floats in a row are two accesses of four, or eight of one.

// CHECK-LABEL:  func.func @contiguous
// CHECK:        atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
// NARROW-LABEL: func.func @contiguous
// NARROW:       atoms (8) : (1) -> (1) vector 1 of () -> () align 16
func.func @contiguous(%m: memref<256xf32>, %o: index) -> vector<8xf32> {
  %v = tl.thread_load %m[%o] atoms (8) : (1) -> (1) align 16 : memref<256xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// The alignment bounds the access, and so does an outer stride.

// CHECK-LABEL: func.func @bounded
// CHECK:       atoms (4) : (2) -> (2) vector 2 of (2) -> (1) align 8
// CHECK:       atoms (2, 4) : (10, 2) -> (8, 2) vector 2 of (2) -> (1) align 16
// CHECK:       atoms (2, 8) : (9, 1) -> (8, 1) vector 1 of () -> () align 16
func.func @bounded(%m: memref<256xf32>, %o: index) {
  %0 = tl.thread_load %m[%o] atoms (8) : (1) -> (1) align 8 : memref<256xf32> to vector<8xf32>
  %1 = tl.thread_load %m[%o] atoms (2, 8) : (10, 1) -> (8, 1) align 16 : memref<256xf32> to vector<16xf32>
  %2 = tl.thread_load %m[%o] atoms (2, 8) : (9, 1) -> (8, 1) align 16 : memref<256xf32> to vector<16xf32>
  return
}

// A swizzle keeps chunks of 2^base elements in one piece.

// CHECK-LABEL: func.func @swizzled
// CHECK:       atoms () : () -> () vector 8 of (8) -> (1) swizzle (3, 3, 3) align 16
// CHECK:       atoms (2) : (4) -> (4) vector 4 of (4) -> (1) swizzle (2, 3, 3) align 16
// CHECK:       atoms (8) : (1) -> (1) vector 1 of () -> () swizzle (0, 3, 3) align 16
func.func @swizzled(%m: memref<4096xf16, 3>, %o: index, %r: memref<8xf16, 5>) {
  tl.thread_copy %m[%o] to %r atoms (8) : (1) -> (1) swizzle (3, 3, 3) align 16 : memref<4096xf16, 3> to memref<8xf16, 5>
  tl.thread_copy %m[%o] to %r atoms (8) : (1) -> (1) swizzle (2, 3, 3) align 16 : memref<4096xf16, 3> to memref<8xf16, 5>
  tl.thread_copy %r to %m[%o] atoms (8) : (1) -> (1) swizzle (0, 3, 3) align 16 : memref<8xf16, 5> to memref<4096xf16, 3>
  return
}

// Registers of an access need not be consecutive.

// CHECK-LABEL: func.func @renamed
// CHECK:       atoms (2) : (4) -> (1) vector 4 of (4) -> (2) align 16
// CHECK:       atoms () : () -> () vector 4 of (2, 2) -> (1, 2) align 16
func.func @renamed(%m: memref<256xf32>, %o: index) {
  %0 = tl.thread_load %m[%o] atoms (2, 4) : (4, 1) -> (1, 2) align 16 : memref<256xf32> to vector<8xf32>
  %1 = tl.thread_load %m[%o] atoms (2, 2) : (2, 1) -> (1, 2) align 16 : memref<256xf32> to vector<4xf32>
  return
}

// A run of 6 is four and a pair; a run of 3 x 4 is three accesses of four.

// CHECK-LABEL: func.func @runs
// CHECK:       atoms () : () -> () vector 4 of (6) -> (1) align 16
// CHECK:       atoms () : () -> () vector 4 of (4, 3) -> (1, 4) align 16
func.func @runs(%m: memref<256xf32>, %o: index) {
  %0 = tl.thread_load %m[%o] atoms (6) : (1) -> (1) align 16 : memref<256xf32> to vector<6xf32>
  %1 = tl.thread_load %m[%o] atoms (4, 3) : (3, 1) -> (1, 4) align 16 : memref<256xf32> to vector<12xf32>
  return
}

// A tail is for fewer accesses only, and the rows have to be aligned to the wide
// ones.

// CHECK-LABEL: func.func @tails
// CHECK:       atoms (2) : (8) -> (7) vector 4 of (7) -> (1) align 16
// CHECK:       atoms (2, 3) : (10, 2) -> (6, 2) vector 2 of (2) -> (1) align 16
// CHECK:       atoms () : () -> () vector 4 of (7) -> (1) swizzle (2, 3, 3) align 16
func.func @tails(%m: memref<256xf32>, %s: memref<256xf32, 3>, %o: index) {
  %0 = tl.thread_load %m[%o] atoms (2, 7) : (8, 1) -> (7, 1) align 16 : memref<256xf32> to vector<14xf32>
  %1 = tl.thread_load %m[%o] atoms (2, 6) : (10, 1) -> (6, 1) align 16 : memref<256xf32> to vector<12xf32>
  %2 = tl.thread_load %s[%o] atoms (7) : (1) -> (1) swizzle (2, 3, 3) align 16 : memref<256xf32, 3> to vector<7xf32>
  return
}

// Where the runs start past a multiple of the width, a head; not where an atom moves
// them to another phase.

// CHECK-LABEL: func.func @heads
// CHECK:       atoms () : () -> () vector 16 of (31) -> (1) align 16 phase 1
// CHECK:       atoms (2) : (8) -> (7) vector 4 of (7) -> (1) align 16 phase 2
// CHECK:       atoms (2, 7) : (9, 1) -> (7, 1) vector 1 of () -> () align 16 phase 2
// CHECK:       atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 32 phase 4
func.func @heads(%b: memref<64xi8>, %m: memref<256xf32>, %o: index) {
  %0 = tl.thread_load %b[%o] atoms (31) : (1) -> (1) align 16 phase 1 : memref<64xi8> to vector<31xi8>
  %1 = tl.thread_load %m[%o] atoms (2, 7) : (8, 1) -> (7, 1) align 16 phase 2 : memref<256xf32> to vector<14xf32>
  %2 = tl.thread_load %m[%o] atoms (2, 7) : (9, 1) -> (7, 1) align 16 phase 2 : memref<256xf32> to vector<14xf32>
  %3 = tl.thread_load %m[%o] atoms (8) : (1) -> (1) align 32 phase 4 : memref<256xf32> to vector<8xf32>
  return
}

// What has a vector keeps it.

// CHECK-LABEL: func.func @chosen
// CHECK:       atoms (4) : (2) -> (2) vector 2 of (2) -> (1) align 16
func.func @chosen(%m: memref<256xf32>, %o: index) -> vector<8xf32> {
  %v = tl.thread_load %m[%o] atoms (4) : (2) -> (2) vector 2 of (2) -> (1) align 16 : memref<256xf32> to vector<8xf32>
  return %v : vector<8xf32>
}
