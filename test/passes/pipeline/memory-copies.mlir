// RUN: tl-sim --verify-lowering %s | FileCheck %s
// RUN: tl-sim "--verify-lowering=lower-layout-copies{target=sm_100}" %s | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=bounded --arg=2:scalar=8 --arg=3:scalar=56 --arg=4:scalar=33 | FileCheck %s --check-prefix=NUMBERS
// RUN: tl-sim --verify-lowering %s --kernel=bounded_rest --arg=2:scalar=16 --arg=3:scalar=60 --arg=4:scalar=31 | FileCheck %s --check-prefix=NUMBERS
// RUN: tl-sim --verify-lowering %s --kernel=pitched --arg=2:scalar=5 --arg=3:scalar=9 | FileCheck %s --check-prefix=NUMBERS
// RUN: tl-opt %s --lower-layout-copies 2> /dev/null | FileCheck %s --check-prefix=LEFT
// RUN: tl-opt %s --lower-layout-copies 2> /dev/null | %ptx > %t.ptx
// RUN: sed -n '/entry swizzled(/,/^}/p' %t.ptx | sh %S/Inputs/count.sh | FileCheck %s --check-prefix=SWIZZLED
// RUN: sed -n '/entry staged(/,/^}/p' %t.ptx | sh %S/Inputs/count.sh | FileCheck %s --check-prefix=STAGED
// RUN: sed -n '/entry pitched(/,/^}/p' %t.ptx | sh %S/Inputs/count.sh | FileCheck %s --check-prefix=PITCHED
// RUN: sed -n '/entry transposed(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=TRANSPOSED --implicit-check-not=ld.global --implicit-check-not=ld.shared --implicit-check-not=st.global --implicit-check-not=st.shared

// Copies between memories from end to end: what they move by definition and as
// they are lowered, and the accesses that they become.

// LEFT-NOT: {{ tl\.}}

// NUMBERS: equivalent:

// SWIZZLED: {{^(3[0-2]|[12][0-9])}} instructions, 16 accesses of 16 bytes, 0 others
// STAGED:   {{^(4[0-6]|[23][0-9])}} instructions, 24 accesses of 16 bytes, 0 others
// PITCHED:  {{^(30|[12][0-9])}} instructions, 8 accesses of 16 bytes, 0 others

// Blocks of 8 by 4 are transposed in registers, so that both sides have vectors.

// TRANSPOSED-COUNT-8: ld.global.v4.b16
// TRANSPOSED-COUNT-4: st.shared.v4.b32
// TRANSPOSED-COUNT-8: ld.shared.v4.b16
// TRANSPOSED-COUNT-4: st.global.v4.b32

#swizzled = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#column = #tl.tile<S[(64, 64) : (1, 64)]>

gpu.module @kernels {
  // CHECK: @swizzled: equivalent:
  gpu.func @swizzled(%G: memref<64x64xf16> {llvm.align = 16 : i64}, %H: memref<64x64xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<4096xf16, 3> {llvm.align = 128 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %G to %S layout #swizzled scope cta threads 128 : memref<64x64xf16> to memref<4096xf16, 3>
    gpu.barrier
    tl.copy %S layout #swizzled to %H scope cta threads 128 : memref<4096xf16, 3> to memref<64x64xf16>
    gpu.return
  }

  // CHECK: @transposed: equivalent:
  gpu.func @transposed(%G: memref<64x64xf16> {llvm.align = 16 : i64}, %H: memref<64x64xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<4096xf16, 3> {llvm.align = 128 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %G to %S layout #column scope cta : memref<64x64xf16> to memref<4096xf16, 3>
    gpu.barrier
    tl.copy %S layout #column to %H scope cta : memref<4096xf16, 3> to memref<64x64xf16>
    gpu.return
  }

  // Rows of a pitch known only at run time, and what divides it.

  // CHECK: @pitched: equivalent:
  gpu.func @pitched(%G: memref<16384xf16> {llvm.align = 16 : i64}, %H: memref<64x64xf16> {llvm.align = 16 : i64}, %i: index, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c8 = arith.constant 8 : index
    %pitch = arith.muli %n, %c8 : index
    %P = memref.reinterpret_cast %G to offset: [0], sizes: [128, 64], strides: [%pitch, 1] : memref<16384xf16> to memref<128x64xf16, strided<[?, 1]>>
    tl.copy %P[%i, 0] to %H scope cta threads 128 : memref<128x64xf16, strided<[?, 1]>> to memref<64x64xf16>
    gpu.return
  }

  // There and back; two shared buffers.

  // CHECK: @staged: equivalent:
  gpu.func @staged(%G: memref<64x64xf16> {llvm.align = 16 : i64}, %H: memref<64x64xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<4096xf16, 3> {llvm.align = 128 : i64}, %T: memref<64x64xf16, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 2, 1>} {
    tl.copy %G to %S layout #swizzled scope cta : memref<64x64xf16> to memref<4096xf16, 3>
    gpu.barrier
    tl.copy %S layout #swizzled to %T scope cta : memref<4096xf16, 3> to memref<64x64xf16, 3>
    gpu.barrier
    tl.copy %T to %H scope cta : memref<64x64xf16, 3> to memref<64x64xf16>
    gpu.return
  }

  // Bounds of the source, with what is past them, and of the target.

  // CHECK: @bounded: equivalent:
  gpu.func @bounded(%G: memref<72x64xf16> {llvm.align = 16 : i64}, %H: memref<72x64xf16> {llvm.align = 16 : i64}, %i: index, %m: index, %n: index) workgroup(%S: memref<4096xf16, 3> {llvm.align = 128 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %G[%i, 0] to %S layout #swizzled scope cta bounds(%m, %n) {pad = 1.5 : f16} : memref<72x64xf16> to memref<4096xf16, 3>
    gpu.barrier
    tl.copy %S layout #swizzled to %H[%i, 0] scope cta bounds(%m, %n) : memref<4096xf16, 3> to memref<72x64xf16>
    gpu.return
  }

  // The same where threads leave a rest, which has a bound of its own.

  // CHECK: @bounded_rest: equivalent:
  gpu.func @bounded_rest(%G: memref<72x64xf16>, %H: memref<72x64xf16>, %i: index, %m: index, %n: index) workgroup(%S: memref<4096xf16, 3>) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    tl.copy %G[%i, 0] to %S layout #tl.shared<row_major(49, 33)> scope cta threads 75 bounds(%m, %n) {pad = 1.5 : f16} : memref<72x64xf16> to memref<4096xf16, 3>
    gpu.barrier
    tl.copy %S layout #tl.shared<row_major(49, 33)> to %H[%i, 0] scope cta threads 75 bounds(%m, %n) : memref<4096xf16, 3> to memref<72x64xf16>
    gpu.return
  }

  // Of the bound of the copy and the end of the tile, the nearer one counts.

  // CHECK: @two_bounds: equivalent:
  gpu.func @two_bounds(%G: memref<72x64xf16>, %H: memref<72x64xf16>) workgroup(%S: memref<4096xf16, 3>) kernel attributes {known_block_size = array<i32: 75, 1, 1>} {
    tl.copy %G to %S layout #tl.shared<row_major(49, 33)> scope cta bounds(72, 20) : memref<72x64xf16> to memref<4096xf16, 3>
    gpu.barrier
    tl.copy %S layout #tl.shared<row_major(49, 33)> to %H scope cta bounds(60, 64) : memref<4096xf16, 3> to memref<72x64xf16>
    gpu.return
  }

  // 33 x 17 elements on 96 of 128 threads.

  // CHECK: @odd: equivalent:
  gpu.func @odd(%G: memref<33x17xf32>, %H: memref<33x17xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %G to %H scope cta threads 96 : memref<33x17xf32> to memref<33x17xf32>
    gpu.return
  }

  // 24 elements on 32 lanes: one each.

  // CHECK: @few: equivalent:
  gpu.func @few(%G: memref<24xf32>, %H: memref<24xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %H scope warp : memref<24xf32> to memref<24xf32>
    gpu.return
  }

  // Warps of 16 threads, and a block that does not say how many it has.

  // CHECK: @half_a_warp: equivalent:
  gpu.func @half_a_warp(%G: memref<8x9xi8>, %H: memref<8x9xi8>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    tl.copy %G to %H scope warp : memref<8x9xi8> to memref<8x9xi8>
    gpu.return
  }

  // CHECK: @any_block: equivalent:
  gpu.func @any_block(%G: memref<40x40xi8>, %H: memref<40x40xi8>) kernel {
    tl.copy %G to %H scope cta threads 50 : memref<40x40xi8> to memref<40x40xi8>
    gpu.return
  }

  // Widths of elements, a column-major source, a warpgroup, one thread.

  // CHECK: @wide: equivalent:
  gpu.func @wide(%G: memref<40x24xf64, strided<[1, 40]>> {llvm.align = 16 : i64}, %H: memref<40x24xf64>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %G to %H scope warpgroup : memref<40x24xf64, strided<[1, 40]>> to memref<40x24xf64>
    gpu.return
  }

  // CHECK: @alone: equivalent:
  gpu.func @alone(%G: memref<5x6xi32>, %H: memref<5x6xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    tl.copy %G to %H scope thread : memref<5x6xi32> to memref<5x6xi32>
    gpu.return
  }

  // More than fits the registers: a loop.

  // CHECK: @large: equivalent:
  gpu.func @large(%G: memref<96x100xf32> {llvm.align = 16 : i64}, %H: memref<96x100xf32>) kernel attributes {known_block_size = array<i32: 48, 1, 1>} {
    tl.copy %G to %H scope cta : memref<96x100xf32> to memref<96x100xf32>
    gpu.return
  }

  // Digits of 2 and 6 against 3 and 4, in other orders than the elements.

  // CHECK: @digits: equivalent:
  gpu.func @digits(%G: memref<12x8xf32>, %H: memref<12x8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G layout #tl.tile<S[((2, 6), 8) : ((8, 16), 1)]> to %H layout #tl.tile<S[((3, 4), 8) : ((32, 8), 1)]> scope warp : memref<12x8xf32> to memref<12x8xf32>
    gpu.return
  }

  // Who moves what is chosen: the second warp loads the same, and two more nothing.

  // CHECK: @chosen: equivalent:
  gpu.func @chosen(%G: memref<64x64xf16> {llvm.align = 16 : i64}, %H: memref<64x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %G to %H as #tl.tile<S[((2, 32), (8, 8)) : ((8, 1@tx), (16, 1))] + R[2 : 32@tx]> scope cta : memref<64x64xf16> to memref<64x64xf16>
    gpu.return
  }

  // A view in the middle of a buffer.

  // CHECK: @view: equivalent:
  gpu.func @view(%G: memref<66x80xf16> {llvm.align = 16 : i64}, %H: memref<64x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %V = memref.subview %G[1, 8] [64, 64] [1, 1] : memref<66x80xf16> to memref<64x64xf16, strided<[80, 1], offset: 88>>
    tl.copy %V to %H scope cta : memref<64x64xf16, strided<[80, 1], offset: 88>> to memref<64x64xf16>
    gpu.return
  }
}
