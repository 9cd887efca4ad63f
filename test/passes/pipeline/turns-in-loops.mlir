// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=HIDDEN
// RUN: tl-sim --verify-lowering %s --shape=0:200x100,strides=100x1 --shape=1:200x100,strides=104x1 | FileCheck %s --check-prefix=SAME
// RUN: tl-opt %s --lower-layout-copies | env BARE=0 %ptx > %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// SAME: equivalent:

// 100 x 100 numbers go in two steps, ten accesses each, by turns; the rows of a memory are apart by a stride known
// only at run time.  What all units of a turn have in common is hidden once for each side, and rows are added
// behind it: LLVM carried a pointer for each of twenty accesses through the loop.

// CHECK-LABEL:   gpu.func @steps
// CHECK:           scf.for
// CHECK-COUNT-4:     vector.load
// CHECK-COUNT-4:     vector.store
// CHECK-COUNT-4:     vector.load
// CHECK-COUNT-4:     vector.store
// CHECK-COUNT-2:     vector.load
// CHECK-COUNT-2:     vector.store

// HIDDEN-COUNT-2: launder.invariant.group
// HIDDEN-NOT:     launder.invariant.group

// PTX-COUNT-2:   mul.lo.s64 {{.*}}, 20;
// PTX-NOT:       mul.lo.s64
// PTX:           ret;

gpu.module @copies {
  gpu.func @steps(%A: memref<?x?xf32, strided<[?, 1]>> {llvm.align = 16 : i64}, %B: memref<?x?xf32, strided<[?, 1]>> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c100 = arith.constant 100 : index
    %y = gpu.block_id y
    %i = arith.muli %y, %c100 : index
    tl.copy %A[%i, 0] to %B[%i, 0] scope cta tile(100, 100) {source_stride_divisibility = array<i64: 4, 1>, target_stride_divisibility = array<i64: 4, 1>} : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32, strided<[?, 1]>>
    gpu.return
  }
}
