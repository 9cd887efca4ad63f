// Softmax over rows of 256: a warp a row, 4 rows a block at a time, as many as
// there are.  Maximum and sum of a row are in all lanes of its warp: #row has replicas,
// of which the first stores the logarithm of the sum.  The tolerance is an ulp of
// the largest quotients.

// RUN: tl-sim --verify-lowering %s --grid=3 --arg=3:scalar=37 --arg=0:small --reference=softmax_by_loops --tolerance=1.6e-5 | FileCheck %s
// RUN: tl-sim --verify-lowering %s --grid=64 --arg=3:scalar=256 --reference=softmax_by_loops --arg=0:small --tolerance=1.6e-5 | FileCheck %s
// CHECK: @softmax: equivalent: {{[0-9]+}} elements
// CHECK: @softmax: as @softmax_by_loops: {{9509|65792}} elements, off by at most {{.*}}

#tile = #tl.register<spatial(4, 32).local(1, 8)>
#row = #tl.register<reduce(spatial(4, 32).local(1, 8), dims = [1])>
!matrix = memref<256x256xf16>
!column = memref<256xf32>

gpu.module @kernels {
  gpu.func @softmax(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64},
      %L: !column, %rows: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c4 = arith.constant 4 : index
    %block = gpu.block_id x
    %blocks = gpu.grid_dim x
    %first = arith.muli %block, %c4 : index
    %step = arith.muli %blocks, %c4 : index
    %log2_e = arith.constant 1.44269504 : f32
    %ln_2 = arith.constant 0.693147182 : f32
    %one = arith.constant 1.0 : f32
    %scale = vector.broadcast %log2_e : f32 to vector<8xf32>
    scf.for %i = %first to %rows step %step {
      %x = tl.load %X[%i, 0] as #tile scope cta bounds(%rows, 256) : !matrix to vector<8xf16>
      %wide = arith.extf %x : vector<8xf16> to vector<8xf32>
      %z = arith.mulf %wide, %scale : vector<8xf32>

      %row_max = tl.reduce %z as #tile over [1] kind <maxnumf> to #row scope cta : vector<8xf32> to vector<1xf32>
      %max = vector.extract %row_max[0] : f32 from vector<1xf32>
      %maxima = vector.broadcast %max : f32 to vector<8xf32>
      %below = arith.subf %z, %maxima : vector<8xf32>
      %e = math.exp2 %below : vector<8xf32>

      %row_sum = tl.reduce %e as #tile over [1] kind <add> to #row scope cta : vector<8xf32> to vector<1xf32>
      %sum = vector.extract %row_sum[0] : f32 from vector<1xf32>
      %inverse = arith.divf %one, %sum : f32
      %factors = vector.broadcast %inverse : f32 to vector<8xf32>
      %p = arith.mulf %e, %factors : vector<8xf32>
      %y = arith.truncf %p : vector<8xf32> to vector<8xf16>
      tl.store %y as #tile to %Y[%i, 0] scope cta bounds(%rows, 256) : vector<8xf16> to !matrix

      %log2_sum = math.log2 %sum : f32
      %log2 = arith.addf %max, %log2_sum : f32
      %log = arith.mulf %log2, %ln_2 : f32
      %l = vector.broadcast %log : f32 to vector<1xf32>
      tl.store %l as #row to %L[%i] scope cta bounds(%rows) : vector<1xf32> to !column
    }
    gpu.return
  }
}

func.func private @softmax_by_loops(%X: !matrix, %Y: !matrix, %L: !column, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %rows step %c1 {
    %sum = scf.for %j = %c0 to %c256 step %c1 iter_args(%s = %zero) -> f64 {
      %x = memref.load %X[%i, %j] : !matrix
      %w = arith.extf %x : f16 to f64
      %e = math.exp %w : f64
      %next = arith.addf %s, %e : f64
      scf.yield %next : f64
    }
    scf.for %j = %c0 to %c256 step %c1 {
      %x = memref.load %X[%i, %j] : !matrix
      %w = arith.extf %x : f16 to f64
      %e = math.exp %w : f64
      %p = arith.divf %e, %sum : f64
      %y = arith.truncf %p : f64 to f16
      memref.store %y, %Y[%i, %j] : !matrix
    }
    %log = math.log %sum : f64
    %l = arith.truncf %log : f64 to f32
    memref.store %l, %L[%i] : !column
  }
  return
}
