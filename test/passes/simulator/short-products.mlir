// RUN: tl-sim %s --kernel=quads --arg=0:random --arg=1:random --arg=2:random --reference=quads_by_arith | FileCheck %s --check-prefix=QUADS
// RUN: tl-sim %s --kernel=pairs --arg=0:random --arg=1:random --arg=2:random --reference=pairs_by_arith | FileCheck %s --check-prefix=PAIRS
// RUN: tl-sim %s --kernel=wraps --block=1 --dump=0 | FileCheck %s --check-prefix=WRAPS
// RUN: not tl-sim %s --kernel=unknown --block=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tl-sim %s --kernel=reciprocals --arg=0:random --reference=by_division | FileCheck %s --check-prefix=RECIPROCALS
// RUN: tl-sim %s --kernel=edges --block=1 --dump=0 | FileCheck %s --check-prefix=EDGES
// RUN: not tl-sim %s --kernel=no_median --block=1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tl-sim %s --kernel=medians --block=1 --dump=0 | FileCheck %s --check-prefix=MEDIANS

// Sums of products of bytes, whose signs the types say.

// QUADS: @quads: as @quads_by_arith: 80 elements, off by at most 0{{$}}
func.func @quads(%a: memref<16x4xi8> {llvm.align = 4 : i64}, %b: memref<16x4xi8> {llvm.align = 4 : i64}, %c: memref<16xi32>, %d: memref<16x5xi32>) attributes {nvvm.reqntid = array<i32: 16, 1, 1>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%t, %c0] : memref<16x4xi8>, vector<4xi8>
  %y = vector.load %b[%t, %c0] : memref<16x4xi8>, vector<4xi8>
  %z = memref.load %c[%t] : memref<16xi32>
  %0 = nvvm.dot.accumulate.4way %x <unsigned>, %y <unsigned>, %z : vector<4xi8>, vector<4xi8>
  %1 = nvvm.dot.accumulate.4way %x <unsigned>, %y <signed>, %z : vector<4xi8>, vector<4xi8>
  %2 = nvvm.dot.accumulate.4way %x <signed>, %y <unsigned>, %z : vector<4xi8>, vector<4xi8>
  %3 = nvvm.dot.accumulate.4way %x <signed>, %y <signed>, %z : vector<4xi8>, vector<4xi8>
  %v = vector.from_elements %0, %1, %2, %3, %z : vector<5xi32>
  vector.store %v, %d[%t, %c0] : memref<16x5xi32>, vector<5xi32>
  return
}
func.func private @quads_by_arith(%a: memref<16x4xi8>, %b: memref<16x4xi8>, %c: memref<16xi32>, %d: memref<16x5xi32>) {
  affine.for %t = 0 to 16 {
    %z = memref.load %c[%t] : memref<16xi32>
    %all:4 = affine.for %i = 0 to 4 iter_args(%p = %z, %q = %z, %r = %z, %s = %z) -> (i32, i32, i32, i32) {
      %x = memref.load %a[%t, %i] : memref<16x4xi8>
      %y = memref.load %b[%t, %i] : memref<16x4xi8>
      %xu = arith.extui %x : i8 to i32
      %yu = arith.extui %y : i8 to i32
      %xs = arith.extsi %x : i8 to i32
      %ys = arith.extsi %y : i8 to i32
      %uu = arith.muli %xu, %yu : i32
      %us = arith.muli %xu, %ys : i32
      %su = arith.muli %xs, %yu : i32
      %ss = arith.muli %xs, %ys : i32
      %0 = arith.addi %p, %uu : i32
      %1 = arith.addi %q, %us : i32
      %2 = arith.addi %r, %su : i32
      %3 = arith.addi %s, %ss : i32
      affine.yield %0, %1, %2, %3 : i32, i32, i32, i32
    }
    affine.store %all#0, %d[%t, 0] : memref<16x5xi32>
    affine.store %all#1, %d[%t, 1] : memref<16x5xi32>
    affine.store %all#2, %d[%t, 2] : memref<16x5xi32>
    affine.store %all#3, %d[%t, 3] : memref<16x5xi32>
    affine.store %z, %d[%t, 4] : memref<16x5xi32>
  }
  return
}

// Two elements of 16 bits, and the first or the last two bytes.

// PAIRS: @pairs: as @pairs_by_arith: 32 elements, off by at most 0{{$}}
func.func @pairs(%a: memref<16x2xi16> {llvm.align = 4 : i64}, %b: memref<16x4xi8> {llvm.align = 4 : i64}, %c: memref<16xi32>, %d: memref<16x2xi32>) attributes {nvvm.reqntid = array<i32: 16, 1, 1>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%t, %c0] : memref<16x2xi16>, vector<2xi16>
  %y = vector.load %b[%t, %c0] : memref<16x4xi8>, vector<4xi8>
  %z = memref.load %c[%t] : memref<16xi32>
  %0 = nvvm.dot.accumulate.2way %x <signed>, %y <unsigned>, %z {b_hi = false} : vector<2xi16>, vector<4xi8>
  %1 = nvvm.dot.accumulate.2way %x <unsigned>, %y <signed>, %z {b_hi = true} : vector<2xi16>, vector<4xi8>
  %v = vector.from_elements %0, %1 : vector<2xi32>
  vector.store %v, %d[%t, %c0] : memref<16x2xi32>, vector<2xi32>
  return
}
func.func private @pairs_by_arith(%a: memref<16x2xi16>, %b: memref<16x4xi8>, %c: memref<16xi32>, %d: memref<16x2xi32>) {
  affine.for %t = 0 to 16 {
    %z = memref.load %c[%t] : memref<16xi32>
    %both:2 = affine.for %i = 0 to 2 iter_args(%p = %z, %q = %z) -> (i32, i32) {
      %x = memref.load %a[%t, %i] : memref<16x2xi16>
      %low = affine.load %b[%t, %i] : memref<16x4xi8>
      %high = affine.load %b[%t, %i + 2] : memref<16x4xi8>
      %xs = arith.extsi %x : i16 to i32
      %xu = arith.extui %x : i16 to i32
      %lu = arith.extui %low : i8 to i32
      %hs = arith.extsi %high : i8 to i32
      %su = arith.muli %xs, %lu : i32
      %us = arith.muli %xu, %hs : i32
      %0 = arith.addi %p, %su : i32
      %1 = arith.addi %q, %us : i32
      affine.yield %0, %1 : i32, i32
    }
    affine.store %both#0, %d[%t, 0] : memref<16x2xi32>
    affine.store %both#1, %d[%t, 1] : memref<16x2xi32>
  }
  return
}

// 2147483647 + 2 wraps; of what is not known nothing is.
// WRAPS: {{^}}[-2147483647]
func.func @wraps(%d: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %most = arith.constant 2147483647 : i32
  %x = arith.constant dense<[1, 1, 0, 0]> : vector<4xi8>
  %0 = nvvm.dot.accumulate.4way %x <signed>, %x <signed>, %most : vector<4xi8>, vector<4xi8>
  memref.store %0, %d[%c0] : memref<1xi32>
  return
}

// UNKNOWN: error: 'memref.store' op uninitialized value
func.func @unknown(%d: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %none = ub.poison : i8
  %zero = arith.constant 0 : i8
  %x = vector.from_elements %zero, %zero, %none, %zero : vector<4xi8>
  %y = arith.constant dense<0> : vector<4xi8>
  %z = arith.constant 0 : i32
  %0 = nvvm.dot.accumulate.4way %x <signed>, %y <signed>, %z : vector<4xi8>, vector<4xi8>
  memref.store %0, %d[%c0] : memref<1xi32>
  return
}

// RECIPROCALS: @reciprocals: as @by_division: 64 elements, off by at most 0{{$}}
func.func @reciprocals(%a: memref<32xf32>, %b: memref<32x2xf32>) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%t] : memref<32xf32>
  %y = nvvm.rcp.approx.ftz.f %x : f32
  %v = vector.broadcast %x : f32 to vector<1x1xf32>
  %w = nvgpu.rcp %v {rounding = approx, ftz} : vector<1x1xf32>
  %z = vector.extract %w[0, 0] : f32 from vector<1x1xf32>
  %both = vector.from_elements %y, %z : vector<2xf32>
  vector.store %both, %b[%t, %c0] : memref<32x2xf32>, vector<2xf32>
  return
}
func.func private @by_division(%a: memref<32xf32>, %b: memref<32x2xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %t = 0 to 32 {
    %x = memref.load %a[%t] : memref<32xf32>
    %y = arith.divf %one, %x : f32
    affine.store %y, %b[%t, 0] : memref<32x2xf32>
    affine.store %y, %b[%t, 1] : memref<32x2xf32>
  }
  return
}

// Numbers below 2^-126 are zeros, of results as well: of 1 / 2^127.
// EDGES: {{^}}[inf, -inf, 0, -0, 2]
func.func @edges(%b: memref<5xf32>) {
  %c0 = arith.constant 0 : index
  %bits = arith.constant dense<[1, 0x807fffff, 0x7f000000, 0xff800000, 0x3f000000]> : vector<5xi32>
  %v = arith.bitcast %bits : vector<5xi32> to vector<5xf32>
  %w = nvgpu.rcp %v {rounding = approx, ftz} : vector<5xf32>
  vector.store %w, %b[%c0] : memref<5xf32>, vector<5xf32>
  return
}

// The middle one of three, whatever their order; unknown where one is no number.
// MEDIANS: {{^}}[2, 2, 2, 2, 2, 2, inf]
func.func @medians(%b: memref<7xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<[1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 0x7f800000]> : vector<7xf32>
  %y = arith.constant dense<[2.0, 3.0, 1.0, 3.0, 1.0, 2.0, 1.0]> : vector<7xf32>
  %z = arith.constant dense<[3.0, 2.0, 3.0, 1.0, 2.0, 1.0, 0x7f800000]> : vector<7xf32>
  %w = rocdl.fmed3 %x, %y, %z : vector<7xf32>
  vector.store %w, %b[%c0] : memref<7xf32>, vector<7xf32>
  return
}
func.func @no_median(%b: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %none = arith.constant 0x7fc00000 : f32
  %w = rocdl.fmed3 %x, %none, %x : f32
  memref.store %w, %b[%c0] : memref<1xf32>
  return
}
