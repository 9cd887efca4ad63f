// RUN: tl-sim %s --kernel=parts --block=1 --dump=1 | FileCheck %s --check-prefix=PARTS
// RUN: tl-sim %s --kernel=bits --block=1 --dump=1 | FileCheck %s --check-prefix=BITS
// RUN: tl-sim %s --kernel=masks --block=1 --dump=1 | FileCheck %s --check-prefix=MASKS
// RUN: tl-sim %s --kernel=transfers --block=1 --dump=1 | FileCheck %s --check-prefix=TRANSFERS

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
func.func @parts(%in: memref<3x4xi32>, %out: memref<8x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %m = vector.load %in[%c0, %c0] : memref<3x4xi32>, vector<3x4xi32>
  %0 = vector.extract %m[%c1] : vector<4xi32> from vector<3x4xi32>
  vector.store %0, %out[%c0, %c0] : memref<8x4xi32>, vector<4xi32>
  %slice = vector.extract_strided_slice %m {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<3x4xi32> to vector<2x2xi32>
  %1 = vector.shape_cast %slice : vector<2x2xi32> to vector<4xi32>
  vector.store %1, %out[%c1, %c0] : memref<8x4xi32>, vector<4xi32>
  %row0 = vector.extract %m[0] : vector<4xi32> from vector<3x4xi32>
  %row2 = vector.extract %m[2] : vector<4xi32> from vector<3x4xi32>
  %2 = vector.shuffle %row0, %row2 [5, 7, 1, 3] : vector<4xi32>, vector<4xi32>
  vector.store %2, %out[%c2, %c0] : memref<8x4xi32>, vector<4xi32>
  %e = vector.extract %m[0, 3] : i32 from vector<3x4xi32>
  %f = vector.extract %m[1, 0] : i32 from vector<3x4xi32>
  %g = vector.extract %row0[%c2] : i32 from vector<4xi32>
  %h:4 = vector.to_elements %row0 : vector<4xi32>
  %3 = vector.from_elements %e, %f, %g, %h#1 : vector<4xi32>
  vector.store %3, %out[%c3, %c0] : memref<8x4xi32>, vector<4xi32>
  %pair = vector.extract_strided_slice %0 {offsets = [2], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
  %4 = vector.insert_strided_slice %pair, %row0 {offsets = [1], strides = [1]} : vector<2xi32> into vector<4xi32>
  vector.store %4, %out[%c4, %c0] : memref<8x4xi32>, vector<4xi32>
  %flat = vector.shape_cast %m : vector<3x4xi32> to vector<4x3xi32>
  %t = vector.transpose %flat, [1, 0] : vector<4x3xi32> to vector<3x4xi32>
  %5 = vector.extract %t[0] : vector<4xi32> from vector<3x4xi32>
  vector.store %5, %out[%c5, %c0] : memref<8x4xi32>, vector<4xi32>
  %five = arith.constant 5 : i32
  %6 = vector.broadcast %five : i32 to vector<4xi32>
  vector.store %6, %out[%c6, %c0] : memref<8x4xi32>, vector<4xi32>
  %steps = vector.step : vector<4xindex>
  %7 = arith.index_cast %steps : vector<4xindex> to vector<4xi32>
  vector.store %7, %out[%c7, %c0] : memref<8x4xi32>, vector<4xi32>
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
