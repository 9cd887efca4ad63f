// C = A (W S) for f16 A and weights of 8 bits with a scale a column, with sums in f32:
// 64 x 64 of C a block, 32 x 32 a warp, 32 of k a step.  Weights arrive as they are, by
// cp.async in a ring of 2 stages; ldmatrix feeds bytes, which become f16 in registers:
// a byte w + 128 below an exponent is 1152 + w, in two instructions for 4 weights.
//
// A column of W is a row of memory.  Of 16 of its elements a lane needs k = 2 i, 2 i + 1,
// 2 i + 8 and 2 i + 9, which lie side by side (#stage_b): so an access of ldmatrix has
// operand B of four products.

// RUN: tl-sim --verify-lowering %s --grid=2,2 --arg=4:scalar=96 --arg=0:small --arg=1:small --arg=2:small \
// RUN:   --reference=gemm_int8_by_loops --tolerance=0 | FileCheck %s
// RUN: %tl-opt %s --lower-layout-copies | tl-sim - --grid=2,2 --arg=4:scalar=96 --report | FileCheck %s --check-prefix=BANKS
// CHECK: @gemm_int8: equivalent: {{[0-9]+}} elements
// CHECK: @gemm_int8: as @gemm_int8_by_loops: 16384 elements, off by at most 0{{$}}
// BANKS: total: shared {{[0-9]+}} bytes, [[LEAST:[0-9]+]] wavefronts of at least [[LEAST]];

#a = #tl.register<local(2, 1) * mma_a(16, 8, 16, 16)>
#b = #tl.register<local(1, 4) * mma_b(16, 8, 16, 16)>
#c = #tl.register<local(2, 4) * mma_c(16, 8, 16, 16)>
#columns = #tl.register<reduce(local(2, 4) * mma_c(16, 8, 16, 16), dims = [0])>
#stage_a = #tl.shared<row_major_swizzle([64, 32], nbytes = 2)>
#stage_w = #tl.shared<row_major_swizzle([64, 32], nbytes = 1)>
#stage_b = #tl.tile<S[((2, 2, 4, 2), 64) : ((16, 2, 4, 1), 32)] + swizzle(base = 4, bits = 1, shift = 3)>
#copy_a = #tl.register<local(2, 1).spatial(32, 4).local(1, 8)>
#copy_w = #tl.register<spatial(64, 2).local(1, 16)>
#once = #llvm.loop_annotation<unroll = <disable = true>>
#place = affine_map<(k) -> (k floordiv 16 * 16 + k floordiv 2 mod 4 * 4 + k floordiv 8 mod 2 * 2 + k mod 2)>
!a = memref<128x256xf16>
!w = memref<128x256xi8>
!scales = memref<128xf16>
!c = memref<128x128xf32>
!ring_a = memref<2x64x32xf16, #gpu.address_space<workgroup>>
!ring_w = memref<2x64x32xi8, #gpu.address_space<workgroup>>
!bytes = memref<2x2048xi8, #gpu.address_space<workgroup>>
!sum = vector<2x2xf32>

gpu.module @kernels {
  func.func private @widen(%w: vector<4xi8>) -> vector<2x2xf16> {
    %sign = arith.constant 0x80808080 : i32
    %exponent = arith.constant 0x64646464 : i32
    %low = arith.constant 0x5150 : i32
    %high = arith.constant 0x5352 : i32
    %bias = arith.constant dense<1152.0> : vector<2xf16>
    %word1 = vector.bitcast %w : vector<4xi8> to vector<1xi32>
    %word = vector.extract %word1[0] : i32 from vector<1xi32>
    %above = arith.xori %word, %sign : i32
    %p0 = nvvm.prmt <default> %low, %above, %exponent : i32
    %p1 = nvvm.prmt <default> %high, %above, %exponent : i32
    %v0 = vector.broadcast %p0 : i32 to vector<1xi32>
    %v1 = vector.broadcast %p1 : i32 to vector<1xi32>
    %h0 = vector.bitcast %v0 : vector<1xi32> to vector<2xf16>
    %h1 = vector.bitcast %v1 : vector<1xi32> to vector<2xf16>
    %f0 = arith.subf %h0, %bias : vector<2xf16>
    %f1 = arith.subf %h1, %bias : vector<2xf16>
    %none = ub.poison : vector<2x2xf16>
    %r0 = vector.insert %f0, %none [0] : vector<2xf16> into vector<2x2xf16>
    %r1 = vector.insert %f1, %r0 [1] : vector<2xf16> into vector<2x2xf16>
    return %r1 : vector<2x2xf16>
  }
  gpu.func @gemm_int8(%A: !a {llvm.align = 16 : i64}, %W: !w {llvm.align = 16 : i64}, %S: !scales {llvm.align = 16 : i64},
      %C: !c {llvm.align = 16 : i64}, %K: i32)
      workgroup(%SA: !ring_a, %SW: !ring_w) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c32 = arith.constant 32 : i32
    %c64 = arith.constant 64 : i32
    %zero = arith.constant dense<0.0> : !sum
    %thread = gpu.thread_id x
    %t = arith.index_cast %thread : index to i32
    %block_x = gpu.block_id x
    %x = arith.index_cast %block_x : index to i32
    %block_y = gpu.block_id y
    %y = arith.index_cast %block_y : index to i32
    %i = arith.muli %y, %c64 : i32
    %j = arith.muli %x, %c64 : i32
    %warp = arith.divui %t, %c32 : i32
    %warp_y = arith.divui %warp, %c2 : i32
    %warp_x = arith.remui %warp, %c2 : i32
    %wm = arith.muli %warp_y, %c32 : i32
    %wn = arith.muli %warp_x, %c32 : i32
    %SB = memref.collapse_shape %SW [[0], [1, 2]] : !ring_w into !bytes
    tl.copy %A[%i : i32, 0] to %SA[0, 0, 0] layout #stage_a as #copy_a scope cta async : !a to !ring_a
    tl.copy %W[%j : i32, 0] to %SW[0, 0, 0] layout #stage_w as #copy_w scope cta async : !w to !ring_w
    tl.async_commit
    %r:10 = scf.for %k = %c0 to %K step %c32
        iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero, %s4 = %zero, %s5 = %zero, %s6 = %zero, %s7 = %zero, %here = %c0, %next = %c32)
        -> (!sum, !sum, !sum, !sum, !sum, !sum, !sum, !sum, i32, i32) : i32 {
      %there = arith.xori %here, %c1 : i32
      %more = arith.cmpi slt, %next, %K : i32
      scf.if %more {
        tl.copy %A[%i : i32, %next : i32] to %SA[%there : i32, 0, 0] layout #stage_a as #copy_a scope cta async : !a to !ring_a
        tl.copy %W[%j : i32, %next : i32] to %SW[%there : i32, 0, 0] layout #stage_w as #copy_w scope cta async : !w to !ring_w
      }
      tl.async_commit
      tl.async_wait 1
      gpu.barrier
      %a0 = tl.load %SA[%here : i32, %wm : i32, 0] layout #stage_a as #a scope warp : !ring_a to vector<2x4x2xf16>
      %w0 = tl.load %SB[%here : i32, 0, %wn : i32] layout #stage_b as #b scope warp : !bytes to vector<4x4xi8>
      %a1 = tl.load %SA[%here : i32, %wm : i32, 16] layout #stage_a as #a scope warp : !ring_a to vector<2x4x2xf16>
      %w1 = tl.load %SB[%here : i32, 16, %wn : i32] layout #stage_b as #b scope warp : !bytes to vector<4x4xi8>
      %a0_0 = vector.extract %a0[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a0_1 = vector.extract %a0[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %w0_0 = vector.extract %w0[0] : vector<4xi8> from vector<4x4xi8>
      %b0_0 = func.call @widen(%w0_0) : (vector<4xi8>) -> vector<2x2xf16>
      %w0_1 = vector.extract %w0[1] : vector<4xi8> from vector<4x4xi8>
      %b0_1 = func.call @widen(%w0_1) : (vector<4xi8>) -> vector<2x2xf16>
      %w0_2 = vector.extract %w0[2] : vector<4xi8> from vector<4x4xi8>
      %b0_2 = func.call @widen(%w0_2) : (vector<4xi8>) -> vector<2x2xf16>
      %w0_3 = vector.extract %w0[3] : vector<4xi8> from vector<4x4xi8>
      %b0_3 = func.call @widen(%w0_3) : (vector<4xi8>) -> vector<2x2xf16>
      %m0 = nvgpu.mma.sync (%a0_0, %b0_0, %s0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m1 = nvgpu.mma.sync (%a0_0, %b0_1, %s1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m2 = nvgpu.mma.sync (%a0_0, %b0_2, %s2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m3 = nvgpu.mma.sync (%a0_0, %b0_3, %s3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m4 = nvgpu.mma.sync (%a0_1, %b0_0, %s4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m5 = nvgpu.mma.sync (%a0_1, %b0_1, %s5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m6 = nvgpu.mma.sync (%a0_1, %b0_2, %s6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m7 = nvgpu.mma.sync (%a0_1, %b0_3, %s7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %a1_0 = vector.extract %a1[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a1_1 = vector.extract %a1[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %w1_0 = vector.extract %w1[0] : vector<4xi8> from vector<4x4xi8>
      %b1_0 = func.call @widen(%w1_0) : (vector<4xi8>) -> vector<2x2xf16>
      %w1_1 = vector.extract %w1[1] : vector<4xi8> from vector<4x4xi8>
      %b1_1 = func.call @widen(%w1_1) : (vector<4xi8>) -> vector<2x2xf16>
      %w1_2 = vector.extract %w1[2] : vector<4xi8> from vector<4x4xi8>
      %b1_2 = func.call @widen(%w1_2) : (vector<4xi8>) -> vector<2x2xf16>
      %w1_3 = vector.extract %w1[3] : vector<4xi8> from vector<4x4xi8>
      %b1_3 = func.call @widen(%w1_3) : (vector<4xi8>) -> vector<2x2xf16>
      %n0 = nvgpu.mma.sync (%a1_0, %b1_0, %m0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n1 = nvgpu.mma.sync (%a1_0, %b1_1, %m1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n2 = nvgpu.mma.sync (%a1_0, %b1_2, %m2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n3 = nvgpu.mma.sync (%a1_0, %b1_3, %m3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n4 = nvgpu.mma.sync (%a1_1, %b1_0, %m4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n5 = nvgpu.mma.sync (%a1_1, %b1_1, %m5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n6 = nvgpu.mma.sync (%a1_1, %b1_2, %m6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n7 = nvgpu.mma.sync (%a1_1, %b1_3, %m7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      gpu.barrier
      %after = arith.addi %next, %c32 : i32
      scf.yield %n0, %n1, %n2, %n3, %n4, %n5, %n6, %n7, %there, %after : !sum, !sum, !sum, !sum, !sum, !sum, !sum, !sum, i32, i32
    } {loop_annotation = #once}
    %row = arith.addi %i, %wm : i32
    %column = arith.addi %j, %wn : i32
    %scale16 = tl.load %S[%column : i32] as #columns scope warp : !scales to vector<4x2xf16>
    %scale16_0 = vector.extract %scale16[0] : vector<2xf16> from vector<4x2xf16>
    %scale_0 = arith.extf %scale16_0 : vector<2xf16> to vector<2xf32>
    %scale16_1 = vector.extract %scale16[1] : vector<2xf16> from vector<4x2xf16>
    %scale_1 = arith.extf %scale16_1 : vector<2xf16> to vector<2xf32>
    %scale16_2 = vector.extract %scale16[2] : vector<2xf16> from vector<4x2xf16>
    %scale_2 = arith.extf %scale16_2 : vector<2xf16> to vector<2xf32>
    %scale16_3 = vector.extract %scale16[3] : vector<2xf16> from vector<4x2xf16>
    %scale_3 = arith.extf %scale16_3 : vector<2xf16> to vector<2xf32>
    %none = ub.poison : vector<2x4x2x2xf32>
    %x0_0 = vector.extract %r#0[0] : vector<2xf32> from !sum
    %y0_0 = arith.mulf %x0_0, %scale_0 : vector<2xf32>
    %d0_0 = vector.insert %y0_0, %none [0, 0, 0] : vector<2xf32> into vector<2x4x2x2xf32>
    %x0_1 = vector.extract %r#0[1] : vector<2xf32> from !sum
    %y0_1 = arith.mulf %x0_1, %scale_0 : vector<2xf32>
    %d0_1 = vector.insert %y0_1, %d0_0 [0, 0, 1] : vector<2xf32> into vector<2x4x2x2xf32>
    %x1_0 = vector.extract %r#1[0] : vector<2xf32> from !sum
    %y1_0 = arith.mulf %x1_0, %scale_1 : vector<2xf32>
    %d1_0 = vector.insert %y1_0, %d0_1 [0, 1, 0] : vector<2xf32> into vector<2x4x2x2xf32>
    %x1_1 = vector.extract %r#1[1] : vector<2xf32> from !sum
    %y1_1 = arith.mulf %x1_1, %scale_1 : vector<2xf32>
    %d1_1 = vector.insert %y1_1, %d1_0 [0, 1, 1] : vector<2xf32> into vector<2x4x2x2xf32>
    %x2_0 = vector.extract %r#2[0] : vector<2xf32> from !sum
    %y2_0 = arith.mulf %x2_0, %scale_2 : vector<2xf32>
    %d2_0 = vector.insert %y2_0, %d1_1 [0, 2, 0] : vector<2xf32> into vector<2x4x2x2xf32>
    %x2_1 = vector.extract %r#2[1] : vector<2xf32> from !sum
    %y2_1 = arith.mulf %x2_1, %scale_2 : vector<2xf32>
    %d2_1 = vector.insert %y2_1, %d2_0 [0, 2, 1] : vector<2xf32> into vector<2x4x2x2xf32>
    %x3_0 = vector.extract %r#3[0] : vector<2xf32> from !sum
    %y3_0 = arith.mulf %x3_0, %scale_3 : vector<2xf32>
    %d3_0 = vector.insert %y3_0, %d2_1 [0, 3, 0] : vector<2xf32> into vector<2x4x2x2xf32>
    %x3_1 = vector.extract %r#3[1] : vector<2xf32> from !sum
    %y3_1 = arith.mulf %x3_1, %scale_3 : vector<2xf32>
    %d3_1 = vector.insert %y3_1, %d3_0 [0, 3, 1] : vector<2xf32> into vector<2x4x2x2xf32>
    %x4_0 = vector.extract %r#4[0] : vector<2xf32> from !sum
    %y4_0 = arith.mulf %x4_0, %scale_0 : vector<2xf32>
    %d4_0 = vector.insert %y4_0, %d3_1 [1, 0, 0] : vector<2xf32> into vector<2x4x2x2xf32>
    %x4_1 = vector.extract %r#4[1] : vector<2xf32> from !sum
    %y4_1 = arith.mulf %x4_1, %scale_0 : vector<2xf32>
    %d4_1 = vector.insert %y4_1, %d4_0 [1, 0, 1] : vector<2xf32> into vector<2x4x2x2xf32>
    %x5_0 = vector.extract %r#5[0] : vector<2xf32> from !sum
    %y5_0 = arith.mulf %x5_0, %scale_1 : vector<2xf32>
    %d5_0 = vector.insert %y5_0, %d4_1 [1, 1, 0] : vector<2xf32> into vector<2x4x2x2xf32>
    %x5_1 = vector.extract %r#5[1] : vector<2xf32> from !sum
    %y5_1 = arith.mulf %x5_1, %scale_1 : vector<2xf32>
    %d5_1 = vector.insert %y5_1, %d5_0 [1, 1, 1] : vector<2xf32> into vector<2x4x2x2xf32>
    %x6_0 = vector.extract %r#6[0] : vector<2xf32> from !sum
    %y6_0 = arith.mulf %x6_0, %scale_2 : vector<2xf32>
    %d6_0 = vector.insert %y6_0, %d5_1 [1, 2, 0] : vector<2xf32> into vector<2x4x2x2xf32>
    %x6_1 = vector.extract %r#6[1] : vector<2xf32> from !sum
    %y6_1 = arith.mulf %x6_1, %scale_2 : vector<2xf32>
    %d6_1 = vector.insert %y6_1, %d6_0 [1, 2, 1] : vector<2xf32> into vector<2x4x2x2xf32>
    %x7_0 = vector.extract %r#7[0] : vector<2xf32> from !sum
    %y7_0 = arith.mulf %x7_0, %scale_3 : vector<2xf32>
    %d7_0 = vector.insert %y7_0, %d6_1 [1, 3, 0] : vector<2xf32> into vector<2x4x2x2xf32>
    %x7_1 = vector.extract %r#7[1] : vector<2xf32> from !sum
    %y7_1 = arith.mulf %x7_1, %scale_3 : vector<2xf32>
    %d7_1 = vector.insert %y7_1, %d7_0 [1, 3, 1] : vector<2xf32> into vector<2x4x2x2xf32>
    tl.store %d7_1 as #c to %C[%row : i32, %column : i32] scope warp : vector<2x4x2x2xf32> to !c
    gpu.return
  }
}

func.func private @gemm_int8_by_loops(%A: !a, %W: !w, %S: !scales, %C: !c, %K32: i32) {
  %K = arith.index_cast %K32 : i32 to index
  %M = arith.constant 128 : index
  %N = arith.constant 128 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %M step %c1 {
    scf.for %j = %c0 to %N step %c1 {
      %sum = scf.for %k = %c0 to %K step %c1 iter_args(%s = %zero) -> f32 {
        %a16 = memref.load %A[%i, %k] : !a
        %place = affine.apply #place(%k)
        %w8 = memref.load %W[%j, %place] : !w
        %a = arith.extf %a16 : f16 to f32
        %w = arith.sitofp %w8 : i8 to f32
        %next = math.fma %a, %w, %s : f32
        scf.yield %next : f32
      }
      %s16 = memref.load %S[%j] : !scales
      %scale = arith.extf %s16 : f16 to f32
      %c = arith.mulf %sum, %scale : f32
      memref.store %c, %C[%i, %j] : !c
    }
  }
  return
}
