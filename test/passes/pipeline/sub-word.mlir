// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --implicit-check-not=.local
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SIM

// Elements below 32 bits move as words: nothing takes them apart and together
// between load and store.

// SIM-COUNT-12: equivalent

gpu.module @sub_word {
  // CHECK-LABEL: .visible .entry i8_4(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.b32
  // CHECK-NOT:   st.global
  gpu.func @i8_4(%a: memref<32x4xi8> {llvm.align = 4 : i64}, %b: memref<32x4xi8> {llvm.align = 4 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 4)> scope warp : memref<32x4xi8> to vector<4xi8>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 4)> to %b scope warp : vector<4xi8> to memref<32x4xi8>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry i8_8(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.v2.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.v2.b32
  // CHECK-NOT:   st.global
  gpu.func @i8_8(%a: memref<32x8xi8> {llvm.align = 8 : i64}, %b: memref<32x8xi8> {llvm.align = 8 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xi8> to vector<2x4xi8>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %b scope warp : vector<2x4xi8> to memref<32x8xi8>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry i8_16(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.v4.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.v4.b32
  // CHECK-NOT:   st.global
  gpu.func @i8_16(%a: memref<32x16xi8> {llvm.align = 16 : i64}, %b: memref<32x16xi8> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<16xi8, 5>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 16)> scope warp : memref<32x16xi8> to memref<16xi8, 5>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 16)> to %b scope warp : memref<16xi8, 5> to memref<32x16xi8>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry f8e4m3fn_4(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.b32
  // CHECK-NOT:   st.global
  gpu.func @f8e4m3fn_4(%a: memref<32x4xf8E4M3FN> {llvm.align = 4 : i64}, %b: memref<32x4xf8E4M3FN> {llvm.align = 4 : i64}) kernel {
    %r = memref.alloca() : memref<4xf8E4M3FN, 5>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 4)> scope warp : memref<32x4xf8E4M3FN> to memref<4xf8E4M3FN, 5>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 4)> to %b scope warp : memref<4xf8E4M3FN, 5> to memref<32x4xf8E4M3FN>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry f8e4m3fn_8(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.v2.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.v2.b32
  // CHECK-NOT:   st.global
  gpu.func @f8e4m3fn_8(%a: memref<32x8xf8E4M3FN> {llvm.align = 8 : i64}, %b: memref<32x8xf8E4M3FN> {llvm.align = 8 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf8E4M3FN> to vector<8xf8E4M3FN>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %b scope warp : vector<8xf8E4M3FN> to memref<32x8xf8E4M3FN>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry f8e4m3fn_16(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.v4.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.v4.b32
  // CHECK-NOT:   st.global
  gpu.func @f8e4m3fn_16(%a: memref<32x16xf8E4M3FN> {llvm.align = 16 : i64}, %b: memref<32x16xf8E4M3FN> {llvm.align = 16 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 16)> scope warp : memref<32x16xf8E4M3FN> to vector<4x4xf8E4M3FN>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 16)> to %b scope warp : vector<4x4xf8E4M3FN> to memref<32x16xf8E4M3FN>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry f16_4(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.b32
  // CHECK-NOT:   st.global
  gpu.func @f16_4(%a: memref<32x2xf16> {llvm.align = 4 : i64}, %b: memref<32x2xf16> {llvm.align = 4 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 2)> scope warp : memref<32x2xf16> to vector<2xf16>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 2)> to %b scope warp : vector<2xf16> to memref<32x2xf16>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry f16_8(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.v2.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.v2.b32
  // CHECK-NOT:   st.global
  gpu.func @f16_8(%a: memref<32x4xf16> {llvm.align = 8 : i64}, %b: memref<32x4xf16> {llvm.align = 8 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 4)> scope warp : memref<32x4xf16> to vector<2x2xf16>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 4)> to %b scope warp : vector<2x2xf16> to memref<32x4xf16>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry f16_16(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.v4.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.v4.b32
  // CHECK-NOT:   st.global
  gpu.func @f16_16(%a: memref<32x8xf16> {llvm.align = 16 : i64}, %b: memref<32x8xf16> {llvm.align = 16 : i64}) kernel {
    %r = memref.alloca() : memref<8xf16, 5>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf16> to memref<8xf16, 5>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 8)> to %b scope warp : memref<8xf16, 5> to memref<32x8xf16>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry bf16_4(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.b32
  // CHECK-NOT:   st.global
  gpu.func @bf16_4(%a: memref<32x2xbf16> {llvm.align = 4 : i64}, %b: memref<32x2xbf16> {llvm.align = 4 : i64}) kernel {
    %r = memref.alloca() : memref<2xbf16, 5>
    tl.copy %a to %r layout #tl.register<spatial(32, 1).local(1, 2)> scope warp : memref<32x2xbf16> to memref<2xbf16, 5>
    tl.copy %r layout #tl.register<spatial(32, 1).local(1, 2)> to %b scope warp : memref<2xbf16, 5> to memref<32x2xbf16>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry bf16_8(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.v2.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.v2.b32
  // CHECK-NOT:   st.global
  gpu.func @bf16_8(%a: memref<32x4xbf16> {llvm.align = 8 : i64}, %b: memref<32x4xbf16> {llvm.align = 8 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 4)> scope warp : memref<32x4xbf16> to vector<4xbf16>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 4)> to %b scope warp : vector<4xbf16> to memref<32x4xbf16>
    gpu.return
  }
  // CHECK-LABEL: .visible .entry bf16_16(
  // CHECK-NOT:   {{prmt|bfi|bfe|cvt.u16|(mov|ld|st)[a-z.]*.b(8|16)}}
  // CHECK:       ld.global.v4.b32
  // CHECK-NOT:   {{prmt|bfi|bfe|shr|shl|cvt|mov|ld.global}}
  // CHECK:       st.global.v4.b32
  // CHECK-NOT:   st.global
  gpu.func @bf16_16(%a: memref<32x8xbf16> {llvm.align = 16 : i64}, %b: memref<32x8xbf16> {llvm.align = 16 : i64}) kernel {
    %v = tl.load %a as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xbf16> to vector<4x2xbf16>
    tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %b scope warp : vector<4x2xbf16> to memref<32x8xbf16>
    gpu.return
  }
}
