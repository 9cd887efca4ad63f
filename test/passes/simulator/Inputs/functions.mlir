// Functions whose code has sums that are rounded down and to zero, and carries of words.
gpu.module @kernels {
  gpu.func @softmax(%in: memref<32x24xf32>, %out: memref<32x24xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c24 = arith.constant 24 : index
    %zero = arith.constant 0.0 : f32
    %least = arith.constant 0xff800000 : f32
    %t = gpu.thread_id x
    %most = scf.for %k = %c0 to %c24 step %c1 iter_args(%m = %least) -> f32 {
      %x = memref.load %in[%t, %k] : memref<32x24xf32>
      %next = arith.maximumf %m, %x : f32
      scf.yield %next : f32
    }
    %sum = scf.for %k = %c0 to %c24 step %c1 iter_args(%s = %zero) -> f32 {
      %x = memref.load %in[%t, %k] : memref<32x24xf32>
      %d = arith.subf %x, %most : f32
      %e = math.exp %d : f32
      memref.store %e, %out[%t, %k] : memref<32x24xf32>
      %next = arith.addf %s, %e : f32
      scf.yield %next : f32
    }
    scf.for %k = %c0 to %c24 step %c1 {
      %e = memref.load %out[%t, %k] : memref<32x24xf32>
      %q = arith.divf %e, %sum : f32
      memref.store %q, %out[%t, %k] : memref<32x24xf32>
    }
    gpu.return
  }

  // The number of each thread goes from -320 to 318.75.
  gpu.func @functions(%out: memref<3x512xf32>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %step = arith.constant 1.25 : f32
    %first = arith.constant -320.0 : f32
    %few = arith.constant 0.01 : f32
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %n = arith.sitofp %i : i32 to f32
    %scaled = arith.mulf %n, %step : f32
    %x = arith.addf %scaled, %first : f32
    %small = arith.mulf %x, %few : f32
    %exp = math.exp %small : f32
    %round = math.round %x : f32
    %log1p = math.log1p %scaled : f32
    memref.store %exp, %out[%c0, %t] : memref<3x512xf32>
    memref.store %round, %out[%c1, %t] : memref<3x512xf32>
    memref.store %log1p, %out[%c2, %t] : memref<3x512xf32>
    gpu.return
  }

  // Large angles are taken to a quarter of a circle by products of many words.
  gpu.func @angles(%out: memref<5x512xf32>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %step = arith.constant 1.25 : f32
    %many = arith.constant 12345.678 : f32
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %n = arith.sitofp %i : i32 to f32
    %x = arith.mulf %n, %step : f32
    %large = arith.mulf %x, %many : f32
    %sin = math.sin %x : f32
    %cos = math.cos %x : f32
    %tan = math.tan %n : f32
    %sin_of_large = math.sin %large : f32
    %cos_of_large = math.cos %large : f32
    memref.store %sin, %out[%c0, %t] : memref<5x512xf32>
    memref.store %cos, %out[%c1, %t] : memref<5x512xf32>
    memref.store %tan, %out[%c2, %t] : memref<5x512xf32>
    memref.store %sin_of_large, %out[%c3, %t] : memref<5x512xf32>
    memref.store %cos_of_large, %out[%c4, %t] : memref<5x512xf32>
    gpu.return
  }
}
