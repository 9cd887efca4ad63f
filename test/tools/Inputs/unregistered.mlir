func.func @other() {
  %v = "unknown.value"() : () -> f32
  "unknown.use"(%v) : (f32) -> ()
  return
}
#row = #tl.register<spatial(32, 1).local(1, 8)>
func.func @run(%A: memref<32x8xf32> {llvm.align = 16 : i64}, %B: memref<32x8xf32> {llvm.align = 16 : i64}) {
  %v = tl.load %A as #row scope warp : memref<32x8xf32> to vector<8xf32>
  tl.store %v as #row to %B scope warp : vector<8xf32> to memref<32x8xf32>
  return
}
