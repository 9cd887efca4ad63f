// RUN: tl-opt %s --split-input-file --tl-convert-copies --verify-diagnostics | FileCheck %s

// The smallest copy that each rule leaves.
// CHECK-NOT: tl.copy

func.func @one_thread(%a: memref<64xf32>, %s: memref<64xf32, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    // expected-remark @+1 {{'memref.copy' op is left. W1: }}
    memref.copy %a, %s : memref<64xf32> to memref<64xf32, 3>
  }
  return
}

// -----

func.func @block(%a: memref<64xf32>, %s: memref<64xf32, 3>) {
  // expected-remark @+1 {{'memref.copy' op is left. W2: }}
  memref.copy %a, %s : memref<64xf32> to memref<64xf32, 3>
  return
}

// -----

func.func @extent(%a: memref<?xf32>, %s: memref<?xf32, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  // expected-remark @+1 {{'memref.copy' op is left. W3: }}
  memref.copy %a, %s : memref<?xf32> to memref<?xf32, 3>
  return
}

// -----

func.func @rest(%a: memref<?xf32>, %n: index, %i: index) -> f32 attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %s = memref.alloc() : memref<64xf32, 3>
  %part = memref.subview %s[0] [%n] [1] : memref<64xf32, 3> to memref<?xf32, strided<[1]>, 3>
  // expected-remark @+1 {{'memref.copy' op is left. W4: }}
  memref.copy %a, %part : memref<?xf32> to memref<?xf32, strided<[1]>, 3>
  %x = memref.load %s[%i] : memref<64xf32, 3>
  return %x : f32
}

// -----

func.func @diagonal(%a: memref<8x8xf32>, %s: memref<8x8xf32, affine_map<(i, j) -> (i + j)>, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  // expected-remark @+1 {{'memref.copy' op is left. W5: }}
  memref.copy %a, %s : memref<8x8xf32> to memref<8x8xf32, affine_map<(i, j) -> (i + j)>, 3>
  return
}

// -----

func.func @shift(%a: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %from = memref.subview %a[0] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1]>>
  %to = memref.subview %a[8] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 8>>
  // expected-remark @+1 {{'memref.copy' op is left. W6: }}
  memref.copy %from, %to : memref<32xf32, strided<[1]>> to memref<32xf32, strided<[1], offset: 8>>
  return
}

// -----

func.func @between(%a: memref<64xf32>, %s: memref<64xf32, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %x = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0], %x {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  gpu.barrier
  // expected-remark @+1 {{'vector.transfer_write' op is left. W7: }}
  vector.transfer_write %v, %s[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, 3>
  return
}

// -----

func.func @by_element(%a: memref<64x64xf16>, %s: memref<64x64xf16, 3>, %i: index, %n: index) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %x = arith.constant 0.0 : f16
  %t = gpu.thread_id x
  %v = vector.transfer_read %a[%t, %i], %x : memref<64x64xf16>, vector<8xf16>
  // expected-remark @+1 {{'vector.transfer_write' op is left. W8: }}
  vector.transfer_write %v, %s[%t, %c0] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, 3>
  return
}

// -----

func.func @no_wait(%a: memref<64xf16> {llvm.align = 16 : i64}, %s: memref<64xf16, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  // expected-remark @+1 {{'nvgpu.device_async_copy' op is left. W9: }}
  %0 = nvgpu.device_async_copy %a[%c0], %s[%c0], 8 : memref<64xf16> to memref<64xf16, 3>
  return
}

// -----

func.func @gaps(%a: memref<64xf32>, %s: memref<64xf32, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  // expected-remark @+1 {{'scf.parallel' op is left. W10: }}
  scf.parallel (%i) = (%c0) to (%c64) step (%c2) {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %s[%i] : memref<64xf32, 3>
  }
  return
}

// -----

func.func @many_dimensions(%a: memref<1x1x1x1x1x1x1x1x64xf32>, %s: memref<1x1x1x1x1x1x1x1x64xf32, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  // expected-remark @+1 {{moves tiles of up to 8 dimensions, and a side has 9}}
  memref.copy %a, %s : memref<1x1x1x1x1x1x1x1x64xf32> to memref<1x1x1x1x1x1x1x1x64xf32, 3>
  return
}

// -----

func.func @too_large(%a: memref<1073741825xi8>, %b: memref<1073741825xi8>, %s: memref<1xi8, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>, gpu.kernel} {
  // expected-remark @+1 {{'memref.copy' op is left. W3: its tile has more than 1073741824 elements}}
  memref.copy %a, %b : memref<1073741825xi8> to memref<1073741825xi8>
  return
}
