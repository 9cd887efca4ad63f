// RUN: tl-opt %s --tl-normalize-layouts --verify-diagnostics
// RUN: tl-opt %s --pass-pipeline='builtin.module(lower-layout-copies{verify-by-simulation})' 2>&1 | FileCheck %s
// CHECK-COUNT-5: warning: {{.*}} copies a part of
// CHECK-NOT:     warning: {{.*}} copies a part of

// A layout or a tile smaller than memory is a warning with both shapes, unless an
// origin or a tile says that a part is meant.

#part = #tl.shared<row_major(32, 32)>
#whole = #tl.shared<row_major(64, 64)>
#padded = #tl.cute<(64,64):(72,1)>
#frag = #tl.register<spatial(8, 4).local(4, 8)>

gpu.module @m {

gpu.func @layouts(%G: memref<32x32xf32>, %H: memref<64x64xf32>, %S: memref<4096xf32, 3>, %P: memref<4608xf32, 3>, %Q: memref<1055xf32, 3>, %R: memref<1056xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  // expected-warning @+1 {{'tl.copy' op copies a part of target alone: its layout has shape 32, 32, and its memory 4096; an origin, or 'tile' of a copy, says that this is meant}}
  tl.copy %G to %S layout #part scope cta : memref<32x32xf32> to memref<4096xf32, 3>
  gpu.barrier
  // expected-warning @+1 {{'tl.load' op copies a part of source alone: its layout has shape 32, 32, and its memory 4096; }}
  %v = tl.load %S layout #part as #frag scope cta : memref<4096xf32, 3> to vector<32xf32>
  // What a pitch leaves at the end is padding.
  tl.copy %H to %P layout #padded scope cta : memref<64x64xf32> to memref<4608xf32, 3>
  gpu.barrier
  // Less than a row is padding as well.
  tl.copy %G to %Q layout #part scope cta : memref<32x32xf32> to memref<1055xf32, 3>
  // expected-warning @+1 {{'tl.copy' op copies a part of target alone: its layout has shape 32, 32, and its memory 1056; }}
  tl.copy %G to %R layout #part scope cta : memref<32x32xf32> to memref<1056xf32, 3>
  gpu.barrier
  tl.copy %G to %S[0, 0] layout #part scope cta : memref<32x32xf32> to memref<4096xf32, 3>
  gpu.barrier
  tl.copy %G to %S layout #part scope cta tile(32, 32) : memref<32x32xf32> to memref<4096xf32, 3>
  gpu.return
}

gpu.func @tiles(%G: memref<64x64xf32>, %S: memref<1024xf32, 3>, %T: memref<32x64xf32, 3>, %m: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  // expected-warning @+1 {{'tl.copy' op copies a part of source alone: the tile has shape 32, 32, and its memory 64, 64; }}
  tl.copy %G to %S layout #part scope cta : memref<64x64xf32> to memref<1024xf32, 3>
  gpu.barrier
  // expected-warning @+1 {{'tl.copy' op copies a part of target alone: the tile has shape 32, 64, and its memory 64, 64; }}
  tl.copy %T to %G scope cta : memref<32x64xf32, 3> to memref<64x64xf32>
  gpu.barrier
  tl.copy %G[%m, 0] to %T scope cta : memref<64x64xf32> to memref<32x64xf32, 3>
  gpu.barrier
  tl.copy %G to %T scope cta tile(32, 64) : memref<64x64xf32> to memref<32x64xf32, 3>
  gpu.return
}

}
