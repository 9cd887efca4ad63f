// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: %tl-opt %s --tl-partition-copies --cse | FileCheck %s --check-prefix=WORDS

#row = #tl.register<spatial(32, 1).local(1, 8)>

// A static origin, and one that an arith.constant gives, are part of the offset
// and of the alignment and the phase.

// CHECK-LABEL: func.func @static
// CHECK:         arith.constant 516 : index
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         arith.constant 514 : index
// CHECK:         tl.thread_load {{.*}} align 16 phase 2
func.func @static(%m: memref<64x64xf32> {llvm.align = 16 : i64}) {
  %0 = tl.load %m[8, 4] as #row scope warp : memref<64x64xf32> to vector<8xf32>
  %c8 = arith.constant 8 : index
  %1 = tl.load %m[%c8, 2] as #row scope warp : memref<64x64xf32> to vector<8xf32>
  return
}

// A value known only at run time: rows are aligned anyway, columns as far as the
// divisibility says.

// CHECK-LABEL: func.func @dynamic
// CHECK-SAME:    %[[I:[a-z0-9]+]]: index, %[[J:[a-z0-9]+]]: index
// CHECK:         %[[ROW:.*]] = arith.addi %[[I]], %{{.*}} overflow<nsw>
// CHECK:         arith.muli %[[ROW]], %{{.*}} overflow<nsw>
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4
// CHECK:         tl.thread_load {{.*}} align 8
func.func @dynamic(%m: memref<64x64xf32> {llvm.align = 16 : i64}, %i: index, %j: index) {
  %0 = tl.load %m[%i, 0] as #row scope warp : memref<64x64xf32> to vector<8xf32>
  %1 = tl.load %m[%i, %j] as #row scope warp : memref<64x64xf32> to vector<8xf32>
  %2 = tl.load %m[%i, %j] as #row scope warp {divisibility = array<i64: 1, 2>} : memref<64x64xf32> to vector<8xf32>
  return
}

// In a layout of panels, 64 columns wide, an origin that is a multiple of 8
// stays inside a panel; the panel number is its own digit.

// CHECK-LABEL: func.func @panels
// CHECK-SAME:    %[[J:[a-z0-9]+]]: index
// CHECK-DAG:     %[[INSIDE:.*]] = arith.andi %[[J]], %{{.*}} : index
// CHECK-DAG:     %[[PANEL:.*]] = arith.shrui %[[J]], %{{.*}} : index
// CHECK:         tl.thread_load {{.*}} atoms (8) : (1) -> (1) swizzle (3, 3, 3) bits {{[0-9]+}} align 16
func.func @panels(%m: memref<4096xf16, 3>, %j: index) {
  %0 = tl.load %m[0, %j] layout #tl.shared<row_major_swizzle([32, 128], nbytes = 2)> as #row scope warp {alignment = 16 : i64, divisibility = array<i64: 1, 8>} : memref<4096xf16, 3> to vector<8xf16>
  return
}

// One row of a memref whose number of rows is known only at run time: the stride
// of the row counts although the tile has extent 1 there.

// CHECK-LABEL: func.func @one_row
// CHECK-SAME:    %[[I:[a-z0-9]+]]: index
// CHECK:         %[[ROW:.*]] = arith.muli %[[I]], %{{.*}} overflow<nsw>
// CHECK:         tl.thread_load %{{.*}}[%[[ROW]]]
// CHECK:         %[[C24:.*]] = arith.constant 24 : index
// CHECK:         tl.thread_load %{{.*}}[%[[C24]]]
func.func @one_row(%m: memref<?x8xi32>, %i: index) {
  %0 = tl.load %m[%i, 0] as #tl.register<local(1, 8)> scope thread : memref<?x8xi32> to vector<8xi32>
  %c3 = arith.constant 3 : index
  %1 = tl.load %m[%c3, 0] as #tl.register<local(1, 8)> scope thread : memref<?x8xi32> to vector<8xi32>
  return
}

// The constant of an origin is a number of the offset: where between aligned
// elements the tile starts, and, of multiples of a swizzle's period, what is added
// last, so that rows at several constants have their swizzled part in common.

// CHECK-LABEL: func.func @residue
// CHECK-SAME:    %[[I:[a-z0-9]+]]: index
// CHECK:         %[[ROW:.*]] = arith.andi %[[I]]
// CHECK:         %[[FIRST:.*]] = arith.addi %{{.*}}, %{{.*}} overflow<nsw>
// CHECK:         tl.thread_load %{{.*}}[%[[FIRST]]] atoms (31) : (1) -> (1) align 16 phase 1
func.func @residue(%m: memref<128xi8> {llvm.align = 16 : i64}, %i: index) {
  %c1 = arith.constant 1 : index
  %c96 = arith.constant 96 : index
  %row = arith.andi %i, %c96 : index
  %first = arith.addi %c1, %row : index
  %0 = tl.load %m[%first] as #tl.register<local(31)> scope thread : memref<128xi8> to vector<31xi8>
  return
}

// CHECK-LABEL: func.func @periods
// CHECK:         arith.shrui
// CHECK:         %[[OFFSET:.*]] = arith.addi
// CHECK:         tl.thread_load %{{.*}}[%[[OFFSET]]]
// CHECK-NOT:     arith.{{shrui|addi}}
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [3072]
// CHECK:         tl.thread_load %{{.*}}[%[[OFFSET]]]
// A row that is none of a period is swizzled on its own.
// CHECK:         arith.shrui
// CHECK:         tl.thread_load
func.func @periods(%m: memref<4096xf16, 3>, %i: index) {
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %r0 = arith.andi %i, %c7 : index
  %r1 = arith.addi %r0, %c16 : index
  %r2 = arith.addi %r1, %c32 : index
  %r3 = arith.addi %r0, %c4 : index
  %0 = tl.load %m[%r0, 0] layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<local(1, 8)> scope thread : memref<4096xf16, 3> to vector<8xf16>
  %1 = tl.load %m[%r2, 0] layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<local(1, 8)> scope thread : memref<4096xf16, 3> to vector<8xf16>
  %2 = tl.load %m[%r3, 0] layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<local(1, 8)> scope thread : memref<4096xf16, 3> to vector<8xf16>
  return
}

// So is that of an integer that the origin is an index of.

// WORDS-LABEL: func.func @words
// WORDS:         arith.shrui
// WORDS:         %[[OFFSET:.*]] = arith.addi
// WORDS:         tl.thread_load %{{.*}}[%[[OFFSET]]]
// WORDS-NEXT:    memref.reinterpret_cast %{{.*}} to offset: [3072]
// WORDS-NEXT:    tl.thread_store %{{.*}} to %{{.*}}[%[[OFFSET]]]
// WORDS-NEXT:    return
func.func @words(%m: memref<4096xf16, 3>, %i: i32) {
  %c7 = arith.constant 7 : i32
  %c48 = arith.constant 48 : i32
  %r0 = arith.andi %i, %c7 : i32
  %r1 = arith.addi %r0, %c48 : i32
  %i0 = arith.index_cast %r0 : i32 to index
  %i1 = arith.index_cast %r1 : i32 to index
  %0 = tl.load %m[%i0, 0] layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<local(1, 8)> scope thread : memref<4096xf16, 3> to vector<8xf16>
  tl.store %0 as #tl.register<local(1, 8)> to %m[%i1, 0] layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> scope thread : vector<8xf16> to memref<4096xf16, 3>
  return
}
