// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=gfx942 | FileCheck %s --check-prefix=OTHER
// RUN: tl-sim --verify-lowering %s --kernel=extended --arg=2:scalar=3 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=bytes --arg=2:scalar=5 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=kept_out | FileCheck %s --check-prefix=SAME
// SAME: equivalent: {{[0-9]+}} elements

// What may be a pad, and is extended, is held in words: else LLVM extends it where the
// pad is chosen, and sets twice or four times as many registers.  Each access is, when
// it is written, so that loads and what is made of them go by turns before.

// OTHER-NOT: llvm.inline_asm

#row = #tl.register<spatial(8, 4).local(1, 4)>
#odd = #tl.register<spatial(8, 4).local(1, 3)>
!tile = memref<8x16xf16>
!wide = memref<8x16xf32>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @extended(
  // CHECK: %[[V:.*]] = scf.if
  // CHECK: %[[BITS:.*]] = vector.bitcast %[[V]] : vector<4xf16> to vector<2xi32>
  // CHECK: %[[E0:.*]] = vector.extract %[[BITS]][0]
  // CHECK: %[[W0:.*]] = llvm.inline_asm "", "=r,0" %[[E0]] : (i32) -> i32
  // CHECK: %[[E1:.*]] = vector.extract %[[BITS]][1]
  // CHECK: %[[W1:.*]] = llvm.inline_asm "", "=r,0" %[[E1]] : (i32) -> i32
  // CHECK: %[[WORDS:.*]] = vector.from_elements %[[W0]], %[[W1]] : vector<2xi32>
  // CHECK: %[[HELD:.*]] = vector.bitcast %[[WORDS]] : vector<2xi32> to vector<4xf16>
  // CHECK: arith.extf %[[HELD]]
  gpu.func @extended(%A: !tile {llvm.align = 16 : i64}, %B: !wide, %m: i32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope warp bounds(%m : i32, 16) : !tile to vector<4xf16>
    %w = arith.extf %v : vector<4xf16> to vector<4xf32>
    tl.store %w as #row to %B scope warp : vector<4xf32> to !wide
    gpu.return
  }

  // A word of bytes.
  // CHECK-LABEL: gpu.func @bytes(
  // CHECK: vector.bitcast %{{.*}} : vector<4xi8> to vector<1xi32>
  // CHECK: llvm.inline_asm
  // CHECK-NOT: llvm.inline_asm
  // CHECK: arith.sitofp
  gpu.func @bytes(%A: memref<8x16xi8> {llvm.align = 16 : i64}, %B: !wide, %m: i32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope warp bounds(%m : i32, 16) : memref<8x16xi8> to vector<4xi8>
    %w = arith.sitofp %v : vector<4xi8> to vector<4xf32>
    tl.store %w as #row to %B scope warp : vector<4xf32> to !wide
    gpu.return
  }

  // Zeros of threads that hold nothing.
  // CHECK-LABEL: gpu.func @kept_out(
  // CHECK: scf.if
  // CHECK: }
  // CHECK: llvm.inline_asm
  // CHECK: arith.extf
  gpu.func @kept_out(%A: !tile, %B: memref<64x4xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %v = tl.load %A as #row scope cta : !tile to vector<4xf16>
    %w = arith.extf %v : vector<4xf16> to vector<4xf32>
    tl.store %w as #tl.register<spatial(64, 1).local(1, 4)> to %B scope cta : vector<4xf32> to memref<64x4xf32>
    gpu.return
  }

  // No pads, no extension, no whole words, words already.
  // CHECK-LABEL: gpu.func @inside(
  // CHECK-NOT: llvm.inline_asm
  // CHECK: gpu.return
  gpu.func @inside(%A: !tile, %B: !wide) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope warp : !tile to vector<4xf16>
    %w = arith.extf %v : vector<4xf16> to vector<4xf32>
    tl.store %w as #row to %B scope warp : vector<4xf32> to !wide
    gpu.return
  }

  // CHECK-LABEL: gpu.func @stored(
  // CHECK-NOT: llvm.inline_asm
  // CHECK: gpu.return
  gpu.func @stored(%A: !tile, %B: !tile, %m: i32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope warp bounds(%m : i32, 16) : !tile to vector<4xf16>
    %w = arith.negf %v : vector<4xf16>
    tl.store %w as #row to %B scope warp : vector<4xf16> to !tile
    gpu.return
  }

  // CHECK-LABEL: gpu.func @parts_of_words(
  // CHECK-NOT: llvm.inline_asm
  // CHECK: gpu.return
  gpu.func @parts_of_words(%A: memref<8x12xf16>, %B: memref<8x12xf32>, %m: i32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #odd scope warp bounds(%m : i32, 12) : memref<8x12xf16> to vector<3xf16>
    %w = arith.extf %v : vector<3xf16> to vector<3xf32>
    tl.store %w as #odd to %B scope warp : vector<3xf32> to memref<8x12xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @words(
  // CHECK-NOT: llvm.inline_asm
  // CHECK: gpu.return
  gpu.func @words(%A: !wide, %B: memref<8x16xf64>, %m: i32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope warp bounds(%m : i32, 16) : !wide to vector<4xf32>
    %w = arith.extf %v : vector<4xf32> to vector<4xf64>
    tl.store %w as #row to %B scope warp : vector<4xf64> to memref<8x16xf64>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @of_two_dimensions(
  // CHECK-COUNT-2: llvm.inline_asm
  // CHECK-NOT: llvm.inline_asm
  // CHECK: gpu.return
  gpu.func @of_two_dimensions(%A: !tile {llvm.align = 16 : i64}, %B: !wide, %m: i32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope warp bounds(%m : i32, 16) : !tile to vector<1x4xf16>
    %w = arith.extf %v : vector<1x4xf16> to vector<1x4xf32>
    tl.store %w as #row to %B scope warp : vector<1x4xf32> to !wide
    gpu.return
  }
}

// What is not loaded inside of a branch has registers that are set once, in front of the
// branches around, in a loop and out of one: a register for each word, none of which is another's.
// Stores under the same bound have loads in such a branch.

// CHECK-LABEL: func.func @held_pads
// CHECK:         scf.for
// CHECK:           %[[A:.*]] = llvm.inline_asm has_side_effects "", "=r,0"
// CHECK-NEXT:      %[[B:.*]] = {{.*}}
// CHECK:           %[[WORDS:.*]] = vector.from_elements %[[A]], {{.*}} : vector<4xi32>
// CHECK-NEXT:      %[[HELD:.*]] = vector.bitcast %[[WORDS]] : vector<4xi32> to vector<4xf32>
// CHECK:           scf.if
// CHECK:             scf.if
// CHECK:             } else {
// CHECK-NEXT:          scf.yield %[[HELD]] : vector<4xf32>
// CHECK:           } else {
// CHECK:             scf.yield {{.*}}, %[[HELD]] : vector<4xf32>, vector<4xf32>
func.func @held_pads(%m: memref<256xf32>, %out: memref<256xf32>, %n: index, %room: index) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : vector<8xf32>
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zeros) -> vector<8xf32> {
    %v = tl.thread_load %m[%i] atoms (2) : (64) -> (4) vector 4 of (4) -> (1) within (%room) granule 4 by (0 : 64, 0 : 1) align 16 : memref<256xf32> to vector<8xf32>
    %t = arith.mulf %a, %v : vector<8xf32>
    tl.thread_store %t to %out[%i] atoms (2) : (64) -> (4) vector 4 of (4) -> (1) within (%room) granule 4 by (0 : 64, 0 : 1) align 16 : vector<8xf32> to memref<256xf32>
    scf.yield %t : vector<8xf32>
  }
  return %s : vector<8xf32>
}

// CHECK-LABEL: func.func @held_straight
// CHECK:         llvm.inline_asm has_side_effects "", "=r,0"
// CHECK:         %[[WORDS:.*]] = vector.from_elements {{.*}} : vector<4xi32>
// CHECK-NEXT:    %[[HELD:.*]] = vector.bitcast %[[WORDS]] : vector<4xi32> to vector<4xf32>
// CHECK:         scf.if
// CHECK:           scf.if
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %[[HELD]] : vector<4xf32>
// CHECK:         } else {
// CHECK:           scf.yield {{.*}}, %[[HELD]] : vector<4xf32>, vector<4xf32>
func.func @held_straight(%m: memref<256xf32>, %out: memref<256xf32>, %i: index, %room: index) -> vector<8xf32> {
  %v = tl.thread_load %m[%i] atoms (2) : (64) -> (4) vector 4 of (4) -> (1) within (%room) granule 4 by (0 : 64, 0 : 1) align 16 : memref<256xf32> to vector<8xf32>
  tl.thread_store %v to %out[%i] atoms (2) : (64) -> (4) vector 4 of (4) -> (1) within (%room) granule 4 by (0 : 64, 0 : 1) align 16 : vector<8xf32> to memref<256xf32>
  return %v : vector<8xf32>
}
