// Bounds and row pitch are arguments; 8 divides n and the pitch.
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!buffer = memref<65536xf16>
!tile = memref<64x64xf16, strided<[?, 1]>>
gpu.module @kernels {
  gpu.func @gg_pred_dyn(%A: !buffer {llvm.align = 16 : i64}, %B: !buffer {llvm.align = 16 : i64}, %m: index, %n: index, %ld: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%ld, 1] : !buffer to !tile
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [64, 64], strides: [%ld, 1] : !buffer to !tile
    %v = tl.load %a as #rows scope cta bounds(%m, %n)
      {bound_divisibility = array<i64: 1, 8>, stride_divisibility = array<i64: 8, 1>} : !tile to vector<32xf16>
    tl.store %v as #rows to %b scope cta bounds(%m, %n)
      {bound_divisibility = array<i64: 1, 8>, stride_divisibility = array<i64: 8, 1>} : vector<32xf16> to !tile
    gpu.return
  }
}
