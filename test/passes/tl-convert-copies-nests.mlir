// RUN: tl-opt %s --tl-convert-copies --mlir-print-local-scope --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tl-opt %s --tl-convert-copies -o %t.1 2> /dev/null && tl-opt %t.1 --tl-convert-copies -o %t.2 && diff %t.1 %t.2

// Loops that copy part by part are taken whole.  Before by one thread where
// others would write what it has written.

// RUN: tl-sim %s --kernel=threads --block=1 --checksum | grep checksum > %t.before
// RUN: tl-sim %s --kernel=loops --arg=3:scalar=2 --checksum | grep checksum >> %t.before
// RUN: tl-sim %s --kernel=first_thread --block=64 --checksum | grep checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=threads --checksum | grep checksum > %t.after
// RUN: tl-sim %t.mlir --kernel=loops --arg=3:scalar=2 --checksum | grep checksum >> %t.after
// RUN: tl-sim %t.mlir --kernel=first_thread --checksum | grep checksum >> %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=threads --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=loops --arg=3:scalar=2 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// LOWERED: equivalent

gpu.module @kernels {

// Parts of 1 x 4, of 8 x 4 as upstream maps copies to threads, and vectors of 4.

// CHECK-LABEL: gpu.func @threads(
// CHECK-SAME:    %[[A:[^:]+]]: memref<64x64xf32>, %[[B:[^:]+]]: memref<64x64xf32>)
// CHECK-SAME:    workgroup(%[[S:[^:]+]] : memref<64x64xf32, 3>
// CHECK:       gpu.barrier
// CHECK-NEXT:  tl.copy %[[A]] to %[[S]] scope cta tile(64, 64) threads 64 :
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[S]] to %[[B]] scope cta tile(64, 64) threads 64 :
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[A]][8, 16] to %[[S]][4, 16] scope cta tile(2, 32) threads 64 :
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[S]][4, 0] to %[[B]][4, 0] scope cta tile(2, 64) threads 64
// CHECK-NOT:   scf.forall
gpu.func @threads(%a: memref<64x64xf32>, %b: memref<64x64xf32>) workgroup(%s: memref<64x64xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  scf.forall (%i, %j) in (64, 16) {
    %c = affine.apply affine_map<(d0) -> (d0 * 4)>(%j)
    %0 = memref.subview %a[%i, %c] [1, 4] [1, 1] : memref<64x64xf32> to memref<4xf32, strided<[1], offset: ?>>
    %1 = memref.subview %s[%i, %c] [1, 4] [1, 1] : memref<64x64xf32, 3> to memref<4xf32, strided<[1], offset: ?>, 3>
    memref.copy %0, %1 : memref<4xf32, strided<[1], offset: ?>> to memref<4xf32, strided<[1], offset: ?>, 3>
  } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
  gpu.barrier
  scf.forall (%i, %j) in (8, 16) {
    %r = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
    %c = affine.apply affine_map<(d0) -> (d0 * 4)>(%j)
    %0 = memref.subview %s[%r, %c] [8, 4] [1, 1] : memref<64x64xf32, 3> to memref<8x4xf32, strided<[64, 1], offset: ?>, 3>
    %1 = memref.subview %b[%r, %c] [8, 4] [1, 1] : memref<64x64xf32> to memref<8x4xf32, strided<[64, 1], offset: ?>>
    linalg.copy ins(%0 : memref<8x4xf32, strided<[64, 1], offset: ?>, 3>) outs(%1 : memref<8x4xf32, strided<[64, 1], offset: ?>>)
    memref.copy %1, %1 : memref<8x4xf32, strided<[64, 1], offset: ?>> to memref<8x4xf32, strided<[64, 1], offset: ?>>
  } {mapping = [#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>]}
  gpu.barrier
  scf.forall (%i, %j) = (2, 4) to (4, 12) step (1, 1) {
    %c = arith.muli %j, %c4 : index
    %r = affine.apply affine_map<(d0) -> (d0 + 6)>(%i)
    %q = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
    %v = vector.transfer_read %a[%r, %c], %zero {in_bounds = [true]} : memref<64x64xf32>, vector<4xf32>
    vector.transfer_write %v, %s[%q, %c] {in_bounds = [true]} : vector<4xf32>, memref<64x64xf32, 3>
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  gpu.barrier
  scf.forall (%i, %j) = (4, 0) to (6, 64) step (1, 4) {
    %v = vector.load %s[%i, %j] : memref<64x64xf32, 3>, vector<4xf32>
    vector.store %v, %b[%i, %j] : memref<64x64xf32>, vector<4xf32>
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  gpu.return
}

// Elements that are loaded and stored: a transpose, a slice at an origin of the
// block, a row for all, and an extent that no loop moves along.

// CHECK-LABEL: gpu.func @loops(
// CHECK-SAME:    %[[A:[^:]+]]: memref<4x32x48xf16>, %[[B:[^:]+]]: memref<48x32xf16>, %[[C:[^:]+]]: memref<16x32xf16>, %[[N:[^:]+]]: index)
// CHECK-SAME:    workgroup(%[[S:[^:]+]] : memref<48x32xf16, 3>, %[[R:[^:]+]] : memref<16x32xf16, 3>)
// CHECK:       %[[T:.+]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [4, 48, 32], strides: [1536, 1, 48]
// CHECK-NEXT:  tl.copy %[[T]][%[[N]], 0, 0] to %[[S]] scope cta tile(48, 32) threads 64
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[S]] to %[[B]] scope cta tile(48, 32) threads 64
// CHECK-NEXT:  gpu.barrier
// CHECK:       %[[O:.+]] = arith.muli %[[N]], %c16
// CHECK-NEXT:  %[[V:.+]] = memref.reinterpret_cast %[[B]] to offset: [0], sizes: [48, 16, 32], strides: [32, 0, 1]
// CHECK:       %[[P:.+]] = arith.addi %[[O]], %c3
// CHECK-NEXT:  tl.copy %[[V]][%[[P]], 0, 0] to %[[R]] scope cta tile(16, 32) threads 64
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[R]] to %[[C]] scope cta tile(16, 32) threads 64
gpu.func @loops(%a: memref<4x32x48xf16>, %b: memref<48x32xf16>, %c: memref<16x32xf16>, %n: index)
    workgroup(%s: memref<48x32xf16, 3>, %r: memref<16x32xf16, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c48) step (%c1, %c1) {
    %x = memref.load %a[%n, %i, %j] : memref<4x32x48xf16>
    memref.store %x, %s[%j, %i] : memref<48x32xf16, 3>
  }
  gpu.barrier
  scf.for %i = %c0 to %c48 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      %x = memref.load %s[%i, %j] : memref<48x32xf16, 3>
      memref.store %x, %b[%i, %j] : memref<48x32xf16>
    }
  }
  gpu.barrier
  %o = arith.muli %n, %c16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %p = arith.addi %o, %c3 : index
    scf.parallel (%j) = (%c0) to (%c32) step (%c1) {
      %x = memref.load %b[%p, %j] : memref<48x32xf16>
      memref.store %x, %r[%i, %j] : memref<16x32xf16, 3>
    }
  }
  gpu.barrier
  scf.parallel (%i, %j) = (%c0, %c0) to (%c16, %c32) step (%c1, %c1) {
    %x = memref.load %r[%i, %j] : memref<16x32xf16, 3>
    memref.store %x, %c[%i, %j] : memref<16x32xf16>
  }
  gpu.return
}

// CHECK-LABEL: gpu.func @first_thread(
// CHECK:       tl.copy %{{.+}} to %{{.+}} scope cta tile(64) threads 64
// CHECK-NOT:   scf.if
gpu.func @first_thread(%a: memref<64xf32>, %b: memref<64xf32>) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x
  %x = memref.load %a[%t] : memref<64xf32>
  memref.store %x, %s[%t] : memref<64xf32, 3>
  gpu.barrier
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    scf.for %i = %c0 to %c64 step %c1 {
      %y = memref.load %s[%i] : memref<64xf32, 3>
      memref.store %y, %b[%i] : memref<64xf32>
    }
  }
  gpu.return
}

// W10: what is no tile has a reason: gaps, a part twice, one loop along two dimensions,
// extents known only at run time.  What is no copy, computed values and other
// elements, and what a thread does for itself stay without a word.

// CHECK-LABEL: gpu.func @others(
// CHECK-NOT:   tl.copy
gpu.func @others(%a: memref<64x64xf32>, %h: memref<64x64xf16>, %s: memref<64x64xf32, 3>, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x
  // expected-remark @+1 {{'scf.parallel' op is left. W10: loop 1 moves by 2 along dimension 1 of the source, where what is inside of it copies 1; a tile has parts without gaps, none of them twice}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c64, %c64) step (%c1, %c2) {
    %x = memref.load %a[%i, %j] : memref<64x64xf32>
    memref.store %x, %s[%i, %j] : memref<64x64xf32, 3>
  }
  // expected-remark @+1 {{W10: loop 0 moves along two dimensions of the source; a tile has one for each}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c32, %c32) step (%c1, %c1) {
    %k = arith.addi %i, %j : index
    %x = memref.load %a[%i, %k] : memref<64x64xf32>
    memref.store %x, %s[%i, %k] : memref<64x64xf32, 3>
  }
  // expected-remark @+1 {{W10: loop 0 moves along two dimensions of the source}}
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %x = memref.load %a[%i, %i] : memref<64x64xf32>
    memref.store %x, %s[%c0, %i] : memref<64x64xf32, 3>
  }
  // expected-remark @+1 {{W10: the loops that move along a dimension of the source are not those that move as far along one dimension of the target; a tile has the same dimensions on both sides, in any order}}
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %x = memref.load %a[%c0, %i] : memref<64x64xf32>
    memref.store %x, %s[%c0, %c0] : memref<64x64xf32, 3>
  }
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %x = memref.load %a[%c0, %i] : memref<64x64xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %s[%c0, %i] : memref<64x64xf32, 3>
  }
  // expected-remark @+1 {{W10: loop 0 has no greatest number of turns; a tile has a loop from one number to another, or to the smallest of numbers and of what is left of a loop around it}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = memref.load %a[%c0, %i] : memref<64x64xf32>
    memref.store %x, %s[%c0, %i] : memref<64x64xf32, 3>
  }
  scf.for %i = %c0 to %c64 step %c1 {
    %x = memref.load %a[%t, %i] : memref<64x64xf32>
    memref.store %x, %s[%t, %i] : memref<64x64xf32, 3>
  }
  %second = arith.cmpi eq, %t, %c1 : index
  scf.if %second {
    scf.for %i = %c0 to %c64 step %c1 {
      %x = memref.load %a[%c0, %i] : memref<64x64xf32>
      memref.store %x, %s[%c0, %i] : memref<64x64xf32, 3>
    }
  }
  scf.forall (%i) in (64) {
    %x = memref.subview %h[%i, 0] [1, 64] [1, 1] : memref<64x64xf16> to memref<64xf16, strided<[1], offset: ?>>
    %y = memref.subview %s[%i, 0] [1, 64] [1, 1] : memref<64x64xf32, 3> to memref<64xf32, strided<[1], offset: ?>, 3>
    linalg.copy ins(%x : memref<64xf16, strided<[1], offset: ?>>) outs(%y : memref<64xf32, strided<[1], offset: ?>, 3>)
  }
  // The tile leaves the memory in its last turn.
  // expected-remark @+1 {{'scf.forall' op is left. W3: 65 elements at 0 leave dimension 0 of the source}}
  scf.forall (%i) in (65) {
    %x = memref.load %a[%i, %c0] : memref<64x64xf32>
    memref.store %x, %s[%i, %c0] : memref<64x64xf32, 3>
  } {mapping = [#gpu.thread<x>]}
  gpu.return
}
}
