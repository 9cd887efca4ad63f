// Rule E29: the stage of a ring that a loop carries is bytes.
// RUN: tl-opt %s --lower-layout-copies=target=sm_80 | FileCheck %s
// RUN: tl-sim %s --verify-lowering --target=sm_80 --arg=1:scalar=7 --block=32 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-15: equivalent

#row = #tl.register<spatial(32).local(4)>
!m = memref<8x128xf32>
!s = memref<4x8x128xf32, #gpu.address_space<workgroup>>
!h = memref<4x8x128xf16, #gpu.address_space<workgroup>>
!o = memref<4x1x96xf32, #gpu.address_space<workgroup>>
!v = vector<4xf32>
#kernel = array<i32: 32, 1, 1>

gpu.module @kernels {
  // 8 rows of 128 elements of 4 bytes.

  // CHECK-LABEL: gpu.func @ring(
  // CHECK:         scf.for {{.*}} iter_args(%[[BYTES:.+]] = %{{.+}}) -> (i32) {
  // CHECK:           %[[MASK:.+]] = arith.constant 4095 : i32
  // CHECK:           %[[REST:.+]] = arith.andi %[[BYTES]], %[[MASK]] : i32
  // CHECK:           %[[NONE:.+]] = arith.cmpi eq, %[[REST]], %{{.+}} : i32
  // CHECK:           llvm.intr.assume %[[NONE]]
  // CHECK:           %[[INDEX:.+]] = arith.index_castui %[[BYTES]] : i32 to index
  // CHECK:           %[[STAGE:.+]] = arith.shrui %[[INDEX]], %c12
  // CHECK:           %[[START:.+]] = arith.muli %[[STAGE]], %c1024
  // CHECK:           memref.reinterpret_cast %{{.+}} to offset: [%[[START]]]
  // CHECK:           %[[LAST:.+]] = arith.cmpi eq, %{{.+}}, %c2
  // CHECK:           %[[UNIT:.+]] = arith.constant 4096 : i32
  // CHECK:           %[[NEXT:.+]] = arith.addi %[[BYTES]], %[[UNIT]] : i32
  // CHECK:           %[[THEN:.+]] = arith.select %[[LAST]], %{{.+}}, %[[NEXT]] : i32
  // CHECK:           scf.yield %[[THEN]] : i32
  gpu.func @ring(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero) -> (i32) {
      tl.store %v as #row to %S[%stage : i32, 0, 0] scope cta : !v to !s
      %last = arith.cmpi eq, %stage, %two : i32
      %next = arith.addi %stage, %one : i32
      %then = arith.select %last, %zero, %next : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // Both of two stages: what one is computed of the other is scaled as well.

  // CHECK-LABEL: gpu.func @two(
  // CHECK:         scf.for {{.*}} iter_args(%[[HERE:.+]] = %{{.+}}) -> (i32) {
  // CHECK:           %[[OTHER:.+]] = arith.constant 4096 : i32
  // CHECK:           %[[THERE:.+]] = arith.xori %[[HERE]], %[[OTHER]] : i32
  // CHECK:           %[[INDEX:.+]] = arith.index_cast %[[THERE]] : i32 to index
  // CHECK:           %[[STAGE:.+]] = arith.shrui %[[INDEX]], %c12
  // CHECK:           arith.muli %[[STAGE]], %c1024
  // CHECK:           scf.yield %[[THERE]] : i32
  gpu.func @two(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    tl.store %v as #row to %S[0, 0, 0] scope cta : !v to !s
    gpu.barrier
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%here = %zero) -> (i32) {
      %there = arith.xori %here, %one : i32
      %w = tl.load %S[%here : i32, 0, 0] as #row scope cta : !s to !v
      tl.store %w as #row to %S[%there : i32, 0, 0] scope cta : !v to !s
      scf.yield %there : i32
    }
    gpu.return
  }

  // Of an index; by a remainder, from a number that is not known, and used behind.

  // CHECK-LABEL: gpu.func @remainder(
  // CHECK:         %[[UNIT:.+]] = arith.constant 4096 : i32
  // CHECK:         %[[START:.+]] = arith.muli %{{.+}}, %[[UNIT]] : i32
  // CHECK:         %[[R:.+]] = scf.for {{.*}} iter_args(%[[BYTES:.+]] = %[[START]]) -> (i32) {
  // CHECK:           %[[ALL:.+]] = arith.constant 12288 : index
  // CHECK:           arith.remui %{{.+}}, %[[ALL]] : index
  // CHECK:         %[[LAST:.+]] = arith.shrui %[[R]], %{{.+}} : i32
  // CHECK:         arith.index_castui %[[LAST]] : i32 to index
  gpu.func @remainder(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %first = arith.remui %n, %c3 : index
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %first) -> (index) {
      tl.store %v as #row to %S[%stage, 0, 0] scope cta : !v to !s
      %next = arith.addi %stage, %c1 : index
      %then = arith.remui %next, %c3 : index
      scf.yield %then : index
    }
    %w = tl.load %A[%r, 0] as #row scope cta : !m to !v
    tl.store %w as #row to %A[7, 0] scope cta : !v to !m
    gpu.return
  }

  // Of stages of 4096 and 2048 bytes the less is the unit: LLVM keeps a mask but for a
  // division that is exact.

  // CHECK-LABEL: gpu.func @units(
  // CHECK:         scf.for {{.*}} iter_args(%[[BYTES:.+]] = %{{.+}}) -> (i32) {
  // CHECK:           %[[MASK:.+]] = arith.constant 2047 : i32
  // CHECK:           arith.andi %[[BYTES]], %[[MASK]] : i32
  // CHECK:           %[[INDEX:.+]] = arith.index_castui %[[BYTES]] : i32 to index
  // CHECK:           arith.divsi %[[INDEX]], %c2048 exact
  gpu.func @units(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s, %H: !h) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %half = arith.truncf %v : !v to vector<4xf16>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero) -> (i32) {
      tl.store %v as #row to %S[%stage : i32, 0, 0] scope cta : !v to !s
      tl.store %half as #row to %H[%stage : i32, 0, 0] scope cta : vector<4xf16> to !h
      %next = arith.addi %stage, %one : i32
      %then = arith.andi %next, %three : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // Not what is used as it is, stages of 384 bytes, another one that is carried, what may
  // be below 0, or what has no room in 32 bits, or is compared to what is not known.

  // CHECK-LABEL: gpu.func @used(
  // CHECK-NOT:     arith.constant 4095
  // CHECK:         gpu.return
  gpu.func @used(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero) -> (i32) {
      %f = arith.sitofp %stage : i32 to f32
      %fs = vector.broadcast %f : f32 to !v
      %w = arith.addf %v, %fs : !v
      tl.store %w as #row to %S[%stage : i32, 0, 0] scope cta : !v to !s
      %next = arith.addi %stage, %one : i32
      %then = arith.andi %next, %three : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @odd(
  // CHECK-NOT:     arith.constant 127
  // CHECK-NOT:     arith.constant 383
  // CHECK:         gpu.return
  gpu.func @odd(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !o) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %v = arith.constant dense<[1.0, 2.0, 3.0]> : vector<3xf32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero) -> (i32) {
      tl.store %v as #tl.register<spatial(32).local(3)> to %S[%stage : i32, 0, 0] scope cta : vector<3xf32> to !o
      %next = arith.addi %stage, %one : i32
      %then = arith.andi %next, %three : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @another(
  // CHECK-NOT:     arith.constant 4095
  // CHECK:         gpu.return
  gpu.func @another(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%here = %zero, %there = %one) -> (i32, i32) {
      tl.store %v as #row to %S[%here : i32, 0, 0] scope cta : !v to !s
      scf.yield %there, %here : i32, i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @down(
  // CHECK-NOT:     arith.constant 4095
  // CHECK:         gpu.return
  gpu.func @down(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %minus = arith.constant -1 : i32
    %three = arith.constant 3 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero) -> (i32) {
      tl.store %v as #row to %S[%stage : i32, 0, 0] scope cta : !v to !s
      %next = arith.addi %stage, %minus : i32
      %then = arith.andi %next, %three : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @far(
  // CHECK-NOT:     arith.constant 4095
  // CHECK:         gpu.return
  gpu.func @far(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %three = arith.constant 3 : i32
    %many = arith.constant 400000 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero) -> (i32) {
      tl.store %v as #row to %S[%stage : i32, 0, 0] scope cta : !v to !s
      %next = arith.addi %stage, %many : i32
      %more = arith.addi %next, %many : i32
      %then = arith.andi %more, %three : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @mask(
  // CHECK-NOT:     arith.constant 4095
  // CHECK:         gpu.return
  gpu.func @mask(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %mask = arith.constant 1048577 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero) -> (i32) {
      tl.store %v as #row to %S[%stage : i32, 0, 0] scope cta : !v to !s
      %next = arith.xori %stage, %one : i32
      %then = arith.andi %next, %mask : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @chosen(
  // CHECK-NOT:     arith.constant 4095
  // CHECK:         gpu.return
  gpu.func @chosen(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %three = arith.constant 3 : i32
    %many = arith.constant 400000 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero) -> (i32) {
      tl.store %v as #row to %S[%stage : i32, 0, 0] scope cta : !v to !s
      %last = arith.cmpi eq, %stage, %three : i32
      %more = arith.select %last, %many, %stage : i32
      %next = arith.addi %more, %many : i32
      %then = arith.andi %next, %three : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @bits(
  // CHECK-NOT:     arith.constant 4095
  // CHECK:         gpu.return
  gpu.func @bits(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %many = arith.constant 400000 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero) -> (i32) {
      tl.store %v as #row to %S[%stage : i32, 0, 0] scope cta : !v to !s
      %more = arith.xori %stage, %many : i32
      %next = arith.addi %more, %one : i32
      %then = arith.andi %next, %three : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @given(
  // CHECK-NOT:     arith.constant 4095
  // CHECK:         gpu.return
  gpu.func @given(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero, %before = %zero) -> (i32, i32) {
      tl.store %v as #row to %S[%stage : i32, 0, 0] scope cta : !v to !s
      %next = arith.addi %stage, %one : i32
      %then = arith.andi %next, %three : i32
      scf.yield %then, %stage : i32, i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @compared(
  // CHECK-NOT:     arith.constant 4095
  // CHECK:         gpu.return
  gpu.func @compared(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %zero) -> (i32) {
      tl.store %v as #row to %S[%stage : i32, 0, 0] scope cta : !v to !s
      %i32 = arith.index_cast %i : index to i32
      %last = arith.cmpi eq, %stage, %i32 : i32
      %next = arith.addi %stage, %one : i32
      %more = arith.select %last, %zero, %next : i32
      %then = arith.andi %more, %three : i32
      scf.yield %then : i32
    }
    gpu.return
  }

  // CHECK-LABEL: gpu.func @byte(
  // CHECK-NOT:     arith.constant 4095
  // CHECK:         gpu.return
  gpu.func @byte(%A: !m {llvm.align = 16 : i64}, %n: index)
      workgroup(%S: !s) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %two = arith.constant 2 : i8
    %v = tl.load %A[0, 0] as #row scope cta : !m to !v
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%stage = %c0) -> (index) {
      tl.store %v as #row to %S[%stage, 0, 0] scope cta : !v to !s
      %byte = arith.index_cast %stage : index to i8
      %last = arith.cmpi eq, %byte, %two : i8
      %next = arith.addi %stage, %c1 : index
      %more = arith.select %last, %c0, %next : index
      %then = arith.andi %more, %c3 : index
      scf.yield %then : index
    }
    gpu.return
  }
}
