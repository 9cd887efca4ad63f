// Rule E23: where a loop counts by how far an asynchronous copy with a pitch known only at
// run time fetches from what stays, LLVM gets that as a pointer, and a copy in front of the
// loop the one that it starts at.
// RUN: tl-opt %s --lower-layout-copies --canonicalize --cse | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: tl-sim %s --verify-lowering --arg=2:scalar=72 --arg=3:scalar=128 --block=128 --grid=2 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --arg=2:scalar=40 --arg=3:scalar=0 --block=128 | FileCheck %s --check-prefix=SAME
// SAME: @tiles: equivalent
// SAME: @global: equivalent
// SAME: @moved: equivalent
// SAME: @below: equivalent
// SAME: @function: equivalent
// SAME: @common: equivalent
// SAME: @steps: equivalent
// SAME: @bytes: equivalent

#rows = #tl.register<local(2, 1).spatial(32, 4).local(1, 8)>
#wide = #tl.register<local(2, 1).spatial(16, 8).local(1, 8)>
#once = #llvm.loop_annotation<unroll = <disable = true>>
!a = memref<65536xf16>
!g = memref<65536xf16, #gpu.address_space<global>>
!t = memref<256x256xf16, strided<[?, 1]>>
!s = memref<64x32xf16, #gpu.address_space<workgroup>>
!w = memref<32x64xf16, #gpu.address_space<workgroup>>
#kernel = array<i32: 128, 1, 1>

gpu.module @kernels {
  // Two rows of a tile of A are a pitch apart: the first adds nothing to what the loop
  // carries. The tile of B goes down, by the pitch times the counter.

  // CHECK-LABEL: gpu.func @tiles(
  // CHECK:         %[[BASE:.+]] = memref.extract_aligned_pointer_as_index %[[A:.+]] : memref<?xf16> -> index
  // CHECK:         %[[WORD:.+]] = arith.index_cast %[[BASE]] : index to i64
  // CHECK:         %[[POINTER:.+]] = llvm.inttoptr %[[WORD]] : i64 to !llvm.ptr
  // CHECK:         %[[START:.+]] = llvm.getelementptr %[[POINTER]][%{{.+}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  // CHECK:         %[[THERE:.+]] = llvm.addrspacecast %[[START]] : !llvm.ptr to !llvm.ptr<1>
  // CHECK:         %[[EQUAL:.+]] = llvm.intr.strip.invariant.group %[[THERE]] : !llvm.ptr<1>
  // CHECK:         %[[BACK:.+]] = llvm.addrspacecast %[[EQUAL]] : !llvm.ptr<1> to !llvm.ptr
  // CHECK:         %[[END:.+]] = llvm.ptrtoint %[[BACK]] : !llvm.ptr to i64
  // CHECK:         %[[TO:.+]] = arith.index_cast %[[END]] : i64 to index
  // CHECK:         arith.subi %[[TO]], %{{.+}} : index
  // CHECK:         nvgpu.device_async_copy %[[A]]
  // CHECK:         llvm.intr.strip.invariant.group %{{.+}} : !llvm.ptr<1>
  // CHECK:         scf.for
  // CHECK:           %[[FIRST:.+]] = llvm.intr.strip.invariant.group %{{.+}} : !llvm.ptr<1>
  // CHECK:           %[[OF:.+]] = llvm.addrspacecast %[[FIRST]]
  // CHECK:           %[[MOVED:.+]] = llvm.getelementptr %[[OF]][%{{.+}}]
  // CHECK:           %[[TILE:.+]] = llvm.addrspacecast %[[MOVED]]
  // CHECK:           llvm.intr.launder.invariant.group %[[TILE]] : !llvm.ptr<1>
  // CHECK:           llvm.intr.launder.invariant.group
  // CHECK-NOT:       launder

  // PTX-LABEL: .entry tiles(
  // PTX:         cp.async.commit_group
  // PTX:       $L__BB0_[[LOOP:[0-9]+]]:
  // PTX:         cp.async.cg.shared.global [%rd{{[0-9]+}}], [%[[P:rd[0-9]+]]], 16;
  // PTX-NEXT:    add.s64 %[[Q:rd[0-9]+]], %[[P]], %[[PITCH:rd[0-9]+]];
  // PTX-NEXT:    cp.async.cg.shared.global [%rd{{[0-9]+}}], [%[[Q]]], 16;
  // PTX:         cp.async.cg.shared.global [%rd{{[0-9]+}}], [%[[R:rd[0-9]+]]], 16;
  // PTX-DAG:     add.s64 %[[P]], %[[P]], 64;
  // PTX-DAG:     add.s64 %[[R]], %[[R]], %rd{{[0-9]+}};
  // PTX:         bra $L__BB0_[[LOOP]];
  gpu.func @tiles(%A: !a {llvm.align = 16 : i64}, %B: !a {llvm.align = 16 : i64}, %ld: i32 {tl.divisibility = 8 : i64}, %n: i32 {tl.divisibility = 32 : i64})
      workgroup(%S: !s, %T: !w) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %near = tl.assume %ld range 0 to 256 : i32
    %end = tl.assume %n range 0 to 128 : i32
    %pitch = arith.index_cast %near : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [256, 256], strides: [%pitch, 1] : !a to !t
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [256, 256], strides: [%pitch, 1] : !a to !t
    tl.copy %a[0, 0] to %S as #rows scope cta async : !t to !s
    tl.copy %b[0, 0] to %T as #wide scope cta async : !t to !w
    tl.async_commit
    scf.for %k = %c0 to %end step %c32 : i32 {
      tl.async_wait 0
      gpu.barrier
      tl.copy %a[0, %k : i32] to %S as #rows scope cta async : !t to !s
      tl.copy %b[%k : i32, 0] to %T as #wide scope cta async : !t to !w
      tl.async_commit
    } {loop_annotation = #once}
    tl.async_wait 0
    gpu.return
  }

  // What says that it is global needs no cast.

  // CHECK-LABEL: gpu.func @global(
  // CHECK-NOT:     addrspacecast
  // CHECK:         llvm.inttoptr %{{.+}} : i64 to !llvm.ptr<1>
  // CHECK-NOT:     addrspacecast
  // CHECK:         llvm.intr.launder.invariant.group %{{.+}} : !llvm.ptr<1>
  // CHECK-NOT:     addrspacecast
  // CHECK:         gpu.return
  gpu.func @global(%A: !g {llvm.align = 16 : i64}, %B: !g, %ld: index {tl.divisibility = 8 : i64}, %n: index {tl.divisibility = 32 : i64})
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %pitch = tl.assume %ld range 0 to 256 : index
    %end = tl.assume %n range 0 to 128 : index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 256], strides: [%pitch, 1] : !g to memref<64x256xf16, strided<[?, 1]>, #gpu.address_space<global>>
    scf.for %k = %c0 to %end step %c32 {
      tl.copy %a[0, %k] to %S as #rows scope cta async : memref<64x256xf16, strided<[?, 1]>, #gpu.address_space<global>> to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Memory that starts somewhere, a row of a block, and bounds.

  // CHECK-LABEL: gpu.func @moved(
  // CHECK:         scf.for
  // CHECK:           llvm.intr.launder.invariant.group %{{.+}} : !llvm.ptr<1>
  gpu.func @moved(%A: !a {llvm.align = 16 : i64}, %B: !a, %ld: index {tl.divisibility = 8 : i64}, %n: index {tl.divisibility = 32 : i64})
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %pitch = tl.assume %ld range 0 to 256 : index
    %end = tl.assume %n range 0 to 128 : index
    %block = gpu.block_id x
    %i = arith.muli %block, %c64 : index
    %half = arith.divui %pitch, %c64 : index
    %start = arith.muli %half, %c64 : index
    %a = memref.reinterpret_cast %A to offset: [%start], sizes: [128, 256], strides: [%pitch, 1] : !a to memref<128x256xf16, strided<[?, 1], offset: ?>>
    scf.for %k = %c0 to %end step %c32 {
      tl.copy %a[%i, %k] to %S as #rows scope cta async bounds(100, %end) : memref<128x256xf16, strided<[?, 1], offset: ?>> to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // A tile that may begin below its memory has no pointer there.

  // CHECK-LABEL: gpu.func @below(
  // CHECK-NOT:     launder.invariant.group %{{.+}} : !llvm.ptr<1>
  // CHECK:         gpu.return
  gpu.func @below(%A: !a {llvm.align = 16 : i64}, %B: !a, %ld: index {tl.divisibility = 8 : i64}, %n: index {tl.divisibility = 32 : i64})
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %pitch = tl.assume %ld range 0 to 256 : index
    %end = tl.assume %n range 0 to 128 : index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [256, 256], strides: [%pitch, 1] : !a to !t
    scf.for %k = %c0 to %end step %c32 {
      %j = arith.subi %k, %c8 : index
      tl.copy %a[0, %j] to %S as #rows scope cta async bounds(64, %end) from(0, 0) : !t to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // What a function is given may be any memory.

  // CHECK-LABEL: gpu.func @function(
  // CHECK-NOT:     !llvm.ptr<1>
  // CHECK:         gpu.return
  gpu.func @function(%A: !a {llvm.align = 16 : i64}, %B: !a, %ld: index {tl.divisibility = 8 : i64}, %n: index {tl.divisibility = 32 : i64})
      workgroup(%S: !s) attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %pitch = tl.assume %ld range 0 to 256 : index
    %end = tl.assume %n range 0 to 128 : index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [256, 256], strides: [%pitch, 1] : !a to !t
    scf.for %k = %c0 to %end step %c32 {
      tl.copy %a[0, %k] to %S as #rows scope cta async : !t to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Two memories with one offset have one number of bytes.

  // CHECK-LABEL: gpu.func @common(
  // CHECK-NOT:     !llvm.ptr<1>
  // CHECK:         gpu.return
  gpu.func @common(%A: !a {llvm.align = 16 : i64}, %B: !a {llvm.align = 16 : i64}, %ld: index {tl.divisibility = 8 : i64}, %n: index {tl.divisibility = 32 : i64})
      workgroup(%S: !s, %T: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %pitch = tl.assume %ld range 0 to 256 : index
    %end = tl.assume %n range 0 to 128 : index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [256, 256], strides: [%pitch, 1] : !a to !t
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [256, 256], strides: [%pitch, 1] : !a to !t
    scf.for %k = %c0 to %end step %c32 {
      tl.copy %a[0, %k] to %S as #rows scope cta async : !t to !s
      tl.copy %b[0, %k] to %T as #rows scope cta async : !t to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Without a pitch LLVM finds the pointer by itself.

  // CHECK-LABEL: gpu.func @steps(
  // CHECK-NOT:     !llvm.ptr<1>
  // CHECK:         gpu.return
  gpu.func @steps(%A: memref<64x256xf16> {llvm.align = 16 : i64}, %B: !a, %ld: index, %n: index {tl.divisibility = 32 : i64})
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %end = tl.assume %n range 0 to 128 : index
    scf.for %k = %c0 to %end step %c32 {
      tl.copy %A[0, %k] to %S as #rows scope cta async : memref<64x256xf16> to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }

  // Elements of a byte.

  // CHECK-LABEL: gpu.func @bytes(
  // CHECK:         llvm.intr.launder.invariant.group %{{.+}} : !llvm.ptr<1>
  gpu.func @bytes(%A: memref<65536xi8> {llvm.align = 16 : i64}, %B: !a, %ld: index {tl.divisibility = 8 : i64}, %n: index {tl.divisibility = 32 : i64})
      workgroup(%S: memref<64x32xi8, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %pitch = tl.assume %ld range 0 to 256 : index
    %end = tl.assume %n range 0 to 128 : index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 256], strides: [%pitch, 1] : memref<65536xi8> to memref<64x256xi8, strided<[?, 1]>>
    scf.for %k = %c0 to %end step %c32 {
      tl.copy %a[0, %k] to %S as #tl.register<local(4, 1).spatial(16, 8).local(1, 4)> scope cta async : memref<64x256xi8, strided<[?, 1]>> to memref<64x32xi8, #gpu.address_space<workgroup>>
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
    }
    gpu.return
  }
}
