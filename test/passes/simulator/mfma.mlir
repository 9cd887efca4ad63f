// RUN: tl-sim %s --target=gfx942 --kernel=halves --block=64 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=halves_by_loops | FileCheck %s --check-prefix=HALVES
// RUN: tl-sim %s --target=gfx942 --kernel=many --block=64 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=many_by_loops | FileCheck %s --check-prefix=MANY
// RUN: tl-sim %s --target=gfx942 --kernel=blocks --block=64 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=blocks_by_loops | FileCheck %s --check-prefix=BLOCKS
// RUN: tl-sim %s --target=gfx942 --kernel=doubles --block=64 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=doubles_by_loops | FileCheck %s --check-prefix=DOUBLES
// RUN: tl-sim %s --target=gfx942 --kernel=double_blocks --block=64 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=double_blocks_by_loops | FileCheck %s --check-prefix=DOUBLE-BLOCKS
// RUN: tl-sim %s --target=gfx942 --kernel=bytes --block=64 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=bytes_by_loops | FileCheck %s --check-prefix=BYTES
// RUN: tl-sim %s --target=gfx942 --kernel=eighths --block=64 --arg=0:small --arg=1:small --arg=2:small --arg=3:uninitialized --reference=eighths_by_loops | FileCheck %s --check-prefix=EIGHTHS
// RUN: not tl-sim %s --kernel=halves 2>&1 | FileCheck %s --check-prefix=WAVE
// RUN: not tl-sim %s --target=gfx942 --block=64 --kernel=broadcast 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tl-sim %s --target=gfx942 --block=64 --kernel=permuted 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tl-sim %s --target=gfx942 --block=64 --kernel=rounded 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tl-sim %s --target=gfx942 --block=64 --kernel=pair 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tl-sim %s --target=gfx942 --kernel=halves --block=64 --arg=0:uninitialized 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Products of a wave, in some blocks: a lane has w elements of a row of A and of a
// column of B, and four rows at a time of a column of C; of f64 one.

// HALVES: @halves: as @halves_by_loops: 256 elements, off by at most 0
func.func @halves(%A: memref<1x16x16xf16>, %B: memref<1x16x16xf16>, %C: memref<1x16x16xf32>, %D: memref<1x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 4 : index
  %m = arith.constant 16 : index
  %w = arith.constant 4 : index
  %blocks = arith.constant 1 : index
  %count = arith.constant 4 : index
  %t = gpu.thread_id x
  %i = arith.remui %t, %m : index
  %g = arith.divui %t, %m : index
  %b = arith.remui %g, %blocks : index
  %kg = arith.divui %g, %blocks : index
  %k = arith.muli %kg, %w : index
  %a = vector.load %A[%b, %i, %k] : memref<1x16x16xf16>, vector<4xf16>
  %x = vector.load %B[%b, %i, %k] : memref<1x16x16xf16>, vector<4xf16>
  %none = arith.constant dense<0.0> : vector<4xf32>
  %c = scf.for %r = %c0 to %count step %c1 iter_args(%v = %none) -> vector<4xf32> {
    %each = arith.constant 4 : index
    %groups = arith.constant 4 : index
    %block = arith.divui %r, %each : index
    %rest = arith.remui %r, %each : index
    %quad = arith.divui %rest, %one : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %one : index
    %part = arith.remui %rest, %one : index
    %row = arith.addi %first, %part : index
    %e = memref.load %C[%block, %row, %i] : memref<1x16x16xf32>
    %n = vector.insert %e, %v[%r] : f32 into vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %d = amdgpu.mfma 16x16x16 %a * %x + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
  scf.for %r = %c0 to %count step %c1 {
    %each = arith.constant 4 : index
    %groups = arith.constant 4 : index
    %block = arith.divui %r, %each : index
    %rest = arith.remui %r, %each : index
    %quad = arith.divui %rest, %one : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %one : index
    %part = arith.remui %rest, %one : index
    %row = arith.addi %first, %part : index
    %e = vector.extract %d[%r] : f32 from vector<4xf32>
    memref.store %e, %D[%block, %row, %i] : memref<1x16x16xf32>
  }
  return
}
func.func private @halves_by_loops(%A: memref<1x16x16xf16>, %B: memref<1x16x16xf16>, %C: memref<1x16x16xf32>, %D: memref<1x16x16xf32>) {
  affine.for %b = 0 to 1 {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 16 {
        %c = affine.load %C[%b, %i, %j] : memref<1x16x16xf32>
        %d = affine.for %k = 0 to 16 iter_args(%s = %c) -> f32 {
          %x = affine.load %A[%b, %i, %k] : memref<1x16x16xf16>
          %y = affine.load %B[%b, %j, %k] : memref<1x16x16xf16>
          %u = arith.extf %x : f16 to f32
          %v = arith.extf %y : f16 to f32
          %p = arith.mulf %u, %v : f32
          %n = arith.addf %s, %p : f32
          affine.yield %n : f32
        }
        affine.store %d, %D[%b, %i, %j] : memref<1x16x16xf32>
      }
    }
  }
  return
}


// MANY: @many: as @many_by_loops: 256 elements, off by at most 0
func.func @many(%A: memref<16x4x4xbf16>, %B: memref<16x4x4xbf16>, %C: memref<16x4x4xf32>, %D: memref<16x4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 4 : index
  %m = arith.constant 4 : index
  %w = arith.constant 4 : index
  %blocks = arith.constant 16 : index
  %count = arith.constant 4 : index
  %t = gpu.thread_id x
  %i = arith.remui %t, %m : index
  %g = arith.divui %t, %m : index
  %b = arith.remui %g, %blocks : index
  %kg = arith.divui %g, %blocks : index
  %k = arith.muli %kg, %w : index
  %a = vector.load %A[%b, %i, %k] : memref<16x4x4xbf16>, vector<4xbf16>
  %x = vector.load %B[%b, %i, %k] : memref<16x4x4xbf16>, vector<4xbf16>
  %none = arith.constant dense<0.0> : vector<4xf32>
  %c = scf.for %r = %c0 to %count step %c1 iter_args(%v = %none) -> vector<4xf32> {
    %part = arith.remui %r, %one : index
    %group = arith.divui %g, %blocks : index
    %first = arith.muli %group, %one : index
    %row = arith.addi %first, %part : index
    %block = arith.remui %g, %blocks : index
    %e = memref.load %C[%block, %row, %i] : memref<16x4x4xf32>
    %n = vector.insert %e, %v[%r] : f32 into vector<4xf32>
    scf.yield %n : vector<4xf32>
  }
  %d = amdgpu.mfma 4x4x4 %a * %x + %c { blocks = 16 : i32 } blgp = none : vector<4xbf16>, vector<4xbf16>, vector<4xf32>
  scf.for %r = %c0 to %count step %c1 {
    %part = arith.remui %r, %one : index
    %group = arith.divui %g, %blocks : index
    %first = arith.muli %group, %one : index
    %row = arith.addi %first, %part : index
    %block = arith.remui %g, %blocks : index
    %e = vector.extract %d[%r] : f32 from vector<4xf32>
    memref.store %e, %D[%block, %row, %i] : memref<16x4x4xf32>
  }
  return
}
func.func private @many_by_loops(%A: memref<16x4x4xbf16>, %B: memref<16x4x4xbf16>, %C: memref<16x4x4xf32>, %D: memref<16x4x4xf32>) {
  affine.for %b = 0 to 16 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        %c = affine.load %C[%b, %i, %j] : memref<16x4x4xf32>
        %d = affine.for %k = 0 to 4 iter_args(%s = %c) -> f32 {
          %x = affine.load %A[%b, %i, %k] : memref<16x4x4xbf16>
          %y = affine.load %B[%b, %j, %k] : memref<16x4x4xbf16>
          %u = arith.extf %x : bf16 to f32
          %v = arith.extf %y : bf16 to f32
          %p = arith.mulf %u, %v : f32
          %n = arith.addf %s, %p : f32
          affine.yield %n : f32
        }
        affine.store %d, %D[%b, %i, %j] : memref<16x4x4xf32>
      }
    }
  }
  return
}

// BLOCKS: @blocks: as @blocks_by_loops: 1024 elements, off by at most 0
func.func @blocks(%A: memref<4x16x4xf16>, %B: memref<4x16x4xf16>, %C: memref<4x16x16xf32>, %D: memref<4x16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 4 : index
  %m = arith.constant 16 : index
  %w = arith.constant 4 : index
  %blocks = arith.constant 4 : index
  %count = arith.constant 16 : index
  %t = gpu.thread_id x
  %i = arith.remui %t, %m : index
  %g = arith.divui %t, %m : index
  %b = arith.remui %g, %blocks : index
  %kg = arith.divui %g, %blocks : index
  %k = arith.muli %kg, %w : index
  %a = vector.load %A[%b, %i, %k] : memref<4x16x4xf16>, vector<4xf16>
  %x = vector.load %B[%b, %i, %k] : memref<4x16x4xf16>, vector<4xf16>
  %none = arith.constant dense<0.0> : vector<16xf32>
  %c = scf.for %r = %c0 to %count step %c1 iter_args(%v = %none) -> vector<16xf32> {
    %each = arith.constant 4 : index
    %groups = arith.constant 4 : index
    %block = arith.divui %r, %each : index
    %rest = arith.remui %r, %each : index
    %quad = arith.divui %rest, %one : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %one : index
    %part = arith.remui %rest, %one : index
    %row = arith.addi %first, %part : index
    %e = memref.load %C[%block, %row, %i] : memref<4x16x16xf32>
    %n = vector.insert %e, %v[%r] : f32 into vector<16xf32>
    scf.yield %n : vector<16xf32>
  }
  %d = amdgpu.mfma 16x16x4 %a * %x + %c { blocks = 4 : i32 } blgp = none : vector<4xf16>, vector<4xf16>, vector<16xf32>
  scf.for %r = %c0 to %count step %c1 {
    %each = arith.constant 4 : index
    %groups = arith.constant 4 : index
    %block = arith.divui %r, %each : index
    %rest = arith.remui %r, %each : index
    %quad = arith.divui %rest, %one : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %one : index
    %part = arith.remui %rest, %one : index
    %row = arith.addi %first, %part : index
    %e = vector.extract %d[%r] : f32 from vector<16xf32>
    memref.store %e, %D[%block, %row, %i] : memref<4x16x16xf32>
  }
  return
}
func.func private @blocks_by_loops(%A: memref<4x16x4xf16>, %B: memref<4x16x4xf16>, %C: memref<4x16x16xf32>, %D: memref<4x16x16xf32>) {
  affine.for %b = 0 to 4 {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 16 {
        %c = affine.load %C[%b, %i, %j] : memref<4x16x16xf32>
        %d = affine.for %k = 0 to 4 iter_args(%s = %c) -> f32 {
          %x = affine.load %A[%b, %i, %k] : memref<4x16x4xf16>
          %y = affine.load %B[%b, %j, %k] : memref<4x16x4xf16>
          %u = arith.extf %x : f16 to f32
          %v = arith.extf %y : f16 to f32
          %p = arith.mulf %u, %v : f32
          %n = arith.addf %s, %p : f32
          affine.yield %n : f32
        }
        affine.store %d, %D[%b, %i, %j] : memref<4x16x16xf32>
      }
    }
  }
  return
}

// DOUBLES: @doubles: as @doubles_by_loops: 256 elements, off by at most 0
func.func @doubles(%A: memref<1x16x4xf64>, %B: memref<1x16x4xf64>, %C: memref<1x16x16xf64>, %D: memref<1x16x16xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : index
  %m = arith.constant 16 : index
  %w = arith.constant 1 : index
  %blocks = arith.constant 1 : index
  %count = arith.constant 4 : index
  %t = gpu.thread_id x
  %i = arith.remui %t, %m : index
  %g = arith.divui %t, %m : index
  %b = arith.remui %g, %blocks : index
  %kg = arith.divui %g, %blocks : index
  %k = arith.muli %kg, %w : index
  %a = memref.load %A[%b, %i, %k] : memref<1x16x4xf64>
  %x = memref.load %B[%b, %i, %k] : memref<1x16x4xf64>
  %none = arith.constant dense<0.0> : vector<4xf64>
  %c = scf.for %r = %c0 to %count step %c1 iter_args(%v = %none) -> vector<4xf64> {
    %each = arith.constant 4 : index
    %groups = arith.constant 4 : index
    %block = arith.divui %r, %each : index
    %rest = arith.remui %r, %each : index
    %quad = arith.divui %rest, %one : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %one : index
    %part = arith.remui %rest, %one : index
    %row = arith.addi %first, %part : index
    %e = memref.load %C[%block, %row, %i] : memref<1x16x16xf64>
    %n = vector.insert %e, %v[%r] : f64 into vector<4xf64>
    scf.yield %n : vector<4xf64>
  }
  %d = amdgpu.mfma 16x16x4 %a * %x + %c blgp = none : f64, f64, vector<4xf64>
  scf.for %r = %c0 to %count step %c1 {
    %each = arith.constant 4 : index
    %groups = arith.constant 4 : index
    %block = arith.divui %r, %each : index
    %rest = arith.remui %r, %each : index
    %quad = arith.divui %rest, %one : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %one : index
    %part = arith.remui %rest, %one : index
    %row = arith.addi %first, %part : index
    %e = vector.extract %d[%r] : f64 from vector<4xf64>
    memref.store %e, %D[%block, %row, %i] : memref<1x16x16xf64>
  }
  return
}
func.func private @doubles_by_loops(%A: memref<1x16x4xf64>, %B: memref<1x16x4xf64>, %C: memref<1x16x16xf64>, %D: memref<1x16x16xf64>) {
  affine.for %b = 0 to 1 {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 16 {
        %c = affine.load %C[%b, %i, %j] : memref<1x16x16xf64>
        %d = affine.for %k = 0 to 4 iter_args(%s = %c) -> f64 {
          %x = affine.load %A[%b, %i, %k] : memref<1x16x4xf64>
          %y = affine.load %B[%b, %j, %k] : memref<1x16x4xf64>
          %p = arith.mulf %x, %y : f64
          %n = arith.addf %s, %p : f64
          affine.yield %n : f64
        }
        affine.store %d, %D[%b, %i, %j] : memref<1x16x16xf64>
      }
    }
  }
  return
}

// DOUBLE-BLOCKS: @double_blocks: as @double_blocks_by_loops: 64 elements, off by at most 0
func.func @double_blocks(%A: memref<4x4x4xf64>, %B: memref<4x4x4xf64>, %C: memref<4x4x4xf64>, %D: memref<4x4x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : index
  %m = arith.constant 4 : index
  %w = arith.constant 1 : index
  %blocks = arith.constant 4 : index
  %count = arith.constant 1 : index
  %t = gpu.thread_id x
  %i = arith.remui %t, %m : index
  %g = arith.divui %t, %m : index
  %b = arith.remui %g, %blocks : index
  %kg = arith.divui %g, %blocks : index
  %k = arith.muli %kg, %w : index
  %a = memref.load %A[%b, %i, %k] : memref<4x4x4xf64>
  %x = memref.load %B[%b, %i, %k] : memref<4x4x4xf64>
  %row = arith.divui %g, %blocks : index
  %c = memref.load %C[%b, %row, %i] : memref<4x4x4xf64>
  %d = amdgpu.mfma 4x4x4 %a * %x + %c { blocks = 4 : i32 } blgp = none : f64, f64, f64
  memref.store %d, %D[%b, %row, %i] : memref<4x4x4xf64>
  return
}
func.func private @double_blocks_by_loops(%A: memref<4x4x4xf64>, %B: memref<4x4x4xf64>, %C: memref<4x4x4xf64>, %D: memref<4x4x4xf64>) {
  affine.for %b = 0 to 4 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        %c = affine.load %C[%b, %i, %j] : memref<4x4x4xf64>
        %d = affine.for %k = 0 to 4 iter_args(%s = %c) -> f64 {
          %x = affine.load %A[%b, %i, %k] : memref<4x4x4xf64>
          %y = affine.load %B[%b, %j, %k] : memref<4x4x4xf64>
          %p = arith.mulf %x, %y : f64
          %n = arith.addf %s, %p : f64
          affine.yield %n : f64
        }
        affine.store %d, %D[%b, %i, %j] : memref<4x4x4xf64>
      }
    }
  }
  return
}

// BYTES: @bytes: as @bytes_by_loops: 256 elements, off by at most 0
func.func @bytes(%A: memref<1x16x32xi8>, %B: memref<1x16x32xi8>, %C: memref<1x16x16xi32>, %D: memref<1x16x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 4 : index
  %m = arith.constant 16 : index
  %w = arith.constant 8 : index
  %blocks = arith.constant 1 : index
  %count = arith.constant 4 : index
  %t = gpu.thread_id x
  %i = arith.remui %t, %m : index
  %g = arith.divui %t, %m : index
  %b = arith.remui %g, %blocks : index
  %kg = arith.divui %g, %blocks : index
  %k = arith.muli %kg, %w : index
  %a = vector.load %A[%b, %i, %k] : memref<1x16x32xi8>, vector<8xi8>
  %x = vector.load %B[%b, %i, %k] : memref<1x16x32xi8>, vector<8xi8>
  %none = arith.constant dense<0> : vector<4xi32>
  %c = scf.for %r = %c0 to %count step %c1 iter_args(%v = %none) -> vector<4xi32> {
    %each = arith.constant 4 : index
    %groups = arith.constant 4 : index
    %block = arith.divui %r, %each : index
    %rest = arith.remui %r, %each : index
    %quad = arith.divui %rest, %one : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %one : index
    %part = arith.remui %rest, %one : index
    %row = arith.addi %first, %part : index
    %e = memref.load %C[%block, %row, %i] : memref<1x16x16xi32>
    %n = vector.insert %e, %v[%r] : i32 into vector<4xi32>
    scf.yield %n : vector<4xi32>
  }
  %d = amdgpu.mfma 16x16x32 %a * %x + %c blgp = none : vector<8xi8>, vector<8xi8>, vector<4xi32>
  scf.for %r = %c0 to %count step %c1 {
    %each = arith.constant 4 : index
    %groups = arith.constant 4 : index
    %block = arith.divui %r, %each : index
    %rest = arith.remui %r, %each : index
    %quad = arith.divui %rest, %one : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %one : index
    %part = arith.remui %rest, %one : index
    %row = arith.addi %first, %part : index
    %e = vector.extract %d[%r] : i32 from vector<4xi32>
    memref.store %e, %D[%block, %row, %i] : memref<1x16x16xi32>
  }
  return
}
func.func private @bytes_by_loops(%A: memref<1x16x32xi8>, %B: memref<1x16x32xi8>, %C: memref<1x16x16xi32>, %D: memref<1x16x16xi32>) {
  affine.for %b = 0 to 1 {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 16 {
        %c = affine.load %C[%b, %i, %j] : memref<1x16x16xi32>
        %d = affine.for %k = 0 to 32 iter_args(%s = %c) -> i32 {
          %x = affine.load %A[%b, %i, %k] : memref<1x16x32xi8>
          %y = affine.load %B[%b, %j, %k] : memref<1x16x32xi8>
          %u = arith.extsi %x : i8 to i32
          %v = arith.extsi %y : i8 to i32
          %p = arith.muli %u, %v : i32
          %n = arith.addi %s, %p : i32
          affine.yield %n : i32
        }
        affine.store %d, %D[%b, %i, %j] : memref<1x16x16xi32>
      }
    }
  }
  return
}

// EIGHTHS: @eighths: as @eighths_by_loops: 1024 elements, off by at most 0
func.func @eighths(%A: memref<1x32x16xf8E4M3FNUZ>, %B: memref<1x32x16xf8E4M3FNUZ>, %C: memref<1x32x32xf32>, %D: memref<1x32x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 4 : index
  %m = arith.constant 32 : index
  %w = arith.constant 8 : index
  %blocks = arith.constant 1 : index
  %count = arith.constant 16 : index
  %t = gpu.thread_id x
  %i = arith.remui %t, %m : index
  %g = arith.divui %t, %m : index
  %b = arith.remui %g, %blocks : index
  %kg = arith.divui %g, %blocks : index
  %k = arith.muli %kg, %w : index
  %a = vector.load %A[%b, %i, %k] : memref<1x32x16xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>
  %x = vector.load %B[%b, %i, %k] : memref<1x32x16xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>
  %none = arith.constant dense<0.0> : vector<16xf32>
  %c = scf.for %r = %c0 to %count step %c1 iter_args(%v = %none) -> vector<16xf32> {
    %each = arith.constant 16 : index
    %groups = arith.constant 2 : index
    %block = arith.divui %r, %each : index
    %rest = arith.remui %r, %each : index
    %quad = arith.divui %rest, %one : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %one : index
    %part = arith.remui %rest, %one : index
    %row = arith.addi %first, %part : index
    %e = memref.load %C[%block, %row, %i] : memref<1x32x32xf32>
    %n = vector.insert %e, %v[%r] : f32 into vector<16xf32>
    scf.yield %n : vector<16xf32>
  }
  %d = amdgpu.mfma 32x32x16 %a * %x + %c blgp = none : vector<8xf8E4M3FNUZ>, vector<8xf8E4M3FNUZ>, vector<16xf32>
  scf.for %r = %c0 to %count step %c1 {
    %each = arith.constant 16 : index
    %groups = arith.constant 2 : index
    %block = arith.divui %r, %each : index
    %rest = arith.remui %r, %each : index
    %quad = arith.divui %rest, %one : index
    %far = arith.muli %quad, %groups : index
    %group = arith.addi %far, %g : index
    %first = arith.muli %group, %one : index
    %part = arith.remui %rest, %one : index
    %row = arith.addi %first, %part : index
    %e = vector.extract %d[%r] : f32 from vector<16xf32>
    memref.store %e, %D[%block, %row, %i] : memref<1x32x32xf32>
  }
  return
}
func.func private @eighths_by_loops(%A: memref<1x32x16xf8E4M3FNUZ>, %B: memref<1x32x16xf8E4M3FNUZ>, %C: memref<1x32x32xf32>, %D: memref<1x32x32xf32>) {
  affine.for %b = 0 to 1 {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        %c = affine.load %C[%b, %i, %j] : memref<1x32x32xf32>
        %d = affine.for %k = 0 to 16 iter_args(%s = %c) -> f32 {
          %x = affine.load %A[%b, %i, %k] : memref<1x32x16xf8E4M3FNUZ>
          %y = affine.load %B[%b, %j, %k] : memref<1x32x16xf8E4M3FNUZ>
          %u = arith.extf %x : f8E4M3FNUZ to f32
          %v = arith.extf %y : f8E4M3FNUZ to f32
          %p = arith.mulf %u, %v : f32
          %n = arith.addf %s, %p : f32
          affine.yield %n : f32
        }
        affine.store %d, %D[%b, %i, %j] : memref<1x32x32xf32>
      }
    }
  }
  return
}


// UNKNOWN: error: 'memref.store' op uninitialized value
// WAVE: error: 'amdgpu.mfma' op has a shape, a wave or changes of operands that the simulator does not know
// REFUSED: error: 'amdgpu.mfma' op has a shape, a wave or changes of operands that the simulator does not know
func.func private @broadcast(%a: f32, %c: vector<16xf32>) -> vector<16xf32> {
  %d = amdgpu.mfma 16x16x1 %a * %a + %c { cbsz = 2 : i32, abid = 1 : i32, blocks = 4 : i32 } blgp = none : f32, f32, vector<16xf32>
  return %d : vector<16xf32>
}
func.func private @permuted(%a: f32, %c: vector<16xf32>) -> vector<16xf32> {
  %d = amdgpu.mfma 16x16x1 %a * %a + %c { blocks = 4 : i32 } blgp = bcast_second_32 : f32, f32, vector<16xf32>
  return %d : vector<16xf32>
}
func.func private @rounded(%a: vector<2xf32>, %c: vector<4xf32>) -> vector<4xf32> {
  %d = amdgpu.mfma 16x16x8 %a * %a + %c { reducePrecision } blgp = none : vector<2xf32>, vector<2xf32>, vector<4xf32>
  return %d : vector<4xf32>
}
func.func private @pair(%a: f32, %c: vector<32xf32>) -> vector<32xf32> {
  %d = amdgpu.mfma 32x32x1 %a * %a + %c { blocks = 2 : i32 } blgp = none : f32, f32, vector<32xf32>
  return %d : vector<32xf32>
}
