// A tile through swizzled shared memory; it is read by columns of threads.
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#columns = #tl.register<local(4, 1).column_spatial(16, 8).local(1, 8)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @gsg_b(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !tile to vector<32xf16>
    tl.store %v as #rows to %S layout #smem scope cta : vector<32xf16> to !shared
    gpu.barrier
    %w = tl.load %S layout #smem as #columns scope cta : !shared to vector<32xf16>
    tl.store %w as #columns to %B scope cta : vector<32xf16> to !tile
    gpu.return
  }
}
