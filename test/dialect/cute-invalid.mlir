// RUN: not tl-opt %s --split-input-file 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

// What CuTe layouts add to the errors of register-invalid.mlir.

// CHECK: cute-invalid.mlir:[[#@LINE+1]]:21: error: the shape, of 2 integers and rank 2, and the stride, of 1 and rank 1, differ in profile
#l = #tl.cute<(4,2):(1)>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:21: error: a layout has integer extents, no _
#l = #tl.cute<(4,_):(1,2)>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: expected a CuTe layout, got a tuple
#l = #tl.cute<(4,2)>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: expected a CuTe layout, got a register layout
#l = #tl.cute<local(4, 2)>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:17: error: expected a stride, got '_'
#l = #tl.cute<4:_>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: the composition is no layout of these modes: coordinate 2 leads to 12, but splitting it by modes to 10
#l = #tl.cute<composition((6,4):(1,10), 4:4)>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: stride 9 steps over an extent of 6 that does not divide it
#l = #tl.cute<composition((6,4):(1,10), 2:9)>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: mode 4:2 starts below 3, where the modes of smaller stride end
#l = #tl.cute<complement((3,4):(1,2), 24)>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: upcast by 2: mode 3:1 neither fills whole units of 2 steps nor stays within one
#l = #tl.cute<upcast(2, 3:1)>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: the layout is not injective and has no left inverse: offset 4 of coordinate 5 leads back to offset 1
#l = #tl.cute<left_inverse((2,4):(2,1))>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: Sw<3,3,1> shifts its 3 bits by less than their number
#l = #tl.cute<Sw<3,3,1> o 4:1>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: a swizzle of offsets below 0: stride -1
#l = #tl.cute<Sw<1,0,1> o 4:-1>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: a tiler of 3 modes for a layout of 2
#l = #tl.cute<logical_divide((8,8):(8,1), <2:1,2:1,2:1>)>
// -----
// CHECK: cute-invalid.mlir:[[#@LINE+1]]:15: error: 4611686018427387904 * 4 does not fit 64 bits
#l = #tl.cute<make_layout((4611686018427387904,4))>
// -----
#r = #tl.register<local(2, 2)>
func.func @f(%m: memref<4xf32>) {
  // CHECK: cute-invalid.mlir:[[#@LINE+1]]:8: error: 'tl.load' op source layout: extent 0 is not positive
  %v = tl.load %m layout #tl.cute<complement(4:2, 0)> as #r scope thread : memref<4xf32> to vector<4xf32>
  return
}
// -----
#r = #tl.register<local(4)>
func.func @f(%m: memref<4xf32>) {
  // CHECK: cute-invalid.mlir:[[#@LINE+1]]:8: error: 'tl.load' op source layout: stride -1 is negative
  %v = tl.load %m layout #tl.cute<4:-1> as #r scope thread : memref<4xf32> to vector<4xf32>
  return
}
// -----
func.func @f(%m: memref<4xf32>) {
  // CHECK: cute-invalid.mlir:[[#@LINE+1]]:8: error: 'tl.load' op target layout: registers have no CuTe memory layout; use #tl.register, #tl.cute_tv, #tl.linear or #tl.tile
  %v = tl.load %m as #tl.cute<4:1> scope thread : memref<4xf32> to vector<4xf32>
  return
}
