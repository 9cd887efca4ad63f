func.func @inside(%m: memref<32xf32>) -> vector<1xf32> {
  %v = tl.load %m as #tl.register<spatial(32)> scope warp : memref<32xf32> to vector<1xf32>
  return %v : vector<1xf32>
}
func.func @past_the_end(%m: memref<32xf32>, %i: index) -> vector<1xf32> {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %v = tl.load %m[%j] as #tl.register<spatial(32)> scope warp : memref<32xf32> to vector<1xf32>
  return %v : vector<1xf32>
}
