// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME

// Memrefs with strides by an affine map: of numbers, and of symbols, which are
// known at run time.

// SAME: @pitched: equivalent
// SAME: @transposed: equivalent
// SAME: @symbols: equivalent

#frag = #tl.register<spatial(8, 4).local(1, 2)>
!pitched = memref<8x8xf32, affine_map<(i, j) -> (i * 16 + j)>>
!transposed = memref<8x8xf32, affine_map<(i, j) -> (j * 8 + i + 4)>>
!symbols = memref<8x8xf32, affine_map<(i, j)[s, o] -> (i * s + j + o)>>

// CHECK-LABEL: func.func @pitched
// CHECK:       vector.load {{.*}} {alignment = 8 : i64} {{.*}} vector<2xf32>
func.func @pitched(%A: !pitched {llvm.align = 16 : i64}) -> vector<2xf32> {
  %v = tl.load %A as #frag scope warp : !pitched to vector<2xf32>
  return %v : vector<2xf32>
}

// CHECK-LABEL: func.func @transposed
// CHECK:       memref.reinterpret_cast {{.*}} offset: [4], sizes: [64]
// CHECK-COUNT-2: memref.load
func.func @transposed(%A: !transposed {llvm.align = 16 : i64}) -> vector<2xf32> {
  %v = tl.load %A as #frag scope warp : !transposed to vector<2xf32>
  return %v : vector<2xf32>
}

// CHECK-LABEL: func.func @symbols
// CHECK:       arith.muli {{.*}}%strides
func.func @symbols(%A: !symbols {llvm.align = 16 : i64}) -> vector<2xf32> {
  %v = tl.load %A as #frag scope warp : !symbols to vector<2xf32>
  return %v : vector<2xf32>
}
