// REQUIRES: amdgpu
// RUN: tl-opt %s --lower-layout-copies=target=gfx942 | sh %S/Inputs/to-gcn gfx942 | FileCheck %s --implicit-check-not=global_load --implicit-check-not=global_store --implicit-check-not=ds_read --implicit-check-not=ds_write
// RUN: tl-opt %s --lower-layout-copies=target=gfx942 | FileCheck %s --check-prefix=LEFT --implicit-check-not=tl.
// RUN: tl-sim %s --target=gfx942 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --target=gfx950 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %S/memory-copies.mlir --target=gfx942 --verify-lowering | FileCheck %s --check-prefix=COPIES
// RUN: tl-opt %s --tl-normalize-layouts=target=gfx942 --tl-partition-copies="target=gfx942 report=%t" -o /dev/null && FileCheck %s --check-prefix=REPORT --input-file=%t
// RUN: not tl-opt %s --lower-layout-copies 2>&1 | FileCheck %s --check-prefix=NARROW --implicit-check-not=error:
// RUN: not tl-sim %s --target=gfx942 --report 2>&1 | FileCheck %s --check-prefix=COST
// RUN: not tl-layout banks --target gfx942 --type f32 'spatial(64, 1).local(1, 4)' 'S[(64, 4) : (4, 1)]' 2>&1 | FileCheck %s --check-prefix=COST

// Waves of 64 lanes: the same copies to the instructions of another vendor.
// Nothing is said of what an access costs there.

// COST: no document says what an access costs on gfx942

// Copies between memories, each divided among waves of 64.

// COPIES-COUNT-10: equivalent

#shared = #gpu.address_space<workgroup>
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 4)>
#columns = #tl.register<spatial(32, 4).local(2, 8)>
#smem = #tl.shared<row_major_swizzle([64, 32], nbytes = 4)>
#wave = #tl.register<spatial(64, 1).local(1, 4)>
#half = #tl.register<spatial(32, 1).local(1, 4)>

gpu.module @m {

// A tile through swizzled shared memory.

// LEFT:        gpu.func @stage
// CHECK-LABEL: {{^}}stage:
// CHECK-COUNT-4: global_load_dwordx4
// CHECK-COUNT-4: ds_write_b128
// CHECK:         s_barrier
// CHECK-COUNT-4: ds_read_b128
// CHECK-COUNT-4: global_store_dwordx4
// CHECK:         s_endpgm
// SAME:        @stage: equivalent: 6144 elements, 128 threads
// REPORT:      "target": "gfx942",
// REPORT-NEXT: "instruction": "global_load_dwordx4",
// REPORT:      "facts": null,
// REPORT:      "instruction": "ds_write_b128",
// REPORT:      "facts": null,
// REPORT:      "instruction": "ds_read_b128",
// REPORT:      "facts": null,
gpu.func @stage(%A: memref<64x32xf32> {llvm.align = 16 : i64}, %B: memref<64x32xf32> {llvm.align = 16 : i64})
    workgroup(%S: memref<64x32xf32, #shared> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 128, 1, 1>} {
  %v = tl.load %A as #rows scope cta : memref<64x32xf32> to vector<16xf32>
  tl.store %v as #rows to %S layout #smem scope cta : vector<16xf32> to memref<64x32xf32, #shared>
  gpu.barrier
  %w = tl.load %S layout #smem as #columns scope cta : memref<64x32xf32, #shared> to vector<16xf32>
  tl.store %w as #columns to %B scope cta : vector<16xf32> to memref<64x32xf32>
  gpu.return
}

// Scope warp is a wave: 64 rows are 64 lanes.

// NARROW:      error: 'tl.load' op the layout needs threads 0 to 63; scope warp has 32
// NARROW:      error: 'tl.store' op the layout needs threads 0 to 63; scope warp has 32
// NARROW:      error: 'tl.load' op the layout reaches 63@laneid; laneid has 32 values
// NARROW:      error: 'tl.store' op the layout reaches 63@laneid; laneid has 32 values
// LEFT:        gpu.func @wave
// CHECK-LABEL: {{^}}wave:
// CHECK:         v_and_b32_e32 {{v[0-9]+}}, 63, v0
// CHECK:         global_load_dwordx4
// CHECK:         global_store_dwordx4
// CHECK:         s_endpgm
// SAME:        @wave: equivalent: 768 elements, 128 threads
gpu.func @wave(%A: memref<64x4xf32> {llvm.align = 16 : i64}, %B: memref<2x64x4xf32> {llvm.align = 16 : i64})
    kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
  %thread = gpu.thread_id x
  %c64 = arith.constant 64 : index
  %number = arith.divui %thread, %c64 : index
  %v = tl.load %A as #wave scope warp : memref<64x4xf32> to vector<4xf32>
  %own = memref.subview %B[%number, 0, 0] [1, 64, 4] [1, 1, 1] : memref<2x64x4xf32> to memref<64x4xf32, strided<[4, 1], offset: ?>>
  tl.store %v as #wave to %own scope warp : vector<4xf32> to memref<64x4xf32, strided<[4, 1], offset: ?>>
  gpu.return
}

// Of a layout of 32 threads the other 32 lanes hold nothing, and store nothing.

// LEFT:        gpu.func @half
// LEFT:          scf.if
// CHECK-LABEL: {{^}}half:
// CHECK:         v_cmp_{{.*}}32
// CHECK:         global_load_dwordx4
// CHECK:         global_store_dwordx4
// CHECK:         s_endpgm
// SAME:        @half: equivalent: 256 elements, 64 threads
gpu.func @half(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<32x4xf32> {llvm.align = 16 : i64})
    kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %v = tl.load %A as #half scope warp : memref<32x4xf32> to vector<4xf32>
  tl.store %v as #half to %B scope warp : vector<4xf32> to memref<32x4xf32>
  gpu.return
}

// A warp in tx is a wave of 64: thread 64 of the block is lane 0 of warp 1.

// LEFT:        gpu.func @block
// CHECK-LABEL: {{^}}block:
// CHECK:         global_load_dword
// CHECK:         global_store_dword
// SAME:        @block: equivalent: 256 elements, 128 threads
gpu.func @block(%A: memref<2x64xf32>, %B: memref<2x64xf32>)
    kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
  %v = tl.load %A as #tl.tile<S[(2, 64) : (1@warpid, 1@laneid)]> scope cta : memref<2x64xf32> to vector<1xf32>
  tl.store %v as #tl.tile<S[(2, 64) : (1@warpid, 1@laneid)]> to %B scope cta : vector<1xf32> to memref<2x64xf32>
  gpu.return
}
}
