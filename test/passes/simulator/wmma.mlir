// RUN: tl-sim %s --kernel=repeated --block=32 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=repeated_by_loops | FileCheck %s --check-prefix=REPEATED
// RUN: tl-sim %s --kernel=spread --block=32 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=spread_by_loops | FileCheck %s --check-prefix=SPREAD
// RUN: tl-sim %s --kernel=halves --block=32 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=halves_by_loops | FileCheck %s --check-prefix=HALVES
// RUN: tl-sim %s --kernel=fp8 --block=32 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=fp8_by_loops | FileCheck %s --check-prefix=FP8
// RUN: tl-sim %s --kernel=wide --block=32 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=wide_by_loops | FileCheck %s --check-prefix=WIDE
// RUN: tl-sim %s --kernel=unsigned --block=32 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=unsigned_by_loops | FileCheck %s --check-prefix=UNSIGNED
// RUN: tl-sim %s --target=gfx942 --kernel=wave --block=64 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=wave_by_loops | FileCheck %s --check-prefix=WAVE
// RUN: tl-sim %s --target=gfx942 --kernel=whole_wave --block=64 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=whole_wave_by_loops | FileCheck %s --check-prefix=WHOLE_WAVE
// RUN: tl-sim %s --kernel=large --block=32 --dump=0 | FileCheck %s --check-prefix=LARGE
// RUN: not tl-sim %s --kernel=apart --block=64 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not tl-sim %s --kernel=deep --block=32 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tl-sim %s --target=gfx942 --kernel=halves --block=64 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tl-sim %s --target=gfx942 --kernel=twice --block=64 2>&1 | FileCheck %s --check-prefix=REFUSED

// Products of a wave of gfx11, whose 16th lanes hold the same, and of gfx12, whose lanes hold
// parts of k.

// REPEATED: @repeated: as @repeated_by_loops: 256 elements, off by at most 0
func.func @repeated(%A: memref<16x16xf16>, %B: memref<16x16xf16>, %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %groups = arith.constant 2 : index
  %registers = arith.constant 8 : index
  %count = arith.constant 16 : index
  %t = gpu.thread_id x
  %own = arith.remui %t, %c16 : index
  %g = arith.divui %t, %c16 : index
  %kpart = arith.muli %g, %count : index
  %a = vector.load %A[%own, %c0] : memref<16x16xf16>, vector<16xf16>
  %b = vector.load %B[%own, %c0] : memref<16x16xf16>, vector<16xf16>
  %none = ub.poison : vector<8xf32>
  %c = scf.for %r = %c0 to %registers step %c1 iter_args(%v = %none) -> vector<8xf32> {
    %row = arith.muli %r, %groups : index
    %i = arith.addi %row, %g : index
    %place = arith.addi %r, %c0 : index
    %e = memref.load %C[%i, %own] : memref<16x16xf32>
    %n = vector.insert %e, %v[%place] : f32 into vector<8xf32>
    scf.yield %n : vector<8xf32>
  }
  %d = amdgpu.wmma 16x16x16 %a * %b + %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
  scf.for %r = %c0 to %registers step %c1 {
    %row = arith.muli %r, %groups : index
    %i = arith.addi %row, %g : index
    %place = arith.addi %r, %c0 : index
    %e = vector.extract %d[%place] : f32 from vector<8xf32>
    memref.store %e, %D[%i, %own] : memref<16x16xf32>
  }
  return
}

func.func private @repeated_by_loops(%A: memref<16x16xf16>, %B: memref<16x16xf16>, %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %c = affine.load %C[%i, %j] : memref<16x16xf32>
      %d = affine.for %k = 0 to 16 iter_args(%sum = %c) -> f32 {
        %a = affine.load %A[%i, %k] : memref<16x16xf16>
        %b = affine.load %B[%j, %k] : memref<16x16xf16>
        %x = arith.extf %a : f16 to f32
        %y = arith.extf %b : f16 to f32
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        affine.yield %next : f32
      }
      affine.store %d, %D[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// SPREAD: @spread: as @spread_by_loops: 256 elements, off by at most 0
func.func @spread(%A: memref<16x16xbf16>, %B: memref<16x16xbf16>, %C: memref<16x16xbf16>, %D: memref<16x16xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %groups = arith.constant 2 : index
  %registers = arith.constant 8 : index
  %count = arith.constant 16 : index
  %t = gpu.thread_id x
  %own = arith.remui %t, %c16 : index
  %g = arith.divui %t, %c16 : index
  %kpart = arith.muli %g, %count : index
  %a = vector.load %A[%own, %c0] : memref<16x16xbf16>, vector<16xbf16>
  %b = vector.load %B[%own, %c0] : memref<16x16xbf16>, vector<16xbf16>
  %none = ub.poison : vector<16xbf16>
  %c = scf.for %r = %c0 to %registers step %c1 iter_args(%v = %none) -> vector<16xbf16> {
    %row = arith.muli %r, %groups : index
    %i = arith.addi %row, %g : index
    %twice = arith.muli %r, %c2 : index
    %place = arith.addi %twice, %c1 : index
    %e = memref.load %C[%i, %own] : memref<16x16xbf16>
    %n = vector.insert %e, %v[%place] : bf16 into vector<16xbf16>
    scf.yield %n : vector<16xbf16>
  }
  %d = amdgpu.wmma 16x16x16 %a * %b + %c {subwordOffset = 1 : i32} : vector<16xbf16>, vector<16xbf16>, vector<16xbf16>
  scf.for %r = %c0 to %registers step %c1 {
    %row = arith.muli %r, %groups : index
    %i = arith.addi %row, %g : index
    %twice = arith.muli %r, %c2 : index
    %place = arith.addi %twice, %c1 : index
    %e = vector.extract %d[%place] : bf16 from vector<16xbf16>
    memref.store %e, %D[%i, %own] : memref<16x16xbf16>
  }
  return
}

func.func private @spread_by_loops(%A: memref<16x16xbf16>, %B: memref<16x16xbf16>, %C: memref<16x16xbf16>, %D: memref<16x16xbf16>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %c = affine.load %C[%i, %j] : memref<16x16xbf16>
      %start = arith.extf %c : bf16 to f32
      %d = affine.for %k = 0 to 16 iter_args(%sum = %start) -> f32 {
        %a = affine.load %A[%i, %k] : memref<16x16xbf16>
        %b = affine.load %B[%j, %k] : memref<16x16xbf16>
        %x = arith.extf %a : bf16 to f32
        %y = arith.extf %b : bf16 to f32
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        affine.yield %next : f32
      }
      %end = arith.truncf %d : f32 to bf16
      affine.store %end, %D[%i, %j] : memref<16x16xbf16>
    }
  }
  return
}

// HALVES: @halves: as @halves_by_loops: 256 elements, off by at most 0
func.func @halves(%A: memref<16x16xf16>, %B: memref<16x16xf16>, %C: memref<16x16xf16>, %D: memref<16x16xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %groups = arith.constant 2 : index
  %registers = arith.constant 8 : index
  %count = arith.constant 8 : index
  %t = gpu.thread_id x
  %own = arith.remui %t, %c16 : index
  %g = arith.divui %t, %c16 : index
  %kpart = arith.muli %g, %count : index
  %a = vector.load %A[%own, %kpart] : memref<16x16xf16>, vector<8xf16>
  %b = vector.load %B[%own, %kpart] : memref<16x16xf16>, vector<8xf16>
  %none = ub.poison : vector<8xf16>
  %c = scf.for %r = %c0 to %registers step %c1 iter_args(%v = %none) -> vector<8xf16> {
    %low = arith.muli %g, %c8 : index
    %i = arith.addi %low, %r : index
    %place = arith.addi %r, %c0 : index
    %e = memref.load %C[%i, %own] : memref<16x16xf16>
    %n = vector.insert %e, %v[%place] : f16 into vector<8xf16>
    scf.yield %n : vector<8xf16>
  }
  %d = amdgpu.wmma 16x16x16 %a * %b + %c : vector<8xf16>, vector<8xf16>, vector<8xf16>
  scf.for %r = %c0 to %registers step %c1 {
    %low = arith.muli %g, %c8 : index
    %i = arith.addi %low, %r : index
    %place = arith.addi %r, %c0 : index
    %e = vector.extract %d[%place] : f16 from vector<8xf16>
    memref.store %e, %D[%i, %own] : memref<16x16xf16>
  }
  return
}

func.func private @halves_by_loops(%A: memref<16x16xf16>, %B: memref<16x16xf16>, %C: memref<16x16xf16>, %D: memref<16x16xf16>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %c = affine.load %C[%i, %j] : memref<16x16xf16>
      %start = arith.extf %c : f16 to f32
      %d = affine.for %k = 0 to 16 iter_args(%sum = %start) -> f32 {
        %a = affine.load %A[%i, %k] : memref<16x16xf16>
        %b = affine.load %B[%j, %k] : memref<16x16xf16>
        %x = arith.extf %a : f16 to f32
        %y = arith.extf %b : f16 to f32
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        affine.yield %next : f32
      }
      %end = arith.truncf %d : f32 to f16
      affine.store %end, %D[%i, %j] : memref<16x16xf16>
    }
  }
  return
}

// FP8: @fp8: as @fp8_by_loops: 256 elements, off by at most 0
func.func @fp8(%A: memref<16x16xf8E4M3FN>, %B: memref<16x16xf8E4M3FN>, %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %groups = arith.constant 2 : index
  %registers = arith.constant 8 : index
  %count = arith.constant 8 : index
  %t = gpu.thread_id x
  %own = arith.remui %t, %c16 : index
  %g = arith.divui %t, %c16 : index
  %kpart = arith.muli %g, %count : index
  %a = vector.load %A[%own, %kpart] : memref<16x16xf8E4M3FN>, vector<8xf8E4M3FN>
  %b = vector.load %B[%own, %kpart] : memref<16x16xf8E4M3FN>, vector<8xf8E4M3FN>
  %none = ub.poison : vector<8xf32>
  %c = scf.for %r = %c0 to %registers step %c1 iter_args(%v = %none) -> vector<8xf32> {
    %low = arith.muli %g, %c8 : index
    %i = arith.addi %low, %r : index
    %place = arith.addi %r, %c0 : index
    %e = memref.load %C[%i, %own] : memref<16x16xf32>
    %n = vector.insert %e, %v[%place] : f32 into vector<8xf32>
    scf.yield %n : vector<8xf32>
  }
  %d = amdgpu.wmma 16x16x16 %a * %b + %c : vector<8xf8E4M3FN>, vector<8xf8E4M3FN>, vector<8xf32>
  scf.for %r = %c0 to %registers step %c1 {
    %low = arith.muli %g, %c8 : index
    %i = arith.addi %low, %r : index
    %place = arith.addi %r, %c0 : index
    %e = vector.extract %d[%place] : f32 from vector<8xf32>
    memref.store %e, %D[%i, %own] : memref<16x16xf32>
  }
  return
}

func.func private @fp8_by_loops(%A: memref<16x16xf8E4M3FN>, %B: memref<16x16xf8E4M3FN>, %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %c = affine.load %C[%i, %j] : memref<16x16xf32>
      %d = affine.for %k = 0 to 16 iter_args(%sum = %c) -> f32 {
        %a = affine.load %A[%i, %k] : memref<16x16xf8E4M3FN>
        %b = affine.load %B[%j, %k] : memref<16x16xf8E4M3FN>
        %x = arith.extf %a : f8E4M3FN to f32
        %y = arith.extf %b : f8E4M3FN to f32
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        affine.yield %next : f32
      }
      affine.store %d, %D[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// WIDE: @wide: as @wide_by_loops: 256 elements, off by at most 0
func.func @wide(%A: memref<16x32xi4>, %B: memref<16x32xi4>, %C: memref<16x16xi32>, %D: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %groups = arith.constant 2 : index
  %registers = arith.constant 8 : index
  %count = arith.constant 16 : index
  %t = gpu.thread_id x
  %own = arith.remui %t, %c16 : index
  %g = arith.divui %t, %c16 : index
  %kpart = arith.muli %g, %count : index
  %a = vector.load %A[%own, %kpart] : memref<16x32xi4>, vector<16xi4>
  %b = vector.load %B[%own, %kpart] : memref<16x32xi4>, vector<16xi4>
  %none = ub.poison : vector<8xi32>
  %c = scf.for %r = %c0 to %registers step %c1 iter_args(%v = %none) -> vector<8xi32> {
    %low = arith.muli %g, %c8 : index
    %i = arith.addi %low, %r : index
    %place = arith.addi %r, %c0 : index
    %e = memref.load %C[%i, %own] : memref<16x16xi32>
    %n = vector.insert %e, %v[%place] : i32 into vector<8xi32>
    scf.yield %n : vector<8xi32>
  }
  %d = amdgpu.wmma 16x16x32 %a * %b + %c {clamp} : vector<16xi4>, vector<16xi4>, vector<8xi32>
  scf.for %r = %c0 to %registers step %c1 {
    %low = arith.muli %g, %c8 : index
    %i = arith.addi %low, %r : index
    %place = arith.addi %r, %c0 : index
    %e = vector.extract %d[%place] : i32 from vector<8xi32>
    memref.store %e, %D[%i, %own] : memref<16x16xi32>
  }
  return
}

func.func private @wide_by_loops(%A: memref<16x32xi4>, %B: memref<16x32xi4>, %C: memref<16x16xi32>, %D: memref<16x16xi32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %c = affine.load %C[%i, %j] : memref<16x16xi32>
      %d = affine.for %k = 0 to 32 iter_args(%sum = %c) -> i32 {
        %a = affine.load %A[%i, %k] : memref<16x32xi4>
        %b = affine.load %B[%j, %k] : memref<16x32xi4>
        %x = arith.extsi %a : i4 to i32
        %y = arith.extsi %b : i4 to i32
        %xy = arith.muli %x, %y : i32
        %next = arith.addi %sum, %xy : i32
        affine.yield %next : i32
      }
      affine.store %d, %D[%i, %j] : memref<16x16xi32>
    }
  }
  return
}

// UNSIGNED: @unsigned: as @unsigned_by_loops: 256 elements, off by at most 0
func.func @unsigned(%A: memref<16x16xi8>, %B: memref<16x16xi8>, %C: memref<16x16xi32>, %D: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %groups = arith.constant 2 : index
  %registers = arith.constant 8 : index
  %count = arith.constant 8 : index
  %t = gpu.thread_id x
  %own = arith.remui %t, %c16 : index
  %g = arith.divui %t, %c16 : index
  %kpart = arith.muli %g, %count : index
  %a = vector.load %A[%own, %kpart] : memref<16x16xi8>, vector<8xi8>
  %b = vector.load %B[%own, %kpart] : memref<16x16xi8>, vector<8xi8>
  %none = ub.poison : vector<8xi32>
  %c = scf.for %r = %c0 to %registers step %c1 iter_args(%v = %none) -> vector<8xi32> {
    %low = arith.muli %g, %c8 : index
    %i = arith.addi %low, %r : index
    %place = arith.addi %r, %c0 : index
    %e = memref.load %C[%i, %own] : memref<16x16xi32>
    %n = vector.insert %e, %v[%place] : i32 into vector<8xi32>
    scf.yield %n : vector<8xi32>
  }
  %d = amdgpu.wmma 16x16x16 %a * %b + %c {unsignedA} : vector<8xi8>, vector<8xi8>, vector<8xi32>
  scf.for %r = %c0 to %registers step %c1 {
    %low = arith.muli %g, %c8 : index
    %i = arith.addi %low, %r : index
    %place = arith.addi %r, %c0 : index
    %e = vector.extract %d[%place] : i32 from vector<8xi32>
    memref.store %e, %D[%i, %own] : memref<16x16xi32>
  }
  return
}

func.func private @unsigned_by_loops(%A: memref<16x16xi8>, %B: memref<16x16xi8>, %C: memref<16x16xi32>, %D: memref<16x16xi32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %c = affine.load %C[%i, %j] : memref<16x16xi32>
      %d = affine.for %k = 0 to 16 iter_args(%sum = %c) -> i32 {
        %a = affine.load %A[%i, %k] : memref<16x16xi8>
        %b = affine.load %B[%j, %k] : memref<16x16xi8>
        %x = arith.extui %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %xy = arith.muli %x, %y : i32
        %next = arith.addi %sum, %xy : i32
        affine.yield %next : i32
      }
      affine.store %d, %D[%i, %j] : memref<16x16xi32>
    }
  }
  return
}

// WAVE: @wave: as @wave_by_loops: 256 elements, off by at most 0
func.func @wave(%A: memref<16x16xf16>, %B: memref<16x16xf16>, %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %groups = arith.constant 4 : index
  %registers = arith.constant 4 : index
  %count = arith.constant 4 : index
  %t = gpu.thread_id x
  %own = arith.remui %t, %c16 : index
  %g = arith.divui %t, %c16 : index
  %kpart = arith.muli %g, %count : index
  %a = vector.load %A[%own, %kpart] : memref<16x16xf16>, vector<4xf16>
  %b = vector.load %B[%own, %kpart] : memref<16x16xf16>, vector<4xf16>
  %none = ub.poison : vector<4xf32>
  %c = scf.for %r = %c0 to %registers step %c1 iter_args(%v = %none) -> vector<4xf32> {
    %odd = arith.remui %g, %c2 : index
    %low = arith.muli %odd, %c8 : index
    %far = arith.divui %g, %c2 : index
    %next = arith.muli %far, %c4 : index
    %start = arith.addi %low, %next : index
    %i = arith.addi %start, %r : index
    %place = arith.addi %r, %c0 : index
    %e = memref.load %C[%i, %own] : memref<16x16xf32>
    %n = vector.insert %e, %v[%place] : f32 into vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %d = amdgpu.wmma 16x16x16 %a * %b + %c : vector<4xf16>, vector<4xf16>, vector<4xf32>
  scf.for %r = %c0 to %registers step %c1 {
    %odd = arith.remui %g, %c2 : index
    %low = arith.muli %odd, %c8 : index
    %far = arith.divui %g, %c2 : index
    %next = arith.muli %far, %c4 : index
    %start = arith.addi %low, %next : index
    %i = arith.addi %start, %r : index
    %place = arith.addi %r, %c0 : index
    %e = vector.extract %d[%place] : f32 from vector<4xf32>
    memref.store %e, %D[%i, %own] : memref<16x16xf32>
  }
  return
}

func.func private @wave_by_loops(%A: memref<16x16xf16>, %B: memref<16x16xf16>, %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %c = affine.load %C[%i, %j] : memref<16x16xf32>
      %d = affine.for %k = 0 to 16 iter_args(%sum = %c) -> f32 {
        %a = affine.load %A[%i, %k] : memref<16x16xf16>
        %b = affine.load %B[%j, %k] : memref<16x16xf16>
        %x = arith.extf %a : f16 to f32
        %y = arith.extf %b : f16 to f32
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        affine.yield %next : f32
      }
      affine.store %d, %D[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// WHOLE_WAVE: @whole_wave: as @whole_wave_by_loops: 256 elements, off by at most 0
func.func @whole_wave(%A: memref<16x16xbf16>, %B: memref<16x16xbf16>, %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %groups = arith.constant 4 : index
  %registers = arith.constant 4 : index
  %count = arith.constant 16 : index
  %t = gpu.thread_id x
  %own = arith.remui %t, %c16 : index
  %g = arith.divui %t, %c16 : index
  %kpart = arith.muli %g, %count : index
  %a = vector.load %A[%own, %c0] : memref<16x16xbf16>, vector<16xbf16>
  %b = vector.load %B[%own, %c0] : memref<16x16xbf16>, vector<16xbf16>
  %none = ub.poison : vector<4xf32>
  %c = scf.for %r = %c0 to %registers step %c1 iter_args(%v = %none) -> vector<4xf32> {
    %row = arith.muli %r, %groups : index
    %i = arith.addi %row, %g : index
    %place = arith.addi %r, %c0 : index
    %e = memref.load %C[%i, %own] : memref<16x16xf32>
    %n = vector.insert %e, %v[%place] : f32 into vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %d = amdgpu.wmma 16x16x16 %a * %b + %c : vector<16xbf16>, vector<16xbf16>, vector<4xf32>
  scf.for %r = %c0 to %registers step %c1 {
    %row = arith.muli %r, %groups : index
    %i = arith.addi %row, %g : index
    %place = arith.addi %r, %c0 : index
    %e = vector.extract %d[%place] : f32 from vector<4xf32>
    memref.store %e, %D[%i, %own] : memref<16x16xf32>
  }
  return
}

func.func private @whole_wave_by_loops(%A: memref<16x16xbf16>, %B: memref<16x16xbf16>, %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %c = affine.load %C[%i, %j] : memref<16x16xf32>
      %d = affine.for %k = 0 to 16 iter_args(%sum = %c) -> f32 {
        %a = affine.load %A[%i, %k] : memref<16x16xbf16>
        %b = affine.load %B[%j, %k] : memref<16x16xbf16>
        %x = arith.extf %a : bf16 to f32
        %y = arith.extf %b : bf16 to f32
        %xy = arith.mulf %x, %y : f32
        %next = arith.addf %sum, %xy : f32
        affine.yield %next : f32
      }
      affine.store %d, %D[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// Sums wrap, and saturate where that is asked for.

// LARGE:      argument 0:
// LARGE-NEXT: {{^}}[-2147482625, 2147483647]
func.func @large(%to: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant dense<8> : vector<8xi8>
  %most = arith.constant dense<2147483647> : vector<8xi32>
  %wraps = amdgpu.wmma 16x16x16 %a * %a + %most : vector<8xi8>, vector<8xi8>, vector<8xi32>
  %ends = amdgpu.wmma 16x16x16 %a * %a + %most {clamp} : vector<8xi8>, vector<8xi8>, vector<8xi32>
  %x = vector.extract %wraps[0] : i32 from vector<8xi32>
  %y = vector.extract %ends[0] : i32 from vector<8xi32>
  memref.store %x, %to[%c0] : memref<2xi32>
  memref.store %y, %to[%c1] : memref<2xi32>
  return
}

// Both halves of a wave have to hold the same; a lane of the second wave does not.

// APART: error: 'amdgpu.wmma' op replicas: thread (49, 0, 0) of block (0, 0, 0) holds another value in element 3 of operand 1 than thread 33
func.func @apart(%a: vector<16xf16>, %c: vector<8xf32>) {
  %same = arith.constant dense<1.0> : vector<16xf16>
  %t = gpu.thread_id x
  %other = arith.constant 49 : index
  %is_other = arith.cmpi eq, %t, %other : index
  %x = arith.uitofp %is_other : i1 to f16
  %b = vector.insert %x, %same[3] : f16 into vector<16xf16>
  %d = amdgpu.wmma 16x16x16 %same * %b + %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
  return
}

// REFUSED: error: 'amdgpu.wmma' op has a shape or a wave that the simulator does not know
func.func @deep(%a: vector<16xf16>, %c: vector<8xf32>) {
  %d = amdgpu.wmma 16x16x32 %a * %a + %c : vector<16xf16>, vector<16xf16>, vector<8xf32>
  return
}

// Twice as many factors as a wave of 64 has of each.

func.func @twice(%a: vector<8xf16>, %c: vector<4xf32>) {
  %d = amdgpu.wmma 16x16x16 %a * %a + %c : vector<8xf16>, vector<8xf16>, vector<4xf32>
  return
}
