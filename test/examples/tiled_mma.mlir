// Fragments of four warps by CuTe's names are those that are written by hand in
// Tilus' notation: the three aliases are exchanged, and the lowered text is the
// same.

// RUN: %tl-opt %s --lower-layout-copies --mlir-print-local-scope > %t.cute
// RUN: sed -e 's/^#a = .*/#a = #tl.register<column_local(2, 2) * reduce(column_spatial(2, 1, 2), dims = [2]) * mma_a(16, 8, 16, 16)>/' \
// RUN:   -e 's/^#b = .*/#b = #tl.register<column_local(4, 2) * reduce(spatial(2, 1, 2), dims = [2]) * mma_b(16, 8, 16, 16).permute([1, 0])>/' \
// RUN:   -e 's/^#c = .*/#c = #tl.register<column_local(2, 4).column_spatial(2, 2) * mma_c(16, 8, 16, 16)>/' %s > %t.mlir
// RUN: grep -c '^#[abc] = #tl.register<' %t.mlir | FileCheck %s --check-prefix=EXCHANGED
// RUN: %tl-opt %t.mlir --lower-layout-copies --mlir-print-local-scope > %t.tilus
// RUN: diff %t.cute %t.tilus
// RUN: FileCheck %s --input-file=%t.cute
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SIM
// EXCHANGED: 3
// CHECK-LABEL: gpu.func @fragments
// CHECK-COUNT-4: nvvm.ldmatrix {{.*}}num = 4 : i32
// CHECK-COUNT-4: nvvm.ldmatrix {{.*}}num = 4 : i32
// CHECK-NOT: tl.
// SIM: @fragments: equivalent

#a = #tl.cute_tv<make_tiled_mma("SM80_16x8x16_F32F16F16F32_TN", (2,2,1), <32,32,16>).partition_fragment_A((64, 32))>
#b = #tl.cute_tv<make_tiled_mma("SM80_16x8x16_F32F16F16F32_TN", (2,2,1), <32,32,16>).partition_fragment_B((64, 32))>
#c = #tl.cute_tv<make_tiled_mma("SM80_16x8x16_F32F16F16F32_TN", (2,2,1), <32,32,16>).partition_fragment_C((64, 64))>
#smem = #tl.cute<tile_to_shape(Sw<2,3,3> o (8,32):(32,1), (64,32))>

gpu.module @kernels {
  gpu.func @fragments(%A: memref<64x32xf16> {llvm.align = 16 : i64}, %B: memref<64x32xf16> {llvm.align = 16 : i64},
      %C: memref<64x64xf32> {llvm.align = 16 : i64}, %D: memref<64x32xf16> {llvm.align = 16 : i64})
      workgroup(%SA: memref<2048xf16, 3>, %SB: memref<2048xf16, 3>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %SA layout #smem scope cta : memref<64x32xf16> to memref<2048xf16, 3>
    tl.copy %B to %SB layout #smem scope cta : memref<64x32xf16> to memref<2048xf16, 3>
    gpu.barrier
    %a = tl.load %SA layout #smem as #a scope cta : memref<2048xf16, 3> to vector<32xf16>
    %b = tl.load %SB layout #smem as #b scope cta : memref<2048xf16, 3> to vector<32xf16>
    %sum = arith.addf %a, %a : vector<32xf16>
    tl.store %sum as #a to %D scope cta : vector<32xf16> to memref<64x32xf16>
    %wide = arith.extf %b : vector<32xf16> to vector<32xf32>
    tl.store %wide as #c to %C scope cta : vector<32xf32> to memref<64x64xf32>
    gpu.return
  }
}
