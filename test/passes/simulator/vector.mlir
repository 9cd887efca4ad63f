// RUN: tl-sim %s --kernel=parts --block=1 --dump=1 | FileCheck %s --check-prefix=PARTS
// RUN: tl-sim %s --kernel=bits --block=1 --dump=1 | FileCheck %s --check-prefix=BITS
// RUN: tl-sim %s --kernel=masks --block=1 --dump=1 | FileCheck %s --check-prefix=MASKS
// RUN: tl-sim %s --kernel=transfers --block=1 --dump=1 | FileCheck %s --check-prefix=TRANSFERS
// RUN: tl-sim %s --kernel=reductions --block=1 --dump=1 | FileCheck %s --check-prefix=REDUCE
// RUN: tl-sim %s --kernel=float_reductions --block=1 --dump=1 | FileCheck %s --check-prefix=FLOATS
// RUN: tl-sim %s --kernel=outer --block=1 --dump=1 | FileCheck %s --check-prefix=OUTER
// RUN: tl-sim %s --kernel=interleaved --block=1 --dump=1 | FileCheck %s --check-prefix=TURNS
// RUN: tl-sim %s --kernel=sliced --block=1 --dump=2 | FileCheck %s --check-prefix=SLICED
// RUN: tl-sim %s --kernel=nibbles --block=1 --dump=1 | FileCheck %s --check-prefix=NIBBLES
// RUN: tl-sim %s --kernel=permuted --block=1 --dump=1 | FileCheck %s --check-prefix=PRMT
// RUN: tl-sim %s --kernel=bytes_of_floats --block=1 --dump=0 --dump=1 | FileCheck %s --check-prefix=BYTES
// RUN: not tl-sim %s --kernel=scales_of_floats --block=1 2>&1 | FileCheck %s --check-prefix=SCALES
// RUN: tl-sim %s --kernel=contractions --block=1 --arg=0:small --arg=1:small --reference=by_loops --dump=3 | FileCheck %s --check-prefix=CONTRACT
// RUN: tl-sim %s --kernel=scattered --block=1 --dump=1 | FileCheck %s --check-prefix=SCATTERED
// RUN: tl-sim %s --kernel=regions --block=1 --dump=1 | FileCheck %s --check-prefix=MASKED
// RUN: tl-sim %s --kernel=regions --block=1 --verify-lowering="func.func(lower-vector-mask)" | FileCheck %s --check-prefix=REGIONS
// RUN: tl-sim %s --kernel=scans --block=1 --dump=1 | FileCheck %s --check-prefix=SCANS
// RUN: tl-sim %s --kernel=packed --block=1 --dump=1 | FileCheck %s --check-prefix=PACKED

// Argument 0 holds 0 to 11.

// PARTS:      argument 1:
// PARTS-NEXT: {{^}}[4, 5, 6, 7]
// PARTS-NEXT: {{^}}[0, 1, 4, 5]
// PARTS-NEXT: {{^}}[9, 11, 1, 3]
// PARTS-NEXT: {{^}}[3, 4, 2, 1]
// PARTS-NEXT: {{^}}[0, 6, 7, 3]
// PARTS-NEXT: {{^}}[0, 3, 6, 9]
// PARTS-NEXT: {{^}}[5, 5, 5, 5]
// PARTS-NEXT: {{^}}[0, 1, 2, 3]
// PARTS-NEXT: {{^}}[4, 6, 7, 7]
func.func @parts(%in: memref<3x4xi32>, %out: memref<9x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %m = vector.load %in[%c0, %c0] : memref<3x4xi32>, vector<3x4xi32>
  %0 = vector.extract %m[%c1] : vector<4xi32> from vector<3x4xi32>
  vector.store %0, %out[%c0, %c0] : memref<9x4xi32>, vector<4xi32>
  %slice = vector.extract_strided_slice %m {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<3x4xi32> to vector<2x2xi32>
  %1 = vector.shape_cast %slice : vector<2x2xi32> to vector<4xi32>
  vector.store %1, %out[%c1, %c0] : memref<9x4xi32>, vector<4xi32>
  %row0 = vector.extract %m[0] : vector<4xi32> from vector<3x4xi32>
  %row2 = vector.extract %m[2] : vector<4xi32> from vector<3x4xi32>
  %2 = vector.shuffle %row0, %row2 [5, 7, 1, 3] : vector<4xi32>, vector<4xi32>
  vector.store %2, %out[%c2, %c0] : memref<9x4xi32>, vector<4xi32>
  %e = vector.extract %m[0, 3] : i32 from vector<3x4xi32>
  %f = vector.extract %m[1, 0] : i32 from vector<3x4xi32>
  %g = vector.extract %row0[%c2] : i32 from vector<4xi32>
  %h:4 = vector.to_elements %row0 : vector<4xi32>
  %3 = vector.from_elements %e, %f, %g, %h#1 : vector<4xi32>
  vector.store %3, %out[%c3, %c0] : memref<9x4xi32>, vector<4xi32>
  %pair = vector.extract_strided_slice %0 {offsets = [2], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %4 = vector.insert_strided_slice %pair, %row0 {offsets = [1], strides = [1]} : vector<2xi32> into vector<4xi32>
  vector.store %4, %out[%c4, %c0] : memref<9x4xi32>, vector<4xi32>
  %flat = vector.shape_cast %m : vector<3x4xi32> to vector<4x3xi32>
  %t = vector.transpose %flat, [1, 0] : vector<4x3xi32> to vector<3x4xi32>
  %5 = vector.extract %t[0] : vector<4xi32> from vector<3x4xi32>
  vector.store %5, %out[%c5, %c0] : memref<9x4xi32>, vector<4xi32>
  %five = arith.constant 5 : i32
  %6 = vector.broadcast %five : i32 to vector<4xi32>
  vector.store %6, %out[%c6, %c0] : memref<9x4xi32>, vector<4xi32>
  %steps = vector.step : vector<4xindex>
  %7 = arith.index_cast %steps : vector<4xindex> to vector<4xi32>
  vector.store %7, %out[%c7, %c0] : memref<9x4xi32>, vector<4xi32>
  %within = vector.insert_strided_slice %pair, %m {offsets = [1, 1], strides = [1]} : vector<2xi32> into vector<3x4xi32>
  %8 = vector.extract %within[1] : vector<4xi32> from vector<3x4xi32>
  vector.store %8, %out[%c8, %c0] : memref<9x4xi32>, vector<4xi32>
  return
}

// 1.0 as f32 is 0x3F800000.

// BITS:      argument 1:
// BITS-NEXT: {{^}}[0, 16256]
func.func @bits(%in: memref<2xf32>, %out: memref<2xi16>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant dense<1.0> : vector<1xf32>
  %b = vector.bitcast %v : vector<1xf32> to vector<2xi16>
  vector.store %b, %out[%c0] : memref<2xi16>, vector<2xi16>
  return
}

// MASKS:      argument 1:
// MASKS-NEXT: {{^}}[2, 3, -1, -1, 1013, 1014]
func.func @masks(%in: memref<4xi32>, %out: memref<6xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %none = arith.constant dense<-1> : vector<4xi32>
  %mask = vector.create_mask %c2 : vector<4xi1>
  %v = vector.maskedload %in[%c2], %mask, %none : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.store %v, %out[%c0] : memref<6xi32>, vector<4xi32>
  %never = vector.constant_mask [0] : vector<4xi1>
  vector.maskedstore %out[%c2], %never, %none : memref<6xi32>, vector<4xi1>, vector<4xi32>
  return
}

// TRANSFERS:      argument 1:
// TRANSFERS-NEXT: {{^}}[6, 7, -1, 6]
// TRANSFERS-NEXT: {{^}}[2, 6, 10, 6]
func.func @transfers(%in: memref<3x4xi32>, %out: memref<2x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant -1 : i32
  %a = vector.transfer_read %in[%c1, %c2], %pad : memref<3x4xi32>, vector<3xi32>
  vector.transfer_write %a, %out[%c0, %c0] : vector<3xi32>, memref<2x4xi32>
  %b = vector.transfer_read %in[%c0, %c2], %pad {permutation_map = affine_map<(d0, d1) -> (d0)>, in_bounds = [true]} : memref<3x4xi32>, vector<3xi32>
  vector.transfer_write %b, %out[%c1, %c0] : vector<3xi32>, memref<2x4xi32>
  %c = vector.transfer_read %in[%c1, %c2], %pad {permutation_map = affine_map<(d0, d1) -> (0)>, in_bounds = [true]} : memref<3x4xi32>, vector<2xi32>
  vector.transfer_write %c, %out[%c0, %c3] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<2xi32>, memref<2x4xi32>
  return
}

// Of 4 to 7 and, with a start, of 0 to 11; then of columns and rows.

// REDUCE:      argument 1:
// REDUCE-NEXT: {{^}}[22, 840, 4, 7, 4, 7]
// REDUCE-NEXT: {{^}}[4, 7, 0, 166, -1, 11]
// REDUCE-NEXT: {{^}}[112, 115, 118, 121, 66, 0]
// REDUCE-NEXT: {{^}}[3, 7, 11, 0, 0, 0]
func.func @reductions(%in: memref<3x4xi32>, %out: memref<4x6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %start = arith.constant 100 : i32
  %low = arith.constant -1 : i32
  %row = vector.load %in[%c1, %c0] : memref<3x4xi32>, vector<4xi32>
  %all = vector.load %in[%c0, %c0] : memref<3x4xi32>, vector<3x4xi32>
  %flat = vector.shape_cast %all : vector<3x4xi32> to vector<12xi32>
  %0 = vector.reduction <add>, %row : vector<4xi32> into i32
  %1 = vector.reduction <mul>, %row : vector<4xi32> into i32
  %2 = vector.reduction <minsi>, %row : vector<4xi32> into i32
  %3 = vector.reduction <maxsi>, %row : vector<4xi32> into i32
  %4 = vector.reduction <minui>, %row : vector<4xi32> into i32
  %5 = vector.reduction <maxui>, %row : vector<4xi32> into i32
  %6 = vector.reduction <and>, %row : vector<4xi32> into i32
  %7 = vector.reduction <or>, %row : vector<4xi32> into i32
  %8 = vector.reduction <xor>, %row : vector<4xi32> into i32
  %9 = vector.reduction <add>, %flat, %start : vector<12xi32> into i32
  %10 = vector.reduction <minsi>, %flat, %low : vector<12xi32> into i32
  %11 = vector.reduction <maxsi>, %flat, %low : vector<12xi32> into i32
  %starts = arith.constant dense<100> : vector<4xi32>
  %columns = vector.multi_reduction <add>, %all, %starts [0] : vector<3x4xi32> to vector<4xi32>
  %whole = vector.multi_reduction <add>, %all, %zero [0, 1] : vector<3x4xi32> to i32
  %none = arith.constant dense<0> : vector<3xi32>
  %rows = vector.multi_reduction <maxsi>, %all, %none [1] : vector<3x4xi32> to vector<3xi32>
  %c:4 = vector.to_elements %columns : vector<4xi32>
  %r:3 = vector.to_elements %rows : vector<3xi32>
  %v0 = vector.from_elements %0, %1, %2, %3, %4, %5 : vector<6xi32>
  %v1 = vector.from_elements %6, %7, %8, %9, %10, %11 : vector<6xi32>
  %v2 = vector.from_elements %c#0, %c#1, %c#2, %c#3, %whole, %zero : vector<6xi32>
  %v3 = vector.from_elements %r#0, %r#1, %r#2, %zero, %zero, %zero : vector<6xi32>
  vector.store %v0, %out[%c0, %c0] : memref<4x6xi32>, vector<6xi32>
  vector.store %v1, %out[%c1, %c0] : memref<4x6xi32>, vector<6xi32>
  vector.store %v2, %out[%c2, %c0] : memref<4x6xi32>, vector<6xi32>
  vector.store %v3, %out[%c3, %c0] : memref<4x6xi32>, vector<6xi32>
  return
}

// Each step rounds: 2048 + 1 is 2048 in f16, three times, and 3 + 2048 is 2052
// (even). NaN goes through maximumf and not through maxnumf.

// FLOATS:      argument 1:
// FLOATS-NEXT: {{^}}[2048, 2052, nan, 3, nan, 1]
func.func @float_reductions(%in: memref<1xf16>, %out: memref<6xf16>) {
  %c0 = arith.constant 0 : index
  %large = arith.constant 2048.0 : f16
  %ones = arith.constant dense<[1.0, 1.0, 1.0]> : vector<3xf16>
  %none = arith.constant dense<[1.0, 0x7E00, 3.0]> : vector<3xf16>
  %0 = vector.reduction <add>, %ones, %large : vector<3xf16> into f16
  %last = arith.constant dense<[1.0, 1.0, 1.0, 2048.0]> : vector<4xf16>
  %1 = vector.reduction <add>, %last : vector<4xf16> into f16
  %2 = vector.reduction <maximumf>, %none : vector<3xf16> into f16
  %3 = vector.reduction <maxnumf>, %none : vector<3xf16> into f16
  %4 = vector.reduction <minimumf>, %none : vector<3xf16> into f16
  %5 = vector.reduction <minnumf>, %none : vector<3xf16> into f16
  %all = vector.from_elements %0, %1, %2, %3, %4, %5 : vector<6xf16>
  vector.store %all, %out[%c0] : memref<6xf16>, vector<6xf16>
  return
}

// Sums of products round once; with a scalar there is one column.

// OUTER:      argument 1:
// OUTER-NEXT: {{^}}[1, 8194, 2, 4]
// OUTER-NEXT: {{^}}[16785408, 8194, 4097, 2]
// OUTER-NEXT: {{^}}[16785408, 8194, 4097, 5]
// OUTER-NEXT: {{^}}[12291, 3, 0, 0]
func.func @outer(%in: memref<1xf32>, %out: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %a = arith.constant dense<[4097.0, 1.0]> : vector<2xf32>
  %b = arith.constant dense<[4097.0, 2.0]> : vector<2xf32>
  %start = arith.constant dense<[[-16785408.0, 0.0], [-4095.0, 2.0]]> : vector<2x2xf32>
  %five = arith.constant dense<5.0> : vector<2x2xf32>
  %three = arith.constant 3.0 : f32
  %0 = vector.outerproduct %a, %b, %start : vector<2xf32>, vector<2xf32>
  %1 = vector.outerproduct %a, %b : vector<2xf32>, vector<2xf32>
  %2 = vector.outerproduct %a, %b, %five {kind = #vector.kind<maxnumf>} : vector<2xf32>, vector<2xf32>
  %v3 = vector.outerproduct %a, %three : vector<2xf32>, f32
  %v0 = vector.shape_cast %0 : vector<2x2xf32> to vector<4xf32>
  %v1 = vector.shape_cast %1 : vector<2x2xf32> to vector<4xf32>
  %v2 = vector.shape_cast %2 : vector<2x2xf32> to vector<4xf32>
  %none = arith.constant dense<0.0> : vector<4xf32>
  vector.store %v0, %out[%c0, %c0] : memref<4x4xf32>, vector<4xf32>
  vector.store %v1, %out[%c1, %c0] : memref<4x4xf32>, vector<4xf32>
  vector.store %v2, %out[%c2, %c0] : memref<4x4xf32>, vector<4xf32>
  vector.store %none, %out[%c3, %c0] : memref<4x4xf32>, vector<4xf32>
  vector.store %v3, %out[%c3, %c0] : memref<4x4xf32>, vector<2xf32>
  return
}

// TURNS:      argument 1:
// TURNS-NEXT: {{^}}[0, 2, 1, 3]
// TURNS-NEXT: {{^}}[4, 8, 5, 9]
// TURNS-NEXT: {{^}}[6, 10, 7, 11]
func.func @interleaved(%in: memref<3x4xi32>, %out: memref<3x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %all = vector.load %in[%c0, %c0] : memref<3x4xi32>, vector<3x4xi32>
  %even, %odd = vector.deinterleave %all : vector<3x4xi32> -> vector<3x2xi32>
  %e0 = vector.extract %even[0] : vector<2xi32> from vector<3x2xi32>
  %o0 = vector.extract %odd[0] : vector<2xi32> from vector<3x2xi32>
  %none = arith.constant dense<0> : vector<4xi32>
  %first = vector.insert_strided_slice %e0, %none {offsets = [0], strides = [1]} : vector<2xi32> into vector<4xi32>
  %both = vector.insert_strided_slice %o0, %first {offsets = [2], strides = [1]} : vector<2xi32> into vector<4xi32>
  vector.store %both, %out[%c0, %c0] : memref<3x4xi32>, vector<4xi32>
  %row1 = vector.extract_strided_slice %all {offsets = [1, 0], sizes = [1, 4], strides = [1, 1]} : vector<3x4xi32> to vector<1x4xi32>
  %row2 = vector.extract_strided_slice %all {offsets = [2, 0], sizes = [1, 4], strides = [1, 1]} : vector<3x4xi32> to vector<1x4xi32>
  %turns = vector.interleave %row1, %row2 : vector<1x4xi32> -> vector<1x8xi32>
  %square = vector.shape_cast %turns : vector<1x8xi32> to vector<2x4xi32>
  vector.store %square, %out[%c1, %c0] : memref<3x4xi32>, vector<2x4xi32>
  return
}

// SLICED:      argument 2:
// SLICED-NEXT: {{^}}[1015, 1016]
// SLICED-NEXT: {{^}}[1019, 1020]
func.func @sliced(%n: index, %in: memref<3x4xi32>, %out: memref<2x2xi32>) {
  %c0 = arith.constant 0 : index
  %all = vector.load %in[%c0, %c0] : memref<3x4xi32>, vector<3x4xi32>
  %part = vector.extract_strided_slice %all {offsets = [1, 2], sizes = [2, 2], strides = [1, 1]} : vector<3x4xi32> to vector<2x2xi32>
  vector.store %part, %out[%c0, %c0] : memref<2x2xi32>, vector<2x2xi32>
  return
}

// NIBBLES:      argument 1:
// NIBBLES-NEXT: {{^}}[1, 2, 3, 4, 5, 6, 7, 0]
func.func @nibbles(%n: index, %out: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %bytes = arith.constant dense<[0x21, 0x43, 0x65, 0x07]> : vector<4xi8>
  %nibbles = vector.bitcast %bytes : vector<4xi8> to vector<8xi4>
  %wide = arith.extui %nibbles : vector<8xi4> to vector<8xi32>
  vector.store %wide, %out[%c0] : memref<8xi32>, vector<8xi32>
  return
}

// Bytes 0 to 3 are 0x10, 0x91, 0x12, 0x93, and 4 to 7 are 0x24 to 0x27. In the
// default mode a nibble of 8 and more is the sign; a byte of poison makes poison of
// those bytes alone that it becomes.

// PRMT:      argument 1:
// PRMT-NEXT: {{^}}[655491327, 623153424, 623257360, 303174162, -1827532270, -1852731120, -1827499246, 623153424]
func.func @permuted(%in: memref<1xi32>, %out: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %lo = arith.constant 0x93129110 : i32
  %hi = arith.constant 0x27262524 : i32
  %s = arith.constant 0x72F9 : i32
  %2 = arith.constant 2 : i32
  %1 = arith.constant 1 : i32
  %d = arith.constant 0x5410 : i32
  %p = ub.poison : i16
  %half = arith.constant 0x9110 : i16
  %0 = nvvm.prmt <default> %s, %lo, %hi : i32
  %f = nvvm.prmt <default> %d, %lo, %hi : i32
  %b = nvvm.prmt <b4e> %d, %lo, %hi : i32
  %r = nvvm.prmt <rc8> %2, %lo : i32
  %l = nvvm.prmt <ecl> %2, %lo : i32
  %e = nvvm.prmt <ecr> %1, %lo : i32
  %x = nvvm.prmt <rc16> %1, %lo : i32
  %part = vector.from_elements %half, %p : vector<2xi16>
  %word = vector.bitcast %part : vector<2xi16> to vector<1xi32>
  %known = vector.extract %word[0] : i32 from vector<1xi32>
  %k = nvvm.prmt <default> %d, %known, %hi : i32
  %all = vector.from_elements %0, %f, %b, %r, %l, %e, %x, %k : vector<8xi32>
  vector.store %all, %out[%c0] : memref<8xi32>, vector<8xi32>
  return
}

// Pairs of floats as bytes, the first one above: rounded to nearest even, at most the largest
// number, with relu at least 0. A byte is as known as its float.

// 1.0625, 1.1875; 464, -inf; NaN, -0; 3 * 2^-11, 2^-10; -1, 2 with relu; 61440, 1.125; and 0.5
// beside poison.

// BYTES:      argument 0:
// BYTES-NEXT: {{^}}[14394, 32510, 32640, 256, 64, 31548, 56]
// BYTES:      argument 1:
// BYTES-NEXT: {{^}}[126, -72, -5, -68]
func.func @bytes_of_floats(%words: memref<7xi16>, %bytes: memref<4xi8>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %a = arith.constant 1.0625 : f32
  %b = arith.constant 1.1875 : f32
  %large = arith.constant 464.0 : f32
  %below = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %minus = arith.constant -0.0 : f32
  %small = arith.constant 0.00146484375 : f32
  %half = arith.constant 0.0009765625 : f32
  %negative = arith.constant -1.0 : f32
  %two = arith.constant 2.0 : f32
  %wide = arith.constant 61440.0 : f32
  %c = arith.constant 1.125 : f32
  %one = arith.constant 1.0 : f32
  %p = ub.poison : f32
  %0 = nvvm.convert.f32x2.to.f8x2 %a, %b {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
  %1 = nvvm.convert.f32x2.to.f8x2 %large, %below {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
  %2 = nvvm.convert.f32x2.to.f8x2 %nan, %minus {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
  %3 = nvvm.convert.f32x2.to.f8x2 %small, %half {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
  %4 = nvvm.convert.f32x2.to.f8x2 %negative, %two {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>, relu = true} : i16 (f8E4M3FN)
  %5 = nvvm.convert.f32x2.to.f8x2 %wide, %c {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E5M2)
  %partly = nvvm.convert.f32x2.to.f8x2 %p, %one {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
  %parts = vector.from_elements %partly : vector<1xi16>
  %both = vector.bitcast %parts : vector<1xi16> to vector<2xi8>
  %known = vector.extract %both[0] : i8 from vector<2xi8>
  %6 = arith.extui %known : i8 to i16
  %all = vector.from_elements %0, %1, %2, %3, %4, %5, %6 : vector<7xi16>
  vector.store %all, %words[%c0] : memref<7xi16>, vector<7xi16>
  %v = nvvm.convert.f32x2.to.f8x2 %negative, %large {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : vector<2xi8> (f8E4M3FN)
  %w = nvvm.convert.f32x2.to.f8x2 %negative, %below {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>, relu = false} : vector<2xi8> (f8E5M2)
  vector.store %v, %bytes[%c0] : memref<4xi8>, vector<2xi8>
  vector.store %w, %bytes[%c2] : memref<4xi8>, vector<2xi8>
  return
}

// SCALES: error: 'nvvm.convert.f32x2.to.f8x2' op converts to another type than f8E4M3FN and f8E5M2
func.func @scales_of_floats(%x: f32) -> i16 {
  %0 = nvvm.convert.f32x2.to.f8x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rp>} : i16 (f8E8M0FNU)
  return %0 : i16
}

// Sums of products of f16 in f32, and the greatest product.

// CONTRACT:     @contractions: as @by_loops: 9 elements
func.func @contractions(%a: memref<4x3xf16>, %b: memref<3x2xf16>, %c: memref<4x2xf32>, %most: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f16
  %low = arith.constant -100.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %zero : memref<4x3xf16>, vector<4x3xf16>
  %y = vector.transfer_read %b[%c0, %c0], %zero : memref<3x2xf16>, vector<3x2xf16>
  %z = vector.load %c[%c0, %c0] : memref<4x2xf32>, vector<4x2xf32>
  %sums = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %z
      : vector<4x3xf16>, vector<3x2xf16> into vector<4x2xf32>
  vector.store %sums, %c[%c0, %c0] : memref<4x2xf32>, vector<4x2xf32>
  %u = vector.extract %sums[0] : vector<2xf32> from vector<4x2xf32>
  %v = vector.extract %sums[1] : vector<2xf32> from vector<4x2xf32>
  %best = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>],
      iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %u, %v, %low : vector<2xf32>, vector<2xf32> into f32
  memref.store %best, %most[%c0] : memref<1xf32>
  return
}
func.func private @by_loops(%a: memref<4x3xf16>, %b: memref<3x2xf16>, %c: memref<4x2xf32>, %most: memref<1xf32>) {
  affine.for %m = 0 to 4 {
    affine.for %n = 0 to 2 {
      affine.for %k = 0 to 3 {
        %x = affine.load %a[%m, %k] : memref<4x3xf16>
        %y = affine.load %b[%k, %n] : memref<3x2xf16>
        %u = arith.extf %x : f16 to f32
        %v = arith.extf %y : f16 to f32
        %product = arith.mulf %u, %v : f32
        %old = affine.load %c[%m, %n] : memref<4x2xf32>
        %new = arith.addf %old, %product : f32
        affine.store %new, %c[%m, %n] : memref<4x2xf32>
      }
    }
  }
  %0 = affine.load %c[0, 0] : memref<4x2xf32>
  %1 = affine.load %c[0, 1] : memref<4x2xf32>
  %2 = affine.load %c[1, 0] : memref<4x2xf32>
  %3 = affine.load %c[1, 1] : memref<4x2xf32>
  %first = arith.mulf %0, %2 : f32
  %second = arith.mulf %1, %3 : f32
  %best = arith.maxnumf %first, %second : f32
  affine.store %best, %most[0] : memref<1xf32>
  return
}

// Elements 3, 1 and 7 of argument 0 and, where the mask has none, -1; 2 is left.

// SCATTERED:      argument 1:
// SCATTERED-NEXT: {{^}}[1009, 1, 1011, 3, 1013, 1014, 1015, 7]
// SCATTERED-NEXT: {{^}}[3, 1, -1, 7, 1021, 1022, 1023, 1024]
func.func @scattered(%in: memref<8xi32>, %out: memref<2x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %places = arith.constant dense<[3, 1, 2, 7]> : vector<4xi32>
  %mask = arith.constant dense<[true, true, false, true]> : vector<4xi1>
  %none = arith.constant dense<-1> : vector<4xi32>
  %v = vector.gather %in[%c0] [%places], %mask, %none : memref<8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.scatter %out[%c0, %c0] [%places], %mask, %v : memref<2x8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>
  vector.store %v, %out[%c1, %c0] : memref<2x8xi32>, vector<4xi32>
  return
}

// A mask around a transfer is as its own: what it leaves out is the pad, or stays.
// REGIONS: equivalent: 48 elements, 1 threads
// MASKED:      argument 1:
// MASKED-NEXT: {{^}}[0, 1, 2, 3, 9, 9, 9, 9]
// MASKED-NEXT: {{^}}[8, 9, 10, 11, 9, 9, 9, 9]
// MASKED-NEXT: {{^}}[1025, 1026, 1027, 1028, 1029, 1030, 1031, 1032]
// MASKED-NEXT: {{^}}[0, 4, 8, 1036, 1037, 1038, 1039, 1040]
func.func @regions(%in: memref<2x8xi32>, %out: memref<4x8xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %nine = arith.constant 9 : i32
  %two = arith.constant dense<4> : vector<4xi32>
  %all = arith.constant dense<[true, true, true, false]> : vector<4xi1>
  %mask = vector.create_mask %c2, %c4 : vector<2x8xi1>
  %tile = vector.mask %mask {
    vector.transfer_read %in[%c0, %c0], %nine {in_bounds = [true, true]} : memref<2x8xi32>, vector<2x8xi32>
  } : vector<2x8xi1> -> vector<2x8xi32>
  vector.transfer_write %tile, %out[%c0, %c0] {in_bounds = [true, true]} : vector<2x8xi32>, memref<4x8xi32>
  %ids = vector.step : vector<4xindex>
  %numbers = arith.index_cast %ids : vector<4xindex> to vector<4xi32>
  %fours = arith.muli %numbers, %two : vector<4xi32>
  vector.mask %all {
    vector.transfer_write %fours, %out[%c3, %c0] {in_bounds = [true]} : vector<4xi32>, memref<4x8xi32>
  } : vector<4xi1>
  %same = vector.mask %all {
    vector.yield %fours : vector<4xi32>
  } : vector<4xi1> -> vector<4xi32>
  return
}

// Sums along rows from their first element on, products along columns before each
// element, and sums along the middle of three dimensions.
// SCANS:      argument 1:
// SCANS-NEXT: {{^}}[1, 3, 6, 2, 2, 2]
// SCANS-NEXT: {{^}}[4, 9, 15, 2, 4, 6]
// SCANS-NEXT: {{^}}[6, 15, 2, 4, 6, 1026]
// SCANS-NEXT: {{^}}[4, 6, 12, 14,
func.func @scans(%in: memref<2x3xi32>, %out: memref<4x6xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant dense<1> : vector<2x3xi32>
  %starts = arith.constant dense<2> : vector<3xi32>
  %unused = arith.constant dense<100> : vector<2xi32>
  %read = vector.load %in[%c0, %c0] : memref<2x3xi32>, vector<2x3xi32>
  %v = arith.addi %read, %one : vector<2x3xi32>
  %rows, %last = vector.scan <add>, %v, %unused {inclusive = true, reduction_dim = 1} : vector<2x3xi32>, vector<2xi32>
  %columns, %ends = vector.scan <mul>, %v, %starts {inclusive = false, reduction_dim = 0} : vector<2x3xi32>, vector<3xi32>
  vector.store %rows, %out[%c0, %c0] : memref<4x6xi32>, vector<2x3xi32>
  vector.store %columns, %out[%c0, %c3] : memref<4x6xi32>, vector<2x3xi32>
  vector.store %last, %out[%c2, %c0] : memref<4x6xi32>, vector<2xi32>
  vector.store %ends, %out[%c2, %c2] : memref<4x6xi32>, vector<3xi32>
  %deep = arith.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : vector<2x2x2xi32>
  %zeros = arith.constant dense<0> : vector<2x2xi32>
  %sums, %pairs = vector.scan <add>, %deep, %zeros {inclusive = true, reduction_dim = 1} : vector<2x2x2xi32>, vector<2x2xi32>
  %flat = vector.shape_cast %pairs : vector<2x2xi32> to vector<4xi32>
  vector.store %flat, %out[%c3, %c0] : memref<4x6xi32>, vector<4xi32>
  return
}

// Argument 0 holds 0 to 11: elements 0, 2, 3 of four take part.
// PACKED:      argument 1:
// PACKED-NEXT: {{^}}[4, 1002, 5, 6]
// PACKED-NEXT: {{^}}[4, 6, 7, 1016]
func.func @packed(%in: memref<12xi32>, %out: memref<2x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %others = arith.constant dense<[1001, 1002, 1003, 1004]> : vector<4xi32>
  %spread = vector.expandload %in[%c4], %mask, %others : memref<12xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.store %spread, %out[%c0, %c0] : memref<2x4xi32>, vector<4xi32>
  %all = vector.load %in[%c4] : memref<12xi32>, vector<4xi32>
  vector.compressstore %out[%c1, %c0], %mask, %all : memref<2x4xi32>, vector<4xi1>, vector<4xi32>
  return
}
