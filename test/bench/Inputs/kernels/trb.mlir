// A tile is transposed under bounds; the pitch is an argument, and 8 divides all three.
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#turned = #tl.shared<permute(row_major_swizzle([64, 64], nbytes = 2), [1, 0])>
!buffer = memref<65536xf16>
!tile = memref<64x64xf16, strided<[?, 1]>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @trb(%A: !buffer {llvm.align = 16 : i64}, %B: !buffer {llvm.align = 16 : i64}, %m: i32, %n: i32, %ld32: i32)
      workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %ld = arith.index_cast %ld32 : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%ld, 1] : !buffer to !tile
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [64, 64], strides: [%ld, 1] : !buffer to !tile
    tl.copy %a to %S layout #smem scope cta bounds(%m : i32, %n : i32)
      {bound_divisibility = array<i64: 8, 8>, source_stride_divisibility = array<i64: 8, 1>} : !tile to !shared
    gpu.barrier
    tl.copy %S layout #turned to %b scope cta bounds(%n : i32, %m : i32)
      {bound_divisibility = array<i64: 8, 8>, target_stride_divisibility = array<i64: 8, 1>} : !shared to !tile
    gpu.return
  }
}
