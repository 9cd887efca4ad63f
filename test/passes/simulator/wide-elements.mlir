// RUN: tl-sim %s --kernel=moves --block=1 --dump=1 | FileCheck %s
// RUN: tl-sim %s --kernel=floats --block=1 --dump=0 | FileCheck %s --check-prefix=CHECK-F128
// RUN: tl-sim %s --kernel=of_three_bytes --block=1 --dump=1 | FileCheck %s --check-prefix=THREE
// RUN: tl-sim %s --kernel=filled --block=1 --dump=0 | FileCheck %s --check-prefix=FILL
// RUN: tl-sim %s --kernel=filled --block=1 --arg=1:scalar=-3 --dump=1 | FileCheck %s --check-prefix=SCALAR
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

// CHECK-F128:      argument 0:
// CHECK-F128-NEXT: {{^}}[0x3fff8000000000000000000000000000, 0xc0059000000000000000000000000000, 0x7fff0000000000000000000000000000, 0]
func.func @floats(%out: memref<4xf128>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = arith.constant 1.5 : f128
  %b = arith.constant -100.0 : f128
  %c = arith.constant 0x7FFF0000000000000000000000000000 : f128
  %d = arith.constant 0.0 : f128
  memref.store %a, %out[%c0] : memref<4xf128>
  memref.store %b, %out[%c1] : memref<4xf128>
  memref.store %c, %out[%c2] : memref<4xf128>
  memref.store %d, %out[%c3] : memref<4xf128>
  return
}

// Elements of 3 bytes lie behind one another.

// THREE:      argument 1:
// THREE-NEXT: {{^}}[3, 2, 1, 1]
func.func @of_three_bytes(%in: memref<4xi24>, %out: memref<4xi24>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %in[%c0] : memref<4xi24>, vector<4xi24>
  %w = vector.shuffle %v, %v [3, 2, 1, 0] : vector<4xi24>, vector<4xi24>
  vector.store %w, %out[%c0] : memref<4xi24>, vector<4xi24>
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = memref.load %in[%c1] : memref<4xi24>
  memref.store %x, %out[%c3] : memref<4xi24>
  return
}

// Both halves are told apart, and a scalar is a number of the type.

// FILL:      argument 0:
// FILL-NEXT: {{^}}[0, 0x10000000000000001, 0x20000000000000002]
// SCALAR:      argument 1:
// SCALAR-NEXT: {{^}}[0xc0008000000000000000000000000000]
func.func @filled(%a: memref<3xi128>, %b: memref<1xf128>) {
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
