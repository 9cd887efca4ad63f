// RUN: %tl-opt %s --tl-normalize-layouts --tl-partition-copies --canonicalize | FileCheck %s

// Whatever memory holds before it is written, the output is the same.
// RUN: tl-opt %s --lower-layout-copies -o %t.mlir
// RUN: env MALLOC_PERTURB_=90 tl-opt %s --lower-layout-copies | diff - %t.mlir

// An asynchronous copy is a load of the source and a store to the target, whose
// atoms are paired: register strides are those of the target.

#part = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>

// CHECK-LABEL: func.func @swizzled
// CHECK-SAME:    %[[A:.+]]: memref<256x64xf16> {{.+}}, %[[S:.+]]: memref<4096xf16, 3> {{.+}}, %[[I:.+]]: index)
// CHECK:         %[[T:.+]] = gpu.thread_id x
// CHECK:         %[[WORD:.+]] = arith.index_cast %[[I]] : index to i32
// CHECK:         %[[ROW:.+]] = arith.muli %[[WORD]], %c8_i32
// CHECK:         %[[THREAD:.+]] = arith.index_cast %[[T]] : index to i32
// CHECK:         arith.addi %[[ROW]], %[[THREAD]] overflow<nsw> : i32
// CHECK:         %[[FROM:.+]] = arith.muli %{{.+}}, %c8 overflow<nsw> : index
// CHECK:         %[[JOINED:.+]] = arith.xori
// CHECK-NEXT:    %[[TO:.+]] = arith.index_castui %[[JOINED]]
// CHECK-NEXT:    tl.thread_async %[[A]][%[[FROM]]] to %[[S]][%[[TO]]] swizzle (3, 3, 3) bits 504 atoms (4, 8) : (1024, 1) -> (1024, 1) align 16 : memref<256x64xf16> to memref<4096xf16, 3>
func.func @swizzled(%A: memref<256x64xf16> {llvm.align = 16 : i64}, %S: memref<4096xf16, 3> {llvm.align = 16 : i64}, %i: index) attributes {known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %A[%i, 0] to %S layout #smem as #part scope cta async : memref<256x64xf16> to memref<4096xf16, 3>
  tl.async_commit
  tl.async_wait 0
  return
}

// Both sides may start at an origin: a stage of a ring of buffers.

// CHECK-LABEL: func.func @stages
// CHECK-SAME:    %{{.+}}: index, %[[STAGE:.+]]: index)
// CHECK:         %[[WORD:.+]] = arith.index_cast %[[STAGE]] : index to i32
// CHECK:         %[[FIRST:.+]] = arith.muli %[[WORD]], %c512_i32
// CHECK:         arith.addi %[[FIRST]], %{{.+}} overflow<nsw> : i32
// CHECK:         %[[TO:.+]] = arith.muli %{{.+}}, %c8 overflow<nsw> : index
// CHECK:         tl.thread_async %{{.+}}[%{{.+}}] to %{{.+}}[%[[TO]]] atoms (4, 8) : (4096, 1) -> (1024, 1) align 16
func.func @stages(%A: memref<64x256xf16> {llvm.align = 16 : i64}, %S: memref<3x64x64xf16, 3> {llvm.align = 16 : i64}, %k: index, %stage: index) attributes {known_block_size = array<i32: 128, 1, 1>} {
  %a = memref.expand_shape %A [[0, 1], [2]] output_shape [1, 64, 256] : memref<64x256xf16> into memref<1x64x256xf16>
  tl.copy %a[0, 0, %k] to %S[%stage, 0, 0] as #tl.register<local(1, 4, 1).spatial(1, 16, 8).local(1, 1, 8)> scope cta async {source_divisibility = array<i64: 1, 1, 8>} : memref<1x64x256xf16> to memref<3x64x64xf16, 3>
  tl.async_commit
  tl.async_wait 0
  return
}

// Threads beyond those of the partition are kept out, and so are all replicas
// but the first: an element is copied once.

// CHECK-LABEL: func.func @guards
// CHECK:         %[[IN:.+]] = arith.cmpi ult, %{{.+}}, %c64
// CHECK:         scf.if %[[IN]] {
// CHECK-NOT:       tl.thread_async
// CHECK:           tl.thread_async %{{.+}} atoms (4) : (1) -> (1) align 16
// CHECK-NEXT:    }
// CHECK:         arith.shrui %{{.+}}, %c6
// CHECK:         %[[FIRST:.+]] = arith.cmpi eq
// CHECK:         scf.if %[[FIRST]] {
// CHECK:           tl.thread_async %{{.+}} atoms (4) : (1) -> (1) align 16
// CHECK-NEXT:    }
func.func @guards(%A: memref<64x4xf32> {llvm.align = 16 : i64}, %S: memref<64x4xf32, 3> {llvm.align = 16 : i64}) attributes {known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %A to %S as #tl.register<spatial(64, 1).local(1, 4)> scope cta async : memref<64x4xf32> to memref<64x4xf32, 3>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  tl.copy %A to %S as #tl.tile<S[(64, 4) : (1@tx, 1)] + R[2 : 64@tx]> scope cta async : memref<64x4xf32> to memref<64x4xf32, 3>
  tl.async_commit
  tl.async_wait 0
  return
}

// Bounds are limits; strides known at run time are symbols of the source.  Columns
// are all inside for a thread or none is: a condition of what is left of rows, which
// copies of the same rows have in common.

// CHECK-LABEL: func.func @bounds
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %{{[a-z0-9]+}}: index)
// CHECK:         %[[COLUMNS:.+]] = arith.cmpi sgt, %{{.+}}, %c0{{.*}} : index
// CHECK:         %[[ROWS:.+]] = arith.subi %[[M]], %{{.+}} overflow<nsw> : index
// CHECK:         %[[LEFT:.+]] = arith.select %[[COLUMNS]], %[[ROWS]], %c0{{.*}} : index
// CHECK:         %[[WORD:.+]] = arith.index_cast %[[LEFT]] : index to i64
// CHECK:         %[[FROZEN:.+]] = llvm.freeze %[[WORD]] : i64
// CHECK:         %[[ROOM:.+]] = arith.index_cast %[[FROZEN]] : i64 to index
// CHECK:         tl.thread_async %{{.+}}[%{{.+}}] to %{{.+}}[%{{.+}}] atoms (4, 8) : (16 * %{{.+}} div 8, 1) -> (1024, 1) within (%[[ROOM]]) granule 1 by (0 : 16, 0 : 0) align 16
func.func @bounds(%A: memref<?x?xf16, strided<[?, 1]>> {llvm.align = 16 : i64}, %S: memref<64x64xf16, 3> {llvm.align = 16 : i64}, %i: index, %m: index, %n: index) attributes {known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %A[%i, 0] to %S as #part scope cta async bounds(%m, %n) {source_stride_divisibility = array<i64: 8, 1>, bound_divisibility = array<i64: 1, 8>} : memref<?x?xf16, strided<[?, 1]>> to memref<64x64xf16, 3>
  tl.async_commit
  tl.async_wait 0
  return
}

// Digits of the registers are taken apart where either side needs it.

// CHECK-LABEL: func.func @panels
// CHECK:         tl.thread_async %{{.+}} atoms (2, 8) : (8, 1) -> (128, 1) align 16
func.func @panels(%A: memref<16x16xf32> {llvm.align = 16 : i64}, %S: memref<256xf32, 3> {llvm.align = 16 : i64}) {
  tl.copy %A to %S layout #tl.tile<S[(16, (2, 2, 4)) : (8, (128, 4, 1))]> as #tl.register<spatial(16, 1).local(1, 16)> scope warp async : memref<16x16xf32> to memref<256xf32, 3>
  tl.async_commit
  tl.async_wait 0
  return
}

// What divides the addresses of both sides.

// CHECK-LABEL: func.func @least
// CHECK:         tl.thread_async %{{.+}} atoms (8) : (1) -> (1) align 8
// CHECK:         tl.thread_async %{{.+}} atoms (8) : (1) -> (1) align 4
func.func @least(%A: memref<32x8xf32> {llvm.align = 16 : i64}, %B: memref<32x8xf32>, %S: memref<32x8xf32, 3> {llvm.align = 8 : i64}) {
  tl.copy %A to %S as #tl.register<spatial(32, 1).local(1, 8)> scope warp async : memref<32x8xf32> to memref<32x8xf32, 3>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  tl.copy %B to %S as #tl.register<spatial(32, 1).local(1, 8)> scope warp async : memref<32x8xf32> to memref<32x8xf32, 3>
  tl.async_commit
  tl.async_wait 0
  return
}

// Columns are inside for all that a thread has, or for nothing: no row is then.

// CHECK-LABEL: func.func @between
// CHECK:         %[[INSIDE:.+]] = arith.cmpi ult, %{{.+}}, %{{.+}} : i32
// CHECK:         %[[ROWS:.+]] = arith.select %[[INSIDE]], %{{.+}}, %c0_i32 : i32
// CHECK:         %[[FROZEN:.+]] = llvm.freeze %[[ROWS]]
// CHECK:         %[[EXTENT:.+]] = arith.index_cast %[[FROZEN]]
// CHECK:         tl.thread_async %{{.+}} within (%{{.+}}) granule 1 extent %[[EXTENT]] by (0 : 16, 0 : 0) align 16
func.func @between(%A: memref<256x64x8xf16> {llvm.align = 16 : i64}, %S: memref<4096xf16, 3> {llvm.align = 16 : i64}, %i: i32, %j: i32, %m: i32, %n: i32) {
  %rows = tl.assume %m range 0 to 256 : i32
  %columns = tl.assume %n range 0 to 64 : i32
  tl.copy %A[%i : i32, %j : i32, 0] to %S layout #tl.tile<S[(64, 8, 8) : (64, 8, 1)]> as #tl.register<local(4, 1, 1).spatial(16, 8, 1).local(1, 1, 8)> scope cta async bounds(%rows : i32, %columns : i32, 8) from(0, 0, 0) : memref<256x64x8xf16> to memref<4096xf16, 3>
  tl.async_commit
  tl.async_wait 0
  return
}

// Bounds of two dimensions that are constants stay two.

// CHECK-LABEL: func.func @constant_bounds
// CHECK:         tl.thread_async {{.*}} within (%{{[0-9]+}}) granule 1 within (%{{[0-9]+}}) granule 1 by
func.func @constant_bounds(%A: memref<8x8xf32> {llvm.align = 16 : i64}, %S: memref<4x8xf32, 3>, %i: index, %j: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  tl.copy %A[%i, %j] to %S as #tl.register<spatial(4, 8)> scope warp async bounds(5, 7) : memref<8x8xf32> to memref<4x8xf32, 3>
  tl.async_commit
  tl.async_wait 0
  return
}

// Threads 0 to 95 have a part, which is found in front of the branch, so that copies of
// other branches have it in common.

// CHECK-LABEL: func.func @shared_digits
// CHECK:         arith.divui
// CHECK:         llvm.intr.strip.invariant.group
// CHECK:         scf.if
// CHECK-NEXT:      tl.thread_async
// CHECK-NEXT:    }
// CHECK:         scf.for
// CHECK:           arith.divui
// CHECK:           scf.if
// CHECK-NEXT:        tl.thread_async
// CHECK-NEXT:      }
// CHECK:         return
func.func @shared_digits(%A: memref<1024x64xf16> {llvm.align = 16 : i64}, %S: memref<2x16x56xf16, 3> {llvm.align = 16 : i64}, %n: index) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  tl.copy %A[0, 0] to %S[0, 0, 0] as #tl.register<spatial(16, 6).local(1, 8)> scope cta async : memref<1024x64xf16> to memref<2x16x56xf16, 3>
  tl.async_commit
  scf.for %k = %c0 to %n step %c16 {
    %row = arith.addi %k, %c16 : index
    tl.copy %A[%row, 0] to %S[1, 0, 0] as #tl.register<spatial(16, 6).local(1, 8)> scope cta async : memref<1024x64xf16> to memref<2x16x56xf16, 3>
    tl.async_commit
  }
  tl.async_wait 0
  return
}

// A condition of rows is one of the columns' bound, where what is left of columns is
// computed in turns.

// CHECK-LABEL: func.func @columns_in_turns
// CHECK-SAME:    %{{[a-z0-9]+}}: index, %[[COLUMNS:[a-z0-9]+]]: index)
// CHECK:         scf.for
// CHECK:           %[[ROWS:.+]] = arith.cmpi sgt, %{{.+}}, %c0{{.*}} : index
// CHECK-NEXT:      arith.select %[[ROWS]], %[[COLUMNS]], %c0{{.*}} : index
// CHECK:           tl.thread_async {{.*}} granule 8 by (0 : 16, 0 : 1)
func.func @columns_in_turns(%A: memref<?x?xf16, strided<[4096, 1]>> {llvm.align = 16 : i64}, %S: memref<64x32xf16, 3> {llvm.align = 16 : i64}, %m: index, %n: index) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scf.for %k = %c0 to %n step %c32 {
    tl.copy %A[0, %k] to %S as #tl.register<local(1, 2).spatial(64, 2).local(1, 8)> scope cta async bounds(%m, %n) {bound_divisibility = array<i64: 1, 8>} : memref<?x?xf16, strided<[4096, 1]>> to memref<64x32xf16, 3>
    tl.async_commit
  }
  tl.async_wait 0
  return
}
