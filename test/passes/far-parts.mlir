// A row of a stage is the stage and a row: what does not vary in the loop is added to the
// thread's offset in front of it, where it is whole periods of the swizzle (8 rows).
// RUN: tl-opt %s --lower-layout-copies --canonicalize --loop-invariant-code-motion | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies --canonicalize --loop-invariant-code-motion --cse | FileCheck %s --check-prefix=FORMS
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME
// SAME: @periods: equivalent
// SAME: @offset: equivalent
// SAME: @less: equivalent
// SAME: @stated: equivalent
// SAME: @ring: equivalent
// SAME: @ring_of_one: equivalent
// SAME: @forms: equivalent
// SAME: @far_too_many: equivalent
// SAME: @slices: equivalent
// SAME: @near: equivalent
// SAME: @columns: equivalent

#smem = #tl.shared<row_major_swizzle([192, 64], nbytes = 2)>
#rows = #tl.tile<S[(16, (2, 4, 8)) : (2@laneid, (1@laneid, 8, 1))]>
#few = #tl.tile<S[(4, (8, 8)) : (8@laneid, (1@laneid, 1))]>
#wide = #tl.shared<row_major_swizzle([32, 128], nbytes = 2)>
#slice = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#part = #tl.register<spatial(16, 2).local(1, 8)>
!s = memref<12288xf16, #gpu.address_space<workgroup>>
!part = memref<12288xf16, strided<[1], offset: ?>, #gpu.address_space<workgroup>>
!o = memref<192x64xf16>

gpu.module @rings {
  // CHECK-LABEL: gpu.func @periods(
  // CHECK:       gpu.barrier
  // CHECK:       %[[START:.+]] = arith.xori
  // CHECK:       %[[ROW:.+]] = arith.muli %{{.+}}, %c1024
  // CHECK:       %[[FIXED:.+]] = arith.addi %[[START]], %[[ROW]]
  // CHECK:       scf.for %[[STAGE:.+]] = %c0 to
  // CHECK:         %[[FAR:.+]] = arith.muli %[[STAGE]], %c64
  // CHECK:         memref.reinterpret_cast %{{.+}} to offset: [%[[FAR]]]
  // CHECK-NOT:     arith.xori
  // CHECK:         arith.addi %[[FIXED]], %{{.+}}
  // CHECK:         vector.load
  // CHECK-NOT:     arith.xori
  // CHECK:         gpu.return
  gpu.func @periods(%a: !o {llvm.align = 16 : i64}, %o: !o {llvm.align = 16 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c192 = arith.constant 192 : index
    %tid = gpu.thread_id x
    %warp = arith.divui %tid, %c32 : index
    %row = arith.muli %warp, %c16 : index
    tl.copy %a to %s layout #smem scope cta : !o to !s
    gpu.barrier
    scf.for %stage = %c0 to %c192 step %c64 {
      %at = arith.addi %stage, %row : index
      %v = tl.load %s[%at, 0] layout #smem as #rows scope warp : !s to vector<32xf16>
      tl.store %v as #rows to %o[%at, 0] scope warp : vector<32xf16> to !o
    }
    gpu.return
  }

  // Likewise in a part of memory, wherever it starts.

  gpu.func @offset(%a: !o {llvm.align = 16 : i64}, %o: !o {llvm.align = 16 : i64}) workgroup(%all: memref<16384xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c4096 = arith.constant 4096 : index
    %grids = gpu.grid_dim x
    %begin = arith.muli %grids, %c4096 : index
    %s = memref.subview %all[%begin] [12288] [1] : memref<16384xf16, #gpu.address_space<workgroup>> to !part
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c192 = arith.constant 192 : index
    %tid = gpu.thread_id x
    %warp = arith.divui %tid, %c32 : index
    %row = arith.muli %warp, %c16 : index
    tl.copy %a to %s layout #smem scope cta : !o to !part
    gpu.barrier
    scf.for %stage = %c0 to %c192 step %c64 {
      %at = arith.addi %stage, %row : index
      %v = tl.load %s[%at, 0] layout #smem as #rows scope warp : !part to vector<32xf16>
      tl.store %v as #rows to %o[%at, 0] scope warp : vector<32xf16> to !o
    }
    gpu.return
  }

  // 4 rows are half a period: both are swizzled together, in the loop.

  // CHECK-LABEL: gpu.func @less(
  // CHECK:       scf.for
  // CHECK:         arith.xori
  // CHECK:         vector.load
  gpu.func @less(%a: !o {llvm.align = 16 : i64}, %o: !o {llvm.align = 16 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c192 = arith.constant 192 : index
    %tid = gpu.thread_id x
    %warp = arith.divui %tid, %c32 : index
    %row = arith.muli %warp, %c4 : index
    tl.copy %a to %s layout #smem scope cta : !o to !s
    gpu.barrier
    scf.for %stage = %c0 to %c192 step %c64 {
      %at = arith.addi %stage, %row : index
      %v = tl.load %s[%at, 0] layout #smem as #few scope warp : !s to vector<8xf16>
      tl.store %v as #few to %o[%at, 0] scope warp : vector<8xf16> to !o
    }
    gpu.return
  }

  // The sum is said to be whole periods, its parts are not: it stays one.

  // CHECK-LABEL: gpu.func @stated(
  // CHECK:       scf.for
  // CHECK:         %[[AT:.+]] = arith.addi
  // CHECK:         %[[FAR:.+]] = arith.muli %[[AT]], %c64
  // CHECK:         memref.reinterpret_cast %{{.+}} to offset: [%[[FAR]]]
  gpu.func @stated(%a: !o {llvm.align = 16 : i64}, %o: !o {llvm.align = 16 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c4 = arith.constant 4 : index
    %c12 = arith.constant 12 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c116 = arith.constant 116 : index
    %tid = gpu.thread_id x
    %warp = arith.divui %tid, %c32 : index
    %whole = arith.muli %warp, %c16 : index
    %row = arith.addi %whole, %c12 : index
    tl.copy %a to %s layout #smem scope cta : !o to !s
    gpu.barrier
    scf.for %stage = %c4 to %c116 step %c64 {
      %at = arith.addi %stage, %row : index
      %v = tl.load %s[%at, 0] layout #smem as #rows scope warp {divisibility = array<i64: 16, 1>} : !s to vector<32xf16>
      tl.store %v as #rows to %o[%at, 0] scope warp {divisibility = array<i64: 16, 1>} : vector<32xf16> to !o
    }
    gpu.return
  }

  // Rule E26: a stage that the loop carries is bytes that are hidden from LLVM, which
  // knows that no bits meet, and would join each access with it: 40 instructions a turn
  // instead of 32.

  // CHECK-LABEL: gpu.func @ring(
  // CHECK:       scf.for
  // CHECK:         %[[FAR:.+]] = arith.muli %{{.+}}, %c4096
  // CHECK:         memref.reinterpret_cast %{{.+}} to offset: [%[[FAR]]]
  // CHECK:         %{{.+}}, %[[START:[a-z_0-9]+]], %{{.+}}, %{{.+}} = memref.extract_strided_metadata
  // CHECK:         arith.muli %[[START]], %c2{{[_0-9]*}} overflow<nsw>
  // CHECK:         %[[BYTES:[0-9]+]] = llvm.intr.strip.invariant.group
  // CHECK:         %[[NUMBER:[0-9]+]] = llvm.ptrtoint %[[BYTES]]
  // CHECK:         %[[HIDDEN:[0-9]+]] = arith.index_cast %[[NUMBER]]
  // CHECK:         %[[STAGE:[0-9]+]] = arith.divsi %[[HIDDEN]], %c2{{[_0-9]*}} exact
  // CHECK-COUNT-4: vector.load %{{.+}}[%[[STAGE]]]
  gpu.func @ring(%a: !o {llvm.align = 16 : i64}, %o: !o {llvm.align = 16 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %tid = gpu.thread_id x
    %warp = arith.divui %tid, %c32 : index
    %row = arith.muli %warp, %c16 : index
    tl.copy %a to %s layout #smem scope cta : !o to !s
    gpu.barrier
    scf.for %k = %c0 to %c4 step %c1 iter_args(%stage = %c0) -> (index) {
      %start = arith.muli %stage, %c64 : index
      %at = arith.addi %start, %row : index
      %v = tl.load %s[%at, 0] layout #smem as #rows scope warp : !s to vector<32xf16>
      tl.store %v as #rows to %o[%at, 0] scope warp : vector<32xf16> to !o
      %next = arith.addi %stage, %c1 : index
      %wraps = arith.cmpi eq, %next, %c3 : index
      %then = arith.select %wraps, %c0, %next : index
      scf.yield %then : index
    }
    gpu.return
  }

  // Nothing is joined with one access.

  // CHECK-LABEL: gpu.func @ring_of_one(
  // CHECK-NOT:   launder
  // CHECK:       gpu.return
  gpu.func @ring_of_one(%a: !o {llvm.align = 16 : i64}, %o: !o {llvm.align = 16 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    tl.copy %a to %s layout #smem scope cta : !o to !s
    gpu.barrier
    scf.for %k = %c0 to %c4 step %c1 iter_args(%stage = %c0) -> (index) {
      %at = arith.muli %stage, %c64 : index
      %v = tl.load %s[%at, 0] layout #smem as #few scope warp : !s to vector<8xf16>
      tl.store %v as #few to %o[%at, 0] scope warp : vector<8xf16> to !o
      %next = arith.subi %c1, %stage : index
      scf.yield %next : index
    }
    gpu.return
  }

  // Sums, differences, products with numbers, and maps of such: the memory is moved by
  // the stage alone, which is one for all of these, and what else there is stands in
  // front of the loop.

  // FORMS-LABEL: gpu.func @forms(
  // FORMS:       scf.for %{{.+}} iter_args(%{{.+}}, %[[WORD:.+]] = %c0_i32)
  // FORMS:         %[[STAGE:.+]] = arith.index_castui %[[WORD]]
  // FORMS:         %[[FAR:.+]] = arith.muli %[[STAGE]], %c4096
  // FORMS:         memref.reinterpret_cast %{{.+}} to offset: [%[[FAR]]]
  // FORMS-NOT:     memref.reinterpret_cast %{{.+}} to offset: [%{{[^]]+}}], sizes: [12288]
  // FORMS:         scf.yield
  gpu.func @forms(%o: memref<2048xf16> {llvm.align = 16 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<1.0> : vector<128xf16>
    tl.store %zero as #tl.register<spatial(32, 1).local(1, 1).local(2, 64)> to %s[0, 0] layout #smem scope warp : vector<128xf16> to !s
    tl.store %zero as #tl.register<spatial(32, 1).local(1, 1).local(2, 64)> to %s[64, 0] layout #smem scope warp : vector<128xf16> to !s
    tl.store %zero as #tl.register<spatial(32, 1).local(1, 1).local(2, 64)> to %s[128, 0] layout #smem scope warp : vector<128xf16> to !s
    %part = gpu.block_id x
    %row = arith.muli %part, %c16 : index
    %one = arith.constant dense<1.0> : vector<32xf16>
    gpu.barrier
    %sum:2 = scf.for %k = %c0 to %c4 step %c1 iter_args(%all = %one, %stage = %c0) -> (vector<32xf16>, index) {
      %start = arith.muli %stage, %c64 : index
      %ahead = arith.addi %start, %c16 : index
      %chain = arith.addi %ahead, %row : index
      %a = tl.load %s[%chain, 0] layout #smem as #rows scope warp : !s to vector<32xf16>
      %groups = arith.muli %stage, %c4 : index
      %group = arith.addi %groups, %part : index
      %product = arith.muli %c16, %group : index
      %b = tl.load %s[%product, 0] layout #smem as #rows scope warp : !s to vector<32xf16>
      %shifted = arith.shli %group, %c4 : index
      %c = tl.load %s[%shifted, 0] layout #smem as #rows scope warp : !s to vector<32xf16>
      %applied = affine.apply affine_map<(i)[j] -> ((i * 4 + j) * 16 + 16)>(%stage)[%part]
      %d = tl.load %s[%applied, 0] layout #smem as #rows scope warp : !s to vector<32xf16>
      %behind = arith.subi %c64, %row : index
      %end = arith.addi %start, %c64 : index
      %difference = arith.subi %end, %behind : index
      %e = tl.load %s[%difference, 0] layout #smem as #rows scope warp : !s to vector<32xf16>
      %ab = arith.addf %a, %b : vector<32xf16>
      %cd = arith.addf %c, %d : vector<32xf16>
      %abcd = arith.addf %ab, %cd : vector<32xf16>
      %abcde = arith.addf %abcd, %e : vector<32xf16>
      %more = arith.addf %all, %abcde : vector<32xf16>
      %next = arith.addi %stage, %c1 : index
      %wraps = arith.cmpi eq, %next, %c3 : index
      %then = arith.select %wraps, %c0, %next : index
      scf.yield %more, %then : vector<32xf16>, index
    }
    tl.store %sum#0 as #tl.register<spatial(32).local(32)> to %o[0] scope warp : vector<32xf16> to memref<2048xf16>
    gpu.return
  }

  // A product that 64 bits do not hold stays as it is.

  // FORMS-LABEL: gpu.func @far_too_many(
  // FORMS:       scf.for
  // FORMS:         arith.shli
  gpu.func @far_too_many(%o: memref<2048xf16> {llvm.align = 16 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c40 = arith.constant 40 : index
    %zero = arith.constant dense<1.0> : vector<128xf16>
    tl.store %zero as #tl.register<spatial(32, 1).local(1, 1).local(2, 64)> to %s[0, 0] layout #smem scope warp : vector<128xf16> to !s
    gpu.barrier
    %none = gpu.block_id x
    scf.for %k = %c0 to %c4 step %c1 iter_args(%stage = %c0) -> (index) {
      %sum = arith.addi %stage, %none : index
      %high = arith.shli %sum, %c40 : index
      %higher = arith.shli %high, %c40 : index
      %v = tl.load %s[%higher, 0] layout #smem as #rows scope warp : !s to vector<32xf16>
      tl.store %v as #tl.register<spatial(32).local(32)> to %o[0] scope warp : vector<32xf16> to memref<2048xf16>
      %next = arith.subi %c1, %stage : index
      scf.yield %next : index
    }
    gpu.return
  }

  // The stage of a ring of slices varies, the row beside it stays, in 32 bits.

  // FORMS-LABEL: gpu.func @slices(
  // FORMS:       scf.for %[[STAGE:.+]] = %c0_i32 to
  // FORMS:         %[[NUMBER:.+]] = arith.index_cast %[[STAGE]]
  // FORMS-NEXT:    %[[FAR:.+]] = arith.muli %[[NUMBER]], %c4096
  // FORMS-NEXT:    memref.reinterpret_cast %{{.+}} to offset: [%[[FAR]]]
  // FORMS:         gpu.return
  gpu.func @slices(%a: !o {llvm.align = 16 : i64}, %o: !o {llvm.align = 16 : i64}) workgroup(%s: memref<3x64x64xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c3 = arith.constant 3 : i32
    %c16 = arith.constant 16 : i32
    %c32 = arith.constant 32 : i32
    %c64 = arith.constant 64 : i32
    %tid = gpu.thread_id x
    %t = arith.index_cast %tid : index to i32
    %warp = arith.divui %t, %c32 : i32
    %row = arith.muli %warp, %c16 : i32
    tl.copy %a[0, 0] to %s[0, 0, 0] layout #slice scope cta : !o to memref<3x64x64xf16, #gpu.address_space<workgroup>>
    tl.copy %a[64, 0] to %s[1, 0, 0] layout #slice scope cta : !o to memref<3x64x64xf16, #gpu.address_space<workgroup>>
    tl.copy %a[128, 0] to %s[2, 0, 0] layout #slice scope cta : !o to memref<3x64x64xf16, #gpu.address_space<workgroup>>
    gpu.barrier
    scf.for %stage = %c0 to %c3 step %c1 : i32 {
      %v = tl.load %s[%stage : i32, %row : i32, 0] layout #slice as #rows scope warp : memref<3x64x64xf16, #gpu.address_space<workgroup>> to vector<32xf16>
      %start = arith.muli %stage, %c64 : i32
      %at = arith.addi %start, %row : i32
      tl.store %v as #rows to %o[%at : i32, 0] scope warp : vector<32xf16> to !o
    }
    gpu.return
  }

  // What varies below the period moves no memory, and the row moves all of it.

  // FORMS-LABEL: gpu.func @near(
  // FORMS:       %[[ROW:.+]] = arith.muli %{{.+}}, %c1024
  // FORMS-NEXT:  memref.reinterpret_cast %{{.+}} to offset: [%[[ROW]]]
  // FORMS:       scf.for
  // FORMS:         gpu.return
  gpu.func @near(%a: !o {llvm.align = 16 : i64}, %o: !o {llvm.align = 16 : i64}) workgroup(%s: !s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %tid = gpu.thread_id x
    %warp = arith.divui %tid, %c32 : index
    %row = arith.muli %warp, %c16 : index
    tl.copy %a to %s layout #smem scope cta : !o to !s
    gpu.barrier
    scf.for %k = %c0 to %c64 step %c16 {
      %v = tl.load %s[%row, %k] layout #smem as #part scope warp : !s to vector<8xf16>
      tl.store %v as #part to %o[%row, %k] scope warp : vector<8xf16> to !o
    }
    gpu.return
  }

  // Of a column that stays, whole periods (64 columns) leave the loop with what is below
  // them: the stage alone moves memory.

  // FORMS-LABEL: gpu.func @columns(
  // FORMS:       gpu.barrier
  // FORMS:       %[[HALF:.+]] = arith.shrui %{{.+}}, %c6
  // FORMS-NEXT:  arith.muli %[[HALF]], %c2048
  // FORMS:       scf.for %[[STAGE:.+]] = %c0 to
  // FORMS:         %[[FAR:.+]] = arith.muli %[[STAGE]], %c4096
  // FORMS:         memref.reinterpret_cast %{{.+}} to offset: [%[[FAR]]]
  // FORMS:         vector.load
  gpu.func @columns(%a: memref<96x128xf16> {llvm.align = 16 : i64}, %o: memref<96x128xf16> {llvm.align = 16 : i64}) workgroup(%s: memref<3x32x128xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %warp = arith.divui %tid, %c32 : index
    %column = arith.muli %warp, %c32 : index
    scf.for %stage = %c0 to %c3 step %c1 {
      %row = arith.muli %stage, %c32 : index
      %v = tl.load %a[%row, 0] as #tl.register<local(4, 1).spatial(8, 16).local(1, 8)> scope cta : memref<96x128xf16> to vector<32xf16>
      tl.store %v as #tl.register<local(4, 1).spatial(8, 16).local(1, 8)> to %s[%stage, 0, 0] layout #wide scope cta : vector<32xf16> to memref<3x32x128xf16, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    scf.for %stage = %c0 to %c3 step %c1 {
      %row = arith.muli %stage, %c32 : index
      %v = tl.load %s[%stage, 0, %column] layout #wide as #part scope warp : memref<3x32x128xf16, #gpu.address_space<workgroup>> to vector<8xf16>
      tl.store %v as #part to %o[%row, %column] scope warp : vector<8xf16> to memref<96x128xf16>
    }
    gpu.return
  }
}
