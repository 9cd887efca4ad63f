// RUN: tl-opt %s --split-input-file --tl-convert-copies=threads=64 --verify-diagnostics | FileCheck %s
// RUN: tl-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(tl-convert-copies{threads=64}))' 2> %t.remarks | FileCheck %s --check-prefix=ALONE
// RUN: FileCheck %s --check-prefix=CALLERS < %t.remarks

// Rule W1: which copies all threads of a block execute, with equal operands.  What
// is written marks them, and a remark says what the others depend on.

!row = memref<32xf32, strided<[1], offset: ?>>
!buffer = memref<32xf32, 3>

// Numbers of blocks, what a kernel is given, and what is computed of them; what
// memory of all threads has at such a place.

// CHECK-LABEL: func.func @same(
// CHECK-COUNT-4: tl.copy
// CHECK-NOT:     tl.copy
func.func @same(%g: memref<64x32xf32>, %places: memref<64xindex>, %s: !buffer, %i: index) {
  %b = gpu.block_id x
  %d = gpu.block_dim x
  %p = arith.muli %b, %d : index
  %q = affine.apply affine_map<(d0)[s0] -> (d0 * 4 + s0)>(%p)[%i]
  %r = memref.load %places[%q] : memref<64xindex>
  %0 = memref.subview %g[%i, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  memref.copy %0, %s : !row to !buffer
  %1 = memref.subview %g[%q, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  memref.copy %1, %s : !row to !buffer
  %2 = memref.subview %g[%r, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  memref.copy %2, %s : !row to !buffer
  %k = memref.alloc() : !buffer
  memref.copy %2, %k : !row to !buffer
  return
}

// -----

// Numbers of threads and lanes, and everything that is not known to be the same.

!row = memref<32xf32, strided<[1], offset: ?>>
!buffer = memref<32xf32, 3>
func.func private @number() -> index
// CHECK-LABEL: func.func @different(
// CHECK-NOT:     tl.copy
func.func @different(%g: memref<64x32xf32>, %s: !buffer, %i: index, %given: memref<1xindex, 5>) {
  %t = gpu.thread_id x
  %l = gpu.lane_id
  %w = gpu.subgroup_id : index
  %c = func.call @number() : () -> index
  %c7 = arith.constant 7 : index
  %p = arith.shrui %t, %c7 : index
  %0 = memref.subview %g[%p, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  // expected-remark @+1 {{'memref.copy' op is left. W1: not all threads of the block execute it with equal operands: it derives from 'gpu.thread_id'}}
  memref.copy %0, %s : !row to !buffer
  %1 = memref.subview %g[%l, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  // expected-remark @+1 {{it derives from 'gpu.lane_id'}}
  memref.copy %1, %s : !row to !buffer
  %2 = memref.subview %g[%w, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  // expected-remark @+1 {{it derives from 'gpu.subgroup_id'}}
  memref.copy %2, %s : !row to !buffer
  %3 = memref.subview %g[%c, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  // expected-remark @+1 {{it derives from 'func.call'}}
  memref.copy %3, %s : !row to !buffer
  %own = memref.alloca() : memref<1xindex>
  %4 = memref.load %own[%i] : memref<1xindex>
  %5 = memref.subview %g[%4, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  // expected-remark @+1 {{it is a buffer of each thread by 'memref.alloca'}}
  memref.copy %5, %s : !row to !buffer
  %c0 = arith.constant 0 : index
  %open = memref.alloc(%t) : memref<?xindex, 3>
  %6 = memref.dim %open, %c0 : memref<?xindex, 3>
  %7 = memref.subview %g[%6, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  // expected-remark @+1 {{it derives from 'gpu.thread_id'}}
  memref.copy %7, %s : !row to !buffer
  %8 = memref.load %given[%i] : memref<1xindex, 5>
  %9 = memref.subview %g[%8, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  // expected-remark @+1 {{it is a buffer of each thread by 'func.func'}}
  memref.copy %9, %s : !row to !buffer
  return
}

// -----

// Control flow that all threads take, and that they may not.

!buffer = memref<32xf32, 3>
// CHECK-LABEL: func.func @control(
// CHECK-COUNT-4: tl.copy
// CHECK-NOT:     tl.copy
func.func @control(%a: memref<32xf32>, %s: !buffer, %n: index, %flag: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %flag {
    memref.copy %a, %s : memref<32xf32> to !buffer
  }
  scf.if %first {
    // expected-remark @+1 {{it derives from 'gpu.thread_id'}}
    memref.copy %a, %s : memref<32xf32> to !buffer
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %a, %s : memref<32xf32> to !buffer
  }
  scf.for %i = %t to %n step %c1 {
    // expected-remark @+1 {{it derives from 'gpu.thread_id'}}
    memref.copy %a, %s : memref<32xf32> to !buffer
  }
  scf.index_switch %n
  case 2 {
    memref.copy %a, %s : memref<32xf32> to !buffer
    scf.yield
  }
  default {
  }
  %end = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi ult, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    memref.copy %a, %s : memref<32xf32> to !buffer
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  %last = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi ult, %i, %t : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    // expected-remark @+1 {{it derives from 'gpu.thread_id'}}
    memref.copy %a, %s : memref<32xf32> to !buffer
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return
}

// -----

// Branches between blocks.

!buffer = memref<32xf32, 3>
// CHECK-LABEL: func.func @branches(
// CHECK:         tl.copy
// CHECK-NOT:     tl.copy
func.func @branches(%a: memref<32xf32>, %s: !buffer, %flag: i1) {
  cf.cond_br %flag, ^copy, ^end
^copy:
  memref.copy %a, %s : memref<32xf32> to !buffer
  cf.br ^end
^end:
  return
}

func.func @thread_branches(%a: memref<32xf32>, %s: !buffer) {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  cf.cond_br %first, ^copy, ^end
^copy:
  // expected-remark @+1 {{it derives from 'gpu.thread_id'}}
  memref.copy %a, %s : memref<32xf32> to !buffer
  cf.br ^end
^end:
  return
}

// -----

// What a loop carries, and what a condition chose.  What another value carries
// counts for nothing.

!row = memref<32xf32, strided<[1], offset: ?>>
!buffer = memref<32xf32, 3>
// CHECK-LABEL: func.func @carried(
// CHECK-COUNT-2: tl.copy
// CHECK-NOT:     tl.copy
func.func @carried(%g: memref<64x32xf32>, %s: !buffer, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = gpu.thread_id x
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %t, %w = %c0) -> (index, index, index) {
    %0 = memref.subview %g[%x, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
    memref.copy %0, %s : !row to !buffer
    %1 = memref.subview %g[%y, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
    // expected-remark @+1 {{it derives from 'gpu.thread_id'}}
    memref.copy %1, %s : !row to !buffer
    %5 = memref.subview %g[%w, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
    // expected-remark @+1 {{it derives from 'gpu.thread_id'}}
    memref.copy %5, %s : !row to !buffer
    %z = arith.addi %x, %i : index
    scf.yield %z, %y, %t : index, index, index
  }
  %2 = memref.subview %g[%r#0, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  memref.copy %2, %s : !row to !buffer
  %sum = scf.for %i = %c0 to %t step %c1 iter_args(%x = %c0) -> index {
    %z = arith.addi %x, %i : index
    scf.yield %z : index
  }
  %4 = memref.subview %g[%sum, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  // expected-remark @+1 {{it derives from 'gpu.thread_id'}}
  memref.copy %4, %s : !row to !buffer
  %first = arith.cmpi eq, %t, %c0 : index
  %chosen = scf.if %first -> index {
    scf.yield %c0 : index
  } else {
    scf.yield %c1 : index
  }
  %3 = memref.subview %g[%chosen, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
  // expected-remark @+1 {{it derives from 'gpu.thread_id'}}
  memref.copy %3, %s : !row to !buffer
  return
}

// -----

// Loops that are mapped to blocks are kernels; a turn of those of threads is one
// thread's, one of warps nobody's, and others may be mapped later.

!row = memref<32xf32, strided<[1], offset: ?>>
!buffer = memref<32xf32, 3>
// CHECK-LABEL: func.func @mapped(
// CHECK:         tl.copy %{{.+}} scope cta
// CHECK:         tl.copy %{{.+}} scope thread
// CHECK:         tl.copy %{{.+}} scope cta
// CHECK-NOT:     tl.copy
func.func @mapped(%g: memref<64x32xf32>, %h: memref<32xf32>, %s: !buffer) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.forall (%i) in (8) {
    %0 = memref.subview %g[%i, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
    memref.copy %0, %h : !row to memref<32xf32>
    scf.forall (%j) in (64) {
      memref.copy %0, %s : !row to !buffer
    } {mapping = [#gpu.thread<x>]}
    scf.forall (%j) in (2) {
      // expected-remark @+1 {{it is inside, mapped to threads, 'scf.forall'}}
      memref.copy %0, %s : !row to !buffer
    } {mapping = [#gpu.warp<x>]}
  } {mapping = [#gpu.block<x>]}
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %0 = memref.subview %g[%i, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
    memref.copy %0, %s : !row to !buffer
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    // expected-remark @+1 {{it is inside, to be mapped yet, 'scf.parallel'}}
    memref.copy %h, %s : memref<32xf32> to !buffer
  }
  return
}

// -----

// The body of gpu.launch: blocks have numbers, and so have threads.

!row = memref<32xf32, strided<[1], offset: ?>>
!buffer = memref<32xf32, 3>
// CHECK-LABEL: func.func @launch(
// CHECK:         tl.copy
// CHECK-NOT:     tl.copy
func.func @launch(%g: memref<64x32xf32>, %n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) workgroup(%s : !buffer) {
    %0 = memref.subview %g[%bx, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
    memref.copy %0, %s : !row to !buffer
    %1 = memref.subview %g[%tx, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
    // expected-remark @+1 {{it is a number of the thread by 'gpu.launch'}}
    memref.copy %1, %s : !row to !buffer
    gpu.terminator
  }
  return
}

// -----

// A loop mapped to blocks in a kernel has the threads of that kernel.

!row = memref<32xf32, strided<[1], offset: ?>>
!buffer = memref<32xf32, 3>
// CHECK-LABEL: func.func @mapped_launch(
// CHECK:         scf.forall
// CHECK:         tl.copy
// CHECK-NOT:     tl.copy
func.func @mapped_launch(%g: memref<64x32xf32>, %n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) workgroup(%s : !buffer) {
    scf.forall (%b) in (%n) {
      %0 = memref.subview %g[%b, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
      memref.copy %0, %s : !row to !buffer
      %1 = memref.subview %g[%tx, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
      // expected-remark @+1 {{it is a number of the thread by 'gpu.launch'}}
      memref.copy %1, %s : !row to !buffer
    } {mapping = [#gpu.block<x>]}
    scf.forall (%b) in (%tx) {
      %0 = memref.subview %g[%b, 0] [1, 32] [1, 1] : memref<64x32xf32> to !row
      // expected-remark @+1 {{it is a number of the thread by 'gpu.launch'}}
      memref.copy %0, %s : !row to !buffer
    } {mapping = [#gpu.block<x>]}
    gpu.terminator
  }
  return
}

// -----

// Of a function that others call nothing is known, nor of operations with
// regions that are not listed.

!buffer = memref<32xf32, 3>
gpu.module @kernels {
  gpu.func @helper(%a: memref<32xf32>, %s: !buffer) {
    // expected-remark @+1 {{it is inside, called by others, 'gpu.func'}}
    memref.copy %a, %s : memref<32xf32> to !buffer
    gpu.return
  }
  // CHECK-LABEL: gpu.func @kernel(
  // CHECK:         tl.copy
  // CHECK-NOT:     tl.copy
  gpu.func @kernel(%a: memref<32xf32>, %s: !buffer) kernel {
    memref.copy %a, %s : memref<32xf32> to !buffer
    %lane = gpu.lane_id
    gpu.warp_execute_on_lane_0(%lane)[32] {
      // expected-remark @+1 {{it is inside 'gpu.warp_execute_on_lane_0'}}
      memref.copy %a, %s : memref<32xf32> to !buffer
    }
    gpu.return
  }
}

// A run over one function does not see its callers; a kernel that says so has
// none.
// CALLERS: it is inside, of unknown callers, 'func.func'
// ALONE-LABEL: func.func @called(
// ALONE-NOT:     tl.copy
// ALONE-LABEL: func.func @addressed(
// ALONE-LABEL: func.func @says_kernel(
// ALONE:         tl.copy
func.func @called(%a: memref<32xf32>, %s: !buffer) {
  // expected-remark @+1 {{it is inside, called by others, 'func.func'}}
  memref.copy %a, %s : memref<32xf32> to !buffer
  return
}

func.func @caller(%a: memref<32xf32>, %s: !buffer) {
  func.call @called(%a, %s) : (memref<32xf32>, !buffer) -> ()
  return
}

func.func @addressed(%a: memref<32xf32>, %s: !buffer) {
  // expected-remark @+1 {{it is inside, called by others, 'func.func'}}
  memref.copy %a, %s : memref<32xf32> to !buffer
  return
}

func.func @by_address(%a: memref<32xf32>, %s: !buffer) {
  %f = func.constant @addressed : (memref<32xf32>, !buffer) -> ()
  func.call_indirect %f(%a, %s) : (memref<32xf32>, !buffer) -> ()
  return
}

// CHECK-LABEL: func.func @says_kernel(
// CHECK:         tl.copy
func.func @says_kernel(%a: memref<32xf32>, %s: !buffer) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  memref.copy %a, %s : memref<32xf32> to !buffer
  return
}
