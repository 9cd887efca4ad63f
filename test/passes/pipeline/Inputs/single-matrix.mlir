// The second factor is one matrix: vector<1x2xf16> of a lane.
gpu.module @kernels {
  gpu.func @product(%C: memref<32x8xf32>) workgroup(%S: memref<32x8xf16, 3> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %t = gpu.thread_id x
    %row = arith.remui %t, %c8 : index
    %a = arith.constant dense<1.0> : vector<2x2xf16>
    %zero = arith.constant dense<0.0> : vector<2x2xf32>
    %ones = arith.constant dense<1.0> : vector<8xf16>
    vector.store %ones, %S[%t, %c0] : memref<32x8xf16, 3>, vector<8xf16>
    gpu.barrier
    %b = nvgpu.ldmatrix %S[%row, %c0] {numTiles = 1 : i32, transpose = false} : memref<32x8xf16, 3> -> vector<1x2xf16>
    %c = nvgpu.mma.sync(%a, %b, %zero) {mmaShape = [16, 8, 8]} : (vector<2x2xf16>, vector<1x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %x = vector.extract %c[0] : vector<2xf32> from vector<2x2xf32>
    vector.store %x, %C[%t, %c0] : memref<32x8xf32>, vector<2xf32>
    gpu.return
  }
}
