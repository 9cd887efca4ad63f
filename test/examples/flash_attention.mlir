// O = softmax(scale Q K^T) V by blocks of keys, for each head, where query i sees
// keys 0 to i: 64 queries a block, 16 a warp, 64 keys a step, head dimension 128.
// Sums, maxima and O stay in registers.  The results of Q K^T are rounded to f16
// and are the operands A of P V where they are: #p of two tiles is #q of one.
//
// While a step multiplies Q and K, V arrives by cp.async; while it multiplies P
// and V, the next K does.  One barrier says both that those have arrived and that
// the other buffer has been read.

// RUN: tl-sim --verify-lowering %s --grid=2,2 --arg=4:scalar=100 --arg=5:scalar=0.03 --arg=0:small --arg=1:small --arg=2:small \
// RUN:   --reference=flash_attention_by_loops --tolerance=2e-3 | FileCheck %s
// RUN: %tl-opt %s --lower-layout-copies | tl-sim - --grid=2,2 --arg=4:scalar=100 --arg=5:scalar=0.03 --report | FileCheck %s --check-prefix=BANKS
// CHECK: @flash_attention: equivalent: {{[0-9]+}} elements
// CHECK: @flash_attention: as @flash_attention_by_loops: 25600 elements, off by at most {{.*}}
// BANKS: total: shared {{[0-9]+}} bytes, [[LEAST:[0-9]+]] wavefronts of at least [[LEAST]];

#q = #tl.register<mma_a(16, 8, 16, 16)>
#k = #tl.register<permute(local(1, 8) * mma_b(16, 8, 16, 16), [1, 0])>
#v = #tl.register<local(1, 8) * mma_b(16, 8, 16, 16)>
#o = #tl.register<local(1, 8) * mma_c(16, 8, 16, 16)>
#smem = #tl.shared<row_major_swizzle([64, 128], nbytes = 2)>
#once = #llvm.loop_annotation<unroll = <disable = true>>
!heads = memref<2x128x128xf16>
!shared = memref<8192xf16, #gpu.address_space<workgroup>>
!a = vector<4x2xf16>
!b = vector<8x2x2xf16>
!c = vector<8x2x2xf32>
!tile = vector<2x2xf32>
!rows = vector<2xf32>

gpu.module @kernels {
  // 8 tiles of 16 x 8: C + A B.
  func.func private @multiply(%a: !a, %b: !b, %c: !c) -> !c {
    %b0 = vector.extract %b[0] : vector<2x2xf16> from !b
    %c0 = vector.extract %c[0] : !tile from !c
    %d0 = nvgpu.mma.sync (%a, %b0, %c0) {mmaShape = [16, 8, 16]} : (!a, vector<2x2xf16>, !tile) -> !tile
    %e0 = vector.insert %d0, %c [0] : !tile into !c
    %b1 = vector.extract %b[1] : vector<2x2xf16> from !b
    %c1 = vector.extract %c[1] : !tile from !c
    %d1 = nvgpu.mma.sync (%a, %b1, %c1) {mmaShape = [16, 8, 16]} : (!a, vector<2x2xf16>, !tile) -> !tile
    %e1 = vector.insert %d1, %e0 [1] : !tile into !c
    %b2 = vector.extract %b[2] : vector<2x2xf16> from !b
    %c2 = vector.extract %c[2] : !tile from !c
    %d2 = nvgpu.mma.sync (%a, %b2, %c2) {mmaShape = [16, 8, 16]} : (!a, vector<2x2xf16>, !tile) -> !tile
    %e2 = vector.insert %d2, %e1 [2] : !tile into !c
    %b3 = vector.extract %b[3] : vector<2x2xf16> from !b
    %c3 = vector.extract %c[3] : !tile from !c
    %d3 = nvgpu.mma.sync (%a, %b3, %c3) {mmaShape = [16, 8, 16]} : (!a, vector<2x2xf16>, !tile) -> !tile
    %e3 = vector.insert %d3, %e2 [3] : !tile into !c
    %b4 = vector.extract %b[4] : vector<2x2xf16> from !b
    %c4 = vector.extract %c[4] : !tile from !c
    %d4 = nvgpu.mma.sync (%a, %b4, %c4) {mmaShape = [16, 8, 16]} : (!a, vector<2x2xf16>, !tile) -> !tile
    %e4 = vector.insert %d4, %e3 [4] : !tile into !c
    %b5 = vector.extract %b[5] : vector<2x2xf16> from !b
    %c5 = vector.extract %c[5] : !tile from !c
    %d5 = nvgpu.mma.sync (%a, %b5, %c5) {mmaShape = [16, 8, 16]} : (!a, vector<2x2xf16>, !tile) -> !tile
    %e5 = vector.insert %d5, %e4 [5] : !tile into !c
    %b6 = vector.extract %b[6] : vector<2x2xf16> from !b
    %c6 = vector.extract %c[6] : !tile from !c
    %d6 = nvgpu.mma.sync (%a, %b6, %c6) {mmaShape = [16, 8, 16]} : (!a, vector<2x2xf16>, !tile) -> !tile
    %e6 = vector.insert %d6, %e5 [6] : !tile into !c
    %b7 = vector.extract %b[7] : vector<2x2xf16> from !b
    %c7 = vector.extract %c[7] : !tile from !c
    %d7 = nvgpu.mma.sync (%a, %b7, %c7) {mmaShape = [16, 8, 16]} : (!a, vector<2x2xf16>, !tile) -> !tile
    %e7 = vector.insert %d7, %e6 [7] : !tile into !c
    return %e7 : !c
  }

  // Tiles 2 n and 2 n + 1 of a result, as the operand A of 16 x 16 that they are.
  func.func private @operand(%left: !tile, %right: !tile) -> !a {
    %l = arith.truncf %left : !tile to vector<2x2xf16>
    %r = arith.truncf %right : !tile to vector<2x2xf16>
    %none = ub.poison : !a
    %l0 = vector.extract %l[0] : vector<2xf16> from vector<2x2xf16>
    %p0 = vector.insert %l0, %none [0] : vector<2xf16> into !a
    %l1 = vector.extract %l[1] : vector<2xf16> from vector<2x2xf16>
    %p1 = vector.insert %l1, %p0 [1] : vector<2xf16> into !a
    %r0 = vector.extract %r[0] : vector<2xf16> from vector<2x2xf16>
    %p2 = vector.insert %r0, %p1 [2] : vector<2xf16> into !a
    %r1 = vector.extract %r[1] : vector<2xf16> from vector<2x2xf16>
    %p3 = vector.insert %r1, %p2 [3] : vector<2xf16> into !a
    return %p3 : !a
  }

  // A number a row, in all elements of the row.
  func.func private @spread(%rows: !rows) -> !c {
    %none = ub.poison : !tile
    %r0 = vector.extract %rows[0] : f32 from !rows
    %r1 = vector.extract %rows[1] : f32 from !rows
    %v0 = vector.broadcast %r0 : f32 to !rows
    %v1 = vector.broadcast %r1 : f32 to !rows
    %t0 = vector.insert %v0, %none [0] : !rows into !tile
    %t1 = vector.insert %v1, %t0 [1] : !rows into !tile
    %undefined = ub.poison : !c
    %c0 = vector.insert %t1, %undefined [0] : !tile into !c
    %c1 = vector.insert %t1, %c0 [1] : !tile into !c
    %c2 = vector.insert %t1, %c1 [2] : !tile into !c
    %c3 = vector.insert %t1, %c2 [3] : !tile into !c
    %c4 = vector.insert %t1, %c3 [4] : !tile into !c
    %c5 = vector.insert %t1, %c4 [5] : !tile into !c
    %c6 = vector.insert %t1, %c5 [6] : !tile into !c
    %c7 = vector.insert %t1, %c6 [7] : !tile into !c
    return %c7 : !c
  }

  gpu.func @flash_attention(%Q: !heads {llvm.align = 16 : i64}, %K: !heads {llvm.align = 16 : i64},
      %V: !heads {llvm.align = 16 : i64}, %O: !heads {llvm.align = 16 : i64}, %length: index, %scale: f32)
      workgroup(%SQ: !shared, %SK: !shared, %SV: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %i0 = arith.constant 0 : i32
    %x = gpu.block_id x
    %h = gpu.block_id y
    %i = arith.muli %x, %c64 : index
    %end = arith.addi %i, %c64 : index
    %t = gpu.thread_id x
    %warp = arith.divui %t, %c32 : index
    %w = arith.muli %warp, %c16 : index
    tl.copy %Q[%h, %i, 0] to %SQ layout #smem scope cta async bounds(%length, 128) : !heads to !shared
    tl.copy %K[%h, 0, 0] to %SK layout #smem scope cta async bounds(%length, 128) : !heads to !shared
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %q0 = tl.load %SQ[%w, 0] layout #smem as #q scope warp : !shared to !a
    %q1 = tl.load %SQ[%w, 16] layout #smem as #q scope warp : !shared to !a
    %q2 = tl.load %SQ[%w, 32] layout #smem as #q scope warp : !shared to !a
    %q3 = tl.load %SQ[%w, 48] layout #smem as #q scope warp : !shared to !a
    %q4 = tl.load %SQ[%w, 64] layout #smem as #q scope warp : !shared to !a
    %q5 = tl.load %SQ[%w, 80] layout #smem as #q scope warp : !shared to !a
    %q6 = tl.load %SQ[%w, 96] layout #smem as #q scope warp : !shared to !a
    %q7 = tl.load %SQ[%w, 112] layout #smem as #q scope warp : !shared to !a

    // Of queries and keys of the diagonal's blocks.
    %query, %key = tl.coordinates #o [%w, 0] scope warp : vector<8x2x2xi32>, vector<8x2x2xi32>
    %is_later = arith.cmpi sgt, %key, %query : vector<8x2x2xi32>

    %log2_e = arith.constant 1.44269504 : f32
    %scale2 = arith.mulf %scale, %log2_e : f32
    %scales = vector.broadcast %scale2 : f32 to !c
    %zero = arith.constant dense<0.0> : !c
    %zeros = arith.constant dense<0.0> : !rows
    %never = arith.constant dense<0xFF800000> : !c
    %lowest = arith.constant dense<0xFF800000> : !rows
    %r:4 = scf.for %j = %c0 to %end step %c64
        iter_args(%max = %lowest, %norm = %zeros, %o0 = %zero, %o1 = %zero) -> (!rows, !rows, !c, !c) {
      // K is there, and V of the step before has been read.
      tl.async_wait 0
      gpu.barrier
      tl.copy %V[%h, %j, 0] to %SV layout #smem scope cta async bounds(%length, 128) : !heads to !shared
      tl.async_commit
      %k0 = tl.load %SK[0, 0] layout #smem as #k scope warp : !shared to !b
      %s0 = func.call @multiply(%q0, %k0, %zero) : (!a, !b, !c) -> !c
      %k1 = tl.load %SK[0, 16] layout #smem as #k scope warp : !shared to !b
      %s1 = func.call @multiply(%q1, %k1, %s0) : (!a, !b, !c) -> !c
      %k2 = tl.load %SK[0, 32] layout #smem as #k scope warp : !shared to !b
      %s2 = func.call @multiply(%q2, %k2, %s1) : (!a, !b, !c) -> !c
      %k3 = tl.load %SK[0, 48] layout #smem as #k scope warp : !shared to !b
      %s3 = func.call @multiply(%q3, %k3, %s2) : (!a, !b, !c) -> !c
      %k4 = tl.load %SK[0, 64] layout #smem as #k scope warp : !shared to !b
      %s4 = func.call @multiply(%q4, %k4, %s3) : (!a, !b, !c) -> !c
      %k5 = tl.load %SK[0, 80] layout #smem as #k scope warp : !shared to !b
      %s5 = func.call @multiply(%q5, %k5, %s4) : (!a, !b, !c) -> !c
      %k6 = tl.load %SK[0, 96] layout #smem as #k scope warp : !shared to !b
      %s6 = func.call @multiply(%q6, %k6, %s5) : (!a, !b, !c) -> !c
      %k7 = tl.load %SK[0, 112] layout #smem as #k scope warp : !shared to !b
      %s7 = func.call @multiply(%q7, %k7, %s6) : (!a, !b, !c) -> !c
      %scaled = arith.mulf %s7, %scales : !c
      %is_diagonal = arith.cmpi eq, %j, %i : index
      %s = scf.if %is_diagonal -> !c {
        %masked = arith.select %is_later, %never, %scaled : vector<8x2x2xi1>, !c
        scf.yield %masked : !c
      } else {
        scf.yield %scaled : !c
      }

      %step_max = tl.reduce %s as #o over [1] kind <maxnumf> scope warp : !c to !rows
      %new_max = arith.maxnumf %max, %step_max : !rows
      %maxima = func.call @spread(%new_max) : (!rows) -> !c
      %below = arith.subf %s, %maxima : !c
      %p = math.exp2 %below : !c
      %fall = arith.subf %max, %new_max : !rows
      %factor = math.exp2 %fall : !rows
      %step_norm = tl.reduce %p as #o over [1] kind <add> scope warp : !c to !rows
      %new_norm = vector.fma %norm, %factor, %step_norm : !rows
      %factors = func.call @spread(%factor) : (!rows) -> !c
      %o0_0 = arith.mulf %o0, %factors : !c
      %o1_0 = arith.mulf %o1, %factors : !c

      // V is there, and K has been read.
      tl.async_wait 0
      gpu.barrier
      %next = arith.addi %j, %c64 : index
      %more = arith.cmpi ult, %next, %end : index
      scf.if %more {
        tl.copy %K[%h, %next, 0] to %SK layout #smem scope cta async bounds(%length, 128) : !heads to !shared
      }
      tl.async_commit
      %left0 = vector.extract %p[0] : !tile from !c
      %right0 = vector.extract %p[1] : !tile from !c
      %p0 = func.call @operand(%left0, %right0) : (!tile, !tile) -> !a
      %v0_0 = tl.load %SV[0, 0] layout #smem as #v scope warp : !shared to !b
      %v0_1 = tl.load %SV[0, 64] layout #smem as #v scope warp : !shared to !b
      %o0_1 = func.call @multiply(%p0, %v0_0, %o0_0) : (!a, !b, !c) -> !c
      %o1_1 = func.call @multiply(%p0, %v0_1, %o1_0) : (!a, !b, !c) -> !c
      %left1 = vector.extract %p[2] : !tile from !c
      %right1 = vector.extract %p[3] : !tile from !c
      %p1 = func.call @operand(%left1, %right1) : (!tile, !tile) -> !a
      %v1_0 = tl.load %SV[16, 0] layout #smem as #v scope warp : !shared to !b
      %v1_1 = tl.load %SV[16, 64] layout #smem as #v scope warp : !shared to !b
      %o0_2 = func.call @multiply(%p1, %v1_0, %o0_1) : (!a, !b, !c) -> !c
      %o1_2 = func.call @multiply(%p1, %v1_1, %o1_1) : (!a, !b, !c) -> !c
      %left2 = vector.extract %p[4] : !tile from !c
      %right2 = vector.extract %p[5] : !tile from !c
      %p2 = func.call @operand(%left2, %right2) : (!tile, !tile) -> !a
      %v2_0 = tl.load %SV[32, 0] layout #smem as #v scope warp : !shared to !b
      %v2_1 = tl.load %SV[32, 64] layout #smem as #v scope warp : !shared to !b
      %o0_3 = func.call @multiply(%p2, %v2_0, %o0_2) : (!a, !b, !c) -> !c
      %o1_3 = func.call @multiply(%p2, %v2_1, %o1_2) : (!a, !b, !c) -> !c
      %left3 = vector.extract %p[6] : !tile from !c
      %right3 = vector.extract %p[7] : !tile from !c
      %p3 = func.call @operand(%left3, %right3) : (!tile, !tile) -> !a
      %v3_0 = tl.load %SV[48, 0] layout #smem as #v scope warp : !shared to !b
      %v3_1 = tl.load %SV[48, 64] layout #smem as #v scope warp : !shared to !b
      %o0_4 = func.call @multiply(%p3, %v3_0, %o0_3) : (!a, !b, !c) -> !c
      %o1_4 = func.call @multiply(%p3, %v3_1, %o1_3) : (!a, !b, !c) -> !c
      scf.yield %new_max, %new_norm, %o0_4, %o1_4 : !rows, !rows, !c, !c
    } {loop_annotation = #once}

    // Each warp puts its rows where those of Q were, which it alone has read.
    %one = arith.constant dense<1.0> : !rows
    %inverse = arith.divf %one, %r#1 : !rows
    %inverses = func.call @spread(%inverse) : (!rows) -> !c
    %n0 = arith.mulf %r#2, %inverses : !c
    %n1 = arith.mulf %r#3, %inverses : !c
    %h0 = arith.truncf %n0 : !c to !b
    %h1 = arith.truncf %n1 : !c to !b
    tl.store %h0 as #o to %SQ[%w, 0] layout #smem scope warp : !b to !shared
    tl.store %h1 as #o to %SQ[%w, 64] layout #smem scope warp : !b to !shared
    tl.async_wait 0
    gpu.barrier
    tl.copy %SQ layout #smem to %O[%h, %i, 0] scope cta bounds(%length, 128) : !shared to !heads
    gpu.return
  }
}

func.func private @flash_attention_by_loops(%Q: !heads, %K: !heads, %V: !heads, %O: !heads, %length: index, %scale: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f64
  %P = memref.alloca() : memref<128xf64, #gpu.address_space<private>>
  %scale64 = arith.extf %scale : f32 to f64
  scf.for %h = %c0 to %c2 step %c1 {
    scf.for %i = %c0 to %length step %c1 {
      %end = arith.addi %i, %c1 : index
      %norm = scf.for %j = %c0 to %end step %c1 iter_args(%n = %zero) -> f64 {
        %s = scf.for %d = %c0 to %c128 step %c1 iter_args(%part = %zero) -> f64 {
          %q16 = memref.load %Q[%h, %i, %d] : !heads
          %k16 = memref.load %K[%h, %j, %d] : !heads
          %q = arith.extf %q16 : f16 to f64
          %k = arith.extf %k16 : f16 to f64
          %next = math.fma %q, %k, %part : f64
          scf.yield %next : f64
        }
        %scaled = arith.mulf %s, %scale64 : f64
        %p = math.exp %scaled : f64
        memref.store %p, %P[%j] : memref<128xf64, #gpu.address_space<private>>
        %next = arith.addf %n, %p : f64
        scf.yield %next : f64
      }
      scf.for %d = %c0 to %c128 step %c1 {
        %sum = scf.for %j = %c0 to %end step %c1 iter_args(%part = %zero) -> f64 {
          %p = memref.load %P[%j] : memref<128xf64, #gpu.address_space<private>>
          %v16 = memref.load %V[%h, %j, %d] : !heads
          %v = arith.extf %v16 : f16 to f64
          %next = math.fma %p, %v, %part : f64
          scf.yield %next : f64
        }
        %o = arith.divf %sum, %norm : f64
        %o16 = arith.truncf %o : f64 to f16
        memref.store %o16, %O[%h, %i, %d] : !heads
      }
    }
  }
  return
}
