// Atomic changes of bits of numbers that are smaller than words, at no multiple of 4 bytes,
// and of a number beside others that are stored.
gpu.module @kernels {
  gpu.func @bits(%o: memref<6xi8>, %p: memref<5xi16>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %c6 = arith.constant 6 : index
    %c5 = arith.constant 5 : index
    %k = arith.remui %i, %c6 : index
    %j = arith.remui %i, %c5 : index
    %one = arith.constant 0x33 : i8
    %two = arith.constant 0x5cc5 : i16
    %a = memref.atomic_rmw andi %one, %o[%k] : (i8, memref<6xi8>) -> i8
    %b = memref.atomic_rmw ori %two, %p[%j] : (i16, memref<5xi16>) -> i16
    gpu.return
  }

  gpu.func @neighbours(%a: memref<32xi8>, %o: memref<65xi8> {llvm.align = 4 : i64},
                       %p: memref<65xi8> {llvm.align = 4 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %seven = arith.constant 7 : i8
    %x = memref.load %a[%t] : memref<32xi8>
    %even = arith.muli %t, %c2 : index
    %odd = arith.addi %even, %c1 : index
    %is_first = arith.cmpi ult, %t, %c1 : index
    scf.if %is_first {
      %0 = memref.atomic_rmw xori %seven, %o[%even] : (i8, memref<65xi8>) -> i8
      %1 = memref.atomic_rmw addi %seven, %p[%even] : (i8, memref<65xi8>) -> i8
    } else {
      memref.store %x, %o[%odd] : memref<65xi8>
      memref.store %x, %p[%odd] : memref<65xi8>
    }
    gpu.return
  }
}
