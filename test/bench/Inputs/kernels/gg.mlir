// A tile of 64 x 64 whose rows are 1024 elements apart, by way of registers.
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
gpu.module @kernels {
  gpu.func @gg(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !tile to vector<32xf16>
    tl.store %v as #rows to %B scope cta : vector<32xf16> to !tile
    gpu.return
  }
}
