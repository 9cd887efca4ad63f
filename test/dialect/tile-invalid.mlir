// RUN: not tl-opt %s --split-input-file 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

// The message and the place of every error of a tile layout; register-invalid has
// the errors that all families have.

// The text.

// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: expected a tile layout, got a register layout; tile(...) says it as one
#l = #tl.tile<local(2)>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: expected a tile layout, got an integer
#l = #tl.tile<8>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:30: error: cannot compose a tile layout with an integer
#l = #tl.tile<S[(4,) : (1,)] * 4>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: fields have to be arguments of a function here
#l = #tl.tile<shape = [8]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:16: error: expected '[', got '('
#l = #tl.tile<S(4, 8)>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:17: error: expected an integer, got ']'
#l = #tl.tile<S[]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:21: error: expected an integer, got 'a'
#l = #tl.tile<S[(4, a) : (8, 1)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:25: error: expected an integer, got '('
#l = #tl.tile<S[(4, (2, (2, 2))) : (8, (4, (2, 1)))]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:19: error: expected ')', got '@'
#l = #tl.tile<S[(4@m, 8) : (8, 1)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:24: error: expected ']', got '('
#l = #tl.tile<S[(4, 8) (8, 1)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:34: error: expected '.', '*', '/' or the end of the layout, got 'R'
#l = #tl.tile<S[(4, 8) : (8, 1)] R[2 : 1]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:35: error: expected R[...], an offset or a swizzle, got the end of the layout
#l = #tl.tile<S[(4, 8) : (8, 1)] +>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:39: error: expected ':' and the strides, got ']'
#l = #tl.tile<S[(4, 8) : (8, 1)] + R[2]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:36: error: expected R[...], an offset or a swizzle, got 'S'
#l = #tl.tile<S[(4, 8) : (8, 1)] + S[2 : 1]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:32: error: expected an axis (m, laneid, warpid, wid_in_wg, wgid, tid_in_wg, tx, ...), got 'lane'
#l = #tl.tile<S[(4, 8) : (8, 1@lane)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:32: error: expected an axis (m, laneid, warpid, wid_in_wg, wgid, tid_in_wg, tx, ...), got ')'
#l = #tl.tile<S[(4, 8) : (8, 1@)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:34: error: expected an axis (m, laneid, warpid, wid_in_wg, wgid, tid_in_wg, tx, ...), got '3'
#l = #tl.tile<S[(4,) : (1,)] + 1@3>

// -----

// Extents and strides pair up.

// CHECK: tile-invalid.mlir:[[#@LINE+1]]:26: error: 3 strides in 3 dimensions for 2 extents in 2; they must pair up
#l = #tl.tile<S[(4, 8) : (8, 1, 1)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:26: error: 3 strides in 2 dimensions for 2 extents in 2; they must pair up
#l = #tl.tile<S[(4, 8) : (8, (2, 1))]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:31: error: 2 strides in 2 dimensions for 3 extents in 2; they must pair up
#l = #tl.tile<S[(4, (2, 4)) : (1, 8)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:47: error: 3 strides in 3 dimensions for 2 extents in 2; they must pair up
#l = #tl.tile<S[(4, 8) : (8, 1)] + R[(2, 2) : (4@tx, 8@tx, 16@tx)]>

// -----

// Values.

// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: extent 0 is not positive
#l = #tl.tile<S[(4, 0) : (1, 1)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: stride -1 is negative
#l = #tl.tile<S[(4, 8) : (1, -1)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: stride -1 is negative
#l = #tl.tile<S[(4,) : (1,)] + R[2 : -1@tx]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: offset -3@laneid is negative
#l = #tl.tile<S[(4,) : (1,)] + -3@laneid>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: the layout reaches 127@laneid; laneid has 32 values
#l = #tl.tile<S[(128,) : (1@laneid,)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: the layout reaches 4@wid_in_wg; wid_in_wg has 4 values
#l = #tl.tile<S[(4,) : (1@wid_in_wg,)] + 1@wid_in_wg>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: the layout reaches 256@tid_in_wg; tid_in_wg has 128 values
#l = #tl.tile<S[(2,) : (1@tid_in_wg,)] + R[2 : 255@tid_in_wg]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:51: error: the layout has a swizzle already
#l = #tl.tile<S[(4,) : (1,)] + swizzle(3, 3, 3) + swizzle(3, 3, 3)>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:32: error: swizzle with shift 0 maps several offsets to one; shift must not be 0
#l = #tl.tile<S[(4,) : (1,)] + swizzle(3, 3, 0)>

// -----

// Capacity.

// CHECK: tile-invalid.mlir:[[#@LINE+1]]:17: error: rank 9 is above the supported rank 8
#l = #tl.tile<S[(1, 1, 1, 1, 1, 1, 1, 1, 1)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:115: error: more than 32 items; at most 32 are supported
#l = #tl.tile<S[((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:122: error: the layout needs 33 iters; at most 32 are supported
#l = #tl.tile<S[((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),)] + R[2 : 1@tx]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:17: error: 4294967296 * 4294967296 does not fit 64 bits
#l = #tl.tile<S[(4294967296, 4294967296)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: 4294967296 * 4294967296 does not fit 64 bits
#l = #tl.tile<S[(4294967296, 4294967296) : (0, 0)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: 3 * 9223372036854775807 does not fit 64 bits
#l = #tl.tile<S[(4,) : (9223372036854775807,)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:54: error: 9223372036854775807 + 1 does not fit 64 bits
#l = #tl.tile<S[(4,) : (1,)] + 9223372036854775807 + 1>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:15: error: a stride along laneid has to be a number; only strides along m may be known at run time
#l = #tl.tile<S[(4, 8) : (ld@laneid, 1)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:27: error: divisor 0 is below 1
#l = #tl.tile<S[(4, 8) : (ld{div 0}, 1)]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:38: error: divisor 4 differs from the one given before
#l = #tl.tile<S[(4, 8) : (ld{div 8}, ld{div 4})]>
// -----
// CHECK: tile-invalid.mlir:[[#@LINE+1]]:27: error: expected a stride known at run time (ld, ld2, ..., ld7), got 'pitch'
#l = #tl.tile<S[(4, 8) : (pitch, 1)]>
