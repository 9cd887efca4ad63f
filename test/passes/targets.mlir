// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(lower-layout-copies{verify-by-simulation})))' | FileCheck %s
// RUN: tl-opt %s --tl-normalize-layouts --tl-synthesize-partition --tl-share-stores --tl-partition-copies="report=%t" -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: not tl-sim %s --report 2>&1 | FileCheck %s --check-prefix=COST
// RUN: not tl-opt %s --lower-layout-copies=target=sm_80 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not tl-opt %s --pass-pipeline='builtin.module(lower-layout-copies{target=sm_80 verify-by-simulation})' 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not tl-sim %s --target=sm_80 2>&1 | FileCheck %s --check-prefix=SIMULATED

// Rule G1: each gpu.module is lowered for its own target, in every stage.

#rows = #tl.register<spatial(8, 4).local(1, 8)>
#wave = #tl.register<spatial(64, 1).local(1, 4)>

// REPORT:      "target": "sm_100"
// REPORT:      "target": "sm_90"
// REPORT:      "target": "gfx942"
// REPORT:      "target": "sm_90"
// SAME:        @wide: equivalent: 512 elements, 32 threads
// SAME-NEXT:   @several: equivalent: 512 elements, 32 threads
// SAME-NEXT:   @of_waves: equivalent: 512 elements, 64 threads
// SAME-NEXT:   @stated_nowhere: equivalent: 512 elements, 32 threads

gpu.module @one [#nvvm.target<chip = "sm_100">] {

// CHECK-LABEL: gpu.func @wide
// CHECK:       vector.load {{.*}} vector<8xf32>
// CHECK:       vector.store {{.*}} vector<8xf32>
gpu.func @wide(%A: memref<8x32xf32> {llvm.align = 32 : i64}, %B: memref<8x32xf32> {llvm.align = 32 : i64}) kernel {
  // BOTH: targets.mlir:[[# @LINE + 1]]:8: error: 'tl.load' op target is sm_80 in the option, and sm_100 in the gpu.module around it; leave the option out, or say one of these
  %v = tl.load %A as #rows scope warp : memref<8x32xf32> to vector<8xf32>
  tl.store %v as #rows to %B scope warp : vector<8xf32> to memref<8x32xf32>
  gpu.return
}
// SIMULATED: error: 'gpu.func' op target is sm_80 in the option, and sm_100 in the gpu.module around it
// SIMULATED: error: 'gpu.func' op target is sm_80 in the option, and sm_100, sm_90 in the gpu.module around it

}

// Of several, that of which the others have everything.

gpu.module @more [#nvvm.target<chip = "sm_100">, #nvvm.target<chip = "sm_90">] {

// CHECK-LABEL:   gpu.func @several
// CHECK-COUNT-2: vector.load {{.*}} vector<4xf32>
gpu.func @several(%A: memref<8x32xf32> {llvm.align = 32 : i64}, %B: memref<8x32xf32> {llvm.align = 32 : i64}) kernel {
  %v = tl.load %A as #rows scope warp : memref<8x32xf32> to vector<8xf32>
  tl.store %v as #rows to %B scope warp : vector<8xf32> to memref<8x32xf32>
  gpu.return
}

}

gpu.module @waves [#rocdl.target<chip = "gfx942">] {

// CHECK-LABEL: gpu.func @of_waves
// CHECK:       vector.load {{.*}} vector<4xf32>
// COST:        error: 'gpu.func' op cannot be reported: no document says what an access costs on gfx942
gpu.func @of_waves(%A: memref<64x4xf32> {llvm.align = 32 : i64}, %B: memref<64x4xf32> {llvm.align = 32 : i64}) kernel {
  %v = tl.load %A as #wave scope warp : memref<64x4xf32> to vector<4xf32>
  tl.store %v as #wave to %B scope warp : vector<4xf32> to memref<64x4xf32>
  gpu.return
}

}

gpu.module @none {

// CHECK-LABEL:   gpu.func @stated_nowhere
// CHECK-COUNT-2: vector.load {{.*}} vector<4xf32>
gpu.func @stated_nowhere(%A: memref<8x32xf32> {llvm.align = 32 : i64}, %B: memref<8x32xf32> {llvm.align = 32 : i64}) kernel {
  %v = tl.load %A as #rows scope warp : memref<8x32xf32> to vector<8xf32>
  tl.store %v as #rows to %B scope warp : vector<8xf32> to memref<8x32xf32>
  gpu.return
}

}
