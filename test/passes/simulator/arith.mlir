// RUN: tl-sim %s --kernel=integers --block=1 --dump=0 | FileCheck %s --check-prefix=INT
// RUN: tl-sim %s --kernel=floats --block=1 --dump=0 | FileCheck %s --check-prefix=FLOAT
// RUN: tl-sim %s --kernel=narrow_floats --block=1 --dump=0 | FileCheck %s --check-prefix=NARROW
// RUN: tl-sim %s --kernel=conversions --block=1 --dump=0 | FileCheck %s --check-prefix=CONVERT
// RUN: tl-sim %s --kernel=integers_to_floats --block=1 --dump=0 | FileCheck %s --check-prefix=INTEGER
// RUN: tl-sim %s --kernel=indices --block=1 --dump=0 | FileCheck %s --check-prefix=INDEX
// RUN: tl-sim %s --kernel=maps --block=1 --dump=0 | FileCheck %s --check-prefix=MAP
// RUN: tl-sim %s --kernel=two_results --block=1 --dump=0 | FileCheck %s --check-prefix=PAIRS

// One number a line: what -7 and 3 give as 8-bit integers.

// INT:      argument 0:
// INT-NEXT: {{^}}[-4]
// INT-NEXT: {{^}}[-10]
// INT-NEXT: {{^}}[-21]
// INT-NEXT: {{^}}[-2]
// INT-NEXT: {{^}}[-2]
// INT-NEXT: {{^}}[-3]
// INT-NEXT: {{^}}[-1]
// INT-NEXT: {{^}}[83]
// INT-NEXT: {{^}}[83]
// INT-NEXT: {{^}}[0]
// INT-NEXT: {{^}}[1]
// INT-NEXT: {{^}}[-5]
// INT-NEXT: {{^}}[-6]
// INT-NEXT: {{^}}[-56]
// INT-NEXT: {{^}}[31]
// INT-NEXT: {{^}}[-1]
// INT-NEXT: {{^}}[3]
// INT-NEXT: {{^}}[-7]
// INT-NEXT: {{^}}[1]
// INT-NEXT: {{^}}[0]
func.func @integers(%out: memref<20x1xi8>) {
  %a = arith.constant -7 : i8
  %b = arith.constant 3 : i8
  %0 = arith.addi %a, %b overflow<nsw> : i8
  %1 = arith.subi %a, %b overflow<nuw> : i8
  %2 = arith.muli %a, %b : i8
  %3 = arith.divsi %a, %b : i8
  %4 = arith.ceildivsi %a, %b : i8
  %5 = arith.floordivsi %a, %b : i8
  %6 = arith.remsi %a, %b : i8
  %7 = arith.divui %a, %b : i8
  %8 = arith.ceildivui %a, %b : i8
  %9 = arith.remui %a, %b : i8
  %10 = arith.andi %a, %b : i8
  %11 = arith.ori %a, %b : i8
  %12 = arith.xori %a, %b : i8
  %13 = arith.shli %a, %b : i8
  %14 = arith.shrui %a, %b : i8
  %15 = arith.shrsi %a, %b : i8
  %16 = arith.maxsi %a, %b : i8
  %17 = arith.maxui %a, %b : i8
  %c18 = arith.cmpi slt, %a, %b : i8
  %18 = arith.extui %c18 : i1 to i8
  %c19 = arith.cmpi ult, %a, %b : i8
  %19 = arith.extui %c19 : i1 to i8
  %all = vector.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19 : vector<20x1xi8>
  %z = arith.constant 0 : index
  vector.store %all, %out[%z, %z] : memref<20x1xi8>, vector<20x1xi8>
  return
}

// FLOAT:      argument 0:
// FLOAT-NEXT: {{^}}[4, -1, 3.75, 0.600000024, 1.5, -1.5, 2.5, 1.5, 6.25, 1.5]
func.func @floats(%out: memref<10xf32>) {
  %a = arith.constant 1.5 : f32
  %b = arith.constant 2.5 : f32
  %0 = arith.addf %a, %b : f32
  %1 = arith.subf %a, %b : f32
  %2 = arith.mulf %a, %b : f32
  %3 = arith.divf %a, %b : f32
  %4 = arith.remf %a, %b : f32
  %5 = arith.negf %a : f32
  %6 = arith.maximumf %a, %b : f32
  %7 = arith.minnumf %a, %b : f32
  %8 = math.fma %a, %b, %b : f32
  %less = arith.cmpf olt, %a, %b : f32
  %9 = arith.select %less, %a, %b : f32
  %all = vector.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : vector<10xf32>
  %z = arith.constant 0 : index
  vector.store %all, %out[%z] : memref<10xf32>, vector<10xf32>
  return
}

// Rounding to nearest even, subnormals, overflow, and the bits of each format.

// NARROW:      argument 0:
// NARROW-NEXT: {{^}}[13653, 31744, 1, 16043, 43, 127, 53, 124]
func.func @narrow_floats(%out: memref<8xi16>) {
  %third = arith.constant 0.33333333 : f32
  %large = arith.constant 1.0e30 : f32
  %tiny = arith.constant 4.0e-8 : f32
  %h0 = arith.truncf %third : f32 to f16
  %h1 = arith.truncf %large : f32 to f16
  %h2 = arith.truncf %tiny : f32 to f16
  %b0 = arith.truncf %third : f32 to bf16
  %e0 = arith.truncf %third : f32 to f8E4M3FN
  %e1 = arith.truncf %large : f32 to f8E4M3FN
  %m0 = arith.truncf %third : f32 to f8E5M2
  %m1 = arith.truncf %large : f32 to f8E5M2
  %i0 = arith.bitcast %h0 : f16 to i16
  %i1 = arith.bitcast %h1 : f16 to i16
  %i2 = arith.bitcast %h2 : f16 to i16
  %i3 = arith.bitcast %b0 : bf16 to i16
  %j4 = arith.bitcast %e0 : f8E4M3FN to i8
  %j5 = arith.bitcast %e1 : f8E4M3FN to i8
  %j6 = arith.bitcast %m0 : f8E5M2 to i8
  %j7 = arith.bitcast %m1 : f8E5M2 to i8
  %i4 = arith.extui %j4 : i8 to i16
  %i5 = arith.extui %j5 : i8 to i16
  %i6 = arith.extui %j6 : i8 to i16
  %w7 = arith.extui %j7 : i8 to i16
  %i7 = llvm.freeze %w7 : i16
  %all = vector.from_elements %i0, %i1, %i2, %i3, %i4, %i5, %i6, %i7 : vector<8xi16>
  %z = arith.constant 0 : index
  vector.store %all, %out[%z] : memref<8xi16>, vector<8xi16>
  return
}

// CONVERT:      argument 0:
// CONVERT-NEXT: {{^}}[-5, 251, -1, 2, -2, 1, 5]
func.func @conversions(%out: memref<7xi32>) {
  %m5 = arith.constant -5 : i8
  %f = arith.constant -2.75 : f32
  %g = arith.constant 2.75 : f32
  %0 = arith.extsi %m5 : i8 to i32
  %1 = arith.extui %m5 : i8 to i32
  %wide = arith.constant 0xFFFFFFFF : i64
  %2 = arith.trunci %wide : i64 to i32
  %3 = arith.fptoui %g : f32 to i32
  %4 = arith.fptosi %f : f32 to i32
  %t = arith.constant true
  %5 = arith.extui %t : i1 to i32
  %five = arith.constant 5 : index
  %6 = arith.index_cast %five : index to i32
  %all = vector.from_elements %0, %1, %2, %3, %4, %5, %6 : vector<7xi32>
  %z = arith.constant 0 : index
  vector.store %all, %out[%z] : memref<7xi32>, vector<7xi32>
  return
}

// An integer is rounded once: what is a little more than the middle between two numbers becomes the upper
// one, the middle the even one.

// INTEGER:      argument 0:
// INTEGER-NEXT: {{^}}[24193, 24192, 56961, 24321, 1585446913, 4845873199050653696]
func.func @integers_to_floats(%out: memref<6xi64>) {
  %above = arith.constant 0x4040000000000001 : i64
  %middle = arith.constant 0x4040000000000000 : i64
  %below = arith.constant 0xBFBFFFFFFFFFFFFF : i64
  %large = arith.constant 0x8080000000000001 : i64
  %single = arith.constant 0x4000004000000001 : i64
  %double = arith.constant 0x20000000000001 : i64
  %f0 = arith.sitofp %above : i64 to bf16
  %f1 = arith.uitofp %middle : i64 to bf16
  %f2 = arith.sitofp %below : i64 to bf16
  %f3 = arith.uitofp %large : i64 to bf16
  %f4 = arith.sitofp %single : i64 to f32
  %f5 = arith.uitofp %double : i64 to f64
  %b0 = arith.bitcast %f0 : bf16 to i16
  %b1 = arith.bitcast %f1 : bf16 to i16
  %b2 = arith.bitcast %f2 : bf16 to i16
  %b3 = arith.bitcast %f3 : bf16 to i16
  %b4 = arith.bitcast %f4 : f32 to i32
  %0 = arith.extui %b0 : i16 to i64
  %1 = arith.extui %b1 : i16 to i64
  %2 = arith.extui %b2 : i16 to i64
  %3 = arith.extui %b3 : i16 to i64
  %4 = arith.extui %b4 : i32 to i64
  %5 = arith.bitcast %f5 : f64 to i64
  %all = vector.from_elements %0, %1, %2, %3, %4, %5 : vector<6xi64>
  %z = arith.constant 0 : index
  vector.store %all, %out[%z] : memref<6xi64>, vector<6xi64>
  return
}

// INDEX:      argument 0:
// INDEX-NEXT: {{^}}[10, 4, 21, 2, 3, 1, 3, 4, 7, 7, 56, 0, 7, 1, 9223372036854775807]
func.func @indices(%out: memref<15xindex>) {
  %a = index.constant 7
  %b = index.constant 3
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divu %a, %b
  %4 = index.ceildivs %a, %b
  %5 = index.rems %a, %b
  %6 = index.and %a, %b
  %7 = index.xor %a, %b
  %8 = index.or %a, %b
  %9 = index.maxs %a, %b
  %10 = index.shl %a, %b
  %11 = index.shru %a, %b
  %c = index.cmp ugt(%a, %b)
  %12 = arith.select %c, %a, %b : index
  %13 = arith.index_castui %c : i1 to index
  %ones = index.constant -1
  %one = index.constant 1
  %14 = index.shru %ones, %one
  %z = arith.constant 0 : index
  %all = vector.from_elements %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : vector<15xindex>
  vector.store %all, %out[%z] : memref<15xindex>, vector<15xindex>
  return
}

// MAP:      argument 0:
// MAP-NEXT: {{^}}[23, 1, 3, 5, -2, 1]
func.func @maps(%out: memref<6xindex>) {
  %a = arith.constant 5 : index
  %b = arith.constant 3 : index
  %0 = affine.apply affine_map<(i)[s] -> (i * 4 + s)>(%a)[%b]
  %1 = affine.apply affine_map<(i)[s] -> ((i floordiv 2) mod s)>(%b)[%a]
  %2 = affine.min affine_map<(i, j) -> (i, j)>(%a, %b)
  %3 = affine.max affine_map<(i, j) -> (i, j)>(%a, %b)
  %4 = affine.apply affine_map<(i) -> (-i floordiv 3)>(%a)
  %5 = affine.apply affine_map<(i) -> (-i mod 3)>(%a)
  %all = vector.from_elements %0, %1, %2, %3, %4, %5 : vector<6xindex>
  %z = arith.constant 0 : index
  vector.store %all, %out[%z] : memref<6xindex>, vector<6xindex>
  return
}

// 200 + 100 of 8 bits; 100 * -3 as numbers with a sign and without.
// PAIRS:      argument 0:
// PAIRS-NEXT: {{^}}[44, 1, -44, -2, -44, 98]
func.func @two_results(%out: memref<6xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %large = arith.constant 200 : i8
  %x = arith.constant 100 : i8
  %y = arith.constant -3 : i8
  %sum, %wraps = arith.addui_extended %large, %x : i8, i1
  %carry = arith.extui %wraps : i1 to i8
  memref.store %sum, %out[%c0] : memref<6xi8>
  memref.store %carry, %out[%c1] : memref<6xi8>
  %low, %high = arith.mulsi_extended %x, %y : i8
  memref.store %low, %out[%c2] : memref<6xi8>
  memref.store %high, %out[%c3] : memref<6xi8>
  %low_u, %high_u = arith.mului_extended %x, %y : i8
  memref.store %low_u, %out[%c4] : memref<6xi8>
  memref.store %high_u, %out[%c5] : memref<6xi8>
  return
}
