// Rule E22: quotients and remainders of what is assumed to have 32 bits have 32.
// RUN: tl-opt %s --lower-layout-copies=target=sm_80 | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies=target=sm_80 | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim %s --verify-lowering --arg=2:scalar=4294967295 --arg=3:scalar=4294967295 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --arg=2:scalar=4294967295 --arg=3:scalar=1 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --arg=2:scalar=2147483648 --arg=3:scalar=2147483647 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --verify-lowering --arg=2:scalar=100 --arg=3:scalar=7 | FileCheck %s --check-prefix=SAME
// SAME-COUNT-3: equivalent

!m = memref<8xindex>
!v = memref<4xf32>
#kernel = array<i32: 1, 1, 1>

gpu.module @kernels {
  // Whatever the operation says of signs, of two numbers without one.  Nothing is left
  // of 64 bits.

  // CHECK-LABEL: gpu.func @quotients(
  // CHECK:         %[[A:.+]] = arith.index_cast %{{.+}} : index to i32
  // CHECK:         %[[B:.+]] = arith.index_cast %{{.+}} : index to i32
  // CHECK:         %[[Q:.+]] = arith.divui %[[A]], %[[B]] : i32
  // CHECK-NEXT:    arith.index_castui %[[Q]] : i32 to index
  // CHECK:         arith.divui {{.*}} : i32
  // CHECK:         arith.divui {{.*}} : i32
  // CHECK:         arith.ceildivui {{.*}} : i32
  // CHECK:         arith.ceildivui {{.*}} : i32
  // CHECK:         arith.remui {{.*}} : i32
  // CHECK:         arith.remui {{.*}} : i32
  // CHECK:         arith.divui {{.*}} : i32
  // CHECK-NOT:     {{(div|rem)..? .*}} : index
  // CHECK:         gpu.return
  // PTX-LABEL:     .entry quotients(
  // PTX-NOT:       {{(div|rem)\..64}}
  // PTX:           ret;
  gpu.func @quotients(%m: !m, %f: !v, %a: index, %b: index) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %x = tl.assume %a range 0 to 4294967295 : index
    %y = tl.assume %b range 1 to 4294967295 : index
    %q0 = arith.divui %x, %y : index
    %q1 = arith.divsi %x, %y : index
    %q2 = arith.floordivsi %x, %y : index
    %q3 = arith.ceildivui %x, %y : index
    %q4 = arith.ceildivsi %x, %y : index
    %q5 = arith.remui %x, %y : index
    %q6 = arith.remsi %x, %y : index
    %q7 = arith.divui %x, %c7 : index
    memref.store %q0, %m[%c0] : !m
    memref.store %q1, %m[%c1] : !m
    memref.store %q2, %m[%c2] : !m
    memref.store %q3, %m[%c3] : !m
    memref.store %q4, %m[%c4] : !m
    memref.store %q5, %m[%c5] : !m
    memref.store %q6, %m[%c6] : !m
    memref.store %q7, %m[%c7] : !m
    gpu.return
  }

  // Of sums and products of such numbers as well: the rows of groups of blocks.

  // CHECK-LABEL: gpu.func @groups(
  // CHECK:         arith.divui {{.*}} : i32
  // CHECK:         arith.remui {{.*}} : i32
  // CHECK:         gpu.return
  // PTX-LABEL:     .entry groups(
  // PTX-NOT:       {{(div|rem)\..64}}
  // PTX:           ret;
  gpu.func @groups(%m: !m, %f: !v, %a: index, %b: index) kernel attributes {known_block_size = #kernel} {
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %block = gpu.block_id x
    %rest = arith.remui %b, %c16 : index
    %given = arith.addi %rest, %c8 : index
    %n = tl.assume %given range 1 to 24 : index
    %per = arith.muli %n, %c8 : index
    %row = arith.divui %block, %per : index
    %column = arith.remui %block, %per : index
    %v = tl.load %f[%row] as #tl.register<local(1)> scope thread : !v to vector<1xf32>
    tl.store %v as #tl.register<local(1)> to %f[%column] scope thread : vector<1xf32> to !v
    gpu.return
  }

  // Numbers that may have more bits, or may be negative, and those that nothing is
  // assumed of stay; LLVM shifts by powers of two.

  // CHECK-LABEL: gpu.func @others(
  // CHECK-NOT:     {{(div|rem).*}} : i32
  // CHECK:         gpu.return
  gpu.func @others(%m: !m, %f: !v, %a: index, %b: index) kernel attributes {known_block_size = #kernel} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c9 = arith.constant 9 : index
    %x = tl.assume %a range 0 to 4294967295 : index
    %y = tl.assume %b range 1 to 4294967295 : index
    %more = tl.assume %b range 1 to 4294967296 : index
    %less = tl.assume %b range -1 to 4294967295 : index
    %q0 = arith.divui %x, %more : index
    %q1 = arith.divsi %less, %y : index
    %q2 = arith.divui %x, %c4 : index
    %block = gpu.block_id x
    %q3 = arith.divui %block, %c9 : index
    memref.store %q0, %m[%c0] : !m
    memref.store %q1, %m[%c1] : !m
    memref.store %q2, %m[%c2] : !m
    memref.store %q3, %m[%c3] : !m
    gpu.return
  }
}
