#frag = #tl.register<spatial(8, 4)>
func.func @first(%a: memref<8x4xf32>) -> vector<1xf32> {
  %v = tl.load %a as #frag scope warp : memref<8x4xf32> to vector<1xf32>
  return %v : vector<1xf32>
}
// -----
#frag = #tl.register<spatial(8, 4).local(1, 2)>
func.func @second(%a: memref<8x8xf32>) -> vector<2xf32> {
  %v = tl.load %a as #frag scope warp : memref<8x8xf32> to vector<2xf32>
  return %v : vector<2xf32>
}
// -----
func.func @third(%v: vector<2xf32>) {
  "tl.nothing"(%v) : (vector<2xf32>) -> ()
  return
}
