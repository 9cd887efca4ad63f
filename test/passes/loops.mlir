// RUN: %tl-opt %s --tl-partition-copies=target=sm_80 | FileCheck %s --check-prefix=PARTS
// RUN: %tl-opt %s --lower-layout-copies=target=sm_80 | FileCheck %s

#swizzled = #tl.shared<row_major_swizzle([128, 64], nbytes = 2)>
#a = #tl.register<mma_a(16, 8, 16, 16)>
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>

// Origins that are multiples of the swizzle's period, stages or rows, move the
// memory: what is swizzled does not vary in the loop, and is computed in front of it,
// as it is made of the lane alone. The lane is read once, where the kernel begins.

// PARTS-LABEL: func.func @stages(
// PARTS-SAME:    %[[S:[a-z0-9]+]]: memref<8192xf16, 3>
// PARTS:         gpu.lane_id
// PARTS:         %[[NEAR:.*]] = arith.addi %{{.*}}, %{{.*}} overflow<nsw>
// PARTS:         scf.for %[[I:.*]] =
// PARTS-NOT:     gpu.lane_id
// PARTS:         %[[FAR:.*]] = arith.muli %[[I]], %c64{{.*}} overflow<nsw>
// PARTS:         %[[MOVED:.*]] = memref.reinterpret_cast %[[S]] to offset: [%[[FAR]]], sizes: [8192], strides: [1] : memref<8192xf16, 3> to memref<8192xf16, strided<[1], offset: ?>, 3>
// PARTS:         tl.thread_load %[[MOVED]][%[[NEAR]]]

// CHECK-LABEL: func.func @stages(
// CHECK:         scf.for
// CHECK:         %[[NEAR:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}]
// CHECK:         %[[FAR:.*]] = llvm.getelementptr %[[NEAR]][%{{.*}}]
// CHECK:         nvvm.ldmatrix %[[FAR]]
func.func @stages(%s: memref<8192xf16, 3> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c64 {
    %v = tl.load %s[%i, 0] layout #swizzled as #a scope warp : memref<8192xf16, 3> to vector<4x2xf16>
  }
  return
}

// A row that moves by a number known only at run time is one variable of the loop:
// LLVM does not see what each address makes of it, and shares what it makes. Of
// memory that is not global, and of steps that are known, it does.

// PARTS-LABEL: func.func @strided(
// PARTS:         scf.for %[[I:.*]] =
// PARTS:         %[[NEXT:.*]] = arith.addi %[[I]], %c1{{.*}} : index
// PARTS:         %[[WORD:.*]] = arith.index_cast %[[NEXT]] : index to i64
// PARTS:         %[[POINTER:.*]] = llvm.inttoptr %[[WORD]] : i64 to !llvm.ptr
// PARTS:         %[[SAME:.*]] = llvm.intr.launder.invariant.group %[[POINTER]] : !llvm.ptr
// PARTS:         %[[NUMBER:.*]] = llvm.ptrtoint %[[SAME]] : !llvm.ptr to i64
// PARTS:         %[[ROW:.*]] = arith.index_cast %[[NUMBER]] : i64 to index
// PARTS:         arith.muli %[[ROW]], %c32{{.*}} : index
// PARTS-NOT:     launder
// PARTS:         return
func.func @strided(%a: memref<64x64xf16> {llvm.align = 16 : i64}, %s: memref<64x64xf16, 3> {llvm.align = 16 : i64}, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %step {
    %next = arith.addi %i, %c1 : index
    %v = tl.load %a[%next, 0] as #tl.register<spatial(1, 32).local(1, 2)> scope warp : memref<64x64xf16> to vector<2xf16>
    tl.store %v as #tl.register<spatial(1, 32).local(1, 2)> to %s[%next, 0] scope warp : vector<2xf16> to memref<64x64xf16, 3>
    tl.store %v as #tl.register<spatial(1, 32).local(1, 2)> to %a[%next, 0] scope warp : vector<2xf16> to memref<64x64xf16>
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = tl.load %a[%i, 0] as #tl.register<spatial(1, 32).local(1, 2)> scope warp : memref<64x64xf16> to vector<2xf16>
  }
  return
}

// Without a loop one sum is the base of all accesses.

// PARTS-LABEL: func.func @once(
// PARTS-NOT:     memref.reinterpret_cast
// PARTS:         tl.thread_load
func.func @once(%s: memref<8192xf16, 3> {llvm.align = 16 : i64}, %i: index) -> vector<4x2xf16> {
  %v = tl.load %s[%i, 0] layout #swizzled as #a scope warp {divisibility = array<i64: 64, 1>} : memref<8192xf16, 3> to vector<4x2xf16>
  return %v : vector<4x2xf16>
}

// An origin below the period goes through the swizzle.

// PARTS-LABEL: func.func @columns(
// PARTS-NOT:     memref.reinterpret_cast
// PARTS:         arith.xori
// PARTS-NOT:     memref.reinterpret_cast
// PARTS:         tl.thread_load
func.func @columns(%s: memref<8192xf16, 3> {llvm.align = 16 : i64}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %c64 step %c16 {
    %v = tl.load %s[0, %k] layout #swizzled as #a scope warp : memref<8192xf16, 3> to vector<4x2xf16>
  }
  return
}

// In global memory an offset that is not the thread's alone is frozen, so that the
// rows of a thread have one pointer and not one each, and the pointer is added
// last; a view's own offset is part of it.

// CHECK-LABEL: func.func @pitched(
// CHECK:         scf.for
// CHECK:         %[[BITS:.*]] = arith.index_cast %{{.*}} : index to i64
// CHECK:         %[[FROZEN:.*]] = llvm.freeze %[[BITS]] : i64
// CHECK:         %[[AT:.*]] = arith.index_cast %[[FROZEN]] : i64 to index
// CHECK:         vector.load %{{.*}}[%[[AT]]]
// CHECK-NOT:     llvm.freeze
// CHECK:         return

// CHECK-LABEL: func.func @viewed(
// CHECK:         %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata
// CHECK:         %[[SUM:.*]] = arith.addi %{{.*}}, %[[OFFSET]]
// CHECK:         %[[BITS:.*]] = arith.index_cast %[[SUM]] : index to i64
// CHECK:         llvm.freeze %[[BITS]]

// CHECK-LABEL: func.func @while(
// CHECK:         llvm.freeze

// CHECK-LABEL: func.func @affine(
// CHECK:         llvm.freeze

// CHECK-LABEL: func.func @outside(
// CHECK:         llvm.freeze

// CHECK-LABEL: func.func @own(
// CHECK:         scf.for
// CHECK-NOT:     llvm.freeze
// CHECK:         return
func.func @pitched(%m: memref<64x?xf16, strided<[?, 1]>> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %n step %c64 {
    %v = tl.load %m[0, %k] as #rows scope cta {stride_divisibility = array<i64: 8, 1>} : memref<64x?xf16, strided<[?, 1]>> to vector<32xf16>
    tl.store %v as #rows to %m[0, %k] scope cta {stride_divisibility = array<i64: 8, 1>} : vector<32xf16> to memref<64x?xf16, strided<[?, 1]>>
  }
  return
}
func.func @viewed(%m: memref<64x1024xf16> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %n step %c64 {
    %tile = memref.subview %m[0, %k] [64, 64] [1, 1] : memref<64x1024xf16> to memref<64x64xf16, strided<[1024, 1], offset: ?>>
    %v = tl.load %tile as #rows scope cta : memref<64x64xf16, strided<[1024, 1], offset: ?>> to vector<32xf16>
  }
  return
}
func.func @while(%m: memref<64x1024xf16> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %end = scf.while (%k = %c0) : (index) -> index {
    %more = arith.cmpi ult, %k, %n : index
    scf.condition(%more) %k : index
  } do {
  ^bb0(%k: index):
    %v = tl.load %m[0, %k] as #rows scope cta : memref<64x1024xf16> to vector<32xf16>
    %next = arith.addi %k, %c64 : index
    scf.yield %next : index
  }
  return
}
func.func @affine(%m: memref<64x1024xf16> {llvm.align = 16 : i64}) {
  affine.for %k = 0 to 1024 step 64 {
    %v = tl.load %m[0, %k] as #rows scope cta : memref<64x1024xf16> to vector<32xf16>
  }
  return
}
func.func @outside(%m: memref<64x1024xf16> {llvm.align = 16 : i64}, %k: index) -> vector<32xf16> {
  %v = tl.load %m[0, %k] as #rows scope cta : memref<64x1024xf16> to vector<32xf16>
  return %v : vector<32xf16>
}
func.func @own(%m: memref<64x?xf16, strided<[?, 1]>> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %t = gpu.thread_id y
  %column = arith.muli %t, %c8 : index
  scf.for %k = %c0 to %n step %c64 {
    %v = tl.load %m[0, %column] as #rows scope cta {stride_divisibility = array<i64: 8, 1>} : memref<64x?xf16, strided<[?, 1]>> to vector<32xf16>
  }
  return
}

// Under a guard asynchronous accesses follow what keeps their addresses there, once
// a block; outside they do not.

// CHECK-LABEL: func.func @ring(
// CHECK-NOT:     llvm.call_intrinsic
// CHECK-COUNT-4: nvgpu.device_async_copy
// CHECK:         scf.for
// CHECK:         scf.if
// CHECK-COUNT-5: llvm.call_intrinsic "llvm.sideeffect"() : () -> ()
// CHECK-NOT:     llvm.call_intrinsic
// CHECK:         return
func.func @ring(%m: memref<64x1024xf16> {llvm.align = 16 : i64}, %s: memref<8192xf16, 3> {llvm.align = 16 : i64}, %n: index)
    attributes {known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  tl.copy %m[0, 0] to %s[0, 0] layout #swizzled as #rows scope cta async : memref<64x1024xf16> to memref<8192xf16, 3>
  tl.async_commit
  tl.async_wait 0
  scf.for %k = %c0 to %n step %c64 {
    %more = arith.cmpi ult, %k, %n : index
    scf.if %more {
      tl.copy %m[0, %k] to %s[0, 0] layout #swizzled as #rows scope cta async : memref<64x1024xf16> to memref<8192xf16, 3>
      tl.copy %m[0, %k] to %s[%c64, 0] layout #swizzled as #rows scope cta async : memref<64x1024xf16> to memref<8192xf16, 3>
    }
    tl.async_commit
    tl.async_wait 0
  }
  return
}
