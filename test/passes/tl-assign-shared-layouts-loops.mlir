// RUN: tl-opt %s --tl-assign-shared-layouts=report=%t -o /dev/null
// RUN: FileCheck %s --input-file=%t

// A copy counts as often as the loops around it are known to run: as numbers say it, as
// far as that is proved, and once else.

#rows = #tl.register<spatial(32, 1).local(1, 32)>

gpu.module @loops {
  // CHECK:      "function": "weights",
  // CHECK:      "wavefronts": 1280, "minimum_wavefronts": 1280,
  // CHECK:      "weight": 40,
  gpu.func @weights(%n: index) workgroup(%S: memref<32x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %cm4 = arith.constant -4 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    // 4 turns
    scf.for %i = %cm4 to %c4 step %c2 {
      %v = tl.load %S layout auto as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
    }
    // 3 turns of 3
    affine.for %i = 1 to 10 step 3 {
      affine.for %j = 0 to 3 {
        %v = tl.load %S layout auto as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
      }
    }
    // 3 turns of 2
    scf.parallel (%i, %j) = (%c0, %c1) to (%c5, %c3) step (%c2, %c1) {
      %v = tl.load %S layout auto as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
    }
    // 5 turns of 3
    scf.forall (%i, %j) = (0, 2) to (5, 8) step (1, 2) {
      %v = tl.load %S layout auto as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
    }
    // 1: how often is not known
    affine.for %i = 0 to %n {
      scf.for %j = %c0 to %n step %c1 {
        %v = tl.load %S layout auto as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
      }
    }
    // 1: nor is the step, the begin
    %some = tl.assume %n range 2 to 4 : index
    scf.for %i = %c0 to %c4 step %some {
      %v = tl.load %S layout auto as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
    }
    scf.forall (%i) = (%n) to (-5) step (1) {
      %v = tl.load %S layout auto as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
    }
    // 1: without a sign the begin is behind the end
    scf.for unsigned %i = %cm4 to %c4 step %c2 {
      %v = tl.load %S layout auto as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
    }
    // 1: blocks do a turn each
    scf.forall (%i) in (7) {
      %v = tl.load %S layout auto as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
    } {mapping = [#gpu.block<x>]}
    // 1: no turns
    scf.for %i = %c4 to %c0 step %c1 {
      %v = tl.load %S layout auto as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
    }
    gpu.return
  }
}

// Two copies that differ in nothing but what they copy from are two, as each follows what
// its source has got.

// CHECK:      "function": "two_sources"
// CHECK-NEXT: "layout": "S[((8, 4), (8, 4)) : ((128, 8), (1, 32))] + swizzle(base = 2, bits = 1, shift = 5)"
// CHECK:      "function": "two_sources"
// CHECK-NEXT: "layout": "S[(32, 32) : (32, 1)]"
// CHECK:      "function": "two_sources"
// CHECK-NEXT: "layout": "S[(32, 32) : (32, 1)] + swizzle(base = 2, bits = 3, shift = 3)"
func.func @two_sources(%v: vector<32xf32>, %w: vector<32xf32>) -> vector<32xf32> attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %t = memref.alloc() : memref<32x32xf32, 3>
  %u = memref.alloc() : memref<32x32xf32, 3>
  %s = memref.alloc() : memref<32x32xf32, 3>
  tl.store %v as #tl.tile<S[(32, 32) : (1@laneid, 1)]> to %t layout auto scope warp : vector<32xf32> to memref<32x32xf32, 3>
  tl.store %w as #tl.tile<S[(32, 32) : (1, 1@laneid)]> to %u layout auto scope warp : vector<32xf32> to memref<32x32xf32, 3>
  gpu.barrier
  tl.copy %t layout auto to %s layout auto scope cta : memref<32x32xf32, 3> to memref<32x32xf32, 3>
  gpu.barrier
  %x = tl.load %s layout auto as #tl.tile<S[(32, 32) : (1@laneid, 1)]> scope warp : memref<32x32xf32, 3> to vector<32xf32>
  gpu.barrier
  tl.copy %u layout auto to %s layout auto scope cta : memref<32x32xf32, 3> to memref<32x32xf32, 3>
  return %x : vector<32xf32>
}
