// RUN: tl-opt %s --tl-normalize-layouts --verify-diagnostics

// Rule B4: the stock pipeline allocates as many elements as the extents say, so that
// strides may lead behind a buffer of a kernel.

!padded = memref<4x4xf32, strided<[19, 1]>, 3>

gpu.module @m {
  // expected-warning @+1 {{'gpu.func' op has a buffer, argument 1, of 16 elements by its extents, which is what is allocated for it, and its strides lead to element 60; make it one without strides that has them all, and take a memref.reinterpret_cast or memref.subview of it}}
  gpu.func @workgroup(%A: !padded) workgroup(%S: !padded) {
    gpu.return
  }

  // Of a row one element is too many; of private memory as of workgroup memory.

  // expected-warning @+1 {{has a buffer, argument 2, of 32 elements by its extents, which is what is allocated for it, and its strides lead to element 32;}}
  gpu.func @row() workgroup(%S: memref<2x16xf16, strided<[16, 1]>, 3>, %T: memref<2x16xf16, strided<[1, 2]>, 3>)
      private(%P: memref<2x16xf16, strided<[17, 1]>, 5>, %Q: memref<1x16xf16, strided<[99, 1]>, 5>) {
    gpu.return
  }

  // What memory an argument has is not known, and a view has that of its buffer.
  gpu.func @view(%A: !padded) workgroup(%S: memref<4x19xf32, 3>) {
    %s = memref.subview %S[0, 0] [4, 4] [1, 1] : memref<4x19xf32, 3> to !padded
    gpu.return
  }
}
