// RUN: not tl-sim %s --kernel=never 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not tl-sim %s --kernel=outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tl-sim %s --kernel=early 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not tl-sim %s --kernel=forgotten 2>&1 | FileCheck %s --check-prefix=FORGOTTEN
// RUN: not tl-sim %s --kernel=again 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not tl-sim %s --kernel=counts 2>&1 | FileCheck %s --check-prefix=COUNTS
// RUN: not tl-sim %s --kernel=shifted 2>&1 | FileCheck %s --check-prefix=SHIFTED
// RUN: not tl-sim %s --kernel=map 2>&1 | FileCheck %s --check-prefix=MAP
// RUN: not tl-sim %s --kernel=part 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not tl-sim %s --kernel=written 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: not tl-sim %s --kernel=halves 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not tl-sim %s --kernel=bytes 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not tl-sim %s --kernel=by_columns 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not tl-sim %s --kernel=many 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not tl-sim %s --kernel=bits 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not tl-sim %s --kernel=unsaid 2>&1 | FileCheck %s --check-prefix=UNSAID

// What can be wrong with barriers that count, and with tiles.

!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
!map = !nvgpu.tensormap.descriptor<tensor = memref<8x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
!half = !nvgpu.tensormap.descriptor<tensor = memref<32x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!bytes = !nvgpu.tensormap.descriptor<tensor = memref<64x128xf8E4M3FN, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!wide_bytes = !nvgpu.tensormap.descriptor<tensor = memref<128x128xf8E4M3FN, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!square = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!a = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
!d = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>

memref.global "private" @room : memref<8x32xf32, 3>
memref.global "private" @wide : memref<8x64xf32, 3>
memref.global "private" @square : memref<64x64xf16, 3>

// A wait for an arrival that does not come.

// NEVER: [[@LINE+11]]:{{[0-9]+}}: error: 'nvgpu.mbarrier.try_wait.parity' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) waits for phase 0 of an mbarrier, which misses 1 arrivals and 0 bytes that nobody is left to bring
func.func @never() attributes {nvvm.reqntid = array<i32: 4, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %even = arith.constant false
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  %bar = nvgpu.mbarrier.create -> !barrier
  nvgpu.mbarrier.init %bar[%c0], %c5, predicate = %first : !barrier
  gpu.barrier
  %token = nvgpu.mbarrier.arrive %bar[%c0] : !barrier -> !nvgpu.mbarrier.token
  nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c5 : !barrier
  return
}

// Barriers that a group does not have.

// OUTSIDE: [[@LINE+7]]:{{[0-9]+}}: error: 'nvgpu.mbarrier.init' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) names barrier 2 of a group of 2
// OUTSIDE: [[@LINE+7]]:{{[0-9]+}}: error: 'nvgpu.mbarrier.arrive' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) names barrier -1 of a group of 2
func.func @outside() attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %minus = arith.constant -1 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %bar = nvgpu.mbarrier.create -> !barrier
  nvgpu.mbarrier.init %bar[%c2], %c1 : !barrier
  %token = nvgpu.mbarrier.arrive %bar[%minus] : !barrier -> !nvgpu.mbarrier.token
  return
}

// Who has not waited reads what is in flight; and one that waits without an arrival
// before it does not know what others have written.

// EARLY: error: 'memref.load' op asynchronous copy: thread (0, 0, 0) of block (0, 0, 0) reads element 0 of a global before the copy to it has been waited for
// EARLY-NEXT: note: thread (0, 0, 0) of block (0, 0, 0) starts the copy here
// EARLY: error: 'memref.load' op race: thread (32, 0, 0) of block (0, 0, 0) reads element 0 of a global
// EARLY-NEXT: :[[@LINE+22]]:5: note: thread (0, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
// EARLY: error: 'memref.load' op race: thread (32, 0, 0) of block (0, 0, 0) reads element 0 of a global
// EARLY-NEXT: :[[@LINE+24]]:5: note: thread (0, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @early(%from: memref<8x32xf32> {llvm.align = 16 : i64}, %to: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 1024 : index
  %even = arith.constant false
  %all = memref.cast %from : memref<8x32xf32> to memref<*xf32>
  %map = nvgpu.tma.create.descriptor %all box[%c8, %c32] : memref<*xf32> -> !map
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c64, %sy = %c1, %sz = %c1) {
    %room = memref.get_global @room : memref<8x32xf32, 3>
    %wide = memref.get_global @wide : memref<8x64xf32, 3>
    %first = arith.cmpi eq, %t, %c0 : index
    %bar = nvgpu.mbarrier.create -> !barrier
    nvgpu.mbarrier.init %bar[%c0], %c1, predicate = %first : !barrier
    gpu.barrier
    nvgpu.mbarrier.arrive.expect_tx %bar[%c0], %bytes, predicate = %first : !barrier
    nvgpu.tma.async.load %map[%c0, %c0], %bar[%c0] to %room, predicate = %first : !map, !barrier -> memref<8x32xf32, 3>
    %x = memref.load %room[%c0, %c0] : memref<8x32xf32, 3>
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c8 : !barrier
    %y = memref.load %room[%c0, %c0] : memref<8x32xf32, 3>
    memref.store %y, %wide[%c0, %t] : memref<8x64xf32, 3>
    %other = arith.xori %t, %c32 : index
    %z = memref.load %wide[%c0, %other] : memref<8x64xf32, 3>
    memref.store %z, %to[%t] : memref<64xf32>
    gpu.terminator
  }
  return
}

// FORGOTTEN: error: 'nvgpu.tma.async.load' op asynchronous copy: thread (0, 0, 0) of block (0, 0, 0) copies to element 0 of a global, and nobody waits for that
func.func @forgotten(%from: memref<8x32xf32> {llvm.align = 16 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %all = memref.cast %from : memref<8x32xf32> to memref<*xf32>
  %map = nvgpu.tma.create.descriptor %all box[%c8, %c32] : memref<*xf32> -> !map
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c1, %sy = %c1, %sz = %c1) {
    %room = memref.get_global @room : memref<8x32xf32, 3>
    %bar = nvgpu.mbarrier.create -> !barrier
    nvgpu.mbarrier.init %bar[%c0], %c1 : !barrier
    nvgpu.tma.async.load %map[%c0, %c0], %bar[%c0] to %room : !map, !barrier -> memref<8x32xf32, 3>
    gpu.terminator
  }
  return
}

// The next tile is written where others have read, and have not said that they are
// done; and the phase that the second warp is to wait for is over and over again.

// AGAIN: error: 'nvgpu.tma.async.load' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 0 of a global
// AGAIN-NEXT: note: thread (31, 0, 0) of block (0, 0, 0) reads it here, with no barrier between
// AGAIN: error: 'nvgpu.mbarrier.try_wait.parity' op barrier divergence: thread (32, 0, 0) of block (0, 0, 0) waits for phase 2 of an mbarrier, which misses 1 arrivals and 0 bytes
func.func @again(%from: memref<8x32xf32> {llvm.align = 16 : i64}, %to: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 1024 : index
  %all = memref.cast %from : memref<8x32xf32> to memref<*xf32>
  %map = nvgpu.tma.create.descriptor %all box[%c8, %c32] : memref<*xf32> -> !map
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c64, %sy = %c1, %sz = %c1) {
    %room = memref.get_global @room : memref<8x32xf32, 3>
    %first = arith.cmpi eq, %t, %c0 : index
    %bar = nvgpu.mbarrier.create -> !barrier
    nvgpu.mbarrier.init %bar[%c1], %c1, predicate = %first : !barrier
    gpu.barrier
    scf.for %i = %c0 to %c2 step %c1 {
      %parity = arith.index_cast %i : index to i1
      nvgpu.mbarrier.arrive.expect_tx %bar[%c1], %bytes, predicate = %first : !barrier
      nvgpu.tma.async.load %map[%c0, %c0], %bar[%c1] to %room, predicate = %first : !map, !barrier -> memref<8x32xf32, 3>
      nvgpu.mbarrier.try_wait.parity %bar[%c1], %parity, %c8 : !barrier
      %x = memref.load %room[%c0, %c0] : memref<8x32xf32, 3>
      memref.store %x, %to[%t] : memref<64xf32>
    }
    gpu.terminator
  }
  return
}

// COUNTS: error: 'nvgpu.mbarrier.arrive' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) names an mbarrier that nobody has initialized
// COUNTS: error: 'nvgpu.mbarrier.init' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) makes an mbarrier of 0 arrivals; there are 1 to 1048575
// COUNTS: error: 'nvgpu.mbarrier.arrive' op barrier divergence: thread (2, 0, 0) of block (0, 0, 0) arrives 1 times at an mbarrier of which 0 arrivals are missing
// COUNTS: error: 'nvgpu.mbarrier.arrive.nocomplete' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) completes the phase of an mbarrier, as its 2 arrivals are the last
// COUNTS: error: 'nvgpu.mbarrier.arrive.expect_tx' op barrier divergence: thread (0, 0, 0) of block (0, 0, 0) expects 1048576 bytes at an mbarrier, in all 1048576; it counts 0 to 1048575
func.func @counts() attributes {nvvm.reqntid = array<i32: 3, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %many = arith.constant 1048576 : index
  %zero = gpu.thread_id x
  %first = arith.cmpi eq, %zero, %c0 : index
  %bar = nvgpu.mbarrier.create -> !barrier
  %0 = nvgpu.mbarrier.arrive %bar[%c5] : !barrier -> !nvgpu.mbarrier.token
  nvgpu.mbarrier.init %bar[%c0], %c0 : !barrier
  nvgpu.mbarrier.init %bar[%c0], %c2, predicate = %first : !barrier
  nvgpu.mbarrier.init %bar[%c1], %c2, predicate = %first : !barrier
  gpu.barrier
  nvgpu.mbarrier.arrive.expect_tx %bar[%c0], %c1, predicate = %first : !barrier
  scf.if %first {
  } else {
    %1 = nvgpu.mbarrier.arrive %bar[%c0] : !barrier -> !nvgpu.mbarrier.token
  }
  %2 = nvgpu.mbarrier.arrive.nocomplete %bar[%c1], %c2 : !barrier -> !nvgpu.mbarrier.token
  nvgpu.mbarrier.arrive.expect_tx %bar[%c1], %many, predicate = %first : !barrier
  return
}

// SHIFTED: error: 'nvgpu.tma.async.load' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) writes byte 16 of dynamic shared memory at address {{.*}}, which is no multiple of 128
// SHIFTED: error: 'nvgpu.tma.async.store' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads bytes 128 to 1151 of dynamic shared memory, which has 1040
func.func @shifted(%from: memref<8x32xf32> {llvm.align = 16 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %size = arith.constant 1040 : i32
  %bytes = arith.constant 1024 : index
  %even = arith.constant false
  %all = memref.cast %from : memref<8x32xf32> to memref<*xf32>
  %map = nvgpu.tma.create.descriptor %all box[%c8, %c32] : memref<*xf32> -> !map
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c1, %sy = %c1, %sz = %c1)
             dynamic_shared_memory_size %size {
    %room = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %tile = memref.view %room[%c16][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8x32xf32, #gpu.address_space<workgroup>>
    %bar = nvgpu.mbarrier.create -> !barrier
    nvgpu.mbarrier.init %bar[%c0], %c1 : !barrier
    nvgpu.tma.async.load %map[%c0, %c0], %bar[%c0] to %tile : !map, !barrier -> memref<8x32xf32, #gpu.address_space<workgroup>>
    nvgpu.mbarrier.arrive.expect_tx %bar[%c0], %bytes : !barrier
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c8 : !barrier
    %floats = memref.view %room[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<9x32xf32, #gpu.address_space<workgroup>>
    %behind = memref.subview %floats[1, 0] [8, 32] [1, 1] : memref<9x32xf32, #gpu.address_space<workgroup>> to memref<8x32xf32, strided<[32, 1], offset: 32>, #gpu.address_space<workgroup>>
    nvgpu.tma.async.store %behind to %map[%c0, %c0] : memref<8x32xf32, strided<[32, 1], offset: 32>, #gpu.address_space<workgroup>> -> !map
    gpu.terminator
  }
  return
}

// MAP: error: 'nvgpu.tma.create.descriptor' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) describes memory at address {{.*}}, which is no multiple of 16
// MAP: error: 'nvgpu.tma.create.descriptor' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) describes memory with a stride of 33 elements in dimension 0, and needs multiples of 16 bytes
// MAP: error: 'nvgpu.tma.create.descriptor' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) describes tiles of 2 dimensions of memory of 1
// MAP: error: 'nvgpu.tma.create.descriptor' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) has a box of 64 in dimension 0, and tiles of 8
func.func @map(%a: memref<8x32xf32>, %b: memref<8x33xf32> {llvm.align = 16 : i64},
               %c: memref<8xf32> {llvm.align = 16 : i64},
               %d: memref<8x32xf32> {llvm.align = 16 : i64}) attributes {nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %all_a = memref.cast %a : memref<8x32xf32> to memref<*xf32>
  %all_b = memref.cast %b : memref<8x33xf32> to memref<*xf32>
  %all_c = memref.cast %c : memref<8xf32> to memref<*xf32>
  %all_d = memref.cast %d : memref<8x32xf32> to memref<*xf32>
  %0 = nvgpu.tma.create.descriptor %all_a box[%c8, %c32] : memref<*xf32> -> !map
  %1 = nvgpu.tma.create.descriptor %all_b box[%c8, %c32] : memref<*xf32> -> !map
  %2 = nvgpu.tma.create.descriptor %all_c box[%c8, %c32] : memref<*xf32> -> !map
  %3 = nvgpu.tma.create.descriptor %all_d box[%c64, %c32] : memref<*xf32> -> !map
  return
}

// PART: error: 'nvgpu.warpgroup.mma.store' op scope: thread (0, 0, 0) of block (0, 0, 0) executes an operation of its warpgroup with 96 of 128 threads
func.func @part(%d: memref<64x64xf32>) attributes {nvvm.reqntid = array<i32: 96, 1, 1>} {
  %zero = nvgpu.warpgroup.mma.init.accumulator -> !d
  nvgpu.warpgroup.mma.store %zero, %d : !d to memref<64x64xf32>
  return
}

// The last element of a factor, which another warp has written.

// WRITTEN: error: 'nvgpu.warpgroup.mma' op race: thread (32, 0, 0) of block (0, 0, 0) reads element 4095 of a global
// WRITTEN-NEXT: note: thread (0, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
func.func @written(%from: memref<64x64xf16> {llvm.align = 16 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %one = arith.constant 1.0 : f16
  %all = memref.cast %from : memref<64x64xf16> to memref<*xf16>
  %map = nvgpu.tma.create.descriptor %all box[%c64, %c64] : memref<*xf16> -> !square
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c128, %sy = %c1, %sz = %c1) {
    %room = memref.get_global @square : memref<64x64xf16, 3>
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      memref.store %one, %room[%c63, %c63] : memref<64x64xf16, 3>
    }
    %zero = nvgpu.warpgroup.mma.init.accumulator -> !d
    %da = nvgpu.warpgroup.generate.descriptor %room, %map : memref<64x64xf16, 3>, !square -> !a
    %x = nvgpu.warpgroup.mma %da, %da, %zero {transposeB} : !a, !a, !d -> !d
    gpu.terminator
  }
  return
}

// Tiles that have half of the rows of a factor.

func.func @halves(%from: memref<64x64xf16> {llvm.align = 16 : i64}) attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %all = memref.cast %from : memref<64x64xf16> to memref<*xf16>
  %map = nvgpu.tma.create.descriptor %all box[%c32, %c64] : memref<*xf16> -> !half
  %room = memref.get_global @square : memref<64x64xf16, 3>
  %zero = nvgpu.warpgroup.mma.init.accumulator -> !d
  %da = nvgpu.warpgroup.generate.descriptor %room, %map : memref<64x64xf16, 3>, !half -> !a
  %x = nvgpu.warpgroup.mma %da, %da, %zero {transposeB} : !a, !a, !d -> !d
  return
}

// Factors of 8 bits.

func.func @bytes(%from: memref<128x128xf8E4M3FN> {llvm.align = 16 : i64}) attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %all = memref.cast %from : memref<128x128xf8E4M3FN> to memref<*xf8E4M3FN>
  %map_a = nvgpu.tma.create.descriptor %all box[%c64, %c128] : memref<*xf8E4M3FN> -> !bytes
  %map_b = nvgpu.tma.create.descriptor %all box[%c128, %c128] : memref<*xf8E4M3FN> -> !wide_bytes
  %a = memref.alloc() : memref<64x128xf8E4M3FN, 3>
  %b = memref.alloc() : memref<128x128xf8E4M3FN, 3>
  %zero = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x128xf32>>
  %da = nvgpu.warpgroup.generate.descriptor %a, %map_a : memref<64x128xf8E4M3FN, 3>, !bytes -> !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf8E4M3FN, 3>>
  %db = nvgpu.warpgroup.generate.descriptor %b, %map_b : memref<128x128xf8E4M3FN, 3>, !wide_bytes -> !nvgpu.warpgroup.descriptor<tensor = memref<128x128xf8E4M3FN, 3>>
  %x = nvgpu.warpgroup.mma %da, %db, %zero {transposeB} : !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf8E4M3FN, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<128x128xf8E4M3FN, 3>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x128xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x128xf32>>
  return
}

// COLUMNS: error: 'nvgpu.warpgroup.mma' op is known to the simulator of f16 and bf16 alone, with A by rows, B transposed
func.func @by_columns(%from: memref<64x64xf16> {llvm.align = 16 : i64}) {
  %c64 = arith.constant 64 : index
  %all = memref.cast %from : memref<64x64xf16> to memref<*xf16>
  %map = nvgpu.tma.create.descriptor %all box[%c64, %c64] : memref<*xf16> -> !square
  %room = memref.get_global @square : memref<64x64xf16, 3>
  %zero = nvgpu.warpgroup.mma.init.accumulator -> !d
  %a = nvgpu.warpgroup.generate.descriptor %room, %map : memref<64x64xf16, 3>, !square -> !a
  %d = nvgpu.warpgroup.mma %a, %a, %zero : !a, !a, !d -> !d
  return
}

// A kernel that is run by itself has no map.

// UNSAID: error: 'func.func' op argument 0 is a memref of any rank; give --shape
func.func @unsaid(%map: !map) {
  nvgpu.tma.fence.descriptor %map : !map
  return
}

// MANY: error: 'nvgpu.mbarrier.create' op makes more barriers than shared memory has room for
func.func @many() {
  %0 = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 32768>
  %1 = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 32769>
  return
}

// BITS: error: 'nvgpu.tma.async.store' op copies elements that are no whole bytes, or tiles that are no multiple of 16 bytes
!bits = !nvgpu.tensormap.descriptor<tensor = memref<8x32xi4, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @bits(%map: !bits) {
  %c0 = arith.constant 0 : index
  %room = memref.alloc() : memref<8x32xi4, 3>
  nvgpu.tma.async.store %room to %map[%c0, %c0] : memref<8x32xi4, 3> -> !bits
  return
}
