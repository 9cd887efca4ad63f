// RUN: tl-opt %s | tl-opt | FileCheck %s
// RUN: tl-opt %s --mlir-print-op-generic | tl-opt | FileCheck %s

// `layout auto` on either side, in memory of the tile's shape, of slices, or flat.

func.func @all(%A: memref<64x64xf16>, %S: memref<64x64xf16, 3>, %T: memref<4096xf16, 3>, %R: memref<4x64x64xf16, 3>, %i: index) {
  // CHECK: tl.copy %{{.+}} to %{{.+}} layout auto scope cta : memref<64x64xf16> to memref<64x64xf16, 3>
  tl.copy %A to %S layout auto scope cta : memref<64x64xf16> to memref<64x64xf16, 3>
  // CHECK: tl.copy %{{.+}} layout auto to %{{.+}} layout auto scope cta : memref<64x64xf16, 3> to memref<4096xf16, 3>
  tl.copy %S layout auto to %T layout auto scope cta : memref<64x64xf16, 3> to memref<4096xf16, 3>
  // CHECK: tl.copy %{{.+}} to %{{.+}} layout auto scope cta tile(64, 32) async : memref<64x64xf16> to memref<4096xf16, 3>
  tl.copy %A to %T layout auto scope cta tile(64, 32) async : memref<64x64xf16> to memref<4096xf16, 3>
  // CHECK: tl.load %{{.+}}[%{{.+}}, 0, 16] layout auto as #{{.+}} scope warp : memref<4x64x64xf16, 3> to vector<8xf16>
  %v = tl.load %R[%i, 0, 16] layout auto as #tl.register<spatial(8, 4).local(2, 4)> scope warp : memref<4x64x64xf16, 3> to vector<8xf16>
  // CHECK: tl.store %{{.+}} as #{{.+}} to %{{.+}} layout auto scope warp : vector<8xf16> to memref<4096xf16, 3>
  tl.store %v as #tl.register<spatial(8, 4).local(2, 4)> to %T layout auto scope warp : vector<8xf16> to memref<4096xf16, 3>
  return
}
