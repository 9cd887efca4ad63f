// RUN: tl-opt %s --split-input-file --verify-diagnostics --lower-layout-copies
// Tiles that may begin below a lower bound (V30), of which no pass makes code.

// What is below 0 has no digits; the second dimension is known to begin inside.
#tiled = #tl.cute<((2,4),(8,2)):((8,32),(1,16))>
func.func @digits(%S: memref<128xf32, 3>, %i: index) {
  // expected-error @+1 {{'tl.load' op in dimension 0 the tile may begin below a lower bound, and the memory layout has more than one digit there: what is below 0 has no digits}}
  %v = tl.load %S[%i, 0] layout #tiled as #tl.register<spatial(8, 4)> scope warp bounds(8, 16) from(0, 0) : memref<128xf32, 3> to vector<1xf32>
  return
}

// -----

// cp.async fills the end of an access with zeros, not its begin.
gpu.module @m {
gpu.func @cut(%A: memref<64xf16> {llvm.align = 16 : i64}, %S: memref<64xf16, 3> {llvm.align = 16 : i64}, %i: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  // expected-error @+1 {{'tl.copy' op is asynchronous, and cp.async moves 4, 8 or 16 bytes; in dimension 0 a bound may cut 4 bytes: bounds, lower bounds and origin are known to be multiples of 1 only; bound_divisibility says more of bounds}}
  tl.copy %A[-16] to %S scope cta async bounds(64) from(5) : memref<64xf16> to memref<64xf16, 3>
  gpu.return
}
// It is said of the dimension that runs go along.
gpu.func @cut_columns(%A: memref<64x64xf16> {llvm.align = 16 : i64}, %S: memref<16x64xf16, 3> {llvm.align = 16 : i64}, %i: index, %n: index, %m: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  // expected-error @+1 {{in dimension 1 a bound may cut 4 bytes: bounds, lower bounds and origin are known to be multiples of 1 only; bound_divisibility says more of bounds}}
  tl.copy %A[%i, -8] to %S scope cta async bounds(%n, %m) from(0, 0) : memref<64x64xf16> to memref<16x64xf16, 3>
  gpu.return
}
}
