// The product of two tiles in shared memory: four warps of 16 rows, a loop over k.
#once = #llvm.loop_annotation<unroll = <disable = true>>
#a = #tl.register<mma_a(16, 8, 16, 16)>
#b = #tl.register<local(1, 8) * mma_b(16, 8, 16, 16)>
#c = #tl.register<local(1, 8) * mma_c(16, 8, 16, 16)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!sums = memref<64x64xf32, strided<[1024, 1]>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
!acc = vector<2x2xf32>
gpu.module @kernels {
  gpu.func @feed(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64}, %C: !sums {llvm.align = 16 : i64})
      workgroup(%SA: !shared {llvm.align = 128 : i64}, %SB: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant dense<0.0> : !acc
    %t = gpu.thread_id x
    %warp = arith.divui %t, %c32 : index
    %i = arith.muli %warp, %c16 : index
    tl.copy %A to %SA layout #smem scope cta : !tile to !shared
    tl.copy %B to %SB layout #smem scope cta : !tile to !shared
    gpu.barrier
    %r:8 = scf.for %step = %c0 to %c4 step %c1
        iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero, %s4 = %zero, %s5 = %zero, %s6 = %zero, %s7 = %zero)
        -> (!acc, !acc, !acc, !acc, !acc, !acc, !acc, !acc) {
      %k = arith.muli %step, %c16 : index
      %a = tl.load %SA[%i, %k] layout #smem as #a scope warp : !shared to vector<4x2xf16>
      %b = tl.load %SB[%k, 0] layout #smem as #b scope warp : !shared to vector<8x2x2xf16>
      %b_0 = vector.extract %b[0] : vector<2x2xf16> from vector<8x2x2xf16>
      %b_1 = vector.extract %b[1] : vector<2x2xf16> from vector<8x2x2xf16>
      %b_2 = vector.extract %b[2] : vector<2x2xf16> from vector<8x2x2xf16>
      %b_3 = vector.extract %b[3] : vector<2x2xf16> from vector<8x2x2xf16>
      %b_4 = vector.extract %b[4] : vector<2x2xf16> from vector<8x2x2xf16>
      %b_5 = vector.extract %b[5] : vector<2x2xf16> from vector<8x2x2xf16>
      %b_6 = vector.extract %b[6] : vector<2x2xf16> from vector<8x2x2xf16>
      %b_7 = vector.extract %b[7] : vector<2x2xf16> from vector<8x2x2xf16>
      %n0 = nvgpu.mma.sync (%a, %b_0, %s0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n1 = nvgpu.mma.sync (%a, %b_1, %s1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n2 = nvgpu.mma.sync (%a, %b_2, %s2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n3 = nvgpu.mma.sync (%a, %b_3, %s3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n4 = nvgpu.mma.sync (%a, %b_4, %s4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n5 = nvgpu.mma.sync (%a, %b_5, %s5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n6 = nvgpu.mma.sync (%a, %b_6, %s6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n7 = nvgpu.mma.sync (%a, %b_7, %s7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      scf.yield %n0, %n1, %n2, %n3, %n4, %n5, %n6, %n7 : !acc, !acc, !acc, !acc, !acc, !acc, !acc, !acc
    } {loop_annotation = #once}
    %none = ub.poison : vector<8x2x2xf32>
    %d0 = vector.insert %r#0, %none [0] : !acc into vector<8x2x2xf32>
    %d1 = vector.insert %r#1, %d0 [1] : !acc into vector<8x2x2xf32>
    %d2 = vector.insert %r#2, %d1 [2] : !acc into vector<8x2x2xf32>
    %d3 = vector.insert %r#3, %d2 [3] : !acc into vector<8x2x2xf32>
    %d4 = vector.insert %r#4, %d3 [4] : !acc into vector<8x2x2xf32>
    %d5 = vector.insert %r#5, %d4 [5] : !acc into vector<8x2x2xf32>
    %d6 = vector.insert %r#6, %d5 [6] : !acc into vector<8x2x2xf32>
    %d = vector.insert %r#7, %d6 [7] : !acc into vector<8x2x2xf32>
    tl.store %d as #c to %C[%i, 0] scope warp : vector<8x2x2xf32> to !sums
    gpu.return
  }
}
