// Sums of bits over the 64 lanes of a wave: partners are lane ^ 5 and the like.
// RUN: tl-sim --target=gfx942 --verify-lowering %s | FileCheck %s --check-prefix=SIM
// RUN: tl-opt %s --tl-lower-layout-reductions=target=gfx942 | FileCheck %s

#joined = #tl.linear<register = [[0, 1], [0, 2], [0, 4], [0, 32]], lane = [[0, 8], [0, 16], [1, 8], [2, 16], [4, 32], [9, 1]], shape = [16, 64]>

gpu.module @kernels {
  // Rows are in four lanes each; columns in 16, whose steps are by several bits.
  // CHECK-LABEL: gpu.func @joined
  // CHECK:          gpu.shuffle xor %{{.+}}, %c1_i32, %c64_i32
  // CHECK:          gpu.shuffle xor %{{.+}}, %c2_i32, %c64_i32
  // CHECK:          vector.store
  // CHECK:          gpu.shuffle xor %{{.+}}, %c5_i32, %c64_i32
  // SIM: @joined: equivalent: 2112 elements, 64 threads
  gpu.func @joined(%A: memref<16x64xf32>, %R: memref<64x1xf32>, %T: memref<64x16xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #joined scope warp : memref<16x64xf32> to vector<16xf32>
    %x = tl.reduce %a as #joined over [1] kind <add> scope warp : vector<16xf32> to vector<1xf32>
    vector.store %x, %R[%t, %c0] : memref<64x1xf32>, vector<1xf32>
    %y = tl.reduce %a as #joined over [0] kind <mul> scope warp : vector<16xf32> to vector<16xf32>
    vector.store %y, %T[%t, %c0] : memref<64x16xf32>, vector<16xf32>
    gpu.return
  }
}
