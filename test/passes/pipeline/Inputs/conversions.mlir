// Fragments of products, of coalesced loads, of rows and columns.
#accumulator = #tl.tile<S[((2, 8), (2, 4, 2)) : ((2, 4@laneid), (4, 1@laneid, 1))]>
#bytes = #tl.tile<S[((2, 8), (4, 4, 2)) : ((2, 4@laneid), (4, 1@laneid, 1))]>
#operand = #tl.tile<S[((2, 8), (2, 4, 4)) : ((4, 4@laneid), (8, 1@laneid, 1))]>
#renamed = #tl.tile<S[((2, 8), (2, 4, 2)) : ((4, 4@laneid), (2, 1@laneid, 1))]>
#blocked = #tl.tile<S[(16, (2, 8)) : (2@laneid, (1@laneid, 1))]>
#row = #tl.tile<S[(8, 4, 8) : (4@laneid, 1@laneid, 1)]>
#column = #tl.tile<S[(8, 4, 8) : (1, 1@laneid, 4@laneid)]>
#quads = #tl.tile<S[((32, 4), 4) : ((1@laneid, 4), 1)]>
#transposed = #tl.tile<S[((32, 4), 4) : ((1@laneid, 1), 4)]>
#thirds = #tl.tile<S[(4, 8, 3) : (8@laneid, 1@laneid, 1)]>
#thirds_across = #tl.tile<S[(4, 8, 3) : (1@laneid, 4@laneid, 1)]>
#lines = #tl.tile<S[(32, 3) : (1@laneid, 1)]>
#split = #tl.tile<S[((4, 8), 3) : ((3, 1@laneid), 1)] + R[4 : 8@laneid]>

module attributes {gpu.container_module} {
gpu.module @kernels {
  // fp8 accumulators of m16n8k32 become its operand A.
  gpu.func @operand(%in: memref<16x32xf8E4M3FN>, %out: memref<16x32xf8E4M3FN>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #bytes scope warp : memref<16x32xf8E4M3FN> to vector<16xf8E4M3FN>
    %w = tl.convert_layout %v as #bytes to #operand scope warp : vector<16xf8E4M3FN> to vector<16xf8E4M3FN>
    tl.store %w as #operand to %out scope warp : vector<16xf8E4M3FN> to memref<16x32xf8E4M3FN>
    gpu.return
  }

  // Two rows of a thread change places with the halves of its columns.
  gpu.func @renamed(%in: memref<16x16xf16>, %out: memref<16x16xf16>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #accumulator scope warp : memref<16x16xf16> to vector<8xf16>
    %w = tl.convert_layout %v as #accumulator to #renamed scope warp : vector<8xf16> to vector<8xf16>
    tl.store %w as #renamed to %out scope warp : vector<8xf16> to memref<16x16xf16>
    gpu.return
  }

  // What is loaded in rows of eight becomes accumulators.
  gpu.func @blocked(%in: memref<16x16xf16>, %out: memref<16x16xf16>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #blocked scope warp : memref<16x16xf16> to vector<8xf16>
    %w = tl.convert_layout %v as #blocked to #accumulator scope warp : vector<8xf16> to vector<8xf16>
    tl.store %w as #accumulator to %out scope warp : vector<8xf16> to memref<16x16xf16>
    gpu.return
  }

  gpu.func @across(%in: memref<8x4x8xf32>, %out: memref<8x4x8xf32>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #row scope warp : memref<8x4x8xf32> to vector<8xf32>
    %w = tl.convert_layout %v as #row to #column scope warp : vector<8xf32> to vector<8xf32>
    tl.store %w as #column to %out scope warp : vector<8xf32> to memref<8x4x8xf32>
    gpu.return
  }

  // 4 x 4 bytes of a thread.
  gpu.func @transposed(%in: memref<128x4xi8>, %out: memref<128x4xi8>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #quads scope warp : memref<128x4xi8> to vector<16xi8>
    %w = tl.convert_layout %v as #quads to #transposed scope warp : vector<16xi8> to vector<16xi8>
    tl.store %w as #transposed to %out scope warp : vector<16xi8> to memref<128x4xi8>
    gpu.return
  }

  // Three halves are a word and one of two halves.
  gpu.func @thirds(%in: memref<4x8x3xbf16>, %out: memref<4x8x3xbf16>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #thirds scope warp : memref<4x8x3xbf16> to vector<3xbf16>
    %w = tl.convert_layout %v as #thirds to #thirds_across scope warp : vector<3xbf16> to vector<3xbf16>
    tl.store %w as #thirds_across to %out scope warp : vector<3xbf16> to memref<4x8x3xbf16>
    gpu.return
  }

  // Vectors of two dimensions.
  gpu.func @planes(%in: memref<16x16xf16>, %out: memref<16x16xf16>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #blocked scope warp : memref<16x16xf16> to vector<2x4xf16>
    %w = tl.convert_layout %v as #blocked to #accumulator scope warp : vector<2x4xf16> to vector<4x2xf16>
    tl.store %w as #accumulator to %out scope warp : vector<4x2xf16> to memref<16x16xf16>
    gpu.return
  }

  // Registers of 64 and 128 bits: two and four words.
  gpu.func @doubles(%in: memref<16x16xf64>, %out: memref<16x16xf64>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #blocked scope warp : memref<16x16xf64> to vector<8xf64>
    %w = tl.convert_layout %v as #blocked to #accumulator scope warp : vector<8xf64> to vector<8xf64>
    tl.store %w as #accumulator to %out scope warp : vector<8xf64> to memref<16x16xf64>
    gpu.return
  }
  gpu.func @wide(%in: memref<128x4xi128>, %out: memref<128x4xi128>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #quads scope warp : memref<128x4xi128> to vector<16xi128>
    %w = tl.convert_layout %v as #quads to #transposed scope warp : vector<16xi128> to vector<16xi128>
    tl.store %w as #transposed to %out scope warp : vector<16xi128> to memref<128x4xi128>
    gpu.return
  }

  // Threads beyond the target's lanes hold replicas, and three registers become
  // twelve.
  gpu.func @replicas(%in: memref<32x3xf32>, %out: memref<32x3xf32>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #lines scope warp : memref<32x3xf32> to vector<3xf32>
    %w = tl.convert_layout %v as #lines to #split scope warp : vector<3xf32> to vector<12xf32>
    tl.store %w as #split to %out scope warp : vector<12xf32> to memref<32x3xf32>
    gpu.return
  }
}
}
