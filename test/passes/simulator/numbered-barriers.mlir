// A barrier with a number is of the warps that name it, and orders what they do.
// RUN: tl-sim %s --kernel=groups --expect-equal=0,1
// RUN: tl-sim %s --kernel=chain
// RUN: tl-sim %s --kernel=without_number
// RUN: tl-sim %s --kernel=last_warp --expect-equal=0,1
// RUN: tl-sim %s --kernel=last_warp_of_roles
// RUN: not tl-sim %s --kernel=last_lanes 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: not tl-sim %s --kernel=other_group 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tl-sim %s --kernel=broken_chain 2>&1 | FileCheck %s --check-prefix=BROKEN
// RUN: not tl-sim %s --kernel=one_number 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not tl-sim %s --kernel=part_of_a_warp 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not tl-sim %s --kernel=differs_in_a_warp 2>&1 | FileCheck %s --check-prefix=DIFFERS
// RUN: not tl-sim %s --kernel=too_large 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not tl-sim %s --kernel=number 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not tl-sim %s --kernel=counts 2>&1 | FileCheck %s --check-prefix=COUNTS
// RUN: not tl-sim %s --kernel=lone_number 2>&1 | FileCheck %s --check-prefix=LONE

gpu.module @kernels {
  // Two groups of two warps, each of which swaps its halves.
  gpu.func @groups(%A: memref<128xindex>, %B: memref<128xindex>) workgroup(%S: memref<128xindex, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %n = arith.constant 64 : i32
    %t = gpu.thread_id x
    %group = arith.divui %t, %c64 : index
    %number = arith.index_cast %group : index to i32
    %other = arith.xori %t, %c32 : index
    memref.store %other, %S[%t] : memref<128xindex, #gpu.address_space<workgroup>>
    nvvm.barrier id = %number number_of_threads = %n
    %v = memref.load %S[%other] : memref<128xindex, #gpu.address_space<workgroup>>
    memref.store %v, %A[%t] : memref<128xindex>
    memref.store %t, %B[%t] : memref<128xindex>
    gpu.return
  }

  // Without a number it is of all threads.
  gpu.func @without_number(%A: memref<128xindex>) workgroup(%S: memref<128xindex, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c127 = arith.constant 127 : index
    %t = gpu.thread_id x
    %other = arith.subi %c127, %t : index
    memref.store %t, %S[%t] : memref<128xindex, #gpu.address_space<workgroup>>
    nvvm.barrier
    %v = memref.load %S[%other] : memref<128xindex, #gpu.address_space<workgroup>>
    memref.store %v, %A[%t] : memref<128xindex>
    gpu.return
  }

  // The second warp has 16 threads, and counts as 32.
  gpu.func @last_warp(%A: memref<48xindex>, %B: memref<48xindex>) workgroup(%S: memref<48xindex, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 48, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c47 = arith.constant 47 : index
    %n = arith.constant 64 : i32
    %t = gpu.thread_id x
    %other = arith.subi %c47, %t : index
    memref.store %other, %S[%t] : memref<48xindex, #gpu.address_space<workgroup>>
    nvvm.barrier id = %c1 number_of_threads = %n
    %v = memref.load %S[%other] : memref<48xindex, #gpu.address_space<workgroup>>
    memref.store %v, %A[%t] : memref<48xindex>
    memref.store %t, %B[%t] : memref<48xindex>
    gpu.return
  }

  // The same where warps go on alone: two of three meet, and then all of them.
  gpu.func @last_warp_of_roles() kernel attributes {known_block_size = array<i32: 80, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : index
    %c80 = arith.constant 80 : index
    %even = arith.constant false
    %n = arith.constant 64 : i32
    %t = gpu.thread_id x
    %bar = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    %is_first = arith.cmpi eq, %t, %c0 : index
    nvgpu.mbarrier.init %bar[%c0], %c80, predicate = %is_first : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    gpu.barrier
    %is_late = arith.cmpi uge, %t, %c32 : index
    scf.if %is_late {
      nvvm.barrier id = %c1 number_of_threads = %n
    }
    %token = nvgpu.mbarrier.arrive %bar[%c0] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>> -> !nvgpu.mbarrier.token
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c80 : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
    gpu.barrier
    gpu.return
  }

  // LANES: [[# @LINE + 4]]:5: error: 'nvvm.barrier' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits at barrier 1 for 48 threads, which are no whole warps of 32
  gpu.func @last_lanes() kernel attributes {known_block_size = array<i32: 48, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %n = arith.constant 48 : i32
    nvvm.barrier id = %c1 number_of_threads = %n
    gpu.return
  }

  // Warp 0 writes and meets warp 1, which meets warp 2, which reads.
  gpu.func @chain(%A: memref<96xindex>) workgroup(%S: memref<32xindex, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %n = arith.constant 64 : i32
    %t = gpu.thread_id x
    %is_first = arith.cmpi ult, %t, %c32 : index
    %is_early = arith.cmpi ult, %t, %c64 : index
    %is_late = arith.cmpi uge, %t, %c32 : index
    %is_last = arith.cmpi uge, %t, %c64 : index
    scf.if %is_first {
      memref.store %t, %S[%t] : memref<32xindex, #gpu.address_space<workgroup>>
    }
    scf.if %is_early {
      nvvm.barrier id = %c1 number_of_threads = %n
    }
    scf.if %is_late {
      nvvm.barrier id = %c1 number_of_threads = %n
    }
    scf.if %is_last {
      %p = arith.subi %t, %c64 : index
      %v = memref.load %S[%p] : memref<32xindex, #gpu.address_space<workgroup>>
      memref.store %v, %A[%t] : memref<96xindex>
    }
    gpu.return
  }

  // What warp 1 learns of warp 0 after it has met warp 2, that does not know.
  // BROKEN: [[# @LINE + 23]]:12: error: 'memref.load' op race: thread (64, 0, 0) of block (0, 0, 0) reads element 0 of a workgroup buffer
  gpu.func @broken_chain(%A: memref<96xindex>) workgroup(%S: memref<32xindex, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %n = arith.constant 64 : i32
    %t = gpu.thread_id x
    %is_first = arith.cmpi ult, %t, %c32 : index
    %is_early = arith.cmpi ult, %t, %c64 : index
    %is_late = arith.cmpi uge, %t, %c32 : index
    %is_last = arith.cmpi uge, %t, %c64 : index
    scf.if %is_first {
      memref.store %t, %S[%t] : memref<32xindex, #gpu.address_space<workgroup>>
    }
    scf.if %is_late {
      nvvm.barrier id = %c0 number_of_threads = %n
    }
    scf.if %is_early {
      nvvm.barrier id = %c1 number_of_threads = %n
    }
    scf.if %is_last {
      %p = arith.subi %t, %c64 : index
      %v = memref.load %S[%p] : memref<32xindex, #gpu.address_space<workgroup>>
      memref.store %v, %A[%t] : memref<96xindex>
    }
    gpu.return
  }

  // OTHER: [[# @LINE + 12]]:10: error: 'memref.load' op race: thread (0, 0, 0) of block (0, 0, 0) reads {{.*}}
  gpu.func @other_group(%A: memref<128xindex>) workgroup(%S: memref<128xindex, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : index
    %n = arith.constant 64 : i32
    %t = gpu.thread_id x
    %group = arith.divui %t, %c64 : index
    %number = arith.index_cast %group : index to i32
    %id = arith.addi %number, %c1 : i32
    %other = arith.xori %t, %c64 : index
    memref.store %other, %S[%t] : memref<128xindex, #gpu.address_space<workgroup>>
    nvvm.barrier id = %id number_of_threads = %n
    %v = memref.load %S[%other] : memref<128xindex, #gpu.address_space<workgroup>>
    memref.store %v, %A[%t] : memref<128xindex>
    gpu.return
  }

  // ONE: [[# @LINE + 4]]:5: error: 'nvvm.barrier' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits at barrier 1 for 64 threads; 128 are there
  gpu.func @one_number() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %n = arith.constant 64 : i32
    nvvm.barrier id = %c1 number_of_threads = %n
    gpu.return
  }

  // PART: [[# @LINE + 8]]:7: error: 'nvvm.barrier' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits at barrier 1, and 16 threads of its warp do not
  gpu.func @part_of_a_warp() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : index
    %n = arith.constant 32 : i32
    %t = gpu.thread_id x
    %is = arith.cmpi ult, %t, %c16 : index
    scf.if %is {
      nvvm.barrier id = %c1 number_of_threads = %n
    }
    gpu.return
  }

  // DIFFERS: [[# @LINE + 7]]:5: error: 'nvvm.barrier' op barrier divergence: thread (16, 0, 0) of block (0, 0, 0) waits at barrier 1 for 32 threads, and thread 0 of its warp at 0 for 32
  gpu.func @differs_in_a_warp() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c16 = arith.constant 16 : index
    %n = arith.constant 32 : i32
    %t = gpu.thread_id x
    %half = arith.divui %t, %c16 : index
    %id = arith.index_cast %half : index to i32
    nvvm.barrier id = %id number_of_threads = %n
    gpu.return
  }

  // LARGE: [[# @LINE + 4]]:5: error: 'nvvm.barrier' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits at barrier 1 for 256 threads; 128 are there
  gpu.func @too_large() kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %n = arith.constant 256 : i32
    nvvm.barrier id = %c1 number_of_threads = %n
    gpu.return
  }

  // NUMBER: [[# @LINE + 4]]:5: error: 'nvvm.barrier' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits at barrier 16; there are 0 to 15
  gpu.func @number() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c16 = arith.constant 16 : i32
    %n = arith.constant 32 : i32
    nvvm.barrier id = %c16 number_of_threads = %n
    gpu.return
  }

  // COUNTS: [[# @LINE + 10]]:5: error: 'nvvm.barrier' op barrier divergence: thread (32, 0, 0) of block (0, 0, 0) waits at barrier 1 for 64 threads, and others for 32
  gpu.func @counts() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c1_index = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %warp = arith.divui %t, %c32 : index
    %warps = arith.addi %warp, %c1_index : index
    %count = arith.muli %warps, %c32 : index
    %n = arith.index_cast %count : index to i32
    nvvm.barrier id = %c1 number_of_threads = %n
    gpu.return
  }

  // LONE: 'nvvm.barrier' op is a barrier that the simulator does not know
  gpu.func @lone_number() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : i32
    nvvm.barrier id = %c1
    gpu.return
  }
}
