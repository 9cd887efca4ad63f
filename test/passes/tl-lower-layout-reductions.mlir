// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SIM
// RUN: tl-opt %s --tl-lower-layout-reductions | FileCheck %s
// RUN: tl-opt %s --tl-lower-layout-reductions | FileCheck %s --check-prefix=PARTS
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=LOWERED
// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: sed -n '/entry rows(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=PTX
// RUN: sed -n '/entry halves(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=PTX-HALVES
// RUN: sed -n '/entry redux(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=PTX-REDUX
// RUN: sed -n '/entry pairs(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=PTX-PAIRS
// RUN: tl-opt %s '--tl-lower-layout-reductions=target=sm_75' | FileCheck %s --check-prefix=OLD
// RUN: tl-opt %s '--tl-lower-layout-reductions=target=sm_100a' | FileCheck %s --check-prefix=NEW
// RUN: tl-opt %s --lower-layout-copies=target=sm_100a | env CHIP=sm_100a FEATURES=+ptx86 %ptx | FileCheck %s --check-prefix=PTX-NEW
// RUN: tl-sim '--verify-lowering=lower-layout-copies{target=sm_100a}' %s | FileCheck %s --check-prefix=SIM

#acc = #tl.register<local(2, 4).spatial(8, 4).local(1, 2)>
#acc_rows = #tl.register<reduce(local(2, 4).spatial(8, 4).local(1, 2), dims = [1])>
#three = #tl.tile<S[(8, 3) : (1@laneid, 8@laneid)]>
#six = #tl.tile<S[(4, (6, 2)) : (6@laneid, (1@laneid, 1))]>
#twelve = #tl.tile<S[(2, 12) : (1, 2@laneid)] + R[2 : 1@laneid]>
#split = #tl.tile<S[((2, 4), (3, 2, 2)) : ((2@laneid, 1), (4@laneid, 1@laneid, 4))]>
#repeats = #tl.tile<S[(8, (4, 3)) : (4@laneid, (1@laneid, 2))] + R[2 : 1]>
#shifted = #tl.tile<S[(4, 5) : (2@laneid, 2)] + 3@laneid + 1>
#cube = #tl.tile<S[(2, 8, (4, 2)) : (2, 4@laneid, (1@laneid, 1))]>
#warps = #tl.tile<S[(4, 32, 2) : (1@warpid, 1@laneid, 1)]>
#strewn = #tl.tile<S[(8, (2, 4, 2)) : (4@laneid, (1, 1@laneid, 2))]>
#strewn_twice = #tl.tile<S[(8, (2, 4, 2)) : (4@laneid, (2, 1@laneid, 1))]>
#strewn_rows = #tl.tile<S[8 : 4@laneid] + R[4 : 1@laneid]>

gpu.module @kernels {
  // In a thread, then over the two lane digits of a row: 2 shuffles of 2 registers.
  // CHECK-LABEL: gpu.func @rows
  // CHECK-COUNT-14: arith.addf
  // CHECK:          gpu.shuffle xor %{{.+}}, %c1_i32, %c32_i32 : f32
  // CHECK-NEXT:     arith.addf
  // CHECK:          gpu.shuffle xor %{{.+}}, %c1_i32, %c32_i32 : f32
  // CHECK:          gpu.shuffle xor %{{.+}}, %c2_i32
  // CHECK:          gpu.shuffle xor %{{.+}}, %c2_i32
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          vector.from_elements
  // PTX-COUNT-14:   add.rn.f32
  // PTX-COUNT-2:    shfl.sync.bfly.b32 {{.+}}, 1, 31, -1;
  // PTX-COUNT-2:    shfl.sync.bfly.b32 {{.+}}, 2, 31, -1;
  // PTX-NOT:        shfl
  // SIM: @rows: equivalent: 528 elements
  gpu.func @rows(%S: memref<16x32xf32>, %R: memref<16xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %S as #acc scope warp : memref<16x32xf32> to vector<16xf32>
    %m = tl.reduce %v as #acc over [1] kind <add> scope warp : vector<16xf32> to vector<2xf32>
    tl.store %m as #acc_rows to %R scope warp : vector<2xf32> to memref<16xf32>
    gpu.return
  }

  // Columns, of lane digits 4, 8, 16; both dimensions.
  // CHECK-LABEL: gpu.func @columns
  // CHECK:          gpu.shuffle xor %{{.+}}, %c4_i32
  // CHECK:          gpu.shuffle xor %{{.+}}, %c8_i32
  // CHECK:          gpu.shuffle xor %{{.+}}, %c16_i32
  // SIM: @columns: equivalent: 640 elements
  gpu.func @columns(%S: memref<16x32xf32>, %R: memref<64xf32>, %T: memref<64xf32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %v = tl.load %S as #acc scope warp : memref<16x32xf32> to vector<16xf32>
    %m = tl.reduce %v as #acc over [0] kind <mul> scope warp : vector<16xf32> to vector<8xf32>
    %n = tl.reduce %v as #acc over [0, 1] kind <minnumf> scope warp : vector<16xf32> to vector<1xf32>
    %s = vector.reduction <add>, %m : vector<8xf32> into f32
    %t = gpu.thread_id x
    memref.store %s, %R[%t] : memref<64xf32>
    %u = vector.extract %n[0] : f32 from vector<1xf32>
    memref.store %u, %T[%t] : memref<64xf32>
    gpu.return
  }

  // 3, 6 and 12 lanes: the lane to ask is computed, of bits of the lane that asks
  // where all have those, and a lane without a neighbour keeps what it has; 2, 3 and
  // 4 steps.
  // CHECK-LABEL: gpu.func @odd
  // CHECK:          arith.andi %{{.+}}, %c23_i32
  // CHECK:          gpu.shuffle idx
  // CHECK:          arith.andi %{{.+}}, %c7_i32
  // CHECK:          gpu.shuffle idx
  // CHECK:          gpu.shuffle xor %{{.+}}, %c1_i32
  // CHECK-COUNT-2:  gpu.shuffle idx
  // CHECK:          gpu.shuffle idx
  // SIM: @odd: equivalent: {{[0-9]+}} elements
  gpu.func @odd(%A: memref<8x3xi32>, %B: memref<4x12xf32>, %C: memref<2x12xf32>, %D: memref<8x12xi32>, %R: memref<32x16xi32>, %F: memref<32x16xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %a = tl.load %A as #three scope warp : memref<8x3xi32> to vector<1xi32>
    %b = tl.load %B as #six scope warp : memref<4x12xf32> to vector<2xf32>
    %c = tl.load %C as #twelve scope warp : memref<2x12xf32> to vector<2xf32>
    %d = tl.load %D as #split scope warp {partial} : memref<8x12xi32> to vector<8xi32>
    %x = tl.reduce %a as #three over [1] kind <xor> scope warp : vector<1xi32> to vector<1xi32>
    %y = tl.reduce %b as #six over [1] kind <add> scope warp : vector<2xf32> to vector<1xf32>
    %z = tl.reduce %c as #twelve over [1] kind <add> scope warp : vector<2xf32> to vector<2xf32>
    %w = tl.reduce %d as #split over [1] kind <add> scope warp {partial} : vector<8xi32> to vector<4xi32>
    vector.store %x, %R[%t, %c0] : memref<32x16xi32>, vector<1xi32>
    vector.store %w, %R[%t, %c1] : memref<32x16xi32>, vector<4xi32>
    vector.store %y, %F[%t, %c0] : memref<32x16xf32>, vector<1xf32>
    vector.store %z, %F[%t, %c1] : memref<32x16xf32>, vector<2xf32>
    gpu.return
  }

  // Elements that registers repeat count once; threads that hold nothing get zeros;
  // registers that hold nothing are left out.
  // CHECK-LABEL: gpu.func @rest
  // CHECK:         arith.select %{{.+}}, %{{.+}}, %{{.+}} : vector<1xf32>
  // SIM: @rest: equivalent: {{[0-9]+}} elements
  gpu.func @rest(%A: memref<8x12xi32>, %B: memref<4x5xf32>, %R: memref<32x16xi32>, %F: memref<32x16xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %a = tl.load %A as #repeats scope warp : memref<8x12xi32> to vector<6xi32>
    %b = tl.load %B as #shifted scope warp {partial} : memref<4x5xf32> to vector<10xf32>
    %x = tl.reduce %a as #repeats over [1] kind <add> scope warp : vector<6xi32> to vector<1xi32>
    %y = tl.reduce %b as #shifted over [1] kind <maximumf> scope warp {partial} : vector<10xf32> to vector<1xf32>
    %z = tl.reduce %b as #shifted over [0, 1] kind <add> scope warp {partial} : vector<10xf32> to vector<1xf32>
    vector.store %x, %R[%t, %c0] : memref<32x16xi32>, vector<1xi32>
    vector.store %y, %F[%t, %c4] : memref<32x16xf32>, vector<1xf32>
    vector.store %z, %F[%t, %c8] : memref<32x16xf32>, vector<1xf32>
    gpu.return
  }

  // Elements of other sizes are moved in words of 32 bits: two of 16 bits in one,
  // one of 64 in two.
  // CHECK-LABEL: gpu.func @words
  // CHECK-COUNT-4:  gpu.shuffle xor %{{.+}} : i32
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          arith.maxsi %{{.+}} : i64
  // SIM: @words: equivalent: {{[0-9]+}} elements
  gpu.func @words(%A: memref<2x8x8xf16>, %B: memref<2x8x8xi64>, %R: memref<32x4xf16>, %T: memref<32x4xi64>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #cube scope warp : memref<2x8x8xf16> to vector<2x2xf16>
    %x = tl.reduce %a as #cube over [2] kind <add> scope warp : vector<2x2xf16> to vector<2xf16>
    vector.store %x, %R[%t, %c0] : memref<32x4xf16>, vector<2xf16>
    %b = tl.load %B as #cube scope warp : memref<2x8x8xi64> to vector<4xi64>
    %y = tl.reduce %b as #cube over [0, 2] kind <maxsi> scope warp : vector<4xi64> to vector<1xi64>
    vector.store %y, %T[%t, %c0] : memref<32x4xi64>, vector<1xi64>
    gpu.return
  }

  // Six of 8 bits in two words.
  // CHECK-LABEL: gpu.func @bytes
  // CHECK-COUNT-2:  gpu.shuffle xor %{{.+}} : i32
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          gpu.return
  // SIM: @bytes: equivalent: {{[0-9]+}} elements
  gpu.func @bytes(%A: memref<96x2xi8>, %R: memref<32x6xi8>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #tl.register<local(6, 1).spatial(16, 2)> scope warp : memref<96x2xi8> to vector<6xi8>
    %x = tl.reduce %a as #tl.register<local(6, 1).spatial(16, 2)> over [1] kind <add> scope warp : vector<6xi8> to vector<6xi8>
    vector.store %x, %R[%t, %c0] : memref<32x6xi8>, vector<6xi8>
    gpu.return
  }

  // Nothing moves in scope thread, nor over warps that are kept.
  // CHECK-LABEL: gpu.func @kept
  // CHECK:          nvvm.redux.sync umax
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          gpu.return
  // SIM: @kept: equivalent: {{[0-9]+}} elements
  gpu.func @kept(%A: memref<4x32x2xi32>, %R: memref<128x4xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %a = tl.load %A as #warps scope cta : memref<4x32x2xi32> to vector<2xi32>
    %x = tl.reduce %a as #warps over [1, 2] kind <maxui> scope cta : vector<2xi32> to vector<1xi32>
    %y = tl.reduce %a as #tl.register<local(2)> over [0] kind <and> scope thread : vector<2xi32> to vector<1xi32>
    vector.store %x, %R[%t, %c0] : memref<128x4xi32>, vector<1xi32>
    vector.store %y, %R[%t, %c2] : memref<128x4xi32>, vector<1xi32>
    gpu.return
  }

  // Over the warps of a block: what the shuffles leave of each, 4 parts, goes
  // through memory behind one barrier.
  // CHECK-LABEL: gpu.func @across
  // CHECK-COUNT-5:  gpu.shuffle xor
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          tl.convert_layout %{{.+}} as #[[P:[a-z0-9]+]] to #[[Q:[a-z0-9]+]] scope cta : vector<1xf32> to vector<4xf32>
  // CHECK-COUNT-3:  arith.addf
  // PARTS: #{{[a-z0-9]+}} = #tl.tile<S[(4,) : (32@tx,)] + R[32 : 1@tx]>
  // LOWERED-LABEL: gpu.func @across
  // LOWERED:        memref.store
  // LOWERED:        gpu.barrier
  // LOWERED-NOT:    gpu.barrier
  // LOWERED:        gpu.return
  // SIM: @across: equivalent: {{[0-9]+}} elements
  gpu.func @across(%A: memref<128x2xf32>, %R: memref<128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = tl.load %A as #tl.tile<S[(128, 2) : (1@tx, 1)]> scope cta : memref<128x2xf32> to vector<2xf32>
    %x = tl.reduce %a as #tl.tile<S[(128, 2) : (1@tx, 1)]> over [0, 1] kind <add> scope cta : vector<2xf32> to vector<1xf32>
    %u = vector.extract %x[0] : f32 from vector<1xf32>
    memref.store %u, %R[%t] : memref<128xf32>
    gpu.return
  }

  // Rows of 24 threads that begin anywhere in a warp: blocks of 8 are in one, and 3
  // parts are not; a block of 16 threads has no whole warp; columns of warps.
  // CHECK-LABEL: gpu.func @rows_of_24
  // CHECK-COUNT-3:  gpu.shuffle xor
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          tl.convert_layout {{.*}} : vector<1xf32> to vector<3xf32>
  // SIM: @rows_of_24: equivalent: {{[0-9]+}} elements
  gpu.func @rows_of_24(%A: memref<4x24xf32>, %R: memref<96xf32>) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    %t = gpu.thread_id x
    %a = tl.load %A as #tl.register<spatial(4, 24)> scope cta : memref<4x24xf32> to vector<1xf32>
    %x = tl.reduce %a as #tl.register<spatial(4, 24)> over [1] kind <add> scope cta : vector<1xf32> to vector<1xf32>
    %u = vector.extract %x[0] : f32 from vector<1xf32>
    memref.store %u, %R[%t] : memref<96xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @part_of_a_warp
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          gpu.return
  // SIM: @part_of_a_warp: equivalent: {{[0-9]+}} elements
  gpu.func @part_of_a_warp(%A: memref<4x4xi32>, %R: memref<16xi32>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    %t = gpu.thread_id x
    %a = tl.load %A as #tl.register<spatial(4, 4)> scope warp : memref<4x4xi32> to vector<1xi32>
    %x = tl.reduce %a as #tl.register<spatial(4, 4)> over [0] kind <or> scope warp : vector<1xi32> to vector<1xi32>
    %u = vector.extract %x[0] : i32 from vector<1xi32>
    memref.store %u, %R[%t] : memref<16xi32>
    gpu.return
  }

  // Twice in a loop, whose barriers keep what is read from what is written.
  // SIM: @loop: equivalent: {{[0-9]+}} elements
  gpu.func @loop(%A: memref<8x64xf32>, %R: memref<64xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %a = tl.load %A as #tl.register<spatial(8, 16).local(1, 4)> scope cta : memref<8x64xf32> to vector<4xf32>
    %s = scf.for %k = %c0 to %c3 step %c1 iter_args(%v = %a) -> (vector<4xf32>) {
      %x = tl.reduce %v as #tl.register<spatial(8, 16).local(1, 4)> over [0] kind <maximumf> scope cta : vector<4xf32> to vector<4xf32>
      %y = tl.reduce %v as #tl.register<spatial(8, 16).local(1, 4)> over [0] kind <add> scope cta : vector<4xf32> to vector<4xf32>
      %z = arith.subf %x, %y : vector<4xf32>
      scf.yield %z : vector<4xf32>
    }
    tl.store %s as #tl.tile<S[((16, 4)) : ((1@tx, 1))] + R[8 : 16@tx]> to %R scope cta : vector<4xf32> to memref<64xf32>
    gpu.return
  }

  // A result that other threads are to have is converted, of halves since that is
  // less: a column of the rows' threads.
  // CHECK-LABEL: gpu.func @elsewhere
  // CHECK-COUNT-2:  gpu.shuffle xor
  // CHECK:          tl.convert_layout %{{.+}} as #{{.+}} to #{{.+}} scope warp : vector<1xf32> to vector<1xf32>
  // SIM: @elsewhere: equivalent: 528 elements
  gpu.func @elsewhere(%S: memref<16x32xf32>, %R: memref<16xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %S as #acc scope warp : memref<16x32xf32> to vector<16xf32>
    %m = tl.reduce %v as #acc over [1] kind <add> to #tl.register<spatial(16)> scope warp : vector<16xf32> to vector<1xf32>
    tl.store %m as #tl.register<spatial(16)> to %R scope warp : vector<1xf32> to memref<16xf32>
    gpu.return
  }

  // Columns of 32 lanes, one of each lane: every step halves what is left, 16 + 8 +
  // 4 + 2 + 1 shuffles.  Without `to` all lanes get all, as many again.
  // CHECK-LABEL: gpu.func @halves
  // CHECK-COUNT-31: gpu.shuffle xor
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          vector.store
  // CHECK-COUNT-31: gpu.shuffle xor
  // CHECK:          tl.convert_layout %{{.+}} as #{{.+}} to #{{.+}} scope warp : vector<1xf32> to vector<32xf32>
  // PTX-HALVES-COUNT-31: shfl.sync.bfly
  // PTX-HALVES-NOT: shfl.sync
  // PTX-HALVES:     st.global
  // PTX-HALVES-COUNT-31: shfl.sync.bfly
  // SIM: @halves: equivalent: {{[0-9]+}} elements
  gpu.func @halves(%A: memref<32x32xf32>, %R: memref<32x1xf32>, %T: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #tl.register<spatial(32, 1).local(1, 32)> scope warp : memref<32x32xf32> to vector<32xf32>
    %x = tl.reduce %a as #tl.register<spatial(32, 1).local(1, 32)> over [0] kind <add> to #tl.register<spatial(32)> scope warp : vector<32xf32> to vector<1xf32>
    vector.store %x, %R[%t, %c0] : memref<32x1xf32>, vector<1xf32>
    %y = tl.reduce %a as #tl.register<spatial(32, 1).local(1, 32)> over [0] kind <add> scope warp : vector<32xf32> to vector<32xf32>
    vector.store %y, %T[%t, %c0] : memref<32x32xf32>, vector<32xf32>
    gpu.return
  }

  // Halves of f16 are words of two: 4 + 2 + 1 shuffles of 8 columns times 2.
  // CHECK-LABEL: gpu.func @half_words
  // CHECK-COUNT-7:  gpu.shuffle xor %{{.+}} : i32
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          gpu.return
  // SIM: @half_words: equivalent: {{[0-9]+}} elements
  gpu.func @half_words(%A: memref<8x4x16xf16>, %R: memref<32x2xf16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #tl.register<spatial(8, 4, 1).local(1, 1, 16)> scope warp : memref<8x4x16xf16> to vector<16xf16>
    %x = tl.reduce %a as #tl.register<spatial(8, 4, 1).local(1, 1, 16)> over [0] kind <add> to #tl.tile<S[(4, (8, 2)) : (1@laneid, (4@laneid, 1))]> scope warp : vector<16xf16> to vector<2xf16>
    vector.store %x, %R[%t, %c0] : memref<32x2xf16>, vector<2xf16>
    gpu.return
  }

  // Registers of the result that hold nothing are zeros; over warps each thread
  // loads the parts of its share alone, of which every warp stores a half a lane.
  // CHECK-LABEL: gpu.func @shares
  // CHECK:          tl.convert_layout %{{.+}} as #{{.+}} to #{{.+}} scope cta : vector<1xi32> to vector<4xi32>
  // CHECK:          vector.from_elements %c0_i32, %{{.+}}, %c0_i32{{.*}} : vector<3xi32>
  // SIM: @shares: equivalent: {{[0-9]+}} elements
  gpu.func @shares(%A: memref<128x32xi32>, %R: memref<128x3xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #tl.register<spatial(128, 1).local(1, 32)> scope cta : memref<128x32xi32> to vector<32xi32>
    %x = tl.reduce %a as #tl.register<spatial(128, 1).local(1, 32)> over [0] kind <mul> to #tl.tile<S[32 : 1@tx] + 1> scope cta {partial} : vector<32xi32> to vector<3xi32>
    vector.store %x, %R[%t, %c0] : memref<128x3xi32>, vector<3xi32>
    gpu.return
  }

  // All lanes of a warp: redux.sync, to which small integers are widened as the kind
  // wants them; of floats where the target has it.
  // CHECK-LABEL: gpu.func @redux
  // CHECK:          arith.extsi %{{.+}} : i8 to i32
  // CHECK-NEXT:     arith.constant -1
  // CHECK-NEXT:     nvvm.redux.sync min %{{.+}}, %{{.+}} : i32 -> i32
  // CHECK-NEXT:     arith.trunci
  // CHECK:          nvvm.redux.sync xor
  // CHECK:          gpu.shuffle xor
  // OLD-LABEL:   gpu.func @redux
  // OLD-NOT:        redux
  // OLD:            gpu.return
  // NEW-LABEL:   gpu.func @redux
  // NEW:            nvvm.redux.sync fmax %{{.+}}, %{{.+}} {nan = true} : f32 -> f32
  // PTX-REDUX:      redux.sync.min.s32
  // PTX-REDUX:      redux.sync.xor.b32
  // PTX-NEW:        redux.sync.max.NaN.f32
  // SIM: @redux: equivalent: {{[0-9]+}} elements
  gpu.func @redux(%A: memref<32xi8>, %B: memref<32xi32>, %C: memref<32xf32>, %R: memref<32x1xi8>, %S: memref<32x1xi32>, %T: memref<32x1xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #tl.register<spatial(32)> scope warp : memref<32xi8> to vector<1xi8>
    %b = tl.load %B as #tl.register<spatial(32)> scope warp : memref<32xi32> to vector<1xi32>
    %c = tl.load %C as #tl.register<spatial(32)> scope warp : memref<32xf32> to vector<1xf32>
    %x = tl.reduce %a as #tl.register<spatial(32)> over [0] kind <minsi> scope warp : vector<1xi8> to vector<1xi8>
    %y = tl.reduce %b as #tl.register<spatial(32)> over [0] kind <xor> scope warp : vector<1xi32> to vector<1xi32>
    %z = tl.reduce %c as #tl.register<spatial(32)> over [0] kind <maximumf> scope warp : vector<1xf32> to vector<1xf32>
    vector.store %x, %R[%t, %c0] : memref<32x1xi8>, vector<1xi8>
    vector.store %y, %S[%t, %c0] : memref<32x1xi32>, vector<1xi32>
    vector.store %z, %T[%t, %c0] : memref<32x1xf32>, vector<1xf32>
    gpu.return
  }

  // A result that is repeated in registers, as the tile has them, costs nothing: what is
  // subtracted of each element is the maximum of its row.
  // CHECK-LABEL: gpu.func @repeated
  // CHECK-COUNT-4:  gpu.shuffle xor
  // CHECK-NOT:      gpu.shuffle
  // CHECK-NOT:      tl.convert_layout
  // CHECK:          %[[M:.+]] = vector.from_elements %[[A:[0-9]+]], %[[A]], %[[A]], %[[A]], %[[A]], %[[A]], %[[A]], %[[A]], %[[B:[0-9]+]], %[[B]], %[[B]], %[[B]], %[[B]], %[[B]], %[[B]], %[[B]] : vector<16xf32>
  // CHECK-NEXT:     arith.subf %{{.+}}, %[[M]]
  // SIM: @repeated: equivalent: {{[0-9]+}} elements
  gpu.func @repeated(%S: memref<16x32xf32>, %R: memref<16x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %S as #acc scope warp : memref<16x32xf32> to vector<16xf32>
    %m = tl.reduce %v as #acc over [1] kind <maximumf> to #tl.tile<S[((2, 8),) : ((8, 4@laneid),)] + R[(8, 4) : (1, 1@laneid)]> scope warp : vector<16xf32> to vector<16xf32>
    %d = arith.subf %v, %m : vector<16xf32>
    tl.store %d as #acc to %R scope warp : vector<16xf32> to memref<16x32xf32>
    gpu.return
  }

  // The memory that it names is what threads exchange in, and the kernel gets none.
  // CHECK-LABEL: gpu.func @using
  // CHECK:          tl.convert_layout %{{.+}} scope cta using %{{.+}} : vector<1xf32>, memref<16xi8, #gpu.address_space<workgroup>> to vector<4xf32>
  // LOWERED-LABEL: gpu.func @using
  // LOWERED-SAME:   workgroup(%[[S:[a-z0-9]+]] : memref<16xi8, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel
  // LOWERED:        memref.view %[[S]]
  // SIM: @using: equivalent: {{[0-9]+}} elements
  gpu.func @using(%A: memref<128x2xf32>, %R: memref<128xf32>) workgroup(%S: memref<16xi8, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %a = tl.load %A as #tl.tile<S[(128, 2) : (1@tx, 1)]> scope cta : memref<128x2xf32> to vector<2xf32>
    %x = tl.reduce %a as #tl.tile<S[(128, 2) : (1@tx, 1)]> over [0, 1] kind <add> scope cta using %S : vector<2xf32>, memref<16xi8, #gpu.address_space<workgroup>> to vector<1xf32>
    %u = vector.extract %x[0] : f32 from vector<1xf32>
    memref.store %u, %R[%t] : memref<128xf32>
    gpu.return
  }

  // A turn that ends behind a barrier has read what it exchanged: the next one writes
  // at once.

  // LOWERED-LABEL: gpu.func @turns(
  // LOWERED:       scf.for
  // LOWERED-NOT:     gpu.barrier
  // LOWERED:         memref.view
  // LOWERED:         gpu.barrier
  // LOWERED:         gpu.barrier
  // LOWERED-NOT:     gpu.barrier
  // LOWERED:       gpu.return
  // SIM: @turns: equivalent: {{[0-9]+}} elements
  gpu.func @turns(%A: memref<4x1024xf32> {llvm.align = 16 : i64}, %R: memref<4xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %is_first = arith.cmpi eq, %t, %c0 : index
    scf.for %k = %c0 to %c4 step %c1 {
      %a = tl.load %A[%k, 0] as #tl.register<spatial(1, 128).local(1, 8)> scope cta : memref<4x1024xf32> to vector<8xf32>
      %x = tl.reduce %a as #tl.register<spatial(1, 128).local(1, 8)> over [0, 1] kind <add> scope cta : vector<8xf32> to vector<1xf32>
      %u = vector.extract %x[0] : f32 from vector<1xf32>
      scf.if %is_first {
        memref.store %u, %R[%k] : memref<4xf32>
      }
      gpu.barrier
    }
    gpu.return
  }

  // A barrier that not every turn passes, or behind which there is another exchange,
  // is none.

  // LOWERED-LABEL: gpu.func @turns_of_some(
  // LOWERED:       scf.for
  // LOWERED-COUNT-2: {{^}}        gpu.barrier
  // LOWERED:         scf.if
  // LOWERED:           gpu.barrier
  // LOWERED:       gpu.return
  // SIM: @turns_of_some: equivalent: {{[0-9]+}} elements
  gpu.func @turns_of_some(%A: memref<4x1024xf32> {llvm.align = 16 : i64}, %R: memref<4xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %is_first = arith.cmpi eq, %t, %c0 : index
    scf.for %k = %c0 to %c4 step %c1 {
      %a = tl.load %A[%k, 0] as #tl.register<spatial(1, 128).local(1, 8)> scope cta : memref<4x1024xf32> to vector<8xf32>
      %x = tl.reduce %a as #tl.register<spatial(1, 128).local(1, 8)> over [0, 1] kind <add> scope cta : vector<8xf32> to vector<1xf32>
      %u = vector.extract %x[0] : f32 from vector<1xf32>
      scf.if %is_first {
        memref.store %u, %R[%k] : memref<4xf32>
      }
      %is_late = arith.cmpi ugt, %k, %c1 : index
      scf.if %is_late {
        gpu.barrier
      }
    }
    gpu.return
  }

  // LOWERED-LABEL: gpu.func @turns_of_three(
  // LOWERED:       scf.for
  // LOWERED-COUNT-5: gpu.barrier
  // LOWERED:       gpu.return
  // SIM: @turns_of_three: equivalent: {{[0-9]+}} elements
  gpu.func @turns_of_three(%A: memref<4x1024xf32> {llvm.align = 16 : i64}, %R: memref<4xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = gpu.thread_id x
    %is_first = arith.cmpi eq, %t, %c0 : index
    scf.for %k = %c0 to %c4 step %c1 {
      %a = tl.load %A[%k, 0] as #tl.register<spatial(1, 128).local(1, 8)> scope cta : memref<4x1024xf32> to vector<8xf32>
      %x = tl.reduce %a as #tl.register<spatial(1, 128).local(1, 8)> over [0, 1] kind <add> scope cta : vector<8xf32> to vector<1xf32>
      gpu.barrier
      %y = tl.reduce %a as #tl.register<spatial(1, 128).local(1, 8)> over [0, 1] kind <maxnumf> scope cta : vector<8xf32> to vector<1xf32>
      %z = tl.reduce %a as #tl.register<spatial(1, 128).local(1, 8)> over [0, 1] kind <minnumf> scope cta : vector<8xf32> to vector<1xf32>
      %yz = arith.addf %y, %z : vector<1xf32>
      %xy = arith.addf %x, %yz : vector<1xf32>
      %u = vector.extract %xy[0] : f32 from vector<1xf32>
      scf.if %is_first {
        memref.store %u, %R[%k] : memref<4xf32>
      }
    }
    gpu.return
  }

  // Halves whose order is of no account are combined by two, and a last one alone;
  // sums, and three, one by one.
  // CHECK-LABEL:   gpu.func @pairs(
  // CHECK-COUNT-3: arith.maxnumf {{.*}} : vector<2xf16>
  // CHECK:         arith.maxnumf {{.*}} : f16
  // CHECK-COUNT-2: arith.minimumf {{.*}} : vector<2xbf16>
  // CHECK-COUNT-2: arith.minimumf {{.*}} : bf16
  // CHECK-COUNT-3: arith.maximumf {{.*}} : vector<2xf16>
  // CHECK:         arith.maximumf {{.*}} : f16
  // CHECK-COUNT-3: arith.minnumf {{.*}} : vector<2xf16>
  // CHECK:         arith.minnumf {{.*}} : f16
  // CHECK-COUNT-7: arith.addf {{.*}} : f16
  // CHECK-COUNT-2: arith.maxnumf {{.*}} : f16
  // CHECK:         gpu.return
  // PTX-PAIRS-COUNT-3: max.f16x2
  // PTX-PAIRS-NOT:     max.f16x2
  // SIM: @pairs: equivalent: {{[0-9]+}} elements
  gpu.func @pairs(%A: memref<32x8xf16>, %B: memref<32x7xbf16>, %C: memref<32x3xf16>, %R: memref<32x5xf16>, %S: memref<32xbf16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %a = tl.load %A as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf16> to vector<8xf16>
    %b = tl.load %B as #tl.register<spatial(32, 1).local(1, 7)> scope warp : memref<32x7xbf16> to vector<7xbf16>
    %c = tl.load %C as #tl.register<spatial(32, 1).local(1, 3)> scope warp : memref<32x3xf16> to vector<3xf16>
    %x = tl.reduce %a as #tl.register<spatial(32, 1).local(1, 8)> over [1] kind <maxnumf> scope warp : vector<8xf16> to vector<1xf16>
    %y = tl.reduce %b as #tl.register<spatial(32, 1).local(1, 7)> over [1] kind <minimumf> scope warp : vector<7xbf16> to vector<1xbf16>
    %u = tl.reduce %a as #tl.register<spatial(32, 1).local(1, 8)> over [1] kind <maximumf> scope warp : vector<8xf16> to vector<1xf16>
    %l = tl.reduce %a as #tl.register<spatial(32, 1).local(1, 8)> over [1] kind <minnumf> scope warp : vector<8xf16> to vector<1xf16>
    %z = tl.reduce %a as #tl.register<spatial(32, 1).local(1, 8)> over [1] kind <add> scope warp : vector<8xf16> to vector<1xf16>
    %w = tl.reduce %c as #tl.register<spatial(32, 1).local(1, 3)> over [1] kind <maxnumf> scope warp : vector<3xf16> to vector<1xf16>
    %x0 = vector.extract %x[0] : f16 from vector<1xf16>
    %u0 = vector.extract %u[0] : f16 from vector<1xf16>
    %l0 = vector.extract %l[0] : f16 from vector<1xf16>
    %z0 = vector.extract %z[0] : f16 from vector<1xf16>
    %w0 = vector.extract %w[0] : f16 from vector<1xf16>
    %r = vector.from_elements %x0, %z0, %w0, %u0, %l0 : vector<5xf16>
    tl.store %r as #tl.register<spatial(32, 1).local(1, 5)> to %R scope warp : vector<5xf16> to memref<32x5xf16>
    tl.store %y as #tl.register<spatial(32)> to %S scope warp : vector<1xbf16> to memref<32xbf16>
    gpu.return
  }

  // The first coordinate of a condition is that of the last select of a chain, whatever
  // order registers stand in (rule E24): of their numbers, to which the thread's is added.
  // CHECK-LABEL: gpu.func @first(
  // CHECK:       %[[HITS:.+]] = arith.cmpi
  // CHECK-DAG:   %[[R0:.+]] = vector.extract %[[HITS]][0]
  // CHECK-DAG:   %[[R1:.+]] = vector.extract %[[HITS]][1]
  // CHECK-DAG:   %[[R2:.+]] = vector.extract %[[HITS]][2]
  // CHECK-DAG:   %[[R3:.+]] = vector.extract %[[HITS]][3]
  // CHECK-DAG:   %[[NONE:.+]] = arith.subi %{{.+}}, %[[BASE:.+]] : i32
  // CHECK-DAG:   %[[THIRD:.+]] = arith.select %[[R3]], %c9_i32, %[[NONE]]
  // CHECK-DAG:   %[[SECOND:.+]] = arith.select %[[R1]], %c8_i32{{.*}}, %[[THIRD]]
  // CHECK-DAG:   %[[FIRST:.+]] = arith.select %[[R2]], %c1_i32{{.*}}, %[[SECOND]]
  // CHECK-DAG:   %[[LEAST:.+]] = arith.select %[[R0]], %c0_i32{{.*}}, %[[FIRST]]
  // CHECK:       %[[OWN:.+]] = arith.addi %[[LEAST]], %[[BASE]] : i32
  // CHECK:       gpu.shuffle xor %[[OWN]]
  // CHECK:       arith.minui
  // SIM: @first: equivalent: {{[0-9]+}} elements
  gpu.func @first(%S: memref<8x16xi8>, %R: memref<8xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %S as #strewn scope warp : memref<8x16xi8> to vector<4xi8>
    %few = arith.constant dense<100> : vector<4xi8>
    %is = arith.cmpi sgt, %v, %few : vector<4xi8>
    %i, %j = tl.coordinates #strewn [0, 0] scope warp : vector<4xi32>, vector<4xi32>
    %none = arith.constant dense<15> : vector<4xi32>
    %at = arith.select %is, %j, %none : vector<4xi1>, vector<4xi32>
    %m = tl.reduce %at as #strewn over [1] kind <minui> scope warp : vector<4xi32> to vector<1xi32>
    tl.store %m as #strewn_rows to %R scope warp : vector<1xi32> to memref<8xi32>
    gpu.return
  }

  // So is the last one, of each of two rows; 0 is no end of coordinates from
  // 1 on that is in their way, and what i32 does not hold is unknown, so that its greatest
  // number is one of all.
  // CHECK-LABEL: gpu.func @last(
  // CHECK-NOT:   arith.m{{ax|in}}
  // CHECK:       arith.select
  // CHECK-NOT:   arith.m{{ax|in}}
  // CHECK:       gpu.shuffle
  // CHECK:       arith.maxsi {{.*}} : i32
  // CHECK-LABEL: gpu.func @ends(
  // CHECK-COUNT-2: arith.maxui
  // CHECK-NOT:   arith.m{{ax|in}}
  // CHECK-COUNT-2: arith.minsi
  // CHECK-NOT:   arith.m{{ax|in}}
  // CHECK-COUNT-2: arith.minui
  // CHECK-NOT:   arith.m{{ax|in}}
  // CHECK:       gpu.return
  // SIM: @last: equivalent: {{[0-9]+}} elements
  // SIM: @ends: equivalent: {{[0-9]+}} elements
  gpu.func @last(%S: memref<16x32xi8>, %R: memref<16xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %S as #acc scope warp : memref<16x32xi8> to vector<16xi8>
    %few = arith.constant dense<100> : vector<16xi8>
    %is = arith.cmpi sgt, %v, %few : vector<16xi8>
    %i, %j = tl.coordinates #acc [0, 0] scope warp : vector<16xi32>, vector<16xi32>
    %none = arith.constant dense<-1> : vector<16xi32>
    %at = arith.select %is, %j, %none : vector<16xi1>, vector<16xi32>
    %m = tl.reduce %at as #acc over [1] kind <maxsi> scope warp : vector<16xi32> to vector<2xi32>
    tl.store %m as #acc_rows to %R scope warp : vector<2xi32> to memref<16xi32>
    gpu.return
  }
  gpu.func @ends(%S: memref<8x16xi8>, %R: memref<3x8xi32>, %x: i32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %S as #strewn scope warp : memref<8x16xi8> to vector<4xi8>
    %few = arith.constant dense<100> : vector<4xi8>
    %is = arith.cmpi sgt, %v, %few : vector<4xi8>
    %i, %j = tl.coordinates #strewn [0, 1] scope warp : vector<4xi32>, vector<4xi32>
    %k, %l = tl.coordinates #strewn [0, %x : i32] scope warp : vector<4xi32>, vector<4xi32>
    %zero = arith.constant dense<0> : vector<4xi32>
    %end = arith.constant dense<2147483647> : vector<4xi32>
    %all = arith.constant dense<-1> : vector<4xi32>
    %a = arith.select %is, %j, %zero : vector<4xi1>, vector<4xi32>
    %b = arith.select %is, %l, %end : vector<4xi1>, vector<4xi32>
    %c = arith.select %is, %j, %all : vector<4xi1>, vector<4xi32>
    %p = tl.reduce %a as #strewn over [1] kind <maxui> scope warp : vector<4xi32> to vector<1xi32>
    %q = tl.reduce %b as #strewn over [1] kind <minsi> scope warp : vector<4xi32> to vector<1xi32>
    %r = tl.reduce %c as #strewn over [1] kind <minui> scope warp : vector<4xi32> to vector<1xi32>
    %m = vector.shuffle %p, %q [0, 1] : vector<1xi32>, vector<1xi32>
    %n = vector.shuffle %m, %r [0, 1, 2] : vector<2xi32>, vector<1xi32>
    tl.store %n as #tl.tile<S[(3, 8) : (1, 4@laneid)] + R[4 : 1@laneid]> to %R scope warp : vector<3xi32> to memref<3x8xi32>
    gpu.return
  }

  // A number that coordinates pass decides with them: 14 and 0, and -1 without a sign or
  // as the least; so does an origin that may be any number, or negative, a condition of all,
  // other coordinates, and what is read elsewhere as well.
  // CHECK-LABEL:    gpu.func @among(
  // CHECK-COUNT-35: arith.m{{ax|in}}{{[su]}}i {{.*}} : i32
  // CHECK-NOT:      arith.m{{ax|in}}
  // CHECK:          gpu.return
  // SIM: @among: equivalent: {{[0-9]+}} elements
  gpu.func @among(%S: memref<8x16xi8>, %R: memref<7x8xi32>, %T: memref<8x16xi32>, %x: i32, %y: i1) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %S as #strewn scope warp : memref<8x16xi8> to vector<4xi8>
    %few = arith.constant dense<100> : vector<4xi8>
    %is = arith.cmpi sgt, %v, %few : vector<4xi8>
    %i, %j = tl.coordinates #strewn [0, 0] scope warp : vector<4xi32>, vector<4xi32>
    %k, %l = tl.coordinates #strewn [0, %x : i32] scope warp : vector<4xi32>, vector<4xi32>
    %u, %w = tl.coordinates #strewn_twice [0, 0] scope warp : vector<4xi32>, vector<4xi32>
    %one = arith.constant dense<1> : vector<4xi32>
    %inside = arith.constant dense<14> : vector<4xi32>
    %end = arith.constant dense<2147483647> : vector<4xi32>
    %all = arith.constant dense<-1> : vector<4xi32>
    %a0 = arith.select %is, %j, %inside : vector<4xi1>, vector<4xi32>
    %a1 = arith.select %is, %j, %one : vector<4xi1>, vector<4xi32>
    %a2 = arith.select %is, %j, %all : vector<4xi1>, vector<4xi32>
    %a3 = arith.select %is, %l, %end : vector<4xi1>, vector<4xi32>
    %a4 = arith.select %y, %j, %end : vector<4xi32>
    %a5 = arith.select %is, %w, %end : vector<4xi1>, vector<4xi32>
    %a6 = arith.select %is, %j, %end : vector<4xi1>, vector<4xi32>
    tl.store %a6 as #strewn to %T scope warp : vector<4xi32> to memref<8x16xi32>
    %m0 = tl.reduce %a0 as #strewn over [1] kind <minui> scope warp : vector<4xi32> to vector<1xi32>
    %m1 = tl.reduce %a1 as #strewn over [1] kind <maxsi> scope warp : vector<4xi32> to vector<1xi32>
    %m2 = tl.reduce %a2 as #strewn over [1] kind <maxui> scope warp : vector<4xi32> to vector<1xi32>
    %m3 = tl.reduce %a3 as #strewn over [1] kind <minui> scope warp : vector<4xi32> to vector<1xi32>
    %m4 = tl.reduce %a4 as #strewn over [1] kind <minui> scope warp : vector<4xi32> to vector<1xi32>
    %m5 = tl.reduce %a5 as #strewn over [1] kind <minui> scope warp : vector<4xi32> to vector<1xi32>
    %m6 = tl.reduce %a6 as #strewn over [1] kind <minui> scope warp : vector<4xi32> to vector<1xi32>
    %e0 = vector.extract %m0[0] : i32 from vector<1xi32>
    %e1 = vector.extract %m1[0] : i32 from vector<1xi32>
    %e2 = vector.extract %m2[0] : i32 from vector<1xi32>
    %e3 = vector.extract %m3[0] : i32 from vector<1xi32>
    %e4 = vector.extract %m4[0] : i32 from vector<1xi32>
    %e5 = vector.extract %m5[0] : i32 from vector<1xi32>
    %e6 = vector.extract %m6[0] : i32 from vector<1xi32>
    %n = vector.from_elements %e0, %e1, %e2, %e3, %e4, %e5, %e6 : vector<7xi32>
    tl.store %n as #tl.tile<S[(7, 8) : (1, 4@laneid)] + R[4 : 1@laneid]> to %R scope warp : vector<7xi32> to memref<7x8xi32>
    gpu.return
  }
}
