// A number that is taken off a multiple says as much of where a tile begins as one that is
// added: 64 b - 2 is 62 behind a multiple of 64, and a halo has wide accesses.
// RUN: tl-opt %s --lower-layout-copies=remarks=1 2>%t.remarks --mlir-print-local-scope | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t.remarks
// WHY: remark: 'tl.load' op moves 6 accesses of at most 128 bits: ld.global.v4.b32;
// WHY: remark: 'tl.load' op R4: not all of 128 bits: the tile starts at element 62 of memory, not at a multiple of 8
// RUN: tl-sim %s --kernel=inside --arg=1:scalar=3 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=halo --arg=2:scalar=0 --arg=3:scalar=0 --arg=4:scalar=64 --arg=5:scalar=250 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=halo --arg=2:scalar=3 --arg=3:scalar=3 --arg=4:scalar=53 --arg=5:scalar=201 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=wraps --arg=1:scalar=2 --arg=2:scalar=64 --arg=3:scalar=256 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=wraps --arg=1:scalar=1 --arg=2:scalar=64 --arg=3:scalar=256 --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=wraps_twice --arg=1:scalar=64 --verify-lowering | FileCheck %s --check-prefix=SAME
// SAME: equivalent

#f = #tl.register<spatial(16, 2).local(1, 32)>
#g = #tl.register<spatial(4, 8).local(4, 4)>

// CHECK-LABEL: func.func @inside
// CHECK:         %[[J:.+]] = arith.muli %arg1, %c64
// CHECK:         %[[BEFORE:.+]] = arith.addi %[[J]], %c-64
// CHECK-COUNT-6: vector.load
// CHECK-NOT:     vector.load
// CHECK:         return
func.func @inside(%A: memref<64x256xf16> {llvm.align = 16 : i64}, %b: index) -> vector<32xf16> attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c64 = arith.constant 64 : index
  %c2 = arith.constant 2 : index
  %j0 = arith.muli %b, %c64 : index
  %j = arith.subi %j0, %c2 : index
  %v = tl.load %A[0, %j] as #f scope warp : memref<64x256xf16> to vector<32xf16>
  return %v : vector<32xf16>
}

// Of what begins below 0 as well.
// CHECK-LABEL: func.func @halo
func.func @halo(%A: memref<64x256xf16> {llvm.align = 16 : i64}, %B: memref<32x16xf16> {llvm.align = 16 : i64}, %i: index, %b: index, %n: index, %m: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c-1 = arith.constant -1 : index
  %c-8 = arith.constant -8 : index
  %t = gpu.thread_id x
  %r0 = arith.muli %i, %c16 : index
  %r = arith.addi %r0, %c-1 : index
  %j0 = arith.muli %b, %c64 : index
  %j = arith.addi %j0, %c-8 : index
  %v = tl.load %A[%r, %j] as #g scope warp bounds(%n, %m) from(0, 0) : memref<64x256xf16> to vector<16xf16>
  vector.store %v, %B[%t, %c0] : memref<32x16xf16>, vector<16xf16>
  return
}

// 64 * 2 - 2 is 126 in 8 bits, where 64 * 2 is -128.
// CHECK-LABEL: func.func @wraps
func.func @wraps(%A: memref<64x256xf16> {llvm.align = 16 : i64}, %b: i8, %n: index, %m: index, %B: memref<32x16xf16> {llvm.align = 16 : i64}) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : i8
  %c64 = arith.constant 64 : i8
  %t = gpu.thread_id x
  %j0 = arith.muli %b, %c64 : i8
  %j = arith.subi %j0, %c2 : i8
  %v = tl.load %A[0, %j : i8] as #g scope warp bounds(%n, %m) from(0, 0) : memref<64x256xf16> to vector<16xf16>
  vector.store %v, %B[%t, %c0] : memref<32x16xf16>, vector<16xf16>
  return
}

// 64 + 101 + 101 is 10 in 8 bits: numbers whose sum their type does not hold stay.
// CHECK-LABEL: func.func @wraps_twice
func.func @wraps_twice(%A: memref<16x512xf16> {llvm.align = 16 : i64}, %b: i8) -> vector<8xf16> attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c101 = arith.constant 101 : i8
  %c112 = arith.constant 112 : i8
  %multiple = arith.andi %b, %c112 : i8
  %once = arith.addi %multiple, %c101 : i8
  %twice = arith.addi %once, %c101 : i8
  %v = tl.load %A[0, %twice : i8] as #tl.register<spatial(16, 2).local(1, 8)> scope warp : memref<16x512xf16> to vector<8xf16>
  return %v : vector<8xf16>
}
