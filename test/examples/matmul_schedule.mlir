// linalg.matmul on memrefs becomes PTX by a schedule of the transform dialect: a
// block has a tile of 64 x 64 of C, whose operands come to workgroup memory by
// tl.copy, and a warp a quarter of it, in registers.

// RUN: %mlir-opt %s --transform-interpreter -o %t.mlir
// RUN: FileCheck %s --check-prefix=SCHEDULED < %t.mlir
// RUN: tl-sim --kernel=matmul --arg=0:small --arg=1:small --arg=2:small %s --verify-lowering=transform-interpreter | FileCheck %s
// RUN: tl-sim --kernel=matmul --arg=0:small --arg=1:small --arg=2:small %s \
// RUN:   --verify-lowering=transform-interpreter,gpu-launch-sink-index-computations,gpu-kernel-outlining,lower-affine,canonicalize,cse,lower-layout-copies | FileCheck %s
// RUN: %mlir-opt %t.mlir --pass-pipeline='builtin.module(gpu-launch-sink-index-computations,gpu-kernel-outlining,lower-affine,canonicalize,cse,lower-layout-copies)' -o %t.lowered.mlir
// RUN: env BUILD=%build sh %root/tools/ptx %t.lowered.mlir > %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: grep -c 'ld.global.*v4.b32' %t.ptx | FileCheck %s --check-prefix=FOUR
// RUN: grep -c 'mma.sync' %t.ptx | FileCheck %s --check-prefix=SIXTEEN

// Without the barriers that tl-convert-copies writes it is something else.
// RUN: grep -v gpu.barrier %t.mlir > %t.bare.mlir
// RUN: not tl-sim --kernel=matmul %t.bare.mlir 2>&1 | FileCheck %s --check-prefix=RACE

// CHECK: @matmul: equivalent: 26624 elements
// RACE: op race:

// SCHEDULED:      gpu.launch
// SCHEDULED:      scf.for
// SCHEDULED:      gpu.barrier
// SCHEDULED-NEXT: tl.copy {{.*}} scope cta threads 128 : memref<64x32xf16, {{.*}}> to memref<64x32xf16, #gpu.address_space<workgroup>>
// SCHEDULED-NEXT: tl.copy {{.*}} scope cta threads 128 : memref<32x64xf16, {{.*}}> to memref<32x64xf16, #gpu.address_space<workgroup>>
// SCHEDULED-NEXT: gpu.barrier
// SCHEDULED-NOT:  vector.load
// SCHEDULED:      nvgpu.ldmatrix
// SCHEDULED:      nvgpu.mma.sync
// SCHEDULED-NOT:  linalg
// SCHEDULED:      gpu.terminator

// Each thread copies 16 bytes four times a round, and the sums stay in registers.
// PTX:     .visible .entry matmul_kernel
// PTX:     bar.sync
// PTX-NOT: st.global
// PTX:     ldmatrix.sync.aligned.m8n8.x4.shared.b16
// PTX-NOT: st.global
// PTX:     mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
// FOUR: {{^4$}}
// SIXTEEN: {{^16$}}

module attributes {transform.with_named_sequence, gpu.container_module} {
  func.func @matmul(%A: memref<64x96xf16> {llvm.align = 16 : i64}, %B: memref<96x128xf16> {llvm.align = 16 : i64},
                    %C: memref<64x128xf32>) {
    linalg.matmul ins(%A, %B : memref<64x96xf16>, memref<96x128xf16>) outs(%C : memref<64x128xf32>)
    return
  }

  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    // 1. A block a tile, in steps of 32.
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module : (!transform.any_op) -> !transform.any_op
    %tile, %blocks = transform.structured.tile_using_forall %matmul tile_sizes [64, 64]
        (mapping = [#gpu.block<y>, #gpu.block<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %step, %steps = transform.structured.tile_using_for %tile tile_sizes [0, 0, 32]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

    // 2. Its operands to workgroup memory, in rows that matrices need aligned.
    %promoted = transform.structured.promote %step {operands_to_promote = [0, 1], use_alloca,
        use_full_tile_buffers_by_default, memory_space = #gpu.address_space<workgroup>}
        : (!transform.any_op) -> !transform.any_op

    // 3. A warp a quarter, in products of 16 x 8 x 16.
    %quarter, %warps = transform.structured.tile_using_forall %promoted num_threads [2, 2]
        (mapping = [#gpu.warp<linear_dim_1>, #gpu.warp<linear_dim_0>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %product, %loops:3 = transform.structured.tile_using_for %quarter tile_sizes [16, 8, 16]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %product {create_named_contraction} : !transform.any_op
    transform.loop.unroll %loops#1 {factor = 4} : !transform.any_op
    transform.loop.unroll %loops#0 {factor = 2} : !transform.any_op
    %function = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.vector.fold_arith_extension
      transform.apply_patterns.canonicalization
    } : !transform.any_op

    // 4. To the GPU, and the copies to all threads of the block.
    %allocas = transform.structured.match ops{["memref.alloca"]} in %function
        : (!transform.any_op) -> !transform.op<"memref.alloca">
    %uses, %globals = transform.memref.alloca_to_global %allocas
        : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    %bytes = transform.param.constant 16 : i64 -> !transform.param<i64>
    transform.annotate %globals "alignment" = %bytes : !transform.any_op, !transform.param<i64>
    %launch = transform.gpu.map_forall_to_blocks %function generate_gpu_launch : (!transform.any_op) -> !transform.any_op
    transform.gpu.map_nested_forall_to_threads %launch block_dims = [128, 1, 1] : (!transform.any_op) -> !transform.any_op
    %host = transform.structured.match ops{["func.func"]} in %module : (!transform.any_op) -> !transform.any_op
    %copied = transform.apply_registered_pass "tl-convert-copies" with options = {"threads" = 128} to %host
        : (!transform.any_op) -> !transform.any_op

    // 5. The sums stay in registers, and vectors become matrices of a warp.
    transform.apply_patterns to %copied {
      transform.apply_patterns.memref.fold_memref_alias_ops
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %copied : !transform.any_op
    %all = transform.structured.match ops{["scf.for"]} in %copied : (!transform.any_op) -> !transform.any_op
    transform.apply_licm to %all : !transform.any_op
    %hoisted = transform.structured.hoist_redundant_vector_transfers %copied : (!transform.any_op) -> !transform.any_op
    %inner = transform.structured.match ops{["scf.for"]} filter_result_type = vector<16x8xf32> in %hoisted
        : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %inner {factor = 2} : !transform.any_op
    %matrices = transform.apply_registered_pass "convert-vector-to-gpu" with options = {"use-nvgpu" = true} to %hoisted
        : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %matrices {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %matrices : !transform.any_op
    transform.yield
  }
}
