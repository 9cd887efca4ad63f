// RUN: %tl-opt %s --tl-normalize-layouts --tl-synthesize-partition --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --tl-normalize-layouts --tl-synthesize-partition=max-vector-bits=32 --mlir-print-local-scope | FileCheck %s --check-prefix=NARROW
// RUN: %tl-opt %s --tl-normalize-layouts --tl-synthesize-partition=target=sm_100 --mlir-print-local-scope | FileCheck %s --check-prefix=SM100
// RUN: %tl-opt %s --tl-normalize-layouts --tl-synthesize-partition=matrix-instructions=0 --mlir-print-local-scope | FileCheck %s --check-prefix=PLAIN
// RUN: %tl-opt %s --tl-normalize-layouts --mlir-print-local-scope | FileCheck %s --check-prefix=NORMAL

// What fragments are chosen.  S[((4, 16), (8, 8)) : ((8, 8@tx), (1@tx, 1))] has
// 8 threads of 8 elements a row and 16 rows, four times.

#swizzled = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#rows = #tl.register<spatial(32, 4).local(2, 16)>
!aligned = memref<64x64xf16>

// Accesses of 16 bytes on both sides, or of at most 4.

// CHECK-LABEL: func.func @swizzled(
// CHECK: %[[V:.+]] = tl.load %{{.+}} as #tl.tile<S[((4, 16), (8, 8)) : ((8, 8@tx), (1@tx, 1))]> scope cta : memref<64x64xf16> to vector<32xf16>
// CHECK-NEXT: tl.store %[[V]] as #tl.tile<S[((4, 16), (8, 8)) : ((8, 8@tx), (1@tx, 1))]> to %{{.+}} layout #tl.tile<S[(64, 64) : (64, 1)] + swizzle(base = 3, bits = 3, shift = 3)> scope cta : vector<32xf16>
// NARROW-LABEL: func.func @swizzled(
// NARROW: tl.load %{{.+}} as #tl.tile<S[((16, 4), (32, 2)) : ((2, 32@tx), (1@tx, 1))]>
func.func @swizzled(%G: memref<64x64xf16> {llvm.align = 16 : i64}, %S: memref<4096xf16, 3> {llvm.align = 128 : i64}) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %G to %S layout #swizzled scope cta : memref<64x64xf16> to memref<4096xf16, 3>
  return
}

// Fewer threads than the block has: 88 of 96 have 11 rows, and the sixth time
// rows from 64 on are kept out on both sides.

// CHECK-LABEL: func.func @threads(
// CHECK: %[[END:.+]] = arith.addi %{{.+}}, %{{.+}} overflow<nsw>
// CHECK: tl.load %{{.+}} as #tl.tile<S[((6, 11), (8, 8)) : ((8, 8@tx), (1@tx, 1))]> scope cta bounds(%[[END]], 64) {alignment = 16 : i64, stride_divisibility = array<i64: 8, 1>} :
// CHECK: tl.store {{.+}} layout {{.+}} scope cta bounds(64, 64) : vector<48xf16>
// NORMAL-LABEL: func.func @threads(
// NORMAL: tl.copy %{{.+}} to %{{.+}} layout #tl.tile<S[(64, 64) : (64, 1)] + swizzle(base = 3, bits = 3, shift = 3)> scope cta threads 96
func.func @threads(%G: memref<?x64xf16, strided<[?, 1]>>, %S: memref<4096xf16, 3> {llvm.align = 128 : i64}, %i: index) {
  tl.copy %G[%i, 0] to %S layout #swizzled scope cta threads 96 {source_alignment = 16, source_stride_divisibility = array<i64: 8, 1>} : memref<?x64xf16, strided<[?, 1]>> to memref<4096xf16, 3>
  return
}

// Nothing is known of the pitch: single elements, consecutive in a row.

// CHECK-LABEL: func.func @any_pitch(
// CHECK: tl.load %{{.+}} as #tl.tile<S[((16, 4), 32) : ((1, 32@tx), 1@tx)]> scope cta :
func.func @any_pitch(%G: memref<?x32xf32, strided<[?, 1]>>, %H: memref<64x32xf32>) {
  tl.copy %G to %H scope cta threads 128 : memref<?x32xf32, strided<[?, 1]>> to memref<64x32xf32>
  return
}

// Columns that an access does not divide are a copy of their own.

// CHECK-LABEL: func.func @rest(
// CHECK: tl.load %{{[^[]+}} as #tl.tile<S[((2, 32), (4, 8)) : ((8, 4@tx), (1@tx, 1))]> scope cta :
// CHECK: tl.store {{.+}} to %{{[^[]+}} scope cta :
// CHECK: tl.load %{{.+}}[0, 32] as #tl.tile<S[(64, 1) : (1@tx, 0)]> scope cta :
// CHECK: tl.store {{.+}} to %{{.+}}[0, 32] scope cta :
func.func @rest(%G: memref<64x40xf16> {llvm.align = 16 : i64}, %S: memref<64x33xf16, strided<[40, 1]>, 3> {llvm.align = 128 : i64}) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %G to %S scope cta : memref<64x40xf16> to memref<64x33xf16, strided<[40, 1]>, 3>
  return
}

// 33 rows of 17 elements: 85 of 96 threads, 5 rows at a time.

// CHECK-LABEL: func.func @odd(
// CHECK: tl.load %{{.+}} as #tl.tile<S[((7, 5), 17) : ((1, 17@tx), 1@tx)]> scope cta bounds(33, 17) :
func.func @odd(%G: memref<33x17xf32, strided<[20, 1]>>, %H: memref<33x17xf32>) {
  tl.copy %G to %H scope cta threads 96 : memref<33x17xf32, strided<[20, 1]>> to memref<33x17xf32>
  return
}

// Rows that touch on both sides are one row, here of 561 elements, of which 2
// are an access, since the source starts at a multiple of 2, in row 2.

// CHECK-LABEL: func.func @touching(
// CHECK: %[[FROM:.+]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [1360], strides: [1]
// CHECK: %[[TO:.+]] = memref.reinterpret_cast %arg1 to offset: [4], sizes: [561], strides: [1]
// CHECK: tl.load %[[FROM]][34] layout #tl.tile<S[(1360,) : (1,)]> as #tl.tile<S[((3, 96, 2),) : ((2, 1@tx, 1),)]> scope cta bounds(594)
// CHECK: tl.store %{{.+}} as {{.+}} to %[[TO]] layout #tl.tile<S[(561,) : (1,)]> scope cta bounds(560)
// CHECK: tl.load %[[FROM]][594] {{.+}} as #tl.tile<S[(1,) : (0,)]>
// CHECK: tl.store %{{.+}} as {{.+}} to %[[TO]][560]
func.func @touching(%G: memref<80x17xf32> {llvm.align = 16 : i64}, %H: memref<33x17xf32, strided<[17, 1], offset: 4>> {llvm.align = 16 : i64}) {
  tl.copy %G[2, 0] to %H scope cta threads 96 : memref<80x17xf32> to memref<33x17xf32, strided<[17, 1], offset: 4>>
  return
}

// What a pass leaves out leaves memory to others, and has the one bound that stays:
// 4 accesses of 16 bytes, and not 7 of 8 on 124 threads.

// CHECK-LABEL: func.func @last_pass(
// CHECK: tl.load %{{.+}} as #tl.tile<S[((4, 128, 4),) : ((4, 1@tx, 1),)]> scope cta bounds(1736) :
func.func @last_pass(%G: memref<56x31xf32> {llvm.align = 16 : i64}, %S: memref<56x31xf32, 3> {llvm.align = 16 : i64}) {
  tl.copy %G to %S scope cta threads 128 : memref<56x31xf32> to memref<56x31xf32, 3>
  return
}

// So do threads that take no part: 6 accesses of 16 bytes on 96 threads, and not 9
// of 8 on all.

// CHECK-LABEL: func.func @blocks(
// CHECK: tl.load %{{.+}} as #tl.tile<S[((2, 24), (3, 4, 4)) : ((12, 4@tx), (4, 1@tx, 1))]> scope cta :
func.func @blocks(%G: memref<48x48xf32> {llvm.align = 16 : i64}, %S: memref<2304xf32, 3> {llvm.align = 128 : i64}) {
  tl.copy %G to %S layout #tl.shared<row_major_swizzle([48, 48], nbytes = 4)> scope cta threads 128 : memref<48x48xf32> to memref<2304xf32, 3>
  return
}

// Rows that a thread number need not be divided for: 128 threads, and not 117 in 13
// rows of 9 with a guard.

// CHECK-LABEL: func.func @guard(
// CHECK: tl.load %{{.+}} as #tl.tile<S[((5, 128, 8),) : ((8, 1@tx, 1),)]> scope cta bounds(4608) :
func.func @guard(%G: memref<64x72xf16> {llvm.align = 16 : i64}, %S: memref<64x72xf16, 3> {llvm.align = 16 : i64}) {
  tl.copy %G to %S scope cta threads 128 : memref<64x72xf16> to memref<64x72xf16, 3>
  return
}

// As many accesses either way: the wider are taken.

// CHECK-LABEL: func.func @few(
// CHECK: tl.load %{{.+}} as #tl.tile<S[((6, 4),) : ((1@laneid, 1),)]> scope warp :
func.func @few(%G: memref<24xf32> {llvm.align = 16 : i64}, %H: memref<24xf32> {llvm.align = 16 : i64}) {
  tl.copy %G to %H scope warp : memref<24xf32> to memref<24xf32>
  return
}

// Pairs divide the row, and blocks of 4 would leave a rest.

// CHECK-LABEL: func.func @pairs(
// CHECK: tl.load %{{.+}} as #tl.tile<S[((11, 2),) : ((1@tx, 1),)]> scope cta :
// CHECK-NOT: tl.load
// CHECK: return
func.func @pairs(%G: memref<22xf32> {llvm.align = 16 : i64}, %H: memref<22xf32> {llvm.align = 16 : i64}) {
  tl.copy %G to %H scope cta threads 128 : memref<22xf32> to memref<22xf32>
  return
}

// 71 threads twice, and not 128 with a bound.

// CHECK-LABEL: func.func @exact(
// CHECK: tl.load %{{.+}} as #tl.tile<S[(2, 71) : (1, 1@tx)]> scope cta : memref<2x71xf32> to vector<2xf32>
func.func @exact(%G: memref<2x71xf32>, %H: memref<2x71xf32>) {
  tl.copy %G to %H scope cta threads 128 : memref<2x71xf32> to memref<2x71xf32>
  return
}

// A warp has 32 elements in a row, one sector; 8 rows of 4 would be in two.

// CHECK-LABEL: func.func @sectors(
// CHECK: tl.load %{{.+}} as #tl.tile<S[((2, 10), 8) : ((1, 8@tx), 1@tx)]> scope cta :
func.func @sectors(%G: memref<20x8xi8>, %H: memref<20x8xi8>) {
  tl.copy %G to %H scope cta threads 128 : memref<20x8xi8> to memref<20x8xi8>
  return
}

// Contiguous along different dimensions: blocks of 8 by 4, which are read as
// sectors of 32 bytes and written without bank conflicts.

// CHECK-LABEL: func.func @transposed(
// CHECK: tl.load %{{.+}} as #tl.tile<S[((8, 8), (16, 4)) : ((1@tx, 4), (8@tx, 1))]> scope cta :
func.func @transposed(%G: memref<64x64xf16> {llvm.align = 16 : i64}, %S: memref<4096xf16, 3> {llvm.align = 128 : i64}) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %G to %S layout #tl.tile<S[(64, 64) : (1, 64)]> scope cta : memref<64x64xf16> to memref<4096xf16, 3>
  return
}

// Bytes that are transposed out of swizzled memory: blocks of 4 rows and 8 columns,
// read by ldmatrix, written by 8 bytes.

// CHECK-LABEL: func.func @turned_bytes(
// CHECK: tl.load %{{.+}} layout {{.+}} as #tl.tile<S[((16, 4), (8, 8)) : ((1@tx, 1), (16@tx, 4))]> scope cta :
func.func @turned_bytes(%S: memref<4096xi8, 3> {llvm.align = 128 : i64}, %B: memref<64x64xi8, strided<[1024, 1]>> {llvm.align = 16 : i64}) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %S layout #tl.shared<permute(row_major_swizzle([64, 64], nbytes = 1), [1, 0])> to %B scope cta : memref<4096xi8, 3> to memref<64x64xi8, strided<[1024, 1]>>
  return
}

// Halves: ldmatrix transposes 8 x 8 of them.  Without matrices both sides are
// blocks of 4 by 8, transposed in registers.

// CHECK-LABEL: func.func @turned_halves(
// CHECK: tl.load %{{.+}} layout {{.+}} as #tl.tile<S[((2, 32), (4, 4, 4)) : ((16, 4@tx), (4, 1@tx, 1))]> scope cta :
// PLAIN-LABEL: func.func @turned_halves(
// PLAIN: tl.load %{{.+}} layout {{.+}} as #tl.tile<S[((16, 4), (8, 8)) : ((1@tx, 1), (16@tx, 4))]> scope cta :
func.func @turned_halves(%S: memref<4096xf16, 3> {llvm.align = 128 : i64}, %B: memref<64x64xf16, strided<[1024, 1]>> {llvm.align = 16 : i64}) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  tl.copy %S layout #tl.shared<permute(row_major_swizzle([64, 64], nbytes = 2), [1, 0])> to %B scope cta : memref<4096xf16, 3> to memref<64x64xf16, strided<[1024, 1]>>
  return
}

// More than 64 registers: 32 rows of 256 at a time.  A line of 128 bytes is read
// by 8 threads; by 4 where accesses have 32 bytes.

// CHECK-LABEL: func.func @loop(
// CHECK: scf.for %[[ROW:.+]] = %{{.+}} to %{{.+}} step %{{.+}} {
// CHECK-NEXT: %[[V:.+]] = tl.load %{{.+}}[%[[ROW]], 0] as #tl.tile<S[((2, 16), (8, 8, 4)) : ((32, 8@tx), (4, 1@tx, 1))]> scope cta {divisibility = array<i64: 32, 1>} : memref<256x256xf32> to vector<64xf32>
// CHECK-NEXT: tl.store %[[V]] as {{.+}} to %{{.+}}[%[[ROW]], 0] scope cta {disjoint, divisibility = array<i64: 32, 1>} :
// CHECK-NEXT: }
// SM100-LABEL: func.func @loop(
// SM100: tl.load %{{.+}} as #tl.tile<S[(32, (8, 4, 8)) : (4@tx, (8, 1@tx, 1))]>
func.func @loop(%G: memref<256x256xf32> {llvm.align = 32 : i64}, %H: memref<256x256xf32> {llvm.align = 32 : i64}) {
  tl.copy %G to %H scope cta threads 128 : memref<256x256xf32> to memref<256x256xf32>
  return
}

// A partition is taken as it is.

// CHECK-LABEL: func.func @partition(
// CHECK: tl.load %{{.+}}[0, 8] as #tl.tile<S[((32, 2), (4, 16)) : ((4@tx, 16), (1@tx, 1))]> scope cta bounds(%{{.+}}, 64) {pad = 1.000000e+00 : f16} :
// CHECK: tl.store %{{.+}} as #tl.tile<S[((32, 2), (4, 16)) : ((4@tx, 16), (1@tx, 1))]> to %{{[^ ]+}} scope cta {disjoint} :
// NORMAL-LABEL: func.func @partition(
// NORMAL: tl.copy %{{.+}}[0, 8] to %{{.+}} as #tl.tile<S[((32, 2), (4, 16)) : ((4@tx, 16), (1@tx, 1))]> scope cta bounds
func.func @partition(%G: memref<72x72xf16>, %H: memref<64x64xf16>, %m: index) {
  tl.copy %G[0, 8] to %H as #rows scope cta bounds(%m, 64) {pad = 1.0 : f16} : memref<72x72xf16> to memref<64x64xf16>
  return
}

// Columns at a pitch known at run time: 8 elements of one at a time.

// CHECK-LABEL: gpu.func @columns(
// CHECK: tl.load %{{.+}} as #tl.tile<S[((8, 8), (16, 4)) : ((1@tx, 1), (8, 8@tx))]>
gpu.module @kernels {
  gpu.func @columns(%A: memref<64x64xf16, strided<[1, ?]>> {llvm.align = 16 : i64, tl.stride_divisibility = array<i64: 1, 8>}, %S: memref<64x64xf16, strided<[1, 64]>, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %A to %S scope cta : memref<64x64xf16, strided<[1, ?]>> to memref<64x64xf16, strided<[1, 64]>, 3>
    gpu.return
  }
}
