// Atomic changes of numbers that are smaller than words, at no multiple of 4 bytes.
gpu.module @kernels {
  gpu.func @edges(%o: memref<6xi8>, %p: memref<5xi16>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %c6 = arith.constant 6 : index
    %c5 = arith.constant 5 : index
    %k = arith.remui %i, %c6 : index
    %j = arith.remui %i, %c5 : index
    %one = arith.constant 3 : i8
    %two = arith.constant 5 : i16
    %a = memref.atomic_rmw addi %one, %o[%k] : (i8, memref<6xi8>) -> i8
    %b = memref.atomic_rmw maxs %two, %p[%j] : (i16, memref<5xi16>) -> i16
    gpu.return
  }
}
