// Origins of 32 bits that are constants apart have the rest in common in 64 bits, too, where it is
// proved that no sum wraps around.
// RUN: tl-opt %s --tl-partition-copies --cse | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=apart --shape=0:64x32 --grid=1,1,3 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=given --shape=0:64x32 --arg=2:scalar=7 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=lower --shape=0:64x32 --arg=2:scalar=2147483640 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=lower --shape=0:64x32 --arg=2:scalar=-3 | FileCheck %s --check-prefix=SAME
// SAME: equivalent

#row = #tl.register<spatial(4, 8).local(1, 4)>
!far = memref<?x32xf16>
!m = memref<64x32xf16>
!v = vector<4xf16>
#warp = array<i32: 32, 1, 1>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @apart(
  // CHECK:         %[[ROW:.+]] = arith.index_cast %{{.+}} : i32 to index
  // CHECK:         arith.muli %[[ROW]], %c8
  // CHECK:         tl.thread_load %arg0[%[[SUM:[0-9a-z_]+]]]
  // CHECK-NOT:     arith.muli
  // CHECK:         %[[NEXT:.+]] = arith.addi %[[SUM]], %c256
  // CHECK:         tl.thread_load %arg0[%[[NEXT]]]
  // CHECK:         gpu.return
  gpu.func @apart(%A: !far {llvm.align = 8 : i64}, %B: !m {llvm.align = 8 : i64}) kernel attributes {known_block_size = #warp} {
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %z = gpu.block_id z
    %z32 = arith.index_cast %z : index to i32
    %i = arith.muli %z32, %c16 : i32
    %next = arith.addi %i, %c8 : i32
    %v = tl.load %A[%i : i32, 0] as #row scope warp : !far to !v
    %w = tl.load %A[%next : i32, 0] as #row scope warp : !far to !v
    tl.store %v as #row to %B[%i : i32, 0] scope warp : !v to !m
    tl.store %w as #row to %B[%next : i32, 0] scope warp : !v to !m
    gpu.return
  }

  // CHECK-LABEL: gpu.func @extended(
  // CHECK:         tl.thread_load %arg0[%[[SUM:[0-9a-z_]+]]]
  // CHECK-NOT:     arith.muli
  // CHECK:         %[[NEXT:.+]] = arith.addi %[[SUM]], %c256
  // CHECK:         tl.thread_load %arg0[%[[NEXT]]]
  // CHECK:         gpu.return
  gpu.func @extended(%A: !far {llvm.align = 8 : i64}, %B: !m {llvm.align = 8 : i64}) kernel attributes {known_block_size = #warp} {
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %z = gpu.block_id z
    %z32 = arith.index_cast %z : index to i32
    %i = arith.muli %z32, %c16 : i32
    %next = arith.addi %i, %c8 : i32
    %row = arith.index_cast %i : i32 to index
    %behind = arith.index_cast %next : i32 to index
    %v = tl.load %A[%row, 0] as #row scope warp : !far to !v
    %w = tl.load %A[%behind, 0] as #row scope warp : !far to !v
    tl.store %v as #row to %B[0, 0] scope warp : !v to !m
    tl.store %w as #row to %B[8, 0] scope warp : !v to !m
    gpu.return
  }

  // What a copy begins at is not negative (law F6), nor is what is a number further.

  // CHECK-LABEL: gpu.func @given(
  // CHECK:         tl.thread_load %arg0[%[[SUM:[0-9a-z_]+]]]
  // CHECK-NOT:     arith.muli
  // CHECK:         %[[NEXT:.+]] = arith.addi %[[SUM]], %c256
  // CHECK:         tl.thread_load %arg0[%[[NEXT]]]
  // CHECK:         gpu.return
  gpu.func @given(%A: !far {llvm.align = 8 : i64}, %B: !m {llvm.align = 8 : i64}, %i: i32) kernel attributes {known_block_size = #warp} {
    %c8 = arith.constant 8 : i32
    %next = arith.addi %i, %c8 : i32
    %v = tl.load %A[%i : i32, 0] as #row scope warp : !far to !v
    %w = tl.load %A[%next : i32, 0] as #row scope warp : !far to !v
    tl.store %v as #row to %B[0, 0] scope warp : !v to !m
    tl.store %w as #row to %B[8, 0] scope warp : !v to !m
    gpu.return
  }

  // Under lower bounds the sum may wrap around.

  // CHECK-LABEL: gpu.func @lower(
  // CHECK:         tl.thread_load
  // CHECK:         %[[ROW:.+]] = arith.index_cast %{{.+}} : i32 to index
  // CHECK:         arith.muli %[[ROW]], %
  // CHECK:         tl.thread_load
  // CHECK:         gpu.return
  gpu.func @lower(%A: !far {llvm.align = 8 : i64}, %B: !m {llvm.align = 8 : i64}, %i: i32) kernel attributes {known_block_size = #warp} {
    %c8 = arith.constant 8 : i32
    %next = arith.addi %i, %c8 : i32
    %v = tl.load %A[%i : i32, 0] as #row scope warp bounds(64, 32) from(0, 0) : !far to !v
    %w = tl.load %A[%next : i32, 0] as #row scope warp bounds(64, 32) from(0, 0) : !far to !v
    tl.store %v as #row to %B[0, 0] scope warp : !v to !m
    tl.store %w as #row to %B[8, 0] scope warp : !v to !m
    gpu.return
  }
}
