// RUN: %tl-opt %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// Every literal prints in its canonical form.

// Strides are on axis m unless they name one.
// CHECK: #tl.tile<S[(32, 8) : (1@laneid, 1)]>
"test.layout"() {l = #tl.tile<S[(32, 8) : (1@laneid, 1)]>} : () -> ()
// CHECK: #tl.tile<S[(32, 8) : (1@laneid, 1)]>
"test.layout"() {l = #tl.tile<S[(32, 8) : (1@laneid, 1@m)]>} : () -> ()
// CHECK: #tl.tile<S[(4, 32) : (1@wid_in_wg, 1@laneid)]>
"test.layout"() {l = #tl.tile<S[(4, 32) : (1@wid_in_wg, 1@laneid)]>} : () -> ()
// CHECK: #tl.tile<S[(8, 128) : (1@wgid, 1@tid_in_wg)]>
"test.layout"() {l = #tl.tile<S[(8, 128) : (1@wgid, 1@tid_in_wg)]>} : () -> ()
// CHECK: #tl.tile<S[(8, 256) : (32@warpid, 1@tx)]>
"test.layout"() {l = #tl.tile<S[(8, 256) : (32@warpid, 1@tx)]>} : () -> ()
// CHECK: #tl.tile<S[(2, 2) : (1@bx, 1@cby)] + 3@bz>
"test.layout"() {l = #tl.tile<S[(2, 2) : (1@bx, 1@cby)] + 3@bz>} : () -> ()

// One dimension: with a comma, in parentheses, bare.
// CHECK: #tl.tile<S[(8,) : (1,)]>
"test.layout"() {l = #tl.tile<S[(8,) : (1,)]>} : () -> ()
// CHECK: #tl.tile<S[(8,) : (1,)]>
"test.layout"() {l = #tl.tile<S[(8) : (1)]>} : () -> ()
// CHECK: #tl.tile<S[(8,) : (1,)]>
"test.layout"() {l = #tl.tile<S[8 : 1]>} : () -> ()
// CHECK: #tl.tile<S[() : ()]>
"test.layout"() {l = #tl.tile<S[() : ()]>} : () -> ()

// Without strides the layout is dense, the last dimension fastest.
// CHECK: #tl.tile<S[(4, 8) : (8, 1)]>
"test.layout"() {l = #tl.tile<S[(4, 8)]>} : () -> ()
// CHECK: #tl.tile<S[(4, 8) : (8, 1)]>
"test.layout"() {l = #tl.tile<S[(4, (2, 4))]>} : () -> ()
// CHECK: #tl.tile<S[(8,) : (1,)]>
"test.layout"() {l = #tl.tile<S[8]>} : () -> ()

// A nested tuple is one dimension; neighbours that are one run merge.
// CHECK: #tl.tile<S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]>
"test.layout"() {l = #tl.tile<S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]>} : () -> ()
// CHECK: #tl.tile<S[((2, 4),) : ((1, 2),)]>
"test.layout"() {l = #tl.tile<S[((2, 4),) : ((1, 2),)]>} : () -> ()
// CHECK: #tl.tile<S[(32, 8) : (1@laneid, 1)]>
"test.layout"() {l = #tl.tile<S[((2, 16), 8) : ((16@laneid, 1@laneid), 1)]>} : () -> ()
// CHECK: #tl.tile<S[(2, 8) : (8, 1)]>
"test.layout"() {l = #tl.tile<S[(2, (2, 2, 2)) : (8, (4, 2, 1))]>} : () -> ()
// CHECK: #tl.tile<S[(2, 4) : (4, 1)]>
"test.layout"() {l = #tl.tile<S[(2, 4) : (4, 1)]>} : () -> ()
// CHECK: #tl.tile<S[(1, 8) : (0, 1)]>
"test.layout"() {l = #tl.tile<S[(1, (8, 1)) : (7, (1, 5))]>} : () -> ()

// Replicas: sorted, slowest first, then merged; extent 1 goes.
// CHECK: #tl.tile<S[(4,) : (1@laneid,)] + R[2 : 16@laneid]>
"test.layout"() {l = #tl.tile<S[(4,) : (1@laneid,)] + R[2 : 16@laneid]>} : () -> ()
// CHECK: #tl.tile<S[(4,) : (1@laneid,)] + R[(2, 2) : (16@laneid, 4@laneid)]>
"test.layout"() {l = #tl.tile<S[(4,) : (1@laneid,)] + R[(2, 2) : (4@laneid, 16@laneid)]>} : () -> ()
// CHECK: #tl.tile<S[(4,) : (1@laneid,)] + R[4 : 4@laneid]>
"test.layout"() {l = #tl.tile<S[(4,) : (1@laneid,)] + R[2 : 4@laneid] + R[2 : 8@laneid]>} : () -> ()
// CHECK: #tl.tile<S[(4,) : (1@laneid,)]>
"test.layout"() {l = #tl.tile<S[(4,) : (1@laneid,)] + R[1 : 4@laneid]>} : () -> ()

// Offsets add up by axis; 0 goes.
// CHECK: #tl.tile<S[(32, 8) : (1@laneid, 1)] + R[2 : 4@warpid] + 512@m>
"test.layout"() {l = #tl.tile<S[((2, 16), 8) : ((16@laneid, 1@laneid), 1)] + R[2 : 4@warpid] + 512@m>} : () -> ()
// CHECK: #tl.tile<S[(8,) : (1,)] + 528@m>
"test.layout"() {l = #tl.tile<S[8 : 1] + 16 + 512@m + 0@laneid>} : () -> ()
// CHECK: #tl.tile<S[(8,) : (1,)] + 5@m + 3@warpid>
"test.layout"() {l = #tl.tile<S[8 : 1] + 3@warpid + 5@m>} : () -> ()

// A swizzle of axis m; 0 bits are none.
// CHECK: #tl.tile<S[(8, 64) : (64, 1)] + swizzle(base = 3, bits = 3, shift = 3)>
"test.layout"() {l = #tl.tile<S[(8, 64) : (64, 1)] + swizzle(base = 3, bits = 3, shift = 3)>} : () -> ()
// CHECK: #tl.tile<S[(8, 64) : (64, 1)] + 64@m + swizzle(base = 3, bits = 3, shift = 3)>
"test.layout"() {l = #tl.tile<S[(8, 64)] + swizzle(3, 3, 3) + 64>} : () -> ()
// CHECK: #tl.tile<S[(8,) : (1,)]>
"test.layout"() {l = #tl.tile<S[8 : 1] + swizzle(3, 0, 3)>} : () -> ()

// A stride that is known at run time is ld, ld2, ...; what divides it follows.
// CHECK: #tl.tile<S[(128, 64) : (ld{div 8}, 1)]>
"test.layout"() {l = #tl.tile<S[(128, 64) : (ld{div 8}, 1)]>} : () -> ()
// CHECK: #tl.tile<S[(4, 128, 64) : (2*ld2, ld, 1)]>
"test.layout"() {l = #tl.tile<S[(4, 128, 64) : (2*ld2, ld{div 1}, 1)]>} : () -> ()
// Rows that follow each other are one run of the same symbol.
// CHECK: #tl.tile<S[(8, 64) : (ld{div 8}, 1)]>
"test.layout"() {l = #tl.tile<S[((4, 2), 64) : ((2*ld{div 8}, ld), 1)]>} : () -> ()
// CHECK: #tl.tile<S[(8, 64) : (1@TLane, 1@TCol)]>
"test.layout"() {l = #tl.tile<S[(8, 64) : (1@TLane, 1@TCol)]>} : () -> ()

// A stride of 0 moves along no axis; a replica of stride 0 is the element itself.
// CHECK: #tl.tile<S[(4, 8) : (0, 1@laneid)]>
"test.layout"() {l = #tl.tile<S[(4, 8) : (0@warpid, 1@laneid)] + R[3 : 0@laneid]>} : () -> ()
