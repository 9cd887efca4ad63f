// What a launch exchanges through is dynamic memory behind its own (rule S1).
// RUN: tl-opt %s --tl-lower-layout-conversions 2> %t.warnings | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING --implicit-check-not=warning < %t.warnings
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME
// SAME-COUNT-3: equivalent
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX

#row = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#column = #tl.tile<S[(32, 32) : (1, 1@laneid)]>
#rows = #tl.tile<S[(64, 32) : (1@tx, 1)]>
#columns = #tl.tile<S[((32, 2), 32) : ((1, 32@tx), 1@tx)]>

// Two warps of 4608 bytes from 128 on, and a block of 4096 behind them.
// CHECK-LABEL: func.func @behind(
// CHECK:       %[[SIZE:.+]] = arith.constant 13440 : i32
// CHECK:       gpu.launch
// CHECK-SAME:    dynamic_shared_memory_size %[[SIZE]]
// CHECK:       %[[OF_BLOCK:.+]] = gpu.dynamic_shared_memory
// CHECK:       %[[OF_WARPS:.+]] = gpu.dynamic_shared_memory
// CHECK:       %[[PART:.+]] = arith.muli %{{.+}}, %c4608
// CHECK:       %[[BYTE:.+]] = arith.addi %[[PART]], %c128
// CHECK:       memref.view %[[OF_WARPS]][%[[BYTE]]][]
// CHECK:       nvvm.bar.warp.sync
// CHECK:       memref.view %[[OF_BLOCK]][%c9344][]
// PTX:         st.shared.v4.b32
func.func @behind(%A: memref<32x32xf32>, %B: memref<32x32xf32>, %C: memref<64x32xf16>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %n = arith.constant 100 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) dynamic_shared_memory_size %n {
    %v = tl.load %A as #row scope warp : memref<32x32xf32> to vector<32xf32>
    %w = tl.convert_layout %v as #row to #column scope warp : vector<32xf32> to vector<32xf32>
    %is_first = arith.cmpi ult, %tx, %c32 : index
    scf.if %is_first {
      tl.store %w as #column to %B scope warp : vector<32xf32> to memref<32x32xf32>
    }
    %x = tl.load %C as #rows scope cta : memref<64x32xf16> to vector<32xf16>
    %y = tl.convert_layout %x as #rows to #columns scope cta : vector<32xf16> to vector<32xf16>
    gpu.barrier
    tl.store %y as #columns to %C scope cta : vector<32xf16> to memref<64x32xf16>
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func.func @alone(
// CHECK:       %[[SIZE:.+]] = arith.constant 4608 : i32
// CHECK:       gpu.launch async
// CHECK-SAME:    dynamic_shared_memory_size %[[SIZE]]
// CHECK:       memref.view %{{.+}}[%c0{{.*}}][]
func.func @alone(%A: memref<32x32xf32>, %B: memref<32x32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %first = gpu.wait async
  %done = gpu.launch async [%first] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %v = tl.load %A as #row scope warp : memref<32x32xf32> to vector<32xf32>
    %w = tl.convert_layout %v as #row to #column scope warp : vector<32xf32> to vector<32xf32>
    tl.store %w as #column to %B scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.terminator
  }
  gpu.wait [%done]
  return
}

// Beside buffers of the launch it is none that LLVM keeps apart from them.
// CHECK-LABEL: func.func @beside(
// CHECK:       gpu.dynamic_shared_memory
// WARNING: :[[# @LINE + 8]]:10: warning: 'tl.convert_layout' op exchanges through dynamic shared memory, which LLVM lays over the workgroup buffers of the gpu.launch; outline the kernel first (gpu-kernel-outlining)
func.func @beside(%A: memref<32x32xf32>, %B: memref<32x32xf32>) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) workgroup(%S: memref<32x32xf32, 3>) {
    tl.copy %A to %S scope cta : memref<32x32xf32> to memref<32x32xf32, 3>
    gpu.barrier
    %v = tl.load %S as #row scope warp : memref<32x32xf32, 3> to vector<32xf32>
    %w = tl.convert_layout %v as #row to #column scope warp : vector<32xf32> to vector<32xf32>
    tl.store %w as #column to %B scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.terminator
  }
  return
}
