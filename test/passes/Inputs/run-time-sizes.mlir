// 8 x 8 elements, which are 4 x 16 behind.
gpu.module @kernels {
  gpu.func @transposed(%a: memref<?x8xf32>, %b: memref<?x?xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %a[0, 0] as #tl.register<spatial(8, 4).local(1, 2)> scope warp : memref<?x8xf32> to vector<2xf32>
    tl.store %v as #tl.register<spatial(4, 8).local(1, 2)> to %b[0, 0] scope warp : vector<2xf32> to memref<?x?xf32>
    gpu.return
  }
}
