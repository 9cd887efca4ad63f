// Rule E33: the one element of a vector is made longer, which the stock pipeline lowers.
// RUN: tl-opt %s --lower-layout-copies=target=sm_90 | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=sm_90 | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME
// SAME-COUNT-2: equivalent

#one = #tl.register<spatial(32)>
#all = #tl.register<spatial(32).local(4)>
#kernel = array<i32: 32, 1, 1>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @scale(
  // CHECK:         %[[F:.+]] = arith.uitofp %{{.+}} : vector<1xi8> to vector<1xf32>
  // CHECK:         %[[E:.+]] = vector.extract %[[F]][0] : f32 from vector<1xf32>
  // CHECK:         %[[ALL:.+]] = vector.broadcast %[[E]] : f32 to vector<4xf32>
  // CHECK:         arith.mulf %[[ALL]], %{{.+}} : vector<4xf32>
  // PTX-LABEL:     .entry scale(
  // PTX:           cvt.rn.f32.u16
  // PTX-COUNT-4:   mul.rn.f32
  // PTX:           ret;
  gpu.func @scale(%A: memref<32xi8>, %B: memref<128xf32>) kernel attributes {known_block_size = #kernel} {
    %v = tl.load %A[0] as #one scope cta : memref<32xi8> to vector<1xi8>
    %f = arith.uitofp %v : vector<1xi8> to vector<1xf32>
    %w = vector.broadcast %f : vector<1xf32> to vector<4xf32>
    %b = tl.load %B[0] as #all scope cta : memref<128xf32> to vector<4xf32>
    %x = arith.mulf %w, %b : vector<4xf32>
    tl.store %x as #all to %B[0] scope cta : vector<4xf32> to memref<128xf32>
    gpu.return
  }

  // What is loaded, of more dimensions.

  // CHECK-LABEL: gpu.func @loaded(
  // CHECK-NOT:     vector.broadcast %{{.+}} : vector
  // CHECK:         vector.broadcast %{{.+}} : f32 to vector<4xf32>
  // CHECK-NOT:     vector.broadcast %{{.+}} : vector
  // CHECK:         gpu.return
  // PTX-LABEL:     .entry loaded(
  // PTX:           ret;
  gpu.func @loaded(%A: memref<1x32xf32>, %B: memref<128xf32>) kernel attributes {known_block_size = #kernel} {
    %v = tl.load %A[0, 0] as #tl.register<spatial(1, 32)> scope cta : memref<1x32xf32> to vector<1x1xf32>
    %row = vector.shape_cast %v : vector<1x1xf32> to vector<1xf32>
    %w = vector.broadcast %row : vector<1xf32> to vector<4xf32>
    %x = arith.addf %w, %w : vector<4xf32>
    tl.store %x as #all to %B[0] scope cta : vector<4xf32> to memref<128xf32>
    gpu.return
  }
}
