// What the kernels beside this file that do more than copy mean, element by element.
!tile = memref<64x64xf16, strided<[1024, 1]>>
!sums = memref<64x64xf32, strided<[1024, 1]>>
!matrix = memref<1024x1024xf16>
gpu.module @definitions {
  gpu.func @tr32(%A: !sums, %B: !sums) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %i = gpu.thread_id x
    scf.for %j = %c0 to %c64 step %c1 {
      %x = memref.load %A[%i, %j] : !sums
      memref.store %x, %B[%j, %i] : !sums
    }
    gpu.return
  }
  gpu.func @tr16(%A: !tile, %B: !tile) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %i = gpu.thread_id x
    scf.for %j = %c0 to %c64 step %c1 {
      %x = memref.load %A[%i, %j] : !tile
      memref.store %x, %B[%j, %i] : !tile
    }
    gpu.return
  }
  gpu.func @tr8(%A: memref<64x64xi8, strided<[1024, 1]>>, %B: memref<64x64xi8, strided<[1024, 1]>>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %i = gpu.thread_id x
    scf.for %j = %c0 to %c64 step %c1 {
      %x = memref.load %A[%i, %j] : memref<64x64xi8, strided<[1024, 1]>>
      memref.store %x, %B[%j, %i] : memref<64x64xi8, strided<[1024, 1]>>
    }
    gpu.return
  }

  // Lane 4 r + q of a warp has, in numbers 4 j + 2 h + e, the sums of its rows r + 8 h
  // and columns 8 j + 2 q + e.
  gpu.func @epi(%X: memref<128x32xf32>, %B: !tile) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    scf.for %n = %c0 to %c32 step %c1 {
      %i = affine.apply affine_map<(t, n) -> (t floordiv 32 * 16 + n mod 4 floordiv 2 * 8 + t mod 32 floordiv 4)>(%t, %n)
      %j = affine.apply affine_map<(t, n) -> (n floordiv 4 * 8 + t mod 4 * 2 + n mod 2)>(%t, %n)
      %x = memref.load %X[%t, %n] : memref<128x32xf32>
      %h = arith.truncf %x : f32 to f16
      memref.store %h, %B[%i, %j] : !tile
    }
    gpu.return
  }

  // Sums of 16 products are rounded once.
  gpu.func @feed(%A: !tile, %B: !tile, %C: !sums) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %i = gpu.thread_id x
    scf.for %j = %c0 to %c64 step %c1 {
      %sum = scf.for %k = %c0 to %c64 step %c16 iter_args(%s = %zero) -> (f32) {
        %wide = arith.extf %s : f32 to f64
        %part = scf.for %l = %c0 to %c16 step %c1 iter_args(%p = %wide) -> (f64) {
          %kl = arith.addi %k, %l : index
          %a = memref.load %A[%i, %kl] : !tile
          %b = memref.load %B[%kl, %j] : !tile
          %x = arith.extf %a : f16 to f64
          %y = arith.extf %b : f16 to f64
          %xy = arith.mulf %x, %y : f64
          %q = arith.addf %p, %xy : f64
          scf.yield %q : f64
        }
        %n = arith.truncf %part : f64 to f32
        scf.yield %n : f32
      }
      memref.store %sum, %C[%i, %j] : !sums
    }
    gpu.return
  }

  gpu.func @gemmk(%A: !matrix, %B: !matrix, %C: memref<1024x1024xf32>, %K: index) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %t = gpu.thread_id x
    %x0 = gpu.block_id x
    %y0 = gpu.block_id y
    %i = affine.apply affine_map<(y, t) -> (64 * y + t)>(%y0, %t)
    scf.for %c = %c0 to %c64 step %c1 {
      %j = affine.apply affine_map<(x, c) -> (64 * x + c)>(%x0, %c)
      %sum = scf.for %k = %c0 to %K step %c16 iter_args(%s = %zero) -> (f32) {
        %wide = arith.extf %s : f32 to f64
        %part = scf.for %l = %c0 to %c16 step %c1 iter_args(%p = %wide) -> (f64) {
          %kl = arith.addi %k, %l : index
          %a = memref.load %A[%i, %kl] : !matrix
          %b = memref.load %B[%kl, %j] : !matrix
          %x = arith.extf %a : f16 to f64
          %y = arith.extf %b : f16 to f64
          %xy = arith.mulf %x, %y : f64
          %q = arith.addf %p, %xy : f64
          scf.yield %q : f64
        }
        %n = arith.truncf %part : f64 to f32
        scf.yield %n : f32
      }
      memref.store %sum, %C[%i, %j] : memref<1024x1024xf32>
    }
    gpu.return
  }
}
