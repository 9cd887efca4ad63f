// RUN: tl-sim %s --explain | FileCheck %s

// Transfers, asynchronous copies and matrices of a subgroup are explained as other
// accesses are.

gpu.module @kernels {

// CHECK-LABEL: explain @transfers
// CHECK:         argument 0, global
// CHECK:           vector.transfer_read reads 4 x 4 bytes in each of 32 threads, 8 times
// CHECK-NEXT:        tile 32 x 4 at (0, 0): S[(32, 4) : (1@tx, 1)]
// CHECK:         a workgroup buffer, shared
// CHECK:           vector.transfer_write writes 4 x 4 bytes in each of 32 threads, 8 times
// CHECK-NEXT:        tile 32 x 4 at (0, 0): S[(32, 4) : (1@tx, 1)]
// CHECK:           vector.transfer_read reads 4 x 4 bytes in each of 32 threads, 8 times
// CHECK-NEXT:        tile 4 x 32 at (0, 0): S[(4, 32) : (1, 1@tx)]
gpu.func @transfers(%A: memref<32x32xf32>, %B: memref<32x32xf32>) workgroup(%S: memref<32x32xf32, 3>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %zero = ub.poison : f32
  %t = gpu.thread_id x
  scf.for %j = %c0 to %c32 step %c4 {
    %v = vector.transfer_read %A[%t, %j], %zero {in_bounds = [true]} : memref<32x32xf32>, vector<4xf32>
    vector.transfer_write %v, %S[%t, %j] {in_bounds = [true]} : vector<4xf32>, memref<32x32xf32, 3>
  }
  gpu.barrier
  scf.for %i = %c0 to %c32 step %c4 {
    %v = vector.transfer_read %S[%i, %t], %zero {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<32x32xf32, 3>, vector<4xf32>
    vector.transfer_write %v, %B[%i, %t] {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<32x32xf32>
  }
  gpu.return
}

// CHECK-LABEL: explain @async
// CHECK:         argument 0, global
// CHECK:           nvgpu.device_async_copy reads 4 x 4 bytes in each of 32 threads, 8 times
// CHECK:             accesses of 16 bytes
// CHECK:         a workgroup buffer, shared
// CHECK:           nvgpu.device_async_copy writes 4 x 4 bytes in each of 32 threads, 8 times
// CHECK-NEXT:        tile 32 x 4 at (0, 0): S[(32, 4) : (1@tx, 1)]
// CHECK:             accesses of 16 bytes
// CHECK-NEXT:        256 wavefronts of at least 32, degree 8
gpu.func @async(%A: memref<32x32xf32> {llvm.align = 16 : i64}, %B: memref<32x32xf32> {llvm.align = 16 : i64})
    workgroup(%S: memref<32x32xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  scf.for %j = %c0 to %c32 step %c4 {
    %k = nvgpu.device_async_copy %A[%t, %j], %S[%t, %j], 4 {bypassL1} : memref<32x32xf32> to memref<32x32xf32, 3>
  }
  %g = nvgpu.device_async_create_group
  nvgpu.device_async_wait %g
  gpu.barrier
  scf.for %i = %c0 to %c32 step %c4 {
    %v = vector.load %S[%t, %i] {alignment = 16 : i64} : memref<32x32xf32, 3>, vector<4xf32>
    vector.store %v, %B[%t, %i] {alignment = 16 : i64} : memref<32x32xf32>, vector<4xf32>
  }
  gpu.return
}

// CHECK-LABEL: explain @matrices
// CHECK:         gpu.subgroup_mma_load_matrix reads 8 x 2 bytes in each of 32 threads
// CHECK-NEXT:      tile 16 x 16 at (0, 0): S[{{.*}}]
// CHECK-NEXT:      places
// CHECK-NEXT:      of this simulator: which thread has which element is left to the target
// CHECK:         a workgroup buffer, shared
// CHECK:         gpu.subgroup_mma_store_matrix writes 8 x 2 bytes in each of 32 threads
// CHECK:           no better layout was looked for: which thread has which element of gpu.subgroup_mma_store_matrix in line [[# @LINE + 5]] is left to the target
gpu.func @matrices(%A: memref<16x16xf16>, %B: memref<16x16xf16>) workgroup(%S: memref<16x16xf16, 3>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %a = gpu.subgroup_mma_load_matrix %A[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %a, %S[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16, 3>
  gpu.barrier
  %b = gpu.subgroup_mma_load_matrix %S[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %b, %B[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
  gpu.return
}

// Rows that memory names, and one that an argument does.
// CHECK-LABEL: explain @gather
// CHECK:         memref.load reads 1 x 8 bytes
// CHECK-NOT:       of this
// CHECK:         vector.load reads 4 x 1 bytes in each of 32 threads
// CHECK-NEXT:      tile
// CHECK-NEXT:      places
// CHECK-NEXT:      of this run: its indices are computed from memory
// CHECK:         vector.store writes 4 x 1 bytes in each of 32 threads
// CHECK-NEXT:      tile
// CHECK-NEXT:      places
// CHECK-NEXT:      of this run: its indices are computed from arguments
// CHECK:         memref.load reads 1 x 1 bytes
// CHECK:           of this run: its indices are computed from memory
// CHECK:         no better layout was looked for: where memref.store in line [[# @LINE + 9]] goes is computed from memory
gpu.func @gather(%I: memref<32xindex>, %T: memref<32x4xi8>, %O: memref<2x32x4xi8>, %n: index) workgroup(%S: memref<32xindex, 3>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %i = memref.load %I[%t] : memref<32xindex>
  %v = vector.load %T[%i, %c0] : memref<32x4xi8>, vector<4xi8>
  vector.store %v, %O[%n, %t, %c0] : memref<2x32x4xi8>, vector<4xi8>
  %w = memref.load %O[%n, %i, %c0] : memref<2x32x4xi8>
  memref.store %t, %S[%i] : memref<32xindex, 3>
  gpu.return
}
}
