// Rule E32: what a small number of the thread is divided into has 32 bits, not the 16 that LLVM
// sees are enough.
// RUN: tl-opt %s --lower-layout-copies=target=sm_80 | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=sm_80 | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-opt %s --lower-layout-copies=target=gfx942 | FileCheck %s --check-prefix=OTHER
// RUN: tl-sim %s --verify-lowering --block=96 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-3: equivalent
// OTHER-NOT: llvm.inline_asm

#rows = #tl.register<spatial(19, 5).local(1, 8)>
!m = memref<19x64xf16>
!n = memref<96xi32>
#kernel = array<i32: 96, 1, 1>

gpu.module @kernels {
  // The digits of a copy, in rows of five: one number that is hidden is divided by for both.

  // CHECK-LABEL: gpu.func @digits(
  // CHECK:         %[[T:.+]] = arith.index_cast %{{.+}} : index to i32
  // CHECK:         %[[HIDDEN:.+]] = llvm.inline_asm "", "=r,0" %[[T]] : (i32) -> i32
  // CHECK:         arith.{{div|rem}}ui %[[HIDDEN]], %c5{{.*}} : i32
  // PTX-LABEL:     .entry digits(
  // PTX:           mul.hi.u32
  // PTX-NOT:       cvt.u16
  // PTX-NOT:       mul.hi.u32
  // PTX:           ret;
  gpu.func @digits(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}) kernel attributes {known_block_size = #kernel} {
    tl.copy %A[0, 0] to %B[0, 0] as #rows scope cta : !m to !m
    gpu.return
  }

  // What the program divides, of either type.

  // CHECK-LABEL: gpu.func @written(
  // CHECK:         %[[T:.+]] = arith.index_cast %{{.+}} : index to i32
  // CHECK:         %[[A:.+]] = llvm.inline_asm "", "=r,0" %[[T]] : (i32) -> i32
  // CHECK:         %[[Q:.+]] = arith.divui %[[A]], %{{.+}} : i32
  // CHECK:         arith.index_castui %[[Q]] : i32 to index
  // CHECK:         %[[B:.+]] = llvm.inline_asm "", "=r,0" %{{.+}} : (i32) -> i32
  // CHECK:         arith.remui %[[B]], %{{.+}} : i32
  // PTX-LABEL:     .entry written(
  // PTX-NOT:       cvt.u16
  // PTX:           ret;
  gpu.func @written(%N: !n, %n: !n) kernel attributes {known_block_size = #kernel} {
    %c3 = arith.constant 3 : index
    %seven = arith.constant 7 : i32
    %t = gpu.thread_id x
    %q = arith.divsi %t, %c3 : index
    %word = arith.index_cast %t : index to i32
    %r = arith.remsi %word, %seven : i32
    memref.store %r, %N[%t] : !n
    %quotient = arith.index_cast %q : index to i32
    memref.store %quotient, %n[%t] : !n
    gpu.return
  }

  // Not powers of two, nor what varies in a loop that may be unrolled, nor what may have more bits
  // or comes from elsewhere.

  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT:     llvm.inline_asm
  // CHECK:         gpu.return
  gpu.func @others(%N: !n, %n: !n) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %c1000 = arith.constant 1000 : index
    %t = gpu.thread_id x
    %b = gpu.block_id y
    %q0 = arith.divui %t, %c8 : index
    %far = arith.muli %t, %c1000 : index
    %q1 = arith.divui %far, %c3 : index
    %q2 = arith.divui %b, %c3 : index
    %s01 = arith.addi %q0, %q1 : index
    %s012 = arith.addi %s01, %q2 : index
    %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %s012) -> (index) {
      %q3 = arith.remui %i, %c3 : index
      %next = arith.addi %s, %q3 : index
      scf.yield %next : index
    }
    %word = arith.index_cast %sum : index to i32
    memref.store %word, %N[%t] : !n
    gpu.return
  }
}
