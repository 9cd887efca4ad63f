// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: %tl-opt %s --tl-partition-copies=target=gfx942 | FileCheck %s --check-prefix=OTHER
// RUN: tl-sim --verify-lowering %s --kernel=carried --arg=2:scalar=0 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=carried --arg=2:scalar=3 | FileCheck %s --check-prefix=SAME
// RUN: %tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX
// SAME: equivalent: {{[0-9]+}} elements, 32 threads

// What a loop with copies carries in registers, and starts as one constant, is a
// value of its own for each register, if the loop may end at once and its result
// is that start then. OTHER has no registers of that name.
// OTHER-NOT: llvm.inline_asm
// OTHER: gpu.func @other(

#pairs = #tl.register<local(1, 2).spatial(1, 32)>
!rows = memref<4x64xf32>
!out = memref<64xf32>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @carried(
  // CHECK: tl.assume
  // CHECK: %[[LOWEST:.*]] = arith.constant 0xFF800000 : f32
  // CHECK: %[[START:.*]] = llvm.inline_asm has_side_effects "", "=r,0" %[[LOWEST]] : (f32) -> f32
  // CHECK: %[[A:.*]] = llvm.inline_asm has_side_effects "", "=r,0" %[[ZERO:.*]] : (f32) -> f32
  // CHECK: %[[B:.*]] = llvm.inline_asm has_side_effects "", "=r,0" %[[ZERO]] : (f32) -> f32
  // CHECK: %[[SUM:.*]] = vector.from_elements %[[A]], %[[B]] : vector<2xf32>
  // CHECK-NOT: llvm.inline_asm
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[START]], %{{.*}} = %[[SUM]], %{{.*}} = %c0
  // CHECK-NOT: llvm.inline_asm
  // CHECK: gpu.return
  // Each register is set once, before the loop.
  // PTX-LABEL: .entry carried(
  // PTX: mov.b32 {{.*}}, -8388608;
  // PTX-NOT: mov.b32 {{.*}}, -8388608;
  gpu.func @carried(%A: !rows {llvm.align = 16 : i64}, %B: !out {llvm.align = 16 : i64}, %n: index) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zeros = arith.constant dense<0.0> : vector<2xf32>
    %lowest = arith.constant 0xFF800000 : f32
    %few = tl.assume %n range 0 to 4 : index
    %r:3 = scf.for %i = %c0 to %few step %c1 iter_args(%m = %lowest, %s = %zeros, %k = %c0) -> (f32, vector<2xf32>, index) {
      %v = tl.load %A[%i, 0] as #pairs scope cta : !rows to vector<2xf32>
      %most = vector.reduction <maximumf>, %v, %m : vector<2xf32> into f32
      %sum = arith.addf %s, %v : vector<2xf32>
      %next = arith.addi %k, %c1 : index
      scf.yield %most, %sum, %next : f32, vector<2xf32>, index
    }
    %all = vector.broadcast %r#0 : f32 to vector<2xf32>
    %count = arith.index_cast %r#2 : index to i32
    %f = arith.sitofp %count : i32 to f32
    %counts = vector.broadcast %f : f32 to vector<2xf32>
    %x = arith.addf %all, %counts : vector<2xf32>
    %y = arith.addf %x, %r#1 : vector<2xf32>
    tl.store %y as #tl.register<spatial(32).local(2)> to %B scope cta : vector<2xf32> to !out
    gpu.return
  }

  // There is a first turn here, and here nobody sees how the loop starts, and here
  // it starts with what is no constant.
  // CHECK-LABEL: gpu.func @other(
  // CHECK-NOT: llvm.inline_asm
  gpu.func @other(%A: !rows {llvm.align = 16 : i64}, %B: !out {llvm.align = 16 : i64}, %n: index) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zeros = arith.constant dense<0.0> : vector<2xf32>
    %lowest = arith.constant 0xFF800000 : f32
    %few = tl.assume %n range 0 to 4 : index
    %y = gpu.block_id y
    %end = arith.addi %y, %c1 : index
    %first = scf.for %i = %c0 to %end step %c4 iter_args(%s = %zeros) -> (vector<2xf32>) {
      %v = tl.load %A[%i, 0] as #pairs scope cta : !rows to vector<2xf32>
      %sum = arith.addf %s, %v : vector<2xf32>
      scf.yield %sum : vector<2xf32>
    }
    %unused = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zeros) -> (vector<2xf32>) {
      %v = tl.load %A[%i, 0] as #pairs scope cta : !rows to vector<2xf32>
      %sum = arith.addf %s, %v : vector<2xf32>
      scf.yield %sum : vector<2xf32>
    }
    %again = scf.for %i = %c0 to %n step %c1 iter_args(%s = %first) -> (vector<2xf32>) {
      %v = tl.load %A[%i, 0] as #pairs scope cta : !rows to vector<2xf32>
      %sum = arith.addf %s, %v : vector<2xf32>
      scf.yield %sum : vector<2xf32>
    }
    tl.store %again as #tl.register<spatial(32).local(2)> to %B scope cta : vector<2xf32> to !out
    gpu.return
  }
}
