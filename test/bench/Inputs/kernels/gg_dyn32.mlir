// The same with a pitch so small that offsets have 32 bits.
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!buffer = memref<65536xf16>
!tile = memref<64x64xf16, strided<[?, 1]>>
gpu.module @kernels {
  gpu.func @gg_dyn32(%A: !buffer {llvm.align = 16 : i64}, %B: !buffer {llvm.align = 16 : i64}, %ld32: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %known = tl.assume %ld32 range 0 to 16777215 : i32
    %ld = arith.index_cast %known : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%ld, 1] : !buffer to !tile
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [64, 64], strides: [%ld, 1] : !buffer to !tile
    %v = tl.load %a as #rows scope cta {stride_divisibility = array<i64: 8, 1>} : !tile to vector<32xf16>
    tl.store %v as #rows to %b scope cta {stride_divisibility = array<i64: 8, 1>} : vector<32xf16> to !tile
    gpu.return
  }
}
