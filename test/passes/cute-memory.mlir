// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s

// A negative shift XORs the lower bits into the upper ones: the row, lane / 8,
// into the column, (lane % 8) * 8.

// CHECK-LABEL: func.func @shifted_up
// CHECK:     %[[HIGH:.+]] = arith.shrui
// CHECK:     %[[LOW:.+]] = arith.muli
// CHECK:     %[[READ:.+]] = arith.andi %[[HIGH]],
// CHECK:     %[[MOVED:.+]] = arith.shli %[[READ]], %{{.+}} : index
// CHECK:     %[[SWIZZLED:.+]] = arith.xori %[[LOW]], %[[MOVED]] : index
// CHECK:     arith.addi %[[HIGH]], %[[SWIZZLED]] overflow<nsw> : index
func.func @shifted_up(%m: memref<64xf32> {llvm.align = 16 : i64}, %i: index) -> vector<2xf32> {
  %v = tl.load %m layout #tl.cute<Sw<3,0,-3> o (8,8):(8,1)> as #tl.cute_tv<((8,4),2):((1,8),32), tile = (8,8)> scope warp : memref<64xf32> to vector<2xf32>
  return %v : vector<2xf32>
}

// The offset of a composed layout is added before the swizzle; whole periods of it,
// here 64, would do as well behind it.

// CHECK-LABEL: func.func @offset
// CHECK:     %[[C:.+]] = arith.constant 32 : index
// CHECK:     %[[X:.+]] = arith.addi %{{.+}}, %[[C]]
// CHECK:     arith.andi %[[X]],
// CHECK:     vector.load {{.*}} vector<4xf32>
func.func @offset(%m: memref<320xf32> {llvm.align = 16 : i64}) -> vector<8xf32> {
  %v = tl.load %m layout #tl.cute<Sw<1,2,3> o 32 o (32,8):(8,1)> as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<320xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// A mode of several digits: rows 0 and 1 lie 16 apart, pairs of rows 1 apart.

// CHECK-LABEL: func.func @digits
// CHECK-COUNT-2: vector.load {{.*}} vector<4xf32>
func.func @digits(%m: memref<256xf32> {llvm.align = 16 : i64}) -> vector<8xf32> {
  %v = tl.load %m layout #tl.cute<((2,16),(4,2)):((128,4),(1,64))> as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<256xf32> to vector<8xf32>
  return %v : vector<8xf32>
}
