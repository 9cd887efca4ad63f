// Rule E18: of a copy that fetches in a loop, memory starts at what stays there, and the
// offset is what varies.
// RUN: tl-opt %s --tl-normalize-layouts --tl-synthesize-partition --tl-partition-copies --canonicalize --cse | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies --canonicalize --cse | FileCheck %s --check-prefix=POINTERS
// RUN: tl-sim %s --verify-lowering --arg=2:scalar=72 --arg=3:scalar=264 --block=128 --grid=2 | FileCheck %s --check-prefix=SAME
// SAME: @operands: equivalent
// SAME: @alike: equivalent
// SAME: @one_memory: equivalent
// SAME: @other_origins: equivalent
// SAME: @batch: equivalent
// SAME: @sized: equivalent
// SAME: @below: equivalent
// SAME: @pitch: equivalent
// SAME: @stores: equivalent
// SAME: @bounded: equivalent
// SAME: @stays: equivalent
// SAME: @words: equivalent
// SAME: @longer: equivalent
// SAME: @steps: equivalent
// SAME: @pitch_of_words: equivalent
// SAME: @row: equivalent
// SAME: @hidden: equivalent
// SAME: @counted: equivalent
// SAME: @common: equivalent
// SAME: @affine: equivalent
// SAME: @pitched_open: equivalent
// SAME: @words_open: equivalent
// SAME: @common_before: equivalent

#rows = #tl.register<local(2, 1).spatial(32, 4).local(1, 8)>
#wide = #tl.register<local(2, 1).spatial(16, 8).local(1, 8)>
!m = memref<256x256xf16>
!s = memref<64x32xf16, #gpu.address_space<workgroup>>
!w = memref<32x64xf16, #gpu.address_space<workgroup>>
#kernel = array<i32: 128, 1, 1>

gpu.module @kernels {
  // Row %i of A and the thread's part of a tile, and the thread's part of a tile of B.

  // CHECK-LABEL: gpu.func @operands(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK:         %[[A:.+]] = memref.reinterpret_cast %arg0 to offset: [%{{.+}}], sizes: [65536]
  // CHECK:         tl.thread_async %[[A]][%[[K]]]
  // CHECK:         %[[DOWN:.+]] = arith.muli %[[K]], %c256
  // CHECK:         %[[B:.+]] = memref.reinterpret_cast %arg1 to offset: [%{{.+}}], sizes: [65536]
  // CHECK:         tl.thread_async %[[B]][%[[DOWN]]]
  // POINTERS-LABEL: gpu.func @operands(
  // POINTERS:       scf.for %[[K:.+]] =
  // POINTERS:         nvgpu.device_async_copy %[[A:.+]][%[[K]]], %{{.+}}, 8 {bypassL1} : memref<65536xf16, strided<[1], offset: ?>>
  // POINTERS:         nvgpu.device_async_copy %[[A]][%{{.+}}], %{{.+}}, 8 {bypassL1} : memref<65536xf16, strided<[1], offset: ?>>
  gpu.func @operands(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !w) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %A[%i, %k] to %S as #rows scope cta async : !m to !s
      tl.copy %B[%k, 0] to %T as #wide scope cta async : !m to !w
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // One offset of two buffers is one, and no pointer each.

  // CHECK-LABEL: gpu.func @alike(
  // CHECK:       scf.for
  // CHECK-NOT:     memref.reinterpret_cast
  // CHECK:         tl.thread_async %arg0[%[[AT:[0-9]+]]]
  // CHECK:         tl.thread_async %arg1[%[[AT]]]
  gpu.func @alike(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %A[%i, %k] to %S as #rows scope cta async : !m to !s
      tl.copy %B[%i, %k] to %T as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Two tiles of one buffer have one pointer.

  // CHECK-LABEL: gpu.func @one_memory(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK:         %[[A:.+]] = memref.reinterpret_cast %arg0 to offset: [%{{.+}}]
  // CHECK:         tl.thread_async %[[A]][%[[K]]]
  // CHECK:         tl.thread_async %[[A]][%{{.+}}]
  gpu.func @one_memory(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c192 = arith.constant 192 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %c192 step %c64 {
      %next = arith.addi %k, %c32 : index
      tl.copy %A[%i, %k] to %S as #rows scope cta async : !m to !s
      tl.copy %A[%i, %next] to %T as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Rows of A and of a transposed B begin elsewhere.

  // CHECK-LABEL: gpu.func @other_origins(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK:         memref.reinterpret_cast %arg0 to offset: [%{{.+}}]
  // CHECK:         memref.reinterpret_cast %arg1 to offset: [%{{.+}}]
  gpu.func @other_origins(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %x = gpu.block_id x
    %y = gpu.block_id y
    %i = arith.muli %y, %c64 : index
    %j = arith.muli %x, %c64 : index
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %A[%i, %k] to %S as #rows scope cta async bounds(%m, 256) : !m to !s
      tl.copy %B[%j, %k] to %T as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // A tile that may begin below its memory has no such pointer.

  // So they do in one batch, which both begin at.

  // CHECK-LABEL: gpu.func @batch(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK:         %[[A:.+]] = memref.reinterpret_cast %arg0 to offset: [%{{.+}}]
  // CHECK:         tl.thread_async %[[A]][%[[K]]]
  // CHECK:         %[[B:.+]] = memref.reinterpret_cast %arg1 to offset: [%{{.+}}]
  // CHECK:         tl.thread_async %[[B]][%[[K]]]
  gpu.func @batch(%A: memref<4x256x256xf16> {llvm.align = 16 : i64}, %B: memref<4x256x256xf16> {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %x = gpu.block_id x
    %y = gpu.block_id y
    %z = gpu.block_id z
    %i = arith.muli %y, %c64 : index
    %j = arith.muli %x, %c64 : index
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %A[%z, %i, %k] to %S as #rows scope cta async : memref<4x256x256xf16> to !s
      tl.copy %B[%z, %j, %k] to %T as #rows scope cta async : memref<4x256x256xf16> to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // How many rows there are, known at run time, stays as well: row by row, a thread's
  // own begins in front of the loop.

  // POINTERS-LABEL: gpu.func @sized(
  // POINTERS:       scf.for %[[K:.+]] =
  // POINTERS-NOT:     llvm.freeze
  // POINTERS:         nvgpu.device_async_copy %{{.+}}[%[[K]]], %{{.+}} : memref<?xf16, strided<[1], offset: ?>> to
  gpu.func @sized(%A: memref<65536xf16> {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: index, %ld: index {tl.divisibility = 8 : i64})
      workgroup(%S: memref<128x8xf16, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c256 = arith.constant 256 : index
    %t = gpu.thread_id x
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%n, 256], strides: [%ld, 1] : memref<65536xf16> to memref<?x256xf16, strided<[?, 1]>>
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %a[%t, %k] to %S[%t, 0] scope thread tile(1, 8) async bounds(%n, 256) : memref<?x256xf16, strided<[?, 1]>> to memref<128x8xf16, #gpu.address_space<workgroup>>
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @below(
  // CHECK-NOT:   memref.reinterpret_cast
  // CHECK:       gpu.return
  gpu.func @below(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %block = gpu.block_id x
    %whole = arith.muli %block, %c64 : index
    %i = arith.subi %whole, %c3 : index
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %A[%i, %k] to %S as #rows scope cta async bounds(%m, 256) from(0, 0) : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // With a pitch known at run time.

  // CHECK-LABEL: gpu.func @pitch(
  // CHECK:       scf.for
  // CHECK:         memref.reinterpret_cast %{{.+}} to offset: [%{{.+}}], sizes: [%{{.+}}], strides: [1]
  // CHECK:         tl.thread_async
  gpu.func @pitch(%A: memref<65536xf16> {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: index, %ld: index {tl.divisibility = 8 : i64})
      workgroup(%T: !w) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %pitched = memref.reinterpret_cast %A to offset: [0], sizes: [256, 64], strides: [%ld, 1] : memref<65536xf16> to memref<256x64xf16, strided<[?, 1]>>
    scf.for %k = %c0 to %c128 step %c32 {
      tl.copy %pitched[%k, 0] to %T as #wide scope cta async : memref<256x64xf16, strided<[?, 1]>> to !w
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // What is stored where it was fetched from has that offset.

  // CHECK-LABEL: gpu.func @stores(
  // CHECK:       scf.for
  // CHECK-NOT:     memref.reinterpret_cast
  // CHECK:         gpu.return
  gpu.func @stores(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %A[%i, %k] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
      tl.copy %S to %B[%i, %k] as #rows scope cta : !s to !m
      gpu.barrier
    }
    gpu.return
  }

  // Under bounds the start has 32 bits beside a counter of 64.

  // CHECK-LABEL: gpu.func @bounded(
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK:         %[[BELOW:.+]] = arith.index_castui %{{.+}} : i32 to index
  // CHECK-NEXT:    arith.index_cast %[[BELOW]]
  // CHECK:         %[[HIDDEN:.+]] = llvm.intr.strip.invariant.group
  // CHECK-NEXT:    %[[NUMBER:.+]] = llvm.ptrtoint %[[HIDDEN]]
  // CHECK-NEXT:    %[[START:.+]] = arith.index_cast %[[NUMBER]]
  // CHECK-NEXT:    %[[A:.+]] = memref.reinterpret_cast %arg0 to offset: [%[[START]]]
  // CHECK:         tl.thread_async %[[A]][%[[K]]]
  gpu.func @bounded(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %end = tl.assume %m multiple 8 range 0 to 256 : index
    scf.for %k = %c0 to %end step %c32 {
      tl.copy %A[0, %k] to %S as #rows scope cta async bounds(256, %end) : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // One of 64 bits that stays is a part of it, where it alone is compared.

  // CHECK-LABEL: gpu.func @stays(
  // CHECK:       scf.for
  // CHECK-NOT:     i32
  // CHECK:         memref.reinterpret_cast %arg0 to offset:
  // CHECK:         gpu.return
  gpu.func @stays(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    %rows = tl.assume %m range 0 to 256 : index
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %A[%i, %k] to %S as #rows scope cta async bounds(%rows, 256) : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // A counter of 32 bits is a part of one offset.

  // CHECK-LABEL: gpu.func @words(
  // CHECK-NOT:   memref.reinterpret_cast
  // CHECK:       gpu.return
  gpu.func @words(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %c256 = arith.constant 256 : i32
    scf.for %k = %c0 to %c256 step %c32 : i32 {
      tl.copy %A[0, %k : i32] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Memory of other sizes with the same strides has the same offset.

  // CHECK-LABEL: gpu.func @longer(
  // CHECK:       scf.for
  // CHECK-NOT:     memref.reinterpret_cast
  // CHECK:         tl.thread_async %arg0[%[[AT:[0-9]+]]]
  // CHECK:         tl.thread_async %arg1[%[[AT]]]
  gpu.func @longer(%A: !m {llvm.align = 16 : i64}, %B: memref<320x256xf16> {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %A[%i, %k] to %S as #rows scope cta async : !m to !s
      tl.copy %B[%i, %k] to %T as #rows scope cta async : memref<320x256xf16> to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Under a bound of what varies, or with a pitch, origins of 64 bits are no reason.

  // CHECK-LABEL: gpu.func @steps(
  // CHECK:       scf.for
  // CHECK:         %[[BELOW:.+]] = arith.index_castui %{{.+}} : i32 to index
  // CHECK-NEXT:    arith.index_cast %[[BELOW]]
  // CHECK:         memref.reinterpret_cast %arg0 to offset:
  gpu.func @steps(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    %end = tl.assume %m multiple 8 range 0 to 256 : index
    scf.for %k = %c0 to %end step %c32 {
      tl.copy %A[%i, %k] to %S as #rows scope cta async bounds(256, %end) : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @pitch_of_words(
  // CHECK:       scf.for
  // CHECK:         %[[ROW:.+]] = arith.index_cast %{{.+}} : index to i32
  // CHECK:         arith.addi %{{.+}}, %{{.+}} : i32
  // CHECK:         memref.reinterpret_cast %{{.+}} to offset:
  gpu.func @pitch_of_words(%A: memref<65536xf16> {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: index, %ld: index {tl.divisibility = 8 : i64})
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %near = tl.assume %ld range 0 to 512 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    %pitched = memref.reinterpret_cast %A to offset: [0], sizes: [128, 256], strides: [%near, 1] : memref<65536xf16> to memref<128x256xf16, strided<[?, 1]>>
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %pitched[%i, %k] to %S as #rows scope cta async : memref<128x256xf16, strided<[?, 1]>> to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // The row that a bound is compared with is that of the start.

  // CHECK-LABEL: gpu.func @row(
  // CHECK:       scf.for
  // CHECK:         %[[ROW:.+]] = arith.addi %{{.+}}, %{{.+}}
  // CHECK:         arith.muli %[[ROW]], %c32
  // CHECK:         arith.subi %{{.+}}, %[[ROW]]
  gpu.func @row(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    scf.for %k = %c0 to %c256 step %c32 {
      tl.copy %A[%i, %k] to %S as #rows scope cta async bounds(%m, 256) : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // What LLVM knows no part of is the pointer of fetches in front of the loop, as well:
  // bytes, as no limit has digits of it.  Not of a loop whose end is a number, of a
  // loop that is none of scf, where another copy has the offset, or with a pitch.

  // CHECK-LABEL: gpu.func @hidden(
  // CHECK:         arith.muli %{{.+}}, %c16 : index
  // CHECK:         %[[HIDDEN:.+]] = llvm.intr.strip.invariant.group %[[OF:.+]] :
  // CHECK-NEXT:    %[[NUMBER:.+]] = llvm.ptrtoint %[[HIDDEN]]
  // CHECK-NEXT:    %[[BYTES:.+]] = arith.index_cast %[[NUMBER]]
  // CHECK-NEXT:    %[[START:.+]] = arith.divsi %[[BYTES]], %c2{{.*}} exact
  // CHECK:         tl.thread_async %arg0[%[[START]]]
  // CHECK:         %[[NEXT:.+]] = arith.addi %[[START]], %c32
  // CHECK:         tl.thread_async %arg0[%[[NEXT]]]
  // CHECK:       scf.for %[[K:.+]] =
  // CHECK:         llvm.intr.strip.invariant.group %[[OF]] :
  // CHECK:         memref.reinterpret_cast %arg0 to offset:
  gpu.func @hidden(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %end = tl.assume %m range 0 to 256 : index
    tl.copy %A[0, 0] to %S as #rows scope cta async : !m to !s
    tl.copy %A[0, 32] to %T as #rows scope cta async : !m to !s
    tl.async_commit
    tl.async_wait 0
    scf.for %k = %c64 to %end step %c32 {
      gpu.barrier
      tl.copy %A[0, %k] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @counted(
  // CHECK-NOT:   llvm.intr
  // CHECK:       gpu.return
  gpu.func @counted(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c256 = arith.constant 256 : index
    tl.copy %A[0, 0] to %S as #rows scope cta async : !m to !s
    tl.async_commit
    tl.async_wait 0
    scf.for %k = %c0 to %c256 step %c32 {
      gpu.barrier
      tl.copy %A[0, %k] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @common(
  // CHECK-NOT:   llvm.intr
  // CHECK:       gpu.return
  gpu.func @common(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %end = tl.assume %m range 0 to 256 : index
    tl.copy %A[0, 0] to %S as #rows scope cta async : !m to !s
    tl.async_commit
    tl.async_wait 0
    scf.for %k = %c0 to %end step %c32 {
      gpu.barrier
      tl.copy %A[0, %k] to %S as #rows scope cta async : !m to !s
      tl.copy %B[0, %k] to %T as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @affine(
  // CHECK-NOT:   llvm.intr
  // CHECK:       gpu.return
  gpu.func @affine(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %end = tl.assume %m range 0 to 256 : index
    tl.copy %A[0, 0] to %S as #rows scope cta async : !m to !s
    tl.async_commit
    tl.async_wait 0
    affine.for %k = 0 to affine_map<()[s] -> (s)>()[%end] step 32 {
      gpu.barrier
      tl.copy %A[0, %k] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
    }
    gpu.return
  }

  // With a pitch known at run time it is seen.

  // CHECK-LABEL: gpu.func @pitched_open(
  // CHECK-NOT:   exact
  // CHECK:       gpu.return
  gpu.func @pitched_open(%A: memref<65536xf16> {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: index, %ld: index {tl.divisibility = 8 : i64})
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %end = tl.assume %n range 0 to 224 : index
    %P = memref.reinterpret_cast %A to offset: [0], sizes: [64, 256], strides: [%ld, 1] : memref<65536xf16> to memref<64x256xf16, strided<[?, 1]>>
    tl.copy %P[0, 0] to %S as #rows scope cta async : memref<64x256xf16, strided<[?, 1]>> to !s
    tl.async_commit
    tl.async_wait 0
    scf.for %k = %c0 to %end step %c32 {
      gpu.barrier
      tl.copy %P[0, %k] to %S as #rows scope cta async : memref<64x256xf16, strided<[?, 1]>> to !s
      tl.async_commit
      tl.async_wait 0
    }
    gpu.return
  }

  // As is one offset of 32 bits.

  // CHECK-LABEL: gpu.func @words_open(
  // CHECK-NOT:   exact
  // CHECK:       gpu.return
  gpu.func @words_open(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %word = arith.index_cast %m : index to i32
    %end = tl.assume %word range 0 to 224 : i32
    tl.copy %B[0, 0] to %S as #rows scope cta async : !m to !s
    tl.async_commit
    tl.async_wait 0
    scf.for %k = %c0 to %end step %c32 : i32 {
      gpu.barrier
      tl.copy %A[0, %k : i32] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
    }
    gpu.return
  }

  // So it is where another loop has the offset in common with another copy.

  // CHECK-LABEL: gpu.func @common_before(
  // CHECK-NOT:   llvm.intr.strip
  // CHECK:       gpu.return
  gpu.func @common_before(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %end = tl.assume %m range 0 to 256 : index
    scf.for %k = %c0 to %end step %c32 {
      tl.copy %A[0, %k] to %S as #rows scope cta async : !m to !s
      tl.copy %B[0, %k] to %T as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    scf.for %k = %c0 to %end step %c32 {
      tl.copy %A[0, %k] to %S as #rows scope cta async : !m to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }
}
