// A tile through swizzled shared memory; thread t reads what thread 127 - t wrote.
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#chunk = #tl.register<local(1, 8)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @gsg_mirror(%A: !tile {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c48 = arith.constant 48 : index
    %c127 = arith.constant 127 : index
    %v = tl.load %A as #rows scope cta : !tile to vector<32xf16>
    tl.store %v as #rows to %S layout #smem scope cta : vector<32xf16> to !shared
    gpu.barrier
    %t = gpu.thread_id x
    %u = arith.subi %c127, %t : index
    %r0 = arith.divui %u, %c8 : index
    %x = arith.remui %u, %c8 : index
    %c = arith.muli %x, %c8 : index
    %r1 = arith.addi %r0, %c16 : index
    %r2 = arith.addi %r0, %c32 : index
    %r3 = arith.addi %r0, %c48 : index
    %w0 = tl.load %S[%r0, %c] layout #smem as #chunk scope thread : !shared to vector<8xf16>
    %w1 = tl.load %S[%r1, %c] layout #smem as #chunk scope thread : !shared to vector<8xf16>
    %w2 = tl.load %S[%r2, %c] layout #smem as #chunk scope thread : !shared to vector<8xf16>
    %w3 = tl.load %S[%r3, %c] layout #smem as #chunk scope thread : !shared to vector<8xf16>
    tl.store %w0 as #chunk to %B[%r0, %c] scope thread : vector<8xf16> to !tile
    tl.store %w1 as #chunk to %B[%r1, %c] scope thread : vector<8xf16> to !tile
    tl.store %w2 as #chunk to %B[%r2, %c] scope thread : vector<8xf16> to !tile
    tl.store %w3 as #chunk to %B[%r3, %c] scope thread : vector<8xf16> to !tile
    gpu.return
  }
}
