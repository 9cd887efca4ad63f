// RUN: tl-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: tl-opt %s --split-input-file --verify-diagnostics --mlir-print-op-generic | tl-opt --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s

// Strides known at run time, limits, matrices: the assembly and T7 to T9.

// CHECK-LABEL: func.func @all
func.func @all(%A: memref<64x64xf16, strided<[?, 1]>>, %S: memref<4096xf16, 3>, %i: index, %j: index, %ld: index, %m: index, %n: index) {
  // CHECK: tl.thread_load %{{.*}}[%{{.*}}, %{{.*}}] slots (0, 16) atoms (2, 8) : (16 * %{{.*}} div 8, 1) -> (8, 1) within (%arg5, %arg6) granule 1 within (%arg6, %arg5) granule 8 by (0 : 16, 1 : 1) pad 1.000000e+00 : f16 reason "argument 0 states no alignment" align 16 : memref<64x64xf16, strided<[?, 1]>> to vector<32xf16>
  %0 = tl.thread_load %A[%i, %j] slots (0, 16) atoms (2, 8) : (16 * %ld div 8, 1) -> (8, 1) within (%m, %n) granule 1 within (%n, %m) granule 8 by (0 : 16, 1 : 1) pad 1.0 : f16 reason "argument 0 states no alignment" align 16 : memref<64x64xf16, strided<[?, 1]>> to vector<32xf16>
  // CHECK: tl.thread_store %{{.*}} to %{{.*}}[%{{.*}}] atoms (4) : (1024) -> (8) vector 8 of (8) -> (1) swizzle (3, 3, 3) bits 1016 align 16 : vector<32xf16> to memref<4096xf16, 3>
  tl.thread_store %0 to %S[%i] atoms (4) : (1024) -> (8) vector 8 of (8) -> (1) swizzle (3, 3, 3) bits 1016 align 16 : vector<32xf16> to memref<4096xf16, 3>
  // CHECK: tl.thread_load %{{.*}}[%{{.*}}] atoms () : () -> () vector 8 of (4, 2) -> (2, 1) matrices 4 transposed align 16 : memref<4096xf16, 3> to vector<8xf16>
  %1 = tl.thread_load %S[%i] atoms () : () -> () vector 8 of (4, 2) -> (2, 1) matrices 4 transposed align 16 : memref<4096xf16, 3> to vector<8xf16>
  // CHECK: tl.thread_load %{{.*}}[%{{.*}}] atoms (2) : (64) -> (1) within (%{{.*}}) granule 1 extent %{{.*}} within (%{{.*}}) granule 8 within (%{{.*}}) granule 2 extent %{{.*}} by (0 : 1) align 2 : memref<64x64xf16, strided<[?, 1]>> to vector<2xf16>
  %2 = tl.thread_load %A[%i] atoms (2) : (64) -> (1) within (%m) granule 1 extent %i within (%n) granule 8 within (%j) granule 2 extent %m by (0 : 1) align 2 : memref<64x64xf16, strided<[?, 1]>> to vector<2xf16>
  return
}

// -----

// T7: a stride known at run time has a divisor.
func.func @divisor(%A: memref<64xf16>, %i: index, %ld: index) {
  // expected-error @+1 {{'tl.thread_load' op stride 0 of the atoms needs a divisor of at least 1}}
  %0 = tl.thread_load %A[%i] atoms (8) : (1 * %ld div 0) -> (1) align 2 : memref<64xf16> to vector<8xf16>
  return
}

// -----

// T8: granules are positive.
func.func @granule(%A: memref<64xf16>, %i: index) {
  // expected-error @+1 {{'tl.thread_load' op granule 0 is below 1}}
  %0 = tl.thread_load %A[%i] atoms (8) : (1) -> (1) within (%i) granule 0 by (0 : 1) align 2 : memref<64xf16> to vector<8xf16>
  return
}

// -----

// T8: every weight has its limit.
func.func @limit(%A: memref<64xf16>, %i: index) {
  // expected-error @+1 {{'tl.thread_load' op a weight of limit 1; there are 1}}
  %0 = tl.thread_load %A[%i] atoms (8) : (1) -> (1) within (%i) granule 1 by (1 : 1) align 2 : memref<64xf16> to vector<8xf16>
  return
}

// -----

// T8: weights are those of the atoms and of the run.
func.func @weights(%A: memref<64xf16>, %i: index) {
  // expected-error @+1 {{expected a weight of every atom and digit of the run}}
  %0 = tl.thread_load %A[%i] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%i) granule 1 by (0 : 1) align 8 : memref<64xf16> to vector<8xf16>
  return
}

// -----

// T8: a pad has the element type.
func.func @pad(%A: memref<64xf16>, %i: index) {
  // expected-error @+1 {{'tl.thread_load' op pad has to be of the element type, and of a load}}
  %0 = tl.thread_load %A[%i] atoms (8) : (1) -> (1) within (%i) granule 1 by (0 : 1) pad 1 : i32 align 2 : memref<64xf16> to vector<8xf16>
  return
}

// -----

// T3: one room a limit and offset.
func.func @rooms(%A: memref<64xf16>, %i: index) {
  // expected-error @+1 {{'tl.thread_load' op expects 3 operands (memory, 1 offsets, 0 symbols, 1 rooms, 0 extents), got 4}}
  %0 = tl.thread_load %A[%i] atoms (8) : (1) -> (1) within (%i, %i) granule 1 by (0 : 1) align 2 : memref<64xf16> to vector<8xf16>
  return
}

// -----

// T9: matrices are in workgroup memory ...
func.func @matrix_space(%A: memref<64xf16>, %i: index) {
  // expected-error @+1 {{'tl.thread_load' op matrices have to be 1, 2 or 4 of elements of 8, 16 or 32 bits}}
  %0 = tl.thread_load %A[%i] atoms () : () -> () vector 8 of (8) -> (1) matrices 4 align 16 : memref<64xf16> to vector<8xf16>
  return
}

// -----

// T9: ... 1, 2 or 4 ...
func.func @matrix_count(%A: memref<64xf16, 3>, %i: index) {
  // expected-error @+1 {{'tl.thread_load' op matrices have to be 1, 2 or 4 of elements of 8, 16 or 32 bits}}
  %0 = tl.thread_load %A[%i] atoms () : () -> () vector 8 of (8) -> (1) matrices 3 align 16 : memref<64xf16, 3> to vector<8xf16>
  return
}

// -----

// T9: ... and of small elements.
func.func @matrix_element(%A: memref<64xf64, 3>, %i: index) {
  // expected-error @+1 {{'tl.thread_load' op matrices have to be 1, 2 or 4 of elements of 8, 16 or 32 bits}}
  %0 = tl.thread_load %A[%i] atoms () : () -> () vector 2 of (2) -> (1) matrices 4 align 16 : memref<64xf64, 3> to vector<2xf64>
  return
}

// -----

// T15: offsets fit 64 bits: 2 * 9223372036854775807 is -2 there.
func.func @far(%A: memref<64xf32>, %i: index) {
  // expected-error @+1 {{'tl.thread_load' op its atoms reach beyond 64 bits}}
  %0 = tl.thread_load %A[%i] atoms (3) : (9223372036854775807) -> (1) align 4 : memref<64xf32> to vector<8xf32>
  return
}

// -----

// T15: in bytes.
func.func @far_bytes(%A: memref<64xf32>, %i: index) {
  // expected-error @+1 {{'tl.thread_load' op its atoms reach beyond 64 bits}}
  %0 = tl.thread_load %A[%i] atoms (2) : (1152921504606846976) -> (1) align 4 : memref<64xf32> to vector<8xf32>
  return
}

// -----

// T15: coordinates under a limit.
func.func @far_coordinate(%A: memref<64xf32>, %i: index) {
  // expected-error @+1 {{'tl.thread_load' op its atoms reach beyond 64 bits}}
  %0 = tl.thread_load %A[%i] atoms (3) : (1) -> (1) within (%i) granule 1 by (0 : 4611686018427387904) align 4 : memref<64xf32> to vector<8xf32>
  return
}
