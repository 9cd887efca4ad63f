// RUN: tl-opt %s --split-input-file --verify-diagnostics
// What lower bounds cannot be (V30, V2).

#frag = #tl.register<spatial(8, 4)>

func.func @no_lower_bound(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op source_origin -1 of dimension 0 is negative}}
  %v = tl.load %A[-1, 0] as #frag scope warp bounds(8, 8) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @no_bounds(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op has lower bounds of 2 entries, and bounds of 0}}
  %v = tl.load %A[-1, 0] as #frag scope warp from(0, 0) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @one_entry(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op has lower bounds of 1 entries, and bounds of 2}}
  %v = tl.load %A[-1, 0] as #frag scope warp bounds(8, 8) from(0) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @below(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op lower_bounds -1 of dimension 1 is negative}}
  %v = tl.load %A[-1, 0] as #frag scope warp bounds(8, 8) from(0, -1) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

// A lower bound is a number; the least one stands for a value elsewhere.

#frag = #tl.register<spatial(8, 4)>
func.func @least(%A: memref<8x8xf32>) {
  // expected-error @+1 {{'tl.load' op lower_bounds -9223372036854775808 of dimension 0 is negative}}
  %v = tl.load %A[-1, 0] as #frag scope warp bounds(8, 8) from(-9223372036854775808, 0) : memref<8x8xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4)>
func.func @layout(%S: memref<64xf32, 3>) {
  // expected-error @+1 {{'tl.load' op source has a layout; lower bounds are of memory with the strides of its memref}}
  %v = tl.load %S[-1, 0] layout #tl.shared<row_major_swizzle([8, 8], nbytes = 4)> as #frag scope warp bounds(8, 8) from(0, 0) : memref<64xf32, 3> to vector<1xf32>
  return
}

// -----

func.func @asynchronous(%A: memref<8x8xf32>, %S: memref<8x8xf32, 3>) {
  // expected-error @+1 {{'tl.copy' op is asynchronous, and has lower bounds, which copies through registers have}}
  tl.copy %A[-1, 0] to %S scope warp async bounds(8, 8) from(0, 0) : memref<8x8xf32> to memref<8x8xf32, 3>
  return
}

// -----

// The side that has no bounds begins inside.

func.func @other_side(%A: memref<8x8xf32>, %S: memref<8x8xf32, 3>) {
  // expected-error @+1 {{'tl.copy' op the origin -1 of dimension 0 of target is negative, and no lower bound is there}}
  tl.copy %A[-1, 0] to %S[-1, 0] scope warp tile(8, 8) bounds(8, 8) from(0, 0) : memref<8x8xf32> to memref<8x8xf32, 3>
  return
}
