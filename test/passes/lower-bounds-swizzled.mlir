// Under a lower bound the row at which a tile of swizzled memory begins is a part of what
// is swizzled, once, whichever of its limits are left when the tile is fetched.
// RUN: tl-sim %s --verify-lowering --arg=0:random --arg=2:scalar=128 --arg=3:scalar=0 | FileCheck %s
// RUN: tl-sim %s --verify-lowering --arg=0:random --arg=2:scalar=128 --arg=3:scalar=8 | FileCheck %s
// RUN: tl-sim %s --verify-lowering --arg=0:random --arg=2:scalar=112 --arg=3:scalar=24 | FileCheck %s
// RUN: tl-sim %s --verify-lowering --arg=0:random --arg=2:scalar=128 --arg=3:scalar=-8 | FileCheck %s
// CHECK: @fetch: equivalent: 27648 elements
// RUN: tl-opt %s --tl-normalize-layouts --tl-partition-copies | FileCheck %s --check-prefix=ROW
// ROW:     %[[I:.+]] = arith.index_cast %{{.+}} : index to i32
// ROW:     %[[R:.+]] = arith.addi %[[I]], %{{.+}} : i32
// ROW:     arith.muli %[[R]], %c128
// ROW:     arith.xori

#tile = #tl.register<spatial(24, 4).local(1, 16)>
#mem = #tl.shared<row_major_swizzle([96, 256], nbytes = 1)>
!from = memref<24576xi8>
!tile = memref<24x64xi8>
!shared = memref<24x64xi8, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @fetch(%A: !from {llvm.align = 16 : i64}, %B: !tile {llvm.align = 16 : i64},
      %n: index {tl.divisibility = 16 : i64}, %i: index {tl.divisibility = 8 : i64})
      workgroup(%S: !shared) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    tl.copy %A[%i, 0] layout #mem to %S as #tile scope cta async bounds(96, %n) from(0, 0) : !from to !shared
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S as #tile scope cta : !shared to vector<16xi8>
    tl.store %v as #tile to %B scope cta : vector<16xi8> to !tile
    gpu.return
  }
}
