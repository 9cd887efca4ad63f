// RUN: tl-opt %s --tl-convert-copies --mlir-print-local-scope --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tl-sim %s --kernel=rows --block=1 --checksum > %t.before
// RUN: tl-sim %t.mlir --kernel=rows --block=1 --checksum > %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=rows --block=1 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %s --kernel=by_number --shape=0:64x21 --arg=2:scalar=13 --checksum > %t.before
// RUN: tl-sim %t.mlir --kernel=by_number --shape=0:64x21 --arg=2:scalar=13 --checksum > %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=by_number --shape=0:64x21 --arg=2:scalar=13 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-opt %t.mlir --lower-layout-copies | FileCheck %s --check-prefix=WIDE
// LOWERED: equivalent

// A vector in bounds is lowered to as wide an access by upstream, and stays.  One
// that may leave them, or has a mask, is lowered to an access and a condition for
// each element there: it is taken where wider ones are proved.

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
// CHECK-NEXT:    vector.transfer_read
// CHECK-NEXT:    vector.transfer_write
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

// CHECK-LABEL: gpu.func @by_number(
// CHECK:         tl.copy %{{.+}}[%[[T:.+]], 8] to %{{.+}}[%[[T]], 8] scope thread tile(8) bounds(%{{.+}}) {pad = 1.500000e+00 : f16}
// CHECK:         tl.copy %{{.+}}[%[[T]], 8] to %{{.+}}[%[[T]], 8] scope thread tile(8) bounds(%{{.+}}) : memref<64x64xf16, 3> to memref<64x64xf16>
// CHECK:         vector.load
// CHECK-NEXT:    vector.store
// CHECK:         vector.transfer_read
// CHECK:         vector.maskedload
// CHECK:         vector.maskedload
// CHECK-NOT:     tl.copy
// WIDE-LABEL: gpu.func @by_number(
// WIDE:         vector.load {{.+}} {alignment = 16 : i64} : {{.+}}, vector<8xf16>
// WIDE:         vector.store {{.+}} {alignment = 16 : i64} : {{.+}}, vector<8xf16>
gpu.func @by_number(%a: memref<64x?xf16, strided<[64, 1]>> {llvm.align = 16 : i64}, %b: memref<64x64xf16> {llvm.align = 16 : i64}, %n: index, %c: memref<64x64xf16>)
    workgroup(%s: memref<64x64xf16, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %pad = arith.constant 1.5 : f16
  %zeros = arith.constant dense<0.0> : vector<8xf16>
  %t = gpu.thread_id x
  %0 = vector.transfer_read %a[%t, %c8], %pad : memref<64x?xf16, strided<[64, 1]>>, vector<8xf16>
  vector.transfer_write %0, %s[%t, %c8] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, 3>
  %mask = vector.create_mask %n : vector<8xi1>
  %1 = vector.load %s[%t, %c8] : memref<64x64xf16, 3>, vector<8xf16>
  vector.maskedstore %b[%t, %c8], %mask, %1 : memref<64x64xf16>, vector<8xi1>, vector<8xf16>
  %2 = vector.load %a[%t, %c0] : memref<64x?xf16, strided<[64, 1]>>, vector<8xf16>
  vector.store %2, %s[%t, %c0] : memref<64x64xf16, 3>, vector<8xf16>
  %3 = vector.transfer_read %a[%t, %c3], %pad : memref<64x?xf16, strided<[64, 1]>>, vector<8xf16>
  // expected-remark @+1 {{is left. W8: an access of the source is of one element, as it is lowered to anyway: it starts anywhere in a row}}
  vector.transfer_write %3, %s[%t, %c0] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, 3>
  %4 = vector.maskedload %c[%t, %c0], %mask, %zeros : memref<64x64xf16>, vector<8xi1>, vector<8xf16> into vector<8xf16>
  // expected-remark @+1 {{W8: an access of the source is of one element, as it is lowered to anyway: argument 3 states no alignment}}
  vector.store %4, %s[%t, %c0] : memref<64x64xf16, 3>, vector<8xf16>
  %5 = vector.maskedload %a[%t, %c0], %mask, %zeros : memref<64x?xf16, strided<[64, 1]>>, vector<8xi1>, vector<8xf16> into vector<8xf16>
  // expected-remark @+1 {{W6: both sides may be parts of one buffer}}
  vector.store %5, %b[%t, %c0] : memref<64x64xf16>, vector<8xf16>
  gpu.return
}

// Of one row the step to the next is no matter; three elements are no pairs.
// CHECK-LABEL: gpu.func @by_row(
// CHECK:         tl.copy %{{.+}}[%{{.+}}, 8] to %{{.+}}[%{{.+}}, 8] scope thread tile(1, 8) bounds(
// CHECK-NOT:     tl.copy
gpu.func @by_row(%a: memref<128x?xf16, strided<[63, 1]>> {llvm.align = 16 : i64})
    workgroup(%s: memref<128x64xf16, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %pad = arith.constant 1.5 : f16
  %t = gpu.thread_id x
  %r = arith.muli %t, %c2 : index
  %0 = vector.transfer_read %a[%r, %c8], %pad {in_bounds = [true, false]} : memref<128x?xf16, strided<[63, 1]>>, vector<1x8xf16>
  vector.transfer_write %0, %s[%r, %c8] {in_bounds = [true, true]} : vector<1x8xf16>, memref<128x64xf16, 3>
  %1 = vector.transfer_read %a[%r, %c8], %pad : memref<128x?xf16, strided<[63, 1]>>, vector<3xf16>
  // expected-remark @+1 {{W8: an access of the source is of one element, as it is lowered to anyway: its elements are no rows of pairs}}
  vector.transfer_write %1, %s[%r, %c8] {in_bounds = [true]} : vector<3xf16>, memref<128x64xf16, 3>
  gpu.return
}

// A loop that is mapped to threads says which thread it is as well as its number.
// CHECK-LABEL: gpu.func @by_loop(
// CHECK:         tl.copy %{{.+}}[%[[T:.+]], 8] to %{{.+}}[%[[T]], 8] scope thread tile(8) bounds(%{{.+}}) {pad = 1.500000e+00 : f16}
gpu.func @by_loop(%a: memref<64x?xf16, strided<[64, 1]>> {llvm.align = 16 : i64})
    workgroup(%s: memref<64x64xf16, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c8 = arith.constant 8 : index
  %pad = arith.constant 1.5 : f16
  scf.forall (%t) in (64) {
    %0 = vector.transfer_read %a[%t, %c8], %pad : memref<64x?xf16, strided<[64, 1]>>, vector<8xf16>
    vector.transfer_write %0, %s[%t, %c8] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, 3>
  } {mapping = [#gpu.thread<x>]}
  gpu.return
}
}
