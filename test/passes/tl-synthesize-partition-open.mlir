// Rows of a memref whose size is known only at run time are joined where they are all
// of it, as one row; a layout would have to say its shape.
// RUN: tl-opt %s --tl-synthesize-partition --mlir-print-local-scope | FileCheck %s
// RUN: tl-sim %s --kernel=rows --shape=0:200x24 --arg=2:scalar=77 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=back --shape=0:9x6x5 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=some --shape=0:9x8x5 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=stepped --shape=0:9x6 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=started --shape=0:9x40 --verify-lowering | FileCheck %s --check-prefix=SAME
// SAME: equivalent

// CHECK-LABEL: func.func @rows
// CHECK:         %[[FLAT:.+]] = memref.reinterpret_cast %arg0 {{.*}} to memref<?xf32>
// CHECK:         %[[FROM:.+]] = arith.muli %arg2, %c24
// CHECK:         %[[V:.+]] = tl.load %[[FLAT]][%[[FROM]]] as #tl.tile<S[((12, 128),) : ((1, 1@tx),)]> scope cta
// CHECK-NEXT:    tl.store %[[V]] as #tl.tile<S[((12, 128),) : ((1, 1@tx),)]> to %{{.+}} layout #tl.tile<S[(1536,) : (1,)]> scope cta
func.func @rows(%G: memref<?x24xf32>, %S: memref<64x24xf32, 3>, %i: index) {
  tl.copy %G[%i, 0] to %S scope cta threads 128 : memref<?x24xf32> to memref<64x24xf32, 3>
  return
}

// CHECK-LABEL: func.func @back
// CHECK:         tl.store %{{.+}} as #{{.+}} to %{{.+}} scope cta bounds(210) : vector<4xf32> to memref<?xf32, strided<[1], offset: ?>>
func.func @back(%G: memref<?x6x5xf32, strided<[30, 5, 1], offset: ?>>, %S: memref<7x6x5xf32, 3>) {
  tl.copy %S to %G scope cta threads 64 : memref<7x6x5xf32, 3> to memref<?x6x5xf32, strided<[30, 5, 1], offset: ?>>
  return
}

// Some of its dimensions are no row.
// CHECK-LABEL: func.func @some
// CHECK:         tl.load %arg0{{.*}} : memref<?x8x5xf32>
func.func @some(%G: memref<?x8x5xf32>, %S: memref<7x6x5xf32, 3>) {
  tl.copy %G to %S scope cta tile(7, 6, 5) threads 64 : memref<?x8x5xf32> to memref<7x6x5xf32, 3>
  return
}

// CHECK-LABEL: func.func @stepped
// CHECK:         tl.load %arg0{{.*}} : memref<?x6xf32, strided<[12, 2]>>
func.func @stepped(%G: memref<?x6xf32, strided<[12, 2]>>, %S: memref<7x6xf32, 3>) {
  tl.copy %G to %S scope cta threads 64 : memref<?x6xf32, strided<[12, 2]>> to memref<7x6xf32, 3>
  return
}

// CHECK-LABEL: func.func @started
// CHECK:         tl.copy %arg0 to %arg1 as
func.func @started(%G: memref<?x40xf16> {llvm.align = 16 : i64}, %S: memref<3x40xf16, 3> {llvm.align = 16 : i64}) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  tl.copy %G to %S scope cta async : memref<?x40xf16> to memref<3x40xf16, 3>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  return
}
