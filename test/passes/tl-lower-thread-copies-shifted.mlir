// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=gfx942 | FileCheck %s --check-prefix=OTHER
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim --verify-lowering %s --kernel=backwards --arg=3:scalar=0 | FileCheck %s --check-prefix=ONE
// RUN: tl-sim --verify-lowering %s --arg=0:random | FileCheck %s --check-prefix=SAME

// Rule E13: bf16 that is loaded and extended is shifted in words, for PTX; so are parts of it, of any
// rank, under a bound as well.  Other types and rows that fill no words are left to LLVM.

// OTHER-NOT: arith.shli {{.*}} : vector
// ONE: @backwards: equivalent
// SAME: @all: equivalent
// SAME: @parts: equivalent
// SAME: @backwards: equivalent
// SAME: @others: equivalent
// SAME: @rows: equivalent

#row = #tl.register<spatial(32).local(8)>
#two = #tl.register<local(2, 1).spatial(4, 8).local(1, 4)>
#odd = #tl.register<spatial(32).local(3)>
#four = #tl.register<local(2, 2).spatial(4, 8).local(1, 4)>
#column = #tl.register<local(4, 1).spatial(2, 16)>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @all(
  // CHECK:         %[[V:.*]] = vector.load
  // CHECK:         %[[LOW:.*]] = arith.shli %[[W:.*]], %{{.*}} : vector<4xi32>
  // CHECK:         %[[HIGH:.*]] = arith.andi %[[W]], %{{.*}} : vector<4xi32>
  // CHECK:         %[[BITS:.*]] = vector.interleave %[[LOW]], %[[HIGH]] : vector<4xi32> -> vector<8xi32>
  // CHECK:         vector.bitcast %[[BITS]] : vector<8xi32> to vector<8xf32>
  // CHECK-NOT:     arith.extf
  // CHECK:         gpu.return
  gpu.func @all(%A: memref<256xbf16> {llvm.align = 16 : i64}, %B: memref<256xf32> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope warp bounds(200) : memref<256xbf16> to vector<8xbf16>
    %w = arith.extf %v : vector<8xbf16> to vector<8xf32>
    tl.store %w as #row to %B scope warp : vector<8xf32> to memref<256xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @parts(
  // CHECK-COUNT-3: arith.shli %{{.*}}, %{{.*}} : vector
  // CHECK-NOT:     arith.extf
  // CHECK:         gpu.return
  gpu.func @parts(%A: memref<8x32xbf16> {llvm.align = 16 : i64}, %B: memref<8x32xf32> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #two scope warp : memref<8x32xbf16> to vector<2x4xbf16>
    %a = vector.extract %v[0] : vector<4xbf16> from vector<2x4xbf16>
    %b = vector.extract %v[1] : vector<4xbf16> from vector<2x4xbf16>
    %x = arith.extf %a : vector<4xbf16> to vector<4xf32>
    %y = arith.extf %b : vector<4xbf16> to vector<4xf32>
    %all = arith.extf %v : vector<2x4xbf16> to vector<2x4xf32>
    %s = arith.addf %x, %y : vector<4xf32>
    %t = vector.insert %s, %all [1] : vector<4xf32> into vector<2x4xf32>
    tl.store %t as #two to %B scope warp : vector<2x4xf32> to memref<8x32xf32>
    gpu.return
  }

  // What is loaded first may be extended last.
  // CHECK-LABEL: gpu.func @backwards(
  // CHECK-NOT:     arith.extf
  // CHECK:         gpu.return
  gpu.func @backwards(%A: memref<256xbf16> {llvm.align = 16 : i64}, %B: memref<256xbf16> {llvm.align = 16 : i64}, %C: memref<256xf32> {llvm.align = 16 : i64}, %yes: i1) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope warp bounds(200) : memref<256xbf16> to vector<8xbf16>
    %w = tl.load %B as #row scope warp : memref<256xbf16> to vector<8xbf16>
    scf.if %yes {
      %x = arith.extf %w : vector<8xbf16> to vector<8xf32>
      %y = arith.extf %v : vector<8xbf16> to vector<8xf32>
      %s = arith.addf %x, %y : vector<8xf32>
      tl.store %s as #row to %C scope warp : vector<8xf32> to memref<256xf32>
    }
    %x = arith.extf %w : vector<8xbf16> to vector<8xf32>
    %y = arith.extf %v : vector<8xbf16> to vector<8xf32>
    %s = arith.mulf %x, %y : vector<8xf32>
    tl.store %s as #row to %C scope warp : vector<8xf32> to memref<256xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT:     arith.shli {{.*}} : vector
  // CHECK-COUNT-3: arith.extf
  // CHECK:         gpu.return
  gpu.func @others(%A: memref<256xf16>, %B: memref<96xbf16>, %C: memref<256xf32>, %D: memref<96xf32>, %E: memref<256xbf16>, %F: memref<256xf64>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope warp : memref<256xf16> to vector<8xf16>
    %w = arith.extf %v : vector<8xf16> to vector<8xf32>
    tl.store %w as #row to %C scope warp : vector<8xf32> to memref<256xf32>
    %o = tl.load %B as #odd scope warp : memref<96xbf16> to vector<3xbf16>
    %p = arith.extf %o : vector<3xbf16> to vector<3xf32>
    tl.store %p as #odd to %D scope warp : vector<3xf32> to memref<96xf32>
    %l = tl.load %E as #row scope warp : memref<256xbf16> to vector<8xbf16>
    %d = arith.extf %l : vector<8xbf16> to vector<8xf64>
    tl.store %d as #row to %F scope warp : vector<8xf64> to memref<256xf64>
    gpu.return
  }

  // Rows of several dimensions, which the stock pipeline takes: a shift and a mask for two numbers.
  // CHECK-LABEL: gpu.func @rows(
  // CHECK-COUNT-2: arith.shli %{{.*}}, %{{.*}} : vector
  // CHECK:         arith.extf %{{.*}} : vector<4x1xbf16> to vector<4x1xf32>
  // CHECK-NOT:     vector.shape_cast
  // CHECK:         gpu.return
  // PTX-LABEL: .entry rows(
  // PTX-COUNT-12:  and.b32 %r{{[0-9]+}}, %r{{[0-9]+}}, -65536;
  // PTX-NOT:       -65536;
  gpu.func @rows(%A: memref<8x32xbf16> {llvm.align = 16 : i64}, %B: memref<8x32xf32> {llvm.align = 16 : i64}, %C: memref<8x64xbf16> {llvm.align = 16 : i64},
                 %D: memref<8x64xf32> {llvm.align = 16 : i64}, %E: memref<8x16xbf16>, %F: memref<8x16xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %a = tl.load %A as #two scope warp : memref<8x32xbf16> to vector<2x4xbf16>
    %b = arith.extf %a : vector<2x4xbf16> to vector<2x4xf32>
    tl.store %b as #two to %B scope warp : vector<2x4xf32> to memref<8x32xf32>
    %c = tl.load %C as #four scope warp : memref<8x64xbf16> to vector<2x2x4xbf16>
    %d = arith.extf %c : vector<2x2x4xbf16> to vector<2x2x4xf32>
    tl.store %d as #four to %D scope warp : vector<2x2x4xf32> to memref<8x64xf32>
    %e = tl.load %E as #column scope warp : memref<8x16xbf16> to vector<4x1xbf16>
    %f = arith.extf %e : vector<4x1xbf16> to vector<4x1xf32>
    tl.store %f as #column to %F scope warp : vector<4x1xf32> to memref<8x16xf32>
    gpu.return
  }
}
