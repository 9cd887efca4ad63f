// RUN: tl-sim %s --kernel=lanes | FileCheck %s --check-prefix=LANES --match-full-lines --strict-whitespace
// RUN: tl-sim %s --kernel=blocks > %t.one
// RUN: tl-sim %s --kernel=blocks --threads=2 | diff %t.one -
// RUN: FileCheck %s --check-prefix=BLOCKS --input-file=%t.one --match-full-lines
// RUN: tl-sim %s --kernel=numbers | FileCheck %s --check-prefix=NUMBERS --match-full-lines
// RUN: tl-sim %s --kernel=unknown | FileCheck %s --check-prefix=UNKNOWN --match-full-lines
// RUN: tl-sim %s --kernel=narrow 2> %t.err | FileCheck %s --check-prefix=NARROW --match-full-lines
// RUN: FileCheck %s --check-prefix=WARNS --input-file=%t.err
// RUN: not tl-sim %s --kernel=large 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: tl-sim %s --kernel=lanes --faults=json | FileCheck %s --check-prefix=JSON "--implicit-check-not=lane 0"
// RUN: tl-sim %s --kernel=lanes --verify-lowering=convert-scf-to-cf | FileCheck %s --check-prefix=SAME "--implicit-check-not=lane 0"

// What threads print, in their order.  Numbers for programs come without it.

// JSON: {"kernel": "lanes", "count": 0, "faults": []}
// SAME: @lanes: equivalent:

gpu.module @kernels {
  // Those that are there, operation by operation.

  // LANES:lane 0 of 3
  // LANES-NEXT:lane 1 of 3
  // LANES-NEXT:lane 2 of 3
  // LANES-NEXT:2 is the last, 100%
  // LANES-NEXT:@lanes: grid 1x1x1, block 3x1x1
  gpu.func @lanes() kernel attributes {known_block_size = array<i32: 3, 1, 1>} {
    %t = gpu.thread_id x
    %n = gpu.block_dim x
    %c2 = arith.constant 2 : index
    gpu.printf "lane %lld of %d\n", %t, %n : index, index
    %is = arith.cmpi eq, %t, %c2 : index
    scf.if %is {
      gpu.printf "%zu is the last, 100%%\n", %t : index
    }
    gpu.return
  }

  // Blocks one after the other, over however many threads of this machine.

  // BLOCKS:      block 0
  // BLOCKS-NEXT: block 1
  // BLOCKS-NEXT: block 2
  // BLOCKS-NEXT: block 3
  // BLOCKS-NEXT: block 4
  // BLOCKS-NEXT: block 5
  // BLOCKS-NEXT: block 6
  // BLOCKS-NEXT: block 7
  // BLOCKS-NEXT: @blocks: grid 8x1x1, block 1x1x1
  gpu.func @blocks() kernel attributes {known_grid_size = array<i32: 8, 1, 1>, known_block_size = array<i32: 1, 1, 1>} {
    %b = gpu.block_id x
    gpu.printf "block %d\n", %b : index
    gpu.return
  }

  // As C prints them.

  // NUMBERS:      [-7] [  -7] [-007] [4294967289] [4294967289] [fffffff9] [0XFFFFFFF9] [+5] [A]
  // NUMBERS-NEXT: [-1] [255] [-1] [65535] [18446744073709551615] [1777777777777777777777]
  // NUMBERS-NEXT: [1.500000] [-0.10] [2.5e-01] [0x1p-1] [   3.0] [1.5]
  gpu.func @numbers() kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %seven = arith.constant -7 : i32
    %five = arith.constant 5 : index
    %letter = arith.constant 65 : i32
    %ones = arith.constant -1 : i32
    %long = arith.constant -1 : i64
    %unsigned = arith.extui %seven : i32 to i64
    gpu.printf "[%d] [%4i] [%04d] [%u] [%u] [%x] [%#X] [%+d] [%c]\n", %seven, %seven, %seven, %seven, %unsigned, %seven, %seven, %five, %letter : i32, i32, i32, i32, i64, i32, i32, index, i32
    gpu.printf "[%hhd] [%hhu] [%d] [%hu] [%lu] [%llo]\n", %ones, %ones, %long, %ones, %long, %long : i32, i32, i64, i32, i64, i64
    %f = arith.constant 1.5 : f32
    %g = arith.constant -0.1 : f64
    %h = arith.constant 0.25 : f16
    %i = arith.constant 0.5 : bf16
    %j = arith.constant 3.0 : f8E4M3FN
    gpu.printf "[%f] [%.2lf] [%.1e] [%a] [%6.1f] [%.100g]\n", %f, %g, %h, %i, %j, %f : f32, f64, f16, bf16, f8E4M3FN, f32
    gpu.return
  }

  // UNKNOWN: nobody knows ?
  gpu.func @unknown() kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %p = ub.poison : i32
    gpu.printf "nobody knows %d\n", %p : i32
    gpu.return
  }

  // A narrower one, which upstream passes as it is.

  // NARROW: 2 253 1
  // WARNS: prints.mlir:[[# @LINE + 6]]:5: warning: 'gpu.printf' op prints operand 0, of 8 bits, by '%d', which reads 32: the others are zeros here, and may be anything on a GPU; extend it
  // WARNS: warning: {{.*}} operand 2, of 1 bits
  gpu.func @narrow() kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %two = arith.constant 2 : i8
    %three = arith.constant -3 : i8
    %yes = arith.constant true
    gpu.printf "%d %d %d\n", %two, %three, %yes : i8, i8, i1
    gpu.return
  }

  // LARGE: prints.mlir:[[# @LINE + 3]]:5: error: 'gpu.printf' op arithmetic: thread (0, 0, 0) of block (0, 0, 0) prints 4294967296 by '%d', which reads 32 bits
  gpu.func @large() kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %n = arith.constant 4294967296 : i64
    gpu.printf "%d\n", %n : i64
    gpu.return
  }
}
