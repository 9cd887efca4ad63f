// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: tl-sim --verify-lowering %s --kernel=past_bound | FileCheck %s --check-prefix=SAME

// Offsets in a memory of 4 GiB have more than 32 bits, whoever computes them.

#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!open = memref<?x?xf16, strided<[?, 1]>>
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

// One element more, and one row more: products have 64 bits.
// CHECK-LABEL: func.func @beyond(
// CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nsw> : index
// CHECK: tl.thread_load
// CHECK: arith.muli %{{.*}}, %{{.*}} overflow<nsw> : index
// CHECK: tl.thread_store
func.func @beyond(%A: memref<1073741824xf16>, %ld: i32, %i: i32, %j: i32, %B: memref<?xf16>) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %pitch = arith.index_cast %ld : i32 to index
  %small = tl.assume %pitch range 0 to 0x10000 : index
  %c20000 = arith.constant 20000 : index
  %a = memref.reinterpret_cast %A to offset: [0], sizes: [%pitch, %pitch], strides: [%pitch, 1] : memref<1073741824xf16> to !open
  %b = memref.reinterpret_cast %B to offset: [0], sizes: [%c20000, %small], strides: [%small, 1] : memref<?xf16> to !open
  %v = tl.load %a[%i : i32, %j : i32] as #rows scope cta : !open to vector<32xf16>
  tl.store %v as #rows to %b[%i : i32, %j : i32] scope cta : vector<32xf16> to !open
  return
}

// The most elements of which products have 32 bits.
// CHECK-LABEL: func.func @most(
// CHECK-NOT: arith.muli {{.*}} : index
// CHECK: tl.thread_load
// CHECK: return
func.func @most(%A: memref<?xf16>, %ld: i32, %i: i32, %j: i32) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %pitch = arith.index_cast %ld : i32 to index
  %small = tl.assume %pitch range 0 to 0x10000 : index
  %c16384 = arith.constant 16384 : index
  %a = memref.reinterpret_cast %A to offset: [0], sizes: [%c16384, %small], strides: [%small, 1] : memref<?xf16> to !open
  %v = tl.load %a[%i : i32, %j : i32] as #rows scope cta : !open to vector<32xf16>
  return
}
