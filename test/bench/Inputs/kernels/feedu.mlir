// The same, the four steps written one after the other.
#a = #tl.register<mma_a(16, 8, 16, 16)>
#b = #tl.register<local(1, 8) * mma_b(16, 8, 16, 16)>
#c = #tl.register<local(1, 8) * mma_c(16, 8, 16, 16)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!sums = memref<64x64xf32, strided<[1024, 1]>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
!acc = vector<2x2xf32>
gpu.module @kernels {
  gpu.func @feedu(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64}, %C: !sums {llvm.align = 16 : i64})
      workgroup(%SA: !shared {llvm.align = 128 : i64}, %SB: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant dense<0.0> : !acc
    %t = gpu.thread_id x
    %warp = arith.divui %t, %c32 : index
    %i = arith.muli %warp, %c16 : index
    tl.copy %A to %SA layout #smem scope cta : !tile to !shared
    tl.copy %B to %SB layout #smem scope cta : !tile to !shared
    gpu.barrier
    %a0 = tl.load %SA[%i, 0] layout #smem as #a scope warp : !shared to vector<4x2xf16>
    %b0 = tl.load %SB[0, 0] layout #smem as #b scope warp : !shared to vector<8x2x2xf16>
    %b0_0 = vector.extract %b0[0] : vector<2x2xf16> from vector<8x2x2xf16>
    %b0_1 = vector.extract %b0[1] : vector<2x2xf16> from vector<8x2x2xf16>
    %b0_2 = vector.extract %b0[2] : vector<2x2xf16> from vector<8x2x2xf16>
    %b0_3 = vector.extract %b0[3] : vector<2x2xf16> from vector<8x2x2xf16>
    %b0_4 = vector.extract %b0[4] : vector<2x2xf16> from vector<8x2x2xf16>
    %b0_5 = vector.extract %b0[5] : vector<2x2xf16> from vector<8x2x2xf16>
    %b0_6 = vector.extract %b0[6] : vector<2x2xf16> from vector<8x2x2xf16>
    %b0_7 = vector.extract %b0[7] : vector<2x2xf16> from vector<8x2x2xf16>
    %s0_0 = nvgpu.mma.sync (%a0, %b0_0, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s0_1 = nvgpu.mma.sync (%a0, %b0_1, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s0_2 = nvgpu.mma.sync (%a0, %b0_2, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s0_3 = nvgpu.mma.sync (%a0, %b0_3, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s0_4 = nvgpu.mma.sync (%a0, %b0_4, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s0_5 = nvgpu.mma.sync (%a0, %b0_5, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s0_6 = nvgpu.mma.sync (%a0, %b0_6, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s0_7 = nvgpu.mma.sync (%a0, %b0_7, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %a1 = tl.load %SA[%i, 16] layout #smem as #a scope warp : !shared to vector<4x2xf16>
    %b1 = tl.load %SB[16, 0] layout #smem as #b scope warp : !shared to vector<8x2x2xf16>
    %b1_0 = vector.extract %b1[0] : vector<2x2xf16> from vector<8x2x2xf16>
    %b1_1 = vector.extract %b1[1] : vector<2x2xf16> from vector<8x2x2xf16>
    %b1_2 = vector.extract %b1[2] : vector<2x2xf16> from vector<8x2x2xf16>
    %b1_3 = vector.extract %b1[3] : vector<2x2xf16> from vector<8x2x2xf16>
    %b1_4 = vector.extract %b1[4] : vector<2x2xf16> from vector<8x2x2xf16>
    %b1_5 = vector.extract %b1[5] : vector<2x2xf16> from vector<8x2x2xf16>
    %b1_6 = vector.extract %b1[6] : vector<2x2xf16> from vector<8x2x2xf16>
    %b1_7 = vector.extract %b1[7] : vector<2x2xf16> from vector<8x2x2xf16>
    %s1_0 = nvgpu.mma.sync (%a1, %b1_0, %s0_0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s1_1 = nvgpu.mma.sync (%a1, %b1_1, %s0_1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s1_2 = nvgpu.mma.sync (%a1, %b1_2, %s0_2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s1_3 = nvgpu.mma.sync (%a1, %b1_3, %s0_3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s1_4 = nvgpu.mma.sync (%a1, %b1_4, %s0_4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s1_5 = nvgpu.mma.sync (%a1, %b1_5, %s0_5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s1_6 = nvgpu.mma.sync (%a1, %b1_6, %s0_6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s1_7 = nvgpu.mma.sync (%a1, %b1_7, %s0_7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %a2 = tl.load %SA[%i, 32] layout #smem as #a scope warp : !shared to vector<4x2xf16>
    %b2 = tl.load %SB[32, 0] layout #smem as #b scope warp : !shared to vector<8x2x2xf16>
    %b2_0 = vector.extract %b2[0] : vector<2x2xf16> from vector<8x2x2xf16>
    %b2_1 = vector.extract %b2[1] : vector<2x2xf16> from vector<8x2x2xf16>
    %b2_2 = vector.extract %b2[2] : vector<2x2xf16> from vector<8x2x2xf16>
    %b2_3 = vector.extract %b2[3] : vector<2x2xf16> from vector<8x2x2xf16>
    %b2_4 = vector.extract %b2[4] : vector<2x2xf16> from vector<8x2x2xf16>
    %b2_5 = vector.extract %b2[5] : vector<2x2xf16> from vector<8x2x2xf16>
    %b2_6 = vector.extract %b2[6] : vector<2x2xf16> from vector<8x2x2xf16>
    %b2_7 = vector.extract %b2[7] : vector<2x2xf16> from vector<8x2x2xf16>
    %s2_0 = nvgpu.mma.sync (%a2, %b2_0, %s1_0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s2_1 = nvgpu.mma.sync (%a2, %b2_1, %s1_1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s2_2 = nvgpu.mma.sync (%a2, %b2_2, %s1_2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s2_3 = nvgpu.mma.sync (%a2, %b2_3, %s1_3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s2_4 = nvgpu.mma.sync (%a2, %b2_4, %s1_4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s2_5 = nvgpu.mma.sync (%a2, %b2_5, %s1_5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s2_6 = nvgpu.mma.sync (%a2, %b2_6, %s1_6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s2_7 = nvgpu.mma.sync (%a2, %b2_7, %s1_7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %a3 = tl.load %SA[%i, 48] layout #smem as #a scope warp : !shared to vector<4x2xf16>
    %b3 = tl.load %SB[48, 0] layout #smem as #b scope warp : !shared to vector<8x2x2xf16>
    %b3_0 = vector.extract %b3[0] : vector<2x2xf16> from vector<8x2x2xf16>
    %b3_1 = vector.extract %b3[1] : vector<2x2xf16> from vector<8x2x2xf16>
    %b3_2 = vector.extract %b3[2] : vector<2x2xf16> from vector<8x2x2xf16>
    %b3_3 = vector.extract %b3[3] : vector<2x2xf16> from vector<8x2x2xf16>
    %b3_4 = vector.extract %b3[4] : vector<2x2xf16> from vector<8x2x2xf16>
    %b3_5 = vector.extract %b3[5] : vector<2x2xf16> from vector<8x2x2xf16>
    %b3_6 = vector.extract %b3[6] : vector<2x2xf16> from vector<8x2x2xf16>
    %b3_7 = vector.extract %b3[7] : vector<2x2xf16> from vector<8x2x2xf16>
    %s3_0 = nvgpu.mma.sync (%a3, %b3_0, %s2_0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s3_1 = nvgpu.mma.sync (%a3, %b3_1, %s2_1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s3_2 = nvgpu.mma.sync (%a3, %b3_2, %s2_2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s3_3 = nvgpu.mma.sync (%a3, %b3_3, %s2_3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s3_4 = nvgpu.mma.sync (%a3, %b3_4, %s2_4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s3_5 = nvgpu.mma.sync (%a3, %b3_5, %s2_5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s3_6 = nvgpu.mma.sync (%a3, %b3_6, %s2_6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %s3_7 = nvgpu.mma.sync (%a3, %b3_7, %s2_7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
    %none = ub.poison : vector<8x2x2xf32>
    %d0 = vector.insert %s3_0, %none [0] : !acc into vector<8x2x2xf32>
    %d1 = vector.insert %s3_1, %d0 [1] : !acc into vector<8x2x2xf32>
    %d2 = vector.insert %s3_2, %d1 [2] : !acc into vector<8x2x2xf32>
    %d3 = vector.insert %s3_3, %d2 [3] : !acc into vector<8x2x2xf32>
    %d4 = vector.insert %s3_4, %d3 [4] : !acc into vector<8x2x2xf32>
    %d5 = vector.insert %s3_5, %d4 [5] : !acc into vector<8x2x2xf32>
    %d6 = vector.insert %s3_6, %d5 [6] : !acc into vector<8x2x2xf32>
    %d = vector.insert %s3_7, %d6 [7] : !acc into vector<8x2x2xf32>
    tl.store %d as #c to %C[%i, 0] scope warp : vector<8x2x2xf32> to !sums
    gpu.return
  }
}
