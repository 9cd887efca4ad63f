// RUN: tl-opt %s --tl-assign-fragments --split-input-file --verify-diagnostics
// RUN: not tl-opt %s --tl-assign-shared-layouts --split-input-file 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: not tl-opt %s --tl-partition-copies --split-input-file 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: not tl-opt %s --tl-stagger-lanes='stagger-lanes=1' --split-input-file 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: not tl-opt %s --tl-lower-layout-conversions --split-input-file 2>&1 | FileCheck %s --check-prefix=CONVERSION

// LATER: error: 'tl.{{load|store}}' op has 'as auto'; run tl-assign-fragments first
// CONVERSION: error: 'tl.convert_layout' op has 'as auto'; run tl-assign-fragments first

// Rule F1: nothing is chosen through other operations.

func.func @arithmetic(%A: memref<16x8xf32>, %B: memref<16x8xf32>) {
  // expected-error-re @+1 {{'tl.load' op has 'as auto', and its registers are used by 'arith.addf' at {{.+}}, which is no copy, conversion or reduction of a tile; nothing is chosen through other operations: state the layout of one of its copies}}
  %v = tl.load %A as auto scope warp : memref<16x8xf32> to vector<4xf32>
  %w = arith.addf %v, %v : vector<4xf32>
  // expected-error-re @+1 {{'tl.store' op has 'as auto', and its registers are made by 'arith.addf' at {{.+}}, which is no copy}}
  tl.store %w as auto to %B scope warp : vector<4xf32> to memref<16x8xf32>
  %c = tl.convert_layout %v as auto to #tl.register<spatial(16, 2).local(1, 4)> scope warp : vector<4xf32> to vector<4xf32>
  return
}

// -----

func.func @argument(%v: vector<4xf32>, %B: memref<16x8xf32, 3>) {
  // expected-error-re @+1 {{'tl.store' op has 'as auto', and its registers are made by 'func.func' at}}
  tl.store %v as auto to %B layout auto scope warp : vector<4xf32> to memref<16x8xf32, 3>
  return
}

// -----

func.func @differ(%A: memref<16x8xf32>, %B: memref<16x8xf32>) {
  // expected-error-re @+1 {{'tl.load' op has 'as auto', and its registers are of one layout for 'tl.store' at {{.+}} and of another for 'tl.store' at {{.+}}; put a tl.convert_layout between them}}
  %v = tl.load %A as auto scope warp : memref<16x8xf32> to vector<4xf32>
  tl.store %v as #tl.register<spatial(16, 2).local(1, 4)> to %B scope warp : vector<4xf32> to memref<16x8xf32>
  tl.store %v as #tl.register<spatial(8, 4).local(2, 2)> to %B scope warp : vector<4xf32> to memref<16x8xf32>
  return
}

// -----

func.func @tile(%A: memref<16x8xf32>, %B: memref<32x8xf32>) {
  // expected-error-re @+1 {{'tl.load' op has 'as auto' for a tile of shape (16, 8), and its registers hold one of shape (32, 8) for 'tl.store' at {{.+}}; say 'tile(...)' where it is not all of the memory}}
  %v = tl.load %A as auto scope cta : memref<16x8xf32> to vector<4xf32>
  tl.store %v as auto to %B scope cta : vector<4xf32> to memref<32x8xf32>
  return
}

// -----

func.func @scope(%A: memref<16x8xf32>, %B: memref<16x8xf32>) {
  // expected-error-re @+1 {{'tl.load' op has 'as auto' for a cta, and its registers are those of a warp for 'tl.store' at}}
  %v = tl.load %A as auto scope cta : memref<16x8xf32> to vector<4xf32>
  tl.store %v as auto to %B scope warp : vector<4xf32> to memref<16x8xf32>
  return
}

// -----

func.func @ends(%A: memref<16x8xf32>, %B: memref<16x8xf32>) {
  // expected-error @+1 {{'tl.load' op has 'as auto', and its value more than 8 copies and conversions; give it a layout}}
  %v = tl.load %A as auto scope cta : memref<16x8xf32> to vector<4xf32>
  tl.store %v as auto to %B scope cta : vector<4xf32> to memref<16x8xf32>
  tl.store %v as auto to %B scope cta : vector<4xf32> to memref<16x8xf32>
  tl.store %v as auto to %B scope cta : vector<4xf32> to memref<16x8xf32>
  tl.store %v as auto to %B scope cta : vector<4xf32> to memref<16x8xf32>
  tl.store %v as auto to %B scope cta : vector<4xf32> to memref<16x8xf32>
  tl.store %v as auto to %B scope cta : vector<4xf32> to memref<16x8xf32>
  tl.store %v as auto to %B scope cta : vector<4xf32> to memref<16x8xf32>
  tl.store %v as auto to %B scope cta : vector<4xf32> to memref<16x8xf32>
  return
}

// -----

// A block has fewer threads than the registers ask for.

func.func @block(%A: memref<16x8xf32>, %B: memref<16x8xf32>) attributes {gpu.known_block_size = array<i32: 16, 1, 1>} {
  // expected-error @+1 {{'tl.load' op has 'as auto': the tile has 128 elements, and threads hold 4 each: 32 threads of at most 16; a vector has to have at least 8 elements}}
  %v = tl.load %A as auto scope cta : memref<16x8xf32> to vector<4xf32>
  tl.store %v as auto to %B scope cta : vector<4xf32> to memref<16x8xf32>
  return
}
