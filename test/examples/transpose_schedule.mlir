// linalg.transpose on memrefs becomes PTX by a schedule of the transform dialect: a
// block has a tile of 64 x 64, which it reads in rows and, from workgroup memory,
// writes in rows of the other memref.

// RUN: %mlir-opt %s --transform-interpreter -o %t.mlir
// RUN: FileCheck %s --check-prefix=SCHEDULED < %t.mlir
// RUN: tl-sim --kernel=transpose %s --verify-lowering=transform-interpreter | FileCheck %s
// RUN: tl-sim --kernel=transpose %s \
// RUN:   --verify-lowering=transform-interpreter,gpu-launch-sink-index-computations,gpu-kernel-outlining,lower-affine,canonicalize,cse,lower-layout-copies | FileCheck %s
// RUN: %mlir-opt %t.mlir -o %t.lowered.mlir \
// RUN:   --pass-pipeline='builtin.module(gpu-launch-sink-index-computations,gpu-kernel-outlining,lower-affine,canonicalize,cse,lower-layout-copies)'
// RUN: env BUILD=%build sh %root/tools/ptx %t.lowered.mlir | FileCheck %s --check-prefix=PTX

// CHECK: @transpose: equivalent: 24576 elements

// SCHEDULED:      gpu.launch
// SCHEDULED:      tl.copy {{.*}} scope cta threads 128 : memref<64x64xf16, {{.*}}> to memref<64x64xf16, #gpu.address_space<workgroup>>
// SCHEDULED-NEXT: gpu.barrier
// SCHEDULED:      tl.copy {{.*}} scope cta threads 128 : memref<64x64xf16, {{.*}}#gpu.address_space<workgroup>> to memref<64x64xf16, {{.*}}>
// SCHEDULED-NOT:  linalg
// SCHEDULED:      gpu.terminator

// PTX:               .visible .entry transpose_kernel
// PTX-COUNT-4:       ld.global.v4.b32
// PTX:               bar.sync
// PTX-COUNT-4:       st.global.v4.b32
// PTX-NOT:           st.global

module attributes {transform.with_named_sequence, gpu.container_module} {
  func.func @transpose(%A: memref<64x192xf16> {llvm.align = 16 : i64}, %B: memref<192x64xf16> {llvm.align = 16 : i64}) {
    linalg.transpose ins(%A : memref<64x192xf16>) outs(%B : memref<192x64xf16>) permutation = [1, 0]
    return
  }

  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    // 1. A block a tile.
    %transpose = transform.structured.match ops{["linalg.transpose"]} in %module : (!transform.any_op) -> !transform.any_op
    %tile, %blocks = transform.structured.tile_using_forall %transpose tile_sizes [64, 64]
        (mapping = [#gpu.block<y>, #gpu.block<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

    // 2. What it reads to workgroup memory.
    %promoted = transform.structured.promote %tile {operands_to_promote = [0], use_alloca,
        use_full_tile_buffers_by_default, memory_space = #gpu.address_space<workgroup>}
        : (!transform.any_op) -> !transform.any_op
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    %allocas = transform.structured.match ops{["memref.alloca"]} in %function
        : (!transform.any_op) -> !transform.op<"memref.alloca">
    %uses, %globals = transform.memref.alloca_to_global %allocas
        : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    %bytes = transform.param.constant 16 : i64 -> !transform.param<i64>
    transform.annotate %globals "alignment" = %bytes : !transform.any_op, !transform.param<i64>

    // 3. To the GPU, and both copies to all threads of the block.
    %launch = transform.gpu.map_forall_to_blocks %function generate_gpu_launch : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %launch block_dims = [128, 1, 1] : (!transform.any_op) -> !transform.any_op
    %host = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %copied = transform.apply_registered_pass "tl-convert-copies" with options = {"threads" = 128} to %host
        : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %copied {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %copied : !transform.any_op
    transform.yield
  }
}
