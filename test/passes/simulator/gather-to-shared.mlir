// RUN: tl-sim %s --target=gfx942 --kernel=rows --expect-equal=0,1 | FileCheck %s
// RUN: tl-sim %s --target=gfx942 --kernel=bits --expect-equal=0,1 | FileCheck %s --check-prefix=BITS
// RUN: tl-sim %s --target=gfx942 --kernel=first --expect-equal=0,1 | FileCheck %s --check-prefix=FIRST
// RUN: tl-sim %s --target=gfx942 --kernel=bytes --expect-equal=0,1 | FileCheck %s --check-prefix=BYTES
// RUN: tl-sim %s --target=gfx942 --kernel=halves --expect-equal=0,1 | FileCheck %s --check-prefix=HALVES
// RUN: tl-sim %s --target=gfx942 --kernel=three --expect-equal=0,1 | FileCheck %s --check-prefix=THREE
// RUN: not tl-sim %s --target=gfx942 --kernel=unwaited 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not tl-sim %s --target=gfx942 --kernel=beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not tl-sim %s --target=gfx942 --kernel=other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tl-sim %s --target=gfx942 --kernel=nibbles 2>&1 | FileCheck %s --check-prefix=OTHER
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

// The wave writes where its first lane says, whatever others say.
// FIRST: equal: 64 elements
func.func @first(%a: memref<64xf32>, %b: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %s = memref.alloc() : memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  amdgpu.gather_to_lds %a[%t], %s[%t] : f32, memref<64xf32>, memref<64xf32, #gpu.address_space<workgroup>>
  amdgpu.lds_barrier
  %v = memref.load %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %v, %b[%t] : memref<64xf32>
  return
}

// 8 and 16 bits of a lane are written as 32 with zeros, and 96 as 128.
// BYTES: equal: 64 elements
func.func @bytes(%b: memref<64xi32>, %c: memref<64xi32>, %a: memref<64xi8>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = memref.alloc() {alignment = 4 : i64} : memref<256xi8, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  amdgpu.gather_to_lds %a[%t], %s[%c0] : i8, memref<64xi8>, memref<256xi8, #gpu.address_space<workgroup>>
  amdgpu.lds_barrier
  %i = arith.muli %t, %c4 : index
  %v = vector.load %s[%i] : memref<256xi8, #gpu.address_space<workgroup>>, vector<4xi8>
  %w = vector.bitcast %v : vector<4xi8> to vector<1xi32>
  %x = vector.extract %w[0] : i32 from vector<1xi32>
  memref.store %x, %b[%t] : memref<64xi32>
  %own = memref.load %a[%t] : memref<64xi8>
  %y = arith.extui %own : i8 to i32
  memref.store %y, %c[%t] : memref<64xi32>
  return
}

// HALVES: equal: 64 elements
func.func @halves(%b: memref<64xi32>, %c: memref<64xi32>, %a: memref<64xf16>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %s = memref.alloc() {alignment = 4 : i64} : memref<128xf16, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  amdgpu.gather_to_lds %a[%t], %s[%c0] : f16, memref<64xf16>, memref<128xf16, #gpu.address_space<workgroup>>
  amdgpu.lds_barrier
  %i = arith.muli %t, %c2 : index
  %v = vector.load %s[%i] : memref<128xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %w = vector.bitcast %v : vector<2xf16> to vector<1xi32>
  %x = vector.extract %w[0] : i32 from vector<1xi32>
  memref.store %x, %b[%t] : memref<64xi32>
  %own = memref.load %a[%t] : memref<64xf16>
  %bits = arith.bitcast %own : f16 to i16
  %y = arith.extui %bits : i16 to i32
  memref.store %y, %c[%t] : memref<64xi32>
  return
}

// THREE: equal: 256 elements
func.func @three(%b: memref<64x4xf32>, %c: memref<64x4xf32>, %a: memref<64x3xf32>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() {alignment = 16 : i64} : memref<64x4xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  amdgpu.gather_to_lds %a[%t, %c0], %s[%c0, %c0] : vector<3xf32>, memref<64x3xf32>, memref<64x4xf32, #gpu.address_space<workgroup>>
  amdgpu.lds_barrier
  %v = vector.load %s[%t, %c0] : memref<64x4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  vector.store %v, %b[%t, %c0] : memref<64x4xf32>, vector<4xf32>
  %own = vector.load %a[%t, %c0] : memref<64x3xf32>, vector<3xf32>
  %0 = vector.extract %own[0] : f32 from vector<3xf32>
  %1 = vector.extract %own[1] : f32 from vector<3xf32>
  %2 = vector.extract %own[2] : f32 from vector<3xf32>
  %w = vector.from_elements %0, %1, %2, %zero : vector<4xf32>
  vector.store %w, %c[%t, %c0] : memref<64x4xf32>, vector<4xf32>
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

func.func @nibbles(%a: memref<64xi4>) {
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : memref<64xi4, #gpu.address_space<workgroup>>
  amdgpu.gather_to_lds %a[%c0], %s[%c0] : vector<8xi4>, memref<64xi4>, memref<64xi4, #gpu.address_space<workgroup>>
  return
}

// SCALABLE: error: 'vector.load' op has a value of type vector<[4]xf32>, which the simulator does not know
func.func @scalable(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %a[%c0] : memref<8xf32>, vector<[4]xf32>
  return
}
