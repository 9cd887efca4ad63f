// RUN: tl-opt %s --tl-adopt-accesses | FileCheck %s
// RUN: tl-opt %s --tl-adopt-accesses=remarks=1 --verify-diagnostics -o /dev/null
// RUN: tl-opt %s --tl-adopt-accesses | tl-opt -o /dev/null
// RUN: tl-opt %s --tl-adopt-accesses --lower-layout-copies=verify-by-simulation 2>/dev/null | tl-sim - --kernel=groups --report | FileCheck %s --check-prefix=COST
// RUN: tl-opt %s --tl-adopt-accesses --lower-layout-copies 2>/dev/null | tl-sim - --kernel=one_column --report | FileCheck %s --check-prefix=WIDE

// The layout also counts what asynchronous copies take of global memory: one column
// is worth no conflict-free rows of single elements.
// WIDE: total: shared 4224 bytes, 36 wavefronts of at least 33; global 4224 bytes, 132 sectors for 4224 bytes
// WIDE: busiest thread: 9 reads, 9 writes

gpu.module @adopted {

// Asynchronous copies are copies of a tile where both sides are tiles (rule B3);
// groups have them without naming them.
// CHECK-LABEL: gpu.func @groups
// CHECK:         scf.for %[[I:.*]] = %c0
// CHECK:           %[[TURN:.*]] = arith.shrui %[[I]]
// CHECK:           %[[FROM:.*]] = arith.muli %[[TURN]], %c8
// CHECK:           %[[TO:.*]] = arith.muli %[[TURN]], %c4
// CHECK:           tl.copy %arg0[%[[FROM]], 8] to %arg2[%[[TO]], 0] layout auto as #{{.*}} scope cta async : memref<80x72xf16> to memref<32x64xf16, 3>
// CHECK:           %[[OTHER:.*]] = nvgpu.device_async_copy
// CHECK:           nvgpu.device_async_create_group %[[OTHER]]
// CHECK:         nvgpu.device_async_wait
// COST:        nvgpu.device_async_copy: shared write, 256 accesses, 4096 bytes, 32 wavefronts of at least 32, degree 1
// COST:        nvvm.ldmatrix: shared read, 128 accesses, 2048 bytes, 16 wavefronts of at least 16, degree 1
gpu.func @groups(%A: memref<80x72xf16> {llvm.align = 16 : i64}, %B: memref<4x32x8xf16> {llvm.align = 16 : i64})
    workgroup(%S: memref<32x64xf16, 3> {llvm.align = 16 : i64}, %T: memref<8x32x8xf16, 3> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x
  %r = arith.divui %t, %c8 : index
  %q = arith.remui %t, %c8 : index
  %column = arith.muli %q, %c8 : index
  %right = arith.addi %column, %c8 : index
  scf.for %i = %c0 to %c32 step %c4 {
    %row = arith.addi %i, %r : index
    %twice = arith.muli %i, %c2 : index
    %below = arith.addi %twice, %r : index
    %turn = arith.divui %i, %c4 : index
    // expected-remark@+1 {{becomes a copy of a tile}}
    %k = nvgpu.device_async_copy %A[%below, %right], %S[%row, %column], 8 {bypassL1} : memref<80x72xf16> to memref<32x64xf16, 3>
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: its tile is another one where it is read than where it is written}}
    %l = nvgpu.device_async_copy %A[%below, %right], %T[%turn, %t, %c0], 8 {bypassL1} : memref<80x72xf16> to memref<8x32x8xf16, 3>
    %g = nvgpu.device_async_create_group %k, %l
  }
  %none = nvgpu.device_async_create_group
  nvgpu.device_async_wait %none
  gpu.barrier
  %first = arith.remui %t, %c16 : index
  %half = arith.divui %t, %c16 : index
  %begin = arith.muli %half, %c8 : index
  scf.for %k = %c0 to %c64 step %c16 {
    %place = arith.addi %begin, %k : index
    // expected-remark@+1 {{becomes a copy of a tile}}
    %m = nvgpu.ldmatrix %S[%first, %place] {numTiles = 4 : i32, transpose = false} : memref<32x64xf16, 3> -> vector<4x2xf16>
    %v = vector.shape_cast %m : vector<4x2xf16> to vector<8xf16>
    %n = arith.divui %k, %c16 : index
    vector.store %v, %B[%n, %t, %c0] {alignment = 16 : i64} : memref<4x32x8xf16>, vector<8xf16>
  }
  gpu.return
}

// What stays as it is, and why.
// CHECK-LABEL: gpu.func @stays
// CHECK-NOT:     tl.
// CHECK:         gpu.return
gpu.func @stays(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %G: memref<32xindex>, %H: memref<32x4xf32, strided<[4, 1], offset: 4>> {llvm.align = 16 : i64})
    workgroup(%P: memref<32x4xf32, 3> {llvm.align = 16 : i64}, %Q: memref<32x4xf32, 3> {llvm.align = 16 : i64}, %R: memref<32x4xf32, 3> {llvm.align = 16 : i64},
              %S: memref<32x4xf32, 3> {llvm.align = 16 : i64}, %T: memref<32x4xf32, 3> {llvm.align = 16 : i64}, %U: memref<32x4xf32, 3> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: it fills with zeros what it does not read}}
  %p = nvgpu.device_async_copy %A[%t, %c0], %P[%t, %c0], 4, %c2 {bypassL1} : memref<32x4xf32> to memref<32x4xf32, 3>
  // What memory says can be anything.
  %any = memref.load %G[%t] : memref<32xindex>
  %row = arith.remui %any, %c32 : index
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: its indices are not computed from the thread, counters of loops and constants, and multiples of numbers of blocks, alone}}
  %q = nvgpu.device_async_copy %A[%row, %c0], %Q[%t, %c0], 4 {bypassL1} : memref<32x4xf32> to memref<32x4xf32, 3>
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: what it reads is no contiguous argument of static shape in global memory}}
  %r = nvgpu.device_async_copy %H[%t, %c0], %R[%t, %c0], 4 {bypassL1} : memref<32x4xf32, strided<[4, 1], offset: 4>> to memref<32x4xf32, 3>
  // expected-remark@+2 {{keeps the buffer that it accesses as it is: what it reads is no contiguous argument of static shape in global memory}}
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: it copies from the buffer}}
  %u = nvgpu.device_async_copy %T[%t, %c0], %U[%t, %c0], 4 {bypassL1} : memref<32x4xf32, 3> to memref<32x4xf32, 3>
  // A token that is handed on.
  %g = nvgpu.device_async_create_group
  gpu.barrier
  %last = scf.for %i = %c0 to %c1 step %c1 iter_args(%before = %g) -> (!nvgpu.device.async.token) {
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: something else waits for it than nvgpu.device_async_create_group}}
    %s = nvgpu.device_async_copy %A[%t, %c0], %S[%t, %c0], 4 {bypassL1} : memref<32x4xf32> to memref<32x4xf32, 3>
    scf.yield %s : !nvgpu.device.async.token
  }
  %all = nvgpu.device_async_create_group %last
  nvgpu.device_async_wait %all
  gpu.return
}
// Of a group all of whose copies are of tiles nothing is left, nor of its wait.
// CHECK-LABEL: gpu.func @whole_groups
// CHECK-NOT:     nvgpu
// CHECK:         tl.copy
// CHECK:         tl.copy
// CHECK-NEXT:    tl.async_commit
// CHECK:         tl.copy
// CHECK-NEXT:    tl.async_commit
// CHECK-NEXT:    tl.async_wait 1
// CHECK-NEXT:    gpu.barrier
// CHECK:         tl.async_wait 0
// CHECK-NOT:     nvgpu
// CHECK:         gpu.return
gpu.func @whole_groups(%A: memref<96x8xf16> {llvm.align = 16 : i64}, %B: memref<64x8xf16> {llvm.align = 16 : i64})
    workgroup(%S: memref<96x8xf16, 3> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id x
  %u = arith.addi %t, %c32 : index
  %v = arith.addi %t, %c64 : index
  // expected-remark@+1 {{becomes a copy of a tile}}
  %k = nvgpu.device_async_copy %A[%t, %c0], %S[%t, %c0], 8 {bypassL1} : memref<96x8xf16> to memref<96x8xf16, 3>
  // expected-remark@+1 {{becomes a copy of a tile}}
  %l = nvgpu.device_async_copy %A[%u, %c0], %S[%u, %c0], 8 {bypassL1} : memref<96x8xf16> to memref<96x8xf16, 3>
  %g = nvgpu.device_async_create_group %k, %l
  // expected-remark@+1 {{becomes a copy of a tile}}
  %m = nvgpu.device_async_copy %A[%v, %c0], %S[%v, %c0], 8 {bypassL1} : memref<96x8xf16> to memref<96x8xf16, 3>
  %h = nvgpu.device_async_create_group %m
  nvgpu.device_async_wait %g {numGroups = 1 : i32}
  gpu.barrier
  // expected-remark@+1 {{becomes a copy of a tile}}
  %x = vector.load %S[%u, %c0] : memref<96x8xf16, 3>, vector<8xf16>
  vector.store %x, %B[%t, %c0] {alignment = 16 : i64} : memref<64x8xf16>, vector<8xf16>
  nvgpu.device_async_wait %h
  gpu.barrier
  // expected-remark@+1 {{becomes a copy of a tile}}
  %y = vector.load %S[%v, %c0] : memref<96x8xf16, 3>, vector<8xf16>
  vector.store %y, %B[%u, %c0] {alignment = 16 : i64} : memref<64x8xf16>, vector<8xf16>
  gpu.return
}
gpu.func @one_column(%A: memref<32x32xf32> {llvm.align = 16 : i64}, %B: memref<32xf32>)
    workgroup(%S: memref<32x32xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %t = gpu.thread_id x
  %row = arith.divui %t, %c8 : index
  %chunk = arith.remui %t, %c8 : index
  %column = arith.muli %chunk, %c4 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %above = arith.muli %i, %c4 : index
    %r = arith.addi %above, %row : index
    // expected-remark@+1 {{becomes a copy of a tile}}
    %k = nvgpu.device_async_copy %A[%r, %column], %S[%r, %column], 4 {bypassL1} : memref<32x32xf32> to memref<32x32xf32, 3>
  }
  %g = nvgpu.device_async_create_group
  nvgpu.device_async_wait %g
  gpu.barrier
  // expected-remark@+1 {{becomes a copy of a tile}}
  %x = memref.load %S[%t, %c1] : memref<32x32xf32, 3>
  memref.store %x, %B[%t] : memref<32xf32>
  gpu.return
}
}
