// RMS norm over rows of 1024, a block a row.
#tile = #tl.register<spatial(1, 128).local(1, 8)>
#weights = #tl.register<spatial(128).local(8)>
#one = #tl.register<replicated(1, num_workers = 128)>
!matrix = memref<256x1024xf16>
!row = memref<1024xf16>
gpu.module @kernels {
  gpu.func @rmsnorm(%X: !matrix {llvm.align = 16 : i64}, %G: !row {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %rows: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %block = gpu.block_id x
    %b = arith.index_cast %block : index to i32
    %blocks = gpu.grid_dim x
    %stride = arith.index_cast %blocks : index to i32
    %inverse_length = arith.constant 0.0009765625 : f32
    %epsilon = arith.constant 1.0e-5 : f32
    %g16 = tl.load %G as #weights scope cta : !row to vector<8xf16>
    %g = arith.extf %g16 : vector<8xf16> to vector<8xf32>
    scf.for %i = %b to %rows step %stride : i32 {
      %x16 = tl.load %X[%i : i32, 0] as #tile scope cta : !matrix to vector<8xf16>
      %x = arith.extf %x16 : vector<8xf16> to vector<8xf32>
      %squares = arith.mulf %x, %x fastmath<contract> : vector<8xf32>
      %s = tl.reduce %squares as #tile over [1] kind <add> to #one scope cta : vector<8xf32> to vector<1xf32>
      %square = vector.extract %s[0] : f32 from vector<1xf32>
      %mean = arith.mulf %square, %inverse_length fastmath<contract> : f32
      %kept = arith.addf %mean, %epsilon fastmath<contract> : f32
      %scale = math.rsqrt %kept : f32
      %scales = vector.broadcast %scale : f32 to vector<8xf32>
      %normal = arith.mulf %x, %scales : vector<8xf32>
      %y = arith.mulf %normal, %g : vector<8xf32>
      %y16 = arith.truncf %y : vector<8xf32> to vector<8xf16>
      tl.store %y16 as #tile to %Y[%i : i32, 0] scope cta : vector<8xf16> to !matrix
    }
    gpu.return
  }
}
