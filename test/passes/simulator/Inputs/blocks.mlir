// Each block copies the same numbers through its own shared memory.
gpu.module @kernels {
  gpu.func @blocks(%A: memref<32xi32> {llvm.align = 16 : i64}, %B: memref<64xi32> {llvm.align = 16 : i64})
      workgroup(%S: memref<32xi32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %block = gpu.block_id x
    %a = memref.load %A[%t] : memref<32xi32>
    memref.store %a, %S[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %s = memref.load %S[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    %first = arith.muli %block, %c32 : index
    %place = arith.addi %first, %t : index
    memref.store %s, %B[%place] : memref<64xi32>
    gpu.return
  }
}
