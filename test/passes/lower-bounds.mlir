// RUN: tl-opt %s --tl-normalize-layouts --tl-synthesize-partition --tl-partition-copies 2>/dev/null | FileCheck %s
// RUN: tl-opt %s --verify-roundtrip | FileCheck %s --check-prefix=PRINTED
// RUN: tl-sim %s --verify-lowering --arg=3:scalar=-1 --arg=4:scalar=-3 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --arg=2:scalar=2 --arg=3:scalar=5 --arg=4:scalar=6 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --arg=2:scalar=20 --arg=3:scalar=-40 --arg=4:scalar=40 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=corner --dump=1 | FileCheck %s --check-prefix=CORNER
// RUN: tl-opt %s --tl-normalize-layouts --tl-synthesize-partition --tl-partition-copies 2>/dev/null | tl-sim - --kernel=corner --dump=1 | FileCheck %s --check-prefix=CORNER
// RUN: tl-opt %s --lower-layout-copies 2>&1 | FileCheck %s --check-prefix=LOWERED
// RUN: tl-opt %s --lower-layout-copies 2>/dev/null | %ptx | FileCheck %s --check-prefix=PTX

// Rule V30: tiles of a convolution that begin before memory. What is below `from`
// is the pad; negative numbers are in no sum that may not wrap without a sign.
// %z is a lower bound known only at run time.

// SAME: @nhwc: equivalent
// SAME: @nchw: equivalent
// SAME: @corner: equivalent
// SAME: @stored: equivalent
// SAME: @copied: equivalent
// SAME: @numbers: equivalent
// SAME: @counted: equivalent
// SAME: @valued: equivalent
// SAME: @empty: equivalent
// SAME: @async: equivalent
// SAME: @swizzled: equivalent
// SAME: @channels: equivalent
// SAME: @cut: equivalent

!nhwc = memref<12x10x16xf16>
!v = vector<16xf16>

gpu.module @m {

// Rows and columns have one unsigned comparison each, channels stay vectors.
// CHECK-LABEL: gpu.func @nhwc
// CHECK:       tl.thread_load {{.*}} atoms (4, 4) : (160, 1) -> (4, 1) within (%{{.*}}) granule 1 extent %c12 within (%{{.*}}) granule 1 extent %c10{{.*}} by (0 : 1, 0 : 0)
// LOWERED-LABEL: gpu.func @nhwc
// LOWERED-COUNT-2: arith.cmpi ult
// LOWERED:     vector.load {{.*}} vector<4xf16>
// LOWERED-COUNT-3: vector.load {{.*}} vector<4xf16>
// PTX:         .entry nhwc(
// PTX-COUNT-2: setp
// PTX:         ld.global.v2.b32
// PTX:         setp
// PTX-NOT:     setp
// PTX:         ld.global.v2.b32
// PTX:         setp
// PTX-NOT:     setp
// PTX:         ld.global.v2.b32
// PTX:         setp
// PTX-NOT:     setp
// PTX:         ld.global.v2.b32
gpu.func @nhwc(%A: !nhwc {llvm.align = 16 : i64}, %B: memref<4x8x16xf16> {llvm.align = 16 : i64}, %z: index, %i: index, %j: index) kernel {
  %v = tl.load %A[%i, %j, 0] as #tl.register<local(4, 1, 1).spatial(1, 8, 4).local(1, 1, 4)> scope warp bounds(12, 10, 16) from(0, 0, 0) {pad = 1.5 : f16} : !nhwc to !v
  tl.store %v as #tl.register<local(4, 1, 1).spatial(1, 8, 4).local(1, 1, 4)> to %B scope warp : !v to memref<4x8x16xf16>
  gpu.return
}

// LOWERED-LABEL: gpu.func @nchw
gpu.func @nchw(%A: memref<3x12x20xf32> {llvm.align = 16 : i64}, %B: memref<3x8x16xf32> {llvm.align = 16 : i64}, %z: index, %i: i32, %j: i32) kernel {
  %v = tl.load %A[0, %i : i32, %j : i32] as #tl.register<local(3, 1, 1).spatial(1, 8, 4).local(1, 1, 4)> scope warp bounds(3, 11, 20) from(0, 2, 1) : memref<3x12x20xf32> to vector<12xf32>
  tl.store %v as #tl.register<local(3, 1, 1).spatial(1, 8, 4).local(1, 1, 4)> to %B scope warp : vector<12xf32> to memref<3x8x16xf32>
  gpu.return
}

// Numbers.
// PRINTED: tl.load %{{.*}}[-1, -1] as {{.*}} scope warp bounds(5, 3) from(0, 0) {pad = 9 : i8}
// CORNER:      [9, 9, 9, 9]
// CORNER-NEXT: [9, 0, 1, 2]
// CORNER-NEXT: [9, 3, 4, 5]
gpu.func @corner(%A: memref<5x3xi8>, %B: memref<8x4xi8>, %z: index, %i: index, %j: index) kernel {
  %v = tl.load %A[-1, -1] as #tl.register<spatial(8, 4)> scope warp bounds(5, 3) from(0, 0) {pad = 9 : i8} : memref<5x3xi8> to vector<1xi8>
  tl.store %v as #tl.register<spatial(8, 4)> to %B scope warp : vector<1xi8> to memref<8x4xi8>
  gpu.return
}

// A store touches nothing below.
gpu.func @stored(%A: memref<8x16xf32>, %B: memref<12x20xf32>, %z: index, %i: index, %j: index) kernel {
  %v = tl.load %A as #tl.register<local(2, 1).spatial(4, 8).local(1, 2)> scope warp : memref<8x16xf32> to vector<4xf32>
  tl.store %v as #tl.register<local(2, 1).spatial(4, 8).local(1, 2)> to %B[%i, %j] scope warp bounds(12, 20) from(1, 0) : vector<4xf32> to memref<12x20xf32>
  gpu.return
}

// Between memories, in parts.
gpu.func @copied(%A: memref<12x10x16xf16> {llvm.align = 16 : i64}, %B: memref<6x10x16xf16> {llvm.align = 16 : i64}, %z: index, %i: index, %j: index)
    workgroup(%S: memref<6x10x16xf16, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  tl.copy %A[%i, %j, 0] to %S scope cta tile(6, 10, 16) bounds(12, 10, 16) from(0, 0, 0) {pad = 2.0 : f16} : memref<12x10x16xf16> to memref<6x10x16xf16, 3>
  gpu.barrier
  tl.copy %S to %B scope cta : memref<6x10x16xf16, 3> to memref<6x10x16xf16>
  gpu.return
}

// All numbers are known, but not compared in 32 bits.
// CHECK-LABEL: gpu.func @numbers
// CHECK:       tl.thread_load {{.*}} extent %c2{{.*}} extent %c29
gpu.func @numbers(%A: memref<4x32xf32>, %B: memref<4x32xf32>, %z: index, %i: index, %j: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %v = tl.load %A[1, 1] as #tl.register<local(4, 1).spatial(1, 32)> scope warp bounds(4, 32) from(2, 3) : memref<4x32xf32> to vector<4xf32>
  tl.store %v as #tl.register<local(4, 1).spatial(1, 32)> to %B scope warp : vector<4xf32> to memref<4x32xf32>
  gpu.return
}

// Costs are those of a tile that begins at a negative number.
gpu.func @counted(%A: memref<48xi16>, %B: memref<24xi16>, %z: index, %i: index, %j: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  tl.copy %A[-8] to %B scope warp bounds(48) from(10) : memref<48xi16> to memref<24xi16>
  gpu.return
}

// Lower bounds are values of any integer type; %z below 0 would be a fault. What
// is between the bounds is never less than nothing.
// CHECK-LABEL: gpu.func @valued
// CHECK:       arith.maxsi
// CHECK:       tl.thread_load
gpu.func @valued(%A: memref<8x48xf32>, %B: memref<8x16xf32>, %z: index, %i: i32, %j: index) kernel {
  %n = arith.index_cast %z : index to i8
  %v = tl.load %A[%i : i32, %j] as #tl.register<local(2, 1).spatial(4, 8).local(1, 2)> scope warp bounds(7, 48) from(%n : i8, %z) {pad = -1.0 : f32} : memref<8x48xf32> to vector<4xf32>
  tl.store %v as #tl.register<local(2, 1).spatial(4, 8).local(1, 2)> to %B scope warp : vector<4xf32> to memref<8x16xf32>
  gpu.return
}

// A bound below its lower bound leaves nothing.
// CHECK-LABEL: gpu.func @empty
// CHECK:       tl.thread_load {{.*}} extent %c0
gpu.func @empty(%A: memref<32xf32>, %B: memref<32xf32>, %z: index, %i: index, %j: index) kernel {
  %v = tl.load %A[%i] as #tl.register<spatial(32)> scope warp bounds(3) from(5) : memref<32xf32> to vector<1xf32>
  tl.store %v as #tl.register<spatial(32)> to %B scope warp : vector<1xf32> to memref<32xf32>
  gpu.return
}

// Asynchronous copies fill with zeros below as well.
// LOWERED-LABEL: gpu.func @async
// LOWERED-COUNT-6: nvgpu.device_async_copy
// PTX:         .entry async(
// PTX-COUNT-6: cp.async.cg.shared.global
gpu.func @async(%A: memref<12x10x64xf16> {llvm.align = 16 : i64}, %B: memref<6x6x64xf16> {llvm.align = 16 : i64}, %z: index, %i: index, %j: index)
    workgroup(%S: memref<6x6x64xf16, 3>) kernel attributes {known_block_size = array<i32: 48, 1, 1>} {
  tl.copy %A[%i, %j, 0] to %S scope cta async bounds(12, 10, 64) from(%z, 0, 0) : memref<12x10x64xf16> to memref<6x6x64xf16, 3>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  tl.copy %S to %B scope cta : memref<6x6x64xf16, 3> to memref<6x6x64xf16>
  gpu.return
}

// Under a layout, coordinates are those of the layout.
gpu.func @swizzled(%A: memref<16x64xf16> {llvm.align = 16 : i64}, %B: memref<16x64xf16> {llvm.align = 16 : i64}, %z: index, %i: index, %j: index)
    workgroup(%S: memref<1024xf16, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  tl.copy %A to %S layout #tl.shared<row_major_swizzle([16, 64], nbytes = 2)> scope cta : memref<16x64xf16> to memref<1024xf16, 3>
  gpu.barrier
  %v = tl.load %S[%i, -8] layout #tl.shared<row_major_swizzle([16, 64], nbytes = 2)> as #tl.register<local(4, 1).spatial(4, 8).local(1, 8)> scope warp bounds(16, 64) from(0, 0) : memref<1024xf16, 3> to vector<32xf16>
  tl.store %v as #tl.register<local(4, 1).spatial(4, 8).local(1, 8)> to %B scope warp : vector<32xf16> to memref<16x64xf16>
  gpu.return
}

// A loop counter is at least 0: its dimension has no comparison and stays vectors.
// CHECK-LABEL: gpu.func @channels
// CHECK:       tl.thread_load {{.*}} within (%{{.*}}) granule 1 extent %c4{{.*}} by (0 : 0) align 16
gpu.func @channels(%A: memref<4x64xf16> {llvm.align = 16 : i64}, %B: memref<8x64xf16> {llvm.align = 16 : i64}, %z: index, %i: index, %j: index) kernel {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %c64 step %c32 {
    %v = tl.load %A[%i, %k] as #tl.register<spatial(8, 4).local(1, 8)> scope warp bounds(4, 64) from(0, 0) : memref<4x64xf16> to vector<8xf16>
    tl.store %v as #tl.register<spatial(8, 4).local(1, 8)> to %B[0, %k] scope warp : vector<8xf16> to memref<8x64xf16>
  }
  gpu.return
}

// What a lower bound cuts moves in pieces that it does not, here in pairs.
// CHECK-LABEL: gpu.func @cut
// CHECK:       tl.thread_load {{.*}} granule 2 extent %c58
// LOWERED-LABEL: gpu.func @cut
// LOWERED:     vector.load {{.*}} vector<8xf16>
// LOWERED-COUNT-4: vector.load {{.*}} vector<2xf16>
gpu.func @cut(%A: memref<64xf16> {llvm.align = 16 : i64}, %B: memref<256xf16> {llvm.align = 16 : i64}, %z: index, %i: index, %j: index) kernel {
  %v = tl.load %A[-16] as #tl.register<spatial(32).local(8)> scope warp bounds(64) from(6) : memref<64xf16> to vector<8xf16>
  tl.store %v as #tl.register<spatial(32).local(8)> to %B scope warp : vector<8xf16> to memref<256xf16>
  gpu.return
}

}
