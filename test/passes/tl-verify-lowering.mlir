// REQUIRES: plugin
// RUN: tl-opt %s --split-input-file --verify-diagnostics --tl-verify-lowering
// RUN: not tl-opt %s --split-input-file --tl-verify-lowering -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE:     note: it is in no gpu.func
// ONCE-NOT: note: it is in no gpu.func
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tl-verify-lowering)'
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(lower-layout-copies{verify-by-simulation=1})'

// Nothing is said of a function that keeps its meaning.

func.func @kept(%in: memref<64x8xf32>, %out: memref<64x8xf32>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %v = tl.load %in as #tl.register<spatial(64, 1).local(1, 8)> scope cta : memref<64x8xf32> to vector<8xf32>
  tl.store %v as #tl.register<spatial(64, 1).local(1, 8)> to %out scope cta : vector<8xf32> to memref<64x8xf32>
  return
}

// What threads return is compared, too.

func.func @returned(%in: memref<64x8xf32>) -> vector<8xf32> attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %v = tl.load %in as #tl.register<spatial(64, 1).local(1, 8)> scope cta : memref<64x8xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// A function without copies is not simulated.

func.func @no_copies(%in: memref<?xf32>, %i: index) -> f32 {
  %v = memref.load %in[%i] : memref<?xf32>
  return %v : f32
}

// -----

// What writes nothing, as a bound is 0 that nothing gives, is lowered, too.

// expected-warning @below {{'func.func' op is not checked by simulation}}
// expected-note @below {{it writes nothing that is compared, as it is launched here}}
func.func @no_rows(%in: memref<64x8xf32>, %out: memref<64x8xf32>, %n: index) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %some = arith.cmpi ugt, %n, %c0 : index
  scf.if %some {
    %v = tl.load %in as #tl.register<spatial(64, 1).local(1, 8)> scope cta : memref<64x8xf32> to vector<8xf32>
    tl.store %v as #tl.register<spatial(64, 1).local(1, 8)> to %out scope cta : vector<8xf32> to memref<64x8xf32>
  }
  return
}

// -----

// An origin that leaves memory at run time: the copy is at fault by definition.

func.func @out_of_bounds(%in: memref<128x8xf32>) -> vector<8xf32> {
  %c120 = arith.constant 120 : index
  %i = gpu.block_id x
  %row = arith.addi %i, %c120 : index
  // expected-error @below {{'tl.load' op out of bounds: thread (8, 0, 0) of block (0, 0, 0)}}
  %v = tl.load %in[%row, 0] as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<128x8xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// -----

// Two warps store the same tile.

func.func @race(%v: vector<8xf32>, %out: memref<32x8xf32>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  // expected-error @below {{'tl.store' op race: thread (32, 0, 0) of block (0, 0, 0) writes element 0 of argument 1}}
  // expected-note @below {{thread (0, 0, 0) of block (0, 0, 0) writes it here, with no barrier between}}
  tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %out scope warp : vector<8xf32> to memref<32x8xf32>
  return
}

// -----

// What cannot be lowered is the same single error as without the check.

func.func @overlapping_lanes(%m: memref<4x2xf32>) {
  // expected-error @below {{'tl.load' op thread stride 5 is not a multiple of 4, the threads that the digits below it number}}
  %0 = tl.load %m as #tl.tile<S[(4, 2) : (1@laneid, 5@laneid)]> scope warp : memref<4x2xf32> to vector<1xf32>
  return
}

// -----

// What cannot be simulated is named, with the reason, and lowered all the same.

// expected-warning @below {{'func.func' op is not checked by simulation}}
func.func @unknown_operation(%m: memref<32x8xf32>, %i: i32) -> i32 {
  %0 = tl.load %m as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
  // expected-note @below {{'spirv.Not' op is not known to the simulator}}
  %1 = spirv.Not %i : i32
  return %1 : i32
}

// expected-warning @below {{'func.func' op is not checked by simulation}}
// expected-note @below {{'func.func' op argument 0 has a size known only at run time; give verify-sizes}}
func.func @unknown_size(%m: memref<?x8xf32>) -> vector<8xf32> {
  %0 = tl.load %m as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<?x8xf32> to vector<8xf32>
  return %0 : vector<8xf32>
}

// expected-warning @below {{'func.func' op is not checked by simulation}}
// expected-note @below {{'func.func' op launches 524288 threads, 128 in each block, more than the limit of 16384}}
func.func @many_blocks(%m: memref<128xf32>) -> vector<1xf32> attributes {gpu.known_block_size = array<i32: 128, 1, 1>, gpu.known_grid_size = array<i32: 4096, 1, 1>} {
  %0 = tl.load %m as #tl.register<spatial(128)> scope cta : memref<128xf32> to vector<1xf32>
  return %0 : vector<1xf32>
}

// expected-warning @below {{'func.func' op is not checked by simulation}}
// expected-note @below {{'func.func' op has a grid of 2147483647 x 2147483647 x 2147483647 blocks; there can be 1 to 1048576}}
func.func @far_too_many_blocks(%m: memref<32xf32>) -> vector<1xf32> attributes {gpu.known_grid_size = array<i32: 2147483647, 2147483647, 2147483647>} {
  %0 = tl.load %m as #tl.register<spatial(32)> scope warp : memref<32xf32> to vector<1xf32>
  return %0 : vector<1xf32>
}

// expected-warning @below {{'func.func' op is not checked by simulation}}
// expected-note @below {{'func.func' op has a block of 0 x 1 x 1 threads; there can be 1 to 1024}}
func.func @no_threads(%m: memref<32xf32>) -> vector<1xf32> attributes {gpu.known_block_size = array<i32: 0, 1, 1>} {
  %0 = tl.load %m as #tl.register<spatial(32)> scope warp : memref<32xf32> to vector<1xf32>
  return %0 : vector<1xf32>
}

// expected-warning @below {{'func.func' op is not checked by simulation}}
// expected-note @below {{'func.func' op has arguments and buffers of 268435456 bytes, more than the limit of 4194304}}
func.func @large_memory(%m: memref<8192x8192xf32>) -> vector<8xf32> {
  %0 = tl.load %m as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<8192x8192xf32> to vector<8xf32>
  return %0 : vector<8xf32>
}

// expected-warning @below {{'func.func' op is not checked by simulation}}
// expected-note @below {{'func.func' op has arguments and buffers of 9223372036854775807 bytes, more than the limit of 4194304}}
func.func @overflowing_memory(%m: memref<32x8xf32>, %large: memref<4611686018427387904x8xf32>) -> vector<8xf32> {
  %0 = tl.load %m as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// A copy outside of every function.

%m = memref.alloc() : memref<8xf32>
// expected-warning @below {{'tl.load' op is not checked by simulation}}
// expected-note @below {{it is in no gpu.func or func.func}}
%v = tl.load %m as #tl.register<local(8)> scope thread : memref<8xf32> to vector<8xf32>

// -----

// What copies promise of memory holds for what they are lowered to as well.

func.func @promised(%A: memref<32x8xf32>, %B: memref<32x8xf32>) {
  %v = tl.load %A as #tl.register<spatial(32, 1).local(1, 8)> scope warp {alignment = 64 : i64} : memref<32x8xf32> to vector<8xf32>
  tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %B scope warp {alignment = 16 : i64} : vector<8xf32> to memref<32x8xf32>
  return
}
