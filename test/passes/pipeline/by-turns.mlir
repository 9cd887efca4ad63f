// RUN: tl-sim --verify-lowering %s --kernel=all | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=bounded --shape=0:128x64 --shape=1:128x64 --arg=2:scalar=77 | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=rows --shape=0:128x64,strides=64x1 --shape=1:128x64,strides=80x1 --arg=2:scalar=77 --arg=3:scalar=36 | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=staged --arg=2:scalar=77 | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=swizzled --arg=2:scalar=77 | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | env BARE=0 %ptx > %t.ptx
// RUN: sed -n '/entry all(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=SIX
// RUN: sed -n '/entry bounded(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=FOUR
// RUN: sed -n '/entry rows(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=THREE
// RUN: sed -n '/entry staged(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=STAGED
// RUN: sed -n '/entry swizzled(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=STAGED

// Rule E11, of 16 accesses a thread between arguments that may be the same memory for all that LLVM knows.
// ptxas gives them 30 to 32 registers, and 72 to 80 where all loads stand first; where the arguments are
// `__restrict__`, nvcc takes 32 to 34.

// CHECK: equivalent:

// SIX-COUNT-6:   ld.global.v4
// SIX-NOT:       ld.global
// SIX-COUNT-6:   st.global.v4
// SIX-NOT:       st.global
// SIX-COUNT-6:   ld.global.v4
// SIX-COUNT-6:   st.global.v4
// SIX-COUNT-4:   ld.global.v4
// SIX-COUNT-4:   st.global.v4

// FOUR-COUNT-4:  ld.global.v4
// FOUR-NOT:      ld.global
// FOUR-COUNT-4:  st.global.v4
// FOUR-NOT:      st.global
// FOUR:          ld.global.v4

// THREE-COUNT-3: ld.global.v4
// THREE-NOT:     ld.global
// THREE-COUNT-3: st.global.v4
// THREE-NOT:     st.global
// THREE:         ld.global.v4

// STAGED-COUNT-4: ld.global.v4
// STAGED-NOT:     ld.global
// STAGED-COUNT-4: st.shared.v4
// STAGED:         ld.global.v4

#swizzle = #tl.shared<row_major_swizzle([128, 128], nbytes = 2)>
gpu.module @kernels {
  gpu.func @all(%A: memref<128x64xf32, 1> {llvm.align = 16 : i64}, %B: memref<128x64xf32, 1> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %B scope cta : memref<128x64xf32, 1> to memref<128x64xf32, 1>
    gpu.return
  }

  gpu.func @bounded(%A: memref<?x64xf32, 1> {llvm.align = 16 : i64}, %B: memref<?x64xf32, 1> {llvm.align = 16 : i64}, %m: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %B scope cta tile(128, 64) bounds(%m, 64) : memref<?x64xf32, 1> to memref<?x64xf32, 1>
    gpu.return
  }

  gpu.func @rows(%A: memref<?x?xf32, strided<[?, 1]>, 1> {llvm.align = 16 : i64}, %B: memref<?x?xf32, strided<[?, 1]>, 1> {llvm.align = 16 : i64}, %m: index, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %B scope cta tile(128, 64) bounds(%m, %n) {bound_divisibility = array<i64: 1, 4>, source_stride_divisibility = array<i64: 4, 1>, target_stride_divisibility = array<i64: 4, 1>} : memref<?x?xf32, strided<[?, 1]>, 1> to memref<?x?xf32, strided<[?, 1]>, 1>
    gpu.return
  }

  // In 32 bits, where the address of what is stored is hidden from that of what is loaded.
  gpu.func @staged(%A: memref<256x128xf16, 1> {llvm.align = 16 : i64}, %B: memref<128x128xf16, 1> {llvm.align = 16 : i64}, %length: i32) workgroup(%S: memref<128x128xf16, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c128 = arith.constant 128 : i32
    %block = gpu.block_id y
    %y = arith.index_cast %block : index to i32
    %i = arith.muli %y, %c128 : i32
    %n = tl.assume %length range 0 to 256 : i32
    tl.copy %A[%i : i32, 0] to %S scope cta tile(128, 128) bounds(%n : i32, 128) : memref<256x128xf16, 1> to memref<128x128xf16, 3>
    gpu.barrier
    tl.copy %S to %B scope cta : memref<128x128xf16, 3> to memref<128x128xf16, 1>
    gpu.return
  }

  gpu.func @swizzled(%A: memref<256x128xf16, 1> {llvm.align = 16 : i64}, %B: memref<128x128xf16, 1> {llvm.align = 16 : i64}, %length: i32) workgroup(%S: memref<128x128xf16, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c128 = arith.constant 128 : i32
    %block = gpu.block_id y
    %y = arith.index_cast %block : index to i32
    %i = arith.muli %y, %c128 : i32
    %n = tl.assume %length range 0 to 256 : i32
    tl.copy %A[%i : i32, 0] to %S layout #swizzle scope cta tile(128, 128) bounds(%n : i32, 128) : memref<256x128xf16, 1> to memref<128x128xf16, 3>
    gpu.barrier
    tl.copy %S layout #swizzle to %B scope cta : memref<128x128xf16, 3> to memref<128x128xf16, 1>
    gpu.return
  }
}
