// Fragments that are linear layouts and no tile layouts: where a thread begins is
// one XOR, each further access one more, as under a swizzle.
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim %s --kernel=rows --verify-lowering | FileCheck %s --check-prefix=SIM
// RUN: tl-sim %s --kernel=columns --verify-lowering | FileCheck %s --check-prefix=SIM
// RUN: tl-sim %s --kernel=pitched --arg=2:scalar=7 --arg=3:scalar=41 --arg=4:scalar=66 --verify-lowering | FileCheck %s --check-prefix=SIM
// RUN: tl-sim %s --kernel=places --arg=2:scalar=5 --verify-lowering | FileCheck %s --check-prefix=SIM
// RUN: tl-sim %s --kernel=alone --verify-lowering | FileCheck %s --check-prefix=SIM
// SIM: equivalent

// Column 8 k of row r is with lane k ^ r, as in rows of a swizzle of 3 bits.
#joined = #tl.linear<register = [[0, 1], [0, 2], [0, 4], [0, 32]], lane = [[0, 8], [0, 16], [1, 8], [2, 16], [4, 32]], shape = [8, 64]>
#crossed = #tl.linear<register = [[1, 1], [0, 1]], shape = [2, 2]>
#plain = #tl.linear<register = [[0, 1], [0, 2], [0, 4], [0, 32]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], shape = [8, 64]>

gpu.module @kernels {
// CHECK-LABEL: gpu.func @rows(
// CHECK:       gpu.barrier
// CHECK:       %[[X:.*]] = arith.xori
// CHECK:       %[[A32:.*]] = arith.muli %[[X]], %c8_i32
// CHECK:       %[[A:.*]] = arith.index_castui %[[A32]]
// CHECK:       %[[FOUR:.*]] = arith.index_cast %c4 : index to i32
// CHECK:       %[[Y:.*]] = arith.xori %[[X]], %[[FOUR]]
// CHECK:       %[[B32:.*]] = arith.muli %[[Y]], %c8_i32
// CHECK:       %[[B:.*]] = arith.index_castui %[[B32]]
// CHECK-NEXT:  vector.load %{{.*}}[%[[A]]] {alignment = 16 : i64} : memref<512xf16, 3>, vector<8xf16>
// CHECK-NEXT:  vector.load %{{.*}}[%[[B]]] {alignment = 16 : i64} : memref<512xf16, 3>, vector<8xf16>
// PTX-LABEL:   .entry rows(
// PTX-COUNT-2: xor.b
// PTX-NOT:     xor.b
// PTX:         ret;
gpu.func @rows(%a: memref<512xf16> {llvm.align = 16 : i64},
                %b: memref<512xf16> {llvm.align = 16 : i64})
    workgroup(%s: memref<512xf16, 3>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %w = tl.load %a layout #tl.tile<S[(8, 64) : (64, 1)]> as #plain scope warp
    : memref<512xf16> to vector<16xf16>
  tl.store %w as #plain to %s layout #tl.tile<S[(8, 64) : (64, 1)]> scope warp
    : vector<16xf16> to memref<512xf16, 3>
  gpu.barrier
  %v = tl.load %s layout #tl.tile<S[(8, 64) : (64, 1)]> as #joined scope warp
    : memref<512xf16, 3> to vector<16xf16>
  tl.store %v as #joined to %b layout #tl.tile<S[(8, 64) : (64, 1)]> scope warp
    : vector<16xf16> to memref<512xf16>
  gpu.return
}

// The swizzle of memory and that of the fragment are one map: here they cancel
// out, and all is added.
// CHECK-LABEL: gpu.func @columns(
// CHECK-NOT:   arith.xori
// CHECK:       gpu.return
gpu.func @columns(%a: memref<512xf16>, %b: memref<512xf16>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %v = tl.load %a layout #tl.tile<S[(8, 64) : (64, 1)] + swizzle(base = 3, bits = 3, shift = 3)>
    as #joined scope warp : memref<512xf16> to vector<16xf16>
  tl.store %v as #joined
    to %b layout #tl.tile<S[(8, 64) : (64, 1)] + swizzle(base = 3, bits = 3, shift = 3)>
    scope warp : vector<16xf16> to memref<512xf16>
  gpu.return
}

// Rows of a pitch: an XOR and a product for each dimension, and a bound that is
// compared with what the XOR says.
// CHECK-LABEL: gpu.func @pitched(
gpu.func @pitched(%flat: memref<4096xf32>, %b: memref<512xf32>, %m: index,
                  %n: index, %pitch: index) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %a = memref.reinterpret_cast %flat to offset: [0], sizes: [%m, %n], strides: [%pitch, 1]
    : memref<4096xf32> to memref<?x?xf32, strided<[?, 1]>>
  %v = tl.load %a[1, 3] as #joined scope warp bounds(%m, %n)
    : memref<?x?xf32, strided<[?, 1]>> to vector<16xf32>
  tl.store %v as #plain to %b layout #tl.tile<S[(8, 64) : (64, 1)]> scope warp
    : vector<16xf32> to memref<512xf32>
  gpu.return
}

// Where registers stand is what the XOR says.
gpu.func @places(%rows: memref<512xi32>, %columns: memref<512xi32>, %o: index)
    kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %i, %k = tl.coordinates #joined [%o, 3] scope warp
    : vector<16xi32>, vector<16xi32>
  tl.store %i as #plain to %rows layout #tl.tile<S[(8, 64) : (64, 1)]> scope warp
    : vector<16xi32> to memref<512xi32>
  tl.store %k as #plain to %columns layout #tl.tile<S[(8, 64) : (64, 1)]> scope warp
    : vector<16xi32> to memref<512xi32>
  gpu.return
}

// No bit of a place is the thread's.
gpu.func @alone(%a: memref<64x2xf32>, %b: memref<64x2xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c2 = arith.constant 2 : index
  %t = gpu.thread_id x
  %i = arith.muli %t, %c2 : index
  %v = tl.load %a[%i, 0] as #crossed scope thread : memref<64x2xf32> to vector<4xf32>
  tl.store %v as #tl.register<local(2, 2)> to %b[%i, 0] scope thread : vector<4xf32> to memref<64x2xf32>
  gpu.return
}
}
