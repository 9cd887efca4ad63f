// RUN: %tl-opt %s --tl-lower-thread-copies | FileCheck %s
// RUN: %tl-opt %s --tl-lower-thread-copies=target=gfx942 | FileCheck %s --check-prefix=GFX --implicit-check-not=inline_asm
// RUN: not tl-opt %s --tl-lower-thread-copies=target=sm_1 2>&1 | FileCheck %s --check-prefix=NONE

// A register of PTX is one of a lane; what AMD's assembler calls so is one of a wave.
// GFX: func.func @rows
// NONE: error: {{.*}}target is "sm_1"; it has to be one of sm_70,

// Accesses under one condition are in one branch: of four rows, of two accesses
// each, the first is where the others are, and three more have a condition of
// their own.

// CHECK-LABEL: func.func @rows
// CHECK:         scf.if %{{.*}} -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>)
// CHECK-COUNT-2:   vector.load
// CHECK-COUNT-3:   scf.if %{{.*}} -> (vector<4xf32>, vector<4xf32>) {
// CHECK-NOT:     scf.if
// CHECK:         vector.print
// CHECK:         scf.if %{{[^>]*}} {
// CHECK-COUNT-2:   vector.store
// CHECK:           scf.if
// CHECK-COUNT-2:     vector.store
// CHECK:           scf.if
// CHECK-COUNT-2:     vector.store
// CHECK:           scf.if
// CHECK-COUNT-2:     vector.store
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @rows(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4, 2) : (16, 8) -> (8, 4) vector 4 of (4) -> (1) within (%m) granule 1 by (0 : 1, 0 : 0, 0 : 0) align 16 : memref<64xf32> to vector<32xf32>
  vector.print %v : vector<32xf32>
  tl.thread_store %v to %b[%o] atoms (4, 2) : (16, 8) -> (8, 4) vector 4 of (4) -> (1) within (%m) granule 1 by (0 : 1, 0 : 0, 0 : 0) align 16 : vector<32xf32> to memref<64xf32>
  return
}

// Those without a condition may stand between them.

// CHECK-LABEL: func.func @columns
// CHECK:         scf.if
// CHECK-COUNT-2:   vector.load
// CHECK:           scf.if %{{.*}} -> (vector<4xf32>, vector<4xf32>) {
// CHECK-COUNT-2:     vector.load
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @columns(%a: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2, 2) : (8, 16) -> (4, 8) vector 4 of (4) -> (1) within (%m) granule 1 by (0 : 0, 0 : 1, 0 : 0) align 16 : memref<64xf32> to vector<16xf32>
  vector.print %v : vector<16xf32>
  return
}

// What a limit may cut is in pieces, each with a branch.

// CHECK-LABEL: func.func @cut
// CHECK:         scf.if
// CHECK-COUNT-8: memref.load
// CHECK:         return
func.func @cut(%a: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 1 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  vector.print %v : vector<8xf32>
  return
}

// What is computed and stored in more than two branches is computed in front of
// them, and held in words, where it takes less than what it is made of; what does not,
// two accesses, and what is loaded, are left to LLVM.

// CHECK-LABEL: func.func @computed
// CHECK-COUNT-12: llvm.inline_asm "", "=r,0"
// CHECK-NOT:     llvm.inline_asm
// CHECK:         scf.if
// CHECK-NOT:     llvm.inline_asm
// CHECK:         return
func.func @computed(%a: memref<64xf32>, %o: index, %m: index, %v: vector<12xf64>) {
  %w = arith.truncf %v : vector<12xf64> to vector<12xf32>
  tl.thread_store %w to %a[%o] atoms (3) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<12xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @parts
// CHECK-COUNT-6: llvm.inline_asm "", "=r,0"
// CHECK-NOT:     llvm.inline_asm
// CHECK:         scf.if
// CHECK-NOT:     llvm.inline_asm
// CHECK:         return
func.func @parts(%a: memref<64xf16>, %o: index, %m: index, %v: vector<12xf32>) {
  %w = arith.truncf %v : vector<12xf32> to vector<12xf16>
  tl.thread_store %w to %a[%o] atoms (3) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 8 : vector<12xf16> to memref<64xf16>
  return
}

// CHECK-LABEL: func.func @as_wide
// CHECK-NOT:     llvm.inline_asm
// CHECK:         return
func.func @as_wide(%a: memref<64xf32>, %o: index, %m: index, %v: vector<12xf32>) {
  %w = arith.addf %v, %v : vector<12xf32>
  tl.thread_store %w to %a[%o] atoms (3) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<12xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @few
// CHECK-NOT:     llvm.inline_asm
// CHECK:         return
func.func @few(%a: memref<64xf32>, %o: index, %m: index, %v: vector<8xf32>, %x: vector<12xf32>) {
  %w = arith.addf %v, %v : vector<8xf32>
  tl.thread_store %w to %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  tl.thread_store %x to %a[%o] atoms (3) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<12xf32> to memref<64xf32>
  return
}
