// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic --mlir-print-local-scope | FileCheck %s --check-prefix=GENERIC

// tl.copy between two memories: threads, a partition, bounds, and facts of both
// sides.

#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#part = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!global = memref<?x64xf16, strided<[?, 1], offset: ?>>
!shared = memref<4096xf16, #gpu.address_space<workgroup>>

// CHECK-LABEL: func.func @threads(
// CHECK-SAME:    %[[G:[^:]+]]: memref<?x64xf16, {{.+}}>, %[[S:[^:]+]]: memref<4096xf16, {{.+}}>, %[[I:[^:]+]]: index)
func.func @threads(%G: !global, %S: !shared, %i: index) {
  // CHECK: tl.copy %[[G]][%[[I]], 0] to %[[S]] layout #tl.shared<{{.+}}> scope cta threads 96 : memref<?x64xf16, strided<[?, 1], offset: ?>> to memref<4096xf16, #gpu.address_space<workgroup>>
  // GENERIC-LABEL: sym_name = "threads"
  // GENERIC: "tl.copy"(%{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}) {scope = "cta", source_origin = array<i64: -9223372036854775808, 0>, target_layout = #tl.shared<{{.+}}>, threads = 96 : i64}
  tl.copy %G[%i, 0] to %S layout #smem scope cta threads 96 : !global to !shared
  // CHECK: tl.copy %[[S]] layout #tl.shared<{{.+}}> to %[[G]][%[[I]], 0] scope cta :
  tl.copy %S layout #smem to %G[%i, 0] scope cta : !shared to !global
  return
}

// CHECK-LABEL: func.func @partition(
func.func @partition(%G: !global, %S: !shared) {
  // CHECK: tl.copy %{{.+}} to %{{.+}} layout #tl.shared<{{.+}}> as #tl.register<local(4, 1).spatial(16, 8).{{.+}}> scope cta :
  // GENERIC-LABEL: sym_name = "partition"
  // GENERIC: partition = #tl.register<{{.+}}>, scope = "cta"
  tl.copy %G to %S layout #smem as #part scope cta : !global to !shared
  return
}

// CHECK-LABEL: func.func @bounds(
// CHECK-SAME:    %[[M:[^:]+]]: index)
func.func @bounds(%G: !global, %S: !shared, %m: index) {
  // CHECK: tl.copy %{{.+}} to %{{.+}} layout #tl.shared<{{.+}}> scope cta threads 128 bounds(%[[M]], 64) {bound_divisibility = array<i64: 8, 1>, pad = 1.000000e+00 : f16} :
  tl.copy %G to %S layout #smem scope cta threads 128 bounds(%m, 64) {bound_divisibility = array<i64: 8, 1>, pad = 1.0 : f16} : !global to !shared
  // What follows the scope may be in any order.
  // CHECK: tl.copy %{{.+}} to %{{.+}} layout #tl.shared<{{.+}}> scope cta threads 128 async bounds(%[[M]], 64) :
  tl.copy %G to %S layout #smem scope cta bounds(%m, 64) async threads 128 : !global to !shared
  // CHECK: tl.copy %{{.+}} layout #tl.shared<{{.+}}> to %{{.+}} scope warp bounds(%[[M]], 64) :
  tl.copy %S layout #smem to %G scope warp bounds(%m, 64) : !shared to !global
  return
}

// CHECK-LABEL: func.func @facts(
func.func @facts(%G: !global, %H: memref<64x64xf16>, %i: index) {
  // CHECK: tl.copy %{{.+}}[%{{.+}}, 0] to %{{.+}} scope thread {source_alignment = 16 : i64, source_divisibility = array<i64: 8, 1>, source_stride_divisibility = array<i64: 8, 1>, target_alignment = 4 : i64} :
  tl.copy %G[%i, 0] to %H scope thread {source_alignment = 16, source_divisibility = array<i64: 8, 1>, source_stride_divisibility = array<i64: 8, 1>, target_alignment = 4} : !global to memref<64x64xf16>
  return
}
