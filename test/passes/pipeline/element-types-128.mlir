// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX --implicit-check-not=.local
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SIM
// RUN: tl-sim --verify-lowering %s --kernel=bounded --arg=2:scalar=20

// An element of 128 bits is an access of its own.

// SIM: @i128: equivalent: 128 elements
// SIM: @f128: equivalent: 128 elements
// SIM: @bounded: equivalent: 128 elements

#row = #tl.register<spatial(32, 1).local(1, 2)>

gpu.module @wide {
  // CHECK-LABEL: @i128(
  // CHECK-COUNT-2: memref.load {{.*}} : memref<64xi128>
  // CHECK-COUNT-2: memref.store {{.*}} : memref<64xi128>
  // PTX-LABEL:   .entry i128(
  // PTX-COUNT-2: ld.global.v2.b64
  // PTX-COUNT-2: st.global.v2.b64
  // PTX-NOT:     {{(ld|st)\.global}}
  gpu.func @i128(%a: memref<32x2xi128> {llvm.align = 16 : i64}, %b: memref<32x2xi128> {llvm.align = 16 : i64}) kernel {
    %v = tl.load %a as #row scope warp : memref<32x2xi128> to vector<2xi128>
    tl.store %v as #row to %b scope warp : vector<2xi128> to memref<32x2xi128>
    gpu.return
  }

  // CHECK-LABEL: @f128(
  // PTX-LABEL:   .entry f128(
  // PTX-COUNT-2: ld.global.v2.b64
  // PTX-COUNT-2: st.global.v2.b64
  // PTX-NOT:     {{(ld|st)\.global}}
  gpu.func @f128(%a: memref<32x2xf128> {llvm.align = 16 : i64}, %b: memref<32x2xf128> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<2xf128, 5>
    tl.copy %a to %r layout #row scope warp : memref<32x2xf128> to memref<2xf128, 5>
    tl.copy %r layout #row to %b scope warp : memref<2xf128, 5> to memref<32x2xf128>
    gpu.return
  }

  // Bounds: a load gives 0.

  // CHECK-LABEL: @bounded(
  // PTX-LABEL:   .entry bounded(
  // PTX-COUNT-2: ld.global.v2.b64
  // PTX-COUNT-2: st.global.v2.b64
  gpu.func @bounded(%a: memref<32x2xi128> {llvm.align = 16 : i64}, %b: memref<32x2xi128> {llvm.align = 16 : i64}, %n: index) kernel {
    %v = tl.load %a as #row scope warp bounds(%n, 2) : memref<32x2xi128> to vector<2xi128>
    tl.store %v as #row to %b scope warp : vector<2xi128> to memref<32x2xi128>
    gpu.return
  }
}
