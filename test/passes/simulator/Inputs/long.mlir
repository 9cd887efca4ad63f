gpu.module @kernels {
  gpu.func @long() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c40000 = arith.constant 40000 : index
    scf.for %i = %c0 to %c40000 step %c1 {
    }
    gpu.return
  }
  gpu.func @wrong(%A: memref<1xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c1 = arith.constant 1 : index
    %x = memref.load %A[%c1] : memref<1xf32>
    gpu.return
  }
}
