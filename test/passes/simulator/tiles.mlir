// RUN: tl-sim %s --kernel=tile --reference=tile_by_loops | FileCheck %s --check-prefix=TILE
// RUN: tl-sim %s --kernel=product --arg=0:small --arg=1:small --arg=2:zero --reference=product_by_loops | FileCheck %s --check-prefix=PRODUCT
// RUN: tl-sim %s --kernel=tile --report | FileCheck %s --check-prefix=COSTS
// RUN: tl-sim %s --kernel=there_and_back --expect-equal=0,1 | FileCheck %s --check-prefix=BACK
// RUN: tl-sim %s --kernel=clipped --arg=0:zero --reference=clipped_by_loops | FileCheck %s --check-prefix=CLIPPED
// RUN: tl-sim %s --kernel=overhang --reference=overhang_by_loops | FileCheck %s --check-prefix=OVERHANG
// RUN: tl-sim %s --kernel=dense --expect-equal=0,1 | FileCheck %s --check-prefix=DENSE

// Bulk copies of tiles, and products of a warpgroup.

!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!narrow = !nvgpu.tensormap.descriptor<tensor = memref<16x2x16xf16, 3>, swizzle = swizzle_32b, l2promo = none, oob = zero, interleave = none>
!plain = !nvgpu.tensormap.descriptor<tensor = memref<8x32xf32, 3>, swizzle = none, l2promo = none, oob = nan, interleave = none>
!a = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
!d = !nvgpu.warpgroup.accumulator<fragmented = vector<64x128xf32>>

memref.global "private" @room : memref<64x64xf16, 3> {alignment = 1024 : i64}
memref.global "private" @narrow_room : memref<16x2x16xf16, 3>
memref.global "private" @plain_room : memref<8x32xf32, 3>

// A tile that begins in row 10 and column 16; what is beyond column 72 is zero.  The 16
// bytes with columns 8 q to 8 q + 7 of row r are those with number q xor r mod 8.

// COSTS: report @tile
// COSTS-NEXT: memref.load: shared read
// COSTS-NEXT: memref.store: global write
// COSTS-NEXT: total:
// TILE: @tile: as @tile_by_loops: 4096 elements
func.func @tile(%from: memref<80x72xf16> {llvm.align = 16 : i64}, %to: memref<64x64xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 8192 : index
  %ticks = arith.constant 1000 : index
  %even = arith.constant false
  %any = memref.cast %from : memref<80x72xf16> to memref<*xf16>
  %map = nvgpu.tma.create.descriptor %any box[%c64, %c64] : memref<*xf16> -> !map
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c64, %sy = %c1, %sz = %c1) {
    %room = memref.get_global @room : memref<64x64xf16, 3>
    %bar = nvgpu.mbarrier.create -> !barrier
    %first = arith.cmpi eq, %t, %c0 : index
    nvgpu.mbarrier.init %bar[%c0], %c1, predicate = %first : !barrier
    gpu.barrier
    nvgpu.tma.prefetch.descriptor %map, predicate = %first : !map
    nvgpu.mbarrier.arrive.expect_tx %bar[%c0], %bytes, predicate = %first : !barrier
    nvgpu.tma.async.load %map[%c16, %c10], %bar[%c0] to %room, predicate = %first : !map, !barrier -> memref<64x64xf16, 3>
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %ticks : !barrier
    %low = arith.remui %t, %c8 : index
    scf.for %c = %c0 to %c64 step %c1 {
      %unit = arith.divui %c, %c8 : index
      %rest = arith.remui %c, %c8 : index
      %swizzled = arith.xori %unit, %low : index
      %before = arith.muli %swizzled, %c8 : index
      %place = arith.addi %before, %rest : index
      %x = memref.load %room[%t, %place] : memref<64x64xf16, 3>
      memref.store %x, %to[%t, %c] : memref<64x64xf16>
    }
    gpu.terminator
  }
  return
}

func.func private @tile_by_loops(%from: memref<80x72xf16>, %to: memref<64x64xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c72 = arith.constant 72 : index
  %zero = arith.constant 0.0 : f16
  scf.for %r = %c0 to %c64 step %c1 {
    scf.for %c = %c0 to %c64 step %c1 {
      %row = arith.addi %r, %c10 : index
      %column = arith.addi %c, %c16 : index
      %inside = arith.cmpi ult, %column, %c72 : index
      %x = scf.if %inside -> f16 {
        %own = memref.load %from[%row, %column] : memref<80x72xf16>
        scf.yield %own : f16
      } else {
        scf.yield %zero : f16
      }
      memref.store %x, %to[%r, %c] : memref<64x64xf16>
    }
  }
  return
}

// Two stages that are filled again, each twice: the parity that is waited for
// changes.  Tiles of B lie beside each other.

// PRODUCT: @product: as @product_by_loops: {{[0-9]+}} elements
func.func @product(%a: memref<64x256xf16> {llvm.align = 16 : i64},
                   %b: memref<256x128xf16> {llvm.align = 16 : i64},
                   %d: memref<64x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c8192 = arith.constant 8192 : index
  %stage = arith.constant 24576 : index
  %ticks = arith.constant 1000 : index
  %size = arith.constant 49152 : i32
  %all_a = memref.cast %a : memref<64x256xf16> to memref<*xf16>
  %all_b = memref.cast %b : memref<256x128xf16> to memref<*xf16>
  %map_a = nvgpu.tma.create.descriptor %all_a box[%c64, %c64] : memref<*xf16> -> !map
  %map_b = nvgpu.tma.create.descriptor %all_b box[%c64, %c64] : memref<*xf16> -> !map
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c128, %sy = %c1, %sz = %c1)
             dynamic_shared_memory_size %size {
    %room = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %bars = nvgpu.mbarrier.create -> !barriers
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      nvgpu.mbarrier.init %bars[%c0], %c1 : !barriers
      nvgpu.mbarrier.init %bars[%c1], %c1 : !barriers
    }
    gpu.barrier
    %zero = nvgpu.warpgroup.mma.init.accumulator -> !d
    %ahead = arith.addi %c4, %c1 : index
    %sum = scf.for %i = %c0 to %ahead step %c1 iter_args(%acc = %zero) -> !d {
      %s = arith.remui %i, %c2 : index
      %more = arith.cmpi ult, %i, %c4 : index
      %starts = arith.andi %more, %first : i1
      scf.if %starts {
        %at = arith.muli %s, %stage : index
        %at_b = arith.addi %at, %c8192 : index
        %at_c = arith.addi %at_b, %c8192 : index
        %k = arith.muli %i, %c64 : index
        %ta = memref.view %room[%at][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
        %tb = memref.view %room[%at_b][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
        %tc = memref.view %room[%at_c][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
        nvgpu.mbarrier.arrive.expect_tx %bars[%s], %stage : !barriers
        nvgpu.tma.async.load %map_a[%k, %c0], %bars[%s] to %ta : !map, !barriers -> memref<64x64xf16, #gpu.address_space<workgroup>>
        nvgpu.tma.async.load %map_b[%c0, %k], %bars[%s] to %tb : !map, !barriers -> memref<64x64xf16, #gpu.address_space<workgroup>>
        nvgpu.tma.async.load %map_b[%c64, %k], %bars[%s] to %tc : !map, !barriers -> memref<64x64xf16, #gpu.address_space<workgroup>>
      }
      %works = arith.cmpi ugt, %i, %c0 : index
      %next = scf.if %works -> !d {
        %j = arith.subi %i, %c1 : index
        %own = arith.remui %j, %c2 : index
        %turn = arith.divui %j, %c2 : index
        %parity = arith.index_cast %turn : index to i1
        nvgpu.mbarrier.try_wait.parity %bars[%own], %parity, %ticks : !barriers
        %at = arith.muli %own, %stage : index
        %at_b = arith.addi %at, %c8192 : index
        %ta = memref.view %room[%at][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
        %tb = memref.view %room[%at_b][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x128xf16, #gpu.address_space<workgroup>>
        %da = nvgpu.warpgroup.generate.descriptor %ta, %map_a : memref<64x64xf16, #gpu.address_space<workgroup>>, !map -> !a
        %db = nvgpu.warpgroup.generate.descriptor %tb, %map_b : memref<64x128xf16, #gpu.address_space<workgroup>>, !map -> !b
        %x = nvgpu.warpgroup.mma %da, %db, %acc {transposeB} : !a, !b, !d -> !d
        scf.yield %x : !d
      } else {
        scf.yield %acc : !d
      }
      nvvm.wgmma.wait.group.sync.aligned 0
      gpu.barrier
      scf.yield %next : !d
    }
    nvgpu.warpgroup.mma.store %sum, %d : !d to memref<64x128xf32>
    gpu.terminator
  }
  return
}

func.func private @product_by_loops(%a: memref<64x256xf16>, %b: memref<256x128xf16>,
                                    %d: memref<64x128xf32>) {
  linalg.matmul ins(%a, %b : memref<64x256xf16>, memref<256x128xf16>)
                outs(%d : memref<64x128xf32>)
  return
}

// Three dimensions and another swizzle, to shared memory and back.

// BACK: equal
func.func @there_and_back(%from: memref<32x4x16xf16> {llvm.align = 16 : i64},
                          %to: memref<32x4x16xf16> {llvm.align = 16 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %bytes = arith.constant 1024 : index
  %ticks = arith.constant 1000 : index
  %even = arith.constant false
  %all_from = memref.cast %from : memref<32x4x16xf16> to memref<*xf16>
  %all_to = memref.cast %to : memref<32x4x16xf16> to memref<*xf16>
  %map = nvgpu.tma.create.descriptor %all_from box[%c16, %c2, %c16] : memref<*xf16> -> !narrow
  %back = nvgpu.tma.create.descriptor %all_to box[%c16, %c2, %c16] : memref<*xf16> -> !narrow
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c2, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c1, %sy = %c1, %sz = %c1) {
    %room = memref.get_global @narrow_room : memref<16x2x16xf16, 3>
    %bar = nvgpu.mbarrier.create -> !barrier
    nvgpu.mbarrier.init %bar[%c0], %c1 : !barrier
    %y = arith.muli %by, %c2 : index
    %z = arith.muli %bx, %c16 : index
    nvgpu.tma.async.load %map[%c0, %y, %z], %bar[%c0] to %room : !narrow, !barrier -> memref<16x2x16xf16, 3>
    nvgpu.mbarrier.arrive.expect_tx %bar[%c0], %bytes : !barrier
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %ticks : !barrier
    nvgpu.tma.async.store %room to %back[%c0, %y, %z] : memref<16x2x16xf16, 3> -> !narrow
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 0
    gpu.terminator
  }
  return
}

// What of a tile is beyond memory is not stored: it begins 8 columns and 2 rows before it.

// CLIPPED: @clipped: as @clipped_by_loops: 144 elements
func.func @clipped(%to: memref<8x40xf32> {llvm.align = 16 : i64}) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %up = arith.constant -2 : index
  %left = arith.constant -8 : index
  %all = memref.cast %to : memref<8x40xf32> to memref<*xf32>
  %map = nvgpu.tma.create.descriptor %all box[%c8, %c32] : memref<*xf32> -> !plain
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c1, %sy = %c1, %sz = %c1) {
    %room = memref.get_global @plain_room : memref<8x32xf32, 3>
    affine.for %r = 0 to 8 {
      affine.for %c = 0 to 32 {
        %x = affine.apply affine_map<(r, c) -> (100 * r + c)>(%r, %c)
        %i = arith.index_cast %x : index to i32
        %v = arith.sitofp %i : i32 to f32
        affine.store %v, %room[%r, %c] : memref<8x32xf32, 3>
      }
    }
    nvgpu.tma.async.store %room to %map[%left, %up] : memref<8x32xf32, 3> -> !plain
    gpu.terminator
  }
  return
}

func.func private @clipped_by_loops(%to: memref<8x40xf32>) {
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 24 {
      %x = affine.apply affine_map<(r, c) -> (100 * r + c + 208)>(%r, %c)
      %i = arith.index_cast %x : index to i32
      %v = arith.sitofp %i : i32 to f32
      affine.store %v, %to[%r, %c] : memref<8x40xf32>
    }
  }
  return
}

// OVERHANG: @overhang: as @overhang_by_loops: 144 elements
func.func @overhang(%from: memref<8x40xf32> {llvm.align = 16 : i64}, %to: memref<6x24xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %bytes = arith.constant 1024 : index
  %even = arith.constant false
  %up = arith.constant -2 : index
  %left = arith.constant -8 : index
  %all = memref.cast %from : memref<8x40xf32> to memref<*xf32>
  %map = nvgpu.tma.create.descriptor %all box[%c8, %c32] : memref<*xf32> -> !plain
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c1, %sy = %c1, %sz = %c1) {
    %room = memref.get_global @plain_room : memref<8x32xf32, 3>
    %bar = nvgpu.mbarrier.create -> !barrier
    nvgpu.mbarrier.init %bar[%c0], %c1 : !barrier
    nvgpu.mbarrier.arrive.expect_tx %bar[%c0], %bytes : !barrier
    nvgpu.tma.async.load %map[%left, %up], %bar[%c0] to %room : !plain, !barrier -> memref<8x32xf32, 3>
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %c8 : !barrier
    affine.for %r = 0 to 6 {
      affine.for %c = 0 to 24 {
        %v = affine.load %room[%r + 2, %c + 8] : memref<8x32xf32, 3>
        affine.store %v, %to[%r, %c] : memref<6x24xf32>
      }
    }
    gpu.terminator
  }
  return
}

func.func private @overhang_by_loops(%from: memref<8x40xf32>, %to: memref<6x24xf32>) {
  affine.for %r = 0 to 6 {
    affine.for %c = 0 to 24 {
      %v = affine.load %from[%r, %c] : memref<8x40xf32>
      affine.store %v, %to[%r, %c] : memref<6x24xf32>
    }
  }
  return
}

// Without a swizzle the rows of a tile follow each other.  Threads arrive, ask, and
// are told.

// DENSE: equal
func.func @dense(%from: memref<8x32xf32> {llvm.align = 16 : i64}, %to: memref<8x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %all = memref.cast %from : memref<8x32xf32> to memref<*xf32>
  %map = nvgpu.tma.create.descriptor %all box[%c8, %c32] : memref<*xf32> -> !plain
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c32, %sy = %c1, %sz = %c1) {
    %room = memref.get_global @plain_room : memref<8x32xf32, 3>
    %bytes = arith.constant 1024 : index
    %bar = nvgpu.mbarrier.create -> !barrier
    %first = arith.cmpi eq, %t, %c0 : index
    nvgpu.mbarrier.init %bar[%c0], %n, predicate = %first : !barrier
    gpu.barrier
    scf.if %first {
      nvgpu.mbarrier.arrive.expect_tx %bar[%c0], %bytes : !barrier
      nvgpu.tma.async.load %map[%c0, %c0], %bar[%c0] to %room : !plain, !barrier -> memref<8x32xf32, 3>
      %open = nvgpu.mbarrier.arrive.nocomplete %bar[%c0], %c8 : !barrier -> !nvgpu.mbarrier.token
      %no = nvgpu.mbarrier.test.wait %bar[%c0], %open : !barrier, !nvgpu.mbarrier.token
      %true = arith.constant true
      %not = arith.xori %no, %true : i1
      cf.assert %not, "nobody else has arrived"
    }
    %nine = arith.constant 9 : index
    %others = arith.cmpi uge, %t, %nine : index
    %token = scf.if %others -> !nvgpu.mbarrier.token {
      %own = nvgpu.mbarrier.arrive %bar[%c0] : !barrier -> !nvgpu.mbarrier.token
      scf.yield %own : !nvgpu.mbarrier.token
    } else {
      %zero = arith.constant 0 : i64
      %own = builtin.unrealized_conversion_cast %zero : i64 to !nvgpu.mbarrier.token
      scf.yield %own : !nvgpu.mbarrier.token
    }
    %over = nvgpu.mbarrier.test.wait %bar[%c0], %token : !barrier, !nvgpu.mbarrier.token
    cf.assert %over, "all have arrived"
    scf.for %r = %c0 to %c8 step %c1 {
      %x = memref.load %room[%r, %t] : memref<8x32xf32, 3>
      memref.store %x, %to[%r, %t] : memref<8x32xf32>
    }
    gpu.terminator
  }
  return
}
