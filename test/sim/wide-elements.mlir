// RUN: tl-sim %s --kernel=moves --block=1 --dump=1 | FileCheck %s
// RUN: not tl-sim %s --kernel=computes 2>&1 | FileCheck %s --check-prefix=COMPUTES
// RUN: not tl-sim %s --kernel=half_known --block=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Elements of 128 bits keep all of them, through constants, casts and choices.

// CHECK:      argument 1:
// CHECK-NEXT: {{^}}[0x0ffffffffffffffff, 0x10000000000000002, 0x80000000000000000000000000000001, -1]
func.func @moves(%unused: index, %out: memref<4xi128>) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %all = arith.constant dense<[18446744073709551615, 18446744073709551618, 170141183460469231731687303715884105729, -1]> : vector<4xi128>
  %zero = arith.constant dense<0> : vector<4xi128>
  %words = vector.bitcast %all : vector<4xi128> to vector<8xi64>
  %back = vector.bitcast %words : vector<8xi64> to vector<4xi128>
  %v = arith.select %true, %back, %zero : vector<4xi128>
  vector.store %v, %out[%c0] : memref<4xi128>, vector<4xi128>
  return
}

// COMPUTES: wide-elements.mlir:[[# @LINE + 2]]:8: error: 'arith.addi' op computes with 128 bits; the simulator does with up to 64
func.func @computes(%a: i128) {
  %0 = arith.addi %a, %a : i128
  return
}

// One of the two words was never written.

// UNKNOWN: wide-elements.mlir:[[# @LINE + 9]]:3: error: 'memref.store' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 0 of argument 0
func.func @half_known(%out: memref<1xi128>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %m = memref.alloca() {alignment = 16 : i64} : memref<16xi8>
  %w = memref.view %m[%c0][] : memref<16xi8> to memref<2xi64>
  %x = memref.view %m[%c0][] : memref<16xi8> to memref<1xi128>
  memref.store %one, %w[%c0] : memref<2xi64>
  %v = memref.load %x[%c0] : memref<1xi128>
  memref.store %v, %out[%c0] : memref<1xi128>
  return
}
