// RUN: tl-opt %s --tl-convert-copies --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s --check-prefix=CONVERTED < %t.mlir
// RUN: grep -v gpu.barrier %t.mlir > %t.bare.mlir
// RUN: not tl-sim %t.bare.mlir --kernel=transposed 2>&1 | FileCheck %s --check-prefix=RACE

// What is written does what the operations say: before and after by all threads,
// after against loops of one thread, and lowered against itself.  Without the
// barriers it does not.

// RUN: tl-sim %s --kernel=through --checksum > %t.before
// RUN: tl-sim %s --kernel=tails --checksum >> %t.before
// RUN: tl-sim %s --kernel=padded --checksum >> %t.before
// RUN: tl-sim %s --kernel=transposed --checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=through --checksum > %t.after
// RUN: tl-sim %t.mlir --kernel=tails --checksum >> %t.after
// RUN: tl-sim %t.mlir --kernel=padded --checksum >> %t.after
// RUN: tl-sim %t.mlir --kernel=transposed --checksum >> %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=through --reference=same | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=tails --reference=same | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=padded --reference=padded_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=transposed --reference=transposed_reference | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %t.mlir --kernel=through --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=tails --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=padded --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=transposed --verify-lowering | FileCheck %s --check-prefix=LOWERED

// CONVERTED-COUNT-11: tl.copy
// CONVERTED-NOT: {{memref.copy|linalg}}
// SAME: elements, off by at most 0
// LOWERED: equivalent
// RACE: error: 'tl.copy' op race
gpu.module @kernels {

func.func @same(%a: memref<37x19xf32>, %b: memref<37x19xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c19 = arith.constant 19 : index
  %c37 = arith.constant 37 : index
  scf.for %i = %c0 to %c37 step %c1 {
    scf.for %j = %c0 to %c19 step %c1 {
      %x = memref.load %a[%i, %j] : memref<37x19xf32>
      memref.store %x, %b[%i, %j] : memref<37x19xf32>
    }
  }
  return
}

// A thread may be a turn behind.
gpu.func @through(%a: memref<37x19xf32>, %b: memref<37x19xf32>) workgroup(%s: memref<19xf32, 3>, %t: memref<19xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c37 = arith.constant 37 : index
  scf.for %i = %c0 to %c37 step %c1 {
    %v = memref.subview %a[%i, 0] [1, 19] [1, 1] : memref<37x19xf32> to memref<19xf32, strided<[1], offset: ?>>
    %w = memref.subview %b[%i, 0] [1, 19] [1, 1] : memref<37x19xf32> to memref<19xf32, strided<[1], offset: ?>>
    gpu.barrier
    memref.copy %v, %s : memref<19xf32, strided<[1], offset: ?>> to memref<19xf32, 3>
    linalg.copy ins(%s : memref<19xf32, 3>) outs(%t : memref<19xf32, 3>)
    memref.copy %t, %w : memref<19xf32, 3> to memref<19xf32, strided<[1], offset: ?>>
  }
  gpu.return
}

// 37 x 19 in tiles of 16 x 8, of which the last ones are parts.
gpu.func @tails(%a: memref<37x19xf32>, %b: memref<37x19xf32>) workgroup(%s: memref<16x8xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c19 = arith.constant 19 : index
  %c37 = arith.constant 37 : index
  scf.for %i = %c0 to %c37 step %c16 {
    scf.for %j = %c0 to %c19 step %c8 {
      %m = affine.min affine_map<(d0) -> (-d0 + 37, 16)>(%i)
      %n = affine.min affine_map<(d0) -> (-d0 + 19, 8)>(%j)
      %v = memref.subview %a[%i, %j] [%m, %n] [1, 1] : memref<37x19xf32> to memref<?x?xf32, strided<[19, 1], offset: ?>>
      %w = memref.subview %b[%i, %j] [%m, %n] [1, 1] : memref<37x19xf32> to memref<?x?xf32, strided<[19, 1], offset: ?>>
      %t = memref.subview %s[0, 0] [%m, %n] [1, 1] : memref<16x8xf32, 3> to memref<?x?xf32, strided<[8, 1]>, 3>
      gpu.barrier
      memref.copy %v, %t : memref<?x?xf32, strided<[19, 1], offset: ?>> to memref<?x?xf32, strided<[8, 1]>, 3>
      memref.copy %t, %w : memref<?x?xf32, strided<[8, 1]>, 3> to memref<?x?xf32, strided<[19, 1], offset: ?>>
    }
  }
  gpu.return
}

gpu.func @padded(%a: memref<13x7xf32>, %b: memref<2x16x8xf32>) workgroup(%s: memref<16x8xf32, 3>, %r: memref<2x16x8xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.5 : f32
  %m = affine.min affine_map<(d0) -> (-d0 + 13, 16)>(%c0)
  %n = affine.min affine_map<(d0) -> (-d0 + 7, 8)>(%c0)
  %v = memref.subview %a[0, 0] [%m, %n] [1, 1] : memref<13x7xf32> to memref<?x?xf32, strided<[7, 1]>>
  linalg.fill ins(%f : f32) outs(%s : memref<16x8xf32, 3>)
  gpu.barrier
  %t = memref.subview %s[0, 0] [%m, %n] [1, 1] : memref<16x8xf32, 3> to memref<?x?xf32, strided<[8, 1]>, 3>
  memref.copy %v, %t : memref<?x?xf32, strided<[7, 1]>> to memref<?x?xf32, strided<[8, 1]>, 3>
  %w = memref.subview %b[0, 0, 0] [1, 16, 8] [1, 1, 1] : memref<2x16x8xf32> to memref<16x8xf32, strided<[8, 1]>>
  memref.copy %s, %w : memref<16x8xf32, 3> to memref<16x8xf32, strided<[8, 1]>>
  gpu.return
}

func.func @padded_reference(%a: memref<13x7xf32>, %b: memref<2x16x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c13 = arith.constant 13 : index
  %c16 = arith.constant 16 : index
  %f = arith.constant 1.5 : f32
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %f, %b[%c0, %i, %j] : memref<2x16x8xf32>
    }
  }
  scf.for %i = %c0 to %c13 step %c1 {
    scf.for %j = %c0 to %c7 step %c1 {
      %x = memref.load %a[%i, %j] : memref<13x7xf32>
      memref.store %x, %b[%c0, %i, %j] : memref<2x16x8xf32>
    }
  }
  return
}

gpu.func @transposed(%a: memref<24x40xf16>, %row: memref<24xf16>, %b: memref<40x24xf16>, %c: memref<40x24xf16>) workgroup(%s: memref<24x40xf16, 3>, %t: memref<40x24xf16, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  linalg.copy ins(%a : memref<24x40xf16>) outs(%s : memref<24x40xf16, 3>)
  linalg.broadcast ins(%row : memref<24xf16>) outs(%t : memref<40x24xf16, 3>) dimensions = [0]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<24x40xf16, 3>) outs(%b : memref<40x24xf16>) {
  ^bb0(%x: f16, %y: f16):
    linalg.yield %x : f16
  }
  memref.copy %t, %c : memref<40x24xf16, 3> to memref<40x24xf16>
  gpu.return
}

func.func @transposed_reference(%a: memref<24x40xf16>, %row: memref<24xf16>, %b: memref<40x24xf16>, %c: memref<40x24xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c1 {
    scf.for %j = %c0 to %c24 step %c1 {
      %x = memref.load %a[%j, %i] : memref<24x40xf16>
      memref.store %x, %b[%i, %j] : memref<40x24xf16>
      %y = memref.load %row[%j] : memref<24xf16>
      memref.store %y, %c[%i, %j] : memref<40x24xf16>
    }
  }
  return
}
}
