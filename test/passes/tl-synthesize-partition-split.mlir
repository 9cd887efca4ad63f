// RUN: %tl-opt %s --lower-layout-copies=report=%t.json -o %t.mlir
// RUN: python3 %S/Inputs/marked-facts.py %s %t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.mlir
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SAME --implicit-check-not='not {{equivalent|checked}}'

// Matrices need four lanes along a row and eight along the rows; the warps follow along the
// rows again, so that stores are as wide as they can be under the swizzle that is given.

#smem = #tl.tile<S[(128, 64) : (64, 1)] + swizzle(base = 4, bits = 3, shift = 6)>
#turned = #tl.tile<S[(64, 128) : (1, 64)] + swizzle(base = 4, bits = 3, shift = 6)>
!shared = memref<8192xi8, #gpu.address_space<workgroup>>

gpu.module @kernels {
// CHECK: bytes: 4 accesses, 16 wavefronts of 16
// CHECK: bytes: 4 accesses, 64 sectors
// IR-LABEL: gpu.func @bytes
// IR-COUNT-4: nvvm.ldmatrix
// SAME: @bytes: equivalent
  gpu.func @bytes(%A: memref<128x64xi8> {llvm.align = 16 : i64}, %B: memref<64x128xi8> {llvm.align = 16 : i64})
      workgroup(%S: !shared) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S layout #smem scope cta : memref<128x64xi8> to !shared
    gpu.barrier
    tl.copy %S layout #turned to %B scope cta : !shared to memref<64x128xi8> // marked
    gpu.return
  }

// CHECK: bounded: 4 accesses, 16 wavefronts of 16
// CHECK: bounded: 4 accesses, 72 sectors
// IR-LABEL: gpu.func @bounded
// IR-COUNT-4: nvvm.ldmatrix
// SAME: @bounded: equivalent
  gpu.func @bounded(%A: memref<128x64xi8> {llvm.align = 16 : i64},
                    %B: memref<64x144xi8> {llvm.align = 16 : i64},
                    %n: i32 {tl.divisibility = 16 : i64})
      workgroup(%S: !shared) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S layout #smem scope cta : memref<128x64xi8> to !shared
    gpu.barrier
    tl.copy %S layout #turned to %B scope cta bounds(_, %n : i32) : !shared to memref<64x144xi8> // marked
    gpu.return
  }
}
