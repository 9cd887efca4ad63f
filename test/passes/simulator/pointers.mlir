// RUN: tl-sim %s --kernel=moves --block=4 --dump=1 | FileCheck %s --check-prefix=MOVES
// RUN: not tl-sim %s --kernel=misaligned --block=1 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: not tl-sim %s --kernel=past_the_end --block=1 2>&1 | FileCheck %s --check-prefix=END
// RUN: not tl-sim %s --kernel=odd --block=1 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not tl-sim %s --kernel=races --block=2 2>&1 | FileCheck %s --check-prefix=RACES
// RUN: not tl-sim %s --kernel=leaks --block=1 2>&1 | FileCheck %s --check-prefix=LEAKS

// RUN: tl-sim %s --kernel=fields --block=1 --shape=1:256 --dump=0 | FileCheck %s --check-prefix=FIELDS
// RUN: tl-sim %s --kernel=atomics --block=4 --dump=0 | FileCheck %s --check-prefix=ATOMICS
// RUN: tl-sim %s --kernel=reals --block=4 --dump=0 | FileCheck %s --check-prefix=REALS
// RUN: tl-sim %s --kernel=pairs --block=4 --dump=0 | FileCheck %s --check-prefix=PAIRS
// RUN: tl-sim %s --kernel=reads_sum --block=4 --arg=1:zero --dump=0 | FileCheck %s --check-prefix=READS
// RUN: not tl-sim %s --kernel=reads_plainly --block=4 2>&1 | FileCheck %s --check-prefix=PLAINLY
// RUN: tl-sim %s --kernel=swaps --block=4 --dump=0 | FileCheck %s --check-prefix=SWAPS
// RUN: not tl-sim %s --kernel=swaps_unknown --block=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tl-sim %s --kernel=shares --block=4 --grid=2 --dump=0 | FileCheck %s --check-prefix=SHARES
// RUN: tl-sim %s --kernel=shares_dynamic --block=4 --dynamic-shared-memory=16 --dump=0 | FileCheck %s --check-prefix=SHARES
// RUN: not tl-sim %s --kernel=constant --block=1 2>&1 | FileCheck %s --check-prefix=CONSTANT
// RUN: not tl-sim %s --kernel=generic --block=1 2>&1 | FileCheck %s --check-prefix=GENERIC

// Argument 0 holds 0 to 15: thread t takes four from 4 t on, and their sum.  What is said to
// be a multiple of 12 is no power of two.
// MOVES:      argument 1:
// MOVES-NEXT: {{^}}[6, 22, 38, 54]
func.func @moves(%in: memref<16xf32> {llvm.align = 16 : i64}, %out: memref<4xf32>) {
  %t = gpu.thread_id x
  %c4 = arith.constant 4 : index
  %i = arith.muli %t, %c4 : index
  %n = arith.index_cast %i : index to i64
  %m = arith.index_cast %t : index to i64
  %a = memref.extract_aligned_pointer_as_index %in : memref<16xf32> -> index
  %b = memref.extract_aligned_pointer_as_index %out : memref<4xf32> -> index
  %a64 = arith.index_cast %a : index to i64
  %b64 = arith.index_cast %b : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  %q = llvm.inttoptr %b64 : i64 to !llvm.ptr
  %from = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %to = llvm.getelementptr %q[%m] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %from : !llvm.ptr -> vector<4xf32>
  %sum = vector.reduction <add>, %v : vector<4xf32> into f32
  llvm.store %sum, %to : f32, !llvm.ptr
  %twelve = arith.constant 12 : i64
  %rest = arith.remui %a64, %twelve : i64
  %more = arith.subi %twelve, %rest : i64
  %sum64 = arith.addi %a64, %more : i64
  %multiple = llvm.inttoptr %sum64 : i64 to !llvm.ptr
  %x = llvm.load %multiple {alignment = 12 : i64} : !llvm.ptr -> f32
  return
}

// MISALIGNED: error: 'llvm.load' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) reads byte 0 of argument 0 at address 0x{{[0-9a-f]+}}, which is no multiple of 8
func.func @misaligned(%in: memref<16xf32>) {
  %a = memref.extract_aligned_pointer_as_index %in : memref<16xf32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  %x = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<2xf32>
  %y = llvm.load %p : !llvm.ptr -> vector<2xf32>
  return
}

// END: error: 'llvm.store' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) writes bytes 64 to 67 of argument 0, which has 64
func.func @past_the_end(%in: memref<16xf32>) {
  %x = arith.constant 1.0 : f32
  %a = memref.extract_aligned_pointer_as_index %in : memref<16xf32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  %q = llvm.getelementptr %p[16] : (!llvm.ptr) -> !llvm.ptr, f32
  llvm.store %x, %q : f32, !llvm.ptr
  return
}

// ODD: error: 'llvm.load' op moves other than a power of two of whole bytes
func.func @odd(%p: !llvm.ptr) {
  %x = llvm.load %p : !llvm.ptr -> vector<3xf32>
  return
}

// RACES: error: 'llvm.store' op race: thread (1, 0, 0) of block (0, 0, 0) writes byte 0 of argument 0
func.func @races(%out: memref<1xi32>) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %a = memref.extract_aligned_pointer_as_index %out : memref<1xi32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  llvm.store %n, %p : i32, !llvm.ptr
  return
}

// LEAKS: error: 'llvm.store' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 0 of argument 0
func.func @leaks(%out: memref<1xi32>) {
  %x = ub.poison : i32
  %a = memref.extract_aligned_pointer_as_index %out : memref<1xi32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  llvm.store %x, %p : i32, !llvm.ptr
  return
}

// Fields are where their alignment says, in rooms of a multiple of the largest one; in a packed struct behind each other.

// FIELDS:      argument 0:
// FIELDS-NEXT: {{^}}[16, 20, 40, 80, 60, 8, 48, -5]
func.func @fields(%out: memref<8xi64>, %p: !llvm.ptr {llvm.align = 16 : i64}) {
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i64) : i64
  %0 = llvm.getelementptr %p[2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i32)>
  %1 = llvm.getelementptr %p[%two, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i8, i32)>
  %2 = llvm.getelementptr %p[1, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i8, i64, f16)>
  %3 = llvm.getelementptr inbounds %p[%one, 1, %two] : (!llvm.ptr, i32, i64) -> !llvm.ptr, !llvm.struct<(ptr, array<6 x i64>)>
  %4 = llvm.getelementptr %p[1, %one, 3] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<2 x array<4 x vector<3xi8>>>
  %5 = llvm.getelementptr %p[1, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<packed (i8, i8, i32)>
  %6 = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, vector<3xf32>
  %7 = llvm.getelementptr %p[-1, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<packed (i16, i8, i32)>
  %base = llvm.ptrtoint %p : !llvm.ptr to i64
  %all = llvm.mlir.zero : vector<8xi64>
  %i0 = llvm.ptrtoint %0 : !llvm.ptr to i64
  %i1 = llvm.ptrtoint %1 : !llvm.ptr to i64
  %i2 = llvm.ptrtoint %2 : !llvm.ptr to i64
  %i3 = llvm.ptrtoint %3 : !llvm.ptr to i64
  %i4 = llvm.ptrtoint %4 : !llvm.ptr to i64
  %i5 = llvm.ptrtoint %5 : !llvm.ptr to i64
  %i6 = llvm.ptrtoint %6 : !llvm.ptr to i64
  %i7 = llvm.ptrtoint %7 : !llvm.ptr to i64
  %places = vector.from_elements %i0, %i1, %i2, %i3, %i4, %i5, %i6, %i7 : vector<8xi64>
  %bases = vector.broadcast %base : i64 to vector<8xi64>
  %from = llvm.sub %places, %bases : vector<8xi64>
  %z = arith.constant 0 : index
  vector.store %from, %out[%z] : memref<8xi64>, vector<8xi64>
  return
}

llvm.func @pointer_to(%a: i64) -> !llvm.ptr {
  %p = llvm.inttoptr %a : i64 to !llvm.ptr<1>
  %q = llvm.addrspacecast %p : !llvm.ptr<1> to !llvm.ptr
  llvm.return %q : !llvm.ptr
}

// Threads 0 to 3 change numbers that begin as 100 by their own, one after the other.

// ATOMICS:      argument 0:
// ATOMICS-NEXT: {{^}}[3, 106, 94, 0, -2, 103, 100, 100, 0, 100, 0, 3, 3, 94, 94]
func.func @atomics(%out: memref<15xi32>) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %z = arith.constant 0 : index
  %c100 = arith.constant dense<100> : vector<15xi32>
  vector.store %c100, %out[%z] : memref<15xi32>, vector<15xi32>
  gpu.barrier
  %a = memref.extract_aligned_pointer_as_index %out : memref<15xi32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.call @pointer_to(%a64) : (i64) -> !llvm.ptr
  %p0 = llvm.getelementptr %p[0] : (!llvm.ptr) -> !llvm.ptr, i32
  %r0 = llvm.atomicrmw xchg %p0, %n monotonic : !llvm.ptr, i32
  %p1 = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i32
  %r1 = llvm.atomicrmw add %p1, %n monotonic : !llvm.ptr, i32
  %p2 = llvm.getelementptr %p[2] : (!llvm.ptr) -> !llvm.ptr, i32
  %r2 = llvm.atomicrmw sub %p2, %n monotonic : !llvm.ptr, i32
  %p3 = llvm.getelementptr %p[3] : (!llvm.ptr) -> !llvm.ptr, i32
  %r3 = llvm.atomicrmw _and %p3, %n monotonic : !llvm.ptr, i32
  %p4 = llvm.getelementptr %p[4] : (!llvm.ptr) -> !llvm.ptr, i32
  %r4 = llvm.atomicrmw nand %p4, %n monotonic : !llvm.ptr, i32
  %p5 = llvm.getelementptr %p[5] : (!llvm.ptr) -> !llvm.ptr, i32
  %r5 = llvm.atomicrmw _or %p5, %n monotonic : !llvm.ptr, i32
  %p6 = llvm.getelementptr %p[6] : (!llvm.ptr) -> !llvm.ptr, i32
  %r6 = llvm.atomicrmw _xor %p6, %n monotonic : !llvm.ptr, i32
  %p7 = llvm.getelementptr %p[7] : (!llvm.ptr) -> !llvm.ptr, i32
  %r7 = llvm.atomicrmw max %p7, %n monotonic : !llvm.ptr, i32
  %p8 = llvm.getelementptr %p[8] : (!llvm.ptr) -> !llvm.ptr, i32
  %r8 = llvm.atomicrmw min %p8, %n monotonic : !llvm.ptr, i32
  %p9 = llvm.getelementptr %p[9] : (!llvm.ptr) -> !llvm.ptr, i32
  %r9 = llvm.atomicrmw umax %p9, %n monotonic : !llvm.ptr, i32
  %p10 = llvm.getelementptr %p[10] : (!llvm.ptr) -> !llvm.ptr, i32
  %r10 = llvm.atomicrmw umin %p10, %n monotonic : !llvm.ptr, i32
  %p11 = llvm.getelementptr %p[11] : (!llvm.ptr) -> !llvm.ptr, i32
  %r11 = llvm.atomicrmw uinc_wrap %p11, %n monotonic : !llvm.ptr, i32
  %p12 = llvm.getelementptr %p[12] : (!llvm.ptr) -> !llvm.ptr, i32
  %r12 = llvm.atomicrmw udec_wrap %p12, %n monotonic : !llvm.ptr, i32
  %p13 = llvm.getelementptr %p[13] : (!llvm.ptr) -> !llvm.ptr, i32
  %r13 = llvm.atomicrmw usub_cond %p13, %n monotonic : !llvm.ptr, i32
  %p14 = llvm.getelementptr %p[14] : (!llvm.ptr) -> !llvm.ptr, i32
  %r14 = llvm.atomicrmw usub_sat %p14, %n monotonic : !llvm.ptr, i32
  llvm.fence syncscope("agent") acq_rel
  return
}

// REALS:      argument 0:
// REALS-NEXT: {{^}}[100, 106, 100, 94, 100, 100, 100, 0, 100, 100, 100, 0]
func.func @reals(%out: memref<12xf32>) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %f = arith.sitofp %n : i32 to f32
  %z = arith.constant 0 : index
  %c100 = arith.constant dense<100.0> : vector<12xf32>
  vector.store %c100, %out[%z] : memref<12xf32>, vector<12xf32>
  gpu.barrier
  %a = memref.extract_aligned_pointer_as_index %out : memref<12xf32> -> index
  %a64 = arith.index_cast %a : index to i64
  %q = llvm.call @pointer_to(%a64) : (i64) -> !llvm.ptr
  %q0 = llvm.getelementptr %q[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x f32>
  %s0 = llvm.atomicrmw fadd %q0, %f monotonic : !llvm.ptr, f32
  %q1 = llvm.getelementptr %q[1, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x f32>
  %s1 = llvm.atomicrmw fsub %q1, %f monotonic : !llvm.ptr, f32
  %q2 = llvm.getelementptr %q[2, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x f32>
  %s2 = llvm.atomicrmw fmax %q2, %f monotonic : !llvm.ptr, f32
  %q3 = llvm.getelementptr %q[3, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x f32>
  %s3 = llvm.atomicrmw fmin %q3, %f monotonic : !llvm.ptr, f32
  %q4 = llvm.getelementptr %q[4, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x f32>
  %s4 = llvm.atomicrmw fmaximum %q4, %f monotonic : !llvm.ptr, f32
  %q5 = llvm.getelementptr %q[5, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<2 x f32>
  %s5 = llvm.atomicrmw fminimum %q5, %f monotonic : !llvm.ptr, f32
  return
}

// PAIRS:      argument 0:
// PAIRS-NEXT: {{^}}[6, 4]
func.func @pairs(%out: memref<2xf16> {llvm.align = 4 : i64}) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %f = arith.sitofp %n : i32 to f16
  %one = arith.constant 1.0 : f16
  %z = arith.constant 0 : index
  %zeros = arith.constant dense<0.0> : vector<2xf16>
  vector.store %zeros, %out[%z] : memref<2xf16>, vector<2xf16>
  gpu.barrier
  %a = memref.extract_aligned_pointer_as_index %out : memref<2xf16> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.call @pointer_to(%a64) : (i64) -> !llvm.ptr
  %by = vector.from_elements %f, %one : vector<2xf16>
  %old = llvm.atomicrmw fadd %p, %by monotonic : !llvm.ptr, vector<2xf16>
  return
}

// A load with an ordering does not race with atomic changes; a plain one does.

// READS:      argument 0:
// READS-NEXT: {{^}}[4, 4, 4, 4]
func.func @reads_sum(%out: memref<4xi32>, %sum: memref<1xi32>) {
  %t = gpu.thread_id x
  %p = call @add_one(%sum) : (memref<1xi32>) -> !llvm.ptr
  %x = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  memref.store %x, %out[%t] : memref<4xi32>
  return
}

// PLAINLY: error: 'llvm.load' op race: thread (0, 0, 0) of block (0, 0, 0) reads
func.func @reads_plainly(%out: memref<4xi32>, %sum: memref<1xi32>) {
  %p = call @add_one(%sum) : (memref<1xi32>) -> !llvm.ptr
  %x = llvm.load %p : !llvm.ptr -> i32
  return
}

func.func private @add_one(%sum: memref<1xi32>) -> !llvm.ptr {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = memref.extract_aligned_pointer_as_index %sum : memref<1xi32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  %old = llvm.atomicrmw add %p, %one monotonic : !llvm.ptr, i32
  return %p : !llvm.ptr
}

// The first of the threads finds 7, which it expects, and the others what that has left.

// SWAPS:      argument 0:
// SWAPS-NEXT: {{^}}[107, 0, 0, 0, 7, 10]
func.func @swaps(%out: memref<6xi32>) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %seven = llvm.mlir.constant(7 : i32) : i32
  %hundred = llvm.mlir.constant(100 : i32) : i32
  %ten = llvm.mlir.constant(10 : i32) : i32
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  memref.store %seven, %out[%c4] : memref<6xi32>
  memref.store %seven, %out[%c5] : memref<6xi32>
  gpu.barrier
  %a = memref.extract_aligned_pointer_as_index %out : memref<6xi32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  %q = llvm.getelementptr %p[5] : (!llvm.ptr) -> !llvm.ptr, i32
  %s = llvm.cmpxchg %q, %seven, %ten acq_rel monotonic : !llvm.ptr, i32
  %old = llvm.extractvalue %s[0] : !llvm.struct<(i32, i1)>
  %is = llvm.extractvalue %s[1] : !llvm.struct<(i32, i1)>
  %sum = llvm.add %old, %hundred : i32
  %none = llvm.mlir.zero : i32
  %x = llvm.select %is, %sum, %none : i1, i32
  memref.store %x, %out[%t] : memref<6xi32>
  return
}

// UNKNOWN: error: 'llvm.cmpxchg' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) compares an uninitialized value
gpu.module @swap {
gpu.func @swaps_unknown() workgroup(%s: memref<1xi32, 3>) kernel {
  %one = llvm.mlir.constant(1 : i32) : i32
  %a = memref.extract_aligned_pointer_as_index %s : memref<1xi32, 3> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr<3>
  %r = llvm.cmpxchg %p, %one, %one monotonic monotonic : !llvm.ptr<3>, i32
  gpu.return
}
}

// A global of shared memory is one of each block, and one without elements dynamic shared memory.

// SHARES:      argument 0:
// SHARES-NEXT: {{^}}[3, 2, 1, 0]
llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>
llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i8>
llvm.mlir.global internal constant @numbers(dense<1> : vector<4xi32>) {addr_space = 4 : i32} : !llvm.array<4 x i32>

func.func @turn(%out: memref<4xi32>, %s: !llvm.ptr<3>) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %three = llvm.mlir.constant(3 : i32) : i32
  %m = llvm.sub %three, %n : i32
  %to = llvm.getelementptr %s[0, %n] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i32>
  %from = llvm.getelementptr %s[0, %m] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<4 x i32>
  llvm.store %n, %to : i32, !llvm.ptr<3>
  gpu.barrier
  %x = llvm.load %from : !llvm.ptr<3> -> i32
  %b = gpu.block_id x
  %c0 = arith.constant 0 : index
  %is_first = arith.cmpi eq, %b, %c0 : index
  scf.if %is_first {
    memref.store %x, %out[%t] : memref<4xi32>
  }
  return
}

func.func @shares(%out: memref<4xi32>) {
  %s = llvm.mlir.addressof @shared : !llvm.ptr<3>
  call @turn(%out, %s) : (memref<4xi32>, !llvm.ptr<3>) -> ()
  return
}

func.func @shares_dynamic(%out: memref<4xi32>) {
  %s = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
  call @turn(%out, %s) : (memref<4xi32>, !llvm.ptr<3>) -> ()
  return
}

// CONSTANT: error: 'llvm.mlir.addressof' op is of something else than a global of shared memory, which the simulator does not know
func.func @constant() {
  %p = llvm.mlir.addressof @numbers : !llvm.ptr<4>
  return
}

// GENERIC: error: 'llvm.addrspacecast' op casts between other pointers than those to global memory, which the simulator does not know
func.func @generic(%p: !llvm.ptr<3>) {
  %q = llvm.addrspacecast %p : !llvm.ptr<3> to !llvm.ptr
  return
}
