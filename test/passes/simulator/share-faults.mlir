// RUN: not tl-sim %s 2>&1 | FileCheck %s

// Replicas that share a store and do not hold the same.

// CHECK: error: 'tl.store' op assertion: thread (32, 0, 0) of block (0, 0, 0) shares a store with other replicas, and its register 0 is not what the first one has

#rows = #tl.tile<S[(32, 16) : (1@laneid, 1)] + R[4 : 1@warpid]>

gpu.module @kernels {
  gpu.func @differ(%A: memref<32x16xf32> {llvm.align = 16 : i64}, %B: memref<32x16xf32> {llvm.align = 16 : i64}, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %f = arith.sitofp %i : i32 to f32
    %v = vector.broadcast %f : f32 to vector<16xf32>
    tl.store %v as #rows to %B scope cta {share_replicas} : vector<16xf32> to memref<32x16xf32>
    gpu.return
  }
}
