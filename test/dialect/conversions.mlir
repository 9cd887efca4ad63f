// What upstream passes do with conversions: rules E8 to E10.
// RUN: %mlir-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: %mlir-opt %s --cse | FileCheck %s --check-prefix=CSE
// RUN: %mlir-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: %mlir-opt %s --control-flow-sink | FileCheck %s --check-prefix=SINK

#rows = #tl.register<spatial(8, 4).local(1, 2)>
#tile = #tl.tile<S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]>
#columns = #tl.register<local(1, 2).spatial(8, 4)>
#few = #tl.tile<S[(8, 2) : (1@laneid, 1)]>
#thread = #tl.tile<S[(2, 4) : (4, 1)]>
#other = #tl.tile<S[(2, 4) : (1, 2)]>
#block = #tl.tile<S[(128, 2) : (1@tx, 1)]>
#turned = #tl.tile<S[((64, 2), 2) : ((1@tx, 1), 64@tx)]>
#turned_tile = #tl.tile<S[((32, 2, 2), 2) : ((2@tx, 1@tx, 1), 64@tx)]>

// E8: what threads have, they have where they are.
// LICM-LABEL: func.func @effects
// LICM:         tl.convert_layout {{.*}} scope warp
// LICM-NEXT:    tl.convert_layout {{.*}} scope thread
// LICM-NEXT:    tl.convert_layout {{.*}} scope thread
// LICM-NEXT:    scf.for
// LICM-NEXT:      tl.convert_layout {{.*}} scope warp
// SINK-LABEL: func.func @effects
// SINK:         tl.convert_layout {{.*}} scope warp
// SINK-NEXT:    scf.for
// SINK:         scf.if
// SINK-NEXT:      tl.convert_layout {{.*}} scope thread
func.func @effects(%v: vector<2xf16>, %t: vector<8xf16>, %A: memref<64xf16>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = tl.convert_layout %v as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
  %u = tl.convert_layout %t as #thread to #other scope thread : vector<8xf16> to vector<8xf16>
  scf.for %i = %c0 to %n step %c1 {
    %x = tl.convert_layout %v as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
    %y = tl.convert_layout %t as #thread to #other scope thread : vector<8xf16> to vector<8xf16>
    vector.store %x, %A[%i] : memref<64xf16>, vector<2xf16>
    vector.store %y, %A[%i] : memref<64xf16>, vector<8xf16>
  }
  scf.if %c {
    vector.store %w, %A[%c0] : memref<64xf16>, vector<2xf16>
    vector.store %u, %A[%c0] : memref<64xf16>, vector<8xf16>
  }
  return
}

// CSE-LABEL: func.func @equal
// CSE-NEXT:    %[[W:.*]] = tl.convert_layout
// CSE-NEXT:    return %[[W]], %[[W]]
func.func @equal(%v: vector<2xf16>) -> (vector<2xf16>, vector<2xf16>) {
  %w = tl.convert_layout %v as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
  %x = tl.convert_layout %v as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
  return %w, %x : vector<2xf16>, vector<2xf16>
}

// What nobody uses goes, but for what it writes.
// FOLD-LABEL: func.func @dead
// FOLD-NEXT:    tl.convert_layout {{.*}} using
// FOLD-NEXT:    return
func.func @dead(%v: vector<2xf16>, %S: memref<128xi8, 3>) {
  %w = tl.convert_layout %v as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
  %x = tl.convert_layout %v as #rows to #columns scope warp using %S : vector<2xf16>, memref<128xi8, 3> to vector<2xf16>
  return
}

// E9: two spellings of one map; lanes that hold nothing would keep what they
// have, and so would the threads of a block that nobody knows.
gpu.module @of_a_target [#nvvm.target<chip = "sm_90">] {
// FOLD-LABEL: func.func @same
// FOLD:         %[[FEW:.*]] = tl.convert_layout %arg1
// FOLD:         %[[TYPE:.*]] = tl.convert_layout %arg0 {{.*}} to vector<1x2xf16>
// FOLD:         %[[BLOCK:.*]] = tl.convert_layout %arg1 {{.*}} scope cta
// FOLD:         return %arg0, %[[FEW]], %[[TYPE]], %[[BLOCK]]
func.func @same(%v: vector<2xf16>, %f: vector<2xf16>) -> (vector<2xf16>, vector<2xf16>, vector<1x2xf16>, vector<2xf16>) {
  %w = tl.convert_layout %v as #rows to #tile scope warp : vector<2xf16> to vector<2xf16>
  %x = tl.convert_layout %f as #few to #few scope warp : vector<2xf16> to vector<2xf16>
  %y = tl.convert_layout %v as #rows to #rows scope warp : vector<2xf16> to vector<1x2xf16>
  %z = tl.convert_layout %f as #block to #block scope cta : vector<2xf16> to vector<2xf16>
  return %w, %x, %y, %z : vector<2xf16>, vector<2xf16>, vector<1x2xf16>, vector<2xf16>
}
}

// Where no target is stated the warp may have 64 lanes, of which the upper ones get zeros.
// FOLD-LABEL: func.func @of_any_target
// FOLD:         tl.convert_layout
func.func @of_any_target(%v: vector<2xf16>) -> vector<2xf16> {
  %w = tl.convert_layout %v as #rows to #tile scope warp : vector<2xf16> to vector<2xf16>
  return %w : vector<2xf16>
}

// FOLD-LABEL: func.func @block
// FOLD-NEXT:    return %arg0
func.func @block(%v: vector<2xf16>) -> vector<2xf16> attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %w = tl.convert_layout %v as #block to #block scope cta : vector<2xf16> to vector<2xf16>
  return %w : vector<2xf16>
}

// The block has twice as many threads as hold something.
// FOLD-LABEL: func.func @larger_block
// FOLD-NEXT:    tl.convert_layout
func.func @larger_block(%v: vector<2xf16>) -> vector<2xf16> attributes {gpu.known_block_size = array<i32: 32, 8, 1>} {
  %w = tl.convert_layout %v as #block to #block scope cta : vector<2xf16> to vector<2xf16>
  return %w : vector<2xf16>
}

// E10: there and back is nothing; what another uses is converted once, and what is taken
// for something else than it is made into is converted twice.
// FOLD-LABEL: func.func @chain
// FOLD-NEXT:    %[[W:.*]] = tl.convert_layout %arg0
// FOLD-NEXT:    %[[X:.*]] = tl.convert_layout %[[W]]
// FOLD-NEXT:    %[[C:.*]] = tl.convert_layout %arg0
// FOLD-NEXT:    %[[D:.*]] = tl.convert_layout %[[C]]
// FOLD-NEXT:    return %arg0, %[[W]], %[[X]], %[[D]]
func.func @chain(%v: vector<2xf16>) -> (vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %a = tl.convert_layout %v as #block to #turned scope cta : vector<2xf16> to vector<2xf16>
  %b = tl.convert_layout %a as #turned_tile to #block scope cta : vector<2xf16> to vector<2xf16>
  %w = tl.convert_layout %v as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
  %x = tl.convert_layout %w as #columns to #rows scope warp : vector<2xf16> to vector<2xf16>
  %c = tl.convert_layout %v as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
  %d = tl.convert_layout %c as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
  return %b, %w, %x, %d : vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>
}
