// RUN: tl-opt %s --lower-layout-copies --split-input-file --verify-diagnostics

// Rule G3: a workgroup buffer is lowered to as many elements as its extents have.

gpu.module @kernels {
  gpu.func @gaps(%A: memref<4x4xf32>) workgroup(%S: memref<4x4xf32, strided<[19, 1]>, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{'tl.copy' op target is in a workgroup buffer whose type reaches 61 elements; it is lowered to an array of 16, the product of its extents, without gaps; declare extents 4x19 and take a view of it}}
    tl.copy %A to %S scope cta : memref<4x4xf32> to memref<4x4xf32, strided<[19, 1]>, 3>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @inner_gaps(%A: memref<2x4x4xf32>) workgroup(%S: memref<2x4x4xf32, strided<[100, 20, 1]>, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{source is in a workgroup buffer whose type reaches 164 elements; it is lowered to an array of 32, the product of its extents, without gaps; declare extents 2x5x20 and take}}
    tl.copy %S to %A scope cta : memref<2x4x4xf32, strided<[100, 20, 1]>, 3> to memref<2x4x4xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @async(%A: memref<4x4xf32>) workgroup(%S: memref<4x4xf32, strided<[8, 1]>, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{target is in a workgroup buffer whose type reaches 28 elements}}
    tl.copy %A to %S scope cta async : memref<4x4xf32> to memref<4x4xf32, strided<[8, 1]>, 3>
    gpu.return
  }
}

// -----

// Columns have no extent that their strides count.

#row = #tl.register<spatial(4, 4)>

gpu.module @kernels {
  gpu.func @columns() workgroup(%S: memref<4x4xf32, strided<[1, 19]>, 3>) kernel {
    // expected-error @+1 {{'tl.load' op source is in a workgroup buffer whose type reaches 61 elements; it is lowered to an array of 16, the product of its extents, without gaps; declare extents 61 and take}}
    %v = tl.load %S as #row scope warp : memref<4x4xf32, strided<[1, 19]>, 3> to vector<1xf32>
    gpu.return
  }
}

// -----

// What the buffer is counts, and not the view of it that a copy has.

#row = #tl.register<spatial(2, 4).local(1, 1)>

gpu.module @kernels {
  gpu.func @view(%v: vector<1xf32>) workgroup(%S: memref<16xf32, strided<[1], offset: 4>, 3>) kernel {
    %t = memref.subview %S[8] [8] [1] : memref<16xf32, strided<[1], offset: 4>, 3> to memref<8xf32, strided<[1], offset: 12>, 3>
    // expected-error @+1 {{'tl.store' op target is in a workgroup buffer whose type reaches 20 elements; it is lowered to an array of 16, the product of its extents, without gaps; declare extents 20 and take}}
    tl.store %v as #row to %t layout #tl.shared<row_major(2, 4)> scope warp : vector<1xf32> to memref<8xf32, strided<[1], offset: 12>, 3>
    gpu.return
  }
}

// -----

// So of a launch; this is what may be written.

func.func @launched(%A: memref<4x4xf32>) {
  %one = arith.constant 1 : index
  %threads = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
      threads(%x, %y, %z) in (%nx = %threads, %ny = %one, %nz = %one)
      workgroup(%S: memref<4x4xf32, strided<[19, 1]>, 3>, %T: memref<4x19xf32, 3>) {
    %rows = memref.subview %T[0, 0] [4, 4] [1, 1] : memref<4x19xf32, 3> to memref<4x4xf32, strided<[19, 1]>, 3>
    tl.copy %A to %rows scope cta : memref<4x4xf32> to memref<4x4xf32, strided<[19, 1]>, 3>
    // expected-error @+1 {{target is in a workgroup buffer whose type reaches 61 elements}}
    tl.copy %A to %S scope cta : memref<4x4xf32> to memref<4x4xf32, strided<[19, 1]>, 3>
    gpu.terminator
  }
  return
}
