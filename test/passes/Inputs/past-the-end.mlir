// The tile of 32 rows at row 120 leaves the memory of 128 rows; that is known
// only when it runs.
gpu.module @kernels {
  gpu.func @past_the_end(%in: memref<128x8xf32> {llvm.align = 16 : i64},
                         %out: memref<32x8xf32> {llvm.align = 16 : i64}) kernel {
    %c120 = arith.constant 120 : index
    %i = gpu.block_id x
    %row = arith.addi %i, %c120 : index
    %v = tl.load %in[%row, 0] as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<128x8xf32> to vector<8xf32>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %out scope warp : vector<8xf32> to memref<32x8xf32>
    gpu.return
  }
}
