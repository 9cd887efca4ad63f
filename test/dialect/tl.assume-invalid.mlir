// RUN: tl-opt %s --tl-normalize-layouts --allow-unregistered-dialect --split-input-file --verify-diagnostics

// P1: something ...
func.func @nothing(%x: index) {
  // expected-error @+1 {{'tl.assume' op assumes nothing; say 'multiple N' or 'range L to M'}}
  %0 = "tl.assume"(%x) : (index) -> index
  return
}

// -----

// P1: ... of an integer ...
func.func @float(%x: f32) {
  // expected-error @+1 {{'tl.assume' op operand 0 (value) has to be an index or signless integer of at most 64 bits}}
  %0 = tl.assume %x multiple 8 : f32
  return
}

// -----

func.func @type(%x: index) {
  // expected-error @+1 {{'tl.assume' op has a result of another type}}
  %0 = "tl.assume"(%x) {multiple = 8 : i64} : (index) -> i64
  return
}

// -----

// P1: ... that a number can be.
func.func @zero(%x: index) {
  // expected-error @+1 {{'tl.assume' op assumes a multiple of 0; it has to be at least 1}}
  %0 = tl.assume %x multiple 0 : index
  return
}

// -----

func.func @empty(%x: index) {
  // expected-error @+1 {{'tl.assume' op assumes a multiple of 1 from 5 to 4, of which its type, from -9223372036854775808 to 9223372036854775807, has none}}
  %0 = tl.assume %x range 5 to 4 : index
  return
}

// -----

func.func @between(%x: index) {
  // expected-error @+1 {{'tl.assume' op assumes a multiple of 8 from -7 to -1, of which its type, from -9223372036854775808 to 9223372036854775807, has none}}
  %0 = tl.assume %x multiple 8 range -7 to -1 : index
  return
}

// -----

func.func @narrow(%x: i8) {
  // expected-error @+1 {{'tl.assume' op assumes a multiple of 1 from 128 to 200, of which its type, from -128 to 127, has none}}
  %0 = tl.assume %x range 128 to 200 : i8
  return
}

// -----

func.func @narrow_below(%x: i8) {
  // expected-error @+1 {{'tl.assume' op assumes a multiple of 1 from -200 to -129, of which its type, from -128 to 127, has none}}
  %0 = tl.assume %x range -200 to -129 : i8
  return
}

// -----

func.func @least(%x: index) {
  // expected-error @+1 {{'tl.assume' op assumes a multiple of 9223372036854775807 from -9223372036854775808 to -9223372036854775808, of which its type, from -9223372036854775808 to 9223372036854775807, has none}}
  %0 = tl.assume %x multiple 9223372036854775807 range -9223372036854775808 to -9223372036854775808 : index
  return
}

// -----

func.func @no_bits(%x: i0) {
  // expected-error @+1 {{'tl.assume' op assumes a multiple of 1 from 1 to 8, of which its type, from 0 to 0, has none}}
  %0 = tl.assume %x range 1 to 8 : i0
  return
}

// -----

func.func @end(%x: index) {
  // expected-error @+1 {{'tl.assume' op has one end of a range; it needs both}}
  %0 = "tl.assume"(%x) {least = 8 : i64} : (index) -> index
  return
}

// -----

// P2: arguments of functions.
// expected-error @+1 {{'func.func' op argument 1 has tl.divisibility; it has to be an index or integer}}
func.func @divisor_of_memory(%x: index, %m: memref<8xf32> {tl.divisibility = 8 : i64}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0 has tl.divisibility, which has to be an i64 of at least 1}}
func.func @no_divisor(%x: index {tl.divisibility = 0 : i64}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0 has tl.stride_divisibility; it has to be a memref}}
func.func @strides_of_number(%x: index {tl.stride_divisibility = array<i64: 8>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0 has tl.stride_divisibility, which has to be an i64 array of 2 numbers of at least 1, one a dimension}}
func.func @one_stride(%m: memref<?x?xf32> {tl.stride_divisibility = array<i64: 8>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0 has tl.stride_divisibility, which has to be an i64 array of 0 numbers of at least 1, one a dimension}}
func.func @no_array(%m: memref<f32> {tl.stride_divisibility = 8 : i64}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0 has no attribute 'tl.divisible'; it can have tl.divisibility and tl.stride_divisibility}}
func.func @no_such_attribute(%x: index {tl.divisible = 8 : i64}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0 has no attribute 'tl.'; it can have tl.divisibility and tl.stride_divisibility}}
func.func @no_name_of_an_attribute(%x: index {tl. = 8 : i64}) {
  return
}

// -----

// expected-error @+1 {{'llvm.func' op argument 1 has tl.divisibility, which has to be an i64 of at least 1}}
llvm.func @of_llvm(i32, i64 {tl.divisibility = 0 : i64})
