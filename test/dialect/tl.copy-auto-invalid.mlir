// RUN: tl-opt %s --split-input-file --verify-diagnostics

// V45: a layout is chosen for workgroup memory, and not where there is one.

func.func @global(%A: memref<64x64xf16>, %S: memref<64x64xf16, 3>) {
  // expected-error @+1 {{'tl.copy' op source has 'layout auto', and is in global memory; a layout is chosen for workgroup memory}}
  tl.copy %A layout auto to %S scope cta : memref<64x64xf16> to memref<64x64xf16, 3>
  return
}

// -----

func.func @both(%A: memref<64x64xf16>, %S: memref<64x64xf16, 3>) {
  // expected-error @+1 {{'tl.copy' op has both target_layout and target_layout_auto}}
  "tl.copy"(%A, %S) {scope = "cta", target_layout = #tl.shared<row_major(64, 64)>, target_layout_auto} : (memref<64x64xf16>, memref<64x64xf16, 3>) -> ()
  return
}

// -----

func.func @registers(%S: memref<64x64xf16, 3>, %R: memref<128xf16, 5>) {
  // expected-error @+1 {{'tl.copy' op target is registers and needs a layout}}
  tl.copy %S layout auto to %R layout auto scope warp : memref<64x64xf16, 3> to memref<128xf16, 5>
  return
}

// -----

// Memory of one dimension has rows of the tile.

func.func @room(%S: memref<4000xf16, 3>) {
  // expected-error @+1 {{'tl.load' op source has 4000 elements; its layout reaches 4096}}
  %v = tl.load %S layout auto as #tl.register<spatial(8, 4).local(8, 16)> scope warp : memref<4000xf16, 3> to vector<128xf16>
  return
}

// -----

func.func @origin(%S: memref<4096xf16, 3>) {
  // expected-error @+1 {{'tl.load' op source has 'layout auto', one dimension, and an origin: that a tile is a part of it its type has to say, as memref<128x64xf16, 3>}}
  %v = tl.load %S[0, 16] layout auto as #tl.register<spatial(8, 4).local(8, 4)> scope warp : memref<4096xf16, 3> to vector<32xf16>
  return
}
