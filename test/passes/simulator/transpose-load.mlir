// RUN: tl-sim %s --target=gfx950 --kernel=halves --block=64 --reference=halves_by_loops | FileCheck %s --check-prefix=HALVES
// RUN: tl-sim %s --target=gfx950 --kernel=bytes --block=64 --reference=bytes_by_loops | FileCheck %s --check-prefix=BYTES
// RUN: not tl-sim %s --target=gfx950 --block=64 --kernel=wide 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not tl-sim %s --target=gfx950 --block=64 --kernel=shifted 2>&1 | FileCheck %s --check-prefix=SHIFTED

// Tiles of as many rows as a lane reads elements, of 16 columns: each lane gets a column.

// HALVES: @halves: as @halves_by_loops: 256 elements
func.func @halves(%in: memref<16x16xf16>, %out: memref<64x4xf16>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 4 : index
  %across = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %room = memref.alloc() {alignment = 8} : memref<16x16xf16, #gpu.address_space<workgroup>>
  memref.copy %in, %room : memref<16x16xf16> to memref<16x16xf16, #gpu.address_space<workgroup>>
  gpu.barrier
  %t = gpu.thread_id x
  %tile = arith.divui %t, %c16 : index
  %lane = arith.remui %t, %c16 : index
  %top = arith.muli %tile, %n : index
  %down = arith.divui %lane, %across : index
  %row = arith.addi %top, %down : index
  %part = arith.remui %lane, %across : index
  %column = arith.muli %part, %n : index
  %v = amdgpu.transpose_load %room[%row, %column] : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4xf16>
  vector.store %v, %out[%t, %c0] : memref<64x4xf16>, vector<4xf16>
  return
}

func.func private @halves_by_loops(%in: memref<16x16xf16>, %out: memref<64x4xf16>) {
  affine.for %t = 0 to 64 {
    affine.for %i = 0 to 4 {
      %x = affine.load %in[%t floordiv 16 * 4 + %i, %t mod 16] : memref<16x16xf16>
      affine.store %x, %out[%t, %i] : memref<64x4xf16>
    }
  }
  return
}

// BYTES: @bytes: as @bytes_by_loops: 512 elements
func.func @bytes(%in: memref<32x16xi8>, %out: memref<64x8xi8>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 8 : index
  %across = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %room = memref.alloc() {alignment = 8} : memref<32x16xi8, #gpu.address_space<workgroup>>
  memref.copy %in, %room : memref<32x16xi8> to memref<32x16xi8, #gpu.address_space<workgroup>>
  gpu.barrier
  %t = gpu.thread_id x
  %tile = arith.divui %t, %c16 : index
  %lane = arith.remui %t, %c16 : index
  %top = arith.muli %tile, %n : index
  %down = arith.divui %lane, %across : index
  %row = arith.addi %top, %down : index
  %part = arith.remui %lane, %across : index
  %column = arith.muli %part, %n : index
  %v = amdgpu.transpose_load %room[%row, %column] : memref<32x16xi8, #gpu.address_space<workgroup>> -> vector<8xi8>
  vector.store %v, %out[%t, %c0] : memref<64x8xi8>, vector<8xi8>
  return
}

func.func private @bytes_by_loops(%in: memref<32x16xi8>, %out: memref<64x8xi8>) {
  affine.for %t = 0 to 64 {
    affine.for %i = 0 to 8 {
      %x = affine.load %in[%t floordiv 16 * 8 + %i, %t mod 16] : memref<32x16xi8>
      affine.store %x, %out[%t, %i] : memref<64x8xi8>
    }
  }
  return
}

// WIDE: error: 'amdgpu.transpose_load' op loads other than 64 bits of elements of 8 or 16, which the simulator does not know
func.func @wide(%room: memref<16x16xi4, #gpu.address_space<workgroup>>) {
  %c0 = arith.constant 0 : index
  %v = amdgpu.transpose_load %room[%c0, %c0] : memref<16x16xi4, #gpu.address_space<workgroup>> -> vector<16xi4>
  return
}

// SHIFTED: error: 'amdgpu.transpose_load' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) reads byte 2 of an allocation
func.func @shifted() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %room = memref.alloc() {alignment = 8} : memref<16x16xf16, #gpu.address_space<workgroup>>
  %v = amdgpu.transpose_load %room[%c0, %c1] : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4xf16>
  return
}
