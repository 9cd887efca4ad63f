// RUN: tl-sim %s --target=gfx950 --kernel=rows --dump=0 | FileCheck %s --check-prefix=ROWS --match-full-lines
// RUN: tl-sim %s --target=gfx950 --kernel=moves --dump=0 | FileCheck %s --check-prefix=MOVES --match-full-lines
// RUN: tl-sim %s --target=gfx950 --kernel=edges --dump=0 | FileCheck %s --check-prefix=EDGES --match-full-lines
// RUN: tl-sim %s --target=gfx950 --kernel=short --dump=0 | FileCheck %s --check-prefix=SHORT --match-full-lines
// RUN: tl-sim %s --target=gfx950 --kernel=scaled --arg=0:small --reference=scaled_by_arith | FileCheck %s --check-prefix=SCALED
// RUN: not tl-sim %s --target=gfx950 --kernel=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tl-sim %s --target=sm_90 --kernel=rows 2>&1 | FileCheck %s --check-prefix=WAVES

// Lanes of a wave of 64 that exchange what they hold, their numbers: who has whose.

// ROWS:      argument 0:
// ROWS-NEXT: [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 0, 1, 2, 3, {{.*}}, 44, 45, 46, 47]
// ROWS-NEXT: [32, 33, 34, 35, {{.*}}, 63, 0, 1, 2, {{.*}}, 30, 31]
// ROWS-NEXT: [3, 2, 1, 0, 3, 2, 1, 0, 11, 10, 9, 8, 11, 10, 9, 8, 19, {{.*}}, 59, 58, 57, 56]
// WAVES: error: 'amdgpu.permlane_swap' op exchanges rows of a wave of 64 lanes, which the target has not
func.func @rows(%out: memref<3x64xi32>) attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = arith.index_cast %t : index to i32
  %a = amdgpu.permlane_swap %v 16 : i32
  %b = amdgpu.permlane_swap %v 32 : i32
  %c = amdgpu.swizzle_bitmode %v 0x1b 0x0 0x3 : i32
  memref.store %a, %out[%c0, %t] : memref<3x64xi32>
  memref.store %b, %out[%c1, %t] : memref<3x64xi32>
  memref.store %c, %out[%c2, %t] : memref<3x64xi32>
  return
}

// MOVES:      argument 0:
// MOVES-NEXT: [1, 0, 3, 2, 5, 4, 7, 6, {{.*}}, 61, 60, 63, 62]
// MOVES-NEXT: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1, -1, 18, {{.*}}, 63, -1, -1]
// MOVES-NEXT: [0, 0, 0, 0, 1, 2, 3, 4, 5, {{.*}}, 12, 0, 0, 0, 16, {{.*}}, 59, 60]
// MOVES-NEXT: [13, 14, 15, 0, 1, 2, {{.*}}, 12, 29, 30, 31, 16, {{.*}}, 59, 60]
// MOVES-NEXT: [15, 14, 13, 12, {{.*}}, 1, 0, 31, 30, {{.*}}, 49, 48]
// MOVES-NEXT: [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, {{.*}}, 58, 57, 56]
func.func @moves(%out: memref<6x64xi32>) attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %none = arith.constant -1 : i32
  %v = arith.index_cast %t : index to i32
  %a = amdgpu.dpp %none %v quad_perm ([1, 0, 3, 2]) : i32
  %b = amdgpu.dpp %none %v row_shl (0x2 : i32) : i32
  %c = amdgpu.dpp %none %v row_shr (0x3 : i32) {bound_ctrl = true} : i32
  %d = amdgpu.dpp %none %v row_ror (0x3 : i32) : i32
  %e = amdgpu.dpp %none %v row_mirror : i32
  %f = amdgpu.dpp %none %v row_half_mirror : i32
  memref.store %a, %out[%c0, %t] : memref<6x64xi32>
  memref.store %b, %out[%c1, %t] : memref<6x64xi32>
  memref.store %c, %out[%c2, %t] : memref<6x64xi32>
  memref.store %d, %out[%c3, %t] : memref<6x64xi32>
  memref.store %e, %out[%c4, %t] : memref<6x64xi32>
  memref.store %f, %out[%c5, %t] : memref<6x64xi32>
  return
}

// Over the ends of rows, and in some rows and banks alone.

// EDGES:      argument 0:
// EDGES-NEXT: [1, 2, 3, {{.*}}, 62, 63, -1]
// EDGES-NEXT: [-1, 0, 1, 2, {{.*}}, 61, 62]
// EDGES-NEXT: [63, 0, 1, 2, {{.*}}, 61, 62]
// EDGES-NEXT: [1, 2, 3, {{.*}}, 62, 63, 0]
// EDGES-NEXT: [-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 15, {{.*}}, 31, {{.*}}, 47]
// EDGES-NEXT: [{{(-1, ){36}(31, ){4}(-1, ){23}(-1)}}]
func.func @edges(%out: memref<6x64xi32>) attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %none = arith.constant -1 : i32
  %v = arith.index_cast %t : index to i32
  %a = amdgpu.dpp %none %v wave_shl : i32
  %b = amdgpu.dpp %none %v wave_shr : i32
  %c = amdgpu.dpp %none %v wave_ror : i32
  %d = amdgpu.dpp %none %v wave_rol : i32
  %e = amdgpu.dpp %none %v row_bcast_15 : i32
  %f = amdgpu.dpp %none %v row_bcast_31 {row_mask = 0x4 : i32, bank_mask = 0x2 : i32} : i32
  memref.store %a, %out[%c0, %t] : memref<6x64xi32>
  memref.store %b, %out[%c1, %t] : memref<6x64xi32>
  memref.store %c, %out[%c2, %t] : memref<6x64xi32>
  memref.store %d, %out[%c3, %t] : memref<6x64xi32>
  memref.store %e, %out[%c4, %t] : memref<6x64xi32>
  memref.store %f, %out[%c5, %t] : memref<6x64xi32>
  return
}

// Floats of 8 bits, in words of a register.

// SHORT:      argument 0:
// SHORT-NEXT: [0.5, 3, 1, 2, 3, -4, 3, -4]
func.func @short(%out: memref<1x8xf32>) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<[0.5, 1.0, 2.0, 3.0]> : vector<4xf8E4M3FNUZ>
  %a = arith.constant 3.0 : f32
  %b = arith.constant -4.0 : f32
  %low = amdgpu.ext_packed_fp8 %x[0] : vector<4xf8E4M3FNUZ> to f32
  %high = amdgpu.ext_packed_fp8 %x[3] : vector<4xf8E4M3FNUZ> to f32
  %p = amdgpu.packed_trunc_2xfp8 %a, %b into %x[word 0] : f32 to vector<4xf8E4M3FNUZ> into vector<4xf8E4M3FNUZ>
  %q = amdgpu.packed_trunc_2xfp8 %b, undef into undef[word 0] : f32 to vector<4xf8E4M3FNUZ>
  %r = amdgpu.packed_trunc_2xfp8 %a, %b into %q[word 1] : f32 to vector<4xf8E4M3FNUZ> into vector<4xf8E4M3FNUZ>
  %kept = amdgpu.ext_packed_fp8 %x[0] : vector<4xf8E4M3FNUZ> to vector<2xf32>
  %first = vector.extract %kept[1] : f32 from vector<2xf32>
  %rest = amdgpu.ext_packed_fp8 %p[1] : vector<4xf8E4M3FNUZ> to vector<2xf32>
  %two = vector.extract %rest[0] : f32 from vector<2xf32>
  %new = amdgpu.ext_packed_fp8 %p[0] : vector<4xf8E4M3FNUZ> to vector<2xf32>
  %other = amdgpu.ext_packed_fp8 %r[1] : vector<4xf8E4M3FNUZ> to vector<2xf32>
  %begin = vector.from_elements %low, %high, %first, %two : vector<4xf32>
  vector.store %begin, %out[%c0, %c0] : memref<1x8xf32>, vector<4xf32>
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  vector.store %new, %out[%c0, %c4] : memref<1x8xf32>, vector<2xf32>
  vector.store %other, %out[%c0, %c6] : memref<1x8xf32>, vector<2xf32>
  return
}

// With a scale, as arith does.

// SCALED: @scaled: as @scaled_by_arith: {{[0-9]+}} elements, off by at most 0
func.func @scaled(%in: memref<8xf32>, %out: memref<12xf32>) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %scale = arith.constant 5.0 : f32
  %x = vector.load %in[%c0] : memref<8xf32>, vector<2xf32>
  %y = vector.load %in[%c2] : memref<8xf32>, vector<2xf32>
  %p = amdgpu.packed_scaled_trunc %x into undef[0], %scale : vector<2xf32> to vector<4xf8E5M2>
  %q = amdgpu.packed_scaled_trunc %y into %p[1], %scale : vector<2xf32> to vector<4xf8E5M2> into vector<4xf8E5M2>
  %a = amdgpu.scaled_ext_packed %q[0], %scale : vector<4xf8E5M2> to vector<2xf32>
  %b = amdgpu.scaled_ext_packed %q[1], %scale : vector<4xf8E5M2> to vector<2xf32>
  %z = amdgpu.packed_scaled_trunc %y into undef[2], %scale : vector<2xf32> to vector<8xf4E2M1FN>
  %c = amdgpu.scaled_ext_packed %z[2], %scale : vector<8xf4E2M1FN> to vector<2xf32>
  vector.store %a, %out[%c0] : memref<12xf32>, vector<2xf32>
  vector.store %b, %out[%c2] : memref<12xf32>, vector<2xf32>
  vector.store %c, %out[%c4] : memref<12xf32>, vector<2xf32>
  return
}

func.func private @scaled_by_arith(%in: memref<8xf32>, %out: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %scale = arith.constant dense<5.0> : vector<4xf32>
  %pair = arith.constant dense<5.0> : vector<2xf32>
  %x = vector.load %in[%c0] : memref<8xf32>, vector<4xf32>
  %y = vector.load %in[%c2] : memref<8xf32>, vector<2xf32>
  %p = arith.scaling_truncf %x, %scale : vector<4xf32>, vector<4xf32> to vector<4xf8E5M2>
  %a = arith.scaling_extf %p, %scale : vector<4xf8E5M2>, vector<4xf32> to vector<4xf32>
  %q = arith.scaling_truncf %y, %pair : vector<2xf32>, vector<2xf32> to vector<2xf4E2M1FN>
  %b = arith.scaling_extf %q, %pair : vector<2xf4E2M1FN>, vector<2xf32> to vector<2xf32>
  vector.store %a, %out[%c0] : memref<12xf32>, vector<4xf32>
  vector.store %b, %out[%c4] : memref<12xf32>, vector<2xf32>
  return
}

// With a scale that nobody knows both elements are unknown, and no other one.

// UNKNOWN:      error: 'memref.store' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 2 of argument 0
// UNKNOWN-NEXT: error: 'memref.store' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 3 of argument 0
// UNKNOWN-NOT:  error
func.func @unknown(%out: memref<4xf8E5M2>) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %pair = arith.constant dense<1.0> : vector<2xf32>
  %ones = arith.constant dense<1.0> : vector<4xf8E5M2>
  %scale = ub.poison : f32
  %p = amdgpu.packed_scaled_trunc %pair into %ones[1], %scale : vector<2xf32> to vector<4xf8E5M2> into vector<4xf8E5M2>
  %a = vector.extract %p[0] : f8E5M2 from vector<4xf8E5M2>
  %b = vector.extract %p[1] : f8E5M2 from vector<4xf8E5M2>
  %c = vector.extract %p[2] : f8E5M2 from vector<4xf8E5M2>
  %d = vector.extract %p[3] : f8E5M2 from vector<4xf8E5M2>
  memref.store %a, %out[%c0] : memref<4xf8E5M2>
  memref.store %b, %out[%c1] : memref<4xf8E5M2>
  memref.store %c, %out[%c2] : memref<4xf8E5M2>
  memref.store %d, %out[%c3] : memref<4xf8E5M2>
  return
}
