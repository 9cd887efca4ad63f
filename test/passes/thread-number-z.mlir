// RUN: tl-opt %s --lower-layout-copies | FileCheck %s

// A number of threads along z is below that of the block along z: a tile of its
// plane passes no bound, and has no branch.

// CHECK-LABEL: gpu.func @planes
// CHECK-NOT:     scf.if
// CHECK:         gpu.return
gpu.module @kernels {
  gpu.func @planes(%A: memref<8x4xf32> {llvm.align = 16 : i64}, %B: memref<8x4xf32> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 1, 1, 8>} {
    %z = gpu.thread_id z
    %v = tl.load %A[%z, 0] as #tl.register<local(1, 4)> scope thread bounds(8, 4) : memref<8x4xf32> to vector<4xf32>
    tl.store %v as #tl.register<local(1, 4)> to %B[%z, 0] scope thread bounds(8, 4) : vector<4xf32> to memref<8x4xf32>
    gpu.return
  }

  // One more is past it.

  // CHECK-LABEL: gpu.func @one_more
  // CHECK:         scf.if
  gpu.func @one_more(%A: memref<8x4xf32> {llvm.align = 16 : i64}, %B: memref<9x4xf32> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 1, 1, 9>} {
    %z = gpu.thread_id z
    %v = tl.load %A[%z, 0] as #tl.register<local(1, 4)> scope thread bounds(8, 4) : memref<8x4xf32> to vector<4xf32>
    tl.store %v as #tl.register<local(1, 4)> to %B[%z, 0] scope thread : vector<4xf32> to memref<9x4xf32>
    gpu.return
  }
}
