// RUN: tl-opt %s --lower-layout-copies=target=sm_100a | env CHIP=sm_100a FEATURES=+ptx86 %ptx > %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --implicit-check-not=.local
// RUN: tl-sim %s --verify-lowering='lower-layout-copies{target=sm_100a}' --kernel=operand_a
// RUN: tl-sim %s --verify-lowering='lower-layout-copies{target=sm_100a}' --kernel=operand_b
// RUN: tl-sim %s --verify-lowering='lower-layout-copies{target=sm_100a}' --kernel=one
// RUN: tl-sim %s --verify-lowering='tl-normalize-layouts,tl-partition-copies{target=sm_100a}' --kernel=operand_a
// RUN: tl-sim %s --verify-lowering='tl-normalize-layouts,tl-partition-copies{target=sm_100a}' --kernel=operand_b
// RUN: tl-sim --ptx %t.ptx --like %s --kernel=operand_a | FileCheck %s --check-prefix=PTX
// RUN: tl-opt %s --lower-layout-copies="target=sm_100a remarks=1" 2>&1 >/dev/null | FileCheck %s --check-prefix=WHY

// PTX: @operand_a: equivalent in PTX: 1024 elements, 32 threads

// Operands of 8 bits whose other dimension is contiguous in shared memory, and what
// is stored there along it.

#a = #tl.register<mma_a(16, 8, 32, 8)>
#b = #tl.register<local(1, 4) * mma_b(16, 8, 32, 8)>
#one = #tl.register<mma_a(16, 8, 16, 8)>
#half = #tl.register<mma_b(16, 8, 32, 8)>
#columns = #tl.cute<(64,64):(1,64)>
#swizzled = #tl.shared<row_major_swizzle([64, 64], nbytes = 1)>
#shared = #gpu.address_space<workgroup>

gpu.module @matrices {
  // CHECK-LABEL: .visible .entry operand_a(
  // CHECK:       stmatrix.sync.aligned.m16n8.x4.trans.shared.b8
  // CHECK:       ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8
  gpu.func @operand_a(%in: memref<16x32xi8>, %out: memref<16x32xi8>) workgroup(%s: memref<4096xi8, #shared>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #a scope warp : memref<16x32xi8> to vector<16xi8>
    // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.store' op moves 1 access of 128 bits: stmatrix.sync.aligned.m16n8.x4.trans.shared.b8
    tl.store %v as #a to %s layout #columns scope warp : vector<16xi8> to memref<4096xi8, #shared>
    gpu.barrier
    // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op moves 1 access of 128 bits: ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8
    %w = tl.load %s layout #columns as #a scope warp : memref<4096xi8, #shared> to vector<16xi8>
    tl.store %w as #a to %out scope warp : vector<16xi8> to memref<16x32xi8>
    gpu.return
  }

  // Under a swizzle, at an origin, and 64 bytes a lane.

  // CHECK-LABEL:   .visible .entry operand_b(
  // CHECK-COUNT-2: stmatrix.sync.aligned.m16n8.x4.trans.shared.b8
  // CHECK-COUNT-2: ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8
  // CHECK-NOT:     matrix
  gpu.func @operand_b(%in: memref<32x32xf8E4M3FN>, %out: memref<32x32xf8E4M3FN>)
      workgroup(%s: memref<4096xf8E4M3FN, #shared>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %v = tl.load %in as #b scope warp : memref<32x32xf8E4M3FN> to vector<32xf8E4M3FN>
    tl.store %v as #b to %s[%c32, %c0] layout #swizzled scope warp : vector<32xf8E4M3FN> to memref<4096xf8E4M3FN, #shared>
    gpu.barrier
    %w = tl.load %s[%c32, %c0] layout #swizzled as #b scope warp : memref<4096xf8E4M3FN, #shared> to vector<32xf8E4M3FN>
    tl.store %w as #b to %out scope warp : vector<32xf8E4M3FN> to memref<32x32xf8E4M3FN>
    gpu.return
  }

  // CHECK-LABEL: .visible .entry one(
  // CHECK:       stmatrix.sync.aligned.m16n8.x2.trans.shared.b8
  // CHECK:       ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8
  gpu.func @one(%in: memref<16x16xi8>, %out: memref<16x16xi8>) workgroup(%s: memref<4096xi8, #shared>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #one scope warp : memref<16x16xi8> to vector<8xi8>
    tl.store %v as #one to %s layout #columns scope warp : vector<8xi8> to memref<4096xi8, #shared>
    gpu.barrier
    %w = tl.load %s layout #columns as #one scope warp : memref<4096xi8, #shared> to vector<8xi8>
    tl.store %w as #one to %out scope warp : vector<8xi8> to memref<16x16xi8>
    gpu.return
  }

  // 8 columns are half a row.

  // CHECK-LABEL: .visible .entry half(
  // CHECK-NOT:   ldmatrix
  gpu.func @half(%in: memref<4096xi8, #shared>, %out: memref<32x8xi8>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // WHY: mlir:[[# @LINE + 1]]:{{.*}} remark: 'tl.load' op R11: a lane does not hold elements of two columns that are 8 apart
    %w = tl.load %in layout #swizzled as #half scope warp : memref<4096xi8, #shared> to vector<8xi8>
    tl.store %w as #half to %out scope warp : vector<8xi8> to memref<32x8xi8>
    gpu.return
  }
}
