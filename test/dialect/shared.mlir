// RUN: %tl-opt %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// Every expression prints as the fields of its canonical form.

// Builders; the prefix shared_ may be left out.
// CHECK: #tl.shared<row_major(32, 8)>
"test.layout"() {l = #tl.shared<row_major(32, 8)>} : () -> ()
// CHECK: #tl.shared<row_major(32, 8)>
"test.layout"() {l = #tl.shared<shared_row_major(32, 8)>} : () -> ()
// CHECK: #tl.shared<row_major(2, 3, 4)>
"test.layout"() {l = #tl.shared<row_major([2, 3, 4])>} : () -> ()
// CHECK: #tl.shared<column_major(4, 8)>
"test.layout"() {l = #tl.shared<column_major(4, 8)>} : () -> ()
// CHECK: #tl.shared<row_major()>
"test.layout"() {l = #tl.shared<row_major()>} : () -> ()

// compose: strides of the outer layout step over the inner one.
// CHECK: #tl.shared<shape = [8, 8], mode_shape = [2, 4, 8], mode_strides = [32, 1, 4]>
"test.layout"() {l = #tl.shared<compose(row_major(2, 1), column_major(4, 8))>} : () -> ()
// CHECK: #tl.shared<shape = [8, 8], mode_shape = [2, 4, 8], mode_strides = [32, 1, 4]>
"test.layout"() {l = #tl.shared<row_major(2, 1) * column_major(4, 8)>} : () -> ()
// CHECK: #tl.shared<shape = [8, 8], mode_shape = [2, 4, 8], mode_strides = [32, 1, 4]>
"test.layout"() {l = #tl.shared<row_major(2, 1).column_major(4, 8)>} : () -> ()
// CHECK: #tl.shared<row_major(8, 8)>
"test.layout"() {l = #tl.shared<row_major(2, 1).row_major(4, 8)>} : () -> ()

// apply_swizzle.
// CHECK: #tl.shared<row_major(8, 64).apply_swizzle(swizzle(base = 3, bits = 2, shift = 4))>
"test.layout"() {l = #tl.shared<apply_swizzle(row_major(8, 64), swizzle(3, 2, 4))>} : () -> ()
// CHECK: #tl.shared<row_major(8, 64).apply_swizzle(swizzle(base = 3, bits = 2, shift = 4))>
"test.layout"() {l = #tl.shared<row_major(8, 64).apply_swizzle(swizzle(base = 3, bits = 2, shift = 4))>} : () -> ()
// CHECK: #tl.shared<row_major(8, 64).apply_swizzle(swizzle(base = 3, bits = 2, shift = 4))>
"test.layout"() {l = #tl.shared<row_major(8, 64).apply_swizzle((shift = 4, bits = 2, base = 3))>} : () -> ()

// row_major_swizzle: segments of 128, 64, 32 and 16 bytes, panels.
// CHECK: #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
"test.layout"() {l = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>} : () -> ()
// CHECK: #tl.shared<row_major_swizzle([8, 32], nbytes = 2)>
"test.layout"() {l = #tl.shared<row_major_swizzle([8, 32], nbytes = 2)>} : () -> ()
// CHECK: #tl.shared<row_major_swizzle([8, 16], nbytes = 2)>
"test.layout"() {l = #tl.shared<row_major_swizzle([8, 16], nbytes = 2)>} : () -> ()
// CHECK: #tl.shared<shape = [8, 24], mode_shape = [8, 3, 8], mode_strides = [8, 64, 1]>
"test.layout"() {l = #tl.shared<row_major_swizzle([8, 24], nbytes = 2)>} : () -> ()
// CHECK: #tl.shared<row_major_swizzle([16, 128], nbytes = 2)>
"test.layout"() {l = #tl.shared<row_major_swizzle([16, 128], 2)>} : () -> ()
// CHECK: #tl.shared<row_major_swizzle([2, 8, 16], nbytes = 4)>
"test.layout"() {l = #tl.shared<row_major_swizzle([2, 8, 16], nbytes = 4)>} : () -> ()
// CHECK: #tl.shared<row_major_swizzle([8, 64], nbytes = 1)>
"test.layout"() {l = #tl.shared<row_major_swizzle([8, 64], nbytes = 1)>} : () -> ()

// Fields by name; by position in a call.
// CHECK: #tl.shared<row_major_swizzle([16, 128], nbytes = 2)>
"test.layout"() {l = #tl.shared<shape = [16, 128], mode_shape = [16, 2, 64], mode_strides = [64, 1024, 1], swizzle = (base = 3, bits = 3, shift = 3)>} : () -> ()
// CHECK: #tl.shared<shape = [8], mode_shape = [8], mode_strides = [2], swizzle = (base = 0, bits = 1, shift = 1)>
"test.layout"() {l = #tl.shared<shared([8], [8], [2], swizzle(0, 1, 1))>} : () -> ()
// CHECK: #tl.shared<shape = [8], mode_shape = [8], mode_strides = [0]>
"test.layout"() {l = #tl.shared<shape = [8], mode_shape = [8], mode_strides = [0]>} : () -> ()

// Modes of extent 1 go, runs of any length merge, a swizzle of 0 bits is none.
// CHECK: #tl.shared<shape = [4, 1], mode_shape = [4], mode_strides = [2]>
"test.layout"() {l = #tl.shared<shape = [4, 1], mode_shape = [4, 1], mode_strides = [2, 7]>} : () -> ()
// CHECK: #tl.shared<row_major(8)>
"test.layout"() {l = #tl.shared<shape = [8], mode_shape = [2, 2, 2], mode_strides = [4, 2, 1]>} : () -> ()
// CHECK: #tl.shared<shape = [12], mode_shape = [4, 3], mode_strides = [6, 4]>
"test.layout"() {l = #tl.shared<shape = [12], mode_shape = [2, 2, 3], mode_strides = [12, 6, 4]>} : () -> ()
// CHECK: #tl.shared<row_major(8)>
"test.layout"() {l = #tl.shared<shape = [8], mode_shape = [8], mode_strides = [1], swizzle = (base = 3, bits = 0, shift = 3)>} : () -> ()
