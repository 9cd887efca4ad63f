// RUN: tl-sim %s --kernel=arms --block=8 --dump=0 | FileCheck %s --check-prefix=ARMS
// RUN: tl-sim %s --kernel=exchanged --block=8 --dump=0 | FileCheck %s --check-prefix=EXCHANGED
// RUN: tl-sim %s --kernel=called --block=8 --dump=0 | FileCheck %s --check-prefix=CALLED
// RUN: tl-sim %s --kernel=meet --dump=0 | FileCheck %s --check-prefix=MEET
// RUN: not tl-sim %s --kernel=apart 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not tl-sim %s --kernel=forever 2>&1 | FileCheck %s --check-prefix=FOREVER
// RUN: tl-sim %s --kernel=wide --block=4 --dump=0 | FileCheck %s --check-prefix=WIDE
// RUN: not tl-sim %s --kernel=unreachable --block=4 2>&1 | FileCheck %s --check-prefix=UNREACHABLE
// RUN: not tl-sim %s --kernel=calls_never --block=1 2>&1 | FileCheck %s --check-prefix=NEVER

// What has branches between blocks does the same as structured control flow that
// becomes it.

// RUN: tl-sim %S/control.mlir --kernel=sets --block=1 --verify-lowering=lower-affine,convert-scf-to-cf | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %root/test/examples/softmax.mlir --verify-lowering=lower-layout-copies,lower-affine,convert-scf-to-cf | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %root/test/examples/gemm_bounds.mlir --verify-lowering=lower-layout-copies,lower-affine,convert-scf-to-cf | FileCheck %s --check-prefix=SAME
// SAME: equivalent

// Threads that disagree meet again; a switch has a default.

// ARMS:      argument 0:
// ARMS-NEXT: {{^}}[10, 21, 32, 103, 104, 105, 106, 107]
func.func @arms(%out: memref<8xindex>) {
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %c30 = arith.constant 30 : index
  %c100 = arith.constant 100 : index
  %t = gpu.thread_id x
  %flag = arith.index_cast %t : index to i32
  cf.switch %flag : i32, [
    default: ^end(%c100 : index),
    0: ^end(%c10 : index),
    1: ^second(%c20, %t : index, index),
    2: ^end(%c30 : index)
  ]
^second(%n: index, %u: index):
  %m = arith.addi %n, %u : index
  memref.store %m, %out[%u] : memref<8xindex>
  cf.br ^behind
^end(%start: index):
  %sum = arith.addi %start, %t : index
  memref.store %sum, %out[%t] : memref<8xindex>
  cf.br ^behind
^behind:
  return
}

// Arguments of a loop that are exchanged in each turn, in as many as the number of
// the thread.

// EXCHANGED:      argument 0:
// EXCHANGED-NEXT: {{^}}[7, 9, 7, 9, 7, 9, 7, 9]
func.func @exchanged(%out: memref<8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %t = gpu.thread_id x
  cf.br ^head(%c0, %c7, %c9 : index, index, index)
^head(%i: index, %a: index, %b: index):
  %next = arith.addi %i, %c1 : index
  %goes = arith.cmpi ult, %i, %t : index
  cf.cond_br %goes, ^head(%next, %b, %a : index, index, index), ^out
^out:
  memref.store %a, %out[%t] : memref<8xindex>
  return
}

// Several blocks return; what they return is exchanged, too.

// CALLED:      argument 0:
// CALLED-NEXT: {{^}}[4, 3, 2, 1, 43, 53, 63, 73]
func.func private @pair(%n: index) -> (index, index) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %is_small = arith.cmpi ult, %n, %c4 : index
  cf.cond_br %is_small, ^small, ^large
^small:
  return %n, %c4 : index, index
^large:
  return %c3, %n : index, index
}
func.func @called(%out: memref<8xindex>) {
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  %t = gpu.thread_id x
  %r:2 = func.call @pair(%t) : (index) -> (index, index)
  %is_small = arith.cmpi ult, %t, %c4 : index
  %value = scf.execute_region -> index {
    cf.cond_br %is_small, ^less, ^sum
  ^less:
    %d = arith.subi %r#1, %r#0 : index
    scf.yield %d : index
  ^sum:
    %p = arith.muli %r#1, %c10 : index
    %s = arith.addi %p, %r#0 : index
    scf.yield %s : index
  }
  memref.store %value, %out[%t] : memref<8xindex>
  return
}

// All threads meet at a barrier behind arms of one, and in each turn of a loop.

// MEET:      argument 0:
// MEET-NEXT: {{^}}[6, 6, 6, 6]
gpu.module @kernels {
gpu.func @meet(%out: memref<4xindex>) workgroup(%s: memref<4xindex, 3>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  cf.cond_br %first, ^one, ^others
^one:
  memref.store %c0, %s[%t] : memref<4xindex, 3>
  cf.br ^behind
^others:
  memref.store %t, %s[%t] : memref<4xindex, 3>
  cf.br ^behind
^behind:
  cf.br ^head(%c0, %c0 : index, index)
^head(%i: index, %sum: index):
  %goes = arith.cmpi ult, %i, %c4 : index
  cf.cond_br %goes, ^turn, ^out
^turn:
  gpu.barrier
  %x = memref.load %s[%i] : memref<4xindex, 3>
  %more = arith.addi %sum, %x : index
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next, %more : index, index)
^out:
  memref.store %sum, %out[%t] : memref<4xindex>
  gpu.return
}

// APART: branches.mlir:[[# @LINE + 7]]:3: error: 'gpu.barrier' op barrier divergence
gpu.func @apart() kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  cf.cond_br %first, ^one, ^behind
^one:
  gpu.barrier
  cf.br ^behind
^behind:
  gpu.return
}
}

// FOREVER: error: 'func.func' op has no block that leaves its region
func.func @forever() {
  cf.br ^again
^again:
  cf.br ^again
}

// A number of any width chooses.

// WIDE:      argument 0:
// WIDE-NEXT: {{^}}[30, 10, 30, 20]
func.func @wide(%out: memref<4xi64>) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i64
  %far = llvm.mlir.constant(4294967296 : i64) : i64
  %flag = llvm.mul %n, %far : i64
  %none = llvm.mlir.constant(30 : i64) : i64
  %one = llvm.mlir.constant(10 : i64) : i64
  %three = llvm.mlir.constant(20 : i64) : i64
  llvm.switch %flag : i64, ^end(%none : i64) [
    4294967296: ^end(%one : i64),
    12884901888: ^behind
  ]
^behind:
  llvm.br ^end(%three : i64)
^end(%x: i64):
  memref.store %x, %out[%t] : memref<4xi64>
  return
}

// Half of the threads come where nobody may.

// UNREACHABLE: branches.mlir:[[# @LINE + 10]]:3: error: 'llvm.unreachable' op assertion: thread (2, 0, 0) of block (0, 0, 0) is reached
func.func @unreachable() {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i8
  %two = llvm.mlir.constant(2 : i8) : i8
  %is_low = llvm.icmp "ult" %n, %two : i8
  llvm.cond_br %is_low, ^low, ^never
^low:
  return
^never:
  llvm.unreachable
}

// NEVER: error: 'llvm.unreachable' op ends the only block of its region
llvm.func @never() {
  llvm.unreachable
}
func.func @calls_never() {
  llvm.call @never() : () -> ()
  return
}
