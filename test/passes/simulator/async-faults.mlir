// RUN: not tl-sim %s --block=32 2>&1 | FileCheck %s --implicit-check-not="' op race"

#shared = #gpu.address_space<workgroup>

// CHECK: async-faults.mlir:[[# @LINE + 8]]:8: error: 'memref.load' op asynchronous copy: thread (0, 0, 0) of block (0, 0, 0) reads element 0 of an allocation before the copy to it has been waited for
// CHECK: async-faults.mlir:[[# @LINE + 5]]:8: note: thread (0, 0, 0) of block (0, 0, 0) starts the copy here
// CHECK: async-faults.mlir:[[# @LINE + 7]]:3: error: 'memref.store' op asynchronous copy: thread (0, 0, 0) of block (0, 0, 0) writes element 0 of an allocation before the copy to it has been waited for
func.func @touched_in_flight(%in: memref<32xf32>) {
  %l = gpu.lane_id
  %s = memref.alloc() : memref<32xf32, #shared>
  %t = nvgpu.device_async_copy %in[%l], %s[%l], 1 : memref<32xf32> to memref<32xf32, #shared>
  %g = nvgpu.device_async_create_group %t
  %x = memref.load %s[%l] : memref<32xf32, #shared>
  memref.store %x, %s[%l] : memref<32xf32, #shared>
  nvgpu.device_async_wait %g
  return
}

// The wait is for other groups: for all but the last one, or for those committed.

// CHECK: async-faults.mlir:[[# @LINE + 10]]:8: error: 'memref.load' op asynchronous copy: {{.*}} reads element 0 of an allocation before
// CHECK: async-faults.mlir:[[# @LINE + 13]]:8: error: 'memref.load' op asynchronous copy: {{.*}} reads element 32 of an allocation before
// CHECK: async-faults.mlir:[[# @LINE + 10]]:8: error: 'nvgpu.device_async_copy' op asynchronous copy: {{.*}} never waits for the copy to element 32 of an allocation
func.func @other_groups(%in: memref<32xf32>) {
  %l = gpu.lane_id
  %c32 = arith.constant 32 : index
  %s = memref.alloc() : memref<64xf32, #shared>
  %t = nvgpu.device_async_copy %in[%l], %s[%l], 1 : memref<32xf32> to memref<64xf32, #shared>
  %g = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %g {numGroups = 1 : i32}
  %x = memref.load %s[%l] : memref<64xf32, #shared>
  %i = arith.addi %l, %c32 : index
  %u = nvgpu.device_async_copy %in[%l], %s[%i], 1 : memref<32xf32> to memref<64xf32, #shared>
  nvgpu.device_async_wait %u
  %y = memref.load %s[%i] : memref<64xf32, #shared>
  return
}

// The first of two groups.

// CHECK: async-faults.mlir:[[# @LINE + 11]]:8: error: 'memref.load' op asynchronous copy: {{.*}} reads element 32 of an allocation before
func.func @first_group(%in: memref<32xf32>) {
  %l = gpu.lane_id
  %c32 = arith.constant 32 : index
  %s = memref.alloc() : memref<64xf32, #shared>
  %i = arith.addi %l, %c32 : index
  %t = nvgpu.device_async_copy %in[%l], %s[%l], 1 : memref<32xf32> to memref<64xf32, #shared>
  %g = nvgpu.device_async_create_group %t
  %u = nvgpu.device_async_copy %in[%l], %s[%i], 1 : memref<32xf32> to memref<64xf32, #shared>
  %h = nvgpu.device_async_create_group %u
  nvgpu.device_async_wait %g
  %y = memref.load %s[%i] : memref<64xf32, #shared>
  %x = memref.load %s[%l] : memref<64xf32, #shared>
  nvgpu.device_async_wait %h
  return
}

// A wait is of its thread: others need a barrier, and it before the barrier.

// CHECK: async-faults.mlir:[[# @LINE + 13]]:8: error: 'memref.load' op race: thread (0, 0, 0) of block (0, 0, 0) reads element 1 of an allocation
// CHECK: async-faults.mlir:[[# @LINE + 7]]:8: note: thread (1, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @no_barrier(%in: memref<32xf32>) {
  %l = gpu.lane_id
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %s = memref.alloc() : memref<32xf32, #shared>
  // One barrier too early.
  %t = nvgpu.device_async_copy %in[%l], %s[%l], 1 : memref<32xf32> to memref<32xf32, #shared>
  %g = nvgpu.device_async_create_group %t
  gpu.barrier
  nvgpu.device_async_wait %g
  %i = arith.xori %l, %c1 : index
  %x = memref.load %s[%i] : memref<32xf32, #shared>
  return
}

// A barrier alone is no wait.

// CHECK: async-faults.mlir:[[# @LINE + 9]]:8: error: 'memref.load' op asynchronous copy: thread (0, 0, 0) of block (0, 0, 0) reads element 1 of an allocation before
func.func @no_wait(%in: memref<32xf32>) {
  %l = gpu.lane_id
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<32xf32, #shared>
  %t = nvgpu.device_async_copy %in[%l], %s[%l], 1 : memref<32xf32> to memref<32xf32, #shared>
  %g = nvgpu.device_async_create_group %t
  gpu.barrier
  %i = arith.xori %l, %c1 : index
  %x = memref.load %s[%i] : memref<32xf32, #shared>
  nvgpu.device_async_wait %g
  return
}

// CHECK: async-faults.mlir:[[# @LINE + 4]]:8: error: 'nvgpu.device_async_copy' op asynchronous copy: thread (0, 0, 0) of block (0, 0, 0) never waits for the copy to element 0 of an allocation
func.func @never(%in: memref<32xf32>) {
  %l = gpu.lane_id
  %s = memref.alloc() : memref<32xf32, #shared>
  %t = nvgpu.device_async_copy %in[%l], %s[%l], 1 : memref<32xf32> to memref<32xf32, #shared>
  %g = nvgpu.device_async_create_group %t
  return
}

// CHECK: async-faults.mlir:[[# @LINE + 5]]:8: error: 'nvgpu.device_async_copy' op asynchronous copy: thread (0, 0, 0) of block (0, 0, 0) copies from element 0 of argument 0, which is written before the copy has been waited for
func.func @source_changes(%in: memref<32xf32>) {
  %l = gpu.lane_id
  %n = arith.constant 100.0 : f32
  %s = memref.alloc() : memref<32xf32, #shared>
  %t = nvgpu.device_async_copy %in[%l], %s[%l], 1 : memref<32xf32> to memref<32xf32, #shared>
  %g = nvgpu.device_async_create_group %t
  memref.store %n, %in[%l] : memref<32xf32>
  nvgpu.device_async_wait %g
  return
}

// Both sides race, like other accesses.

// CHECK: async-faults.mlir:[[# @LINE + 9]]:8: error: 'nvgpu.device_async_copy' op race: thread (0, 0, 0) of block (0, 0, 0) reads element 1 of argument 0
// CHECK: async-faults.mlir:[[# @LINE + 7]]:3: note: thread (1, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @source_race(%in: memref<32xf32>) {
  %l = gpu.lane_id
  %n = arith.constant 100.0 : f32
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<32xf32, #shared>
  %i = arith.xori %l, %c1 : index
  memref.store %n, %in[%l] : memref<32xf32>
  %t = nvgpu.device_async_copy %in[%i], %s[%l], 1 : memref<32xf32> to memref<32xf32, #shared>
  %g = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %g
  return
}

// CHECK: async-faults.mlir:[[# @LINE + 9]]:8: error: 'nvgpu.device_async_copy' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 1 of an allocation
// CHECK: async-faults.mlir:[[# @LINE + 7]]:3: note: thread (1, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @destination_race(%in: memref<32xf32>) {
  %l = gpu.lane_id
  %n = arith.constant 100.0 : f32
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<32xf32, #shared>
  %i = arith.xori %l, %c1 : index
  memref.store %n, %s[%l] : memref<32xf32, #shared>
  %t = nvgpu.device_async_copy %in[%l], %s[%i], 1 : memref<32xf32> to memref<32xf32, #shared>
  %g = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %g
  return
}

// CHECK: async-faults.mlir:[[# @LINE + 12]]:9: error: 'nvgpu.device_async_copy' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) reads byte 0 of argument 0 at address 0x{{[0-9a-f]*8}}, which is no multiple of 16
// CHECK: async-faults.mlir:[[# @LINE + 11]]:9: error: 'nvgpu.device_async_copy' op out of bounds: thread (31, 0, 0) of block (0, 0, 0) reads element [127] of a memref of 126 in argument 0
// CHECK: async-faults.mlir:[[# @LINE + 14]]:9: error: 'nvgpu.device_async_copy' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) writes byte 8 of an allocation at address 0x{{[0-9a-f]*8}}, which is no multiple of 16
// CHECK: async-faults.mlir:[[# @LINE + 17]]:9: error: 'nvgpu.device_async_copy' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads 5 elements for 4
func.func @sides(%in: memref<126xf32> {llvm.align = 8 : i64}, %aligned: memref<256xf32> {llvm.align = 16 : i64}) {
  %l = gpu.lane_id
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<1024xf32, #shared>
  %i = arith.muli %l, %c4 : index
  %j = arith.addi %i, %c2 : index
  %t0 = nvgpu.device_async_copy %in[%i], %s[%i], 4 : memref<126xf32> to memref<1024xf32, #shared>
  %g = nvgpu.device_async_create_group
  nvgpu.device_async_wait %g
  gpu.barrier
  %t1 = nvgpu.device_async_copy %aligned[%i], %s[%j], 4 : memref<256xf32> to memref<1024xf32, #shared>
  %h = nvgpu.device_async_create_group
  nvgpu.device_async_wait %h
  gpu.barrier
  %t2 = nvgpu.device_async_copy %aligned[%i], %s[%i], 4, %c5 : memref<256xf32> to memref<1024xf32, #shared>
  %k = nvgpu.device_async_create_group
  nvgpu.device_async_wait %k
  return
}

// CHECK: async-faults.mlir:[[# @LINE + 5]]:3: error: 'nvvm.cp.async.shared.global' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads 9 bytes for 8
// CHECK: async-faults.mlir:[[# @LINE + 5]]:3: error: 'nvvm.cp.async.shared.global' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads address 0x0, near which there is no global memory
func.func @null(%p: !llvm.ptr<3>, %q: !llvm.ptr<1>) {
  %n = arith.constant 9 : i32
  // No memory at all.
  nvvm.cp.async.shared.global %p, %q, 8, cache = ca, %n : !llvm.ptr<3>, !llvm.ptr<1>, i32
  nvvm.cp.async.shared.global %p, %q, 8, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>
  return
}

// CHECK: async-faults.mlir:[[# @LINE + 2]]:3: error: 'nvvm.cp.async.bulk.shared.cluster.shared.cta' op is not known to the simulator
func.func @unknown(%p: !llvm.ptr<7>, %q: !llvm.ptr<3>, %n: i32) {
  nvvm.cp.async.bulk.shared.cluster.shared.cta %p, %q, %q, %n : !llvm.ptr<7>, !llvm.ptr<3>
  return
}
