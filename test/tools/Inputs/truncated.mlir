// A conversion that the stock pipeline does not have.
gpu.module @kernels {
  gpu.func @truncated(%A: memref<1xf32>, %B: memref<1xf8E4M3FN>, %i: index) kernel {
    %v = memref.load %A[%i] : memref<1xf32>
    %w = arith.truncf %v : f32 to f8E4M3FN
    memref.store %w, %B[%i] : memref<1xf8E4M3FN>
    gpu.return
  }
}
