// A tile of 64 x 128 bytes through swizzled shared memory.
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 16)>
#columns = #tl.register<local(4, 1).column_spatial(16, 8).local(1, 16)>
#smem = #tl.shared<row_major_swizzle([64, 128], nbytes = 1)>
!tile = memref<64x128xf8E4M3FN, strided<[1024, 1]>>
!shared = memref<8192xf8E4M3FN, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @fp8(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !tile to vector<64xf8E4M3FN>
    tl.store %v as #rows to %S layout #smem scope cta : vector<64xf8E4M3FN> to !shared
    gpu.barrier
    %w = tl.load %S layout #smem as #columns scope cta : !shared to vector<64xf8E4M3FN>
    tl.store %w as #columns to %B scope cta : vector<64xf8E4M3FN> to !tile
    gpu.return
  }
}
