// A tile through shared memory whose rows are padded to 72 elements.
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#columns = #tl.register<local(4, 1).column_spatial(16, 8).local(1, 8)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!shared = memref<64x72xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @pad(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !tile to vector<32xf16>
    tl.store %v as #rows to %S scope cta : vector<32xf16> to !shared
    gpu.barrier
    %w = tl.load %S as #columns scope cta : !shared to vector<32xf16>
    tl.store %w as #columns to %B scope cta : vector<32xf16> to !tile
    gpu.return
  }
}
