// Tiles are summed from a ring of three stages, two of which are on their way; the
// loop carries the stage that is read and the one that is filled.
#smem = #tl.shared<row_major_swizzle([192, 64], nbytes = 2)>
#rows = #tl.tile<S[((2, 8), (4, 2, 4, 2)) : ((2@m, 4@laneid), (8@m, 4@m, 1@laneid, 1@m))]>
#sums = #tl.register<spatial(128).local(32)>
!tiles = memref<512x64xf16>
!sums = memref<4096xf16>
!stages = memref<12288xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @ring(%A: !tiles {llvm.align = 16 : i64}, %B: !sums {llvm.align = 16 : i64}, %K: i32)
      workgroup(%S: !stages) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c2 = arith.constant 2 : i32
    %c64 = arith.constant 64 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %t = gpu.thread_id x
    %t32 = arith.index_cast %t : index to i32
    %w = arith.divui %t32, %c32 : i32
    %row = arith.muli %w, %c16 overflow<nsw, nuw> : i32
    %zero = arith.constant dense<0.0> : vector<32xf16>
    tl.copy %A[0, 0] to %S[0, 0] layout #smem scope cta async {tile = array<i64: 64, 64>} : !tiles to !stages
    nvvm.cp.async.commit.group
    tl.copy %A[64, 0] to %S[64, 0] layout #smem scope cta async {tile = array<i64: 64, 64>} : !tiles to !stages
    nvvm.cp.async.commit.group
    %r:3 = scf.for %k = %c0 to %K step %c1 iter_args(%acc = %zero, %rd = %c0, %wr = %c2) -> (vector<32xf16>, i32, i32) : i32 {
      nvvm.cp.async.wait.group 1
      gpu.barrier
      %nk = arith.addi %k, %c2 overflow<nsw> : i32
      %more = arith.cmpi slt, %nk, %K : i32
      %at = arith.muli %rd, %c64 overflow<nsw> : i32
      %x = arith.addi %at, %row overflow<nsw> : i32
      %v = tl.load %S[%x : i32, 0] layout #smem as #rows scope warp : !stages to vector<32xf16>
      %acc2 = arith.addf %acc, %v : vector<32xf16>
      scf.if %more {
        %from = arith.muli %nk, %c64 overflow<nsw> : i32
        %to = arith.muli %wr, %c64 overflow<nsw> : i32
        tl.copy %A[%from : i32, 0] to %S[%to : i32, 0] layout #smem scope cta async {tile = array<i64: 64, 64>} : !tiles to !stages
      }
      nvvm.cp.async.commit.group
      %r1 = arith.addi %rd, %c1 : i32
      %rw = arith.cmpi eq, %r1, %c3 : i32
      %rn = arith.select %rw, %c0, %r1 : i32
      %w1 = arith.addi %wr, %c1 : i32
      %ww = arith.cmpi eq, %w1, %c3 : i32
      %wn = arith.select %ww, %c0, %w1 : i32
      scf.yield %acc2, %rn, %wn : vector<32xf16>, i32, i32
    } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
    tl.store %r#0 as #sums to %B[0] scope cta : vector<32xf16> to !sums
    gpu.return
  }
}
