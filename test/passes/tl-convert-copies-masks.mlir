// RUN: tl-opt %s --tl-convert-copies --mlir-print-local-scope --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// vector.mask around a transfer is its mask.  Before and after the same.

// RUN: tl-sim %s --kernel=load --arg=2:scalar=5 --arg=3:scalar=11 --checksum | grep checksum > %t.before
// RUN: tl-sim %s --kernel=both --arg=2:scalar=5 --arg=3:scalar=11 --checksum | grep checksum >> %t.before
// RUN: tl-sim %s --kernel=left --arg=2:scalar=5 --checksum | grep checksum >> %t.before
// RUN: tl-sim %s --kernel=turned --arg=2:scalar=5 --arg=3:scalar=11 --checksum | grep checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=load --arg=2:scalar=5 --arg=3:scalar=11 --checksum | grep checksum > %t.after
// RUN: tl-sim %t.mlir --kernel=both --arg=2:scalar=5 --arg=3:scalar=11 --checksum | grep checksum >> %t.after
// RUN: tl-sim %t.mlir --kernel=left --arg=2:scalar=5 --checksum | grep checksum >> %t.after
// RUN: tl-sim %t.mlir --kernel=turned --arg=2:scalar=5 --arg=3:scalar=11 --checksum | grep checksum >> %t.after
// RUN: tl-sim %s --kernel=inside --arg=2:scalar=11 --checksum | grep checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=inside --arg=2:scalar=11 --checksum | grep checksum >> %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=load --arg=2:scalar=5 --arg=3:scalar=11 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=both --arg=2:scalar=5 --arg=3:scalar=11 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// LOWERED: equivalent

gpu.module @kernels {

// Of the source with zeros behind, and of the target.

// CHECK-LABEL: gpu.func @load(
// CHECK:         tl.copy %{{.+}}[2, 0] to %{{.+}} scope cta tile(8, 16) threads 64 bounds(%{{.+}}, %{{.+}}) {pad = 7.0
// CHECK-NEXT:    gpu.barrier
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta tile(8, 16) threads 64 bounds(%{{.+}}, %{{.+}}) :
// CHECK-NOT:     vector.mask
gpu.func @load(%a: memref<32x64xf32>, %b: memref<8x16xf32>, %m: index, %n: index) workgroup(%s: memref<8x16xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %pad = arith.constant 7.0 : f32
  %mask = vector.create_mask %m, %n : vector<8x16xi1>
  %v = vector.mask %mask {
    vector.transfer_read %a[%c2, %c0], %pad {in_bounds = [true, true]} : memref<32x64xf32>, vector<8x16xf32>
  } : vector<8x16xi1> -> vector<8x16xf32>
  vector.transfer_write %v, %s[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32, 3>
  gpu.barrier
  %w = vector.transfer_read %s[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x16xf32, 3>, vector<8x16xf32>
  vector.mask %mask {
    vector.transfer_write %w, %b[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32>
  } : vector<8x16xi1>
  gpu.return
}

// Of both, one mask, into a buffer that is read under it alone.

// CHECK-LABEL: gpu.func @both(
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta tile(8, 16) threads 64 bounds(%{{.+}}, %{{.+}}) {pad = 0.0
// CHECK-NEXT:    gpu.barrier
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta tile(8, 16) threads 64 bounds(%{{.+}}, %{{.+}}) :
// CHECK-NOT:     vector.mask
gpu.func @both(%a: memref<32x64xf32>, %b: memref<8x16xf32>, %m: index, %n: index) workgroup(%s: memref<8x16xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %m, %n : vector<8x16xi1>
  %v = vector.mask %mask { vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<32x64xf32>, vector<8x16xf32> } : vector<8x16xi1> -> vector<8x16xf32>
  vector.mask %mask { vector.transfer_write %v, %s[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32, 3> } : vector<8x16xi1>
  gpu.barrier
  %w = vector.mask %mask { vector.transfer_read %s[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x16xf32, 3>, vector<8x16xf32> } : vector<8x16xi1> -> vector<8x16xf32>
  vector.mask %mask { vector.transfer_write %w, %b[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32> } : vector<8x16xi1>
  gpu.return
}

// A transposed vector has its origin and its mask in the order of its source.

// CHECK-LABEL: gpu.func @turned(
// CHECK:         tl.copy %{{.+}}[8, 2] to %{{.+}} scope cta tile(16, 8) threads 64 bounds(
gpu.func @turned(%a: memref<32x64xf32>, %b: memref<16x8xf32>, %m: index, %n: index) workgroup(%s: memref<16x8xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %m, %n : vector<8x16xi1>
  %v = vector.mask %mask { vector.transfer_read %a[%c2, %c8], %pad {in_bounds = [true, true]} : memref<32x64xf32>, vector<8x16xf32> } : vector<8x16xi1> -> vector<8x16xf32>
  %t = vector.transpose %v, [1, 0] : vector<8x16xf32> to vector<16x8xf32>
  vector.transfer_write %t, %s[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32, 3>
  gpu.barrier
  memref.copy %s, %b : memref<16x8xf32, 3> to memref<16x8xf32>
  gpu.return
}

// What stands for elements that are left out is no pad.

// CHECK-LABEL: gpu.func @through(
// CHECK:         vector.mask
// CHECK:         vector.transfer_write
gpu.func @through(%a: memref<32x64xf32>, %o: vector<8x16xf32>, %m: index, %n: index) workgroup(%s: memref<8x16xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %m, %n : vector<8x16xi1>
  %v = vector.mask %mask, %o { vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<32x64xf32>, vector<8x16xf32> } : vector<8x16xi1> -> vector<8x16xf32>
  vector.transfer_write %v, %s[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32, 3>
  gpu.return
}

// Under another mask the rest of the target is seen.

// CHECK-LABEL: gpu.func @other_mask(
// CHECK-COUNT-2: vector.mask
gpu.func @other_mask(%a: memref<8x16xf32>, %m: index, %n: index) workgroup(%s: memref<8x16xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %m, %n : vector<8x16xi1>
  %other = vector.create_mask %n, %m : vector<8x16xi1>
  %v = vector.mask %mask { vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32> } : vector<8x16xi1> -> vector<8x16xf32>
  // expected-remark @+1 {{'vector.mask' op is left. W4: past its mask the target keeps what it has}}
  vector.mask %mask { vector.transfer_write %v, %s[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32, 3> } : vector<8x16xi1>
  gpu.barrier
  %w = vector.mask %other { vector.transfer_read %s[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x16xf32, 3>, vector<8x16xf32> } : vector<8x16xi1> -> vector<8x16xf32>
  vector.mask %other { vector.transfer_write %w, %a[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32> } : vector<8x16xi1>
  gpu.return
}

// Nor is what is read in front of it.

// CHECK-LABEL: gpu.func @before(
// CHECK:         vector.mask {{.+}} vector.transfer_write {{.+}}, memref<8x16xf32, 3>
gpu.func @before(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %m: index, %n: index) workgroup(%s: memref<8x16xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %m, %n : vector<8x16xi1>
  %w = vector.mask %mask { vector.transfer_read %s[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x16xf32, 3>, vector<8x16xf32> } : vector<8x16xi1> -> vector<8x16xf32>
  vector.mask %mask { vector.transfer_write %w, %b[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32> } : vector<8x16xi1>
  gpu.barrier
  %v = vector.mask %mask { vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32> } : vector<8x16xi1> -> vector<8x16xf32>
  // expected-remark @+1 {{'vector.mask' op is left. W4: past its mask the target keeps what it has}}
  vector.mask %mask { vector.transfer_write %v, %s[%c0, %c0] {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32, 3> } : vector<8x16xi1>
  gpu.return
}

// Nor where a number is written there behind it.

// CHECK-LABEL: gpu.func @number(
// CHECK:       vector.transfer_write
gpu.func @number(%a: memref<8x16xf32>, %m: index, %x: f32) workgroup(%s: memref<8x16xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %m, %m : vector<8x16xi1>
  %v = vector.transfer_read %a[%c0, %c0], %pad, %mask {in_bounds = [true, true]} : memref<8x16xf32>, vector<8x16xf32>
  // expected-remark @+1 {{'vector.transfer_write' op is left. W4: past its mask the target keeps what it has}}
  vector.transfer_write %v, %s[%c0, %c0], %mask {in_bounds = [true, true]} : vector<8x16xf32>, memref<8x16xf32, 3>
  gpu.barrier
  memref.store %x, %s[%c0, %c0] : memref<8x16xf32, 3>
  gpu.return
}

// The rest of the target is seen; the mask of a transpose is in another order, and
// what computes in between is no copy.

// CHECK-LABEL: gpu.func @left(
// CHECK-COUNT-5: vector.mask
// CHECK-NOT:     tl.copy %arg0
gpu.func @left(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %m: index) workgroup(%s: memref<16x16xf32, 3>, %t: memref<16x16xf32, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  linalg.fill ins(%pad : f32) outs(%t : memref<16x16xf32, 3>)
  linalg.fill ins(%pad : f32) outs(%s : memref<16x16xf32, 3>)
  %mask = vector.create_mask %m, %m : vector<16x16xi1>
  %v = vector.mask %mask { vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32> } : vector<16x16xi1> -> vector<16x16xf32>
  %w = arith.negf %v : vector<16x16xf32>
  vector.mask %mask { vector.transfer_write %w, %s[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32, 3> } : vector<16x16xi1>
  %x = vector.mask %mask { vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf32>, vector<16x16xf32> } : vector<16x16xi1> -> vector<16x16xf32>
  %y = vector.transpose %x, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
  // expected-remark @+1 {{'vector.mask' op is left. W4: parts of the target are left out by bounds, or by another mask than of the source}}
  vector.mask %mask { vector.transfer_write %y, %t[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32, 3> } : vector<16x16xi1>
  %z = vector.mask %mask { vector.transfer_read %s[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf32, 3>, vector<16x16xf32> } : vector<16x16xi1> -> vector<16x16xf32>
  %u = arith.addf %z, %z : vector<16x16xf32>
  vector.transfer_write %u, %b[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
  gpu.return
}

// One side has the bounds, and all of the tile has to be inside of the other one, from
// every origin that there can be: of the workgroup memory, which the mask alone keeps
// inside, and of which 4 of 20 elements are left from 16 on.

// CHECK-LABEL: gpu.func @unbounded(
// CHECK-NOT:     tl.copy
gpu.func @unbounded(%i: index, %n: index, %a: memref<64xf32>, %b: memref<40xf32>) workgroup(%s: memref<20xf32, 3>, %t: memref<20xf32, 3>, %u: memref<?xf32, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %pad = arith.constant 0.0 : f32
  %fill = arith.constant 2.5 : f32
  %mask = vector.create_mask %n : vector<16xi1>
  linalg.fill ins(%fill : f32) outs(%s : memref<20xf32, 3>)
  %v = vector.transfer_read %a[%c0], %pad {in_bounds = [true]} : memref<64xf32>, vector<16xf32>
  // expected-remark @+1 {{is left. W4: 16 elements along dimension 0 of the target are not known to be inside where all are copied; tl.copy has bounds of the source alone}}
  vector.transfer_write %v, %s[%i], %mask {in_bounds = [true]} : vector<16xf32>, memref<20xf32, 3>
  %w = vector.transfer_read %s[%i], %pad, %mask {in_bounds = [true]} : memref<20xf32, 3>, vector<16xf32>
  // expected-remark @+1 {{is left. W4: 16 elements along dimension 0 of the source are not known to be inside where all are copied; tl.copy has bounds of the target alone}}
  vector.transfer_write %w, %b[%i], %mask {in_bounds = [true]} : vector<16xf32>, memref<40xf32>
  %x = vector.transfer_read %a[%c0], %pad, %mask {in_bounds = [true]} : memref<64xf32>, vector<16xf32>
  // expected-remark @+1 {{is left. W3: 16 elements at 8 leave dimension 0 of the target}}
  vector.transfer_write %x, %t[%c8], %mask {in_bounds = [true]} : vector<16xf32>, memref<20xf32, 3>
  %y = vector.transfer_read %t[%c8], %pad, %mask {in_bounds = [true]} : memref<20xf32, 3>, vector<16xf32>
  // expected-remark @+1 {{is left. W3: 16 elements at 8 leave dimension 0 of the source}}
  vector.transfer_write %y, %b[%i], %mask {in_bounds = [true]} : vector<16xf32>, memref<40xf32>
  %z = vector.transfer_read %u[%c0], %pad, %mask {in_bounds = [true]} : memref<?xf32, 3>, vector<16xf32>
  // expected-remark @+1 {{is left. W4: 16 elements along dimension 0 of the source}}
  vector.transfer_write %z, %b[%i], %mask {in_bounds = [true]} : vector<16xf32>, memref<40xf32>
  gpu.return
}

// From all origins of a loop it is.

// CHECK-LABEL: gpu.func @inside(
// CHECK:         tl.copy %{{.+}}[%{{.+}}] to %{{.+}}[%{{.+}}] scope cta tile(16) threads 1 bounds(
gpu.func @inside(%a: memref<32xf32>, %b: memref<40xf32>, %n: index) workgroup(%s: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c17 = arith.constant 17 : index
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %n : vector<16xi1>
  memref.copy %a, %s : memref<32xf32> to memref<32xf32, 3>
  gpu.barrier
  scf.for %i = %c0 to %c17 step %c8 {
    %v = vector.transfer_read %s[%i], %pad, %mask {in_bounds = [true]} : memref<32xf32, 3>, vector<16xf32>
    vector.transfer_write %v, %b[%i], %mask {in_bounds = [true]} : vector<16xf32>, memref<40xf32>
  }
  gpu.return
}

// A slice has no bounds.

// CHECK-LABEL: gpu.func @no_slice(
// CHECK-NOT:     tl.copy
gpu.func @no_slice(%a: memref<4x16xf32>, %n: index) workgroup(%s: memref<16xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c20 = arith.constant 20 : index
  %pad = arith.constant 0.0 : f32
  %mask = vector.create_mask %n : vector<16xi1>
  %v = vector.transfer_read %a[%c20, %c0], %pad, %mask {in_bounds = [true]} : memref<4x16xf32>, vector<16xf32>
  // expected-remark @+1 {{is left. W3: 1 elements at 20 leave dimension 0 of the source}}
  vector.transfer_write %v, %s[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32, 3>
  gpu.return
}
}
