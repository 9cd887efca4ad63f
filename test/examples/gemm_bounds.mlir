// C = A B for f16 matrices of any size up to those of the memrefs, with sums in
// f32: 64 x 64 of C a block, 32 x 32 a warp, 32 of k a step.  Tiles of A and B
// arrive by cp.async in a ring of 3 stages, and go through ldmatrix to mma.sync; C
// goes through shared memory, by stmatrix where the target has it, so that its
// rows are stored as a whole.  M, N and K are bounds of 32 bits; 8 divides N and K.

// RUN: tl-sim --verify-lowering %s --grid=2,2 --arg=3:scalar=100 --arg=4:scalar=88 --arg=5:scalar=200 \
// RUN:   --arg=0:small --arg=1:small --reference=gemm_bounds_by_loops --tolerance=0 | FileCheck %s
// RUN: tl-sim --verify-lowering=lower-layout-copies{target=sm_80} %s --grid=2,2 --arg=3:scalar=128 --arg=4:scalar=128 --arg=5:scalar=24 \
// RUN:   --arg=0:small --arg=1:small --reference=gemm_bounds_by_loops --tolerance=0 | FileCheck %s
// RUN: %tl-opt %s --lower-layout-copies | tl-sim - --grid=2,2 --arg=3:scalar=100 --arg=4:scalar=88 --arg=5:scalar=200 --report | FileCheck %s --check-prefix=BANKS
// CHECK: @gemm_bounds: equivalent: {{[0-9]+}} elements
// CHECK: @gemm_bounds: as @gemm_bounds_by_loops: {{8800|16384}} elements, off by at most 0{{$}}
// BANKS: total: shared {{[0-9]+}} bytes, [[LEAST:[0-9]+]] wavefronts of at least [[LEAST]];

#a = #tl.register<local(2, 1) * mma_a(16, 8, 16, 16)>
#b = #tl.register<local(1, 4) * mma_b(16, 8, 16, 16)>
#c = #tl.register<local(2, 4) * mma_c(16, 8, 16, 16)>
#stage_a = #tl.shared<row_major_swizzle([64, 32], nbytes = 2)>
#stage_b = #tl.shared<row_major_swizzle([32, 64], nbytes = 2)>
#smem_c = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#copy_a = #tl.register<local(2, 1).spatial(32, 4).local(1, 8)>
#copy_b = #tl.register<local(2, 1).spatial(16, 8).local(1, 8)>
#copy_c = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#once = #llvm.loop_annotation<unroll = <disable = true>>
!a = memref<128x256xf16>
!b = memref<256x128xf16>
!c = memref<128x128xf16>
!ring_a = memref<3x64x32xf16, #gpu.address_space<workgroup>>
!ring_b = memref<3x32x64xf16, #gpu.address_space<workgroup>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
!sum = vector<2x2xf32>
!out = vector<2x2xf16>

gpu.module @kernels {
  gpu.func @gemm_bounds(%A: !a {llvm.align = 16 : i64}, %B: !b {llvm.align = 16 : i64},
      %C: !c {llvm.align = 16 : i64}, %M: i32, %N: i32, %K: i32)
      workgroup(%SA: !ring_a, %SB: !ring_b, %SC: !shared) kernel
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
    tl.copy %A[%i : i32, 0] to %SA[0, 0, 0] layout #stage_a as #copy_a scope cta async bounds(%M : i32, %K : i32) {bound_divisibility = array<i64: 1, 8>} : !a to !ring_a
    tl.copy %B[0, %j : i32] to %SB[0, 0, 0] layout #stage_b as #copy_b scope cta async bounds(%K : i32, %N : i32) {bound_divisibility = array<i64: 8, 8>} : !b to !ring_b
    tl.async_commit
    tl.copy %A[%i : i32, 32] to %SA[1, 0, 0] layout #stage_a as #copy_a scope cta async bounds(%M : i32, %K : i32) {bound_divisibility = array<i64: 1, 8>} : !a to !ring_a
    tl.copy %B[32, %j : i32] to %SB[1, 0, 0] layout #stage_b as #copy_b scope cta async bounds(%K : i32, %N : i32) {bound_divisibility = array<i64: 8, 8>} : !b to !ring_b
    tl.async_commit
    %r:10 = scf.for %k = %c0 to %K step %c32
        iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero, %s4 = %zero, %s5 = %zero, %s6 = %zero, %s7 = %zero, %here = %c0, %there = %c2)
        -> (!sum, !sum, !sum, !sum, !sum, !sum, !sum, !sum, i32, i32) : i32 {
      tl.async_wait 1
      gpu.barrier
      %later = arith.addi %k, %c64 : i32
      %more = arith.cmpi slt, %later, %K : i32
      scf.if %more {
        tl.copy %A[%i : i32, %later : i32] to %SA[%there : i32, 0, 0] layout #stage_a as #copy_a scope cta async bounds(%M : i32, %K : i32) {bound_divisibility = array<i64: 1, 8>} : !a to !ring_a
        tl.copy %B[%later : i32, %j : i32] to %SB[%there : i32, 0, 0] layout #stage_b as #copy_b scope cta async bounds(%K : i32, %N : i32) {bound_divisibility = array<i64: 8, 8>} : !b to !ring_b
      }
      tl.async_commit
      %a0 = tl.load %SA[%here : i32, %wm : i32, 0] layout #stage_a as #a scope warp : !ring_a to vector<2x4x2xf16>
      %b0 = tl.load %SB[%here : i32, 0, %wn : i32] layout #stage_b as #b scope warp : !ring_b to vector<4x2x2xf16>
      %a1 = tl.load %SA[%here : i32, %wm : i32, 16] layout #stage_a as #a scope warp : !ring_a to vector<2x4x2xf16>
      %b1 = tl.load %SB[%here : i32, 16, %wn : i32] layout #stage_b as #b scope warp : !ring_b to vector<4x2x2xf16>
      %a0_0 = vector.extract %a0[0] : vector<4x2xf16> from vector<2x4x2xf16>
      %a0_1 = vector.extract %a0[1] : vector<4x2xf16> from vector<2x4x2xf16>
      %b0_0 = vector.extract %b0[0] : vector<2x2xf16> from vector<4x2x2xf16>
      %b0_1 = vector.extract %b0[1] : vector<2x2xf16> from vector<4x2x2xf16>
      %b0_2 = vector.extract %b0[2] : vector<2x2xf16> from vector<4x2x2xf16>
      %b0_3 = vector.extract %b0[3] : vector<2x2xf16> from vector<4x2x2xf16>
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
      %b1_0 = vector.extract %b1[0] : vector<2x2xf16> from vector<4x2x2xf16>
      %b1_1 = vector.extract %b1[1] : vector<2x2xf16> from vector<4x2x2xf16>
      %b1_2 = vector.extract %b1[2] : vector<2x2xf16> from vector<4x2x2xf16>
      %b1_3 = vector.extract %b1[3] : vector<2x2xf16> from vector<4x2x2xf16>
      %n0 = nvgpu.mma.sync (%a1_0, %b1_0, %m0) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n1 = nvgpu.mma.sync (%a1_0, %b1_1, %m1) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n2 = nvgpu.mma.sync (%a1_0, %b1_2, %m2) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n3 = nvgpu.mma.sync (%a1_0, %b1_3, %m3) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n4 = nvgpu.mma.sync (%a1_1, %b1_0, %m4) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n5 = nvgpu.mma.sync (%a1_1, %b1_1, %m5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n6 = nvgpu.mma.sync (%a1_1, %b1_2, %m6) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %n7 = nvgpu.mma.sync (%a1_1, %b1_3, %m7) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, !sum) -> !sum
      %last = arith.cmpi eq, %there, %c2 : i32
      %after = arith.addi %there, %c1 : i32
      %next_there = arith.select %last, %c0, %after : i32
      %was_last = arith.cmpi eq, %here, %c2 : i32
      %here_after = arith.addi %here, %c1 : i32
      %next_here = arith.select %was_last, %c0, %here_after : i32
      scf.yield %n0, %n1, %n2, %n3, %n4, %n5, %n6, %n7, %next_here, %next_there : !sum, !sum, !sum, !sum, !sum, !sum, !sum, !sum, i32, i32
    } {loop_annotation = #once}
    tl.async_wait 0
    %d = ub.poison : vector<2x4x2x2xf16>
    %h0 = arith.truncf %r#0 : !sum to !out
    %d0 = vector.insert %h0, %d [0, 0] : !out into vector<2x4x2x2xf16>
    %h1 = arith.truncf %r#1 : !sum to !out
    %d1 = vector.insert %h1, %d0 [0, 1] : !out into vector<2x4x2x2xf16>
    %h2 = arith.truncf %r#2 : !sum to !out
    %d2 = vector.insert %h2, %d1 [0, 2] : !out into vector<2x4x2x2xf16>
    %h3 = arith.truncf %r#3 : !sum to !out
    %d3 = vector.insert %h3, %d2 [0, 3] : !out into vector<2x4x2x2xf16>
    %h4 = arith.truncf %r#4 : !sum to !out
    %d4 = vector.insert %h4, %d3 [1, 0] : !out into vector<2x4x2x2xf16>
    %h5 = arith.truncf %r#5 : !sum to !out
    %d5 = vector.insert %h5, %d4 [1, 1] : !out into vector<2x4x2x2xf16>
    %h6 = arith.truncf %r#6 : !sum to !out
    %d6 = vector.insert %h6, %d5 [1, 2] : !out into vector<2x4x2x2xf16>
    %h7 = arith.truncf %r#7 : !sum to !out
    %d7 = vector.insert %h7, %d6 [1, 3] : !out into vector<2x4x2x2xf16>
    tl.store %d7 as #c to %SC[%wm : i32, %wn : i32] layout #smem_c scope warp : vector<2x4x2x2xf16> to !shared
    gpu.barrier
    tl.copy %SC layout #smem_c to %C[%i : i32, %j : i32] as #copy_c scope cta bounds(%M : i32, %N : i32) {bound_divisibility = array<i64: 1, 8>} : !shared to !c
    gpu.return
  }
}

func.func private @gemm_bounds_by_loops(%A: !a, %B: !b, %C: !c, %M32: i32, %N32: i32, %K32: i32) {
  %M = arith.index_cast %M32 : i32 to index
  %N = arith.index_cast %N32 : i32 to index
  %K = arith.index_cast %K32 : i32 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %M step %c1 {
    scf.for %j = %c0 to %N step %c1 {
      %sum = scf.for %k = %c0 to %K step %c1 iter_args(%s = %zero) -> f32 {
        %a16 = memref.load %A[%i, %k] : !a
        %b16 = memref.load %B[%k, %j] : !b
        %a = arith.extf %a16 : f16 to f32
        %b = arith.extf %b16 : f16 to f32
        %next = math.fma %a, %b, %s : f32
        scf.yield %next : f32
      }
      %c = arith.truncf %sum : f32 to f16
      memref.store %c, %C[%i, %j] : !c
    }
  }
  return
}
