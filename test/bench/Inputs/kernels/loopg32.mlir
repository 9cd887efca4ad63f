// The same with numbers of 32 bits.
#once = #llvm.loop_annotation<unroll = <disable = true>>
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!buffer = memref<65536xf16>
!row = memref<64x?xf16, strided<[?, 1]>>
gpu.module @kernels {
  gpu.func @loopg32(%A: !buffer {llvm.align = 16 : i64}, %B: !buffer {llvm.align = 16 : i64}, %ld32: i32, %K32: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %ld = arith.index_cast %ld32 : i32 to index
    %K = arith.index_cast %K32 : i32 to index
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, %K], strides: [%ld, 1] : !buffer to !row
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [64, %K], strides: [%ld, 1] : !buffer to !row
    scf.for %k = %c0 to %K step %c64 {
      %v = tl.load %a[0, %k] as #rows scope cta
        {stride_divisibility = array<i64: 8, 1>} : !row to vector<32xf16>
      tl.store %v as #rows to %b[0, %k] scope cta
        {stride_divisibility = array<i64: 8, 1>} : vector<32xf16> to !row
    } {loop_annotation = #once}
    gpu.return
  }
}
