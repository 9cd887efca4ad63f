// Y[b] is the transpose of X[b], in tiles of 64 x 64 through shared memory, a
// block a tile; the last tiles of a row and of a column are not whole.

// RUN: tl-sim --verify-lowering %s --grid=2,2,3 --reference=batched_transpose_by_loops | FileCheck %s
// RUN: %tl-opt %s --lower-layout-copies | tl-sim - --grid=2,2,3 --report | FileCheck %s --check-prefix=BANKS
// CHECK: @batched_transpose: equivalent: {{[0-9]+}} elements
// CHECK: @batched_transpose: as @batched_transpose_by_loops: 25920 elements, off by at most 0{{$}}
// BANKS: total: shared {{[0-9]+}} bytes, [[LEAST:[0-9]+]] wavefronts of at least [[LEAST]];

#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#turned = #tl.shared<permute(row_major_swizzle([64, 64], nbytes = 2), [1, 0])>
!in = memref<3x72x120xf16>
!out = memref<3x120x72xf16>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @batched_transpose(%X: !in {llvm.align = 16 : i64}, %Y: !out {llvm.align = 16 : i64})
      workgroup(%S: !shared) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c64 = arith.constant 64 : i32
    %x = gpu.block_id x
    %y = gpu.block_id y
    %b = gpu.block_id z
    %x32 = arith.index_cast %x : index to i32
    %y32 = arith.index_cast %y : index to i32
    %i = arith.muli %y32, %c64 : i32
    %j = arith.muli %x32, %c64 : i32
    tl.copy %X[%b, %i : i32, %j : i32] to %S layout #smem scope cta bounds(72, 120) : !in to !shared
    gpu.barrier
    tl.copy %S layout #turned to %Y[%b, %j : i32, %i : i32] scope cta bounds(120, 72) : !shared to !out
    gpu.return
  }
}

func.func private @batched_transpose_by_loops(%X: !in, %Y: !out) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c72 = arith.constant 72 : index
  %c120 = arith.constant 120 : index
  scf.for %b = %c0 to %c3 step %c1 {
    scf.for %i = %c0 to %c72 step %c1 {
      scf.for %j = %c0 to %c120 step %c1 {
        %x = memref.load %X[%b, %i, %j] : !in
        memref.store %x, %Y[%b, %j, %i] : !out
      }
    }
  }
  return
}
