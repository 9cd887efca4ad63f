// RUN: not tl-sim %s 2>&1 | FileCheck %s
// RUN: not tl-sim %s --kernel=race_between_blocks --grid=2 --block=1 2>&1 | FileCheck %s --check-prefix=BLOCKS

// Every fault names the operation, the thread and the element.

// CHECK: faults.mlir:[[# @LINE + 3]]:8: error: 'memref.load' op out of bounds: thread (8, 0, 0) of block (0, 0, 0) reads element [8] of a memref of 8 in argument 0
func.func @bounds(%a: memref<8xf32>) {
  %t = gpu.thread_id x
  %0 = memref.load %a[%t] : memref<8xf32>
  return
}

// A view that says more than there is.

// CHECK: faults.mlir:[[# @LINE + 4]]:8: error: 'vector.load' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads bytes 24 to 39 of argument 0, which has 32
func.func @bounds_of_the_buffer(%a: memref<8xf32>) {
  %c6 = arith.constant 6 : index
  %b = memref.reinterpret_cast %a to offset: [0], sizes: [16], strides: [1] : memref<8xf32> to memref<16xf32>
  %0 = vector.load %b[%c6] : memref<16xf32>, vector<4xf32>
  return
}

// CHECK: faults.mlir:[[# @LINE + 3]]:8: error: 'memref.subview' op out of bounds: {{.*}} takes 6 to 9 of dimension 0, which has extent 8
func.func @bounds_of_a_view(%a: memref<8xf32>) {
  %c6 = arith.constant 6 : index
  %0 = memref.subview %a[%c6] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  return
}

// Before the start as well as behind the end.

// CHECK: faults.mlir:[[# @LINE + 3]]:8: error: 'memref.subview' op out of bounds: {{.*}} takes -1 to 2 of dimension 0, which has extent 8
func.func @bounds_below_a_view(%a: memref<8xf32>) {
  %minus = arith.constant -1 : index
  %0 = memref.subview %a[%minus] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  return
}

// CHECK: faults.mlir:[[# @LINE + 4]]:8: error: 'memref.subview' op out of bounds: {{.*}} takes 2 to -1 of dimension 0, which has extent 8
func.func @bounds_of_a_view_that_goes_down(%a: memref<8xf32>) {
  %c2 = arith.constant 2 : index
  %minus = arith.constant -1 : index
  %0 = memref.subview %a[%c2] [4] [%minus] : memref<8xf32> to memref<4xf32, strided<[?], offset: ?>>
  return
}

// A buffer is as aligned as it is said to be, and no more.

// CHECK: faults.mlir:[[# @LINE + 3]]:8: error: 'vector.load' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) reads byte 0 of argument 0 at address 0x{{[0-9a-f]*8}}, which is no multiple of 16; llvm.align of the argument, or --align of tl-sim, would promise that
func.func @alignment(%a: memref<8xf32> {llvm.align = 8 : i64}) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %a[%c0] {alignment = 16 : i64} : memref<8xf32>, vector<4xf32>
  return
}

// CHECK: faults.mlir:[[# @LINE + 3]]:8: error: 'memref.assume_alignment' op misaligned access: {{.*}} assumes that 64 divides address
func.func @assumption() {
  %a = memref.alloca() {alignment = 16 : i64} : memref<8xf32, 5>
  %0 = memref.assume_alignment %a, 64 : memref<8xf32, 5>
  return
}

// CHECK: faults.mlir:[[# @LINE + 9]]:3: error: 'memref.store' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 1 of a workgroup buffer
// CHECK: faults.mlir:[[# @LINE + 7]]:8: note: thread (1, 0, 0) of block (0, 0, 0) reads it here, with no barrier between
gpu.module @kernels {
gpu.func @race() workgroup(%s: memref<64xi32, 3>) kernel {
  %t = gpu.thread_id x
  %c1 = arith.constant 1 : index
  %n = arith.constant 5 : i32
  %u = arith.addi %t, %c1 : index
  %0 = memref.load %s[%t] : memref<64xi32, 3>
  memref.store %n, %s[%u] : memref<64xi32, 3>
  gpu.return
}

// Buffers that a kernel declares have as many elements as their extents, since that
// is what they are lowered to.

// CHECK: faults.mlir:[[# @LINE + 5]]:3: error: 'memref.store' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) writes bytes 24 to 27 of a workgroup buffer, which has 16
// CHECK: faults.mlir:[[# @LINE + 5]]:3: error: 'memref.store' op out of bounds: {{.*}} writes bytes 16 to 19 of a private buffer, which has 16
gpu.func @gaps() workgroup(%s: memref<2x2xf32, strided<[5, 1]>, 3>) private(%p: memref<2x2xf32, strided<[3, 1]>, 5>) kernel {
  %c1 = arith.constant 1 : index
  %0 = arith.constant 0.0 : f32
  memref.store %0, %s[%c1, %c1] : memref<2x2xf32, strided<[5, 1]>, 3>
  memref.store %0, %p[%c1, %c1] : memref<2x2xf32, strided<[3, 1]>, 5>
  gpu.return
}

// CHECK: faults.mlir:[[# @LINE + 6]]:17: error: 'gpu.barrier' op barrier divergence: thread (8, 0, 0) of block (0, 0, 0) does not reach the barrier that thread 0 of the block waits at
gpu.func @barrier() kernel {
  %t = gpu.thread_id x
  %c8 = arith.constant 8 : index
  %less = arith.cmpi ult, %t, %c8 : index
  // Half a warp goes there.
  scf.if %less {gpu.barrier}
  gpu.return
}
}

// CHECK: faults.mlir:[[# @LINE + 7]]:3: error: 'memref.store' op race: thread (1, 0, 0) of block (0, 0, 0) writes element 0 of argument 0
// CHECK: faults.mlir:[[# @LINE + 6]]:3: note: thread (0, 0, 0) of block (0, 0, 0) writes it here
// BLOCKS: error: 'memref.store' op race: thread (0, 0, 0) of block (1, 0, 0) writes element 0 of argument 0
func.func @race_between_blocks(%a: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  memref.store %n, %a[%c0] : memref<1xi32>
  return
}

// Poison is carried along, here through one byte of a word; what uses it fails.

// CHECK-NOT: error
// CHECK: faults.mlir:[[# @LINE + 12]]:3: error: 'memref.store' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 0 of argument 0
// CHECK: faults.mlir:[[# @LINE + 16]]:3: error: 'scf.if' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) needs the number that operand 0 is
// CHECK: faults.mlir:[[# @LINE + 19]]:8: error: 'memref.load' op uninitialized value: {{.*}} needs the number that operand 1 is
func.func @uninitialized(%a: memref<32xi32>) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<4xi8, 5>
  %v = vector.load %m[%c0] : memref<4xi8, 5>, vector<4xi8>
  %n = arith.constant 1 : i8
  %w = vector.insert %n, %v[0] : i8 into vector<4xi8>
  %b = vector.bitcast %w : vector<4xi8> to vector<1xi32>
  %x = vector.extract %b[0] : i32 from vector<1xi32>
  memref.store %x, %a[%t] : memref<32xi32>
  %low = arith.trunci %x : i32 to i8
  memref.store %low, %m[%c0] : memref<4xi8, 5>
  %one = arith.constant 1 : i32
  %yes = arith.cmpi eq, %x, %one : i32
  scf.if %yes {
    memref.store %one, %a[%t] : memref<32xi32>
  }
  %i = arith.index_cast %x : i32 to index
  %0 = memref.load %a[%i] : memref<32xi32>
  return
}

// CHECK: faults.mlir:[[# @LINE + 4]]:8: error: 'arith.addi' op arithmetic: thread (1, 0, 0) of block (0, 0, 0) the result wraps, in spite of nuw
func.func @overflow() {
  %t = gpu.thread_id x
  %n = arith.constant -1 : index
  %0 = arith.addi %t, %n overflow<nuw> : index
  return
}

// CHECK: faults.mlir:[[# @LINE + 8]]:8: error: 'arith.shrsi' op arithmetic: thread (1, 0, 0) of block (0, 0, 0) the result has a rest, in spite of exact
// CHECK: faults.mlir:[[# @LINE + 8]]:8: error: 'arith.shrui' op arithmetic: thread (1, 0, 0) of block (0, 0, 0) the result has a rest, in spite of exact
// CHECK: faults.mlir:[[# @LINE + 8]]:8: error: 'arith.divsi' op arithmetic: thread (1, 0, 0) of block (0, 0, 0) the result has a rest, in spite of exact
// CHECK: faults.mlir:[[# @LINE + 8]]:8: error: 'arith.divui' op arithmetic: thread (1, 0, 0) of block (0, 0, 0) the result has a rest, in spite of exact
func.func @rest() {
  %t = gpu.thread_id x
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %0 = arith.shrsi %t, %one exact : index
  %1 = arith.shrui %t, %one exact : index
  %2 = arith.divsi %t, %two exact : index
  %3 = arith.divui %t, %two exact : index
  return
}

// CHECK: faults.mlir:[[# @LINE + 7]]:8: error: 'arith.divui' op arithmetic: thread (0, 0, 0) of block (0, 0, 0) divides by 0
// CHECK: faults.mlir:[[# @LINE + 7]]:8: error: 'arith.divsi' op arithmetic: thread (0, 0, 0) of block (0, 0, 0) divides by 0
// CHECK: faults.mlir:[[# @LINE + 7]]:8: error: 'arith.divsi' op arithmetic: thread (0, 0, 0) of block (0, 0, 0) the quotient of the smallest number and -1 wraps
func.func @division(%n: i32) {
  %one = arith.constant 1 : i32
  %minus_one = arith.constant -1 : i32
  %least = arith.constant 0x80000000 : i32
  %0 = arith.divui %one, %n : i32
  %1 = arith.divsi %one, %n : i32
  %2 = arith.divsi %least, %minus_one : i32
  return
}

// CHECK: faults.mlir:[[# @LINE + 3]]:3: error: 'cf.assert' op assertion: thread (0, 0, 0) of block (0, 0, 0) does not satisfy "n is positive"
func.func @assertion(%n: i1) {
  // The default of a scalar is 0.
  cf.assert %n, "n is positive"
  return
}

// CHECK: faults.mlir:[[# @LINE + 3]]:3: error: 'llvm.intr.assume' op assertion: thread (0, 0, 0) of block (0, 0, 0) assumes what is not true
func.func @assumed_condition(%n: i1) {
  // The default of a scalar is 0.
  llvm.intr.assume %n : i1
  return
}

// CHECK: faults.mlir:[[# @LINE + 4]]:3: error: 'llvm.intr.assume' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) needs the number that operand 0 is
// CHECK-NOT: assumes
func.func @unknown_condition() {
  %is = ub.poison : i1
  llvm.intr.assume %is : i1
  return
}

// CHECK: faults.mlir:[[# @LINE + 6]]:10: error: 'tl.load' op scope: thread (0, 0, 0) of block (0, 0, 0) executes a copy of its warp with 8 of 32 threads
func.func @scope(%a: memref<32xf32>, %n: index) {
  %t = gpu.thread_id x
  %c8 = arith.constant 8 : index
  %less = arith.cmpi ult, %t, %c8 : index
  scf.if %less {
    %0 = tl.load %a as #tl.register<spatial(32)> scope warp : memref<32xf32> to vector<1xf32>
  }
  return
}

// All threads of a scope move one tile.

// CHECK: faults.mlir:[[# @LINE + 3]]:8: error: 'tl.load' op scope: thread (1, 0, 0) of block (0, 0, 0) has origin 1, and thread 0 of the same copy 0
func.func @origin_of_a_lane(%a: memref<64xf32>) {
  %lane = gpu.lane_id
  %0 = tl.load %a[%lane] as #tl.register<spatial(32)> scope warp : memref<64xf32> to vector<1xf32>
  return
}

// CHECK: faults.mlir:[[# @LINE + 4]]:8: error: 'tl.load' op scope: thread (1, 0, 0) of block (0, 0, 0) has memory at address {{[0-9]+}}, and thread 0 of the same copy {{[0-9]+}}
func.func @memory_of_a_lane(%a: memref<64xf32>) {
  %lane = gpu.lane_id
  %s = memref.subview %a[%lane] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: ?>>
  %0 = tl.load %s as #tl.register<spatial(32)> scope warp : memref<32xf32, strided<[1], offset: ?>> to vector<1xf32>
  return
}

// CHECK: faults.mlir:[[# @LINE + 4]]:8: error: 'tl.load' op assertion: thread (0, 0, 0) of block (0, 0, 0) has origin 4 in dimension 0, which 8 does not divide
func.func @divisibility(%a: memref<64xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.addi %c2, %c2 : index
  %0 = tl.load %a[%c4] as #tl.register<spatial(32)> scope warp {divisibility = array<i64: 8>} : memref<64xf32> to vector<1xf32>
  return
}

// CHECK: faults.mlir:[[# @LINE + 4]]:8: error: 'tl.load' op assertion: thread (0, 0, 0) of block (0, 0, 0) has stride 12 in dimension 0, which 8 does not divide
func.func @stride_divisibility(%a: memref<64xf32>) {
  %c12 = arith.constant 12 : index
  %b = memref.reinterpret_cast %a to offset: [0], sizes: [4, 8], strides: [%c12, 1] : memref<64xf32> to memref<4x8xf32, strided<[?, 1]>>
  %0 = tl.load %b as #tl.register<spatial(4, 8)> scope warp {stride_divisibility = array<i64: 8, 1>} : memref<4x8xf32, strided<[?, 1]>> to vector<1xf32>
  return
}

// CHECK: faults.mlir:[[# @LINE + 4]]:8: error: 'tl.load' op assertion: thread (0, 0, 0) of block (0, 0, 0) has origin 4611686018427387904 in dimension 0; it has to be less than 4611686018427387904
func.func @far_origin(%a: memref<64xf32>) {
  %far = arith.constant 0x4000000000000000 : index
  %c64 = arith.constant 64 : index
  %0 = tl.load %a[%far] as #tl.register<spatial(32)> scope warp bounds(%c64) : memref<64xf32> to vector<1xf32>
  return
}

// CHECK: faults.mlir:[[# @LINE + 3]]:8: error: 'tl.load' op assertion: thread (0, 0, 0) of block (0, 0, 0) has origin 72057594037927936 in dimension 0; times the stride 64 it has to be less than 4611686018427387904
func.func @far_row(%a: memref<4x64xf32>) {
  %far = arith.constant 0x100000000000000 : index
  %0 = tl.load %a[%far, 0] as #tl.register<spatial(1, 32)> scope warp bounds(4, 64) : memref<4x64xf32> to vector<1xf32>
  return
}

// CHECK: faults.mlir:[[# @LINE + 4]]:8: error: 'tl.thread_load' op assertion: thread (0, 0, 0) of block (0, 0, 0) has symbol 12 in dimension 0, which 8 does not divide
func.func @symbol_divisibility(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %0 = tl.thread_load %a[%c0] atoms (2) : (1 * %c12 div 8) -> (1) align 4 : memref<64xf32> to vector<2xf32>
  return
}

// CHECK: faults.mlir:[[# @LINE + 5]]:3: error: 'scf.for' op arithmetic: thread (0, 0, 0) of block (0, 0, 0) has a step that is not positive
func.func @step() {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = gpu.thread_id x
  scf.for %i = %c0 to %c8 step %t {
  }
  return
}

// CHECK: faults.mlir:[[# @LINE + 3]]:3: error: 'nvvm.bar.warp.sync' op barrier divergence: thread (16, 0, 0) of block (0, 0, 0) waits with mask 0xfffeffff, which its lane 16 is not in
func.func @mask() {
  %others = arith.constant 0xfffeffff : i32
  nvvm.bar.warp.sync %others : i32
  return
}

// CHECK: faults.mlir:[[# @LINE + 7]]:5: error: 'nvvm.bar.warp.sync' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits with mask 0xffffffff more often than lane 16, which that names
func.func @mask_of_others() {
  %t = gpu.thread_id x
  %c16 = arith.constant 16 : index
  %all = arith.constant -1 : i32
  %is_low = arith.cmpi ult, %t, %c16 : index
  scf.if %is_low {
    nvvm.bar.warp.sync %all : i32
  }
  return
}

// CHECK: faults.mlir:[[# @LINE + 8]]:3: error: 'nvvm.bar.warp.sync' op barrier divergence: thread (1, 0, 0) of block (0, 0, 0) waits with mask 0xffffffff more often than lane 0, which that names
func.func @masks() {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %is_odd = arith.trunci %n : i32 to i1
  %all = arith.constant -1 : i32
  %even = arith.constant 0x55555555 : i32
  %mask = arith.select %is_odd, %all, %even : i32
  nvvm.bar.warp.sync %mask : i32
  return
}

// What all threads of a warp do together, one of them does not know to be done.
// CHECK: faults.mlir:[[# @LINE + 9]]:5: error: 'memref.store' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 0 of argument 1
// CHECK-NEXT: faults.mlir:[[# @LINE + 5]]:3: note: every thread of block (0, 0, 0) writes it here, with no barrier between
func.func @copied_by_all(%in: memref<4xi32>, %out: memref<4xi32>) attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %t = gpu.thread_id x
  memref.copy %in, %out : memref<4xi32> to memref<4xi32>
  %is_first = arith.cmpi eq, %t, %c0 : index
  scf.if %is_first {
    memref.store %one, %out[%c0] : memref<4xi32>
  }
  return
}

// CHECK: faults.mlir:[[# @LINE + 2]]:8: error: 'vector.vscale' op is not known to the simulator
func.func @unknown() {
  %0 = vector.vscale
  return
}
