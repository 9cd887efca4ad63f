// RUN: tl-opt %s --tl-adopt-accesses | FileCheck %s
// RUN: tl-opt %s --tl-adopt-accesses=remarks=1 --verify-diagnostics -o /dev/null
// RUN: tl-sim %s --kernel=ring --report | FileCheck %s --check-prefix=BEFORE
// RUN: tl-opt %s --tl-adopt-accesses --lower-layout-copies=verify-by-simulation 2>/dev/null > %t
// RUN: tl-sim %t --kernel=ring --report | FileCheck %s --check-prefix=AFTER
// RUN: tl-sim %s --kernel=ring --checksum --arg=0:small > %t.sums && tl-sim %t --kernel=ring --checksum --arg=0:small | diff %t.sums -
// RUN: tl-sim %s --kernel=blocks --checksum --arg=0:small > %t.sums && tl-sim %t --kernel=blocks --checksum --arg=0:small | diff %t.sums -
// RUN: tl-sim %s --kernel=one_dropped --checksum --arg=0:small > %t.sums && tl-sim %t --kernel=one_dropped --checksum --arg=0:small | diff %t.sums -
// RUN: tl-sim %s --kernel=ring --explain | FileCheck %s --check-prefix=EXPLAIN

// A ring of three stages that are views, as compilers write it: stage k mod 3 is where
// the turn of the loop says, and each block copies rows of its own. Stages have one
// layout.
// BEFORE:     nvgpu.ldmatrix: shared read, 4096 accesses, 65536 bytes, 4096 wavefronts of at least 512, degree 8
// AFTER:      nvvm.ldmatrix: shared read, 4096 accesses, 65536 bytes, 512 wavefronts of at least 512, degree 1

// The buffer is explained as it is defined, not as a stage.
// EXPLAIN:      an allocation, shared: 3 x 16 x 64 of 2 bytes, strides 1024, 64, 1
// EXPLAIN-NEXT:   {{.*}} nvgpu.device_async_copy writes 8 x 2 bytes in each of 32 threads, 16 times
// EXPLAIN-NEXT:     tile 1 x 4 x 64 at (0, 0, 0): S[(1, 4, (8, 8)) : (0, 8@tx, (1@tx, 1))]
// EXPLAIN-NEXT:     places S[(32, 8) : (8, 1)], moved by 0, 256, 512, 768, 1024, 1280, 1536, 1792, 2048, 2304, 2560, 2816, 0, 256, 512, 768 each time

!stage = memref<16x64xf16, strided<[64, 1], offset: ?>, 3>
gpu.module @adopted {

// CHECK-LABEL: gpu.func @ring
// CHECK-NOT:     memref.subview
// CHECK:         %[[BLOCK:.*]] = gpu.block_id x
// CHECK:         scf.for %[[K:.*]] = %c0 to %c256 step %c64
// CHECK-NOT:       memref.subview
// CHECK:           scf.for %[[I:.*]] = %c0 to %c16 step %c4
// CHECK:             %[[ROWS:.*]] = arith.muli %[[BLOCK]], %c16{{.*}}
// CHECK:             %[[TURN:.*]] = arith.shrui %[[K]]
// CHECK:             %[[STAGE:.*]] = arith.remui %[[TURN]]
// CHECK:             tl.copy %arg0[%{{.*}}, %{{.*}}] to %[[S:.*]][%[[STAGE]], %{{.*}}, 0] layout auto as #{{.*}} scope cta async : memref<128x256xf16> to memref<3x16x64xf16, 3>
// CHECK-NOT:       nvgpu.ldmatrix
// CHECK:           tl.load %[[S]][%{{.*}}, 0, %{{.*}}] layout auto as #{{.*}} scope cta : memref<3x16x64xf16, 3> to vector<8xf16>
// CHECK:         memref.dealloc %[[S]]
gpu.func @ring(%A: memref<128x256xf16> {llvm.align = 16 : i64}, %B: memref<8x16x32x8xf16> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 8, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %S = memref.alloc() {alignment = 16} : memref<3x16x64xf16, 3>
  %r = arith.divui %t, %c8 : index
  %q = arith.remui %t, %c8 : index
  %column = arith.muli %q, %c8 : index
  %top = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%b]
  scf.for %k = %c0 to %c256 step %c64 {
    %number = affine.apply affine_map<(d0) -> ((d0 floordiv 64) mod 3)>(%k)
    %stage = memref.subview %S[%number, 0, 0] [1, 16, 64] [1, 1, 1] : memref<3x16x64xf16, 3> to !stage
    %unused = memref.subview %S[%number, 0, 0] [1, 16, 64] [1, 1, 1] : memref<3x16x64xf16, 3> to !stage
    scf.for %i = %c0 to %c16 step %c4 {
      %row = arith.addi %i, %r : index
      %from = arith.addi %top, %row : index
      %right = arith.addi %k, %column : index
      // expected-remark@+1 {{becomes a copy of a tile}}
      %token = nvgpu.device_async_copy %A[%from, %right], %stage[%row, %column], 8 {bypassL1} : memref<128x256xf16> to !stage
    }
    %group = nvgpu.device_async_create_group
    nvgpu.device_async_wait %group
    gpu.barrier
    %first = arith.remui %t, %c16 : index
    %half = arith.divui %t, %c16 : index
    %begin = arith.muli %half, %c8 : index
    scf.for %j = %c0 to %c4 step %c1 {
      %across = arith.muli %j, %c16 : index
      %place = arith.addi %begin, %across : index
      // expected-remark@+1 {{becomes a copy of a tile}}
      %m = nvgpu.ldmatrix %stage[%first, %place] {numTiles = 4 : i32, transpose = false} : !stage -> vector<4x2xf16>
      %v = vector.shape_cast %m : vector<4x2xf16> to vector<8xf16>
      %turn = arith.divui %k, %c64 : index
      %begins = arith.muli %turn, %c4 : index
      %n = arith.addi %begins, %j : index
      vector.store %v, %B[%b, %n, %t, %c0] {alignment = 16 : i64} : memref<8x16x32x8xf16>, vector<8xf16>
    }
    gpu.barrier
  }
  memref.dealloc %S : memref<3x16x64xf16, 3>
  gpu.return
}

// Sums, differences and products with numbers of blocks, through views of what is read.
// CHECK-LABEL: gpu.func @blocks
// CHECK:         %[[X:.*]] = gpu.block_id x
// CHECK:         %[[Y:.*]] = gpu.block_id y
// CHECK-DAG:     arith.muli %[[X]], %c-8
// CHECK-DAG:     arith.muli %[[Y]], %c32
// CHECK:         tl.copy %arg0[2, %{{.*}}, %{{.*}}] to %arg2[0] layout auto as #{{.*}} scope cta async : memref<4x16x64xf32> to memref<32xf32, 3>
gpu.func @blocks(%A: memref<4x16x64xf32> {llvm.align = 16 : i64}, %B: memref<2x2x32xf32>) workgroup(%S: memref<32xf32, 3> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 2, 2, 1>} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %t = gpu.thread_id x
  %bx = gpu.block_id x
  %by = gpu.block_id y
  %threads = gpu.block_dim x
  %twice = arith.muli %c2, %bx : index
  %eight = arith.muli %twice, %c4 : index
  %row = arith.subi %c9, %eight : index
  %start = arith.muli %by, %threads : index
  %slice = memref.subview %A[2, %row, 0] [1, 4, 64] [1, 1, 1] : memref<4x16x64xf32> to memref<4x64xf32, strided<[64, 1], offset: ?>>
  %column = arith.addi %start, %t : index
  // expected-remark@+1 {{becomes a copy of a tile}}
  %token = nvgpu.device_async_copy %slice[%c1, %column], %S[%t], 1 : memref<4x64xf32, strided<[64, 1], offset: ?>> to memref<32xf32, 3>
  %group = nvgpu.device_async_create_group %token
  nvgpu.device_async_wait %group
  // expected-remark@+1 {{becomes a copy of a tile}}
  %x = memref.load %S[%t] : memref<32xf32, 3>
  memref.store %x, %B[%bx, %by, %t] : memref<2x2x32xf32>
  gpu.return
}

// A view that leaves out one of two dimensions of 1, read in rows that are those of the block.
// CHECK-LABEL: gpu.func @one_dropped
// CHECK:         %[[BLOCK:.*]] = gpu.block_id x
// CHECK:         tl.copy %arg0[0, 0, %[[BLOCK]], 0] to %arg2[0, 0] layout auto as #{{.*}} scope cta async : memref<1x1x2x32xf32> to memref<1x32xf32, 3>
gpu.func @one_dropped(%A: memref<1x1x2x32xf32> {llvm.align = 16 : i64}, %B: memref<2x32xf32>) workgroup(%S: memref<1x32xf32, 3> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %column = arith.muli %t, %c4 : index
  %view = memref.subview %A[0, 0, 0, 0] [1, 1, 2, 32] [1, 1, 1, 1] : memref<1x1x2x32xf32> to memref<1x2x32xf32, strided<[64, 32, 1]>>
  // expected-remark@+1 {{becomes a copy of a tile}}
  %token = nvgpu.device_async_copy %view[%c0, %b, %column], %S[%c0, %column], 4 : memref<1x2x32xf32, strided<[64, 32, 1]>> to memref<1x32xf32, 3>
  %group = nvgpu.device_async_create_group %token
  nvgpu.device_async_wait %group
  gpu.barrier
  // expected-remark@+1 {{becomes a copy of a tile}}
  %x = vector.load %S[%c0, %column] : memref<1x32xf32, 3>, vector<4xf32>
  vector.store %x, %B[%b, %column] : memref<2x32xf32>, vector<4xf32>
  gpu.return
}

// A map of which one term is a multiple of the block, the other any number of the thread.
// CHECK-LABEL: gpu.func @term
// CHECK:         %[[BLOCK:.*]] = gpu.block_id x
// CHECK:         %[[BEGIN:.*]] = arith.muli %[[BLOCK]], %c32
// CHECK:         tl.copy %arg0[%[[BEGIN]]] to %arg1[0] layout auto as #{{.*}} scope cta async : memref<64xf32> to memref<32xf32, 3>
gpu.func @term(%A: memref<64xf32> {llvm.align = 16 : i64}) workgroup(%S: memref<32xf32, 3> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %place = affine.apply affine_map<()[s0, s1] -> (s0 * 32 + s1 mod 32)>()[%b, %t]
  // expected-remark@+1 {{becomes a copy of a tile}}
  %token = nvgpu.device_async_copy %A[%place], %S[%t], 1 : memref<64xf32> to memref<32xf32, 3>
  %group = nvgpu.device_async_create_group %token
  nvgpu.device_async_wait %group
  // expected-remark@+1 {{becomes a copy of a tile}}
  %x = memref.load %S[%t] : memref<32xf32, 3>
  gpu.return
}

// Blocks are many, of which some are simulated: all of them are more than the limit.
// CHECK-LABEL: gpu.func @grid
// CHECK:         tl.store
// CHECK:         tl.load
gpu.func @grid() workgroup(%S: memref<16x32xf32, 3>) kernel
    attributes {known_block_size = array<i32: 512, 1, 1>, known_grid_size = array<i32: 1024, 1024, 1>} {
  %c32 = arith.constant 32 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %row = arith.divui %t, %c32 : index
  %column = arith.remui %t, %c32 : index
  // expected-remark@+1 {{becomes a copy of a tile}}
  memref.store %one, %S[%row, %column] : memref<16x32xf32, 3>
  gpu.barrier
  // expected-remark@+1 {{becomes a copy of a tile}}
  %x = memref.load %S[%row, %column] : memref<16x32xf32, 3>
  gpu.return
}

// What stays as it is: blocks with places of their own in a buffer; numbers that are
// no multiples; multiples in steps, or in other shapes.
// CHECK-LABEL: gpu.func @stays
// CHECK-NOT:     tl.
// CHECK:         gpu.return
gpu.func @stays(%A: memref<8x64xf32> {llvm.align = 16 : i64}, %D: memref<8x64xf32> {llvm.align = 16 : i64})
    workgroup(%S: memref<64xf32, 3>, %T: memref<32xf32, 3>, %U: memref<32xf32, 3>, %V: memref<32xf32, 3>, %W: memref<32xf32, 3>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %begin = arith.muli %b, %c32 : index
  %place = arith.addi %begin, %t : index
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: blocks have other places of it}}
  memref.store %one, %S[%place] : memref<64xf32, 3>
  %other = arith.xori %b, %c1 : index
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: its indices are not computed from the thread, counters of loops and constants, and multiples of numbers of blocks, alone}}
  %token = nvgpu.device_async_copy %A[%other, %t], %T[%t], 1 : memref<8x64xf32> to memref<32xf32, 3>
  %steps = memref.subview %A[0, 0] [4, 64] [2, 1] : memref<8x64xf32> to memref<4x64xf32, strided<[128, 1]>>
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: its indices are not computed from the thread, counters of loops and constants, and multiples of numbers of blocks, alone}}
  %token2 = nvgpu.device_async_copy %steps[%b, %t], %U[%t], 1 : memref<4x64xf32, strided<[128, 1]>> to memref<32xf32, 3>
  %flat = memref.collapse_shape %D [[0, 1]] : memref<8x64xf32> into memref<512xf32>
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: its indices are not computed from the thread, counters of loops and constants, and multiples of numbers of blocks, alone}}
  %token3 = nvgpu.device_async_copy %flat[%place], %V[%t], 1 : memref<512xf32> to memref<32xf32, 3>
  %word = arith.index_cast %b : index to i32
  %cast = arith.index_cast %word : i32 to index
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: its indices are not computed from the thread, counters of loops and constants, and multiples of numbers of blocks, alone}}
  %token4 = nvgpu.device_async_copy %A[%cast, %t], %W[%t], 1 : memref<8x64xf32> to memref<32xf32, 3>
  %group = nvgpu.device_async_create_group %token, %token2, %token3, %token4
  nvgpu.device_async_wait %group
  gpu.return
}
}
