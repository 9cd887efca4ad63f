// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=fits --arg=1:scalar=0 --arg=2:scalar=64 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=fits --arg=1:scalar=17 --arg=2:scalar=40 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=fits --arg=1:scalar=-3 --arg=2:scalar=64 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=unlimited --shape=0:100x1024 --shape=1:100x1024 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=words --shape=0:65536 --arg=1:scalar=1000 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=words --shape=0:65536 --arg=1:scalar=0 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=word_beside_wide --shape=0:65536 --shape=2:256x1024 --arg=3:scalar=100 --arg=1:scalar=72 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=long_bound --arg=1:scalar=4294967297 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=behind_words --arg=1:scalar=2147483648 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=near --shape=0:65536 --shape=2:65536 --arg=1:scalar=1000 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=declared --shape=4:65536 --arg=1:scalar=100 --arg=2:scalar=1 --arg=3:scalar=3 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=turned --arg=1:scalar=100 --arg=2:scalar=1 --arg=3:scalar=3 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=below --arg=1:scalar=-3 --arg=2:scalar=1 --arg=3:scalar=715827883 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=little_below --arg=1:scalar=-3 --arg=2:scalar=1 --arg=3:scalar=65536 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=little_below --arg=1:scalar=0 --arg=2:scalar=3 --arg=3:scalar=32 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=apart_wide --shape=0:8x64,strides=80x1 --arg=1:scalar=0 --arg=3:scalar=2147483647 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=apart_wide --shape=0:8x64,strides=64x1 --arg=1:scalar=9 --arg=3:scalar=-2 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=part_under_condition --arg=1:scalar=3 --arg=2:scalar=6 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=apart --arg=1:scalar=0 --arg=2:scalar=0 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=apart --arg=1:scalar=-1 --arg=2:scalar=4 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=apart --arg=1:scalar=64 --arg=2:scalar=60 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=apart --arg=1:scalar=-33554434 --arg=2:scalar=8 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=apart --arg=1:scalar=-2147483648 --arg=2:scalar=0 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=apart --arg=1:scalar=2147483647 --arg=2:scalar=4 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=above --arg=1:scalar=-2147483648 --arg=2:scalar=64 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=above --arg=1:scalar=2147483647 --arg=2:scalar=64 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=above --arg=1:scalar=-130 --arg=2:scalar=40 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=above --arg=1:scalar=1 --arg=2:scalar=2 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=above --arg=1:scalar=0 --arg=2:scalar=-1 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=below_zero --arg=1:scalar=-1073741824 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=below_zero --arg=1:scalar=-1 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=below_zero --arg=1:scalar=40 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=two_fragments_bounded --arg=2:scalar=37 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=modes --arg=1:scalar=43 | FileCheck %s --check-prefix=WIDER
// RUN: not tl-sim %s --kernel=below_zero --arg=1:scalar=-1073741825 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=WRITTEN
// RUN: tl-sim --verify-lowering %s --kernel=far_origin --arg=1:scalar=58 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=far_origin --arg=1:scalar=4294967296 | FileCheck %s --check-prefix=SAME
// DEFINE: %{apart} = tl-sim --verify-lowering %s --kernel=apart_index
// RUN: %{apart} --arg=1:scalar=0 --arg=2:scalar=0
// RUN: %{apart} --arg=1:scalar=64 --arg=2:scalar=60
// RUN: %{apart} --arg=1:scalar=4294967296 --arg=2:scalar=4
// RUN: %{apart} --arg=1:scalar=2147483648 --arg=2:scalar=-2147483640
// RUN: %{apart} --arg=1:scalar=2147483583 --arg=2:scalar=0
// RUN: tl-sim --verify-lowering %s --kernel=bounded_counter --arg=1:scalar=56 --arg=2:scalar=201
// RUN: tl-sim --verify-lowering %s --kernel=bounded_counter --arg=1:scalar=4294967300 --arg=2:scalar=201
// RUN: tl-sim --verify-lowering %s --kernel=counter_alone --arg=1:scalar=256
// RUN: tl-sim --verify-lowering %s --kernel=apart_short --arg=1:scalar=32763
// RUN: tl-sim --verify-lowering %s --kernel=apart_short --arg=1:scalar=-5
// RUN: tl-sim --verify-lowering %s --kernel=first_lane --arg=1:scalar=1
// RUN: tl-sim --verify-lowering %s --kernel=first_rows --arg=1:scalar=5
// RUN: tl-sim --verify-lowering %s --kernel=uncut_above --arg=1:scalar=61 --arg=2:scalar=63 --arg=3:scalar=62
// RUN: tl-sim --verify-lowering %s --kernel=cut_in_common --arg=1:scalar=50 --arg=2:scalar=60
// RUN: tl-sim --verify-lowering %s --kernel=row_before --arg=1:scalar=72 --arg=2:scalar=12
// RUN: tl-sim --verify-lowering %s --kernel=products_of_rows --kernel=products_of_layout --arg=1:scalar=3 --arg=2:scalar=60
// DEFINE: %{any} = tl-sim --verify-lowering %s --kernel=any_origin
// RUN: %{any} --kernel=any_counter --arg=1:scalar=58 --arg=2:scalar=61
// RUN: %{any} --arg=1:scalar=2147483647 --arg=2:scalar=64
// RUN: tl-sim --verify-lowering %s --kernel=longer_origin --arg=1:scalar=4294967296 --arg=2:scalar=64
// RUN: %{any} --arg=1:scalar=2147483645 --arg=2:scalar=0
// RUN: %{any} --arg=1:scalar=2147483644 --arg=2:scalar=-1
// RUN: not %{any} --arg=1:scalar=2147483645 --arg=2:scalar=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: has bound -1 in dimension 0, where the tile ends at 2147483649; it has to be at least 0
// RUN: tl-sim --verify-lowering %s --kernel=rows_of_blocks --grid=1,20 --arg=1:scalar=63
// SAME: equivalent: {{[0-9]+}} elements, 128 threads
// WIDER: equivalent: {{[0-9]+}} elements, 512 threads

// Where 32 bits hold all that the copies of a kernel compute, they compute it in
// 32 bits, and extend what is computed; where one of them does not, none does,
// since they have digits of the thread in common.

#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#columns = #tl.register<column_local(1, 4).column_spatial(8, 16).column_local(8, 1)>
#corner = #tl.register<spatial(32, 4).local(1, 4)>
#line = #tl.register<spatial(32).local(4)>
#few = #tl.register<local(4, 1).spatial(1, 32)>
#parted = #tl.register<spatial(8, 1).local(2, 1).spatial(4, 16).local(1, 4)>
#uneven = #tl.tile<S[((16, 2, 2), 64) : ((512, 5000, 128), 1)]>
#longer = #tl.tile<S[((8, 8), 64) : ((2048, 128), 1)]>
!tile = memref<64x64xf16, strided<[1024, 1]>>
!rows = memref<?x1024xf16>
!pitched = memref<64x64xf16, strided<[?, 1]>>
!open = memref<?x?xf16, strided<[?, 1]>>
!turned = memref<?x?xf16, strided<[1, ?]>>
!shared = memref<64x64xf16, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @fits(
  // CHECK-SAME: %[[M:[a-z0-9]+]]: i32, %[[N:[a-z0-9]+]]: i16)
  // CHECK: %[[T:.*]] = gpu.thread_id x
  // CHECK: %[[LOW:.*]] = arith.index_cast %[[T]] : index to i32
  // CHECK: %[[C7:.*]] = arith.constant 7 : i32
  // CHECK: %[[COLUMN:.*]] = arith.andi %[[LOW]], %[[C7]] : i32
  // CHECK: %[[OFFSET:.*]] = arith.index_castui %{{.*}} : i32 to index
  // CHECK: %[[ROOM:.*]] = arith.subi %{{.*}}, %{{.*}} overflow<nsw> : i32
  // CHECK: %[[FIRST:.*]] = arith.index_cast %[[ROOM]] : i32 to index
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]] {{.*}} within (%[[FIRST]])
  gpu.func @fits(%A: !tile {llvm.align = 16 : i64}, %m: i32, %n: i16) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %long = arith.extsi %n : i16 to i64
    %column = arith.index_cast %long : i64 to index
    %v = tl.load %A as #rows scope cta bounds(%m : i32, %column) : !tile to vector<32xf16>
    tl.store %v as #rows to %A scope cta bounds(%m : i32, %n : i16) : vector<32xf16> to !tile
    gpu.return
  }

  // The tile is known where the memory is not.
  // Numbers are added to one extended offset.
  // CHECK-LABEL: gpu.func @unlimited(
  // CHECK: %[[WIDE:.*]] = arith.index_castui
  // CHECK: %[[AT:.*]] = arith.addi %[[WIDE]], %c3077 overflow<nsw> : index
  // CHECK: tl.thread_load %{{.*}}[%[[AT]]]
  // CHECK: %[[AT:.*]] = arith.addi %[[WIDE]], %c7176 overflow<nsw> : index
  // CHECK: tl.thread_store %{{.*}}[%[[AT]]]
  gpu.func @unlimited(%A: !rows, %B: !rows) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[3, 5] as #rows scope cta : !rows to vector<32xf16>
    tl.store %v as #rows to %B[7, 8] scope cta : vector<32xf16> to !rows
    gpu.return
  }

  // CHECK-LABEL: gpu.func @pitched(
  // CHECK-NOT: index_castui
  // CHECK: tl.thread_load
  gpu.func @pitched(%A: !pitched) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !pitched to vector<32xf16>
    gpu.return
  }

  // A pitch of 32 bits is multiplied by a digit of 32: one product of 64, which
  // the others are extended for.
  // CHECK-LABEL: gpu.func @words(
  // CHECK: %[[COLUMN:.*]] = arith.muli %{{.*}}, %{{.*}} overflow<nsw> : i32
  // CHECK: %[[ROW:.*]] = arith.shrui %{{.*}}, %{{.*}} : i32
  // CHECK: %[[DIGIT:.*]] = arith.index_castui %[[ROW]] : i32 to index
  // CHECK: %[[LOW:.*]] = arith.index_cast %{{.*}} : index to i32
  // CHECK: %[[PITCH:.*]] = arith.index_castui %[[LOW]] : i32 to index
  // CHECK: %[[PRODUCT:.*]] = arith.muli %[[DIGIT]], %[[PITCH]] overflow<nsw> : index
  // CHECK: %[[WIDE:.*]] = arith.index_castui %[[COLUMN]] : i32 to index
  // CHECK: arith.addi %[[WIDE]], %[[PRODUCT]] overflow<nsw> : index
  gpu.func @words(%A: memref<?xf16>, %ld: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%pitch, 1] : memref<?xf16> to !pitched
    %v = tl.load %a as #rows scope cta : !pitched to vector<32xf16>
    gpu.return
  }

  // A pitch that keeps the whole tile within 31 bits, and one that does not.
  // CHECK-LABEL: gpu.func @near(
  // CHECK: %[[COLUMN:.*]] = arith.muli %{{.*}}, %{{.*}} overflow<nsw> : i32
  // CHECK: %[[ROW:.*]] = arith.shrui %{{.*}}, %{{.*}} : i32
  // CHECK: %[[PITCH:.*]] = arith.index_cast %{{.*}} : index to i32
  // CHECK: %[[PRODUCT:.*]] = arith.muli %[[ROW]], %[[PITCH]] overflow<nsw> : i32
  // CHECK: %[[SUM:.*]] = arith.addi %[[COLUMN]], %[[PRODUCT]] overflow<nsw> : i32
  // CHECK: %[[OFFSET:.*]] = arith.index_castui %[[SUM]] : i32 to index
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]]
  // CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nsw> : index
  // CHECK: tl.thread_store
  gpu.func @near(%A: memref<?xf16>, %ld: i32, %B: memref<?xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %small = tl.assume %ld range 0 to 0xffffff : i32
    %pitch = arith.index_cast %small : i32 to index
    %larger = tl.assume %ld range 0 to 0x1041041 : i32
    %other = arith.index_cast %larger : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%pitch, 1] : memref<?xf16> to !pitched
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [64, 64], strides: [%other, 1] : memref<?xf16> to !pitched
    %v = tl.load %a as #rows scope cta : !pitched to vector<32xf16>
    tl.store %v as #rows to %b scope cta : vector<32xf16> to !pitched
    gpu.return
  }

  // A buffer that is declared small is near wherever a tile of it is, whose extents
  // and pitch nothing is known of; so is one of unknown size whose view says how far
  // it reaches.
  // CHECK-LABEL: gpu.func @declared(
  // CHECK: %[[PITCH:.*]] = arith.index_cast %strides#0 : index to i32
  // CHECK: %[[PRODUCT:.*]] = arith.muli %{{.*}}, %[[PITCH]] overflow<nsw> : i32
  // CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %[[PRODUCT]] overflow<nsw> : i32
  // CHECK: %[[OFFSET:.*]] = arith.index_castui %[[SUM]] : i32 to index
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]]
  // CHECK: %[[OTHER:.*]] = arith.index_castui %{{.*}} : i32 to index
  // CHECK: tl.thread_store %{{.*}}[%[[OTHER]]]
  gpu.func @declared(%A: memref<65536xf16>, %ld: i32, %i: i32, %j: i32, %B: memref<?xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %pitch = arith.index_cast %ld : i32 to index
    %small = tl.assume %pitch range 0 to 0x10000 : index
    %c1000 = arith.constant 1000 : index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%pitch, %pitch], strides: [%pitch, 1] : memref<65536xf16> to !open
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [%c1000, %small], strides: [%small, 1] : memref<?xf16> to !open
    %v = tl.load %a[%i : i32, %j : i32] as #rows scope cta : !open to vector<32xf16>
    tl.store %v as #rows to %b[%i : i32, %j : i32] scope cta : vector<32xf16> to !open
    gpu.return
  }

  // It is the buffer behind a view whose dimensions change places, and behind one of
  // two that are said to be apart.
  // CHECK-LABEL: gpu.func @turned(
  // CHECK: %[[PITCH:.*]] = arith.index_cast %strides#{{[0-9]}} : index to i32
  // CHECK: arith.muli %{{.*}}, %[[PITCH]] overflow<nsw> : i32
  // CHECK: %[[OFFSET:.*]] = arith.index_castui %{{.*}} : i32 to index
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]]
  // CHECK-NOT: arith.muli {{.*}} : index
  // CHECK: tl.thread_store
  gpu.func @turned(%A: memref<65536xf16>, %ld: i32, %i: i32, %j: i32, %B: memref<65536xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%pitch, %pitch], strides: [%pitch, 1] : memref<65536xf16> to !open
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [%pitch, %pitch], strides: [%pitch, 1] : memref<65536xf16> to !open
    %columns = memref.transpose %a (r, c) -> (c, r) : !open to !turned
    %apart:2 = memref.distinct_objects %columns, %b : !turned, !open
    %v = tl.load %apart#0[%j : i32, %i : i32] as #columns scope cta : !turned to vector<32xf16>
    tl.store %v as #rows to %apart#1[%i : i32, %j : i32] scope cta : vector<32xf16> to !open
    gpu.return
  }

  // Not so where a thread may begin below it: that is further than 31 bits hold, and
  // products have 64.
  // CHECK-LABEL: gpu.func @below(
  // CHECK: scf.if
  // CHECK: %[[ROW:.*]] = arith.index_cast %arg1 : i32 to index
  // CHECK: arith.muli %[[ROW]], %{{.*}} : index
  // CHECK: tl.thread_load
  gpu.func @below(%A: memref<64xf32>, %i: i32, %m: i32, %ld: i32, %B: memref<4x32xf32>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c32 = arith.constant 32 : index
    %rows = arith.index_cast %m : i32 to index
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%rows, %c32], strides: [%pitch, 1] : memref<64xf32> to memref<?x?xf32, strided<[?, 1]>>
    %v = tl.load %a[%i : i32, 0] as #few scope cta bounds(%m : i32, 32) from(0, 0) : memref<?x?xf32, strided<[?, 1]>> to vector<4xf32>
    tl.store %v as #few to %B scope cta : vector<4xf32> to memref<4x32xf32>
    gpu.return
  }

  // Where its tile spans little, it does not begin far below.
  // CHECK-LABEL: gpu.func @little_below(
  // CHECK: %[[PITCH:.*]] = arith.index_cast %strides#0 : index to i32
  // CHECK: arith.muli %arg1, %[[PITCH]] : i32
  // CHECK: %[[BASE:.*]] = arith.index_cast %{{.*}} : i32 to index
  // CHECK: tl.thread_load %{{.*}}[%[[BASE]]]
  gpu.func @little_below(%A: memref<65536xf32>, %i: i32, %m: i32, %ld: i32, %B: memref<4x32xf32>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c32 = arith.constant 32 : index
    %rows = arith.index_cast %m : i32 to index
    %some = tl.assume %ld range 32 to 65536 : i32
    %pitch = arith.index_cast %some : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%rows, %c32], strides: [%pitch, 1] : memref<65536xf32> to memref<?x?xf32, strided<[?, 1]>>
    %v = tl.load %a[%i : i32, 0] as #few scope cta bounds(%m : i32, 32) from(0, 0) : memref<?x?xf32, strided<[?, 1]>> to vector<4xf32>
    tl.store %v as #few to %B scope cta : vector<4xf32> to memref<4x32xf32>
    gpu.return
  }

  // What a condition says of a part holds of the sum: its room has 32 bits.
  // CHECK-LABEL: gpu.func @part_under_condition(
  // CHECK: scf.if
  // CHECK: %[[ROW:.*]] = arith.addi %arg1, %{{.*}} : i32
  // CHECK: %[[COORDINATE:.*]] = arith.addi %[[ROW]], %{{.*}} overflow<nsw> : i32
  // CHECK: arith.subi %{{.*}}, %[[COORDINATE]] overflow<nsw> : i32
  gpu.func @part_under_condition(%A: memref<1024x64xf16> {llvm.align = 16 : i64}, %i: i32, %m: i32, %B: memref<16x64xf16> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c32 = arith.constant 32 : i32
    %t = gpu.thread_id x
    %thread = arith.index_cast %t : index to i32
    %warp = arith.divui %thread, %c32 : i32
    %c4 = arith.constant 4 : i32
    %own = arith.muli %warp, %c4 : i32
    %most = tl.assume %m range 0 to 1024 : i32
    %some = arith.cmpi slt, %i, %most : i32
    scf.if %some {
      %row = arith.addi %i, %warp : i32
      %v = tl.load %A[%row : i32, 0] as #tl.register<spatial(4, 8).local(1, 8)> scope warp bounds(%most : i32, 64) : memref<1024x64xf16> to vector<8xf16>
      tl.store %v as #tl.register<spatial(4, 8).local(1, 8)> to %B[%own : i32, 0] scope warp : vector<8xf16> to memref<16x64xf16>
    }
    gpu.return
  }

  // One row reaches as far as it is long.
  // CHECK-LABEL: gpu.func @one_row(
  // CHECK: %[[SUM:.*]] = arith.addi %arg2, %{{.*}} overflow<nsw> : i32
  // CHECK: %[[OFFSET:.*]] = arith.index_castui %[[SUM]] : i32 to index
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]]
  gpu.func @one_row(%A: memref<?xf16>, %ld: i32, %j: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %pitch = arith.index_cast %ld : i32 to index
    %small = tl.assume %pitch range 0 to 0x10000 : index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [1, %small], strides: [%small, 1] : memref<?xf16> to memref<1x?xf16, strided<[?, 1]>>
    %v = tl.load %a[0, %j : i32] as #tl.register<spatial(1, 32).local(1, 8)> scope warp : memref<1x?xf16, strided<[?, 1]>> to vector<8xf16>
    gpu.return
  }

  // An origin of 64 bits is none of the factors that have 32.
  // CHECK-LABEL: gpu.func @wide_origin(
  // CHECK: arith.muli %arg2, %strides#0 overflow<nsw> : index
  // CHECK: %[[ROW:.*]] = arith.shrui %{{.*}}, %{{.*}} : i32
  // CHECK: arith.index_castui %[[ROW]] : i32 to index
  gpu.func @wide_origin(%A: memref<?xf16>, %ld: i32, %i: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%pitch, 1] : memref<?xf16> to !pitched
    %v = tl.load %a[%i, 0] as #rows scope cta : !pitched to vector<32xf16>
    gpu.return
  }

  // Origins that are constants apart have the rest in common: of one offset, of which
  // nothing says that it is inside, or that it does not wrap around.  A constant that
  // leads too far is a part of it.
  // CHECK-LABEL: gpu.func @apart(
  // CHECK: %[[ROW:.*]] = arith.addi %arg1, %{{[0-9]+}} : i32
  // CHECK: %[[COLUMN:.*]] = arith.addi %arg2, %{{.*}} : i32
  // CHECK: %[[ROWS:.*]] = arith.muli %[[ROW]], %c64_i32 : i32
  // CHECK: %[[SUM:.*]] = arith.addi %[[ROWS]], %[[COLUMN]] : i32
  // CHECK: %[[WIDE:.*]] = arith.index_cast %[[SUM]] : i32 to index
  // CHECK: %[[BEFORE:.*]] = arith.addi %[[WIDE]], %c-68 overflow<nsw> : index
  // CHECK: arith.addi %[[ROW]], %c-1_i32 : i32
  // CHECK: tl.thread_load %{{.*}}[%[[BEFORE]]]
  // CHECK: tl.thread_load %{{.*}}[%[[WIDE]]]
  // CHECK: %[[BEHIND:.*]] = arith.addi %[[WIDE]], %c64 overflow<nsw> : index
  // CHECK: tl.thread_load %{{.*}}[%[[BEHIND]]]
  // CHECK: arith.addi %[[SUM]], %c-2147483520_i32 : i32
  // CHECK: tl.thread_load
  gpu.func @apart(%A: memref<64x64xf16> {llvm.align = 8 : i64}, %i: i32, %j: i32, %B: memref<64x64xf16> {llvm.align = 8 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %far = arith.constant 33554434 : i32
    %im = arith.subi %i, %c1 : i32
    %jm = arith.subi %j, %c4 : i32
    %ip = arith.addi %i, %c1 : i32
    %wrap = arith.addi %i, %far : i32
    %a = tl.load %A[%im : i32, %jm : i32] as #corner scope cta bounds(64, 64) from(0, 0) : memref<64x64xf16> to vector<4xf16>
    %b = tl.load %A[%i : i32, %j : i32] as #corner scope cta bounds(64, 64) from(0, 0) : memref<64x64xf16> to vector<4xf16>
    %c = tl.load %A[%ip : i32, %j : i32] as #corner scope cta bounds(64, 64) from(0, 0) : memref<64x64xf16> to vector<4xf16>
    %d = tl.load %A[%wrap : i32, %j : i32] as #corner scope cta bounds(64, 64) from(0, 0) : memref<64x64xf16> to vector<4xf16>
    tl.store %a as #corner to %B scope cta : vector<4xf16> to memref<64x64xf16>
    tl.store %b as #corner to %B[32, 0] scope cta : vector<4xf16> to memref<64x64xf16>
    tl.store %c as #corner to %B[0, 16] scope cta : vector<4xf16> to memref<64x64xf16>
    tl.store %d as #corner to %B[32, 16] scope cta : vector<4xf16> to memref<64x64xf16>
    gpu.return
  }

  // Of origins of 64 bits in small memory the rest is cut to 32.
  // CHECK-LABEL: gpu.func @apart_index(
  // CHECK: %[[I:.*]] = arith.index_cast %arg1 : index to i32
  // CHECK: arith.muli %[[I]], %c64_i32 : i32
  // CHECK: %[[WIDE:.*]] = arith.index_cast %{{[0-9]+}} : i32 to index
  // CHECK-NEXT: %c-68
  // CHECK-NEXT: %[[BEFORE:.*]] = arith.addi %[[WIDE]], %c-68 overflow<nsw> : index
  // CHECK: tl.thread_load %{{.*}}[%[[BEFORE]]]
  // CHECK: tl.thread_load %{{.*}}[%[[WIDE]]]
  // CHECK: %[[BEHIND:.*]] = arith.addi %[[WIDE]], %c64 overflow<nsw> : index
  // CHECK: tl.thread_load %{{.*}}[%[[BEHIND]]]
  gpu.func @apart_index(%A: memref<64x64xf16> {llvm.align = 8 : i64}, %i: index, %j: index, %B: memref<64x64xf16> {llvm.align = 8 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %im = arith.subi %i, %c1 : index
    %jm = arith.subi %j, %c4 : index
    %ip = arith.addi %i, %c1 : index
    %a = tl.load %A[%im, %jm] as #corner scope cta bounds(64, 64) from(0, 0) : memref<64x64xf16> to vector<4xf16>
    %b = tl.load %A[%i, %j] as #corner scope cta bounds(64, 64) from(0, 0) : memref<64x64xf16> to vector<4xf16>
    %c = tl.load %A[%ip, %j] as #corner scope cta bounds(64, 64) from(0, 0) : memref<64x64xf16> to vector<4xf16>
    tl.store %a as #corner to %B scope cta : vector<4xf16> to memref<64x64xf16>
    tl.store %b as #corner to %B[32, 0] scope cta : vector<4xf16> to memref<64x64xf16>
    tl.store %c as #corner to %B[0, 16] scope cta : vector<4xf16> to memref<64x64xf16>
    gpu.return
  }

  // Those of 16 bits wrap around earlier, and have nothing in common.
  // CHECK-LABEL: gpu.func @apart_short(
  // CHECK: arith.index_cast %{{[0-9]+}} : index to i32
  // CHECK: tl.thread_load
  // CHECK: tl.thread_load
  gpu.func @apart_short(%A: memref<64x64xf16> {llvm.align = 8 : i64}, %i: i16, %B: memref<64x64xf16> {llvm.align = 8 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c8 = arith.constant 8 : i16
    %ip = arith.addi %i, %c8 : i16
    %a = tl.load %A[%i : i16, 0] as #corner scope cta bounds(64, 64) from(0, 0) : memref<64x64xf16> to vector<4xf16>
    %b = tl.load %A[%ip : i16, 0] as #corner scope cta bounds(64, 64) from(0, 0) : memref<64x64xf16> to vector<4xf16>
    tl.store %a as #corner to %B scope cta : vector<4xf16> to memref<64x64xf16>
    tl.store %b as #corner to %B[32, 0] scope cta : vector<4xf16> to memref<64x64xf16>
    gpu.return
  }

  // So have those of 64 bits, outside of loops, and those of 32 bits beside them do not,
  // since they wrap around earlier.
  // CHECK-LABEL: gpu.func @apart_wide(
  // CHECK: arith.muli %arg1, %strides#0 : index
  // CHECK: %[[ABOVE:.*]] = arith.muli %strides#0, %c-1 : index
  // CHECK: %[[OFFSET:.*]] = arith.addi %[[REST:.*]], %[[ABOVE]] : index
  // CHECK: tl.thread_load %arg0[%[[OFFSET]]]
  // CHECK: tl.thread_load %arg0[%[[REST]]]
  // CHECK: %[[WORD:.*]] = arith.index_cast %arg3 : i32 to index
  // CHECK: arith.muli %[[WORD]], %strides#0 overflow<nsw> : index
  // CHECK: %[[NEXT:.*]] = arith.index_cast %{{[0-9]+}} : i32 to index
  // CHECK: arith.muli %[[NEXT]], %strides#0 overflow<nsw> : index
  gpu.func @apart_wide(%A: memref<?x?xf16, strided<[?, 1]>>, %i: index, %B: memref<64x64xf16>, %k: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %rows = memref.dim %A, %c0 : memref<?x?xf16, strided<[?, 1]>>
    %im = arith.subi %i, %c1 : index
    %kp = arith.addi %k, %one : i32
    %a = tl.load %A[%im, 0] as #corner scope cta bounds(%rows, 64) from(0, 0) : memref<?x?xf16, strided<[?, 1]>> to vector<4xf16>
    %b = tl.load %A[%i, 0] as #corner scope cta bounds(%rows, 64) from(0, 0) : memref<?x?xf16, strided<[?, 1]>> to vector<4xf16>
    %c = tl.load %A[%k : i32, 0] as #corner scope cta bounds(%rows, 64) from(0, 0) : memref<?x?xf16, strided<[?, 1]>> to vector<4xf16>
    %d = tl.load %A[%kp : i32, 0] as #corner scope cta bounds(%rows, 64) from(0, 0) : memref<?x?xf16, strided<[?, 1]>> to vector<4xf16>
    tl.store %a as #corner to %B scope cta : vector<4xf16> to memref<64x64xf16>
    tl.store %b as #corner to %B[32, 0] scope cta : vector<4xf16> to memref<64x64xf16>
    tl.store %c as #corner to %B[0, 16] scope cta : vector<4xf16> to memref<64x64xf16>
    tl.store %d as #corner to %B[32, 16] scope cta : vector<4xf16> to memref<64x64xf16>
    gpu.return
  }

  // The farthest that it may lead either way, and one more.
  // CHECK-LABEL: gpu.func @farthest_apart(
  // CHECK: %[[SUM:.*]] = arith.addi %arg1, %{{[0-9]+}} : i32
  // CHECK: %[[WIDE:.*]] = arith.index_cast %[[SUM]] : i32 to index
  // CHECK: %[[BEFORE:.*]] = arith.addi %[[WIDE]], %c-1073741823 overflow<nsw> : index
  // CHECK: tl.thread_load %{{.*}}[%[[BEFORE]]]
  // CHECK: %[[BEHIND:.*]] = arith.addi %[[WIDE]], %c1073741823 overflow<nsw> : index
  // CHECK: tl.thread_load %{{.*}}[%[[BEHIND]]]
  // CHECK: %[[MORE:.*]] = arith.addi %[[SUM]], %c-1073741824_i32{{.*}} : i32
  // CHECK: %[[OFFSET:.*]] = arith.index_cast %[[MORE]] : i32 to index
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]]
  gpu.func @farthest_apart(%A: memref<128xi8>, %i: i32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %most = arith.constant 1073741823 : i32
    %more = arith.constant 1073741824 : i32
    %before = arith.subi %i, %most : i32
    %behind = arith.addi %i, %most : i32
    %far = arith.subi %i, %more : i32
    %a = tl.load %A[%before : i32] as #line scope warp bounds(128) from(0) : memref<128xi8> to vector<4xi8>
    %b = tl.load %A[%behind : i32] as #line scope warp bounds(128) from(0) : memref<128xi8> to vector<4xi8>
    %c = tl.load %A[%far : i32] as #line scope warp bounds(128) from(0) : memref<128xi8> to vector<4xi8>
    gpu.return
  }

  // A coordinate that a limit asks for is that of the offset, but not of 64 bits where the
  // bound is a number: that is compared in 32.
  // CHECK-LABEL: gpu.func @coordinates(
  // CHECK: %[[ROW:.*]] = arith.addi %arg1, %{{.*}} overflow<nsw> : index
  // CHECK: %[[ROWS:.*]] = arith.muli %[[ROW]], %c64 overflow<nsw> : index
  // CHECK: %[[REST:.*]] = arith.addi %[[ROWS]], %arg2 overflow<nsw> : index
  // CHECK: %[[COLUMNS:.*]] = arith.muli %{{.*}}, %c4 overflow<nsw> : index
  // CHECK: %[[OFFSET:.*]] = arith.addi %[[REST]], %[[COLUMNS]] overflow<nsw> : index
  // CHECK: arith.subi %arg3, %[[ROW]] overflow<nsw> : index
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]]
  gpu.func @coordinates(%A: memref<64x64xf16>, %i: index, %j: index, %m: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = tl.load %A[%i, %j] as #corner scope cta bounds(%m, 64) : memref<64x64xf16> to vector<4xf16>
    gpu.return
  }

  // Not where its digits are other parts of the offset, or other numbers times.
  // CHECK-LABEL: gpu.func @modes(
  // CHECK-DAG: arith.muli %{{.*}}, %c1250_i32
  // CHECK-DAG: arith.muli %{{.*}}, %c256_i32
  // CHECK: tl.thread_load
  // CHECK: arith.muli %{{.*}}, %c512_i32
  // CHECK: tl.thread_load
  gpu.func @modes(%A: memref<65536xf16>, %m: i32, %B: memref<64x64xf16>, %C: memref<64x64xf16>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %a = tl.load %A layout #uneven as #parted scope cta bounds(%m : i32, 64) : memref<65536xf16> to vector<8xf16>
    tl.store %a as #parted to %B scope cta : vector<8xf16> to memref<64x64xf16>
    %b = tl.load %A layout #longer as #parted scope cta bounds(%m : i32, 64) : memref<65536xf16> to vector<8xf16>
    tl.store %b as #parted to %C scope cta : vector<8xf16> to memref<64x64xf16>
    gpu.return
  }

  // Coordinates of threads end at 2^31 - 1; those that registers add need no sum of 32 bits.
  // CHECK-LABEL: gpu.func @behind_last(
  // CHECK: %[[ROOM:.*]] = arith.subi %arg1, %{{.*}} overflow<nsw> : i32
  // CHECK: tl.thread_load {{.*}} within
  gpu.func @behind_last(%A: memref<64x4xf16>, %m: i32, %x: i32, %B: memref<32x4xf16>) kernel
      attributes {known_block_size = array<i32: 16, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %i = arith.muli %x, %c32 : i32
    %ip = arith.addi %i, %c1 : i32
    %v = tl.load %A[%ip : i32, 0] as #tl.register<local(2, 1).spatial(16, 1).local(1, 4)> scope cta bounds(%m : i32, 4) : memref<64x4xf16> to vector<8xf16>
    tl.store %v as #tl.register<local(2, 1).spatial(16, 1).local(1, 4)> to %B scope cta : vector<8xf16> to memref<32x4xf16>
    gpu.return
  }

  // Whatever begins so far before memory that 32 bits do not hold where, or behind
  // it, is outside modulo 2^32 as well: nothing of the comparison may be poison.
  // WRITTEN-LABEL: gpu.func @above(
  // WRITTEN:       %[[ABOVE:.*]] = arith.subi %{{.*}}, %{{.*}} : i32
  // WRITTEN:       arith.cmpi ult, %[[ABOVE]], %[[EXTENT:.*]] : i32
  // WRITTEN:       %[[NEXT:.*]] = arith.addi %[[ABOVE]], %{{.*}} : i32
  // WRITTEN:       arith.cmpi ult, %[[NEXT]], %[[EXTENT]] : i32
  gpu.func @above(%A: memref<64x4xf16> {llvm.align = 8 : i64}, %i: i32, %n: i32, %B: memref<256x4xf16> {llvm.align = 8 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[%i : i32, 0] as #tl.register<local(2, 1).spatial(128, 1).local(1, 4)> scope cta bounds(%n : i32, 4) from(3, 0) : memref<64x4xf16> to vector<8xf16>
    tl.store %v as #tl.register<local(2, 1).spatial(128, 1).local(1, 4)> to %B scope cta : vector<8xf16> to memref<256x4xf16>
    gpu.return
  }

  // A bound below 0 leaves nothing, and is not so low that a room wraps around.
  // CHECK-LABEL: gpu.func @below_zero(
  // CHECK: %[[ROOM:.*]] = arith.subi %{{.*}}, %{{.*}} overflow<nsw> : i32
  // CHECK: arith.index_cast %[[ROOM]] : i32 to index
  // FAR: error: 'tl.load' op assertion: thread (0, 0, 0) of block (0, 0, 0) has bound -1073741825 in dimension 0, where the tile ends at 256; it has to be at least -1073741824
  gpu.func @below_zero(%A: memref<64x4xf16>, %n: index, %B: memref<256x4xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c64 = arith.constant 64 : index
    %m = arith.minsi %n, %c64 : index
    %v = tl.load %A as #tl.register<local(2, 1).spatial(128, 1).local(1, 4)> scope cta bounds(%m, 4) : memref<64x4xf16> to vector<8xf16>
    tl.store %v as #tl.register<local(2, 1).spatial(128, 1).local(1, 4)> to %B scope cta : vector<8xf16> to memref<256x4xf16>
    gpu.return
  }

  // Beside a copy in 64 bits the product alone has digits of 32 bits.
  // CHECK-LABEL: gpu.func @word_beside_wide(
  // CHECK: %[[COLUMN:.*]] = arith.muli %{{.*}}, %{{.*}} overflow<nsw> : index
  // CHECK: %[[ROW:.*]] = arith.shrui %{{.*}}, %{{.*}} : i32
  // CHECK: %[[DIGIT:.*]] = arith.index_castui %[[ROW]] : i32 to index
  // CHECK: %[[PRODUCT:.*]] = arith.muli %[[DIGIT]], %{{.*}} overflow<nsw> : index
  // CHECK: arith.addi %[[COLUMN]], %[[PRODUCT]] overflow<nsw> : index
  gpu.func @word_beside_wide(%A: memref<?xf16>, %ld: i32, %B: memref<?x1024xf16>, %i: index)
      workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%pitch, 1] : memref<?xf16> to !pitched
    %v = tl.load %a as #rows scope cta : !pitched to vector<32xf16>
    tl.store %v as #rows to %B[%i, 0] scope cta : vector<32xf16> to memref<?x1024xf16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @unknown_block(
  // CHECK-NOT: index_castui
  // CHECK: tl.thread_load
  gpu.func @unknown_block(%A: !tile) kernel {
    %v = tl.load %A as #rows scope cta : !tile to vector<32xf16>
    gpu.return
  }

  // A bound of 64 bits is compared with as many.
  // CHECK-LABEL: gpu.func @long_bound(
  // CHECK: %[[OFFSET:.*]] = arith.index_castui %{{.*}} : i32 to index
  // CHECK: %[[ROW:.*]] = arith.index_castui %{{.*}} : i32 to index
  // CHECK: %[[ROOM:.*]] = arith.subi %{{.*}}, %[[ROW]] overflow<nsw> : index
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]] {{.*}} within (%[[ROOM]])
  gpu.func @long_bound(%A: !tile, %n: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta bounds(%n, 64) : !tile to vector<32xf16>
    gpu.return
  }

  // So is one that is 2^31 at most, which 32 bits do not hold.
  // CHECK-LABEL: gpu.func @behind_words(
  // CHECK: %[[BOUND:.*]] = tl.assume
  // CHECK: %[[OFFSET:.*]] = arith.index_castui %{{.*}} : i32 to index
  // CHECK: %[[ROW:.*]] = arith.index_castui %{{.*}} : i32 to index
  // CHECK: %[[ROOM:.*]] = arith.subi %[[BOUND]], %[[ROW]] overflow<nsw> : index
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]] {{.*}} within (%[[ROOM]])
  gpu.func @behind_words(%A: !tile, %n: index, %B: !tile) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %bound = tl.assume %n range 0 to 0x80000000 : index
    %v = tl.load %A as #rows scope cta bounds(%bound, 64) : !tile to vector<32xf16>
    tl.store %v as #rows to %B scope cta : vector<32xf16> to !tile
    gpu.return
  }

  // CHECK-LABEL: gpu.func @moved(
  // CHECK-NOT: index_castui
  // CHECK: tl.thread_store
  gpu.func @moved(%A: !tile, %B: !rows, %i: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !tile to vector<32xf16>
    tl.store %v as #rows to %B[%i, 0] scope cta : vector<32xf16> to !rows
    gpu.return
  }

  // Beside shared memory units are extended, and LLVM does not know of how many
  // bits.
  // CHECK-LABEL: gpu.func @staged(
  // CHECK: %[[UNITS:.*]] = arith.index_castui %{{.*}} : i32 to index
  // CHECK: %[[WORD:.*]] = arith.index_cast %[[UNITS]] : index to i64
  // CHECK: llvm.inttoptr %[[WORD]]
  // CHECK: llvm.intr.strip.invariant.group
  // CHECK: %[[OFFSET:.*]] = arith.muli %{{.*}}, %{{.*}} overflow<nsw> : index
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]]
  gpu.func @staged(%A: !tile) workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !tile to vector<32xf16>
    tl.store %v as #rows to %S scope cta : vector<32xf16> to !shared
    gpu.return
  }

  // A number beside the units is added last.
  // CHECK-LABEL: gpu.func @staged_behind(
  // CHECK: tl.thread_load
  // CHECK: arith.index_castui
  // CHECK: llvm.intr.strip.invariant.group
  // CHECK: %[[OFFSET:.*]] = arith.muli %{{.*}}, %c8 overflow<nsw> : index
  // CHECK: %[[BEHIND:.*]] = arith.addi %[[OFFSET]], %c36 overflow<nsw> : index
  // CHECK: tl.thread_store %{{.*}}[%[[BEHIND]]]
  gpu.func @staged_behind(%A: !tile) workgroup(%S: memref<8192xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !tile to vector<32xf16>
    tl.store %v as #rows to %S layout #tl.tile<S[(64, 64) : (64, 1)] + 36> scope cta : vector<32xf16> to memref<8192xf16, #gpu.address_space<workgroup>>
    gpu.return
  }

  // Under a swizzle there is no unit of all; one fragment has all of it in common.
  // CHECK-LABEL: gpu.func @swizzled(
  // CHECK: index_castui
  // CHECK: tl.thread_store
  gpu.func @swizzled(%A: !tile, %B: !tile) workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !tile to vector<32xf16>
    tl.store %v as #rows to %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> scope cta : vector<32xf16> to !shared
    gpu.return
  }

  // CHECK-LABEL: gpu.func @two_fragments(
  // CHECK-NOT: index_castui
  // CHECK: gpu.return
  gpu.func @two_fragments(%A: !tile, %B: !tile) workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta : !tile to vector<32xf16>
    tl.store %v as #rows to %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> scope cta : vector<32xf16> to !shared
    gpu.barrier
    %w = tl.load %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<local(4, 1).column_spatial(16, 8).local(1, 8)> scope cta : !shared to vector<32xf16>
    tl.store %w as #tl.register<local(4, 1).column_spatial(16, 8).local(1, 8)> to %B scope cta : vector<32xf16> to !tile
    gpu.return
  }

  // A column that a bound is compared with is a part of the offset as it is.
  // CHECK-LABEL: gpu.func @digit_of_limit(
  // CHECK: %[[T8:.*]] = arith.andi %{{.*}}, %c7_i32 : i32
  // CHECK: %[[COLUMN:.*]] = arith.muli %[[T8]], %c8_i32 : i32
  // CHECK: %[[SUM:.*]] = arith.addi %[[COLUMN]], %{{.*}} : i32
  // CHECK: %[[OFFSET:.*]] = arith.index_castui %[[SUM]] : i32 to index
  // CHECK: %[[AGAIN:.*]] = arith.muli %[[T8]], %c8_i32 overflow<nsw> : i32
  // CHECK: arith.subi %{{.*}}, %[[AGAIN]] overflow<nsw> : i32
  // CHECK: tl.thread_load %{{.*}}[%[[OFFSET]]]
  gpu.func @digit_of_limit(%A: !tile, %n: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta bounds(64, %n : i32) : !tile to vector<32xf16>
    gpu.return
  }

  // Beside a number known at run time digits are there in 32 bits, beside a bound of 64
  // in 64.
  // CHECK-LABEL: gpu.func @two_fragments_bounded(
  // CHECK: arith.index_castui
  // CHECK: tl.thread_load
  // CHECK: gpu.return
  gpu.func @two_fragments_bounded(%A: !tile, %B: !tile, %m: i32) workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta bounds(%m : i32, 64) : !tile to vector<32xf16>
    tl.store %v as #rows to %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> scope cta : vector<32xf16> to !shared
    gpu.barrier
    %w = tl.load %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<local(4, 1).column_spatial(16, 8).local(1, 8)> scope cta : !shared to vector<32xf16>
    tl.store %w as #tl.register<local(4, 1).column_spatial(16, 8).local(1, 8)> to %B scope cta bounds(%m : i32, 64) : vector<32xf16> to !tile
    gpu.return
  }

  // CHECK-LABEL: gpu.func @two_fragments_far(
  // CHECK-NOT: arith.index_castui
  // CHECK: tl.thread_load
  // CHECK: tl.thread_store
  gpu.func @two_fragments_far(%A: !tile, %B: !tile, %m: index, %n: i32) workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #rows scope cta bounds(%m, %n : i32) : !tile to vector<32xf16>
    tl.store %v as #rows to %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> scope cta : vector<32xf16> to !shared
    gpu.barrier
    %w = tl.load %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<local(4, 1).column_spatial(16, 8).local(1, 8)> scope cta : !shared to vector<32xf16>
    tl.store %w as #tl.register<local(4, 1).column_spatial(16, 8).local(1, 8)> to %B scope cta : vector<32xf16> to !tile
    gpu.return
  }

  // Two fragments of lanes, as those of a product.
  // CHECK-LABEL: gpu.func @two_fragments_of_lanes(
  // CHECK-NOT: arith.index_castui
  // CHECK: tl.thread_load
  // CHECK: tl.thread_load
  // CHECK: gpu.return
  gpu.func @two_fragments_of_lanes(%A: !tile {llvm.align = 16 : i64}, %m: i32, %B: memref<8xf16>) workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #rows scope cta async bounds(%m : i32, 64) : !tile to !shared
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<mma_a(16, 8, 16, 16)> scope warp : !shared to vector<8xf16>
    %w = tl.load %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<mma_b(16, 8, 16, 16)> scope warp : !shared to vector<4xf16>
    gpu.return
  }

  // An asynchronous copy has digits of the thread on both sides: both have 32 bits,
  // or none.
  // CHECK-LABEL: gpu.func @asynchronous(
  // CHECK-COUNT-2: arith.index_castui %{{.*}} : i32 to index
  // CHECK: tl.thread_async
  // CHECK-NOT: index_castui
  // CHECK: gpu.return
  gpu.func @asynchronous(%A: !tile {llvm.align = 16 : i64}, %B: !tile) workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #rows scope cta async : !tile to !shared
    tl.async_commit
    tl.async_wait 0
    gpu.return
  }

  // An origin of 64 bits in small memory is counted in 32 outside of loops.
  // CHECK-LABEL: gpu.func @asynchronous_stage(
  // CHECK: arith.index_cast %{{.*}} : index to i32
  // CHECK-COUNT-2: arith.index_castui %{{.*}} : i32 to index
  // CHECK: gpu.return
  gpu.func @asynchronous_stage(%A: !tile {llvm.align = 16 : i64}, %stage: index) workgroup(%S: memref<2x64x64xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S[%stage, 0, 0] layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #rows scope cta async : !tile to memref<2x64x64xf16, #gpu.address_space<workgroup>>
    tl.async_commit
    tl.async_wait 0
    gpu.return
  }

  // What lanes store has no digits in common with what threads of the block copy,
  // and is extended last.  The same fragment of shared memory has.
  // CHECK-LABEL: gpu.func @lanes_apart(
  // CHECK: tl.thread_async
  // CHECK-NOT: index_castui
  // CHECK: tl.thread_load
  // CHECK: arith.index_castui %{{.*}} : i32 to index
  // CHECK: tl.thread_store
  gpu.func @lanes_apart(%A: memref<?x1024xf16> {llvm.align = 16 : i64}, %B: memref<64x128xf32>, %i: i32, %k: index) workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A[%k, 0] to %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #rows scope cta async : memref<?x1024xf16> to !shared
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<mma_a(16, 8, 16, 16)> scope warp : !shared to vector<8xf16>
    %w = arith.extf %v : vector<8xf16> to vector<8xf32>
    %c32 = arith.constant 32 : i32
    %thread = gpu.thread_id x
    %t = arith.index_cast %thread : index to i32
    %warp = arith.divui %t, %c32 : i32
    %rows = arith.addi %warp, %warp : i32
    %row = arith.addi %i, %rows : i32
    tl.store %w as #tl.register<spatial(2, 16).local(1, 8)> to %B[%row : i32, 0] scope warp : vector<8xf32> to memref<64x128xf32>
    gpu.return
  }

  // Of an origin of 64 bits the offset has the last 32, with which nothing is outside that
  // the bound does not leave out: that is compared with all 64.
  // CHECK-LABEL: gpu.func @far_origin(
  // CHECK: arith.index_cast %arg1 : index to i32
  // CHECK: arith.addi %arg1, %{{.*}} overflow<nsw> : index
  // CHECK: tl.thread_load
  // CHECK: gpu.return
  gpu.func @far_origin(%A: memref<64x256xf16>, %i: index, %B: memref<64x256xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[%i, 0] as #tl.register<spatial(4, 32).local(1, 8)> scope cta bounds(60, 200) : memref<64x256xf16> to vector<8xf16>
    tl.store %v as #tl.register<spatial(4, 32).local(1, 8)> to %B[%i, 0] scope cta bounds(60, 200) : vector<8xf16> to memref<64x256xf16>
    gpu.return
  }

  // Coordinates from an origin of 32 bits on are below 2^32, and beyond 2^31 none is inside: the
  // largest number of 31 bits stands for those.
  // CHECK-LABEL: gpu.func @any_origin(
  // CHECK: %[[AT:[0-9]+]] = arith.addi %arg1, %{{.*}} : i32
  // CHECK: %[[CUT:[0-9]+]] = arith.minui %[[AT]], %c2147483647_i32{{.*}} : i32
  // CHECK: arith.subi %arg2, %[[CUT]] overflow<nsw> : i32
  // CHECK: tl.thread_load
  // CHECK: gpu.return
  gpu.func @any_origin(%A: memref<64x256xf16>, %i: i32, %n: i32, %B: memref<64x256xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[%i : i32, 0] as #tl.register<spatial(4, 32).local(1, 8)> scope cta bounds(%n : i32, 200) : memref<64x256xf16> to vector<8xf16>
    tl.store %v as #tl.register<spatial(4, 32).local(1, 8)> to %B[%i : i32, 0] scope cta bounds(%n : i32, 200) : vector<8xf16> to memref<64x256xf16>
    gpu.return
  }

  // Of an origin that may have more, coordinates are beyond 2^32, too.
  // CHECK-LABEL: gpu.func @longer_origin(
  // CHECK-NOT: arith.minui
  // CHECK: gpu.return
  gpu.func @longer_origin(%A: memref<64x256xf16>, %i: index, %n: i32, %B: memref<64x256xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %j = tl.assume %i range 0 to 4294967296 : index
    %v = tl.load %A[%j, 0] as #tl.register<spatial(4, 32).local(1, 8)> scope cta bounds(%n : i32, 200) : memref<64x256xf16> to vector<8xf16>
    tl.store %v as #tl.register<spatial(4, 32).local(1, 8)> to %B[%j, 0] scope cta bounds(%n : i32, 200) : vector<8xf16> to memref<64x256xf16>
    gpu.return
  }

  // Not of a counter, whose loop may end at the bound.
  // CHECK-LABEL: gpu.func @any_counter(
  // CHECK-NOT: arith.minui
  // CHECK: gpu.return
  gpu.func @any_counter(%A: memref<64x256xf16>, %i: i32, %n: i32, %B: memref<64x256xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c4 = arith.constant 4 : i32
    scf.for %k = %i to %n step %c4 : i32 {
      %v = tl.load %A[%k : i32, 0] as #tl.register<spatial(4, 32).local(1, 8)> scope cta bounds(%n : i32, 200) : memref<64x256xf16> to vector<8xf16>
      tl.store %v as #tl.register<spatial(4, 32).local(1, 8)> to %B[%k : i32, 0] scope cta bounds(%n : i32, 200) : vector<8xf16> to memref<64x256xf16>
    }
    gpu.return
  }

  // The last 32 bits of a counter of 64 do where the loop compares it with a bound, too.
  // CHECK-LABEL: gpu.func @bounded_counter(
  // CHECK: scf.for %[[K:.*]] =
  // CHECK: arith.index_cast %[[K]] : index to i32
  // CHECK: tl.thread_load
  gpu.func @bounded_counter(%A: memref<64x256xf16>, %i: index, %n: index, %B: memref<64x256xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %zero = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %m = tl.assume %n range 0 to 256 : index
    scf.for %k = %zero to %m step %c64 {
      %v = tl.load %A[%i, %k] as #tl.register<spatial(16, 8).local(1, 8)> scope cta bounds(64, %m) : memref<64x256xf16> to vector<8xf16>
      tl.store %v as #tl.register<spatial(16, 8).local(1, 8)> to %B[%i, %k] scope cta bounds(64, %m) : vector<8xf16> to memref<64x256xf16>
    }
    gpu.return
  }

  // Without bounds LLVM carries a pointer.
  // CHECK-LABEL: gpu.func @counter_alone(
  // CHECK-NOT: index to i32
  // CHECK: gpu.return
  gpu.func @counter_alone(%A: memref<64x256xf16>, %n: index, %B: memref<64x256xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %zero = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    scf.for %k = %zero to %n step %c64 {
      %v = tl.load %A[32, %k] as #tl.register<spatial(16, 8).local(1, 8)> scope cta : memref<64x256xf16> to vector<8xf16>
      tl.store %v as #tl.register<spatial(16, 8).local(1, 8)> to %B[32, %k] scope cta : vector<8xf16> to memref<64x256xf16>
    }
    gpu.return
  }

  // There are at most 65,536 blocks along y, so that their rows have 31 bits.
  // CHECK-LABEL: gpu.func @rows_of_blocks(
  // CHECK-NOT: arith.minui
  // CHECK: arith.subi %arg1, %{{[0-9]+}} overflow<nsw> : i32
  // CHECK-NOT: arith.minui
  // CHECK: gpu.return
  gpu.func @rows_of_blocks(%A: memref<64x256xf16>, %n: i32, %B: memref<64x256xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %by = gpu.block_id y
    %i = arith.muli %by, %c4 : index
    %j = arith.addi %i, %c1 : index
    %v = tl.load %A[%j, 0] as #tl.register<spatial(4, 32).local(1, 8)> scope cta bounds(%n : i32, 200) : memref<64x256xf16> to vector<8xf16>
    tl.store %v as #tl.register<spatial(4, 32).local(1, 8)> to %B[%j, 0] scope cta bounds(%n : i32, 200) : vector<8xf16> to memref<64x256xf16>
    gpu.return
  }

  // Digits of threads below the first one are of numbers below 0, and wrap.
  // CHECK-LABEL: gpu.func @first_lane(
  // CHECK: %[[DIGIT:[0-9]+]] = arith.divui
  // CHECK: arith.muli %[[DIGIT]], %c189_i32 : i32
  // CHECK: gpu.return
  gpu.func @first_lane(%A: memref<2x3xi32>, %n: i32) workgroup(%S: memref<378xi32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %B = memref.reinterpret_cast %S to offset: [0], sizes: [2, 3], strides: [189, 13] : memref<378xi32, #gpu.address_space<workgroup>> to memref<2x3xi32, strided<[189, 13]>, #gpu.address_space<workgroup>>
    tl.copy %A[0, 0] to %B[0, 0] as #tl.tile<S[(2, 3) : (3@laneid, 1@laneid)] + 4@laneid> scope warp bounds(%n : i32, 3) async : memref<2x3xi32> to memref<2x3xi32, strided<[189, 13]>, #gpu.address_space<workgroup>>
    tl.async_commit
    tl.async_wait 0
    gpu.return
  }

  // So do coordinates of them, which a bound is compared with in front of the guard.
  // CHECK-LABEL: gpu.func @first_rows(
  // CHECK: %[[DIGIT:[0-9]+]] = arith.divui
  // CHECK: arith.muli %[[DIGIT]], %c4_i32 : i32
  // CHECK: gpu.return
  gpu.func @first_rows(%A: memref<8x3xi32>, %n: i32) workgroup(%S: memref<8x3xi32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S as #tl.tile<S[((2, 4), 3) : ((3@laneid, 1), 1@laneid)] + 4@laneid> scope warp bounds(%n : i32, 3) async : memref<8x3xi32> to memref<8x3xi32, #gpu.address_space<workgroup>>
    tl.async_commit
    tl.async_wait 0
    gpu.return
  }

  // What is in 32 bits for the bound, and cut there, is what the pitch is times.
  // CHECK-LABEL: gpu.func @cut_in_common(
  // CHECK: %[[ROW:[0-9]+]] = arith.addi %0, %{{[0-9]+}} : i32
  // CHECK: arith.muli %[[ROW]], %c72_i32 : i32
  // CHECK: arith.minui %[[ROW]], %c2147483647_i32{{.*}} : i32
  // CHECK: gpu.return
  gpu.func @cut_in_common(%A: memref<64x576xf16>, %i: i32, %n: i32, %B: memref<64x64xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %j = tl.assume %i range 0 to 2147483647 : i32
    %v = tl.load %A[%j : i32, 0] as #tl.register<spatial(16, 8).local(1, 8)> scope cta bounds(%n : i32, 64) : memref<64x576xf16> to vector<8xf16>
    tl.store %v as #tl.register<spatial(16, 8).local(1, 8)> to %B[0, 0] scope cta : vector<8xf16> to memref<64x64xf16>
    gpu.return
  }

  // Under a lower bound known at run time there is no such number.
  // CHECK-LABEL: gpu.func @uncut_above(
  // CHECK-NOT: arith.minui
  // CHECK: gpu.return
  gpu.func @uncut_above(%A: memref<64x256xf16>, %i: i32, %n: i32, %m: i32, %B: memref<64x256xf16>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %j = tl.assume %i range 0 to 2147483647 : i32
    %v = tl.load %A[%j : i32, 0] as #tl.register<spatial(4, 32).local(1, 8)> scope cta bounds(%n : i32, 200) from(%m : i32, 0) : memref<64x256xf16> to vector<8xf16>
    tl.store %v as #tl.register<spatial(4, 32).local(1, 8)> to %B scope cta : vector<8xf16> to memref<64x256xf16>
    gpu.return
  }

  // A row in front of another stays one beside a pitch known at run time: a
  // constant taken off it would be a product of its own.
  // CHECK-LABEL: gpu.func @row_before(
  // CHECK: %[[BEFORE:[0-9]+]] = arith.subi
  // CHECK: %[[WIDE:[0-9]+]] = arith.index_cast %[[BEFORE]] : i32 to index
  // CHECK: arith.muli %[[WIDE]], %{{[0-9]+}} : index
  // CHECK: arith.addi %[[BEFORE]], %{{[0-9]+}} : i32
  // CHECK: gpu.return
  gpu.func @row_before(%A: memref<262144xf16> {llvm.align = 16 : i64}, %ld: i32 {tl.divisibility = 8 : i64}, %n: i32, %B: memref<64x64xf16> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %by = gpu.block_id y
    %b = arith.index_cast %by : index to i32
    %i = arith.muli %b, %c16 : i32
    %im = arith.subi %i, %c1 : i32
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%pitch, 1] : memref<262144xf16> to !pitched
    %v = tl.load %a[%i : i32, 0] as #tl.register<spatial(16, 8).local(1, 8)> scope cta bounds(%n : i32, 64) from(0, 0) : !pitched to vector<8xf16>
    %w = tl.load %a[%im : i32, 0] as #tl.register<spatial(16, 8).local(1, 8)> scope cta bounds(%n : i32, 64) from(0, 0) : !pitched to vector<8xf16>
    tl.store %v as #tl.register<spatial(16, 8).local(1, 8)> to %B[0, 0] scope cta : vector<8xf16> to memref<64x64xf16>
    tl.store %w as #tl.register<spatial(16, 8).local(1, 8)> to %B[16, 0] scope cta : vector<8xf16> to memref<64x64xf16>
    gpu.return
  }

  // A product of a digit is one of 32 bits, which others have in common with it.
  // CHECK-LABEL: gpu.func @products_of_rows(
  // CHECK: %[[THREAD:[0-9]+]] = arith.index_cast %thread_id_x : index to i32
  // CHECK: %[[ROW:[0-9]+]] = arith.shrui %[[THREAD]], %c3_i32
  // CHECK: %[[WIDE:[0-9]+]] = arith.index_castui %[[ROW]]
  // CHECK: arith.addi %arg1, %[[WIDE]] overflow<nsw> : index
  // CHECK: %[[COLUMN:[0-9]+]] = arith.andi %[[THREAD]], %c7_i32
  // CHECK: %[[FIRST:[0-9]+]] = arith.index_castui %[[COLUMN]]
  // CHECK: arith.muli %[[FIRST]], %c8 overflow<nsw> : index
  // CHECK: %[[PRODUCT:[0-9]+]] = arith.muli %[[ROW]], %c9_i32
  // CHECK: arith.addi %[[COLUMN]], %[[PRODUCT]] overflow<nsw> : i32
  // CHECK: gpu.return
  gpu.func @products_of_rows(%A: memref<64x64xf16>, %i: index, %n: index) workgroup(%S: memref<64x72xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[%i, 0] as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> scope cta bounds(64, %n) : memref<64x64xf16> to vector<32xf16>
    tl.store %v as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> to %S scope cta : vector<32xf16> to memref<64x72xf16, #gpu.address_space<workgroup>>
    gpu.return
  }

  // So is that of a layout.
  // CHECK-LABEL: gpu.func @products_of_layout(
  // CHECK: %[[THREAD:[0-9]+]] = arith.index_cast %thread_id_x : index to i32
  // CHECK: %[[ROW:[0-9]+]] = arith.shrui %[[THREAD]], %c3_i32
  // CHECK: %[[WIDE:[0-9]+]] = arith.index_castui %[[ROW]]
  // CHECK: arith.addi %arg1, %[[WIDE]] overflow<nsw> : index
  // CHECK: %[[COLUMN:[0-9]+]] = arith.andi %[[THREAD]], %c7_i32
  // CHECK: %[[FIRST:[0-9]+]] = arith.index_castui %[[COLUMN]]
  // CHECK: arith.muli %[[FIRST]], %c8 overflow<nsw> : index
  // CHECK: %[[PRODUCT:[0-9]+]] = arith.muli %[[ROW]], %c9_i32
  // CHECK: arith.addi %[[COLUMN]], %[[PRODUCT]] overflow<nsw> : i32
  // CHECK: gpu.return
  gpu.func @products_of_layout(%A: memref<64x64xf16>, %i: index, %n: index) workgroup(%S: memref<4608xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[%i, 0] as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> scope cta bounds(64, %n) : memref<64x64xf16> to vector<32xf16>
    tl.store %v as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> to %S layout #tl.cute<(64,64):(72,1)> scope cta : vector<32xf16> to memref<4608xf16, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @lanes_together(
  // CHECK-NOT: index_castui
  // CHECK: gpu.return
  gpu.func @lanes_together(%B: memref<64x64xf32>, %i: i32) workgroup(%S: memref<64x64xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %one = arith.constant dense<1.0> : vector<8xf32>
    scf.for %j = %c0 to %c64 step %c8 {
      tl.store %one as #tl.register<spatial(8, 4).local(1, 8)> to %S[%j, 0] scope warp : vector<8xf32> to memref<64x64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %v = tl.load %S[%j, 0] as #tl.register<spatial(8, 4).local(1, 8)> scope warp : memref<64x64xf32, #gpu.address_space<workgroup>> to vector<8xf32>
      tl.store %v as #tl.register<spatial(8, 4).local(1, 8)> to %B[%i : i32, 0] scope warp : vector<8xf32> to memref<64x64xf32>
    }
    gpu.return
  }
}
