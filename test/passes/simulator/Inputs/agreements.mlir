// What warps agree about: half of a block, every second thread; which threads execute
// what every second one does; and the magnitude of a float, which is at most itself.
gpu.module @kernels {
  gpu.func @agreements(%o: memref<64x4xi32> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %no = arith.constant 0 : i32
    %yes = arith.constant 1 : i32
    %odd = arith.constant 0xAAAAAAAA : i32
    %number = arith.index_cast %i : index to i32
    %low = arith.trunci %number : i32 to i1
    %executing = arith.select %low, %odd, %no : i32
    memref.store %yes, %o[%i, %c0] : memref<64x4xi32>
    memref.store %executing, %o[%i, %c1] : memref<64x4xi32>
    memref.store %yes, %o[%i, %c2] : memref<64x4xi32>
    memref.store %number, %o[%i, %c3] : memref<64x4xi32>
    gpu.return
  }
}
