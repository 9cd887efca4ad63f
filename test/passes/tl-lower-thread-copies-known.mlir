// RUN: %tl-opt %s --tl-lower-thread-copies | FileCheck %s

// What is proved to be inside a limit has no branch: of four rows three, where the room is at least 3;

// CHECK-LABEL: func.func @three_of_four
// CHECK-COUNT-3: vector.load
// CHECK:         %[[IN:.*]] = arith.cmpi sgt, %{{.*}}, %c3{{.*}} : index
// CHECK-NEXT:    scf.if %[[IN]] -> (vector<4xf32>) {
// CHECK:           vector.load
// CHECK:         return
func.func @three_of_four(%a: memref<64xf32>, %o: index, %x: index) {
  %m = tl.assume %x range 3 to 100 : index
  %v = tl.thread_load %a[%o] atoms (4) : (16) -> (4) vector 4 of (4) -> (1) within (%m) granule 1 by (0 : 1, 0 : 0) align 16 : memref<64xf32> to vector<16xf32>
  vector.print %v : vector<16xf32>
  return
}

// of two one, where it is at least 1: no branch is around all of them, either.

// CHECK-LABEL: func.func @one_of_two
// CHECK-NOT:     scf.if
// CHECK:         vector.load
// CHECK:         scf.if
// CHECK:           vector.load
// CHECK:         return
func.func @one_of_two(%a: memref<64xf32>, %o: index, %x: index) {
  %m = tl.assume %x range 1 to 100 : index
  %v = tl.thread_load %a[%o] atoms (2) : (16) -> (4) vector 4 of (4) -> (1) within (%m) granule 1 by (0 : 1, 0 : 0) align 16 : memref<64xf32> to vector<8xf32>
  vector.print %v : vector<8xf32>
  return
}

// Of two starts it is what the smaller room leaves.

// CHECK-LABEL: func.func @of_starts
// CHECK-COUNT-2: vector.load
// CHECK:         scf.if
// CHECK:           vector.load
// CHECK:         scf.if
// CHECK:           vector.load
// CHECK:         return
func.func @of_starts(%a: memref<64xf32>, %o: index, %p: index, %x: index, %y: index) {
  %m = tl.assume %x range 1 to 100 : index
  %n = tl.assume %y range 2 to 100 : index
  %v = tl.thread_load %a[%o, %p] slots (0, 8) atoms (2) : (16) -> (4) vector 4 of (4) -> (1) within (%m, %n) granule 1 by (0 : 1, 0 : 0) align 16 : memref<64xf32> to vector<16xf32>
  vector.print %v : vector<16xf32>
  return
}

// A loop moves the room; what is between two bounds has none.

// CHECK-LABEL: func.func @in_a_loop
// CHECK:         scf.for
// CHECK:           scf.if
func.func @in_a_loop(%a: memref<1024xf32>, %b: memref<128xf32, 5>, %o: index, %x: index) {
  %m = tl.assume %x range 8 to 100 : index
  tl.thread_copy %a[%o] to %b atoms (32) : (16) -> (4) vector 4 of (4) -> (1) within (%m) granule 1 by (0 : 1, 0 : 0) align 16 : memref<1024xf32> to memref<128xf32, 5>
  return
}

// CHECK-LABEL: func.func @between
// CHECK-COUNT-2: scf.if
func.func @between(%a: memref<64xf32>, %o: index, %x: index, %e: index) {
  %m = tl.assume %x range 3 to 100 : index
  %v = tl.thread_load %a[%o] atoms (2) : (16) -> (4) vector 4 of (4) -> (1) within (%m) granule 1 extent %e by (0 : 1, 0 : 0) align 16 : memref<64xf32> to vector<8xf32>
  vector.print %v : vector<8xf32>
  return
}
