// The same, two steps in one so that stages are constants; 64 divides K.
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
  gpu.func @gemm2(%A: !matrix {llvm.align = 16 : i64}, %B: !matrix {llvm.align = 16 : i64},
      %C: !sums {llvm.align = 16 : i64}, %K: index)
      workgroup(%SA: !shared {llvm.align = 128 : i64}, %SB: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %int64 = arith.constant 64 : i32
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
    %wm1 = arith.addi %wm, %c64 : index
    %r:8 = scf.for %k = %c0 to %K step %c64
        iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero, %s4 = %zero, %s5 = %zero, %s6 = %zero, %s7 = %zero)
        -> (!acc, !acc, !acc, !acc, !acc, !acc, !acc, !acc) {
      %next0 = arith.addi %k, %c32 : index
      %more0 = arith.cmpi ult, %next0, %K : index
      scf.if %more0 {
        tl.copy %A[%i : i32, %next0] to %SA[64, 0] layout #stages_a as #copy_a scope cta async : !matrix to !shared
        tl.copy %B[%next0, %j : i32] to %SB[32, 0] layout #stages_b as #copy_b scope cta async : !matrix to !shared
      }
      tl.async_commit
      tl.async_wait 1
      gpu.barrier
      %a00 = tl.load %SA[%wm, 0] layout #stages_a as #a scope warp : !shared to vector<2x4x2xf16>
      %b00 = tl.load %SB[0, %wn] layout #stages_b as #b scope warp : !shared to vector<4x2x2xf16>
      %a01 = tl.load %SA[%wm, 16] layout #stages_a as #a scope warp : !shared to vector<2x4x2xf16>
      %b01 = tl.load %SB[16, %wn] layout #stages_b as #b scope warp : !shared to vector<4x2x2xf16>
      %a00_0 = vector.extract %a00[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a00_1 = vector.extract %a00[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b00_0 = vector.extract %b00[0] : vector<2x2xf16> from vector<4x2x2xf16>
      %b00_1 = vector.extract %b00[1] : vector<2x2xf16> from vector<4x2x2xf16>
      %b00_2 = vector.extract %b00[2] : vector<2x2xf16> from vector<4x2x2xf16>
      %b00_3 = vector.extract %b00[3] : vector<2x2xf16> from vector<4x2x2xf16>
      %m0_0 = nvgpu.mma.sync (%a00_0, %b00_0, %s0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m0_1 = nvgpu.mma.sync (%a00_0, %b00_1, %s1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m0_2 = nvgpu.mma.sync (%a00_0, %b00_2, %s2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m0_3 = nvgpu.mma.sync (%a00_0, %b00_3, %s3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m0_4 = nvgpu.mma.sync (%a00_1, %b00_0, %s4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m0_5 = nvgpu.mma.sync (%a00_1, %b00_1, %s5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m0_6 = nvgpu.mma.sync (%a00_1, %b00_2, %s6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m0_7 = nvgpu.mma.sync (%a00_1, %b00_3, %s7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %a01_0 = vector.extract %a01[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a01_1 = vector.extract %a01[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b01_0 = vector.extract %b01[0] : vector<2x2xf16> from vector<4x2x2xf16>
      %b01_1 = vector.extract %b01[1] : vector<2x2xf16> from vector<4x2x2xf16>
      %b01_2 = vector.extract %b01[2] : vector<2x2xf16> from vector<4x2x2xf16>
      %b01_3 = vector.extract %b01[3] : vector<2x2xf16> from vector<4x2x2xf16>
      %h0 = nvgpu.mma.sync (%a01_0, %b01_0, %m0_0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %h1 = nvgpu.mma.sync (%a01_0, %b01_1, %m0_1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %h2 = nvgpu.mma.sync (%a01_0, %b01_2, %m0_2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %h3 = nvgpu.mma.sync (%a01_0, %b01_3, %m0_3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %h4 = nvgpu.mma.sync (%a01_1, %b01_0, %m0_4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %h5 = nvgpu.mma.sync (%a01_1, %b01_1, %m0_5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %h6 = nvgpu.mma.sync (%a01_1, %b01_2, %m0_6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %h7 = nvgpu.mma.sync (%a01_1, %b01_3, %m0_7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      gpu.barrier
      %next1 = arith.addi %k, %c64 : index
      %more1 = arith.cmpi ult, %next1, %K : index
      scf.if %more1 {
        tl.copy %A[%i : i32, %next1] to %SA[0, 0] layout #stages_a as #copy_a scope cta async : !matrix to !shared
        tl.copy %B[%next1, %j : i32] to %SB[0, 0] layout #stages_b as #copy_b scope cta async : !matrix to !shared
      }
      tl.async_commit
      tl.async_wait 1
      gpu.barrier
      %a10 = tl.load %SA[%wm1, 0] layout #stages_a as #a scope warp : !shared to vector<2x4x2xf16>
      %b10 = tl.load %SB[32, %wn] layout #stages_b as #b scope warp : !shared to vector<4x2x2xf16>
      %a11 = tl.load %SA[%wm1, 16] layout #stages_a as #a scope warp : !shared to vector<2x4x2xf16>
      %b11 = tl.load %SB[48, %wn] layout #stages_b as #b scope warp : !shared to vector<4x2x2xf16>
      %a10_0 = vector.extract %a10[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a10_1 = vector.extract %a10[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b10_0 = vector.extract %b10[0] : vector<2x2xf16> from vector<4x2x2xf16>
      %b10_1 = vector.extract %b10[1] : vector<2x2xf16> from vector<4x2x2xf16>
      %b10_2 = vector.extract %b10[2] : vector<2x2xf16> from vector<4x2x2xf16>
      %b10_3 = vector.extract %b10[3] : vector<2x2xf16> from vector<4x2x2xf16>
      %m1_0 = nvgpu.mma.sync (%a10_0, %b10_0, %h0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m1_1 = nvgpu.mma.sync (%a10_0, %b10_1, %h1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m1_2 = nvgpu.mma.sync (%a10_0, %b10_2, %h2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m1_3 = nvgpu.mma.sync (%a10_0, %b10_3, %h3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m1_4 = nvgpu.mma.sync (%a10_1, %b10_0, %h4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m1_5 = nvgpu.mma.sync (%a10_1, %b10_1, %h5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m1_6 = nvgpu.mma.sync (%a10_1, %b10_2, %h6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %m1_7 = nvgpu.mma.sync (%a10_1, %b10_3, %h7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %a11_0 = vector.extract %a11[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a11_1 = vector.extract %a11[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b11_0 = vector.extract %b11[0] : vector<2x2xf16> from vector<4x2x2xf16>
      %b11_1 = vector.extract %b11[1] : vector<2x2xf16> from vector<4x2x2xf16>
      %b11_2 = vector.extract %b11[2] : vector<2x2xf16> from vector<4x2x2xf16>
      %b11_3 = vector.extract %b11[3] : vector<2x2xf16> from vector<4x2x2xf16>
      %n0 = nvgpu.mma.sync (%a11_0, %b11_0, %m1_0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n1 = nvgpu.mma.sync (%a11_0, %b11_1, %m1_1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n2 = nvgpu.mma.sync (%a11_0, %b11_2, %m1_2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n3 = nvgpu.mma.sync (%a11_0, %b11_3, %m1_3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n4 = nvgpu.mma.sync (%a11_1, %b11_0, %m1_4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n5 = nvgpu.mma.sync (%a11_1, %b11_1, %m1_5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n6 = nvgpu.mma.sync (%a11_1, %b11_2, %m1_6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
      %n7 = nvgpu.mma.sync (%a11_1, %b11_3, %m1_7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !acc) -> !acc
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
