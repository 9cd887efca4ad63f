// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=past_bound | FileCheck %s --check-prefix=SAME

// Offsets in a memory of 4 GiB have more than 32 bits, whoever computes them.

#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!large = memref<64x64xf16, strided<[33554432, 1]>>

// CHECK-LABEL: func.func @large(
// CHECK-NOT: index_castui
// CHECK: tl.thread_load
func.func @large(%A: !large) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %v = tl.load %A as #rows scope cta : !large to vector<32xf16>
  return
}

// The memory is small, but the tile goes on far behind its bound: offsets there are
// ones modulo 2^32, which nothing says that they do not leave.
// CHECK-LABEL: func.func @past_bound(
// CHECK: %[[OFFSET:.*]] = arith.muli %{{.*}}, %c8388608_i32 : i32
// CHECK: %[[WIDE:.*]] = arith.index_castui %[[OFFSET]] : i32 to index
// CHECK: tl.thread_load %{{.*}}[%[[WIDE]]]
// SAME: @past_bound: equivalent
func.func @past_bound(%A: memref<4x1048576xi8>, %B: memref<4096x1xi8>) attributes {gpu.known_block_size = array<i32: 512, 1, 1>} {
  %v = tl.load %A as #tl.register<spatial(512, 1).local(8, 1)> scope cta bounds(4, 1048576) : memref<4x1048576xi8> to vector<8xi8>
  tl.store %v as #tl.register<spatial(512, 1).local(8, 1)> to %B scope cta : vector<8xi8> to memref<4096x1xi8>
  return
}
