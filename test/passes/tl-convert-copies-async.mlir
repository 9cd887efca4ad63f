// RUN: tl-opt %s --tl-convert-copies --mlir-print-local-scope --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// What threads start and wait for.  Before by one thread, since each would write
// for all.

// RUN: tl-sim %s --kernel=tiles --block=1 --arg=4:scalar=27 --checksum | grep checksum > %t.before
// RUN: tl-sim %s --kernel=at_once --block=1 --arg=1:scalar=4 --arg=2:scalar=3 --checksum | grep checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=tiles --arg=4:scalar=27 --checksum | grep checksum > %t.after
// RUN: tl-sim %t.mlir --kernel=at_once --arg=1:scalar=4 --arg=2:scalar=3 --checksum | grep checksum >> %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=tiles --arg=4:scalar=27 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=at_once --arg=1:scalar=4 --arg=2:scalar=3 --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: grep -v gpu.barrier %t.mlir > %t.bare.mlir
// RUN: not tl-sim %t.bare.mlir --kernel=at_once --arg=1:scalar=4 --arg=2:scalar=3 2>&1 | FileCheck %s --check-prefix=RACE
// LOWERED: equivalent
// RACE: error: {{.+}} race

gpu.module @kernels {

// Parts of 8, of 4 with as many as are left, and of 2, each with zeros behind.  A
// barrier goes behind the wait.

// CHECK-LABEL: gpu.func @tiles(
// CHECK-SAME:    %[[A:[^:]+]]: memref<32x64xf16> {llvm.align = 16 : i64}, %[[B:[^:]+]]: memref<16x32xf32> {{.+}}, %[[N:[^:]+]]: index, 
// CHECK-SAME:    workgroup(%[[S:[^:]+]] : memref<32x64xf16, 3> {{.+}}, %[[T:[^:]+]] : memref<16x32xf32, 3> {{.+}}, %[[U:[^:]+]] : memref<32xf32, 3>
// CHECK:       gpu.barrier
// CHECK-NEXT:  tl.copy %[[A]] to %[[S]] scope cta tile(32, 64) threads 64 async :
// CHECK:       %[[END:.+]] = arith.maxsi %[[N]], %c0
// CHECK:       %[[E:.+]] = arith.minsi %{{.+}}, %[[END]]
// CHECK-NEXT:  tl.copy %[[B]] to %[[T]] scope cta tile(16, 32) threads 64 async bounds(16, %[[E]]) :
// CHECK-NEXT:  tl.async_commit
// CHECK-NEXT:  arith.addf
// CHECK-NEXT:  tl.async_wait 0
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[S]]
// CHECK-NEXT:  memref.subview
// CHECK-NEXT:  tl.copy %[[T]]
// CHECK-NEXT:  gpu.barrier
// CHECK:       tl.copy %[[B]][3, 2] to %[[U]][2] scope cta tile(30) threads 64 async :
// CHECK-NEXT:  tl.async_commit
// CHECK-NEXT:  tl.async_wait 0
// CHECK-NEXT:  gpu.barrier
// CHECK-NOT:   gpu.barrier
// CHECK:       tl.copy %{{.+}} : memref<30xf32, strided<[1], offset: 2>, 3>
gpu.func @tiles(%a: memref<32x64xf16> {llvm.align = 16 : i64}, %b: memref<16x32xf32> {llvm.align = 16 : i64}, %c: memref<32x64xf16> {llvm.noalias}, %d: memref<17x32xf32> {llvm.noalias}, %n: index, %f: f32)
    workgroup(%s: memref<32x64xf16, 3> {llvm.align = 16 : i64}, %t: memref<16x32xf32, 3> {llvm.align = 16 : i64}, %u: memref<32xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c3 = arith.constant 3 : index
  scf.forall (%i, %j) in (32, 8) {
    %k = affine.apply affine_map<(d0) -> (d0 * 8)>(%j)
    %0 = nvgpu.device_async_copy %a[%i, %k], %s[%i, %k], 8 {bypassL1} : memref<32x64xf16> to memref<32x64xf16, 3>
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  scf.forall (%i, %j) = (0, 0) to (16, 32) step (1, 4) {
    %left = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%j)[%n]
    %some = affine.max affine_map<(d0) -> (0, d0)>(%left)
    %0 = nvgpu.device_async_copy %b[%i, %j], %t[%i, %j], 4, %some : memref<16x32xf32> to memref<16x32xf32, 3>
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  %group = nvgpu.device_async_create_group
  "arith.addf"(%f, %f) : (f32, f32) -> f32
  nvgpu.device_async_wait %group {numGroups = 0 : i32}
  memref.copy %s, %c : memref<32x64xf16, 3> to memref<32x64xf16>
  %e = memref.subview %d[0, 0] [16, 32] [1, 1] : memref<17x32xf32> to memref<16x32xf32, strided<[32, 1]>>
  memref.copy %t, %e : memref<16x32xf32, 3> to memref<16x32xf32, strided<[32, 1]>>
  scf.forall (%j) = (2) to (32) step (1) {
    %0 = nvgpu.device_async_copy %b[%c3, %j], %u[%j], 1 : memref<16x32xf32> to memref<32xf32, 3>
    %1 = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %1
  } {mapping = [#gpu.thread<x>]}
  gpu.barrier
  %h = memref.subview %d[16, 2] [1, 30] [1, 1] : memref<17x32xf32> to memref<30xf32, strided<[1], offset: 514>>
  %v = memref.subview %u[2] [30] [1] : memref<32xf32, 3> to memref<30xf32, strided<[1], offset: 2>, 3>
  memref.copy %v, %h : memref<30xf32, strided<[1], offset: 2>, 3> to memref<30xf32, strided<[1], offset: 514>>
  gpu.return
}

// Of all threads, without a loop: what is read behind the size is zero.

// CHECK-LABEL: gpu.func @at_once(
// CHECK:       gpu.barrier
// CHECK:       tl.copy %{{.+}}[2, %{{.+}}] to %{{.+}} scope cta tile(4) threads 64 async bounds(%{{.+}}) :
// CHECK-NEXT:  tl.copy %{{.+}}[3, 0] to %{{.+}} scope cta tile(4) threads 64 async :
// CHECK:       tl.async_commit
// CHECK-NEXT:  tl.async_wait 0
// CHECK-NEXT:  gpu.barrier
gpu.func @at_once(%a: memref<4x64xf32> {llvm.align = 16 : i64}, %i: index, %n: index, %b: memref<8xf32>) workgroup(%s: memref<4xf32, 3> {llvm.align = 16 : i64}, %t: memref<4xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = nvgpu.device_async_copy %a[%c2, %i], %s[%c0], 4, %n : memref<4x64xf32> to memref<4xf32, 3>
  %1 = nvgpu.device_async_copy %a[%c3, %c0], %t[%c0], 4 : memref<4x64xf32> to memref<4xf32, 3>
  %2 = nvgpu.device_async_create_group %0, %1
  nvgpu.device_async_wait %2
  %y = memref.load %s[%c2] : memref<4xf32, 3>
  %v = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  memref.copy %s, %v : memref<4xf32, 3> to memref<4xf32, strided<[1]>>
  %w = memref.subview %b[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %t, %w : memref<4xf32, 3> to memref<4xf32, strided<[1], offset: 4>>
  gpu.return
}

// What a thread copies for itself stays without a word, and so does what a rule
// leaves, with one.

// CHECK-LABEL: gpu.func @left(
// CHECK-NOT:   tl.copy
gpu.func @left(%a: memref<32x64xf16>, %g: memref<32x64xf16> {llvm.align = 16 : i64}, %i: index, %odd: memref<32x65xf16> {llvm.align = 16 : i64}) workgroup(%s: memref<32x64xf16, 3>, %t: memref<64xf32, 3>, %u: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = gpu.thread_id x
  %0 = nvgpu.device_async_copy %g[%x, %c0], %s[%x, %c0], 8 : memref<32x64xf16> to memref<32x64xf16, 3>
  // expected-remark @+1 {{'nvgpu.device_async_copy' op is left. W9: an access of the source is not known to start at a multiple of 4 bytes: argument 0 states no alignment}}
  %1 = nvgpu.device_async_copy %a[%c0, %c0], %s[%c0, %c0], 8 : memref<32x64xf16> to memref<32x64xf16, 3>
  // expected-remark @+1 {{W9: an access of the source is not known to start at a multiple of 4 bytes: it starts anywhere in a row}}
  %2 = nvgpu.device_async_copy %g[%c0, %i], %s[%c0, %c0], 8 : memref<32x64xf16> to memref<32x64xf16, 3>
  // Every second row of 65 elements starts between two words.
  // expected-remark @+1 {{W9: an access of the source is not known to start at a multiple of 4 bytes: it starts anywhere in a row}}
  %odds = nvgpu.device_async_copy %odd[%i, %c0], %s[%c0, %c0], 8 : memref<32x65xf16> to memref<32x64xf16, 3>
  // expected-remark @+1 {{is left. W9: behind it in its block are not its group and, before anything else may wait, the one wait for that, which leaves no group in flight}}
  %3 = nvgpu.device_async_copy %g[%c0, %c0], %s[%c0, %c0], 8 : memref<32x64xf16> to memref<32x64xf16, 3>
  // expected-remark @+1 {{'scf.for' op is left. W9: behind it}}
  scf.for %k = %c0 to %c4 step %c1 {
    %4 = nvgpu.device_async_create_group %3
    // expected-remark @+1 {{W9: behind it}}
    %5 = nvgpu.device_async_copy %g[%k, %c0], %s[%k, %c0], 8 : memref<32x64xf16> to memref<32x64xf16, 3>
    %6 = nvgpu.device_async_create_group %5
    nvgpu.device_async_wait %6 {numGroups = 1 : i32}
  }
  %7 = nvgpu.device_async_create_group %0, %1, %2, %odds
  nvgpu.device_async_wait %7
  gpu.return
}
}
