// Buffers whose bound is counted by each kind of access: rows and columns of
// matrices, of 16 and 8 bits, loaded and stored; fewer lanes than a warp, lanes
// that hold the same, and accesses that a loop repeats.
#rows = #tl.tile<S[(16, (2, 8)) : (2@laneid, (1@laneid, 1))]>
#a = #tl.tile<S[((8, 2), (2, 4, 2)) : ((4@laneid, 2), (1, 1@laneid, 4))]>
#b = #tl.tile<S[((2, 4, 2), (8, 2)) : ((1, 1@laneid, 2), (4@laneid, 4))]>
#c = #tl.tile<S[(8, (2, 4)) : (4@laneid, (1, 1@laneid))]>
#half = #tl.tile<S[(8, (2, 4)) : (1, (1@laneid, 2@laneid))]>
#alike = #tl.tile<S[(8, 8) : (1@laneid, 1)] + R[4 : 8@laneid]>
#words = #tl.tile<S[(32, 4) : (1@laneid, 1)]>
#line = #tl.tile<S[(32, 16) : (1@laneid, 1)]>
#tall = #tl.tile<S[((2, 4, 4), (2, 8)) : ((8, 1@laneid, 1), (4, 4@laneid))]>
#bytes = #tl.tile<S[((4, 8), (4, 4)) : ((4, 4@laneid), (1@laneid, 1))]>

gpu.module @kernels {
  gpu.func @stored(%A: memref<16x16xf16> {llvm.align = 16 : i64}, %B: memref<16x16xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<16x16xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %u = tl.load %A as #b scope warp : memref<16x16xf16> to vector<8xf16>
    tl.store %u as #b to %S layout auto scope warp : vector<8xf16> to memref<16x16xf16, 3>
    gpu.barrier
    %v = tl.load %S layout auto as #rows scope warp : memref<16x16xf16, 3> to vector<8xf16>
    tl.store %v as #rows to %B scope warp : vector<8xf16> to memref<16x16xf16>
    gpu.return
  }

  gpu.func @both(%A: memref<16x16xf16> {llvm.align = 16 : i64}, %B: memref<16x16xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<16x16xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %u = tl.load %A as #rows scope warp : memref<16x16xf16> to vector<8xf16>
    tl.store %u as #rows to %S layout auto scope warp : vector<8xf16> to memref<16x16xf16, 3>
    gpu.barrier
    %v = tl.load %S layout auto as #a scope warp : memref<16x16xf16, 3> to vector<8xf16>
    tl.store %v as #a to %B scope warp : vector<8xf16> to memref<16x16xf16>
    %w = tl.load %S layout auto as #b scope warp : memref<16x16xf16, 3> to vector<8xf16>
    gpu.barrier
    tl.store %w as #b to %B scope warp : vector<8xf16> to memref<16x16xf16>
    gpu.return
  }

  gpu.func @repeated(%A: memref<8x8xf16> {llvm.align = 16 : i64}, %B: memref<8x8xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<8x8xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %u = tl.load %A as #alike scope warp : memref<8x8xf16> to vector<8xf16>
    tl.store %u as #alike to %S layout auto scope warp : vector<8xf16> to memref<8x8xf16, 3>
    gpu.barrier
    scf.for %i = %c0 to %c4 step %c1 {
      %v = tl.load %S layout auto as #c scope warp : memref<8x8xf16, 3> to vector<2xf16>
      tl.store %v as #c to %B scope warp : vector<2xf16> to memref<8x8xf16>
      gpu.barrier
      %w = tl.load %S layout auto as #half scope warp : memref<8x8xf16, 3> to vector<8xf16>
      tl.store %w as #half to %B scope warp : vector<8xf16> to memref<8x8xf16>
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @words(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<4x32xf32> {llvm.align = 16 : i64}) workgroup(%S: memref<32x4xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %u = tl.load %A as #words scope warp : memref<32x4xf32> to vector<4xf32>
    tl.store %u as #words to %S layout auto scope warp : vector<4xf32> to memref<32x4xf32, 3>
    gpu.barrier
    %v = tl.load %S layout auto as #words scope warp : memref<32x4xf32, 3> to vector<4xf32>
    tl.store %v as #words to %A scope warp : vector<4xf32> to memref<32x4xf32>
    gpu.return
  }

  gpu.func @bytes(%A: memref<32x16xi8> {llvm.align = 16 : i64}, %B: memref<32x16xi8> {llvm.align = 16 : i64}) workgroup(%S: memref<32x16xi8, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %u = tl.load %A as #line scope warp : memref<32x16xi8> to vector<16xi8>
    tl.store %u as #line to %S layout auto scope warp : vector<16xi8> to memref<32x16xi8, 3>
    gpu.barrier
    %v = tl.load %S layout auto as #tall scope warp : memref<32x16xi8, 3> to vector<16xi8>
    tl.store %v as #tall to %B scope warp : vector<16xi8> to memref<32x16xi8>
    gpu.barrier
    %w = tl.load %S layout auto as #bytes scope warp : memref<32x16xi8, 3> to vector<16xi8>
    tl.store %w as #bytes to %B scope warp : vector<16xi8> to memref<32x16xi8>
    gpu.return
  }
}
