// RUN: tl-opt %s --tl-convert-copies --mlir-print-local-scope --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tl-sim %s --kernel=rows --block=1 --checksum > %t.before
// RUN: tl-sim %t.mlir --kernel=rows --block=1 --checksum > %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=rows --block=1 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// LOWERED: equivalent

// What a thread copies for itself, in a loop that is mapped to threads and is no
// tile as a whole, is a copy of scope thread: without barriers, and as wide as is
// proved.

// CHECK-LABEL: gpu.func @rows(
// CHECK-NOT:   gpu.barrier
// CHECK:       scf.forall
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope thread : memref<1x10xf32, strided<[64, 1], offset: ?>> to memref<1x10xf32, strided<[64, 1], offset: ?>, 3>
// CHECK-NEXT:    memref.load
// CHECK-NEXT:    memref.store
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope thread bounds(1, %{{.+}}) : memref<1x64xf32, strided<[64, 1], offset: ?>, 3> to memref<1x?xf32, strided<[64, 1], offset: ?>>
// CHECK:         tl.copy %{{.+}}[%{{.+}}, 0] to %{{.+}}[%{{.+}}, 8] scope thread tile(8) :
// CHECK-NOT:   gpu.barrier
gpu.module @kernels {
gpu.func @rows(%a: memref<64x64xf32> {llvm.align = 16 : i64}, %b: memref<64x64xf32>, %f: f32) workgroup(%s: memref<64x64xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) in (64) {
    %0 = memref.subview %a[%i, 0] [1, 10] [1, 1] : memref<64x64xf32> to memref<1x10xf32, strided<[64, 1], offset: ?>>
    %1 = memref.subview %s[%i, 0] [1, 10] [1, 1] : memref<64x64xf32, 3> to memref<1x10xf32, strided<[64, 1], offset: ?>, 3>
    memref.copy %0, %1 : memref<1x10xf32, strided<[64, 1], offset: ?>> to memref<1x10xf32, strided<[64, 1], offset: ?>, 3>
    %x = memref.load %a[%i, %c8] : memref<64x64xf32>
    memref.store %x, %b[%i, %c8] : memref<64x64xf32>
    %n = affine.min affine_map<(d0) -> (-d0 + 64, 10)>(%i)
    %2 = memref.subview %b[%i, 0] [1, %n] [1, 1] : memref<64x64xf32> to memref<1x?xf32, strided<[64, 1], offset: ?>>
    %3 = memref.subview %s[%i, 0] [1, %n] [1, 1] : memref<64x64xf32, 3> to memref<1x?xf32, strided<[64, 1], offset: ?>, 3>
    memref.copy %3, %2 : memref<1x?xf32, strided<[64, 1], offset: ?>, 3> to memref<1x?xf32, strided<[64, 1], offset: ?>>
    %v = vector.transfer_read %a[%i, %c0], %zero {in_bounds = [true]} : memref<64x64xf32>, vector<8xf32>
    vector.transfer_write %v, %s[%i, %c8] {in_bounds = [true]} : vector<8xf32>, memref<64x64xf32, 3>
    // Another thread may have written there.
    // expected-remark @+1 {{is left. W4: past sizes known only at run time the target may have what other threads wrote}}
    memref.copy %2, %3 : memref<1x?xf32, strided<[64, 1], offset: ?>> to memref<1x?xf32, strided<[64, 1], offset: ?>, 3>
  } {mapping = [#gpu.thread<x>]}
  gpu.return
}
}
