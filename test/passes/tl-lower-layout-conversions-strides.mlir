// RUN: %tl-opt %s --tl-lower-layout-conversions=remarks=1 --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s --check-prefix=ELEMENTS < %t.mlir
// RUN: tl-sim --verify-lowering %s | FileCheck %s

// Threads whose strides are no digits of their number exchange by shuffles, also where
// memory would cost less if they could be stored.

#digits = #tl.tile<S[(8, 2, 2) : (1@laneid, 1, 8@laneid)]>
#odd = #tl.tile<S[(8, 2, 2) : (1, 3@laneid, 2@laneid)]>
#other = #tl.tile<S[(2, 2) : (3@laneid, 2@laneid)]>
#plain = #tl.tile<S[(2, 2) : (2@laneid, 1@laneid)]>

gpu.module @strides {
  gpu.func @many(%A: memref<8x2x2xf32>, %B: memref<8x2x2xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #digits scope warp : memref<8x2x2xf32> to vector<2xf32>
    // expected-remark @+1 {{exchanges by 8 shuffles, of at least 8}}
    %w = tl.convert_layout %v as #digits to #odd scope warp : vector<2xf32> to vector<8xf32>
    // expected-remark @+1 {{exchanges by 8 shuffles, of at least 8}}
    %x = tl.convert_layout %w as #odd to #digits scope warp : vector<8xf32> to vector<2xf32>
    tl.store %x as #digits to %B scope warp : vector<2xf32> to memref<8x2x2xf32>
    gpu.return
  }

  gpu.func @few(%A: memref<2x2xf16>, %B: memref<2x2xf16>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #plain scope warp : memref<2x2xf16> to vector<1xf16>
    // expected-remark @+1 {{exchanges by 1 shuffles, of at least 1}}
    %w = tl.convert_layout %v as #plain to #other scope warp : vector<1xf16> to vector<1xf16>
    // expected-remark @+1 {{exchanges by 1 shuffles, of at least 1}}
    %x = tl.convert_layout %w as #other to #plain scope warp : vector<1xf16> to vector<1xf16>
    tl.store %x as #plain to %B scope warp : vector<1xf16> to memref<2x2xf16>
    gpu.return
  }
}
// CHECK: @many: equivalent
// CHECK: @few: equivalent

// Words are elements one by one, so that other conversions find them.
// ELEMENTS-LABEL: gpu.func @many
// ELEMENTS-COUNT-8: vector.bitcast %{{.+}} : vector<1xi32> to vector<1xf32>
