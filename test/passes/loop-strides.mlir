// The stride of a row is a number of the loop's body, and the lane's part of the offset
// is computed in front of the loop: what is added to both stays behind them.
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME
// SAME: @stride_of_the_body: equivalent
// CHECK-LABEL: gpu.func @stride_of_the_body(
// CHECK: scf.for
// CHECK: arith.addi %{{.*}}, %c864
// CHECK: memref.store

gpu.module @kernels {
gpu.func @stride_of_the_body(%a: memref<32x1xi8, strided<[1, 1]>>, %b: memref<2571xi8>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %true = arith.constant true
  %a0l = arith.constant 0 : index
  %a0r = arith.constant 1 : index
  %a0s = arith.constant 4 : index
  scf.for %a0 = %a0l to %a0r step %a0s {
  %bstride1l = scf.if %true -> (index) {
  %bstride1x = arith.constant 1 : index
  scf.yield %bstride1x : index
  } else {
  %bstride1x = arith.constant 2 : index
  scf.yield %bstride1x : index
  }
  %bstride1r = arith.constant 1 : index
  %bstride1 = arith.muli %bstride1l, %bstride1r : index
  %bsize0 = scf.if %true -> (index) {
  %bsize0y = arith.constant 48 : index
  scf.yield %bsize0y : index
  } else {
  %bsize0y = arith.constant 49 : index
  scf.yield %bsize0y : index
  }
  %bsize1 = scf.if %true -> (index) {
  %bsize1y = arith.constant 33 : index
  scf.yield %bsize1y : index
  } else {
  %bsize1y = arith.constant 34 : index
  scf.yield %bsize1y : index
  }
  %bview = memref.reinterpret_cast %b to offset: [0], sizes: [%bsize0, %bsize1], strides: [54, %bstride1]
    : memref<2571xi8> to memref<?x?xi8, strided<[54, ?]>>
  %v0 = tl.load %a[%a0, 0] as #tl.register<spatial(32, 1)> scope warp
    : memref<32x1xi8, strided<[1, 1]>> to vector<1xi8>
  tl.store %v0 as #tl.register<spatial(32, 1)> to %bview[16, 32] scope warp
    : vector<1xi8> to memref<?x?xi8, strided<[54, ?]>>
  }
  gpu.return
}
}
