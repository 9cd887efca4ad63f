// Half a warp turns its elements around, through shared memory of a size that the
// launch says, and adds how many threads it has.
gpu.module @kernels {
  gpu.func @half(%A: memref<16xi32> {llvm.align = 16 : i64}, %B: memref<16xi32> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 16, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c15 = arith.constant 15 : index
    %count = arith.constant 16 : i32
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %S = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<16xi32, #gpu.address_space<workgroup>>
    %t = gpu.thread_id x
    %a = memref.load %A[%t] : memref<16xi32>
    memref.store %a, %S[%t] : memref<16xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %other = arith.subi %c15, %t : index
    %b = memref.load %S[%other] : memref<16xi32, #gpu.address_space<workgroup>>
    %sum = arith.addi %b, %count : i32
    memref.store %sum, %B[%t] : memref<16xi32>
    gpu.return
  }
}
