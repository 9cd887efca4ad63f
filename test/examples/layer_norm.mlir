// Layer norm over rows of 1024: a block a row, 8 elements a thread, weights read
// once.  Both sums are of the block, each behind one barrier.

// RUN: tl-sim --verify-lowering %s --grid=3 --arg=6:scalar=8 --reference=layer_norm_by_loops \
// RUN:   --arg=0:small --arg=1:small --arg=2:small --tolerance=1e-3 | FileCheck %s
// RUN: %tl-opt %s --lower-layout-copies | tl-sim - --grid=3 --arg=6:scalar=8 --report | FileCheck %s --check-prefix=BANKS
// CHECK: @layer_norm: equivalent: {{[0-9]+}} elements
// CHECK: @layer_norm: as @layer_norm_by_loops: 8208 elements, off by at most {{0|.*e-0[4-9]}}
// BANKS: total: shared {{[0-9]+}} bytes, [[LEAST:[0-9]+]] wavefronts of at least [[LEAST]];

#tile = #tl.register<spatial(1, 128).local(1, 8)>
#weights = #tl.register<spatial(128).local(8)>
#threads = #tl.register<spatial(1, 128)>
#one = #tl.register<replicated(1, num_workers = 128)>
!matrix = memref<16x1024xf16>
!row = memref<1024xf16>
!column = memref<16xf32>

gpu.module @kernels {
  gpu.func @layer_norm(%X: !matrix {llvm.align = 16 : i64}, %G: !row {llvm.align = 16 : i64},
      %B: !row {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64},
      %M: !column, %R: !column, %rows: index)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %block = gpu.block_id x
    %blocks = gpu.grid_dim x
    %inverse_length = arith.constant 0.0009765625 : f32
    %epsilon = arith.constant 1.0e-5 : f32
    %g16 = tl.load %G as #weights scope cta : !row to vector<8xf16>
    %b16 = tl.load %B as #weights scope cta : !row to vector<8xf16>
    %g = arith.extf %g16 : vector<8xf16> to vector<8xf32>
    %b = arith.extf %b16 : vector<8xf16> to vector<8xf32>
    scf.for %i = %block to %rows step %blocks {
      %x16 = tl.load %X[%i, 0] as #tile scope cta : !matrix to vector<8xf16>
      %x = arith.extf %x16 : vector<8xf16> to vector<8xf32>

      %sums = tl.reduce %x as #tile over [0, 1] kind <add> scope cta : vector<8xf32> to vector<1xf32>
      %sum = vector.extract %sums[0] : f32 from vector<1xf32>
      %mean = arith.mulf %sum, %inverse_length : f32
      %means = vector.broadcast %mean : f32 to vector<8xf32>
      %centered = arith.subf %x, %means : vector<8xf32>

      %squares = arith.mulf %centered, %centered fastmath<contract> : vector<8xf32>
      %own_square = vector.reduction <add>, %squares fastmath<contract, nsz> : vector<8xf32> into f32
      %own_squares = vector.broadcast %own_square : f32 to vector<1xf32>
      %all_squares = tl.reduce %own_squares as #threads over [0, 1] kind <add> scope cta : vector<1xf32> to vector<1xf32>
      %square = vector.extract %all_squares[0] : f32 from vector<1xf32>
      %variance = arith.mulf %square, %inverse_length fastmath<contract> : f32
      %kept = arith.addf %variance, %epsilon fastmath<contract> : f32
      %scale = math.rsqrt %kept : f32

      %scales = vector.broadcast %scale : f32 to vector<8xf32>
      %normal = arith.mulf %centered, %scales : vector<8xf32>
      %y = vector.fma %normal, %g, %b : vector<8xf32>
      %y16 = arith.truncf %y : vector<8xf32> to vector<8xf16>
      tl.store %y16 as #tile to %Y[%i, 0] scope cta : vector<8xf16> to !matrix
      %m1 = vector.broadcast %mean : f32 to vector<1xf32>
      %r1 = vector.broadcast %scale : f32 to vector<1xf32>
      tl.store %m1 as #one to %M[%i] scope cta : vector<1xf32> to !column
      tl.store %r1 as #one to %R[%i] scope cta : vector<1xf32> to !column
    }
    gpu.return
  }
}

func.func private @layer_norm_by_loops(%X: !matrix, %G: !row, %B: !row, %Y: !matrix,
    %M: !column, %R: !column, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant 0.0 : f64
  %length = arith.constant 1024.0 : f64
  %epsilon = arith.constant 1.0e-5 : f64
  scf.for %i = %c0 to %rows step %c1 {
    %sum = scf.for %j = %c0 to %c1024 step %c1 iter_args(%s = %zero) -> f64 {
      %x16 = memref.load %X[%i, %j] : !matrix
      %x = arith.extf %x16 : f16 to f64
      %next = arith.addf %s, %x : f64
      scf.yield %next : f64
    }
    %mean = arith.divf %sum, %length : f64
    %square = scf.for %j = %c0 to %c1024 step %c1 iter_args(%s = %zero) -> f64 {
      %x16 = memref.load %X[%i, %j] : !matrix
      %x = arith.extf %x16 : f16 to f64
      %centered = arith.subf %x, %mean : f64
      %next = math.fma %centered, %centered, %s : f64
      scf.yield %next : f64
    }
    %variance = arith.divf %square, %length : f64
    %kept = arith.addf %variance, %epsilon : f64
    %scale = math.rsqrt %kept : f64
    scf.for %j = %c0 to %c1024 step %c1 {
      %x16 = memref.load %X[%i, %j] : !matrix
      %g16 = memref.load %G[%j] : !row
      %b16 = memref.load %B[%j] : !row
      %x = arith.extf %x16 : f16 to f64
      %g = arith.extf %g16 : f16 to f64
      %b = arith.extf %b16 : f16 to f64
      %centered = arith.subf %x, %mean : f64
      %normal = arith.mulf %centered, %scale : f64
      %y = math.fma %normal, %g, %b : f64
      %y16 = arith.truncf %y : f64 to f16
      memref.store %y16, %Y[%i, %j] : !matrix
    }
    %mean32 = arith.truncf %mean : f64 to f32
    %scale32 = arith.truncf %scale : f64 to f32
    memref.store %mean32, %M[%i] : !column
    memref.store %scale32, %R[%i] : !column
  }
  return
}
