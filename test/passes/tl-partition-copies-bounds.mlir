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
// CHECK:         %[[LANE:.+]] = arith.index_cast %{{.+}} : index to i32
// CHECK:         %[[C24:.+]] = arith.constant 24 : index
// CHECK:         %[[END:.+]] = arith.index_cast %[[C24]] : index to i32
// CHECK:         %[[LEFT:.+]] = arith.subi %[[END]], %[[LANE]] overflow<nsw> : i32
// CHECK:         %[[ROOM:.+]] = arith.index_cast %[[LEFT]] : i32 to index
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

// Where 32 bits hold bound and coordinates, rooms are computed in them, whatever the
// offsets take: of origins that are multiples of 32 the last tile of 32 ends there.
// Of others it does not, and bounds without an end are compared in 64.  What is counted
// from a lower bound has 32 wherever origin and bound have: what wraps around is outside.

// CHECK-LABEL: func.func @narrow_rooms
// CHECK-SAME:      %[[BOUND:[a-z0-9]+]]: i32, %{{[a-z0-9]+}}: index)
// CHECK:         %[[ROW:.+]] = arith.index_cast %{{.+}} : index to i32
// CHECK:         %[[LEFT:.+]] = arith.subi %[[BOUND]], %[[ROW]] overflow<nsw> : i32
// CHECK:         %[[ROOM:.+]] = arith.index_cast %[[LEFT]] : i32 to index
// CHECK:         tl.thread_load {{.*}} within (%[[ROOM]])
// CHECK-NOT:     arith.subi {{.*}} : i32
// CHECK-COUNT-2: tl.thread_load
// CHECK:         %[[ABOVE:.+]] = arith.subi %[[ROW]], %{{.+}} : i32
// CHECK:         %[[FIRST:.+]] = arith.index_cast %[[ABOVE]] : i32 to index
// CHECK:         %[[LENGTH:.+]] = arith.maxsi %{{.+}} : i32
// CHECK:         %[[EXTENT:.+]] = arith.index_cast %[[LENGTH]] : i32 to index
// CHECK:         tl.thread_load {{.*}} within (%[[FIRST]]) granule 1 extent %[[EXTENT]]
func.func @narrow_rooms(%m: memref<4096x8xf16> {llvm.align = 16 : i64}, %i: i32, %end: i32, %any: index) -> (vector<8xf16>, vector<8xf16>, vector<8xf16>, vector<8xf16>) {
  %c32 = arith.constant 32 : i32
  %row = arith.muli %i, %c32 : i32
  %v = tl.load %m[%row : i32, 0] as #row scope warp bounds(%end : i32, 8) : memref<4096x8xf16> to vector<8xf16>
  %w = tl.load %m[%i : i32, 0] as #row scope warp bounds(%end : i32, 8) : memref<4096x8xf16> to vector<8xf16>
  %x = tl.load %m[%row : i32, 0] as #row scope warp bounds(%any, 8) : memref<4096x8xf16> to vector<8xf16>
  %y = tl.load %m[%row : i32, 0] as #row scope warp bounds(%end : i32, 8) from(1, 0) : memref<4096x8xf16> to vector<8xf16>
  return %v, %w, %x, %y : vector<8xf16>, vector<8xf16>, vector<8xf16>, vector<8xf16>
}

// An origin in front of the memory is as many elements past a multiple of the
// alignment as its rest from below: -9 = 3 - 3 * 4.

// CHECK-LABEL: func.func @before
// CHECK:         tl.thread_load %{{.*}}[%c-9] {{.*}} align 16 phase 3 :
// LOW-LABEL:   func.func @before
func.func @before(%m: memref<16xi32> {llvm.align = 16 : i64}, %lower: index) -> vector<4xi32> {
  %v = tl.load %m[-9] as #tl.register<local(4)> scope thread bounds(10) from(%lower) {pad = 3 : i32} : memref<16xi32> to vector<4xi32>
  return %v : vector<4xi32>
}
