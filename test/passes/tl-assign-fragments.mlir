// RUN: tl-opt %s --tl-assign-fragments --mlir-print-local-scope | FileCheck %s
// RUN: tl-opt %s --tl-assign-fragments='remarks=1' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tl-opt %s --tl-assign-fragments='report=%t' -o /dev/null && FileCheck %s --check-prefix=REPORT --input-file=%t
// RUN: tl-sim --verify-lowering=tl-assign-fragments %s | FileCheck %s --check-prefix=SIM
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SIM
// SIM-COUNT-16: equivalent

#c = #tl.register<mma_c(16, 8, 16, 16)>
#rows = #tl.register<spatial(16, 2).local(1, 4)>
#blocks = #tl.register<spatial(8, 4).local(2, 2)>
#halves = #tl.register<spatial(16, 2).local(2, 16)>
#columns = #tl.register<local(32, 1).spatial(1, 32)>

gpu.module @kernels {
  // Both memories have rows: 16 bytes a thread, four threads a row.

  // CHECK-LABEL: gpu.func @straight(
  // CHECK:         tl.load %{{.+}}[0, 32] as #tl.tile<S[((2, 32), (4, 8)) : ((8, 4@tx), (1@tx, 1))]> scope cta : memref<64x64xf16> to vector<16xf16>
  // CHECK:         tl.store %{{.+}} as #tl.tile<S[((2, 32), (4, 8)) : ((8, 4@tx), (1@tx, 1))]> to %{{.+}} scope cta : vector<16xf16> to memref<64x32xf16>
  // REMARK: :[[@LINE+7]]:10: remark: 'tl.load' op its registers are S[((2, 32), (4, 8)) : ((8, 4@tx), (1@tx, 1))]: 120 quarters of a cycle (64 of tl.load, 56 of tl.store), of 101 candidates
  // REPORT:      "operation": "tl.load",
  // REPORT-NEXT: "function": "straight",
  // REPORT-NEXT: "target": "sm_90", "fragment": "S[((2, 32), (4, 8)) : ((8, 4@tx), (1@tx, 1))]",
  // REPORT-NEXT: "quarter_cycles": 120, "candidates": 101}
  gpu.func @straight(%A: memref<64x64xf16> {llvm.align = 16 : i64}, %B: memref<64x32xf16> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[0, 32] as auto scope cta tile(64, 32) : memref<64x64xf16> to vector<16xf16>
    tl.store %v as auto to %B scope cta : vector<16xf16> to memref<64x32xf16>
    gpu.return
  }

  // The tile of a conversion is that of what it states; its registers are passed on
  // so that rows are stored by 16 bytes.

  // CHECK-LABEL: gpu.func @result(
  // CHECK:         tl.convert_layout %{{.+}} as #tl.register<{{.+}}> to #tl.tile<[[ROWS:.+]]> scope warp
  // CHECK:         tl.store %{{.+}} as #tl.tile<[[ROWS]]> to %{{.+}}[%{{.+}}, 0] scope warp
  gpu.func @result(%A: memref<32x32xf16> {llvm.align = 16 : i64}, %B: memref<64x32xf16> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c32 = arith.constant 32 : index
    %d = tl.load %A as #tl.register<local(2, 4) * mma_c(16, 8, 16, 16)> scope warp : memref<32x32xf16> to vector<2x4x2x2xf16>
    %w = tl.convert_layout %d as #tl.register<local(2, 4) * mma_c(16, 8, 16, 16)> to auto scope warp : vector<2x4x2x2xf16> to vector<32xf16>
    tl.store %w as auto to %B[%c32, 0] scope warp tile(32, 32) : vector<32xf16> to memref<64x32xf16>
    gpu.return
  }

  // Where all lanes hold a column four times, each keeps rows of its own column, so that
  // nothing goes from lane to lane.

  // CHECK-LABEL: gpu.func @own_columns(
  // CHECK:         tl.convert_layout {{.+}} to #tl.tile<S[((4, 4), 8) : (({{1, 8@laneid|8@laneid, 1}}), 1@laneid)]> scope warp
  gpu.func @own_columns(%A: memref<16x8xf32> {llvm.align = 16 : i64}, %B: memref<16x8xf32> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(16, 8) : (1, 1@laneid)] + R[4 : 8@laneid]> scope warp : memref<16x8xf32> to vector<16xf32>
    %w = tl.convert_layout %v as #tl.tile<S[(16, 8) : (1, 1@laneid)] + R[4 : 8@laneid]> to auto scope warp : vector<16xf32> to vector<4xf32>
    tl.store %w as auto to %B scope warp : vector<4xf32> to memref<16x8xf32>
    gpu.return
  }

  // What one end states is what all have, through whatever else it goes.

  // One layout in two spellings is one.

  // CHECK-LABEL: gpu.func @spelled_twice(
  // CHECK:         tl.load %{{.+}} as #tl.tile<S[(16, (2, 4)) : (2@laneid, (1@laneid, 1))]> scope warp
  gpu.func @spelled_twice(%A: memref<16x8xf32>, %B: memref<16x8xf32>, %C: memref<16x8xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as auto scope warp : memref<16x8xf32> to vector<4xf32>
    tl.store %v as #tl.register<spatial(16, 2).local(1, 4)> to %B scope warp : vector<4xf32> to memref<16x8xf32>
    tl.store %v as #tl.tile<S[(16, (2, 4)) : (2@laneid, (1@laneid, 1))]> to %C scope warp : vector<4xf32> to memref<16x8xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @stated(
  // CHECK:         tl.load %{{.+}} as #tl.register<spatial(8, 4).local(2, 2)> scope warp
  // CHECK:         tl.store %{{.+}} as #tl.register<spatial(8, 4).local(2, 2)>
  // CHECK:         tl.store %{{.+}} as #tl.register<spatial(8, 4).local(2, 2)>
  gpu.func @stated(%A: memref<16x8xf32>, %B: memref<16x8xf32>, %C: memref<16x8xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as auto scope warp : memref<16x8xf32> to vector<4xf32>
    %w = arith.addf %v, %v : vector<4xf32>
    tl.store %w as #blocks to %B scope warp : vector<4xf32> to memref<16x8xf32>
    tl.store %v as #blocks to %C scope warp : vector<4xf32> to memref<16x8xf32>
    gpu.return
  }

  // Rows here, columns there: a block of a thread has both.

  // CHECK-LABEL: gpu.func @turned(
  // CHECK:         tl.load %{{.+}} as #tl.tile<[[TURNED:.+]]> scope cta
  // CHECK:         tl.store %{{.+}} as #tl.tile<[[TURNED]]> to
  gpu.func @turned(%A: memref<64x64xf32> {llvm.align = 16 : i64}, %B: memref<64x64xf32, strided<[1, 64]>> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %v = tl.load %A as auto scope cta : memref<64x64xf32> to vector<16xf32>
    tl.store %v as auto to %B scope cta : vector<16xf32> to memref<64x64xf32, strided<[1, 64]>>
    gpu.return
  }

  // The memory is open as well: first the registers, then the memory.  What reads
  // it is stated.

  // CHECK-LABEL: gpu.func @open(
  // CHECK:         tl.load %{{.+}} as #tl.tile<[[OPEN:.+]]> scope cta
  // CHECK:         tl.store %{{.+}} as #tl.tile<[[OPEN]]> to %{{.+}} layout auto
  gpu.func @open(%A: memref<64x32xf16> {llvm.align = 16 : i64}, %C: memref<64x16xf16>)
      workgroup(%S: memref<64x32xf16, 3>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as auto scope cta : memref<64x32xf16> to vector<16xf16>
    tl.store %v as auto to %S layout auto scope cta : vector<16xf16> to memref<64x32xf16, 3>
    gpu.barrier
    %w = gpu.subgroup_id : index
    %c16 = arith.constant 16 : index
    %i = arith.muli %w, %c16 : index
    %a = tl.load %S[%i, 0] layout auto as #tl.register<mma_a(16, 8, 16, 16)> scope warp : memref<64x32xf16, 3> to vector<4x2xf16>
    %x = tl.load %S[%i, 16] layout auto as auto scope warp tile(16, 16) : memref<64x32xf16, 3> to vector<8xf16>
    %y = tl.convert_layout %x as auto to #tl.register<mma_a(16, 8, 16, 16)> scope warp : vector<8xf16> to vector<4x2xf16>
    %z = arith.addf %a, %y : vector<4x2xf16>
    tl.store %z as #tl.register<mma_a(16, 8, 16, 16)> to %C[%i, 0] scope warp : vector<4x2xf16> to memref<64x16xf16>
    gpu.return
  }

  // Stages of a ring, in a loop; bounds.

  // CHECK-LABEL: gpu.func @ring(
  // CHECK:         tl.load %{{.+}}[0, %{{.+}}] as #tl.tile<[[RING:.+]]> scope cta bounds
  // CHECK:         tl.store %{{.+}} as #tl.tile<[[RING]]> to %{{.+}}[%{{.+}}, 0, 0]
  gpu.func @ring(%A: memref<32x64xf32> {llvm.align = 16 : i64}, %B: memref<2x32x32xf32>) workgroup(%S: memref<2x32x32xf32, 3>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    scf.for %k = %c0 to %c2 step %c1 {
      %j = arith.muli %k, %c32 : index
      %v = tl.load %A[0, %j] as auto scope cta tile(32, 32) bounds(32, 60) : memref<32x64xf32> to vector<16xf32>
      tl.store %v as auto to %S[%k, 0, 0] layout auto scope cta tile(32, 32) : vector<16xf32> to memref<2x32x32xf32, 3>
    }
    gpu.barrier
    %w = tl.load %S[1, 0, 0] layout auto as auto scope cta tile(32, 32) : memref<2x32x32xf32, 3> to vector<16xf32>
    tl.store %w as auto to %B[1, 0, 0] scope cta tile(32, 32) : vector<16xf32> to memref<2x32x32xf32>
    gpu.return
  }

  // Extents that are no powers of two; a vector that nothing stores.

  // CHECK-LABEL: gpu.func @odd(
  // CHECK:         tl.load %{{.+}} as #tl.tile<[[ODD:.+]]> scope warp
  // CHECK:         tl.store %{{.+}} as #tl.tile<[[ODD]]> to
  // CHECK:         tl.load %{{.+}} as #tl.tile<
  gpu.func @odd(%A: memref<24x12xf32> {llvm.align = 16 : i64}, %B: memref<24x12xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as auto scope warp : memref<24x12xf32> to vector<9xf32>
    tl.store %v as auto to %B scope warp : vector<9xf32> to memref<24x12xf32>
    %w = tl.load %A as auto scope warp : memref<24x12xf32> to vector<12xf32>
    gpu.return
  }

  // A reduction states what it reads.

  // CHECK-LABEL: gpu.func @reduced(
  // CHECK:         tl.load %{{.+}} as #tl.register<spatial(16, 2).local(1, 4)> scope warp
  gpu.func @reduced(%A: memref<16x8xf32>, %B: memref<16xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as auto scope warp : memref<16x8xf32> to vector<4xf32>
    %m = tl.reduce %v as #rows over [1] kind <add> scope warp : vector<4xf32> to vector<1xf32>
    tl.store %m as #tl.register<reduce(spatial(16, 2), dims = [1])> to %B scope warp : vector<1xf32> to memref<16xf32>
    gpu.return
  }

  // Another user of a memory that is open counts once its fragment is known.

  // CHECK-LABEL: gpu.func @alone(
  // CHECK:         tl.load %{{.+}} as #tl.tile<S[((2, 16), (2, 16)) : ((16, 2@laneid), (1@laneid, 1))]> scope warp
  // REMARK: :[[@LINE+3]]:10: remark: 'tl.load' op its registers are S[((2, 16), (2, 16)) : ((16, 2@laneid), (1@laneid, 1))]: 104 quarters of a cycle (56 of tl.load, 48 of tl.store), of 165 candidates
  gpu.func @alone(%A: memref<32x32xi8> {llvm.align = 16 : i64}, %B: memref<32x32xi8>) workgroup(%S: memref<32x32xi8, 3>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as auto scope warp : memref<32x32xi8> to vector<32xi8>
    tl.store %v as auto to %S layout auto scope warp : vector<32xi8> to memref<32x32xi8, 3>
    gpu.barrier
    %x = tl.load %S layout auto as auto scope warp : memref<32x32xi8, 3> to vector<32xi8>
    // REMARK: :[[@LINE+1]]:5: remark: 'tl.store' op its registers would take 104 quarters of a cycle instead of 400, were this memory known to be aligned to 16 bytes, as llvm.align states of an argument
    tl.store %x as auto to %B scope warp : vector<32xi8> to memref<32x32xi8>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @beside(
  // CHECK:         tl.load %{{.+}} as #tl.tile<S[((4, 8), (4, 8)) : ((8, 4@laneid), (1@laneid, 1))]> scope warp
  // REMARK: :[[@LINE+3]]:10: remark: 'tl.load' op its registers are S[((4, 8), (4, 8)) : ((8, 4@laneid), (1@laneid, 1))]: 120 quarters of a cycle (72 of tl.load, 48 of tl.store), of 165 candidates
  gpu.func @beside(%A: memref<32x32xi8> {llvm.align = 16 : i64}, %B: memref<32x32xi8>) workgroup(%S: memref<32x32xi8, 3>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as auto scope warp : memref<32x32xi8> to vector<32xi8>
    tl.store %v as auto to %S layout auto scope warp : vector<32xi8> to memref<32x32xi8, 3>
    gpu.barrier
    %x = tl.load %S layout auto as #tl.register<local(32, 1).spatial(1, 32)> scope warp : memref<32x32xi8, 3> to vector<32xi8>
    tl.store %x as #tl.register<local(32, 1).spatial(1, 32)> to %B scope warp : vector<32xi8> to memref<32x32xi8>
    gpu.return
  }

  // All that a memory may have count, which are seven beside the store: six that read
  // rows do not make up for one that reads columns.

  // CHECK-LABEL: gpu.func @beside_most(
  // CHECK:         tl.load %{{.+}} as #tl.tile<S[((16, 2), (2, 16)) : ((2@laneid, 16), (1@laneid, 1))]> scope warp
  // REMARK: :[[@LINE+3]]:10: remark: 'tl.load' op its registers are S[((16, 2), (2, 16)) : ((2@laneid, 16), (1@laneid, 1))]: 112 quarters of a cycle (64 of tl.load, 48 of tl.store), of 165 candidates
  gpu.func @beside_most(%A: memref<32x32xi8> {llvm.align = 16 : i64}) workgroup(%S: memref<32x32xi8, 3>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as auto scope warp : memref<32x32xi8> to vector<32xi8>
    tl.store %v as auto to %S layout auto scope warp : vector<32xi8> to memref<32x32xi8, 3>
    gpu.barrier
    %0 = tl.load %S layout auto as #columns scope warp : memref<32x32xi8, 3> to vector<32xi8>
    %1 = tl.load %S layout auto as #halves scope warp : memref<32x32xi8, 3> to vector<32xi8>
    %2 = tl.load %S layout auto as #halves scope warp : memref<32x32xi8, 3> to vector<32xi8>
    %3 = tl.load %S layout auto as #halves scope warp : memref<32x32xi8, 3> to vector<32xi8>
    %4 = tl.load %S layout auto as #halves scope warp : memref<32x32xi8, 3> to vector<32xi8>
    %5 = tl.load %S layout auto as #halves scope warp : memref<32x32xi8, 3> to vector<32xi8>
    %6 = tl.load %S layout auto as #halves scope warp : memref<32x32xi8, 3> to vector<32xi8>
    gpu.return
  }

  // So does one whose fragment was chosen before: rows are in memory, where columns
  // alone cost 104.

  // CHECK-LABEL: gpu.func @behind(
  // CHECK:         tl.load %{{.+}} layout auto as #tl.tile<S[((2, 16), (16, 2)) : ((16@laneid, 2), (1@laneid, 1))]> scope warp
  // REMARK: :[[@LINE+6]]:10: remark: 'tl.load' op its registers are S[((2, 16), (16, 2)) : ((16@laneid, 2), (1@laneid, 1))]: 256 quarters of a cycle (192 of tl.load, 64 of tl.store), of 165 candidates
  gpu.func @behind(%A: memref<32x32xi8> {llvm.align = 16 : i64}, %B: memref<32x32xi8, strided<[1, 32]>> {llvm.align = 16 : i64}) workgroup(%S: memref<32x32xi8, 3>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as auto scope warp : memref<32x32xi8> to vector<32xi8>
    tl.store %v as auto to %S layout auto scope warp : vector<32xi8> to memref<32x32xi8, 3>
    gpu.barrier
    %x = tl.load %S layout auto as auto scope warp : memref<32x32xi8, 3> to vector<32xi8>
    tl.store %x as auto to %B scope warp : vector<32xi8> to memref<32x32xi8, strided<[1, 32]>>
    gpu.return
  }
  // What loops run counts as often, and is said so.

  // REMARK: :[[@LINE+3]]:10: remark: 'tl.load' op its registers are S[((4, 4), 8) : ((1, 8@laneid), 1@laneid)]: 5252 quarters of a cycle (52 of tl.load, 100 times 52 of tl.store), of 29 candidates
  gpu.func @often(%A: memref<16x8xf32> {llvm.align = 16 : i64}, %B: memref<16x8xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as auto scope warp : memref<16x8xf32> to vector<4xf32>
    affine.for %i = 0 to 100 {
      tl.store %v as auto to %B scope warp : vector<4xf32> to memref<16x8xf32>
    }
    gpu.return
  }

  // Of memories that are not known to be aligned the first one is named.

  // REMARK: :[[@LINE+4]]:10: remark: 'tl.load' op its registers are S[((4, 4), 8) : ((1, 8@laneid), 1@laneid)]: 104 quarters of a cycle (52 of tl.load, 52 of tl.store), of 29 candidates
  // REMARK: :[[@LINE+3]]:10: remark: 'tl.load' op its registers would take 56 quarters of a cycle instead of 104, were this memory known to be aligned to 16 bytes, as llvm.align states of an argument
  gpu.func @unaligned(%A: memref<16x8xf32>, %B: memref<16x8xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as auto scope warp : memref<16x8xf32> to vector<4xf32>
    tl.store %v as auto to %B scope warp : vector<4xf32> to memref<16x8xf32>
    gpu.return
  }
}
