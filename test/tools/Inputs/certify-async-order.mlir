// Columns c and c + 4 of a thread never follow each other: cp.async moves 8 bytes.
gpu.module @kernels {
  gpu.func @order(%G: memref<1x8xf64>, %B: memref<1x8xf64>) workgroup(%S: memref<1x8xf64, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout auto as #tl.tile<S[(1, (2, 4)) : (1, (1, 1@tx))]> scope cta async : memref<1x8xf64> to memref<1x8xf64, 3>
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    %v = tl.load %S layout auto as #tl.tile<S[(1, 8) : (1, 1@tx)]> scope cta : memref<1x8xf64, 3> to vector<1xf64>
    tl.store %v as #tl.tile<S[(1, 8) : (1, 1@tx)]> to %B scope cta : vector<1xf64> to memref<1x8xf64>
    gpu.return
  }
}
