// RUN: %tl-opt %s --tl-synthesize-partition --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --lower-layout-copies=report=%t.json -o %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SAME

// Lanes of a transpose between two memories without a swizzle take turns: bits of the
// lane move along both dimensions.

#turned = #tl.tile<S[(32, 32) : (1, 32)]>
#short = #tl.tile<S[(8, 16) : (1, 8)]>
!words = memref<32x32xf32, #gpu.address_space<workgroup>>
!few = memref<8x16xf16, #gpu.address_space<workgroup>>

// REPORT: "instruction": "ld.shared.v4.b32"
// REPORT: "facts": {"wavefronts": 32, "minimum_wavefronts": 32, "conflict_degree": 1, "is_met": true}
// REPORT: "instruction": "st.shared.v4.b32"
// REPORT: "facts": {"wavefronts": 32, "minimum_wavefronts": 32, "conflict_degree": 1, "is_met": true}

// CHECK-LABEL: @turns
// CHECK: tl.load {{.*}} as #tl.linear<{{.*}}, lane = {{\[\[}}4, 4], [8, 8], [16, 16], [0, 4], [0, 8]], warp = [], shape = [32, 32]>
// CHECK: tl.store {{.*}} as #tl.linear<{{.*}}, lane = {{\[\[}}4, 4], [8, 8], [16, 16], [0, 4], [0, 8]], warp = [], shape = [32, 32]>
gpu.module @transposes {
  gpu.func @turns(%A: memref<32x32xf32>, %B: memref<32x32xf32>)
      workgroup(%S: !words, %T: !words) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S scope cta : memref<32x32xf32> to !words
    gpu.barrier
    tl.copy %S to %T layout #turned scope cta : !words to !words
    gpu.barrier
    tl.copy %T to %B scope cta : !words to memref<32x32xf32>
    gpu.return
  }

// Where they would cost more than they save, they do not.
// CHECK-LABEL: @short
// CHECK-NOT: tl.linear
// CHECK: gpu.return
  gpu.func @short(%A: memref<8x16xf16>, %B: memref<8x16xf16>)
      workgroup(%S: !few, %T: !few) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S scope cta : memref<8x16xf16> to !few
    gpu.barrier
    tl.copy %S to %T layout #short scope cta : !few to !few
    gpu.barrier
    tl.copy %T to %B scope cta : !few to memref<8x16xf16>
    gpu.return
  }
}

// SAME: @turns: equivalent
// SAME: @short: equivalent
