// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Memories with more dimensions than the tile, of which the origin selects a
// slice; the extents of a tile that is smaller than both memories.

#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#frag = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!ring = memref<3x64x64xf16, #gpu.address_space<workgroup>>
!flat = memref<3x4096xf16, #gpu.address_space<workgroup>>
!batch = memref<?x?x?x?xf16, strided<[?, ?, ?, 1]>>

// CHECK-LABEL: func.func @slices(
// CHECK-SAME:    %[[S:[^:]+]]: index, %[[I:[^:]+]]: index, %[[M:[^:]+]]: index)
func.func @slices(%ring: !ring, %flat: !flat, %batch: !batch, %s: index, %i: index, %m: index) {
  // CHECK: tl.load %{{.+}}[%[[S]], 0, 0] layout #tl.shared<{{.+}}> as #tl.register<{{.+}}> scope cta : memref<3x64x64xf16, #gpu.address_space<workgroup>> to vector<32xf16>
  %v = tl.load %ring[%s, 0, 0] layout #smem as #frag scope cta : !ring to vector<32xf16>
  // A flat slice under a layout of rank 2.
  // CHECK: tl.store %{{.+}} as #tl.register<{{.+}}> to %{{.+}}[2, 0, 0] layout #tl.shared<{{.+}}> scope cta : vector<32xf16> to memref<3x4096xf16, #gpu.address_space<workgroup>>
  tl.store %v as #frag to %flat[2, 0, 0] layout #smem scope cta : vector<32xf16> to !flat
  // Bounds are of the tile, divisors of all dimensions.
  // CHECK: tl.load %{{.+}}[%[[S]], 1, %[[I]], 0] as #tl.register<{{.+}}> scope cta bounds(%[[M]], 64) {bound_divisibility = array<i64: 1, 8>, divisibility = array<i64: 2, 1, 64, 1>, stride_divisibility = array<i64: 64, 64, 8, 1>}
  // GENERIC: "tl.load"{{.+}}bounds = array<i64: -9223372036854775808, 64>{{.+}}source_origin = array<i64: -9223372036854775808, 1, -9223372036854775808, 0>
  %w = tl.load %batch[%s, 1, %i, 0] as #frag scope cta bounds(%m, 64) {bound_divisibility = array<i64: 1, 8>, divisibility = array<i64: 2, 1, 64, 1>, stride_divisibility = array<i64: 64, 64, 8, 1>} : !batch to vector<32xf16>
  return
}

// CHECK-LABEL: func.func @between(
func.func @between(%A: memref<512x512xf16>, %B: memref<4x512x512xf16>, %ring: !ring, %s: index, %i: index) {
  // The last dimensions count where a side has more.
  // CHECK: tl.copy %{{.+}}[%{{.+}}, 0] to %{{.+}}[%{{.+}}, 0, 0] layout #tl.shared<{{.+}}> scope cta :
  tl.copy %A[%i, 0] to %ring[%s, 0, 0] layout #smem scope cta : memref<512x512xf16> to !ring
  // CHECK: tl.copy %{{.+}}[%{{.+}}, %{{.+}}, 0] to %{{.+}}[%{{.+}}, 0, 0] scope cta tile(32, 64) threads 64 async :
  // GENERIC: "tl.copy"{{.+}}target_origin = array<i64: -9223372036854775808, 0, 0>, threads = 64 : i64, tile = array<i64: 32, 64>}
  tl.copy %B[%s, %i, 0] to %ring[%s, 0, 0] scope cta threads 64 async tile(32, 64) : memref<4x512x512xf16> to !ring
  // CHECK: tl.copy %{{.+}}[%{{.+}}, %{{.+}}] to %{{.+}}[0, %{{.+}}] scope cta tile(16, 16) :
  tl.copy %A[%i, %i] to %A[0, %s] scope cta tile(16, 16) : memref<512x512xf16> to memref<512x512xf16>
  return
}
