// RUN: tl-sim %s --kernel=new --block=1 --dump=1 | FileCheck %s --check-prefix=NEW
// RUN: not tl-sim %s --kernel=new_shared 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: tl-sim %s --kernel=views --block=1 --dump=1 | FileCheck %s --check-prefix=VIEWS
// RUN: tl-sim %s --kernel=shapes --block=1 --dump=1 --shape=0:3x4,strides=8x1,offset=2 | FileCheck %s --check-prefix=SHAPES
// RUN: tl-sim %s --kernel=ones --block=1 --dump=1 | FileCheck %s --check-prefix=ONES
// RUN: tl-sim %s --kernel=ones --block=1 --verify-lowering=expand-strided-metadata | FileCheck %s --check-prefix=EXPANDED
// RUN: tl-sim %s --kernel=globals --grid=2 --block=1 --dump=0 | FileCheck %s --check-prefix=GLOBALS
// RUN: tl-sim %s --kernel=counted --grid=2 --block=1 --dump=0 | FileCheck %s --check-prefix=COUNTED
// RUN: tl-sim %s --kernel=transposes --block=1 --dump=1 | FileCheck %s --check-prefix=TRANSPOSES
// RUN: tl-sim %s --kernel=ranks --block=1 --dump=2 | FileCheck %s --check-prefix=RANKS
// RUN: not tl-sim %s --kernel=casts --block=1 --shape=0:8 2>&1 | FileCheck %s --check-prefix=CASTS
// RUN: not tl-sim %s --kernel=any_rank 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: tl-sim %s --kernel=any_rank --shape=0:2x3,strides=4x1,offset=5 --dump=0 --dump=1 | FileCheck %s --check-prefix=OPEN
// RUN: not tl-sim %s --kernel=any_rank --shape=0:6 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: tl-sim %s --kernel=any_shared --shape=0:4 --report --block=4 | FileCheck %s --check-prefix=SPACE
// RUN: tl-sim %s --kernel=reshaped --block=1 --arg=0:iota --dump=1 | FileCheck %s --check-prefix=RESHAPED
// RUN: not tl-sim %s --kernel=reshaped_to_more --block=1 2>&1 | FileCheck %s --check-prefix=MORE
// RUN: not tl-sim %s --kernel=reshaped_to_fewer_than_none --block=1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: tl-sim %s --kernel=changed_by_body --arg=0:zero --dump=0 | FileCheck %s --check-prefix=BODY
// RUN: not tl-sim %s --kernel=with_gaps --block=1 2>&1 | FileCheck %s --check-prefix=GAPS
// RUN: tl-sim %s --kernel=without_gaps --block=1 --shape=0:2x1x3x4,strides=12x99x4x1 --dump=1 | FileCheck %s --check-prefix=NO-GAPS
// RUN: tl-sim %s --kernel=without_gaps --block=1 --shape=0:2x5x0x4,strides=1x1x1x1 | FileCheck %s --check-prefix=NO-ELEMENTS
// RUN: not tl-sim %s --kernel=without_gaps --block=1 --shape=0:2x1x3x4,strides=13x99x4x1 2>&1 | FileCheck %s --check-prefix=FAR-ROWS
// RUN: not tl-sim %s --kernel=expanded_to --block=1 --arg=1:scalar=4 2>&1 | FileCheck %s --check-prefix=TOO-MANY
// RUN: not tl-sim %s --kernel=expanded_to --block=1 --arg=1:scalar=1 2>&1 | FileCheck %s --check-prefix=TOO-FEW
// RUN: tl-sim %s --kernel=expanded_to --block=1 --arg=1:scalar=2 | FileCheck %s --check-prefix=AS-MANY

// VIEWS:      argument 1:
// VIEWS-NEXT: {{^}}[9, 9, 23, 18, 24, 1, 9]
func.func @views(%in: memref<4x8xi32>, %out: memref<7xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %part = memref.subview %in[1, %c1] [2, 4] [1, 2] : memref<4x8xi32> to memref<2x4xi32, strided<[8, 2], offset: ?>>
  %0 = memref.load %part[%c0, %c0] : memref<2x4xi32, strided<[8, 2], offset: ?>>
  memref.store %0, %out[%c0] : memref<7xi32>
  %row = memref.subview %in[1, 0] [1, 8] [1, 1] : memref<4x8xi32> to memref<8xi32, strided<[1], offset: 8>>
  %1 = memref.load %row[%c1] : memref<8xi32, strided<[1], offset: 8>>
  memref.store %1, %out[%c1] : memref<7xi32>
  %2 = memref.load %part[%c1, %c3] : memref<2x4xi32, strided<[8, 2], offset: ?>>
  memref.store %2, %out[%c2] : memref<7xi32>
  %flat = memref.collapse_shape %in [[0, 1]] : memref<4x8xi32> into memref<32xi32>
  %cube = memref.expand_shape %flat [[0, 1, 2]] output_shape [2, 8, 2] : memref<32xi32> into memref<2x8x2xi32>
  %3 = memref.load %cube[%c1, %c1, %c0] : memref<2x8x2xi32>
  memref.store %3, %out[%c3] : memref<7xi32>
  %cast = memref.reinterpret_cast %in to offset: [%c5], sizes: [4, 5], strides: [5, %c1] : memref<4x8xi32> to memref<4x5xi32, strided<[5, ?], offset: ?>>
  %4 = memref.load %cast[%c3, %c4] : memref<4x5xi32, strided<[5, ?], offset: ?>>
  memref.store %4, %out[%c4] : memref<7xi32>
  %open = memref.cast %in : memref<4x8xi32> to memref<?x8xi32>
  %promised = memref.assume_alignment %open, 32 : memref<?x8xi32>
  %true = arith.constant true
  %false = arith.constant false
  %c6 = arith.constant 6 : index
  %first = memref.subview %in[%c0, 0] [1, 8] [1, 1] : memref<4x8xi32> to memref<8xi32, strided<[1], offset: ?>>
  %second = memref.subview %in[%c1, 0] [1, 8] [1, 1] : memref<4x8xi32> to memref<8xi32, strided<[1], offset: ?>>
  %taken = arith.select %true, %first, %second : memref<8xi32, strided<[1], offset: ?>>
  %other = arith.select %false, %first, %second : memref<8xi32, strided<[1], offset: ?>>
  %5 = memref.load %taken[%c1] : memref<8xi32, strided<[1], offset: ?>>
  memref.store %5, %out[%c5] : memref<7xi32>
  %6 = memref.load %other[%c1] : memref<8xi32, strided<[1], offset: ?>>
  memref.store %6, %out[%c6] : memref<7xi32>
  return
}

// Dimensions that become one step as the last of them that has more than one element.

// ONES:      argument 1:
// ONES-NEXT: {{^}}[0, 16, 3]
// EXPANDED: equivalent: 35 elements, 1 threads
func.func @ones(%in: memref<32xi32>, %out: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %column = memref.reinterpret_cast %in to offset: [0], sizes: [2, 1], strides: [16, 5] : memref<32xi32> to memref<2x1xi32, strided<[16, 5]>>
  %a = memref.collapse_shape %column [[0, 1]] : memref<2x1xi32, strided<[16, 5]>> into memref<2xi32, strided<[16]>>
  %row = memref.reinterpret_cast %in to offset: [0], sizes: [1, 2], strides: [16, 3] : memref<32xi32> to memref<1x2xi32, strided<[16, 3]>>
  %b = memref.collapse_shape %row [[0, 1]] : memref<1x2xi32, strided<[16, 3]>> into memref<2xi32, strided<[3]>>
  %0 = memref.load %a[%c0] : memref<2xi32, strided<[16]>>
  %1 = memref.load %a[%c1] : memref<2xi32, strided<[16]>>
  %2 = memref.load %b[%c1] : memref<2xi32, strided<[3]>>
  memref.store %0, %out[%c0] : memref<3xi32>
  memref.store %1, %out[%c1] : memref<3xi32>
  memref.store %2, %out[%c2] : memref<3xi32>
  return
}

// Sizes that the type leaves open, of the option; a gap is nobody's.

// SHAPES:      argument 1:
// SHAPES-NEXT: {{^}}[3, 4, 2, 8, 1, 7]
func.func @shapes(%in: memref<?x?xi32, strided<[?, ?], offset: ?>>, %out: memref<6xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %d0 = memref.dim %in, %c0 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %d1 = memref.dim %in, %c1 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %in : memref<?x?xi32, strided<[?, ?], offset: ?>> -> memref<i32>, index, index, index, index, index
  %v = memref.load %in[%c1, %c3] : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %i = arith.index_cast %v : i32 to index
  %all = vector.from_elements %d0, %d1, %offset, %strides#0, %strides#1, %i : vector<6xindex>
  vector.store %all, %out[%c0] : memref<6xindex>, vector<6xindex>
  return
}

// A global in shared memory is another one in each block, which finds it
// unwritten.

memref.global "private" constant @table : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
memref.global "private" @shared : memref<1xi32, 3> {alignment = 16 : i64}

// GLOBALS:      argument 0:
// GLOBALS-NEXT: {{^}}[4, 4, 1, 2]
func.func @globals(%out: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = gpu.block_id x
  %t = memref.get_global @table : memref<2x2xi32>
  %v = memref.load %t[%c1, %c1] : memref<2x2xi32>
  %s = memref.get_global @shared : memref<1xi32, 3>
  memref.store %v, %s[%c0] : memref<1xi32, 3>
  %w = memref.load %s[%c0] : memref<1xi32, 3>
  memref.store %w, %out[%b] : memref<4xi32>
  %bytes = memref.alloca() {alignment = 16 : i64} : memref<16xi8, 5>
  %ints = memref.view %bytes[%c0][] : memref<16xi8, 5> to memref<2xi32, 5>
  %u = memref.load %t[%c0, %b] : memref<2x2xi32>
  memref.store %u, %ints[%b] : memref<2xi32, 5>
  %x = memref.load %ints[%b] : memref<2xi32, 5>
  %c2 = arith.constant 2 : index
  %place = arith.addi %b, %c2 : index
  memref.store %x, %out[%place] : memref<4xi32>
  return
}

// A global in global memory is one for all blocks.

memref.global "private" @total : memref<1xi32> = dense<5>

// COUNTED:      argument 0:
// COUNTED-NEXT: {{^}}[5, 6]
func.func @counted(%out: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %b = gpu.block_id x
  %total = memref.get_global @total : memref<1xi32>
  %old = memref.atomic_rmw addi %one, %total[%c0] : (i32, memref<1xi32>) -> i32
  memref.store %old, %out[%b] : memref<2xi32>
  return
}

// Argument 0 holds 0 to 23: element [i, j, k] of the transpose is [j, k, i] of it.

// TRANSPOSES:      argument 1:
// TRANSPOSES-NEXT: {{^}}[0, 4, 8]
// TRANSPOSES-NEXT: {{^}}[3, 7, 11]
// TRANSPOSES-NEXT: {{^}}[4, 2, 3]
func.func @transposes(%in: memref<2x3x4xi32>, %out: memref<3x3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %t = memref.transpose %in (i, j, k) -> (k, i, j) : memref<2x3x4xi32> to memref<4x2x3xi32, strided<[1, 12, 4]>>
  scf.for %i = %c0 to %c3 step %c1 {
    %a = memref.load %t[%c0, %c0, %i] : memref<4x2x3xi32, strided<[1, 12, 4]>>
    %b = memref.load %t[%c3, %c0, %i] : memref<4x2x3xi32, strided<[1, 12, 4]>>
    %n = memref.dim %t, %i : memref<4x2x3xi32, strided<[1, 12, 4]>>
    %c = arith.index_cast %n : index to i32
    memref.store %a, %out[%c0, %i] : memref<3x3xi32>
    memref.store %b, %out[%c1, %i] : memref<3x3xi32>
    memref.store %c, %out[%c2, %i] : memref<3x3xi32>
  }
  return
}

// A memref whose rank the type does not say has the one that it has.

// RANKS:      argument 2:
// RANKS-NEXT: {{^}}[2, 5, 13]
func.func private @extent(%a: memref<*xi32>, %d: index) -> index {
  %n = memref.dim %a, %d : memref<*xi32>
  return %n : index
}
func.func @ranks(%a: memref<4x5xi32>, %d: index, %out: memref<3xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %any = memref.cast %a : memref<4x5xi32> to memref<*xi32>
  %rank = memref.rank %any : memref<*xi32>
  memref.store %rank, %out[%c0] : memref<3xindex>
  %n = call @extent(%any, %c1) : (memref<*xi32>, index) -> index
  memref.store %n, %out[%c1] : memref<3xindex>
  %back = memref.cast %any : memref<*xi32> to memref<?x5xi32>
  %row = arith.constant 2 : index
  %v = memref.load %back[%row, %row] : memref<?x5xi32>
  %w = arith.index_cast %v : i32 to index
  %x = arith.addi %w, %c1 : index
  memref.store %x, %out[%c2] : memref<3xindex>
  return
}

// CASTS: error: 'memref.cast' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) has rank 1, which it casts to 2
// CASTS: error: 'memref.cast' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) has extent 8 in dimension 0, which it casts to 9
// CASTS: error: 'memref.cast' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) has stride 1 in dimension 0, which it casts to 2
func.func @casts(%a: memref<?xi32, strided<[?]>>) {
  %any = memref.cast %a : memref<?xi32, strided<[?]>> to memref<*xi32>
  %0 = memref.cast %any : memref<*xi32> to memref<8x?xi32>
  %1 = memref.cast %a : memref<?xi32, strided<[?]>> to memref<9xi32, strided<[?]>>
  %2 = memref.cast %a : memref<?xi32, strided<[?]>> to memref<?xi32, strided<[2]>>
  return
}

// What a memref of any rank is an option says.
// ANY: error: 'func.func' op argument 0 is a memref of any rank; give --shape
// RANK: error: 'memref.cast' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) has rank 1, which it casts to 2
// OPEN:      argument 0:
// OPEN-NEXT: {{^}}[0, 1, 2]
// OPEN-NEXT: {{^}}[3, 4, 70]
// OPEN-NEXT: argument 1:
// OPEN-NEXT: {{^}}[2, 2, 3, 4, 5]
func.func @any_rank(%a: memref<*xi32>, %out: memref<5xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 70 : i32
  %rank = memref.rank %a : memref<*xi32>
  %ranked = memref.cast %a : memref<*xi32> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %ranked : memref<?x?xi32, strided<[?, ?], offset: ?>> -> memref<i32>, index, index, index, index, index
  %v = vector.from_elements %rank, %sizes#0, %sizes#1, %strides#0, %offset : vector<5xindex>
  vector.store %v, %out[%c0] : memref<5xindex>, vector<5xindex>
  memref.store %n, %ranked[%c1, %c2] : memref<?x?xi32, strided<[?, ?], offset: ?>>
  return
}

// SPACE: shared
func.func @any_shared(%a: memref<*xi32, 3>) {
  %t = gpu.thread_id x
  %ranked = memref.cast %a : memref<*xi32, 3> to memref<4xi32, 3>
  %0 = memref.load %ranked[%t] : memref<4xi32, 3>
  return
}

// RESHAPED:      argument 1:
// RESHAPED-NEXT: {{^}}[7]
func.func @reshaped(%in: memref<3x4xi32>, %out: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %shape = memref.alloca() : memref<2xindex>
  memref.store %c2, %shape[%c0] : memref<2xindex>
  memref.store %c6, %shape[%c1] : memref<2xindex>
  %m = memref.reshape %in(%shape) : (memref<3x4xi32>, memref<2xindex>) -> memref<?x?xi32>
  %x = memref.load %m[%c1, %c1] : memref<?x?xi32>
  memref.store %x, %out[%c0] : memref<1xi32>
  return
}

// MORE: error: 'memref.reshape' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) has 12 elements, and a shape of 13
func.func @reshaped_to_more(%in: memref<3x4xi32>) {
  %c0 = arith.constant 0 : index
  %c13 = arith.constant 13 : index
  %shape = memref.alloca() : memref<1xindex>
  memref.store %c13, %shape[%c0] : memref<1xindex>
  %m = memref.reshape %in(%shape) : (memref<3x4xi32>, memref<1xindex>) -> memref<?xi32>
  return
}

// Two negative sizes, whose product is that of the others.
// NEGATIVE: error: 'memref.reshape' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) has a negative size
func.func @reshaped_to_fewer_than_none(%in: memref<3x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant -3 : index
  %b = arith.constant -4 : index
  %shape = memref.alloca() : memref<2xindex>
  memref.store %a, %shape[%c0] : memref<2xindex>
  memref.store %b, %shape[%c1] : memref<2xindex>
  %m = memref.reshape %in(%shape) : (memref<3x4xi32>, memref<2xindex>) -> memref<?x?xi32>
  return
}

// Each of 32 threads adds its number and 1; what it gets is what it leaves, which
// the last one has last.
// BODY:      argument 0:
// BODY-NEXT: {{^}}[528, 528]
func.func @changed_by_body(%sum: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %one = arith.constant 1 : i32
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %left = memref.generic_atomic_rmw %sum[%c0] : memref<2xi32> {
  ^bb0(%old: i32):
    %more = arith.addi %old, %n : i32
    %new = arith.addi %more, %one : i32
    memref.atomic_yield %new : i32
  }
  %is_last = arith.cmpi eq, %t, %c31 : index
  scf.if %is_last {
    memref.store %left, %sum[%c1] : memref<2xi32>
  }
  return
}

// A longer memref, a shorter one, and a copy, which does not change with what it is of.

// NEW:      argument 1:
// NEW-NEXT: {{^}}[0, 1, 2, 7, 0, 1]
// NEW-NEXT: {{^}}[8, 1, 2, 3, 4, 5]
func.func @new(%in: memref<2x3xi32>, %out: memref<2x6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %seven = arith.constant 7 : i32
  %eight = arith.constant 8 : i32
  %open = memref.alloc(%c2, %c3) : memref<?x?xi32>
  %two = memref.dim %open, %c0 : memref<?x?xi32>
  %three = memref.dim %open, %c1 : memref<?x?xi32>
  %a = memref.alloc() : memref<3xi32>
  scf.for %i = %c0 to %three step %c1 {
    %x = memref.load %in[%c0, %i] : memref<2x3xi32>
    memref.store %x, %a[%i] : memref<3xi32>
  }
  %b = memref.realloc %a(%c4) : memref<3xi32> to memref<?xi32>
  memref.store %seven, %b[%c3] : memref<?xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    %x = memref.load %b[%i] : memref<?xi32>
    memref.store %x, %out[%c0, %i] : memref<2x6xi32>
  }
  %c = memref.realloc %b : memref<?xi32> to memref<2xi32>
  scf.for %i = %c0 to %two step %c1 {
    %x = memref.load %c[%i] : memref<2xi32>
    %j = arith.addi %i, %c4 : index
    memref.store %x, %out[%c0, %j] : memref<2x6xi32>
  }
  %same = bufferization.clone %in : memref<2x3xi32> to memref<2x3xi32>
  memref.store %eight, %in[%c0, %c0] : memref<2x3xi32>
  %d = memref.load %in[%c0, %c0] : memref<2x3xi32>
  memref.store %d, %out[%c1, %c0] : memref<2x6xi32>
  %flat = memref.collapse_shape %same [[0, 1]] : memref<2x3xi32> into memref<6xi32>
  %six = arith.constant 6 : index
  scf.for %i = %c1 to %six step %c1 {
    %x = memref.load %flat[%i] : memref<6xi32>
    memref.store %x, %out[%c1, %i] : memref<2x6xi32>
  }
  return
}

// SHARED: error: 'memref.realloc' op makes shared memory of what there is, which the simulator does not know
func.func @new_shared(%n: index) {
  %a = memref.alloc() : memref<3xi32, 3>
  %b = memref.realloc %a : memref<3xi32, 3> to memref<4xi32, 3>
  return
}

// Rows with gaps between them are not one row, even where it stays inside of memory.
// GAPS: error: 'memref.collapse_shape' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) makes one of dimensions 0 and 1, where stride 8 is not that of rows of 4 elements with stride 1
func.func @with_gaps(%in: memref<8x8xi32>) {
  %part = memref.subview %in[2, 0] [4, 4] [1, 1] : memref<8x8xi32> to memref<4x4xi32, strided<[8, 1], offset: 16>>
  %open = memref.cast %part : memref<4x4xi32, strided<[8, 1], offset: 16>> to memref<4x4xi32, strided<[?, ?], offset: 16>>
  %row = memref.collapse_shape %open [[0, 1]] : memref<4x4xi32, strided<[?, ?], offset: 16>> into memref<16xi32, strided<[?], offset: 16>>
  return
}

// Dimensions of one element may have any stride, and so may those of none.
// NO-GAPS:      argument 1:
// NO-GAPS-NEXT: {{^}}[23]
// NO-ELEMENTS: @without_gaps: grid
// FAR-ROWS: makes one of dimensions 0 and 2, where stride 13 is not that of rows of 3 elements with stride 4
func.func @without_gaps(%in: memref<?x?x?x?xi32, strided<[?, ?, ?, ?]>>, %out: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c23 = arith.constant 23 : index
  %row = memref.collapse_shape %in [[0, 1, 2, 3]] : memref<?x?x?x?xi32, strided<[?, ?, ?, ?]>> into memref<?xi32, strided<[?]>>
  %count = memref.dim %row, %c0 : memref<?xi32, strided<[?]>>
  %has = arith.cmpi ugt, %count, %c23 : index
  scf.if %has {
    %x = memref.load %row[%c23] : memref<?xi32, strided<[?]>>
    memref.store %x, %out[%c0] : memref<1xi32>
  }
  return
}

// TOO-MANY: error: 'memref.expand_shape' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) makes 16 elements of dimension 1, which has extent 8
// TOO-FEW: makes 4 elements of dimension 1, which has extent 8
// AS-MANY: @expanded_to: grid
func.func @expanded_to(%in: memref<2x8xi32>, %rows: index) {
  %open = memref.cast %in : memref<2x8xi32> to memref<2x?xi32>
  %tile = memref.expand_shape %open [[0], [1, 2]] output_shape [2, %rows, 4] : memref<2x?xi32> into memref<2x?x4xi32>
  return
}
