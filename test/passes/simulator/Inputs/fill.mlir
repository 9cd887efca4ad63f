func.func @fill(%a: memref<2x3xi32>, %b: memref<6xf32>, %c: memref<2xi8>, %d: memref<2xf16>) {
  return
}
func.func @dynamic(%a: memref<?x3xi32, strided<[?, 1], offset: ?>>) {
  return
}
