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

// A layout of a slice has room for as many iters as layouts have, less one a leading
// dimension.

#most = #tl.tile<S[((2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)) : ((1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288, 1048576, 2097152, 4194304, 8388608, 16777216, 33554432, 67108864, 134217728, 268435456, 536870912, 1073741824))]>
func.func @most(%S: memref<2x2147483648xi8>, %s: index) -> vector<2xi8> {
  %v = tl.load %S[%s, 0] layout #most as #tl.register<local(2)> scope thread : memref<2x2147483648xi8> to vector<2xi8>
  return %v : vector<2xi8>
}

#more = #tl.tile<S[((2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)) : ((1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288, 1048576, 2097152, 4194304, 8388608, 16777216, 33554432, 67108864, 134217728, 268435456, 536870912, 1073741824, 2147483648))]>
func.func @more(%S: memref<2x4294967296xi8>, %s: index) -> vector<2xi8> {
  // expected-error @+1 {{'tl.load' op the layout of a slice and 1 leading dimensions need 33 iters; at most 32 are supported}}
  %v = tl.load %S[%s, 0] layout #more as #tl.register<local(2)> scope thread : memref<2x4294967296xi8> to vector<2xi8>
  return %v : vector<2xi8>
}
