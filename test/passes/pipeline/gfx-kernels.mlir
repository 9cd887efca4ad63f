// REQUIRES: amdgpu
// RUN: tl-opt %s --lower-layout-copies=target=gfx942 | sh %S/Inputs/to-gcn gfx942 > %t.gfx942
// RUN: FileCheck %s --input-file=%t.gfx942 --implicit-check-not=global_load --implicit-check-not=global_store --implicit-check-not=ds_ --implicit-check-not=scratch_
// RUN: FileCheck %s --input-file=%t.gfx942 --check-prefix=REGISTERS
// RUN: tl-opt %s --lower-layout-copies=target=gfx950 | sh %S/Inputs/to-gcn gfx950 > %t.gfx950
// RUN: FileCheck %s --input-file=%t.gfx950 --implicit-check-not=global_load --implicit-check-not=global_store --implicit-check-not=ds_ --implicit-check-not=scratch_
// RUN: FileCheck %s --input-file=%t.gfx950 --check-prefix=REGISTERS
// RUN: tl-sim %s --target=gfx942 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --target=gfx942 --verify-lowering --kernel=bounded --arg=2:scalar=33 | FileCheck %s --check-prefix=CUT

// Whole kernels in the instructions of waves of 64, all in registers.

// REGISTERS-COUNT-4: .amdhsa_private_segment_fixed_size 0
// REGISTERS-NOT:     .amdhsa_private_segment_fixed_size
// REGISTERS-COUNT-4: .vgpr_spill_count: 0
// REGISTERS-NOT:     .vgpr_spill_count:

#shared = #gpu.address_space<workgroup>
#stored = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#row = #tl.tile<S[(64, 8) : (1@laneid, 1)]>
#bits = #tl.linear<register = [[0, 1], [0, 2], [0, 4], [0, 32]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0], [8, 0]], shape = [16, 64]>

#factor = #tl.tile<S[(16, (4, 4)) : (1@laneid, (16@laneid, 1))]>
#sum = #tl.tile<S[((4, 4), 16) : ((16@laneid, 1), 1@laneid)]>

gpu.module @kernels {
  // Six loads, then the stores of what they have got (rule E11).

  // CHECK-LABEL:   {{^}}by_turns:
  // CHECK-COUNT-6: global_load_dwordx4
  // CHECK-COUNT-6: global_store_dwordx4
  // CHECK-COUNT-6: global_load_dwordx4
  // CHECK-COUNT-6: global_store_dwordx4
  // CHECK-COUNT-4: global_load_dwordx4
  // CHECK-COUNT-4: global_store_dwordx4
  // CHECK:         s_endpgm
  // SAME:          @by_turns: equivalent:
  gpu.func @by_turns(%A: memref<128x64xf32, 1> {llvm.align = 16 : i64}, %B: memref<128x64xf32, 1> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %B scope cta : memref<128x64xf32, 1> to memref<128x64xf32, 1>
    gpu.return
  }

  // Whole vectors take part or do not; what is beyond the bound is zeros.

  // CHECK-LABEL:   {{^}}bounded:
  // CHECK:         s_cbranch_execz
  // CHECK:         global_load_dwordx4
  // CHECK:         s_cbranch_execz
  // CHECK:         global_load_dwordx4
  // CHECK-COUNT-2: ds_write_b128
  // CHECK:         s_barrier
  // CHECK:         s_cbranch_execz
  // CHECK:         ds_read_b128
  // CHECK:         global_store_dwordx4
  // CHECK:         s_cbranch_execz
  // CHECK:         ds_read_b128
  // CHECK:         global_store_dwordx4
  // CHECK:         s_endpgm
  // SAME:          @bounded: equivalent:
  // CUT:           @bounded: equivalent:
  gpu.func @bounded(%A: memref<64x64xf16> {llvm.align = 16 : i64}, %B: memref<64x64xf16> {llvm.align = 16 : i64}, %m: index) workgroup(%S: memref<4096xf16, #shared> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    tl.copy %A to %S layout #stored scope cta tile(64, 64) bounds(%m, 64) : memref<64x64xf16> to memref<4096xf16, #shared>
    gpu.barrier
    tl.copy %S layout #stored to %B scope cta tile(64, 64) bounds(%m, 64) : memref<4096xf16, #shared> to memref<64x64xf16>
    gpu.return
  }

  // A row is in four lanes: two exchanges.

  // CHECK-LABEL:   {{^}}reduced:
  // CHECK-COUNT-4: global_load_dwordx4
  // CHECK:         ds_swizzle_b32 {{.*}}swizzle(SWAP,1)
  // CHECK:         ds_swizzle_b32 {{.*}}swizzle(SWAP,2)
  // CHECK:         global_store_dword v
  // CHECK:         s_endpgm
  // SAME:          @reduced: equivalent:
  gpu.func @reduced(%A: memref<16x64xf32> {llvm.align = 16 : i64}, %R: memref<64x1xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #bits scope warp : memref<16x64xf32> to vector<16xf32>
    %x = tl.reduce %a as #bits over [1] kind <add> scope warp : vector<16xf32> to vector<1xf32>
    vector.store %x, %R[%t, %c0] : memref<64x1xf32>, vector<1xf32>
    gpu.return
  }

  // Fragments of a product of a wave are loaded as it takes them.

  // CHECK-LABEL:   {{^}}product:
  // CHECK-COUNT-2: global_load_dwordx2
  // CHECK:         v_mfma_f32_16x16x16_f16
  // CHECK-COUNT-4: global_store_dword v
  // CHECK:         s_endpgm
  // SAME:          @product: equivalent:
  gpu.func @product(%A: memref<16x16xf16> {llvm.align = 16 : i64}, %B: memref<16x16xf16> {llvm.align = 16 : i64}, %C: memref<16x16xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %zeros = arith.constant dense<0.0> : vector<4xf32>
    %a = tl.load %A as #factor scope warp : memref<16x16xf16> to vector<4xf16>
    %b = tl.load %B as #factor scope warp : memref<16x16xf16> to vector<4xf16>
    %c = amdgpu.mfma 16x16x16 %a * %b + %zeros blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
    tl.store %c as #sum to %C scope warp : vector<4xf32> to memref<16x16xf32>
    gpu.return
  }
}
