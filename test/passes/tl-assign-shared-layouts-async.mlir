// RUN: tl-opt %s --tl-assign-shared-layouts='remarks=1' -o /dev/null 2>&1 | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies='report=%t' | FileCheck %s --check-prefix=LOWERED
// RUN: tl-layout certify %t | FileCheck %s --check-prefix=CERTIFIED
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SIM
// CERTIFIED: claims, 0 false
// SIM-COUNT-10: equivalent

// A copy without registers keeps the order of elements: it costs accesses of what
// follows each other under a layout, so that 16 bytes stay together where a load of
// columns alone would take them apart.

#row = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#row_of_48 = #tl.tile<S[(32, 48) : (1@laneid, 1)]>
#row_of_40 = #tl.tile<S[(32, 40) : (1@laneid, 1)]>

gpu.module @kernels {
  // CHECK: 'tl.copy' op its buffer lies as S[(32, 32) : (32, 1)] + swizzle(base = 3, {{.*}}: 32 wavefronts, of at least 32, 8 accesses a thread
  // LOWERED-LABEL: gpu.func @halves(
  // LOWERED-COUNT-4: nvgpu.device_async_copy {{.*}}, 8
  // LOWERED-NOT: nvgpu.device_async_copy
  // LOWERED: gpu.return
  gpu.func @halves(%G: memref<32x32xf16> {llvm.align = 16 : i64}, %B: memref<32x32xf16>) workgroup(%S: memref<32x32xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout auto scope warp async : memref<32x32xf16> to memref<32x32xf16, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout auto as #row scope warp : memref<32x32xf16, 3> to vector<32xf16>
    tl.store %v as #row to %B scope warp : vector<32xf16> to memref<32x32xf16>
    gpu.return
  }

  // Of 4 bytes single elements could be moved: none follow each other then.

  // CHECK: 'tl.copy' op its buffer lies as S[(32, 32) : (32, 1)] + swizzle(base = 2, {{.*}}: 64 wavefronts, of at least 64, 16 accesses a thread
  // LOWERED-LABEL: gpu.func @words(
  // LOWERED-COUNT-8: nvgpu.device_async_copy {{.*}}, 4
  // LOWERED-NOT: nvgpu.device_async_copy
  // LOWERED: gpu.return
  gpu.func @words(%G: memref<32x32xf32> {llvm.align = 16 : i64}, %B: memref<32x32xf32>) workgroup(%S: memref<32x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout auto scope warp async : memref<32x32xf32> to memref<32x32xf32, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout auto as #row scope warp : memref<32x32xf32, 3> to vector<32xf32>
    tl.store %v as #row to %B scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.return
  }

  // What moves a tile of 48 or 40 columns is planned for the layout that is chosen;
  // planned for rows it would take 72 and 136 wavefronts.

  // CHECK: 'tl.copy' op its buffer lies as {{.*}}: 48 wavefronts, of at least 48, 12 accesses a thread
  // LOWERED-LABEL: gpu.func @uneven_halves(
  // LOWERED-COUNT-6: nvgpu.device_async_copy {{.*}}, 8
  // LOWERED-NOT: nvgpu.device_async_copy
  // LOWERED: gpu.return
  gpu.func @uneven_halves(%G: memref<32x48xf16> {llvm.align = 16 : i64}, %B: memref<32x48xf16>) workgroup(%S: memref<32x48xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout auto scope warp async : memref<32x48xf16> to memref<32x48xf16, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout auto as #row_of_48 scope warp : memref<32x48xf16, 3> to vector<48xf16>
    tl.store %v as #row_of_48 to %B scope warp : vector<48xf16> to memref<32x48xf16>
    gpu.return
  }

  // CHECK: 'tl.copy' op its buffer lies as {{.*}}: 80 wavefronts, of at least 80,
  // LOWERED-LABEL: gpu.func @uneven_words(
  // LOWERED-NOT: nvgpu.device_async_copy
  // LOWERED: gpu.return
  gpu.func @uneven_words(%G: memref<32x40xf32> {llvm.align = 16 : i64}, %B: memref<32x40xf32>) workgroup(%S: memref<32x40xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout auto scope warp : memref<32x40xf32> to memref<32x40xf32, 3>
    gpu.barrier
    %v = tl.load %S layout auto as #row_of_40 scope warp : memref<32x40xf32, 3> to vector<40xf32>
    tl.store %v as #row_of_40 to %B scope warp : vector<40xf32> to memref<32x40xf32>
    gpu.return
  }

  // Nothing without registers starts inside of a digit: the 12 columns are not
  // taken apart, although four of them could be moved at once then.

  // CHECK: 'tl.copy' op its buffer lies as S[(2, 12) : ({{[0-9]+, [0-9]+}})]{{.*}} accesses a thread
  // LOWERED-LABEL: gpu.func @inside(
  // LOWERED: nvgpu.device_async_copy
  // LOWERED: gpu.return
  gpu.func @inside(%G: memref<2x6xi64>, %B: memref<2x6xi64>) workgroup(%S: memref<2x12xi64, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %two = arith.constant 2 : index
    %four = arith.constant 4 : index
    %six = arith.addi %two, %four : index
    tl.copy %G to %S[0, %six] layout auto
        as #tl.register<shape = [2, 6], mode_shape = [2, 3, 2], spatial_modes = [], local_modes = [2, 0, 1]>
        scope warp async : memref<2x6xi64> to memref<2x12xi64, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S[0, %six] layout auto as #tl.register<spatial(2, 6)> scope warp : memref<2x12xi64, 3> to vector<1xi64>
    tl.store %v as #tl.register<spatial(2, 6)> to %B scope warp : vector<1xi64> to memref<2x6xi64>
    gpu.return
  }

  // Rows that are all the same one follow each other in it.

  // CHECK: 'tl.copy' op its buffer lies as S[(2, 2) : (2, 1)]
  // LOWERED-LABEL: gpu.func @same_rows(
  // LOWERED-COUNT-1: nvgpu.device_async_copy {{.*}}, 2
  // LOWERED: gpu.return
  gpu.func @same_rows(%G: memref<2x2xi16, strided<[0, 1]>> {llvm.align = 16 : i64}, %B: memref<2x2xi16>)
      workgroup(%S: memref<2x2xi16, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout auto scope warp async : memref<2x2xi16, strided<[0, 1]>> to memref<2x2xi16, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout auto as #tl.register<spatial(2, 1).local(1, 2)> scope warp : memref<2x2xi16, 3> to vector<2xi16>
    tl.store %v as #tl.register<spatial(2, 1).local(1, 2)> to %B scope warp : vector<2xi16> to memref<2x2xi16>
    gpu.return
  }

  // A lower bound cuts no single element, wherever a thread has it.

  // LOWERED-LABEL: gpu.func @before(
  // LOWERED-COUNT-3: nvgpu.device_async_copy {{.*}}, 1
  // LOWERED: gpu.return
  gpu.func @before(%G: memref<8xi32>, %B: memref<3xi32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G[-2] to %B as #tl.register<local(3)> scope warp async bounds(8) from(0) : memref<8xi32> to memref<3xi32, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.return
  }

  // A source by columns has no elements that follow each other in rows, so that its
  // layout is one of columns.

  // CHECK: 'tl.copy' op its buffer lies as S[(32, 32) : (1, 32)]
  // LOWERED-LABEL: gpu.func @columns(
  // LOWERED-COUNT-2: nvgpu.device_async_copy {{.*}}, 16
  // LOWERED-NOT: nvgpu.device_async_copy
  // LOWERED: gpu.return
  gpu.func @columns(%G: memref<32x32xi8, strided<[1, 32]>> {llvm.align = 16 : i64}, %B: memref<32x32xi8>)
      workgroup(%S: memref<32x32xi8, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout auto scope warp async : memref<32x32xi8, strided<[1, 32]>> to memref<32x32xi8, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout auto as #tl.tile<S[(32, 32) : (1, 1@laneid)]> scope warp : memref<32x32xi8, 3> to vector<32xi8>
    tl.store %v as #tl.tile<S[(32, 32) : (1, 1@laneid)]> to %B scope warp : vector<32xi8> to memref<32x32xi8>
    gpu.return
  }

  // Likewise where the copy says who moves what.

  // CHECK: 'tl.copy' op its buffer lies as S[((2, 16), 32) : ((512, 1), 16)]
  // LOWERED-LABEL: gpu.func @stated_columns(
  // LOWERED-COUNT-2: nvgpu.device_async_copy {{.*}}, 16
  // LOWERED-NOT: nvgpu.device_async_copy
  // LOWERED: gpu.return
  gpu.func @stated_columns(%G: memref<32x32xi8, strided<[1, 32]>> {llvm.align = 16 : i64}, %B: memref<32x32xi8>)
      workgroup(%S: memref<32x32xi8, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout auto as #tl.register<local(2, 1).spatial(1, 32).local(16, 1)> scope warp async : memref<32x32xi8, strided<[1, 32]>> to memref<32x32xi8, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout auto as #tl.tile<S[(32, 32) : (1, 1@laneid)]> scope warp : memref<32x32xi8, 3> to vector<32xi8>
    tl.store %v as #tl.tile<S[(32, 32) : (1, 1@laneid)]> to %B scope warp : vector<32xi8> to memref<32x32xi8>
    gpu.return
  }
  // Its runs may go along neither of the last two dimensions, which rows go along.

  // LOWERED-LABEL: gpu.func @first_dimension(
  // LOWERED-COUNT-2: nvgpu.device_async_copy {{.*}}, 8
  // LOWERED-NOT: nvgpu.device_async_copy
  // LOWERED: gpu.return
  gpu.func @first_dimension(%G: memref<16x4x8xf16, strided<[1, 16, 64]>> {llvm.align = 16 : i64}, %B: memref<16x4x8xf16>)
      workgroup(%S: memref<16x4x8xf16, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout auto as #tl.tile<S[(16, 4, 8) : (1, 8@laneid, 1@laneid)]> scope warp async : memref<16x4x8xf16, strided<[1, 16, 64]>> to memref<16x4x8xf16, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout auto as #tl.tile<S[(16, 4, 8) : (1, 8@laneid, 1@laneid)]> scope warp : memref<16x4x8xf16, 3> to vector<16xf16>
    tl.store %v as #tl.tile<S[(16, 4, 8) : (1, 8@laneid, 1@laneid)]> to %B scope warp : vector<16xf16> to memref<16x4x8xf16>
    gpu.return
  }
}
