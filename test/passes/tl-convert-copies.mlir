// RUN: %tl-opt %s --tl-convert-copies --mlir-print-local-scope --verify-diagnostics | FileCheck %s
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(tl-convert-copies)' -o /dev/null
// RUN: tl-opt %s --tl-convert-copies -o %t.1 && tl-opt %t.1 --tl-convert-copies -o %t.2 && diff %t.1 %t.2

// Every row of readers, and what is written around it.

// CHECK-LABEL: func.func @plain(
// CHECK-SAME:    %[[G:[^:]+]]: memref<64x32xf16>, %[[S:[^:]+]]: memref<64x32xf16, 3>)
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[G]] to %[[S]] scope cta threads 128 : memref<64x32xf16> to memref<64x32xf16, 3>
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[S]] to %[[G]] scope cta threads 128 {test.kept = 1 : i64} :
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  return
func.func @plain(%g: memref<64x32xf16>, %s: memref<64x32xf16, 3>) attributes {gpu.known_block_size = array<i32: 64, 2, 1>} {
  memref.copy %g, %s {other} : memref<64x32xf16> to memref<64x32xf16, 3>
  linalg.copy {test.kept = 1} ins(%s : memref<64x32xf16, 3>) outs(%g : memref<64x32xf16>)
  return
}

// Of global memory, and of workgroup memory.

// CHECK-LABEL: func.func @spaces(
// CHECK:       tl.copy %{{.+}} scope cta threads 32 : memref<8xf32> to memref<8xf32>
// CHECK:       tl.copy %{{.+}} scope cta threads 32 : memref<8xf32, #gpu.address_space<workgroup>> to memref<8xf32, 3>
func.func @spaces(%a: memref<8xf32>, %b: memref<8xf32>, %s: memref<8xf32, #gpu.address_space<workgroup>>, %t: memref<8xf32, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  memref.copy %s, %t : memref<8xf32, #gpu.address_space<workgroup>> to memref<8xf32, 3>
  return
}

// Barriers that are there are not written again, whatever computes in between.

// CHECK-LABEL: func.func @barriers(
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  memref.subview
// CHECK-NEXT:  tl.copy
// CHECK-NEXT:  arith.muli
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  memref.load
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  memref.store
func.func @barriers(%g: memref<64xf32>, %s: memref<32xf32, 3>, %i: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  gpu.barrier
  %v = memref.subview %g[%i] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: ?>>
  memref.copy %v, %s : memref<32xf32, strided<[1], offset: ?>> to memref<32xf32, 3>
  %j = arith.muli %i, %i : index
  gpu.barrier
  %x = memref.load %s[%j] : memref<32xf32, 3>
  memref.copy %v, %s : memref<32xf32, strided<[1], offset: ?>> to memref<32xf32, 3>
  memref.store %x, %s[%j] : memref<32xf32, 3>
  return
}

// Copies in a row share barriers where none of them touches what another one
// writes, which is known of buffers, and not of what a kernel is given.

// CHECK-LABEL: gpu.func @rows(
// CHECK:       gpu.barrier
// CHECK-NEXT:  tl.copy %[[A:[^ ]+]] to %[[S:[^ ]+]] scope
// CHECK-NEXT:  tl.copy %[[B:[^ ]+]] to %[[T:[^ ]+]] scope
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[S]] to %[[A]] scope
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[T]] to %[[B]] scope
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy %[[A]] to %[[S]] scope
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  gpu.return
// The third reads what the first writes.
// CHECK-LABEL: gpu.func @three(
// CHECK:       gpu.barrier
// CHECK-NEXT:  tl.copy
// CHECK-NEXT:  tl.copy
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy
// CHECK-NEXT:  gpu.barrier
// A buffer stays one buffer under another memory space.
// CHECK-LABEL: gpu.func @cast_rows(
// CHECK:       gpu.barrier
// CHECK-NEXT:  tl.copy
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy
// CHECK-NEXT:  gpu.barrier
// Barriers of parts of a block are not those of the block.
// CHECK-LABEL: gpu.func @partial_barriers(
// CHECK:       nvvm.barrier
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  tl.copy
// CHECK-NEXT:  gpu.barrier
// CHECK-NEXT:  nvvm.barrier
gpu.module @row_kernels {
gpu.func @rows(%a: memref<64xf32>, %b: memref<64xf32>) workgroup(%s: memref<64xf32, 3>, %t: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  memref.copy %a, %s : memref<64xf32> to memref<64xf32, 3>
  memref.copy %b, %t : memref<64xf32> to memref<64xf32, 3>
  memref.copy %s, %a : memref<64xf32, 3> to memref<64xf32>
  memref.copy %t, %b : memref<64xf32, 3> to memref<64xf32>
  memref.copy %a, %s : memref<64xf32> to memref<64xf32, 3>
  gpu.return
}
gpu.func @three(%a: memref<64xf32>, %b: memref<64xf32>) workgroup(%s: memref<64xf32, 3>, %t: memref<64xf32, 3>, %u: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  memref.copy %a, %s : memref<64xf32> to memref<64xf32, 3>
  memref.copy %b, %t : memref<64xf32> to memref<64xf32, 3>
  memref.copy %s, %u : memref<64xf32, 3> to memref<64xf32, 3>
  gpu.return
}
gpu.func @cast_rows(%a: memref<64xf32>) workgroup(%s: memref<64xf32, 3>, %t: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %g = memref.memory_space_cast %s : memref<64xf32, 3> to memref<64xf32>
  memref.copy %a, %s : memref<64xf32> to memref<64xf32, 3>
  memref.copy %g, %t : memref<64xf32> to memref<64xf32, 3>
  gpu.return
}
gpu.func @partial_barriers(%a: memref<64xf32>, %id: i32, %n: i32) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  nvvm.barrier id = %id number_of_threads = %n
  memref.copy %a, %s : memref<64xf32> to memref<64xf32, 3>
  nvvm.barrier id = %id number_of_threads = %n
  gpu.return
}
}

// CHECK-LABEL: func.func @transpose(
// CHECK:       %[[T:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [16, 4, 8], strides: [1, 128, 16] : memref<4x8x16xf32> to memref<16x4x8xf32, strided<[1, 128, 16]>>
// CHECK-NEXT:  tl.copy %[[T]] to %{{.+}} scope cta threads 64 : memref<16x4x8xf32, strided<[1, 128, 16]>> to memref<16x4x8xf32, 3>
// CHECK:       %[[G:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [16, 4, 8], strides: [1, 128, 16]
// CHECK-NEXT:  tl.copy %[[G]] to
// CHECK:       tl.copy %{{.+}} to %{{.+}} scope cta threads 64 : memref<16x4x8xf32, strided<[1, 128, 16]>> to memref<16x4x8xf32, 3>
func.func @transpose(%a: memref<4x8x16xf32>, %s: memref<16x4x8xf32, 3>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  linalg.transpose ins(%a : memref<4x8x16xf32>) outs(%s : memref<16x4x8xf32, 3>) permutation = [2, 0, 1]
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (k, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : memref<4x8x16xf32>) outs(%s : memref<16x4x8xf32, 3>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  %t = memref.transpose %a (i, j, k) -> (k, i, j) : memref<4x8x16xf32> to memref<16x4x8xf32, strided<[1, 128, 16]>>
  memref.copy %t, %s : memref<16x4x8xf32, strided<[1, 128, 16]>> to memref<16x4x8xf32, 3>
  return
}

// What the type of the source leaves open is read from it.

// CHECK-LABEL: func.func @dynamic_transpose(
// CHECK:       %[[B:[^,]+]], %[[O:[^,]+]], %[[N:.+]]:2, %[[P:.+]]:2 = memref.extract_strided_metadata
// CHECK-NEXT:  %[[T:.+]] = memref.reinterpret_cast %[[B]] to offset: [%[[O]]], sizes: [32, 64], strides: [1, %[[P]]#0]
// CHECK-NEXT:  tl.copy %[[T]] to
func.func @dynamic_transpose(%a: memref<64x32xf32, strided<[?, 1], offset: ?>>, %s: memref<32x64xf32, 3>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  linalg.transpose ins(%a : memref<64x32xf32, strided<[?, 1], offset: ?>>) outs(%s : memref<32x64xf32, 3>) permutation = [1, 0]
  return
}

// One element for all along a dimension, or in all; and of rank 0.

// CHECK-LABEL: func.func @broadcast(
// CHECK:       memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [64, 8], strides: [0, 1] : memref<8xf32>
// CHECK:       memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [64, 8], strides: [1, 0] : memref<64xf32>
// CHECK:       memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [64, 8], strides: [0, 0] : memref<f32>
// CHECK:       memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [64, 8], strides: [0, 1] : memref<1x8xf32>
// CHECK:       %[[F:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [1], strides: [1] : memref<f32> to memref<1xf32, strided<[1]>>
// CHECK-NEXT:  %[[T:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [1], strides: [1] : memref<f32, 3> to
// CHECK-NEXT:  tl.copy %[[F]] to %[[T]] scope cta threads 64
func.func @broadcast(%row: memref<8xf32>, %column: memref<64xf32>, %one: memref<f32>, %single: memref<1x8xf32>,
                     %s: memref<64x8xf32, 3>, %t: memref<f32, 3>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  linalg.broadcast ins(%row : memref<8xf32>) outs(%s : memref<64x8xf32, 3>) dimensions = [0]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%column : memref<64xf32>) outs(%s : memref<64x8xf32, 3>) attrs = {copy_to_workgroup_memory} {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%one : memref<f32>) outs(%s : memref<64x8xf32, 3>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%single : memref<1x8xf32>) outs(%s : memref<64x8xf32, 3>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  memref.copy %one, %t : memref<f32> to memref<f32, 3>
  return
}

// CHECK-LABEL: func.func @broadcast_tiles(
// CHECK:       memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [4, 16, 8], strides: [8, 0, 1] : memref<4x8xf32>
func.func @broadcast_tiles(%a: memref<4x8xf32>, %s: memref<4x16x8xf32, 3>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  linalg.broadcast ins(%a : memref<4x8xf32>) outs(%s : memref<4x16x8xf32, 3>) dimensions = [1]
  return
}

// One row for all is the first.
// CHECK-LABEL: func.func @second_row(
// CHECK-NOT:   tl.copy
func.func @second_row(%a: memref<2x8xf32>, %s: memref<64x8xf32, 3>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (1, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<2x8xf32>) outs(%s : memref<64x8xf32, 3>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// As many elements as a tile has.
// CHECK-LABEL: func.func @most(
// CHECK:       tl.copy
func.func @most(%a: memref<1073741824xi8>, %b: memref<1073741824xi8>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>, gpu.kernel} {
  memref.copy %a, %b : memref<1073741824xi8> to memref<1073741824xi8>
  return
}

// Casts and dynamic sizes of one side say less than the other side.

// CHECK-LABEL: func.func @one_side(
// CHECK:       tl.copy %{{.+}} scope cta threads 64 : memref<?x8xf32> to memref<16x8xf32, 3>
// CHECK:       tl.copy %{{.+}} scope cta threads 64 : memref<16x8xf32, 3> to memref<?x8xf32>
func.func @one_side(%a: memref<?x8xf32>, %s: memref<16x8xf32, 3>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c = memref.cast %s : memref<16x8xf32, 3> to memref<?x8xf32, 3>
  memref.copy %a, %c : memref<?x8xf32> to memref<?x8xf32, 3>
  memref.copy %c, %a : memref<?x8xf32, 3> to memref<?x8xf32>
  return
}

// Tails: the subview of the buffer is the buffer, and its sizes are bounds.

// CHECK-LABEL: func.func @tails(
// CHECK-SAME:    %[[A:[^:]+]]: memref<?x?xf32>, %[[I:[^:]+]]: index
// CHECK:       %[[S:.+]] = memref.alloc() : memref<64x16xf32, 3>
// CHECK:       %[[M:.+]] = affine.min
// CHECK:       tl.copy %[[V:.+]] to %[[S]] scope cta threads 64 bounds(%[[M]], 16) : memref<?x16xf32, strided<[?, 1], offset: ?>> to memref<64x16xf32, 3>
// CHECK:       tl.copy %[[S]] to %[[V]] scope cta threads 64 bounds(%[[M]], 16) : memref<64x16xf32, 3> to memref<?x16xf32, strided<[?, 1], offset: ?>>
func.func @tails(%a: memref<?x?xf32>, %i: index, %n: index) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %s = memref.alloc() : memref<64x16xf32, 3>
  %m = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 64)>(%i)[%n]
  %v = memref.subview %a[%i, 0] [%m, 16] [1, 1] : memref<?x?xf32> to memref<?x16xf32, strided<[?, 1], offset: ?>>
  %t = memref.subview %s[0, 0] [%m, 16] [1, 1] : memref<64x16xf32, 3> to memref<?x16xf32, strided<[16, 1]>, 3>
  memref.copy %v, %t : memref<?x16xf32, strided<[?, 1], offset: ?>> to memref<?x16xf32, strided<[16, 1]>, 3>
  memref.copy %t, %v : memref<?x16xf32, strided<[16, 1]>, 3> to memref<?x16xf32, strided<[?, 1], offset: ?>>
  memref.dealloc %s : memref<64x16xf32, 3>
  return
}

// What fills the buffer before is the pad.  It stays where the tile is a part of
// the buffer, as in a ring.

// CHECK-LABEL: func.func @pads(
// CHECK-NOT:   linalg.fill
// CHECK:       tl.copy %{{.+}} to %{{.+}} scope cta threads 64 bounds(%{{.+}}, %{{.+}}) {pad = 1.500000e+00 : f32} : {{.+}} to memref<16x8xf32, 3>
// CHECK:       linalg.fill
// CHECK:       gpu.barrier
// CHECK:       %[[P:.+]] = memref.subview %{{.+}}[%{{.+}}, 0, 0] [1, 16, 8] [1, 1, 1] : memref<4x16x8xf32, 3> to memref<16x8xf32, strided<[8, 1], offset: ?>, 3>
// CHECK-NEXT:  tl.copy %{{.+}} to %[[P]] scope cta threads 64 bounds(%{{.+}}, %{{.+}}) {pad = 1.500000e+00 : f32}
func.func @pads(%a: memref<?x?xf32, strided<[?, 1], offset: ?>>, %m: index, %n: index, %k: index) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %f = arith.constant 1.5 : f32
  %s = memref.alloc() : memref<16x8xf32, 3>
  linalg.fill ins(%f : f32) outs(%s : memref<16x8xf32, 3>)
  gpu.barrier
  %t = memref.subview %s[0, 0] [%m, %n] [1, 1] : memref<16x8xf32, 3> to memref<?x?xf32, strided<[8, 1]>, 3>
  memref.copy %a, %t : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[8, 1]>, 3>
  %r = memref.alloc() : memref<4x16x8xf32, 3>
  linalg.fill ins(%f : f32) outs(%r : memref<4x16x8xf32, 3>)
  %u = memref.subview %r[%k, 0, 0] [1, %m, %n] [1, 1, 1] : memref<4x16x8xf32, 3> to memref<?x?xf32, strided<[8, 1], offset: ?>, 3>
  memref.copy %a, %u : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[8, 1], offset: ?>, 3>
  %x = memref.load %s[%k, %k] : memref<16x8xf32, 3>
  memref.store %x, %r[%k, %k, %k] : memref<4x16x8xf32, 3>
  return
}

// A transpose with bounds, which are those of the source.

// CHECK-LABEL: func.func @transposed_tail(
// CHECK-SAME:    %{{.+}}: memref<?x?xf32>, %[[M:[^:]+]]: index, %[[N:[^:]+]]: index)
// CHECK:       memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [%{{.+}}, %{{.+}}], strides: [1, %{{.+}}]
// CHECK-NEXT:  tl.copy %{{.+}} to %{{.+}} scope cta threads 64 bounds(%[[N]], %[[M]]) : memref<?x?xf32, strided<[1, ?]>> to memref<8x16xf32, 3>
func.func @transposed_tail(%a: memref<?x?xf32>, %m: index, %n: index) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %s = memref.alloc() : memref<8x16xf32, 3>
  %t = memref.subview %s[0, 0] [%n, %m] [1, 1] : memref<8x16xf32, 3> to memref<?x?xf32, strided<[16, 1]>, 3>
  linalg.transpose ins(%a : memref<?x?xf32>) outs(%t : memref<?x?xf32, strided<[16, 1]>, 3>) permutation = [1, 0]
  return
}

// Rows that are all the same have as many as the buffer has, under the bound.

// CHECK-LABEL: func.func @repeated_tail(
// CHECK-SAME:    %{{.+}}: memref<8xf32>, %[[N:[^:]+]]: index)
// CHECK:       memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [64, 8], strides: [0, 1]
// CHECK-NEXT:  tl.copy %{{.+}} to %{{.+}} scope cta threads 64 bounds(%[[N]], 8) : memref<64x8xf32, strided<[0, 1]>> to memref<64x8xf32, 3>
func.func @repeated_tail(%row: memref<8xf32>, %n: index) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %s = memref.alloc() : memref<64x8xf32, 3>
  %t = memref.subview %s[0, 0] [%n, 8] [1, 1] : memref<64x8xf32, 3> to memref<?x8xf32, strided<[8, 1]>, 3>
  linalg.broadcast ins(%row : memref<8xf32>) outs(%t : memref<?x8xf32, strided<[8, 1]>, 3>) dimensions = [0]
  return
}

// A loop of one turn is one of the tile.

// CHECK-LABEL: func.func @one_turn(
// CHECK:       tl.copy %{{.+}}[0, 0] to %{{.+}}[0, 0] scope cta tile(64) threads 64
// CHECK-NOT:   scf.for
func.func @one_turn(%a: memref<1x64xf32>, %s: memref<1x64xf32, 3>) attributes {gpu.known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c1 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %a[%i, %j] : memref<1x64xf32>
      memref.store %v, %s[%i, %j] : memref<1x64xf32, 3>
    }
  }
  return
}

// A copy of the host, one of a thread's own buffer, and what is no copy are left
// without a word.

// CHECK-LABEL: func.func @host(
// CHECK:       memref.copy
func.func @host(%a: memref<8xf32>, %b: memref<8xf32>) {
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  return
}

// CHECK-LABEL: gpu.func @others(
// CHECK-NOT:   tl.copy
gpu.module @kernels {
gpu.func @others(%a: memref<8xf32>, %h: memref<8xf16>, %s: memref<8xf32, 3>) private(%p: memref<8xf32, 5>) kernel {
  memref.copy %a, %p : memref<8xf32> to memref<8xf32, 5>
  linalg.copy ins(%h : memref<8xf16>) outs(%s : memref<8xf32, 3>)
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%s : memref<8xf32, 3>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %x : f32
    linalg.yield %z : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%s : memref<8xf32, 3>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %y : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (7 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%s : memref<8xf32, 3>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  gpu.return
}
}
