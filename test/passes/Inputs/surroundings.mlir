gpu.module @kernels attributes {gpu.known_block_size = array<i32: 32, 2, 1>} {
  memref.global "private" constant @table : memref<32x4xf32> = dense<2.0> {alignment = 16 : i64}
  gpu.func @reads_table(%out: memref<32x4xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %table = memref.get_global @table : memref<32x4xf32>
    %v = tl.load %table as #tl.register<spatial(32, 1).local(1, 4)> scope warp : memref<32x4xf32> to vector<4xf32>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 4)> to %out scope warp : vector<4xf32> to memref<32x4xf32>
    gpu.return
  }
  gpu.func @other(%in: memref<64xf32>, %out: memref<64xf32>) kernel {
    %v = tl.load %in as #tl.register<spatial(64)> scope cta : memref<64xf32> to vector<1xf32>
    tl.store %v as #tl.register<spatial(64)> to %out scope cta : vector<1xf32> to memref<64xf32>
    gpu.return
  }
}
