// RUN: %tl-opt %s --tl-lower-thread-copies | FileCheck %s

// What a load gives for elements outside its limits is read by nobody where stores
// under the same limits are all that follows: then no register is set to zero.
// Stores may have other widths, and more limits.

// CHECK-LABEL: func.func @unseen
// CHECK-NOT:     dense<
// CHECK:         ub.poison : vector<4xf32>
// CHECK-NOT:     dense<
// CHECK:         return
func.func @unseen(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %n: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  tl.thread_store %v to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  tl.thread_store %v to %a[%o] atoms (2, 2) : (8, 2) -> (4, 2) vector 2 of (2) -> (1) within (%n) granule 1 within (%m) granule 4 by (1 : 8, 1 : 2, 1 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// A store under another room, another granule, other coordinates or other slots
// may write them, and so may one without a limit; others read what the load says.

// CHECK-LABEL: func.func @rooms
// CHECK-NOT:     ub.poison
// CHECK:         dense<0.0
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @rooms(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %n: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  tl.thread_store %v to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  tl.thread_store %v to %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%n) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @granules
// CHECK-NOT:     ub.poison
// CHECK:         dense<0.0
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @granules(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %n: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  tl.thread_store %v to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 8 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @coordinates
// CHECK-NOT:     ub.poison
// CHECK:         dense<0.0
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @coordinates(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %n: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  tl.thread_store %v to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 4, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @slots
// CHECK-NOT:     ub.poison
// CHECK:         dense<0.0
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @slots(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %n: index) {
  %v = tl.thread_load %a[%o, %o] slots (0, 4) atoms (2) : (2) -> (2) vector 2 of (2) -> (1) within (%m, %n) granule 2 by (0 : 2, 0 : 1) align 8 : memref<64xf32> to vector<8xf32>
  tl.thread_store %v to %b[%o, %o] slots (4, 0) atoms (2) : (2) -> (2) vector 2 of (2) -> (1) within (%m, %n) granule 2 by (0 : 2, 0 : 1) align 8 : vector<8xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @unlimited
// CHECK-NOT:     ub.poison
// CHECK:         dense<0.0
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @unlimited(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %n: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  tl.thread_store %v to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @read
// CHECK-NOT:     ub.poison
// CHECK:         dense<7.0
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @read(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %n: index) -> vector<8xf32> {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) pad 7.0 : f32 align 16 : memref<64xf32> to vector<8xf32>
  tl.thread_store %v to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return %v : vector<8xf32>
}
