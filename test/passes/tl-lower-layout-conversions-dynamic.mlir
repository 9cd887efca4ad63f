// RUN: tl-opt %s --tl-lower-layout-conversions 2> %t.warnings | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING < %t.warnings
// RUN: tl-sim %s --verify-lowering --dynamic-shared-memory=8192 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-2: equivalent
// RUN: tl-opt %s --lower-layout-copies 2>/dev/null | %ptx > %t.ptx
// RUN: tl-sim --ptx %t.ptx --like %s --kernel=inside_dynamic --dynamic-shared-memory=8192 | FileCheck %s --check-prefix=PTX
// PTX: @inside_dynamic: equivalent in PTX

#row = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#column = #tl.tile<S[(32, 32) : (1, 1@laneid)]>

// Nor is a workgroup buffer kept apart from dynamic memory that the kernel has.
// WARNING: :[[# @LINE + 14]]:10: warning: 'tl.convert_layout' op exchanges through a workgroup buffer, over which LLVM may lay the dynamic shared memory of the kernel; name a view of that with 'using', behind what it holds
// WARNING-NOT: warning:
// CHECK-LABEL: gpu.func @beside_dynamic(
// CHECK-SAME: workgroup(
// CHECK-LABEL: gpu.func @inside_dynamic(
// CHECK-NOT: workgroup(
gpu.module @kernels {
  gpu.func @beside_dynamic(%A: memref<32x32xf32>, %B: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : index
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %S = memref.view %all[%zero][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32x32xf32, #gpu.address_space<workgroup>>
    tl.copy %A to %S scope cta : memref<32x32xf32> to memref<32x32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %v = tl.load %S as #row scope warp : memref<32x32xf32, #gpu.address_space<workgroup>> to vector<32xf32>
    %w = tl.convert_layout %v as #row to #column scope warp : vector<32xf32> to vector<32xf32>
    tl.store %w as #column to %B scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.return
  }
  gpu.func @inside_dynamic(%A: memref<32x32xf32>, %B: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %behind = arith.constant 4096 : index
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %S = memref.view %all[%behind][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4096xi8, #gpu.address_space<workgroup>>
    %v = tl.load %A as #row scope warp : memref<32x32xf32> to vector<32xf32>
    %w = tl.convert_layout %v as #row to #column scope warp using %S : vector<32xf32>, memref<4096xi8, #gpu.address_space<workgroup>> to vector<32xf32>
    tl.store %w as #column to %B scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.return
  }
}
