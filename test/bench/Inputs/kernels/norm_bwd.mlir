// Backward of a layer norm over rows of 1024, a block a row: dX, and parts of dG, a row a block.
#tile = #tl.register<spatial(1, 128).local(1, 8)>
#weights = #tl.register<spatial(128).local(8)>
#both = #tl.register<local(2, 1).spatial(1, 128)>
#sums = #tl.register<reduce(local(2, 1).spatial(1, 128), dims = [1])>
#one = #tl.register<replicated(1, num_workers = 128)>
!matrix = memref<16x1024xf16>
!row = memref<1024xf16>
!column = memref<16xf32>
!parts = memref<16x1024xf32>
gpu.module @kernels {
  gpu.func @norm_bwd(%X: !matrix {llvm.align = 16 : i64}, %D: !matrix {llvm.align = 16 : i64}, %G: !row {llvm.align = 16 : i64}, %M: !column, %R: !column,
      %Y: !matrix {llvm.align = 16 : i64}, %P: !parts {llvm.align = 16 : i64}, %rows: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %block = gpu.block_id x
    %b = arith.index_cast %block : index to i32
    %blocks = gpu.grid_dim x
    %stride = arith.index_cast %blocks : index to i32
    %inverse_length = arith.constant 0.0009765625 : f32
    %zeros = arith.constant dense<0.0> : vector<8xf32>
    %g16 = tl.load %G as #weights scope cta : !row to vector<8xf16>
    %g = arith.extf %g16 : vector<8xf16> to vector<8xf32>
    %dg = scf.for %i = %b to %rows step %stride iter_args(%part = %zeros) -> vector<8xf32> : i32 {
      %x16 = tl.load %X[%i : i32, 0] as #tile scope cta : !matrix to vector<8xf16>
      %d16 = tl.load %D[%i : i32, 0] as #tile scope cta : !matrix to vector<8xf16>
      %m1 = tl.load %M[%i : i32] as #one scope cta : !column to vector<1xf32>
      %r1 = tl.load %R[%i : i32] as #one scope cta : !column to vector<1xf32>
      %m = vector.extract %m1[0] : f32 from vector<1xf32>
      %r = vector.extract %r1[0] : f32 from vector<1xf32>
      %ms = vector.broadcast %m : f32 to vector<8xf32>
      %rs = vector.broadcast %r : f32 to vector<8xf32>
      %x = arith.extf %x16 : vector<8xf16> to vector<8xf32>
      %d = arith.extf %d16 : vector<8xf16> to vector<8xf32>
      %centered = arith.subf %x, %ms : vector<8xf32>
      %xhat = arith.mulf %centered, %rs : vector<8xf32>
      %next = vector.fma %d, %xhat, %part : vector<8xf32>
      %gd = arith.mulf %g, %d : vector<8xf32>
      %gdx = arith.mulf %gd, %xhat fastmath<contract> : vector<8xf32>
      %s0 = vector.reduction <add>, %gd fastmath<contract, nsz> : vector<8xf32> into f32
      %s1 = vector.reduction <add>, %gdx fastmath<contract, nsz> : vector<8xf32> into f32
      %own = vector.from_elements %s0, %s1 : vector<2xf32>
      %s = tl.reduce %own as #both over [1] kind <add> to #sums scope cta : vector<2xf32> to vector<2xf32>
      %a0 = vector.extract %s[0] : f32 from vector<2xf32>
      %a1 = vector.extract %s[1] : f32 from vector<2xf32>
      %b0 = arith.mulf %a0, %inverse_length : f32
      %b1 = arith.mulf %a1, %inverse_length : f32
      %b0s = vector.broadcast %b0 : f32 to vector<8xf32>
      %b1s = vector.broadcast %b1 : f32 to vector<8xf32>
      %u = arith.mulf %xhat, %b1s fastmath<contract> : vector<8xf32>
      %v = arith.subf %gd, %b0s : vector<8xf32>
      %w = arith.subf %v, %u fastmath<contract> : vector<8xf32>
      %y = arith.mulf %w, %rs : vector<8xf32>
      %y16 = arith.truncf %y : vector<8xf32> to vector<8xf16>
      tl.store %y16 as #tile to %Y[%i : i32, 0] scope cta : vector<8xf16> to !matrix
      scf.yield %next : vector<8xf32>
    }
    tl.store %dg as #tile to %P[%b : i32, 0] scope cta : vector<8xf32> to !parts
    gpu.return
  }
}
