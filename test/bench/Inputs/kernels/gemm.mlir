// 1024 x 1024 of C, 64 x 64 a block, 32 x 32 a warp; 32 of k a step, in two stages.
// What is an int in kernels.cu is an i32, where it moves the tiles in global memory.
#once = #llvm.loop_annotation<unroll = <disable = true>>
#a = #tl.register<local(2, 1) * mma_a(16, 8, 16, 16)>
#b = #tl.register<local(1, 4) * mma_b(16, 8, 16, 16)>
#c = #tl.register<local(2, 4) * mma_c(16, 8, 16, 16)>
#stages_a = #tl.shared<row_major_swizzle([128, 32], nbytes = 2)>
#stages_b = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#copy_a = #tl.register<local(2, 1).spatial(32, 4).local(1, 8)>
#copy_b = #tl.register<local(2, 1).spatial(16, 8).local(1, 8)>
!matrix = memref<1024x1024xf16>
!sums = memref<1024x1024xf32>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
!acc = vector<2x2xf32>
gpu.module @kernels {
  gpu.func @gemm(%A: !matrix {llvm.align = 16 : i64}, %B: !matrix {llvm.align = 16 : i64},
      %C: !sums {llvm.align = 16 : i64})
      workgroup(%SA: !shared {llvm.align = 128 : i64}, %SB: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %int0 = arith.constant 0 : i32
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %int32 = arith.constant 32 : i32
    %int64 = arith.constant 64 : i32
    %K = arith.constant 1024 : i32
    %zero = arith.constant dense<0.0> : !acc
    %t = gpu.thread_id x
    %x = gpu.block_id x
    %y = gpu.block_id y
    %y32 = arith.index_cast %y : index to i32
    %i = arith.muli %y32, %int64 : i32
    %x32 = arith.index_cast %x : index to i32
    %j = arith.muli %x32, %int64 : i32
    %warp = arith.divui %t, %c32 : index
    %warp_y = arith.divui %warp, %c2 : index
    %warp_x = arith.remui %warp, %c2 : index
    %wm = arith.muli %warp_y, %c32 : index
    %wn = arith.muli %warp_x, %c32 : index
    tl.copy %A[%i : i32, 0] to %SA[0, 0] layout #stages_a as #copy_a scope cta async : !matrix to !shared
    tl.copy %B[0, %j : i32] to %SB[0, 0] layout #stages_b as #copy_b scope cta async : !matrix to !shared
    tl.async_commit
    %r:8 = scf.for %k = %int0 to %K step %int32
        iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero, %s4 = %zero, %s5 = %zero, %s6 = %zero, %s7 = %zero)
        -> (!acc, !acc, !acc, !acc, !acc, !acc, !acc, !acc) : i32 {
      %at = arith.index_castui %k : i32 to index
      %here_b = arith.andi %at, %c32 : index
      %there_b = arith.xori %here_b, %c32 : index
      %here_a = arith.muli %here_b, %c2 : index
      %there_a = arith.muli %there_b, %c2 : index
      %later = arith.addi %k, %int32 : i32
      %more = arith.cmpi slt, %later, %K : i32
      scf.if %more {
        tl.copy %A[%i : i32, %later : i32] to %SA[%there_a, 0] layout #stages_a as #copy_a scope cta async : !matrix to !shared
        tl.copy %B[%later : i32, %j : i32] to %SB[%there_b, 0] layout #stages_b as #copy_b scope cta async : !matrix to !shared
      }
      tl.async_commit
      tl.async_wait 1
      gpu.barrier
      %from_a = arith.addi %here_a, %wm : index
      %from_b = arith.addi %here_b, %c16 : index
      %a0 = tl.load %SA[%from_a, 0] layout #stages_a as #a scope warp : !shared to vector<2x4x2xf16>
      %b0 = tl.load %SB[%here_b, %wn] layout #stages_b as #b scope warp : !shared to vector<4x2x2xf16>
      %a1 = tl.load %SA[%from_a, 16] layout #stages_a as #a scope warp : !shared to vector<2x4x2xf16>
      %b1 = tl.load %SB[%from_b, %wn] layout #stages_b as #b scope warp : !shared to vector<4x2x2xf16>
      %a0_0 = vector.extract %a0[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a0_1 = vector.extract %a0[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b0_0 = vector.extract %b0[0] : vector<2x2xf16> from vector<4x2x2xf16>
      %b0_1 = vector.extract %b0[1] : vector<2x2xf16> from vector<4x2x2xf16>
      %b0_2 = vector.extract %b0[2] : vector<2x2xf16> from vector<4x2x2xf16>
      %b0_3 = vector.extract %b0[3] : vector<2x2xf16> from vector<4x2x2xf16>
      %m_0 = nvgpu.mma.sync (%a0_0, %b0_0, %s0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m_1 = nvgpu.mma.sync (%a0_0, %b0_1, %s1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m_2 = nvgpu.mma.sync (%a0_0, %b0_2, %s2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m_3 = nvgpu.mma.sync (%a0_0, %b0_3, %s3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m_4 = nvgpu.mma.sync (%a0_1, %b0_0, %s4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m_5 = nvgpu.mma.sync (%a0_1, %b0_1, %s5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m_6 = nvgpu.mma.sync (%a0_1, %b0_2, %s6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m_7 = nvgpu.mma.sync (%a0_1, %b0_3, %s7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %a1_0 = vector.extract %a1[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a1_1 = vector.extract %a1[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b1_0 = vector.extract %b1[0] : vector<2x2xf16> from vector<4x2x2xf16>
      %b1_1 = vector.extract %b1[1] : vector<2x2xf16> from vector<4x2x2xf16>
      %b1_2 = vector.extract %b1[2] : vector<2x2xf16> from vector<4x2x2xf16>
      %b1_3 = vector.extract %b1[3] : vector<2x2xf16> from vector<4x2x2xf16>
      %n0 = nvgpu.mma.sync (%a1_0, %b1_0, %m_0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n1 = nvgpu.mma.sync (%a1_0, %b1_1, %m_1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n2 = nvgpu.mma.sync (%a1_0, %b1_2, %m_2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n3 = nvgpu.mma.sync (%a1_0, %b1_3, %m_3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n4 = nvgpu.mma.sync (%a1_1, %b1_0, %m_4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n5 = nvgpu.mma.sync (%a1_1, %b1_1, %m_5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n6 = nvgpu.mma.sync (%a1_1, %b1_2, %m_6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n7 = nvgpu.mma.sync (%a1_1, %b1_3, %m_7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      gpu.barrier
      scf.yield %n0, %n1, %n2, %n3, %n4, %n5, %n6, %n7 : !acc, !acc, !acc, !acc, !acc, !acc, !acc, !acc
    } {loop_annotation = #once}
    %none = ub.poison : vector<2x4x2x2xf32>
    %d0 = vector.insert %r#0, %none [0, 0] : !acc into vector<2x4x2x2xf32>
    %d1 = vector.insert %r#1, %d0 [0, 1] : !acc into vector<2x4x2x2xf32>
    %d2 = vector.insert %r#2, %d1 [0, 2] : !acc into vector<2x4x2x2xf32>
    %d3 = vector.insert %r#3, %d2 [0, 3] : !acc into vector<2x4x2x2xf32>
    %d4 = vector.insert %r#4, %d3 [1, 0] : !acc into vector<2x4x2x2xf32>
    %d5 = vector.insert %r#5, %d4 [1, 1] : !acc into vector<2x4x2x2xf32>
    %d6 = vector.insert %r#6, %d5 [1, 2] : !acc into vector<2x4x2x2xf32>
    %d = vector.insert %r#7, %d6 [1, 3] : !acc into vector<2x4x2x2xf32>
    %wm32 = arith.index_cast %wm : index to i32
    %row = arith.addi %i, %wm32 : i32
    %wn32 = arith.index_cast %wn : index to i32
    %column = arith.addi %j, %wn32 : i32
    tl.store %d as #c to %C[%row : i32, %column : i32] scope warp : vector<2x4x2x2xf32> to !sums
    gpu.return
  }
}
