// RUN: tl-opt %s --split-input-file --verify-diagnostics
// What lower bounds cannot be (V30, V2).

#frag = #tl.register<spatial(8, 4)>

func.func @no_lower_bound(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op source_origin -1 of dimension 0 is negative}}
  %v = tl.load %A[-1, 0] as #frag scope warp bounds(8, 8) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

// V30: lower bounds are of a copy with bounds ...
#frag = #tl.register<spatial(8, 4)>
func.func @no_bounds(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'from' stands right behind 'bounds'}}
  %v = tl.load %A[-1, 0] as #frag scope warp from(0, 0) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @no_bounds_generic(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op has lower bounds of 2 entries, and bounds of 0}}
  %v = "tl.load"(%A) {target_layout = #frag, scope = "warp", source_origin = array<i64: -1, 0>, lower_bounds = array<i64: 0, 0>} : (memref<8x8xf32>) -> vector<1xf32>
  return
}

// -----

// V30: ... one for each of them.
#frag = #tl.register<spatial(8, 4)>
func.func @one_entry(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op has lower bounds of 1 entries, and bounds of 2}}
  %v = tl.load %A[-1, 0] as #frag scope warp bounds(8, 8) from(0) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @below(%A: memref<8x8xf32>) {
  // expected-error @+1 {{a lower bound cannot be negative}}
  %v = tl.load %A[-1, 0] as #frag scope warp bounds(8, 8) from(0, -1) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @below_generic(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op lower_bounds -1 of dimension 1 is negative}}
  %v = "tl.load"(%A) {target_layout = #frag, scope = "warp", source_origin = array<i64: -1, 0>, bounds = array<i64: 8, 8>, lower_bounds = array<i64: 0, -1>} : (memref<8x8xf32>) -> vector<1xf32>
  return
}

// -----

// The side that has no bounds begins inside.

func.func @other_side(%A: memref<8x8xf32>, %S: memref<8x8xf32, 3>) {
  // expected-error @+1 {{'tl.copy' op the origin -1 of dimension 0 of target is negative, and no lower bound is there}}
  tl.copy %A[-1, 0] to %S[-1, 0] scope warp tile(8, 8) bounds(8, 8) from(0, 0) : memref<8x8xf32> to memref<8x8xf32, 3>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @far(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op the origin -9223372036854775807 of dimension 0 of source is too far before memory; it has to be at least -2147483648}}
  %v = tl.load %A[-9223372036854775807, 0] as #frag scope warp bounds(8, 8) from(0, 0) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

// V30: where there is no bound above there is none below.
#frag = #tl.register<spatial(8, 4)>
func.func @none(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op has no bound in dimension 1 (_), so that its lower bound has to be 0}}
  %v = tl.load %A[-1, 0] as #frag scope warp bounds(8, _) from(0, 1) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @none_of_a_slice(%A: memref<2x8x8xf32>, %n: index) {
  // expected-error @+1 {{'tl.load' op has no bound in dimension 1 (_), so that its lower bound has to be 0}}
  %v = tl.load %A[1, 0, 0] as #frag scope warp bounds(_, 8) from(%n, 0) : memref<2x8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @negative(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op the origin -1 of dimension 1 of source is negative, and no lower bound is there}}
  %v = tl.load %A[0, -1] as #frag scope warp bounds(8, _) from(0, 0) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @largest(%A: memref<8x?xf32>) {
  // expected-error @+1 {{a bound has to be less than 2^63 - 1}}
  %v = tl.load %A as #frag scope warp bounds(8, 9223372036854775807) : memref<8x?xf32> to vector<1xf32>
  return
}

// -----

// V17: where there is no bound the tile is inside.
#frag = #tl.register<spatial(8, 4)>
func.func @outside(%A: memref<8x8xf32>, %n: index) {
  // expected-error @+1 {{the tile of extent 4 at 6 leaves dimension 1 of source, which has extent 8}}
  %v = tl.load %A[0, 6] as #frag scope warp bounds(%n, _) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

// Only bounds may be none.
#frag = #tl.register<spatial(8, 4)>
func.func @origin(%A: memref<8x8xf32>) {
  // expected-error @+1 {{expected SSA operand}}
  %v = tl.load %A[0, _] as #frag scope warp : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @from(%A: memref<8x8xf32>) {
  // expected-error @+1 {{expected SSA operand}}
  %v = tl.load %A as #frag scope warp bounds(8, _) from(0, _) : memref<8x8xf32> to vector<1xf32>
  return
}
