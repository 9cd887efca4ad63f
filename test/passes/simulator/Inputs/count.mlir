// What 64 threads of count.ptx make of zeros.
gpu.module @kernels {
  gpu.func @count(%n: memref<8xi32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %numbers = arith.constant dense<[4, 6, 64, 63, 1, 0, 64, 128]> : vector<8xi32>
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %is_first = arith.cmpi eq, %t, %c0 : index
    scf.if %is_first {
      vector.store %numbers, %n[%c0] : memref<8xi32>, vector<8xi32>
    }
    gpu.return
  }
}
