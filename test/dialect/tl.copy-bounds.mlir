// RUN: tl-opt %s | tl-opt --mlir-print-local-scope | FileCheck %s
// RUN: tl-opt %s --mlir-print-op-generic | tl-opt --mlir-print-local-scope | FileCheck %s

// Bounds, pads, and divisors of bounds and strides are kept.

// CHECK-LABEL: func.func @bounds
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<64x64xf16>, %[[I:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
func.func @bounds(%m: memref<64x64xf16>, %i: index, %n: index) {
  // CHECK: %[[V:.+]] = tl.load %[[M]][%[[I]], 0] as #tl.register<{{.*}}> scope warp bounds(%[[N]], 40) {bound_divisibility = array<i64: 2, 8>, pad = 1.000000e+00 : f16} : memref<64x64xf16> to vector<8xf16>
  %v = tl.load %m[%i, 0] as #tl.register<spatial(32, 1).local(1, 8)> scope warp bounds(%n, 40) {pad = 1.0 : f16, bound_divisibility = array<i64: 2, 8>} : memref<64x64xf16> to vector<8xf16>
  // CHECK: tl.store %[[V]] as #tl.register<{{.*}}> to %[[M]] scope warp bounds(9, %[[N]]) : vector<8xf16> to memref<64x64xf16>
  tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %m scope warp bounds(9, %n) : vector<8xf16> to memref<64x64xf16>
  return
}

// A dimension that no tile leaves has none; generic: the largest i64.

// CHECK-LABEL: func.func @none
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<64x64xf16>, %[[N:[a-z0-9]+]]: index
func.func @none(%m: memref<64x64xf16>, %n: index) {
  // CHECK: %[[V:.+]] = tl.load %[[M]] as #tl.register<{{.*}}> scope warp bounds(%[[N]], _) {bound_divisibility = array<i64: 2, 8>} : memref<64x64xf16> to vector<8xf16>
  %v = tl.load %m as #tl.register<spatial(32, 1).local(1, 8)> scope warp bounds(%n, _) {bound_divisibility = array<i64: 2, 8>} : memref<64x64xf16> to vector<8xf16>
  // CHECK: tl.store %[[V]] as #tl.register<{{.*}}> to %[[M]] scope warp bounds(_, %[[N]]) from(0, 3) : vector<8xf16> to memref<64x64xf16>
  tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %m scope warp bounds(_, %n) from(0, 3) : vector<8xf16> to memref<64x64xf16>
  // CHECK: tl.load %[[M]] as #tl.register<{{.*}}> scope warp bounds(_, 9) : memref<64x64xf16> to vector<8xf16>
  %w = "tl.load"(%m) {target_layout = #tl.register<spatial(32, 1).local(1, 8)>, scope = "warp", bounds = array<i64: 9223372036854775807, 9>} : (memref<64x64xf16>) -> vector<8xf16>
  return
}

// CHECK-LABEL: func.func @strides
func.func @strides(%m: memref<64x64xf16, strided<[?, 1]>>, %r: memref<8xf16, 5>, %n: index) {
  // CHECK: tl.copy %{{.*}}[%{{.*}}, 0] to %{{.*}} layout #tl.register<{{.*}}> scope warp bounds(%{{.*}}, 64) {stride_divisibility = array<i64: 8, 1>} : memref<64x64xf16, strided<[?, 1]>> to memref<8xf16, 5>
  tl.copy %m[%n, 0] to %r layout #tl.register<spatial(32, 1).local(1, 8)> scope warp bounds(%n, 64) {stride_divisibility = array<i64: 8, 1>} : memref<64x64xf16, strided<[?, 1]>> to memref<8xf16, 5>
  return
}
