// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim --verify-lowering %s --arg=2:scalar=80 --arg=3:scalar=192 | FileCheck %s --check-prefix=SAME

// Rows that a pipeline stores, apart by a pitch that is known at run time, are bytes apart:
// elements would be multiplied in each turn.

#smem = #tl.tile<S[(128, 64) : (64, 1)] + swizzle(base = 3, bits = 3, shift = 3)>
#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#once = #llvm.loop_annotation<unroll = <disable = true>>
!flat = memref<65536xf16>
!all = memref<64x512xf16, strided<[?, 1]>>
!stages = memref<8192xf16, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @stored(
  // CHECK:         nvvm.cp.async.wait.group 1
  // CHECK:         %[[STEP:.*]] = arith.muli %{{.*}}, %c16{{.*}} overflow<nsw> : index
  // CHECK:         %[[BYTES:.*]] = arith.muli %[[STEP]], %c2{{.*}} : index
  // CHECK:         vector.store
  // CHECK:         arith.addi %{{.*}}, %[[BYTES]]
  // PTX-LABEL:   .entry stored(
  // PTX:         cp.async.wait_group 1;
  // PTX-NOT:     shl.b64
  // PTX:         bar.sync
  // PTX-NOT:     shl.b64
  // PTX:         bar.sync
  // SAME:        @stored: equivalent
  gpu.func @stored(%A: !flat {llvm.align = 16 : i64}, %B: !flat {llvm.align = 16 : i64}, %ld: i32 {tl.divisibility = 8 : i64}, %K: i32 {tl.divisibility = 64 : i64})
      workgroup(%S: !stages) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %near = tl.assume %ld range 0 to 1023 : i32
    %stride = arith.index_cast %near : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 512], strides: [%stride, 1] : !flat to !all
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [64, 512], strides: [%stride, 1] : !flat to !all
    %end = tl.assume %K range 0 to 512 : i32
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    tl.copy %a[0, 0] to %S[0, 0] layout #smem as #rows scope cta async : !all to !stages
    tl.async_commit
    scf.for %k = %c0 to %end step %c64 : i32 {
      %here = arith.remui %k, %c128 : i32
      %there = arith.subi %c64, %here : i32
      %next = arith.addi %k, %c64 : i32
      %more = arith.cmpi slt, %next, %end : i32
      scf.if %more {
        tl.copy %a[0, %next : i32] to %S[%there : i32, 0] layout #smem as #rows scope cta async : !all to !stages
      }
      tl.async_commit
      tl.async_wait 1
      gpu.barrier
      tl.copy %S[%here : i32, 0] layout #smem to %b[0, %k : i32] as #rows scope cta : !stages to !all
      gpu.barrier
    } {loop_annotation = #once}
    tl.async_wait 0
    gpu.return
  }
}
