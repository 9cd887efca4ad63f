// What is no number is that in memory of floats, and has bits of its own as an integer.
gpu.module @kernels {
  gpu.func @no_numbers(%a: memref<32xf32>, %h: memref<32xf16>, %d: memref<32xf64>,
                       %out: memref<32xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %infinite = arith.constant 0x7f800000 : f32
    %infinite_half = arith.constant 0x7c00 : f16
    %infinite_long = arith.constant 0x7ff0000000000000 : f64
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<32xf32>
    %y = arith.mulf %x, %infinite : f32
    %i = memref.load %h[%t] : memref<32xf16>
    %j = arith.mulf %i, %infinite_half : f16
    %n = memref.load %d[%t] : memref<32xf64>
    %m = arith.mulf %n, %infinite_long : f64
    memref.store %y, %out[%t] : memref<32xf32>
    memref.store %j, %h[%t] : memref<32xf16>
    memref.store %m, %d[%t] : memref<32xf64>
    gpu.return
  }

  gpu.func @bits(%a: memref<32xf32>, %out: memref<32xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %infinite = arith.constant 0x7f800000 : f32
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<32xf32>
    %y = arith.mulf %x, %infinite : f32
    %bits = arith.bitcast %y : f32 to i32
    memref.store %bits, %out[%t] : memref<32xi32>
    gpu.return
  }
}
