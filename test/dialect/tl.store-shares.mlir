// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s

// Replicas that hold the same, and share a store.

#frag = #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]>

// CHECK-LABEL: func.func @shares(
func.func @shares(%A: memref<16x8xf32>, %v: vector<8xf32>) {
  // CHECK: tl.store %{{.+}} as #tl.tile<{{.+}}> to %{{.+}} scope warp {share_replicas} :
  tl.store %v as #frag to %A scope warp {share_replicas} : vector<8xf32> to memref<16x8xf32>
  return
}

// CHECK-LABEL: func.func @copies(
func.func @copies(%A: memref<16x8xf32>, %r: memref<8xf32, 5>) {
  // CHECK: tl.copy %{{.+}} layout #tl.tile<{{.+}}> to %{{.+}} scope warp {share_replicas} :
  tl.copy %r layout #frag to %A scope warp {share_replicas} : memref<8xf32, 5> to memref<16x8xf32>
  return
}
