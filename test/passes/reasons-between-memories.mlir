// RUN: tl-opt %s --lower-layout-copies=remarks=1 -o /dev/null 2>&1 | grep remark: | FileCheck %s --match-full-lines
// RUN: sed 's/scope cta : !part/scope cta {source_alignment = 16 : i64} : !part/' %s | tl-opt --lower-layout-copies=remarks=1 -o /dev/null 2>&1 | grep remark: | FileCheck %s --check-prefix=CURED
// RUN: tl-opt %s --gpu-kernel-outlining --lower-layout-copies=remarks=1 -o /dev/null 2>&1 | grep remark: | FileCheck %s --check-prefix=OUTLINED

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
  // Who moves what in an asynchronous copy follows from what is known, too; the
  // attribute is that of the side to which it belongs.
  // CHECK: {{.*}}: remark: 'tl.copy' op moves 16 accesses of 32 bits: cp.async.ca.shared.global{{; .+}}
  // CHECK-NEXT: {{.*}}: remark: 'tl.copy' op R3: not 64 bits: alignment of argument 0 is 4; say {llvm.align = 8 : i64}
  // CHECK-NEXT: {{.*}}: remark: 'tl.copy' op R3: not 128 bits: alignment of argument 0 is 4; say {llvm.align = 16 : i64}
  gpu.func @async(%A: memref<64x64xf16> {llvm.align = 4 : i64}) workgroup(%S: memref<64x64xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S scope cta async : memref<64x64xf16> to memref<64x64xf16, #gpu.address_space<workgroup>>
    tl.async_commit
    tl.async_wait 0
    gpu.return
  }
  // CHECK: {{.*}}: remark: 'tl.copy' op R4: not 64 bits: origin of dimension 1 is a multiple of 2 only; say target_divisibility = array<i64: 1, 4>
  gpu.func @async_target(%A: memref<64x64xf16> {llvm.align = 16 : i64}, %j: index {tl.divisibility = 2 : i64}) workgroup(%S: memref<64x128xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S[0, %j] scope cta async : memref<64x64xf16> to memref<64x128xf16, #gpu.address_space<workgroup>>
    tl.async_commit
    tl.async_wait 0
    gpu.return
  }
  // A partition that somebody has written is the first of the reasons.
  // CHECK: {{.*}}: remark: 'tl.copy' op R6: not 64 bits: consecutive threads are 2 elements apart, not a multiple of 4
  gpu.func @async_own(%A: memref<64x64xf16> {llvm.align = 4 : i64}) workgroup(%S: memref<64x64xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S as #tl.register<local(16, 1).spatial(4, 32).local(1, 2)> scope cta async : memref<64x64xf16> to memref<64x64xf16, #gpu.address_space<workgroup>>
    tl.async_commit
    tl.async_wait 0
    gpu.return
  }
  // Between load and store lanes have other orders, and the strides of registers
  // are to blame.  Rows are apart, however little of their pitch is known.
  // CHECK: {{.*}}: remark: 'tl.load' op moves 32 accesses of 32 bits: ld.global.b32; 32 accesses of at least 8, 240 sectors of at least 240 in the model of sm_90
  // CHECK-NEXT: {{.*}}: remark: 'tl.load' op R5: not 64 bits: stride of dimension 0 is known to be a multiple of 1 only; say source_stride_divisibility = array<i64: 2, 1>
  // CHECK-NEXT: {{.*}}: remark: 'tl.load' op R5: not 128 bits: stride of dimension 0 is known to be a multiple of 1 only; say source_stride_divisibility = array<i64: 4, 1>
  gpu.func @transpose(%A: memref<?x?xf32, strided<[?, 1]>> {llvm.align = 16 : i64}) workgroup(%S: memref<4096xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A to %S layout #tl.shared<column_major([64, 64])> scope cta tile(64, 64) : memref<?x?xf32, strided<[?, 1]>> to memref<4096xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// What defines a memory that no argument is may have no place for an alignment: the
// copy says it, and a buffer of a launch gets one when its kernel is outlined.
// CHECK: {{.*}}: remark: 'tl.load' op R3: not 32 bits: gpu.alloc states no alignment; say {source_alignment = 4 : i64}
// CHECK: {{.*}}: remark: 'tl.store' op R3: not 32 bits: a buffer of gpu.launch states no alignment; outline the kernel first
// OUTLINED: 'tl.load' op R3: not 32 bits: alignment of argument 0 is 2;
// OUTLINED-NOT: gpu.launch
func.func @launched() {
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %A = gpu.alloc () : memref<64x32xf16>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) workgroup(%S: !s) {
    tl.copy %A to %S scope cta : memref<64x32xf16> to !s
    gpu.terminator
  }
  return
}
