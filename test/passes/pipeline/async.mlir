// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=LEFT --implicit-check-not=tl.
// RUN: tl-opt %s --lower-layout-copies=max-vector-bits=64 | %ptx | FileCheck %s --check-prefix=NARROW
// RUN: not tl-opt %s --lower-layout-copies=target=sm_75 2>&1 | FileCheck %s --check-prefix=TURING
// RUN: tl-sim %s --kernel=tile --grid=4 --verify-lowering | FileCheck %s --check-prefix=TILE
// RUN: tl-sim %s --kernel=pipelined --verify-lowering | FileCheck %s --check-prefix=PIPELINED
// RUN: tl-sim %s --kernel=bounded --grid=4 --arg=2:scalar=201 --arg=3:scalar=53 --verify-lowering | FileCheck %s --check-prefix=BOUNDED
// RUN: tl-sim %s --kernel=bounded --grid=4 --arg=2:scalar=64 --arg=3:scalar=60 --verify-lowering | FileCheck %s --check-prefix=BOUNDED

// From global to shared memory without registers: 64 x 64 halves over 128 threads
// are four accesses of 16 bytes.

#part = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#ring = #tl.shared<row_major_swizzle([128, 64], nbytes = 2)>
#shared = #gpu.address_space<workgroup>

// LEFT: gpu.func @tile
// TILE: @tile: equivalent: 36864 elements, 512 threads

// CHECK-LABEL:   .visible .entry tile(
// CHECK-COUNT-4: cp.async.cg.shared.global [%{{.+}}], [%{{.+}}], 16;
// CHECK-NOT:     cp.async.c{{[ag]}}
// CHECK:         cp.async.commit_group;
// CHECK-NEXT:    cp.async.wait_group 0;
// CHECK-NEXT:    bar.sync 0;
// CHECK-COUNT-4: ld.shared.v4.b32
// CHECK-COUNT-4: st.global.v4.b32
// NARROW-LABEL:   .visible .entry tile(
// NARROW-COUNT-8: cp.async.ca.shared.global [%{{.+}}], [%{{.+}}], 8;
// NARROW:         cp.async.commit_group;
// TURING: async.mlir:[[# @LINE + 7]]:5: error: 'tl.copy' op sm_75 has no asynchronous copies (cp.async needs sm_80)
gpu.module @kernels {
  gpu.func @tile(%A: memref<256x64xf16> {llvm.align = 16 : i64}, %B: memref<256x64xf16> {llvm.align = 16 : i64})
      workgroup(%S: memref<4096xf16, #shared> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %b = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %b, %c64 overflow<nsw> : index
    tl.copy %A[%i, 0] to %S layout #smem scope cta threads 128 async : memref<256x64xf16> to memref<4096xf16, #shared>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    tl.copy %S layout #smem to %B[%i, 0] scope cta : memref<4096xf16, #shared> to memref<256x64xf16>
    gpu.return
  }

// Rows and columns past the bounds are zeros: the size of the source is a
// register, 0 where nothing is inside.

// BOUNDED: @bounded: equivalent: 35840 elements, 512 threads

// CHECK-LABEL:   .visible .entry bounded(
// CHECK:         selp.b32 [[SIZE:%r[0-9]+]], %{{.+}}, 0, %p
// CHECK:         cp.async.ca.shared.global [%{{.+}}], [%{{.+}}], 8, [[SIZE]];
// CHECK-COUNT-7: cp.async.ca.shared.global [%{{.+}}], [%{{.+}}], 8, %r
// CHECK-NOT:     cp.async.c{{[ag]}}
// CHECK-NOT:     bra
// CHECK:         cp.async.commit_group;
  gpu.func @bounded(%A: memref<256x60xf16> {llvm.align = 16 : i64}, %B: memref<256x64xf16> {llvm.align = 16 : i64}, %m: index, %n: index)
      workgroup(%S: memref<4096xf16, #shared> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %b = gpu.block_id x
    %c64 = arith.constant 64 : index
    %i = arith.muli %b, %c64 overflow<nsw> : index
    tl.copy %A[%i, 0] to %S layout #smem as #part scope cta async bounds(%m, %n) : memref<256x60xf16> to memref<4096xf16, #shared>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    tl.copy %S layout #smem to %B[%i, 0] as #part scope cta : memref<4096xf16, #shared> to memref<256x64xf16>
    gpu.return
  }

// Two stages: the next tile is on its way while this one is read.  A group is
// closed in the last step, too, so that it is always all but one that are waited
// for.

// PIPELINED: @pipelined: equivalent: 40960 elements, 128 threads

// CHECK-LABEL:   .visible .entry pipelined(
// CHECK-COUNT-4: cp.async.cg.shared.global
// CHECK:         cp.async.commit_group;
// CHECK-COUNT-4: cp.async.cg.shared.global
// CHECK:         cp.async.commit_group;
// CHECK:         cp.async.wait_group 1;
// CHECK-NEXT:    bar.sync 0;
// CHECK-COUNT-4: ld.shared.v4.b32
// CHECK:         ret;
  gpu.func @pipelined(%A: memref<64x256xf16> {llvm.align = 16 : i64}, %B: memref<64x256xf16> {llvm.align = 16 : i64})
      workgroup(%S: memref<8192xf16, #shared> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    tl.copy %A to %S[%c0, 0] layout #ring as #part scope cta async : memref<64x256xf16> to memref<8192xf16, #shared>
    tl.async_commit
    scf.for %k = %c0 to %c256 step %c64 {
      %here = arith.remui %k, %c128 : index
      %there = arith.subi %c64, %here : index
      %next = arith.addi %k, %c64 overflow<nsw> : index
      %more = arith.cmpi ult, %next, %c256 : index
      scf.if %more {
        tl.copy %A[0, %next] to %S[%there, 0] layout #ring as #part scope cta async : memref<64x256xf16> to memref<8192xf16, #shared>
      }
      tl.async_commit
      tl.async_wait 1
      gpu.barrier
      tl.copy %S[%here, 0] layout #ring to %B[0, %k] as #part scope cta : memref<8192xf16, #shared> to memref<64x256xf16>
      gpu.barrier
    }
    gpu.return
  }
}
