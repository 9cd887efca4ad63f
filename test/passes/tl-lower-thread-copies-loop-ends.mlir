// RUN: %tl-opt %s --lower-layout-copies=target=sm_90 --canonicalize | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=sm_90 | FileCheck %s --check-prefix=WRITTEN
// DEFINE: %{same} = tl-sim %s --verify-lowering --arg=0:small --arg=1:small
// RUN: %{same} --grid=2 --arg=2:scalar=0.5 --arg=3:scalar=-8 --kernel=axpy --kernel=halves
// RUN: %{same} --grid=2 --arg=2:scalar=0.5 --arg=3:scalar=4 --kernel=axpy
// RUN: %{same} --grid=2 --arg=2:scalar=0.5 --arg=3:scalar=508 --kernel=axpy
// RUN: %{same} --grid=2 --arg=2:scalar=0.5 --arg=3:scalar=512 --kernel=axpy
// RUN: %{same} --grid=2 --arg=2:scalar=0.5 --arg=3:scalar=516 --kernel=axpy
// RUN: %{same} --grid=2 --arg=2:scalar=0.5 --arg=3:scalar=2500 --kernel=axpy --kernel=halves
// RUN: %{same} --grid=3 --arg=2:scalar=0.5 --arg=3:scalar=1000 --kernel=singles
// RUN: %{same} --arg=2:scalar=7 --kernel=alone
// RUN: %{same} --arg=2:scalar=-8 --kernel=behind --kernel=scaled
// RUN: %{same} --arg=2:scalar=68 --kernel=behind --kernel=assumed
// RUN: %{same} --arg=2:scalar=576 --kernel=behind
// RUN: %{same} --arg=2:scalar=2500 --kernel=behind --kernel=assumed --kernel=scaled
// RUN: %{same} --grid=3 --arg=2:scalar=5 --arg=3:scalar=100 --kernel=rows
// RUN: %{same} --grid=3 --arg=2:scalar=-5 --arg=3:scalar=100 --kernel=rows
// RUN: %{same} --grid=3 --arg=2:scalar=63 --arg=3:scalar=4 --kernel=rows
// RUN: %{same} --grid=3 --arg=2:scalar=63 --arg=3:scalar=-4 --kernel=rows
// RUN: %{same} --arg=2:scalar=700 --arg=3:scalar=2000 --kernel=other
// RUN: %{same} --arg=2:scalar=2000 --arg=3:scalar=700 --kernel=other --kernel=words
// RUN: %{same} --arg=2:scalar=-5 --arg=3:scalar=700 --kernel=other
// RUN: %{same} --arg=2:scalar=3 --arg=3:scalar=13 --arg=4:scalar=12 --kernel=planes
// RUN: %{same} --arg=2:scalar=3 --arg=3:scalar=500 --kernel=bias --kernel=weighted --kernel=marked
// RUN: %{same} --arg=2:scalar=700 --kernel=twice --kernel=assumed_inside --kernel=assumed_bound \
// RUN:   --kernel=counter_as_long --kernel=counter_as_short --kernel=counter_as_word
// RUN: %{same} --arg=2:scalar=5 --arg=3:scalar=64 --kernel=both
// RUN: %{same} --arg=2:scalar=8 --arg=3:scalar=64 --kernel=both
// RUN: %{same} --arg=2:scalar=64 --arg=3:scalar=61 --kernel=both
// RUN: %{same} --arg=2:scalar=0 --arg=3:scalar=64 --kernel=both
// RUN: %{same} --arg=2:scalar=64 --arg=3:scalar=1000 --kernel=weighted
// RUN: %{same} --arg=2:scalar=0 --arg=3:scalar=-4 --kernel=weighted
// RUN: %{same} --arg=2:scalar=-3 --arg=3:scalar=100 --kernel=marked
// RUN: %{same} --arg=2:scalar=0 --kernel=assumed
// RUN: %{same} --arg=2:scalar=4294967364 --kernel=cut_bound --kernel=cut_end
// RUN: %{same} --arg=2:scalar=516 --kernel=scaled
// RUN: tl-sim %s --verify-lowering --kernel=length --arg=0:small --shape=0:300 --arg=1:scalar=5 | FileCheck %s --check-prefix=SAME
// SAME: equivalent

// Rule E15: where all in a loop is under a limit of its counter, the loop ends there.

#elements = #tl.register<spatial(128).local(4)>
#tile = #tl.register<spatial(4, 32).local(1, 4)>
#singles = #tl.register<spatial(128)>
#one = #tl.register<local(1)>
!vector = memref<4096xf32>
!matrix = memref<64x1024xf32>

// Of multiples of 512, of which the thread's part is less, none wraps with that: the
// counter is counted with it.  In the loop, what takes it off is next to what adds it.
// CHECK-LABEL: @axpy
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32
// CHECK: %[[FIRST:.+]] = arith.muli %{{.*}}, %c512_i32
// CHECK: %[[SHIFT:.+]] = arith.muli %[[THREAD:.*]], %c4_i32 overflow<nsw> : i32
// CHECK-NEXT: %[[START:.+]] = arith.addi %[[FIRST]], %[[SHIFT]] overflow<nsw> : i32
// CHECK-NEXT: scf.for %[[COUNTER:.+]] = %[[START]] to %[[N]]
// CHECK-NEXT: arith.index_cast %[[COUNTER]]
// CHECK: %[[COUNTED:.+]] = arith.index_cast %{{.*}} : index to i32
// CHECK-NEXT: %[[OWN:.+]] = arith.subi %[[COUNTED]], %[[SHIFT]] overflow<nsw> : i32
// CHECK: arith.addi %[[OWN]], %{{.*}} : i32
// CHECK-NOT: scf.if
// CHECK: gpu.return

// So may the largest part that is less be.
// CHECK-LABEL: @singles
// CHECK: %[[START:.+]] = arith.addi %{{.*}}, %{{.*}} overflow<nsw> : i32
// CHECK-NEXT: scf.for %{{.*}} = %[[START]] to
// CHECK-NOT: scf.if
// CHECK: gpu.return

// A thread alone has no part.
// CHECK-LABEL: @alone
// CHECK: scf.for %{{.*}} = %c0{{[_a-z0-9]*}} to %arg2
// CHECK-NOT: scf.if
// CHECK: gpu.return

// What wraps ends below all numbers, as the start may be any.
// CHECK-LABEL: @halves
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32
// CHECK-DAG: %[[LEAST:.+]] = arith.constant -2147483648 : i32
// CHECK: %[[PART:.+]] = arith.muli %{{.*}}, %c4 overflow<nsw> : index
// CHECK-NEXT: %[[SHIFT:.+]] = arith.index_cast %[[PART]] : index to i32
// CHECK-NEXT: %[[LAST:.+]] = arith.subi %[[N]], %[[SHIFT]] : i32
// CHECK-NEXT: %[[WRAPS:.+]] = arith.cmpi sgt, %[[LAST]], %[[N]] : i32
// CHECK-NEXT: %[[END:.+]] = arith.select %[[WRAPS]], %[[LEAST]], %[[LAST]] : i32
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[END]]
// CHECK-NOT: scf.if
// CHECK: return
// What was asked is gone.
// WRITTEN-LABEL: @halves
// WRITTEN: scf.for
// WRITTEN-NOT: arith.subi
// WRITTEN-NOT: arith.cmpi
// WRITTEN: return
gpu.module @kernels {
  gpu.func @axpy(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %a: f32, %n: i32 {tl.divisibility = 4 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c512 = arith.constant 512 : i32
    %block = gpu.block_id x
    %blocks = gpu.grid_dim x
    %b = arith.index_cast %block : index to i32
    %g = arith.index_cast %blocks : index to i32
    %first = arith.muli %b, %c512 : i32
    %step = arith.muli %g, %c512 : i32
    %as = vector.broadcast %a : f32 to vector<4xf32>
    scf.for %i = %first to %n step %step : i32 {
      %x = tl.load %X[%i : i32] as #elements scope cta bounds(%n : i32) : !vector to vector<4xf32>
      %y = tl.load %Y[%i : i32] as #elements scope cta bounds(%n : i32) : !vector to vector<4xf32>
      %z = vector.fma %x, %as, %y : vector<4xf32>
      tl.store %z as #elements to %Y[%i : i32] scope cta bounds(%n : i32) : vector<4xf32> to !vector
    }
    gpu.return
  }

  gpu.func @singles(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %a: f32, %n: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c128 = arith.constant 128 : i32
    %block = gpu.block_id x
    %blocks = gpu.grid_dim x
    %b = arith.index_cast %block : index to i32
    %g = arith.index_cast %blocks : index to i32
    %first = arith.muli %b, %c128 : i32
    %step = arith.muli %g, %c128 : i32
    scf.for %i = %first to %n step %step : i32 {
      %x = tl.load %X[%i : i32] as #singles scope cta bounds(%n : i32) : !vector to vector<1xf32>
      tl.store %x as #singles to %Y[%i : i32] scope cta bounds(%n : i32) : vector<1xf32> to !vector
    }
    gpu.return
  }

  gpu.func @alone(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %x = tl.load %X[%i] as #one scope thread bounds(%n) : !vector to vector<1xf32>
      tl.store %x as #one to %Y[%i] scope thread bounds(%n) : vector<1xf32> to !vector
    }
    gpu.return
  }

  gpu.func @halves(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %a: f32, %n: i32 {tl.divisibility = 4 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c256 = arith.constant 256 : i32
    %c512 = arith.constant 512 : i32
    %block = gpu.block_id x
    %blocks = gpu.grid_dim x
    %b = arith.index_cast %block : index to i32
    %g = arith.index_cast %blocks : index to i32
    %first = arith.muli %b, %c512 : i32
    %half = arith.addi %g, %g : i32
    %step = arith.muli %half, %c256 : i32
    %start = arith.addi %first, %c256 : i32
    scf.for %i = %start to %n step %step : i32 {
      %x = tl.load %X[%i : i32] as #elements scope cta bounds(%n : i32) : !vector to vector<4xf32>
      tl.store %x as #elements to %Y[%i : i32] scope cta bounds(%n : i32) : vector<4xf32> to !vector
    }
    gpu.return
  }
}

// A start of 0: a bound below has no turns either.
// CHECK-LABEL: @behind
// CHECK: %[[POSITIVE:.+]] = arith.maxsi %{{.*}}, %{{.*}} : index
// CHECK: %[[END:.+]] = arith.subi %[[POSITIVE]], %{{.*}} overflow<nsw> : index
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[END]]
// CHECK-NOT: scf.if
// CHECK: return
func.func @behind(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %n step %c512 {
    %j = arith.addi %i, %c64 overflow<nsw> : index
    %x = tl.load %X[%j] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    tl.store %x as #elements to %Y[%j] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  return
}

// The limit of rows does not vary (rule E14).
// CHECK-LABEL: @rows
// CHECK: %[[KNOWN:.+]] = llvm.freeze
// CHECK-NEXT: scf.if %[[KNOWN]] {
// CHECK-NEXT: scf.for
// CHECK-NOT: scf.if
// CHECK: return
func.func @rows(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %m: index, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  %block = gpu.block_id x
  %row = arith.muli %block, %c4 : index
  scf.for %i = %c0 to %n step %c128 {
    %x = tl.load %X[%row, %i] as #tile scope cta bounds(%m, %n) : !matrix to vector<1x4xf32>
    %y = arith.addf %x, %x : vector<1x4xf32>
    tl.store %y as #tile to %Y[%row, %i] scope cta bounds(%m, %n) : vector<1x4xf32> to !matrix
  }
  return
}

// Two of them, which a copy behind the loop asks as well.
// CHECK-LABEL: @planes
// CHECK: %[[BOTH:.+]] = arith.andi %{{.*}} : i1
// CHECK: %[[KNOWN:.+]] = llvm.freeze %[[BOTH]]
// CHECK-NEXT: scf.if %[[KNOWN]] {
// CHECK-NEXT: scf.for
// CHECK-NOT: scf.if
// CHECK: vector.store
// CHECK: scf.if
// CHECK: return
func.func @planes(%X: memref<4x16x64xf32> {llvm.align = 16 : i64}, %Y: memref<4x16x64xf32> {llvm.align = 16 : i64}, %l: index, %m: index, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %m step %c8 {
    %x = tl.load %X[0, %i, 0] as #tl.register<spatial(4, 8, 4).local(1, 1, 4)> scope cta bounds(%l, %m, %n) : memref<4x16x64xf32> to vector<1x1x4xf32>
    %y = arith.addf %x, %x : vector<1x1x4xf32>
    tl.store %y as #tl.register<spatial(4, 8, 4).local(1, 1, 4)> to %Y[0, %i, 0] scope cta bounds(%l, %m, %n) : vector<1x1x4xf32> to memref<4x16x64xf32>
  }
  gpu.barrier
  %x = tl.load %Y[0, 0, 0] as #tl.register<spatial(4, 8, 4).local(1, 1, 4)> scope cta bounds(%l, 16, %n) : memref<4x16x64xf32> to vector<1x1x4xf32>
  tl.store %x as #tl.register<spatial(4, 8, 4).local(1, 1, 4)> to %Y[0, 0, 32] scope cta bounds(%l, 16, 64) : vector<1x1x4xf32> to memref<4x16x64xf32>
  return
}

// A bound that is not that of the loop may be poison where that has no turn.
// CHECK-LABEL: @other
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK: %[[WORD:.+]] = arith.index_cast %[[N]] : index to i64
// CHECK: llvm.freeze %[[WORD]]
// CHECK: %[[END:.+]] = arith.minsi %{{.*}}, %[[M]] : index
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[END]]
// CHECK-NOT: scf.if
// CHECK: return
func.func @other(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %m: index, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %m step %c512 {
    %x = tl.load %X[%i] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    tl.store %x as #elements to %Y[%i] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  return
}

// The same difference is a room of what stands behind.
// CHECK-LABEL: @twice
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: scf.if
// CHECK: return
func.func @twice(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %n step %c512 {
    %x = tl.load %X[%i] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    tl.store %x as #elements to %Y[%i] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  gpu.barrier
  %x = tl.load %X[0] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
  tl.store %x as #elements to %Y[1024] scope cta : vector<4xf32> to !vector
  return
}

// What the loop gives is a sum with pads as well.
// CHECK-LABEL: @sum
// CHECK: scf.for
// CHECK: scf.if
// CHECK: return
func.func @sum(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant dense<-0.0> : vector<4xf32>
  %sum = scf.for %i = %c0 to %n step %c512 iter_args(%s = %zero) -> vector<4xf32> {
    %x = tl.load %X[%i] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    %t = arith.addf %s, %x : vector<4xf32>
    scf.yield %t : vector<4xf32>
  }
  tl.store %sum as #elements to %Y[0] scope cta : vector<4xf32> to !vector
  return
}

// A counter that is a word may be compared as one, and no other.
// CHECK-LABEL: @words
// CHECK: arith.minsi
// CHECK-NEXT: scf.for
// CHECK-NOT: scf.if
// CHECK: return
func.func @words(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %k: i32, %n: i32 {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  %end = arith.index_cast %k : i32 to index
  scf.for %i = %c0 to %end step %c512 {
    %x = tl.load %X[%i] as #elements scope cta bounds(%n : i32) : !vector to vector<4xf32>
    tl.store %x as #elements to %Y[%i] scope cta bounds(%n : i32) : vector<4xf32> to !vector
  }
  return
}

// CHECK-LABEL: @cut
// CHECK: scf.for
// CHECK: scf.if
// CHECK: return
func.func @cut(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %k: index, %n: i32 {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %k step %c512 {
    %j = arith.index_cast %i : index to i32
    %x = tl.load %X[%j : i32] as #elements scope cta bounds(%n : i32) : !vector to vector<4xf32>
    tl.store %x as #elements to %Y[%j : i32] scope cta bounds(%n : i32) : vector<4xf32> to !vector
  }
  return
}

// A counter without a sign; what is not the counter; a shift that may be below 0.
// CHECK-LABEL: @unsigned
// CHECK: scf.for unsigned
// CHECK: scf.if
// CHECK: return
func.func @unsigned(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  scf.for unsigned %i = %c0 to %n step %c512 {
    %x = tl.load %X[%i] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    tl.store %x as #elements to %Y[%i] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  return
}

// CHECK-LABEL: @doubled
// CHECK: scf.for
// CHECK: scf.if
// CHECK: return
func.func @doubled(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %n step %c512 {
    %j = arith.muli %i, %c2 overflow<nsw> : index
    %x = tl.load %X[%j] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    tl.store %x as #elements to %Y[%j] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  return
}

// CHECK-LABEL: @before
// CHECK: scf.for
// CHECK: scf.if
// CHECK: return
func.func @before(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c512 = arith.constant 512 : index
  %c-4 = arith.constant -4 : index
  scf.for %i = %c512 to %n step %c512 {
    %j = arith.addi %i, %c-4 overflow<nsw> : index
    %x = tl.load %X[%j] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    tl.store %x as #elements to %Y[%j] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  return
}

// A barrier is of all lanes.
// CHECK-LABEL: @barrier
// CHECK: scf.for
// CHECK: scf.if
// CHECK: return
func.func @barrier(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %n step %c512 {
    %x = tl.load %X[%i] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    gpu.barrier
    tl.store %x as #elements to %Y[%i] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  return
}

// A load under a part of the condition is joined with the others first.
// CHECK-LABEL: @bias
// CHECK: scf.if
// CHECK-NEXT: scf.for
// CHECK-NOT: scf.if
// CHECK: return
func.func @bias(%X: !matrix {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %m: index, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %c0 to %n step %c128 {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(%m, %n) : !matrix to vector<1x4xf32>
    %b = tl.load %Y[%i] as #tl.register<reduce(spatial(4, 32).local(1, 4), dims = [0])> scope cta bounds(%n) : !vector to vector<4xf32>
    %row = vector.shape_cast %b : vector<4xf32> to vector<1x4xf32>
    %y = arith.addf %x, %row : vector<1x4xf32>
    tl.store %y as #tile to %X[0, %i] scope cta bounds(%m, %n) : vector<1x4xf32> to !matrix
  }
  return
}

// A bound that is known to be 0 or more.
// CHECK-LABEL: @length
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<?xf32>
// CHECK: %[[N:.+]] = memref.dim %[[X]]
// CHECK-NOT: arith.maxsi
// CHECK: %[[END:.+]] = arith.subi %[[N]], %{{.*}} overflow<nsw>
// CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[END]]
// CHECK-NOT: scf.if
// CHECK: return
func.func @length(%X: memref<?xf32>, %start: index) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %n = memref.dim %X, %c0 : memref<?xf32>
  scf.for %i = %start to %n step %c128 {
    %x = tl.load %X[%i] as #tl.register<spatial(128)> scope cta bounds(%n) : memref<?xf32> to vector<1xf32>
    %y = arith.addf %x, %x : vector<1xf32>
    tl.store %y as #tl.register<spatial(128)> to %X[%i] scope cta bounds(%n) : vector<1xf32> to memref<?xf32>
  }
  return
}

// What is small as it may not wrap is poison where it does, and the loop may have no turn.
// CHECK-LABEL: @promised
// CHECK: scf.for
// CHECK: scf.if
// CHECK: scf.for
// CHECK: scf.if
// CHECK: return
func.func @promised(%X: !vector, %Y: !vector, %k: i16, %n: index) attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c255 = arith.constant 255 : i16
  %small = arith.andi %k, %c255 : i16
  scf.for %i = %c0 to %n step %c128 {
    %square = arith.muli %small, %small overflow<nsw> : i16
    %shift = arith.index_cast %square : i16 to index
    %j = arith.addi %i, %shift overflow<nsw> : index
    %x = tl.load %X[%j] as #tl.register<spatial(128)> scope cta bounds(%n) : !vector to vector<1xf32>
    tl.store %x as #tl.register<spatial(128)> to %Y[%j] scope cta bounds(%n) : vector<1xf32> to !vector
  }
  scf.for %i = %c0 to %n step %c128 {
    %square = arith.muli %small, %small overflow<nsw> : i16
    %shift = arith.index_cast %square : i16 to index
    %j = arith.addi %i, %shift overflow<nsw> : index
    %x = tl.load %X[%j] as #tl.register<local(1)> scope thread bounds(%n) : !vector to vector<1xf32>
    tl.store %x as #tl.register<local(1)> to %Y[%j] scope thread bounds(%n) : vector<1xf32> to !vector
  }
  return
}

// Two limits of one counter are two ends: what is the first one's is not the other's.

// CHECK-LABEL: func.func @both
// CHECK:         scf.for
// CHECK-NOT:       scf.if
// CHECK:         return
func.func @both(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %n: i32, %m: i32) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  scf.for %i = %c0 to %n step %c8 : i32 {
    %v = tl.load %A[%i : i32, %i : i32] as #tl.register<spatial(4, 8)> scope warp bounds(%n : i32, %m : i32) : memref<64x64xf32> to vector<1xf32>
    tl.store %v as #tl.register<spatial(4, 8)> to %B[%i : i32, %i : i32] scope warp bounds(%n : i32, %m : i32) : vector<1xf32> to memref<64x64xf32>
  }
  return
}

// What branches have in common ends the loop, or is around it; each keeps what is its own.

// CHECK-LABEL: func.func @weighted
// CHECK:         scf.for
// CHECK-NOT:       arith.andi {{.*}} : i1
// CHECK:           %[[ROW:.+]] = arith.cmpi sgt
// CHECK:           scf.if %[[ROW]]
// CHECK:             vector.load
// CHECK:           } else {
// CHECK:           }
// CHECK:           vector.load
// CHECK-NOT:       scf.if
// CHECK:           scf.yield %{{.*}} : vector<1x4xf32>
// CHECK-NEXT:    }
func.func @weighted(%A: !matrix {llvm.align = 16 : i64}, %X: !vector {llvm.align = 16 : i64}, %m: index, %n: index {tl.divisibility = 4 : i64}, %Y: !matrix {llvm.align = 16 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %zero) -> vector<1x4xf32> {
    %a = tl.load %A[0, %i] as #tile scope cta bounds(%m, %n) : !matrix to vector<1x4xf32>
    %x = tl.load %X[%i] as #tl.register<reduce(spatial(4, 32).local(1, 4), dims = [0])> scope cta bounds(%n) : !vector to vector<4xf32>
    %row = vector.broadcast %x : vector<4xf32> to vector<1x4xf32>
    %y = arith.mulf %a, %row fastmath<nnan, nsz> : vector<1x4xf32>
    %next = arith.addf %s, %y fastmath<nsz> : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// CHECK-LABEL: func.func @marked
// CHECK:         %[[KNOWN:.+]] = llvm.freeze
// CHECK-NEXT:    scf.if %[[KNOWN]] {
// CHECK-NEXT:      scf.for
// CHECK-NOT:         arith.andi {{.*}} : i1
// CHECK:             vector.store
// CHECK:             scf.if
// CHECK:               vector.store
// CHECK-NOT:         scf.if
// CHECK:         return
func.func @marked(%A: !matrix {llvm.align = 16 : i64}, %B: !matrix {llvm.align = 16 : i64}, %m: index, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c1024 = arith.constant 1024 : index
  %one = arith.constant dense<1.0> : vector<1x4xf32>
  scf.for %i = %c0 to %c1024 step %c128 {
    tl.store %one as #tile to %A[0, %i] scope cta bounds(%m, 1024) : vector<1x4xf32> to !matrix
    %j = arith.xori %i, %c128 : index
    tl.store %one as #tile to %B[0, %j] scope cta bounds(%m, %n) : vector<1x4xf32> to !matrix
  }
  return
}

// What is assumed of the bound says that a counter of 64 bits has 31, as the room, and that its
// word is the end of the loop.
// CHECK-LABEL: func.func @assumed
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to %arg2 step
// CHECK-NOT: scf.if
// CHECK: return
func.func @assumed(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index)
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  %m = tl.assume %n multiple 4 range 0 to 65536 : index
  scf.for %i = %c0 to %m step %c512 {
    %x = tl.load %X[%i] as #elements scope cta bounds(%m) : !vector to vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    tl.store %y as #elements to %Y[%i] scope cta bounds(%m) : vector<4xf32> to !vector
  }
  return
}

// The word of what may have more bits is another number.
// CHECK-LABEL: func.func @cut_bound
// CHECK: %[[END:.+]] = arith.minsi %{{.+}}, %arg2 : index
// CHECK: scf.for %{{.*}} = %c0 to %[[END]] step
// CHECK-NOT: scf.if
// CHECK: return
func.func @cut_bound(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %step = arith.constant 1073741824 : index
  %cut = arith.index_cast %n : index to i32
  %m = tl.assume %cut multiple 4 : i32
  scf.for %i = %c0 to %n step %step {
    %x = tl.load %X[%i] as #elements scope cta bounds(%m : i32) : !vector to vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    tl.store %y as #elements to %Y[%i] scope cta bounds(%m : i32) : vector<4xf32> to !vector
  }
  return
}

// So it is where the loop ends at the word, and the bound has more bits.
// CHECK-LABEL: func.func @cut_end
// CHECK: %[[END:.+]] = arith.minsi
// CHECK: scf.for %{{.*}} = %c0 to %[[END]] step
// CHECK-NOT: scf.if
// CHECK: return
func.func @cut_end(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  %cut = arith.index_cast %n : index to i32
  %m = arith.index_cast %cut : i32 to index
  scf.for %i = %c0 to %m step %c512 {
    %x = tl.load %X[%i] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    tl.store %y as #elements to %Y[%i] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  return
}

// Nor is what is assumed in the loop, or of the bound, in the way.
// CHECK-LABEL: func.func @assumed_inside
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to %arg2 step
// CHECK-NOT: scf.if
// CHECK: return
func.func @assumed_inside(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: i32 {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c512 = arith.constant 512 : i32
  scf.for %i = %c0 to %n step %c512 : i32 {
    %j = tl.assume %i range 0 to 4096 : i32
    %m = tl.assume %n multiple 4 : i32
    %x = tl.load %X[%j : i32] as #elements scope cta bounds(%m : i32) : !vector to vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    tl.store %y as #elements to %Y[%j : i32] scope cta bounds(%m : i32) : vector<4xf32> to !vector
  }
  return
}

// CHECK-LABEL: func.func @assumed_bound
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to %arg2 step
// CHECK-NOT: scf.if
// CHECK: return
func.func @assumed_bound(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: i32 {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c512 = arith.constant 512 : i32
  %m = tl.assume %n multiple 4 : i32
  scf.for %i = %c0 to %n step %c512 : i32 {
    %x = tl.load %X[%i : i32] as #elements scope cta bounds(%m : i32) : !vector to vector<4xf32>
    %y = arith.addf %x, %x : vector<4xf32>
    tl.store %y as #elements to %Y[%i : i32] scope cta bounds(%m : i32) : vector<4xf32> to !vector
  }
  return
}

// The counter of before is what else is made of it, in any type.
// CHECK-LABEL: func.func @counter_as_long
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to %arg2 step
// CHECK-NOT: scf.if
// CHECK: return
func.func @counter_as_long(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %n step %c512 {
    %x = tl.load %X[%i] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f32
    %v = vector.broadcast %f : f32 to vector<4xf32>
    %y = arith.addf %x, %v : vector<4xf32>
    tl.store %y as #elements to %Y[%i] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  return
}

// CHECK-LABEL: func.func @counter_as_short
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to %arg2 step
// CHECK-NOT: scf.if
// CHECK: return
func.func @counter_as_short(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %n step %c512 {
    %x = tl.load %X[%i] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    %k = arith.index_cast %i : index to i16
    %f = arith.sitofp %k : i16 to f32
    %v = vector.broadcast %f : f32 to vector<4xf32>
    %y = arith.addf %x, %v : vector<4xf32>
    tl.store %y as #elements to %Y[%i] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  return
}

// CHECK-LABEL: func.func @counter_as_word
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to %arg2 step
// CHECK-NOT: scf.if
// CHECK: return
func.func @counter_as_word(%X: !vector {llvm.align = 16 : i64}, %Y: !vector {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  scf.for %i = %c0 to %n step %c512 {
    %x = tl.load %X[%i] as #elements scope cta bounds(%n) : !vector to vector<4xf32>
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %v = vector.broadcast %f : f32 to vector<4xf32>
    %y = arith.addf %x, %v : vector<4xf32>
    tl.store %y as #elements to %Y[%i] scope cta bounds(%n) : vector<4xf32> to !vector
  }
  return
}

// What a lane reads by itself does not stay for turns that it has not: a scale of each
// tile, at the counter that the loop had.
// CHECK-LABEL: func.func @scaled
// CHECK:         scf.for
// CHECK-NOT:       scf.if
// CHECK:           memref.load
// CHECK-NOT:       scf.if
// CHECK:           vector.store
// CHECK:         return
func.func @scaled(%X: !vector {llvm.align = 16 : i64}, %S: memref<8xf32>, %n: i32 {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : i32
  %c512 = arith.constant 512 : i32
  scf.for %i = %c0 to %n step %c512 : i32 {
    %tile = arith.divui %i, %c512 : i32
    %at = arith.index_cast %tile : i32 to index
    %s = memref.load %S[%at] : memref<8xf32>
    %x = tl.load %X[%i : i32] as #elements scope cta bounds(%n : i32) : !vector to vector<4xf32>
    %ss = vector.broadcast %s : f32 to vector<4xf32>
    %y = arith.mulf %x, %ss : vector<4xf32>
    tl.store %y as #elements to %X[%i : i32] scope cta bounds(%n : i32) : vector<4xf32> to !vector
  }
  return
}
