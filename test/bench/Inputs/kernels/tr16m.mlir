// A tile is transposed by matrices: each warp turns 16 columns into rows.
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#rows = #tl.register<local(2, 8) * ldmatrix(16)>
#columns = #tl.register<permute(local(2, 8) * ldmatrix(16), [1, 0])>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @tr16m(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %warp = arith.divui %t, %c32 : index
    %i = arith.muli %warp, %c16 : index
    tl.copy %A to %S layout #smem scope cta : !tile to !shared
    gpu.barrier
    %v = tl.load %S[0, %i] layout #smem as #columns scope warp : !shared to vector<32xf16>
    gpu.barrier
    tl.store %v as #rows to %S[%i, 0] layout #smem scope warp : vector<32xf16> to !shared
    gpu.barrier
    tl.copy %S layout #smem to %B scope cta : !shared to !tile
    gpu.return
  }
}
