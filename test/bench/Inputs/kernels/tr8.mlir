// A tile of bytes is transposed.
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 1)>
#turned = #tl.shared<permute(row_major_swizzle([64, 64], nbytes = 1), [1, 0])>
!tile = memref<64x64xi8, strided<[1024, 1]>>
!shared = memref<4096xi8, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @tr8(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S layout #smem scope cta : !tile to !shared
    gpu.barrier
    tl.copy %S layout #turned to %B scope cta : !shared to !tile
    gpu.return
  }
}
