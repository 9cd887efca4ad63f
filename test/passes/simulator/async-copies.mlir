// RUN: tl-sim %s --kernel=waits --dump=1 | FileCheck %s --check-prefix=WAITS
// RUN: tl-sim %s --kernel=waits --verify-lowering=tl-partition-copies | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %s --kernel=bounds --arg=2:scalar=3 --dump=1 | FileCheck %s --check-prefix=BOUNDS
// RUN: tl-sim %s --kernel=threads --dump=1 | FileCheck %s --check-prefix=THREADS
// RUN: tl-sim %s --kernel=threads --verify-lowering=tl-vectorize-copies | FileCheck %s --check-prefix=LOWERED-THREADS
// RUN: tl-sim %s --kernel=threads --verify-lowering=tl-vectorize-copies,tl-lower-thread-copies | FileCheck %s --check-prefix=LOWERED-THREADS
// RUN: tl-sim %s --kernel=threads --verify-lowering='tl-vectorize-copies,tl-lower-thread-copies{unroll=0}' | FileCheck %s --check-prefix=LOWERED-THREADS
// RUN: tl-sim %s --kernel=rows --arg=2:scalar=3 --dump=1 | FileCheck %s --check-prefix=ROWS
// RUN: tl-sim %s --kernel=rows --arg=2:scalar=3 --verify-lowering=tl-vectorize-copies,tl-lower-thread-copies | FileCheck %s --check-prefix=LOWERED-ROWS
// RUN: tl-sim %s --kernel=rows --arg=2:scalar=4 --verify-lowering=tl-vectorize-copies,tl-lower-thread-copies | FileCheck %s --check-prefix=LOWERED-ROWS
// RUN: tl-sim %s --kernel=rows --verify-lowering=tl-vectorize-copies,tl-lower-thread-copies | FileCheck %s --check-prefix=LOWERED-ROWS
// RUN: not tl-sim %s --kernel=no_wait 2>&1 | FileCheck %s --check-prefix=NO-WAIT
// RUN: not tl-sim %s --kernel=no_wait --verify-lowering 2>&1 | FileCheck %s --check-prefix=NO-WAIT
// RUN: not tl-sim %s --kernel=other_group 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tl-sim %s --kernel=no_barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not tl-sim %s --kernel=odd_offset --block=1 2>&1 | FileCheck %s --check-prefix=ODD

// Asynchronous copies by their definition, of a group of threads and of one.

#rows = #tl.register<spatial(32, 1).local(1, 4)>
#shared = #gpu.address_space<workgroup>

// WAITS:      argument 1:
// WAITS-NEXT: {{^}}[0, 1, 2, 3]
// WAITS:      {{^}}[124, 125, 126, 127]
// LOWERED:       @waits: equivalent: 256 elements, 32 threads
func.func @waits(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<32x4xf32>) {
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x4xf32, #shared>
  tl.copy %A to %s as #rows scope warp async : memref<32x4xf32> to memref<32x4xf32, #shared>
  tl.async_commit
  tl.async_wait 0
  %v = tl.load %s as #rows scope warp : memref<32x4xf32, #shared> to vector<4xf32>
  tl.store %v as #rows to %B scope warp : vector<4xf32> to memref<32x4xf32>
  return
}

// Past the bounds are zeros.

// BOUNDS:      argument 1:
// BOUNDS-NEXT: {{^}}[0, 1, 2, 0]
// BOUNDS-NEXT: {{^}}[4, 5, 6, 0]
// BOUNDS-NEXT: {{^}}[8, 9, 10, 0]
// BOUNDS-NEXT: {{^}}[0, 0, 0, 0]
func.func @bounds(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<32x4xf32>, %m: index) {
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x4xf32, #shared>
  tl.copy %A to %s as #rows scope warp async bounds(%m, %m) : memref<32x4xf32> to memref<32x4xf32, #shared>
  tl.async_commit
  tl.async_wait 0
  %v = tl.load %s as #rows scope warp : memref<32x4xf32, #shared> to vector<4xf32>
  tl.store %v as #rows to %B scope warp : vector<4xf32> to memref<32x4xf32>
  return
}

// Strides of both sides, a swizzle in the target.

// THREADS:      argument 1:
// THREADS-NEXT: {{^}}[0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]
// THREADS-NEXT: {{^}}[48, 49, 50, 51, 52, 53, 54, 55, 32, 33, 34, 35, 36, 37, 38, 39]
// LOWERED-THREADS: @threads: equivalent
func.func @threads(%A: memref<4096xi16> {llvm.align = 16 : i64}, %B: memref<32x16xi16>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<512xi16, #shared>
  %from = arith.muli %l, %c32 : index
  %to = arith.muli %l, %c16 : index
  tl.thread_async %A[%from] to %s[%to] swizzle (3, 1, 1) atoms (2, 8) : (16, 1) -> (8, 1) align 16 : memref<4096xi16> to memref<512xi16, #shared>
  tl.async_commit
  tl.async_wait 0
  %v = vector.load %s[%to] : memref<512xi16, #shared>, vector<16xi16>
  vector.store %v, %B[%l, %c0] : memref<32x16xi16>, vector<16xi16>
  return
}

// Two rows in an access, of which the limit leaves one; and a loop whose limit
// its steps use up.

// ROWS:      argument 1:
// ROWS-NEXT: {{^}}[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0]
// LOWERED-ROWS: @rows: equivalent
func.func @rows(%A: memref<4096xi16> {llvm.align = 16 : i64}, %B: memref<32x16xi16>, %m: index) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<512xi16, #shared>
  %o = arith.muli %l, %c16 : index
  tl.thread_async %A[%o] to %s[%o] atoms (2, 2, 4) : (8, 4, 1) -> (8, 4, 1) within (%m) granule 1 by (0 : 2, 0 : 1, 0 : 0) align 16 : memref<4096xi16> to memref<512xi16, #shared>
  tl.async_commit
  tl.async_wait 0
  %v = vector.load %s[%o] : memref<512xi16, #shared>, vector<16xi16>
  vector.store %v, %B[%l, %c0] : memref<32x16xi16>, vector<16xi16>
  return
}

// What has not been waited for is not there.

// NO-WAIT: async-copies.mlir:[[# @LINE + 6]]:8: error: 'tl.load' op asynchronous copy: thread (0, 0, 0) of block (0, 0, 0) reads element 0 of an allocation before the copy to it has been waited for
// NO-WAIT: async-copies.mlir:[[# @LINE + 3]]:3: note: thread (0, 0, 0) of block (0, 0, 0) starts the copy here
func.func @no_wait(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<32x4xf32>) {
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x4xf32, #shared>
  tl.copy %A to %s as #rows scope warp async : memref<32x4xf32> to memref<32x4xf32, #shared>
  tl.async_commit
  %v = tl.load %s as #rows scope warp : memref<32x4xf32, #shared> to vector<4xf32>
  tl.async_wait 0
  return
}

// OTHER: error: 'tl.load' op asynchronous copy: thread (0, 0, 0) of block (0, 0, 0) reads element 0 of an allocation before
func.func @other_group(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<32x4xf32>) {
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x4xf32, #shared>
  tl.copy %A to %s as #rows scope warp async : memref<32x4xf32> to memref<32x4xf32, #shared>
  tl.async_commit
  tl.async_wait 1
  %v = tl.load %s as #rows scope warp : memref<32x4xf32, #shared> to vector<4xf32>
  tl.async_wait 0
  return
}

// A wait is of its thread; others need a barrier.

// BARRIER: error: 'tl.load' op race: thread (0, 0, 0) of block (0, 0, 0) reads element 4 of an allocation
func.func @no_barrier(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<32x4xf32>) {
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x4xf32, #shared>
  tl.copy %A to %s as #rows scope warp async : memref<32x4xf32> to memref<32x4xf32, #shared>
  tl.async_commit
  tl.async_wait 0
  %v = tl.load %s as #tl.register<spatial(8, 4).local(4, 1)> scope warp : memref<32x4xf32, #shared> to vector<4xf32>
  return
}

// What the operation says of the offset of its target has to hold.

// ODD: error: 'tl.thread_async' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) has offset 4 from address 0x{{[0-9a-f]+}}, and says that it is 0 elements past a multiple of 16 bytes
func.func @odd_offset(%A: memref<64xi16> {llvm.align = 16 : i64}, %S: memref<64xi16, #shared> {llvm.align = 16 : i64}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tl.thread_async %A[%c0] to %S[%c4] atoms () : () -> () vector 8 of (8) -> (1) align 16 : memref<64xi16> to memref<64xi16, #shared>
  tl.async_wait 0
  return
}
