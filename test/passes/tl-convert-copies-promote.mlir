// RUN: mlir-opt %s --transform-interpreter --canonicalize --cse | tl-opt --tl-convert-copies=threads=128 --verify-diagnostics | FileCheck %s

// What transform.structured.promote writes, of sizes known and known only at run
// time: every copy is taken, and the barriers that are there serve.

// CHECK-LABEL: func.func @matmul(
// CHECK:         scf.for
// CHECK:           gpu.barrier
// CHECK-NEXT:      tl.copy %{{.+}} to %{{.+}} scope cta threads 128 : memref<64x16xf32, strided<[128, 1], offset: ?>> to memref<64x16xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      tl.copy %{{.+}} to %{{.+}} scope cta threads 128 : memref<16x64xf32, strided<[256, 1], offset: ?>> to memref<16x64xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      linalg.matmul
// CHECK-LABEL: func.func @matmul_of_any_size(
// CHECK:         %[[M:.+]] = affine.min
// CHECK:         %[[N:.+]] = affine.min
// CHECK:         scf.for
// CHECK:           %[[K:.+]] = affine.min
// CHECK:           gpu.barrier
// CHECK-NEXT:      tl.copy %{{.+}} to %{{.+}} scope cta threads 128 bounds(%[[M]], %[[K]]) : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<64x16xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      tl.copy %{{.+}} to %{{.+}} scope cta threads 128 bounds(%[[K]], %[[N]]) : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<16x64xf32, #gpu.address_space<workgroup>>
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      linalg.matmul
module attributes {transform.with_named_sequence} {
  func.func @matmul(%a: memref<256x128xf32>, %b: memref<128x256xf32>, %c: memref<256x256xf32>) {
    linalg.matmul ins(%a, %b : memref<256x128xf32>, memref<128x256xf32>) outs(%c : memref<256x256xf32>)
    return
  }
  func.func @matmul_of_any_size(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
    linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %blocks = transform.structured.tile_using_forall %all tile_sizes [64, 64]
        (mapping = [#gpu.block<y>, #gpu.block<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %step, %loop = transform.structured.tile_using_for %tile tile_sizes [0, 0, 16]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %promoted = transform.structured.promote %step {operands_to_promote = [0, 1], mapping = [#gpu.memory_space<workgroup>]}
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
