module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @transposed(%a: memref<?x8xf32>, %b: memref<?x?xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %a[0, 0] as #tl.register<spatial(8, 4).local(1, 2)> scope warp : memref<?x8xf32> to vector<2xf32>
    tl.store %v as #tl.register<spatial(4, 8).local(1, 2)> to %b[0, 0] scope warp : vector<2xf32> to memref<?x?xf32>
    gpu.return
  }
}
func.func @host(%a: memref<8x8xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %b = memref.alloc() : memref<4x16xf32>
  %from = memref.cast %a : memref<8x8xf32> to memref<?x8xf32>
  %to = memref.cast %b : memref<4x16xf32> to memref<?x?xf32>
  gpu.launch_func @kernels::@transposed blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%from : memref<?x8xf32>, %to : memref<?x?xf32>)
  return
}
}
