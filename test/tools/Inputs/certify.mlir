// What certificates are of: buffers whose layout is chosen, of which one has a map
// that no XOR is, through matrices and asynchronously; and rows of global memory.
#a = #tl.tile<S[((2, 8), (2, 4, 2)) : ((2, 4@laneid), (4, 1@laneid, 1))]>
#column = #tl.tile<S[(2, 16) : (1@laneid, 2@laneid)]>
#mixed = #tl.tile<S[(2, (2, 2, 2, 2)) : (8@laneid, (2@laneid, 16@laneid, 1@laneid, 4@laneid))]>
#pairs = #tl.tile<S[(2, 16) : (1, 1@laneid)]>

gpu.module @kernels {
  gpu.func @operand(%A: memref<16x64xf16> {llvm.align = 16 : i64}, %B: memref<16x64xf16>) workgroup(%S: memref<16x16xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S layout auto scope warp tile(16, 16) async : memref<16x64xf16> to memref<16x16xf16, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout auto as #a scope warp : memref<16x16xf16, 3> to vector<8xf16>
    tl.store %v as #a to %B scope warp : vector<8xf16> to memref<16x64xf16>
    gpu.return
  }

  gpu.func @no_room(%A: memref<2x16xi128> {llvm.align = 16 : i64}, %B: memref<2x16xi128> {llvm.align = 16 : i64}) workgroup(%S: memref<2x16xi128, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #column scope warp : memref<2x16xi128> to vector<1xi128>
    tl.store %v as #column to %S layout auto scope warp : vector<1xi128> to memref<2x16xi128, 3>
    gpu.barrier
    %w = tl.load %S layout auto as #mixed scope warp : memref<2x16xi128, 3> to vector<1xi128>
    %x = tl.load %S layout auto as #pairs scope warp : memref<2x16xi128, 3> to vector<2xi128>
    tl.store %w as #mixed to %B scope warp : vector<1xi128> to memref<2x16xi128>
    gpu.barrier
    tl.store %x as #pairs to %B scope warp : vector<2xi128> to memref<2x16xi128>
    gpu.return
  }
}
