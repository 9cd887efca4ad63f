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
  // expected-error @+1 {{'tl.convert_layout' op exchanges through workgroup memory, which a gpu.func and a gpu.launch have; here, name that of each warp with 'using', a memref<2048xi8, #gpu.address_space<workgroup>> that starts at a multiple of the bytes of an element}}
  %w = tl.convert_layout %v as #left to #right scope warp : vector<32xf16> to vector<32xf16>
  return
}

// -----

// All of them are told, and nothing is written.
#left = #tl.tile<S[(128, 32) : (1@tid_in_wg, 1)]>
#right = #tl.tile<S[((32, 4), 32) : ((1, 32@tid_in_wg), 1@tid_in_wg)]>
gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  gpu.func @warpgroups(%v: vector<32xf16>) kernel attributes {known_block_size = array<i32: 512, 1, 1>} {
    // expected-error @+1 {{'tl.convert_layout' op exchanges through memory, and gfx942 has no barrier of a warpgroup that is not all of its block; convert in scope cta, or say by known_block_size that it is}}
    %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
    // expected-error @+1 {{'tl.convert_layout' op exchanges through memory}}
    %x = tl.convert_layout %v as #right to #left scope warpgroup : vector<32xf16> to vector<32xf16>
    gpu.return
  }
}

// -----

#left = #tl.tile<S[(128, 32) : (1@tid_in_wg, 1)]>
#right = #tl.tile<S[((32, 4), 32) : ((1, 32@tid_in_wg), 1@tid_in_wg)]>
gpu.module @kernels {
  gpu.func @no_size(%v: vector<32xf16>, %m: memref<8192xi8, #gpu.address_space<workgroup>>) kernel {
    // expected-error @+1 {{'tl.convert_layout' op exchanges through memory behind a barrier of each warpgroup of a block; how many threads that has is not known here: give the kernel a known_block_size}}
    %w = tl.convert_layout %v as #left to #right scope warpgroup using %m : vector<32xf16>, memref<8192xi8, #gpu.address_space<workgroup>> to vector<32xf16>
    gpu.return
  }
}

// -----

#left = #tl.tile<S[(64, 32) : (1@tid_in_wg, 1)]>
#right = #tl.tile<S[((32, 2), 32) : ((1, 32@tid_in_wg), 1@tid_in_wg)]>
gpu.module @kernels {
  gpu.func @in_part(%v: vector<32xf16>) kernel attributes {known_block_size = array<i32: 192, 1, 1>} {
    // expected-error @+1 {{'tl.convert_layout' op exchanges through memory behind a barrier of 128 threads; the block of 192 has a warpgroup of 64: convert in scope cta}}
    %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
    gpu.return
  }
}

// -----

#left = #tl.tile<S[(128, 32) : (1@tid_in_wg, 1)]>
#right = #tl.tile<S[((32, 4), 32) : ((1, 32@tid_in_wg), 1@tid_in_wg)]>
gpu.module @kernels {
  gpu.func @unknown_number(%v: vector<32xf16>, %id: i32, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    nvvm.barrier id = %id number_of_threads = %n
    // expected-error @+1 {{'tl.convert_layout' op exchanges through memory behind a barrier of each warpgroup, and which barriers 'nvvm.barrier' in this kernel waits at is not known: number it by a constant, inline what is called, or convert in scope cta}}
    %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
    gpu.return
  }
}

// -----

#left = #tl.tile<S[(128, 32) : (1@tid_in_wg, 1)]>
#right = #tl.tile<S[((32, 4), 32) : ((1, 32@tid_in_wg), 1@tid_in_wg)]>
gpu.module @kernels {
  gpu.func @assembly(%v: vector<32xf16>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    llvm.inline_asm has_side_effects "mbarrier.arrive;bar.sync 1, 128;", "" : () -> ()
    // expected-error @+1 {{which barriers 'llvm.inline_asm' in this kernel waits at is not known}}
    %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
    gpu.return
  }
  gpu.func @ptx(%v: vector<32xf16>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    nvvm.inline_ptx "bar.sync 1, 128;"
    // expected-error @+1 {{which barriers 'nvvm.inline_ptx' in this kernel waits at is not known}}
    %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
    gpu.return
  }
}

// -----

// Seven barriers are between 0, which is what no number says, and 8, and as many behind
// it; eight groups need more.
#left = #tl.tile<S[(128, 32) : (1@tid_in_wg, 1)]>
#right = #tl.tile<S[((32, 4), 32) : ((1, 32@tid_in_wg), 1@tid_in_wg)]>
gpu.module @kernels {
  gpu.func @no_row(%v: vector<32xf16>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    %n8 = arith.constant 8 : i32
    %n = arith.constant 128 : i32
    nvvm.barrier.arrive id = %n8 number_of_threads = %n
    nvvm.barrier.arrive number_of_threads = %n
    // expected-error @+1 {{'tl.convert_layout' op exchanges through memory behind 8 barriers in a row, one a warpgroup; of 1 to 15 the kernel leaves no such row: convert in scope cta}}
    %w = tl.convert_layout %v as #left to #right scope warpgroup : vector<32xf16> to vector<32xf16>
    gpu.return
  }
}

// -----

#row = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#column = #tl.tile<S[(32, 32) : (1, 1@laneid)]>
func.func @any_size(%v: vector<32xf32>, %n: i32) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) dynamic_shared_memory_size %n {
    // expected-error @+1 {{'tl.convert_layout' op exchanges through workgroup memory behind the dynamic_shared_memory_size of the gpu.launch around it, which is no constant of 0 to 1073741824: make it one}}
    %w = tl.convert_layout %v as #row to #column scope warp : vector<32xf32> to vector<32xf32>
    gpu.terminator
  }
  return
}

// -----

// Between warps there is memory alone, which such threads cannot be copied to.
gpu.module @kernels {
  gpu.func @strides(%v: vector<1xf32>) kernel attributes {known_block_size = array<i32: 96, 1, 1>} {
    // expected-error @+1 {{'tl.convert_layout' op thread stride 40 is not a multiple of 48, the threads that the digits below it number; not by shuffles: thread 8 needs in register 0 what thread 40 holds and no lane of its own warp does}}
    %w = tl.convert_layout %v as #tl.tile<S[(8, 2, 2) : (1@tx, 40@tx, 24@tx)]> to #tl.tile<S[(8, 2, 2) : (1@tx, 8@tx, 16@tx)]> scope cta : vector<1xf32> to vector<1xf32>
    gpu.return
  }
}

// -----

// A lane selects among words of 23 others in no order of bits: steps have no room.
#left = #tl.tile<S[(23, 27, 7) : (1@laneid, 1, 27)]>
#right = #tl.tile<S[(23, 27, 7) : (1, 1@laneid, 23)]>
func.func @steps(%v: vector<189xf64>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  // expected-error @+1 {{a memref<34776xi8, #gpu.address_space<workgroup>> that starts at a multiple of the bytes of an element; not by shuffles: a conversion takes more than 16384 steps}}
  %w = tl.convert_layout %v as #left to #right scope warp : vector<189xf64> to vector<161xf64>
  return
}

// -----

#left = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#right = #tl.tile<S[(32, 32) : (1, 1@laneid)]>
func.func @unknown_start(%v: vector<32xf64>, %S: memref<4096xi8, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  // expected-error @+1 {{'tl.convert_layout' op exchanges through the memory that it names, which is not known to start at a multiple of 8 bytes, as elements do: argument 1 states no alignment; say {llvm.align = 8 : i64}; not by shuffles: }}
  %w = tl.convert_layout %v as #left to #right scope warp using %S : vector<32xf64>, memref<4096xi8, 3> to vector<32xf64>
  return
}

// -----

#left = #tl.tile<S[(32, 4) : (1@laneid, 1)]>
#right = #tl.tile<S[((4, 8), 4) : ((1, 4@laneid), 1@laneid)]>
gpu.module @kernels {
  gpu.func @shifted(%v: vector<4xi32>) workgroup(%S: memref<4099xi8, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c2 = arith.constant 2 : index
    %V = memref.view %S[%c2][] : memref<4099xi8, 3> to memref<2048xi8, 3>
    // expected-error @+1 {{multiple of 4 bytes, as elements do: byte shift of memref.view is 2; not by}}
    %w = tl.convert_layout %v as #left to #right scope warp using %V : vector<4xi32>, memref<2048xi8, 3> to vector<4xi32>
    gpu.return
  }
}
