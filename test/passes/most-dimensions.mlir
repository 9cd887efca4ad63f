// RUN: tl-opt %s --lower-layout-copies=report=%t.json -o %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT --input-file %t.json
// RUN: tl-sim --verify-lowering %s --arg=2:scalar=2 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=plain --explain | FileCheck %s --check-prefix=EXPLAINED
// RUN: tl-opt %s --tl-assign-fragments --tl-assign-shared-layouts --tl-synthesize-partition --tl-partition-copies | tl-opt | FileCheck %s --check-prefix=PARTS

// Copies of eight dimensions, the most that a shape has, with bounds in all of them.

// REPORT: "origin": [0, 0, 0, 0, 0, 0, 0, 0],
// SAME: @copied: equivalent: 192 elements, 32 threads
// SAME: @chosen: equivalent: 128 elements, 32 threads
// SAME: @strided: equivalent: 128 elements, 32 threads
// EXPLAINED: tile 1 x 1 x 1 x 1 x 1 x 1 x 2 x 4 at (0, 0, 0, 0, 0, 0, 0, 0)
// PARTS: tl.thread_load {{.*( within [^ ]+ granule 1){8} by}}

#lanes = #tl.tile<S[(2, 1, 2, 1, 2, 1, 2, 4) : (1, 1, 16@laneid, 1, 8@laneid, 1, 4@laneid, 1@laneid)]>
!memory = memref<2x1x2x1x2x1x2x4xf32>
!shared = memref<2x1x2x1x2x1x2x4xf32, 3>
!strided = memref<2x1x2x1x2x1x2x4xf32, strided<[?, ?, ?, ?, ?, ?, ?, 1], offset: ?>>

gpu.module @kernels {
  gpu.func @copied(%a: !memory, %b: !memory, %n: index) workgroup(%s: !shared) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %a as #lanes scope warp bounds(%n, %n, %n, %n, %n, %n, %n, %n) : !memory to vector<2xf32>
    tl.store %v as #lanes to %s scope warp : vector<2xf32> to !shared
    gpu.barrier
    %w = tl.load %s as #lanes scope warp : !shared to vector<2xf32>
    tl.store %w as #lanes to %b scope warp bounds(%n, %n, %n, %n, %n, %n, %n, %n) : vector<2xf32> to !memory
    gpu.return
  }

  gpu.func @chosen(%a: !memory, %b: !memory, %n: index) workgroup(%s: !shared) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %a to %s layout auto scope cta : !memory to !shared
    gpu.barrier
    %w = tl.load %s layout auto as auto scope cta : !shared to vector<2xf32>
    tl.store %w as auto to %b scope cta : vector<2xf32> to !memory
    gpu.return
  }

  // As many strides as may be known at run time.
  gpu.func @strided(%a: !strided, %b: !strided, %n: index) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %a as #lanes scope warp bounds(%n, %n, %n, %n, %n, %n, %n, %n) : !strided to vector<2xf32>
    tl.store %v as #lanes to %b scope warp : vector<2xf32> to !strided
    gpu.return
  }

  gpu.func @plain(%a: !memory, %b: !memory, %n: index) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %i = arith.divui %t, %c4 : index
    %j = arith.remui %t, %c4 : index
    %v = memref.load %a[%c0, %c0, %c0, %c0, %c0, %c0, %i, %j] : !memory
    memref.store %v, %b[%c0, %c0, %c0, %c0, %c0, %c0, %i, %j] : !memory
    gpu.return
  }
}
