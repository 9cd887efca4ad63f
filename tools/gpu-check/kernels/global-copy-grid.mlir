// A matrix of 8192 x 8192: each block moves the tile of 64 x 64 at its place.
#a = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
gpu.module @kernels {
  gpu.func @global_copy_grid(%A: memref<8192x8192xf16> {llvm.align = 16 : i64},
                             %B: memref<8192x8192xf16> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tile = arith.constant 64 : index
    %x = gpu.block_id x
    %y = gpu.block_id y
    %i = arith.muli %y, %tile : index
    %j = arith.muli %x, %tile : index
    %v = tl.load %A[%i, %j] as #a scope cta {divisibility = array<i64: 64, 64>}
      : memref<8192x8192xf16> to vector<32xf16>
    tl.store %v as #a to %B[%i, %j] scope cta {divisibility = array<i64: 64, 64>}
      : vector<32xf16> to memref<8192x8192xf16>
    gpu.return
  }
}
