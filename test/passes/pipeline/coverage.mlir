// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=IR
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s

// IR-NOT: tl.

gpu.module @kernels {

// Each scope has its own thread number; a thread owns a tile alone.

// CHECK-LABEL: .entry thread(
// CHECK-NOT:   %tid
// CHECK:       ld.global.v4.b32
// CHECK:       st.global.v4.b32
gpu.func @thread(%a: memref<2x2xf32> {llvm.align = 16 : i64}, %b: memref<2x2xf32> {llvm.align = 16 : i64}) kernel {
  %v = tl.load %a as #tl.register<local(2, 2)> scope thread : memref<2x2xf32> to vector<4xf32>
  tl.store %v as #tl.register<local(2, 2)> to %b scope thread : vector<4xf32> to memref<2x2xf32>
  gpu.return
}

// CHECK-LABEL: .entry warpgroup(
// CHECK:       %tid.x
// CHECK:       and.b32 {{.*}}, 1016
// CHECK:       ld.global.v4.b32
// CHECK-NOT:   ld.global
// CHECK:       st.global.v4.b32
gpu.func @warpgroup(%a: memref<128x8xf16> {llvm.align = 16 : i64}, %b: memref<128x8xf16> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 256, 1, 1>} {
  %v = tl.load %a as #tl.register<spatial(128, 1).local(1, 8)> scope warpgroup : memref<128x8xf16> to vector<8xf16>
  tl.store %v as #tl.register<spatial(128, 1).local(1, 8)> to %b scope warpgroup : vector<8xf16> to memref<128x8xf16>
  gpu.return
}

// CHECK-LABEL: .entry cta(
// CHECK:       %tid.x
// CHECK-NOT:   and.b32 {{.*}}, 127
// CHECK:       ld.global.v4.b32
// CHECK-NOT:   ld.global
// CHECK:       st.global.v4.b32
gpu.func @cta(%a: memref<256x8xbf16> {llvm.align = 16 : i64}, %b: memref<256x8xbf16> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 256, 1, 1>} {
  %v = tl.load %a as #tl.register<spatial(256, 1).local(1, 8)> scope cta : memref<256x8xbf16> to vector<8xbf16>
  tl.store %v as #tl.register<spatial(256, 1).local(1, 8)> to %b scope cta : vector<8xbf16> to memref<256x8xbf16>
  gpu.return
}

// Rows of 9 floats: no vector is aligned in every lane.

// CHECK-LABEL: .entry padded(
// CHECK-COUNT-8: ld.global.b32
// CHECK-NOT:   ld.global
// CHECK:       st.global.v4.b32
gpu.func @padded(%a: memref<32x8xf32, strided<[9, 1]>> {llvm.align = 16 : i64}, %b: memref<32x8xf32> {llvm.align = 16 : i64}) kernel {
  %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32, strided<[9, 1]>> to vector<8xf32>
  tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %b scope warp : vector<8xf32> to memref<32x8xf32>
  gpu.return
}

// Rows of 10 floats: pairs are.

// CHECK-LABEL: .entry pairs(
// CHECK-DAG:   ld.global.v2.b32
// CHECK-DAG:   ld.global.v2.b32
// CHECK-DAG:   ld.global.v2.b32
// CHECK-DAG:   ld.global.v2.b32
// CHECK-NOT:   ld.global.{{v4|b}}
// CHECK:       ret;
gpu.func @pairs(%a: memref<32x8xf32, strided<[10, 1]>> {llvm.align = 16 : i64}, %b: memref<32x8xf32> {llvm.align = 16 : i64}) kernel {
  %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32, strided<[10, 1]>> to vector<8xf32>
  tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %b scope warp : vector<8xf32> to memref<32x8xf32>
  gpu.return
}

// An offset of 2 floats leaves 8-byte accesses (of which LLVM joins two that it
// finds aligned); of 4 floats, 16-byte ones.

// CHECK-LABEL: .entry offset(
// CHECK-DAG:   ld.global.v2.b32 {{.*}}, [%[[IN:rd[0-9]+]]+8]
// CHECK-DAG:   ld.global.v2.b32 {{.*}}, [%[[IN]]+32]
// CHECK-DAG:   st.global.v4.b32 [%[[OUT:rd[0-9]+]]+16]
// CHECK-DAG:   st.global.v4.b32 [%[[OUT]]+32]
// CHECK-NOT:   st.global
// CHECK:       ret;
gpu.func @offset(%a: memref<32x8xf32, strided<[8, 1], offset: 2>> {llvm.align = 16 : i64},
                 %b: memref<32x8xf32, strided<[8, 1], offset: 4>> {llvm.align = 16 : i64}) kernel {
  %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32, strided<[8, 1], offset: 2>> to vector<8xf32>
  tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %b scope warp : vector<8xf32> to memref<32x8xf32, strided<[8, 1], offset: 4>>
  gpu.return
}

// Swizzled shared memory, written by rows and read by columns of 16 bytes; the
// four accesses of a copy share one swizzled offset.

// CHECK-LABEL: .entry swizzled(
// CHECK-NOT:   .local
// CHECK-COUNT-4: ld.global.v4.b32
// CHECK-COUNT-1: xor.b64
// CHECK-NOT:   xor
// CHECK-COUNT-4: st.shared.v4.b32
// CHECK:       bar.sync
// CHECK-COUNT-4: ld.shared.v4.b32
// CHECK-COUNT-4: st.global.v4.b32
// CHECK-NOT:   {{(ld|st)\.(global|shared)}}
// CHECK:       ret;
gpu.func @swizzled(%a: memref<64x64xf16> {llvm.align = 16 : i64}, %b: memref<64x64xf16> {llvm.align = 16 : i64})
    workgroup(%s: memref<4096xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 128, 1, 1>} {
  %v = tl.load %a as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> scope cta : memref<64x64xf16> to vector<32xf16>
  tl.store %v as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> to %s layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> scope cta
    : vector<32xf16> to memref<4096xf16, #gpu.address_space<workgroup>>
  gpu.barrier
  %w = tl.load %s layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<local(4, 1).column_spatial(16, 8).local(1, 8)> scope cta
    : memref<4096xf16, #gpu.address_space<workgroup>> to vector<32xf16>
  tl.store %w as #tl.register<local(4, 1).column_spatial(16, 8).local(1, 8)> to %b scope cta : vector<32xf16> to memref<64x64xf16>
  gpu.return
}

// A tile at a run-time place; the row pitch keeps the rows aligned.

// CHECK-LABEL: .entry origin(
// CHECK-COUNT-2: ld.global.v4.b32
// CHECK-NOT:   ld.global
// CHECK-COUNT-2: st.global.v4.b32
gpu.func @origin(%a: memref<128x128xf32> {llvm.align = 16 : i64}, %b: memref<128x128xf32> {llvm.align = 16 : i64}) kernel {
  %i = gpu.block_id x
  %j = gpu.block_id y
  %v = tl.load %a[%i, %j] as #tl.register<spatial(32, 1).local(1, 8)> scope warp {divisibility = array<i64: 1, 8>} : memref<128x128xf32> to vector<8xf32>
  tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %b[%i, %j] scope warp {divisibility = array<i64: 1, 8>} : vector<8xf32> to memref<128x128xf32>
  gpu.return
}

// All 32 lanes read, 4 of them write; of 16 lanes only 16 do anything.

// CHECK-LABEL: .entry replicas(
// CHECK:       setp.gt.u32 {{.*}}, 3
// CHECK:       bra
// CHECK:       st.global.b32
gpu.func @replicas(%a: memref<4xi32>, %b: memref<4xi32>) kernel {
  %v = tl.load %a as #tl.register<reduce(spatial(8, 4), dims = [0])> scope warp : memref<4xi32> to vector<1xi32>
  tl.store %v as #tl.register<reduce(spatial(8, 4), dims = [0])> to %b scope warp : vector<1xi32> to memref<4xi32>
  gpu.return
}

// CHECK-LABEL: .entry half_a_warp(
// CHECK:       setp.gt.u32 {{.*}}, 15
// CHECK:       bra
// CHECK:       ld.global.v4.b32
// CHECK:       st.global.v4.b32
gpu.func @half_a_warp(%a: memref<16x4xf32> {llvm.align = 16 : i64}, %b: memref<16x4xf32> {llvm.align = 16 : i64}) kernel {
  %v = tl.load %a as #tl.register<spatial(16, 1).local(1, 4)> scope warp : memref<16x4xf32> to vector<4xf32>
  tl.store %v as #tl.register<spatial(16, 1).local(1, 4)> to %b scope warp : vector<4xf32> to memref<16x4xf32>
  gpu.return
}

// 32 accesses of a buffer are loops in the IR and none in the PTX.

// IR: scf.for
// CHECK-LABEL: .entry large_buffer(
// CHECK-NOT:   .local
// CHECK-COUNT-32: ld.global.v4.b32
// CHECK-NOT:   ld.local
// CHECK-COUNT-32: st.global.v4.b32
// CHECK:       ret;
gpu.func @large_buffer(%a: memref<32x128xf32> {llvm.align = 16 : i64}, %b: memref<32x128xf32> {llvm.align = 16 : i64}) kernel {
  %r = memref.alloca() : memref<128xf32, #gpu.address_space<private>>
  tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 128)> scope warp : memref<32x128xf32> to memref<128xf32, #gpu.address_space<private>>
  tl.copy %r layout #tl.register<spatial(32, 1).local(1, 128)> to %b scope warp : memref<128xf32, #gpu.address_space<private>> to memref<32x128xf32>
  gpu.return
}

// Fragments of several dimensions, in registers that are not consecutive.

// CHECK-LABEL: .entry fragments(
// CHECK-NOT:   .local
// CHECK-COUNT-4: ld.global.v4.b32
// CHECK-NOT:   ld.global
// CHECK-COUNT-4: st.global.v4.b32
// CHECK-NOT:   st.global
gpu.func @fragments(%a: memref<32x16xf32> {llvm.align = 16 : i64}, %b: memref<32x16xf32> {llvm.align = 16 : i64}) kernel {
  %r = memref.alloca() : memref<4x4xf32, #gpu.address_space<private>>
  tl.copy %a to %r layout #tl.register<spatial(32, 1).column_local(1, 16)> scope warp : memref<32x16xf32> to memref<4x4xf32, #gpu.address_space<private>>
  %v = tl.load %a as #tl.tile<S[(32, (4, 4)) : (1@laneid, (1, 4))]> scope warp : memref<32x16xf32> to vector<4x4xf32>
  tl.store %v as #tl.tile<S[(32, (4, 4)) : (1@laneid, (1, 4))]> to %b scope warp : vector<4x4xf32> to memref<32x16xf32>
  gpu.return
}

// Vectors of several dimensions feed other operations.

// CHECK-LABEL: .entry matrix(
// CHECK-NOT:   .local
// CHECK-COUNT-2: ld.global.v2.b32
// CHECK-COUNT-4: add.rn.f32
// CHECK:       st.global.v2.b32
gpu.func @matrix(%a: memref<16x8xf32> {llvm.align = 16 : i64}, %b: memref<16x8xf32> {llvm.align = 16 : i64}) kernel {
  %v = tl.load %a as #tl.register<mma_c(16, 8, 16, 16)> scope warp : memref<16x8xf32> to vector<2x2xf32>
  %w = arith.addf %v, %v : vector<2x2xf32>
  tl.store %w as #tl.register<mma_c(16, 8, 16, 16)> to %b scope warp : vector<2x2xf32> to memref<16x8xf32>
  gpu.return
}

// One of a single row, too.

// CHECK-LABEL: .entry row(
// CHECK-NOT:   .local
// CHECK:       ld.global.v4.b32
// CHECK-COUNT-4: add.rn.f32
// CHECK:       st.global.v4.b32
gpu.func @row(%a: memref<8x16xf32> {llvm.align = 16 : i64}, %b: memref<8x16xf32> {llvm.align = 16 : i64}) kernel {
  %v = tl.load %a as #tl.register<spatial(8, 4).local(1, 4)> scope warp : memref<8x16xf32> to vector<1x4xf32>
  %w = arith.addf %v, %v : vector<1x4xf32>
  tl.store %w as #tl.register<spatial(8, 4).local(1, 4)> to %b scope warp : vector<1x4xf32> to memref<8x16xf32>
  gpu.return
}

// A device function.

// CHECK-LABEL: .func device(
// CHECK:       ld.v4.b32
// CHECK:       st.v4.b32
func.func @device(%a: memref<32x4xf32> {llvm.align = 16 : i64}, %b: memref<32x4xf32> {llvm.align = 16 : i64}) {
  %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 4)> scope warp : memref<32x4xf32> to vector<4xf32>
  tl.store %v as #tl.register<spatial(32, 1).local(1, 4)> to %b scope warp : vector<4xf32> to memref<32x4xf32>
  return
}
}
