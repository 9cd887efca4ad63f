// Copies under fragments of a tiled MMA; see ../tiled_mma.test.

#a = #tl.cute_tv<make_tiled_mma("SM80_16x8x16_F32F16F16F32_TN", (2,2,1), <32,32,16>).partition_fragment_A((64, 32))>
#b = #tl.cute_tv<make_tiled_mma("SM80_16x8x16_F32F16F16F32_TN", (2,2,1), <32,32,16>).partition_fragment_B((64, 32))>
#c = #tl.cute_tv<make_tiled_mma("SM80_16x8x16_F32F16F16F32_TN", (2,2,1), <32,32,16>).partition_fragment_C((64, 64))>
#smem = #tl.cute<tile_to_shape(Sw<2,3,3> o (8,32):(32,1), (64,32))>

gpu.module @kernels {
  gpu.func @fragments(%A: memref<64x32xf16> {llvm.align = 16 : i64}, %B: memref<64x32xf16> {llvm.align = 16 : i64},
      %C: memref<64x64xf32> {llvm.align = 16 : i64}, %D: memref<64x32xf16> {llvm.align = 16 : i64})
      workgroup(%SA: memref<2048xf16, 3>, %SB: memref<2048xf16, 3>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %SA layout #smem scope cta : memref<64x32xf16> to memref<2048xf16, 3>
    tl.copy %B to %SB layout #smem scope cta : memref<64x32xf16> to memref<2048xf16, 3>
    gpu.barrier
    %a = tl.load %SA layout #smem as #a scope cta : memref<2048xf16, 3> to vector<32xf16>
    %b = tl.load %SB layout #smem as #b scope cta : memref<2048xf16, 3> to vector<32xf16>
    %sum = arith.addf %a, %a : vector<32xf16>
    tl.store %sum as #a to %D scope cta : vector<32xf16> to memref<64x32xf16>
    %wide = arith.extf %b : vector<32xf16> to vector<32xf32>
    tl.store %wide as #c to %C scope cta : vector<32xf32> to memref<64x64xf32>
    gpu.return
  }
}
