// Bits of the second where the first has ones, else of the third: what choose.ptx does at once.
gpu.module @kernels {
  gpu.func @choose(%x: memref<64xi32>, %y: memref<64xi32>, %o: memref<64xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %all = arith.constant -1 : i32
    %c12345 = arith.constant 12345 : i32
    %a = memref.load %x[%i] : memref<64xi32>
    %b = memref.load %y[%i] : memref<64xi32>
    %first = arith.andi %a, %b : i32
    %others = arith.xori %a, %all : i32
    %second = arith.andi %others, %c12345 : i32
    %c = arith.ori %first, %second : i32
    memref.store %c, %o[%i] : memref<64xi32>
    gpu.return
  }
}
