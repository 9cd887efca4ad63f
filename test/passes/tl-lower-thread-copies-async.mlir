// RUN: %tl-opt %s --tl-lower-thread-copies --canonicalize | FileCheck %s
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(tl-lower-thread-copies,canonicalize)' | FileCheck %s

// Groups are those of the hardware; accesses of 16 bytes go around L1.

// CHECK-LABEL: func.func @accesses
// CHECK-SAME:    %[[A:.+]]: memref<4096xf16>, %[[S:.+]]: memref<4096xf16, 3>, %[[I:.+]]: index, %[[J:.+]]: index)
// CHECK:         nvgpu.device_async_copy %[[A]][%[[I]]], %[[S]][%[[J]]], 8 {bypassL1} : memref<4096xf16> to memref<4096xf16, 3>
// CHECK-DAG:     %[[I1:.+]] = arith.addi %[[I]], %c1024
// CHECK-DAG:     %[[J1:.+]] = arith.addi %[[J]], %c512
// CHECK:         nvgpu.device_async_copy %[[A]][%[[I1]]], %[[S]][%[[J1]]], 8 {bypassL1}
// CHECK-NEXT:    nvvm.cp.async.commit.group
// CHECK-NEXT:    nvgpu.device_async_copy %[[A]][%[[I]]], %[[S]][%[[J]]], 4 : memref
// CHECK-NEXT:    nvgpu.device_async_copy %[[A]][%[[I]]], %[[S]][%[[J]]], 2 : memref
// CHECK-NEXT:    nvvm.cp.async.wait.group 1
// CHECK-NEXT:    return
func.func @accesses(%A: memref<4096xf16>, %S: memref<4096xf16, 3>, %i: index, %j: index) {
  tl.thread_async %A[%i] to %S[%j] atoms (2) : (1024) -> (512) vector 8 of (8) -> (1) align 16 : memref<4096xf16> to memref<4096xf16, 3>
  tl.async_commit
  tl.thread_async %A[%i] to %S[%j] atoms () : () -> () vector 4 of (4) -> (1) align 8 : memref<4096xf16> to memref<4096xf16, 3>
  tl.thread_async %A[%i] to %S[%j] atoms () : () -> () vector 2 of (2) -> (1) align 4 : memref<4096xf16> to memref<4096xf16, 3>
  tl.async_wait 1
  return
}

// Each side has its own swizzle.

// CHECK-LABEL: func.func @swizzles
// CHECK-SAME:    %[[A:.+]]: memref<4096xf16>, %[[S:.+]]: memref<4096xf16, 3>, %[[I:.+]]: index, %[[J:.+]]: index)
// CHECK:         %[[READ:.+]] = arith.andi %[[I]], %c448
// CHECK:         %[[SHIFT:.+]] = arith.shrui %[[READ]], %c3
// CHECK:         %[[FROM:.+]] = arith.xori %[[I]], %[[SHIFT]]
// CHECK:         nvgpu.device_async_copy %[[A]][%[[FROM]]], %[[S]][%[[J]]], 8
// CHECK:         %[[TO:.+]] = arith.xori %[[J]], %c72
// CHECK:         nvgpu.device_async_copy %[[A]][%{{.+}}], %[[S]][%[[TO]]], 8
func.func @swizzles(%A: memref<4096xf16>, %S: memref<4096xf16, 3>, %i: index, %j: index) {
  tl.thread_async %A[%i] to %S[%j] swizzle (3, 3, 3) bits 72 atoms (2) : (512) -> (64) vector 8 of (8) -> (1) swizzle (3, 3, 3) align 16 : memref<4096xf16> to memref<4096xf16, 3>
  return
}

// Elements past a limit are zeros: nothing is read of an access that is outside,
// and of one that a limit cuts as many as are inside.

// CHECK-LABEL: func.func @limits
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index)
// CHECK-DAG:     %[[C8:.+]] = arith.constant 8 : index
// CHECK-DAG:     %[[C0:.+]] = arith.constant 0 : index
// CHECK:         %[[ROW:.+]] = arith.cmpi sgt, %[[M]], %[[C0]]
// CHECK-NEXT:    %[[ALL:.+]] = arith.select %[[ROW]], %[[C8]], %[[C0]]
// CHECK-NEXT:    nvgpu.device_async_copy %{{.+}}, 8, %[[ALL]] {bypassL1}
// CHECK:         %[[LESS:.+]] = arith.minsi %[[N]], %[[C8]]
// CHECK-NEXT:    %[[SOME:.+]] = arith.maxsi %[[LESS]], %[[C0]]
// CHECK-NEXT:    nvgpu.device_async_copy %{{.+}}, 8, %[[SOME]] {bypassL1}
// CHECK:         %[[REST:.+]] = arith.subi %[[N]], %[[C8]]
// CHECK-NEXT:    %[[LESS:.+]] = arith.minsi %[[REST]], %[[C8]]
// CHECK-NEXT:    %[[SOME:.+]] = arith.maxsi %[[LESS]], %[[C0]]
// CHECK-NEXT:    nvgpu.device_async_copy %{{.+}}, 8, %[[SOME]] {bypassL1}
func.func @limits(%A: memref<4096xf16>, %S: memref<4096xf16, 3>, %i: index, %j: index, %m: index, %n: index) {
  tl.thread_async %A[%i] to %S[%j] atoms () : () -> () vector 8 of (8) -> (1) within (%m) granule 8 by (0 : 1) align 16 : memref<4096xf16> to memref<4096xf16, 3>
  tl.thread_async %A[%i] to %S[%j] atoms (2) : (8) -> (8) vector 8 of (8) -> (1) within (%n) granule 1 by (0 : 8, 0 : 1) align 16 : memref<4096xf16> to memref<4096xf16, 3>
  return
}

// Two rows in an access: as many elements as rows are inside, times four; and
// both limits where columns are limited, too.

// CHECK-LABEL: func.func @rows
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index)
// CHECK:         %[[LESS:.+]] = arith.minsi %[[M]], %c2
// CHECK-NEXT:    %[[INSIDE:.+]] = arith.maxsi %[[LESS]], %c0
// CHECK-NEXT:    %[[ROWS:.+]] = arith.muli %[[INSIDE]], %c4
// CHECK-NEXT:    nvgpu.device_async_copy %{{.+}}, 8, %[[ROWS]] {bypassL1}
// CHECK:         %[[BEGINS:.+]] = arith.cmpi sgt, %[[N]], %c0
// CHECK-NEXT:    %[[BOTH:.+]] = arith.select %[[BEGINS]], %{{.+}}, %c0
// CHECK-NEXT:    nvgpu.device_async_copy %{{.+}}, 8, %[[BOTH]] {bypassL1}
func.func @rows(%A: memref<4096xf16>, %S: memref<4096xf16, 3>, %i: index, %j: index, %m: index, %n: index) {
  tl.thread_async %A[%i] to %S[%j] atoms () : () -> () vector 8 of (2, 4) -> (4, 1) within (%m) granule 1 by (0 : 1, 0 : 0) align 16 : memref<4096xf16> to memref<4096xf16, 3>
  tl.thread_async %A[%i] to %S[%j] atoms () : () -> () vector 8 of (2, 4) -> (4, 1) within (%m) granule 1 within (%n) granule 8 by (0 : 1, 0 : 0) align 16 : memref<4096xf16> to memref<4096xf16, 3>
  return
}

// Many accesses are a loop that LLVM unrolls.

// CHECK-LABEL: func.func @loop
// CHECK:         scf.for %[[K:.+]] = %c0 to %c32 step %c1 {
// CHECK-DAG:       %[[FROM:.+]] = arith.muli %[[K]], %c64
// CHECK-DAG:       %[[TO:.+]] = arith.muli %[[K]], %c8
// CHECK:           nvgpu.device_async_copy
// CHECK-NEXT:    } {loop_annotation = #{{.+}}}
func.func @loop(%A: memref<4096xf16>, %S: memref<4096xf16, 3>, %i: index, %j: index) {
  tl.thread_async %A[%i] to %S[%j] atoms (32) : (64) -> (8) vector 8 of (8) -> (1) align 16 : memref<4096xf16> to memref<4096xf16, 3>
  return
}

// A width need not have been chosen where an element is one.

// CHECK-LABEL: func.func @elements
// CHECK:         nvgpu.device_async_copy %{{.+}}, 1 : memref<64xf32>
func.func @elements(%A: memref<64xf32>, %S: memref<64xf32, 3>, %i: index) {
  tl.thread_async %A[%i] to %S[%i] atoms () : () -> () align 4 : memref<64xf32> to memref<64xf32, 3>
  return
}
