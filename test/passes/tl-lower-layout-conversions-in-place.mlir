// A conversion stays between its load and its store: with the layout of the other
// side, which is cheaper in all of these, threads would read and write elements of
// others, with no barrier between.
// RUN: tl-opt %s --tl-lower-layout-conversions --mlir-print-local-scope | FileCheck %s
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME
// SAME-COUNT-3: equivalent

#row = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#column = #tl.tile<S[(32, 32) : (1, 1@laneid)]>

gpu.module @kernels {
  // A thread reads what it has written itself.
  // CHECK-LABEL: gpu.func @own_elements(
  // CHECK: tl.load %arg1 as #tl.tile<S[(32, 32) : (1@laneid, 1)]>
  gpu.func @own_elements(%X: memref<32x32xf32>, %M: memref<32x32xf32>, %Y: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = tl.load %X as #row scope warp : memref<32x32xf32> to vector<32xf32>
    tl.store %x as #row to %M scope warp : vector<32xf32> to memref<32x32xf32>
    %v = tl.load %M as #row scope warp : memref<32x32xf32> to vector<32xf32>
    %w = tl.convert_layout %v as #row to #column scope warp : vector<32xf32> to vector<32xf32>
    tl.store %w as #column to %Y scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.return
  }

  // A thread overwrites what it has read itself, under the layout of the store.
  // CHECK-LABEL: gpu.func @read_before(
  // CHECK: tl.store %{{.+}} as #tl.tile<S[(32, 32) : (1@laneid, 1)]> to %arg1
  gpu.func @read_before(%X: memref<32x32xf32>, %M: memref<32x32xf32>, %Y: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = tl.load %X as #column scope warp : memref<32x32xf32> to vector<32xf32>
    %y = tl.load %M as #row scope warp : memref<32x32xf32> to vector<32xf32>
    %w = tl.convert_layout %x as #column to #row scope warp : vector<32xf32> to vector<32xf32>
    tl.store %w as #row to %M scope warp : vector<32xf32> to memref<32x32xf32>
    tl.store %y as #row to %Y scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.return
  }

  // A thread overwrites what it has read itself, under the layout of the load.
  // CHECK-LABEL: gpu.func @written_after(
  // CHECK: tl.load %arg1 as #tl.tile<S[(32, 32) : (1@laneid, 1)]>
  gpu.func @written_after(%X: memref<32x32xf32>, %M: memref<32x32xf32>, %Y: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %M as #row scope warp : memref<32x32xf32> to vector<32xf32>
    %x = tl.load %X as #row scope warp : memref<32x32xf32> to vector<32xf32>
    tl.store %x as #row to %M scope warp : vector<32xf32> to memref<32x32xf32>
    %w = tl.convert_layout %v as #row to #column scope warp : vector<32xf32> to vector<32xf32>
    tl.store %w as #column to %Y scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.return
  }
}
