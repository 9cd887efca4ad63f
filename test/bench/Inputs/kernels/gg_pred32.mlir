// The same with bounds of 32 bits.
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
gpu.module @kernels {
  gpu.func @gg_pred32(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64}, %m32: i32, %n32: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %m = arith.index_cast %m32 : i32 to index
    %n = arith.index_cast %n32 : i32 to index
    %v = tl.load %A as #rows scope cta bounds(%m, %n) {bound_divisibility = array<i64: 1, 8>} : !tile to vector<32xf16>
    tl.store %v as #rows to %B scope cta bounds(%m, %n) {bound_divisibility = array<i64: 1, 8>} : vector<32xf16> to !tile
    gpu.return
  }
}
