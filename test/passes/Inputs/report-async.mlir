#part = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>

func.func @wide(%A: memref<64x64xf16> {llvm.align = 16 : i64}, %S: memref<64x64xf16, 3> {llvm.align = 16 : i64})
    attributes {known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %A to %S as #part scope cta async : memref<64x64xf16> to memref<64x64xf16, 3>
  tl.async_commit
  tl.async_wait 0
  return
}
func.func @source(%A: memref<64x64xf16, strided<[60, 1]>> {llvm.align = 16 : i64}, %S: memref<64x64xf16, 3> {llvm.align = 16 : i64})
    attributes {known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %A to %S as #part scope cta async : memref<64x64xf16, strided<[60, 1]>> to memref<64x64xf16, 3>
  tl.async_commit
  tl.async_wait 0
  return
}
func.func @target(%A: memref<64x64xf16> {llvm.align = 16 : i64}, %S: memref<64x64xf16, 3> {llvm.align = 4 : i64})
    attributes {known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %A to %S as #part scope cta async : memref<64x64xf16> to memref<64x64xf16, 3>
  tl.async_commit
  tl.async_wait 0
  return
}
func.func @both(%A: memref<64x32xf32> {llvm.align = 16 : i64}, %S: memref<2048xf32, 3> {llvm.align = 16 : i64}) {
  tl.copy %A to %S layout #tl.tile<S[(64, 32) : (1, 64)]> as #tl.register<spatial(8, 4).local(8, 8)> scope warp async : memref<64x32xf32> to memref<2048xf32, 3>
  tl.async_commit
  tl.async_wait 0
  return
}
