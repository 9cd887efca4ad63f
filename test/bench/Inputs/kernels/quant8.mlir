// Rows of 1024 of f16 to i8 with a scale a row, a warp a row.  To a number that 1.5 * 2^23 is
// added to, rounding is left: the low byte of its bits.
#tile = #tl.register<local(1, 4).spatial(1, 32).local(1, 8)>
#row = #tl.register<reduce(spatial(1, 32), dims = [1])>
!x = memref<16x1024xf16>
!q = memref<16x1024xi8>
!s = memref<16xf32>
gpu.module @kernels {
  gpu.func @quant8(%X: !x {llvm.align = 16 : i64}, %Q: !q {llvm.align = 16 : i64}, %S: !s, %rows: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c4 = arith.constant 4 : i32
    %c32 = arith.constant 32 : i32
    %tiny = arith.constant 1.0e-10 : f32
    %one = arith.constant 1.0 : f32
    %inverse = arith.constant 0.00787401571 : f32
    %block = gpu.block_id x
    %b = arith.index_cast %block : index to i32
    %thread = gpu.thread_id x
    %t = arith.index_cast %thread : index to i32
    %w = arith.divui %t, %c32 : i32
    %first = arith.muli %b, %c4 : i32
    %i = arith.addi %first, %w : i32
    %inside = arith.cmpi slt, %i, %rows : i32
    scf.if %inside {
      %x16 = tl.load %X[%i : i32, 0] as #tile scope warp : !x to vector<32xf16>
      %x = arith.extf %x16 : vector<32xf16> to vector<32xf32>
      %a = math.absf %x : vector<32xf32>
      %m1 = tl.reduce %a as #tile over [1] kind <maxnumf> to #row scope warp : vector<32xf32> to vector<1xf32>
      %m = vector.extract %m1[0] : f32 from vector<1xf32>
      %m2 = arith.maxnumf %m, %tiny : f32
      %s = arith.mulf %m2, %inverse : f32
      %f = arith.divf %one, %s : f32
      %fs = vector.broadcast %f : f32 to vector<32xf32>
      %rounder = arith.constant dense<12582912.0> : vector<32xf32>
      %y = vector.fma %x, %fs, %rounder : vector<32xf32>
      %bits = vector.bitcast %y : vector<32xf32> to vector<32xi32>
      %q = arith.trunci %bits : vector<32xi32> to vector<32xi8>
      tl.store %q as #tile to %Q[%i : i32, 0] scope warp : vector<32xi8> to !q
      %s1 = vector.broadcast %s : f32 to vector<1xf32>
      tl.store %s1 as #row to %S[%i : i32] scope warp : vector<1xf32> to !s
    }
    gpu.return
  }
}
