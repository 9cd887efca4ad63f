// RUN: tl-opt %s --split-input-file --verify-diagnostics

// V46: what is to be chosen holds each element of a tile once.

func.func @divides(%A: memref<16x16xf16>) {
  // expected-error @+1 {{'tl.load' op target is to be chosen: the tile has 256 elements, and a thread holds 6, which does not divide them}}
  %v = tl.load %A as auto scope warp : memref<16x16xf16> to vector<6xf16>
  return
}

// -----

func.func @threads(%A: memref<16x16xf16>, %u: vector<2xf16>) {
  // expected-error @+1 {{'tl.store' op source is to be chosen: the tile has 256 elements, and threads hold 2 each: 128 threads of at most 64; a vector has to have at least 4 elements}}
  tl.store %u as auto to %A scope warp : vector<2xf16> to memref<16x16xf16>
  return
}

// -----

func.func @unknown(%A: memref<?x16xf16>) {
  // expected-error @+1 {{'tl.load' op target is to be chosen: extent of the tile in dimension 0 is known only at run time; say 'tile(...)'}}
  %v = tl.load %A as auto scope warp : memref<?x16xf16> to vector<8xf16>
  return
}

// -----

func.func @stated(%A: memref<16x16xf16>) {
  // expected-error @+1 {{'tl.load' op has 'tile', which stands on a tl.copy between two memrefs in global or workgroup memory, neither with a layout of registers, and beside 'as auto'}}
  %v = tl.load %A as #tl.register<spatial(8, 4)> scope warp tile(8, 4) : memref<16x16xf16> to vector<1xf16>
  return
}

// -----

func.func @partial(%A: memref<16x16xf16>) {
  // expected-error @+1 {{'tl.load' op has 'as auto' and 'partial'; every register of a fragment that is chosen holds an element}}
  %v = tl.load %A as auto scope warp {partial} : memref<16x16xf16> to vector<8xf16>
  return
}

// -----

func.func @both(%A: memref<16x16xf16>) {
  // expected-error @+1 {{'tl.load' op has both target_layout and target_layout_auto}}
  %v = "tl.load"(%A) {scope = "warp", target_layout = #tl.register<spatial(8, 4)>, target_layout_auto} : (memref<16x16xf16>) -> vector<1xf16>
  return
}

// -----

func.func @outside(%A: memref<16x16xf16>) {
  // expected-error @+1 {{'tl.load' op the tile of extent 32 at 0 leaves dimension 0 of source, which has extent 16}}
  %v = tl.load %A as auto scope warp tile(32, 8) : memref<16x16xf16> to vector<8xf16>
  return
}

// -----

func.func @neither(%v: vector<4xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op says neither layout; a load can be stored without a conversion, and one to be chosen needs another that is stated}}
  %w = tl.convert_layout %v as auto to auto scope warp : vector<4xf16> to vector<4xf16>
  return
}

// -----

func.func @conversion(%v: vector<3xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op source is to be chosen: the tile has 128 elements, and a thread holds 3, which does not divide them}}
  %w = tl.convert_layout %v as auto to #tl.register<mma_c(16, 8, 16, 16)> scope warp : vector<3xf16> to vector<4xf16>
  return
}

// -----

func.func @twice(%v: vector<4xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op has both source_layout and source_layout_auto}}
  %w = "tl.convert_layout"(%v) {scope = "warp", source_layout = #tl.register<mma_c(16, 8, 16, 16)>, source_layout_auto, target_layout = #tl.register<mma_c(16, 8, 16, 16)>} : (vector<4xf16>) -> vector<4xf16>
  return
}
