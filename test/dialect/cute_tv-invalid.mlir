// RUN: not tl-opt %s --split-input-file 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

// A thread-value layout covers its tile once, up to copies of stride 0.

// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: element 2 is held by thread 2 value 0 and by thread 0 value 1
#l = #tl.cute_tv<(4,2):(1,2), tile = (8)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: element 0 is held by thread 0 value 0 and by thread 0 value 1
#l = #tl.cute_tv<(4,2):(1,0), tile = (4)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: no thread holds element 4 of the tile of 8
#l = #tl.cute_tv<(4,2):(1,5), tile = (2,4)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: the layout holds element 7, but the tile ends at 4
#l = #tl.cute_tv<(4,2):(1,4), tile = (2,2)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: the layout holds element 5, but the tile ends at 4
#l = #tl.cute_tv<(4,2):(1,5), tile = (2,2)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: dimension 0 of the tile ends at element 6, within a step of mode 6:4
#l = #tl.cute_tv<(4,6):(1,4), tile = (6,4)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: a thread-value layout has two modes, threads and values; this one has rank 3
#l = #tl.cute_tv<(4,2,2):(1,4,8), tile = (4,4)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: stride -1 of a thread-value layout is negative
#l = #tl.cute_tv<(4,2):(-1,4), tile = (8)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: extent 0 of the tile is below 1
#l = #tl.cute_tv<(4,2):(1,4), tile = (8, 0)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: cute_tv needs argument 'tile'
#l = #tl.cute_tv<layout = (4,2):(1,4)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: cute_tv needs argument 'tile', a list of integers
#l = #tl.cute_tv<(4,2):(1,4)>
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: this operation is not defined for a layout with a swizzle or an offset
#l = #tl.cute_tv<Sw<1,0,1> o (4,2):(1,4), tile = (8)>
// -----
func.func @f(%m: memref<128xf32>) {
  // CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:8: error: 'tl.load' op target layout: the layout needs threads 0 to 127; scope warp has 32
  %v = tl.load %m as #tl.cute_tv<(128,1):(1,0), tile = (128)> scope warp : memref<128xf32> to vector<1xf32>
  return
}
// -----
func.func @f(%m: memref<64xf32>) {
  // CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:8: error: 'tl.load' op source layout: memory cannot have a thread-value layout; use #tl.shared, #tl.cute, or #tl.tile on axis m
  %v = tl.load %m layout #tl.cute_tv<(32,2):(1,32), tile = (64)> as #tl.cute_tv<(32,2):(1,32), tile = (64)> scope warp : memref<64xf32> to vector<2xf32>
  return
}
// -----
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: mode 0:1 has no coordinates; an extent of at least 1 is needed
#l = #tl.cute_tv<(0,4):(1,1), tile = (4)>

// -----
// The threads of a quadpair are lanes 0-3 and 16-19.
// CHECK: cute_tv-invalid.mlir:[[#@LINE+1]]:18: error: the threads of this atom are not the first of a warp, but those that its part thr says; a tile layout can say so
#l = #tl.cute_tv<mma_atom("SM70_8x8x4_F32F16F16F32_NT", C), tile = (8, 8)>
