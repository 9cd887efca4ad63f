// RUN: tl-sim --verify-lowering %s --kernel=rows | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=alone | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=2:scalar=13 | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: sed -n '/entry rows(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=ROWS --implicit-check-not=st.global
// RUN: sed -n '/entry alone(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=ALONE --implicit-check-not=st.global

// Four warps hold the same rows: each stores a fourth of them.

// CHECK: equivalent:

// ROWS: st.global.v4.b32
// ALONE-COUNT-4: st.global.v4.b32

#rows = #tl.tile<S[(32, 16) : (1@laneid, 1)] + R[4 : 1@warpid]>

gpu.module @kernels {
  gpu.func @rows(%A: memref<32x16xf32> {llvm.align = 16 : i64}, %B: memref<32x16xf32> {llvm.align = 16 : i64}, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : memref<32x16xf32> to vector<16xf32>
    tl.store %v as #rows to %B scope cta {share_replicas} : vector<16xf32> to memref<32x16xf32>
    gpu.return
  }

  gpu.func @alone(%A: memref<32x16xf32> {llvm.align = 16 : i64}, %B: memref<32x16xf32> {llvm.align = 16 : i64}, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : memref<32x16xf32> to vector<16xf32>
    tl.store %v as #rows to %B scope cta : vector<16xf32> to memref<32x16xf32>
    gpu.return
  }

  gpu.func @cut(%A: memref<32x16xf32> {llvm.align = 16 : i64}, %B: memref<32x16xf32> {llvm.align = 16 : i64}, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : memref<32x16xf32> to vector<16xf32>
    tl.store %v as #rows to %B scope cta bounds(30, %n) {share_replicas} : vector<16xf32> to memref<32x16xf32>
    gpu.return
  }
}
