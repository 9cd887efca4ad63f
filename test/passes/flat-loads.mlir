// Rule E28: loads under a limit that they ask in turn have a branch each, unless what is made of
// them is stored under the same bound.
// RUN: tl-opt %s --tl-lower-thread-copies | FileCheck %s
// RUN: tl-sim %s --verify-lowering --kernel=kernel --arg=2:scalar=9 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=kernel --arg=2:scalar=-3 | FileCheck %s --check-prefix=SAME
// SAME: equivalent

!m = memref<64xf32>
!v = vector<8xf32>

// CHECK-LABEL: func.func @apart(
// CHECK:         scf.if %{{.+}} -> (vector<4xf32>) {
// CHECK-NOT:       scf.if
// CHECK:         } else {
// CHECK-NOT:       scf.if
// CHECK:         }
// CHECK-NEXT:    {{.*}}constant 8
// CHECK:         scf.if %{{.+}} -> (vector<4xf32>) {
// CHECK:         return
func.func @apart(%a: !m, %o: index, %m: index) -> !v {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : !m to !v
  return %v : !v
}

// Of another bound.

// CHECK-LABEL: func.func @of_another(
// CHECK:         scf.if %{{.+}} -> (vector<4xf32>) {
// CHECK-NOT:       scf.if
// CHECK:         } else {
// CHECK:         scf.if %{{.+}} -> (vector<4xf32>) {
// CHECK:         return
func.func @of_another(%a: !m, %b: !m, %o: index, %m: index, %n: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : !m to !v
  tl.thread_store %v to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%n) granule 4 by (0 : 8, 0 : 1) align 16 : !v to !m
  return
}

// Of the same one, through what is computed of it and less a number.

// CHECK-LABEL: func.func @stored(
// CHECK:         scf.if %{{.+}} -> (vector<4xf32>, vector<4xf32>) {
// CHECK:           vector.load
// CHECK:           scf.if
// CHECK:             vector.load
// CHECK:         return
func.func @stored(%a: !m, %b: !m, %o: index, %m: i32) -> !v {
  %c1 = arith.constant 1 : i32
  %room = arith.index_cast %m : i32 to index
  %less = arith.subi %m, %c1 overflow<nsw> : i32
  %other = arith.index_cast %less : i32 to index
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%room) granule 4 by (0 : 8, 0 : 1) align 16 : !m to !v
  %w = arith.negf %v : !v
  %x = arith.mulf %w, %w : !v
  tl.thread_store %x to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%other) granule 1 by (0 : 8, 0 : 1) align 16 : !v to !m
  return %v : !v
}

// Not through what may be of another lane.

// CHECK-LABEL: func.func @passed_on(
// CHECK:         scf.if %{{.+}} -> (vector<4xf32>) {
// CHECK:         scf.if %{{.+}} -> (vector<4xf32>) {
// CHECK:         llvm.freeze
// CHECK:         return
func.func @passed_on(%a: !m, %b: !m, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : !m to !v
  %e = vector.extract %v[0] : f32 from !v
  %f = llvm.freeze %e : f32
  %w = vector.broadcast %f : f32 to !v
  tl.thread_store %w to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : !v to !m
  return
}

// One access that a limit cuts is asked for as a whole.

// CHECK-LABEL: func.func @cut(
// CHECK-NOT:     scf.if
// CHECK:         %[[WHOLE:.+]] = arith.cmpi sgt, %{{.+}}, %c3
// CHECK-NEXT:    scf.if %[[WHOLE]] -> (vector<4xf32>) {
// CHECK:         return
func.func @cut(%a: !m, %o: index, %m: index) -> vector<4xf32> {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 1 by (0 : 1) align 16 : !m to vector<4xf32>
  return %v : vector<4xf32>
}

// All accesses ask the same: one branch.

// CHECK-LABEL: func.func @one(
// CHECK:         scf.if %{{.+}} -> (vector<4xf32>, vector<4xf32>) {
// CHECK:         return
func.func @one(%a: !m, %o: index, %m: index) -> !v {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 8 by (0 : 0, 0 : 1) align 16 : !m to !v
  return %v : !v
}

// One access under limits of both kinds, of which something is computed: one branch, and not one
// that others of the same bound join.

// CHECK-LABEL: func.func @lower(
// CHECK:         arith.andi
// CHECK:         scf.if %{{.+}} -> (vector<4xf32>) {
// CHECK-NOT:       scf.if
// CHECK:         return
func.func @lower(%a: !m, %o: index, %m: index, %n: index, %e: index) -> vector<4xf32> {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 within (%n) granule 1 extent %e by (0 : 1) align 16 : !m to vector<4xf32>
  %w = arith.negf %v : vector<4xf32>
  return %w : vector<4xf32>
}

// What is only stored has the limit that others ask, too, outside.

// CHECK-LABEL: func.func @lower_stored(
// CHECK:         scf.if
// CHECK:           scf.if
// CHECK:             vector.load
// CHECK:         vector.store
// CHECK:         return
func.func @lower_stored(%a: !m, %b: !m, %o: index, %m: index, %n: index, %e: index) {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 within (%n) granule 1 extent %e by (0 : 1) align 16 : !m to vector<4xf32>
  tl.thread_store %v to %b[%o] atoms () : () -> () vector 4 of (4) -> (1) align 16 : vector<4xf32> to !m
  return
}

// So have several accesses.

// CHECK-LABEL: func.func @lower_rows(
// CHECK:         scf.if %{{.+}} -> (vector<4xf32>, vector<4xf32>) {
// CHECK:           scf.if
// CHECK:             vector.load
// CHECK:           scf.if
// CHECK:             vector.load
// CHECK:         return
func.func @lower_rows(%a: !m, %o: index, %m: index, %n: index, %e: index) -> !v {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 within (%n) granule 1 extent %e by (1 : 1, 0 : 1) align 16 : !m to !v
  %w = arith.negf %v : !v
  return %w : !v
}

#rows = #tl.register<local(4, 1).spatial(8, 4).local(1, 4)>
gpu.module @kernels {
  gpu.func @kernel(%A: memref<32x16xf32> {llvm.align = 16 : i64}, %B: memref<32x16xf32>, %m: i32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #rows scope warp bounds(%m : i32, 16) : memref<32x16xf32> to vector<4x4xf32>
    %w = arith.negf %v : vector<4x4xf32>
    tl.store %w as #rows to %B[0, 0] scope warp : vector<4x4xf32> to memref<32x16xf32>
    gpu.return
  }
}
