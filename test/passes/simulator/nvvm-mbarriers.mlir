// RUN: tl-sim %s --kernel=ring --reference=ring_by_loops | FileCheck %s --check-prefix=RING
// RUN: tl-sim %s --kernel=copies --expect-equal=0,1 | FileCheck %s --check-prefix=COPIES
// RUN: tl-sim %s --kernel=counts --dump=0 | FileCheck %s --check-prefix=COUNTS
// RUN: tl-sim %s --kernel=held --dump=0 | FileCheck %s --check-prefix=HELD
// RUN: tl-sim %s --kernel=groups --dump=0 | FileCheck %s --check-prefix=GROUPS
// RUN: tl-sim %s --kernel=ahead --dump=0 | FileCheck %s --check-prefix=AHEAD
// RUN: not tl-sim %s --kernel=half 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: not tl-sim %s --kernel=wrong 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not tl-sim %s --kernel=relaxed 2>&1 | FileCheck %s --check-prefix=RELAXED
// RUN: not tl-sim %s --kernel=multicast 2>&1 | FileCheck %s --check-prefix=MULTICAST
// RUN: not tl-sim %s --kernel=masked 2>&1 | FileCheck %s --check-prefix=MASKED
// RUN: not tl-sim %s --kernel=begun_twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tl-sim %s --kernel=hasty 2>&1 | FileCheck %s --check-prefix=HASTY
// RUN: tl-sim %s --kernel=relaxed_beginning
// RUN: tl-sim %s --kernel=reused
// RUN: tl-sim %s --kernel=begun_by_all
// RUN: not tl-sim %s --kernel=overwritten 2>&1 | FileCheck %s --check-prefix=OVERWRITTEN
// RUN: not tl-sim %s --kernel=misplaced 2>&1 | FileCheck %s --check-prefix=MISPLACED

// Barriers and bulk copies of nvvm, on pointers.

#shared = #gpu.address_space<workgroup>

// Thread 0 fills a ring of two rows by bulk copies; warps 1 and 2 read it, and one lane of
// each arrives for 32; the last row goes back by a bulk copy.

// RING: @ring: as @ring_by_loops: 544 elements
func.func @ring(%from: memref<8x32xf32> {llvm.align = 16 : i64}, %to: memref<2x8x32xf32>,
                %last: memref<32xf32> {llvm.align = 16 : i64}) attributes {nvvm.reqntid = array<i32: 96, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %one = arith.constant 1 : i32
  %lanes = arith.constant 32 : i32
  %warp_mask = arith.constant -1 : i32
  %two_warps = arith.constant 64 : i32
  %bytes = arith.constant 128 : i32
  %ticks = arith.constant 1000 : i32
  %true = arith.constant true
  %rows = memref.alloc() {alignment = 16 : i64} : memref<2x32xf32, #shared>
  %bars = memref.alloc() : memref<4xi64, #shared>
  %t = gpu.thread_id x
  %rows_at = memref.extract_aligned_pointer_as_index %rows : memref<2x32xf32, #shared> -> index
  %bars_at = memref.extract_aligned_pointer_as_index %bars : memref<4xi64, #shared> -> index
  %from_at = memref.extract_aligned_pointer_as_index %from : memref<8x32xf32> -> index
  %last_at = memref.extract_aligned_pointer_as_index %last : memref<32xf32> -> index
  %empty_at = arith.addi %bars_at, %c16 : index
  %first = arith.cmpi eq, %t, %c0 : index
  scf.for %s = %c0 to %c2 step %c1 {
    %far = arith.muli %s, %c8 : index
    %f = arith.addi %bars_at, %far : index
    %e = arith.addi %empty_at, %far : index
    %f_bits = arith.index_cast %f : index to i64
    %e_bits = arith.index_cast %e : index to i64
    %full = llvm.inttoptr %f_bits : i64 to !llvm.ptr<3>
    %empty = llvm.inttoptr %e_bits : i64 to !llvm.ptr<3>
    nvvm.mbarrier.init %full, %one, predicate = %first : !llvm.ptr<3>, i32, i1
    nvvm.mbarrier.init %empty, %two_warps, predicate = %first : !llvm.ptr<3>, i32, i1
  }
  nvvm.fence.mbarrier.init
  nvvm.barrier0
  scf.for %i = %c0 to %c8 step %c1 {
    %s = arith.remui %i, %c2 : index
    %turn = arith.divui %i, %c2 : index
    %parity = arith.index_cast %turn : index to i32
    %again = arith.xori %parity, %one : i32
    %far = arith.muli %s, %c8 : index
    %f = arith.addi %bars_at, %far : index
    %e = arith.addi %empty_at, %far : index
    %f_bits = arith.index_cast %f : index to i64
    %e_bits = arith.index_cast %e : index to i64
    %full = llvm.inttoptr %f_bits : i64 to !llvm.ptr<3>
    %empty = llvm.inttoptr %e_bits : i64 to !llvm.ptr<3>
    scf.if %first {
      nvvm.mbarrier.try_wait.parity %empty, %again, %ticks : !llvm.ptr<3>, i32, i32
      %row = arith.muli %i, %c128 : index
      %source_at = arith.addi %from_at, %row : index
      %source_bits = arith.index_cast %source_at : index to i64
      %source = llvm.inttoptr %source_bits : i64 to !llvm.ptr<1>
      %place = arith.muli %s, %c128 : index
      %target_at = arith.addi %rows_at, %place : index
      %target_bits = arith.index_cast %target_at : index to i64
      %target = llvm.inttoptr %target_bits : i64 to !llvm.ptr<3>
      nvvm.cp.async.bulk.shared.cluster.global %target, %source, %full, %bytes : !llvm.ptr<3>, !llvm.ptr<1>
      %state = nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32 -> i64
    }
    %warp = arith.divui %t, %c32 : index
    %lane = arith.remui %t, %c32 : index
    %reads = arith.cmpi uge, %t, %c32 : index
    scf.if %reads {
      %who = arith.subi %warp, %c1 : index
      scf.while : () -> () {
        %is_over = nvvm.mbarrier.try_wait %full, %parity, %ticks : !llvm.ptr<3>, i32, i32 -> i1
        %asks = arith.xori %is_over, %true : i1
        scf.condition(%asks)
      } do {
        scf.yield
      }
      %x = memref.load %rows[%s, %lane] : memref<2x32xf32, #shared>
      memref.store %x, %to[%who, %i, %lane] : memref<2x8x32xf32>
      nvvm.bar.warp.sync %warp_mask : i32
      %arrives = arith.cmpi eq, %lane, %c0 : index
      scf.if %arrives {
        %state = nvvm.mbarrier.arrive %empty, %lanes : !llvm.ptr<3> -> i64
      }
    }
  }
  nvvm.barrier0
  scf.if %first {
    %place = arith.addi %rows_at, %c128 : index
    %source_bits = arith.index_cast %place : index to i64
    %source = llvm.inttoptr %source_bits : i64 to !llvm.ptr<3>
    %target_bits = arith.index_cast %last_at : index to i64
    %target = llvm.inttoptr %target_bits : i64 to !llvm.ptr<1>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.cp.async.bulk.global.shared.cta %target, %source, %bytes : !llvm.ptr<1>, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
  }
  return
}

func.func private @ring_by_loops(%from: memref<8x32xf32>, %to: memref<2x8x32xf32>, %last: memref<32xf32>) {
  affine.for %who = 0 to 2 {
    affine.for %i = 0 to 8 {
      affine.for %lane = 0 to 32 {
        %x = affine.load %from[%i, %lane] : memref<8x32xf32>
        affine.store %x, %to[%who, %i, %lane] : memref<2x8x32xf32>
      }
    }
  }
  affine.for %lane = 0 to 32 {
    %x = affine.load %from[7, %lane] : memref<8x32xf32>
    affine.store %x, %last[%lane] : memref<32xf32>
  }
  return
}

// Copies of threads arrive when they have landed: one is that of 32 that are expected,
// another one, of fewer bytes, is none of them.

// COPIES: equal: 256 elements
func.func @copies(%from: memref<64x4xf32> {llvm.align = 16 : i64}, %to: memref<64x4xf32>) attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %even = arith.constant 0 : i32
  %arrivals = arith.constant 64 : i32
  %ticks = arith.constant 1000 : i32
  %room = memref.alloc() {alignment = 16 : i64} : memref<64x4xf32, #shared>
  %bars = memref.alloc() : memref<1xi64, #shared>
  %t = gpu.thread_id x
  %bars_at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bar_bits = arith.index_cast %bars_at : index to i64
  %bar = llvm.inttoptr %bar_bits : i64 to !llvm.ptr<3>
  %first = arith.cmpi eq, %t, %c0 : index
  nvvm.mbarrier.init %bar, %arrivals, predicate = %first : !llvm.ptr<3>, i32, i1
  nvvm.barrier0
  %from_at = memref.extract_aligned_pointer_as_index %from : memref<64x4xf32> -> index
  %room_at = memref.extract_aligned_pointer_as_index %room : memref<64x4xf32, #shared> -> index
  %far = arith.muli %t, %c16 : index
  %source_at = arith.addi %from_at, %far : index
  %target_at = arith.addi %room_at, %far : index
  %source_bits = arith.index_cast %source_at : index to i64
  %target_bits = arith.index_cast %target_at : index to i64
  %source = llvm.inttoptr %source_bits : i64 to !llvm.ptr<1>
  %target = llvm.inttoptr %target_bits : i64 to !llvm.ptr<3>
  nvvm.cp.async.shared.global %target, %source, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.mbarrier.arrive %bar : !llvm.ptr<3>
  nvvm.cp.async.mbarrier.arrive %bar : !llvm.ptr<3>
  nvvm.cp.async.mbarrier.arrive %bar {noinc = true} : !llvm.ptr<3>
  nvvm.mbarrier.try_wait.parity %bar, %even, %ticks : !llvm.ptr<3>, i32, i32
  %other = arith.xori %t, %c63 : index
  %v = vector.load %room[%other, %c0] : memref<64x4xf32, #shared>, vector<4xf32>
  vector.store %v, %to[%other, %c0] : memref<64x4xf32>, vector<4xf32>
  return
}

// Copies that are waited for take back what they add, but those that are expected.

// HELD:      argument 0:
// HELD-NEXT: {{^}}[0, 1]
func.func @held(%to: memref<2xi1>) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i32
  %bars = memref.alloc() : memref<1xi64, #shared>
  %at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bits = arith.index_cast %at : index to i64
  %bar = llvm.inttoptr %bits : i64 to !llvm.ptr<3>
  nvvm.mbarrier.init %bar, %two : !llvm.ptr<3>, i32
  %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  nvvm.cp.async.mbarrier.arrive %bar : !llvm.ptr<3>
  %before = nvvm.mbarrier.test.wait %bar, %state : !llvm.ptr<3>, i64 -> i1
  nvvm.cp.async.mbarrier.arrive %bar {noinc = true} : !llvm.ptr<3>
  %after = nvvm.mbarrier.test.wait %bar, %state : !llvm.ptr<3>, i64 -> i1
  memref.store %before, %to[%c0] : memref<2xi1>
  memref.store %after, %to[%c1] : memref<2xi1>
  return
}

// Who drops out is not expected any more; what bytes are brought by hand; states are
// those of phases.

// COUNTS:      argument 0:
// COUNTS-NEXT: {{^}}[0, 1, 0, 1, 0, 1, 0, 1]
func.func @counts(%to: memref<8xi1>) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %four = arith.constant 4 : i32
  %even = arith.constant 0 : i32
  %bars = memref.alloc() : memref<1xi64, #shared>
  %bars_at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bar_bits = arith.index_cast %bars_at : index to i64
  %bar = llvm.inttoptr %bar_bits : i64 to !llvm.ptr<3>
  nvvm.mbarrier.init %bar, %four : !llvm.ptr<3>, i32
  %s0 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  %s1 = nvvm.mbarrier.arrive.nocomplete %bar, %one : !llvm.ptr<3>, i32 -> i64
  %t0 = nvvm.mbarrier.test.wait %bar, %s1 : !llvm.ptr<3>, i64 -> i1
  memref.store %t0, %to[%c0] : memref<8xi1>
  %s2 = nvvm.mbarrier.arrive_drop %bar, %two : !llvm.ptr<3> -> i64
  %t1 = nvvm.mbarrier.test.wait %bar, %even : !llvm.ptr<3>, i32 -> i1
  memref.store %t1, %to[%c1] : memref<8xi1>
  // Two are expected, and one of them drops out.
  %s3 = nvvm.mbarrier.arrive_drop.nocomplete %bar, %one : !llvm.ptr<3>, i32 -> i64
  nvvm.mbarrier.expect_tx %bar, %four : !llvm.ptr<3>, i32
  %s4 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  %t2 = nvvm.mbarrier.test.wait %bar, %s4 : !llvm.ptr<3>, i64 -> i1
  memref.store %t2, %to[%c2] : memref<8xi1>
  nvvm.mbarrier.complete_tx %bar, %four : !llvm.ptr<3>, i32
  %t3 = nvvm.mbarrier.test.wait %bar, %s4 : !llvm.ptr<3>, i64 -> i1
  memref.store %t3, %to[%c3] : memref<8xi1>
  // One is left.
  %s5 = nvvm.mbarrier.arrive.expect_tx %bar, %two : !llvm.ptr<3>, i32 -> i64
  %t4 = nvvm.mbarrier.test.wait %bar, %s5 : !llvm.ptr<3>, i64 -> i1
  memref.store %t4, %to[%c4] : memref<8xi1>
  nvvm.mbarrier.complete_tx %bar, %two : !llvm.ptr<3>, i32
  %t5 = nvvm.mbarrier.test.wait %bar, %s5 : !llvm.ptr<3>, i64 -> i1
  memref.store %t5, %to[%c5] : memref<8xi1>
  nvvm.mbarrier.inval %bar : !llvm.ptr<3>
  nvvm.mbarrier.init %bar, %two : !llvm.ptr<3>, i32
  %s6 = nvvm.mbarrier.arrive_drop.expect_tx %bar, %two : !llvm.ptr<3>, i32 -> i64
  nvvm.mbarrier.complete_tx %bar, %two : !llvm.ptr<3>, i32
  %t6 = nvvm.mbarrier.test.wait %bar, %s6 : !llvm.ptr<3>, i64 -> i1
  memref.store %t6, %to[%c6] : memref<8xi1>
  %s7 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  %s8 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  %t7 = nvvm.mbarrier.test.wait %bar, %s8 : !llvm.ptr<3>, i64 -> i1
  memref.store %t7, %to[%c7] : memref<8xi1>
  return
}

// Bytes that come before they are expected: the phase ends when all of them are, and not before.

// AHEAD:      argument 0:
// AHEAD-NEXT: {{^}}[0, 0, 1]
func.func @ahead(%to: memref<3xi1>) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %eight = arith.constant 8 : i32
  %sixteen = arith.constant 16 : i32
  %bars = memref.alloc() : memref<1xi64, #shared>
  %at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bits = arith.index_cast %at : index to i64
  %bar = llvm.inttoptr %bits : i64 to !llvm.ptr<3>
  nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
  nvvm.mbarrier.complete_tx %bar, %sixteen : !llvm.ptr<3>, i32
  %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  %none = nvvm.mbarrier.test.wait %bar, %state : !llvm.ptr<3>, i64 -> i1
  nvvm.mbarrier.expect_tx %bar, %eight : !llvm.ptr<3>, i32
  %half = nvvm.mbarrier.test.wait %bar, %state : !llvm.ptr<3>, i64 -> i1
  nvvm.mbarrier.expect_tx %bar, %eight : !llvm.ptr<3>, i32
  %all = nvvm.mbarrier.test.wait %bar, %state : !llvm.ptr<3>, i64 -> i1
  memref.store %none, %to[%c0] : memref<3xi1>
  memref.store %half, %to[%c1] : memref<3xi1>
  memref.store %all, %to[%c2] : memref<3xi1>
  return
}

// Barriers of two groups are all at places of their own, which nvgpu gives as numbers.

// GROUPS:      argument 0:
// GROUPS-NEXT: {{^}}[0, 1]
!group = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 256>
func.func @groups(%to: memref<2xi1>) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %no = arith.constant false
  %yes = arith.constant true
  %state = arith.constant 0 : i64
  %one = nvgpu.mbarrier.create -> !group
  %other = nvgpu.mbarrier.create -> !group
  scf.for %i = %c0 to %c256 step %c1 {
    nvgpu.mbarrier.init %one[%i], %c1 : !group
    nvgpu.mbarrier.init %other[%i], %c1 : !group
  }
  scf.for %i = %c0 to %c256 step %c1 {
    %token = nvgpu.mbarrier.arrive %one[%i] : !group -> !nvgpu.mbarrier.token
  }
  %any, %all = scf.for %i = %c0 to %c256 step %c1 iter_args(%some = %no, %each = %yes) -> (i1, i1) {
    %place = nvgpu.mbarrier.get %one[%i] : !group -> i64
    %bar = llvm.inttoptr %place : i64 to !llvm.ptr<3>
    %is_over = nvvm.mbarrier.test.wait %bar, %state : !llvm.ptr<3>, i64 -> i1
    %other_place = nvgpu.mbarrier.get %other[%i] : !group -> i64
    %other_bar = llvm.inttoptr %other_place : i64 to !llvm.ptr<3>
    %is_other = nvvm.mbarrier.test.wait %other_bar, %state : !llvm.ptr<3>, i64 -> i1
    %more = arith.ori %some, %is_other : i1
    %less = arith.andi %each, %is_over : i1
    scf.yield %more, %less : i1, i1
  }
  memref.store %any, %to[%c0] : memref<2xi1>
  memref.store %all, %to[%c1] : memref<2xi1>
  return
}

// The first 16 bytes are known, and the next ones are not; no bytes may be expected.

// HALF:     [[@LINE+22]]:3: error: 'nvvm.cp.async.bulk.global.shared.cta' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 16 of argument 0
// HALF-NOT: error
func.func @half(%memory: memref<8xf32> {llvm.align = 16 : i64}) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sixteen = arith.constant 16 : i32
  %more = arith.constant 32 : i32
  %ones = arith.constant dense<1.0> : vector<4xf32>
  %room = memref.alloc() {alignment = 16 : i64} : memref<8xf32, #shared>
  %bars = memref.alloc() : memref<1xi64, #shared>
  vector.store %ones, %room[%c0] : memref<8xf32, #shared>, vector<4xf32>
  %bars_at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bar_bits = arith.index_cast %bars_at : index to i64
  %bar = llvm.inttoptr %bar_bits : i64 to !llvm.ptr<3>
  %room_at = memref.extract_aligned_pointer_as_index %room : memref<8xf32, #shared> -> index
  %room_bits = arith.index_cast %room_at : index to i64
  %inside = llvm.inttoptr %room_bits : i64 to !llvm.ptr<3>
  %memory_at = memref.extract_aligned_pointer_as_index %memory : memref<8xf32> -> index
  %memory_bits = arith.index_cast %memory_at : index to i64
  %outside = llvm.inttoptr %memory_bits : i64 to !llvm.ptr<1>
  nvvm.cp.async.bulk.global.shared.cta %outside, %inside, %sixteen : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.global.shared.cta %outside, %inside, %more : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
  nvvm.mbarrier.expect_tx %bar, %none : !llvm.ptr<3>, i32
  return
}

// What is wrong: an arrival that says it is not the last, one too many, a wait for nothing, bytes
// that are no unit, a place of another one, a barrier that is there no more.

// WRONG:      error: 'nvvm.mbarrier.arrive.nocomplete' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) completes the phase of an mbarrier, as its 2 arrivals are the last
// WRONG-NEXT: error: 'nvvm.mbarrier.arrive' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) arrives 4 times at an mbarrier of which 2 arrivals are missing
// WRONG-NEXT: error: 'nvvm.mbarrier.try_wait' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits for phase 0 of an mbarrier, which misses 2 arrivals and 0 bytes that nobody is left to bring
// WRONG-NEXT: error: 'nvvm.cp.async.bulk.shared.cluster.global' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) copies 4 bytes, which are no multiple of 16
// WRONG-NEXT: error: 'nvvm.cp.async.bulk.global.shared.cta' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 0 of argument 0
// WRONG-NEXT: error: 'nvvm.cp.async.bulk.global.shared.cta' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads bytes 0 to 31 of an allocation, which has 16
// WRONG-NEXT: error: 'nvvm.mbarrier.inval' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) names an mbarrier that nobody has initialized
// WRONG-NOT:  error
func.func @wrong(%memory: memref<16xf32> {llvm.align = 16 : i64}) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %two = arith.constant 2 : i32
  %four = arith.constant 4 : i32
  %sixteen = arith.constant 16 : i32
  %more = arith.constant 32 : i32
  %even = arith.constant 0 : i32
  %room = memref.alloc() {alignment = 16 : i64} : memref<4xf32, #shared>
  %bars = memref.alloc() : memref<1xi64, #shared>
  %bars_at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bar_bits = arith.index_cast %bars_at : index to i64
  %bar = llvm.inttoptr %bar_bits : i64 to !llvm.ptr<3>
  %room_at = memref.extract_aligned_pointer_as_index %room : memref<4xf32, #shared> -> index
  %room_bits = arith.index_cast %room_at : index to i64
  %inside = llvm.inttoptr %room_bits : i64 to !llvm.ptr<3>
  %memory_at = memref.extract_aligned_pointer_as_index %memory : memref<16xf32> -> index
  %memory_bits = arith.index_cast %memory_at : index to i64
  %outside = llvm.inttoptr %memory_bits : i64 to !llvm.ptr<1>
  nvvm.mbarrier.init %bar, %two : !llvm.ptr<3>, i32
  %s0 = nvvm.mbarrier.arrive.nocomplete %bar, %two : !llvm.ptr<3>, i32 -> i64
  %s1 = nvvm.mbarrier.arrive %bar, %four : !llvm.ptr<3> -> i64
  %is_over = nvvm.mbarrier.try_wait %bar, %even : !llvm.ptr<3>, i32 -> i1
  nvvm.cp.async.bulk.shared.cluster.global %inside, %outside, %bar, %four : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.bulk.global.shared.cta %outside, %inside, %sixteen : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.cp.async.bulk.global.shared.cta %outside, %inside, %more : !llvm.ptr<1>, !llvm.ptr<3>
  nvvm.mbarrier.inval %bar : !llvm.ptr<3>
  nvvm.mbarrier.inval %bar : !llvm.ptr<3>
  return
}

// An arrival that orders nothing, and a wait.

// RELAXED: error: 'memref.load' op race: thread (32, 0, 0) of block (0, 0, 0) reads element 0 of an allocation
// RELAXED-NEXT: note: thread (0, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
// RELAXED: error: 'memref.load' op race: thread (32, 0, 0) of block (0, 0, 0) reads element 1 of an allocation
// RELAXED-NEXT: note: thread (1, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @relaxed(%to: memref<2xf32>) attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %all = arith.constant 64 : i32
  %even = arith.constant 0 : i32
  %odd = arith.constant 1 : i32
  %one = arith.constant 1.0 : f32
  %room = memref.alloc() : memref<2xf32, #shared>
  %bars = memref.alloc() : memref<1xi64, #shared>
  %t = gpu.thread_id x
  %bars_at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bar_bits = arith.index_cast %bars_at : index to i64
  %bar = llvm.inttoptr %bar_bits : i64 to !llvm.ptr<3>
  %first = arith.cmpi eq, %t, %c0 : index
  %second = arith.cmpi eq, %t, %c1 : index
  %reads = arith.cmpi eq, %t, %c32 : index
  nvvm.mbarrier.init %bar, %all, predicate = %first : !llvm.ptr<3>, i32, i1
  nvvm.barrier0
  scf.if %first {
    memref.store %one, %room[%c0] : memref<2xf32, #shared>
  }
  %s0 = nvvm.mbarrier.arrive %bar {relaxed = true} : !llvm.ptr<3> -> i64
  %is_over = nvvm.mbarrier.try_wait %bar, %even : !llvm.ptr<3>, i32 -> i1
  scf.if %reads {
    %x = memref.load %room[%c0] : memref<2xf32, #shared>
    memref.store %x, %to[%c0] : memref<2xf32>
  }
  nvvm.barrier0
  scf.if %second {
    memref.store %one, %room[%c1] : memref<2xf32, #shared>
  }
  %s1 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  %is_too = nvvm.mbarrier.try_wait %bar, %odd {relaxed = true} : !llvm.ptr<3>, i32 -> i1
  scf.if %reads {
    %x = memref.load %room[%c1] : memref<2xf32, #shared>
    memref.store %x, %to[%c1] : memref<2xf32>
  }
  return
}

// MULTICAST: error: 'nvvm.cp.async.bulk.shared.cluster.global' op copies to several blocks of a cluster, which share no memory in the simulator
func.func @multicast(%to: !llvm.ptr<7>, %from: !llvm.ptr<1>, %bar: !llvm.ptr<3>) {
  %bytes = arith.constant 16 : i32
  %mask = arith.constant 3 : i16
  nvvm.cp.async.bulk.shared.cluster.global %to, %from, %bar, %bytes multicast_mask = %mask : !llvm.ptr<7>, !llvm.ptr<1>
  return
}

// MASKED: error: 'nvvm.cp.async.bulk.global.shared.cta' op copies bytes that a mask says, which the simulator does not know
func.func @masked(%to: !llvm.ptr<1>, %from: !llvm.ptr<3>) {
  %bytes = arith.constant 16 : i32
  %mask = arith.constant 3 : i16
  nvvm.cp.async.bulk.global.shared.cta %to, %from, %bytes byte_mask = %mask : !llvm.ptr<1>, !llvm.ptr<3>
  return
}

// Of 32 bytes the last 8 are one, also by a generic pointer; others are none.

// MISPLACED:      :[[@LINE+27]]:3: error: 'nvvm.mbarrier.init' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) writes byte 4 of an allocation at address {{.*}}, which is no multiple of 8
// MISPLACED-NEXT: :[[@LINE+27]]:3: error: 'nvvm.mbarrier.init' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) writes bytes 32 to 39 of an allocation, which has 32
// MISPLACED-NEXT: :[[@LINE+27]]:11: error: 'nvvm.mbarrier.arrive' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) writes bytes 32 to 39 of an allocation, which has 32
// MISPLACED-NEXT: :[[@LINE+27]]:3: error: 'nvvm.mbarrier.init' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) names an mbarrier at address 0x{{[0-9a-f]+}}, near which there is no shared memory
// MISPLACED-NOT:  error
func.func @misplaced(%out: memref<4xi64>) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %one = arith.constant 1 : i32
  %even = arith.constant 0 : i32
  %four = arith.constant 4 : i64
  %last = arith.constant 24 : i64
  %behind = arith.constant 32 : i64
  %bars = memref.alloc() : memref<4xi64, #shared>
  %bars_at = memref.extract_aligned_pointer_as_index %bars : memref<4xi64, #shared> -> index
  %out_at = memref.extract_aligned_pointer_as_index %out : memref<4xi64> -> index
  %bits = arith.index_cast %bars_at : index to i64
  %out_bits = arith.index_cast %out_at : index to i64
  %bits_4 = arith.addi %bits, %four : i64
  %bits_24 = arith.addi %bits, %last : i64
  %bits_32 = arith.addi %bits, %behind : i64
  %bar_4 = llvm.inttoptr %bits_4 : i64 to !llvm.ptr<3>
  %bar_24 = llvm.inttoptr %bits_24 : i64 to !llvm.ptr<3>
  %generic_24 = llvm.inttoptr %bits_24 : i64 to !llvm.ptr
  %bar_32 = llvm.inttoptr %bits_32 : i64 to !llvm.ptr<3>
  %bar_out = llvm.inttoptr %out_bits : i64 to !llvm.ptr
  nvvm.mbarrier.init %bar_24, %one : !llvm.ptr<3>, i32
  %state = nvvm.mbarrier.arrive %generic_24 : !llvm.ptr -> i64
  %is_over = nvvm.mbarrier.try_wait %bar_24, %even : !llvm.ptr<3>, i32 -> i1
  nvvm.mbarrier.init %bar_4, %one : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %bar_32, %one : !llvm.ptr<3>, i32
  %none = nvvm.mbarrier.arrive %bar_32 : !llvm.ptr<3> -> i64
  nvvm.mbarrier.init %bar_out, %one : !llvm.ptr, i32
  return
}

// Two threads begin one, each where it is.

// TWICE:      :[[@LINE+18]]:5: error: 'nvvm.mbarrier.init' op race: thread (1, 0, 0) of block (0, 0, 0) writes byte 0 of an allocation
// TWICE-NEXT: :[[@LINE+14]]:5: note: thread (0, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
// TWICE-NOT:  error
func.func @begun_twice() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %all = arith.constant 64 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  %second = arith.cmpi eq, %t, %c1 : index
  %bars = memref.alloc() : memref<1xi64, #shared>
  %at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bits = arith.index_cast %at : index to i64
  %bar = llvm.inttoptr %bits : i64 to !llvm.ptr<3>
  scf.if %first {
    nvvm.mbarrier.init %bar, %all : !llvm.ptr<3>, i32
  }
  scf.if %second {
    nvvm.mbarrier.init %bar, %all : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  return
}

// All threads of a block may, as all may store one value (rule U1).

func.func @begun_by_all() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %all = arith.constant 64 : i32
  %bars = memref.alloc() : memref<1xi64, #shared>
  %at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bits = arith.index_cast %at : index to i64
  %bar = llvm.inttoptr %bits : i64 to !llvm.ptr<3>
  nvvm.mbarrier.init %bar, %all : !llvm.ptr<3>, i32
  nvvm.barrier0
  %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  return
}

// Others arrive with no barrier behind the beginning.

// HASTY:      :[[@LINE+12]]:12: error: 'nvvm.mbarrier.arrive' op race: thread (1, 0, 0) of block (0, 0, 0) reads byte 0 of an allocation
// HASTY-NEXT: :[[@LINE+10]]:3: note: thread (0, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @hasty() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %all = arith.constant 64 : i32
  %bars = memref.alloc() : memref<1xi64, #shared>
  %at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bits = arith.index_cast %at : index to i64
  %bar = llvm.inttoptr %bits : i64 to !llvm.ptr<3>
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  nvvm.mbarrier.init %bar, %all, predicate = %first : !llvm.ptr<3>, i32, i1
  %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  return
}

// A relaxed arrival orders the beginning, by the fence.

func.func @relaxed_beginning() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %all = arith.constant 64 : i32
  %bars = memref.alloc() : memref<1xi64, #shared>
  %at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bits = arith.index_cast %at : index to i64
  %bar = llvm.inttoptr %bits : i64 to !llvm.ptr<3>
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  nvvm.mbarrier.init %bar, %all, predicate = %first : !llvm.ptr<3>, i32, i1
  nvvm.fence.mbarrier.init
  nvvm.cluster.arrive.relaxed
  nvvm.cluster.wait
  %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  return
}

// Its memory is used for something else, and for another one.

func.func @reused() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %all = arith.constant 64 : i32
  %even = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %bars = memref.alloc() : memref<1xi64, #shared>
  %at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bits = arith.index_cast %at : index to i64
  %bar = llvm.inttoptr %bits : i64 to !llvm.ptr<3>
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  nvvm.mbarrier.init %bar, %all, predicate = %first : !llvm.ptr<3>, i32, i1
  nvvm.barrier0
  %s0 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  %is_over = nvvm.mbarrier.try_wait %bar, %even : !llvm.ptr<3>, i32 -> i1
  nvvm.barrier0
  scf.if %first {
    nvvm.mbarrier.inval %bar : !llvm.ptr<3>
    memref.store %zero, %bars[%c0] : memref<1xi64, #shared>
    nvvm.mbarrier.init %bar, %all : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  %s1 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  return
}

// It ends while others may ask for it; and it is used when something else is there.

// OVERWRITTEN:      :[[@LINE+19]]:5: error: 'nvvm.mbarrier.inval' op race: thread (0, 0, 0) of block (0, 0, 0) writes byte 0 of an allocation
// OVERWRITTEN-NEXT: :[[@LINE+16]]:14: note: thread (31, 0, 0) of block (0, 0, 0) reads it here, with no barrier between
// OVERWRITTEN:      :[[@LINE+22]]:9: error: 'nvvm.mbarrier.arrive' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) names an mbarrier that has been written over
func.func @overwritten() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %all = arith.constant 64 : i32
  %even = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %bars = memref.alloc() : memref<1xi64, #shared>
  %at = memref.extract_aligned_pointer_as_index %bars : memref<1xi64, #shared> -> index
  %bits = arith.index_cast %at : index to i64
  %bar = llvm.inttoptr %bits : i64 to !llvm.ptr<3>
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  nvvm.mbarrier.init %bar, %all, predicate = %first : !llvm.ptr<3>, i32, i1
  nvvm.barrier0
  %s0 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  %is_over = nvvm.mbarrier.try_wait %bar, %even : !llvm.ptr<3>, i32 -> i1
  scf.if %first {
    nvvm.mbarrier.inval %bar : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %all : !llvm.ptr<3>, i32
    memref.store %zero, %bars[%c0] : memref<1xi64, #shared>
  }
  nvvm.barrier0
  %s1 = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  return
}
