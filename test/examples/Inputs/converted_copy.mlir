// A copy that a block of 128 threads executes; SHAPE is that of the copy.
func.func @copy(%a: memref<SHAPE> {llvm.align = 16 : i64}, %b: memref<SHAPE> {llvm.align = 16 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  linalg.copy ins(%a : memref<SHAPE>) outs(%b : memref<SHAPE>)
  return
}
