// A tile of 8 x 16 pixels of 64 channels that may begin before an image, and end
// behind it: zeros there.
#pixels = #tl.register<local(8, 1, 1).spatial(1, 16, 8).local(1, 1, 8)>
!image = memref<64x64x64xf16>
!tile = memref<8x16x64xf16>
gpu.module @kernels {
  gpu.func @halo(%A: !image {llvm.align = 16 : i64, llvm.noalias}, %B: !tile {llvm.align = 16 : i64, llvm.noalias}, %h: i32, %w: i32, %i: i32, %j: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %rows = tl.assume %h range 0 to 64 : i32
    %columns = tl.assume %w range 0 to 64 : i32
    %v = tl.load %A[%i : i32, %j : i32, 0] as #pixels scope cta bounds(%rows : i32, %columns : i32, 64) from(0, 0, 0) : !image to vector<64xf16>
    tl.store %v as #pixels to %B scope cta : vector<64xf16> to !tile
    gpu.return
  }
}
