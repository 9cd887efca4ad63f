#a = #tl.register<mma_a(16, 8, 16, 16)>
#smem = #tl.cute<Sw<3,3,3> o (16,64):(64,1)>

func.func @matrices(%s: memref<16x64xf16, 3> {llvm.align = 16 : i64}) {
  %v = tl.load %s layout #smem as #a scope warp : memref<16x64xf16, 3> to vector<8xf16>
  tl.store %v as #a to %s layout #smem scope warp : vector<8xf16> to memref<16x64xf16, 3>
  return
}
