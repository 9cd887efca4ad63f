// RUN: %tl-opt %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// Every expression prints as a chain of its canonical form, or as the four fields
// where no chain has it.

// Builders: one mode a dimension, the first the slowest digit.
// CHECK: #tl.register<local(2, 3)>
"test.layout"() {l = #tl.register<local(2, 3)>} : () -> ()
// CHECK: #tl.register<spatial(2, 3)>
"test.layout"() {l = #tl.register<spatial(2, 3)>} : () -> ()
// CHECK: #tl.register<column_local(2, 3)>
"test.layout"() {l = #tl.register<column_local(2, 3)>} : () -> ()
// CHECK: #tl.register<column_spatial(2, 3)>
"test.layout"() {l = #tl.register<column_spatial(2, 3)>} : () -> ()
// CHECK: #tl.register<local(2, 3)>
"test.layout"() {l = #tl.register<repeat(2, 3)>} : () -> ()
// CHECK: #tl.register<column_local(2, 3)>
"test.layout"() {l = #tl.register<column_repeat(2, 3)>} : () -> ()
// CHECK: #tl.register<local()>
"test.layout"() {l = #tl.register<spatial()>} : () -> ()

// ranks: the place of each dimension among the digits.
// CHECK: #tl.register<column_spatial(2, 1, 4).spatial(1, 3, 1)>
"test.layout"() {l = #tl.register<spatial(2, 3, 4, ranks = [1, 2, 0])>} : () -> ()
// CHECK: #tl.register<column_local(2, 3)>
"test.layout"() {l = #tl.register<local(2, 3, ranks = (1, 0))>} : () -> ()

// A shape is the remaining integers or a list, by position or by name.
// CHECK: #tl.register<local(2, 3)>
"test.layout"() {l = #tl.register<local([2, 3])>} : () -> ()
// CHECK: #tl.register<local(2, 3)>
"test.layout"() {l = #tl.register<local((2, 3))>} : () -> ()
// CHECK: #tl.register<local(2, 3)>
"test.layout"() {l = #tl.register<local(shape = [2, 3])>} : () -> ()

// compose, written in four ways; chains and products group to the left.
// CHECK: #tl.register<local(2, 1).spatial(8, 4).local(1, 2)>
"test.layout"() {l = #tl.register<local(2, 1).spatial(8, 4).local(1, 2)>} : () -> ()
// CHECK: #tl.register<local(2, 1).spatial(8, 4).local(1, 2)>
"test.layout"() {l = #tl.register<local(2, 1) * spatial(8, 4) * local(1, 2)>} : () -> ()
// CHECK: #tl.register<local(2, 1).spatial(8, 4).local(1, 2)>
"test.layout"() {l = #tl.register<local(2, 1) * (spatial(8, 4) * local(1, 2))>} : () -> ()
// CHECK: #tl.register<local(2, 1).spatial(8, 4).local(1, 2)>
"test.layout"() {l = #tl.register<compose(compose(local(2, 1), spatial(8, 4)), local(1, 2))>} : () -> ()
// CHECK: #tl.register<local(2, 1).spatial(8, 4).local(1, 2)>
"test.layout"() {l = #tl.register<local(2, 1).compose(inner = spatial(8, 4)).local(1, 2)>} : () -> ()
// CHECK: #tl.register<spatial(2, 2).local(1, 2)>
"test.layout"() {l = #tl.register<spatial(2, 2) * local(2)>} : () -> ()

// reduce: a dropped thread digit stays as a replica.
// CHECK: #tl.register<replicated([1], num_workers = 3).spatial(4)>
"test.layout"() {l = #tl.register<reduce(spatial(3, 4), dims = [0])>} : () -> ()
// CHECK: #tl.register<spatial(3, 1).replicated([1, 1], num_workers = 4)>
"test.layout"() {l = #tl.register<spatial(3, 4).reduce([1], keepdims = 1)>} : () -> ()
// CHECK: #tl.register<spatial(3, 1).replicated([1, 1], num_workers = 4)>
"test.layout"() {l = #tl.register<spatial(3, 4).reduce([1], keepdims = true)>} : () -> ()
// CHECK: #tl.register<spatial(3).replicated([1], num_workers = 4)>
"test.layout"() {l = #tl.register<spatial(3, 4).reduce([1], keepdims = false)>} : () -> ()
// CHECK: #tl.register<replicated([], num_workers = 3).replicated([], num_workers = 4)>
"test.layout"() {l = #tl.register<spatial(3, 4).reduce([0, 1])>} : () -> ()
// CHECK: #tl.register<replicated([1], num_workers = 8).spatial(4).local(2)>
"test.layout"() {l = #tl.register<local(2, 1).spatial(8, 4).local(1, 2).reduce([0])>} : () -> ()

// Modes of extent 1 go; neighbours in one list and one dimension merge.
// CHECK: #tl.register<spatial(1, 1, 2, 1, 3, 1)>
"test.layout"() {l = #tl.register<spatial(1, 1, 2, 1, 3, 1)>} : () -> ()
// CHECK: #tl.register<spatial(6)>
"test.layout"() {l = #tl.register<spatial(2) * spatial(3)>} : () -> ()
// CHECK: #tl.register<spatial(2, 2).spatial(2, 2)>
"test.layout"() {l = #tl.register<spatial(2, 2) * spatial(2, 2)>} : () -> ()

// Fields by name; by position in a call.
// CHECK: #tl.register<local(2, 1).spatial(8, 4).local(1, 2)>
"test.layout"() {l = #tl.register<shape = [16, 8], mode_shape = [2, 8, 4, 2], spatial_modes = [1, 2], local_modes = [0, 3]>} : () -> ()
// CHECK: #tl.register<spatial(2, 3).column_local(2, 2)>
"test.layout"() {l = #tl.register<register([4, 6], [2, 2, 3, 2], [0, 2], [3, 1])>} : () -> ()
// CHECK: #tl.register<spatial(6)>
"test.layout"() {l = #tl.register<shape = [6], mode_shape = [2, 3], spatial_modes = [0, 1], local_modes = []>} : () -> ()
// CHECK: #tl.register<shape = [8], mode_shape = [4, 2], spatial_modes = [1, 0], local_modes = []>
"test.layout"() {l = #tl.register<shape = [8], mode_shape = [2, 2, 2], spatial_modes = [2, 0, 1], local_modes = []>} : () -> ()
// CHECK: #tl.register<spatial(4)>
"test.layout"() {l = #tl.register<shape = [4], mode_shape = [2, 1, 2], spatial_modes = [0, 2], local_modes = [1]>} : () -> ()
// CHECK: #tl.register<spatial(2).replicated([1], num_workers = 3).spatial(2)>
"test.layout"() {l = #tl.register<shape = [4], mode_shape = [2, 2], spatial_modes = [0, -3, 1], local_modes = []>} : () -> ()
// CHECK: #tl.register<replicated([1], num_workers = 2).replicated([1], num_workers = 3).spatial(4)>
"test.layout"() {l = #tl.register<shape = [4], mode_shape = [4], spatial_modes = [-2, -3, 0], local_modes = []>} : () -> ()
