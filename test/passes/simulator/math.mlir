// RUN: tl-sim %s --kernel=singles --block=1 --dump=0 | FileCheck %s --check-prefix=SINGLE
// RUN: tl-sim %s --kernel=halves --block=1 --dump=0 | FileCheck %s --check-prefix=HALF
// RUN: tl-sim %s --kernel=roundings --block=1 --dump=0 | FileCheck %s --check-prefix=ROUND
// RUN: tl-sim %s --kernel=integers --block=1 --dump=0 | FileCheck %s --check-prefix=INT
// RUN: tl-sim %s --kernel=ranks --block=1 --dump=0 | FileCheck %s --check-prefix=RANK
// RUN: tl-sim %s --kernel=halfway --block=1 --dump=0 --dump=1 | FileCheck %s --check-prefix=MIDDLE
// RUN: tl-sim %s --kernel=inverses --block=1 --dump=0 | FileCheck %s --check-prefix=INVERSE
// RUN: tl-sim %s --kernel=tests --block=1 --dump=0 | FileCheck %s --check-prefix=TESTS
// RUN: not tl-sim %s --kernel=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tl-sim %s --kernel=powers --block=1 --dump=0 --dump=1 | FileCheck %s --check-prefix=POWERS
// RUN: not tl-sim %s --kernel=power_of_zero --block=1 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: tl-sim %s --kernel=long_powers --block=1 --dump=0 | FileCheck %s --check-prefix=LONG-POWERS

// Functions of 0.75 and, of two operands, of 0.75 and -2, each the nearest f32.

// SINGLE:      argument 0:
// SINGLE-NEXT: {{^}}[2.1170001, 1.68179286, 1.11699998, -0.287682086, -0.415037513]
// SINGLE-NEXT: {{^}}[-0.124938734, 0.559615791, 0.866025388, 1.15470052, 0.908560276]
// SINGLE-NEXT: {{^}}[0.681638777, 0.731688857, 0.931596458, 0.643501103, 0.822316706]
// SINGLE-NEXT: {{^}}[1.29468334, 0.635148942, 0.711155653, 1.77777779, 2.78282189]
func.func @singles(%out: memref<4x5xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 0.75 : f32
  %y = arith.constant -2.0 : f32
  %0 = math.exp %x : f32
  %1 = math.exp2 %x : f32
  %2 = math.expm1 %x : f32
  %3 = math.log %x : f32
  %4 = math.log2 %x : f32
  %5 = math.log10 %x : f32
  %6 = math.log1p %x : f32
  %7 = math.sqrt %x : f32
  %8 = math.rsqrt %x : f32
  %9 = math.cbrt %x : f32
  %10 = math.sin %x : f32
  %11 = math.cos %x : f32
  %12 = math.tan %x : f32
  %13 = math.atan %x : f32
  %14 = math.sinh %x : f32
  %15 = math.cosh %x : f32
  %16 = math.tanh %x : f32
  %17 = math.erf %x : f32
  %18 = math.powf %x, %y : f32
  %19 = math.atan2 %x, %y : f32
  %all = vector.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19 : vector<4x5xf32>
  vector.store %all, %out[%c0, %c0] : memref<4x5xf32>, vector<4x5xf32>
  return
}

// exp(2) is 7.3890561, between 7.38671875 and 7.390625 of f16; infinity and NaN
// come out as such.

// HALF:      argument 0:
// HALF-NEXT: {{^}}[7.390625, inf, nan, -inf, 1, 0]
func.func @halves(%out: memref<6xf16>) {
  %c0 = arith.constant 0 : index
  %in = arith.constant dense<[2.0, 12.0, -1.0, 0.0, 0.0, -20.0]> : vector<6xf16>
  %e = math.exp %in : vector<6xf16>
  %l = math.log %in : vector<6xf16>
  %0 = vector.extract %e[0] : f16 from vector<6xf16>
  %1 = vector.extract %e[1] : f16 from vector<6xf16>
  %2 = vector.extract %l[2] : f16 from vector<6xf16>
  %3 = vector.extract %l[3] : f16 from vector<6xf16>
  %4 = vector.extract %e[4] : f16 from vector<6xf16>
  %5 = vector.extract %e[5] : f16 from vector<6xf16>
  %all = vector.from_elements %0, %1, %2, %3, %4, %5 : vector<6xf16>
  vector.store %all, %out[%c0] : memref<6xf16>, vector<6xf16>
  return
}

// ROUND:      argument 0:
// ROUND-NEXT: {{^}}[2.5, 2.5, -2.5]
// ROUND-NEXT: {{^}}[-2, 3, -2]
// ROUND-NEXT: {{^}}[-3, 2, -3]
// ROUND-NEXT: {{^}}[-2, 2, -2]
// ROUND-NEXT: {{^}}[-3, 3, -3]
// ROUND-NEXT: {{^}}[-2, 2, -2]
func.func @roundings(%out: memref<6x3xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<[-2.5, 2.5, -2.5]> : vector<3xf32>
  %sign = arith.constant dense<[1.0, 2.0, -0.0]> : vector<3xf32>
  %a = math.absf %x : vector<3xf32>
  %0 = math.copysign %a, %sign : vector<3xf32>
  %1 = math.ceil %x : vector<3xf32>
  %2 = math.floor %x : vector<3xf32>
  %3 = math.trunc %x : vector<3xf32>
  %4 = math.round %x : vector<3xf32>
  %5 = math.roundeven %x : vector<3xf32>
  %v:18 = func.call @flatten(%0, %1, %2, %3, %4, %5) : (vector<3xf32>, vector<3xf32>, vector<3xf32>, vector<3xf32>, vector<3xf32>, vector<3xf32>) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)
  %all = vector.from_elements %v#0, %v#1, %v#2, %v#3, %v#4, %v#5, %v#6, %v#7, %v#8, %v#9, %v#10, %v#11, %v#12, %v#13, %v#14, %v#15, %v#16, %v#17 : vector<6x3xf32>
  vector.store %all, %out[%c0, %c0] : memref<6x3xf32>, vector<6x3xf32>
  return
}

func.func private @flatten(%0: vector<3xf32>, %1: vector<3xf32>, %2: vector<3xf32>, %3: vector<3xf32>, %4: vector<3xf32>, %5: vector<3xf32>) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %a:3 = vector.to_elements %0 : vector<3xf32>
  %b:3 = vector.to_elements %1 : vector<3xf32>
  %c:3 = vector.to_elements %2 : vector<3xf32>
  %d:3 = vector.to_elements %3 : vector<3xf32>
  %e:3 = vector.to_elements %4 : vector<3xf32>
  %f:3 = vector.to_elements %5 : vector<3xf32>
  return %a#0, %a#1, %a#2, %b#0, %b#1, %b#2, %c#0, %c#1, %c#2, %d#0, %d#1, %d#2, %e#0, %e#1, %e#2, %f#0, %f#1, %f#2 : f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}

// INT:      argument 0:
// INT-NEXT: {{^}}[7, 7, -128]
// INT-NEXT: {{^}}[3, 6, 1]
func.func @integers(%out: memref<2x3xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant dense<[7, -7, -128]> : vector<3xi8>
  %0 = math.absi %x : vector<3xi8>
  %1 = math.ctpop %x : vector<3xi8>
  vector.store %0, %out[%c0, %c0] : memref<2x3xi8>, vector<3xi8>
  vector.store %1, %out[%c1, %c0] : memref<2x3xi8>, vector<3xi8>
  return
}

// Element by element, whatever the rank. 4097 * 4097 is 16785409, which a
// product that is rounded by itself loses 1 of; 16777219 - 2^-46 is nearer to
// 16777218 than to 16777220, which a sum that is rounded twice becomes.

// RANK:      argument 0:
// RANK-NEXT: {{^}}[1, 2, 4]
// RANK-NEXT: {{^}}[4, 4, 16777218]
func.func @ranks(%out: memref<1x2x3xf32>) {
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<[[[4097.0, 1.0, 1.0], [1.0, 1.0, 0x3F800001]]]> : vector<1x2x3xf32>
  %b = arith.constant dense<[[[4097.0, 1.0, 3.0], [3.0, 3.0, 0x3F7FFFFE]]]> : vector<1x2x3xf32>
  %c = arith.constant dense<[[[-16785408.0, 1.0, 1.0], [1.0, 1.0, 16777218.0]]]> : vector<1x2x3xf32>
  %0 = vector.fma %a, %b, %c : vector<1x2x3xf32>
  vector.store %0, %out[%c0, %c0, %c0] : memref<1x2x3xf32>, vector<1x2x3xf32>
  return
}

// 7 * 37 is in the middle of two numbers of bf16, 4097 * 4097 of f32: what is
// added says which, however small it is.

// MIDDLE:      argument 0:
// MIDDLE-NEXT: {{^}}[258, 260, 260]
// MIDDLE:      argument 1:
// MIDDLE-NEXT: {{^}}[16785408, 16785408, 16785410]
func.func @halfway(%out0: memref<3xbf16>, %out1: memref<3xf32>) {
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<7.0> : vector<3xbf16>
  %b = arith.constant dense<37.0> : vector<3xbf16>
  %c = arith.constant dense<[-1.0e-30, 0.0, 1.0e-30]> : vector<3xbf16>
  %d = arith.constant dense<4097.0> : vector<3xf32>
  %e = arith.extf %c : vector<3xbf16> to vector<3xf32>
  %0 = vector.fma %a, %b, %c : vector<3xbf16>
  %1 = math.fma %d, %d, %e : vector<3xf32>
  vector.store %0, %out0[%c0] : memref<3xbf16>, vector<3xbf16>
  vector.store %1, %out1[%c0] : memref<3xf32>, vector<3xf32>
  return
}

// Of 0.5 and, the second one of a hyperbolic cosine, of 2.

// INVERSE:      argument 0:
// INVERSE-NEXT: {{^}}[0.52359879, 1.04719758, 0.481211811, 1.31695795, 0.549306154, 0.479500115]
func.func @inverses(%out: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 0.5 : f32
  %y = arith.constant 2.0 : f32
  %0 = math.asin %x : f32
  %1 = math.acos %x : f32
  %2 = math.asinh %x : f32
  %3 = math.acosh %y : f32
  %4 = math.atanh %x : f32
  %5 = math.erfc %x : f32
  %all = vector.from_elements %0, %1, %2, %3, %4, %5 : vector<6xf32>
  vector.store %all, %out[%c0] : memref<6xf32>, vector<6xf32>
  return
}

// A number, infinity, and no number: finite, infinite, none; then zeros before
// and behind the bits of 0 and 40, of 16 bits.

// TESTS:      argument 0:
// TESTS-NEXT: {{^}}[1, 0, 0]
// TESTS-NEXT: {{^}}[0, 1, 0]
// TESTS-NEXT: {{^}}[0, 0, 1]
// TESTS-NEXT: {{^}}[16, 10, 0]
// TESTS-NEXT: {{^}}[16, 3, 0]
func.func @tests(%out: memref<5x3xi16>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<[1.0, 0x7F800000, 0x7FC00000]> : vector<3xf32>
  %n = arith.constant dense<[0, 40, -1]> : vector<3xi16>
  %0 = math.isfinite %x : vector<3xf32>
  %1 = math.isinf %x : vector<3xf32>
  %2 = math.isnan %x : vector<3xf32>
  %3 = arith.extui %0 : vector<3xi1> to vector<3xi16>
  %4 = arith.extui %1 : vector<3xi1> to vector<3xi16>
  %5 = arith.extui %2 : vector<3xi1> to vector<3xi16>
  %6 = math.ctlz %n : vector<3xi16>
  %7 = math.cttz %n : vector<3xi16>
  %rows = arith.constant dense<0> : vector<5x3xi16>
  %r0 = vector.insert %3, %rows[0] : vector<3xi16> into vector<5x3xi16>
  %r1 = vector.insert %4, %r0[1] : vector<3xi16> into vector<5x3xi16>
  %r2 = vector.insert %5, %r1[2] : vector<3xi16> into vector<5x3xi16>
  %r3 = vector.insert %6, %r2[3] : vector<3xi16> into vector<5x3xi16>
  %r4 = vector.insert %7, %r3[4] : vector<3xi16> into vector<5x3xi16>
  vector.store %r4, %out[%c0, %c0] : memref<5x3xi16>, vector<5x3xi16>
  return
}

// UNKNOWN: [[#@LINE+3]]:{{[0-9]+}}: error: 'vector.vscale' op is not known to the simulator
func.func @unknown(%out: memref<1xf32>) {
  %x = arith.constant 0.5 : f32
  %scale = vector.vscale
  return
}

// POWERS:      argument 0:
// POWERS-NEXT: {{^}}[-1.5, 2, 0.25, 0.125, 0, 1, -7]
// POWERS:      argument 1:
// POWERS-NEXT: {{^}}[-27, 0, 1, -1, 1, 0, 1, 1]
func.func @powers(%floats: memref<7xf32>, %integers: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %low = arith.constant -1.5 : f32
  %high = arith.constant 2.0 : f32
  %x = arith.constant -7.0 : f32
  %y = arith.constant 7.0 : f32
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %minus_three = arith.constant -3 : i32
  %one = arith.constant 1 : i32
  %minus_one = arith.constant -1 : i32
  %c0_32 = arith.constant 0 : i32
  %a = math.clampf %x to [%low, %high] : f32
  %b = math.clampf %y to [%low, %high] : f32
  memref.store %a, %floats[%c0] : memref<7xf32>
  memref.store %b, %floats[%c1] : memref<7xf32>
  %above = math.clampf %low to [%x, %x] : f32
  memref.store %above, %floats[%c6] : memref<7xf32>
  %c = math.fpowi %half, %two : f32, i32
  memref.store %c, %floats[%c2] : memref<7xf32>
  %u = arith.constant 2.0 : f32
  %d = math.fpowi %u, %minus_three : f32, i32
  memref.store %d, %floats[%c3] : memref<7xf32>
  %sine, %cosine = math.sincos %zero : f32
  memref.store %sine, %floats[%c4] : memref<7xf32>
  memref.store %cosine, %floats[%c5] : memref<7xf32>
  %e = math.ipowi %minus_three, %three : i32
  memref.store %e, %integers[%c0] : memref<8xi32>
  %f = math.ipowi %minus_three, %minus_one : i32
  memref.store %f, %integers[%c1] : memref<8xi32>
  %g = math.ipowi %one, %minus_three : i32
  memref.store %g, %integers[%c2] : memref<8xi32>
  %h = math.ipowi %minus_one, %minus_three : i32
  memref.store %h, %integers[%c3] : memref<8xi32>
  %least = arith.constant 1.17549435E-38 : f32
  %below = arith.constant 1.17549421E-38 : f32
  %is = math.isnormal %least : f32
  %is_not = math.isnormal %below : f32
  %nor_zero = math.isnormal %zero : f32
  %is_number = arith.extui %is : i1 to i32
  %is_not_number = arith.extui %is_not : i1 to i32
  %neither = arith.extui %nor_zero : i1 to i32
  memref.store %is_number, %integers[%c4] : memref<8xi32>
  %none = arith.ori %is_not_number, %neither : i32
  memref.store %none, %integers[%c5] : memref<8xi32>
  %i = math.ipowi %minus_three, %c0_32 : i32
  memref.store %i, %integers[%c6] : memref<8xi32>
  %j = math.ipowi %c0_32, %c0_32 : i32
  memref.store %j, %integers[%c7] : memref<8xi32>
  return
}

// ZERO: error: 'math.ipowi' op arithmetic: thread (0, 0, 0) of block (0, 0, 0) divides by 0
func.func @power_of_zero() {
  %zero = arith.constant 0 : i32
  %minus_one = arith.constant -1 : i32
  %x = math.ipowi %zero, %minus_one : i32
  return
}

// Of an exponent of 64 bits all bits say whether it is odd; small ones, 0 and infinity.
// LONG-POWERS: {{^}}[-1, 1, -0, -inf, -8, 1]
func.func @long_powers(%out: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %odd = arith.constant 9007199254740993 : i64
  %even = arith.constant -9223372036854775808 : i64
  %negative = arith.constant -9007199254740993 : i64
  %three = arith.constant 3 : i64
  %none = arith.constant 0 : i64
  %x = arith.constant -1.0 : f32
  %y = arith.constant -2.0 : f32
  %zero = arith.constant -0.0 : f32
  %a = math.fpowi %x, %odd : f32, i64
  %b = math.fpowi %x, %even : f32, i64
  %c = math.fpowi %zero, %odd : f32, i64
  %d = math.fpowi %zero, %negative : f32, i64
  %e = math.fpowi %y, %three : f32, i64
  %f = math.fpowi %zero, %none : f32, i64
  %all = vector.from_elements %a, %b, %c, %d, %e, %f : vector<6xf32>
  vector.store %all, %out[%c0] : memref<6xf32>, vector<6xf32>
  return
}
