// RUN: tl-opt %s --verify-roundtrip --mlir-print-local-scope | FileCheck %s
// RUN: tl-opt %s --canonicalize --mlir-print-local-scope | FileCheck %s --check-prefix=FOLDED
// RUN: tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Registers whose fragment is to be chosen: of all of the memory, or of a tile of
// it; of a conversion one side.

// CHECK-LABEL: func.func @chain(
// CHECK: tl.load %{{.+}}[8, 0] as auto scope cta tile(16, 8) : memref<64x8xf16> to vector<4xf16>
// CHECK: tl.store %{{.+}} as auto to %{{.+}} layout auto scope cta : vector<4xf16> to memref<16x8xf16, 3>
// CHECK: tl.convert_layout %{{.+}} as auto to #tl.register<local(2, 1).spatial(8, 4).local(1, 2)> scope warp
// CHECK: tl.convert_layout %{{.+}} as #tl.register<local(2, 1).spatial(8, 4).local(1, 2)> to auto scope warp
// GENERIC: "tl.load"{{.*}}scope = "cta"{{.*}}target_layout_auto, tile = array<i64: 16, 8>
// GENERIC: "tl.convert_layout"{{.*}}source_layout_auto
func.func @chain(%A: memref<64x8xf16>, %S: memref<16x8xf16, 3>) {
  %v = tl.load %A[8, 0] as auto scope cta tile(16, 8) : memref<64x8xf16> to vector<4xf16>
  tl.store %v as auto to %S layout auto scope cta : vector<4xf16> to memref<16x8xf16, 3>
  %w = tl.load %S layout auto as auto scope warp : memref<16x8xf16, 3> to vector<2x2xf16>
  %x = tl.convert_layout %w as auto to #tl.register<mma_c(16, 8, 16, 16)> scope warp : vector<2x2xf16> to vector<4xf16>
  %y = tl.convert_layout %x as #tl.register<mma_c(16, 8, 16, 16)> to auto scope warp : vector<4xf16> to vector<4xf16>
  tl.store %y as auto to %A[0, 0] scope warp tile(16, 8) : vector<4xf16> to memref<64x8xf16>
  return
}

// What a memory is folded into has more than the tile; a conversion from what is
// to be chosen stays.

// FOLDED-LABEL: func.func @folds(
// FOLDED: tl.load %{{.+}}[16, 0] as auto scope warp tile(16, 8) : memref<64x8xf32> to vector<4xf32>
// FOLDED: tl.convert_layout %{{.+}} as auto to
func.func @folds(%A: memref<64x8xf32>, %B: memref<16x8xf32>) {
  %V = memref.subview %A[16, 0] [16, 8] [1, 1] : memref<64x8xf32> to memref<16x8xf32, strided<[8, 1], offset: 128>>
  %v = tl.load %V as auto scope warp : memref<16x8xf32, strided<[8, 1], offset: 128>> to vector<4xf32>
  %w = tl.convert_layout %v as auto to #tl.register<spatial(16, 2).local(1, 4)> scope warp : vector<4xf32> to vector<4xf32>
  %x = arith.addf %w, %w : vector<4xf32>
  tl.store %x as #tl.register<spatial(16, 2).local(1, 4)> to %B scope warp : vector<4xf32> to memref<16x8xf32>
  return
}
