// RUN: tl-opt %s --tl-normalize-layouts --tl-synthesize-partition | FileCheck %s
// RUN: tl-opt %s --pass-pipeline='builtin.module(lower-layout-copies{verify-by-simulation})' | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %s --verify-lowering --kernel=required | FileCheck %s --check-prefix=REQUIRED
// RUN: tl-sim %s --verify-lowering --kernel=bounded --block=96 | FileCheck %s --check-prefix=BOUNDED
// RUN: not tl-sim %s --kernel=bounded --block=256 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: tl-sim %s --verify-lowering --kernel=launched | FileCheck %s --check-prefix=LAUNCHED

// Rule G2: what says how many threads a block has. 2048 elements are 16 for each
// of 128 threads, and 32 for each of 64.

// REQUIRED: @required: equivalent: {{[0-9]+}} elements, 128 threads
// BOUNDED:  @bounded: equivalent: {{[0-9]+}} elements, 96 threads
// BEYOND:   error: 'gpu.func' op has a block of 256 x 1 x 1 threads; there can be 1 to 128
// LAUNCHED: @launched: equivalent: {{[0-9]+}} elements, 64 threads

!g = memref<32x64xf32>
!s = memref<32x64xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {

gpu.module @kernels {

// CHECK-LABEL:   gpu.func @required
// CHECK:         tl.load {{.*}} to vector<16xf32>
// LOWERED-LABEL: gpu.func @required
// LOWERED-NOT:   gpu.block_dim
gpu.func @required(%A: !g {llvm.align = 16 : i64}) workgroup(%S: !s) kernel attributes {nvvm.reqntid = array<i32: 64, 2>} {
  tl.copy %A to %S scope cta : !g to !s
  gpu.return
}

// CHECK-LABEL:   gpu.func @launched
// CHECK:         tl.load {{.*}} to vector<32xf32>
// LOWERED-LABEL: gpu.func @launched
// LOWERED-NOT:   gpu.block_dim
gpu.func @launched(%A: !g {llvm.align = 16 : i64}) workgroup(%S: !s) kernel {
  tl.copy %A to %S scope cta : !g to !s
  gpu.return
}

// A bound makes no guard of what all that there can be are needed for; it says
// nothing of how many there are.
// CHECK-LABEL:   gpu.func @bounded
// CHECK:         tl.load {{.*}} to vector<32xf32>
// LOWERED-LABEL: gpu.func @bounded
// LOWERED:       scf.if
// LOWERED-LABEL: gpu.func @filled
// LOWERED-NOT:   scf.if
// LOWERED:       gpu.return
gpu.func @bounded(%A: !g {llvm.align = 16 : i64}) workgroup(%S: !s) kernel attributes {nvvm.maxntid = array<i32: 128>} {
  tl.copy %A to %S scope cta threads 64 : !g to !s
  gpu.return
}
gpu.func @filled(%A: memref<128x4xf32> {llvm.align = 16 : i64}) -> vector<4xf32> attributes {nvvm.maxntid = array<i32: 128>} {
  %v = tl.load %A as #tl.register<spatial(128, 1).local(1, 4)> scope cta : memref<128x4xf32> to vector<4xf32>
  gpu.return %v : vector<4xf32>
}

}

// LOWERED-LABEL: func.func @host
// LOWERED-NOT:   gpu.block_dim
// CHECK-LABEL: func.func @host
// CHECK:       gpu.launch
// CHECK:       tl.load {{.*}} to vector<16xf32>
func.func @host(%A: !g) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@launched blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%A : !g)
  gpu.launch_func @kernels::@launched blocks in (%c2, %c1, %c1) threads in (%c64, %c1, %c1) args(%A : !g)
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c2, %sz = %c1) workgroup(%S: !s) {
    tl.copy %A to %S scope cta : !g to !s
    gpu.terminator
  }
  return
}

}
