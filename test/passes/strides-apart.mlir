// Rule E31: rows that are apart by a stride of 32 bits are each so many strides from the
// first, by one instruction that multiplies 32 bits and adds 64.
// RUN: tl-opt %s --lower-layout-copies=target=sm_90 | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=sm_90 | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim --verify-lowering %s --arg=2:scalar=72 --arg=3:scalar=13 --arg=4:scalar=3 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-6: equivalent

#rows = #tl.register<local(4, 1).spatial(4, 32)>
#lines = #tl.register<spatial(4, 32).local(4, 1)>
#many = #tl.register<local(2, 1).spatial(16, 8).local(1, 4)>
!flat = memref<65536xf32>
!pitched = memref<?x32xf32, strided<[?, 1]>>
!tile = memref<16x32xf32>
!v = vector<4xf32>
#kernel = array<i32: 128, 1, 1>

gpu.module @kernels {
  // A row is as far from the first as the annotation says, which is beside the access.

  // CHECK-LABEL: gpu.func @word(
  // CHECK:         %[[LD:.+]] = arith.index_cast %strides#0 : index to i32
  // CHECK:         llvm.freeze
  // CHECK-NEXT:    %[[FIRST:.+]] = arith.index_castui
  // CHECK:         memref.load %{{.+}}[%[[FIRST]]]
  // CHECK:         scf.if
  // CHECK:           %[[WORD:.+]] = "llvm.intr.annotation"(%[[LD]],
  // CHECK:           %[[STRIDE:.+]] = arith.index_cast %[[WORD]] : i32 to index
  // CHECK:           %[[ROW:.+]] = arith.muli %[[STRIDE]], %c4{{.*}} : index
  // CHECK:           %[[AT:.+]] = arith.addi %[[FIRST]], %[[ROW]]
  // CHECK:           memref.load %{{.+}}[%[[AT]]]
  // CHECK-COUNT-2:   "llvm.intr.annotation"
  // CHECK-NOT:     "llvm.intr.annotation"
  // PTX-LABEL: .entry word(
  // PTX:           mul.wide.s32 [[ROW:%rd[0-9]+]], %r{{[0-9]+}}, 16;
  // PTX-NEXT:      add.s64 [[AT:%rd[0-9]+]], %rd{{[0-9]+}}, [[ROW]];
  // PTX-NEXT:      ld.global.nc.b32 %r{{[0-9]+}}, {{\[}}[[AT]]];
  // PTX-COUNT-2:   mul.wide.s32
  // PTX:           ret;
  gpu.func @word(%A: !flat {llvm.noalias}, %B: !flat {llvm.noalias}, %ld: i32, %m: index, %i: index) kernel attributes {known_block_size = #kernel} {
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%m, 32], strides: [%pitch, 1] : !flat to !pitched
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [16, 32], strides: [32, 1] : !flat to !tile
    %v = tl.load %a[%i, 0] as #rows scope cta bounds(%m, _) : !pitched to !v
    tl.store %v as #rows to %b[0, 0] scope cta : !v to !tile
    gpu.return
  }

  // Of an index, the word is cut where memory is so small.

  // CHECK-LABEL: gpu.func @index(
  // CHECK:         %[[LD:.+]] = arith.index_cast %strides#0 : index to i32
  // CHECK-COUNT-3: "llvm.intr.annotation"(%[[LD]],
  gpu.func @index(%A: !flat {llvm.noalias}, %B: !flat {llvm.noalias}, %pitch: index, %m: index, %i: index) kernel attributes {known_block_size = #kernel} {
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%m, 32], strides: [%pitch, 1] : !flat to !pitched
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [16, 32], strides: [32, 1] : !flat to !tile
    %v = tl.load %a[%i, 0] as #rows scope cta bounds(%m, _) : !pitched to !v
    tl.store %v as #rows to %b[0, 0] scope cta : !v to !tile
    gpu.return
  }

  // Of a load and a store with the same steps, the products are the same.

  // CHECK-LABEL: gpu.func @same(
  // CHECK-NOT:     "llvm.intr.annotation"
  gpu.func @same(%A: !flat {llvm.noalias}, %B: !flat {llvm.noalias}, %ld: i32, %m: index, %i: index) kernel attributes {known_block_size = #kernel} {
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%m, 32], strides: [%pitch, 1] : !flat to !pitched
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [%m, 32], strides: [%pitch, 1] : !flat to !pitched
    %v = tl.load %a[%i, 0] as #rows scope cta bounds(%m, _) : !pitched to !v
    tl.store %v as #rows to %b[%i, 0] scope cta bounds(%m, _) : !v to !pitched
    gpu.return
  }

  // They are others than those of a store of other rows.

  // CHECK-LABEL: gpu.func @others(
  // CHECK-COUNT-3: "llvm.intr.annotation"
  // CHECK:         gpu.barrier
  // CHECK-COUNT-3: "llvm.intr.annotation"
  gpu.func @others(%A: !flat {llvm.noalias}, %B: !flat {llvm.noalias}, %ld: i32, %m: index, %i: index) kernel attributes {known_block_size = #kernel} {
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%m, 32], strides: [%pitch, 1] : !flat to !pitched
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [%m, 32], strides: [%pitch, 1] : !flat to !pitched
    %v = tl.load %a[%i, 0] as #rows scope cta bounds(%m, _) : !pitched to !v
    %w = tl.convert_layout %v as #rows to #lines scope cta : !v to !v
    tl.store %w as #lines to %b[%i, 0] scope cta bounds(%m, _) : !v to !pitched
    gpu.return
  }

  // Of a row with many accesses, the address is one register.

  // CHECK-LABEL: gpu.func @many(
  // CHECK-NOT:     "llvm.intr.annotation"
  gpu.func @many(%A: !flat {llvm.noalias}, %B: !flat {llvm.noalias}, %ld: i32, %m: index, %i: index) kernel attributes {known_block_size = #kernel} {
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%m, 32], strides: [%pitch, 1] : !flat to !pitched
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [32, 32], strides: [32, 1] : !flat to memref<32x32xf32>
    %v = tl.load %a[%i, 0] as #many scope cta bounds(%m, _) : !pitched to vector<8xf32>
    tl.store %v as #many to %b[0, 0] scope cta : vector<8xf32> to memref<32x32xf32>
    gpu.return
  }

  // In a loop, what is in front of it is not counted.

  // CHECK-LABEL: gpu.func @loop(
  // CHECK-NOT:     "llvm.intr.annotation"
  gpu.func @loop(%A: !flat {llvm.noalias}, %B: !flat {llvm.noalias}, %ld: i32, %m: index, %i: index) kernel attributes {known_block_size = #kernel} {
    %pitch = arith.index_cast %ld : i32 to index
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [%m, 32], strides: [%pitch, 1] : !flat to !pitched
    %b = memref.reinterpret_cast %B to offset: [0], sizes: [16, 32], strides: [32, 1] : !flat to !tile
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    scf.for %k = %c0 to %m step %c16 {
      %v = tl.load %a[%k, 0] as #rows scope cta bounds(%m, _) : !pitched to !v
      tl.store %v as #rows to %b[0, 0] scope cta : !v to !tile
    }
    gpu.return
  }
}
