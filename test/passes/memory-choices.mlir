// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=OWNED
// RUN: tl-sim --verify-lowering %s --kernel=swapped --arg=2:scalar=3 | FileCheck %s --check-prefix=SWAPPED
// RUN: tl-sim --verify-lowering %s --kernel=chosen --arg=2:scalar=3 | FileCheck %s --check-prefix=CHOSEN

// A memref that a loop carries, a branch passes on or a selection takes has the
// facts of all that it may be.

#row = #tl.register<local(8)>
!tile = memref<64xf32>
!view = memref<?xf32, strided<[1], offset: ?>>
!vector = vector<8xf32>

// SWAPPED: @swapped: equivalent
// CHOSEN: @chosen: equivalent

// Two buffers that change places; the third swap has one that is aligned to 8.

// CHECK-LABEL: func.func @swapped
// CHECK:         scf.for
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         scf.for
// CHECK:         tl.thread_load {{.*}} align 8 :
func.func @swapped(%a: !tile {llvm.align = 32 : i64}, %b: !tile {llvm.align = 64 : i64}, %n: index, %c: !tile {llvm.align = 16 : i64}, %d: !tile {llvm.align = 8 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b, %z = %c) -> (!tile, !tile, !tile) {
    %v = tl.load %x as #row scope thread : !tile to !vector
    %w = tl.load %z as #row scope thread : !tile to !vector
    tl.store %w as #row to %y scope thread : !vector to !tile
    scf.yield %y, %x, %z : !tile, !tile, !tile
  }
  %1:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0#0, %y = %d) -> (!tile, !tile) {
    %v = tl.load %x as #row scope thread : !tile to !vector
    scf.yield %y, %x : !tile, !tile
  }
  return
}

// CHECK-LABEL: func.func @chosen
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
func.func @chosen(%a: !tile {llvm.align = 32 : i64}, %b: !tile {llvm.align = 64 : i64}, %n: index, %c: !tile {llvm.align = 16 : i64}, %d: !tile {llvm.align = 8 : i64}) {
  %c1 = arith.constant 1 : index
  %is = arith.cmpi eq, %n, %c1 : index
  %x = arith.select %is, %a, %b : !tile
  %y = scf.if %is -> !tile {
    scf.yield %x : !tile
  } else {
    scf.yield %c : !tile
  }
  %0 = tl.load %x as #row scope thread : !tile to !vector
  %1 = tl.load %y as #row scope thread : !tile to !vector
  tl.store %0 as #row to %c scope thread : !vector to !tile
  return
}

// CHECK-LABEL: func.func private @branches
// CHECK:         tl.thread_load {{.*}} align 8 :
func.func private @branches(%is: i1, %a: !tile {llvm.align = 32 : i64}, %d: !tile {llvm.align = 8 : i64}) {
  cf.cond_br %is, ^next(%a : !tile), ^next(%d : !tile)
^next(%z: !tile):
  %2 = tl.load %z as #row scope thread : !tile to !vector
  return
}

// A view that a loop moves on, by 16 and by 8 bytes, and by what is not known.

// CHECK-LABEL: func.func @moved
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 8 :
// CHECK:         tl.thread_load {{.*}} align 4 :
func.func @moved(%a: !tile {llvm.align = 32 : i64}, %b: !tile {llvm.align = 64 : i64}, %n: index, %c: !tile {llvm.align = 16 : i64}, %d: !tile {llvm.align = 8 : i64}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %first = memref.subview %b[%c0] [%c8] [1] : !tile to !view
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %first, %y = %first, %z = %first) -> (!view, !view, !view) {
    %u = tl.load %x as #row scope thread : !view to !vector
    %v = tl.load %y as #row scope thread : !view to !vector
    %w = tl.load %z as #row scope thread : !view to !vector
    %four = memref.subview %x[4] [%c8] [1] : !view to !view
    %two = memref.subview %y[2] [%c8] [1] : !view to !view
    %some = memref.subview %z[%i] [%c8] [1] : !view to !view
    scf.yield %four, %two, %some : !view, !view, !view
  }
  return
}

// Buffers of the kernel are aligned by rule A1, in whatever order a loop has them.

// OWNED-LABEL: gpu.func @buffers
// OWNED-SAME:    workgroup(%{{.*}} : memref<512xf16, {{.*}}> {llvm.align = 128 : i64}, %{{.*}} : memref<512xf16, {{.*}}> {llvm.align = 128 : i64})
// OWNED:         vector.load {{.*}} {alignment = 16 : i64} : memref<512xf16, {{.*}}, vector<8xf16>
gpu.module @kernels {
  gpu.func @buffers(%n: index) workgroup(%a: memref<512xf16, 3>, %b: memref<512xf16, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<512xf16, 3>, memref<512xf16, 3>) {
      %v = tl.load %x layout #tl.shared<row_major(32, 16)> as #tl.register<spatial(32, 1).local(1, 16)> scope warp : memref<512xf16, 3> to vector<16xf16>
      tl.store %v as #tl.register<spatial(32, 1).local(1, 16)> to %y layout #tl.shared<row_major(32, 16)> scope warp : vector<16xf16> to memref<512xf16, 3>
      scf.yield %y, %x : memref<512xf16, 3>, memref<512xf16, 3>
    }
    gpu.return
  }
}
