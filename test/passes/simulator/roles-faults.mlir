// RUN: not tl-sim %s --kernel=hasty 2>&1 | FileCheck %s --check-prefix=HASTY
// RUN: not tl-sim %s --kernel=forgets 2>&1 | FileCheck %s --check-prefix=FORGETS
// RUN: not tl-sim %s --kernel=adds 2>&1 | FileCheck %s --check-prefix=ADDS
// RUN: tl-sim %s --kernel=meets | FileCheck %s --check-prefix=MEETS
// RUN: not tl-sim %s --kernel=stuck 2>&1 | FileCheck %s --check-prefix=STUCK
// RUN: not tl-sim %s --kernel=apart 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not tl-sim %s --kernel=apart_by_number 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: tl-sim %s --kernel=last_warp --dump=1 | FileCheck %s --check-prefix=LAST
// RUN: not tl-sim %s --kernel=some 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: not tl-sim %s --kernel=part 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not tl-sim %s --kernel=asks --max-steps=10000 2>&1 | FileCheck %s --check-prefix=ASKS
// RUN: not tl-sim %s --kernel=stuck --max-steps=870 2>&1 | FileCheck %s --check-prefix=SPENT

// What can be wrong between warps that wait for each other.

!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>

// A row is written again before it has been read.

// HASTY: error: 'memref.store' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 0 of an allocation
// HASTY-NEXT: {{.*}} note: thread (32, 0, 0) of block (0, 0, 0) reads it here, with no barrier between
func.func @hasty(%from: memref<8x32xf32>, %to: memref<8x32xf32>) attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %ticks = arith.constant 1000 : index
  %row = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %lane = arith.remui %t, %c32 : index
  %full = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    nvgpu.mbarrier.init %full[%c0], %c32 : !barriers
    nvgpu.mbarrier.init %full[%c1], %c32 : !barriers
  }
  gpu.barrier
  %fills = arith.cmpi ult, %t, %c32 : index
  scf.if %fills {
    scf.for %i = %c0 to %c8 step %c1 {
      %turn = arith.addi %i, %c1 : index
      %parity = arith.index_cast %turn : index to i1
      %x = memref.load %from[%i, %t] : memref<8x32xf32>
      nvgpu.mbarrier.try_wait.parity %full[%c1], %parity, %ticks : !barriers
      memref.store %x, %row[%t] : memref<32xf32, #gpu.address_space<workgroup>>
      %token = nvgpu.mbarrier.arrive %full[%c0] : !barriers -> !nvgpu.mbarrier.token
    }
  } else {
    scf.for %i = %c0 to %c8 step %c1 {
      %parity = arith.index_cast %i : index to i1
      nvgpu.mbarrier.try_wait.parity %full[%c0], %parity, %ticks : !barriers
      %token = nvgpu.mbarrier.arrive %full[%c1] : !barriers -> !nvgpu.mbarrier.token
      %x = memref.load %row[%lane] : memref<32xf32, #gpu.address_space<workgroup>>
      memref.store %x, %to[%i, %lane] : memref<8x32xf32>
    }
  }
  return
}

// Both wait for the other, which each of them says.

// STUCK: error: 'nvgpu.mbarrier.try_wait.parity' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits for phase 0 of an mbarrier, which misses 32 arrivals and 0 bytes that nobody is left to bring
// STUCK-NEXT: {{.*}} error: 'nvgpu.mbarrier.try_wait.parity' op barrier divergence: thread (32, 0, 0) of block (0, 0, 0) waits for phase 0 of an mbarrier, which misses 32 arrivals and 0 bytes that nobody is left to bring
// STUCK-NOT: error
// SPENT: error: 'nvgpu.mbarrier.try_wait.parity' op resources: thread (32, 0, 0)
// SPENT-NOT: error
func.func @stuck() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %even = arith.constant false
  %t = gpu.thread_id x
  %bar = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    nvgpu.mbarrier.init %bar[%c0], %c32 : !barriers
    nvgpu.mbarrier.init %bar[%c1], %c32 : !barriers
  }
  gpu.barrier
  %low = arith.cmpi ult, %t, %c32 : index
  scf.if %low {
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c32 : !barriers
    %token = nvgpu.mbarrier.arrive %bar[%c1] : !barriers -> !nvgpu.mbarrier.token
  } else {
    nvgpu.mbarrier.try_wait.parity %bar[%c1], %even, %c32 : !barriers
    %token = nvgpu.mbarrier.arrive %bar[%c0] : !barriers -> !nvgpu.mbarrier.token
  }
  return
}

// A barrier of the block in one arm: the others wait for what comes behind it, and
// then end.

// APART: error: 'nvgpu.mbarrier.try_wait.parity' op barrier divergence: thread (32, 0, 0) of block (0, 0, 0) waits for phase 0 of an mbarrier, which misses 32 arrivals and 0 bytes that nobody is left to bring
// APART-NEXT: {{.*}} error: 'gpu.barrier' op barrier divergence: thread (32, 0, 0) of block (0, 0, 0) does not reach the barrier that thread 0 of the block waits at
// APART-NOT: error
func.func @apart() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %even = arith.constant false
  %t = gpu.thread_id x
  %bar = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  nvgpu.mbarrier.init %bar[%c0], %c32, predicate = %first : !barriers
  gpu.barrier
  %low = arith.cmpi ult, %t, %c32 : index
  scf.if %low {
    gpu.barrier
    %token = nvgpu.mbarrier.arrive %bar[%c0] : !barriers -> !nvgpu.mbarrier.token
  } else {
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c32 : !barriers
  }
  return
}

// The same of a barrier with a number.

// NUMBER: error: 'nvgpu.mbarrier.try_wait.parity' op barrier divergence: thread (32, 0, 0) of block (0, 0, 0) waits for phase 0 of an mbarrier, which misses 32 arrivals and 0 bytes that nobody is left to bring
// NUMBER-NEXT: {{.*}} error: 'nvvm.barrier' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits at barrier 1 for 64 threads; 32 are there
// NUMBER-NOT: error
func.func @apart_by_number() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %even = arith.constant false
  %number = arith.constant 1 : i32
  %count = arith.constant 64 : i32
  %t = gpu.thread_id x
  %bar = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  nvgpu.mbarrier.init %bar[%c0], %c32, predicate = %first : !barriers
  gpu.barrier
  %low = arith.cmpi ult, %t, %c32 : index
  scf.if %low {
    nvvm.barrier id = %number number_of_threads = %count
    %token = nvgpu.mbarrier.arrive %bar[%c0] : !barriers -> !nvgpu.mbarrier.token
  } else {
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c32 : !barriers
  }
  return
}

// A last warp that is all of its warpgroup waits for nobody else, and lets the others go
// on.

// LAST:      argument 1:
// LAST-NEXT: {{^}}[0, 1, 2,
func.func @last_warp(%from: memref<32xi32>, %to: memref<32xi32>) attributes {nvvm.reqntid = array<i32: 160, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %even = arith.constant false
  %t = gpu.thread_id x
  %bar = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  nvgpu.mbarrier.init %bar[%c0], %c32, predicate = %first : !barriers
  gpu.barrier
  %low = arith.cmpi ult, %t, %c128 : index
  scf.if %low {
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c32 : !barriers
  } else {
    tl.copy %from to %to as #tl.register<spatial(32)> scope warpgroup : memref<32xi32> to memref<32xi32>
    %token = nvgpu.mbarrier.arrive %bar[%c0] : !barriers -> !nvgpu.mbarrier.token
  }
  return
}

// A value that some warps store alike, and not all: rule U1 does not hold.

// SOME: error: 'memref.store' op race: thread (1, 0, 0) of block (0, 0, 0) writes element 0 of argument 0
// SOME-NEXT: {{.*}} note: thread (0, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
// SOME-NOT: error
func.func @some(%to: memref<1xf32>) attributes {nvvm.reqntid = array<i32: 96, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %even = arith.constant false
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %bar = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  nvgpu.mbarrier.init %bar[%c0], %c64, predicate = %first : !barriers
  gpu.barrier
  %low = arith.cmpi ult, %t, %c64 : index
  scf.if %low {
    memref.store %one, %to[%c0] : memref<1xf32>
    %token = nvgpu.mbarrier.arrive %bar[%c0] : !barriers -> !nvgpu.mbarrier.token
  } else {
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c64 : !barriers
  }
  return
}

// A copy of the block that a warp does not execute.

// PART: error: 'tl.copy' op scope: thread (0, 0, 0) of block (0, 0, 0) executes a copy of its cta with 32 of 64 threads
// PART-NOT: error
func.func @part(%from: memref<64xf32>, %to: memref<64xf32>) attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %even = arith.constant false
  %t = gpu.thread_id x
  %bar = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  nvgpu.mbarrier.init %bar[%c0], %c32, predicate = %first : !barriers
  gpu.barrier
  %low = arith.cmpi ult, %t, %c32 : index
  scf.if %low {
    %token = nvgpu.mbarrier.arrive %bar[%c0] : !barriers -> !nvgpu.mbarrier.token
    tl.copy %from to %to scope cta : memref<64xf32> to memref<64xf32>
  } else {
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c32 : !barriers
  }
  return
}

// Who asks for ever what nobody answers.

// ASKS: error: 'scf.yield' op resources: thread (32, 0, 0) of block (0, 0, 0) comes here after 10000 steps of all threads, the limit
// ASKS-NOT: error
func.func @asks() attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %true = arith.constant true
  %t = gpu.thread_id x
  %bar = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  nvgpu.mbarrier.init %bar[%c0], %c32, predicate = %first : !barriers
  gpu.barrier
  %phase = builtin.unrealized_conversion_cast %c0 : index to !nvgpu.mbarrier.token
  scf.while : () -> () {
    %is_over = nvgpu.mbarrier.test.wait %bar[%c0], %phase : !barriers, !nvgpu.mbarrier.token
    %asks = arith.xori %is_over, %true : i1
    scf.condition(%asks)
  } do {
    scf.yield
  }
  return
}

// Each of the warps that read counts, whoever reads after it: the first of three does not
// meet the warp that writes again.

// FORGETS: error: 'memref.store' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 0 of an allocation
// FORGETS-NEXT: {{.*}} note: thread (63, 0, 0) of block (0, 0, 0) reads it here, with no barrier between
func.func @forgets(%out: memref<128xi32>) attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %number = arith.constant 1 : i32
  %count = arith.constant 96 : i32
  %s = memref.alloc() : memref<1xi32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    memref.store %count, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  }
  gpu.barrier
  %writes = arith.cmpi ult, %t, %c32 : index
  scf.if %writes {
  } else {
    %r = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    memref.store %r, %out[%t] : memref<128xi32>
  }
  %late = arith.cmpi uge, %t, %c64 : index
  %meets = arith.ori %writes, %late : i1
  scf.if %meets {
    nvvm.barrier id = %number number_of_threads = %count
  }
  scf.if %first {
    memref.store %count, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  }
  return
}

// All of them do.

// MEETS: @meets: grid 1x1x1, block 128x1x1
func.func @meets(%out: memref<128xi32>) attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %number = arith.constant 1 : i32
  %count = arith.constant 128 : i32
  %s = memref.alloc() : memref<1xi32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    memref.store %count, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  }
  gpu.barrier
  %old = memref.atomic_rmw addi %count, %s[%c0] : (i32, memref<1xi32, #gpu.address_space<workgroup>>) -> i32
  nvvm.barrier id = %number number_of_threads = %count
  %r = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  memref.store %r, %out[%t] : memref<128xi32>
  nvvm.barrier id = %number number_of_threads = %count
  scf.if %first {
    memref.store %count, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  }
  return
}

// So does each of the warps that add.

// ADDS: error: 'memref.load' op race: thread (0, 0, 0) of block (0, 0, 0) reads element 0 of an allocation
// ADDS-NEXT: {{.*}} note: thread (63, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @adds(%out: memref<1xi32>) attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %number = arith.constant 1 : i32
  %count = arith.constant 96 : i32
  %s = memref.alloc() : memref<1xi32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    memref.store %count, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
  }
  gpu.barrier
  %old = memref.atomic_rmw addi %count, %s[%c0] : (i32, memref<1xi32, #gpu.address_space<workgroup>>) -> i32
  %early = arith.cmpi ult, %t, %c32 : index
  %late = arith.cmpi uge, %t, %c64 : index
  %meets = arith.ori %early, %late : i1
  scf.if %meets {
    nvvm.barrier id = %number number_of_threads = %count
  }
  scf.if %first {
    %r = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    memref.store %r, %out[%c0] : memref<1xi32>
  }
  return
}
