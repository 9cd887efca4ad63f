gpu.module @kernels {
gpu.func @votes(%in: memref<64xi32>, %out: memref<8x64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %all = arith.constant -1 : i32
  %zero = arith.constant 0 : i32
  %x = memref.load %in[%t] : memref<64xi32>
  %says = arith.cmpi sgt, %x, %zero : i32
  %any = nvvm.vote.sync any %all, %says -> i1
  %every = nvvm.vote.sync all %all, %says -> i1
  %ballot = nvvm.vote.sync ballot %all, %says -> i32
  %uniform = nvvm.vote.sync uni %all, %says -> i1
  %same = nvvm.match.sync any %all, %x : i32 -> i32
  %both = nvvm.match.sync all %all, %x : i32 -> !llvm.struct<(i32, i1)>
  %who = llvm.extractvalue %both[0] : !llvm.struct<(i32, i1)>
  %is = llvm.extractvalue %both[1] : !llvm.struct<(i32, i1)>
  %leads = nvvm.elect.sync -> i1
  %a = arith.extui %any : i1 to i32
  %e = arith.extui %every : i1 to i32
  %u = arith.extui %uniform : i1 to i32
  %i = arith.extui %is : i1 to i32
  %l = arith.extui %leads : i1 to i32
  memref.store %a, %out[%c0, %t] : memref<8x64xi32>
  memref.store %e, %out[%c1, %t] : memref<8x64xi32>
  memref.store %ballot, %out[%c2, %t] : memref<8x64xi32>
  memref.store %u, %out[%c3, %t] : memref<8x64xi32>
  memref.store %same, %out[%c4, %t] : memref<8x64xi32>
  memref.store %who, %out[%c5, %t] : memref<8x64xi32>
  memref.store %i, %out[%c6, %t] : memref<8x64xi32>
  memref.store %l, %out[%c7, %t] : memref<8x64xi32>
  gpu.return
}
}
