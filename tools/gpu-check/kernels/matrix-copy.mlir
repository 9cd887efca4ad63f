// One tile of 64 x 64 through swizzled shared memory, by matrices: rows, fragments A
// (ldmatrix, stmatrix), fragments B (both transposed), rows.  Each warp has 16 rows.
#a = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#s = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#matrix_a = #tl.register<mma_a(16, 8, 16, 16)>
#matrix_b = #tl.register<mma_b(16, 8, 16, 16)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @matrix_copy(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}, %T: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %w = arith.divui %t, %c32 : index
    %i = arith.muli %w, %c16 overflow<nsw, nuw> : index
    %v = tl.load %A as #a scope cta : !tile to vector<32xf16>
    tl.store %v as #a to %S layout #s scope cta : vector<32xf16> to !shared
    gpu.barrier
    %a0 = tl.load %S[%i, 0] layout #s as #matrix_a scope warp : !shared to vector<8xf16>
    tl.store %a0 as #matrix_a to %T[%i, 0] layout #s scope warp : vector<8xf16> to !shared
    %a1 = tl.load %S[%i, 16] layout #s as #matrix_a scope warp : !shared to vector<8xf16>
    tl.store %a1 as #matrix_a to %T[%i, 16] layout #s scope warp : vector<8xf16> to !shared
    %a2 = tl.load %S[%i, 32] layout #s as #matrix_a scope warp : !shared to vector<8xf16>
    tl.store %a2 as #matrix_a to %T[%i, 32] layout #s scope warp : vector<8xf16> to !shared
    %a3 = tl.load %S[%i, 48] layout #s as #matrix_a scope warp : !shared to vector<8xf16>
    tl.store %a3 as #matrix_a to %T[%i, 48] layout #s scope warp : vector<8xf16> to !shared
    gpu.barrier
    %b0 = tl.load %T[%i, 0] layout #s as #matrix_b scope warp : !shared to vector<4xf16>
    tl.store %b0 as #matrix_b to %S[%i, 0] layout #s scope warp : vector<4xf16> to !shared
    %b1 = tl.load %T[%i, 8] layout #s as #matrix_b scope warp : !shared to vector<4xf16>
    tl.store %b1 as #matrix_b to %S[%i, 8] layout #s scope warp : vector<4xf16> to !shared
    %b2 = tl.load %T[%i, 16] layout #s as #matrix_b scope warp : !shared to vector<4xf16>
    tl.store %b2 as #matrix_b to %S[%i, 16] layout #s scope warp : vector<4xf16> to !shared
    %b3 = tl.load %T[%i, 24] layout #s as #matrix_b scope warp : !shared to vector<4xf16>
    tl.store %b3 as #matrix_b to %S[%i, 24] layout #s scope warp : vector<4xf16> to !shared
    %b4 = tl.load %T[%i, 32] layout #s as #matrix_b scope warp : !shared to vector<4xf16>
    tl.store %b4 as #matrix_b to %S[%i, 32] layout #s scope warp : vector<4xf16> to !shared
    %b5 = tl.load %T[%i, 40] layout #s as #matrix_b scope warp : !shared to vector<4xf16>
    tl.store %b5 as #matrix_b to %S[%i, 40] layout #s scope warp : vector<4xf16> to !shared
    %b6 = tl.load %T[%i, 48] layout #s as #matrix_b scope warp : !shared to vector<4xf16>
    tl.store %b6 as #matrix_b to %S[%i, 48] layout #s scope warp : vector<4xf16> to !shared
    %b7 = tl.load %T[%i, 56] layout #s as #matrix_b scope warp : !shared to vector<4xf16>
    tl.store %b7 as #matrix_b to %S[%i, 56] layout #s scope warp : vector<4xf16> to !shared
    gpu.barrier
    %u = tl.load %S layout #s as #a scope cta : !shared to vector<32xf16>
    tl.store %u as #a to %B scope cta : vector<32xf16> to !tile
    gpu.return
  }
}
