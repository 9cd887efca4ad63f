// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | tl-opt --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @async
func.func @async(%A: memref<64x64xf16>, %S: memref<64x64xf16, 3>, %m: index, %B: memref<8xi32>, %T: memref<8xi32, 3>) {
  // CHECK: tl.copy %{{.+}} to %{{.+}} scope cta threads 128 async : memref<64x64xf16> to memref<64x64xf16, 3>
  tl.copy %A to %S scope cta threads 128 async : memref<64x64xf16> to memref<64x64xf16, 3>
  // CHECK: tl.copy %{{.+}}[%{{.+}}, 0] to %{{.+}} as #tl.register<spatial(64, 1).{{.+}}> scope cta async bounds(%{{.+}}, 64) {pad = 0.000000e+00 : f16}
  tl.copy %A[%m, 0] to %S as #tl.register<spatial(64, 1).local(1, 64)> scope cta async bounds(%m, 64) {pad = 0.0 : f16} : memref<64x64xf16> to memref<64x64xf16, 3>
  // CHECK: tl.copy %{{.+}} to %{{.+}} scope warp async bounds(4) {pad = 0 : i32}
  tl.copy %B to %T scope warp async bounds(4) {pad = 0 : i32} : memref<8xi32> to memref<8xi32, 3>
  return
}
