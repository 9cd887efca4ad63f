// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim --verify-lowering --kernel=wait %s | FileCheck %s --check-prefix=WAIT
// RUN: tl-sim --verify-lowering --kernel=async %s | FileCheck %s --check-prefix=ASYNC

// A ring of three stages says nothing twice: its buffer states no alignment, the
// offset that the loop carries no divisor, and the copies are as wide as any.

#part = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#panels = #tl.tile<S[(64, (3, 64)) : (64, (4096, 1))]>
!g = memref<64x1024xf16>
!s = memref<12288xf16, #gpu.address_space<workgroup>>

// WAIT: @wait: equivalent
// ASYNC: @async: equivalent
gpu.module @rings {
  // CHECK-LABEL: gpu.func @wait(
  // CHECK:         scf.for
  // CHECK-COUNT-4: vector.load {{.*}} {alignment = 16 : i64}
  // CHECK-COUNT-4: vector.store {{.*}} {alignment = 16 : i64} : memref<?xf16, strided<[1], offset: ?>, #gpu
  // CHECK-NOT:     alignment = {{[^1]}}
  // CHECK:         gpu.return
  // PTX-LABEL:   .entry wait(
  // PTX-COUNT-4: st.shared.v4.b32
  gpu.func @wait(%g: !g {llvm.align = 16 : i64}, %o: !g {llvm.align = 16 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c192 = arith.constant 192 : index
    %c1024 = arith.constant 1024 : index
    scf.for %k = %c0 to %c1024 step %c64 iter_args(%stage = %c0) -> (index) {
      tl.copy %g[0, %k] to %s[0, %stage] layout #panels as #part scope cta : !g to !s
      gpu.barrier
      tl.copy %s[0, %stage] layout #panels to %o[0, %k] as #part scope cta : !s to !g
      %step = arith.addi %stage, %c64 : index
      %wraps = arith.cmpi eq, %step, %c192 : index
      %next = arith.select %wraps, %c0, %step : index
      scf.yield %next : index
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @async(
  // CHECK:         scf.while
  // CHECK-COUNT-4: nvgpu.device_async_copy {{.*}}, 8
  // PTX-LABEL:   .entry async(
  // PTX-COUNT-4: cp.async.cg.shared.global {{.*}}, 16;
  gpu.func @async(%g: !g {llvm.align = 16 : i64}, %o: !g {llvm.align = 16 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c192 = arith.constant 192 : index
    %c1024 = arith.constant 1024 : index
    scf.while (%k = %c0, %stage = %c0) : (index, index) -> (index, index) {
      %more = arith.cmpi ult, %k, %c1024 : index
      scf.condition(%more) %k, %stage : index, index
    } do {
    ^bb0(%k: index, %stage: index):
      tl.copy %g[0, %k] to %s[0, %stage] layout #panels as #part scope cta async : !g to !s
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
      tl.copy %s[0, %stage] layout #panels to %o[0, %k] as #part scope cta : !s to !g
      %next = arith.addi %k, %c64 : index
      %step = arith.addi %stage, %c64 : index
      %there = arith.remui %step, %c192 : index
      scf.yield %next, %there : index, index
    }
    gpu.return
  }

  // Dynamic shared memory is aligned to 16 bytes.
  // CHECK-LABEL: gpu.func @dynamic(
  // CHECK-COUNT-4: vector.store {{.*}} {alignment = 16 : i64}
  // PTX-LABEL:   .entry dynamic(
  // PTX-COUNT-4: st.shared.v4.b32
  gpu.func @dynamic(%g: !g {llvm.align = 16 : i64}, %o: !g {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c8192 = arith.constant 8192 : index
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %s = memref.view %all[%c8192][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
    tl.copy %g[0, 0] to %s as #part scope cta : !g to memref<64x64xf16, #gpu.address_space<workgroup>>
    gpu.barrier
    tl.copy %s to %o[0, 0] as #part scope cta : memref<64x64xf16, #gpu.address_space<workgroup>> to !g
    gpu.return
  }
}
