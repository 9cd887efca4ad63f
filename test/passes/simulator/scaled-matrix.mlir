// RUN: tl-sim %s --target=gfx1250 --kernel=f4 --reference=f4_by_arith | FileCheck %s --check-prefix=F4
// RUN: tl-sim %s --target=gfx1250 --kernel=f6 --reference=f6_by_arith | FileCheck %s --check-prefix=F6
// RUN: tl-sim %s --target=gfx1250 --kernel=bf6 --reference=bf6_by_arith | FileCheck %s --check-prefix=BF6
// RUN: tl-sim %s --target=gfx1250 --kernel=f8 --reference=f8_by_arith | FileCheck %s --check-prefix=F8
// RUN: not tl-sim %s --target=gfx950 --kernel=f4 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tl-sim %s --target=gfx1250 --kernel=unsaid 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tl-sim %s --target=gfx1250 --kernel=unknown --arg=0:uninitialized 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Lanes hold elements of a matrix and scales, which other lanes take: thread t has
// elements (7 t + 3 i) mod 13 - 6 and scales 2^((5 t + 3 b) mod 7 - 3).

// F4: @f4: as @f4_by_arith: 256 elements, off by at most 0{{$}}
func.func @f4(%out: memref<32x8xf16>) attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %zeros = arith.constant dense<0.0> : vector<8xf32>
  %v = affine.for %i = 0 to 8 iter_args(%old = %zeros) -> vector<8xf32> {
    %x = func.call @element(%t, %i) : (index, index) -> f32
    %new = vector.insert %x, %old[%i] : f32 into vector<8xf32>
    affine.yield %new : vector<8xf32>
  }
  %ones = arith.constant dense<1.0> : vector<4xf32>
  %s = affine.for %b = 0 to 4 iter_args(%old = %ones) -> vector<4xf32> {
    %x = func.call @scale(%t, %b) : (index, index) -> f32
    %new = vector.insert %x, %old[%b] : f32 into vector<4xf32>
    affine.yield %new : vector<4xf32>
  }
  %elements = arith.truncf %v : vector<8xf32> to vector<8xf4E2M1FN>
  %scales = arith.truncf %s : vector<4xf32> to vector<4xf8E8M0FNU>
  %r = amdgpu.scaled_ext_packed_matrix %elements scale(%scales) blockSize(32) firstScaleLane(16) firstScaleByte(2)
      : vector<8xf4E2M1FN>, vector<4xf8E8M0FNU> -> vector<8xf16>
  %c0 = arith.constant 0 : index
  vector.store %r, %out[%t, %c0] : memref<32x8xf16>, vector<8xf16>
  return
}
func.func private @f4_by_arith(%out: memref<32x8xf16>) {
  affine.for %t = 0 to 32 {
    %from = affine.apply affine_map<(t) -> (16 + t mod 16)>(%t)
    %byte = affine.apply affine_map<(t) -> (2 + 1 * (t floordiv 16))>(%t)
    affine.for %i = 0 to 8 {
      %x = func.call @element(%t, %i) : (index, index) -> f32
      %s = func.call @scale(%from, %byte) : (index, index) -> f32
      %short = arith.truncf %x : f32 to f4E2M1FN
      %y = arith.extf %short : f4E2M1FN to f32
      %z = arith.mulf %y, %s : f32
      %w = arith.truncf %z : f32 to f16
      memref.store %w, %out[%t, %i] : memref<32x8xf16>
    }
  }
  return
}

// F6: @f6: as @f6_by_arith: 512 elements, off by at most 0{{$}}
func.func @f6(%out: memref<32x16xbf16>) attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %v = affine.for %i = 0 to 16 iter_args(%old = %zeros) -> vector<16xf32> {
    %x = func.call @element(%t, %i) : (index, index) -> f32
    %new = vector.insert %x, %old[%i] : f32 into vector<16xf32>
    affine.yield %new : vector<16xf32>
  }
  %ones = arith.constant dense<1.0> : vector<4xf32>
  %s = affine.for %b = 0 to 4 iter_args(%old = %ones) -> vector<4xf32> {
    %x = func.call @scale(%t, %b) : (index, index) -> f32
    %new = vector.insert %x, %old[%b] : f32 into vector<4xf32>
    affine.yield %new : vector<4xf32>
  }
  %elements = arith.truncf %v : vector<16xf32> to vector<16xf6E2M3FN>
  %scales = arith.truncf %s : vector<4xf32> to vector<4xf8E8M0FNU>
  %r = amdgpu.scaled_ext_packed_matrix %elements scale(%scales) blockSize(16) firstScaleLane(0) firstScaleByte(1)
      : vector<16xf6E2M3FN>, vector<4xf8E8M0FNU> -> vector<16xbf16>
  %c0 = arith.constant 0 : index
  vector.store %r, %out[%t, %c0] : memref<32x16xbf16>, vector<16xbf16>
  return
}
func.func private @f6_by_arith(%out: memref<32x16xbf16>) {
  affine.for %t = 0 to 32 {
    %from = affine.apply affine_map<(t) -> (0 + t mod 16)>(%t)
    %byte = affine.apply affine_map<(t) -> (1 + 2 * (t floordiv 16))>(%t)
    affine.for %i = 0 to 16 {
      %x = func.call @element(%t, %i) : (index, index) -> f32
      %s = func.call @scale(%from, %byte) : (index, index) -> f32
      %short = arith.truncf %x : f32 to f6E2M3FN
      %y = arith.extf %short : f6E2M3FN to f32
      %z = arith.mulf %y, %s : f32
      %w = arith.truncf %z : f32 to bf16
      memref.store %w, %out[%t, %i] : memref<32x16xbf16>
    }
  }
  return
}

// BF6: @bf6: as @bf6_by_arith: 512 elements, off by at most 0{{$}}
func.func @bf6(%out: memref<32x16xf32>) attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %v = affine.for %i = 0 to 16 iter_args(%old = %zeros) -> vector<16xf32> {
    %x = func.call @element(%t, %i) : (index, index) -> f32
    %new = vector.insert %x, %old[%i] : f32 into vector<16xf32>
    affine.yield %new : vector<16xf32>
  }
  %ones = arith.constant dense<1.0> : vector<4xf32>
  %s = affine.for %b = 0 to 4 iter_args(%old = %ones) -> vector<4xf32> {
    %x = func.call @scale(%t, %b) : (index, index) -> f32
    %new = vector.insert %x, %old[%b] : f32 into vector<4xf32>
    affine.yield %new : vector<4xf32>
  }
  %elements = arith.truncf %v : vector<16xf32> to vector<16xf6E3M2FN>
  %scales = arith.truncf %s : vector<4xf32> to vector<4xf8E8M0FNU>
  %r = amdgpu.scaled_ext_packed_matrix %elements scale(%scales) blockSize(32) firstScaleLane(0) firstScaleByte(0)
      : vector<16xf6E3M2FN>, vector<4xf8E8M0FNU> -> vector<16xf32>
  %c0 = arith.constant 0 : index
  vector.store %r, %out[%t, %c0] : memref<32x16xf32>, vector<16xf32>
  return
}
func.func private @bf6_by_arith(%out: memref<32x16xf32>) {
  affine.for %t = 0 to 32 {
    %from = affine.apply affine_map<(t) -> (0 + t mod 16)>(%t)
    %byte = affine.apply affine_map<(t) -> (0 + 1 * (t floordiv 16))>(%t)
    affine.for %i = 0 to 16 {
      %x = func.call @element(%t, %i) : (index, index) -> f32
      %s = func.call @scale(%from, %byte) : (index, index) -> f32
      %short = arith.truncf %x : f32 to f6E3M2FN
      %y = arith.extf %short : f6E3M2FN to f32
      %z = arith.mulf %y, %s : f32
      memref.store %z, %out[%t, %i] : memref<32x16xf32>
    }
  }
  return
}

// F8: @f8: as @f8_by_arith: 256 elements, off by at most 0{{$}}
func.func @f8(%out: memref<32x8xf32>) attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %zeros = arith.constant dense<0.0> : vector<8xf32>
  %v = affine.for %i = 0 to 8 iter_args(%old = %zeros) -> vector<8xf32> {
    %x = func.call @element(%t, %i) : (index, index) -> f32
    %new = vector.insert %x, %old[%i] : f32 into vector<8xf32>
    affine.yield %new : vector<8xf32>
  }
  %ones = arith.constant dense<1.0> : vector<4xf32>
  %s = affine.for %b = 0 to 4 iter_args(%old = %ones) -> vector<4xf32> {
    %x = func.call @scale(%t, %b) : (index, index) -> f32
    %new = vector.insert %x, %old[%b] : f32 into vector<4xf32>
    affine.yield %new : vector<4xf32>
  }
  %elements = arith.truncf %v : vector<8xf32> to vector<8xf8E4M3FN>
  %scales = arith.truncf %s : vector<4xf32> to vector<4xf8E8M0FNU>
  %r = amdgpu.scaled_ext_packed_matrix %elements scale(%scales) blockSize(32) firstScaleLane(16) firstScaleByte(3)
      : vector<8xf8E4M3FN>, vector<4xf8E8M0FNU> -> vector<8xf32>
  %c0 = arith.constant 0 : index
  vector.store %r, %out[%t, %c0] : memref<32x8xf32>, vector<8xf32>
  return
}
func.func private @f8_by_arith(%out: memref<32x8xf32>) {
  affine.for %t = 0 to 32 {
    %from = affine.apply affine_map<(t) -> (16 + t mod 16)>(%t)
    %byte = affine.apply affine_map<(t) -> (3 + 0 * (t floordiv 16))>(%t)
    affine.for %i = 0 to 8 {
      %x = func.call @element(%t, %i) : (index, index) -> f32
      %s = func.call @scale(%from, %byte) : (index, index) -> f32
      %short = arith.truncf %x : f32 to f8E4M3FN
      %y = arith.extf %short : f8E4M3FN to f32
      %z = arith.mulf %y, %s : f32
      memref.store %z, %out[%t, %i] : memref<32x8xf32>
    }
  }
  return
}

func.func private @element(%t: index, %i: index) -> f32 {
  %n = affine.apply affine_map<(t, i) -> ((7 * t + 3 * i) mod 13 - 6)>(%t, %i)
  %m = arith.index_cast %n : index to i32
  %x = arith.sitofp %m : i32 to f32
  return %x : f32
}
func.func private @scale(%t: index, %b: index) -> f32 {
  %n = affine.apply affine_map<(t, b) -> ((5 * t + 3 * b) mod 7 - 3)>(%t, %b)
  %m = arith.index_cast %n : index to i32
  %x = arith.sitofp %m : i32 to f32
  %y = math.exp2 %x : f32
  return %y : f32
}

// REFUSED: error: 'amdgpu.scaled_ext_packed_matrix' op is of a wave or of blocks that the simulator does not know
func.func @unsaid(%v: vector<8xf8E5M2>, %s: vector<4xf8E8M0FNU>) {
  %r = amdgpu.scaled_ext_packed_matrix %v scale(%s) blockSize(16) firstScaleLane(0) firstScaleByte(0)
      : vector<8xf8E5M2>, vector<4xf8E8M0FNU> -> vector<8xf32>
  return
}

// UNKNOWN: error: 'vector.store' op uninitialized value
func.func @unknown(%s: vector<4xf8E8M0FNU>, %v: vector<8xf8E5M2>, %out: memref<32x8xf32>) attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %r = amdgpu.scaled_ext_packed_matrix %v scale(%s) blockSize(32) firstScaleLane(0) firstScaleByte(0)
      : vector<8xf8E5M2>, vector<4xf8E8M0FNU> -> vector<8xf32>
  vector.store %r, %out[%t, %c0] : memref<32x8xf32>, vector<8xf32>
  return
}
