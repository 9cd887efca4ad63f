// Law F6: what a copy without lower bounds begins at is at least 0.
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-sim --verify-lowering %s --arg=1:scalar=8 --arg=2:scalar=16 | FileCheck %s --check-prefix=SAME
// RUN: tl-sim --verify-lowering %s --kernel=elsewhere --arg=1:scalar=-2147483648 --arg=2:scalar=16
// RUN: tl-sim --verify-lowering %s --kernel=lower --arg=1:scalar=-2147483648 --arg=2:scalar=16

#rows = #tl.register<spatial(8, 4).local(2, 2)>
!m = memref<64x64xf32>
!v = vector<4xf32>
#warp = array<i32: 32, 1, 1>

gpu.module @kernels {
  // Row and column are at least 0, so that one difference of both is compared.

  // SAME: @known: equivalent
  // CHECK-LABEL: gpu.func @known(
  // CHECK:         %[[DIFFERENCE:.+]] = arith.subi
  // CHECK:         %[[ALL:[0-9]+]] = vector.broadcast %[[DIFFERENCE]]
  // CHECK:         arith.cmpi slt, %[[ALL]], %
  // CHECK:         gpu.return
  gpu.func @known(%S: !m, %i: i32, %j: i32) kernel attributes {known_block_size = #warp} {
    %one = arith.constant dense<1.0> : !v
    %zero = arith.constant dense<0.0> : !v
    %p, %q = tl.coordinates #rows [%i : i32, %j : i32] scope warp : vector<4xi32>, vector<4xi32>
    %a = arith.cmpi slt, %p, %q : vector<4xi32>
    %x = arith.select %a, %one, %zero : vector<4xi1>, !v
    tl.store %x as #rows to %S[%i : i32, %j : i32] layout #tl.shared<row_major(64, 64)> scope warp : !v to !m
    gpu.return
  }

  // Of extents that are known only at run time a place is at least 0 all the same.

  // SAME: @extents: equivalent
  // CHECK-LABEL: gpu.func @extents(
  // CHECK:         %[[DIFFERENCE:.+]] = arith.subi
  // CHECK:         %[[ALL:[0-9]+]] = vector.broadcast %[[DIFFERENCE]]
  // CHECK:         arith.cmpi slt, %[[ALL]], %
  // CHECK:         gpu.return
  gpu.func @extents(%S: !m, %i: i32, %j: i32) kernel attributes {known_block_size = #warp} {
    %one = arith.constant dense<1.0> : !v
    %zero = arith.constant dense<0.0> : !v
    %d = memref.cast %S : !m to memref<?x?xf32>
    %p, %q = tl.coordinates #rows [%i : i32, %j : i32] scope warp : vector<4xi32>, vector<4xi32>
    %a = arith.cmpi slt, %p, %q : vector<4xi32>
    %x = arith.select %a, %one, %zero : vector<4xi1>, !v
    tl.store %x as #rows to %d[%i : i32, %j : i32] scope warp : !v to memref<?x?xf32>
    gpu.return
  }

  // Upper bounds cut what begins inside, or say that nothing is inside.

  // SAME: @upper: equivalent
  // CHECK-LABEL: gpu.func @upper(
  // CHECK:         %[[DIFFERENCE:.+]] = arith.subi
  // CHECK:         %[[ALL:[0-9]+]] = vector.broadcast %[[DIFFERENCE]]
  // CHECK:         arith.cmpi slt, %[[ALL]], %
  // CHECK:         gpu.return
  gpu.func @upper(%S: !m, %i: i32, %j: i32) kernel attributes {known_block_size = #warp} {
    %one = arith.constant dense<1.0> : !v
    %zero = arith.constant dense<0.0> : !v
    %p, %q = tl.coordinates #rows [%i : i32, %j : i32] scope warp : vector<4xi32>, vector<4xi32>
    %a = arith.cmpi slt, %p, %q : vector<4xi32>
    %x = arith.select %a, %one, %zero : vector<4xi1>, !v
    tl.store %x as #rows to %S[%i : i32, %j : i32] scope warp bounds(19, 29) : !v to !m
    gpu.return
  }

  // Not where the copy may be left out,

  // SAME: @elsewhere: equivalent
  // CHECK-LABEL: gpu.func @elsewhere(
  // CHECK-NOT:     arith.subi
  // CHECK:         arith.cmpi slt, %{{.+}}, %{{.+}} : vector<4xi32>
  gpu.func @elsewhere(%S: !m, %i: i32, %j: i32) kernel attributes {known_block_size = #warp} {
    %c0 = arith.constant 0 : i32
    %one = arith.constant dense<1.0> : !v
    %zero = arith.constant dense<0.0> : !v
    %p, %q = tl.coordinates #rows [%i : i32, %j : i32] scope warp : vector<4xi32>, vector<4xi32>
    %a = arith.cmpi slt, %p, %q : vector<4xi32>
    %x = arith.select %a, %one, %zero : vector<4xi1>, !v
    %inside = arith.cmpi sge, %i, %c0 : i32
    scf.if %inside {
      tl.store %x as #rows to %S[%i : i32, %j : i32] scope warp : !v to !m
    }
    gpu.return
  }

  // nor under lower bounds, where a tile may begin outside.

  // SAME: @lower: equivalent
  // CHECK-LABEL: gpu.func @lower(
  // CHECK:         arith.cmpi slt, %[[P:[0-9]+]], %[[Q:[0-9]+]] : vector<4xi32>
  // CHECK:         gpu.return
  gpu.func @lower(%S: !m, %i: i32, %j: i32) kernel attributes {known_block_size = #warp} {
    %one = arith.constant dense<1.0> : !v
    %zero = arith.constant dense<0.0> : !v
    %p, %q = tl.coordinates #rows [%i : i32, %j : i32] scope warp : vector<4xi32>, vector<4xi32>
    %a = arith.cmpi slt, %p, %q : vector<4xi32>
    %x = arith.select %a, %one, %zero : vector<4xi1>, !v
    tl.store %x as #rows to %S[%i : i32, %j : i32] scope warp bounds(64, 64) from(0, 0) : !v to !m
    gpu.return
  }

  // But of any layout.

  // SAME: @row: equivalent
  // CHECK-LABEL: gpu.func @row(
  // CHECK:         %[[DIFFERENCE:.+]] = arith.subi
  // CHECK:         %[[ALL:[0-9]+]] = vector.broadcast %[[DIFFERENCE]]
  // CHECK:         arith.cmpi slt, %[[ALL]], %
  // CHECK:         gpu.return
  gpu.func @row(%S: memref<4096xf32>, %i: i32, %j: i32) kernel attributes {known_block_size = #warp} {
    %one = arith.constant dense<1.0> : !v
    %zero = arith.constant dense<0.0> : !v
    %p, %q = tl.coordinates #rows [%i : i32, %j : i32] scope warp : vector<4xi32>, vector<4xi32>
    %a = arith.cmpi slt, %p, %q : vector<4xi32>
    %x = arith.select %a, %one, %zero : vector<4xi1>, !v
    tl.store %x as #rows to %S[%i : i32, %j : i32] layout #tl.shared<row_major(64, 64)> scope warp : !v to memref<4096xf32>
    gpu.return
  }
}
