// A step of Adam over arrays that are updated in place: 2048 elements a block.
#row = #tl.register<local(4).spatial(128).local(4)>
!array = memref<8192xf32>
!tile = vector<16xf32>
gpu.module @kernels {
  gpu.func @adam(%P: !array {llvm.align = 16 : i64, llvm.noalias}, %G: !array {llvm.align = 16 : i64, llvm.noalias}, %M: !array {llvm.align = 16 : i64, llvm.noalias}, %V: !array {llvm.align = 16 : i64, llvm.noalias},
      %lr: f32, %c1: f32, %c2: f32, %n: i32 {tl.divisibility = 4 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c2048 = arith.constant 2048 : i32
    %block = gpu.block_id x
    %b = arith.index_cast %block : index to i32
    %i = arith.muli %b, %c2048 : i32
    %b1 = arith.constant dense<0.9> : !tile
    %n1 = arith.constant dense<0.1> : !tile
    %b2 = arith.constant dense<0.999> : !tile
    %n2 = arith.constant dense<0.001> : !tile
    %eps = arith.constant dense<1.0e-8> : !tile
    %lrs = vector.broadcast %lr : f32 to !tile
    %c1s = vector.broadcast %c1 : f32 to !tile
    %c2s = vector.broadcast %c2 : f32 to !tile
    %p = tl.load %P[%i : i32] as #row scope cta bounds(%n : i32) : !array to !tile
    %g = tl.load %G[%i : i32] as #row scope cta bounds(%n : i32) : !array to !tile
    %m = tl.load %M[%i : i32] as #row scope cta bounds(%n : i32) : !array to !tile
    %v = tl.load %V[%i : i32] as #row scope cta bounds(%n : i32) : !array to !tile
    %m1 = arith.mulf %m, %b1 fastmath<contract> : !tile
    %m2 = arith.mulf %g, %n1 fastmath<contract> : !tile
    %m3 = arith.addf %m1, %m2 fastmath<contract> : !tile
    %g2 = arith.mulf %g, %g fastmath<contract> : !tile
    %v1 = arith.mulf %v, %b2 fastmath<contract> : !tile
    %v2 = arith.mulf %g2, %n2 fastmath<contract> : !tile
    %v3 = arith.addf %v1, %v2 fastmath<contract> : !tile
    %mh = arith.mulf %m3, %c1s fastmath<contract> : !tile
    %vh = arith.mulf %v3, %c2s fastmath<contract> : !tile
    %sq = math.sqrt %vh fastmath<afn> : !tile
    %d = arith.addf %sq, %eps fastmath<contract> : !tile
    %nm = arith.mulf %mh, %lrs fastmath<contract> : !tile
    %q = arith.divf %nm, %d fastmath<afn, contract> : !tile
    %p1 = arith.subf %p, %q fastmath<contract> : !tile
    tl.store %p1 as #row to %P[%i : i32] scope cta bounds(%n : i32) : !tile to !array
    tl.store %m3 as #row to %M[%i : i32] scope cta bounds(%n : i32) : !tile to !array
    tl.store %v3 as #row to %V[%i : i32] scope cta bounds(%n : i32) : !tile to !array
    gpu.return
  }
}

func.func private @adam_by_loops(%P: !array, %G: !array, %M: !array, %V: !array, %lr: f32, %c1: f32, %c2: f32, %n: i32) {
  %end = arith.index_cast %n : i32 to index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %b1 = arith.constant 0.9 : f32
  %n1 = arith.constant 0.1 : f32
  %b2 = arith.constant 0.999 : f32
  %n2 = arith.constant 0.001 : f32
  %eps = arith.constant 1.0e-8 : f32
  scf.for %i = %zero to %end step %one {
    %p = memref.load %P[%i] : !array
    %g = memref.load %G[%i] : !array
    %m = memref.load %M[%i] : !array
    %v = memref.load %V[%i] : !array
    %m1 = arith.mulf %m, %b1 : f32
    %m2 = arith.mulf %g, %n1 : f32
    %m3 = arith.addf %m1, %m2 : f32
    %g2 = arith.mulf %g, %g : f32
    %v1 = arith.mulf %v, %b2 : f32
    %v2 = arith.mulf %g2, %n2 : f32
    %v3 = arith.addf %v1, %v2 : f32
    %mh = arith.mulf %m3, %c1 : f32
    %vh = arith.mulf %v3, %c2 : f32
    %sq = math.sqrt %vh : f32
    %d = arith.addf %sq, %eps : f32
    %nm = arith.mulf %mh, %lr : f32
    %q = arith.divf %nm, %d : f32
    %p1 = arith.subf %p, %q : f32
    memref.store %p1, %P[%i] : !array
    memref.store %m3, %M[%i] : !array
    memref.store %v3, %V[%i] : !array
  }
  return
}
