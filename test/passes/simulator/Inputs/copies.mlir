gpu.module @kernels {
gpu.func @copies(%in: memref<32x16xi32> {llvm.align = 64 : i64}, %out: memref<32x16xi32> {llvm.align = 64 : i64}) workgroup(%s: memref<32x16xi32, #gpu.address_space<workgroup>> {llvm.align = 64 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %l = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %zeros = arith.constant dense<0> : vector<16xi32>
  vector.store %zeros, %s[%l, %c0] : memref<32x16xi32, #gpu.address_space<workgroup>>, vector<16xi32>
  %from = memref.extract_aligned_pointer_as_index %in : memref<32x16xi32> -> index
  %to = memref.extract_aligned_pointer_as_index %s : memref<32x16xi32, #gpu.address_space<workgroup>> -> index
  %row = arith.muli %l, %c64 : index
  %f0 = arith.addi %from, %row : index
  %t0 = arith.addi %to, %row : index
  %f1 = arith.addi %f0, %c16 : index
  %t1 = arith.addi %t0, %c16 : index
  %f2 = arith.addi %f0, %c32 : index
  %t2 = arith.addi %t0, %c32 : index
  %t3 = arith.addi %t0, %c48 : index
  %a0 = arith.index_cast %f0 : index to i64
  %b0 = arith.index_cast %t0 : index to i64
  %a1 = arith.index_cast %f1 : index to i64
  %b1 = arith.index_cast %t1 : index to i64
  %a2 = arith.index_cast %f2 : index to i64
  %b2 = arith.index_cast %t2 : index to i64
  %nowhere = arith.constant 0 : i64
  %b3 = arith.index_cast %t3 : index to i64
  %fp0 = llvm.inttoptr %a0 : i64 to !llvm.ptr<1>
  %fp1 = llvm.inttoptr %a1 : i64 to !llvm.ptr<1>
  %fp2 = llvm.inttoptr %a2 : i64 to !llvm.ptr<1>
  %fp3 = llvm.inttoptr %nowhere : i64 to !llvm.ptr<1>
  %tp0 = llvm.inttoptr %b0 : i64 to !llvm.ptr<3>
  %tp1 = llvm.inttoptr %b1 : i64 to !llvm.ptr<3>
  %tp2 = llvm.inttoptr %b2 : i64 to !llvm.ptr<3>
  %tp3 = llvm.inttoptr %b3 : i64 to !llvm.ptr<3>
  %four = arith.constant 4 : i32
  %none = arith.constant 0 : i32
  nvvm.cp.async.shared.global %tp0, %fp0, 8, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %tp1, %fp1, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.shared.global %tp2, %fp2, 16, cache = cg, %four : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.shared.global %tp3, %fp3, 16, cache = cg, %none : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  %v = vector.load %s[%l, %c0] : memref<32x16xi32, #gpu.address_space<workgroup>>, vector<16xi32>
  vector.store %v, %out[%l, %c0] : memref<32x16xi32>, vector<16xi32>
  gpu.return
}
}
