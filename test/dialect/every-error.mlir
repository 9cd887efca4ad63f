// RUN: not tl-opt %s --lower-layout-copies 2>&1 | FileCheck %s --implicit-check-not=error:

// All copies of a function that are wrong are told of in one run: behind the
// first one, inside of loops, after them, and in later blocks.

func.func @several(%m: memref<8x8xf16>, %n: memref<4x4xf16>, %flag: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %right = tl.load %m as #tl.register<spatial(8, 4).local(1, 2)> scope warp : memref<8x8xf16> to vector<2xf16>
  scf.for %i = %c0 to %c1 step %c1 {
    // CHECK: :[[@LINE+1]]:10: error: {{.*}} at 100 leaves dimension 0
    %a = tl.load %m[100, 0] as #tl.register<spatial(8, 4).local(1, 2)> scope warp : memref<8x8xf16> to vector<2xf16>
    // CHECK: :[[@LINE+1]]:5: error: {{.*}} at 100 leaves dimension 0
    tl.store %right as #tl.register<spatial(8, 4).local(1, 2)> to %m[100, 0] scope warp : vector<2xf16> to memref<8x8xf16>
  }
  scf.for %i = %c0 to %c1 step %c1 {
    // CHECK: :[[@LINE+1]]:10: error: {{.*}} which has extent 4
    %a = tl.load %n as #tl.register<spatial(8, 4).local(1, 2)> scope warp : memref<4x4xf16> to vector<2xf16>
  }
  // CHECK: :[[@LINE+1]]:8: error: {{.*}} has 4 elements; its layout has 2
  %b = tl.load %m as #tl.register<spatial(8, 4).local(1, 2)> scope warp : memref<8x8xf16> to vector<4xf16>
  cf.cond_br %flag, ^left, ^right
^left:
  // CHECK: :[[@LINE+1]]:8: error: {{.*}} which has extent 4
  %c = tl.load %n as #tl.register<spatial(8, 4).local(1, 2)> scope warp : memref<4x4xf16> to vector<2xf16>
  return
^right:
  // CHECK: :[[@LINE+1]]:8: error: {{.*}} which has extent 4
  %d = tl.load %n as #tl.register<spatial(8, 4).local(1, 2)> scope warp : memref<4x4xf16> to vector<2xf16>
  return
}

func.func @one(%n: memref<4x4xf16>) {
  // CHECK: :[[@LINE+1]]:8: error: {{.*}} which has extent 4
  %c = tl.load %n as #tl.register<spatial(8, 4).local(1, 2)> scope warp : memref<4x4xf16> to vector<2xf16>
  return
}
