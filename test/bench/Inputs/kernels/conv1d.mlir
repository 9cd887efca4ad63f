// Each channel of a sequence by its four weights, of the time and the three before it, zeros
// before the beginning: 64 times and 64 channels a block.
#rows = #tl.register<spatial(16, 8).local(4, 8)>
#weights = #tl.tile<S[(1, (8, 8)) : (1, (1@tx, 1))] + R[(4, 16) : (8, 8@tx)]>
!x = memref<1024x512xf16>
!w = memref<4x512xf16>
!smem = memref<67x64xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @conv1d(%X: !x {llvm.align = 16 : i64}, %W: !w {llvm.align = 16 : i64}, %Y: !x {llvm.align = 16 : i64}, %length: i32) workgroup(%S: !smem) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c3 = arith.constant 3 : i32
    %c64 = arith.constant 64 : i32
    %block_x = gpu.block_id x
    %x = arith.index_cast %block_x : index to i32
    %block_y = gpu.block_id y
    %y = arith.index_cast %block_y : index to i32
    %i = arith.muli %y, %c64 : i32
    %j = arith.muli %x, %c64 : i32
    %i3 = arith.subi %i, %c3 : i32
    %n = tl.assume %length range 0 to 1024 : i32
    tl.copy %X[%i3 : i32, %j : i32] to %S scope cta tile(67, 64) bounds(%n : i32, 512) from(0, 0) : !x to !smem
    gpu.barrier
    %w0 = tl.load %W[0, %j : i32] as #weights scope cta : !w to vector<32xf16>
    %w1 = tl.load %W[1, %j : i32] as #weights scope cta : !w to vector<32xf16>
    %w2 = tl.load %W[2, %j : i32] as #weights scope cta : !w to vector<32xf16>
    %w3 = tl.load %W[3, %j : i32] as #weights scope cta : !w to vector<32xf16>
    %x0 = tl.load %S[0, 0] as #rows scope cta : !smem to vector<32xf16>
    %x1 = tl.load %S[1, 0] as #rows scope cta : !smem to vector<32xf16>
    %x2 = tl.load %S[2, 0] as #rows scope cta : !smem to vector<32xf16>
    %x3 = tl.load %S[3, 0] as #rows scope cta : !smem to vector<32xf16>
    %f0 = arith.extf %x0 : vector<32xf16> to vector<32xf32>
    %f1 = arith.extf %x1 : vector<32xf16> to vector<32xf32>
    %f2 = arith.extf %x2 : vector<32xf16> to vector<32xf32>
    %f3 = arith.extf %x3 : vector<32xf16> to vector<32xf32>
    %g0 = arith.extf %w0 : vector<32xf16> to vector<32xf32>
    %g1 = arith.extf %w1 : vector<32xf16> to vector<32xf32>
    %g2 = arith.extf %w2 : vector<32xf16> to vector<32xf32>
    %g3 = arith.extf %w3 : vector<32xf16> to vector<32xf32>
    %s0 = arith.mulf %f0, %g0 fastmath<contract> : vector<32xf32>
    %s1 = vector.fma %f1, %g1, %s0 : vector<32xf32>
    %s2 = vector.fma %f2, %g2, %s1 : vector<32xf32>
    %s3 = vector.fma %f3, %g3, %s2 : vector<32xf32>
    %out = arith.truncf %s3 : vector<32xf32> to vector<32xf16>
    tl.store %out as #rows to %Y[%i : i32, %j : i32] scope cta bounds(%n : i32, 512) : vector<32xf16> to !x
    gpu.return
  }
}

func.func private @conv1d_by_loops(%X: !x, %W: !w, %Y: !x, %length: i32) {
  %n = arith.index_cast %length : i32 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %c128 step %c1 {
      %s = scf.for %k = %c0 to %c4 step %c1 iter_args(%a = %zero) -> f32 {
        %at0 = arith.addi %i, %k : index
        %at = arith.subi %at0, %c3 : index
        %in = arith.cmpi sge, %at, %c0 : index
        %b = scf.if %in -> f32 {
          %x16 = memref.load %X[%at, %j] : !x
          %w16 = memref.load %W[%k, %j] : !w
          %x = arith.extf %x16 : f16 to f32
          %w = arith.extf %w16 : f16 to f32
          %f = math.fma %x, %w, %a : f32
          scf.yield %f : f32
        } else {
          scf.yield %a : f32
        }
        scf.yield %b : f32
      }
      %y = arith.truncf %s : f32 to f16
      memref.store %y, %Y[%i, %j] : !x
    }
  }
  return
}
