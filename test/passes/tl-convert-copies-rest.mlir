// RUN: tl-opt %s --tl-convert-copies --mlir-print-local-scope --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tl-sim %s --kernel=behind --checksum | grep checksum > %t.before
// RUN: tl-sim %s --kernel=masked --block=1 --arg=1:scalar=11 --checksum | grep checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=behind --checksum | grep checksum > %t.after
// RUN: tl-sim %t.mlir --kernel=masked --arg=1:scalar=11 --checksum | grep checksum >> %t.after
// RUN: tl-sim %s --kernel=behind_both --checksum | grep checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=behind_both --checksum | grep checksum >> %t.after
// RUN: tl-sim %s --kernel=one_dropped --block=1 --arg=2:scalar=5 --checksum | grep checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=one_dropped --arg=2:scalar=5 --checksum | grep checksum >> %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=behind --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=masked --arg=1:scalar=11 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// LOWERED: equivalent

// What of a workgroup buffer is written past the bounds of its part.

gpu.module @kernels {

// All behind an origin that is a number; as many as the size can be behind one of
// run time, if that is inside from each.

// CHECK-LABEL: gpu.func @behind(
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta threads 32 bounds(%{{.+}}) : {{.+}} to memref<48xf32, strided<[1], offset: 16>, 3>
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta threads 32 bounds(%{{.+}}) : {{.+}} to memref<16xf32, strided<[1], offset: ?>, 3>
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta threads 32 bounds(%{{.+}}) : memref<16xf32, strided<[1], offset: ?>, 3> to
// CHECK:         memref.copy
gpu.func @behind(%a: memref<40xf32>, %b: memref<40xf32>) workgroup(%s: memref<64xf32, 3>, %t: memref<48xf32, 3>, %u: memref<47xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c40 step %c16 {
    %n = affine.min affine_map<(d0) -> (-d0 + 40, 16)>(%i)
    %v = memref.subview %a[%i] [%n] [1] : memref<40xf32> to memref<?xf32, strided<[1], offset: ?>>
    %w = memref.subview %b[%i] [%n] [1] : memref<40xf32> to memref<?xf32, strided<[1], offset: ?>>
    %p = memref.subview %s[16] [%n] [1] : memref<64xf32, 3> to memref<?xf32, strided<[1], offset: 16>, 3>
    %q = memref.subview %t[%i] [%n] [1] : memref<48xf32, 3> to memref<?xf32, strided<[1], offset: ?>, 3>
    %r = memref.subview %u[%i] [%n] [1] : memref<47xf32, 3> to memref<?xf32, strided<[1], offset: ?>, 3>
    gpu.barrier
    memref.copy %v, %p : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: 16>, 3>
    memref.copy %v, %q : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>, 3>
    memref.copy %q, %w : memref<?xf32, strided<[1], offset: ?>, 3> to memref<?xf32, strided<[1], offset: ?>>
    // expected-remark @+1 {{is left. W3: extent 0}}
    memref.copy %v, %r : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>, 3>
  }
  gpu.return
}

// Each origin of run time is that of its own dimension.

// CHECK-LABEL: gpu.func @behind_both(
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta threads 32 bounds(4, %{{.+}}) : {{.+}} to memref<4x16xf32, strided<[48, 1], offset: ?>, 3>
gpu.func @behind_both(%a: memref<4x40xf32>, %b: memref<4x40xf32>) workgroup(%s: memref<40x48xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %c37 = arith.constant 37 : index
  %c40 = arith.constant 40 : index
  scf.for %i = %c0 to %c37 step %c12 {
    scf.for %j = %c0 to %c40 step %c16 {
      %n = affine.min affine_map<(d0) -> (-d0 + 40, 16)>(%j)
      %v = memref.subview %a[0, %j] [4, %n] [1, 1] : memref<4x40xf32> to memref<4x?xf32, strided<[40, 1], offset: ?>>
      %w = memref.subview %b[0, %j] [4, %n] [1, 1] : memref<4x40xf32> to memref<4x?xf32, strided<[40, 1], offset: ?>>
      %p = memref.subview %s[%i, %j] [4, %n] [1, 1] : memref<40x48xf32, 3> to memref<4x?xf32, strided<[48, 1], offset: ?>, 3>
      gpu.barrier
      memref.copy %v, %p : memref<4x?xf32, strided<[40, 1], offset: ?>> to memref<4x?xf32, strided<[48, 1], offset: ?>, 3>
      memref.copy %p, %w : memref<4x?xf32, strided<[48, 1], offset: ?>, 3> to memref<4x?xf32, strided<[40, 1], offset: ?>>
    }
  }
  gpu.return
}

// Of two dimensions of 1 a view leaves out one, and has the other.

// CHECK-LABEL: gpu.func @one_dropped(
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta threads 32 bounds(1, %{{.+}}) : {{.+}} to memref<1x8xf32, strided<[8, 1]>, 3>
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta threads 32 bounds(1, %{{.+}}) : memref<1x8xf32, strided<[8, 1]>, 3> to
gpu.func @one_dropped(%a: memref<1x8xf32>, %b: memref<1x8xf32>, %n: index) workgroup(%s: memref<1x1x8xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %v = memref.subview %a[0, 0] [1, %n] [1, 1] : memref<1x8xf32> to memref<1x?xf32, strided<[8, 1]>>
  %w = memref.subview %b[0, 0] [1, %n] [1, 1] : memref<1x8xf32> to memref<1x?xf32, strided<[8, 1]>>
  %t = memref.subview %s[0, 0, 0] [1, 1, %n] [1, 1, 1] : memref<1x1x8xf32, 3> to memref<1x?xf32, strided<[8, 1]>, 3>
  memref.copy %v, %t : memref<1x?xf32, strided<[8, 1]>> to memref<1x?xf32, strided<[8, 1]>, 3>
  gpu.barrier
  memref.copy %t, %w : memref<1x?xf32, strided<[8, 1]>, 3> to memref<1x?xf32, strided<[8, 1]>>
  gpu.return
}

// A mask of the target is a bound of the source where a fill, or nobody else, is
// behind it.

// CHECK-LABEL: gpu.func @masked(
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta tile(16) threads 32 bounds(%{{.+}}) {pad = 1.500000e+00 : f32} : memref<16xf32> to memref<16xf32, 3>
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta tile(16) threads 32 bounds(%{{.+}}) {{.*}}: memref<16xf32> to memref<16xf32, 3>
gpu.func @masked(%a: memref<16xf32>, %n: index, %b: memref<2x16xf32>) workgroup(%s: memref<16xf32, 3>, %t: memref<16xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %fill = arith.constant 1.5 : f32
  %mask = vector.create_mask %n : vector<16xi1>
  linalg.fill ins(%fill : f32) outs(%s : memref<16xf32, 3>)
  %0 = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  vector.transfer_write %0, %s[%c0], %mask {in_bounds = [true]} : vector<16xf32>, memref<16xf32, 3>
  %1 = vector.transfer_read %a[%c0], %zero, %mask {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  vector.transfer_write %1, %t[%c0], %mask {in_bounds = [true]} : vector<16xf32>, memref<16xf32, 3>
  gpu.barrier
  %4 = vector.transfer_read %s[%c0], %zero {in_bounds = [true]} : memref<16xf32, 3>, vector<16xf32>
  vector.transfer_write %4, %b[%c0, %c0] {in_bounds = [true]} : vector<16xf32>, memref<2x16xf32>
  %5 = vector.transfer_read %t[%c0], %zero, %mask {in_bounds = [true]} : memref<16xf32, 3>, vector<16xf32>
  vector.transfer_write %5, %b[%c1, %c0], %mask {in_bounds = [true]} : vector<16xf32>, memref<2x16xf32>
  gpu.return
}

// CHECK-LABEL: gpu.func @left(
// CHECK-NOT:     tl.copy
gpu.func @left(%a: memref<16xf32>, %n: index) workgroup(%u: memref<16xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %fill = arith.constant 1.5 : f32
  %mask = vector.create_mask %n : vector<16xi1>
  %other = vector.create_mask %c1 : vector<16xi1>
  linalg.fill ins(%fill : f32) outs(%u : memref<16xf32, 3>)
  // Past the mask of the source are zeros, inside that of the target.
  %2 = vector.transfer_read %a[%c0], %zero, %other {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark @+1 {{is left. W4: parts of the target are left out by bounds, or by another mask than of the source; into such a memory tl.copy has bounds of the source}}
  vector.transfer_write %2, %u[%c0], %mask {in_bounds = [true]} : vector<16xf32>, memref<16xf32, 3>
  %3 = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
  // expected-remark @+1 {{W4: past its mask the target keeps what it has}}
  vector.transfer_write %3, %u[%c0], %other {in_bounds = [true]} : vector<16xf32>, memref<16xf32, 3>
  gpu.return
}
}
