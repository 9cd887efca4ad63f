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

// Nobody reads them either in what is made of them element by element, any number
// of times.

// CHECK-LABEL: func.func @elementwise
// CHECK-NOT:     dense<0.0
// CHECK:         ub.poison : vector<4xf16>
// CHECK-NOT:     ub.poison
// CHECK-NOT:     dense<0.0
// CHECK:         return
func.func @elementwise(%a: memref<64xf16>, %b: memref<64xf16>, %o: index, %m: index) {
  %limit = arith.constant dense<4.0> : vector<8xf32>
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf16> to vector<8xf16>
  %w = tl.thread_load %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf16> to vector<8xf16>
  %x = arith.extf %v : vector<8xf16> to vector<8xf32>
  %y = arith.extf %w : vector<8xf16> to vector<8xf32>
  %product = arith.mulf %x, %y : vector<8xf32>
  %square = vector.fma %product, %product, %y : vector<8xf32>
  %root = math.sqrt %square : vector<8xf32>
  %is = arith.cmpf olt, %root, %limit : vector<8xf32>
  %least = arith.select %is, %root, %product : vector<8xi1>, vector<8xf32>
  %z = arith.truncf %least : vector<8xf32> to vector<8xf16>
  tl.thread_store %z to %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf16> to memref<64xf16>
  return
}

// A division by what may be anything is not defined, nor is a branch on it, which
// functions of math have; a sum of all elements is read as a whole, and so are words.

// CHECK-LABEL: func.func @division
// CHECK-NOT:     ub.poison
// CHECK:         dense<1>
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @division(%a: memref<64xi32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) pad 1 : i32 align 16 : memref<64xi32> to vector<8xi32>
  %one = arith.constant dense<2> : vector<8xi32>
  %w = arith.addi %v, %one : vector<8xi32>
  %x = arith.divui %v, %w : vector<8xi32>
  tl.thread_store %x to %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xi32> to memref<64xi32>
  return
}

// CHECK-LABEL: func.func @branch
// CHECK-NOT:     ub.poison
// CHECK:         dense<0.0
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @branch(%a: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  %w = math.tanh %v : vector<8xf32>
  tl.thread_store %w to %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @long
// CHECK-NOT:     ub.poison
// CHECK:         dense<0.0
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @long(%a: memref<64xf64>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 2 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf64> to vector<8xf64>
  %w = math.exp2 %v : vector<8xf64>
  tl.thread_store %w to %a[%o] atoms (2) : (8) -> (4) vector 2 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf64> to memref<64xf64>
  return
}

// CHECK-LABEL: func.func @sum
// CHECK-NOT:     ub.poison
// CHECK:         dense<0.0
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @sum(%a: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  %w = arith.mulf %v, %v : vector<8xf32>
  %s = vector.reduction <add>, %w : vector<8xf32> into f32
  %all = vector.broadcast %s : f32 to vector<8xf32>
  %x = arith.subf %v, %all : vector<8xf32>
  tl.thread_store %x to %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @places
// CHECK-NOT:     ub.poison
// CHECK:         dense<0.0
// CHECK-NOT:     ub.poison
// CHECK:         return
func.func @places(%a: memref<64xf16>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (2) vector 2 of (2) -> (1) within (%m) granule 2 by (0 : 8, 0 : 1) align 4 : memref<64xf16> to vector<4xf16>
  %bits = vector.bitcast %v : vector<4xf16> to vector<2xi32>
  %b0 = vector.extract %bits[0] : i32 from vector<2xi32>
  %b1 = vector.extract %bits[1] : i32 from vector<2xi32>
  %h0 = llvm.inline_asm has_side_effects "", "=r,0" %b0 : (i32) -> i32
  %h1 = llvm.inline_asm has_side_effects "", "=r,0" %b1 : (i32) -> i32
  %words = vector.from_elements %h1, %h0 : vector<2xi32>
  %turned = vector.bitcast %words : vector<2xi32> to vector<4xf16>
  tl.thread_store %turned to %a[%o] atoms (2) : (8) -> (2) vector 2 of (2) -> (1) within (%m) granule 2 by (0 : 8, 0 : 1) align 4 : vector<4xf16> to memref<64xf16>
  return
}
