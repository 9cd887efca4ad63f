// RUN: %tl-opt %s --tl-synthesize-partition --mlir-print-local-scope | FileCheck %s
// RUN: tl-sim %s --verify-lowering=tl-synthesize-partition | FileCheck %s --check-prefix=SIM
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SIM
// RUN: not tl-opt %S/Inputs/async-steps.mlir --tl-synthesize-partition 2>&1 | FileCheck %s --check-prefix=STEPS

// An asynchronous copy gets its partition, and keeps the one that it has; the
// other copies around become loads and stores.

// STEPS: async-steps.mlir:5:3: error: 'tl.copy' op is asynchronous, and the threads would have to copy its tile in several steps; divide it, or say who copies what: 'as LAYOUT'

#shared = #gpu.address_space<workgroup>

// CHECK-LABEL: func.func @filled
// CHECK:         tl.copy %{{.+}}[%{{.+}}, 0] to %{{.+}} layout #tl.shared<{{.+}}> as #tl.tile<S[((4, 16), (8, 8)) : ((8, 8@tx), (1@tx, 1))]> scope cta async {source_divisibility = array<i64: 8, 1>} : memref<128x64xf16> to memref<4096xf16, #gpu.address_space<workgroup>>
// CHECK-NOT:     tl.copy
// CHECK:         tl.load
// CHECK:         tl.store
// SIM: @filled: equivalent
func.func @filled(%A: memref<128x64xf16> {llvm.align = 16 : i64}, %B: memref<64x64xf16> {llvm.align = 16 : i64}, %i: index) attributes {known_block_size = array<i32: 128, 1, 1>} {
  %s = memref.alloc() {alignment = 16 : i64} : memref<4096xf16, #shared>
  tl.copy %A[%i, 0] to %s layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> scope cta threads 128 async {source_divisibility = array<i64: 8, 1>} : memref<128x64xf16> to memref<4096xf16, #shared>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  tl.copy %s layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> to %B scope cta : memref<4096xf16, #shared> to memref<64x64xf16>
  return
}

// Accesses have 4 bytes at least, so that threads may be idle; a tile may be
// larger than registers are, and the threads need not be a power of two.

// CHECK-LABEL: func.func @direct
// CHECK:         as #tl.tile<S[(16, (8, 2)) : (8@tx, (1@tx, 1))]> scope cta async
// CHECK:         as #tl.tile<S[((16, 8), (4, 8, 4)) : ((16, 8@tx), (4, 1@tx, 1))]> scope cta async
// SIM: @direct: equivalent
func.func @direct(%A: memref<16x16xf16> {llvm.align = 16 : i64}, %B: memref<128x128xf32> {llvm.align = 16 : i64}) attributes {known_block_size = array<i32: 256, 1, 1>} {
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x16xf16, #shared>
  %t = memref.alloc() {alignment = 16 : i64} : memref<128x128xf32, #shared>
  tl.copy %A to %s scope cta async : memref<16x16xf16> to memref<16x16xf16, #shared>
  tl.copy %B to %t scope cta threads 96 async : memref<128x128xf32> to memref<128x128xf32, #shared>
  tl.async_commit
  tl.async_wait 0
  return
}

// CHECK-LABEL: func.func @kept
// CHECK:         tl.copy %{{.+}} to %{{.+}} as #tl.register<shape = [32, 8], {{.+}}> scope warp async bounds(%{{.+}}, 8) :
// SIM: @kept: equivalent
func.func @kept(%A: memref<32x8xf32> {llvm.align = 16 : i64}, %B: memref<32x8xf32>, %m: index) {
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x8xf32, #shared>
  tl.copy %A to %s as #tl.register<spatial(32, 1).local(1, 8)> scope warp async bounds(%m, 8) : memref<32x8xf32> to memref<32x8xf32, #shared>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  tl.copy %s to %B scope warp : memref<32x8xf32, #shared> to memref<32x8xf32>
  return
}
