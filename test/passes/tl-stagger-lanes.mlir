// RUN: %tl-opt %s --tl-stagger-lanes=stagger-lanes=1 --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --tl-stagger-lanes --mlir-print-local-scope | FileCheck %s --check-prefix=OFF
// RUN: %tl-opt %s --tl-stagger-lanes="stagger-lanes=1 remarks=1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %tl-opt %s --lower-layout-copies="stagger-lanes=1 report=%t.json" -o %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: tl-sim --report %t.mlir | FileCheck %s --check-prefix=TURNS
// RUN: %tl-opt %s --lower-layout-copies | tl-sim --report - | FileCheck %s --check-prefix=GIVEN
// RUN: tl-sim --verify-lowering='lower-layout-copies{stagger-lanes=1}' %s | FileCheck %s --check-prefix=SAME
// RUN: %ptx < %t.mlir | FileCheck %s --check-prefix=PTX
// RUN: not tl-opt %s --tl-stagger-lanes=stagger-lanes=2 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not tl-opt %s --lower-layout-copies=stagger-lanes=yes 2>&1 | FileCheck %s --check-prefix=WORD

// Lanes of a given fragment take turns: a tile of 32 x 32 words goes from rows to
// columns in 64 wavefronts of shared memory, and not in 288.

#rows = #tl.tile<S[(32, 32) : (1, 1@laneid)]>
#columns = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
!words = memref<32x32xf32, #gpu.address_space<workgroup>>

// OFF-NOT: tl.linear
// OFF-NOT: tl.convert_layout

// SAID: tl-stagger-lanes.mlir:[[#@LINE+37]]:10: remark: 'tl.load' op lanes take turns: 32 wavefronts, and not 256
// SAID-NOT: remark

// TURNS: total: shared 8192 bytes, 64 wavefronts of at least 64
// GIVEN: total: shared 8192 bytes, 288 wavefronts of at least 64
// SAME: @turns: equivalent

// PTX-COUNT-8: ld.shared.v4.b32
// PTX-NOT: ld.shared
// PTX-COUNT-96: selp.b32
// PTX-NOT: {{selp|ld.local|st.local|shfl}}

// OPTION: error: 'builtin.module' op stagger-lanes is 2; it has to be 0 or 1
// WORD: 'yes' value invalid

// REPORT: "operation": "tl.load",
// REPORT-NEXT: "function": "turns",
// REPORT-NEXT: "target": "sm_90", "takes_turns": true,
// REPORT-NEXT: "wavefronts": 32, "minimum_wavefronts": 32, "given_wavefronts": 256,
// REPORT-NEXT: "reason": null
// REPORT: "operation": "tl.convert_layout",
// REPORT-NEXT: "function": "turns",
// REPORT-NEXT: "target": "sm_90", "way": "registers",
// REPORT-NEXT: "shuffles": 0, "minimum_shuffles": 0, "is_tight": true,
// REPORT-NEXT: "selects": 96, "permutes": 0, "other_steps": {{[0-9]+}},
// REPORT-NEXT: "reason": null

gpu.module @given {
// CHECK-LABEL: @turns
// CHECK: tl.store {{.*}} as #tl.tile
// CHECK: %[[W:.*]] = tl.load {{.*}} as #tl.linear<
// CHECK: tl.convert_layout %[[W]] as #tl.linear<{{.*}}> to #tl.tile<S[(32, 32) : (1@laneid, 1)]> scope warp
  gpu.func @turns(%A: memref<32x32xf32> {llvm.align = 16 : i64}, %B: memref<32x32xf32> {llvm.align = 16 : i64})
      workgroup(%S: !words) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #rows scope warp : memref<32x32xf32> to vector<32xf32>
    tl.store %v as #rows to %S scope warp : vector<32xf32> to !words
    gpu.barrier
    %w = tl.load %S as #columns scope warp : !words to vector<32xf32>
    tl.store %w as #columns to %B scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.return
  }
}
