// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --implicit-check-not=cp.async.ca --implicit-check-not=cp.async.cg
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=LOWERED --implicit-check-not=nontemporal
// RUN: not tl-opt %s --lower-layout-copies=max-vector-bits=64 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: tl-opt %s --tl-normalize-layouts --tl-synthesize-partition --tl-partition-copies=remarks=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SAME
// RUN: sed '/^  .. LEFT OUT/,/^  .. TO HERE/d' %s | tl-opt --lower-layout-copies=target=gfx942 | sh %S/Inputs/to-gcn gfx942 | FileCheck %s --check-prefix=GCN

// What a copy says of caches, in the instructions.

// SAME-COUNT-4: equivalent:

gpu.module @kernels {
  // LEFT OUT with waves of 64 lanes, as it has no asynchronous copies.

  // CHECK-LABEL: .entry all(
  // CHECK: cp.async.ca.shared.global [%{{.+}}], [%{{.+}}], 16;
  // REMARKS: remark: 'tl.copy' op {{.*}}cp.async.ca.shared.global
  gpu.func @all(%A: memref<1024xf16> {llvm.align = 16 : i64}, %B: memref<1024xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<1024xf16, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S scope cta async {cache = "all"} : memref<1024xf16> to memref<1024xf16, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    tl.copy %S to %B scope cta : memref<1024xf16, 3> to memref<1024xf16>
    gpu.return
  }

  // CHECK-LABEL: .entry l2(
  // CHECK: cp.async.cg.shared.global [%{{.+}}], [%{{.+}}], 16;
  // REMARKS: remark: 'tl.copy' op {{.*}}cp.async.cg.shared.global
  // NARROW: error: 'tl.copy' op cache 'l2' needs asynchronous accesses of 16 bytes, not 8: max-vector-bits is 64
  gpu.func @l2(%A: memref<1024xf16> {llvm.align = 16 : i64}, %B: memref<1024xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<1024xf16, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S scope cta async {cache = "l2"} : memref<1024xf16> to memref<1024xf16, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    tl.copy %S to %B scope cta : memref<1024xf16, 3> to memref<1024xf16>
    gpu.return
  }
  // TO HERE

  // Accesses of global memory alone.

  // LOWERED-LABEL: gpu.func @streaming(
  // LOWERED: vector.load %{{.+}} {alignment = 16 : i64, nontemporal = true} : memref<1024xf16>
  // LOWERED: vector.store %{{.+}} {alignment = 16 : i64} : memref<1024xf16, 3>
  // LOWERED: vector.load %{{.+}} {alignment = 16 : i64} : memref<1024xf16, 3>
  // LOWERED: vector.store %{{.+}} {alignment = 16 : i64, nontemporal = true} : memref<1024xf16>
  // GCN-LABEL: {{^}}streaming:
  // GCN: global_load_dwordx4 {{.+}} nt
  // GCN: global_store_dwordx4 {{.+}} nt
  gpu.func @streaming(%A: memref<1024xf16> {llvm.align = 16 : i64}, %B: memref<1024xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<1024xf16, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S scope cta {cache = "streaming"} : memref<1024xf16> to memref<1024xf16, 3>
    gpu.barrier
    tl.copy %S to %B scope cta {cache = "streaming"} : memref<1024xf16, 3> to memref<1024xf16>
    gpu.return
  }

  // LOWERED-LABEL: gpu.func @single(
  // LOWERED: memref.load %{{.+}} {alignment = 2 : i64, nontemporal = true}
  // LOWERED: memref.store %{{.+}} {alignment = 2 : i64}
  // GCN-LABEL: {{^}}single:
  // GCN: global_load_ushort {{.+}} nt
  // GCN: global_store_short v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]{{$}}
  gpu.func @single(%A: memref<64x2xf16, strided<[3, 1]>>, %B: memref<64x2xf16, strided<[3, 1]>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %v = tl.load %A as #tl.register<spatial(64, 1)> scope cta {cache = "streaming"} : memref<64x2xf16, strided<[3, 1]>> to vector<1xf16>
    tl.store %v as #tl.register<spatial(64, 1)> to %B scope cta : vector<1xf16> to memref<64x2xf16, strided<[3, 1]>>
    gpu.return
  }
}
