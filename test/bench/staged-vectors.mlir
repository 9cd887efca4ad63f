// What tools/gpu-check/kernels/staged-copy.mlir does, written by hand: a tile of
// 64 x 64, rows 1024 elements apart, through swizzled shared memory.
gpu.module @kernels {
  gpu.func @staged_vectors(%A: memref<64x64xf16, strided<[1024, 1]>> {llvm.align = 16 : i64},
                           %B: memref<64x64xf16, strided<[1024, 1]>> {llvm.align = 16 : i64})
      workgroup(%S: memref<4096xf16, #gpu.address_space<workgroup>> {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c15 = arith.constant 15 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c448 = arith.constant 448 : index
    %c1024 = arith.constant 1024 : index
    %c2048 = arith.constant 2048 : index
    %c3072 = arith.constant 3072 : index
    %c16384 = arith.constant 16384 : index
    %c32768 = arith.constant 32768 : index
    %c49152 = arith.constant 49152 : index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64576], strides: [1] : memref<64x64xf16, strided<[1024, 1]>> to memref<64576xf16>
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [64576], strides: [1] : memref<64x64xf16, strided<[1024, 1]>> to memref<64576xf16>
    %t = gpu.thread_id x

    // Global memory: 8 threads a row.
    %column = arith.andi %t, %c7 : index
    %row = arith.shrui %t, %c3 : index
    %rows = arith.muli %row, %c128 overflow<nsw, nuw> : index
    %piece = arith.addi %column, %rows overflow<nsw, nuw> : index
    %g0 = arith.muli %piece, %c8 overflow<nsw, nuw> : index
    %g1 = arith.addi %g0, %c16384 overflow<nsw, nuw> : index
    %g2 = arith.addi %g0, %c32768 overflow<nsw, nuw> : index
    %g3 = arith.addi %g0, %c49152 overflow<nsw, nuw> : index
    %v0 = vector.load %a[%g0] {alignment = 16 : i64} : memref<64576xf16>, vector<8xf16>
    %v1 = vector.load %a[%g1] {alignment = 16 : i64} : memref<64576xf16>, vector<8xf16>
    %v2 = vector.load %a[%g2] {alignment = 16 : i64} : memref<64576xf16>, vector<8xf16>
    %v3 = vector.load %a[%g3] {alignment = 16 : i64} : memref<64576xf16>, vector<8xf16>

    // Shared memory: the same threads, swizzled.
    %linear = arith.muli %t, %c8 overflow<nsw, nuw> : index
    %chosen = arith.andi %linear, %c448 : index
    %moved = arith.shrui %chosen, %c3 : index
    %s0 = arith.xori %linear, %moved : index
    %s1 = arith.addi %s0, %c1024 overflow<nsw, nuw> : index
    %s2 = arith.addi %s0, %c2048 overflow<nsw, nuw> : index
    %s3 = arith.addi %s0, %c3072 overflow<nsw, nuw> : index
    vector.store %v0, %S[%s0] {alignment = 16 : i64} : memref<4096xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    vector.store %v1, %S[%s1] {alignment = 16 : i64} : memref<4096xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    vector.store %v2, %S[%s2] {alignment = 16 : i64} : memref<4096xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    vector.store %v3, %S[%s3] {alignment = 16 : i64} : memref<4096xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    gpu.barrier

    // From there: 16 threads a column.
    %across = arith.andi %t, %c15 : index
    %down = arith.shrui %t, %c4 : index
    %high = arith.muli %across, %c64 overflow<nsw, nuw> : index
    %low = arith.muli %down, %c8 overflow<nsw, nuw> : index
    %seen = arith.andi %high, %c448 : index
    %shifted = arith.shrui %seen, %c3 : index
    %xored = arith.xori %low, %shifted : index
    %r0 = arith.addi %high, %xored overflow<nsw, nuw> : index
    %r1 = arith.addi %r0, %c1024 overflow<nsw, nuw> : index
    %r2 = arith.addi %r0, %c2048 overflow<nsw, nuw> : index
    %r3 = arith.addi %r0, %c3072 overflow<nsw, nuw> : index
    %w0 = vector.load %S[%r0] {alignment = 16 : i64} : memref<4096xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    %w1 = vector.load %S[%r1] {alignment = 16 : i64} : memref<4096xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    %w2 = vector.load %S[%r2] {alignment = 16 : i64} : memref<4096xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    %w3 = vector.load %S[%r3] {alignment = 16 : i64} : memref<4096xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    %wide = arith.muli %across, %c128 overflow<nsw, nuw> : index
    %place = arith.addi %down, %wide overflow<nsw, nuw> : index
    %o0 = arith.muli %place, %c8 overflow<nsw, nuw> : index
    %o1 = arith.addi %o0, %c16384 overflow<nsw, nuw> : index
    %o2 = arith.addi %o0, %c32768 overflow<nsw, nuw> : index
    %o3 = arith.addi %o0, %c49152 overflow<nsw, nuw> : index
    vector.store %w0, %b[%o0] {alignment = 16 : i64} : memref<64576xf16>, vector<8xf16>
    vector.store %w1, %b[%o1] {alignment = 16 : i64} : memref<64576xf16>, vector<8xf16>
    vector.store %w2, %b[%o2] {alignment = 16 : i64} : memref<64576xf16>, vector<8xf16>
    vector.store %w3, %b[%o3] {alignment = 16 : i64} : memref<64576xf16>, vector<8xf16>
    gpu.return
  }
}
