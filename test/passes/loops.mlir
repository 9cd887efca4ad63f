// RUN: %tl-opt %s --tl-partition-copies=target=sm_80 | FileCheck %s --check-prefix=PARTS
// RUN: %tl-opt %s --lower-layout-copies=target=sm_80 | FileCheck %s

#swizzled = #tl.shared<row_major_swizzle([128, 64], nbytes = 2)>
#a = #tl.register<mma_a(16, 8, 16, 16)>
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#halves = #tl.register<local(2, 2).spatial(32, 4).local(1, 8)>

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
// last; a view's own offset is part of it. What counts in a loop, the loop carries: as
// a number of bytes where rows are apart by what is known at run time, else as a
// pointer.

// CHECK-LABEL: func.func @pitched(
// CHECK:         scf.for
// CHECK:         %[[ELEMENTS:.*]] = arith.muli %[[OFFSET:.*]], %c2{{[_0-9]*}} : index
// CHECK:         %[[BITS:.*]] = arith.index_cast %[[ELEMENTS]] : index to i64
// CHECK:         %[[POINTER:.*]] = llvm.inttoptr %[[BITS]] : i64 to !llvm.ptr
// CHECK:         %[[SAME:.*]] = llvm.intr.launder.invariant.group %[[POINTER]] : !llvm.ptr
// CHECK:         %[[HIDDEN:.*]] = llvm.ptrtoint %[[SAME]] : !llvm.ptr to i64
// CHECK:         %[[BYTES:.*]] = arith.index_cast %[[HIDDEN]] : i64 to index
// CHECK:         %[[ROWS:.*]] = arith.muli %{{.*}}, %c16{{[_0-9]*}} overflow<nsw> : index
// CHECK:         %[[FAR:.*]] = arith.muli %[[ROWS]], %c2{{[_0-9]*}} : index
// CHECK:         %[[FIRST:.*]] = arith.divsi %[[BYTES]], %c2{{[_0-9]*}} exact : index
// CHECK:         vector.load %{{.*}}[%[[FIRST]]]
// CHECK:         %[[NEXT:.*]] = arith.addi %[[BYTES]], %[[FAR]] overflow<nsw> : index
// CHECK:         %[[SECOND:.*]] = arith.divsi %[[NEXT]], %c2{{[_0-9]*}} exact : index
// CHECK:         vector.load %{{.*}}[%[[SECOND]]]
// CHECK-NOT:     llvm.freeze
// CHECK-LABEL: func.func @halves(
// CHECK:         llvm.intr.launder.invariant.group
// CHECK:         %[[START:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK:         arith.divsi %[[START]], %c2{{[_0-9]*}} exact : index
// CHECK:         %[[ON:.*]] = arith.addi %[[START]], %c64{{[_0-9]*}} overflow<nsw> : index
// CHECK:         arith.divsi %[[ON]], %c2{{[_0-9]*}} exact : index
// CHECK-NOT:     llvm.freeze
// CHECK-LABEL: func.func @bytes(
// CHECK:         llvm.intr.launder.invariant.group
// CHECK-NOT:     arith.divsi
// CHECK-NOT:     llvm.freeze

// A view counts as what it is made of.

// CHECK-LABEL: func.func @moved(
// CHECK:         llvm.intr.launder.invariant.group
// CHECK-NOT:     llvm.freeze
// CHECK-LABEL: func.func @viewed(
// CHECK-NOT:     {{llvm.freeze .* : i64|launder}}
// CHECK:         arith.addi %{{.*}}, %[[OFFSET:.*]] overflow<nsw>
// CHECK-NOT:     {{llvm.freeze .* : i64|launder}}
// CHECK-LABEL: func.func @while(
// CHECK-NOT:     {{llvm.freeze .* : i64|launder}}
// CHECK-LABEL: func.func @affine(
// CHECK-NOT:     {{llvm.freeze .* : i64|launder}}
// CHECK-LABEL: func.func @one(
// CHECK-NOT:     {{llvm.freeze .* : i64|launder}}

// What does not count that way has no bytes: a counter of 32 bits, a ring, the
// number of a view that no arithmetic makes. Several accesses under limits, and
// scattered ones, share an offset.

// CHECK-LABEL: func.func @narrow(
// CHECK-NOT:     launder
// CHECK:         llvm.freeze
// CHECK-NOT:     launder
// CHECK-LABEL: func.func @ring_of_rows(
// CHECK-NOT:     launder
// CHECK:         llvm.freeze
// CHECK-NOT:     launder
// CHECK-LABEL: func.func @limited(
// CHECK:         llvm.freeze
// CHECK-LABEL: func.func @scattered(
// CHECK:         llvm.freeze

// Nor does what the loop leaves as it is.

// CHECK-LABEL: func.func @viewed_before(
// CHECK:         %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata
// CHECK:         %[[SUM:.*]] = arith.addi %{{.*}}, %[[OFFSET]]
// CHECK:         %[[BITS:.*]] = arith.index_cast %[[SUM]] : index to i64
// CHECK:         llvm.freeze %[[BITS]]
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
func.func @halves(%m: memref<64x?xf16, strided<[?, 1]>> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %n step %c64 {
    %v = tl.load %m[0, %k] as #halves scope cta {stride_divisibility = array<i64: 8, 1>} : memref<64x?xf16, strided<[?, 1]>> to vector<32xf16>
  }
  return
}
func.func @bytes(%m: memref<64x?xi8, strided<[?, 1]>> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %n step %c64 {
    %v = tl.load %m[0, %k] as #rows scope cta {stride_divisibility = array<i64: 8, 1>} : memref<64x?xi8, strided<[?, 1]>> to vector<32xi8>
  }
  return
}
func.func @moved(%m: memref<64x?xf16, strided<[?, 1]>> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %n step %c64 {
    %tile = memref.subview %m[0, %k] [64, 64] [1, 1] : memref<64x?xf16, strided<[?, 1]>> to memref<64x64xf16, strided<[?, 1], offset: ?>>
    %v = tl.load %tile as #rows scope cta {stride_divisibility = array<i64: 8, 1>} : memref<64x64xf16, strided<[?, 1], offset: ?>> to vector<32xf16>
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
func.func @one(%m: memref<64x1024xf16> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %v = tl.load %m[%k, 0] as #tl.register<spatial(1, 128).local(1, 8)> scope cta bounds(%n, 1024) : memref<64x1024xf16> to vector<8xf16>
  }
  return
}
func.func @narrow(%m: memref<64x?xf16, strided<[?, 1]>> {llvm.align = 16 : i64}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  scf.for %k = %c0 to %n step %c64 : i32 {
    %v = tl.load %m[0, %k : i32] as #rows scope cta {stride_divisibility = array<i64: 8, 1>} : memref<64x?xf16, strided<[?, 1]>> to vector<32xf16>
  }
  return
}
func.func @ring_of_rows(%m: memref<64x?xf16, strided<[?, 1]>> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %n step %c64 {
    %stage = arith.andi %k, %c64 : index
    %v = tl.load %m[0, %stage] as #rows scope cta {stride_divisibility = array<i64: 8, 1>} : memref<64x?xf16, strided<[?, 1]>> to vector<32xf16>
  }
  return
}
func.func @limited(%m: memref<64x1024xf16> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %n step %c64 {
    %v = tl.load %m[0, %k] as #rows scope cta bounds(%n, 1024) : memref<64x1024xf16> to vector<32xf16>
  }
  return
}
func.func @scattered(%m: memref<1024xf32> {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.for %k = %c0 to %n step %c2 {
    %v = tl.load %m[0, %k] layout #tl.tile<S[(32, (4, 8)) : (8, (256, 1))]> as #tl.register<spatial(32, 1).local(1, 4)> scope warp : memref<1024xf32> to vector<4xf32>
  }
  return
}
func.func @viewed_before(%m: memref<64x1024xf16> {llvm.align = 16 : i64}, %k: index) -> vector<32xf16> {
  %tile = memref.subview %m[0, %k] [64, 64] [1, 1] : memref<64x1024xf16> to memref<64x64xf16, strided<[1024, 1], offset: ?>>
  %v = tl.load %tile as #rows scope cta : memref<64x64xf16, strided<[1024, 1], offset: ?>> to vector<32xf16>
  return %v : vector<32xf16>
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

// What is the thread's of the copies in a pipeline is a pointer in front of it.

// CHECK-LABEL: func.func @ring(
// CHECK-NOT:     llvm.call_intrinsic
// CHECK-COUNT-4: nvgpu.device_async_copy
// CHECK:         scf.for %[[TURN:.+]] =
// CHECK:         scf.if
// CHECK-COUNT-5: llvm.call_intrinsic "llvm.sideeffect"() : () -> ()
// CHECK-NOT:     llvm.call_intrinsic
// CHECK:         nvgpu.device_async_copy %[[START:.+]][%[[TURN]]],
// CHECK:         %[[NEXT:.+]] = arith.addi %[[TURN]], %c16384
// CHECK:         nvgpu.device_async_copy %[[START]][%[[NEXT]]],
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
