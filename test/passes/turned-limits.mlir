// Rule E27: a limit of an asynchronous copy that is one of branches, too, says what is outside.
// RUN: tl-opt %s --lower-layout-copies=target=sm_80 | FileCheck %s
// RUN: tl-sim --verify-lowering %s --arg=2:scalar=5 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --arg=2:scalar=0
// RUN: tl-sim --verify-lowering %s --arg=2:scalar=-5
// RUN: tl-sim --verify-lowering %s --arg=2:scalar=100

!m = memref<16x64xf32>
!s = memref<16x16xf32, #gpu.address_space<workgroup>>
!v = vector<8xf32>
#tile = #tl.register<local(2, 1).spatial(8, 4).local(1, 4)>

gpu.module @kernels {
  // A row is fetched and stored under one limit: one comparison.

  // SAME: @both: equivalent
  // CHECK-LABEL: gpu.func @both(
  // CHECK-NOT:     arith.cmpi sgt
  // CHECK:         %[[FIRST:.+]] = arith.cmpi slt, %[[ROOM:.+]], %c1 : index
  // CHECK-NEXT:    %[[ALL:.+]] = arith.constant 4 : index
  // CHECK-NEXT:    %[[BYTES:.+]] = arith.select %[[FIRST]], %[[NONE:c0.*]], %[[ALL]] : index
  // CHECK-NEXT:    nvgpu.device_async_copy {{.+}}, 4, %[[BYTES]]
  // CHECK:         %[[SECOND:.+]] = arith.cmpi slt, %[[ROOM]], %c9 : index
  // CHECK-NEXT:    %[[BYTES_2:.+]] = arith.select %[[SECOND]], %[[NONE]], %[[ALL]] : index
  // CHECK-NEXT:    nvgpu.device_async_copy {{.+}}, 4, %[[BYTES_2]]
  // CHECK:         gpu.barrier
  // CHECK-NOT:     arith.cmpi sgt
  // CHECK:         scf.if %[[FIRST]] {
  // CHECK-NEXT:    } else {
  // CHECK:           vector.store
  // CHECK:           arith.cmpi slt, %[[ROOM]], %c9
  // CHECK:           scf.if
  // CHECK-NEXT:      } else {
  // CHECK:             vector.store
  // CHECK:         gpu.return
  gpu.func @both(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: i32) workgroup(%S: !s) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A[0, 0] to %S as #tile scope warp async bounds(%n : i32, 64) : !m to !s
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S as #tile scope warp : !s to !v
    tl.store %v as #tile to %B[0, 0] scope warp bounds(%n : i32, 64) : !v to !m
    gpu.return
  }

  // In a loop, too: what it computes again is what stays.

  // SAME: @ring: equivalent
  // CHECK-LABEL: gpu.func @ring(
  // CHECK-NOT:     arith.cmpi sgt
  // CHECK:         scf.for
  // CHECK-NOT:     arith.cmpi sgt
  // CHECK:         scf.if
  // CHECK-NEXT:    } else {
  // CHECK:           vector.store
  // CHECK:         gpu.return
  gpu.func @ring(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: i32) workgroup(%S: !s) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c16 = arith.constant 16 : i32
    %c48 = arith.constant 48 : i32
    tl.copy %A[0, 0] to %S as #tile scope warp async bounds(%n : i32, 64) : !m to !s
    tl.async_commit
    scf.for %k = %c0 to %c48 step %c16 : i32 {
      %next = arith.addi %k, %c16 : i32
      tl.async_wait 0
      gpu.barrier
      %v = tl.load %S as #tile scope warp : !s to !v
      tl.store %v as #tile to %B[0, %k : i32] scope warp bounds(%n : i32, 64) : !v to !m
      gpu.barrier
      tl.copy %A[0, %next : i32] to %S as #tile scope warp async bounds(%n : i32, 64) : !m to !s
      tl.async_commit
    }
    tl.async_wait 0
    gpu.return
  }

  // Where columns are asked beside the rows, a room is chosen, of the same bound.

  // SAME: @chosen: equivalent
  // CHECK-LABEL: gpu.func @chosen(
  // CHECK:         scf.for
  // CHECK:           arith.select {{.*}} : i32
  // CHECK-NEXT:      %[[FROZEN:.+]] = llvm.freeze
  // CHECK:           %[[LEFT:.+]] = arith.index_cast %[[FROZEN]]
  // CHECK:           arith.cmpi slt, %[[LEFT]], %
  // CHECK:           nvgpu.device_async_copy
  // CHECK:           arith.cmpi slt, %[[LEFT]], %
  // CHECK:           nvgpu.device_async_copy
  // CHECK:         gpu.return
  gpu.func @chosen(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: i32) workgroup(%S: !s) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c16 = arith.constant 16 : i32
    %c48 = arith.constant 48 : i32
    tl.copy %A[0, 0] to %S as #tile scope warp async bounds(%n : i32, 60) : !m to !s
    tl.async_commit
    scf.for %k = %c0 to %c48 step %c16 : i32 {
      %next = arith.addi %k, %c16 : i32
      tl.async_wait 0
      gpu.barrier
      %v = tl.load %S as #tile scope warp : !s to !v
      tl.store %v as #tile to %B[0, %k : i32] scope warp bounds(%n : i32, 64) : !v to !m
      gpu.barrier
      tl.copy %A[0, %next : i32] to %S as #tile scope warp async bounds(%n : i32, 60) : !m to !s
      tl.async_commit
    }
    tl.async_wait 0
    gpu.return
  }

  // A limit that is one of two, of rows and columns, stays.

  // SAME: @conjunction: equivalent
  // CHECK-LABEL: gpu.func @conjunction(
  // CHECK:         arith.cmpi slt, %[[LEFT:.+]], %c1
  // CHECK:         nvgpu.device_async_copy
  // CHECK:         %[[ROWS:.+]] = arith.cmpi sgt, %
  // CHECK:         arith.andi %[[ROWS]], %
  // CHECK:         gpu.return
  gpu.func @conjunction(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: i32) workgroup(%S: !s) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A[0, 0] to %S as #tile scope warp async bounds(%n : i32, 12) : !m to !s
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S as #tile scope warp : !s to !v
    tl.store %v as #tile to %B[0, 0] scope warp bounds(%n : i32, 12) : !v to !m
    gpu.barrier
    tl.store %v as #tile to %B[0, 16] scope warp bounds(%n : i32, 64) : !v to !m
    gpu.return
  }

  // Not over a loop, through which it would be held.

  // SAME: @behind: equivalent
  // CHECK-LABEL: gpu.func @behind(
  // CHECK:         arith.cmpi sgt
  // CHECK-NOT:     arith.cmpi slt
  // CHECK:         scf.for
  // CHECK-NOT:     arith.cmpi slt
  // CHECK:         gpu.return
  gpu.func @behind(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: i32) workgroup(%S: !s) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    tl.copy %A[0, 0] to %S as #tile scope warp async bounds(%n : i32, 64) : !m to !s
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S as #tile scope warp : !s to !v
    %w = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %v) -> (!v) : i32 {
      %y = arith.addf %x, %v : !v
      scf.yield %y : !v
    }
    tl.store %w as #tile to %B[0, 0] scope warp bounds(%n : i32, 64) : !v to !m
    gpu.return
  }

  // Nor a limit of numbers alone, nor one of another bound.

  // SAME: @apart: equivalent
  // CHECK-LABEL: gpu.func @apart(
  // CHECK:         arith.cmpi sgt
  // CHECK-NOT:     arith.cmpi slt
  // CHECK:         gpu.return
  gpu.func @apart(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: i32) workgroup(%S: !s) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c7 = arith.constant 7 : i32
    %m = arith.andi %n, %c7 : i32
    tl.copy %A[0, 0] to %S as #tile scope warp async bounds(%n : i32, 64) : !m to !s
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S as #tile scope warp : !s to !v
    tl.store %v as #tile to %B[0, 0] scope warp bounds(%m : i32, 64) : !v to !m
    gpu.return
  }
}
