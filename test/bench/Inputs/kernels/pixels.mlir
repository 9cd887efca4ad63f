// Space to depth: 2 x 2 pixels of 32 channels become one of 128; a row of 2 x 32 pixels a block.
!image = memref<64x64x32xf16>
!deep = memref<32x32x128xf16>
gpu.module @kernels {
  gpu.func @pixels(%A: !image {llvm.align = 16 : i64}, %B: !deep {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %block = gpu.block_id y
    %b = arith.index_cast %block : index to i32
    %E = memref.expand_shape %B [[0], [1], [2, 3, 4]] output_shape [32, 32, 2, 2, 32] : !deep into memref<32x32x2x2x32xf16>
    %T = memref.transpose %E (h, w, a, b, c) -> (h, a, w, b, c) : memref<32x32x2x2x32xf16> to memref<32x2x32x2x32xf16, strided<[4096, 64, 128, 32, 1]>>
    %F = memref.expand_shape %A [[0, 1], [2, 3], [4]] output_shape [32, 2, 32, 2, 32] : !image into memref<32x2x32x2x32xf16>
    tl.copy %F[%b : i32, 0, 0, 0, 0] to %T[%b : i32, 0, 0, 0, 0] scope cta tile(1, 2, 32, 2, 32) : memref<32x2x32x2x32xf16> to memref<32x2x32x2x32xf16, strided<[4096, 64, 128, 32, 1]>>
    gpu.return
  }
}
