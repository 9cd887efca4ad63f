// RUN: tl-sim --verify-lowering %s --arg=2:scalar=5 --arg=3:scalar=40 --arg=4:scalar=61 --arg=5:scalar=120 --arg=6:scalar=1 | FileCheck %s
// RUN: tl-sim --verify-lowering %s --arg=2:scalar=64 --arg=3:scalar=64 --arg=4:scalar=64 --arg=5:scalar=128 --arg=6:scalar=0 | FileCheck %s
// RUN: not tl-sim %s --kernel=stage --arg=6:scalar=130 2>&1 | FileCheck %s --check-prefix=SIGNED
// RUN: tl-opt %s --tl-synthesize-partition --tl-partition-copies | FileCheck %s --check-prefix=CAST
// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: sed -n '/entry narrow(/,/^}/p' %t.ptx | sh %S/Inputs/count.sh | FileCheck %s --check-prefix=NARROW
// RUN: sed -n '/entry index(/,/^}/p' %t.ptx | sh %S/Inputs/count.sh | FileCheck %s --check-prefix=COUNT

// Integers of any width as origins and bounds: no more instructions than with
// values of type index, which are compared with digits of 64 bits beside those of the
// offset.

// COUNT: {{^([0-3][0-9]|4[0-9])}} instructions, 8 accesses of 16 bytes, 0 others
// NARROW: {{^([0-3][0-9]|4[0-7])}} instructions, 8 accesses of 16 bytes, 0 others

// 130 of 8 bits is -126.
// SIGNED: error: 'tl.load' op out of bounds: {{.+}} reads element [-126, 0]

#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!buffer = memref<65536xf16>
!tile = memref<64x64xf16, strided<[?, 1]>>

gpu.module @kernels {
  // CHECK: @narrow: equivalent:
  // CAST-LABEL: gpu.func @narrow(
  // CAST-SAME: %[[N:[^: ]+]]: i16, %[[M:[^: ]+]]: i32,
  // CAST-DAG: arith.index_cast %[[M]] : i32 to index
  // CAST-DAG: arith.index_cast %[[N]] : i16 to index
  gpu.func @narrow(%A: !buffer {llvm.align = 16 : i64}, %B: !buffer {llvm.align = 16 : i64}, %i: i32, %n: i16, %m: i32, %ld: i32, %s: i8) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %l = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%l, 1] : !buffer to !tile
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [64, 64], strides: [%l, 1] : !buffer to !tile
    %v = tl.load %a as #rows scope cta bounds(%m : i32, %n : i16) {bound_divisibility = array<i64: 1, 8>, stride_divisibility = array<i64: 8, 1>} : !tile to vector<32xf16>
    tl.store %v as #rows to %b scope cta bounds(%m : i32, %n : i16) {bound_divisibility = array<i64: 1, 8>, stride_divisibility = array<i64: 8, 1>} : vector<32xf16> to !tile
    gpu.return
  }

  // CHECK: @index: equivalent:
  gpu.func @index(%A: !buffer {llvm.align = 16 : i64}, %B: !buffer {llvm.align = 16 : i64}, %i: index, %n: index, %m: index, %ld: index, %s: i8) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [64, 64], strides: [%ld, 1] : !buffer to !tile
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [64, 64], strides: [%ld, 1] : !buffer to !tile
    %v = tl.load %a as #rows scope cta bounds(%m, %n) {bound_divisibility = array<i64: 1, 8>, stride_divisibility = array<i64: 8, 1>} : !tile to vector<32xf16>
    tl.store %v as #rows to %b scope cta bounds(%m, %n) {bound_divisibility = array<i64: 1, 8>, stride_divisibility = array<i64: 8, 1>} : vector<32xf16> to !tile
    gpu.return
  }

  // Between memories, in several parts, from a slice.

  // CHECK: @between: equivalent:
  gpu.func @between(%A: memref<2x256x96xf32> {llvm.align = 16 : i64}, %B: memref<300x96xf32> {llvm.align = 16 : i64}, %i: i32, %n: i16, %m: i32, %ld: i32, %s: i8) kernel
      attributes {known_block_size = array<i32: 96, 1, 1>} {
    tl.copy %A[%s : i8, %i : i32, 0] to %B[%m : i32, 0] scope cta tile(70, 91) bounds(%ld : i32, %n : i16) : memref<2x256x96xf32> to memref<300x96xf32>
    gpu.return
  }

  // CHECK: @stage: equivalent:
  gpu.func @stage(%A: memref<2x32xf32> {llvm.align = 16 : i64}, %B: memref<32xf32> {llvm.align = 16 : i64}, %i: i32, %n: i16, %m: i32, %ld: i32, %s: i8) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[%s : i8, 0] as #tl.register<spatial(32)> scope warp : memref<2x32xf32> to vector<1xf32>
    tl.store %v as #tl.register<spatial(32)> to %B scope warp : vector<1xf32> to memref<32xf32>
    gpu.return
  }
}
