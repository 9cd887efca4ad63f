// Where elements go, one by one: each register of the store has the coordinate of what
// it is made of, or, in a function that ends in _less, one has a smaller one.
//
// RUN: tl-opt %s --tl-lower-thread-copies | FileCheck %s

// CHECK-LABEL: func.func @interleave(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @interleave(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %x = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  tl.thread_store %x to %b[%o] atoms (4, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 1, 0 : 0) align 4 : vector<8xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @interleave_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @interleave_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %x = vector.interleave %v, %v : vector<4xf32> -> vector<8xf32>
  tl.thread_store %x to %b[%o] atoms (2, 4) : (4, 1) -> (4, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 2, 0 : 0) align 4 : vector<8xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @deinterleave(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @deinterleave(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (8) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<8xf32>
  %x, %y = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
  tl.thread_store %x to %b[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 2) align 4 : vector<4xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @deinterleave_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @deinterleave_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (8) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<8xf32>
  %x, %y = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
  tl.thread_store %x to %b[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : vector<4xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @shape_cast(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @shape_cast(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %x = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  tl.thread_store %x to %b[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @shape_cast_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @shape_cast_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %x = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 2, 0 : 0) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @transpose(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @transpose(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %s = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  %x = vector.transpose %s, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 1, 0 : 2) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @transpose_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @transpose_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %s = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  %x = vector.transpose %s, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  tl.thread_store %x to %b[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @broadcast(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @broadcast(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<2xf32>
  %s = vector.shape_cast %v : vector<2xf32> to vector<2x1xf32>
  %x = vector.broadcast %s : vector<2x1xf32> to vector<2x2xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 1, 0 : 0) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @broadcast_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @broadcast_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<2xf32>
  %s = vector.shape_cast %v : vector<2xf32> to vector<2x1xf32>
  %x = vector.broadcast %s : vector<2x1xf32> to vector<2x2xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 0, 0 : 1) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @outer_rows(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @outer_rows(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<2xf32>
  %one = arith.constant dense<1.0> : vector<2xf32>
  %x = vector.outerproduct %v, %one : vector<2xf32>, vector<2xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 1, 0 : 0) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @outer_rows_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @outer_rows_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<2xf32>
  %one = arith.constant dense<1.0> : vector<2xf32>
  %x = vector.outerproduct %v, %one : vector<2xf32>, vector<2xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 0, 0 : 1) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @outer_columns(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @outer_columns(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<2xf32>
  %one = arith.constant dense<1.0> : vector<2xf32>
  %x = vector.outerproduct %one, %v : vector<2xf32>, vector<2xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 0, 0 : 1) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @outer_columns_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @outer_columns_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<2xf32>
  %one = arith.constant dense<1.0> : vector<2xf32>
  %x = vector.outerproduct %one, %v : vector<2xf32>, vector<2xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 1, 0 : 0) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @extract(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @extract(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (8) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<8xf32>
  %s = vector.shape_cast %v : vector<8xf32> to vector<2x4xf32>
  %x = vector.extract %s[0] : vector<4xf32> from vector<2x4xf32>
  tl.thread_store %x to %b[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : vector<4xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @extract_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @extract_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (8) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<8xf32>
  %s = vector.shape_cast %v : vector<8xf32> to vector<2x4xf32>
  %x = vector.extract %s[0] : vector<4xf32> from vector<2x4xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 2, 0 : 0) align 4 : vector<4xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @insert(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @insert(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %z = arith.constant dense<1.0> : vector<2x4xf32>
  %s = vector.insert %v, %z [0] : vector<4xf32> into vector<2x4xf32>
  %x = vector.shape_cast %s : vector<2x4xf32> to vector<8xf32>
  tl.thread_store %x to %b[%o] atoms (8) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : vector<8xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @insert_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @insert_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %z = arith.constant dense<1.0> : vector<2x4xf32>
  %s = vector.insert %v, %z [0] : vector<4xf32> into vector<2x4xf32>
  %x = vector.shape_cast %s : vector<2x4xf32> to vector<8xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2, 2) : (4, 2, 1) -> (4, 2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 4, 0 : 2, 0 : 0) align 4 : vector<8xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @slice(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @slice(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (8) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<8xf32>
  %s = vector.shape_cast %v : vector<8xf32> to vector<2x4xf32>
  %x = vector.extract_strided_slice %s {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 4, 0 : 1) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @slice_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @slice_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (8) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<8xf32>
  %s = vector.shape_cast %v : vector<8xf32> to vector<2x4xf32>
  %x = vector.extract_strided_slice %s {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<2x4xf32> to vector<2x2xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 3, 0 : 1) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// Without an offset along columns.
// CHECK-LABEL: func.func @slice_of_rows(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @slice_of_rows(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (8) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<8xf32>
  %s = vector.shape_cast %v : vector<8xf32> to vector<4x2xf32>
  %x = vector.extract_strided_slice %s {offsets = [0], sizes = [2], strides = [1]} : vector<4x2xf32> to vector<2x2xf32>
  tl.thread_store %x to %b[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : vector<2x2xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @insert_slice(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @insert_slice(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %s = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  %z = arith.constant dense<1.0> : vector<2x4xf32>
  %x = vector.insert_strided_slice %s, %z {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
  tl.thread_store %x to %b[%o] atoms (2, 4) : (4, 1) -> (4, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 2, 0 : 1) align 4 : vector<2x4xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @insert_slice_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @insert_slice_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %s = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
  %z = arith.constant dense<1.0> : vector<2x4xf32>
  %x = vector.insert_strided_slice %s, %z {offsets = [0, 0], strides = [1, 1]} : vector<2x2xf32> into vector<2x4xf32>
  tl.thread_store %x to %b[%o] atoms (2, 4) : (4, 1) -> (4, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 1, 0 : 1) align 4 : vector<2x4xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @shuffle(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @shuffle(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %x = vector.shuffle %v, %v [0, 2, 5, 7] : vector<4xf32>, vector<4xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 1, 0 : 2) align 4 : vector<4xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @shuffle_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @shuffle_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %x = vector.shuffle %v, %v [0, 2, 5, 7] : vector<4xf32>, vector<4xf32>
  tl.thread_store %x to %b[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : vector<4xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @elements(
// CHECK-NOT:     0.000000e+00 : f32
// CHECK:         ub.poison : f32
// CHECK:         return
func.func @elements(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %e:4 = vector.to_elements %v : vector<4xf32>
  %f = math.exp2 %e#0 : f32
  %x = vector.from_elements %f, %e#2, %e#1, %e#3 : vector<4xf32>
  tl.thread_store %x to %b[%o] atoms (2, 2) : (2, 1) -> (2, 1) vector 1 of () -> () within (%m) granule 1 by (0 : 1, 0 : 2) align 4 : vector<4xf32> to memref<64xf32>
  return
}
// CHECK-LABEL: func.func @elements_less(
// CHECK-NOT:     ub.poison : f32
// CHECK:         0.000000e+00 : f32
// CHECK:         return
func.func @elements_less(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : memref<64xf32> to vector<4xf32>
  %e:4 = vector.to_elements %v : vector<4xf32>
  %x = vector.from_elements %e#0, %e#2, %e#1, %e#3 : vector<4xf32>
  tl.thread_store %x to %b[%o] atoms (4) : (1) -> (1) vector 1 of () -> () within (%m) granule 1 by (0 : 1) align 4 : vector<4xf32> to memref<64xf32>
  return
}
