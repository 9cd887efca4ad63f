// RUN: tl-sim %s --kernel=load --dump=1 | FileCheck %s --check-prefix=LOAD
// RUN: tl-sim %s --kernel=store --dump=0 | FileCheck %s --check-prefix=STORE
// RUN: tl-sim %s --kernel=half_a_warp --dump=1 | FileCheck %s --check-prefix=HALF
// RUN: tl-sim %s --kernel=half_a_warp --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=thread_copies --block=1 --dump=1 | FileCheck %s --check-prefix=THREAD
// RUN: tl-sim %s --kernel=cut --block=1 --arg=1:scalar=6 --arg=3:scalar=5 --dump=2 --dump=3 | FileCheck %s --check-prefix=CUT
// RUN: not tl-sim %s --kernel=too_few --block=16 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not tl-sim %s --kernel=too_few_parts --block=16 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: not tl-sim %s --kernel=too_few_for_all --block=16 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not tl-sim %s --kernel=outside --arg=1:scalar=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tl-sim %s --kernel=before --arg=1:scalar=-1 2>&1 | FileCheck %s --check-prefix=BEFORE

// Copies by definition.  Lane t holds row t / 4 and columns 2 (t % 4) and the
// next; row 8 + t / 4 is in registers 2 and 3.

// LOAD:      argument 1:
// LOAD-NEXT: {{^}}[0, 1, 64, 65]
// LOAD-NEXT: {{^}}[2, 3, 66, 67]
// LOAD-NEXT: {{^}}[4, 5, 68, 69]
// LOAD-NEXT: {{^}}[6, 7, 70, 71]
// LOAD-NEXT: {{^}}[8, 9, 72, 73]
func.func @load(%in: memref<16x8xi32>, %out: memref<32x4xi32>) {
  %c0 = arith.constant 0 : index
  %lane = gpu.lane_id
  %v = tl.load %in as #tl.register<local(2, 1).spatial(8, 4).local(1, 2)> scope warp : memref<16x8xi32> to vector<4xi32>
  vector.store %v, %out[%lane, %c0] : memref<32x4xi32>, vector<4xi32>
  return
}

// Only the first of eight replicas stores, at an origin, into columns.

// STORE:      argument 0:
// STORE-NEXT: {{^}}[0, 1, 2, 3]
// STORE-NEXT: {{^}}[4, 5, 100, 7]
// STORE-NEXT: {{^}}[8, 9, 101, 11]
// STORE-NEXT: {{^}}[12, 13, 102, 15]
// STORE-NEXT: {{^}}[16, 17, 103, 19]
func.func @store(%out: memref<5x4xi32>) {
  %c100 = arith.constant 100 : index
  %lane = gpu.lane_id
  %n = arith.addi %lane, %c100 : index
  %i = arith.index_cast %n : index to i32
  %v = vector.broadcast %i : i32 to vector<1xi32>
  tl.store %v as #tl.register<reduce(spatial(8, 4, 1), dims = [0])> to %out[1, 2] scope warp : vector<1xi32> to memref<5x4xi32>
  return
}

// A lane that holds nothing gets zeros; a buffer it leaves alone.

// SAME: @half_a_warp: equivalent
// HALF:      argument 1:
// HALF-NEXT: {{^}}[0, 1, {{.*}}, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
// HALF-NEXT: {{^}}[0, 1, {{.*}}, 15, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7]
func.func @half_a_warp(%in: memref<16xi32>, %out: memref<2x32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %lane = gpu.lane_id
  %v = tl.load %in as #tl.register<spatial(16)> scope warp : memref<16xi32> to vector<1xi32>
  vector.store %v, %out[%c0, %lane] : memref<2x32xi32>, vector<1xi32>
  %r = memref.alloca() : memref<1xi32, #gpu.address_space<private>>
  memref.store %seven, %r[%c0] : memref<1xi32, #gpu.address_space<private>>
  tl.copy %in to %r layout #tl.register<spatial(16)> scope warp : memref<16xi32> to memref<1xi32, #gpu.address_space<private>>
  %w = memref.load %r[%c0] : memref<1xi32, #gpu.address_space<private>>
  memref.store %w, %out[%c1, %lane] : memref<2x32xi32>
  return
}

// The second access is cut: two of its elements are inside.

// CUT:      argument 2:
// CUT-NEXT: {{^}}[0, 1, 2, 3, 4, 5, 77, 77]
// CUT:      argument 3:
// CUT-NEXT: {{^}}[10, 11, 12, 13, 14, 15, 5, 5]
func.func @cut(%in: memref<8xi32>, %room: index, %out: memref<8xi32>, %kept: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %v = tl.thread_load %in[%c0] atoms (2) : (4) -> (4) vector 4 of (4) -> (1) within (%room) granule 1 by (0 : 4, 0 : 1) pad 77 : i32 align 16 : memref<8xi32> to vector<8xi32>
  vector.store %v, %out[%c0] : memref<8xi32>, vector<8xi32>
  %ten = arith.constant dense<10> : vector<8xi32>
  %w = arith.addi %v, %ten : vector<8xi32>
  tl.thread_store %w to %kept[%c0] atoms (2) : (4) -> (4) vector 4 of (4) -> (1) within (%room) granule 1 by (0 : 4, 0 : 1) align 16 : vector<8xi32> to memref<8xi32>
  return
}

// Offsets 8 and 40 start runs of four, whose elements 0 1 2 3 go to registers
// 0 2 1 3 of their slots; the swizzle takes 8 to 9.

// THREAD:      argument 1:
// THREAD-NEXT: {{^}}[8, 10, 9, 11, 40, 42, 41, 43]
// THREAD-NEXT: {{^}}[9, {{.*}}]
func.func @thread_copies(%in: memref<64xi32>, %out: memref<2x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c40 = arith.constant 40 : index
  %v = tl.thread_load %in[%c8, %c40] slots (0, 4) atoms () : () -> () vector 2 of (2, 2) -> (1, 2) align 8 : memref<64xi32> to vector<8xi32>
  vector.store %v, %out[%c0, %c0] : memref<2x8xi32>, vector<8xi32>
  %r = memref.alloca() : memref<1xi32, 5>
  tl.thread_copy %in[%c8] to %r atoms () : () -> () swizzle (0, 1, 3) align 4 : memref<64xi32> to memref<1xi32, 5>
  %w = memref.load %r[%c0] : memref<1xi32, 5>
  memref.store %w, %out[%c1, %c0] : memref<2x8xi32>
  return
}

// FEW: tl-operations.mlir:[[# @LINE + 2]]:8: error: 'tl.load' op scope: thread (0, 0, 0) of block (0, 0, 0) is in a warp of 16 threads; a copy needs 32
func.func @too_few(%in: memref<32xi32>) {
  %v = tl.load %in as #tl.register<spatial(32)> scope warp : memref<32xi32> to vector<1xi32>
  return
}

// Though the sum is of one thread alone.
// PARTS: tl-operations.mlir:[[# @LINE + 3]]:8: error: 'tl.reduce' op scope: thread (0, 0, 0) of block (0, 0, 0) is in a warp of 16 threads; a reduction needs 32
func.func @too_few_parts(%f: f32) {
  %v = vector.broadcast %f : f32 to vector<1xf32>
  %r = tl.reduce %v as #tl.tile<S[(1, 32) : (1, 1@laneid)]> over [1] kind <add> to #tl.tile<S[(1) : (1)]> scope warp : vector<1xf32> to vector<1xf32>
  return
}

// Though the parts of the sum are in 4 threads.
// ALL: tl-operations.mlir:[[# @LINE + 3]]:8: error: 'tl.reduce' op scope: thread (0, 0, 0) of block (0, 0, 0) is in a warp of 16 threads; a reduction needs 32
func.func @too_few_for_all(%f: f32) {
  %v = vector.broadcast %f : f32 to vector<1xf32>
  %r = tl.reduce %v as #tl.tile<S[(1, 4) : (1, 1@laneid)]> over [1] kind <add> to #tl.tile<S[(1) : (1)] + R[32 : 1@laneid]> scope warp : vector<1xf32> to vector<1xf32>
  return
}

// OUTSIDE: tl-operations.mlir:[[# @LINE + 2]]:8: error: 'tl.load' op out of bounds: thread (31, 0, 0) of block (0, 0, 0) reads element [32] of a memref of 32 in argument 0
func.func @outside(%in: memref<32xi32>, %i: index) {
  %v = tl.load %in[%i] as #tl.register<spatial(32)> scope warp : memref<32xi32> to vector<1xi32>
  return
}

// Though the second bound leaves nothing.
// BEFORE: tl-operations.mlir:[[# @LINE + 3]]:8: error: 'tl.load' op assertion: thread (0, 0, 0) of block (0, 0, 0) has origin -1 in dimension 0; without a lower bound it has to be at least 0
func.func @before(%in: memref<8x8xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %v = tl.load %in[%i, 0] as #tl.register<spatial(8, 4).local(1, 2)> scope warp bounds(8, %c0) : memref<8x8xi32> to vector<2xi32>
  return
}
