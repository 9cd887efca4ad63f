// Rotary embedding: halves of 64 of each head of 128 are turned, 16 rows of a head a block.
#half = #tl.register<spatial(16, 8).local(1, 8)>
!heads = memref<512x16x128xf16>
!angles = memref<512x64xf32>
gpu.module @kernels {
  gpu.func @rope(%X: !heads {llvm.align = 16 : i64}, %C: !angles {llvm.align = 16 : i64}, %S: !angles {llvm.align = 16 : i64}, %rows: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c16 = arith.constant 16 : i32
    %x = gpu.block_id x
    %x32 = arith.index_cast %x : index to i32
    %i = arith.muli %x32, %c16 : i32
    %y = gpu.block_id y
    %h = memref.subview %X[0, %y, 0] [512, 1, 128] [1, 1, 1] : !heads to memref<512x128xf16, strided<[2048, 1], offset: ?>>
    %a16 = tl.load %h[%i : i32, 0] as #half scope cta bounds(%rows : i32, 128) : memref<512x128xf16, strided<[2048, 1], offset: ?>> to vector<8xf16>
    %b16 = tl.load %h[%i : i32, 64] as #half scope cta bounds(%rows : i32, 128) : memref<512x128xf16, strided<[2048, 1], offset: ?>> to vector<8xf16>
    %c = tl.load %C[%i : i32, 0] as #half scope cta bounds(%rows : i32, 64) : !angles to vector<8xf32>
    %s = tl.load %S[%i : i32, 0] as #half scope cta bounds(%rows : i32, 64) : !angles to vector<8xf32>
    %a = arith.extf %a16 : vector<8xf16> to vector<8xf32>
    %b = arith.extf %b16 : vector<8xf16> to vector<8xf32>
    %ac = arith.mulf %a, %c fastmath<contract> : vector<8xf32>
    %bs = arith.mulf %b, %s fastmath<contract> : vector<8xf32>
    %as = arith.mulf %a, %s fastmath<contract> : vector<8xf32>
    %bc = arith.mulf %b, %c fastmath<contract> : vector<8xf32>
    %first = arith.subf %ac, %bs fastmath<contract> : vector<8xf32>
    %second = arith.addf %as, %bc fastmath<contract> : vector<8xf32>
    %first16 = arith.truncf %first : vector<8xf32> to vector<8xf16>
    %second16 = arith.truncf %second : vector<8xf32> to vector<8xf16>
    tl.store %first16 as #half to %h[%i : i32, 0] scope cta bounds(%rows : i32, 128) : vector<8xf16> to memref<512x128xf16, strided<[2048, 1], offset: ?>>
    tl.store %second16 as #half to %h[%i : i32, 64] scope cta bounds(%rows : i32, 128) : vector<8xf16> to memref<512x128xf16, strided<[2048, 1], offset: ?>>
    gpu.return
  }
}
