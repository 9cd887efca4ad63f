// RUN: tl-opt %s --tl-normalize-layouts --tl-partition-copies=remarks=1 -o /dev/null 2>&1 | grep remark: | FileCheck %s --match-full-lines
// RUN: tl-opt %s --lower-layout-copies='remarks=1 max-vector-bits=64' -o /dev/null 2>&1 | grep remark: | FileCheck %s --check-prefix=OPTION --match-full-lines
// RUN: tl-opt %s --tl-normalize-layouts --tl-partition-copies='remarks=1 target=sm_100' -o /dev/null 2>&1 | grep remark: | FileCheck %s --check-prefix=SM100 --match-full-lines
// RUN: tl-opt %s --tl-normalize-layouts --tl-partition-copies -o /dev/null 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: not tl-opt %s --tl-normalize-layouts --tl-partition-copies=target=sm_42 2>&1 | FileCheck %s --check-prefix=TARGET

// What was chosen for every copy and the rule that forbids each wider access,
// as remarks (law C6).

// SILENT-NOT: R{{[0-9]}}
// TARGET: error: {{.*}}target is "sm_42"; it has to be one of sm_70, sm_72, sm_75, {{.*}} sm_121, gfx942, gfx950, or a variant with a or f

#row  = #tl.register<spatial(32, 1).local(1, 8)>
#quad = #tl.register<spatial(8, 4).local(1, 2)>
#pair = #tl.register<spatial(32, 1).local(1, 2)>

// R1, R2: the target, the option.

func.func @target(%m: memref<32x8xf32> {llvm.align = 32 : i64}, %s: memref<32x8xf32, 3> {llvm.align = 32 : i64}) {
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 5]]:{{[0-9]+}}: remark: 'tl.load' op moves 2 accesses of 128 bits: ld.global.v4.b32; 2 accesses of at least 2, 64 sectors of at least 32 in the model of sm_90{{$}}
  // OPTION: {{.*}}reasons.mlir:[[# @LINE + 4]]:{{[0-9]+}}: remark: 'tl.load' op moves 4 accesses of 64 bits: ld.global.v2.b32; 4 accesses of at least 2, 128 sectors of at least 32 in the model of sm_90{{$}}
  // OPTION-NEXT: {{.*}}reasons.mlir:[[# @LINE + 3]]:{{[0-9]+}}: remark: 'tl.load' op R2: not 128 bits: max-vector-bits is 64
  // OPTION-NEXT: {{.*}}reasons.mlir:[[# @LINE + 2]]:{{[0-9]+}}: remark: 'tl.load' op R1: not 256 bits: sm_90 has accesses of at most 128 bits to global memory
  // SM100: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op moves 1 access of 256 bits: ld.global.v8.b32; 1 access of at least 1, 32 sectors of at least 32 in the model of sm_100{{$}}
  %v = tl.load %m as #row scope warp : memref<32x8xf32> to vector<8xf32>
  // CHECK-NEXT: {{.*}}reasons.mlir:[[# @LINE + 5]]:{{[0-9]+}}: remark: 'tl.store' op moves 2 accesses of 128 bits: st.shared.v4.b32; 2 accesses of at least 2, 16 wavefronts of at least 8 in the model of sm_90{{$}}
  // OPTION-NEXT: {{.*}}reasons.mlir:[[# @LINE + 4]]:{{[0-9]+}}: remark: 'tl.store' op moves 4 accesses of 64 bits: st.shared.v2.b32{{; .+}}
  // OPTION-NEXT: {{.*}}reasons.mlir:[[# @LINE + 3]]:{{[0-9]+}}: remark: 'tl.store' op R11: fragment is not an 8 x 16-byte tile at element (1, 0): lane 1 holds it, 32 bytes from lane 0 and not 4
  // OPTION-NEXT: {{.*}}reasons.mlir:[[# @LINE + 2]]:{{[0-9]+}}: remark: 'tl.store' op R2: not 128 bits: max-vector-bits is 64
  // SM100-NEXT: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.store' op moves 2 accesses of 128 bits: st.shared.v4.b32{{; .+}}
  tl.store %v as #row to %s scope warp : vector<8xf32> to memref<32x8xf32, 3>
  return
}

// R3: where memory starts.

func.func @base(%a: memref<32x8xf32>, %b: memref<32x8xf32> {llvm.align = 4 : i64}, %c: memref<32x16xf32> {llvm.align = 16 : i64},
                %d: memref<32x8xf32, strided<[8, 1], offset: 1>> {llvm.align = 16 : i64}, %x: index, %h: memref<2048xi8> {llvm.align = 16 : i64}) {
  // CHECK-NEXT: {{.*}}reasons.mlir:[[# @LINE + 4]]:{{[0-9]+}}: remark: 'tl.load' op moves 8 accesses of 32 bits: ld.global.b32{{; .+}}
  // CHECK-NEXT: {{.*}}reasons.mlir:[[# @LINE + 3]]:{{[0-9]+}}: remark: 'tl.load' op R3: not 64 bits: argument 0 states no alignment; say {llvm.align = 8 : i64}
  // CHECK-NEXT: {{.*}}reasons.mlir:[[# @LINE + 2]]:{{[0-9]+}}: remark: 'tl.load' op R3: not 128 bits: argument 0 states no alignment; say {llvm.align = 16 : i64}
  // CHECK-NEXT: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R1: not 256 bits: sm_90 has accesses of at most 128 bits to global memory
  %0 = tl.load %a as #row scope warp : memref<32x8xf32> to vector<8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R3: not 64 bits: alignment of argument 1 is 4; say {llvm.align = 8 : i64}
  %1 = tl.load %b as #row scope warp : memref<32x8xf32> to vector<8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R3: not 128 bits: alignment of the copy is 8; say {alignment = 16 : i64}
  %2 = tl.load %a as #row scope warp {alignment = 8 : i64} : memref<32x8xf32> to vector<8xf32>
  %e = memref.assume_alignment %a, 8 : memref<32x8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R3: not 128 bits: alignment of memref.assume_alignment is 8; say {alignment = 16 : i64}
  %3 = tl.load %e as #row scope warp : memref<32x8xf32> to vector<8xf32>
  %f = memref.subview %c[0, 2] [32, 8] [1, 1] : memref<32x16xf32> to memref<32x8xf32, strided<[16, 1], offset: 2>>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R3: not all of 128 bits: offset of memref.subview is 2
  %4 = tl.load %f as #row scope warp : memref<32x8xf32, strided<[16, 1], offset: 2>> to vector<8xf32>
  %k = memref.cast %f : memref<32x8xf32, strided<[16, 1], offset: 2>> to memref<32x8xf32, strided<[16, 1], offset: ?>>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R3: not all of 128 bits: offset of memref.subview is 2
  %8 = tl.load %k as #row scope warp : memref<32x8xf32, strided<[16, 1], offset: ?>> to vector<8xf32>
  %g = memref.subview %c[0, %x] [32, 8] [1, 1] : memref<32x16xf32> to memref<32x8xf32, strided<[16, 1], offset: ?>>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R3: not 64 bits: offset of memref.subview is known only at run time; say {alignment = 8 : i64}
  %5 = tl.load %g as #row scope warp : memref<32x8xf32, strided<[16, 1], offset: ?>> to vector<8xf32>
  %c8 = arith.constant 8 : index
  %i = memref.view %h[%c8][] : memref<2048xi8> to memref<32x8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R3: not 128 bits: byte shift of memref.view is 8
  %6 = tl.load %i as #row scope warp : memref<32x8xf32> to vector<8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R3: not all of 128 bits: offset of argument 3 is 1
  %7 = tl.load %d as #row scope warp : memref<32x8xf32, strided<[8, 1], offset: 1>> to vector<8xf32>
  return
}

// R4: the origin. R5: the pitch. R6: the threads.

func.func @strides(%a: memref<32x16xf32> {llvm.align = 16 : i64}, %b: memref<32x9xf32> {llvm.align = 16 : i64},
                   %c: memref<32x8xf32, strided<[?, 1]>> {llvm.align = 16 : i64}, %x: index) {
  %c2 = arith.constant 2 : index
  %j = arith.muli %x, %c2 : index
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R4: not 128 bits: origin of dimension 1 is a multiple of 2 only; say divisibility = array<i64: 1, 4>
  %0 = tl.load %a[0, %j] as #row scope warp : memref<32x16xf32> to vector<8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R4: not all of 128 bits: the tile starts at element 3 of memory, not at a multiple of 4
  %1 = tl.load %a[0, 3] as #row scope warp : memref<32x16xf32> to vector<8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R5: not 64 bits: row pitch 9 is not a multiple of 2
  %2 = tl.load %b as #row scope warp : memref<32x9xf32> to vector<8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R5: not 128 bits: stride of dimension 0 is known to be a multiple of 2 only; say stride_divisibility = array<i64: 4, 1>
  %3 = tl.load %c as #row scope warp {stride_divisibility = array<i64: 2, 1>} : memref<32x8xf32, strided<[?, 1]>> to vector<8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R6: not 128 bits: consecutive threads are 2 elements apart, not a multiple of 4
  %4 = tl.load %a as #quad scope warp : memref<32x16xf32> to vector<2xf32>
  return
}

// R7: digits without a common refinement. R8: the registers. R9: the swizzle.

func.func @digits(%a: memref<64x12xf32> {llvm.align = 16 : i64}, %s: memref<512xf32, 3> {llvm.align = 16 : i64}, %t: memref<1024xf32> {llvm.align = 16 : i64}, %x: index) {
  %c2 = arith.constant 2 : index
  %x2 = arith.muli %x, %c2 : index
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R7: not 128 bits: in dimension 1 the tile starts inside a digit of the memory layout: its origin is known to be a multiple of 2 only, and has to be one of 4; say divisibility = array<i64: 1, 4>
  %o = tl.load %t[0, %x2] layout #tl.tile<S[(32, (4, 8)) : (8, (256, 1))]> as #tl.register<spatial(32, 1).local(1, 4)> scope warp : memref<1024xf32> to vector<4xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R7: not 128 bits: in dimension 1 a digit of extent 3 of the fragment meets a digit of extent 2 of the memory layout: neither extent divides the other
  %0 = tl.load %t layout #tl.tile<S[(32, (3, 4)) : (32, (8, 1))]> as #tl.register<spatial(32, 1).local(1, 6)> scope warp : memref<1024xf32> to vector<6xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R8: not 128 bits: a thread holds runs of 2 consecutive elements
  %1 = tl.load %a as #pair scope warp : memref<64x12xf32> to vector<2xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R8: not 64 bits: a thread holds no two consecutive elements
  %2 = tl.load %a as #tl.register<local(2, 1).spatial(32, 1)> scope warp : memref<64x12xf32> to vector<2xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R9: not 128 bits: the swizzle keeps 2 consecutive elements together
  %3 = tl.load %s layout #tl.tile<S[(32, 16) : (16, 1)] + swizzle(base = 1, bits = 2, shift = 4)> as #row scope warp : memref<512xf32, 3> to vector<8xf32>
  return
}

// Registers before facts: no alignment and no origin would widen the access of a
// thread that holds one element, and none of the origin that of an unknown base.

#one = #tl.register<spatial(1, 32)>

func.func @first(%a: memref<32x32xf32>, %b: memref<64x2xi8> {llvm.align = 16 : i64}, %x: index) {
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 3]]:{{[0-9]+}}: remark: 'tl.load' op moves 1 access of 32 bits: ld.global.b32{{; .+}}
  // CHECK-NEXT: {{.*}}reasons.mlir:[[# @LINE + 2]]:{{[0-9]+}}: remark: 'tl.load' op R8: not 64 bits: a thread holds no two consecutive elements
  // CHECK-NEXT: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R8: not 128 bits: a thread holds no two consecutive elements
  %0 = tl.load %a[%x, 0] as #one scope warp : memref<32x32xf32> to vector<1xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R4: not 64 bits: origin of dimension 1 is a multiple of 1 only; say divisibility = array<i64: 1, 2>
  %1 = tl.load %a[0, %x] as #row scope warp : memref<32x32xf32> to vector<8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op moves 1 access of 16 bits: ld.global.v2.b8{{; .+}}
  %2 = tl.load %b as #pair scope warp : memref<64x2xi8> to vector<2xi8>
  return
}

// R10: a bound that cuts accesses.

func.func @bound(%a: memref<32x8xf32> {llvm.align = 16 : i64}, %n: index) {
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 2]]:{{[0-9]+}}: remark: 'tl.load' op moves 2 accesses of 128 bits: ld.global.v4.b32{{; .+}}
  // CHECK-NEXT: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R10: mask granularity 1 of dimension 1: where a bound cuts an access it moves in pieces of 1 elements; say bound_divisibility = array<i64: 1, 4>
  %0 = tl.load %a as #row scope warp bounds(32, %n) : memref<32x8xf32> to vector<8xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R10: mask granularity 6 of dimension 1: where a bound cuts an access it moves in pieces of 2 elements
  %1 = tl.load %a as #row scope warp bounds(32, 6) : memref<32x8xf32> to vector<8xf32>
  return
}

// An access of two rows is not cut where the bound is a multiple of 2.

func.func @rows(%a: memref<64x2xf32> {llvm.align = 16 : i64}, %n: index) {
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R10: mask granularity 1 of dimension 0: where a bound cuts an access it moves in pieces of 2 elements; say bound_divisibility = array<i64: 2, 1>
  %0 = tl.load %a as #tl.register<spatial(32, 1).local(2, 2)> scope warp bounds(%n, 2) : memref<64x2xf32> to vector<4xf32>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op moves 1 access of 128 bits: ld.global.v4.b32{{; .+}}
  %1 = tl.load %a as #tl.register<spatial(32, 1).local(2, 2)> scope warp bounds(%n, 2) {bound_divisibility = array<i64: 2, 1>} : memref<64x2xf32> to vector<4xf32>
  // CHECK-NOT: R10{{.*}}array<i64: 2
  return
}

// R11: why no matrices; tl-partition-copies-matrices.mlir has all reasons.

func.func @matrix(%s: memref<64x64xf16, 3> {llvm.align = 16 : i64}, %m: index) {
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R11: dimension 0 is bounded
  %0 = tl.load %s as #tl.register<mma_a(16, 8, 16, 16)> scope warp bounds(%m, 64) : memref<64x64xf16, 3> to vector<8xf16>
  return
}

// Narrower ends are said, in the report too.

// RUN: tl-opt %s --tl-normalize-layouts --tl-partition-copies=report=%t.json -o /dev/null && FileCheck %s --check-prefix=TAIL --input-file=%t.json
// TAIL:      "function": "tail"
// TAIL:      "width": 4, "width_bits": 128, "is_mixed": true, "accesses": 2

func.func @tail(%a: memref<32x8xf32> {llvm.align = 16 : i64}) {
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 2]]:{{[0-9]+}}: remark: 'tl.load' op moves 2 accesses of at most 128 bits: ld.global.v4.b32{{; .+}}
  // CHECK-NEXT: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R8: not all of 128 bits: a thread holds runs of 6 consecutive elements
  %0 = tl.load %a as #tl.register<spatial(32, 1).local(1, 6)> scope warp : memref<32x8xf32> to vector<6xf32>
  return
}

// Of a run of which narrower ends would do, the origin is the reason.

func.func @ends(%a: memref<4096xi8> {llvm.align = 16 : i64}, %x: index) {
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 3]]:{{[0-9]+}}: remark: 'tl.load' op moves 31 accesses of 8 bits: ld.global.b8{{; .+}}
  // CHECK-NEXT: {{.*}}reasons.mlir:[[# @LINE + 2]]:{{[0-9]+}}: remark: 'tl.load' op R4: not 16 bits: origin of dimension 0 is a multiple of 1 only; say divisibility = array<i64: 2>
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op R4: not 128 bits: origin of dimension 0 is a multiple of 1 only; say divisibility = array<i64: 16>
  %0 = tl.load %a[%x] as #tl.register<local(31)> scope thread : memref<4096xi8> to vector<31xi8>
  return
}

// Lanes before the first thread of a fragment take part in nothing.

func.func @later(%s: memref<4x4xf32, strided<[1, 4]>, 3>) {
  // CHECK: {{.*}}reasons.mlir:[[# @LINE + 1]]:{{[0-9]+}}: remark: 'tl.load' op moves 1 access of 32 bits: ld.shared.b32; 1 access of at least 1, 1 wavefronts of at least 1 in the model of sm_90
  %0 = tl.load %s as #tl.tile<S[(4, 4) : (4@laneid, 1@laneid)] + 4@laneid> scope warp : memref<4x4xf32, strided<[1, 4]>, 3> to vector<1xf32>
  return
}
