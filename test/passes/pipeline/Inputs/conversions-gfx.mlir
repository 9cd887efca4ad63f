#row = #tl.tile<S[(64, 8) : (1@laneid, 1)]>
#across = #tl.tile<S[((8, 8), 8) : ((8@laneid, 1), 1@laneid)]>
gpu.module @kernels {
  gpu.func @bytes(%in: memref<64x8xi8>, %out: memref<64x8xi8>) kernel attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
    %v = tl.load %in as #row scope warp : memref<64x8xi8> to vector<8xi8>
    %w = tl.convert_layout %v as #row to #across scope warp : vector<8xi8> to vector<8xi8>
    tl.store %w as #across to %out scope warp : vector<8xi8> to memref<64x8xi8>
    gpu.return
  }
  gpu.func @words(%in: memref<64x8xf32>, %out: memref<64x8xf32>) kernel attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
    %v = tl.load %in as #row scope warp : memref<64x8xf32> to vector<8xf32>
    %w = tl.convert_layout %v as #row to #across scope warp : vector<8xf32> to vector<8xf32>
    tl.store %w as #across to %out scope warp : vector<8xf32> to memref<64x8xf32>
    gpu.return
  }
}
