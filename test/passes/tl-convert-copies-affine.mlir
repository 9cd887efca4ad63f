// RUN: tl-opt %s --tl-convert-copies --mlir-print-local-scope --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tl-sim %t.mlir --kernel=tiles --arg=3:scalar=2 --reference=tiles_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=from_below --arg=2:scalar=-1 --reference=from_below_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=differences --reference=differences_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=tiles --arg=3:scalar=2 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// SAME: elements, off by at most 0
// LOWERED: equivalent

// Loops of affine are those of scf, and maps are sums of their numbers.

gpu.module @kernels {

// CHECK-LABEL: gpu.func @tiles(
// CHECK-SAME:    %[[A:[^:]+]]: memref<4x32x48xf32>, %[[B:[^:]+]]: memref<48x32xf32>, %[[C:[^:]+]]: memref<16x32xf32>, %[[N:[^:]+]]: index)
// CHECK-SAME:    workgroup(%[[S:[^:]+]] : memref<48x32xf32, 3>, %[[R:[^:]+]] : memref<16x32xf32, 3>)
// CHECK:       %[[T:.+]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [4, 48, 32], strides: [1536, 1, 48]
// CHECK-NEXT:  tl.copy %[[T]][%[[N]], 0, 0] to %[[S]] scope cta tile(48, 32) threads 64
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[S]] to %[[B]] scope cta tile(48, 32) threads 64
// CHECK-NEXT:  gpu.barrier
// CHECK:       %[[O:.+]] = arith.muli %[[N]], %c8
// CHECK:       %[[P:.+]] = arith.addi %[[O]], %c2
// CHECK-NEXT:  tl.copy %[[S]][%[[P]], 16] to %[[R]][0, 16] scope cta tile(16, 16) threads 64
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[R]][0, 16] to %[[C]][0, 16] scope cta tile(16, 16) threads 64
// CHECK-NOT:   affine.
gpu.func @tiles(%a: memref<4x32x48xf32>, %b: memref<48x32xf32>, %c: memref<16x32xf32>, %n: index)
    workgroup(%s: memref<48x32xf32, 3>, %r: memref<16x32xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 48 {
      %x = affine.load %a[%n, %i, %j] : memref<4x32x48xf32>
      affine.store %x, %s[%j, %i] : memref<48x32xf32, 3>
    }
  }
  gpu.barrier
  affine.parallel (%i, %j) = (0, 0) to (48, 32) step (1, 4) {
    %x = affine.vector_load %s[%i, %j] : memref<48x32xf32, 3>, vector<4xf32>
    affine.vector_store %x, %b[%i, %j] : memref<48x32xf32>, vector<4xf32>
  }
  gpu.barrier
  affine.for %i = 0 to 16 {
    affine.parallel (%j) = (4) to (8) {
      %x = affine.vector_load %s[%n * 8 + %i + 2, %j * 4] : memref<48x32xf32, 3>, vector<4xf32>
      affine.vector_store %x, %r[%i, %j * 4] : memref<16x32xf32, 3>, vector<4xf32>
    }
  }
  gpu.barrier
  affine.for %i = 16 to 32 {
    affine.for %j = 16 to 32 {
      %x = affine.load %r[%i - 16, %j] : memref<16x32xf32, 3>
      affine.store %x, %c[%i - 16, %j] : memref<16x32xf32>
    }
  }
  gpu.return
}

// CHECK-LABEL: func.func @tiles_reference(
func.func @tiles_reference(%a: memref<4x32x48xf32>, %b: memref<48x32xf32>, %c: memref<16x32xf32>, %n: index) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 48 {
      %x = affine.load %a[symbol(%n), %i, %j] : memref<4x32x48xf32>
      affine.store %x, %b[%j, %i] : memref<48x32xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 16 to 32 {
      %x = affine.load %b[symbol(%n) * 8 + %i + 2, %j] : memref<48x32xf32>
      affine.store %x, %c[%i, %j] : memref<16x32xf32>
    }
  }
  return
}

// An origin is a sum, of which a part may be below 0.
// CHECK-LABEL: gpu.func @from_below(
// CHECK:         arith.muli {{.+}} overflow<nsw> : index
// CHECK:         tl.copy
gpu.func @from_below(%a: memref<64xf32>, %b: memref<64xf32>, %n: index) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%n * 8 + %i + 16] : memref<64xf32>
    affine.store %x, %s[%i] : memref<64xf32, 3>
  }
  affine.for %i = 0 to 32 {
    %x = affine.load %s[%i] : memref<64xf32, 3>
    affine.store %x, %b[%i] : memref<64xf32>
  }
  gpu.return
}

func.func @from_below_reference(%a: memref<64xf32>, %b: memref<64xf32>, %n: index) {
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i + 8] : memref<64xf32>
    affine.store %x, %b[%i] : memref<64xf32>
  }
  return
}

// Differences are sums, too.
// CHECK-LABEL: gpu.func @differences(
// CHECK:       tl.copy %{{.+}}[8] to %{{.+}} scope cta tile(32) threads 64 : memref<64xf32> to memref<32xf32, 3>
gpu.func @differences(%a: memref<64xf32>, %b: memref<32xf32>) workgroup(%s: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  scf.for %i = %c16 to %c48 step %c1 {
    %from = arith.subi %i, %c8 : index
    %to = arith.subi %i, %c16 : index
    %x = memref.load %a[%from] : memref<64xf32>
    memref.store %x, %s[%to] : memref<32xf32, 3>
  }
  gpu.barrier
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %s[%i] : memref<32xf32, 3>
    memref.store %x, %b[%i] : memref<32xf32>
  }
  gpu.return
}

func.func @differences_reference(%a: memref<64xf32>, %b: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i + 8] : memref<64xf32>
    affine.store %x, %b[%i] : memref<32xf32>
  }
  return
}

// What is no tile: bounds of run time or several, gaps, quotients.
// CHECK-LABEL: gpu.func @others(
// CHECK-NOT:   tl.copy
gpu.func @others(%a: memref<64x64xf32>, %s: memref<64x64xf32, 3>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // expected-remark @+1 {{'affine.for' op is left. W10: loop 0 has no greatest number of turns}}
  affine.for %i = 0 to %n {
    %x = affine.load %a[0, %i] : memref<64x64xf32>
    affine.store %x, %s[0, %i] : memref<64x64xf32, 3>
  }
  // expected-remark @+1 {{W4: parts of the target are left out by bounds}}
  affine.for %i = 0 to min affine_map<()[s0] -> (64, s0)>()[%n] {
    %x = affine.load %a[0, %i] : memref<64x64xf32>
    affine.store %x, %s[0, %i] : memref<64x64xf32, 3>
  }
  // expected-remark @+1 {{W4: parts of the target are left out by bounds}}
  affine.parallel (%i) = (0) to (min(64, symbol(%n))) {
    %x = affine.load %a[0, %i] : memref<64x64xf32>
    affine.store %x, %s[0, %i] : memref<64x64xf32, 3>
  }
  // expected-remark @+1 {{W10: loop 0 moves by 2 along dimension 1}}
  affine.parallel (%i) = (0) to (64) step (2) {
    %x = affine.load %a[0, %i] : memref<64x64xf32>
    affine.store %x, %s[0, %i] : memref<64x64xf32, 3>
  }
  // The greatest number is a number of turns, too.
  // expected-remark @+1 {{W10: loop 0 moves by 4 along dimension 1}}
  affine.for %i = 0 to 9223372036854775807 step 4 {
    %x = affine.load %a[0, %i] : memref<64x64xf32>
    affine.store %x, %s[0, %i] : memref<64x64xf32, 3>
  }
  // expected-remark @+1 {{W10: index 1 of the source is no sum of numbers of loops, times constants, of one value of outside, and of a number of at least 0}}
  affine.for %i = 0 to 64 {
    %x = affine.load %a[0, %i floordiv 2] : memref<64x64xf32>
    affine.store %x, %s[0, %i] : memref<64x64xf32, 3>
  }
  // expected-remark @+1 {{W10: loop 0 has results; loops of a tile only copy}}
  %total = affine.for %i = 0 to 64 iter_args(%k = %n) -> (index) {
    %x = affine.load %a[0, %i] : memref<64x64xf32>
    affine.store %x, %s[0, %i] : memref<64x64xf32, 3>
    affine.yield %k : index
  }
  gpu.return
}
}
