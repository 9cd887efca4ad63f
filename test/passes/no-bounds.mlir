// A dimension without a bound (_), which no tile leaves: nothing is compared there (V17).
// RUN: tl-opt %s --lower-layout-copies=target=sm_80 | FileCheck %s
// RUN: tl-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: tl-sim %s --verify-lowering --target=sm_80 --arg=2:scalar=70 --arg=3:scalar=64 --arg=4:scalar=128 | FileCheck %s --check-prefix=SAME
// RUN: not tl-sim %s --kernel=columns --arg=2:scalar=70 --arg=3:scalar=64 --arg=4:scalar=512 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: tl-opt %s "--lower-layout-copies=target=sm_80 remarks=1" 2>&1 >/dev/null | FileCheck %s --check-prefix=SAY
// RUN: not tl-sim %s --kernel=below --arg=2:scalar=70 --arg=3:scalar=64 --arg=4:scalar=-8 2>&1 | FileCheck %s --check-prefix=BELOW
// SAME-COUNT-10: equivalent
// SAY: mask granularity 1 of dimension 2: {{.*}}; say bound_divisibility = array<i64: 1, 8>
// RUN: not tl-sim %s --kernel=slice --arg=2:scalar=500 --arg=3:scalar=-3 2>&1 | FileCheck %s --check-prefix=SLICE
// BELOW: has origin -8 in dimension 1; without a lower bound it has to be at least 0
// SLICE: has origin -3 in dimension 1; without a lower bound
// OUT: reads element [64, 512] of a memref of 256x512 in argument 0

#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
!m = memref<256x512xf16>
!v = vector<32xf16>
!s = memref<64x64xf16, #gpu.address_space<workgroup>>

gpu.module @kernels {
  // Rows alone are compared, of loads and of stores.

  // CHECK-LABEL: gpu.func @columns(
  // CHECK-SAME:    %{{.+}}: memref<256x512xf16> {llvm.align = 16 : i64}, %{{.+}}: memref<256x512xf16> {llvm.align = 16 : i64}, %[[M:.+]]: index, %[[I:.+]]: index, %[[J:.+]]: index)
  // CHECK:         %[[ROW:.+]] = arith.addi %[[I]], %{{.+}} : index
  // CHECK:         %[[REST:.+]] = arith.subi %[[M]], %[[ROW]] overflow<nsw> : index
  // CHECK:         %[[MORE:.+]] = arith.cmpi sgt, %[[REST]], %c0
  // CHECK-NEXT:    scf.if %[[MORE]]
  // CHECK-COUNT-3: arith.cmpi sgt, %[[REST]]
  // CHECK-NOT:     arith.cmpi sgt, %{{[0-9]+}}, %c{{.*}} : i32
  // CHECK:         gpu.return
  gpu.func @columns(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %i: index {tl.divisibility = 64 : i64}, %j: index {tl.divisibility = 64 : i64})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[%i, %j] as #rows scope cta bounds(%m, _) {pad = 1.0 : f16} : !m to !v
    tl.store %v as #rows to %B[%i, %j] scope cta bounds(%m, _) : !v to !m
    gpu.return
  }

  // None at all is as without bounds.

  // CHECK-LABEL: gpu.func @nothing(
  // CHECK-NOT:     arith.cmpi
  // CHECK:         gpu.return
  gpu.func @nothing(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %i: index {tl.divisibility = 64 : i64}, %j: index {tl.divisibility = 64 : i64})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[%i, %j] as #rows scope cta bounds(_, _) : !m to !v
    tl.store %v as #rows to %B[%i, %j] scope cta bounds(_, _) : !v to !m
    gpu.return
  }

  // A copy whose partition is chosen, in parts and by `cp.async`, and one that begins above.

  // CHECK-LABEL: gpu.func @chosen(
  // CHECK-COUNT-1: arith.subi %arg2
  // CHECK-NOT:     arith.subi
  // CHECK:         gpu.return
  gpu.func @chosen(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %i: index {tl.divisibility = 64 : i64}, %j: index {tl.divisibility = 64 : i64})
      workgroup(%S: !s) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A[%i, %j] to %S layout #smem scope cta async bounds(%m, _) : !m to !s
    tl.async_commit
    tl.async_wait 0
    gpu.barrier
    tl.copy %S layout #smem to %B[%i, %j] scope cta bounds(%m, _) : !s to !m
    gpu.return
  }

  gpu.func @parts(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %i: index {tl.divisibility = 64 : i64}, %j: index {tl.divisibility = 64 : i64})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A[%i, %j] to %B[0, 0] scope cta tile(37, 75) bounds(_, 200) : !m to !m
    gpu.return
  }

  gpu.func @above(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %i: index {tl.divisibility = 64 : i64}, %j: index {tl.divisibility = 64 : i64})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[-3, %j] as #rows scope cta bounds(%m, _) from(2, 0) : !m to !v
    tl.store %v as #rows to %B[%i, %j] scope cta bounds(_, _) : !v to !m
    gpu.return
  }

  // An offset that a view adds leaves it as it is.

  // FOLD-LABEL: gpu.func @view(
  // FOLD:         tl.load %{{.+}}[32, 64] as {{.+}} scope cta bounds(70, _)
  gpu.func @view(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %i: index {tl.divisibility = 64 : i64}, %j: index {tl.divisibility = 64 : i64})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c38 = arith.constant 38 : index
    %part = memref.subview %A[32, 64] [64, 64] [1, 1] : !m to memref<64x64xf16, strided<[512, 1], offset: 16448>>
    %v = tl.load %part as #rows scope cta bounds(%c38, _) : memref<64x64xf16, strided<[512, 1], offset: 16448>> to !v
    tl.store %v as #rows to %B[%i, %j] scope cta : !v to !m
    gpu.return
  }

  // What is to be said has an entry for each dimension of the tile.

  gpu.func @slice(%A: memref<2x256x512xf16> {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %n: index, %i: index, %j: index)
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[1, %i, 0] as #rows scope cta bounds(_, %n) : memref<2x256x512xf16> to !v
    tl.store %v as #rows to %B[0, 0] scope cta : !v to !m
    gpu.return
  }

  gpu.func @below(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %i: index {tl.divisibility = 64 : i64}, %j: index {tl.divisibility = 8 : i64})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %v = tl.load %A[%i, %j] as #rows scope cta bounds(%m, _) from(0, 0) : !m to !v
    tl.store %v as #rows to %B[0, 0] scope cta : !v to !m
    gpu.return
  }

  // Nothing is padded then; what is said to divide bounds says nothing of none.

  gpu.func @padded(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %i: index {tl.divisibility = 64 : i64}, %j: index {tl.divisibility = 64 : i64})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A[%i, %j] to %B[0, 0] scope cta tile(64, 64) bounds(_, _) {pad = 1.0 : f16} : !m to !m
    gpu.return
  }

  gpu.func @divided(%A: !m {llvm.align = 16 : i64}, %B: !m {llvm.align = 16 : i64}, %m: index, %i: index {tl.divisibility = 64 : i64}, %j: index {tl.divisibility = 64 : i64})
      kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    tl.copy %A[%i, %j] to %B[0, 0] scope cta tile(64, 64) bounds(%m, _) {bound_divisibility = array<i64: 2, 8>} : !m to !m
    gpu.return
  }
}
