// RUN: tl-opt %s --tl-assign-shared-layouts --mlir-print-local-scope | FileCheck %s
// RUN: tl-opt %s --tl-assign-shared-layouts=enlarge-buffers=1 --mlir-print-local-scope | FileCheck %s --check-prefix=LARGE
// RUN: tl-opt %s --tl-assign-shared-layouts='remarks=1' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tl-opt %s --tl-assign-shared-layouts='enlarge-buffers=1' | tl-sim --verify-lowering - | FileCheck %s --check-prefix=SIM
// RUN: tl-opt %s --tl-assign-shared-layouts='report=%t' -o /dev/null && FileCheck %s --check-prefix=REPORT --input-file=%t
// RUN: tl-opt %s --lower-layout-copies='report=%t' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t

// Layouts of workgroup buffers are chosen for all copies that say `auto`.  Where
// their elements were then says nothing, and is not compared (rule B2).

// SIM-COUNT-11: equivalent

// SILENT-NOT: warning

#columns = #tl.register<local(32, 1).spatial(1, 32)>
#rows = #tl.register<spatial(32, 1).local(1, 32)>
#a = #tl.tile<S[((2, 8), (2, 4, 2)) : ((2, 4@laneid), (4, 1@laneid, 1))]>

gpu.module @kernels {
  // Without matrices it would be a swizzle of single words; they want 16 bytes.

  // CHECK-LABEL: gpu.func @transpose(
  // CHECK:         tl.store %{{.+}} to %{{.+}} layout #tl.tile<S[(32, 32) : (32, 1)] + swizzle(base = 2, bits = 3, shift = 3)> scope warp
  // CHECK:         tl.load %{{.+}} layout #tl.tile<S[(32, 32) : (32, 1)] + swizzle(base = 2, bits = 3, shift = 3)> as
  // REMARK: :[[@LINE+11]]:5: remark: 'tl.store' op its buffer lies as S[(32, 32) : (32, 1)] + swizzle(base = 2, bits = 3, shift = 3): 64 wavefronts, of at least 64, 16 accesses a thread
  // REPORT:      "operation": "tl.store",
  // REPORT-NEXT: "function": "transpose",
  // REPORT-NEXT: "target": "sm_90", "layout": "S[(32, 32) : (32, 1)] + swizzle(base = 2, bits = 3, shift = 3)",
  // REPORT-NEXT: "wavefronts": 64, "minimum_wavefronts": 64, "minimum_by_bytes": 64, "minimum_by_xor": 64, "is_met": true,
  // REPORT-NEXT: "accesses": 16, "bytes": 4096,
  // REPORT-NEXT: "certificates": [
  // REPORT:      {"fragment": "S[(32, 32) : (1@laneid, 1)]",
  gpu.func @transpose(%A: memref<32x32xf32> {llvm.align = 16 : i64}, %B: memref<32x32xf32>) workgroup(%S: memref<32x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #rows scope warp : memref<32x32xf32> to vector<32xf32>
    tl.store %v as #rows to %S layout auto scope warp : vector<32xf32> to memref<32x32xf32, 3>
    gpu.barrier
    %w = tl.load %S layout auto as #columns scope warp : memref<32x32xf32, 3> to vector<32xf32>
    tl.store %w as #columns to %B scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.return
  }

  // A buffer of one dimension has the shape of the tile, and room for more.

  // CHECK-LABEL: gpu.func @flat(
  // CHECK:         tl.store %{{.+}} to %[[S:.+]] layout #tl.tile<[[LAYOUT:.+]]> scope warp : vector<48xf32> to memref<1536xf32, 3>
  // CHECK:         tl.load %[[S]] layout #tl.tile<[[LAYOUT]]> as
  gpu.func @flat(%A: memref<24x48xf32>, %B: memref<24x48xf32>) workgroup(%S: memref<1536xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.register<spatial(24, 1).local(1, 48)> scope warp : memref<24x48xf32> to vector<48xf32>
    tl.store %v as #tl.register<spatial(24, 1).local(1, 48)> to %S layout auto scope warp : vector<48xf32> to memref<1536xf32, 3>
    gpu.barrier
    %w = tl.load %S layout auto as #tl.register<local(24, 2).spatial(1, 24)> scope warp : memref<1536xf32, 3> to vector<48xf32>
    tl.store %w as #tl.register<local(24, 2).spatial(1, 24)> to %B scope warp : vector<48xf32> to memref<24x48xf32>
    gpu.return
  }

  // Stages of a ring have one layout, of a stage; loops and other origins count.

  // CHECK-LABEL: gpu.func @ring(
  // CHECK:         tl.copy %{{.+}} to %[[R:.+]][%{{.+}}, 0, 0] layout #tl.tile<S[(128, 32) : (32, 1)] + swizzle(base = 3, bits = 2, shift = 3)> scope cta tile(128, 32) async
  // CHECK:         tl.load %[[R]][%{{.+}}, %{{.+}}, 0] layout #tl.tile<S[(128, 32) : (32, 1)] + swizzle(base = 3, bits = 2, shift = 3)> as
  // CHECK:         tl.load %[[R]][%{{.+}}, %{{.+}}, 16] layout #tl.tile<S[(128, 32) : (32, 1)] + swizzle(base = 3, bits = 2, shift = 3)> as
  // REMARK: remark: 'tl.copy' op its buffer lies as S[(128, 32) : (32, 1)] + swizzle(base = 3, bits = 2, shift = 3): 192 wavefronts, of at least 192, 48 accesses a thread
  gpu.func @ring(%A: memref<512x512xf16> {llvm.align = 128 : i64}, %C: memref<128x32xf16>) workgroup(%S: memref<2x128x32xf16, 3>)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c256 = arith.constant 256 : index
    scf.for %k = %c0 to %c256 step %c32 {
      %step = arith.divui %k, %c32 : index
      %stage = arith.remui %step, %c2 : index
      tl.copy %A[0, %k] to %S[%stage, 0, 0] layout auto scope cta tile(128, 32) async : memref<512x512xf16> to memref<2x128x32xf16, 3>
      tl.async_commit
      tl.async_wait 0
      gpu.barrier
      %warp = gpu.subgroup_id : index
      %row = arith.muli %warp, %c32 : index
      %v0 = tl.load %S[%stage, %row, 0] layout auto as #a scope warp : memref<2x128x32xf16, 3> to vector<8xf16>
      %v1 = tl.load %S[%stage, %row, 16] layout auto as #a scope warp : memref<2x128x32xf16, 3> to vector<8xf16>
      %x = arith.addf %v0, %v1 : vector<8xf16>
      tl.store %x as #a to %C[%row, 0] scope warp : vector<8xf16> to memref<128x32xf16>
      gpu.barrier
    }
    gpu.return
  }

  // The period of a swizzle divides slices: one of 256 elements would be better.

  // CHECK-LABEL: gpu.func @odd_slices(
  // CHECK:         tl.store {{.+}} layout #tl.tile<S[(12, 32) : (32, 1)] + swizzle(base = 2, bits = 2, shift = 3)>
  gpu.func @odd_slices(%A: memref<3x12x32xf32>, %B: memref<3x12x32xf32>) workgroup(%S: memref<3x12x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[1, 0, 0] as #tl.register<spatial(4, 8).local(3, 4)> scope warp : memref<3x12x32xf32> to vector<12xf32>
    tl.store %v as #tl.register<spatial(4, 8).local(3, 4)> to %S[1, 0, 0] layout auto scope warp : vector<12xf32> to memref<3x12x32xf32, 3>
    gpu.barrier
    %w = tl.load %S[1, 0, 0] layout auto as #tl.register<spatial(12, 1).local(1, 32)> scope warp : memref<3x12x32xf32, 3> to vector<32xf32>
    tl.store %w as #tl.register<spatial(12, 1).local(1, 32)> to %B[1, 0, 0] scope warp : vector<32xf32> to memref<3x12x32xf32>
    gpu.return
  }

  // A view of a slice is looked through.

  // CHECK-LABEL: gpu.func @view(
  // CHECK:         %[[V:.+]] = memref.subview
  // CHECK:         tl.copy %{{.+}} to %[[V]] layout #tl.tile<S[(64, 32) : (32, 1)]> scope cta
  // CHECK:         tl.copy %{{.+}}[1, 0, 0] layout #tl.tile<S[(64, 32) : (32, 1)]> to
  gpu.func @view(%A: memref<64x32xf16>, %B: memref<64x32xf16>) workgroup(%S: memref<2x64x32xf16, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %view = memref.subview %S[1, 0, 0] [1, 64, 32] [1, 1, 1] : memref<2x64x32xf16, 3> to memref<64x32xf16, strided<[32, 1], offset: 2048>, 3>
    tl.copy %A to %view layout auto scope cta : memref<64x32xf16> to memref<64x32xf16, strided<[32, 1], offset: 2048>, 3>
    gpu.barrier
    tl.copy %S[1, 0, 0] layout auto to %B scope cta : memref<2x64x32xf16, 3> to memref<64x32xf16>
    gpu.return
  }

  // Where no layout of the buffer is free of conflicts, a larger one is: it is said,
  // or done, and views that nobody uses are gone then.

  // CHECK-LABEL: gpu.func @padded(
  // CHECK:         tl.store %{{.+}} to %{{.+}} layout #tl.tile<S[(24, 33) : (1, 24)]> scope warp : vector<33xf32> to memref<24x33xf32, 3>
  // LARGE-LABEL: gpu.func @padded(
  // LARGE-SAME:    memref<920xf32, 3>
  // LARGE-NOT:     memref.subview
  // LARGE:         tl.store %{{.+}} to %[[P:.+]] layout #tl.tile<[[PADDED:.+]]> scope warp : vector<33xf32> to memref<920xf32, 3>
  // LARGE:         tl.load %[[P]] layout #tl.tile<[[PADDED]]> as {{.+}} : memref<920xf32, 3> to vector<72xf32>
  // REMARK: remark: 'tl.store' op its buffer lies as S[(24, 33) : (1, 24)]: 87 wavefronts, of at least 50, 51 accesses a thread
  // REMARK: remark: 'tl.store' op 3680 bytes instead of 3168 would take 69 wavefronts instead of 87
  gpu.func @padded(%A: memref<24x33xf32>, %B: memref<24x33xf32>) workgroup(%S: memref<24x33xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %rows = memref.subview %S[4, 0] [20, 33] [1, 1] : memref<24x33xf32, 3> to memref<20x33xf32, strided<[33, 1], offset: 132>, 3>
    %fewer = memref.subview %rows[4, 0] [16, 33] [1, 1] : memref<20x33xf32, strided<[33, 1], offset: 132>, 3> to memref<16x33xf32, strided<[33, 1], offset: 264>, 3>
    %v = tl.load %A as #tl.register<spatial(24, 1).local(1, 33)> scope warp : memref<24x33xf32> to vector<33xf32>
    tl.store %v as #tl.register<spatial(24, 1).local(1, 33)> to %S layout auto scope warp : vector<33xf32> to memref<24x33xf32, 3>
    gpu.barrier
    %w = tl.load %S layout auto as #tl.register<local(24, 3).spatial(1, 11)> scope warp : memref<24x33xf32, 3> to vector<72xf32>
    tl.store %w as #tl.register<local(24, 3).spatial(1, 11)> to %B scope warp : vector<72xf32> to memref<24x33xf32>
    gpu.return
  }

  // LARGE-LABEL: gpu.func @padded_slices(
  // LARGE-SAME:    memref<2x920xf32, 3>
  // LARGE:         tl.store %{{.+}} to %{{.+}}[1, 0, 0] layout
  gpu.func @padded_slices(%A: memref<24x33xf32>, %B: memref<24x33xf32>) workgroup(%S: memref<2x24x33xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.register<spatial(24, 1).local(1, 33)> scope warp : memref<24x33xf32> to vector<33xf32>
    tl.store %v as #tl.register<spatial(24, 1).local(1, 33)> to %S[1, 0, 0] layout auto scope warp : vector<33xf32> to memref<2x24x33xf32, 3>
    gpu.barrier
    %w = tl.load %S[1, 0, 0] layout auto as #tl.register<local(24, 3).spatial(1, 11)> scope warp : memref<2x24x33xf32, 3> to vector<72xf32>
    tl.store %w as #tl.register<local(24, 3).spatial(1, 11)> to %B scope warp : vector<72xf32> to memref<24x33xf32>
    gpu.return
  }

  // LARGE-LABEL: gpu.func @freed(
  // LARGE:         %[[P:.+]] = memref.alloc() {{.*}}: memref<920xf32, 3>
  // LARGE-NOT:     memref.subview
  // LARGE:         memref.dealloc %[[P]] : memref<920xf32, 3>
  gpu.func @freed(%A: memref<24x33xf32>, %B: memref<24x33xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %S = memref.alloc() : memref<24x33xf32, 3>
    %all = memref.subview %S[0, 0] [24, 33] [1, 1] : memref<24x33xf32, 3> to memref<24x33xf32, strided<[33, 1]>, 3>
    %v = tl.load %A as #tl.register<spatial(24, 1).local(1, 33)> scope warp : memref<24x33xf32> to vector<33xf32>
    tl.store %v as #tl.register<spatial(24, 1).local(1, 33)> to %S layout auto scope warp : vector<33xf32> to memref<24x33xf32, 3>
    gpu.barrier
    %w = tl.load %S layout auto as #tl.register<local(24, 3).spatial(1, 11)> scope warp : memref<24x33xf32, 3> to vector<72xf32>
    tl.store %w as #tl.register<local(24, 3).spatial(1, 11)> to %B scope warp : vector<72xf32> to memref<24x33xf32>
    memref.dealloc %all : memref<24x33xf32, strided<[33, 1]>, 3>
    gpu.return
  }

  // Accumulators want two elements of a row in a lane, whole rows four: under no
  // layout is either as good as alone.

  // REMARK: remark: 'tl.store' op its buffer lies as {{.+}}: 12 wavefronts, of at least 12, 3 accesses a thread
  // REMARK: remark: 'tl.store' op no layout with bits of the coordinates in its lowest 16 bytes and any linear map of the others in its banks takes fewer than 12 wavefronts for its 2 accesses (law C23); their bytes alone would be 8
  gpu.func @accumulators(%A: memref<16x8xf32>, %B: memref<16x8xf32>) workgroup(%S: memref<16x8xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.register<mma_c(16, 8, 16, 16)> scope warp : memref<16x8xf32> to vector<4xf32>
    tl.store %v as #tl.register<mma_c(16, 8, 16, 16)> to %S layout auto scope warp : vector<4xf32> to memref<16x8xf32, 3>
    gpu.barrier
    %w = tl.load %S layout auto as #tl.tile<S[(16, 8) : (2@laneid, 1)] + R[2 : 1@laneid]> scope warp : memref<16x8xf32, 3> to vector<8xf32>
    tl.store %w as #tl.tile<S[(16, 8) : (2@laneid, 1)] + R[2 : 1@laneid]> to %B scope warp : vector<8xf32> to memref<16x8xf32>
    gpu.return
  }

  // Buffers that are allocated; two of them, from one to the other.

  // CHECK-LABEL: gpu.func @between(
  // CHECK:         tl.copy %{{.+}} layout #tl.tile<{{.+}}> to %{{.+}} layout #tl.tile<{{.+}}> scope cta
  // CHECK:         memref.dealloc
  gpu.func @between(%A: memref<16x64xf32>, %B: memref<16x64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %S = memref.alloc() : memref<16x64xf32, 3>
    %T = memref.alloc() : memref<1024xf32, 3>
    tl.copy %A to %S layout auto scope cta : memref<16x64xf32> to memref<16x64xf32, 3>
    gpu.barrier
    tl.copy %S layout auto to %T layout auto scope cta : memref<16x64xf32, 3> to memref<1024xf32, 3>
    gpu.barrier
    tl.copy %T layout auto to %B scope cta : memref<1024xf32, 3> to memref<16x64xf32>
    memref.dealloc %S : memref<16x64xf32, 3>
    memref.dealloc %T : memref<1024xf32, 3>
    gpu.return
  }

  // What an asynchronous copy moves at once stays together, whatever suits the load.

  // CHECK-LABEL: gpu.func @pairs(
  // CHECK:         tl.copy %{{.+}} to %{{.+}} layout #tl.tile<S[(16, 16) : (16, 1)] + swizzle({{.+}})> scope cta async
  gpu.func @pairs(%A: memref<16x16xf16> {llvm.align = 16 : i64}, %B: memref<16x16xf16>) workgroup(%S: memref<16x16xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S layout auto scope cta async : memref<16x16xf16> to memref<16x16xf16, 3>
    %group = nvgpu.device_async_create_group
    nvgpu.device_async_wait %group
    gpu.barrier
    %v = tl.load %S layout auto as #tl.tile<S[((2, 4, 2), (8, 2)) : ((1, 1@laneid, 2), (4@laneid, 4))]> scope warp : memref<16x16xf16, 3> to vector<8xf16>
    tl.store %v as #tl.tile<S[((2, 4, 2), (8, 2)) : ((1, 1@laneid, 2), (4@laneid, 4))]> to %B scope warp : vector<8xf16> to memref<16x16xf16>
    gpu.return
  }
}
