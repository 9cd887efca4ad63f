// RUN: not tl-sim %s --kernel=endless --block=1 --max-steps=1000000 2>&1 | FileCheck %s --check-prefix=ENDLESS --implicit-check-not=error:
// RUN: not tl-sim %s --kernel=empty --max-steps=100000 2>&1 | FileCheck %s --check-prefix=EMPTY --implicit-check-not=error:
// RUN: not tl-sim %s --kernel=long --grid=4 --max-steps=25727 2>&1 | FileCheck %s --check-prefix=LONG --implicit-check-not=error:
// RUN: tl-sim %s --kernel=long --grid=4 --max-steps=25728 | FileCheck %s --check-prefix=ENOUGH
// RUN: not tl-sim %s --kernel=vast --max-steps=1000 2>&1 | FileCheck %s --check-prefix=VAST --implicit-check-not=error:
// RUN: not tl-sim %s --kernel=grows 2>&1 | FileCheck %s --check-prefix=GROWS --implicit-check-not=error:
// RUN: not tl-sim %s --kernel=declares --max-bytes=4095 2>&1 | FileCheck %s --check-prefix=DECLARES --implicit-check-not=error:
// RUN: tl-sim %s --kernel=declares --grid=3 --max-bytes=4096
// RUN: not tl-sim %s --kernel=negative --arg=0:scalar=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE --implicit-check-not=error:
// RUN: not tl-sim %s --max-steps=0 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not tl-sim %s --max-bytes=1k 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: sh -c 'for i in $(seq 20); do echo "func.func @f$i() { call @f$((i + 1))() : () -> () call @f$((i + 1))() : () -> () return }"; done; echo "func.func @f21() { return }"' > %t.calls.mlir
// RUN: not tl-sim %t.calls.mlir --kernel=f1 2>&1 | FileCheck %s --check-prefix=CALLS
// CALLS: error: 'func.call' op is operation 1048577 of a function with all that it calls; at most 1048576 are simulated
// RUN: tl-sim %t.calls.mlir --kernel=f6
// STEPS: tl-sim: cannot read --max-steps=0, which is --max-steps=N; see tl-sim --help
// BYTES: tl-sim: cannot read --max-bytes=1k, which is --max-bytes=N; see tl-sim --help

// A limit that is met says nothing about the function: the pass warns.
// RUN: tl-opt %s --tl-verify-lowering=max-simulated-steps=100000 2>&1 >/dev/null | FileCheck %s --check-prefix=PASS --implicit-check-not=error:
// PASS: warning: 'func.func' op is not checked by simulation
// PASS: note: 'arith.constant' op resources: thread (0, 0, 0) of block (0, 0, 0) comes here after 100000 steps of all threads, the limit
// RUN: not tl-sim %s --kernel=copies --verify-lowering --max-steps=100000 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: error: 'arith.constant' op resources: thread (0, 0, 0) of block (0, 0, 0) comes here after 100000 steps of all threads, the limit
// RUN: not tl-opt %s --tl-verify-lowering=max-simulated-steps=0 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: error: 'builtin.module' op max-simulated-steps is 0; it has to be at least 1

// ENDLESS: limits.mlir:[[# @LINE + 8]]:5: error: 'memref.store' op resources: thread (0, 0, 0) of block (0, 0, 0) comes here after 1000000 steps of all threads, the limit
func.func @endless(%m: memref<1xi32>) {
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    memref.store %one, %m[%c0] : memref<1xi32>
    scf.yield
  }
  return
}

// EMPTY: error: 'scf.yield' op resources: thread (0, 0, 0)
func.func @empty() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 0x7fffffffffffffff : index
  scf.for %i = %c0 to %most step %c1 {
  }
  return
}

// Steps of all blocks count: 4 x 32 x (5 + 98 x 2).
// LONG:   error: 'arith.addi' op resources: thread (0, 0, 0) of block (3, 0, 0) comes here after 25727 steps of all threads, the limit
// ENOUGH: @long: grid 4x1x1, block 32x1x1
func.func @long() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c98 = arith.constant 98 : index
  scf.for %i = %c0 to %c98 step %c1 {
    %j = arith.addi %i, %c1 : index
  }
  return
}

// Points of whole memrefs are steps, and may be more than 64 bits count.
// VAST: error: 'memref.copy' op resources: thread (0, 0, 0) of block (0, 0, 0) comes here after 1000 steps of all threads, the limit
func.func @vast(%a: memref<2xf32>) {
  %from = memref.reinterpret_cast %a to offset: [0], sizes: [4294967296, 4294967296], strides: [0, 0] : memref<2xf32> to memref<4294967296x4294967296xf32, strided<[0, 0]>>
  %to = memref.reinterpret_cast %a to offset: [1], sizes: [4294967296, 4294967296], strides: [0, 0] : memref<2xf32> to memref<4294967296x4294967296xf32, strided<[0, 0], offset: 1>>
  memref.copy %from, %to : memref<4294967296x4294967296xf32, strided<[0, 0]>> to memref<4294967296x4294967296xf32, strided<[0, 0], offset: 1>>
  return
}

// GROWS: error: 'memref.alloca' op resources: thread (0, 0, 0) of block (0, 0, 0) needs a buffer of 1048576 bytes when 0 are left of the limit of 268435456
func.func @grows() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  scf.for %i = %c0 to %c1000 step %c1 {
    %m = memref.alloca() : memref<1048576xi8>
  }
  return
}

// DECLARES: error: 'gpu.func' op needs a buffer of 96 bytes when 95 are left of the limit of 4095
gpu.module @kernels {
  gpu.func @declares() workgroup(%s: memref<1024xi8, 3>) private(%p: memref<96xi8, 5>) kernel {
    gpu.return
  }
}

// NEGATIVE: error: 'memref.alloca' op resources: thread (0, 0, 0) of block (0, 0, 0) needs a buffer of -1 bytes when 268435456 are left
func.func @negative(%n: index) {
  %m = memref.alloca(%n) : memref<?xi8>
  return
}

func.func @copies(%m: memref<32xf32>) {
  %v = tl.load %m as #tl.register<spatial(32)> scope warp : memref<32xf32> to vector<1xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10000 = arith.constant 10000 : index
  scf.for %i = %c0 to %c10000 step %c1 {
    %j = arith.constant 0 : index
  }
  return
}
