// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SIM

// Every access states its alignment, single elements too: without one, an element
// of 64 or 128 bits is split into words of 32.

#row = #tl.register<spatial(32, 1).local(1, 2)>
#columns = #tl.shared<column_major(32, 4)>
#quad = #tl.register<spatial(32, 1).local(1, 4)>

// SIM: @i64: equivalent
// SIM: @i128: equivalent
// SIM: @neighbours: equivalent
// SIM: @global: equivalent
gpu.module @stated {
  // CHECK-LABEL: @i64(
  // CHECK-COUNT-2: memref.load {{.*}} {alignment = 8 : i64} : memref<95xi64>
  // CHECK-COUNT-2: memref.store {{.*}} {alignment = 8 : i64} : memref<95xi64>
  // PTX-LABEL:   .entry i64(
  // PTX-COUNT-2: ld.global.b64
  // PTX-COUNT-2: st.global.b64
  // PTX-NOT:     {{(ld|st)\.global}}
  gpu.func @i64(%a: memref<32x2xi64, strided<[3, 1]>>, %b: memref<32x2xi64, strided<[3, 1]>>) kernel {
    %v = tl.load %a as #row scope warp : memref<32x2xi64, strided<[3, 1]>> to vector<2xi64>
    tl.store %v as #row to %b scope warp : vector<2xi64> to memref<32x2xi64, strided<[3, 1]>>
    gpu.return
  }

  // CHECK-LABEL: @i128(
  // CHECK-COUNT-2: memref.load {{.*}} {alignment = 16 : i64} : memref<64xi128>
  // CHECK-COUNT-2: memref.store {{.*}} {alignment = 16 : i64} : memref<64xi128>
  // PTX-LABEL:   .entry i128(
  // PTX-COUNT-2: ld.global.v2.b64
  // PTX-COUNT-2: st.global.v2.b64
  // PTX-NOT:     {{(ld|st)\.global}}
  gpu.func @i128(%a: memref<32x2xi128>, %b: memref<32x2xi128>) kernel {
    %v = tl.load %a as #row scope warp : memref<32x2xi128> to vector<2xi128>
    tl.store %v as #row to %b scope warp : vector<2xi128> to memref<32x2xi128>
    gpu.return
  }

  // A shared buffer says where it starts, too.  LLVM takes one that does not to
  // be aligned to 16 bytes, merges accesses, and declares it with 4.

  // CHECK-LABEL: @neighbours(
  // CHECK-SAME:    workgroup(%{{.*}} : memref<132xf32, 3> {llvm.align = 16 : i64}, %{{.*}} : memref<4xf32, 3> {llvm.align = 4 : i64})
  // PTX-LABEL:   .entry neighbours(
  // PTX-NOT:     .shared .align 4 .b8 __wg_neighbours_0
  // PTX:         .shared .align 16 .b8 __wg_neighbours_0
  // PTX:         st.shared.v4.b32
  gpu.func @neighbours(%a: memref<32x4xf32>, %b: memref<32x4xf32>)
      workgroup(%s: memref<132xf32, 3>, %t: memref<4xf32, 3> {llvm.align = 4 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %a as #quad scope warp : memref<32x4xf32> to vector<4xf32>
    tl.store %v as #quad to %s layout #tl.shared<row_major(32, 4)> scope warp : vector<4xf32> to memref<132xf32, 3>
    gpu.barrier
    %w = tl.load %s layout #columns as #quad scope warp : memref<132xf32, 3> to vector<4xf32>
    tl.store %w as #quad to %b scope warp : vector<4xf32> to memref<32x4xf32>
    gpu.return
  }

  // CHECK: memref.global "private" @shared : memref<132xf32, 3> {alignment = 16 : i64}
  // CHECK: memref.global "private" @stated : memref<4xf32, 3> {alignment = 4 : i64}
  // CHECK: memref.global "private" @other : memref<4xf32>{{$}}
  memref.global "private" @shared : memref<132xf32, 3>
  memref.global "private" @stated : memref<4xf32, 3> {alignment = 4 : i64}
  memref.global "private" @other : memref<4xf32>
  gpu.func @global(%a: memref<32x4xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %s = memref.get_global @shared : memref<132xf32, 3>
    %v = tl.load %a as #quad scope warp : memref<32x4xf32> to vector<4xf32>
    tl.store %v as #quad to %s layout #tl.shared<row_major(32, 4)> scope warp : vector<4xf32> to memref<132xf32, 3>
    gpu.return
  }
}
