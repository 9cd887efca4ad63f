// A tile of 32-bit elements is transposed.
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 4)>
#turned = #tl.shared<permute(row_major_swizzle([64, 64], nbytes = 4), [1, 0])>
!tile = memref<64x64xf32, strided<[1024, 1]>>
!shared = memref<4096xf32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @tr32(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S layout #smem scope cta : !tile to !shared
    gpu.barrier
    tl.copy %S layout #turned to %B scope cta : !shared to !tile
    gpu.return
  }
}
