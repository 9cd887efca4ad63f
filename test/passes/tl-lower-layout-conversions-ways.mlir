// The ways of conversions between fragments, each of which does what it means.
// RUN: tl-opt %s --tl-lower-layout-conversions --mlir-print-local-scope | FileCheck %s
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s '--verify-lowering=lower-layout-copies{shuffles=0}' | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s '--verify-lowering=lower-layout-copies{shuffles=0 max-scratch-bytes=192}' | FileCheck %s --check-prefix=SAME
// RUN: tl-opt %s --tl-lower-layout-conversions=remarks=1 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: remark: 'tl.convert_layout' op exchanges by 7 shuffles, of at least 7; 48 selects, 0 permutes, 3 other steps
// REMARK-DAG: remark: 'tl.convert_layout' op exchanges through 576 bytes of memory in 18 wavefronts, of at least 10 in the model of banks of sm_90
// REMARK-DAG: remark: 'tl.convert_layout' op not by 22 shuffles, which cost {{[0-9]+}} against 140
// REMARK-DAG: remark: 'tl.convert_layout' op not by shuffles: warps differ: thread 0 needs
// SAME-COUNT-16: equivalent

gpu.module @kernels {
  // Accumulators of two m16n8k16 are the operand A of the next: registers are renamed.
  // CHECK-LABEL: gpu.func @accumulators_to_operand(
  // CHECK-NOT: gpu.shuffle
  // CHECK-NOT: arith.select
  // CHECK-NOT: nvvm.prmt
  // CHECK: tl.store
  gpu.func @accumulators_to_operand(%A: memref<16x16xf16>, %B: memref<16x16xf16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.register<local(1, 2).local(2, 1).spatial(8, 4).local(1, 2)> scope warp : memref<16x16xf16> to vector<8xf16>
    %w = tl.convert_layout %v as #tl.register<local(1, 2).local(2, 1).spatial(8, 4).local(1, 2)> to #tl.register<mma_a(16, 8, 16, 16)> scope warp
      : vector<8xf16> to vector<8xf16>
    tl.store %w as #tl.register<mma_a(16, 8, 16, 16)> to %B scope warp : vector<8xf16> to memref<16x16xf16>
    gpu.return
  }

  // Of 8 bits each lane has two of the four bytes of a word.
  // CHECK-LABEL: gpu.func @bytes_to_operand(
  // CHECK-COUNT-4: gpu.shuffle
  // CHECK-NOT: gpu.shuffle
  // CHECK: tl.store
  gpu.func @bytes_to_operand(%A: memref<16x32xi8>, %B: memref<16x32xi8>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.register<local(1, 4).local(2, 1).spatial(8, 4).local(1, 2)> scope warp : memref<16x32xi8> to vector<16xi8>
    %w = tl.convert_layout %v as #tl.register<local(1, 4).local(2, 1).spatial(8, 4).local(1, 2)> to #tl.tile<S[((2, 8), (2, 4, 4)) : ((4, 4@laneid), (8, 1@laneid, 1))]> scope warp
      : vector<16xi8> to vector<16xi8>
    tl.store %w as #tl.tile<S[((2, 8), (2, 4, 4)) : ((4, 4@laneid), (8, 1@laneid, 1))]> to %B scope warp : vector<16xi8> to memref<16x32xi8>
    gpu.return
  }

  // Rows become columns by the fewest shuffles, each from lanes as far apart.
  // CHECK-LABEL: gpu.func @rows_to_columns(
  // CHECK-COUNT-7: gpu.shuffle  xor
  // CHECK-NOT: gpu.shuffle
  // CHECK: tl.store
  gpu.func @rows_to_columns(%A: memref<8x8xf32>, %B: memref<8x8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(8, 8) : (1@laneid, 1)] + R[4 : 8@laneid]> scope warp : memref<8x8xf32> to vector<8xf32>
    %w = tl.convert_layout %v as #tl.tile<S[(8, 8) : (1@laneid, 1)] + R[4 : 8@laneid]> to #tl.tile<S[(8, 8) : (1, 1@laneid)] + R[4 : 8@laneid]> scope warp
      : vector<8xf32> to vector<8xf32>
    tl.store %w as #tl.tile<S[(8, 8) : (1, 1@laneid)] + R[4 : 8@laneid]> to %B scope warp : vector<8xf32> to memref<8x8xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @blocks_to_accumulators(
  // CHECK-COUNT-4: gpu.shuffle
  // CHECK-NOT: gpu.shuffle
  // CHECK: tl.store
  gpu.func @blocks_to_accumulators(%A: memref<16x8xf32>, %B: memref<16x8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.register<local(2, 1).spatial(8, 4).local(1, 2)> scope warp : memref<16x8xf32> to vector<4xf32>
    %w = tl.convert_layout %v as #tl.register<local(2, 1).spatial(8, 4).local(1, 2)> to #tl.tile<S[(16, (2, 4)) : (2@laneid, (1@laneid, 1))]> scope warp
      : vector<4xf32> to vector<4xf32>
    tl.store %w as #tl.tile<S[(16, (2, 4)) : (2@laneid, (1@laneid, 1))]> to %B scope warp : vector<4xf32> to memref<16x8xf32>
    gpu.return
  }

  // Words of 64 bits are two of 32.
  // CHECK-LABEL: gpu.func @halves(
  // CHECK-COUNT-4: gpu.shuffle
  // CHECK-NOT: gpu.shuffle
  // CHECK: tl.store
  gpu.func @halves(%A: memref<32x2xf64>, %B: memref<32x2xf64>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(32, 2) : (1@laneid, 1)]> scope warp : memref<32x2xf64> to vector<2xf64>
    %w = tl.convert_layout %v as #tl.tile<S[(32, 2) : (1@laneid, 1)]> to #tl.tile<S[((2, 16), 2) : ((1, 2@laneid), 1@laneid)]> scope warp
      : vector<2xf64> to vector<2xf64>
    tl.store %w as #tl.tile<S[((2, 16), 2) : ((1, 2@laneid), 1@laneid)]> to %B scope warp : vector<2xf64> to memref<32x2xf64>
    gpu.return
  }

  // Any number of registers, and lanes that hold nothing.
  // CHECK-LABEL: gpu.func @twelve(
  // CHECK-COUNT-6: gpu.shuffle
  // CHECK-NOT: gpu.shuffle
  // CHECK: tl.store
  gpu.func @twelve(%A: memref<24x6xf32>, %B: memref<24x6xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(24, 6) : (1@laneid, 1)]> scope warp : memref<24x6xf32> to vector<6xf32>
    %w = tl.convert_layout %v as #tl.tile<S[(24, 6) : (1@laneid, 1)]> to #tl.tile<S[((2, 12), (3, 2)) : ((3, 2@laneid), (1, 1@laneid))]> scope warp
      : vector<6xf32> to vector<6xf32>
    tl.store %w as #tl.tile<S[((2, 12), (3, 2)) : ((3, 2@laneid), (1, 1@laneid))]> to %B scope warp : vector<6xf32> to memref<24x6xf32>
    gpu.return
  }

  // Lanes, and warps beyond the fragment, that hold nothing get zeros.
  // CHECK-LABEL: gpu.func @zeros(
  // CHECK: %[[WITHIN:.*]] = arith.cmpi ult, %{{.*}}, %c32
  // CHECK: arith.select %[[WITHIN]], %{{.*}}, %cst : vector<2xf32>
  gpu.func @zeros(%A: memref<8x4xf32>, %B: memref<128x2xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #tl.register<spatial(8, 4)> scope cta : memref<8x4xf32> to vector<1xf32>
    %w = tl.convert_layout %v as #tl.register<spatial(8, 4)> to #tl.register<spatial(4, 4).local(2, 1)> scope cta : vector<1xf32> to vector<2xf32>
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    vector.store %w, %B[%t, %c0] : memref<128x2xf32>, vector<2xf32>
    gpu.return
  }

  // What is beside threads 0 to 23 and 48 to 71 gets zeros, whatever it has; lanes of
  // warps differ in that, so nothing is renamed.
  // CHECK-LABEL: gpu.func @gaps(
  // CHECK: tl.store
  // CHECK: gpu.barrier
  // CHECK: tl.load
  gpu.func @gaps(%A: memref<96x1xf32>, %B: memref<96x1xf32>) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %v = vector.load %A[%t, %c0] : memref<96x1xf32>, vector<1xf32>
    %w = tl.convert_layout %v as #tl.tile<S[(2, 24) : (48@tx, 1@tx)]> to #tl.tile<S[(2, 24) : (48@tx, 1@tx)]> scope cta : vector<1xf32> to vector<1xf32>
    vector.store %w, %B[%t, %c0] : memref<96x1xf32>, vector<1xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @twentyfour(
  // CHECK: tl.store
  // CHECK: nvvm.bar.warp.sync
  // CHECK: tl.load
  gpu.func @twentyfour(%A: memref<12x24xi16>, %B: memref<12x24xi16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(12, 24) : (1@laneid, 1)]> scope warp : memref<12x24xi16> to vector<24xi16>
    %w = tl.convert_layout %v as #tl.tile<S[(12, 24) : (1@laneid, 1)]> to #tl.tile<S[(12, (2, 12)) : (1, (1@laneid, 2@laneid))]> scope warp
      : vector<24xi16> to vector<12xi16>
    tl.store %w as #tl.tile<S[(12, (2, 12)) : (1, (1@laneid, 2@laneid))]> to %B scope warp : vector<12xi16> to memref<12x24xi16>
    gpu.return
  }

  // A replica in the own lane is used before another.
  // CHECK-LABEL: gpu.func @replicas(
  // CHECK-NOT: gpu.shuffle
  // CHECK: tl.store
  gpu.func @replicas(%A: memref<4x8xf32>, %B: memref<4x8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(4, 8) : (1@laneid, 1)] + R[8 : 4@laneid]> scope warp : memref<4x8xf32> to vector<8xf32>
    %w = tl.convert_layout %v as #tl.tile<S[(4, 8) : (1@laneid, 1)] + R[8 : 4@laneid]> to #tl.tile<S[(4, (4, 2)) : (1@laneid, (4@laneid, 1))] + R[2 : 16@laneid]> scope warp
      : vector<8xf32> to vector<2xf32>
    tl.store %w as #tl.tile<S[(4, (4, 2)) : (1@laneid, (4@laneid, 1))] + R[2 : 16@laneid]> to %B scope warp : vector<2xf32> to memref<4x8xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @spread(
  // CHECK: gpu.shuffle
  gpu.func @spread(%A: memref<4x8xf32>, %B: memref<4x8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(4, (4, 2)) : (1@laneid, (4@laneid, 1))]> scope warp : memref<4x8xf32> to vector<2xf32>
    %w = tl.convert_layout %v as #tl.tile<S[(4, (4, 2)) : (1@laneid, (4@laneid, 1))]> to #tl.tile<S[(4, 8) : (1@laneid, 1)] + R[8 : 4@laneid]> scope warp
      : vector<2xf32> to vector<8xf32>
    tl.store %w as #tl.tile<S[(4, 8) : (1@laneid, 1)] + R[8 : 4@laneid]> to %B scope warp : vector<8xf32> to memref<4x8xf32>
    gpu.return
  }

  // In a thread registers are renamed, and bytes permuted.
  // CHECK-LABEL: gpu.func @thread(
  // CHECK-COUNT-8: nvvm.prmt
  // CHECK-NOT: gpu.shuffle
  // CHECK: tl.store
  gpu.func @thread(%A: memref<4x4xi8>, %B: memref<4x4xi8>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(4, 4) : (4, 1)]> scope thread : memref<4x4xi8> to vector<16xi8>
    %w = tl.convert_layout %v as #tl.tile<S[(4, 4) : (4, 1)]> to #tl.tile<S[(4, 4) : (1, 4)]> scope thread
      : vector<16xi8> to vector<16xi8>
    tl.store %w as #tl.tile<S[(4, 4) : (1, 4)]> to %B scope thread : vector<16xi8> to memref<4x4xi8>
    gpu.return
  }

  // Between warps elements go through memory.
  // CHECK-LABEL: gpu.func @block(
  // CHECK: tl.store
  // CHECK: gpu.barrier
  // CHECK: tl.load
  gpu.func @block(%A: memref<96x12xf32>, %B: memref<96x12xf32>) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(96, 12) : (1@tx, 1)]> scope cta : memref<96x12xf32> to vector<12xf32>
    %w = tl.convert_layout %v as #tl.tile<S[(96, 12) : (1@tx, 1)]> to #tl.tile<S[((12, 8), 12) : ((1, 1@tx), 8@tx)]> scope cta
      : vector<12xf32> to vector<12xf32>
    tl.store %w as #tl.tile<S[((12, 8), 12) : ((1, 1@tx), 8@tx)]> to %B scope cta : vector<12xf32> to memref<96x12xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @warpgroup(
  // CHECK: tl.store
  // CHECK: gpu.barrier
  // CHECK: tl.load
  gpu.func @warpgroup(%A: memref<128x4xf16>, %B: memref<128x4xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(128, 4) : (1@tid_in_wg, 1)]> scope warpgroup : memref<128x4xf16> to vector<4xf16>
    %w = tl.convert_layout %v as #tl.tile<S[(128, 4) : (1@tid_in_wg, 1)]> to #tl.tile<S[((4, 32), 4) : ((1, 1@tid_in_wg), 32@tid_in_wg)]> scope warpgroup
      : vector<4xf16> to vector<4xf16>
    tl.store %w as #tl.tile<S[((4, 32), 4) : ((1, 1@tid_in_wg), 32@tid_in_wg)]> to %B scope warpgroup : vector<4xf16> to memref<128x4xf16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @wide(
  // CHECK: tl.store
  // CHECK: gpu.barrier
  // CHECK: tl.load
  gpu.func @wide(%A: memref<128x2xf128>, %B: memref<128x2xf128>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(128, 2) : (1@tx, 1)]> scope cta : memref<128x2xf128> to vector<2xf128>
    %w = tl.convert_layout %v as #tl.tile<S[(128, 2) : (1@tx, 1)]> to #tl.tile<S[((2, 64), 2) : ((1, 1@tx), 64@tx)]> scope cta
      : vector<2xf128> to vector<2xf128>
    tl.store %w as #tl.tile<S[((2, 64), 2) : ((1, 1@tx), 64@tx)]> to %B scope cta : vector<2xf128> to memref<128x2xf128>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @narrow(
  // CHECK: gpu.shuffle
  gpu.func @narrow(%A: memref<8x16xf8E4M3FN>, %B: memref<8x16xf8E4M3FN>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(8, (4, 4)) : (4@laneid, (1@laneid, 1))]> scope warp : memref<8x16xf8E4M3FN> to vector<4xf8E4M3FN>
    %w = tl.convert_layout %v as #tl.tile<S[(8, (4, 4)) : (4@laneid, (1@laneid, 1))]> to #tl.tile<S[((4, 2), (4, 4)) : ((1, 16@laneid), (1@laneid, 4@laneid))]> scope warp
      : vector<4xf8E4M3FN> to vector<4xf8E4M3FN>
    tl.store %w as #tl.tile<S[((4, 2), (4, 4)) : ((1, 16@laneid), (1@laneid, 4@laneid))]> to %B scope warp : vector<4xf8E4M3FN> to memref<8x16xf8E4M3FN>
    gpu.return
  }
}
