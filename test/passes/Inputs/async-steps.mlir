// More than the registers of a step, were there any.

func.func @steps(%A: memref<128x128xf32> {llvm.align = 16 : i64}) attributes {known_block_size = array<i32: 32, 1, 1>} {
  %s = memref.alloc() {alignment = 16 : i64} : memref<128x128xf32, 3>
  tl.copy %A to %s scope cta async : memref<128x128xf32> to memref<128x128xf32, 3>
  return
}
