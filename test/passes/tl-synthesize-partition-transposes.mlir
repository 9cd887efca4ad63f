// RUN: %tl-opt %s --lower-layout-copies=report=%t.json -o %t.mlir
// RUN: python3 %S/Inputs/marked-facts.py %s %t.json | FileCheck %s
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SAME --implicit-check-not='not {{equivalent|checked}}'

// What small transposes take in shared memory, from shared and from global memory, by one
// warp: no conflicts.

#turned_16x16 = #tl.tile<S[(16, 16) : (1, 16)]>
#turned_4x32 = #tl.tile<S[(4, 32) : (1, 4)]>
#turned_32x24 = #tl.tile<S[(32, 24) : (1, 32)]>
#turned_24x32 = #tl.tile<S[(24, 32) : (1, 24)]>
#turned_8x32 = #tl.tile<S[(8, 32) : (1, 8)]>
#turned_16x32 = #tl.tile<S[(16, 32) : (1, 16)]>
!shared_16x16 = memref<16x16xf32, #gpu.address_space<workgroup>>
!shared_4x32 = memref<4x32xf32, #gpu.address_space<workgroup>>
!shared_32x24 = memref<32x24xf32, #gpu.address_space<workgroup>>
!shared_24x32 = memref<24x32xf32, #gpu.address_space<workgroup>>
!shared_8x32 = memref<8x32xf16, #gpu.address_space<workgroup>>
!shared_16x32 = memref<16x32xf16, #gpu.address_space<workgroup>>

gpu.module @transposes {
// CHECK: shared_16x16_f32: 4 accesses, 8 wavefronts of 8
// CHECK: shared_16x16_f32: 2 accesses, 8 wavefronts of 8
  gpu.func @shared_16x16_f32(%A: memref<16x16xf32> {llvm.align = 128 : i64}, %B: memref<16x16xf32> {llvm.align = 128 : i64})
      workgroup(%S: !shared_16x16, %T: !shared_16x16) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S scope cta : memref<16x16xf32> to !shared_16x16
    gpu.barrier
    tl.copy %S to %T layout #turned_16x16 scope cta : !shared_16x16 to !shared_16x16 // marked
    gpu.barrier
    tl.copy %T layout #turned_16x16 to %B layout #turned_16x16 scope cta : !shared_16x16 to memref<16x16xf32>
    gpu.return
  }

// CHECK: global_16x16_f32: 8 accesses, 32 sectors
// CHECK: global_16x16_f32: 2 accesses, 8 wavefronts of 8
  gpu.func @global_16x16_f32(%A: memref<16x16xf32> {llvm.align = 128 : i64}, %B: memref<16x16xf32> {llvm.align = 128 : i64})
      workgroup(%T: !shared_16x16) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %T layout #turned_16x16 scope cta : memref<16x16xf32> to !shared_16x16 // marked
    gpu.barrier
    tl.copy %T layout #turned_16x16 to %B layout #turned_16x16 scope cta : !shared_16x16 to memref<16x16xf32>
    gpu.return
  }

// CHECK: shared_4x32_f32: 1 accesses, 4 wavefronts of 4
// CHECK: shared_4x32_f32: 1 accesses, 4 wavefronts of 4
  gpu.func @shared_4x32_f32(%A: memref<4x32xf32> {llvm.align = 128 : i64}, %B: memref<4x32xf32> {llvm.align = 128 : i64})
      workgroup(%S: !shared_4x32, %T: !shared_4x32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S scope cta : memref<4x32xf32> to !shared_4x32
    gpu.barrier
    tl.copy %S to %T layout #turned_4x32 scope cta : !shared_4x32 to !shared_4x32 // marked
    gpu.barrier
    tl.copy %T layout #turned_4x32 to %B layout #turned_4x32 scope cta : !shared_4x32 to memref<4x32xf32>
    gpu.return
  }

// CHECK: global_4x32_f32: 4 accesses, 16 sectors
// CHECK: global_4x32_f32: 1 accesses, 4 wavefronts of 4
  gpu.func @global_4x32_f32(%A: memref<4x32xf32> {llvm.align = 128 : i64}, %B: memref<4x32xf32> {llvm.align = 128 : i64})
      workgroup(%T: !shared_4x32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %T layout #turned_4x32 scope cta : memref<4x32xf32> to !shared_4x32 // marked
    gpu.barrier
    tl.copy %T layout #turned_4x32 to %B layout #turned_4x32 scope cta : !shared_4x32 to memref<4x32xf32>
    gpu.return
  }

// CHECK: shared_32x24_f32: 8 accesses, 32 wavefronts of 32
// CHECK: shared_32x24_f32: 8 accesses, 32 wavefronts of 32
  gpu.func @shared_32x24_f32(%A: memref<32x24xf32> {llvm.align = 128 : i64}, %B: memref<32x24xf32> {llvm.align = 128 : i64})
      workgroup(%S: !shared_32x24, %T: !shared_32x24) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S scope cta : memref<32x24xf32> to !shared_32x24
    gpu.barrier
    tl.copy %S to %T layout #turned_32x24 scope cta : !shared_32x24 to !shared_32x24 // marked
    gpu.barrier
    tl.copy %T layout #turned_32x24 to %B layout #turned_32x24 scope cta : !shared_32x24 to memref<32x24xf32>
    gpu.return
  }

// CHECK: global_32x24_f32: 8 accesses, 128 sectors
// CHECK: global_32x24_f32: 8 accesses, 24 wavefronts of 24
  gpu.func @global_32x24_f32(%A: memref<32x24xf32> {llvm.align = 128 : i64}, %B: memref<32x24xf32> {llvm.align = 128 : i64})
      workgroup(%T: !shared_32x24) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %T layout #turned_32x24 scope cta : memref<32x24xf32> to !shared_32x24 // marked
    gpu.barrier
    tl.copy %T layout #turned_32x24 to %B layout #turned_32x24 scope cta : !shared_32x24 to memref<32x24xf32>
    gpu.return
  }

// CHECK: shared_24x32_f32: 8 accesses, 32 wavefronts of 32
// CHECK: shared_24x32_f32: 8 accesses, 32 wavefronts of 32
  gpu.func @shared_24x32_f32(%A: memref<24x32xf32> {llvm.align = 128 : i64}, %B: memref<24x32xf32> {llvm.align = 128 : i64})
      workgroup(%S: !shared_24x32, %T: !shared_24x32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S scope cta : memref<24x32xf32> to !shared_24x32
    gpu.barrier
    tl.copy %S to %T layout #turned_24x32 scope cta : !shared_24x32 to !shared_24x32 // marked
    gpu.barrier
    tl.copy %T layout #turned_24x32 to %B layout #turned_24x32 scope cta : !shared_24x32 to memref<24x32xf32>
    gpu.return
  }

// CHECK: global_24x32_f32: 8 accesses, 128 sectors
// CHECK: global_24x32_f32: 8 accesses, 32 wavefronts of 32
  gpu.func @global_24x32_f32(%A: memref<24x32xf32> {llvm.align = 128 : i64}, %B: memref<24x32xf32> {llvm.align = 128 : i64})
      workgroup(%T: !shared_24x32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %T layout #turned_24x32 scope cta : memref<24x32xf32> to !shared_24x32 // marked
    gpu.barrier
    tl.copy %T layout #turned_24x32 to %B layout #turned_24x32 scope cta : !shared_24x32 to memref<24x32xf32>
    gpu.return
  }

// CHECK: shared_8x32_f16: 8 accesses, 8 wavefronts of 8
// CHECK: shared_8x32_f16: 1 accesses, 4 wavefronts of 4
  gpu.func @shared_8x32_f16(%A: memref<8x32xf16> {llvm.align = 128 : i64}, %B: memref<8x32xf16> {llvm.align = 128 : i64})
      workgroup(%S: !shared_8x32, %T: !shared_8x32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S scope cta : memref<8x32xf16> to !shared_8x32
    gpu.barrier
    tl.copy %S to %T layout #turned_8x32 scope cta : !shared_8x32 to !shared_8x32 // marked
    gpu.barrier
    tl.copy %T layout #turned_8x32 to %B layout #turned_8x32 scope cta : !shared_8x32 to memref<8x32xf16>
    gpu.return
  }

// CHECK: global_8x32_f16: 4 accesses, 32 sectors
// CHECK: global_8x32_f16: 1 accesses, 4 wavefronts of 4
  gpu.func @global_8x32_f16(%A: memref<8x32xf16> {llvm.align = 128 : i64}, %B: memref<8x32xf16> {llvm.align = 128 : i64})
      workgroup(%T: !shared_8x32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %T layout #turned_8x32 scope cta : memref<8x32xf16> to !shared_8x32 // marked
    gpu.barrier
    tl.copy %T layout #turned_8x32 to %B layout #turned_8x32 scope cta : !shared_8x32 to memref<8x32xf16>
    gpu.return
  }

// CHECK: shared_16x32_f16: 8 accesses, 8 wavefronts of 8
// CHECK: shared_16x32_f16: 2 accesses, 8 wavefronts of 8
  gpu.func @shared_16x32_f16(%A: memref<16x32xf16> {llvm.align = 128 : i64}, %B: memref<16x32xf16> {llvm.align = 128 : i64})
      workgroup(%S: !shared_16x32, %T: !shared_16x32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S scope cta : memref<16x32xf16> to !shared_16x32
    gpu.barrier
    tl.copy %S to %T layout #turned_16x32 scope cta : !shared_16x32 to !shared_16x32 // marked
    gpu.barrier
    tl.copy %T layout #turned_16x32 to %B layout #turned_16x32 scope cta : !shared_16x32 to memref<16x32xf16>
    gpu.return
  }

// CHECK: global_16x32_f16: 8 accesses, 32 sectors
// CHECK: global_16x32_f16: 2 accesses, 8 wavefronts of 8
  gpu.func @global_16x32_f16(%A: memref<16x32xf16> {llvm.align = 128 : i64}, %B: memref<16x32xf16> {llvm.align = 128 : i64})
      workgroup(%T: !shared_16x32) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %T layout #turned_16x32 scope cta : memref<16x32xf16> to !shared_16x32 // marked
    gpu.barrier
    tl.copy %T layout #turned_16x32 to %B layout #turned_16x32 scope cta : !shared_16x32 to memref<16x32xf16>
    gpu.return
  }
}
// CHECK-NOT: {{.}}

// SAME-COUNT-12: equivalent
