// What varies in a loop is added last where the rest counts in larger units: so
// the rest leaves the loop, and is that of the copy in front of it.
// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: tl-sim %s --verify-lowering --kernel=columns --arg=1:scalar=32 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=rows --arg=1:scalar=32 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=pitched --arg=1:scalar=32 --arg=2:scalar=64 | FileCheck %s --check-prefix=SAME
// SAME: equivalent: {{[0-9]+}} elements
#tile = #tl.register<spatial(32, 4).local(1, 8)>

// CHECK-LABEL: gpu.func @columns(
// CHECK-SAME:    %[[I:[a-z0-9]+]]: index)
// CHECK:         scf.for %[[J:.*]] = %c0
// CHECK:           arith.muli %[[I]], %c8{{.*}} overflow<nsw>
// CHECK:           arith.shrui
// CHECK-NEXT:      arith.muli
// CHECK-NEXT:      %[[SUM:.*]] = arith.addi
// CHECK-NEXT:      %[[FIXED:.*]] = arith.muli %[[SUM]], %c8{{.*}} overflow<nsw>
// CHECK-NEXT:      %[[OFFSET:.*]] = arith.addi %[[FIXED]], %[[J]]
// CHECK-NEXT:      tl.thread_load %{{.*}}[%[[OFFSET]]]
gpu.module @kernels {
  gpu.func @columns(%m: memref<64x64xf16> {llvm.align = 16 : i64}, %i: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %v = tl.load %m[%i, 0] as #tile scope cta : memref<64x64xf16> to vector<8xf16>
    scf.for %j = %c0 to %c64 step %c32 {
      %w = tl.load %m[%i, %j] as #tile scope cta : memref<64x64xf16> to vector<8xf16>
      %sum = arith.addf %v, %w : vector<8xf16>
      tl.store %sum as #tile to %m[%i, %j] scope cta : vector<8xf16> to memref<64x64xf16>
    }
    gpu.return
  }

// Where all count in the same units, it is one sum.

// CHECK-LABEL: gpu.func @rows(
// CHECK-SAME:    %[[J:[a-z0-9]+]]: index)
// CHECK:         scf.for %[[I:.*]] = %c0
// CHECK:           %[[ROW:.*]] = arith.muli %[[I]], %c64{{.*}} overflow<nsw>
// CHECK-NEXT:      arith.addi %[[ROW]], %[[J]]
  gpu.func @rows(%m: memref<64x64xf16> {llvm.align = 16 : i64}, %j: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %ones = arith.constant dense<1.0> : vector<8xf16>
    scf.for %i = %c0 to %c64 step %c32 {
      tl.store %ones as #tile to %m[%i, %j] scope cta {divisibility = array<i64: 1, 8>} : vector<8xf16> to memref<64x64xf16>
    }
    gpu.return
  }

// Rows of a pitch known at run time are added to the thread's in 32 bits, and
// multiplied once; what varies is behind them.

// CHECK-LABEL: gpu.func @pitched(
// CHECK-SAME:    %[[I:[a-z0-9]+]]: i32, %{{.*}}: i32 {{.*}})
// CHECK:         scf.for %[[J:.*]] = %c0
// CHECK:           %[[ROW:.*]] = arith.addi %[[I]], %{{.*}} : i32
// CHECK-NEXT:      %[[WIDE:.*]] = arith.index_castui %[[ROW]] : i32 to index
// CHECK:           %[[PRODUCT:.*]] = arith.muli %[[WIDE]], %{{.*}} overflow<nsw>
// CHECK-NEXT:      %[[FIXED:.*]] = arith.addi %{{.*}}, %[[PRODUCT]]
// CHECK-NEXT:      %[[OFFSET:.*]] = arith.addi %[[FIXED]], %[[J]]
// CHECK-NEXT:      tl.thread_load %{{.*}}[%[[OFFSET]]]
  gpu.func @pitched(%m: memref<4096xf16> {llvm.align = 16 : i64}, %i: i32,
      %pitch: i32 {tl.divisibility = 8 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %stride = arith.index_cast %pitch : i32 to index
    %rows = memref.reinterpret_cast %m to offset: [0], sizes: [64, 64], strides: [%stride, 1]
      : memref<4096xf16> to memref<64x64xf16, strided<[?, 1]>>
    scf.for %j = %c0 to %c64 step %c32 {
      %v = tl.load %rows[%i : i32, %j] as #tile scope cta : memref<64x64xf16, strided<[?, 1]>> to vector<8xf16>
      %w = arith.addf %v, %v : vector<8xf16>
      tl.store %w as #tile to %rows[%i : i32, %j] scope cta : vector<8xf16> to memref<64x64xf16, strided<[?, 1]>>
    }
    gpu.return
  }
}
