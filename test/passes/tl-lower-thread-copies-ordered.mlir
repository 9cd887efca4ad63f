// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=gfx942 | FileCheck %s --check-prefix=OTHER
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SAME

// Rule E30: f32 that is made f16 or bf16 for shared memory is converted two at a time, in its
// order, for PTX; all others are left as they are.

// OTHER-NOT: vector<2xf32> to
// SAME: @stored: equivalent
// SAME: @others: equivalent

#rows = #tl.register<spatial(32, 1).local(1, 32)>
#row = #tl.register<spatial(32, 1).local(1, 8)>
!all = memref<32x32xf32>
!half = memref<32x32xf16, #gpu.address_space<workgroup>>
!brain = memref<32x32xbf16, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @stored(
  // CHECK:         %[[FIRST:.*]] = vector.shuffle %[[ALL:.*]], %[[ALL]] [0, 1] : vector<32xf32>
  // CHECK-NEXT:    %[[WORD:.*]] = arith.truncf %[[FIRST]] : vector<2xf32> to vector<2xf16>
  // CHECK-NEXT:    %[[LOW:.*]] = vector.extract %[[WORD]][0]
  // CHECK-NEXT:    %[[HIGH:.*]] = vector.extract %[[WORD]][1]
  // CHECK-COUNT-15: arith.truncf %{{.*}} : vector<2xf32> to vector<2xf16>
  // CHECK:         vector.from_elements %[[LOW]], %[[HIGH]], {{.*}} : vector<32xf16>
  // CHECK-COUNT-16: arith.truncf %{{.*}} to_nearest_even : vector<2xf32> to vector<2xbf16>
  // CHECK:         gpu.return
  // PTX-LABEL:   .entry stored(
  // PTX:           ld.global{{.*}}.v4.b32 {{[[:space:]]*}}{[[A:%r[0-9]+]], [[B:%r[0-9]+]], [[C:%r[0-9]+]], [[D:%r[0-9]+]]}, [%rd{{[0-9]+}}];
  // PTX:           cvt.rn.f16x2.f32 {{[[:space:]]*}}%r{{[0-9]+}}, [[B]], [[A]];
  // PTX-NEXT:      cvt.rn.f16x2.f32 {{[[:space:]]*}}%r{{[0-9]+}}, [[D]], [[C]];
  // PTX:           ret;
  gpu.func @stored(%A: !all {llvm.align = 16 : i64, llvm.noalias}, %B: memref<32x32xf16> {llvm.align = 16 : i64, llvm.noalias}, %C: memref<32x32xbf16> {llvm.align = 16 : i64, llvm.noalias})
      workgroup(%S: !half, %T: !brain) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !all to vector<32xf32>
    %h = arith.truncf %v : vector<32xf32> to vector<32xf16>
    tl.store %h as #rows to %S scope cta : vector<32xf16> to !half
    %b = arith.truncf %v to_nearest_even : vector<32xf32> to vector<32xbf16>
    tl.store %b as #rows to %T scope cta : vector<32xbf16> to !brain
    gpu.barrier
    tl.copy %S to %B scope cta : !half to memref<32x32xf16>
    tl.copy %T to %C scope cta : !brain to memref<32x32xbf16>
    gpu.return
  }

  // One access has all eight of a row; global memory; halves that were none.
  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT:     arith.truncf {{.*}} : vector<2x
  // CHECK:         gpu.return
  gpu.func @others(%A: !all {llvm.align = 16 : i64, llvm.noalias}, %B: memref<32x32xf16> {llvm.align = 16 : i64, llvm.noalias}, %D: memref<32x16xf64> {llvm.align = 16 : i64, llvm.noalias})
      workgroup(%S: !half) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope cta : !all to vector<8xf32>
    %h = arith.truncf %v : vector<8xf32> to vector<8xf16>
    tl.store %h as #row to %S scope cta : vector<8xf16> to !half
    %w = tl.load %A as #rows scope cta : !all to vector<32xf32>
    %g = arith.truncf %w : vector<32xf32> to vector<32xf16>
    tl.store %g as #rows to %B scope cta : vector<32xf16> to memref<32x32xf16>
    %d = tl.load %D as #tl.register<spatial(32, 1).local(1, 16)> scope cta : memref<32x16xf64> to vector<16xf64>
    %e = arith.truncf %d : vector<16xf64> to vector<16xf16>
    tl.store %e as #tl.register<spatial(32, 1).local(1, 16)> to %S[0, 16] scope cta : vector<16xf16> to !half
    gpu.barrier
    tl.copy %S[0, 16] to %B[0, 16] as #tl.register<spatial(32, 1).local(1, 16)> scope cta : !half to memref<32x32xf16>
    tl.copy %S to %B as #row scope cta : !half to memref<32x32xf16>
    gpu.return
  }
}
