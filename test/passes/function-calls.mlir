// RUN: tl-opt %s --tl-synthesize-partition --tl-partition-copies | FileCheck %s
// RUN: tl-opt %s --pass-pipeline='builtin.module(gpu.module(tl-synthesize-partition, tl-partition-copies))' | FileCheck %s
// RUN: tl-opt %s --pass-pipeline='builtin.module(tl-synthesize-partition,gpu.module(func.func(tl-partition-copies)))' | FileCheck %s --check-prefix=ALONE
// RUN: tl-sim --verify-lowering --kernel=load %s | FileCheck %s --check-prefix=SIM
// RUN: tl-sim --verify-lowering --kernel=down %s --arg=2:scalar=40 | FileCheck %s --check-prefix=SIM

// What all calls of a private function pass to it is known there, as if it were
// inlined: where memory starts, strides, divisors and ranges of numbers, and how
// many threads a block has.

#row = #tl.register<spatial(128).local(8)>
#four = #tl.register<local(8)>
!m = memref<1024xf16>
!g = memref<2048xf16>
!s = memref<1024xf16, #gpu.address_space<workgroup>>
!v = vector<8xf16>
!pitched = memref<64x64xf16, strided<[?, 1]>>

gpu.module @kernels {
  // 64 bytes and a multiple of 8 here, 32 and 64 there; nobody states anything.
  // CHECK-LABEL: func.func private @stage(
  // CHECK:         tl.thread_load %arg0[%{{.*}}] atoms (8) {{.*}} align 16
  // CHECK:         tl.thread_store {{.*}} align 16
  // Alone, a function does not see who calls it.
  // ALONE-LABEL: func.func private @stage(
  // ALONE:         tl.thread_load {{.*}} align 2
  func.func private @stage(%a: !g, %s: !s, %i: index) {
    %v = tl.load %a[%i] as #row scope cta : !g to !v
    tl.store %v as #row to %s scope cta : !v to !s
    return
  }
  // A block has the threads that it has in all callers, and no tile passes a bound
  // that all of them give.
  // CHECK-LABEL: func.func private @store(
  // CHECK-NOT:     within
  // CHECK:         tl.thread_load {{.*}} align 16
  // CHECK:         tl.thread_store {{.*}} align 16
  func.func private @store(%s: !s, %b: !g, %n: index) {
    tl.copy %s to %b scope cta bounds(%n) : !s to !g
    return
  }
  // SIM: equivalent
  gpu.func @load(%a: !g {llvm.align = 64 : i64}, %b: !g {llvm.align = 32 : i64}, %x: index) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c8 = arith.constant 8 : index
    %c1024 = arith.constant 1024 : index
    %i = arith.muli %x, %c8 : index
    func.call @stage(%a, %s, %i) : (!g, !s, index) -> ()
    gpu.barrier
    func.call @store(%s, %b, %c1024) : (!s, !g, index) -> ()
    gpu.return
  }
  gpu.func @other(%a: !g {llvm.align = 32 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c64 = arith.constant 64 : index
    %c2000 = arith.constant 2000 : index
    func.call @stage(%a, %s, %c64) : (!g, !s, index) -> ()
    gpu.barrier
    func.call @store(%s, %a, %c2000) : (!s, !g, index) -> ()
    gpu.return
  }

  // Blocks of two sizes call it: where there are more threads than the tile has, others
  // leave it alone.
  // CHECK-LABEL: func.func private @either(
  // CHECK:         scf.if
  func.func private @either(%s: !s, %v: !v) {
    tl.store %v as #row to %s scope cta : !v to !s
    return
  }
  gpu.func @full(%v: !v) workgroup(%s: !s) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    func.call @either(%s, %v) : (!s, !v) -> ()
    gpu.return
  }
  gpu.func @double(%v: !v) workgroup(%s: !s) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    func.call @either(%s, %v) : (!s, !v) -> ()
    gpu.return
  }
  gpu.func @full_again(%v: !v) workgroup(%s: !s) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    func.call @either(%s, %v) : (!s, !v) -> ()
    gpu.return
  }

  // One that calls itself, 4 further each time.
  // CHECK-LABEL: func.func private @again(
  // CHECK:         tl.thread_load %arg0{{.*}} align 8
  func.func private @again(%a: !g, %i: index, %n: index) -> !v {
    %c4 = arith.constant 4 : index
    %v = tl.load %a[%i] as #four scope thread : !g to !v
    %is_over = arith.cmpi ult, %n, %i : index
    %w = scf.if %is_over -> !v {
      scf.yield %v : !v
    } else {
      %next = arith.addi %i, %c4 : index
      %u = func.call @again(%a, %next, %n) : (!g, index, index) -> !v
      scf.yield %u : !v
    }
    return %w : !v
  }
  gpu.func @begin(%a: !g {llvm.align = 16 : i64}, %n: index) kernel {
    %c0 = arith.constant 0 : index
    %u = func.call @again(%a, %c0, %n) : (!g, index, index) -> !v
    gpu.return
  }

  // Strides, through two calls.
  // CHECK-LABEL: func.func private @inner(
  // CHECK:         tl.thread_load {{.*}} * %{{.*}} div 16, 1){{.*}} align 16
  func.func private @inner(%a: !pitched) -> vector<16xf16> {
    %v = tl.load %a as #tl.register<local(2, 8)> scope thread : !pitched to vector<16xf16>
    return %v : vector<16xf16>
  }
  func.func private @outer(%a: !pitched) -> vector<16xf16> {
    %v = func.call @inner(%a) : (!pitched) -> vector<16xf16>
    return %v : vector<16xf16>
  }
  gpu.func @down(%a: memref<8192xf16> {llvm.align = 16 : i64}, %b: memref<16xf16>, %x: index) kernel {
    %c16 = arith.constant 16 : index
    %p = arith.muli %x, %c16 : index
    %q = arith.divui %p, %c16 : index
    %pitch = arith.muli %q, %c16 : index
    %m = memref.reinterpret_cast %a to offset: [0], sizes: [64, 64], strides: [%pitch, 1]
      : memref<8192xf16> to !pitched
    %v = func.call @outer(%m) : (!pitched) -> vector<16xf16>
    gpu.return
  }

  // Somebody else may call these: a public one, and one whose address is taken.
  // CHECK-LABEL: func.func @public(
  // CHECK:         tl.thread_load {{.*}} align 2
  func.func @public(%a: !g) -> !v {
    %v = tl.load %a as #four scope thread : !g to !v
    return %v : !v
  }
  // CHECK-LABEL: func.func private @taken(
  // CHECK:         tl.thread_load {{.*}} align 2
  func.func private @taken(%a: !g) -> !v {
    %v = tl.load %a as #four scope thread : !g to !v
    return %v : !v
  }
  // Named in an array, and by a call of another function.
  // CHECK-LABEL: func.func private @listed(
  // CHECK:         tl.thread_load {{.*}} align 2
  func.func private @listed(%a: !g) -> !v {
    %v = tl.load %a as #four scope thread : !g to !v
    return %v : !v
  }
  // CHECK-LABEL: func.func private @beside(
  // CHECK:         tl.thread_load {{.*}} align 2
  func.func private @beside(%a: !g) -> !v {
    %v = tl.load %a as #four scope thread : !g to !v
    return %v : !v
  }
  func.func private @nothing() {
    return
  }
  // CHECK-LABEL: func.func private @stated(
  // CHECK:         tl.thread_load {{.*}} align 64
  func.func private @stated(%a: !g {llvm.align = 64 : i64}) -> !v {
    %v = tl.load %a as #four scope thread : !g to !v
    return %v : !v
  }
  gpu.func @callers(%a: !g {llvm.align = 16 : i64}) kernel {
    %0 = func.call @public(%a) : (!g) -> !v
    %1 = func.call @taken(%a) : (!g) -> !v
    %2 = func.call @stated(%a) : (!g) -> !v
    %3 = func.call @listed(%a) {listed = [{name = @listed}]} : (!g) -> !v
    %4 = func.call @beside(%a) : (!g) -> !v
    func.call @nothing() {beside = @beside} : () -> ()
    %f = func.constant @taken : (!g) -> !v
    gpu.return
  }
}
