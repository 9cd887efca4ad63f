// Stock code, from vectors to the matrices of a warp: ldmatrix on rows of 64 elements
// of 2 bytes meets 8 rows in each bank, 32 wavefronts each time, and 4 once it is a
// copy. Asynchronous copies, which fill the rows, are copies then, too.

// RUN: %mlir-opt %s --pass-pipeline="builtin.module(gpu.module(gpu.func(convert-vector-to-gpu{use-nvgpu=true})),canonicalize)" -o %t
// RUN: tl-sim %t --report | FileCheck %s --check-prefix=BEFORE
// RUN: tl-opt %t --tl-adopt-accesses | FileCheck %s --implicit-check-not=nvgpu.ldmatrix
// RUN: tl-opt %t --tl-adopt-accesses --lower-layout-copies=verify-by-simulation | tl-sim - --report | FileCheck %s --check-prefix=AFTER
// RUN: tl-opt %t --tl-adopt-accesses --lower-layout-copies > %t.after
// RUN: tl-sim %t --checksum --arg=0:small --arg=1:small > %t.sums && tl-sim %t.after --checksum --arg=0:small --arg=1:small | diff %t.sums -

// BEFORE:   nvgpu.ldmatrix: shared read, 128 accesses, 2048 bytes, 128 wavefronts of at least 16, degree 8
// BEFORE:   nvgpu.ldmatrix: shared read, 64 accesses, 1024 bytes, 64 wavefronts of at least 8, degree 8
// CHECK:    tl.copy %{{.*}} to %{{.*}} layout auto as #{{.*}} scope cta async : memref<16x64xf16> to memref<16x64xf16, #gpu.address_space<workgroup>>
// CHECK:    tl.copy %{{.*}} async : memref<8x64xf16> to memref<8x64xf16, #gpu.address_space<workgroup>>
// CHECK:    tl.load %{{.*}}[0, %{{.*}}] layout auto as #{{.*}} scope cta : memref<16x64xf16, #gpu.address_space<workgroup>> to vector<8xf16>
// CHECK:    tl.load %{{.*}}[0, %{{.*}}] layout auto as #{{.*}} scope cta : memref<8x64xf16, #gpu.address_space<workgroup>> to vector<4xf16>
// AFTER:    nvgpu.device_async_copy: shared write, 128 accesses, 2048 bytes, 16 wavefronts of at least 16, degree 1
// AFTER:    nvvm.ldmatrix: shared read, 128 accesses, 2048 bytes, 16 wavefronts of at least 16, degree 1
// AFTER:    nvvm.ldmatrix: shared read, 64 accesses, 1024 bytes, 8 wavefronts of at least 8, degree 1

#map0 = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
gpu.module @stock {
gpu.func @mm(%A: memref<16x64xf16> {llvm.align = 16 : i64}, %B: memref<8x64xf16> {llvm.align = 16 : i64}, %C: memref<16x8xf16> {llvm.align = 16 : i64})
    workgroup(%S: memref<16x64xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %T: memref<8x64xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0.0 : f16
  %t = gpu.thread_id x
  %r = affine.apply affine_map<()[s0] -> (s0 floordiv 8)>()[%t]
  %col = affine.apply affine_map<()[s0] -> ((s0 mod 8) * 8)>()[%t]
  scf.for %i = %c0 to %c16 step %c4 {
    %row = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%i, %r]
    %k = nvgpu.device_async_copy %A[%row, %col], %S[%row, %col], 8 {bypassL1} : memref<16x64xf16> to memref<16x64xf16, #gpu.address_space<workgroup>>
  }
  scf.for %i = %c0 to %c8 step %c4 {
    %row = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%i, %r]
    %k = nvgpu.device_async_copy %B[%row, %col], %T[%row, %col], 8 {bypassL1} : memref<8x64xf16> to memref<8x64xf16, #gpu.address_space<workgroup>>
  }
  %g = nvgpu.device_async_create_group
  nvgpu.device_async_wait %g
  gpu.barrier
  %c = vector.transfer_read %C[%c0, %c0], %z {in_bounds = [true, true]} : memref<16x8xf16>, vector<16x8xf16>
  %d = scf.for %k = %c0 to %c64 step %c16 iter_args(%acc = %c) -> vector<16x8xf16> {
    %a = vector.transfer_read %S[%c0, %k], %z {in_bounds = [true, true]} : memref<16x64xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %b = vector.transfer_read %T[%c0, %k], %z {in_bounds = [true, true]} : memref<8x64xf16, #gpu.address_space<workgroup>>, vector<8x16xf16>
    %n = vector.contract {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %acc : vector<16x16xf16>, vector<8x16xf16> into vector<16x8xf16>
    scf.yield %n : vector<16x8xf16>
  }
  vector.transfer_write %d, %C[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf16>, memref<16x8xf16>
  gpu.return
}
}
