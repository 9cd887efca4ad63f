// Rows of gates and values: silu(gate) value.  2048 columns a block.
#row = #tl.register<local(2).spatial(128).local(8)>
!buffer = memref<1048576xf16>
!view = memref<?x?xf16, strided<[?, 1], offset: ?>>
!matrix = memref<?x?xf16, strided<[?, 1]>>
gpu.module @kernels {
  gpu.func @swiglu(%X: !buffer {llvm.align = 16 : i64}, %Y: !buffer {llvm.align = 16 : i64}, %n: i32 {tl.divisibility = 8 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c2 = arith.constant 2 : i32
    %c2048 = arith.constant 2048 : i32
    %one = arith.constant dense<1.0> : vector<16xf32>
    %mlog2e = arith.constant dense<-1.44269504> : vector<16xf32>
    %n2 = arith.muli %n, %c2 : i32
    %ni = arith.index_cast %n : i32 to index
    %n2i = arith.index_cast %n2 : i32 to index
    %m = gpu.grid_dim y
    %x = memref.reinterpret_cast %X to offset: [0], sizes: [%m, %ni], strides: [%n2i, 1] : !buffer to !matrix
    %z = memref.reinterpret_cast %X to offset: [%ni], sizes: [%m, %ni], strides: [%n2i, 1] : !buffer to !view
    %y = memref.reinterpret_cast %Y to offset: [0], sizes: [%m, %ni], strides: [%ni, 1] : !buffer to !matrix
    %i = gpu.block_id y
    %block = gpu.block_id x
    %b = arith.index_cast %block : index to i32
    %j = arith.muli %b, %c2048 : i32
    %g16 = tl.load %x[%i, %j : i32] as #row scope cta bounds(%n : i32) : !matrix to vector<16xf16>
    %u16 = tl.load %z[%i, %j : i32] as #row scope cta bounds(%n : i32) : !view to vector<16xf16>
    %g = arith.extf %g16 : vector<16xf16> to vector<16xf32>
    %u = arith.extf %u16 : vector<16xf16> to vector<16xf32>
    %e = arith.mulf %g, %mlog2e fastmath<contract> : vector<16xf32>
    %p = math.exp2 %e : vector<16xf32>
    %q = arith.addf %p, %one fastmath<contract> : vector<16xf32>
    %s = arith.divf %g, %q fastmath<afn, contract> : vector<16xf32>
    %v = arith.mulf %s, %u fastmath<contract> : vector<16xf32>
    %v16 = arith.truncf %v : vector<16xf32> to vector<16xf16>
    tl.store %v16 as #row to %y[%i, %j : i32] scope cta bounds(%n : i32) : vector<16xf16> to !matrix
    gpu.return
  }
}

func.func private @swiglu_by_loops(%X: !buffer, %Y: !buffer, %n32: i32) {
  %n = arith.index_cast %n32 : i32 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %i2 = arith.muli %i, %c2 : index
      %a0 = arith.muli %i2, %n : index
      %ag = arith.addi %a0, %j : index
      %au = arith.addi %ag, %n : index
      %g16 = memref.load %X[%ag] : !buffer
      %u16 = memref.load %X[%au] : !buffer
      %g = arith.extf %g16 : f16 to f32
      %u = arith.extf %u16 : f16 to f32
      %neg = arith.negf %g : f32
      %e = math.exp %neg : f32
      %d = arith.addf %e, %one : f32
      %s = arith.divf %g, %d : f32
      %v = arith.mulf %s, %u : f32
      %v16 = arith.truncf %v : f32 to f16
      %y0 = arith.muli %i, %n : index
      %y = arith.addi %y0, %j : index
      memref.store %v16, %Y[%y] : !buffer
    }
  }
  return
}
