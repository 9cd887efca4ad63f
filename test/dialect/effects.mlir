// What upstream passes do with operations of this dialect, by the effects that
// their rows say: rules E1 to E4.
// RUN: %mlir-opt %s --split-input-file --cse | FileCheck %s --check-prefix=CSE
// RUN: %mlir-opt %s --split-input-file --canonicalize | FileCheck %s --check-prefix=DEAD
// RUN: %mlir-opt %s --split-input-file --remove-dead-values | FileCheck %s --check-prefix=VALUES
// RUN: %mlir-opt %s --split-input-file --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: %mlir-opt %s --split-input-file --control-flow-sink | FileCheck %s --check-prefix=SINK
// RUN: %mlir-opt %s --split-input-file --inline | FileCheck %s --check-prefix=INLINE
// RUN: %mlir-opt %s --split-input-file --gpu-eliminate-barriers | FileCheck %s --check-prefix=BARRIER

#frag = #tl.register<spatial(32, 1).local(1, 8)>

// E1: loads of one tile with nothing written in between are one; a store, and
// the wait for what arrives asynchronously, are in between.
// CSE-LABEL: func.func @equal_loads
// CSE:       %[[V:.*]] = tl.load
// CSE-NEXT:  tl.store %[[V]]
// CSE-NEXT:  tl.store %[[V]]
// CSE-NEXT:  return
func.func @equal_loads(%A: memref<32x8xf32>, %B: memref<32x8xf32>, %C: memref<32x8xf32>) {
  %v = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
  %w = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
  tl.store %v as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
  tl.store %w as #frag to %C scope warp : vector<8xf32> to memref<32x8xf32>
  return
}

// CSE-LABEL:       func.func @written_between
// CSE-COUNT-2:     tl.load
// CSE-LABEL:       func.func @waited_between
// CSE-COUNT-2:     tl.load
func.func @written_between(%A: memref<32x8xf32>, %B: memref<32x8xf32>) {
  %v = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
  tl.store %v as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
  %w = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
  tl.store %w as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
  return
}
func.func @waited_between(%S: memref<32x8xf32, 3>, %B: memref<32x8xf32>, %C: memref<32x8xf32>) {
  %v = tl.load %S as #frag scope warp : memref<32x8xf32, 3> to vector<8xf32>
  tl.async_wait 0
  %w = tl.load %S as #frag scope warp : memref<32x8xf32, 3> to vector<8xf32>
  tl.store %v as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
  tl.store %w as #frag to %C scope warp : vector<8xf32> to memref<32x8xf32>
  return
}

// -----

#frag = #tl.register<spatial(32, 1).local(1, 8)>

// What only reads and nobody reads goes; what writes, and groups, stay (E2).
// DEAD-LABEL: func.func @dead
// DEAD-NOT:     tl.load
// DEAD-NOT:     tl.thread_load
// DEAD-NOT:     tl.assume
// DEAD:         tl.copy %{{.*}} to %{{.*}} as #{{.*}} scope warp async
// DEAD:         tl.thread_async
// DEAD:         tl.async_commit
// DEAD:         tl.async_wait 0
// DEAD:         tl.thread_copy
// DEAD:         tl.thread_copy
// DEAD:         return
// VALUES-LABEL: func.func @dead
// VALUES-NOT:     tl.assume
// VALUES:         tl.load
// VALUES-NOT:     tl.load
// VALUES:         tl.thread_copy
func.func @dead(%A: memref<32x8xf32>, %C: memref<32x8xf32> {llvm.readonly, llvm.noalias}, %S: memref<32x8xf32, 3>, %R: memref<8xf32, 5>, %o: index) {
  %v = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
  %c = tl.load %C as #frag scope warp : memref<32x8xf32> to vector<8xf32>
  %w = tl.thread_load %A[%o] atoms (8) : (1) -> (1) align 4 : memref<32x8xf32> to vector<8xf32>
  %k = tl.assume %o multiple 8 : index
  tl.copy %A to %S as #frag scope warp async : memref<32x8xf32> to memref<32x8xf32, 3>
  tl.thread_async %A[%o] to %S[%o] atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
    : memref<32x8xf32> to memref<32x8xf32, 3>
  tl.async_commit
  tl.async_wait 0
  tl.thread_copy %S[%o] to %R atoms (8) : (1) -> (1) align 4 : memref<32x8xf32, 3> to memref<8xf32, 5>
  tl.thread_copy %R to %S[%o] atoms (8) : (1) -> (1) align 4 : memref<8xf32, 5> to memref<32x8xf32, 3>
  return
}

// -----

#frag = #tl.register<spatial(32, 1).local(1, 8)>

// E3, E4: what nothing writes may be loaded before the loop, where the tile is
// inside of it whatever the loop does.
// LICM-LABEL: func.func @invariant(
// LICM-NOT:     scf.for
// LICM:         tl.load %arg0 as
// LICM:         scf.for
// LICM-NEXT:      tl.load %arg0[%{{.*}}, 0]
// LICM-NEXT:      tl.load %arg1 as
// LICM-NEXT:      tl.load %arg2 as
// LICM-NEXT:      tl.load %arg0 as {{.*}} {alignment = 16 : i64}
func.func @invariant(%A: memref<32x8xf32> {llvm.readonly, llvm.noalias}, %B: memref<32x8xf32>,
                     %C: memref<32x8xf32> {llvm.noalias}, %D: memref<32x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
    %b = tl.load %A[%n, 0] as #frag scope warp : memref<32x8xf32> to vector<8xf32>
    %c = tl.load %B as #frag scope warp : memref<32x8xf32> to vector<8xf32>
    %d = tl.load %C as #frag scope warp : memref<32x8xf32> to vector<8xf32>
    %e = tl.load %A as #frag scope warp {alignment = 16 : i64} : memref<32x8xf32> to vector<8xf32>
    tl.store %a as #frag to %D scope warp : vector<8xf32> to memref<32x8xf32>
    tl.store %b as #frag to %D scope warp : vector<8xf32> to memref<32x8xf32>
    tl.store %c as #frag to %D scope warp : vector<8xf32> to memref<32x8xf32>
    tl.store %d as #frag to %D scope warp : vector<8xf32> to memref<32x8xf32>
    tl.store %e as #frag to %D scope warp : vector<8xf32> to memref<32x8xf32>
  }
  return
}

// Bounds that are numbers keep a tile inside; a value may be wrong where it is
// not asked for, and so may a view, and what is assumed.
// LICM-LABEL: func.func @guarded(
// LICM-NOT:     scf.for
// LICM:         tl.load %arg0[24, 0] {{.*}} bounds(32, 8)
// LICM:         scf.for
// LICM-NEXT:      tl.load %arg0[24, 0] {{.*}} bounds(%
// LICM-NEXT:      tl.load %{{.*}} as #{{.*}} scope warp : memref<32x8xf32, strided
// LICM-NEXT:      tl.assume
func.func @guarded(%A: memref<32x8xf32> {llvm.readonly, llvm.noalias}, %D: memref<32x8xf32>,
                   %V: memref<?x8xf32> {llvm.readonly, llvm.noalias}, %n: index, %o: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %view = memref.subview %V[%o, 0] [32, 8] [1, 1] : memref<?x8xf32> to memref<32x8xf32, strided<[8, 1], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    %a = tl.load %A[24, 0] as #frag scope warp bounds(32, 8) : memref<32x8xf32> to vector<8xf32>
    %b = tl.load %A[24, 0] as #frag scope warp bounds(%n, 8) : memref<32x8xf32> to vector<8xf32>
    %c = tl.load %view as #frag scope warp : memref<32x8xf32, strided<[8, 1], offset: ?>> to vector<8xf32>
    %k = tl.assume %n multiple 32 : index
    tl.store %a as #frag to %D[%k, 0] scope warp bounds(32, 8) : vector<8xf32> to memref<32x8xf32>
    tl.store %b as #frag to %D scope warp : vector<8xf32> to memref<32x8xf32>
    tl.store %c as #frag to %D scope warp : vector<8xf32> to memref<32x8xf32>
  }
  return
}

// -----

#frag = #tl.register<spatial(32, 1).local(1, 8)>
#turned = #tl.register<spatial(1, 32).local(8, 1)>

// E3: what nothing writes, or a view of it, may be loaded where it is used; of
// workgroup memory matrices are loaded by a whole warp.
// SINK-LABEL: func.func @sink(
// SINK:         tl.load %{{.*}} as #{{.*}} scope warp : memref<32x8xf32, 3>
// SINK-NEXT:    tl.load %arg2 as
// SINK-NEXT:    scf.if
// SINK:           tl.assume
// SINK-NEXT:      tl.load %{{.*}} as #{{.*}} scope warp : memref<32x8xf32, strided
// SINK-NEXT:      memref.transpose
// SINK-NEXT:      tl.load %{{.*}} as #{{.*}} scope warp : memref<8x64xf32, strided
// SINK-NEXT:      memref.distinct_objects
// SINK-NEXT:      tl.load %{{.*}} as #{{.*}} scope warp : memref<8x64xf32, strided
func.func @sink(%V: memref<64x8xf32> {llvm.readonly, llvm.noalias}, %S: memref<32x8xf32, 3> {llvm.readonly, llvm.noalias},
                %B: memref<32x8xf32>, %c: i1, %n: index) {
  %k = tl.assume %n multiple 32 : index
  %view = memref.subview %V[32, 0] [32, 8] [1, 1] : memref<64x8xf32> to memref<32x8xf32, strided<[8, 1], offset: 256>>
  %u = tl.load %S as #frag scope warp : memref<32x8xf32, 3> to vector<8xf32>
  %v = tl.load %B as #frag scope warp : memref<32x8xf32> to vector<8xf32>
  %turned = memref.transpose %V (r, c) -> (c, r) : memref<64x8xf32> to memref<8x64xf32, strided<[1, 8]>>
  %apart:2 = memref.distinct_objects %B, %turned : memref<32x8xf32>, memref<8x64xf32, strided<[1, 8]>>
  %w = tl.load %view as #frag scope warp : memref<32x8xf32, strided<[8, 1], offset: 256>> to vector<8xf32>
  %x = tl.load %turned as #turned scope warp : memref<8x64xf32, strided<[1, 8]>> to vector<8xf32>
  %y = tl.load %apart#1 as #turned scope warp : memref<8x64xf32, strided<[1, 8]>> to vector<8xf32>
  scf.if %c {
    tl.store %u as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
    tl.store %v as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
    tl.store %w as #frag to %B[%k, 0] scope warp bounds(32, 8) : vector<8xf32> to memref<32x8xf32>
    tl.store %x as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
    tl.store %y as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
  }
  return
}

// -----

#frag = #tl.register<spatial(32, 1).local(1, 8)>

// INLINE-LABEL: func.func @caller
// INLINE-NEXT:    tl.copy
// INLINE-NEXT:    tl.async_commit
// INLINE-NEXT:    tl.async_wait 0
// INLINE-NEXT:    tl.load
// INLINE-NEXT:    tl.store
// INLINE-NEXT:    return
func.func private @callee(%A: memref<32x8xf32>, %S: memref<32x8xf32, 3>) {
  tl.copy %A to %S as #frag scope warp async : memref<32x8xf32> to memref<32x8xf32, 3>
  tl.async_commit
  tl.async_wait 0
  %v = tl.load %S as #frag scope warp : memref<32x8xf32, 3> to vector<8xf32>
  tl.store %v as #frag to %A scope warp : vector<8xf32> to memref<32x8xf32>
  return
}
func.func @caller(%A: memref<32x8xf32>, %S: memref<32x8xf32, 3>) {
  call @callee(%A, %S) : (memref<32x8xf32>, memref<32x8xf32, 3>) -> ()
  return
}

// -----

#frag = #tl.register<spatial(32, 1).local(1, 8)>

// Between reads a barrier orders nothing; what is written, or arrives
// asynchronously, is behind one (E2).
// BARRIER-LABEL: func.func @barriers
// BARRIER:         tl.load
// BARRIER-NEXT:    tl.load
// BARRIER-NEXT:    gpu.barrier
// BARRIER-NEXT:    tl.store
// BARRIER-NEXT:    gpu.barrier
// BARRIER-NEXT:    tl.load
// BARRIER-NEXT:    tl.async_wait 0
// BARRIER-NEXT:    gpu.barrier
// BARRIER-NEXT:    tl.load
func.func @barriers(%B: memref<32x8xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
             workgroup(%S: memref<32x8xf32, 3>) {
    %u = tl.load %S as #frag scope warp : memref<32x8xf32, 3> to vector<8xf32>
    gpu.barrier
    %v = tl.load %S as #frag scope warp : memref<32x8xf32, 3> to vector<8xf32>
    gpu.barrier
    tl.store %u as #frag to %S scope warp : vector<8xf32> to memref<32x8xf32, 3>
    gpu.barrier
    %w = tl.load %S as #frag scope warp : memref<32x8xf32, 3> to vector<8xf32>
    tl.async_wait 0
    gpu.barrier
    %x = tl.load %S as #frag scope warp : memref<32x8xf32, 3> to vector<8xf32>
    tl.store %v as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
    tl.store %w as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
    tl.store %x as #frag to %B scope warp : vector<8xf32> to memref<32x8xf32>
    gpu.terminator
  }
  return
}

// -----

// A copy that waits for nothing touches what it copies, and no groups.
// BARRIER-LABEL: func.func @private
// BARRIER:         tl.copy
// BARRIER-NEXT:    tl.copy
func.func @private(%A: memref<32x8xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %u = memref.alloca() : memref<8xf32, 5>
    %v = memref.alloca() : memref<8xf32, 5>
    gpu.barrier
    tl.copy %A to %u layout #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to memref<8xf32, 5>
    gpu.barrier
    tl.copy %A to %v layout #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to memref<8xf32, 5>
    gpu.barrier
    gpu.terminator
  }
  return
}
