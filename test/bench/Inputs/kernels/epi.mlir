// The sums of four warps of 16 rows, rounded to halves, through swizzled shared memory.
#sums = #tl.register<spatial(128, 1).local(1, 32)>
#mma = #tl.register<local(1, 8) * mma_c(16, 8, 16, 16)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @epi(%X: memref<128x32xf32> {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %warp = arith.divui %t, %c32 : index
    %i = arith.muli %warp, %c16 : index
    %x = tl.load %X as #sums scope cta : memref<128x32xf32> to vector<32xf32>
    %h = arith.truncf %x : vector<32xf32> to vector<32xf16>
    tl.store %h as #mma to %S[%i, 0] layout #smem scope warp : vector<32xf16> to !shared
    gpu.barrier
    tl.copy %S layout #smem to %B scope cta : !shared to !tile
    gpu.return
  }
}
