func.func @f(%a: memref<?x3xf32>, %b: memref<6xi16>, %c: memref<2xbf16>, %d: memref<2xi1>, %e: memref<index>, %g: memref<2xui8>) {
  return
}
