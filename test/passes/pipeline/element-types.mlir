// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX

// Every element type moves 16 bytes an access, through a private buffer and
// through a value, and none ends in local memory.

// CHECK-LABEL: @f64(
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<128xf64>, vector<2xf64>
// PTX-LABEL: .entry f64(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v2.b64
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v2.b64
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// CHECK-LABEL: @f32(
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<256xf32>, vector<4xf32>
// PTX-LABEL: .entry f32(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// CHECK-LABEL: @f16(
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<512xf16>, vector<8xf16>
// PTX-LABEL: .entry f16(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// CHECK-LABEL: @bf16(
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<512xbf16>, vector<8xbf16>
// PTX-LABEL: .entry bf16(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// CHECK-LABEL: @f8E4M3FN(
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<1024xf8E4M3FN>, vector<16xf8E4M3FN>
// PTX-LABEL: .entry f8E4M3FN(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// CHECK-LABEL: @f8E5M2(
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<1024xf8E5M2>, vector<16xf8E5M2>
// PTX-LABEL: .entry f8E5M2(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// CHECK-LABEL: @i64(
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<128xi64>, vector<2xi64>
// PTX-LABEL: .entry i64(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v2.b64
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v2.b64
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// CHECK-LABEL: @i32(
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<256xi32>, vector<4xi32>
// PTX-LABEL: .entry i32(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// CHECK-LABEL: @i16(
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<512xi16>, vector<8xi16>
// PTX-LABEL: .entry i16(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// CHECK-LABEL: @i8(
// CHECK: vector.load {{.*}} {alignment = 16 : i64} : memref<1024xi8>, vector<16xi8>
// PTX-LABEL: .entry i8(
// PTX-NOT: .local
// PTX-COUNT-2: ld.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX-COUNT-2: st.global.v4.b32
// PTX-NOT: {{(ld|st)\.(global|shared|local)}}
// PTX: ret;

gpu.module @kernels {
  gpu.func @f64(%a: memref<32x4xf64> {llvm.align = 16 : i64}, %b: memref<32x4xf64> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<4xf64, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 4)> scope warp
      : memref<32x4xf64> to memref<4xf64, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 4)> to %b scope warp
      : memref<4xf64, #gpu.address_space<private>> to memref<32x4xf64>
    gpu.return
  }
  gpu.func @f32(%a: memref<32x8xf32> {llvm.align = 16 : i64}, %b: memref<32x8xf32> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<8xf32, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 8)> scope warp
      : memref<32x8xf32> to memref<8xf32, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 8)> to %b scope warp
      : memref<8xf32, #gpu.address_space<private>> to memref<32x8xf32>
    gpu.return
  }
  gpu.func @f16(%a: memref<32x16xf16> {llvm.align = 16 : i64}, %b: memref<32x16xf16> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<16xf16, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 16)> scope warp
      : memref<32x16xf16> to memref<16xf16, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 16)> to %b scope warp
      : memref<16xf16, #gpu.address_space<private>> to memref<32x16xf16>
    gpu.return
  }
  gpu.func @bf16(%a: memref<32x16xbf16> {llvm.align = 16 : i64}, %b: memref<32x16xbf16> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<16xbf16, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 16)> scope warp
      : memref<32x16xbf16> to memref<16xbf16, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 16)> to %b scope warp
      : memref<16xbf16, #gpu.address_space<private>> to memref<32x16xbf16>
    gpu.return
  }
  gpu.func @f8E4M3FN(%a: memref<32x32xf8E4M3FN> {llvm.align = 16 : i64}, %b: memref<32x32xf8E4M3FN> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<32xf8E4M3FN, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 32)> scope warp
      : memref<32x32xf8E4M3FN> to memref<32xf8E4M3FN, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 32)> to %b scope warp
      : memref<32xf8E4M3FN, #gpu.address_space<private>> to memref<32x32xf8E4M3FN>
    gpu.return
  }
  gpu.func @f8E5M2(%a: memref<32x32xf8E5M2> {llvm.align = 16 : i64}, %b: memref<32x32xf8E5M2> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<32xf8E5M2, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 32)> scope warp
      : memref<32x32xf8E5M2> to memref<32xf8E5M2, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 32)> to %b scope warp
      : memref<32xf8E5M2, #gpu.address_space<private>> to memref<32x32xf8E5M2>
    gpu.return
  }
  gpu.func @i64(%a: memref<32x4xi64> {llvm.align = 16 : i64}, %b: memref<32x4xi64> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<4xi64, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 4)> scope warp
      : memref<32x4xi64> to memref<4xi64, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 4)> to %b scope warp
      : memref<4xi64, #gpu.address_space<private>> to memref<32x4xi64>
    gpu.return
  }
  gpu.func @i32(%a: memref<32x8xi32> {llvm.align = 16 : i64}, %b: memref<32x8xi32> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<8xi32, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 8)> scope warp
      : memref<32x8xi32> to memref<8xi32, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 8)> to %b scope warp
      : memref<8xi32, #gpu.address_space<private>> to memref<32x8xi32>
    gpu.return
  }
  gpu.func @i16(%a: memref<32x16xi16> {llvm.align = 16 : i64}, %b: memref<32x16xi16> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<16xi16, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 16)> scope warp
      : memref<32x16xi16> to memref<16xi16, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 16)> to %b scope warp
      : memref<16xi16, #gpu.address_space<private>> to memref<32x16xi16>
    gpu.return
  }
  gpu.func @i8(%a: memref<32x32xi8> {llvm.align = 16 : i64}, %b: memref<32x32xi8> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<32xi8, #gpu.address_space<private>>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 32)> scope warp
      : memref<32x32xi8> to memref<32xi8, #gpu.address_space<private>>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 32)> to %b scope warp
      : memref<32xi8, #gpu.address_space<private>> to memref<32x32xi8>
    gpu.return
  }
}
