// 64 tokens of a sequence, 4 pages of 16 by a table of pages, through shared memory: a warp
// a page.
#smem = #tl.shared<row_major_swizzle([64, 128], nbytes = 2)>
!cache = memref<64x16x128xf16>
!table = memref<4x4xi32>
!out = memref<256x128xf16>
!shared = memref<8192xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @pages(%C: !cache {llvm.align = 16 : i64}, %T: !table, %Y: !out {llvm.align = 16 : i64}, %tokens: i32) workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : i32
    %block = gpu.block_id x
    %b = arith.index_cast %block : index to i32
    %t = gpu.thread_id x
    %w = arith.divui %t, %c32 : index
    %page = memref.load %T[%block, %w] : !table
    %w32 = arith.index_cast %w : index to i32
    %row = arith.muli %w32, %c16 : i32
    %first = arith.muli %b, %c64 : i32
    %begin = arith.addi %first, %row : i32
    %left = arith.subi %tokens, %begin : i32
    tl.copy %C[%page : i32, 0, 0] to %S[%row : i32, 0] layout #smem scope warp async tile(16, 128) bounds(%left : i32, 128) : !cache to !shared
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    tl.copy %S layout #smem to %Y[%first : i32, 0] scope cta tile(64, 128) : !shared to !out
    gpu.return
  }
}
