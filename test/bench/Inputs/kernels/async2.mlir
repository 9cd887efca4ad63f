// The halves of a tile by asynchronous copies: the upper one is stored while the
// lower one is on its way.
#smem = #tl.shared<row_major_swizzle([32, 64], nbytes = 2)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!shared = memref<2048xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @async2(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}, %T: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S layout #smem scope cta tile(32, 64) async : !tile to !shared
    tl.async_commit
    tl.copy %A[32, 0] to %T layout #smem scope cta async : !tile to !shared
    tl.async_commit
    tl.async_wait 1
    gpu.barrier
    tl.copy %S layout #smem to %B scope cta tile(32, 64) : !shared to !tile
    tl.async_wait 0
    gpu.barrier
    tl.copy %T layout #smem to %B[32, 0] scope cta : !shared to !tile
    gpu.return
  }
}
