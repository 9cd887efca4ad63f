// RUN: tl-opt %s --tl-convert-copies --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tl-sim %s --kernel=in_line --checksum > %t.before
// RUN: tl-sim %s --kernel=outlined --checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=in_line --checksum > %t.after
// RUN: tl-sim %t.mlir --kernel=outlined --checksum >> %t.after
// RUN: diff %t.before %t.after
// RUN: tl-sim %t.mlir --kernel=in_line --verify-lowering | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %t.mlir --kernel=outlined --verify-lowering | FileCheck %s --check-prefix=LOWERED
// LOWERED: equivalent

// Threads are those of a launch that says them as constants; rule W2 where two
// launches differ, or one is not known.

!part = memref<40xf32, strided<[1], offset: ?>>
module attributes {gpu.container_module} {

// CHECK-LABEL: func.func @in_line(
// CHECK:         gpu.launch
// CHECK:           tl.copy %{{.+}} to %{{.+}} scope cta threads 96
// CHECK:           tl.copy %{{.+}} to %{{.+}} scope cta threads 96
func.func @in_line(%a: memref<3x40xf32>, %b: memref<3x40xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c3, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c3, %sz = %c1) workgroup(%s: memref<40xf32, 3>) {
    %v = memref.subview %a[%bx, 0] [1, 40] [1, 1] : memref<3x40xf32> to !part
    %w = memref.subview %b[%bx, 0] [1, 40] [1, 1] : memref<3x40xf32> to !part
    memref.copy %v, %s : !part to memref<40xf32, 3>
    memref.copy %s, %w : memref<40xf32, 3> to !part
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func.func @outlined(
func.func @outlined(%a: memref<3x40xf32>, %b: memref<3x40xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@rows blocks in (%c3, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<3x40xf32>, %b : memref<3x40xf32>)
  return
}

func.func @others(%a: memref<40xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  gpu.launch_func @kernels::@of_two blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%a : memref<40xf32>)
  gpu.launch_func @kernels::@of_two blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<40xf32>)
  gpu.launch_func @kernels::@of_any blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%a : memref<40xf32>)
  return
}

gpu.module @kernels {
// CHECK-LABEL: gpu.func @rows(
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta threads 64
// CHECK:         tl.copy %{{.+}} to %{{.+}} scope cta threads 64
// CHECK-NOT:     tl.copy
gpu.func @rows(%a: memref<3x40xf32>, %b: memref<3x40xf32>) workgroup(%s: memref<40xf32, 3>) kernel {
  %i = gpu.block_id x
  %v = memref.subview %a[%i, 0] [1, 40] [1, 1] : memref<3x40xf32> to !part
  %w = memref.subview %b[%i, 0] [1, 40] [1, 1] : memref<3x40xf32> to !part
  memref.copy %v, %s : !part to memref<40xf32, 3>
  memref.copy %s, %w : memref<40xf32, 3> to !part
  gpu.return
}
gpu.func @of_two(%a: memref<40xf32>) workgroup(%s: memref<40xf32, 3>) kernel {
  // expected-remark @+1 {{is left. W2: how many threads the block has is not known}}
  memref.copy %a, %s : memref<40xf32> to memref<40xf32, 3>
  gpu.return
}
gpu.func @of_any(%a: memref<40xf32>) workgroup(%s: memref<40xf32, 3>) kernel {
  // expected-remark @+1 {{W2}}
  memref.copy %a, %s : memref<40xf32> to memref<40xf32, 3>
  gpu.return
}
}
}
