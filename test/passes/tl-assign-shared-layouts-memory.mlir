// RUN: tl-opt %s --split-input-file --tl-assign-shared-layouts=enlarge-buffers=1 --verify-diagnostics --mlir-print-local-scope | FileCheck %s

// Views of dynamic memory have layouts of their own, which fit what a view has: others
// begin behind it, so that none of them becomes larger (rule B1).

!bytes = memref<?xi8, #gpu.address_space<workgroup>>
!tile = memref<32x32xf32, #gpu.address_space<workgroup>>

// CHECK-LABEL: gpu.func @views
// CHECK:         %[[S:.*]] = memref.view %{{.*}} to memref<32x32xf32, #gpu.address_space<workgroup>>
// CHECK:         %[[T:.*]] = memref.view %{{.*}} to memref<32x32xf32, #gpu.address_space<workgroup>>
// CHECK:         tl.copy %arg0 to %[[S]] layout #tl.tile<S[(32, 32) : (32, 1)] + swizzle(base = 2, bits = 3, shift = 3)>
// CHECK:         tl.copy %arg0 to %[[T]] layout #tl.tile<S[(32, 32) : (32, 1)]>
// CHECK:         tl.load %[[S]] layout #tl.tile<S[(32, 32) : (32, 1)] + swizzle(base = 2, bits = 3, shift = 3)>
// CHECK:         tl.load %[[T]] layout #tl.tile<S[(32, 32) : (32, 1)]>
gpu.module @views {
gpu.func @views(%G: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  %bytes = gpu.dynamic_shared_memory : !bytes
  %S = memref.view %bytes[%c0][] : !bytes to !tile
  %T = memref.view %bytes[%c4096][] : !bytes to !tile
  tl.copy %G to %S layout auto scope cta threads 32 : memref<32x32xf32> to !tile
  tl.copy %G to %T layout auto scope cta threads 32 : memref<32x32xf32> to !tile
  gpu.barrier
  %a = tl.load %S layout auto as #tl.tile<S[(32, 32) : (1@tx, 1)]> scope cta : !tile to vector<32xf32>
  %b = tl.load %T layout auto as #tl.tile<S[(32, 32) : (1, 1@tx)]> scope cta : !tile to vector<32xf32>
  gpu.return
}
}

// -----

// Bytes that others reach as well.
gpu.module @meet {
gpu.func @meet(%G: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4092 = arith.constant 4092 : index
  %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %S = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32x32xf32, #gpu.address_space<workgroup>>
  %T = memref.view %bytes[%c4092][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<1xf32, #gpu.address_space<workgroup>>
  // expected-error@+1 {{'tl.copy' op target has 'layout auto', and comes from 'memref.view'; a layout is chosen for a memref.alloc, a memref.alloca, a workgroup buffer of gpu.func or gpu.launch, bytes of one or of dynamic memory that no other view reaches, a global that a kernel gets in one place, or whole slices of these}}
  tl.copy %G to %S layout auto scope cta threads 32 : memref<32x32xf32> to memref<32x32xf32, #gpu.address_space<workgroup>>
  gpu.return
}
}

// -----

// A function that is no kernel sees what its caller has.
memref.global "private" @shared : memref<32x32xf32, 3>
func.func @called(%G: memref<32x32xf32>) {
  %S = memref.get_global @shared : memref<32x32xf32, 3>
  // expected-error@+1 {{'tl.copy' op target has 'layout auto', and comes from 'memref.get_global'; a layout is chosen}}
  tl.copy %G to %S layout auto scope cta threads 32 : memref<32x32xf32> to memref<32x32xf32, 3>
  return
}
