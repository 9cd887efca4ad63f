// A batch of matrices whose strides are arguments, a tile a block, with bounds.
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!buffer = memref<1048576xf16>
!batch = memref<?x?x?xf16, strided<[?, ?, 1]>>
gpu.module @kernels {
  gpu.func @batch(%A: !buffer {llvm.align = 16 : i64}, %B: !buffer {llvm.align = 16 : i64}, %m: i32, %n: i32 {tl.divisibility = 8 : i64},
      %lda: i32 {tl.divisibility = 8 : i64}, %sa: i32 {tl.divisibility = 8 : i64}, %ldb: i32 {tl.divisibility = 8 : i64}, %sb: i32 {tl.divisibility = 8 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c64 = arith.constant 64 : i32
    %x = gpu.block_id x
    %y = gpu.block_id y
    %z = gpu.block_id z
    %g = gpu.grid_dim z
    %x32 = arith.index_cast %x : index to i32
    %y32 = arith.index_cast %y : index to i32
    %i = arith.muli %y32, %c64 : i32
    %j = arith.muli %x32, %c64 : i32
    %mi = arith.index_cast %m : i32 to index
    %ni = arith.index_cast %n : i32 to index
    %ldai = arith.index_cast %lda : i32 to index
    %sai = arith.index_cast %sa : i32 to index
    %ldbi = arith.index_cast %ldb : i32 to index
    %sbi = arith.index_cast %sb : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%g, %mi, %ni], strides: [%sai, %ldai, 1] : !buffer to !batch
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [%g, %mi, %ni], strides: [%sbi, %ldbi, 1] : !buffer to !batch
    %v = tl.load %a[%z, %i : i32, %j : i32] as #rows scope cta bounds(%m : i32, %n : i32) : !batch to vector<32xf16>
    tl.store %v as #rows to %b[%z, %i : i32, %j : i32] scope cta bounds(%m : i32, %n : i32) : vector<32xf16> to !batch
    gpu.return
  }
}
