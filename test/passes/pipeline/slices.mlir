// RUN: tl-sim --verify-lowering %s --arg=4:scalar=2 | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=batch --arg=2:scalar=70 --arg=3:scalar=41 --arg=4:scalar=1 --arg=5:scalar=9 --arg=6:scalar=3 | FileCheck %s --check-prefix=NUMBERS
// RUN: not tl-sim %s --kernel=origins --arg=4:scalar=3 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: sed -n '/entry origins(/,/^}/p' %t.ptx | sh %S/Inputs/count.sh | FileCheck %s --check-prefix=COUNT
// RUN: sed -n '/entry subviews(/,/^}/p' %t.ptx | sh %S/Inputs/count.sh | FileCheck %s --check-prefix=SUBVIEWS
// RUN: sed -n '/entry ring(/,/^}/p' %t.ptx | sh %S/Inputs/count.sh | FileCheck %s --check-prefix=RING
// RUN: sed -n '/entry views(/,/^}/p' %t.ptx | sh %S/Inputs/count.sh | FileCheck %s --check-prefix=RING
// RUN: sed -n '/entry matrices(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=MATRICES --implicit-check-not=ld.shared
// RUN: sed -n '/entry window(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=WINDOW

// Slices of memories with more dimensions than the tile, and tiles that are
// smaller than both memories: what they move, and that a stage of a ring costs no
// more than a subview of it.

// NUMBERS: equivalent:
// OUTSIDE: error: 'tl.copy' op out of bounds: thread (0, 0, 0) of block (0, 0, 0)

// COUNT: {{^3[0-6]}} instructions, 8 accesses of 16 bytes, 0 others
// SUBVIEWS: {{^3[0-6]}} instructions, 8 accesses of 16 bytes, 0 others

// In a loop, the stage is added to what does not vary with it.
// RING: {{^(4[0-8]|[0-3][0-9])}} instructions, 8 accesses of 16 bytes, 0 others

// MATRICES: ldmatrix.sync.aligned.m8n8.x4.shared.b16

// A slice of 130 elements starts at a multiple of 4 bytes only.
// WINDOW-NOT: ld.global.v
// WINDOW: ld.global.b32
// WINDOW-NOT: ld.global.v

#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#frag = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!ring = memref<3x64x64xf16, #gpu.address_space<workgroup>>
!flat = memref<2x3x4096xf16, #gpu.address_space<workgroup>>
!slice = memref<64x64xf16, strided<[64, 1], offset: ?>, #gpu.address_space<workgroup>>
!batch = memref<2x70x41xf16, strided<[?, ?, 1]>>

gpu.module @kernels {
  // CHECK: @origins: equivalent:
  gpu.func @origins(%A: memref<64x512xf16> {llvm.align = 16 : i64}, %C: memref<64x64xf16> {llvm.align = 16 : i64}, %i: index, %j: index, %s: index)
      workgroup(%S: !ring {llvm.align = 1024 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S[%s, 0, 0] layout #smem scope cta tile(64, 64) async : memref<64x512xf16> to !ring
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S[%s, 0, 0] layout #smem as #frag scope cta : !ring to vector<32xf16>
    tl.store %v as #frag to %C scope cta : vector<32xf16> to memref<64x64xf16>
    gpu.return
  }

  // CHECK: @subviews: equivalent:
  gpu.func @subviews(%A: memref<64x512xf16> {llvm.align = 16 : i64}, %C: memref<64x64xf16> {llvm.align = 16 : i64}, %i: index, %j: index, %s: index)
      workgroup(%S: !ring {llvm.align = 1024 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %V = memref.subview %S[%s, 0, 0] [1, 64, 64] [1, 1, 1] : !ring to !slice
    tl.copy %A to %V layout #smem scope cta tile(64, 64) async : memref<64x512xf16> to !slice
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %V layout #smem as #frag scope cta : !slice to vector<32xf16>
    tl.store %v as #frag to %C scope cta : vector<32xf16> to memref<64x64xf16>
    gpu.return
  }

  // CHECK: @ring: equivalent:
  gpu.func @ring(%A: memref<64x512xf16> {llvm.align = 16 : i64}, %C: memref<64x64xf16> {llvm.align = 16 : i64}, %i: index, %j: index, %n: index)
      workgroup(%S: !ring) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    scf.for %k = %c0 to %n step %c1 {
      %from = arith.muli %k, %c64 : index
      %s = arith.remui %k, %c3 : index
      tl.copy %A[0, %from] to %S[%s, 0, 0] layout #smem scope cta tile(64, 64) async : memref<64x512xf16> to !ring
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
      %v = tl.load %S[%s, 0, 0] layout #smem as #frag scope cta : !ring to vector<32xf16>
      tl.store %v as #frag to %C scope cta : vector<32xf16> to memref<64x64xf16>
      gpu.barrier
    }
    gpu.return
  }

  // CHECK: @views: equivalent:
  gpu.func @views(%A: memref<64x512xf16> {llvm.align = 16 : i64}, %C: memref<64x64xf16> {llvm.align = 16 : i64}, %i: index, %j: index, %n: index)
      workgroup(%S: !ring) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    scf.for %k = %c0 to %n step %c1 {
      %from = arith.muli %k, %c64 : index
      %s = arith.remui %k, %c3 : index
      %V = memref.subview %S[%s, 0, 0] [1, 64, 64] [1, 1, 1] : !ring to !slice
      tl.copy %A[0, %from] to %V layout #smem scope cta tile(64, 64) async : memref<64x512xf16> to !slice
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
      %v = tl.load %V layout #smem as #frag scope cta : !slice to vector<32xf16>
      tl.store %v as #frag to %C scope cta : vector<32xf16> to memref<64x64xf16>
      gpu.barrier
    }
    gpu.return
  }

  // Two leading dimensions of flat slices, one of them known.

  // CHECK: @matrices: equivalent:
  gpu.func @matrices(%A: memref<3x64x64xf16> {llvm.align = 16 : i64}, %C: memref<16x16xf16> {llvm.align = 16 : i64}, %i: index, %j: index, %s: index)
      workgroup(%S: !flat {llvm.align = 1024 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A[%s, 0, 0] to %S[1, %s, 0, 0] layout #smem scope warp : memref<3x64x64xf16> to !flat
    gpu.barrier
    %v = tl.load %S[1, %s, 16, 32] layout #smem as #tl.register<mma_a(16, 8, 16, 16)> scope warp : !flat to vector<4x2xf16>
    tl.store %v as #tl.register<mma_a(16, 8, 16, 16)> to %C scope warp : vector<4x2xf16> to memref<16x16xf16>
    gpu.return
  }

  // Strides known only at run time, bounds, and several steps.

  // CHECK: @batch: equivalent:
  gpu.func @batch(%G: memref<65536xf16> {llvm.align = 16 : i64}, %H: memref<2x128x64xf16> {llvm.align = 16 : i64}, %m: index, %n: index, %s: index, %i: index, %p: index)
      kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %pitch = arith.muli %p, %c64 : index
    %stride = arith.muli %pitch, %c128 : index
    %B = memref.reinterpret_cast %G to offset: [0], sizes: [2, 70, 41], strides: [%stride, %pitch, 1] : memref<65536xf16> to !batch
    tl.copy %B[%s, %i, 0] to %H[1, 0, 0] scope cta tile(120, 48) bounds(%m, %n) {pad = 2.0 : f16} : !batch to memref<2x128x64xf16>
    gpu.return
  }

  // CHECK: @window: equivalent:
  gpu.func @window(%A: memref<4x65x2xf16> {llvm.align = 16 : i64}, %B: memref<80x32xf16> {llvm.align = 16 : i64}, %i: index, %j: index, %s: index)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A[%s, 0, 0] to %B[16, 8] scope cta tile(64, 2) : memref<4x65x2xf16> to memref<80x32xf16>
    gpu.return
  }
}
