// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s

// Leading dimensions of memory are terms of the offset.  Of strides that are
// known only at run time, enough is stated for the swizzle (V27).

#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#frag = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!ring = memref<3x64x64xf16, strided<[?, 64, 1]>, 3>

// CHECK-LABEL: func.func @stated(
// CHECK: %{{.+}}, %{{.+}}, %{{.+}}:3, %[[STRIDES:.+]]:3 = memref.extract_strided_metadata
// CHECK: arith.muli %{{.+}}, %[[STRIDES]]#0
// CHECK: tl.thread_load {{.+}} swizzle (3, 3, 3)
func.func @stated(%S: !ring, %s: index) -> vector<32xf16> attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %v = tl.load %S[%s, 0, 0] layout #smem as #frag scope cta {stride_divisibility = array<i64: 512, 1, 1>} : !ring to vector<32xf16>
  return %v : vector<32xf16>
}

// Slices that are 520 bytes apart start at a multiple of 8.

#row = #tl.register<spatial(32).local(8)>

// CHECK-LABEL: func.func @near(
// CHECK: tl.thread_load {{.+}} align 8 :
func.func @near(%S: memref<3x260xf16> {llvm.align = 16 : i64}, %s: index) -> vector<8xf16> {
  %v = tl.load %S[%s, 0] as #row scope warp : memref<3x260xf16> to vector<8xf16>
  return %v : vector<8xf16>
}

// CHECK-LABEL: func.func @even(
// CHECK: tl.thread_load {{.+}} align 16 :
func.func @even(%S: memref<3x264xf16> {llvm.align = 16 : i64}, %s: index) -> vector<8xf16> {
  %v = tl.load %S[%s, 0] as #row scope warp : memref<3x264xf16> to vector<8xf16>
  return %v : vector<8xf16>
}
