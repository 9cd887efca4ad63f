
// What the pairs of spellings are used for: #rN in registers, #mN in memory.

func.func @accumulator(%m: memref<16x8xf32> {llvm.align = 16 : i64}, %v: vector<4xf32>) {
  tl.store %v as #r0 to %m layout #m0 scope warp : vector<4xf32> to memref<16x8xf32>
  return
}

func.func @rows(%m: memref<32x8xf16> {llvm.align = 16 : i64}) -> vector<8xf16> {
  %v = tl.load %m layout #m1 as #r1 scope warp : memref<32x8xf16> to vector<8xf16>
  return %v : vector<8xf16>
}

func.func @operand_a(%m: memref<64x64xf16> {llvm.align = 16 : i64}, %i: index, %j: index) -> vector<8xf16> {
  %v = tl.load %m[%i, %j] layout #m2 as #r2 scope warp {divisibility = array<i64: 16, 16>} : memref<64x64xf16> to vector<8xf16>
  return %v : vector<8xf16>
}

func.func @operand_b(%m: memref<8x16xf16> {llvm.align = 16 : i64}) -> vector<4xf16> {
  %v = tl.load %m layout #m3 as #r3 scope warp : memref<8x16xf16> to vector<4xf16>
  return %v : vector<4xf16>
}

func.func @replicated(%m: memref<28xf32> {llvm.align = 16 : i64}) -> vector<1xf32> {
  %v = tl.load %m layout #m4 as #r4 scope warp : memref<28xf32> to vector<1xf32>
  return %v : vector<1xf32>
}
