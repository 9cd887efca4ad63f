// RUN: %tl-opt %s --split-input-file | FileCheck %s
// RUN: sed 's/62xf16/61xf16/g; s/681050xf16/681049xf16/g' %s | not tl-opt --split-input-file 2>&1 | FileCheck %s --check-prefix=SHORT

// The reach of a swizzled layout is the largest place and no more, also where the
// span is no whole number of blocks of the swizzle.

// CHECK-LABEL: @offset
// SHORT: source has 61 elements; its layout reaches 62
func.func @offset(%m: memref<62xf16, 3>) {
  %v = tl.load %m layout #tl.cute<Sw<3,0,-3> o 16 o (1,48):(0,1)> as #tl.tile<S[(1, 48) : (1, 1)]> scope thread : memref<62xf16, 3> to vector<48xf16>
  return
}

// -----

// CHECK-LABEL: @large
// SHORT: source has 681049 elements; its layout reaches 681050
func.func @large(%m: memref<681050xf16>) {
  %v = tl.load %m[0, 0, 0] layout #tl.shared<row_major(257, 25, 106).apply_swizzle(swizzle(base = 4, bits = 3, shift = 3))> as #tl.tile<S[(1, 1, 2) : (1, 1, 1)]> scope thread : memref<681050xf16> to vector<2xf16>
  return
}
