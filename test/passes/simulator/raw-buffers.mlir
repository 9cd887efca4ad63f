// RUN: tl-sim %s --kernel=loads --block=1 --dump=1 | FileCheck %s --check-prefix=LOADS
// RUN: tl-sim %s --kernel=stores --block=1 --arg=0:zero --dump=0 | FileCheck %s --check-prefix=STORES
// RUN: not tl-sim %s --kernel=partly --block=1 2>&1 | FileCheck %s --check-prefix=PARTLY
// RUN: not tl-sim %s --kernel=unchecked --block=1 2>&1 | FileCheck %s --check-prefix=UNCHECKED
// RUN: tl-sim %s --kernel=fat --block=1 --dump=1 | FileCheck %s --check-prefix=FAT
// RUN: not tl-sim %s --kernel=fat_outside --block=1 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tl-sim %s --kernel=fat_valid --block=1 2>&1 | FileCheck %s --check-prefix=VALID

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
