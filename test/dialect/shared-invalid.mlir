// RUN: not tl-opt %s --split-input-file 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

// The message and the place of every error of a shared layout; register-invalid
// has the errors that all families have.

// Functions and their arguments.

// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: expected a shared layout, got a register layout
#l = #tl.shared<local(2)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: expected a shared layout, got a swizzle
#l = #tl.shared<swizzle(0, 1, 1)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:33: error: there is no function 'turned'
#l = #tl.shared<row_major(2, 2).turned()>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:39: error: argument 'inner' of shared_compose expects a shared layout, got a register layout
#l = #tl.shared<compose(row_major(2), local(4))>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:30: error: cannot compose a shared layout with a register layout
#l = #tl.shared<row_major(2) * local(4)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:30: error: cannot compose a shared layout with a register layout
#l = #tl.shared<row_major(2).local(4)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:35: error: argument 'shape' of shared_row_major_swizzle expects a list of integers, got an integer
#l = #tl.shared<row_major_swizzle(8, 64, nbytes = 2)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: shared_row_major_swizzle needs argument 'nbytes'
#l = #tl.shared<row_major_swizzle([64, 64])>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:34: error: expected '.', '*', '/' or the end of the layout, got '+'
#l = #tl.shared<row_major(8, 64) + swizzle(3, 3, 3)>

// -----

// Builders.

// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: extent 0 of dimension 1 is not positive
#l = #tl.shared<row_major(2, 0)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: rank 9 is above the supported rank 8
#l = #tl.shared<column_major(1, 1, 1, 1, 1, 1, 1, 1, 1)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: 4294967296 * 4294967296 does not fit 64 bits
#l = #tl.shared<row_major(4294967296, 4294967296)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: composing ranks 1 and 2; they must be equal
#l = #tl.shared<compose(row_major(2), row_major(4, 8))>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:39: error: 4294967296 * 4294967296 does not fit 64 bits
#l = #tl.shared<row_major(4294967296).row_major(4294967296)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: rank 1; a swizzled row-major layout needs at least 2 dimensions
#l = #tl.shared<row_major_swizzle([64], nbytes = 2)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: extent -64 of dimension 1 is not positive
#l = #tl.shared<row_major_swizzle([8, -64], nbytes = 2)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: nbytes is 3; it must be 1, 2, 4, 8 or 16
#l = #tl.shared<row_major_swizzle([64, 64], nbytes = 3)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: the last two dimensions are 4 x 64; they must be multiples of 8 and 8
#l = #tl.shared<row_major_swizzle([4, 64], nbytes = 2)>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: the last two dimensions are 8 x 6; they must be multiples of 8 and 4
#l = #tl.shared<row_major_swizzle([8, 6], nbytes = 4)>

// -----

// Swizzles.

// CHECK: shared-invalid.mlir:[[#@LINE+1]]:47: error: the layout is swizzled already; two swizzles in a row are not one swizzle
#l = #tl.shared<row_major_swizzle([8, 64], 2).apply_swizzle(swizzle(3, 3, 3))>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:48: error: swizzle with shift 0 maps several offsets to one; shift must not be 0
#l = #tl.shared<row_major(8, 64).apply_swizzle(swizzle(3, 3, 0))>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:48: error: swizzle(base = 3, bits = -3, shift = 3) has a negative field
#l = #tl.shared<row_major(8, 64).apply_swizzle(swizzle(3, -3, 3))>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:48: error: swizzle(base = 30, bits = 30, shift = 3) reads beyond offset bit 62
#l = #tl.shared<row_major(8, 64).apply_swizzle(swizzle(30, 30, 3))>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:48: error: swizzle needs argument 'shift'
#l = #tl.shared<row_major(8, 64).apply_swizzle((base = 3, bits = 3))>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:69: error: swizzle has no argument 'skew'
#l = #tl.shared<row_major(8, 64).apply_swizzle((base = 3, bits = 3, skew = 3))>

// -----

// Fields.

// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: shared needs argument 'mode_strides'
#l = #tl.shared<shape = [8], mode_shape = [8]>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: mode 0 of extent 8 does not divide 4, the rest of dimension 0
#l = #tl.shared<shape = [4, 8], mode_shape = [8, 4], mode_strides = [1, 8]>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: 3 strides for 2 modes
#l = #tl.shared<shape = [8], mode_shape = [4, 2], mode_strides = [2, 1, 1]>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: stride -1 of mode 1 is negative
#l = #tl.shared<shape = [8], mode_shape = [4, 2], mode_strides = [2, -1]>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:17: error: 7 * 4611686018427387904 does not fit 64 bits
#l = #tl.shared<shape = [8], mode_shape = [8], mode_strides = [4611686018427387904]>
// -----
// CHECK: shared-invalid.mlir:[[#@LINE+1]]:78: error: argument 'swizzle' of shared expects a swizzle, got a tuple
#l = #tl.shared<shape = [8], mode_shape = [8], mode_strides = [1], swizzle = (3, 3, 3)>
