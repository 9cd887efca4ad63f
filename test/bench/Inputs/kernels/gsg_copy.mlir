// A tile to swizzled shared memory and back; who moves what is left open.
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @gsg_copy(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S layout #smem scope cta : !tile to !shared
    gpu.barrier
    tl.copy %S layout #smem to %B scope cta : !shared to !tile
    gpu.return
  }
}
