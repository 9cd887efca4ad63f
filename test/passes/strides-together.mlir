// What rule E31 leaves as it is: rows that may be further apart than 32 bits say, those under
// a swizzle, and those of a workgroup, of which addresses have 32 bits.
// RUN: tl-opt %s --lower-layout-copies=target=sm_90 | FileCheck %s

#rows = #tl.register<local(4, 1).spatial(4, 32)>
!pitched = memref<?x32xf32, strided<[?, 1]>>
!v = vector<4xf32>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @wide(
  // CHECK-NOT:     "llvm.intr.annotation"
  // CHECK-NOT:     index to i32
  // CHECK:         arith.muli %{{.+}}, %strides#0 overflow<nsw> : index
  // CHECK-NOT:     "llvm.intr.annotation"
  gpu.func @wide(%A: !pitched, %i: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[%i, 0] as #rows scope cta bounds(16, _) : !pitched to !v
    tl.store %v as #rows to %A[%i, 0] scope cta bounds(16, _) : !v to !pitched
    gpu.return
  }

  // CHECK-LABEL: gpu.func @swizzled(
  // CHECK:         %[[SECOND:.+]] = arith.addi %arg2, %{{.+}}
  // CHECK:         %[[BITS:.+]] = arith.andi %[[SECOND]], %c448
  // CHECK:         %[[MOVED:.+]] = arith.shrui %[[BITS]], %c3
  // CHECK:         %[[AT:.+]] = arith.xori %[[SECOND]], %[[MOVED]]
  // CHECK:         memref.load %{{.+}}[%[[AT]]]
  gpu.func @swizzled(%A: memref<65536xf16>, %ld: i32, %o: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%pitch, 1] : memref<65536xf16> to memref<64x64xf16, strided<[?, 1]>>
    %v = tl.thread_load %a[%o] atoms (4) : (1 * %pitch div 64) -> (1) vector 1 of () -> () swizzle (3, 3, 3) align 2 : memref<64x64xf16, strided<[?, 1]>> to vector<4xf16>
    tl.thread_store %v to %a[%o] atoms (4) : (1 * %pitch div 64) -> (1) vector 1 of () -> () swizzle (3, 3, 3) align 2 : vector<4xf16> to memref<64x64xf16, strided<[?, 1]>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @workgroup(
  // CHECK-NOT:     "llvm.intr.annotation"
  gpu.func @workgroup(%ld: i32, %i: index) workgroup(%S: memref<4096xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0.0 : f32
    %v = vector.broadcast %c0 : f32 to !v
    %pitch = arith.index_cast %ld : i32 to index
    %s = memref.reinterpret_cast %S to offset: [0], sizes: [16, 32], strides: [%pitch, 1] : memref<4096xf32, #gpu.address_space<workgroup>> to memref<16x32xf32, strided<[?, 1]>, #gpu.address_space<workgroup>>
    tl.store %v as #rows to %s[%i, 0] scope cta : !v to memref<16x32xf32, strided<[?, 1]>, #gpu.address_space<workgroup>>
    gpu.return
  }
}
