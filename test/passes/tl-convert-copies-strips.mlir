// RUN: tl-opt %s --tl-convert-copies --mlir-print-local-scope --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tl-sim %t.mlir --kernel=strips --reference=strips_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=views --reference=views_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=run_time --arg=2:scalar=37 --arg=3:scalar=-3 --reference=run_time_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-opt %t.mlir --lower-layout-copies -o %t.lowered.mlir
// RUN: tl-sim %s --kernel=run_time_reference --arg=2:scalar=-4294967291 --arg=3:scalar=-2147483653 --checksum | grep argument > %t.before
// RUN: tl-sim %t.lowered.mlir --kernel=run_time --arg=2:scalar=-4294967291 --arg=3:scalar=-2147483653 --checksum | grep argument | diff %t.before -
// RUN: tl-sim %t.mlir --kernel=run_time --arg=2:scalar=1000 --arg=3:scalar=9 --reference=run_time_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=far_ends --arg=0:scalar=9223372036854775807 --arg=1:scalar=-9223372036854775808 --reference=far_ends_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=far_ends --arg=0:scalar=-9223372036854775808 --arg=1:scalar=9223372036854775807 --reference=far_ends_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=far_ends --arg=0:scalar=5 --arg=1:scalar=6 --reference=far_ends_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=others --arg=2:scalar=3 --checksum > %t.before
// RUN: tl-sim %t.mlir --kernel=others --arg=2:scalar=3 --checksum > %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=strips --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=views --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=run_time --arg=2:scalar=37 --arg=3:scalar=-3 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// SAME: elements, off by at most 0
// LOWERED: equivalent

// A tile loop and the loop inside of it are one dimension (W10).

gpu.module @kernels {

// As upstream tiles loops of affine, with what is left as a smallest number; by two
// levels; by numbers of the inner loop alone; with vectors; dimensions in another
// order.

// CHECK-LABEL: gpu.func @strips(
// CHECK-SAME:    %[[A:[^:]+]]: memref<100x70xf32>, %[[B:[^:]+]]: memref<70x100xf32>)
// CHECK-SAME:    workgroup(%[[S:[^:]+]] : memref<70x100xf32, 3>
// CHECK:       %[[T:.+]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [70, 100], strides: [1, 70]
// CHECK-NEXT:  tl.copy %[[T]] to %[[S]] scope cta tile(70, 100) threads 64
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[S]][0, 4] to %[[B]][0, 4] scope cta tile(2, 96) threads 64
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[S]][2, 0] to %[[B]][2, 0] scope cta tile(68, 100) threads 64
// CHECK-NOT:   affine.for
// CHECK:       gpu.return
gpu.func @strips(%a: memref<100x70xf32>, %b: memref<70x100xf32>) workgroup(%s: memref<70x100xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c100 = arith.constant 100 : index
  affine.for %ii = 0 to 100 step 16 {
    affine.for %jj = 0 to 70 step 32 {
      affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0) -> (d0 + 16, 100)>(%ii) {
        affine.for %j = affine_map<(d0) -> (d0)>(%jj) to min affine_map<(d0) -> (d0 + 32, 70)>(%jj) {
          %x = affine.load %a[%i, %j] : memref<100x70xf32>
          affine.store %x, %s[%j, %i] : memref<70x100xf32, 3>
        }
      }
    }
  }
  gpu.barrier
  scf.for %i = %c0 to %c100 step %c100 {
    affine.for %ii = 4 to 100 step 32 {
      affine.for %kk = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0) -> (d0 + 32, 100)>(%ii) step 8 {
        affine.parallel (%r, %k) = (0, %kk) to (2, min(%kk + 8, 100)) step (1, 4) {
          %x = affine.vector_load %s[%r, %k] : memref<70x100xf32, 3>, vector<4xf32>
          affine.vector_store %x, %b[%r, %k] : memref<70x100xf32>, vector<4xf32>
        }
      }
    }
  }
  gpu.barrier
  scf.for %r = %c0 to %c7 step %c1 {
    scf.for %t = %c0 to %c7 step %c1 {
      %rest = affine.apply affine_map<(d0) -> (68 - d0 * 10)>(%r)
      %c10 = arith.constant 10 : index
      %end = arith.minsi %rest, %c10 : index
      scf.for %q = %c0 to %end step %c1 {
        %left = affine.min affine_map<(d0) -> (100 - d0 * 16, 16)>(%t)
        scf.parallel (%i) = (%c0) to (%left) step (%c1) {
          %row = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1 + 2)>(%r, %q)
          %column = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%t, %i)
          %x = memref.load %s[%row, %column] : memref<70x100xf32, 3>
          memref.store %x, %b[%row, %column] : memref<70x100xf32>
        }
      }
    }
  }
  gpu.return
}

func.func @strips_reference(%a: memref<100x70xf32>, %b: memref<70x100xf32>) {
  affine.for %j = 0 to 70 {
    affine.for %i = 4 to 100 {
      %x = affine.load %a[%i, %j] : memref<100x70xf32>
      affine.store %x, %b[%j, %i] : memref<70x100xf32>
    }
  }
  affine.for %j = 2 to 70 {
    affine.for %i = 0 to 4 {
      %x = affine.load %a[%i, %j] : memref<100x70xf32>
      affine.store %x, %b[%j, %i] : memref<70x100xf32>
    }
  }
  return
}

// Copies of views of as many elements as are left, as upstream tiles linalg.copy.

// CHECK-LABEL: gpu.func @views(
// CHECK-SAME:    %[[A:[^:]+]]: memref<50x70xf32>, %[[B:[^:]+]]: memref<50x70xf32>)
// CHECK-SAME:    workgroup(%[[S:[^:]+]] : memref<50x70xf32, 3>
// CHECK:       tl.copy %[[A]] to %[[S]] scope cta tile(50, 70) threads 64 :
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[S]] to %[[B]] scope cta tile(50, 70) threads 64 :
// CHECK-NOT:   memref.copy
gpu.func @views(%a: memref<50x70xf32>, %b: memref<50x70xf32>) workgroup(%s: memref<50x70xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c50 = arith.constant 50 : index
  %c70 = arith.constant 70 : index
  scf.for %i = %c0 to %c50 step %c16 {
    scf.for %j = %c0 to %c70 step %c32 {
      %m = affine.min affine_map<(d0) -> (-d0 + 50, 16)>(%i)
      %n = affine.min affine_map<(d0) -> (-d0 + 70, 32)>(%j)
      %0 = memref.subview %a[%i, %j] [%m, %n] [1, 1] : memref<50x70xf32> to memref<?x?xf32, strided<[70, 1], offset: ?>>
      %1 = memref.subview %s[%i, %j] [%m, %n] [1, 1] : memref<50x70xf32, 3> to memref<?x?xf32, strided<[70, 1], offset: ?>, 3>
      linalg.copy ins(%0 : memref<?x?xf32, strided<[70, 1], offset: ?>>) outs(%1 : memref<?x?xf32, strided<[70, 1], offset: ?>, 3>)
    }
  }
  gpu.barrier
  scf.forall (%i) = (0) to (50) step (7) {
    %m = affine.min affine_map<(d0) -> (-d0 + 50, 7)>(%i)
    %0 = memref.subview %s[%i, 0] [%m, 70] [1, 1] : memref<50x70xf32, 3> to memref<?x70xf32, strided<[70, 1], offset: ?>, 3>
    %1 = memref.subview %b[%i, 0] [%m, 70] [1, 1] : memref<50x70xf32> to memref<?x70xf32, strided<[70, 1], offset: ?>>
    memref.copy %0, %1 : memref<?x70xf32, strided<[70, 1], offset: ?>, 3> to memref<?x70xf32, strided<[70, 1], offset: ?>>
  } {mapping = [#gpu.thread<x>]}
  gpu.return
}

func.func @views_reference(%a: memref<50x70xf32>, %b: memref<50x70xf32>) {
  affine.for %i = 0 to 50 {
    affine.for %j = 0 to 70 {
      %x = affine.load %a[%i, %j] : memref<50x70xf32>
      affine.store %x, %b[%i, %j] : memref<50x70xf32>
    }
  }
  return
}

// An end at run time is a bound of a target in global memory, from 0: where the loop has no
// turn it may be anything below.  It may be anything above, too, and does not wrap.

// CHECK-LABEL: gpu.func @run_time(
// CHECK-SAME:    %[[A:[^:]+]]: memref<64xf32>, %[[B:[^:]+]]: memref<2x64xf32>, %[[N:[^:]+]]: index, %[[M:[^:]+]]: index)
// CHECK:       %[[END:.+]] = arith.maxsi %[[N]], %c0
// CHECK:       %[[E:.+]] = arith.minsi %{{.+}}, %[[END]]
// CHECK-NEXT:  tl.copy %{{.+}} to %[[B]][0, 0] scope cta tile(64) threads 64 bounds(%[[E]]) :
// CHECK:       %[[R:.+]] = arith.addi %c64{{[^ ]*}}, %c-8
// CHECK:       %[[O:.+]] = arith.minsi %[[M]], %[[R]]
// CHECK:       %[[Q:.+]] = arith.maxsi %[[O]], %c-8
// CHECK:       %[[P:.+]] = arith.addi %[[Q]], %c8
// CHECK:       %[[F:.+]] = arith.minsi %{{.+}}, %[[P]]
// CHECK-NEXT:  tl.copy %{{.+}} to %[[B]][1, 8] scope cta tile(16) threads 64 bounds(%[[F]]) :
gpu.func @run_time(%a: memref<64xf32>, %b: memref<2x64xf32>, %n: index, %m: index) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %s[%i] : memref<64xf32, 3>
  }
  affine.for %ii = 0 to 64 step 16 {
    affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%ii)[%n] {
      %x = affine.load %s[%i] : memref<64xf32, 3>
      affine.store %x, %b[0, %i] : memref<2x64xf32>
    }
  }
  %end = arith.minsi %m, %c16 : index
  scf.for %i = %c0 to %end step %c1 {
    %j = affine.apply affine_map<(d0) -> (d0 + 8)>(%i)
    %x = memref.load %s[%j] : memref<64xf32, 3>
    memref.store %x, %b[%c1, %j] : memref<2x64xf32>
  }
  gpu.return
}

func.func @run_time_reference(%a: memref<64xf32>, %b: memref<2x64xf32>, %n: index, %m: index) {
  affine.for %i = 0 to min affine_map<()[s0] -> (64, s0)>()[%n] {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %b[0, %i] : memref<2x64xf32>
  }
  affine.for %i = 0 to min affine_map<()[s0] -> (16, s0)>()[%m] {
    %x = affine.load %a[%i + 8] : memref<64xf32>
    affine.store %x, %b[1, %i + 8] : memref<2x64xf32>
  }
  return
}

// Ends that are not those of the tile: another one in each turn, in steps that may
// go past it, in workgroup memory, where the source starts anywhere, of a
// repetition, and of a loop that moves along another dimension.

// CHECK-LABEL: gpu.func @others(
// CHECK-NOT:   tl.copy
gpu.func @others(%a: memref<128xf32>, %b: memref<8x128xf32>, %n: index) workgroup(%s: memref<128xf32, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  affine.for %i = 0 to 128 {
    %x = affine.load %a[%i] : memref<128xf32>
    %y = arith.negf %x : f32
    affine.store %y, %s[%i] : memref<128xf32, 3>
  }
  // expected-remark @+1 {{'affine.for' op is left. W10: loop 1 has no greatest number of turns}}
  affine.for %ii = 0 to 100 step 10 {
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%ii) {
      %x = affine.load %a[%i] : memref<128xf32>
      affine.store %x, %b[0, %i] : memref<8x128xf32>
    }
  }
  // expected-remark @+1 {{W10: loop 0 does not end where the tile ends along dimension 1 of the target: in each turn of the loops around it, at what these leave, in steps of 1 element where that is known only at run time}}
  affine.for %i = 0 to min affine_map<()[s0] -> (64, s0)>()[%n] step 4 {
    %x = affine.vector_load %s[%i] : memref<128xf32, 3>, vector<4xf32>
    affine.vector_store %x, %b[1, %i] : memref<8x128xf32>, vector<4xf32>
  }
  // expected-remark @+1 {{W4: parts of the target are left out by bounds}}
  affine.for %i = 0 to min affine_map<()[s0] -> (8, s0)>()[%n] {
    %x = affine.load %a[%i] : memref<128xf32>
    affine.store %x, %s[%i] : memref<128xf32, 3>
  }
  // expected-remark @+1 {{W4: 8 elements along dimension 0 of the source are not known to be inside where all are copied}}
  affine.for %i = 0 to min affine_map<()[s0] -> (8, s0)>()[%n] {
    %x = affine.load %s[%i + symbol(%n)] : memref<128xf32, 3>
    affine.store %x, %b[2, %i] : memref<8x128xf32>
  }
  // expected-remark @+1 {{W10: the loops that move along a dimension of the source are not those}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to min affine_map<(d0) -> (8, d0)>(%i) {
      %x = affine.load %a[%i] : memref<128xf32>
      affine.store %x, %b[3, %i] : memref<8x128xf32>
    }
  }
  // expected-remark @+1 {{W10: loop 1 does not end where the tile ends along dimension 1 of the target}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to min affine_map<(d0) -> (8, -d0 + 8)>(%i) {
      %x = affine.load %a[%j] : memref<128xf32>
      affine.store %x, %b[%i, %j] : memref<8x128xf32>
    }
  }
  // expected-remark @+1 {{W10: loop 0 has no turns, so it copies nothing}}
  affine.for %i = 8 to 8 {
    %x = affine.load %a[%i] : memref<128xf32>
    affine.store %x, %b[4, %i] : memref<8x128xf32>
  }
  // expected-remark @+1 {{W10: what a turn does is no copy of elements, or says more of it than where they are}}
  affine.parallel (%i) = (0) to (8) {
    %x = memref.load %a[%i] {nontemporal = true} : memref<128xf32>
    memref.store %x, %s[%i] : memref<128xf32, 3>
  }
  gpu.return
}

// The source is inside of memory also where no turn reads it: from each row that there can
// be, in all of the columns.

// CHECK-LABEL: gpu.func @no_turn(
// CHECK:         tl.copy %{{.+}}[%{{.+}}, 0] to %{{.+}} scope cta tile(16) threads 32 bounds(
// CHECK-NOT:     tl.copy
gpu.func @no_turn(%row: index, %n: index, %b: memref<16xf32>) workgroup(%s: memref<4x16xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c3 = arith.constant 3 : index
  %known = arith.remui %row, %c3 : index
  affine.for %j = 0 to min affine_map<()[s0] -> (16, s0)>()[%n] {
    %x = memref.load %s[%known, %j] : memref<4x16xf32, 3>
    memref.store %x, %b[%j] : memref<16xf32>
  }
  // expected-remark @+1 {{W4: 1 elements along dimension 0 of the source are not known to be inside where all are copied; tl.copy has bounds of the target alone}}
  affine.for %j = 0 to min affine_map<()[s0] -> (16, s0)>()[%n] {
    %x = memref.load %s[%row, %j] : memref<4x16xf32, 3>
    memref.store %x, %b[%j] : memref<16xf32>
  }
  gpu.return
}

// Ends further than numbers of a loop go, on both sides.

// CHECK-LABEL: gpu.func @far_ends(
// CHECK-COUNT-2: tl.copy %{{.+}} to %{{.+}} scope cta tile(16) threads 32 bounds(
gpu.func @far_ends(%n: index, %m: index, %b: memref<2x32xf32>) workgroup(%s: memref<16xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %f = arith.constant 2.5 : f32
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%f : f32) outs(%s : memref<16xf32, 3>)
  linalg.fill ins(%z : f32) outs(%b : memref<2x32xf32>)
  gpu.barrier
  affine.for %j = 0 to min affine_map<()[s0] -> (s0, 16)>()[%n] {
    %x = affine.load %s[%j] : memref<16xf32, 3>
    affine.store %x, %b[0, %j + 3] : memref<2x32xf32>
  }
  affine.for %j = 3 to min affine_map<()[s0] -> (s0, 19)>()[%m] {
    %x = affine.load %s[%j - 3] : memref<16xf32, 3>
    affine.store %x, %b[1, %j - 3] : memref<2x32xf32>
  }
  gpu.return
}

func.func @far_ends_reference(%n: index, %m: index, %b: memref<2x32xf32>) {
  %f = arith.constant 2.5 : f32
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%b : memref<2x32xf32>)
  affine.for %j = 0 to min affine_map<()[s0] -> (s0, 16)>()[%n] {
    affine.store %f, %b[0, %j + 3] : memref<2x32xf32>
  }
  affine.for %j = 3 to min affine_map<()[s0] -> (s0, 19)>()[%m] {
    affine.store %f, %b[1, %j - 3] : memref<2x32xf32>
  }
  return
}

// What is left of loops around each other is said of the outermost, with its reason; where one
// inside of it is a tile, nothing is left.

// CHECK-LABEL: gpu.func @around(
// CHECK:       affine.for
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.for
// CHECK-NOT:   tl.copy
// CHECK:       affine.for
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta tile(16) threads 64 :
gpu.func @around(%b: memref<8x16xf32>, %n: index) workgroup(%s: memref<8x16xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  // expected-remark @+1 {{'affine.for' op is left. W10: loop 1 does not end where the tile ends along dimension 0 of the target}}
  affine.for %q = 0 to 2 {
    affine.for %r = 0 to min affine_map<()[s0] -> (4, s0)>()[%n] {
      affine.for %j = 0 to 16 {
        %x = affine.load %s[%q * 4 + %r, %j] : memref<8x16xf32, 3>
        affine.store %x, %b[%q * 4 + %r, %j] : memref<8x16xf32>
      }
    }
  }
  affine.for %q = 0 to min affine_map<()[s0] -> (4, s0)>()[%n] {
    affine.for %j = 0 to 16 {
      %x = affine.load %s[%q * 2, %j] : memref<8x16xf32, 3>
      affine.store %x, %b[%q * 2, %j] : memref<8x16xf32>
    }
  }
  gpu.return
}
}
