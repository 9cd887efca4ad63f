// RUN: %tl-opt %s --lower-layout-copies=target=sm_90 | FileCheck %s
// RUN: tl-sim %s --verify-lowering --kernel=columns --arg=1:scalar=24 --arg=0:small | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=sums --arg=2:scalar=3 --arg=3:scalar=40 --arg=0:small | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=tables --arg=1:scalar=24 --arg=0:small | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=given --arg=2:scalar=40 --arg=0:small | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=pieces --arg=1:scalar=3 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=weighted --arg=4:scalar=5 --arg=5:scalar=40 --arg=0:small --arg=1:small | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=weighted --arg=4:scalar=0 --arg=5:scalar=-4 --arg=0:small --arg=1:small | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=matrices --arg=2:scalar=40 --arg=0:small | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=looked_up --arg=3:scalar=40 --arg=0:small | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --kernel=halved --arg=0:small --arg=1:scalar=20 | FileCheck %s --check-prefix=SAME
// SAME: equivalent

// Rule E14: a loop in which all is under one condition that does not vary is under
// it, and what it gives goes to who uses it under an equal one.

#row = #tl.register<spatial(1, 32).local(1, 4)>
#column = #tl.register<spatial(32).local(4)>
!matrix = memref<16x128xf32>

// CHECK-LABEL: @columns
// CHECK: %[[KNOWN:.+]] = llvm.freeze
// CHECK-NEXT: scf.if %[[KNOWN]] {
// CHECK-NEXT: scf.for
// CHECK-NOT: scf.if
// CHECK: vector.load
// CHECK-NOT: scf.if
// CHECK: vector.store
// CHECK-NOT: scf.if
// CHECK: return
func.func @columns(%A: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> vector<1x4xf32> {
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %n) : !matrix to vector<1x4xf32>
    %t = arith.addf %s, %v : vector<1x4xf32>
    tl.store %t as #row to %A[%i, 0] scope warp bounds(16, %n) : vector<1x4xf32> to !matrix
    scf.yield %t : vector<1x4xf32>
  }
  return
}

// The store behind the loop is in its branch.  Limits of rows vary, and stay.
// CHECK-LABEL: @sums
// CHECK: scf.if
// CHECK: scf.for
// CHECK: arith.cmpi
// CHECK: scf.if
// CHECK: else
// CHECK: scf.yield
// CHECK: scf.yield
// CHECK-NEXT: {{^ *[}]$}}
// CHECK-NOT: scf.if
// CHECK: vector.store
// CHECK-NOT: vector.store
// CHECK-NOT: scf.if
// CHECK: return
func.func @sums(%A: !matrix {llvm.align = 16 : i64}, %Y: memref<128xf32> {llvm.align = 16 : i64}, %m: index, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %sum = scf.for %i = %c0 to %m step %c2 iter_args(%s = %zero) -> vector<4xf32> {
    %v = tl.load %A[%i, 0] as #tl.register<local(2, 1).spatial(1, 32).local(1, 4)> scope warp bounds(%m, %n) : !matrix to vector<2x4xf32>
    %v0 = vector.extract %v[0] : vector<4xf32> from vector<2x4xf32>
    %v1 = vector.extract %v[1] : vector<4xf32> from vector<2x4xf32>
    %s0 = arith.addf %s, %v0 : vector<4xf32>
    %s1 = arith.addf %s0, %v1 : vector<4xf32>
    scf.yield %s1 : vector<4xf32>
  }
  %half = arith.mulf %sum, %sum : vector<4xf32>
  tl.store %half as #column to %Y[0] scope warp bounds(%n) : vector<4xf32> to memref<128xf32>
  return
}

// Loops in loops.
// CHECK-LABEL: @tables
// CHECK: scf.if
// CHECK-NEXT: scf.for
// CHECK-NEXT: scf.for
// CHECK-NOT: scf.if
// CHECK: return
func.func @tables(%A: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %k = %c0 to %c4 step %c1 {
      %first = arith.muli %i, %c4 : index
      %at = arith.addi %first, %k : index
      %v = tl.load %A[%at, 0] as #row scope warp bounds(16, %n) : !matrix to vector<1x4xf32>
      %t = arith.mulf %v, %v : vector<1x4xf32>
      tl.store %t as #row to %A[%at, 0] scope warp bounds(16, %n) : vector<1x4xf32> to !matrix
    }
  }
  return
}

// What lanes outside give, too, is stored: 0 times a number.
// CHECK-LABEL: @given
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: scf.if
// CHECK: vector.store
// CHECK: return
func.func @given(%A: !matrix {llvm.align = 16 : i64}, %Y: memref<128xf32> {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> vector<1x4xf32> {
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %n) : !matrix to vector<1x4xf32>
    %t = arith.mulf %s, %v : vector<1x4xf32>
    scf.yield %t : vector<1x4xf32>
  }
  %flat = vector.shape_cast %sum : vector<1x4xf32> to vector<4xf32>
  tl.store %flat as #column to %Y[0] scope warp : vector<4xf32> to memref<128xf32>
  return
}

// A barrier is of all lanes, and so is a shuffle.
// CHECK-LABEL: @barrier
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: return
func.func @barrier(%A: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %n) : !matrix to vector<1x4xf32>
    gpu.barrier
    tl.store %v as #row to %A[%i, 0] scope warp bounds(16, %n) : vector<1x4xf32> to !matrix
  }
  return
}

// CHECK-LABEL: @shuffle
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: gpu.shuffle
// CHECK: return
func.func @shuffle(%A: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %d = arith.constant 1 : i32
  %w = arith.constant 32 : i32
  scf.for %i = %c0 to %c16 step %c1 {
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %n) : !matrix to vector<1x4xf32>
    %e = vector.extract %v[0, 0] : f32 from vector<1x4xf32>
    %x, %ok = gpu.shuffle xor %e, %d, %w : f32
    %t = vector.insert %x, %v [0, 0] : f32 into vector<1x4xf32>
    tl.store %t as #row to %A[%i, 0] scope warp bounds(16, %n) : vector<1x4xf32> to !matrix
  }
  return
}

// What is not written for a copy is done by lanes outside as well.
// CHECK-LABEL: @counted
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: memref.atomic_rmw
// CHECK: return
func.func @counted(%A: !matrix {llvm.align = 16 : i64}, %N: memref<1xi32>, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c16 step %c1 {
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %n) : !matrix to vector<1x4xf32>
    %was = memref.atomic_rmw addi %one, %N[%c0] : (i32, memref<1xi32>) -> i32
    tl.store %v as #row to %A[%i, 0] scope warp bounds(16, %n) : vector<1x4xf32> to !matrix
  }
  return
}

// A condition of each turn.
// CHECK-LABEL: @varies
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: scf.if
// CHECK: return
func.func @varies(%A: !matrix {llvm.align = 16 : i64}, %m: index, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %own = arith.muli %i, %m : index
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %own) : !matrix to vector<1x4xf32>
    %t = arith.mulf %v, %v : vector<1x4xf32>
    tl.store %t as #row to %A[%i, 0] scope warp bounds(16, %own) : vector<1x4xf32> to !matrix
  }
  return
}

// A division by what may be 0 stays where it is asked for.
// CHECK-LABEL: @divides
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: arith.divsi
// CHECK: return
func.func @divides(%A: !matrix {llvm.align = 16 : i64}, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %whole = arith.divsi %n, %m : index
    %own = arith.muli %whole, %c4 : index
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %own) : !matrix to vector<1x4xf32>
    %t = arith.mulf %v, %v : vector<1x4xf32>
    tl.store %t as #row to %A[%i, 0] scope warp bounds(16, %own) : vector<1x4xf32> to !matrix
  }
  return
}

// By a number it is always known.
// CHECK-LABEL: @halved
// CHECK: arith.divsi
// CHECK: llvm.freeze %{{.*}} : i1
// CHECK-NEXT: scf.if
// CHECK-NEXT: scf.for
// CHECK: return
func.func @halved(%A: !matrix {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %whole = arith.divsi %n, %c3 : index
    %own = arith.muli %whole, %c4 : index
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %own) : !matrix to vector<1x4xf32>
    %t = arith.mulf %v, %v : vector<1x4xf32>
    tl.store %t as #row to %A[%i, 0] scope warp bounds(16, %own) : vector<1x4xf32> to !matrix
  }
  return
}

// Two conditions.
// CHECK-LABEL: @two
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: return
func.func @two(%A: !matrix {llvm.align = 16 : i64}, %B: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %k: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %n) : !matrix to vector<1x4xf32>
    %t = arith.mulf %v, %v : vector<1x4xf32>
    tl.store %t as #row to %A[%i, 0] scope warp bounds(16, %n) : vector<1x4xf32> to !matrix
    tl.store %t as #row to %B[%i, 0] scope warp bounds(16, %k) : vector<1x4xf32> to !matrix
  }
  return
}

// That of a load for the store alone stays inside.
// CHECK-LABEL: @inner
// CHECK: %[[KNOWN:.+]] = llvm.freeze
// CHECK-NEXT: scf.if %[[KNOWN]] {
// CHECK-NEXT: scf.for
// CHECK: scf.if
// CHECK-NEXT: vector.load
// CHECK: vector.store
// CHECK: return
func.func @inner(%A: !matrix {llvm.align = 16 : i64}, %B: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %k: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %n) : !matrix to vector<1x4xf32>
    %t = arith.mulf %v, %v : vector<1x4xf32>
    tl.store %t as #row to %B[%i, 0] scope warp bounds(16, %k) : vector<1x4xf32> to !matrix
  }
  return
}

// A condition of the same operations on another number is no equal one.
// CHECK-LABEL: @apart
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: return
func.func @apart(%A: !matrix {llvm.align = 16 : i64}, %Y: memref<128xf32> {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : vector<1x2xf32>
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> vector<1x2xf32> {
    %v = tl.load %A[%i, 0] as #tl.register<spatial(1, 32).local(1, 2)> scope warp bounds(16, %n) : !matrix to vector<1x2xf32>
    %t = arith.mulf %s, %v : vector<1x2xf32>
    scf.yield %t : vector<1x2xf32>
  }
  %twice = vector.shuffle %sum, %sum [0, 1] : vector<1x2xf32>, vector<1x2xf32>
  %flat = vector.shape_cast %twice : vector<2x2xf32> to vector<4xf32>
  tl.store %flat as #column to %Y[0] scope warp bounds(%n) : vector<4xf32> to memref<128xf32>
  return
}

// Nor is it one in another block.
// CHECK-LABEL: @blocks
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: cf.cond_br
func.func @blocks(%A: !matrix {llvm.align = 16 : i64}, %Y: memref<128xf32> {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> vector<1x4xf32> {
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %n) : !matrix to vector<1x4xf32>
    %t = arith.mulf %s, %v : vector<1x4xf32>
    scf.yield %t : vector<1x4xf32>
  }
  cf.cond_br %c, ^used, ^end
^used:
  %flat = vector.shape_cast %sum : vector<1x4xf32> to vector<4xf32>
  tl.store %flat as #column to %Y[0] scope warp bounds(%n) : vector<4xf32> to memref<128xf32>
  cf.br ^end
^end:
  return
}

// An asynchronous copy sets what is outside to zero, in every turn.
// CHECK-LABEL: @set
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: return
func.func @set(%A: !matrix {llvm.align = 16 : i64}, %S: memref<16x128xf32, 3> {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    tl.copy %A[%i, 0] to %S[%i, 0] scope warp tile(1, 128) async bounds(16, %n) : !matrix to memref<16x128xf32, 3>
  }
  tl.async_commit
  tl.async_wait 0
  return
}

// Where the condition fails, narrower accesses store the rest.
// CHECK-LABEL: @pieces
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: } else {
// CHECK: store
// CHECK: return
func.func @pieces(%A: !matrix {llvm.align = 16 : i64}, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %ones = arith.constant dense<1.0> : vector<1x4xf32>
  %n = tl.assume %k range 1 to 4 : index
  scf.for %i = %c0 to %c16 step %c1 {
    tl.store %ones as #tl.register<local(1, 4)> to %A[%i, 0] scope thread bounds(16, %n) : vector<1x4xf32> to !matrix
  }
  return
}

// What a lane reads by itself is left out with the rest: a number, elements, those
// under a mask; in workgroup memory as well.
// CHECK-LABEL: @weighted
// CHECK: %[[KNOWN:.+]] = llvm.freeze
// CHECK: scf.if %[[KNOWN]]
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: memref.load
// CHECK-NEXT: vector.load
// CHECK-NEXT: vector.maskedload
// CHECK-NOT: scf.if
// CHECK: return
func.func @weighted(%A: !matrix {llvm.align = 16 : i64}, %W: memref<16x4xf32>, %S: memref<16x4xf32, 3>, %Y: memref<128xf32> {llvm.align = 16 : i64}, %m: index, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %mask = vector.constant_mask [3] : vector<4xi1>
  %rows = tl.assume %m range 0 to 16 : index
  %sum = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %zero) -> vector<4xf32> {
    %w = memref.load %W[%i, %c0] : memref<16x4xf32>
    %x = vector.load %S[%i, %c0] : memref<16x4xf32, 3>, vector<4xf32>
    %y = vector.maskedload %W[%i, %c0], %mask, %x : memref<16x4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %n) : !matrix to vector<1x4xf32>
    %f = vector.shape_cast %v : vector<1x4xf32> to vector<4xf32>
    %ws = vector.broadcast %w : f32 to vector<4xf32>
    %p = math.fma %f, %ws, %y : vector<4xf32>
    %t = arith.addf %s, %p : vector<4xf32>
    scf.yield %t : vector<4xf32>
  }
  tl.store %sum as #column to %Y[0] scope warp bounds(%n) : vector<4xf32> to memref<128xf32>
  return
}

// Matrices are read by all lanes.
// CHECK-LABEL: @matrices
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: nvgpu.ldmatrix
// CHECK: return
func.func @matrices(%A: !matrix {llvm.align = 16 : i64}, %S: memref<16x64xf16, 3> {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %lane = gpu.thread_id x
  %r = arith.remui %lane, %c16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %m = nvgpu.ldmatrix %S[%r, %c0] {numTiles = 4 : i32, transpose = false} : memref<16x64xf16, 3> -> vector<4x2xf16>
    %h = vector.extract %m[0, 0] : f16 from vector<4x2xf16>
    %f = arith.extf %h : f16 to f32
    %w = vector.broadcast %f : f32 to vector<1x4xf32>
    tl.store %w as #row to %A[%i, 0] scope warp bounds(16, %n) : vector<1x4xf32> to !matrix
  }
  return
}

// Where the loop says what is read behind it, lanes outside read that, too.
// CHECK-LABEL: @looked_up
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: scf.if
// CHECK: memref.load
// CHECK: return
func.func @looked_up(%A: memref<16x128xi32> {llvm.align = 16 : i64}, %T: memref<1024xi32>, %Y: memref<128xi32> {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c1000 = arith.constant 1000 : index
  %c7 = arith.constant dense<7> : vector<1x4xi32>
  %first = arith.constant dense<2000> : vector<1x4xi32>
  %last = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %first) -> vector<1x4xi32> {
    %v = tl.load %A[%i, 0] as #row scope warp bounds(16, %n) : memref<16x128xi32> to vector<1x4xi32>
    %t = arith.andi %v, %c7 : vector<1x4xi32>
    scf.yield %t : vector<1x4xi32>
  }
  %e = vector.extract %last[0, 0] : i32 from vector<1x4xi32>
  %at = arith.index_cast %e : i32 to index
  %x = memref.load %T[%at] : memref<1024xi32>
  %xs = vector.broadcast %x : i32 to vector<4xi32>
  tl.store %xs as #column to %Y[0] scope warp bounds(%n) : vector<4xi32> to memref<128xi32>
  return
}

// A bound that is read is that of its turn.
// CHECK-LABEL: @read_bound
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: memref.load
// CHECK: scf.if
// CHECK: return
func.func @read_bound(%A: memref<16x128xi32> {llvm.align = 16 : i64}, %N: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c4 = arith.constant 4 : i32
  %c31 = arith.constant 31 : i32
  %ones = arith.constant dense<1> : vector<1x4xi32>
  scf.for %i = %c0 to %c16 step %c1 {
    %said = memref.load %N[%c0] : memref<1xi32>
    %rest = arith.andi %said, %c31 : i32
    %n = arith.muli %rest, %c4 : i32
    tl.store %ones as #row to %A[%i, 0] scope warp bounds(16, %n : i32) : vector<1x4xi32> to memref<16x128xi32>
  }
  return
}

// Private memory stays in a loop that LLVM unrolls, or it is no registers.
// CHECK-LABEL: @private
// CHECK-NOT: llvm.freeze %{{.*}} : i1
// CHECK: scf.for
// CHECK: memref.load
// CHECK: scf.if
// CHECK: return
func.func @private(%A: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %own = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %two, %own[%i] : memref<4xf32, #gpu.address_space<private>>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %w = memref.load %own[%i] : memref<4xf32, #gpu.address_space<private>>
    %v = vector.broadcast %w : f32 to vector<1x4xf32>
    tl.store %v as #row to %A[%i, 0] scope warp bounds(16, %n) : vector<1x4xf32> to !matrix
  }
  return
}
