// A million elements each, for test/bench/speed: memory to memory and registers,
// a copy through shared memory, and products that one thread sums up.
#swizzled = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
!line = memref<1048576xf32>
!square = memref<1024x1024xf16>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
!factor = memref<128x64xf16>
!product = memref<128x128xf32>

gpu.module @kernels {
  gpu.func @multiply_add(%X: !line, %Y: !line, %a: f32) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>, known_grid_size = array<i32: 1024, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %c1024 = arith.constant 1024 : index
    %block = gpu.block_id x
    %thread = gpu.thread_id x
    %begin = arith.muli %block, %c1024 : index
    %first = arith.addi %begin, %thread : index
    scf.for %k = %c0 to %c4 step %c1 {
      %far = arith.muli %k, %c256 : index
      %i = arith.addi %first, %far : index
      %x = memref.load %X[%i] : !line
      %y = memref.load %Y[%i] : !line
      %ax = arith.mulf %a, %x : f32
      %sum = arith.addf %ax, %y : f32
      memref.store %sum, %Y[%i] : !line
    }
    gpu.return
  }

  gpu.func @copy(%A: !square {llvm.align = 16 : i64}, %B: !square {llvm.align = 16 : i64})
      workgroup(%S: !shared {llvm.align = 128 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 16, 16, 1>} {
    %c64 = arith.constant 64 : index
    %x = gpu.block_id x
    %y = gpu.block_id y
    %i = arith.muli %y, %c64 : index
    %j = arith.muli %x, %c64 : index
    tl.copy %A[%i, %j] to %S layout #swizzled scope cta threads 128 tile(64, 64) : !square to !shared
    gpu.barrier
    tl.copy %S layout #swizzled to %B[%i, %j] scope cta threads 128 tile(64, 64) : !shared to !square
    gpu.return
  }

  gpu.func @product(%A: !factor, %B: !factor, %C: !product) kernel
      attributes {known_block_size = array<i32: 16, 16, 1>, known_grid_size = array<i32: 8, 8, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %i0 = arith.muli %by, %c16 : index
    %j0 = arith.muli %bx, %c16 : index
    %i = arith.addi %i0, %ty : index
    %j = arith.addi %j0, %tx : index
    %all = scf.for %k = %c0 to %c64 step %c1 iter_args(%sum = %zero) -> f32 {
      %a = memref.load %A[%i, %k] : !factor
      %b = memref.load %B[%j, %k] : !factor
      %wide_a = arith.extf %a : f16 to f32
      %wide_b = arith.extf %b : f16 to f32
      %ab = arith.mulf %wide_a, %wide_b : f32
      %more = arith.addf %sum, %ab : f32
      scf.yield %more : f32
    }
    memref.store %all, %C[%i, %j] : !product
    gpu.return
  }

  // The same by one thread, as references are run.
  gpu.func @loops(%A: !factor, %B: !factor, %C: !product) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    affine.for %i = 0 to 128 {
      affine.for %j = 0 to 128 {
        %zero = arith.constant 0.0 : f32
        %all = affine.for %k = 0 to 64 iter_args(%sum = %zero) -> f32 {
          %a = affine.load %A[%i, %k] : !factor
          %b = affine.load %B[%j, %k] : !factor
          %wide_a = arith.extf %a : f16 to f32
          %wide_b = arith.extf %b : f16 to f32
          %ab = arith.mulf %wide_a, %wide_b : f32
          %more = arith.addf %sum, %ab : f32
          affine.yield %more : f32
        }
        affine.store %all, %C[%i, %j] : !product
      }
    }
    gpu.return
  }
}
