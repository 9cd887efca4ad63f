// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=LOW

#row = #tl.register<spatial(32, 1).local(1, 8)>

// A tile that ends inside its bounds has no limits.

// CHECK-LABEL: func.func @inside
// CHECK:         tl.thread_load {{.*}} atoms (8) : (1) -> (1) align 16
func.func @inside(%m: memref<64x64xf16> {llvm.align = 16 : i64}) -> vector<8xf16> {
  %v = tl.load %m[8, 8] as #row scope warp bounds(40, 16) : memref<64x64xf16> to vector<8xf16>
  return %v : vector<8xf16>
}

// One that is cut: rows 40 - 16 = 24 of 32 exist; the room is that of a thread.

// CHECK-LABEL: func.func @rows
// CHECK:         %[[C24:.+]] = arith.constant 24 : index
// CHECK:         %[[ROOM:.+]] = arith.subi %[[C24]], %{{.+}} overflow<nsw> : index
// CHECK:         tl.thread_load {{.*}} atoms (8) : (1) -> (1) within (%[[ROOM]]) granule 1 by (0 : 0) pad 1.000000e+00 : f16 align 16
// LOW-LABEL:   func.func @rows
// LOW:           %[[IN:.+]] = arith.cmpi sgt, %{{.+}}, %{{.+}} : index
// LOW:           scf.if %[[IN]] -> (vector<8xf16>) {
// LOW:             vector.load {{.*}} {alignment = 16 : i64}
// LOW:           } else {
// LOW:             arith.constant dense<1.000000e+00> : vector<8xf16>
func.func @rows(%m: memref<64x64xf16> {llvm.align = 16 : i64}) -> vector<8xf16> {
  %v = tl.load %m[16, 8] as #row scope warp bounds(40, 16) {pad = 1.0 : f16} : memref<64x64xf16> to vector<8xf16>
  return %v : vector<8xf16>
}

// A bound may cut a vector: then it moves as a whole, or in pieces that it does
// not cut; here 2 divides the bound.

// CHECK-LABEL: func.func @columns
// CHECK:         tl.thread_store {{.*}} atoms (8) : (1) -> (1) within (%{{.+}}) granule 2 by (0 : 1) align 16
// LOW-LABEL:   func.func @columns
// LOW:           scf.if
// LOW:             vector.store {{.*}} vector<8xf16>
// LOW:           } else {
// LOW-COUNT-4:     vector.store {{.*}} {alignment = 4 : i64} {{.*}} vector<2xf16>
// LOW-NOT:         store
// LOW:           return
func.func @columns(%m: memref<64x64xf16> {llvm.align = 16 : i64}, %v: vector<8xf16>, %half: index) {
  %c2 = arith.constant 2 : index
  %n = arith.muli %half, %c2 overflow<nsw> : index
  tl.store %v as #row to %m scope warp bounds(64, %n) : vector<8xf16> to memref<64x64xf16>
  return
}

// A pitch known only at run time, with a divisor that is proved, and without.

// CHECK-LABEL: func.func @pitch
// CHECK:         tl.thread_load {{.*}} atoms (4, 8) : (32 * %{{.+}} div 8, 1) -> (8, 1) align 16
// CHECK:         tl.thread_load {{.*}} atoms (4, 8) : (32 * %{{.+}} div 1, 1) -> (8, 1) align 2
func.func @pitch(%m: memref<8192xf16> {llvm.align = 16 : i64}, %eighth: index, %any: index) -> (vector<32xf16>, vector<32xf16>) {
  %c8 = arith.constant 8 : index
  %p = arith.muli %eighth, %c8 overflow<nsw> : index
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [128, 8], strides: [%p, 1] : memref<8192xf16> to memref<128x8xf16, strided<[?, 1]>>
  %b = memref.reinterpret_cast %m to offset: [0], sizes: [128, 8], strides: [%any, 1] : memref<8192xf16> to memref<128x8xf16, strided<[?, 1]>>
  %v = tl.load %a as #tl.register<local(4, 1).spatial(32, 1).local(1, 8)> scope warp : memref<128x8xf16, strided<[?, 1]>> to vector<32xf16>
  %w = tl.load %b as #tl.register<local(4, 1).spatial(32, 1).local(1, 8)> scope warp : memref<128x8xf16, strided<[?, 1]>> to vector<32xf16>
  return %v, %w : vector<32xf16>, vector<32xf16>
}
