// Tables of a kernel, which are variables of global memory.
gpu.module @kernels {
  memref.global "private" constant @table : memref<4xi32> = dense<[7, -2, 300000, 4]>
  memref.global "private" constant @reals : memref<2xf32> = dense<[1.5, -2.0]>
  memref.global "private" constant @one : memref<1xf32> = dense<[0.25]>
  gpu.func @constants(%n: memref<4xi32>, %x: memref<4xf32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    %i = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %half = arith.shrui %i, %c1 : index
    %t = memref.get_global @table : memref<4xi32>
    %r = memref.get_global @reals : memref<2xf32>
    %o = memref.get_global @one : memref<1xf32>
    %a = memref.load %t[%i] : memref<4xi32>
    %b = memref.load %r[%half] : memref<2xf32>
    %k = arith.remui %i, %c1 : index
    %c = memref.load %o[%k] : memref<1xf32>
    %d = arith.addf %b, %c : f32
    memref.store %a, %n[%i] : memref<4xi32>
    memref.store %d, %x[%i] : memref<4xf32>
    gpu.return
  }
}
