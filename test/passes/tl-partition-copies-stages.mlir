// Rule E20: in a loop, memory of a ring without a swizzle starts at the stage, and the
// offset is what stays.  To that the stage is added in bytes (E26).
// RUN: tl-opt %s --tl-normalize-layouts --tl-synthesize-partition --tl-partition-copies --canonicalize --cse | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies --canonicalize --cse | FileCheck %s --check-prefix=POINTERS
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME
// SAME: @stages: equivalent
// SAME: @stage_rows: equivalent
// SAME: @two_vary: equivalent
// SAME: @stage_below: equivalent

#rows = #tl.register<local(2, 1).spatial(32, 4).local(1, 8)>
#twice = #tl.register<local(4, 1).spatial(32, 4).local(1, 8)>
#short = #tl.register<local(2, 1).spatial(32, 4).local(1, 4)>
#a = #tl.register<mma_a(16, 8, 16, 16)>
!m = memref<256x256xf16>
!ring = memref<2x64x40xf16, #gpu.address_space<workgroup>>
!flat = memref<128x40xf16, #gpu.address_space<workgroup>>
#kernel = array<i32: 128, 1, 1>

gpu.module @kernels {
  // Of a ring without a swizzle memory starts at the stage, whatever the copy is.

  // CHECK-LABEL: gpu.func @stages(
  // CHECK:       scf.for
  // CHECK:         %[[NEXT:.+]] = arith.muli %{{.+}}, %c2560
  // CHECK:         %[[THERE:.+]] = memref.reinterpret_cast %arg2 to offset: [%[[NEXT]]]
  // CHECK:         tl.thread_async %{{.+}} to %[[THERE]][%{{.+}}]
  // CHECK:         %[[STAGE:.+]] = arith.muli %{{.+}}, %c2560
  // CHECK:         %[[HERE:.+]] = memref.reinterpret_cast %arg2 to offset: [%[[STAGE]]]
  // CHECK:         tl.thread_load %[[HERE]][%{{.+}}]
  // CHECK:         tl.thread_store %{{.+}} to %[[HERE]][%{{.+}}]
  // POINTERS-LABEL: gpu.func @stages(
  // POINTERS:       scf.for
  // POINTERS:         %{{.+}}, %[[STAGE:.+]], %{{.+}}, %{{.+}} = memref.extract_strided_metadata %{{.+}} : memref<5120xf16, strided<[1], offset: ?>, #gpu
  // POINTERS:         %[[BYTES:.+]] = arith.muli %[[STAGE]], %c2
  // POINTERS:         llvm.intr.strip.invariant.group
  // POINTERS:         %[[PLACE:.+]] = memref.reinterpret_cast %{{.+}} to offset: [%{{.+}}],
  // POINTERS:         %[[THERE:.+]] = arith.divsi %{{.+}}, %c2 exact
  // POINTERS:         nvgpu.device_async_copy %{{.+}}, %[[PLACE]][%[[THERE]]]
  gpu.func @stages(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64})
      workgroup(%S: !ring) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c224 = arith.constant 224 : index
    tl.copy %A[0, 0] to %S[0, 0, 0] as #rows scope cta async : !m to !ring
    tl.async_commit
    scf.for %k = %c0 to %c224 step %c32 iter_args(%here = %c0) -> (index) {
      %there = arith.subi %c1, %here : index
      %later = arith.addi %k, %c32 : index
      tl.copy %A[0, %later] to %S[%there, 0, 0] as #rows scope cta async : !m to !ring
      tl.async_commit
      tl.async_wait 1
      gpu.barrier
      %v = tl.load %S[%here, 0, 0] as #rows scope cta : !ring to vector<16xf16>
      tl.store %v as #rows to %B[64, %k] scope cta : vector<16xf16> to !m
      gpu.barrier
      tl.store %v as #rows to %S[%here, 0, 0] scope cta : vector<16xf16> to !ring
      gpu.barrier
      tl.copy %S[%here, 0, 0] to %B[0, %k] as #rows scope cta : !ring to !m
      gpu.barrier
      scf.yield %there : index
    }
    tl.async_wait 0
    gpu.return
  }

  // The stage is a part of a row, and the rest of that stays.

  // CHECK-LABEL: gpu.func @stage_rows(
  // CHECK:       scf.for
  // CHECK:         %[[STAGE:.+]] = arith.muli %{{.+}}, %c40
  // CHECK:         %[[HERE:.+]] = memref.reinterpret_cast %arg2 to offset: [%[[STAGE]]]
  // CHECK:         tl.thread_load %[[HERE]][%{{.+}}]
  // POINTERS-LABEL: gpu.func @stage_rows(
  // POINTERS:       scf.for
  // POINTERS:         %[[PART:.+]] = llvm.getelementptr
  // POINTERS:         %[[ROW:.+]] = llvm.getelementptr %[[PART]][%{{.+}}]
  // POINTERS:         nvvm.ldmatrix %[[ROW]]
  gpu.func @stage_rows(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64})
      workgroup(%S: !flat) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %thread = gpu.thread_id x
    %warp = arith.divui %thread, %c32 : index
    %wm = arith.muli %warp, %c16 : index
    tl.copy %A[0, 0] to %S[0, 0] as #twice scope cta async : !m to !flat
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    scf.for %k = %c0 to %c256 step %c32 iter_args(%here = %c0) -> (index) {
      %row = arith.addi %here, %wm : index
      %v = tl.load %S[%row, 0] as #a scope warp : !flat to vector<4x2xf16>
      tl.store %v as #a to %B[%row, %k] scope warp : vector<4x2xf16> to !m
      %there = arith.subi %c64, %here : index
      scf.yield %there : index
    }
    gpu.return
  }

  // Of two origins that vary neither moves it, nor of a tile that may begin below.

  // CHECK-LABEL: gpu.func @two_vary(
  // CHECK:       scf.for
  // CHECK:         tl.thread_load %arg2[
  gpu.func @two_vary(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64})
      workgroup(%S: !ring) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    tl.copy %A[0, 0] to %S[0, 0, 0] as #rows scope cta : !m to !ring
    tl.copy %A[0, 64] to %S[1, 0, 0] as #rows scope cta : !m to !ring
    gpu.barrier
    scf.for %k = %c0 to %c32 step %c16 iter_args(%here = %c0) -> (index) {
      %there = arith.subi %c1, %here : index
      %v = tl.load %S[%here, 0, %k] as #short scope cta : !ring to vector<8xf16>
      tl.store %v as #short to %B[0, %k] scope cta : vector<8xf16> to !m
      scf.yield %there : index
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @stage_below(
  // CHECK:       scf.for
  // CHECK:         tl.thread_load %arg2[
  gpu.func @stage_below(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64})
      workgroup(%S: !flat) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    tl.copy %A[0, 0] to %S[0, 0] as #twice scope cta : !m to !flat
    gpu.barrier
    scf.for %k = %c0 to %c64 step %c32 {
      %row = arith.subi %k, %c3 : index
      %v = tl.load %S[%row, 0] as #rows scope cta bounds(128, 40) from(0, 0) : !flat to vector<16xf16>
      tl.store %v as #rows to %B[0, %k] scope cta : vector<16xf16> to !m
    }
    gpu.return
  }
}
