// RUN: %tl-opt %s --tl-normalize-layouts --tl-partition-copies | FileCheck %s
// RUN: %tl-opt %s --tl-normalize-layouts --tl-partition-copies=matrix-instructions=0 | FileCheck %s --check-prefix=OFF
// RUN: %tl-opt %s --tl-normalize-layouts --tl-partition-copies=target=sm_80 | FileCheck %s --check-prefix=SM80
// RUN: tl-opt %s --tl-normalize-layouts --tl-partition-copies=remarks=1 2>&1 >/dev/null | grep -E 'R11|matrix' | FileCheck %s --check-prefix=WHY
// RUN: tl-opt %s --tl-normalize-layouts --tl-partition-copies='remarks=1 target=sm_80' 2>&1 >/dev/null | grep R11 | FileCheck %s --check-prefix=WHY80
// RUN: tl-opt %s --tl-normalize-layouts --tl-partition-copies='remarks=1 target=sm_70' 2>&1 >/dev/null | grep R11 | FileCheck %s --check-prefix=WHY70
// RUN: not tl-opt %s --tl-partition-copies=matrix-instructions=2 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not tl-opt %s --lower-layout-copies=remarks=-1 2>&1 | FileCheck %s --check-prefix=REMARKS
// FLAG: error: 'builtin.module' op matrix-instructions is 2; it has to be 0 or 1
// REMARKS: error: 'builtin.module' op remarks is -1; it has to be 0 or 1

// Copies of shared memory through ldmatrix and stmatrix (law C5), and why
// others go without (R11).  Every function runs in the simulator, see
// every-lowering.test.

// OFF-NOT:  matrices
// SM80:     matrices
// SM80-NOT: tl.thread_store {{.*}} matrices

#a  = #tl.register<mma_a(16, 8, 16, 16)>
#b  = #tl.register<mma_b(16, 8, 16, 16)>
#c  = #tl.register<mma_c(16, 8, 16, 16)>
#a8 = #tl.register<mma_a(16, 8, 32, 8)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#columns = #tl.cute<(64,64):(1,64)>

// Lane t names row t % 16 and columns from t / 16 * 8 on.

// CHECK-LABEL: func.func @a(
// CHECK:         %[[LANE:.*]] = gpu.lane_id
// CHECK:         %[[ROW:.*]] = arith.andi %[[LANE]], %c15
// CHECK:         %[[ROWS:.*]] = arith.muli %[[ROW]], %c8
// CHECK:         %[[COLUMN:.*]] = arith.shrui %[[LANE]], %c4
// CHECK:         %[[SUM:.*]] = arith.addi %[[ROWS]], %[[COLUMN]]
// CHECK:         %[[BASE:.*]] = arith.muli %[[SUM]], %c8
// CHECK:         tl.thread_load %{{.*}}[%[[BASE]]] atoms () : () -> () vector 8 of (8) -> (1) matrices 4 align 16
// CHECK-SAME:      to vector<4x2xf16>
// WHY:         mlir:[[# @LINE + 2]]:{{.*}} remark: 'tl.load' op moves 1 access of 128 bits: ldmatrix.sync.aligned.m8n8.x4.shared.b16
func.func @a(%s: memref<64x64xf16, 3> {llvm.align = 16 : i64}) -> vector<4x2xf16> {
  %v = tl.load %s as #a scope warp : memref<64x64xf16, 3> to vector<4x2xf16>
  return %v : vector<4x2xf16>
}

// Rows of k: the columns of B are rows of a matrix, transposed.

// CHECK-LABEL: func.func @b_rows(
// CHECK:         tl.thread_load {{.*}} vector 4 of (4) -> (1) matrices 2 transposed align 16
// WHY:         mlir:[[# @LINE + 2]]:{{.*}} remark: 'tl.load' op moves 1 access of 64 bits: ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16
func.func @b_rows(%s: memref<64x64xf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) -> vector<2x2xf16> {
  %v = tl.load %s as #b scope warp : memref<64x64xf16, #gpu.address_space<workgroup>> to vector<2x2xf16>
  return %v : vector<2x2xf16>
}

// CHECK-LABEL: func.func @b_columns(
// CHECK:         tl.thread_load {{.*}} vector 4 of (4) -> (1) matrices 2 align 16
func.func @b_columns(%s: memref<4096xbf16, 3> {llvm.align = 16 : i64}) -> vector<2x2xbf16> {
  %v = tl.load %s layout #columns as #b scope warp : memref<4096xbf16, 3> to vector<2x2xbf16>
  return %v : vector<2x2xbf16>
}

// CHECK-LABEL: func.func @one(
// CHECK:         tl.thread_load {{.*}} vector 2 of (2) -> (1) matrices 1 transposed align 16
func.func @one(%s: memref<4096xi16, 3> {llvm.align = 16 : i64}) -> vector<2xi16> {
  %v = tl.load %s layout #columns as #tl.tile<S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]> scope warp
    : memref<4096xi16, 3> to vector<2xi16>
  return %v : vector<2xi16>
}

// Four instructions, each of four matrices: 16 rows and 16 columns.

// CHECK-LABEL: func.func @four(
// CHECK:         tl.thread_load {{.*}} atoms (2, 2) : (1024, 16) -> (16, 8) vector 8 of (8) -> (1) matrices 4 swizzle (3, 3, 3) bits {{[0-9]+}} align 16
// WHY:         mlir:[[# @LINE + 2]]:{{.*}} remark: 'tl.load' op moves 4 accesses of 128 bits: ldmatrix.sync.aligned.m8n8.x4.shared.b16
func.func @four(%s: memref<4096xf16, 3> {llvm.align = 16 : i64}) -> vector<32xf16> {
  %v = tl.load %s layout #smem as #tl.register<local(2, 2) * mma_a(16, 8, 16, 16)> scope warp
    : memref<4096xf16, 3> to vector<32xf16>
  return %v : vector<32xf16>
}

// Registers of an instruction that do not follow each other.

// CHECK-LABEL: func.func @renamed(
// CHECK:         tl.thread_load {{.*}} vector 8 of (4, 2) -> (1, 4) matrices 4 align 16
func.func @renamed(%s: memref<64x64xf16, 3> {llvm.align = 16 : i64}) -> vector<8xf16> {
  %v = tl.load %s as #tl.tile<S[((2, 8), (2, 4, 2)) : ((1, 4@laneid), (2, 1@laneid, 4))]> scope warp
    : memref<64x64xf16, 3> to vector<8xf16>
  return %v : vector<8xf16>
}

// Elements of 8 bits move as pairs.

// CHECK-LABEL: func.func @bytes(
// CHECK:         tl.thread_load {{.*}} vector 16 of (16) -> (1) matrices 4 align 16 {{.*}} to vector<4x4xi8>
// CHECK:         tl.thread_load {{.*}} vector 16 of (16) -> (1) matrices 4 align 16 {{.*}} to vector<16xf8E4M3FN>
func.func @bytes(%s: memref<64x64xi8, 3> {llvm.align = 16 : i64},
                 %f: memref<64x64xf8E4M3FN, 3> {llvm.align = 16 : i64}) -> (vector<4x4xi8>, vector<16xf8E4M3FN>) {
  %v = tl.load %s as #a8 scope warp : memref<64x64xi8, 3> to vector<4x4xi8>
  %w = tl.load %f[16, 32] as #a8 scope warp : memref<64x64xf8E4M3FN, 3> to vector<16xf8E4M3FN>
  return %v, %w : vector<4x4xi8>, vector<16xf8E4M3FN>
}

// CHECK-LABEL: func.func @stores(
// CHECK:         tl.thread_store {{.*}} vector 4 of (4) -> (1) matrices 2 align 16
// CHECK:         tl.thread_store {{.*}} vector 4 of (4) -> (1) matrices 2 transposed align 16
// WHY:         mlir:[[# @LINE + 6]]:{{.*}} remark: 'tl.store' op moves 1 access of 64 bits: stmatrix.sync.aligned.m8n8.x2.shared.b16
// WHY:         mlir:[[# @LINE + 6]]:{{.*}} remark: 'tl.store' op moves 1 access of 64 bits: stmatrix.sync.aligned.m8n8.x2.trans.shared.b16
// WHY80:       mlir:[[# @LINE + 4]]:{{.*}} remark: 'tl.store' op R11: sm_80 has no stmatrix
// WHY70:       mlir:[[# @LINE + 3]]:{{.*}} remark: 'tl.store' op R11: sm_70 has no stmatrix
func.func @stores(%v: vector<2x2xf16>, %s: memref<64x64xf16, 3> {llvm.align = 16 : i64},
                  %t: memref<4096xf16, 3> {llvm.align = 16 : i64}) {
  tl.store %v as #c to %s scope warp : vector<2x2xf16> to memref<64x64xf16, 3>
  tl.store %v as #c to %t layout #columns scope warp : vector<2x2xf16> to memref<4096xf16, 3>
  return
}

// A private buffer; whole warps of a block, the second two of them replicas.

// CHECK-LABEL: func.func @warps(
// CHECK:         tl.thread_copy {{.*}} vector 8 of (8) -> (1) matrices 4 align 16
// CHECK:         scf.if
// CHECK:           tl.thread_copy {{.*}} vector 8 of (8) -> (1) matrices 4 align 16
func.func @warps(%s: memref<64x64xf16, 3> {llvm.align = 16 : i64}) {
  %r = memref.alloca() : memref<8xf16, 5>
  tl.copy %s[0, 16] to %r layout #tl.tile<S[((2, 2, 8), (2, 4, 2)) : ((1@warpid, 2, 4@laneid), (4, 1@laneid, 1))] + R[2 : 2@warpid]> scope cta
    : memref<64x64xf16, 3> to memref<8xf16, 5>
  tl.copy %r layout #tl.tile<S[((2, 2, 8), (2, 4, 2)) : ((1@warpid, 2, 4@laneid), (4, 1@laneid, 1))] + R[2 : 2@warpid]> to %s[0, 48] scope cta
    : memref<8xf16, 5> to memref<64x64xf16, 3>
  return
}

// An origin and a pitch known only at run time.

// CHECK-LABEL: func.func @run_time(
// CHECK:         tl.thread_load {{.*}} vector 8 of (8) -> (1) matrices 4 align 16
func.func @run_time(%s: memref<64x64xf16, strided<[?, 1], offset: 0>, 3> {llvm.align = 16 : i64}, %x: index) -> vector<8xf16> {
  %c8 = arith.constant 8 : index
  %j = arith.muli %x, %c8 : index
  %v = tl.load %s[%x, %j] as #a scope warp {stride_divisibility = array<i64: 8, 1>}
    : memref<64x64xf16, strided<[?, 1], offset: 0>, 3> to vector<8xf16>
  return %v : vector<8xf16>
}

// R11: a target without the instruction.

// WHY70: mlir:[[# @LINE + 2]]:{{.*}} remark: 'tl.load' op R11: sm_70 has no ldmatrix
func.func @old(%s: memref<64x64xf16, 3> {llvm.align = 16 : i64}) -> vector<8xf16> {
  %v = tl.load %s as #a scope warp : memref<64x64xf16, 3> to vector<8xf16>
  return %v : vector<8xf16>
}

// A copy of global memory is not asked.

// CHECK-LABEL: func.func @global(
// CHECK-NOT:     matrices
// WHY-NOT:     mlir:[[# @LINE + 2]]
func.func @global(%s: memref<64x64xf16> {llvm.align = 16 : i64}) -> vector<8xf16> {
  %v = tl.load %s as #a scope warp : memref<64x64xf16> to vector<8xf16>
  return %v : vector<8xf16>
}

// CHECK-LABEL: func.func @refused(
// CHECK-NOT:     matrices
func.func @refused(%s: memref<64x64xf16, 3> {llvm.align = 16 : i64}, %odd: memref<64x68xf16, 3> {llvm.align = 16 : i64},
                   %f: memref<64x64xf64, 3> {llvm.align = 16 : i64}, %flat: memref<4096xf16, 3> {llvm.align = 16 : i64},
                   %low: memref<64x64xf16, 3> {llvm.align = 8 : i64}, %bytes: memref<64x64xi8, 3> {llvm.align = 16 : i64},
                   %open: memref<64x64xi8, strided<[?, ?]>, 3> {llvm.align = 16 : i64},
                   %odd_bytes: memref<64x72xi8, 3> {llvm.align = 16 : i64}) {
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: a single thread is no warp
  %0 = tl.load %s as #tl.register<local(2, 2)> scope thread : memref<64x64xf16, 3> to vector<4xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: elements have 64 bits
  %1 = tl.load %f as #tl.register<spatial(8, 4)> scope warp : memref<64x64xf64, 3> to vector<1xf64>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: in dimension 1 a digit of extent 4 of the fragment meets a digit of extent 3 of the memory layout: neither extent divides the other
  %2 = tl.load %flat layout #tl.tile<S[(64, (8, 6)) : (64, (8, 1))]> as #a scope warp : memref<4096xf16, 3> to vector<8xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: dimension 0 is bounded
  %3 = tl.load %s as #a scope warp bounds(15, 64) : memref<64x64xf16, 3> to vector<8xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: lane 16 of a warp does not take part
  %4 = tl.load %s as #tl.tile<S[((2, 4), (2, 4, 2)) : ((2, 4@laneid), (4, 1@laneid, 1))]> scope warp : memref<64x64xf16, 3> to vector<8xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: lane 1 of a warp does not take part
  %5 = tl.load %s as #tl.tile<S[((2, 4), (4, 2)) : ((2, 8@laneid), (2@laneid, 1))]> scope warp : memref<64x64xf16, 3> to vector<4xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: the first thread is lane 4 of its warp
  %6 = tl.load %s as #tl.tile<S[((2, 4), (4, 2)) : ((2, 4@tx), (1@tx, 1))] + 4@tx> scope cta : memref<64x64xf16, 3> to vector<4xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: threads 1 to 2 are no digit of the lane
  %7 = tl.load %s as #tl.tile<S[(32, (3, 4)) : (3@tx, (1@tx, 1))]> scope cta : memref<64x64xf16, 3> to vector<4xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: fragment is not an 8 x 16-byte tile at element (0, 4): lane 1 holds it, 8 bytes from lane 0 and not 4
  %8 = tl.load %s as #tl.tile<S[(8, (4, 4)) : (4@laneid, (1@laneid, 1))]> scope warp : memref<64x64xf16, 3> to vector<4xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: sm_90 has no ldmatrix that transposes elements of 8 bits
  %9 = tl.load %bytes as #tl.tile<S[((4, 4), 8) : ((1@laneid, 1), 4@laneid)]> scope warp : memref<64x64xi8, 3> to vector<4xi8>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: a lane does not hold 4 consecutive bytes
  %10 = tl.load %s as #tl.tile<S[(8, 4) : (4@laneid, 1@laneid)]> scope warp : memref<64x64xf16, 3> to vector<1xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: a lane does not hold elements of 2 rows
  %15 = tl.load %s as #tl.tile<S[(4, 8) : (1@laneid, 4@laneid)]> scope warp : memref<64x64xf16, 3> to vector<1xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: fragment is not an 8 x 16-byte tile at element (0, 1): register 1 holds it, a run-time stride from register 0 and not 1
  %16 = tl.load %open as #a8 scope warp : memref<64x64xi8, strided<[?, ?]>, 3> to vector<16xi8>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: rows start at multiples of 8 bytes: row pitch 68 is not a multiple of 8
  %11 = tl.load %odd as #a scope warp : memref<64x68xf16, 3> to vector<8xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: rows start at multiples of 8 bytes: alignment of argument {{[0-9]}} is 8; say {llvm.align = 16 : i64}
  %12 = tl.load %low as #a scope warp : memref<64x64xf16, 3> to vector<8xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: rows start at multiples of 8 bytes: row pitch 72 is not a multiple of 16
  %17 = tl.load %odd_bytes as #a8 scope warp : memref<64x72xi8, 3> to vector<16xi8>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: the swizzle moves pieces of 8 bytes
  %13 = tl.load %flat layout #tl.tile<S[(64, 64) : (64, 1)] + swizzle(base = 2, bits = 3, shift = 4)> as #a scope warp : memref<4096xf16, 3> to vector<8xf16>
  // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: accesses of 4 bytes are as few as matrices
  %14 = tl.load %s as #tl.tile<S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]> scope warp : memref<64x64xf16, 3> to vector<2xf16>
  return
}

// CHECK-LABEL: gpu.func @small_block
// CHECK-NOT:     matrices
gpu.module @blocks {
  gpu.func @small_block(%s: memref<64x64xf16, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 48, 1, 1>} {
    // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: the last warp has 16 lanes
    %0 = tl.load %s as #tl.tile<S[((2, 8), (4, 2)) : ((2, 4@tx), (1@tx, 1))]> scope cta : memref<64x64xf16, 3> to vector<4xf16>
    gpu.return
  }
}
