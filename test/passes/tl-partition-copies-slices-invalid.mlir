// RUN: %tl-opt %s --tl-partition-copies --verify-diagnostics

// V27, of what is known of strides known only at run time.

#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#frag = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!ring = memref<3x64x64xf16, strided<[?, 64, 1]>, 3>
func.func @unstated(%S: !ring, %s: index) -> vector<32xf16> attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  // expected-error @+1 {{'tl.load' op slices of dimension 0 of memory are a multiple of 256 elements apart; under the swizzle of its layout that has to be a multiple of 512}}
  %v = tl.load %S[%s, 0, 0] layout #smem as #frag scope cta {stride_divisibility = array<i64: 256, 1, 1>} : !ring to vector<32xf16>
  return %v : vector<32xf16>
}
