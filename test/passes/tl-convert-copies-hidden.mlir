// RUN: tl-opt %s --tl-convert-copies --verify-diagnostics -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir

// Views, choices and numbers that hide what is read and written: what follows
// from them is not overlooked, and what is left and taken does the same.

// RUN: tl-sim %s --kernel=cast_between --arg=1:scalar=2 --checksum > %t.before
// RUN: tl-sim %s --kernel=rest_seen --checksum >> %t.before
// RUN: tl-sim %s --kernel=earlier_view --checksum >> %t.before
// RUN: tl-sim %s --kernel=overlap --arg=1:scalar=1 --checksum >> %t.before
// RUN: tl-sim %s --kernel=full_mask --shape=0:40 --block=1 --checksum | grep checksum >> %t.before
// RUN: tl-sim %t.mlir --kernel=cast_between --arg=1:scalar=2 --checksum > %t.after
// RUN: tl-sim %t.mlir --kernel=rest_seen --checksum >> %t.after
// RUN: tl-sim %t.mlir --kernel=earlier_view --checksum >> %t.after
// RUN: tl-sim %t.mlir --kernel=overlap --arg=1:scalar=1 --checksum >> %t.after
// RUN: tl-sim %t.mlir --kernel=full_mask --shape=0:40 --checksum | grep checksum >> %t.after
// RUN: diff %t.before %t.after

!open = memref<?xf32, strided<[1]>, 3>
gpu.module @kernels {

// W7: a buffer under another memory space is written in between.
gpu.func @cast_between(%b: memref<64xf32>, %x: f32) workgroup(%s: memref<64xf32, 3>, %t: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %nine = arith.constant dense<9.0> : vector<64xf32>
  %g = memref.memory_space_cast %s : memref<64xf32, 3> to memref<64xf32>
  linalg.fill ins(%x : f32) outs(%s : memref<64xf32, 3>)
  %0 = vector.transfer_read %s[%c0], %zero {in_bounds = [true]} : memref<64xf32, 3>, vector<64xf32>
  vector.transfer_write %nine, %g[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  // expected-remark @+1 {{is left. W7: between the read and the write, 'vector.transfer_write' may change}}
  vector.transfer_write %0, %t[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32, 3>
  gpu.barrier
  memref.copy %t, %b : memref<64xf32, 3> to memref<64xf32>
  gpu.return
}

// W4: a cast shows what is behind the end of a view, ...
gpu.func @rest_seen(%a: memref<64xf32>, %b: memref<2x64xf32>) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %m = affine.apply affine_map<(d0) -> (64 - d0 * 32)>(%i)
    %g = memref.subview %a[0] [%m] [1] : memref<64xf32> to memref<?xf32, strided<[1]>>
    %t = memref.subview %s[0] [%m] [1] : memref<64xf32, 3> to !open
    gpu.barrier
    // expected-remark @+1 {{is left. W4}}
    memref.copy %g, %t : memref<?xf32, strided<[1]>> to !open
    %r = memref.reinterpret_cast %t to offset: [0], sizes: [64], strides: [1] : !open to memref<64xf32, 3>
    %w = memref.subview %b[%i, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1], offset: ?>>
    memref.copy %r, %w : memref<64xf32, 3> to memref<64xf32, strided<[1], offset: ?>>
  }
  gpu.return
}

// ... and so does the view of an earlier turn.
gpu.func @earlier_view(%a: memref<64xf32>, %b: memref<64xf32>) workgroup(%s: memref<64xf32, 3>, %e: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = memref.subview %e[0] [64] [1] : memref<64xf32, 3> to memref<64xf32, strided<[1]>, 3>
  %first = memref.cast %f : memref<64xf32, strided<[1]>, 3> to !open
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%e : memref<64xf32, 3>)
  %last = scf.for %i = %c0 to %c2 step %c1 iter_args(%before = %first) -> !open {
    %m = affine.apply affine_map<(d0) -> (64 - d0 * 32)>(%i)
    %g = memref.subview %a[0] [%m] [1] : memref<64xf32> to memref<?xf32, strided<[1]>>
    %t = memref.subview %s[0] [%m] [1] : memref<64xf32, 3> to !open
    gpu.barrier
    // expected-remark @+1 {{is left. W4}}
    memref.copy %g, %t : memref<?xf32, strided<[1]>> to !open
    memref.copy %before, %b : !open to memref<64xf32>
    scf.yield %t : !open
  }
  gpu.return
}

// W6: a loop of one thread smears what it reads, if the buffers are one.
gpu.func @overlap(%b: memref<64xf32>, %flag: i1) workgroup(%s: memref<64xf32, 3>, %u: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %t = gpu.thread_id x
  %x = arith.select %flag, %s, %u : memref<64xf32, 3>
  %first = arith.cmpi eq, %t, %c0 : index
  memref.copy %b, %s : memref<64xf32> to memref<64xf32, 3>
  gpu.barrier
  // expected-remark @+1 {{is left. W6: both sides may be parts of one buffer, of which it goes part by part; llvm.noalias of an argument would say that they are not}}
  scf.if %first {
    scf.for %i = %c0 to %c63 step %c1 {
      %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      %y = memref.load %x[%i] : memref<64xf32, 3>
      memref.store %y, %s[%j] : memref<64xf32, 3>
    }
  }
  gpu.barrier
  memref.copy %s, %b : memref<64xf32, 3> to memref<64xf32>
  gpu.return
}

// An argument of a block is no buffer of the kernel: copies through it do not
// share barriers.
// CHECK-LABEL: gpu.func @argument_of_block(
// CHECK:       ^bb1
// CHECK:         gpu.barrier
// CHECK-NEXT:    tl.copy
// CHECK-NEXT:    gpu.barrier
// CHECK:         tl.copy
gpu.func @argument_of_block(%b: memref<64xf32>) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  cf.br ^next(%b, %s : memref<64xf32>, memref<64xf32, 3>)
^next(%c: memref<64xf32>, %u: memref<64xf32, 3>):
  memref.copy %c, %s : memref<64xf32> to memref<64xf32, 3>
  %v = memref.subview %u[16] [16] [1] : memref<64xf32, 3> to memref<16xf32, strided<[1], offset: 16>, 3>
  %w = memref.subview %b[0] [16] [1] : memref<64xf32> to memref<16xf32, strided<[1]>>
  memref.copy %v, %w : memref<16xf32, strided<[1], offset: 16>, 3> to memref<16xf32, strided<[1]>>
  gpu.return
}

// A mask of more than there is takes all.
// CHECK-LABEL: gpu.func @full_mask(
// CHECK:         tl.copy {{.+}} bounds(
gpu.func @full_mask(%a: memref<?xf32>, %b: memref<16xf32>) workgroup(%s: memref<16xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %big = arith.constant 9223372036854775807 : index
  %zero = arith.constant 0.0 : f32
  %mask = vector.create_mask %big : vector<16xi1>
  %0 = vector.transfer_read %a[%c8], %zero, %mask {in_bounds = [true]} : memref<?xf32>, vector<16xf32>
  vector.transfer_write %0, %s[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32, 3>
  gpu.barrier
  memref.copy %s, %b : memref<16xf32, 3> to memref<16xf32>
  gpu.return
}
}
