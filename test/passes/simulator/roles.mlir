// RUN: tl-sim %s --kernel=product --arg=0:small --arg=1:small --arg=2:zero --reference=product_by_loops | FileCheck %s --check-prefix=PRODUCT
// RUN: tl-sim %s --kernel=ring --reference=ring_by_loops | FileCheck %s --check-prefix=RING
// RUN: tl-sim %s --kernel=ring --report | FileCheck %s --check-prefix=COSTS
// RUN: tl-sim %s --kernel=asked --reference=asked_by_loops | FileCheck %s --check-prefix=ASKED
// RUN: tl-sim %s --kernel=allocates --dump=0 | FileCheck %s --check-prefix=ALLOCATES
// RUN: tl-sim %s --kernel=together --reference=together_by_loops | FileCheck %s --check-prefix=TOGETHER

// Warps that wait for each other.

!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!a = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
!d = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>

// A product by roles, on a ring of two stages: warp 4 fills them, as soon as they are
// empty; a warpgroup says when it has read a stage.

// PRODUCT: @product: as @product_by_loops: {{[0-9]+}} elements
func.func @product(%a: memref<64x320xf16> {llvm.align = 16 : i64},
                   %b: memref<320x64xf16> {llvm.align = 16 : i64},
                   %d: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c160 = arith.constant 160 : index
  %c8192 = arith.constant 8192 : index
  %stage = arith.constant 16384 : index
  %ticks = arith.constant 1000 : index
  %size = arith.constant 32768 : i32
  %all_a = memref.cast %a : memref<64x320xf16> to memref<*xf16>
  %all_b = memref.cast %b : memref<320x64xf16> to memref<*xf16>
  %map_a = nvgpu.tma.create.descriptor %all_a box[%c64, %c64] : memref<*xf16> -> !map
  %map_b = nvgpu.tma.create.descriptor %all_b box[%c64, %c64] : memref<*xf16> -> !map
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c160, %sy = %c1, %sz = %c1)
             dynamic_shared_memory_size %size {
    %room = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %full = nvgpu.mbarrier.create -> !barriers
    %empty = nvgpu.mbarrier.create -> !barriers
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      nvgpu.mbarrier.init %full[%c0], %c1 : !barriers
      nvgpu.mbarrier.init %full[%c1], %c1 : !barriers
      nvgpu.mbarrier.init %empty[%c0], %c128 : !barriers
      nvgpu.mbarrier.init %empty[%c1], %c128 : !barriers
    }
    gpu.barrier
    %fills = arith.cmpi eq, %t, %c128 : index
    %uses = arith.cmpi ult, %t, %c128 : index
    scf.if %fills {
      nvvm.setmaxregister decrease 40
      scf.for %i = %c0 to %c5 step %c1 {
        %s = arith.remui %i, %c2 : index
        %turn = arith.divui %i, %c2 : index
        %again = arith.xori %turn, %c1 : index
        %parity = arith.index_cast %again : index to i1
        nvgpu.mbarrier.try_wait.parity %empty[%s], %parity, %ticks : !barriers
        %at = arith.muli %s, %stage : index
        %at_b = arith.addi %at, %c8192 : index
        %k = arith.muli %i, %c64 : index
        %ta = memref.view %room[%at][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
        %tb = memref.view %room[%at_b][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
        nvgpu.mbarrier.arrive.expect_tx %full[%s], %stage : !barriers
        nvgpu.tma.async.load %map_a[%k, %c0], %full[%s] to %ta : !map, !barriers -> memref<64x64xf16, #gpu.address_space<workgroup>>
        nvgpu.tma.async.load %map_b[%c0, %k], %full[%s] to %tb : !map, !barriers -> memref<64x64xf16, #gpu.address_space<workgroup>>
      }
    }
    scf.if %uses {
      nvvm.setmaxregister increase 232
      %zero = nvgpu.warpgroup.mma.init.accumulator -> !d
      %sum = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %zero) -> !d {
        %s = arith.remui %i, %c2 : index
        %turn = arith.divui %i, %c2 : index
        %parity = arith.index_cast %turn : index to i1
        nvgpu.mbarrier.try_wait.parity %full[%s], %parity, %ticks : !barriers
        %at = arith.muli %s, %stage : index
        %at_b = arith.addi %at, %c8192 : index
        %ta = memref.view %room[%at][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
        %tb = memref.view %room[%at_b][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64x64xf16, #gpu.address_space<workgroup>>
        %da = nvgpu.warpgroup.generate.descriptor %ta, %map_a : memref<64x64xf16, #gpu.address_space<workgroup>>, !map -> !a
        %db = nvgpu.warpgroup.generate.descriptor %tb, %map_b : memref<64x64xf16, #gpu.address_space<workgroup>>, !map -> !b
        %x = nvgpu.warpgroup.mma %da, %db, %acc {transposeB} : !a, !b, !d -> !d
        nvvm.wgmma.wait.group.sync.aligned 0
        %token = nvgpu.mbarrier.arrive %empty[%s] : !barriers -> !nvgpu.mbarrier.token
        scf.yield %x : !d
      }
      nvgpu.warpgroup.mma.store %sum, %d : !d to memref<64x64xf32>
    }
    gpu.terminator
  }
  return
}

func.func private @product_by_loops(%a: memref<64x320xf16>, %b: memref<320x64xf16>,
                                    %d: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x320xf16>, memref<320x64xf16>)
                outs(%d : memref<64x64xf32>)
  return
}

// Warp 0 writes rows that warps 1 and 2 read, without bulk copies, on a ring of two rows.
// Every thread arrives.

// COSTS: memref.store: shared write
// RING: @ring: as @ring_by_loops: 512 elements
func.func @ring(%from: memref<8x32xf32>, %to: memref<2x8x32xf32>) attributes {nvvm.reqntid = array<i32: 96, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %ticks = arith.constant 1000 : index
  %rows = memref.alloc() : memref<2x32xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %full = nvgpu.mbarrier.create -> !barriers
  %empty = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    scf.for %s = %c0 to %c2 step %c1 {
      nvgpu.mbarrier.init %full[%s], %c32 : !barriers
      nvgpu.mbarrier.init %empty[%s], %c64 : !barriers
    }
  }
  gpu.barrier
  %fills = arith.cmpi ult, %t, %c32 : index
  scf.if %fills {
    scf.for %i = %c0 to %c8 step %c1 {
      %s = arith.remui %i, %c2 : index
      %turn = arith.divui %i, %c2 : index
      %again = arith.xori %turn, %c1 : index
      %parity = arith.index_cast %again : index to i1
      nvgpu.mbarrier.try_wait.parity %empty[%s], %parity, %ticks : !barriers
      %x = memref.load %from[%i, %t] : memref<8x32xf32>
      memref.store %x, %rows[%s, %t] : memref<2x32xf32, #gpu.address_space<workgroup>>
      %token = nvgpu.mbarrier.arrive %full[%s] : !barriers -> !nvgpu.mbarrier.token
    }
  } else {
    %warp = arith.divui %t, %c32 : index
    %who = arith.subi %warp, %c1 : index
    %lane = arith.remui %t, %c32 : index
    %other = arith.xori %lane, %c1 : index
    scf.for %i = %c0 to %c8 step %c1 {
      %s = arith.remui %i, %c2 : index
      %turn = arith.divui %i, %c2 : index
      %parity = arith.index_cast %turn : index to i1
      nvgpu.mbarrier.try_wait.parity %full[%s], %parity, %ticks : !barriers
      %x = memref.load %rows[%s, %other] : memref<2x32xf32, #gpu.address_space<workgroup>>
      memref.store %x, %to[%who, %i, %lane] : memref<2x8x32xf32>
      %token = nvgpu.mbarrier.arrive %empty[%s] : !barriers -> !nvgpu.mbarrier.token
    }
  }
  return
}

func.func private @ring_by_loops(%from: memref<8x32xf32>, %to: memref<2x8x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  scf.for %who = %c0 to %c2 step %c1 {
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %lane = %c0 to %c32 step %c1 {
        %other = arith.xori %lane, %c1 : index
        %x = memref.load %from[%i, %other] : memref<8x32xf32>
        memref.store %x, %to[%who, %i, %lane] : memref<2x8x32xf32>
      }
    }
  }
  return
}

// Who asks again and again lets the others go on.

// ASKED: @asked: as @asked_by_loops: 32 elements
func.func @asked(%from: memref<32xf32>, %to: memref<32xf32>) attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %true = arith.constant true
  %row = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %bar = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  nvgpu.mbarrier.init %bar[%c0], %c32, predicate = %first : !barriers
  gpu.barrier
  %reads = arith.cmpi ult, %t, %c32 : index
  scf.if %reads {
    %open = arith.constant 0 : index
    %phase = builtin.unrealized_conversion_cast %open : index to !nvgpu.mbarrier.token
    scf.while : () -> () {
      %is_over = nvgpu.mbarrier.test.wait %bar[%c0], %phase : !barriers, !nvgpu.mbarrier.token
      %asks = arith.xori %is_over, %true : i1
      scf.condition(%asks)
    } do {
      scf.yield
    }
    %x = memref.load %row[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %x, %to[%t] : memref<32xf32>
  } else {
    %lane = arith.subi %t, %c32 : index
    %x = memref.load %from[%lane] : memref<32xf32>
    memref.store %x, %row[%lane] : memref<32xf32, #gpu.address_space<workgroup>>
    %token = nvgpu.mbarrier.arrive %bar[%c0] : !barriers -> !nvgpu.mbarrier.token
  }
  return
}

func.func private @asked_by_loops(%from: memref<32xf32>, %to: memref<32xf32>) {
  memref.copy %from, %to : memref<32xf32> to memref<32xf32>
  return
}

// What several warps do together they do when all are there: a barrier with a number, of
// warps 2 and 3, while warp 0 waits for them; a copy of the block, a value that all
// threads store (rule U1), a sum of the block.

// TOGETHER: @together: as @together_by_loops: 130 elements
func.func @together(%from: memref<128xf32>, %to: memref<128xf32>, %one: memref<1xf32>,
                    %sum: memref<1xi32>) attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %ticks = arith.constant 1000 : index
  %even = arith.constant false
  %number = arith.constant 1 : i32
  %count = arith.constant 64 : i32
  %seven = arith.constant 7.0 : f32
  %three = arith.constant 3 : i32
  %room = memref.alloc() : memref<128xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %bar = nvgpu.mbarrier.create -> !barriers
  %first = arith.cmpi eq, %t, %c0 : index
  nvgpu.mbarrier.init %bar[%c0], %c64, predicate = %first : !barriers
  memref.copy %from, %room : memref<128xf32> to memref<128xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %arrives = arith.cmpi uge, %t, %c64 : index
  %x = memref.load %room[%t] : memref<128xf32, #gpu.address_space<workgroup>>
  scf.if %arrives {
    %c65 = arith.constant 65 : index
    memref.store %seven, %room[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    nvvm.barrier id = %number number_of_threads = %count
    %low = arith.andi %t, %c65 : index
    %y = memref.load %room[%low] : memref<128xf32, #gpu.address_space<workgroup>>
    memref.store %y, %to[%t] : memref<128xf32>
    %token = nvgpu.mbarrier.arrive %bar[%c0] : !barriers -> !nvgpu.mbarrier.token
  } else {
    nvgpu.mbarrier.try_wait.parity %bar[%c0], %even, %ticks : !barriers
    memref.store %x, %to[%t] : memref<128xf32>
  }
  memref.store %seven, %one[%c0] : memref<1xf32>
  %all = gpu.all_reduce add %three uniform {} : (i32) -> i32
  memref.store %all, %sum[%c0] : memref<1xi32>
  return
}

func.func private @together_by_loops(%from: memref<128xf32>, %to: memref<128xf32>, %one: memref<1xf32>,
                                     %sum: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %seven = arith.constant 7.0 : f32
  %all = arith.constant 384 : i32
  scf.for %t = %c0 to %c64 step %c1 {
    %x = memref.load %from[%t] : memref<128xf32>
    memref.store %x, %to[%t] : memref<128xf32>
  }
  scf.for %t = %c64 to %c128 step %c1 {
    memref.store %seven, %to[%t] : memref<128xf32>
  }
  memref.store %seven, %one[%c0] : memref<1xf32>
  memref.store %all, %sum[%c0] : memref<1xi32>
  return
}

// One warp allocates, while the other waits for it.

!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>

// ALLOCATES: argument 0:
// ALLOCATES-NEXT: {{^\[1(, 1)+\]$}}
func.func @allocates(%out: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %ticks = arith.constant 1000 : index
  %false = arith.constant false
  %one = arith.constant 1 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%t, %ty, %tz) in (%n = %c64, %sy = %c1, %sz = %c1) {
    %bar = nvgpu.mbarrier.create -> !barrier
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      nvgpu.mbarrier.init %bar[%c0], %c32 : !barrier
    }
    gpu.barrier
    %waits = arith.cmpi ult, %t, %c32 : index
    scf.if %waits {
      nvgpu.mbarrier.try_wait.parity %bar[%c0], %false, %ticks : !barrier
      memref.store %one, %out[%t] : memref<64xi32>
    } else {
      %s = memref.alloc() : memref<64xi32, 3>
      memref.store %one, %s[%t] : memref<64xi32, 3>
      %v = memref.load %s[%t] : memref<64xi32, 3>
      memref.store %v, %out[%t] : memref<64xi32>
      %token = nvgpu.mbarrier.arrive %bar[%c0] : !barrier -> !nvgpu.mbarrier.token
    }
    gpu.terminator
  }
  return
}
