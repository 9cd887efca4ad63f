// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-sim --verify-lowering --grid=1,2 %s | FileCheck %s --check-prefix=SAME
// SAME: equivalent:

// 120 threads move 20 rows at a time; of five times the last one may pass the 96 rows, wherever they begin.

// CHECK-LABEL: gpu.func @uneven
// CHECK:         arith.cmpi ult
// CHECK-NEXT:    scf.if
// CHECK-NOT:       scf.if
// CHECK-COUNT-4:   vector.load
// CHECK:           %[[IN:.*]] = arith.cmpi sgt
// CHECK:           scf.if %[[IN]] {{.*}} {
// CHECK:             vector.load
// CHECK-COUNT-4:   vector.store
// CHECK:           scf.if %[[IN]] {
// CHECK:             vector.store
// CHECK-NOT:       scf.if
gpu.module @copies {
  gpu.func @uneven(%A: memref<1024x1024xf16, 1> {llvm.align = 16 : i64}, %B: memref<1024x1024xf16, 1> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c96 = arith.constant 96 : i32
    %block = gpu.block_id y
    %y = arith.index_cast %block : index to i32
    %i = arith.muli %y, %c96 : i32
    tl.copy %A[%i : i32, 0] to %B[%i : i32, 0] scope cta tile(96, 48) : memref<1024x1024xf16, 1> to memref<1024x1024xf16, 1>
    gpu.return
  }
}
