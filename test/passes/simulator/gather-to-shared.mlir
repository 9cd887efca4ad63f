// RUN: tl-sim %s --target=gfx942 --kernel=rows --expect-equal=0,1 | FileCheck %s
// RUN: tl-sim %s --target=gfx942 --kernel=bits --expect-equal=0,1 | FileCheck %s --check-prefix=BITS
// RUN: not tl-sim %s --target=gfx942 --kernel=apart 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not tl-sim %s --target=gfx942 --kernel=unwaited 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not tl-sim %s --target=gfx942 --kernel=beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not tl-sim %s --target=gfx942 --kernel=other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tl-sim %s --kernel=scalable 2>&1 | FileCheck %s --check-prefix=SCALABLE

// Each lane reads where it says, here rows in the opposite order, and the wave writes
// from one place on.
!memory = memref<128x4xf32>
!shared = memref<128x4xf32, #gpu.address_space<workgroup>>
// CHECK: equal: 512 elements
func.func @rows(%a: !memory, %b: !memory) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c127 = arith.constant 127 : index
  %s = memref.alloc() : !shared
  %t = gpu.thread_id x
  %from = arith.subi %c127, %t : index
  %wave = arith.divui %t, %c64 : index
  %to = arith.muli %wave, %c64 : index
  amdgpu.gather_to_lds %a[%from, %c0], %s[%to, %c0] : vector<4xf32>, !memory, !shared
  amdgpu.memory_counter_wait load(0)
  amdgpu.lds_barrier
  %v = vector.load %s[%from, %c0] : !shared, vector<4xf32>
  vector.store %v, %b[%t, %c0] : !memory, vector<4xf32>
  return
}

// What is moved counts by its bits.
// BITS: equal: 512 elements
func.func @bits(%a: !memory, %b: !memory) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c127 = arith.constant 127 : index
  %s = memref.alloc() : !shared
  %t = gpu.thread_id x
  %from = arith.subi %c127, %t : index
  %wave = arith.divui %t, %c64 : index
  %to = arith.muli %wave, %c64 : index
  amdgpu.gather_to_lds %a[%from, %c0], %s[%to, %c0] : vector<8xf16>, !memory, !shared
  amdgpu.memory_counter_wait load(0)
  amdgpu.lds_barrier
  %v = vector.load %s[%from, %c0] : !shared, vector<4xf32>
  vector.store %v, %b[%t, %c0] : !memory, vector<4xf32>
  return
}

// APART: error: 'amdgpu.gather_to_lds' op scope: thread (1, 0, 0) of block (0, 0, 0) names another place to write to than the first thread of its wave
func.func @apart(%a: !memory) {
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : !shared
  %t = gpu.thread_id x
  amdgpu.gather_to_lds %a[%t, %c0], %s[%t, %c0] : f32, !memory, !shared
  return
}

// RACE: error: 'memref.load' op race: thread (0, 0, 0) of block (0, 0, 0) reads element 4 of
// RACE: note: thread (4, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @unwaited(%a: !memory) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : !shared
  %t = gpu.thread_id x
  amdgpu.gather_to_lds %a[%t, %c0], %s[%c0, %c0] : f32, !memory, !shared
  %v = memref.load %s[%c1, %c0] : !shared
  return %v : f32
}

// BEYOND: error: 'amdgpu.gather_to_lds' op out of bounds: thread (4, 0, 0) of block (0, 0, 0) writes bytes 2048 to 2063 of
func.func @beyond(%a: !memory) {
  %c0 = arith.constant 0 : index
  %c124 = arith.constant 124 : index
  %s = memref.alloc() : !shared
  %t = gpu.thread_id x
  amdgpu.gather_to_lds %a[%t, %c0], %s[%c124, %c0] : vector<4xf32>, !memory, !shared
  return
}

// OTHER: error: 'amdgpu.gather_to_lds' op moves no whole elements of both its memrefs, or more than 16 of a thread
func.func @other(%a: !memory) {
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : !shared
  amdgpu.gather_to_lds %a[%c0, %c0], %s[%c0, %c0] : f16, !memory, !shared
  return
}

// SCALABLE: error: 'vector.load' op has a value of type vector<[4]xf32>, which the simulator does not know
func.func @scalable(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %a[%c0] : memref<8xf32>, vector<[4]xf32>
  return
}
