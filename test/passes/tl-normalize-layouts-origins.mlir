// RUN: tl-opt %s --tl-normalize-layouts --verify-diagnostics

// What is proved of an origin can say that the tile leaves memory wherever it
// starts (rule V17), or that nobody would write that origin for that tile.

#frag = #tl.register<spatial(8, 4).local(4, 8)>
#smem = #tl.shared<row_major(32, 32)>
!g = memref<64x64xf32>
!ring = memref<3x32x32xf32, 3>
!batch = memref<4x32x32xf32>

gpu.module @m {
gpu.func @ranges(%G: !g, %S: memref<3x1024xf32, 3>, %x: index, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %c7 = arith.constant 7 : index
  %b = gpu.block_id x
  %i = arith.muli %b, %c32 : index
  %v = tl.load %G[%i, 0] as #frag scope cta : !g to vector<32xf32>
  // 40 to 72, and 33 at least.
  %j = arith.addi %i, %c40 : index
  // expected-warning @+1 {{'tl.load' op the tile of extent 32 at 40 or more leaves dimension 0 of source, which has extent 64}}
  %w = tl.load %G[%j, 0] as #frag scope cta : !g to vector<32xf32>
  // expected-warning @+1 {{'tl.store' op the tile of extent 32 at 40 or more leaves dimension 1 of target, which has extent 64}}
  tl.store %w as #frag to %G[0, %j] scope cta : vector<32xf32> to !g
  %u = tl.load %G[%j, 0] as #frag scope cta bounds(64, 64) : !g to vector<32xf32>
  // What is executed under a condition may be inside.
  %k = tl.assume %x range 0 to 100 : index
  %t = tl.load %G[%k, 0] as #frag scope cta : !g to vector<32xf32>
  // Slices, and extents that a layout says.
  %s = arith.addi %b, %c3 : index
  // expected-warning @+1 {{'tl.load' op the tile of extent 1 at 3 or more leaves dimension 0 of source, which has extent 3}}
  %r = tl.load %S[%s, 0, 0] layout #smem as #frag scope cta : memref<3x1024xf32, 3> to vector<32xf32>
  %o = tl.assume %x range 1 to 7 : index
  // expected-warning @+1 {{'tl.load' op the tile of extent 32 at 1 or more leaves dimension 1 of source, which has extent 32}}
  %q = tl.load %S[0, %o, 0] layout #smem as #frag scope cta : memref<3x1024xf32, 3> to vector<32xf32>
  gpu.return
}

gpu.func @slices(%G: !g, %A: !batch, %S: !ring, %s: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
  // expected-warning @+1 {{'tl.copy' op the tile has all 3 of dimension 0 of target, so that its origin there can be 0 alone; 'tile' says that less is meant}}
  tl.copy %A[%s, 0, 0] to %S[%s, 0, 0] scope cta : !batch to !ring
  tl.copy %A[%s, 0, 0] to %S[%s, 0, 0] scope cta tile(32, 32) : !batch to !ring
  // A tile of 3 slices, from any of them on; one that is said; the only block.
  tl.copy %A[%s, 0, 0] to %S scope cta : !batch to !ring
  tl.copy %A[%s, 0, 0] to %S[%s, 0, 0] scope cta tile(3, 32, 32) : !batch to !ring
  %x = gpu.block_id x
  tl.copy %A[0, 0, 0] to %S[%x, 0, 0] scope cta : !batch to !ring
  gpu.return
}
}
