// RUN: tl-sim %s --kernel=loads --block=1 --dump=1 | FileCheck %s --check-prefix=LOADS
// RUN: tl-sim %s --kernel=stores --block=1 --arg=0:zero --dump=0 | FileCheck %s --check-prefix=STORES
// RUN: not tl-sim %s --kernel=partly --block=1 2>&1 | FileCheck %s --check-prefix=PARTLY
// RUN: not tl-sim %s --kernel=unchecked --block=1 2>&1 | FileCheck %s --check-prefix=UNCHECKED
// RUN: tl-sim %s --kernel=fat --block=1 --dump=1 | FileCheck %s --check-prefix=FAT
// RUN: not tl-sim %s --kernel=fat_outside --block=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tl-sim %s --kernel=fat_valid --block=1 2>&1 | FileCheck %s --check-prefix=VALID
// RUN: tl-sim %s --kernel=changes --block=64 --arg=0:zero --arg=1:zero --arg=2:scalar=5 --dump=0 --dump=1 --dump=2 | FileCheck %s --check-prefix=CHANGES
// RUN: not tl-sim %s --kernel=half --block=1 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: tl-sim %s --kernel=swaps --block=1 --dump=0 --dump=1 | FileCheck %s --check-prefix=SWAPS

// Argument 0 holds 0 to 15, four in a row.  What begins before or behind them is 0; an
// offset in a register is not checked.
// LOADS:      argument 1:
// LOADS-NEXT: {{^}}[7, 8, 9, 0, 0, 0, 6, 0]
func.func @loads(%in: memref<4x4xi32>, %out: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %3 = arith.constant 3 : i32
  %4 = arith.constant 4 : i32
  %minus = arith.constant -1 : i32
  %a = amdgpu.raw_buffer_load %in[%1, %3] : memref<4x4xi32>, i32, i32 -> i32
  memref.store %a, %out[%c0] : memref<8xi32>
  %b = amdgpu.raw_buffer_load {indexOffset = 5 : i32} %in[%0, %3] : memref<4x4xi32>, i32, i32 -> vector<2xi32>
  vector.store %b, %out[%c1] : memref<8xi32>, vector<2xi32>
  %c = amdgpu.raw_buffer_load %in[%4, %0] : memref<4x4xi32>, i32, i32 -> vector<2xi32>
  vector.store %c, %out[%c3] : memref<8xi32>, vector<2xi32>
  %d = amdgpu.raw_buffer_load %in[%0, %minus] : memref<4x4xi32>, i32, i32 -> i32
  memref.store %d, %out[%c5] : memref<8xi32>
  %e = amdgpu.raw_buffer_load %in[%1, %0] sgprOffset %2 : memref<4x4xi32>, i32, i32 -> i32
  memref.store %e, %out[%c6] : memref<8xi32>
  %f = amdgpu.raw_buffer_load %in[%4, %0] sgprOffset %minus : memref<4x4xi32>, i32, i32 -> i32
  memref.store %f, %out[%c7] : memref<8xi32>
  return
}

// STORES:      argument 0:
// STORES-NEXT: {{^}}[0, 0, 3, 0, 5, 5, 0, 3]
func.func @stores(%out: memref<8xi32>) {
  %2 = arith.constant 2 : i32
  %3 = arith.constant 3 : i32
  %4 = arith.constant 4 : i32
  %8 = arith.constant 8 : i32
  %fives = arith.constant dense<5> : vector<2xi32>
  amdgpu.raw_buffer_store %3 -> %out[%2] : i32 -> memref<8xi32>, i32
  amdgpu.raw_buffer_store %fives -> %out[%4] : vector<2xi32> -> memref<8xi32>, i32
  amdgpu.raw_buffer_store %3 -> %out[%8] : i32 -> memref<8xi32>, i32
  amdgpu.raw_buffer_store {indexOffset = 1 : i32} %3 -> %out[%4] sgprOffset %2 : i32 -> memref<8xi32>, i32
  return
}

// PARTLY: error: 'amdgpu.raw_buffer_load' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads 2 elements from number 7 on of 8; what is partly out of bounds differs between GPUs
func.func @partly(%in: memref<8xi32>) {
  %7 = arith.constant 7 : i32
  %a = amdgpu.raw_buffer_load %in[%7] : memref<8xi32>, i32 -> vector<2xi32>
  return
}

// UNCHECKED: error: 'amdgpu.raw_buffer_load' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads bytes 32 to 35 of argument 0, which has 32
func.func @unchecked(%in: memref<8xi32>) {
  %8 = arith.constant 8 : i32
  %a = amdgpu.raw_buffer_load {boundsCheck = false} %in[%8] : memref<8xi32>, i32 -> i32
  return
}

// A buffer is the memory that it is a cast of; its offset may become one of the address.
// FAT:      argument 1:
// FAT-NEXT: {{^}}[6, 7, 5, 0]
#buffer = #amdgpu.address_space<fat_raw_buffer>
func.func @fat(%in: memref<4x4xi32>, %out: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %row = memref.subview %in[1, 1] [1, 3] [1, 1] : memref<4x4xi32> to memref<3xi32, strided<[1], offset: 5>>
  %same = amdgpu.fat_raw_buffer_cast %row : memref<3xi32, strided<[1], offset: 5>> to memref<3xi32, strided<[1], offset: 5>, #buffer>
  %first = amdgpu.fat_raw_buffer_cast %row resetOffset : memref<3xi32, strided<[1], offset: 5>> to memref<3xi32, #buffer>
  %a = vector.load %same[%c1] : memref<3xi32, strided<[1], offset: 5>, #buffer>, vector<2xi32>
  %b = memref.load %first[%c0] : memref<3xi32, #buffer>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %first : memref<3xi32, #buffer> -> memref<i32, #buffer>, index, index, index
  %zero = arith.index_cast %offset : index to i32
  vector.store %a, %out[%c0] : memref<4xi32>, vector<2xi32>
  memref.store %b, %out[%c2] : memref<4xi32>
  memref.store %zero, %out[%c3] : memref<4xi32>
  return
}

// OUTSIDE: error: 'memref.load' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads element [3] of a memref of 3 in argument 0
func.func @fat_outside(%in: memref<3xi32>) {
  %c3 = arith.constant 3 : index
  %buffer = amdgpu.fat_raw_buffer_cast %in : memref<3xi32> to memref<3xi32, #buffer>
  %x = memref.load %buffer[%c3] : memref<3xi32, #buffer>
  return
}

// VALID: error: 'amdgpu.fat_raw_buffer_cast' op says how many bytes are valid, which the simulator does not know
func.func @fat_valid(%in: memref<3xi32>, %bytes: i64) {
  %buffer = amdgpu.fat_raw_buffer_cast %in validBytes(%bytes) : memref<3xi32> to memref<3xi32, #buffer>
  return
}

// Changes of all threads at once do not race: 64 sums of 1, and of a pair; what is
// largest and smallest.  What is beyond is left alone.

// CHANGES:      argument 0:
// CHANGES-NEXT: {{^}}[0, 64, 63.5, 0]
// CHANGES-NEXT: argument 1:
// CHANGES-NEXT: {{^}}[0, 0, 64, 128]
// CHANGES-NEXT: argument 2:
// CHANGES-NEXT: {{^}}[63, 5, 7, 3]
func.func @changes(%sums: memref<4xf32>, %pairs: memref<4xf16> {llvm.align = 4 : i64}, %numbers: memref<4xi32>) {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.constant 2 : i32
  %4 = arith.constant 4 : i32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %pair = arith.constant dense<[1.0, 2.0]> : vector<2xf16>
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %x = arith.sitofp %n : i32 to f32
  %y = arith.addf %x, %half : f32
  amdgpu.raw_buffer_atomic_fadd {indexOffset = 1 : i32} %one -> %sums[%0] : f32 -> memref<4xf32>, i32
  amdgpu.raw_buffer_atomic_fadd %one -> %sums[%4] : f32 -> memref<4xf32>, i32
  amdgpu.raw_buffer_atomic_fadd %pair -> %pairs[%2] : vector<2xf16> -> memref<4xf16>, i32
  amdgpu.raw_buffer_atomic_fmax %y -> %sums[%1] sgprOffset %1 : f32 -> memref<4xf32>, i32
  amdgpu.raw_buffer_atomic_smax %n -> %numbers[%0] : i32 -> memref<4xi32>, i32
  %3 = arith.constant 3 : i32
  %5 = arith.constant 5 : i32
  %7 = arith.constant 7 : i32
  %minus = arith.constant -1 : i32
  %old = amdgpu.raw_buffer_atomic_cmpswap %7, %5 -> %numbers[%2] : i32 -> memref<4xi32>, i32
  %large = arith.subi %minus, %n : i32
  amdgpu.raw_buffer_atomic_umin %large -> %numbers[%1] : i32 -> memref<4xi32>, i32
  %more = arith.addi %n, %3 : i32
  amdgpu.raw_buffer_atomic_umin %more -> %numbers[%3] : i32 -> memref<4xi32>, i32
  return
}

// HALF: error: 'amdgpu.raw_buffer_atomic_fadd' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) writes byte 2 of argument 0 at address
// HALF: error: 'amdgpu.raw_buffer_atomic_fadd' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) changes 2 elements from number 3 on of 4; what is partly out of bounds differs between GPUs
func.func @half(%pairs: memref<4xf16> {llvm.align = 4 : i64}) {
  %1 = arith.constant 1 : i32
  %3 = arith.constant 3 : i32
  %pair = arith.constant dense<[1.0, 2.0]> : vector<2xf16>
  amdgpu.raw_buffer_atomic_fadd %pair -> %pairs[%1] : vector<2xf16> -> memref<4xf16>, i32
  amdgpu.raw_buffer_atomic_fadd %pair -> %pairs[%3] : vector<2xf16> -> memref<4xf16>, i32
  return
}

// What is there is compared by its bits: -0.0 is not 0.0.

// SWAPS:      argument 0:
// SWAPS-NEXT: {{^}}[0, 7, 2, 3]
// SWAPS-NEXT: argument 1:
// SWAPS-NEXT: {{^}}[0, 1, 0, 1012]
func.func @swaps(%to: memref<4xf32>, %old: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  %9 = arith.constant 9 : i32
  %minus_zero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %seven = arith.constant 7.0 : f32
  %a = amdgpu.raw_buffer_atomic_cmpswap %seven, %minus_zero -> %to[%0] : f32 -> memref<4xf32>, i32
  memref.store %a, %old[%c0] : memref<4xf32>
  %b = amdgpu.raw_buffer_atomic_cmpswap %seven, %one -> %to[%1] : f32 -> memref<4xf32>, i32
  memref.store %b, %old[%c1] : memref<4xf32>
  %c = amdgpu.raw_buffer_atomic_cmpswap %seven, %one -> %to[%9] : f32 -> memref<4xf32>, i32
  memref.store %c, %old[%c2] : memref<4xf32>
  return
}
