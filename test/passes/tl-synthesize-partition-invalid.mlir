// RUN: tl-opt %s --split-input-file --tl-synthesize-partition --verify-diagnostics
// RUN: not tl-opt %s --split-input-file --tl-synthesize-partition --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s
// RUN: not tl-opt %s --split-input-file --tl-synthesize-partition=target=sm_1 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tl-opt %s --split-input-file --tl-synthesize-partition=max-vector-bits=48 2>&1 | FileCheck %s --check-prefix=BITS

// TARGET: error: 'builtin.module' op target is "sm_1"; it has to be one of
// BITS: error: 'builtin.module' op max-vector-bits is 48; it has to be 8, 16, 32, 64, 128 or 256, or 0

// A copy without a plan is one error, and those before it are left as they were.

// CHECK-LABEL: IR Dump After
// CHECK:       tl.copy {{.+}} scope warp
// CHECK:       tl.copy {{.+}} scope cta
// CHECK-NOT:   tl.load
// CHECK:       return
func.func @unknown_block(%m: memref<64xf32>, %n: memref<64xf32>) {
  tl.copy %m to %n scope warp : memref<64xf32> to memref<64xf32>
  // expected-error @+1 {{'tl.copy' op how many threads a cta has is not known here; say 'threads N', or give the kernel a known_block_size of at most 1024 threads}}
  tl.copy %m to %n scope cta : memref<64xf32> to memref<64xf32>
  return
}

// -----

func.func @small_block(%m: memref<64xf32>, %n: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 48, 1, 1>} {
  // expected-error @+1 {{'tl.copy' op is for 64 threads; a cta has 48 here}}
  tl.copy %m to %n scope cta threads 64 : memref<64xf32> to memref<64xf32>
  return
}

// -----

// The last warp has 16 threads.

func.func @small_warp(%m: memref<64xf32>, %n: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 48, 1, 1>} {
  // expected-error @+1 {{'tl.copy' op is for 32 threads; a warp has 16 here}}
  tl.copy %m to %n scope warp threads 32 : memref<64xf32> to memref<64xf32>
  return
}

// -----

func.func @huge(%m: memref<65536x32768xi8>, %n: memref<65536x32768xi8>) {
  // expected-error @+1 {{'tl.copy' op the tile has 2147483648 elements, more than 1073741824}}
  tl.copy %m to %n scope cta threads 32 : memref<65536x32768xi8> to memref<65536x32768xi8>
  return
}

// -----

// Columns 0 to 31 move by 16 bytes; what is left of a row has 2.

func.func @odd_columns(%m: memref<64x33xf16, strided<[40, 1]>> {llvm.align = 16 : i64}, %n: memref<64x33xf16, strided<[40, 1]>, 3> {llvm.align = 16 : i64}) {
  // expected-error @+1 {{'tl.copy' op is asynchronous, and cp.async moves 4, 8 or 16 bytes; not 4 of the source: a thread holds no two consecutive elements (elements (0, 32) to (63, 32) of the tile)}}
  tl.copy %m to %n scope cta threads 128 async : memref<64x33xf16, strided<[40, 1]>> to memref<64x33xf16, strided<[40, 1]>, 3>
  return
}

// -----

func.func @unaligned(%m: memref<64x32xf16> {llvm.align = 16 : i64}, %n: memref<64x32xf16, 3>) {
  // expected-error @+1 {{'tl.copy' op is asynchronous, and cp.async moves 4, 8 or 16 bytes; not 4 of the target: argument 1 states no alignment}}
  tl.copy %m to %n scope cta threads 128 async : memref<64x32xf16> to memref<64x32xf16, 3>
  return
}
