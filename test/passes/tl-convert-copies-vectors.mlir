// RUN: tl-opt %s --tl-convert-copies --mlir-print-local-scope --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// Vectors of all threads that are read and written again.
// Before by all of them, which write the same.

// RUN: tl-sim %s --kernel=tiles --arg=2:scalar=3 --checksum | grep checksum > %t.before
// RUN: tl-sim %s --kernel=masked --shape=0:23x9 --shape=2:23x9 --checksum | grep checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=tiles --arg=2:scalar=3 --checksum | grep checksum > %t.after
// RUN: tl-sim %t.mlir --kernel=masked --shape=0:23x9 --shape=2:23x9 --checksum | grep checksum >> %t.after
// RUN: tl-sim %s --kernel=loads --block=1 --arg=1:scalar=5 --arg=2:scalar=11 --checksum | grep checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=loads --arg=1:scalar=5 --arg=2:scalar=11 --checksum | grep checksum >> %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=tiles --arg=2:scalar=3 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=masked --shape=0:23x9 --shape=2:23x9 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// LOWERED: equivalent

gpu.module @kernels {

// Indices are the origin, those before the tile select a slice; a vector of
// other dimensions is a view.

// CHECK-LABEL: gpu.func @tiles(
// CHECK-SAME:    %[[A:[^:]+]]: memref<2x64x32xf32>, %[[B:[^:]+]]: memref<32x64xf32>, %[[I:[^:]+]]: index)
// CHECK-SAME:    workgroup(%[[S:[^:]+]] : memref<16x32xf32, 3>, %[[R:[^:]+]] : memref<4x32x16xf32, 3>)
// CHECK:       gpu.barrier
// CHECK-NEXT:  tl.copy %[[A]][1, %[[I]], 0] to %[[S]] scope cta tile(16, 32) threads 64 : memref<2x64x32xf32> to memref<16x32xf32, 3>
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  %[[T:.+]] = memref.reinterpret_cast %[[S]] to offset: [0], sizes: [32, 16], strides: [1, 32]
// CHECK-NEXT:  tl.copy %[[T]] to %[[R]][%[[I]], 0, 0] scope cta tile(32, 16) threads 64
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[R]][%[[I]], 0, 0] to %[[B]][0, 16] scope cta tile(32, 16) threads 64
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  %[[O:.+]] = memref.reinterpret_cast %[[S]] to offset: [0], sizes: [16, 32, 16], strides: [32, 1, 0]
// CHECK-NEXT:  tl.copy %[[O]][3, 0, 0] to %[[B]][0, 48] scope cta tile(32, 16) threads 64
gpu.func @tiles(%a: memref<2x64x32xf32>, %b: memref<32x64xf32>, %i: index)
    workgroup(%s: memref<16x32xf32, 3>, %ring: memref<4x32x16xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %a[%c1, %i, %c0], %zero {in_bounds = [true, true]} : memref<2x64x32xf32>, vector<16x32xf32>
  vector.transfer_write %0, %s[%c0, %c0] {in_bounds = [true, true]} : vector<16x32xf32>, memref<16x32xf32, 3>
  gpu.barrier
  %1 = vector.transfer_read %s[%c0, %c0], %zero {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<16x32xf32, 3>, vector<32x16xf32>
  vector.transfer_write %1, %ring[%i, %c0, %c0] {in_bounds = [true, true]} : vector<32x16xf32>, memref<4x32x16xf32, 3>
  gpu.barrier
  %2 = vector.transfer_read %ring[%i, %c0, %c0], %zero {in_bounds = [true, true]} : memref<4x32x16xf32, 3>, vector<32x16xf32>
  vector.transfer_write %2, %b[%c0, %c16] {in_bounds = [true, true]} : vector<32x16xf32>, memref<32x64xf32>
  %3 = vector.transfer_read %s[%c3, %c0], %zero {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : memref<16x32xf32, 3>, vector<32x16xf32>
  vector.transfer_write %3, %b[%c0, %c48] {in_bounds = [true, true]} : vector<32x16xf32>, memref<32x64xf32>
  gpu.return
}

// What is out of bounds, and what a mask leaves out, is past a bound: of the
// source with its pad, and of a target.

// CHECK-LABEL: gpu.func @masked(
// CHECK-SAME:    %[[A:[^:]+]]: memref<?x?xf32>, %[[N:[^:]+]]: index, %[[B:[^:]+]]: memref<?x?xf32>)
// CHECK-SAME:    workgroup(%[[S:[^:]+]] : memref<16x8xf32, 3>
// CHECK-DAG:   %[[M0:.+]] = memref.dim %[[A]], %c0
// CHECK-DAG:   %[[M1:.+]] = memref.dim %[[A]], %c1
// CHECK:       tl.copy %[[A]][16, 4] to %[[S]] scope cta tile(16, 8) threads 64 bounds(%[[M0]], %[[M1]]) {pad = 2.500000e+00 : f32}
// CHECK-DAG:   %[[D:.+]] = memref.dim %[[B]]
// CHECK:       %[[E:.+]] = arith.addi %c16{{.*}}, %c5
// CHECK:       %[[L:.+]] = arith.minsi %[[D]], %[[E]]
// CHECK:       tl.copy %[[S]] to %[[B]][16, 4] scope cta tile(16, 8) threads 64 bounds(%[[L]], %{{.+}}) :
gpu.func @masked(%a: memref<?x?xf32>, %n: index, %b: memref<?x?xf32>)
    workgroup(%s: memref<16x8xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %pad = arith.constant 2.5 : f32
  %0 = vector.transfer_read %a[%c16, %c4], %pad : memref<?x?xf32>, vector<16x8xf32>
  vector.transfer_write %0, %s[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32, 3>
  gpu.barrier
  %mask = vector.create_mask %c5, %c8 : vector<16x8xi1>
  %1 = vector.transfer_read %s[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x8xf32, 3>, vector<16x8xf32>
  vector.transfer_write %1, %b[%c16, %c4], %mask : vector<16x8xf32>, memref<?x?xf32>
  gpu.return
}

// What a thread moves for itself, in bounds, is left without a word, and so is a
// vector that is used, or has a hint for caches.

// CHECK-LABEL: gpu.func @others(
// CHECK-NOT:   tl.copy
gpu.func @others(%a: memref<64xf32>, %s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %t = gpu.thread_id x
  %0 = vector.transfer_read %a[%t], %zero {in_bounds = [true]} : memref<64xf32>, vector<4xf32>
  vector.transfer_write %0, %s[%t] {in_bounds = [true]} : vector<4xf32>, memref<64xf32, 3>
  %1 = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %2 = arith.addf %1, %1 : vector<64xf32>
  vector.transfer_write %2, %s[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, 3>
  %3 = vector.load %a[%c0] {nontemporal = true} : memref<64xf32>, vector<64xf32>
  vector.store %3, %s[%c0] : memref<64xf32, 3>, vector<64xf32>
  gpu.return
}

// vector.load and vector.maskedload of all threads.

// CHECK-LABEL: gpu.func @loads(
// CHECK:       tl.copy %{{.+}}[2, %{{.+}}] to %{{.+}} scope cta tile(16) threads 64 : memref<4x64xf32> to memref<32xf32, 3>
// CHECK:       tl.copy %{{.+}}[3, 0] to %{{.+}}[16] scope cta tile(16) threads 64 bounds(%{{.+}}) {pad = 1.500000e+00 : f32}
// CHECK:       tl.copy %{{.+}} to %{{.+}} scope cta tile(32) threads 64 bounds(%{{.+}}) :
gpu.func @loads(%a: memref<4x64xf32>, %i: index, %n: index, %b: memref<32xf32>) workgroup(%s: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %pads = arith.constant dense<1.5> : vector<16xf32>
  %zeros = arith.constant dense<0.0> : vector<32xf32>
  %0 = vector.load %a[%c2, %i] : memref<4x64xf32>, vector<16xf32>
  vector.store %0, %s[%c0] : memref<32xf32, 3>, vector<16xf32>
  %some = vector.create_mask %n : vector<16xi1>
  %1 = vector.maskedload %a[%c3, %c0], %some, %pads : memref<4x64xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
  vector.store %1, %s[%c16] : memref<32xf32, 3>, vector<16xf32>
  gpu.barrier
  %most = vector.create_mask %n : vector<32xi1>
  %2 = vector.load %s[%c0] : memref<32xf32, 3>, vector<32xf32>
  vector.maskedstore %b[%c0], %most, %2 : memref<32xf32>, vector<32xi1>, vector<32xf32>
  gpu.return
}

// What a rule leaves.

// Elements of a memref that are vectors are dimensions of what is read, and of no copy.

// CHECK-LABEL: gpu.func @of_vectors(
// CHECK-NOT:   tl.copy
gpu.func @of_vectors(%a: memref<8xvector<2x2x2x2xf32>>, %p: vector<2x2x2x2xf32>) workgroup(%s: memref<8xvector<2x2x2x2xf32>, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %a[%c0], %p {in_bounds = [true]} : memref<8xvector<2x2x2x2xf32>>, vector<8x2x2x2x2xf32>
  vector.transfer_write %0, %s[%c0] {in_bounds = [true]} : vector<8x2x2x2x2xf32>, memref<8xvector<2x2x2x2xf32>, 3>
  gpu.return
}

// CHECK-LABEL: gpu.func @left(
// CHECK-NOT:   tl.copy
gpu.func @left(%a: memref<64xf32>, %s: memref<64xf32, 3>, %n: index, %x: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %mask = vector.create_mask %n : vector<64xi1>
  %0 = vector.transfer_read %a[%c0], %zero, %mask {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  // expected-remark @+1 {{'vector.transfer_write' op is left. W4: past its mask the target keeps what it has; fill its buffer with a constant before, or read it under this mask alone, at the same place, after the copy}}
  vector.transfer_write %0, %s[%c0], %mask {in_bounds = [true]} : vector<64xf32>, memref<64xf32, 3>
  %1 = vector.transfer_read %a[%c32], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  // expected-remark @+1 {{is left. W3: 64 elements at 32 leave dimension 0 of the source}}
  vector.transfer_write %1, %s[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, 3>
  %2 = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  memref.store %x, %a[%n] : memref<64xf32>
  // expected-remark @+1 {{is left. W7: between the read and the write, 'memref.store' may change what is read, or wait for it}}
  vector.transfer_write %2, %s[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, 3>
  %3 = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  gpu.barrier
  // expected-remark @+1 {{'gpu.barrier' may change what is read, or wait for it}}
  vector.transfer_write %3, %s[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, 3>
  %4 = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  %5 = vector.transfer_read %a[%c0], %zero {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  // expected-remark @+1 {{is left. W6}}
  vector.transfer_write %4, %a[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  // expected-remark @+1 {{W7: between the read and the write, 'vector.transfer_write'}}
  vector.transfer_write %5, %s[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, 3>
  gpu.return
}
}
