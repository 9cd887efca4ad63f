// RUN: tl-sim %s --kernel=groups --dump=1 | FileCheck %s --check-prefix=GROUPS
// RUN: tl-sim %s --kernel=sizes --block=1 --dump=1 | FileCheck %s --check-prefix=SIZES
// RUN: tl-sim %s --kernel=pointers --dump=1 | FileCheck %s --check-prefix=POINTERS
// RUN: tl-sim %s --kernel=pipelined --dump=1 --report | FileCheck %s --check-prefix=PIPELINED
// RUN: tl-sim %s --kernel=blocks --grid=2 --block=1 --dump=1 | FileCheck %s --check-prefix=BLOCKS

#shared = #gpu.address_space<workgroup>

// A thread waits for the first group, then for all; a barrier gives the bytes
// to its neighbor.

// GROUPS:      argument 1:
// GROUPS-NEXT: {{^}}[0, 1, 2, 3, 132, 133, 134, 135]
// GROUPS:      {{^}}[124, 125, 126, 127, 128, 129, 130, 131]
func.func @groups(%in: memref<64x4xf32> {llvm.align = 16 : i64}, %out: memref<32x8xf32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<64x4xf32, #shared>
  %second = arith.addi %l, %c32 : index
  %a = nvgpu.device_async_copy %in[%l, %c0], %s[%l, %c0], 4 : memref<64x4xf32> to memref<64x4xf32, #shared>
  %first_group = nvgpu.device_async_create_group %a
  %b = nvgpu.device_async_copy %in[%second, %c0], %s[%second, %c0], 4 {bypassL1} : memref<64x4xf32> to memref<64x4xf32, #shared>
  %second_group = nvgpu.device_async_create_group %b
  nvgpu.device_async_wait %first_group
  %own = vector.load %s[%l, %c0] : memref<64x4xf32, #shared>, vector<4xf32>
  vector.store %own, %out[%l, %c0] : memref<32x8xf32>, vector<4xf32>
  nvgpu.device_async_wait %second_group {numGroups = 0 : i32}
  gpu.barrier
  %next = arith.addi %l, %c1 : index
  %neighbor = arith.remui %next, %c32 : index
  %row = arith.addi %neighbor, %c32 : index
  %other = vector.load %s[%row, %c0] : memref<64x4xf32, #shared>, vector<4xf32>
  vector.store %other, %out[%l, %c4] : memref<32x8xf32>, vector<4xf32>
  return
}

// 4, 8 and 16 bytes, and zeros behind what is read, of which there may be
// nothing: then nothing is read, be it out of bounds.

// SIZES:      argument 1:
// SIZES-NEXT: {{^}}[0, 1, 2, 3, 4, 5, 6, 7]
// SIZES-NEXT: {{^}}[0, 1, 2, 0, 0, 0, 0, 0]
// SIZES-NEXT: {{^}}[0, 0, 0, 0, 0, 0, 0, 0]
// SIZES-NEXT: {{^}}[0, 1, 2, 3, 0, 0, 0, 0]
// SIZES-NEXT: {{^}}[0, 1, 2, 0, 0, 1, -1, -1]
func.func @sizes(%in: memref<8xi16> {llvm.align = 16 : i64}, %out: memref<5x8xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %far = arith.constant 801 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<5x8xi16, #shared>
  %none = arith.constant dense<-1> : vector<8xi16>
  %zeros = arith.constant dense<0> : vector<8xi16>
  vector.store %zeros, %s[%c3, %c0] : memref<5x8xi16, #shared>, vector<8xi16>
  vector.store %none, %s[%c4, %c0] : memref<5x8xi16, #shared>, vector<8xi16>
  %t0 = nvgpu.device_async_copy %in[%c0], %s[%c0, %c0], 8, %c8 : memref<8xi16> to memref<5x8xi16, #shared>
  %t1 = nvgpu.device_async_copy %in[%c0], %s[%c1, %c0], 8, %c3 : memref<8xi16> to memref<5x8xi16, #shared>
  %t2 = nvgpu.device_async_copy %in[%far], %s[%c2, %c0], 8, %c0 : memref<8xi16> to memref<5x8xi16, #shared>
  %t3 = nvgpu.device_async_copy %in[%c0], %s[%c3, %c0], 4 : memref<8xi16> to memref<5x8xi16, #shared>
  %t4 = nvgpu.device_async_copy %in[%c0], %s[%c4, %c0], 4, %c3 : memref<8xi16> to memref<5x8xi16, #shared>
  %t5 = nvgpu.device_async_copy %in[%c0], %s[%c4, %c4], 2 : memref<8xi16> to memref<5x8xi16, #shared>
  %g = nvgpu.device_async_create_group %t0, %t1, %t2, %t3, %t4, %t5
  nvgpu.device_async_wait %g
  scf.for %i = %c0 to %c5 step %c1 {
    %v = vector.load %s[%i, %c0] : memref<5x8xi16, #shared>, vector<8xi16>
    vector.store %v, %out[%i, %c0] : memref<5x8xi16>, vector<8xi16>
  }
  return
}

// The same on pointers; two of three groups are left in flight at first.

// POINTERS:      argument 1:
// POINTERS-NEXT: {{^}}[0, 1, 0, 0, 4, 5, 6, 7, 8, 0, 0, 0]
// POINTERS:      {{^}}[496, 497, 0, 0, 500, 501, 502, 503, 504, 0, 0, 0]
func.func @pointers(%in: memref<32x16xi32> {llvm.align = 16 : i64}, %out: memref<32x12xi32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x12xi32, #shared>
  %zeros = arith.constant dense<0> : vector<4xi32>
  vector.store %zeros, %s[%l, %c0] : memref<32x12xi32, #shared>, vector<4xi32>
  vector.store %zeros, %s[%l, %c8] : memref<32x12xi32, #shared>, vector<4xi32>
  %from = memref.extract_aligned_pointer_as_index %in : memref<32x16xi32> -> index
  %to = memref.extract_aligned_pointer_as_index %s : memref<32x12xi32, #shared> -> index
  %from_row = arith.muli %l, %c64 : index
  %to_row = arith.muli %l, %c48 : index
  %from_sum = arith.addi %from, %from_row : index
  %to_sum = arith.addi %to, %to_row : index
  %f0 = arith.index_cast %from_sum : index to i64
  %t0 = arith.index_cast %to_sum : index to i64
  %n16 = arith.constant 16 : i64
  %n32 = arith.constant 32 : i64
  %f1 = arith.addi %f0, %n16 : i64
  %f2 = arith.addi %f0, %n32 : i64
  %t1 = arith.addi %t0, %n16 : i64
  %t2 = arith.addi %t0, %n32 : i64
  %fp0 = llvm.inttoptr %f0 : i64 to !llvm.ptr<1>
  %fp1 = llvm.inttoptr %f1 : i64 to !llvm.ptr<1>
  %fp2 = llvm.inttoptr %f2 : i64 to !llvm.ptr<1>
  %tp0 = llvm.inttoptr %t0 : i64 to !llvm.ptr<3>
  %tp1 = llvm.inttoptr %t1 : i64 to !llvm.ptr<3>
  %tp2 = llvm.inttoptr %t2 : i64 to !llvm.ptr<3>
  %four = arith.constant 4 : i32
  nvvm.cp.async.shared.global %tp0, %fp0, 8, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.shared.global %tp1, %fp1, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.shared.global %tp2, %fp2, 16, cache = cg, %four : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 2
  %a = vector.load %s[%l, %c0] : memref<32x12xi32, #shared>, vector<4xi32>
  vector.store %a, %out[%l, %c0] : memref<32x12xi32>, vector<4xi32>
  nvvm.cp.async.wait.group 0
  %b = vector.load %s[%l, %c4] : memref<32x12xi32, #shared>, vector<4xi32>
  %c = vector.load %s[%l, %c8] : memref<32x12xi32, #shared>, vector<4xi32>
  vector.store %b, %out[%l, %c4] : memref<32x12xi32>, vector<4xi32>
  vector.store %c, %out[%l, %c8] : memref<32x12xi32>, vector<4xi32>
  return
}

// Two stages, one copy ahead; the last group is empty.

// PIPELINED:      argument 1:
// PIPELINED-NEXT: {{^}}[0, 32, 64, 96]
// PIPELINED-NEXT: {{^}}[1, 33, 65, 97]
// PIPELINED:      async.mlir:[[# @LINE + 11]]:8 nvgpu.device_async_copy: global read, 32 accesses, 128 bytes, 4 sectors, efficiency 100%
// PIPELINED-NEXT: async.mlir:[[# @LINE + 10]]:8 nvgpu.device_async_copy: shared write, 32 accesses, 128 bytes, 1 wavefronts of at least 1, degree 1
func.func @pipelined(%in: memref<4x32xf32>, %out: memref<32x4xf32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %s = memref.alloc() : memref<2x32xf32, #shared>
  // The first row.
  %t = nvgpu.device_async_copy %in[%c0, %l], %s[%c0, %l], 1 : memref<4x32xf32> to memref<2x32xf32, #shared>
  %first = nvgpu.device_async_create_group %t
  %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%before = %first) -> !nvgpu.device.async.token {
    %next = arith.addi %i, %c1 : index
    %stage = arith.remui %next, %c2 : index
    %is_row = arith.cmpi ult, %i, %c3 : index
    scf.if %is_row {
      %u = nvgpu.device_async_copy %in[%next, %l], %s[%stage, %l], 1 : memref<4x32xf32> to memref<2x32xf32, #shared>
    }
    %group = nvgpu.device_async_create_group
    nvgpu.device_async_wait %before {numGroups = 1 : i32}
    %now = arith.remui %i, %c2 : index
    %x = memref.load %s[%now, %l] : memref<2x32xf32, #shared>
    memref.store %x, %out[%l, %i] : memref<32x4xf32>
    scf.yield %group : !nvgpu.device.async.token
  }
  return
}

// Each block has a buffer and groups of its own.

// BLOCKS:      argument 1:
// BLOCKS-NEXT: {{^}}[0, 1]
func.func @blocks(%in: memref<2xf32>, %out: memref<2xf32>) {
  %b = gpu.block_id x
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : memref<1xf32, #shared>
  %t = nvgpu.device_async_copy %in[%b], %s[%c0], 1 : memref<2xf32> to memref<1xf32, #shared>
  %g = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %g {numGroups = 0 : i32}
  %x = memref.load %s[%c0] : memref<1xf32, #shared>
  memref.store %x, %out[%b] : memref<2xf32>
  return
}
