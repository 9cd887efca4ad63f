#swizzled = #tl.tile<S[(32, (3, 16)) : (16, (512, 1))] + swizzle(base = 3, bits = 2, shift = 3)>

// Places in the target do not follow those in the source: wavefronts are those of
// the target's.
gpu.module @kernels {
  gpu.func @uneven(%G: memref<32x48xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<32x48xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout #swizzled scope warp async : memref<32x48xf16> to memref<32x48xf16, 3>
    gpu.return
  }
}
