// RUN: %tl-opt %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// Every expression prints as the layout that it is.

// CHECK: #tl.cute<(4,8):(8,1)>
"test.layout"() {l = #tl.cute<(4,8):(8,1)>} : () -> ()
// CHECK: #tl.cute<((2,2),3):((24,2),8)>
"test.layout"() {l = #tl.cute<composition((6,2):(8,2), (4,3):(3,1))>} : () -> ()
// CHECK: #tl.cute<((2,2),3):((24,2),8)>
"test.layout"() {l = #tl.cute<(6,2):(8,2) * (4,3):(3,1)>} : () -> ()
// CHECK: #tl.cute<(4,(2,3)):(2,(1,8))>
"test.layout"() {l = #tl.cute<24:1 / 4:2>} : () -> ()
// CHECK: #tl.cute<(4):(1)>
"test.layout"() {l = #tl.cute<(4):(1)>} : () -> ()
// CHECK: #tl.cute<4:-1>
"test.layout"() {l = #tl.cute<4:-1>} : () -> ()

// A swizzle follows; the offset 0 may be left out.
// CHECK: #tl.cute<Sw<3,3,3> o 0 o (64,64):(64,1)>
"test.layout"() {l = #tl.cute<Sw<3,3,3> o (64,64):(64,1)>} : () -> ()
// CHECK: #tl.cute<Sw<3,4,3> o 16 o (8,64):(64,1)>
"test.layout"() {l = #tl.cute<S<3,4,3> o 16 o (8,64):(64,1)>} : () -> ()
// CHECK: #tl.cute<(8,64):(64,1)>
"test.layout"() {l = #tl.cute<Sw<0,4,3> o 0 o (8,64):(64,1)>} : () -> ()
// CHECK: #tl.cute<Sw<3,0,-3> o 0 o (8,8):(8,1)>
"test.layout"() {l = #tl.cute<(8,8):(8,1) * Sw<3,0,3>>} : () -> ()

// Domain operations leave the swizzle in place; recasting moves it.
// CHECK: #tl.cute<Sw<3,3,3> o 0 o ((8,8),(64,1)):((64,512),(1,0))>
"test.layout"() {l = #tl.cute<tile_to_shape(Sw<3,3,3> o (8,64):(64,1), (64,64))>} : () -> ()
// CHECK: #tl.cute<Sw<3,3,3> o 0 o (8,32):(32,1)>
"test.layout"() {l = #tl.cute<upcast(2, Sw<3,4,3> o (8,64):(64,1))>} : () -> ()

// Tilers stand in angle brackets.
// CHECK: #tl.cute<((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))>
"test.layout"() {l = #tl.cute<zipped_divide((9,(4,8)):(59,(13,1)), <3:3,(2,4):(1,8)>)>} : () -> ()
