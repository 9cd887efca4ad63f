// RUN: tl-opt %s --lower-layout-copies=remarks=1 -o /dev/null 2>&1 | grep remark: | FileCheck %s --match-full-lines
// RUN: sed 's/scope cta : !part/scope cta {source_alignment = 16 : i64} : !part/' %s | tl-opt --lower-layout-copies=remarks=1 -o /dev/null 2>&1 | grep remark: | FileCheck %s --check-prefix=CURED

// Of a copy between memories, what is known of them decides who moves what: it is
// the first of the reasons, with the attributes that such a copy has.

!part = memref<64x32xf16, strided<[64, 1], offset: ?>>
!s = memref<64x32xf16, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @part(%A: memref<256x64xf16> {llvm.align = 16 : i64}, %i: index, %j: index) workgroup(%S: !s) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %V = memref.subview %A[%i, %j] [64, 32] [1, 1] : memref<256x64xf16> to !part
    // CHECK: {{.*}}memories.mlir:[[# @LINE + 7]]:{{[0-9]+}}: remark: 'tl.load' op moves {{.*}} of 16 bits: ld.global.b16{{; .+}}
    // CHECK-NEXT: {{.*}}memories.mlir:[[# @LINE + 6]]:{{[0-9]+}}: remark: 'tl.load' op R3: not 32 bits: offset of memref.subview is known only at run time; say {source_alignment = 4 : i64}
    // CHECK-NEXT: {{.*}}memories.mlir:[[# @LINE + 5]]:{{[0-9]+}}: remark: 'tl.load' op R3: not 64 bits: offset of memref.subview is known only at run time; say {source_alignment = 8 : i64}
    // CHECK-NEXT: {{.*}}memories.mlir:[[# @LINE + 4]]:{{[0-9]+}}: remark: 'tl.load' op R3: not 128 bits: offset of memref.subview is known only at run time; say {source_alignment = 16 : i64}
    // CURED: remark: 'tl.load' op moves 2 accesses of 128 bits: ld.global.v4.b32{{; .+}}
    // CURED-NOT: R3
    // CURED: remark: 'tl.store' op moves 2 accesses of 128 bits: st.shared.v4.b32{{; .+}}
    tl.copy %V to %S scope cta : !part to !s
    gpu.return
  }
  // CHECK: {{.*}}: remark: 'tl.store' op R4: not 32 bits: origin of dimension 1 is a multiple of 1 only; say target_divisibility = array<i64: 1, 2>
  gpu.func @origin(%A: memref<64x32xf16> {llvm.align = 16 : i64}, %B: memref<64x256xf16> {llvm.align = 16 : i64}, %j: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %B[0, %j] scope cta : memref<64x32xf16> to memref<64x256xf16>
    gpu.return
  }
  // A load and a store of somebody's own have their own names.
  // CHECK: {{.*}}: remark: 'tl.store' op R4: not 32 bits: origin of dimension 1 is a multiple of 1 only; say divisibility = array<i64: 1, 2>
  gpu.func @own(%A: memref<64x32xf16> {llvm.align = 16 : i64}, %B: memref<64x256xf16> {llvm.align = 16 : i64}, %j: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A as #tl.register<local(2, 1).spatial(32, 4).local(1, 8)> scope cta : memref<64x32xf16> to vector<16xf16>
    tl.store %v as #tl.register<local(2, 1).spatial(32, 4).local(1, 8)> to %B[0, %j] scope cta : vector<16xf16> to memref<64x256xf16>
    gpu.return
  }
}
