// RUN: %tl-opt %s --lower-layout-copies=target=sm_100 | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=sm_100 | env CHIP=sm_100 FEATURES=+ptx88 %ptx | FileCheck %s --check-prefix=PTX --implicit-check-not=.local
// RUN: tl-opt %s --lower-layout-copies=target=sm_100 | env CHIP=sm_100 FEATURES=+ptx86 %ptx | FileCheck %s --check-prefix=OLD --implicit-check-not=.local
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=SM90
// RUN: tl-sim --verify-lowering='lower-layout-copies{target=sm_100}' %s | FileCheck %s --check-prefix=SIM

// sm_100 has accesses of 256 bits to global memory from PTX 8.8 on; under an
// older PTX, LLVM splits them.  Shared memory keeps 128 bits, and so does every
// target before.

// SM90-NOT: {alignment = 32 : i64} : memref
// OLD-NOT:  {{v8.b32|v4.b64}}
// OLD:      ld.global.v2.b64
// SIM-COUNT-5: equivalent

gpu.module @m {
  // CHECK-LABEL: @f32(
  // CHECK:       vector.load {{.*}} {alignment = 32 : i64} : memref<256xf32>, vector<8xf32>
  // CHECK:       vector.store {{.*}} {alignment = 32 : i64} : memref<256xf32>, vector<8xf32>
  // PTX-LABEL:   .entry f32(
  // PTX:         ld.global.v4.b64
  // PTX-NOT:     {{(ld|st)\.(global|shared)|prmt|mov}}
  // PTX:         st.global.v4.b64
  gpu.func @f32(%a: memref<32x8xf32> {llvm.align = 32 : i64}, %b: memref<32x8xf32> {llvm.align = 32 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %b scope warp : vector<8xf32> to memref<32x8xf32>
    gpu.return
  }
  // CHECK-LABEL: @f16(
  // CHECK:       vector.load {{.*}} {alignment = 32 : i64} : memref<512xf16>, vector<16xf16>
  // CHECK:       vector.store {{.*}} {alignment = 32 : i64} : memref<512xf16>, vector<16xf16>
  // PTX-LABEL:   .entry f16(
  // PTX:         ld.global.v8.b32
  // PTX-NOT:     {{(ld|st)\.(global|shared)|prmt|mov}}
  // PTX:         st.global.v8.b32
  gpu.func @f16(%a: memref<32x16xf16> {llvm.align = 32 : i64}, %b: memref<32x16xf16> {llvm.align = 32 : i64}) kernel {
    %r = memref.alloca() : memref<16xf16, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 16)> scope warp
      : memref<32x16xf16> to memref<16xf16, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 16)> to %b scope warp
      : memref<16xf16, #gpu.address_space<private>> to memref<32x16xf16>
    gpu.return
  }
  // CHECK-LABEL: @f8(
  // CHECK:       vector.load {{.*}} {alignment = 32 : i64} : memref<1024xf8E4M3FN>, vector<32xf8E4M3FN>
  // CHECK:       vector.store {{.*}} {alignment = 32 : i64} : memref<1024xf8E4M3FN>, vector<32xf8E4M3FN>
  // PTX-LABEL:   .entry f8(
  // PTX:         ld.global.v8.b32
  // PTX-NOT:     {{(ld|st)\.(global|shared)|prmt|mov}}
  // PTX:         st.global.v8.b32
  gpu.func @f8(%a: memref<32x32xf8E4M3FN> {llvm.align = 32 : i64}, %b: memref<32x32xf8E4M3FN> {llvm.align = 32 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 32)> scope warp : memref<32x32xf8E4M3FN> to vector<32xf8E4M3FN>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 32)> to %b scope warp : vector<32xf8E4M3FN> to memref<32x32xf8E4M3FN>
    gpu.return
  }
  // CHECK-LABEL: @i64(
  // CHECK:       vector.load {{.*}} {alignment = 32 : i64} : memref<128xi64>, vector<4xi64>
  // CHECK:       vector.store {{.*}} {alignment = 32 : i64} : memref<128xi64>, vector<4xi64>
  // PTX-LABEL:   .entry i64(
  // PTX:         ld.global.v4.b64
  // PTX-NOT:     {{(ld|st)\.(global|shared)|prmt|mov}}
  // PTX:         st.global.v4.b64
  gpu.func @i64(%a: memref<32x4xi64> {llvm.align = 32 : i64}, %b: memref<32x4xi64> {llvm.align = 32 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 4)> scope warp : memref<32x4xi64> to vector<4xi64>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 4)> to %b scope warp : vector<4xi64> to memref<32x4xi64>
    gpu.return
  }

  // CHECK-LABEL: @shared(
  // CHECK:       vector.load {{.*}} {alignment = 32 : i64} : memref<256xf32>, vector<8xf32>
  // CHECK-COUNT-2: vector.store {{.*}} {alignment = 16 : i64} : memref<256xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  gpu.func @shared(%a: memref<32x8xf32> {llvm.align = 32 : i64}) workgroup(%s: memref<32x8xf32, #gpu.address_space<workgroup>> {llvm.align = 32 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %s scope warp : vector<8xf32> to memref<32x8xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
