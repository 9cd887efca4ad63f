// RUN: %tl-opt %s | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=FOLDED --implicit-check-not=tl.

// CHECK-LABEL: func.func @assume
// CHECK-SAME:    index {tl.divisibility = 8 : i64}
// CHECK-SAME:    tl.stride_divisibility = array<i64: 8, 1>}
// CHECK:         tl.assume %{{.*}} multiple 8 : index
// CHECK-NEXT:    tl.assume %{{.*}} range -5 to 4096 : i32
// CHECK-NEXT:    tl.assume %{{.*}} multiple 3 range 0 to 0 {test.note = "last"} : i1
// CHECK-NEXT:    return %[[X:.*]], %[[Y:.*]], %[[Z:.*]] :
// GENERIC: "tl.assume"(%{{.*}}) {multiple = 8 : i64} : (index) -> index
// GENERIC: "tl.assume"(%{{.*}}) {least = -5 : i64, most = 4096 : i64} : (i32) -> i32
// FOLDED-LABEL: func.func @assume(
// FOLDED-SAME:    %[[X:[^:]*]]: index, %[[Y:[^:]*]]: i32, %[[Z:[^:]*]]: i1, %{{[^:]*}}: memref<?x?xf16> {llvm.align = 16 : i64})
// FOLDED-NEXT:    return %[[X]], %[[Y]], %[[Z]] :
func.func @assume(%x: index {tl.divisibility = 8 : i64}, %y: i32, %z: i1,
                  %m: memref<?x?xf16> {llvm.align = 16 : i64, tl.stride_divisibility = array<i64: 8, 1>}) -> (index, i32, i1) {
  %0 = tl.assume %x multiple 8 : index
  %1 = tl.assume %y range -5 to 4096 : i32
  %2 = tl.assume %z multiple 3 range 0 to 0 {test.note = "last"} : i1
  return %0, %1, %2 : index, i32, i1
}
