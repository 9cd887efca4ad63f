// RUN: %tl-opt %s --tl-partition-copies --tl-vectorize-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX

// The published table of a register copy: a warp reads a 32 x k tile, lane i
// owns row i.
//
//   element  registers a lane  vector  accesses
//   f32 k=8          8            4        2
//   f32 k=16        16            4        4
//   f16 k=8          8            8        1
//   f16 k=16        16            8        2

// CHECK-LABEL: @f32_8
// CHECK: tl.thread_load {{.*}} atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16 {{.*}} to vector<8xf32>
// CHECK-LABEL: @f32_16
// CHECK: tl.thread_load {{.*}} atoms (4) : (4) -> (4) vector 4 of (4) -> (1) align 16 {{.*}} to vector<16xf32>
// CHECK-LABEL: @f16_8
// CHECK: tl.thread_load {{.*}} atoms () : () -> () vector 8 of (8) -> (1) align 16 {{.*}} to vector<8xf16>
// CHECK-LABEL: @f16_16
// CHECK: tl.thread_load {{.*}} atoms (2) : (8) -> (8) vector 8 of (8) -> (1) align 16 {{.*}} to vector<16xf16>

// PTX-LABEL: .entry f32_8(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: ld.global
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: st.global
// PTX-LABEL: .entry f32_16(
// PTX-NOT: .local
// PTX-COUNT-4: ld.global.v4.b32
// PTX-NOT: ld.global
// PTX-COUNT-4: st.global.v4.b32
// PTX-NOT: st.global
// PTX-LABEL: .entry f16_8(
// PTX-NOT: .local
// PTX-COUNT-1: ld.global.v4.b32
// PTX-NOT: ld.global
// PTX-COUNT-1: st.global.v4.b32
// PTX-NOT: st.global
// PTX-LABEL: .entry f16_16(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: ld.global
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: st.global
// PTX: ret;

#row8 = #tl.register<spatial(32, 1).local(1, 8)>
#row16 = #tl.register<spatial(32, 1).local(1, 16)>

gpu.module @kernels {
  gpu.func @f32_8(%a: memref<32x8xf32> {llvm.align = 16 : i64}, %b: memref<32x8xf32> {llvm.align = 16 : i64}) kernel {
    %v = tl.load %a as #row8 scope warp : memref<32x8xf32> to vector<8xf32>
    tl.store %v as #row8 to %b scope warp : vector<8xf32> to memref<32x8xf32>
    gpu.return
  }
  gpu.func @f32_16(%a: memref<32x16xf32> {llvm.align = 16 : i64}, %b: memref<32x16xf32> {llvm.align = 16 : i64}) kernel {
    %v = tl.load %a as #row16 scope warp : memref<32x16xf32> to vector<16xf32>
    tl.store %v as #row16 to %b scope warp : vector<16xf32> to memref<32x16xf32>
    gpu.return
  }
  gpu.func @f16_8(%a: memref<32x8xf16> {llvm.align = 16 : i64}, %b: memref<32x8xf16> {llvm.align = 16 : i64}) kernel {
    %v = tl.load %a as #row8 scope warp : memref<32x8xf16> to vector<8xf16>
    tl.store %v as #row8 to %b scope warp : vector<8xf16> to memref<32x8xf16>
    gpu.return
  }
  gpu.func @f16_16(%a: memref<32x16xf16> {llvm.align = 16 : i64}, %b: memref<32x16xf16> {llvm.align = 16 : i64}) kernel {
    %v = tl.load %a as #row16 scope warp : memref<32x16xf16> to vector<16xf16>
    tl.store %v as #row16 to %b scope warp : vector<16xf16> to memref<32x16xf16>
    gpu.return
  }
}
