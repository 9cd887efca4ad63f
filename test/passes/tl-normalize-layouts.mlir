// RUN: %tl-opt %s --tl-normalize-layouts --mlir-print-local-scope | FileCheck %s
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(tl-normalize-layouts)' --mlir-print-local-scope | FileCheck %s

// Register layouts go to the thread axis of the scope, shared layouts to m.

// CHECK-LABEL: func.func @fragment_by_scope
// CHECK: as #tl.tile<S[((2, 8), (4, 2)) : ((2, 4@laneid), (1@laneid, 1))]> scope warp
// CHECK: as #tl.tile<S[(16, 8) : (8@tid_in_wg, 1@tid_in_wg)]> scope warpgroup
// CHECK: as #tl.tile<S[(16, 8) : (8@tx, 1@tx)]> scope cta
// CHECK: as #tl.tile<S[(16, 8) : (8, 1)]> scope thread
// CHECK-NOT: #tl.register
func.func @fragment_by_scope(%m: memref<16x8xf32>) {
  %0 = tl.load %m as #tl.register<local(2, 1).spatial(8, 4).local(1, 2)> scope warp : memref<16x8xf32> to vector<4xf32>
  %1 = tl.load %m as #tl.register<spatial(16, 8)> scope warpgroup : memref<16x8xf32> to vector<1xf32>
  %2 = tl.load %m as #tl.register<spatial(16, 8)> scope cta : memref<16x8xf32> to vector<1xf32>
  %3 = tl.load %m as #tl.register<local(16, 8)> scope thread : memref<16x8xf32> to vector<128xf32>
  return
}

// Replica digits keep their place among the thread digits; a unit dimension has
// no digit.

// CHECK-LABEL: func.func @replicas
// CHECK: as #tl.tile<S[(1, 4) : (0, 1@laneid)] + R[2 : 4@laneid]>
// CHECK: as #tl.tile<S[(4,) : (2@laneid,)] + R[(2, 2) : (8@laneid, 1@laneid)]>
func.func @replicas(%m: memref<1x4xf32>, %n: memref<4xf32>) {
  %0 = tl.load %m as #tl.register<reduce(spatial(2, 4), dims = [0], keepdims = 1)> scope warp : memref<1x4xf32> to vector<1xf32>
  %1 = tl.load %n as #tl.register<shape = [4], mode_shape = [4], spatial_modes = [-2, 0, -2], local_modes = []> scope warp : memref<4xf32> to vector<1xf32>
  return
}

// CHECK-LABEL: func.func @shared
// CHECK: tl.store {{.*}} layout #tl.tile<S[(16, (2, 64)) : (64, (1024, 1))] + swizzle(base = 3, bits = 3, shift = 3)>
func.func @shared(%v: vector<64xf16>, %m: memref<2048xf16, 3>) {
  tl.store %v as #tl.register<local(2, 2).spatial(8, 4).local(1, 16)> to %m[0, 0] layout #tl.shared<row_major_swizzle([16, 128], nbytes = 2)> scope warp : vector<64xf16> to memref<2048xf16, 3>
  return
}

// A buffer keeps its layout on its own side; memory without a layout has none.

// CHECK-LABEL: func.func @sides
// CHECK: tl.copy %{{.*}} layout #tl.tile<S[(32, 8) : (8, 1)]> to %{{.*}} layout #tl.tile<S[(32, 8) : (1@laneid, 1)]>
// CHECK: tl.copy %{{.*}} layout #tl.tile<S[(32, 8) : (1@laneid, 1)]> to %{{[a-z0-9]+}} scope warp
func.func @sides(%m: memref<32x8xf32>, %r: memref<8xf32, 5>) {
  tl.copy %m layout #tl.shared<row_major(32, 8)> to %r layout #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to memref<8xf32, 5>
  tl.copy %r layout #tl.register<spatial(32, 1).local(1, 8)> to %m scope warp : memref<8xf32, 5> to memref<32x8xf32>
  return
}

// A tile layout over finer axes is re-expressed on the axis of the scope.

// CHECK-LABEL: func.func @axes
// CHECK: as #tl.tile<S[(4, 8) : (32@tid_in_wg, 1@tid_in_wg)]>
// CHECK: as #tl.tile<S[(32, 2) : (1@tx, 1)] + 64@tx>
func.func @axes(%m: memref<4x8xf32>, %n: memref<32x2xf32>) {
  %0 = tl.load %m as #tl.tile<S[(4, 8) : (1@wid_in_wg, 1@laneid)]> scope warpgroup : memref<4x8xf32> to vector<1xf32>
  %1 = tl.load %n as #tl.tile<S[(32, 2) : (1@laneid, 1)] + 2@warpid> scope cta : memref<32x2xf32> to vector<2xf32>
  return
}

// Five spellings of the result of a 16 x 8 tensor-core multiplication are one
// text.

// CHECK-LABEL: func.func @five_spellings
// CHECK-COUNT-5: as #tl.tile<S[((2, 8), (4, 2)) : ((2, 4@laneid), (1@laneid, 1))]> scope warp
// CHECK-NOT: tl.load
// CHECK: return
func.func @five_spellings(%m: memref<16x8xf32>) {
  %0 = tl.load %m as #tl.register<shape = [16, 8], mode_shape = [2, 8, 4, 2], spatial_modes = [1, 2], local_modes = [0, 3]> scope warp : memref<16x8xf32> to vector<4xf32>
  %1 = tl.load %m as #tl.register<mma_c(16, 8, 16, 16)> scope warp : memref<16x8xf32> to vector<4xf32>
  %2 = tl.load %m as #tl.cute_tv<((4,8),(2,2)):((32,1),(16,8)), tile = (16, 8)> scope warp : memref<16x8xf32> to vector<4xf32>
  %3 = tl.load %m as #tl.cute_tv<mma_atom("SM80_16x8x16_F32F16F16F32_TN", C), tile = (16, 8)> scope warp : memref<16x8xf32> to vector<4xf32>
  %4 = tl.load %m as #tl.tile<S[((2, 8), (4, 2)) : ((2, 4@laneid), (1@laneid, 1))]> scope warp : memref<16x8xf32> to vector<4xf32>
  return
}

// CuTe memory: the first digit of a mode is its fastest.

// CHECK-LABEL: func.func @cute_memory
// CHECK: layout #tl.tile<S[(16, (2, 4)) : (4, (64, 1))] + 8@m + swizzle(base = 1, bits = 1, shift = 3)> as
func.func @cute_memory(%m: memref<256xf32>) {
  %0 = tl.load %m[0, 0] layout #tl.cute<Sw<1,1,3> o 8 o (16,(4,2)):(4,(1,64))> as #tl.register<mma_c(16, 8, 16, 16)> scope warp : memref<256xf32> to vector<4xf32>
  return
}
