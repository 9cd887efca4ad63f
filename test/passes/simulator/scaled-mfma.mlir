// RUN: tl-sim %s --target=gfx950 --kernel=scaled --block=64 --reference=scaled_by_loops --arg=0:small --arg=1:small --arg=2:small --arg=3:small --arg=4:small --arg=5:uninitialized | FileCheck %s --check-prefix=SCALED
// RUN: tl-sim %s --target=gfx950 --kernel=large --block=64 --reference=large_by_loops --arg=0:small --arg=1:small --arg=2:small --arg=3:small --arg=4:small --arg=5:uninitialized | FileCheck %s --check-prefix=LARGE
// RUN: not tl-sim %s --target=gfx950 --block=64 --kernel=sixths 2>&1 | FileCheck %s --check-prefix=SIXTHS
// RUN: tl-sim %s --target=gfx950 --block=64 --kernel=behind --dump=0 | FileCheck %s --check-prefix=BEHIND
// RUN: not tl-sim %s --target=gfx950 --block=64 --kernel=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Products of a wave whose elements have scales, one for 32 of k: of 8 bits a lane has 16 in
// each half of k, of 4 bits 32 that follow each other.

// One byte of four is the scale; nobody looks at the others.

// SCALED: @scaled: as @scaled_by_loops: 256 elements, off by at most 0
func.func @scaled(%A: memref<16x128xf8E4M3FN>, %B: memref<16x128xf4E2M1FN>, %SA: memref<16x4xi8>, %SB: memref<16x4xi8>,
                  %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %half = arith.constant 64 : index
  %m = arith.constant 16 : index
  %groups = arith.constant 4 : index
  %registers = arith.constant 4 : index
  %middle = arith.constant 127 : i8
  %t = gpu.thread_id x
  %row = arith.remui %t, %m : index
  %g = arith.divui %t, %m : index
  %a_k = arith.muli %g, %c16 : index
  %a_far = arith.addi %a_k, %half : index
  %a_low = vector.load %A[%row, %a_k] : memref<16x128xf8E4M3FN>, vector<16xf8E4M3FN>
  %a_high = vector.load %A[%row, %a_far] : memref<16x128xf8E4M3FN>, vector<16xf8E4M3FN>
  %a = vector.shuffle %a_low, %a_high [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31] : vector<16xf8E4M3FN>, vector<16xf8E4M3FN>
  %b_k = arith.muli %g, %c32 : index
  %b = vector.load %B[%row, %b_k] : memref<16x128xf4E2M1FN>, vector<32xf4E2M1FN>
  %sa_small = memref.load %SA[%row, %g] : memref<16x4xi8>
  %sa_bits = arith.addi %sa_small, %middle : i8
  %sa_one = arith.bitcast %sa_bits : i8 to f8E8M0FNU
  %others = ub.poison : vector<4xf8E8M0FNU>
  %sa = vector.insert %sa_one, %others[2] : f8E8M0FNU into vector<4xf8E8M0FNU>
  %sb_small = memref.load %SB[%row, %g] : memref<16x4xi8>
  %sb_bits = arith.addi %sb_small, %middle : i8
  %sb = arith.bitcast %sb_bits : i8 to f8E8M0FNU
  %none = arith.constant dense<0.0> : vector<4xf32>
  %c = scf.for %r = %c0 to %registers step %c1 iter_args(%v = %none) -> vector<4xf32> {
    %quad = arith.divui %r, %c4 : index
    %part = arith.remui %r, %c4 : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %c4 : index
    %i = arith.addi %first, %part : index
    %e = memref.load %C[%i, %row] : memref<16x16xf32>
    %n = vector.insert %e, %v[%r] : f32 into vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %d = amdgpu.scaled_mfma 16x16x128 (%sa[2] * %a) * (%sb[0] * %b) + %c : vector<4xf8E8M0FNU>, vector<32xf8E4M3FN>, f8E8M0FNU, vector<32xf4E2M1FN>, vector<4xf32>
  scf.for %r = %c0 to %registers step %c1 {
    %quad = arith.divui %r, %c4 : index
    %part = arith.remui %r, %c4 : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %c4 : index
    %i = arith.addi %first, %part : index
    %e = vector.extract %d[%r] : f32 from vector<4xf32>
    memref.store %e, %D[%i, %row] : memref<16x16xf32>
  }
  return
}

func.func private @scaled_by_loops(%A: memref<16x128xf8E4M3FN>, %B: memref<16x128xf4E2M1FN>, %SA: memref<16x4xi8>, %SB: memref<16x4xi8>,
                                   %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  %middle = arith.constant 127 : i8
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %c = affine.load %C[%i, %j] : memref<16x16xf32>
      %d = affine.for %k = 0 to 128 iter_args(%sum = %c) -> f32 {
        %sa_small = affine.load %SA[%i, %k floordiv 32] : memref<16x4xi8>
        %sa_bits = arith.addi %sa_small, %middle : i8
        %sa = arith.bitcast %sa_bits : i8 to f8E8M0FNU
        %sb_small = affine.load %SB[%j, %k floordiv 32] : memref<16x4xi8>
        %sb_bits = arith.addi %sb_small, %middle : i8
        %sb = arith.bitcast %sb_bits : i8 to f8E8M0FNU
        %a = affine.load %A[%i, %k] : memref<16x128xf8E4M3FN>
        %b = affine.load %B[%j, %k] : memref<16x128xf4E2M1FN>
        %x = arith.scaling_extf %a, %sa : f8E4M3FN, f8E8M0FNU to f32
        %y = arith.scaling_extf %b, %sb : f4E2M1FN, f8E8M0FNU to f32
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        affine.yield %next : f32
      }
      affine.store %d, %D[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// The other shape.

// LARGE: @large: as @large_by_loops: 1024 elements, off by at most 0
func.func @large(%A: memref<32x64xf4E2M1FN>, %B: memref<32x64xf8E5M2>, %SA: memref<32x2xi8>, %SB: memref<32x2xi8>,
                  %C: memref<32x32xf32>, %D: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %half = arith.constant 32 : index
  %m = arith.constant 32 : index
  %groups = arith.constant 2 : index
  %registers = arith.constant 16 : index
  %middle = arith.constant 127 : i8
  %t = gpu.thread_id x
  %row = arith.remui %t, %m : index
  %g = arith.divui %t, %m : index
  %a_k = arith.muli %g, %c32 : index
  %a = vector.load %A[%row, %a_k] : memref<32x64xf4E2M1FN>, vector<32xf4E2M1FN>
  %b_k = arith.muli %g, %c16 : index
  %b_far = arith.addi %b_k, %half : index
  %b_low = vector.load %B[%row, %b_k] : memref<32x64xf8E5M2>, vector<16xf8E5M2>
  %b_high = vector.load %B[%row, %b_far] : memref<32x64xf8E5M2>, vector<16xf8E5M2>
  %b = vector.shuffle %b_low, %b_high [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31] : vector<16xf8E5M2>, vector<16xf8E5M2>
  %sa_small = memref.load %SA[%row, %g] : memref<32x2xi8>
  %sa_bits = arith.addi %sa_small, %middle : i8
  %sa_one = arith.bitcast %sa_bits : i8 to f8E8M0FNU
  %others = ub.poison : vector<4xf8E8M0FNU>
  %sa = vector.insert %sa_one, %others[2] : f8E8M0FNU into vector<4xf8E8M0FNU>
  %sb_small = memref.load %SB[%row, %g] : memref<32x2xi8>
  %sb_bits = arith.addi %sb_small, %middle : i8
  %sb = arith.bitcast %sb_bits : i8 to f8E8M0FNU
  %none = arith.constant dense<0.0> : vector<16xf32>
  %c = scf.for %r = %c0 to %registers step %c1 iter_args(%v = %none) -> vector<16xf32> {
    %quad = arith.divui %r, %c4 : index
    %part = arith.remui %r, %c4 : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %c4 : index
    %i = arith.addi %first, %part : index
    %e = memref.load %C[%i, %row] : memref<32x32xf32>
    %n = vector.insert %e, %v[%r] : f32 into vector<16xf32>
    scf.yield %n : vector<16xf32>
  }
  %d = amdgpu.scaled_mfma 32x32x64 (%sa[2] * %a) * (%sb[0] * %b) + %c : vector<4xf8E8M0FNU>, vector<32xf4E2M1FN>, f8E8M0FNU, vector<32xf8E5M2>, vector<16xf32>
  scf.for %r = %c0 to %registers step %c1 {
    %quad = arith.divui %r, %c4 : index
    %part = arith.remui %r, %c4 : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %c4 : index
    %i = arith.addi %first, %part : index
    %e = vector.extract %d[%r] : f32 from vector<16xf32>
    memref.store %e, %D[%i, %row] : memref<32x32xf32>
  }
  return
}

func.func private @large_by_loops(%A: memref<32x64xf4E2M1FN>, %B: memref<32x64xf8E5M2>, %SA: memref<32x2xi8>, %SB: memref<32x2xi8>,
                                   %C: memref<32x32xf32>, %D: memref<32x32xf32>) {
  %middle = arith.constant 127 : i8
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %c = affine.load %C[%i, %j] : memref<32x32xf32>
      %d = affine.for %k = 0 to 64 iter_args(%sum = %c) -> f32 {
        %sa_small = affine.load %SA[%i, %k floordiv 32] : memref<32x2xi8>
        %sa_bits = arith.addi %sa_small, %middle : i8
        %sa = arith.bitcast %sa_bits : i8 to f8E8M0FNU
        %sb_small = affine.load %SB[%j, %k floordiv 32] : memref<32x2xi8>
        %sb_bits = arith.addi %sb_small, %middle : i8
        %sb = arith.bitcast %sb_bits : i8 to f8E8M0FNU
        %a = affine.load %A[%i, %k] : memref<32x64xf4E2M1FN>
        %b = affine.load %B[%j, %k] : memref<32x64xf8E5M2>
        %x = arith.scaling_extf %a, %sa : f4E2M1FN, f8E8M0FNU to f32
        %y = arith.scaling_extf %b, %sb : f8E5M2, f8E8M0FNU to f32
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        affine.yield %next : f32
      }
      affine.store %d, %D[%i, %j] : memref<32x32xf32>
    }
  }
  return
}

// SIXTHS: error: 'amdgpu.scaled_mfma' op has a shape, a wave or elements that the simulator does not know
func.func @sixths(%a: vector<32xf6E2M3FN>, %s: f8E8M0FNU, %c: vector<4xf32>) {
  %d = amdgpu.scaled_mfma 16x16x128 (%s[0] * %a) * (%s[0] * %a) + %c : f8E8M0FNU, vector<32xf6E2M3FN>, f8E8M0FNU, vector<32xf6E2M3FN>, vector<4xf32>
  return
}

// Of a single scale the bytes behind it are 0, which is 2^-127.

// BEHIND:      argument 0:
// BEHIND-NEXT: {{^}}[7.52316385e-37, 7.52316385e-37, 7.52316385e-37, 7.52316385e-37]
func.func @behind(%D: memref<1x4xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %ones = arith.constant dense<1.0> : vector<32xf4E2M1FN>
  %none = arith.constant dense<0.0> : vector<4xf32>
  %s = arith.truncf %one : f32 to f8E8M0FNU
  %d = amdgpu.scaled_mfma 16x16x128 (%s[0] * %ones) * (%s[3] * %ones) + %none : f8E8M0FNU, vector<32xf4E2M1FN>, f8E8M0FNU, vector<32xf4E2M1FN>, vector<4xf32>
  vector.store %d, %D[%c0, %c0] : memref<1x4xf32>, vector<4xf32>
  return
}

// UNKNOWN: error: 'vector.store' op uninitialized value
func.func @unknown(%a: vector<32xf4E2M1FN>, %c: vector<4xf32>, %D: memref<64x4xf32>) {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %s = ub.poison : f8E8M0FNU
  %d = amdgpu.scaled_mfma 16x16x128 (%s[0] * %a) * (%s[0] * %a) + %c : f8E8M0FNU, vector<32xf4E2M1FN>, f8E8M0FNU, vector<32xf4E2M1FN>, vector<4xf32>
  vector.store %d, %D[%t, %c0] : memref<64x4xf32>, vector<4xf32>
  return
}
