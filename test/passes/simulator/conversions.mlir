// RUN: tl-sim %s --kernel=transpose --dump=1 | FileCheck %s --check-prefix=TRANSPOSE
// RUN: tl-sim %s --kernel=idle --dump=1 | FileCheck %s --check-prefix=IDLE
// RUN: tl-sim %s --kernel=warps --expect-equal=0,1 | FileCheck %s --check-prefix=WARPS
// RUN: tl-sim %s --kernel=block --expect-equal=0,1 | FileCheck %s --check-prefix=BLOCK
// RUN: not tl-sim %s --kernel=replicas 2>&1 | FileCheck %s --check-prefix=REPLICAS
// RUN: not tl-sim %s --kernel=diverges 2>&1 | FileCheck %s --check-prefix=DIVERGES
// RUN: not tl-sim %s --kernel=overwritten 2>&1 | FileCheck %s --check-prefix=OVERWRITTEN
// RUN: tl-sim %s --kernel=beyond --dump=1 | FileCheck %s --check-prefix=BEYOND

// Conversions by definition.

// Lane t has row t of 4, and gets column t; all of 8 replicas have and get it.
// TRANSPOSE:      argument 1:
// TRANSPOSE-NEXT: {{^}}[0, 4, 8, 12]
// TRANSPOSE-NEXT: {{^}}[1, 5, 9, 13]
// TRANSPOSE-NEXT: {{^}}[2, 6, 10, 14]
// TRANSPOSE-NEXT: {{^}}[3, 7, 11, 15]
// TRANSPOSE-NEXT: {{^}}[0, 4, 8, 12]
#row = #tl.tile<S[(4, 4) : (1@laneid, 1)] + R[8 : 4@laneid]>
#column = #tl.tile<S[(4, 4) : (1, 1@laneid)] + R[8 : 4@laneid]>
func.func @transpose(%in: memref<4x4xi32>, %out: memref<32x4xi32>) {
  %c0 = arith.constant 0 : index
  %lane = gpu.lane_id
  %v = tl.load %in as #row scope warp : memref<4x4xi32> to vector<4xi32>
  %w = tl.convert_layout %v as #row to #column scope warp : vector<4xi32> to vector<4xi32>
  vector.store %w, %out[%lane, %c0] : memref<32x4xi32>, vector<4xi32>
  return
}

// Lanes that hold nothing get zeros, whatever they have.
// IDLE:      argument 1:
// IDLE-NEXT: {{^}}[0, 2]
// IDLE-NEXT: {{^}}[1, 3]
// IDLE-NEXT: {{^}}[0, 0]
// IDLE-NEXT: {{^}}[0, 0]
func.func @idle(%in: memref<64xi32>, %out: memref<32x2xi32>) {
  %c0 = arith.constant 0 : index
  %lane = gpu.lane_id
  %c2 = arith.constant 2 : index
  %at = arith.muli %lane, %c2 : index
  %v = vector.load %in[%at] : memref<64xi32>, vector<2xi32>
  %w = tl.convert_layout %v as #tl.tile<S[(2, 2) : (1@laneid, 1)]> to #tl.tile<S[(2, 2) : (1, 1@laneid)]>
    scope warp : vector<2xi32> to vector<2xi32>
  vector.store %w, %out[%lane, %c0] : memref<32x2xi32>, vector<2xi32>
  return
}

// Each warp of a block converts on its own, and one may do so alone.
// WARPS: equal: 128 elements
#rows = #tl.register<spatial(8, 4).local(1, 2)>
#columns = #tl.register<local(1, 2).spatial(8, 4)>
func.func @warps(%in: memref<16x8xf16>, %out: memref<16x8xf16>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %warp = gpu.subgroup_id : index
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %i = arith.muli %warp, %c8 : index
  %is_first = arith.cmpi eq, %warp, %c0 : index
  scf.if %is_first {
    %v = tl.load %in[%i, 0] as #rows scope warp : memref<16x8xf16> to vector<2xf16>
    %w = tl.convert_layout %v as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
    tl.store %w as #columns to %out[%i, 0] scope warp : vector<2xf16> to memref<16x8xf16>
  } else {
    %v = tl.load %in[%i, 0] as #columns scope warp : memref<16x8xf16> to vector<2xf16>
    %w = tl.convert_layout %v as #columns to #rows scope warp : vector<2xf16> to vector<2xf16>
    tl.store %w as #rows to %out[%i, 0] scope warp : vector<2xf16> to memref<16x8xf16>
  }
  return
}

// 96 threads of a block.
// BLOCK: equal: 1152 elements
#slow = #tl.tile<S[(96, 12) : (1@tx, 1)]>
#fast = #tl.tile<S[((3, 32), 12) : ((1@tx, 1), 3@tx)] + R[2 : 36@tx]>
func.func @block(%in: memref<96x12xf32>, %out: memref<96x12xf32>) attributes {gpu.known_block_size = array<i32: 96, 1, 1>} {
  %v = tl.load %in as #slow scope cta : memref<96x12xf32> to vector<12xf32>
  %w = tl.convert_layout %v as #slow to #fast scope cta : vector<12xf32> to vector<32xf32>
  tl.store %w as #fast to %out scope cta : vector<32xf32> to memref<96x12xf32>
  return
}

// REPLICAS: conversions.mlir:[[# @LINE + 3]]:8: error: 'tl.convert_layout' op replicas: thread (4, 0, 0) of block (0, 0, 0) holds element 0 of the tile in register 0, and thread 0 holds another value of it
func.func @replicas(%in: memref<32x4xi32>) {
  %v = tl.load %in as #tl.tile<S[(32, 4) : (1@laneid, 1)]> scope warp : memref<32x4xi32> to vector<4xi32>
  %w = tl.convert_layout %v as #row to #column scope warp : vector<4xi32> to vector<4xi32>
  return
}

// DIVERGES: 'tl.convert_layout' op scope: thread (0, 0, 0) of block (0, 0, 0) executes a conversion of its warp with 16 of 32 threads
func.func @diverges(%v: vector<2xf16>) {
  %lane = gpu.lane_id
  %c16 = arith.constant 16 : index
  %c = arith.cmpi ult, %lane, %c16 : index
  scf.if %c {
    %w = tl.convert_layout %v as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
  }
  return
}

// What is used is unknown afterwards.
// OVERWRITTEN: error: 'memref.store' op uninitialized value
func.func @overwritten(%v: vector<2xf16>, %out: memref<1xi8>) {
  %S = memref.alloc() : memref<128xi8, 3>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i8
  memref.store %one, %S[%c0] : memref<128xi8, 3>
  gpu.barrier
  %w = tl.convert_layout %v as #rows to #columns scope warp using %S : vector<2xf16>, memref<128xi8, 3> to vector<2xf16>
  gpu.barrier
  %x = memref.load %S[%c0] : memref<128xi8, 3>
  memref.store %x, %out[%c0] : memref<1xi8>
  return
}

// Nothing is of a view that says more than there is.
// BEYOND: argument 1:
// BEYOND-NEXT: {{^}}[1]
func.func @beyond(%v: vector<2xf16>, %out: memref<1xi8>) {
  %S = memref.alloc() : memref<128xi8, 3>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i8
  memref.store %one, %S[%c0] : memref<128xi8, 3>
  gpu.barrier
  %more = memref.reinterpret_cast %S to offset: [0], sizes: [132], strides: [1] : memref<128xi8, 3> to memref<132xi8, 3>
  %w = tl.convert_layout %v as #rows to #columns scope warp using %more : vector<2xf16>, memref<132xi8, 3> to vector<2xf16>
  gpu.barrier
  %x = memref.load %S[%c0] : memref<128xi8, 3>
  memref.store %x, %out[%c0] : memref<1xi8>
  return
}
