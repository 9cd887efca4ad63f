#row = #tl.register<spatial(32, 1).local(1, 8)>
#a = #tl.register<mma_a(16, 8, 16, 16)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>

func.func @"say \22hi\22\0A"(%m: memref<32x8xf32> {llvm.align = 16 : i64}, %n: index) -> vector<8xf32> {
  %v = tl.load %m as #row scope warp bounds(32, %n) : memref<32x8xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

func.func @shared(%s: memref<4096xf16, 3> {llvm.align = 16 : i64}, %r: memref<8xf16, 5>, %x: index) {
  tl.copy %s layout #smem to %r layout #a scope warp : memref<4096xf16, 3> to memref<8xf16, 5> loc("named")
  tl.copy %r layout #a to %s[%x, 0] layout #smem scope warp : memref<8xf16, 5> to memref<4096xf16, 3> loc(fused["x.mlir":3:4, "y.mlir":5:6])
  return
}
