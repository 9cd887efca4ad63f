// Rules O1 to O3: with require-optimal=1 a copy that takes more than its bounds is an
// error, and so is a buffer whose layout is chosen, or a conversion.  What is at them
// is not with one bit less of the swizzle, without the alignment that makes accesses
// wide, or with one register apart.
// RUN: tl-opt %s --lower-layout-copies=require-optimal=1 --split-input-file --verify-diagnostics -o /dev/null
// RUN: not tl-opt %s --lower-layout-copies=require-optimal=1 --split-input-file 2> /dev/null | FileCheck %s --check-prefix=FAILS
// FAILS:     gpu.module @at_the_bounds
// FAILS-NOT: gpu.module @a_bit_less
// RUN: not tl-opt %S/tl-lower-layout-conversions-ways.mlir --tl-lower-layout-conversions='max-scratch-bytes=128 require-optimal=1' -o /dev/null 2>&1 | grep pieces | FileCheck %s --check-prefix=PIECES
// PIECES: error: 'tl.convert_layout' op exchanges through {{[0-9]+}} bytes of memory in pieces, which have no bound; give more by max-scratch-bytes
// RUN: not tl-opt %s --tl-partition-copies=require-optimal=2 --split-input-file 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: error: 'builtin.module' op require-optimal is 2; it has to be 0 or 1

#columns = #tl.register<local(32, 1).spatial(1, 32)>
#rows = #tl.register<spatial(32, 1).local(1, 32)>
#lines = #tl.register<local(8, 1).spatial(4, 8).local(1, 4)>

gpu.module @at_the_bounds {
  gpu.func @transpose(%A: memref<32x32xf32> {llvm.align = 16 : i64}, %B: memref<32x32xf32> {llvm.align = 16 : i64}) workgroup(%S: memref<32x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #lines scope warp : memref<32x32xf32> to vector<32xf32>
    tl.store %v as #lines to %S layout #tl.shared<row_major(32, 32).apply_swizzle(swizzle(base = 2, bits = 3, shift = 3))> scope warp : vector<32xf32> to memref<32x32xf32, 3>
    gpu.barrier
    %w = tl.load %S layout #tl.shared<row_major(32, 32).apply_swizzle(swizzle(base = 2, bits = 3, shift = 3))> as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
    gpu.return
  }
}

// -----

#rows = #tl.register<spatial(32, 1).local(1, 32)>

gpu.module @a_bit_less {
  gpu.func @load(%S: memref<32x32xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{'tl.load' op takes 64 wavefronts; 32 would do without bank conflicts, in the model of banks of sm_90}}
    %w = tl.load %S layout #tl.shared<row_major(32, 32).apply_swizzle(swizzle(base = 2, bits = 2, shift = 3))> as #rows scope warp : memref<32x32xf32, 3> to vector<32xf32>
    gpu.return
  }
}

// -----

#rows = #tl.register<spatial(32, 1).local(1, 4)>

gpu.module @an_alignment_less {
  gpu.func @load(%S: memref<32x4xf32, 3> {llvm.align = 8 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{'tl.load' op takes 2 accesses of a thread; 1 of the widest of sm_90 have room for its bytes; R3: not 128 bits: alignment of argument 0 is 8; say {llvm.align = 16 : i64}}}
    %w = tl.load %S as #rows scope warp : memref<32x4xf32, 3> to vector<4xf32>
    gpu.return
  }
}

// -----

#rows = #tl.register<spatial(32, 1).local(1, 8)>
#halves = #tl.register<spatial(32, 1).local(1, 4)>

gpu.module @a_pitch_more {
  gpu.func @load(%G: memref<32x64xf32> {llvm.align = 128 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{'tl.load' op takes 64 sectors of 32 bytes; its bytes have room in 32, in the model of memory of sm_90}}
    %w = tl.load %G as #rows scope warp : memref<32x64xf32> to vector<8xf32>
    // No other access to rows of half a sector touches fewer of them.
    %x = tl.load %G as #halves scope warp : memref<32x64xf32> to vector<4xf32>
    gpu.return
  }
}

// -----

// Both sides of what is asynchronous count: 16 bytes of each row are in one bank.

#rows = #tl.register<spatial(32, 1).local(1, 8)>

gpu.module @of_the_target {
  gpu.func @copy(%G: memref<32x8xf16> {llvm.align = 128 : i64}, %S: memref<32x64xf16, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{'tl.copy' op takes 32 wavefronts; 4 would do without bank conflicts, in the model of banks of sm_90}}
    tl.copy %G to %S as #rows scope warp async : memref<32x8xf16> to memref<32x64xf16, 3>
    gpu.return
  }
}

// -----

// A map with two XORs would do without conflicts, and there is no room for a line.

#column = #tl.tile<S[(2, 16) : (1@laneid, 2@laneid)]>
#mixed = #tl.tile<S[(2, (2, 2, 2, 2)) : (8@laneid, (2@laneid, 16@laneid, 1@laneid, 4@laneid))]>
#pairs = #tl.tile<S[(2, 16) : (1, 1@laneid)]>

gpu.module @a_buffer {
  gpu.func @no_room(%A: memref<2x16xi128> {llvm.align = 16 : i64}, %B: memref<2x16xi128> {llvm.align = 16 : i64}) workgroup(%S: memref<2x16xi128, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #column scope warp : memref<2x16xi128> to vector<1xi128>
    // expected-error @+1 {{'tl.store' op has 'layout auto', and its buffer takes 16 wavefronts; no layout is known to take fewer than 12, in the model of banks of sm_90; no order of bits under one XOR takes fewer}}
    tl.store %v as #column to %S layout auto scope warp : vector<1xi128> to memref<2x16xi128, 3>
    gpu.barrier
    %w = tl.load %S layout auto as #mixed scope warp : memref<2x16xi128, 3> to vector<1xi128>
    %x = tl.load %S layout auto as #pairs scope warp : memref<2x16xi128, 3> to vector<2xi128>
    tl.store %w as #mixed to %B scope warp : vector<1xi128> to memref<2x16xi128>
    tl.store %x as #pairs to %B scope warp : vector<2xi128> to memref<2x16xi128>
    gpu.return
  }
}

// -----

// Through memory lanes meet by threes.  Copies are not told of: nothing is lowered.

gpu.module @through_memory {
  gpu.func @twentyfour(%A: memref<12x24xi16>, %B: memref<12x24xi16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #tl.tile<S[(12, 24) : (1@laneid, 1)]> scope warp : memref<12x24xi16> to vector<24xi16>
    // expected-error @+1 {{'tl.convert_layout' op exchanges through memory in 18 wavefronts; no layout is known to take fewer than 10, in the model of banks of sm_90}}
    %w = tl.convert_layout %v as #tl.tile<S[(12, 24) : (1@laneid, 1)]> to #tl.tile<S[(12, (2, 12)) : (1, (1@laneid, 2@laneid))]> scope warp
      : vector<24xi16> to vector<12xi16>
    tl.store %w as #tl.tile<S[(12, (2, 12)) : (1, (1@laneid, 2@laneid))]> to %B scope warp : vector<12xi16> to memref<12x24xi16>
    gpu.return
  }
}

// -----

// Two lanes hold each row; that every lane can choose between them lowers the bound.

gpu.module @by_shuffles {
  gpu.func @replicas(%in: memref<16x32xi8>, %out: memref<16x32xi8>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #tl.tile<S[(16, 32) : (1@laneid, 1)] + R[2 : 16@laneid]> scope warp : memref<16x32xi8> to vector<32xi8>
    // expected-error @+1 {{'tl.convert_layout' op exchanges by 15 shuffles; 4 would do for the most words that a lane gets or gives}}
    %w = tl.convert_layout %v as #tl.tile<S[(16, 32) : (1@laneid, 1)] + R[2 : 16@laneid]> to #tl.register<local(16, 1).spatial(1, 32)> scope warp
      : vector<32xi8> to vector<16xi8>
    tl.store %w as #tl.register<local(16, 1).spatial(1, 32)> to %out scope warp : vector<16xi8> to memref<16x32xi8>
    gpu.return
  }
}
