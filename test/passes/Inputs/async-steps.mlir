// A prime number of rows: no even share fills the threads.

func.func @steps(%A: memref<127x8xf16> {llvm.align = 16 : i64}) attributes {known_block_size = array<i32: 96, 1, 1>} {
  %s = memref.alloc() {alignment = 16 : i64} : memref<127x8xf16, 3>
  tl.copy %A to %s scope cta async : memref<127x8xf16> to memref<127x8xf16, 3>
  return
}
