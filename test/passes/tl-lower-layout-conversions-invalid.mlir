// RUN: tl-opt %s --tl-lower-layout-conversions=shuffles=0 --split-input-file --verify-diagnostics
// RUN: not tl-opt %s --split-input-file --tl-lower-layout-conversions='shuffles=2' 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tl-opt %s --split-input-file --tl-lower-layout-conversions='shuffles=0 max-scratch-bytes=7' 2>&1 | FileCheck %s --check-prefix=FEW

// NONE: error: 'builtin.module' op shuffles is 2; it has to be 0 or 1
// RUN: not tl-opt %s --split-input-file --tl-lower-layout-conversions=max-scratch-bytes=0 2>&1 | FileCheck %s --check-prefix=ZERO

// ZERO: error: 'builtin.module' op max-scratch-bytes is 0; it has to be at least 1
// FEW: error: 'tl.convert_layout' op exchanges elements of 8 bytes through 3 bytes of memory; give more by max-scratch-bytes
#left = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#right = #tl.tile<S[(32, 32) : (1, 1@laneid)]>
gpu.module @kernels {
  gpu.func @enough(%v: vector<32xf64>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %w = tl.convert_layout %v as #left to #right scope warp : vector<32xf64> to vector<32xf64>
    gpu.return
  }
}

// -----

#left = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#right = #tl.tile<S[(32, 32) : (1, 1@laneid)]>
gpu.module @kernels {
  gpu.func @threads(%v: vector<32xf16>) kernel {
    // expected-error @+1 {{'tl.convert_layout' op exchanges through workgroup memory, a part for each warp of a block; how many threads that has is not known here: give the kernel a known_block_size, or name the memory of the warp with 'using'}}
    %w = tl.convert_layout %v as #left to #right scope warp : vector<32xf16> to vector<32xf16>
    gpu.return
  }
}

// -----

#left = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#right = #tl.tile<S[(32, 32) : (1, 1@laneid)]>
func.func @function(%v: vector<32xf16>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  // expected-error @+1 {{'tl.convert_layout' op exchanges through workgroup memory, which a gpu.func has; elsewhere, name some with 'using'}}
  %w = tl.convert_layout %v as #left to #right scope warp : vector<32xf16> to vector<32xf16>
  return
}

// -----

// All of them are told, and nothing is written.
#left = #tl.tile<S[(128, 32) : (1@tid_in_wg, 1)]>
#right = #tl.tile<S[((32, 4), 32) : ((1, 32@tid_in_wg), 1@tid_in_wg)]>
gpu.module @kernels {
  gpu.func @warpgroups(%v: vector<32xf16>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    // expected-error @+1 {{'tl.convert_layout' op exchanges through memory, and sm_90 has no barrier of a warpgroup that is not all of its block; convert in scope cta, or say by known_block_size that it is}}
    %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
    // expected-error @+1 {{'tl.convert_layout' op exchanges through memory}}
    %x = tl.convert_layout %v as #right to #left scope warpgroup : vector<32xf16> to vector<32xf16>
    gpu.return
  }
}
