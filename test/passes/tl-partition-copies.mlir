// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(tl-partition-copies)' | FileCheck %s

// The mma C fragment: lane 4 i + j holds row i and columns 2 j, 2 j + 1.  The
// offset is counted in pairs, which the backend scales in the address.

// CHECK-LABEL: func.func @mma_fragment
// CHECK:         %[[LANE:.*]] = gpu.lane_id
// CHECK:         %[[C3:.*]] = arith.constant 3 : index
// CHECK:         %[[J:.*]] = arith.andi %[[LANE]], %[[C3]] : index
// CHECK:         %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[I:.*]] = arith.shrui %[[LANE]], %[[C2]]
// CHECK:         %[[C32:.*]] = arith.constant 32 : index
// CHECK:         %[[ROW:.*]] = arith.muli %[[I]], %[[C32]] overflow<nsw>
// CHECK:         %[[PAIRS:.*]] = arith.addi %[[J]], %[[ROW]] overflow<nsw>
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[PAIRS]], %[[C2]] overflow<nsw>
// CHECK:         tl.thread_load %{{.*}}[%[[OFFSET]]] atoms (2, 2) : (512, 1) -> (2, 1) align 8
func.func @mma_fragment(%m: memref<16x64xf32> {llvm.align = 16 : i64}) -> vector<4xf32> {
  %v = tl.load %m as #tl.register<local(2, 1).spatial(8, 4).local(1, 2)> scope warp : memref<16x64xf32> to vector<4xf32>
  return %v : vector<4xf32>
}

// Digits that step alike in the thread number and in memory are one digit.

// CHECK-LABEL: func.func @merged_digits
// CHECK:         %[[LANE:.*]] = gpu.lane_id
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[LANE]], %{{.*}} overflow<nsw>
// CHECK:         tl.thread_load %{{.*}}[%[[OFFSET]]] atoms (2, 2) : (64, 1) -> (2, 1) align 8
func.func @merged_digits(%m: memref<16x8xf32> {llvm.align = 16 : i64}) -> vector<4xf32> {
  %v = tl.load %m as #tl.register<local(2, 1).spatial(8, 4).local(1, 2)> scope warp : memref<16x8xf32> to vector<4xf32>
  return %v : vector<4xf32>
}

// Alignment comes from the base, and from what the threads step over: rows of 9
// floats are 4-byte aligned, an unknown base is element aligned.

// CHECK-LABEL: func.func @alignment
// CHECK: tl.thread_load {{.*}} align 4 : memref<32x8xf32, strided<[9, 1]>>
// CHECK: tl.thread_load {{.*}} align 16 : memref<32x8xf32, strided<[12, 1]>>
// CHECK: tl.thread_load {{.*}} align 16 phase 2 : memref<32x8xf32, strided<[8, 1], offset: 2>>
// CHECK: tl.thread_load {{.*}} align 4 : memref<32x8xf32>
// CHECK: tl.thread_load {{.*}} align 16 : memref<32x8xf32>
// CHECK: tl.thread_load {{.*}} align 32 : memref<32x8xf32>
// CHECK: tl.thread_load {{.*}} align 32 : memref<32x8xf32, 3>
// CHECK: tl.thread_load {{.*}} align 32 : memref<32x8xf32>
// CHECK: tl.thread_load {{.*}} align 8 : memref<32x8xf32>
memref.global "private" @table : memref<32x8xf32> {alignment = 8 : i64}
func.func @alignment(%padded: memref<32x8xf32, strided<[9, 1]>> {llvm.align = 16 : i64},
                     %pitched: memref<32x8xf32, strided<[12, 1]>> {llvm.align = 16 : i64},
                     %shifted: memref<32x8xf32, strided<[8, 1], offset: 2>> {llvm.align = 16 : i64},
                     %unknown: memref<32x8xf32>) {
  %0 = tl.load %padded as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32, strided<[9, 1]>> to vector<8xf32>
  %1 = tl.load %pitched as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32, strided<[12, 1]>> to vector<8xf32>
  %2 = tl.load %shifted as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32, strided<[8, 1], offset: 2>> to vector<8xf32>
  %3 = tl.load %unknown as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
  %4 = tl.load %unknown as #tl.register<spatial(32, 1).local(1, 8)> scope warp {alignment = 16 : i64} : memref<32x8xf32> to vector<8xf32>
  %assumed = memref.assume_alignment %unknown, 64 : memref<32x8xf32>
  %5 = tl.load %assumed as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
  %allocated = memref.alloc() {alignment = 16 : i64} : memref<32x8xf32, 3>
  %6 = tl.load %allocated as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32, 3> to vector<8xf32>
  %dynamic = memref.cast %assumed : memref<32x8xf32> to memref<?x8xf32>
  %cast = memref.cast %dynamic : memref<?x8xf32> to memref<32x8xf32>
  %7 = tl.load %cast as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
  %global = memref.get_global @table : memref<32x8xf32>
  %8 = tl.load %global as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
  return
}

// The linear thread number: the x number alone in a flat block, all three where
// the block is not known; the low 7 bits of it in a warpgroup.

// CHECK-LABEL: func.func @flat_block
// CHECK:       %[[X:.*]] = gpu.thread_id x
// CHECK-NOT:   gpu.block_dim
// CHECK:       %[[LOW:.*]] = arith.index_cast %[[X]] : index to i32
// CHECK:       %[[AT:.*]] = arith.index_castui %[[LOW]] : i32 to index
// CHECK:       tl.thread_load %{{.*}}[%[[AT]]] atoms () : () -> ()
func.func @flat_block(%m: memref<128xf32>) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %v = tl.load %m as #tl.register<spatial(128)> scope cta : memref<128xf32> to vector<1xf32>
  return
}

// CHECK-LABEL: func.func @cubic_block
// CHECK-DAG:   %[[Z:.*]] = gpu.thread_id z
// CHECK-DAG:   %[[Y:.*]] = gpu.thread_id y
// CHECK-DAG:   %[[X:.*]] = gpu.thread_id x
// CHECK:       tl.thread_load
func.func @cubic_block(%m: memref<128xf32>) attributes {gpu.known_block_size = array<i32: 8, 4, 4>} {
  %v = tl.load %m as #tl.register<spatial(128)> scope cta : memref<128xf32> to vector<1xf32>
  return
}

// CHECK-LABEL: func.func @unknown_block
// CHECK:       gpu.thread_id z
// CHECK:       gpu.block_dim y
// CHECK:       gpu.thread_id y
// CHECK:       gpu.block_dim x
// CHECK:       gpu.thread_id x
// CHECK:       arith.constant 127 : index
// CHECK:       arith.andi
// CHECK:       tl.thread_load
func.func @unknown_block(%m: memref<128xf32>) {
  %v = tl.load %m as #tl.register<spatial(128)> scope warpgroup : memref<128xf32> to vector<1xf32>
  return
}

// A dynamic base offset of the memref does not change the offsets of a thread.

// CHECK-LABEL: func.func @no_thread
// CHECK-NOT:   gpu.
// CHECK:       %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:       tl.thread_load %{{.*}}[%[[ZERO]]] atoms (4) : (1) -> (1) align 4
func.func @no_thread(%m: memref<?xf32, strided<[1], offset: ?>>) {
  %v = tl.load %m as #tl.register<local(4)> scope thread : memref<?xf32, strided<[1], offset: ?>> to vector<4xf32>
  return
}

// The alignment of a function argument is no other block's.

// CHECK-LABEL: func.func @other_block
// CHECK:       tl.thread_load {{.*}} align 4
func.func @other_block(%a: memref<32x8xf32> {llvm.align = 16 : i64}, %b: memref<32x8xf32>) {
  cf.br ^bb1(%b : memref<32x8xf32>)
^bb1(%m: memref<32x8xf32>):
  %v = tl.load %m as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
  return
}

// A store that is of other memory than the load is one for a thread, and no other is.

// CHECK-LABEL: func.func @disjoint
// CHECK: tl.thread_store {{.*}} align 4 {disjoint} : vector<2xf32>
// CHECK: tl.thread_store {{.*}} align 4 : vector<2xf32>
func.func @disjoint(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  %v = tl.load %a as #tl.register<spatial(8, 4).local(1, 2)> scope warp : memref<8x8xf32> to vector<2xf32>
  tl.store %v as #tl.register<spatial(8, 4).local(1, 2)> to %b scope warp {disjoint} : vector<2xf32> to memref<8x8xf32>
  tl.store %v as #tl.register<spatial(8, 4).local(1, 2)> to %a scope warp : vector<2xf32> to memref<8x8xf32>
  return
}

// Where all threads get the same, nobody asks for the thread's number.

// CHECK-LABEL: func.func @same
// CHECK-NEXT:  tl.thread_load
func.func @same(%a: memref<64xf32>, %i: index) -> vector<2xf32> {
  %v = tl.load %a[%i] as #tl.tile<S[2 : 1] + R[32 : 1@laneid]> scope warp : memref<64xf32> to vector<2xf32>
  return %v : vector<2xf32>
}

// Rows that follow each other in memory and in registers are one atom.
// CHECK-LABEL: func.func @one_run
// CHECK: tl.thread_load %{{[a-z0-9]+}}[%{{[a-z0-9]+}}] atoms (4) : (1) -> (1) align 4
func.func @one_run(%m: memref<2x2xf32>) -> vector<4xf32> {
  %v = tl.load %m as #tl.register<local(2, 2)> scope thread : memref<2x2xf32> to vector<4xf32>
  return %v : vector<4xf32>
}
