// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=gfx942 | FileCheck %s --check-prefix=OTHER
// RUN: tl-opt %s --lower-layout-copies | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim --verify-lowering %s --arg=0:random --arg=1:random | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SAME

// Rule E25: elements of 16 bits that loaded bytes choose, which are 0 or not, are chosen
// in words, for PTX; all others are left to LLVM.

// OTHER-NOT: nvvm.prmt
// SAME: @chosen: equivalent
// SAME: @equal: equivalent
// SAME: @others: equivalent

#row = #tl.register<spatial(32).local(8)>
#odd = #tl.register<spatial(32).local(6)>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @chosen(
  // CHECK:         %[[K:.*]] = vector.bitcast %{{.*}} : vector<8xi8> to vector<2xi32>
  // CHECK:         %[[ONES:.*]] = arith.ori %[[K]], %{{.*}} : vector<2xi32>
  // CHECK:         %[[LESS:.*]] = arith.subi %[[ONES]], %{{.*}} : vector<2xi32>
  // CHECK:         %[[SIGNS:.*]] = arith.ori %[[LESS]], %[[K]] : vector<2xi32>
  // CHECK-COUNT-4: nvvm.prmt
  // CHECK:         %[[M:.*]] = vector.from_elements {{.*}} : vector<4xi32>
  // CHECK:         %[[NOT:.*]] = arith.xori %[[M]], %{{.*}} : vector<4xi32>
  // CHECK-COUNT-2: llvm.freeze
  // CHECK:         %[[U:.*]] = arith.andi %{{.*}}, %[[M]] : vector<4xi32>
  // CHECK:         %[[V:.*]] = arith.andi %{{.*}}, %[[NOT]] : vector<4xi32>
  // CHECK:         arith.ori %[[U]], %[[V]] : vector<4xi32>
  // CHECK-NOT:     arith.select
  // CHECK:         gpu.return
  // PTX-LABEL:   .entry chosen(
  // PTX-NOT:       setp{{.*}}16
  // PTX-COUNT-4:   prmt.b32
  // PTX-NOT:       selp
  // PTX:           ret;
  gpu.func @chosen(%M: memref<256xi8> {llvm.align = 8 : i64}, %A: memref<256xf16> {llvm.align = 16 : i64}, %B: memref<256xf16> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %k = tl.load %M as #row scope warp : memref<256xi8> to vector<8xi8>
    %u = tl.load %A as #row scope warp : memref<256xf16> to vector<8xf16>
    %none = arith.constant dense<0xFC00> : vector<8xf16>
    %zero = arith.constant dense<0> : vector<8xi8>
    %is = arith.cmpi ne, %k, %zero : vector<8xi8>
    %w = arith.select %is, %u, %none : vector<8xi1>, vector<8xf16>
    tl.store %w as #row to %B scope warp : vector<8xf16> to memref<256xf16>
    gpu.return
  }

  // Under a bound, of what is computed; one mask serves both choices.
  // CHECK-LABEL: gpu.func @equal(
  // CHECK-COUNT-4: nvvm.prmt
  // CHECK-NOT:     nvvm.prmt
  // CHECK-NOT:     arith.select
  // CHECK:         gpu.return
  gpu.func @equal(%M: memref<256xi8> {llvm.align = 8 : i64}, %A: memref<256xbf16> {llvm.align = 16 : i64}, %B: memref<256xbf16> {llvm.align = 16 : i64}, %C: memref<256xi16> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %k = tl.load %M as #row scope warp bounds(200) : memref<256xi8> to vector<8xi8>
    %u = tl.load %A as #row scope warp bounds(250) : memref<256xbf16> to vector<8xbf16>
    %c = tl.load %C as #row scope warp : memref<256xi16> to vector<8xi16>
    %n = arith.negf %u : vector<8xbf16>
    %i = arith.addi %c, %c : vector<8xi16>
    %zero = arith.constant dense<0> : vector<8xi8>
    %is = arith.cmpi eq, %k, %zero : vector<8xi8>
    %w = arith.select %is, %u, %n : vector<8xi1>, vector<8xbf16>
    %j = arith.select %is, %i, %c : vector<8xi1>, vector<8xi16>
    tl.store %w as #row to %B scope warp : vector<8xbf16> to memref<256xbf16>
    tl.store %j as #row to %C scope warp bounds(220) : vector<8xi16> to memref<256xi16>
    gpu.return
  }

  // Not of other numbers and orders, of rows that fill no words, where elements of other
  // widths are chosen as well, or what is compared is computed.
  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT:     nvvm.prmt
  // CHECK:         gpu.return
  gpu.func @others(%M: memref<256xi8> {llvm.align = 8 : i64}, %A: memref<256xf16> {llvm.align = 16 : i64}, %B: memref<6x256xf16> {llvm.align = 16 : i64}, %C: memref<256xf32> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %k = tl.load %M as #row scope warp : memref<256xi8> to vector<8xi8>
    %l = tl.load %M as #odd scope warp : memref<256xi8> to vector<6xi8>
    %u = tl.load %A as #row scope warp : memref<256xf16> to vector<8xf16>
    %v = tl.load %A as #odd scope warp : memref<256xf16> to vector<6xf16>
    %f = tl.load %C as #row scope warp : memref<256xf32> to vector<8xf32>
    %n = arith.negf %u : vector<8xf16>
    %o = arith.negf %v : vector<6xf16>
    %g = arith.negf %f : vector<8xf32>
    %one = arith.constant dense<1> : vector<8xi8>
    %zero = arith.constant dense<0> : vector<8xi8>
    %zeros = arith.constant dense<0> : vector<6xi8>
    %is_one = arith.cmpi eq, %k, %one : vector<8xi8>
    %is_more = arith.cmpi sgt, %k, %zero : vector<8xi8>
    %is_odd = arith.cmpi ne, %l, %zeros : vector<6xi8>
    %is_both = arith.cmpi ne, %k, %zero : vector<8xi8>
    %bit = arith.andi %k, %one : vector<8xi8>
    %is_bit = arith.cmpi ne, %bit, %zero : vector<8xi8>
    %a = arith.select %is_one, %u, %n : vector<8xi1>, vector<8xf16>
    %b = arith.select %is_more, %u, %n : vector<8xi1>, vector<8xf16>
    %c = arith.select %is_odd, %v, %o : vector<6xi1>, vector<6xf16>
    %d = arith.select %is_both, %u, %n : vector<8xi1>, vector<8xf16>
    %h = arith.select %is_both, %f, %g : vector<8xi1>, vector<8xf32>
    %e = arith.select %is_bit, %u, %n : vector<8xi1>, vector<8xf16>
    tl.store %a as #row to %B[0, 0] scope warp : vector<8xf16> to memref<6x256xf16>
    tl.store %b as #row to %B[1, 0] scope warp : vector<8xf16> to memref<6x256xf16>
    tl.store %c as #odd to %B[2, 0] scope warp : vector<6xf16> to memref<6x256xf16>
    tl.store %d as #row to %B[3, 0] scope warp : vector<8xf16> to memref<6x256xf16>
    tl.store %e as #row to %B[4, 0] scope warp : vector<8xf16> to memref<6x256xf16>
    tl.store %h as #row to %C scope warp : vector<8xf32> to memref<256xf32>
    gpu.return
  }
}
