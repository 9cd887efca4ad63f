// RUN: %tl-opt %s --tl-stagger-lanes="stagger-lanes=1 remarks=1" --verify-diagnostics -o /dev/null
// RUN: tl-sim --verify-lowering='lower-layout-copies{stagger-lanes=1}' %s | FileCheck %s --implicit-check-not='not {{checked|equivalent}}'
// CHECK-COUNT-9: equivalent

// What lanes take turns in, and where not, with the reason.

#columns = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#rows = #tl.tile<S[(32, 32) : (1, 1@laneid)]>
#block = #tl.tile<S[(64, 32) : (1@tx, 1)]>
#bases = #tl.linear<register = [[0, 2], [0, 1], [0, 4]], lane = [[1, 8], [2, 0], [4, 0], [8, 0], [0, 8]], warp = [], shape = [16, 16]>
#thirds = #tl.tile<S[(32, 12) : (1@laneid, 1)]>
#few = #tl.tile<S[(16, 32) : (1@laneid, 1)]>
#one = #tl.tile<S[(32, 1) : (1@laneid, 1)]>
#twice = #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]>
#mma = #tl.register<local(2,1).spatial(8,4).local(1,2)>
!words = memref<32x32xf32, #gpu.address_space<workgroup>>
!halves = memref<32x32xf16, #gpu.address_space<workgroup>>

gpu.module @given {
  gpu.func @store(%A: memref<32x32xf32>) workgroup(%S: !words) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #columns scope warp : memref<32x32xf32> to vector<4x8xf32>
    // expected-remark@+1 {{'tl.store' op lanes take turns: 32 wavefronts, and not 256}}
    tl.store %v as #columns to %S scope warp : vector<4x8xf32> to !words
    gpu.return
  }

  gpu.func @halves(%B: memref<32x32xf16>) workgroup(%S: !halves) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %B as #columns scope warp : memref<32x32xf16> to vector<32xf16>
    // expected-remark@+1 {{'tl.store' op lanes take turns: 16 wavefronts, and not 64}}
    tl.store %v as #columns to %S scope warp : vector<32xf16> to !halves
    gpu.barrier
    // expected-remark@+1 {{'tl.load' op lanes take turns: 16 wavefronts, and not 64}}
    %w = tl.load %S as #columns scope warp : !halves to vector<32xf16>
    tl.store %w as #columns to %B scope warp : vector<32xf16> to memref<32x32xf16>
    gpu.return
  }

// Single halves, of which a register has two.
  gpu.func @single(%B: memref<32x32xf16>) workgroup(%S: memref<2048xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %B as #rows scope warp : memref<32x32xf16> to vector<32xf16>
    // expected-remark@+1 {{'tl.store' op lanes take turns: 32 wavefronts, and not 1024}}
    tl.store %v as #rows to %S layout #tl.tile<S[(32, 32) : (2, 64)]> scope warp : vector<32xf16> to memref<2048xf16, #gpu.address_space<workgroup>>
    gpu.return
  }

// Of 64 bits, by two warps of a block, at a place that a loop moves, within bounds.
  gpu.func @doubles(%B: memref<64x32xf64>) workgroup(%S: memref<160x32xf64, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %v = tl.load %B as #block scope cta : memref<64x32xf64> to vector<32xf64>
    // expected-remark@+1 {{'tl.store' op lanes take turns: 64 wavefronts, and not 512}}
    tl.store %v as #block to %S[64, 0] scope cta : vector<32xf64> to memref<160x32xf64, #gpu.address_space<workgroup>>
    gpu.barrier
    %c100 = arith.constant 100 : index
    // expected-remark@+1 {{'tl.load' op lanes take turns: 64 wavefronts, and not 512}}
    %w = tl.load %S[64, 0] as #block scope cta bounds(%c100, 31) {pad = 3.0 : f64}
      : memref<160x32xf64, #gpu.address_space<workgroup>> to vector<32xf64>
    tl.store %w as #block to %B scope cta : vector<32xf64> to memref<64x32xf64>
    gpu.return
  }

// A given fragment that is linear alone, under a swizzle, in a slice.
  gpu.func @linear(%B: memref<16x16xf32>) workgroup(%S: memref<2x512xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %B as #bases scope warp : memref<16x16xf32> to vector<8xf32>
    %row = memref.subview %S[1, 0] [1, 512] [1, 1] : memref<2x512xf32, #gpu.address_space<workgroup>>
      to memref<512xf32, strided<[1], offset: 512>, #gpu.address_space<workgroup>>
    // expected-remark@+1 {{'tl.store' op lanes take turns: 16 wavefronts, and not 32}}
    tl.store %v as #bases to %row layout #tl.tile<S[(16, 16) : (32, 1)] + swizzle(base = 2, bits = 1, shift = 3)> scope warp
      : vector<8xf32> to memref<512xf32, strided<[1], offset: 512>, #gpu.address_space<workgroup>>
    gpu.return
  }

// A slice of memory of more dimensions than the tile.
  gpu.func @slice(%A: memref<32x32xf32>) workgroup(%S: memref<2x32x32xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #columns scope warp : memref<32x32xf32> to vector<32xf32>
    // expected-remark@+1 {{'tl.store' op lanes take turns: 32 wavefronts, and not 256}}
    tl.store %v as #columns to %S[1, 0, 0] scope warp : vector<32xf32> to memref<2x32x32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

// Half a warp.
  gpu.func @few(%B: memref<16x32xf32>) workgroup(%S: memref<16x32xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 16, 1, 1>} {
    %v = tl.load %B as #few scope warp : memref<16x32xf32> to vector<32xf32>
    // expected-remark@+1 {{'tl.store' op lanes take turns: 16 wavefronts, and not 128}}
    tl.store %v as #few to %S scope warp : vector<32xf32> to memref<16x32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

// A vector with more registers than the fragment stays as it is.
  gpu.func @partial(%B: memref<16x32xf32>) workgroup(%S: memref<16x32xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 16, 1, 1>} {
    %v = tl.load %B as #few scope warp {partial} : memref<16x32xf32> to vector<40xf32>
    tl.store %v as #few to %S scope warp {partial} : vector<40xf32> to memref<16x32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }

  gpu.func @none(%pitch: index) workgroup(%S: !words, %T: memref<32x33xf32, #gpu.address_space<workgroup>>, %H: memref<64x64xf16, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-remark@+1 {{'tl.load' op lanes do not take turns, in 96 wavefronts, of at least 12: places in registers or memory are not linear over bits, or replicas hold elements}}
    %t = tl.load %S as #thirds scope warp : !words to vector<12xf32>
    // expected-remark@+1 {{'tl.load' op lanes do not take turns, in 32 wavefronts, of at least 1: no register of a lane is in a bank that is free}}
    %o = tl.load %S as #one scope warp : !words to vector<1xf32>
    // expected-remark@+1 {{'tl.load' op lanes do not take turns, in 64 wavefronts, of at least 8: places in registers or memory are not linear over bits, or replicas hold elements}}
    %r = tl.load %S as #twice scope warp : !words to vector<8xf32>
    // Free of conflicts: nothing is said.
    %p = tl.load %T as #rows scope warp : memref<32x33xf32, #gpu.address_space<workgroup>> to vector<32xf32>
    // expected-remark@+1 {{'tl.load' op lanes do not take turns, in 16 wavefronts, of at least 2: lanes of matrix instructions name rows}}
    %m = tl.load %H as #mma scope warp : memref<64x64xf16, #gpu.address_space<workgroup>> to vector<4xf16>
    %U = memref.reinterpret_cast %S to offset: [0], sizes: [16, 32], strides: [%pitch, 1]
      : !words to memref<16x32xf32, strided<[?, 1]>, #gpu.address_space<workgroup>>
    // expected-remark@+1 {{'tl.load' op lanes do not take turns: strides of memory are known only at run time}}
    %u = tl.load %U as #few scope warp : memref<16x32xf32, strided<[?, 1]>, #gpu.address_space<workgroup>> to vector<32xf32>
    gpu.return
  }
}
