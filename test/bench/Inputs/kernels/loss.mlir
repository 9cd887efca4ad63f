// Cross entropy of rows of f16, a block a row: log of the sum of exp(x), less x of the label.
#tile = #tl.register<spatial(128).local(8)>
#part = #tl.register<spatial(1, 128)>
#all = #tl.register<reduce(spatial(1, 128), dims = [1])>
#once = #llvm.loop_annotation<unroll = <disable = true>>
!matrix = memref<4x8192xf16>
!labels = memref<4xi32>
!column = memref<4xf32>
gpu.module @kernels {
  gpu.func @loss(%X: !matrix {llvm.align = 16 : i64}, %L: !labels, %Y: !column, %columns: i32 {tl.divisibility = 8 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1024 = arith.constant 1024 : i32
    %lowest = arith.constant -1.0e30 : f32
    %zero = arith.constant 0.0 : f32
    %log2es = arith.constant dense<1.44269504> : vector<8xf32>
    %ln2 = arith.constant 0.693147182 : f32
    %block = gpu.block_id x
    %i = arith.index_cast %block : index to i32
    %most, %sum = scf.for %j = %c0 to %columns step %c1024 iter_args(%m = %lowest, %s = %zero) -> (f32, f32) : i32 {
      %x16 = tl.load %X[%i : i32, %j : i32] as #tile scope cta bounds(%columns : i32) {pad = 0xFBFF : f16} : !matrix to vector<8xf16>
      %x = arith.extf %x16 : vector<8xf16> to vector<8xf32>
      %z = arith.mulf %x, %log2es : vector<8xf32>
      %m8 = vector.reduction <maxnumf>, %z, %m : vector<8xf32> into f32
      %ms = vector.broadcast %m8 : f32 to vector<8xf32>
      %below = arith.subf %z, %ms : vector<8xf32>
      %e = math.exp2 %below : vector<8xf32>
      %change = arith.subf %m, %m8 : f32
      %factor = math.exp2 %change : f32
      %kept = arith.mulf %s, %factor fastmath<contract> : f32
      %es = vector.reduction <add>, %e fastmath<nsz> : vector<8xf32> into f32
      %next = arith.addf %kept, %es fastmath<contract> : f32
      scf.yield %m8, %next : f32, f32
    } {loop_annotation = #once}
    %most1 = vector.broadcast %most : f32 to vector<1xf32>
    %all1 = tl.reduce %most1 as #part over [1] kind <maxnumf> to #all scope cta : vector<1xf32> to vector<1xf32>
    %all = vector.extract %all1[0] : f32 from vector<1xf32>
    %change = arith.subf %most, %all : f32
    %factor = math.exp2 %change : f32
    %scaled = arith.mulf %sum, %factor : f32
    %scaled1 = vector.broadcast %scaled : f32 to vector<1xf32>
    %total1 = tl.reduce %scaled1 as #part over [1] kind <add> to #all scope cta : vector<1xf32> to vector<1xf32>
    %total = vector.extract %total1[0] : f32 from vector<1xf32>
    %log2 = math.log2 %total : f32
    %sum2 = arith.addf %log2, %all : f32
    %log = arith.mulf %sum2, %ln2 : f32
    %label = memref.load %L[%block] : !labels
    %at = arith.index_cast %label : i32 to index
    %own16 = memref.load %X[%block, %at] : !matrix
    %own = arith.extf %own16 : f16 to f32
    %loss = arith.subf %log, %own : f32
    %loss1 = vector.broadcast %loss : f32 to vector<1xf32>
    tl.store %loss1 as #all to %Y[%i : i32] scope cta : vector<1xf32> to !column
    gpu.return
  }
}
