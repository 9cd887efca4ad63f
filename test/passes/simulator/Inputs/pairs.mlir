// Two pairs of 16 bits in each thread, combined in parts.
gpu.module @kernels {
  gpu.func @pairs(%a: memref<64x2xi16> {llvm.align = 16 : i64}, %b: memref<64x2xi16> {llvm.align = 16 : i64}, %c: memref<5x64x2xi16> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %x = vector.load %a[%t, %c0] : memref<64x2xi16>, vector<2xi16>
    %y = vector.load %b[%t, %c0] : memref<64x2xi16>, vector<2xi16>
    %sum = arith.addi %x, %y : vector<2xi16>
    %least = arith.minsi %x, %y : vector<2xi16>
    %most = arith.maxsi %x, %y : vector<2xi16>
    %low = arith.minui %x, %y : vector<2xi16>
    %high = arith.maxui %x, %y : vector<2xi16>
    vector.store %sum, %c[%c0, %t, %c0] : memref<5x64x2xi16>, vector<2xi16>
    vector.store %least, %c[%c1, %t, %c0] : memref<5x64x2xi16>, vector<2xi16>
    vector.store %most, %c[%c2, %t, %c0] : memref<5x64x2xi16>, vector<2xi16>
    vector.store %low, %c[%c3, %t, %c0] : memref<5x64x2xi16>, vector<2xi16>
    vector.store %high, %c[%c4, %t, %c0] : memref<5x64x2xi16>, vector<2xi16>
    gpu.return
  }
}
