// C = A (W S) for f16 A and weights of 4 bits with a scale for 64 of them, with sums in f32:
// 64 x 64 of C a block, 32 x 32 a warp, 64 of k a step.  A word has 8 weights of a column
// of W: of 32 elements of k, element 16 l + 8 h + 2 i + j is nibble 4 j + 2 l + h of word i.
// So a word is what a lane needs of operand B for two products, and pairs of f16 are made
// by a shift, an `and` and an `or`: a nibble w + 8 below an exponent is 1032 + w.

// RUN: tl-sim --verify-lowering %s --grid=2,2 --arg=4:scalar=128 --arg=0:small --arg=2:small \
// RUN:   --reference=gemm_int4_by_loops --tolerance=0 | FileCheck %s
// RUN: %tl-opt %s --lower-layout-copies | tl-sim - --grid=2,2 --arg=4:scalar=128 --report | FileCheck %s --check-prefix=BANKS
// CHECK: @gemm_int4: equivalent: {{[0-9]+}} elements
// CHECK: @gemm_int4: as @gemm_int4_by_loops: 16384 elements, off by at most 0{{$}}
// BANKS: total: shared {{[0-9]+}} bytes, [[LEAST:[0-9]+]] wavefronts of at least [[LEAST]];

#a = #tl.register<local(2, 1) * mma_a(16, 8, 16, 16)>
#b = #tl.register<local(4, 1).spatial(8, 4)>
#c = #tl.register<local(2, 4) * mma_c(16, 8, 16, 16)>
#scale = #tl.register<reduce(local(4, 1).spatial(8, 4), dims = [1])>
#stage_a = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#stage_w = #tl.shared<row_major_swizzle([64, 8], nbytes = 4)>
#copy_a = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#copy_w = #tl.register<spatial(64, 2).local(1, 4)>
#once = #llvm.loop_annotation<unroll = <disable = true>>
#word_of = affine_map<(k) -> (k floordiv 32 * 4 + k floordiv 2 mod 4)>
#bit_of = affine_map<(k) -> (k mod 2 * 16 + k floordiv 16 mod 2 * 8 + k floordiv 8 mod 2 * 4)>
!a = memref<128x256xf16>
!w = memref<128x32xi32>
!scales = memref<4x128xf16>
!c = memref<128x128xf32>
!ring_a = memref<2x64x64xf16, #gpu.address_space<workgroup>>
!ring_w = memref<2x64x8xi32, #gpu.address_space<workgroup>>
!ring_s = memref<2x64xf16, #gpu.address_space<workgroup>>
!sum = vector<2x2xf32>

gpu.module @kernels {
  func.func private @widen(%w: i32, %scale: f16) -> vector<2x2xf16> {
    %nibbles = arith.constant 0x000f000f : i32
    %exponent = arith.constant 0x64006400 : i32
    %i4 = arith.constant 4 : i32
    %bias = arith.constant dense<1032.0> : vector<2xf16>
    %scales = vector.broadcast %scale : f16 to vector<2xf16>
    %next = arith.shrui %w, %i4 : i32
    %n0 = arith.andi %w, %nibbles : i32
    %n1 = arith.andi %next, %nibbles : i32
    %p0 = arith.ori %n0, %exponent : i32
    %p1 = arith.ori %n1, %exponent : i32
    %v0 = vector.broadcast %p0 : i32 to vector<1xi32>
    %v1 = vector.broadcast %p1 : i32 to vector<1xi32>
    %h0 = vector.bitcast %v0 : vector<1xi32> to vector<2xf16>
    %h1 = vector.bitcast %v1 : vector<1xi32> to vector<2xf16>
    %f0 = arith.subf %h0, %bias : vector<2xf16>
    %f1 = arith.subf %h1, %bias : vector<2xf16>
    %g0 = arith.mulf %f0, %scales : vector<2xf16>
    %g1 = arith.mulf %f1, %scales : vector<2xf16>
    %none = ub.poison : vector<2x2xf16>
    %r0 = vector.insert %g0, %none [0] : vector<2xf16> into vector<2x2xf16>
    %r1 = vector.insert %g1, %r0 [1] : vector<2xf16> into vector<2x2xf16>
    return %r1 : vector<2x2xf16>
  }
  gpu.func @gemm_int4(%A: !a {llvm.align = 16 : i64}, %W: !w {llvm.align = 16 : i64}, %S: !scales {llvm.align = 16 : i64},
      %C: !c {llvm.align = 16 : i64}, %K: i32)
      workgroup(%SA: !ring_a, %SW: !ring_w, %SS: !ring_s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c6 = arith.constant 6 : i32
    %c8 = arith.constant 8 : i32
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
    tl.copy %A[%i : i32, 0] to %SA[0, 0, 0] layout #stage_a as #copy_a scope cta async : !a to !ring_a
    tl.copy %W[%j : i32, 0] to %SW[0, 0, 0] layout #stage_w as #copy_w scope cta async : !w to !ring_w
    tl.copy %S[0, %j : i32] to %SS scope cta tile(1, 64) async : !scales to !ring_s
    tl.async_commit
    %r:10 = scf.for %k = %c0 to %K step %c64
        iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero, %s4 = %zero, %s5 = %zero, %s6 = %zero, %s7 = %zero, %here = %c0, %next = %c64)
        -> (!sum, !sum, !sum, !sum, !sum, !sum, !sum, !sum, i32, i32) : i32 {
      %there = arith.xori %here, %c1 : i32
      %more = arith.cmpi slt, %next, %K : i32
      scf.if %more {
        %words = arith.shrui %next, %c3 : i32
        %group = arith.shrui %next, %c6 : i32
        tl.copy %A[%i : i32, %next : i32] to %SA[%there : i32, 0, 0] layout #stage_a as #copy_a scope cta async : !a to !ring_a
        tl.copy %W[%j : i32, %words : i32] to %SW[%there : i32, 0, 0] layout #stage_w as #copy_w scope cta async : !w to !ring_w
        tl.copy %S[%group : i32, %j : i32] to %SS[%there : i32, 0] scope cta tile(1, 64) async : !scales to !ring_s
      }
      tl.async_commit
      tl.async_wait 1
      gpu.barrier
      %scales = tl.load %SS[%here : i32, %wn : i32] as #scale scope warp : !ring_s to vector<4xf16>
      %scale0 = vector.extract %scales[0] : f16 from vector<4xf16>
      %scale1 = vector.extract %scales[1] : f16 from vector<4xf16>
      %scale2 = vector.extract %scales[2] : f16 from vector<4xf16>
      %scale3 = vector.extract %scales[3] : f16 from vector<4xf16>
      %w0 = tl.load %SW[%here : i32, %wn : i32, 0] layout #stage_w as #b scope warp : !ring_w to vector<4xi32>
      %w0_0_0 = vector.extract %w0[0] : i32 from vector<4xi32>
      %w0_0_1 = arith.shrui %w0_0_0, %c8 : i32
      %w0_1_0 = vector.extract %w0[1] : i32 from vector<4xi32>
      %w0_1_1 = arith.shrui %w0_1_0, %c8 : i32
      %w0_2_0 = vector.extract %w0[2] : i32 from vector<4xi32>
      %w0_2_1 = arith.shrui %w0_2_0, %c8 : i32
      %w0_3_0 = vector.extract %w0[3] : i32 from vector<4xi32>
      %w0_3_1 = arith.shrui %w0_3_0, %c8 : i32
      %a0 = tl.load %SA[%here : i32, %wm : i32, 0] layout #stage_a as #a scope warp : !ring_a to vector<2x4x2xf16>
      %a0_0 = vector.extract %a0[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a0_1 = vector.extract %a0[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b0_0 = func.call @widen(%w0_0_0, %scale0) : (i32, f16) -> vector<2x2xf16>
      %b0_1 = func.call @widen(%w0_1_0, %scale1) : (i32, f16) -> vector<2x2xf16>
      %b0_2 = func.call @widen(%w0_2_0, %scale2) : (i32, f16) -> vector<2x2xf16>
      %b0_3 = func.call @widen(%w0_3_0, %scale3) : (i32, f16) -> vector<2x2xf16>
      %m0_0 = nvgpu.mma.sync (%a0_0, %b0_0, %s0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m0_1 = nvgpu.mma.sync (%a0_0, %b0_1, %s1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m0_2 = nvgpu.mma.sync (%a0_0, %b0_2, %s2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m0_3 = nvgpu.mma.sync (%a0_0, %b0_3, %s3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m0_4 = nvgpu.mma.sync (%a0_1, %b0_0, %s4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m0_5 = nvgpu.mma.sync (%a0_1, %b0_1, %s5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m0_6 = nvgpu.mma.sync (%a0_1, %b0_2, %s6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m0_7 = nvgpu.mma.sync (%a0_1, %b0_3, %s7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %a1 = tl.load %SA[%here : i32, %wm : i32, 16] layout #stage_a as #a scope warp : !ring_a to vector<2x4x2xf16>
      %a1_0 = vector.extract %a1[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a1_1 = vector.extract %a1[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b1_0 = func.call @widen(%w0_0_1, %scale0) : (i32, f16) -> vector<2x2xf16>
      %b1_1 = func.call @widen(%w0_1_1, %scale1) : (i32, f16) -> vector<2x2xf16>
      %b1_2 = func.call @widen(%w0_2_1, %scale2) : (i32, f16) -> vector<2x2xf16>
      %b1_3 = func.call @widen(%w0_3_1, %scale3) : (i32, f16) -> vector<2x2xf16>
      %m1_0 = nvgpu.mma.sync (%a1_0, %b1_0, %m0_0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m1_1 = nvgpu.mma.sync (%a1_0, %b1_1, %m0_1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m1_2 = nvgpu.mma.sync (%a1_0, %b1_2, %m0_2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m1_3 = nvgpu.mma.sync (%a1_0, %b1_3, %m0_3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m1_4 = nvgpu.mma.sync (%a1_1, %b1_0, %m0_4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m1_5 = nvgpu.mma.sync (%a1_1, %b1_1, %m0_5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m1_6 = nvgpu.mma.sync (%a1_1, %b1_2, %m0_6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m1_7 = nvgpu.mma.sync (%a1_1, %b1_3, %m0_7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %w1 = tl.load %SW[%here : i32, %wn : i32, 4] layout #stage_w as #b scope warp : !ring_w to vector<4xi32>
      %w1_0_0 = vector.extract %w1[0] : i32 from vector<4xi32>
      %w1_0_1 = arith.shrui %w1_0_0, %c8 : i32
      %w1_1_0 = vector.extract %w1[1] : i32 from vector<4xi32>
      %w1_1_1 = arith.shrui %w1_1_0, %c8 : i32
      %w1_2_0 = vector.extract %w1[2] : i32 from vector<4xi32>
      %w1_2_1 = arith.shrui %w1_2_0, %c8 : i32
      %w1_3_0 = vector.extract %w1[3] : i32 from vector<4xi32>
      %w1_3_1 = arith.shrui %w1_3_0, %c8 : i32
      %a2 = tl.load %SA[%here : i32, %wm : i32, 32] layout #stage_a as #a scope warp : !ring_a to vector<2x4x2xf16>
      %a2_0 = vector.extract %a2[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a2_1 = vector.extract %a2[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b2_0 = func.call @widen(%w1_0_0, %scale0) : (i32, f16) -> vector<2x2xf16>
      %b2_1 = func.call @widen(%w1_1_0, %scale1) : (i32, f16) -> vector<2x2xf16>
      %b2_2 = func.call @widen(%w1_2_0, %scale2) : (i32, f16) -> vector<2x2xf16>
      %b2_3 = func.call @widen(%w1_3_0, %scale3) : (i32, f16) -> vector<2x2xf16>
      %m2_0 = nvgpu.mma.sync (%a2_0, %b2_0, %m1_0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m2_1 = nvgpu.mma.sync (%a2_0, %b2_1, %m1_1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m2_2 = nvgpu.mma.sync (%a2_0, %b2_2, %m1_2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m2_3 = nvgpu.mma.sync (%a2_0, %b2_3, %m1_3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m2_4 = nvgpu.mma.sync (%a2_1, %b2_0, %m1_4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m2_5 = nvgpu.mma.sync (%a2_1, %b2_1, %m1_5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m2_6 = nvgpu.mma.sync (%a2_1, %b2_2, %m1_6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m2_7 = nvgpu.mma.sync (%a2_1, %b2_3, %m1_7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %a3 = tl.load %SA[%here : i32, %wm : i32, 48] layout #stage_a as #a scope warp : !ring_a to vector<2x4x2xf16>
      %a3_0 = vector.extract %a3[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a3_1 = vector.extract %a3[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b3_0 = func.call @widen(%w1_0_1, %scale0) : (i32, f16) -> vector<2x2xf16>
      %b3_1 = func.call @widen(%w1_1_1, %scale1) : (i32, f16) -> vector<2x2xf16>
      %b3_2 = func.call @widen(%w1_2_1, %scale2) : (i32, f16) -> vector<2x2xf16>
      %b3_3 = func.call @widen(%w1_3_1, %scale3) : (i32, f16) -> vector<2x2xf16>
      %m3_0 = nvgpu.mma.sync (%a3_0, %b3_0, %m2_0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m3_1 = nvgpu.mma.sync (%a3_0, %b3_1, %m2_1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m3_2 = nvgpu.mma.sync (%a3_0, %b3_2, %m2_2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m3_3 = nvgpu.mma.sync (%a3_0, %b3_3, %m2_3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m3_4 = nvgpu.mma.sync (%a3_1, %b3_0, %m2_4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m3_5 = nvgpu.mma.sync (%a3_1, %b3_1, %m2_5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m3_6 = nvgpu.mma.sync (%a3_1, %b3_2, %m2_6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %m3_7 = nvgpu.mma.sync (%a3_1, %b3_3, %m2_7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      gpu.barrier
      %after = arith.addi %next, %c64 : i32
      scf.yield %m3_0, %m3_1, %m3_2, %m3_3, %m3_4, %m3_5, %m3_6, %m3_7, %there, %after : !sum, !sum, !sum, !sum, !sum, !sum, !sum, !sum, i32, i32
    } {loop_annotation = #once}
    %row = arith.addi %i, %wm : i32
    %column = arith.addi %j, %wn : i32
    %none = ub.poison : vector<2x4x2x2xf32>
    %d0 = vector.insert %r#0, %none [0, 0] : !sum into vector<2x4x2x2xf32>
    %d1 = vector.insert %r#1, %d0 [0, 1] : !sum into vector<2x4x2x2xf32>
    %d2 = vector.insert %r#2, %d1 [0, 2] : !sum into vector<2x4x2x2xf32>
    %d3 = vector.insert %r#3, %d2 [0, 3] : !sum into vector<2x4x2x2xf32>
    %d4 = vector.insert %r#4, %d3 [1, 0] : !sum into vector<2x4x2x2xf32>
    %d5 = vector.insert %r#5, %d4 [1, 1] : !sum into vector<2x4x2x2xf32>
    %d6 = vector.insert %r#6, %d5 [1, 2] : !sum into vector<2x4x2x2xf32>
    %d7 = vector.insert %r#7, %d6 [1, 3] : !sum into vector<2x4x2x2xf32>
    tl.store %d7 as #c to %C[%row : i32, %column : i32] scope warp : vector<2x4x2x2xf32> to !c
    gpu.return
  }
}

func.func private @gemm_int4_by_loops(%A: !a, %W: !w, %S: !scales, %C: !c, %K32: i32) {
  %K = arith.index_cast %K32 : i32 to index
  %M = arith.constant 128 : index
  %N = arith.constant 128 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %mask = arith.constant 15 : i32
  %eight = arith.constant 8 : i32
  scf.for %i = %c0 to %M step %c1 {
    scf.for %j = %c0 to %N step %c1 {
      %sum = scf.for %k = %c0 to %K step %c1 iter_args(%s = %zero) -> f32 {
        %a16 = memref.load %A[%i, %k] : !a
        %at = affine.apply #word_of(%k)
        %nibble = affine.apply #bit_of(%k)
        %shift = arith.index_cast %nibble : index to i32
        %word = memref.load %W[%j, %at] : !w
        %moved = arith.shrui %word, %shift : i32
        %w4 = arith.andi %moved, %mask : i32
        %w32 = arith.subi %w4, %eight : i32
        %group = arith.divui %k, %c64 : index
        %s16 = memref.load %S[%group, %j] : !scales
        %scale = arith.extf %s16 : f16 to f32
        %a = arith.extf %a16 : f16 to f32
        %w = arith.sitofp %w32 : i32 to f32
        %b = arith.mulf %w, %scale : f32
        %next = math.fma %a, %b, %s : f32
        scf.yield %next : f32
      }
      memref.store %sum, %C[%i, %j] : !c
    }
  }
  return
}
