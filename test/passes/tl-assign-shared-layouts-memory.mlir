// RUN: tl-opt %s --tl-assign-shared-layouts=enlarge-buffers=1 --mlir-print-local-scope | FileCheck %s

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
