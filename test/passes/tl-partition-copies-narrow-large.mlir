// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s

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
