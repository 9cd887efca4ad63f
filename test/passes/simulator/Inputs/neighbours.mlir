// Each thread adds what it and its neighbour of the block have, which goes
// through shared memory; then its lane's number is counted in.
gpu.module @kernels {
  gpu.func @neighbours(%A: memref<64xi32> {llvm.align = 16 : i64}, %B: memref<64xi32> {llvm.align = 16 : i64}, %n: i32)
      workgroup(%S: memref<64xi32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %a = memref.load %A[%t] : memref<64xi32>
    memref.store %a, %S[%t] : memref<64xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %t1 = arith.addi %t, %c1 : index
    %next = arith.andi %t1, %c63 : index
    %b = memref.load %S[%next] : memref<64xi32, #gpu.address_space<workgroup>>
    %s = arith.addi %a, %b : i32
    %few = arith.cmpi slt, %s, %n : i32
    scf.if %few {
      memref.store %s, %B[%t] : memref<64xi32>
    } else {
      memref.store %n, %B[%t] : memref<64xi32>
    }
    gpu.return
  }
}
