// RUN: tl-sim %s --kernel=staged --dump=1 | FileCheck %s --check-prefix=STAGED
// RUN: tl-sim %s --kernel=staged --report | FileCheck %s --check-prefix=REPORT
// RUN: tl-sim %s --kernel=read_later --dump=1 | FileCheck %s --check-prefix=STAGED
// RUN: not tl-sim %s --kernel=read_before 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: not tl-sim %s --kernel=written_after 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not tl-sim %s --kernel=source_written 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: not tl-sim %s --kernel=twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tl-sim %s --kernel=two_sources 2>&1 | FileCheck %s --check-prefix=SOURCES
// RUN: not tl-sim %s --kernel=some_threads 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: not tl-sim %s --kernel=staged --grid=2 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: tl-sim %s --kernel=one_warp --dump=1 | FileCheck %s --check-prefix=STAGED
// RUN: not tl-sim %s --kernel=shifted 2>&1 | FileCheck %s --check-prefix=SHIFTED
// RUN: tl-sim %s --kernel=own --dump=1 | FileCheck %s --check-prefix=STAGED
// RUN: tl-sim %s --kernel=tile --dump=1 | FileCheck %s --check-prefix=STAGED
// RUN: tl-sim %s --kernel=loop --dump=1 | FileCheck %s --check-prefix=STAGED
// RUN: not tl-sim %s --kernel=counter 2>&1 | FileCheck %s --check-prefix=COUNTER

// Rule U1: copies that all threads of a block execute with equal operands write
// equal values, and do not race with each other, nor with reads behind them.

// STAGED:      argument 1:
// STAGED-NEXT: {{^}}[0, 1, 2, {{.*}}, 62, 63]

// Each thread makes each access of its own.
// REPORT: memref.copy: global read, 4096 accesses, 16384 bytes, 128 sectors
// REPORT: memref.copy: shared write, 4096 accesses, 16384 bytes, 128 wavefronts
gpu.module @m {
gpu.func @staged(%a: memref<64xf32>, %out: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  gpu.barrier
  memref.copy %a, %s : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  linalg.copy ins(%s : memref<64xf32, #gpu.address_space<workgroup>>) outs(%out : memref<64xf32>)
  gpu.return
}

// A thread has executed all of the copy before it reads.
gpu.func @read_later(%a: memref<64xf32>, %out: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  memref.copy %a, %s : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %c63 = arith.constant 63 : index
  %r = arith.subi %c63, %t : index
  %v = memref.load %s[%r] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %v, %out[%r] : memref<64xf32>
  gpu.return
}

// BEFORE: uniform-copies.mlir:[[# @LINE + 5]]:3: error: 'memref.copy' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 0 of argument 1
// BEFORE: uniform-copies.mlir:[[# @LINE + 3]]:8: note: thread (63, 0, 0) of block (0, 0, 0) reads it here, with no barrier between
gpu.func @read_before(%a: memref<64xf32>, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %v = memref.load %out[%c0] : memref<64xf32>
  memref.copy %a, %out : memref<64xf32> to memref<64xf32>
  gpu.return
}

// The other threads may copy later.
// AFTER: uniform-copies.mlir:[[# @LINE + 6]]:3: error: 'memref.store' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 0 of argument 1
// AFTER: uniform-copies.mlir:[[# @LINE + 4]]:3: note: every thread of block (0, 0, 0) writes it here, with no barrier between
gpu.func @written_after(%a: memref<64xf32>, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %v = arith.constant 0.0 : f32
  memref.copy %a, %out : memref<64xf32> to memref<64xf32>
  memref.store %v, %out[%t] : memref<64xf32>
  gpu.return
}

// SOURCE: error: 'memref.store' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 0 of argument 0
// SOURCE: note: every thread of block (0, 0, 0) reads it here, with no barrier between
gpu.func @source_written(%a: memref<64xf32>, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %v = arith.constant 0.0 : f32
  memref.copy %a, %out : memref<64xf32> to memref<64xf32>
  memref.store %v, %a[%t] : memref<64xf32>
  gpu.return
}

// TWICE: error: 'linalg.fill' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 0 of argument 1
// TWICE: note: every thread of block (0, 0, 0) writes it here, with no barrier between
gpu.func @twice(%a: memref<64xf32>, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %v = arith.constant 0.0 : f32
  memref.copy %a, %out : memref<64xf32> to memref<64xf32>
  linalg.fill ins(%v : f32) outs(%out : memref<64xf32>)
  gpu.return
}

// SOURCES: error: 'memref.copy' op race: thread (1, 0, 0)
gpu.func @two_sources(%a: memref<64x64xf32>, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %row = memref.subview %a[%t, 0] [1, 64] [1, 1] : memref<64x64xf32> to memref<64xf32, strided<[1], offset: ?>>
  memref.copy %row, %out : memref<64xf32, strided<[1], offset: ?>> to memref<64xf32>
  gpu.return
}

// SOME: error: 'memref.copy' op race: thread (1, 0, 0)
gpu.func @some_threads(%a: memref<64xf32>, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %c = arith.cmpi ult, %t, %c32 : index
  scf.if %c {
    memref.copy %a, %out : memref<64xf32> to memref<64xf32>
  }
  gpu.return
}

// BLOCKS: error: 'linalg.copy' op race: thread (0, 0, 0) of block (1, 0, 0) writes element 0 of argument 1
// BLOCKS: note: every thread of block (0, 0, 0) writes it here, with no barrier between

// What it has written itself is the source of the next point.
// SHIFTED: uniform-copies.mlir:[[# @LINE + 5]]:3: error: 'linalg.copy' op race: thread (0, 0, 0) of block (0, 0, 0) reads element 1 of argument 0
// SHIFTED: uniform-copies.mlir:[[# @LINE + 4]]:3: note: every thread of block (0, 0, 0) writes it here, with no barrier between
gpu.func @shifted(%a: memref<65xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %from = memref.subview %a[0] [64] [1] : memref<65xf32> to memref<64xf32, strided<[1]>>
  %to = memref.subview %a[1] [64] [1] : memref<65xf32> to memref<64xf32, strided<[1], offset: 1>>
  linalg.copy ins(%from : memref<64xf32, strided<[1]>>) outs(%to : memref<64xf32, strided<[1], offset: 1>>)
  gpu.return
}

// Where a block is one warp, what orders the warp orders it.
gpu.func @one_warp(%a: memref<64xf32>, %out: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %v = arith.constant 0.0 : f32
  linalg.fill ins(%v : f32) outs(%s : memref<64xf32, #gpu.address_space<workgroup>>)
  %mask = arith.constant -1 : i32
  nvvm.bar.warp.sync %mask : i32
  memref.copy %a, %s : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
  memref.copy %s, %out : memref<64xf32, #gpu.address_space<workgroup>> to memref<64xf32>
  gpu.return
}

// Buffers of each thread are not one.
gpu.func @own(%a: memref<64xf32>, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %own = memref.alloca() : memref<1xf32, #gpu.address_space<private>>
  %t = gpu.thread_id x
  %from = memref.subview %a[%t] [1] [1] : memref<64xf32> to memref<1xf32, strided<[1], offset: ?>>
  %to = memref.subview %out[%t] [1] [1] : memref<64xf32> to memref<1xf32, strided<[1], offset: ?>>
  memref.copy %from, %own : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, #gpu.address_space<private>>
  memref.copy %own, %to : memref<1xf32, #gpu.address_space<private>> to memref<1xf32, strided<[1], offset: ?>>
  gpu.return
}

// Vectors, masked or not, and elements that each thread stores alike.
gpu.func @tile(%a: memref<64xf32>, %out: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c48 = arith.constant 48 : index
  %c62 = arith.constant 62 : index
  %c63 = arith.constant 63 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0], %zero : memref<64xf32>, vector<64xf32>
  vector.transfer_write %v, %s[%c0] : vector<64xf32>, memref<64xf32, #gpu.address_space<workgroup>>
  %w = vector.load %s[%c0] : memref<64xf32, #gpu.address_space<workgroup>>, vector<48xf32>
  vector.store %w, %out[%c0] : memref<64xf32>, vector<48xf32>
  %x = vector.load %s[%c48] : memref<64xf32, #gpu.address_space<workgroup>>, vector<16xf32>
  %mask = vector.constant_mask [14] : vector<16xi1>
  vector.maskedstore %out[%c48], %mask, %x : memref<64xf32>, vector<16xi1>, vector<16xf32>
  %y = memref.load %s[%c62] : memref<64xf32, #gpu.address_space<workgroup>>
  memref.store %y, %out[%c62] : memref<64xf32>
  %z = affine.load %s[63] : memref<64xf32, #gpu.address_space<workgroup>>
  affine.store %z, %out[63] : memref<64xf32>
  gpu.return
}

// A loop that goes through memory in every thread.
gpu.func @loop(%a: memref<64xf32>, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
    affine.store %v, %out[%i] : memref<64xf32>
  }
  gpu.return
}

// Some threads may be a turn ahead.
// COUNTER: error: 'affine.store' op race: thread (0, 0, 0) of block (0, 0, 0) writes element 0 of argument 1
// COUNTER: note: every thread of block (0, 0, 0) writes it here, with no barrier between
gpu.func @counter(%a: memref<64xf32>, %out: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
    affine.store %v, %out[0] : memref<64xf32>
  }
  gpu.return
}
}
