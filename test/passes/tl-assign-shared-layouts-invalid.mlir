// RUN: tl-opt %s --tl-assign-shared-layouts --split-input-file --verify-diagnostics
// RUN: not tl-opt %s --tl-assign-shared-layouts='enlarge-buffers=3' --split-input-file 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not tl-opt %s --tl-synthesize-partition --split-input-file 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: not tl-opt %s --tl-partition-copies --split-input-file 2>&1 | FileCheck %s --check-prefix=LAST

// FLAG: error: 'builtin.module' op enlarge-buffers is 3; it has to be 0 or 1
// LATER: error: 'tl.copy' op has 'layout auto'; run tl-assign-shared-layouts first
// LAST: error: 'tl.load' op has 'layout auto'; run tl-assign-shared-layouts first

// Rule B1: other users, and buffers of somebody else.

func.func @other_user(%A: memref<16x32xf32>, %i: index) -> f32 attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  // expected-error-re @+1 {{'tl.copy' op has 'layout auto', and its buffer has another user, 'memref.load' at {{.+}}:16:8, which sees where elements are; copies with 'layout auto' can be, views in unit steps, and memref.dealloc}}
  tl.copy %A to %S layout auto scope cta : memref<16x32xf32> to memref<16x32xf32, 3>
  %x = memref.load %S[%i, %i] : memref<16x32xf32, 3>
  return %x : f32
}

// -----

func.func @other_copy(%A: memref<16x32xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  // expected-error-re @+1 {{'tl.load' op has 'layout auto', and its buffer has another user, 'tl.copy' at {{.+}}, which has no 'auto'}}
  %v = tl.load %S layout auto as #tl.tile<S[(16, 32) : (1, 1@laneid)]> scope warp : memref<16x32xf32, 3> to vector<16xf32>
  tl.copy %A to %S scope cta : memref<16x32xf32> to memref<16x32xf32, 3>
  return
}

// -----

func.func @other_source(%A: memref<16x32xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  // expected-error-re @+1 {{'tl.copy' op has 'layout auto', and its buffer has another user, 'tl.copy' at {{.+}}, which has no 'auto'}}
  tl.copy %A to %S layout auto scope cta : memref<16x32xf32> to memref<16x32xf32, 3>
  tl.copy %S to %A scope cta : memref<16x32xf32, 3> to memref<16x32xf32>
  return
}

// -----

func.func @steps(%A: memref<16x16xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  %V = memref.subview %S[0, 0] [16, 16] [1, 2] : memref<16x32xf32, 3> to memref<16x16xf32, strided<[32, 2]>, 3>
  // expected-error-re @+1 {{'tl.copy' op target has 'layout auto', and is 'memref.subview' at {{.+}}:44:8, which steps over elements; name the buffer, and where the part begins by the origin of the copy}}
  tl.copy %A to %V layout auto scope cta : memref<16x16xf32> to memref<16x16xf32, strided<[32, 2]>, 3>
  return
}

// -----

func.func @dropped(%A: memref<16xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  %V = memref.subview %S[0, 3] [16, 1] [1, 1] : memref<16x32xf32, 3> to memref<16xf32, strided<[32], offset: 3>, 3>
  // expected-error-re @+1 {{which has not the dimensions of its buffer; name the buffer}}
  tl.copy %A to %V layout auto scope cta : memref<16xf32> to memref<16xf32, strided<[32], offset: 3>, 3>
  return
}

// -----

func.func @flat_part(%A: memref<16x16xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<512xf32, 3>
  %V = memref.subview %S[256] [256] [1] : memref<512xf32, 3> to memref<256xf32, strided<[1], offset: 256>, 3>
  // expected-error-re @+1 {{which is a part of a buffer of one dimension; name the buffer}}
  tl.copy %A to %V layout auto scope cta : memref<16x16xf32> to memref<256xf32, strided<[1], offset: 256>, 3>
  return
}

// -----

func.func @stated(%A: memref<16x16xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  %V = memref.subview %S[0, 16] [16, 16] [1, 1] : memref<16x32xf32, 3> to memref<16x16xf32, strided<[32, 1], offset: 16>, 3>
  // expected-error-re @+1 {{, which the copy states facts of; name the buffer}}
  tl.copy %A to %V layout auto scope cta {target_alignment = 16} : memref<16x16xf32> to memref<16x16xf32, strided<[32, 1], offset: 16>, 3>
  return
}

// -----

func.func @lower(%i: index, %l: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  %V = memref.subview %S[0, 16] [16, 16] [1, 1] : memref<16x32xf32, 3> to memref<16x16xf32, strided<[32, 1], offset: 16>, 3>
  // expected-error-re @+1 {{, which the copy has lower bounds of; name the buffer}}
  %v = tl.load %V[%i, 0] layout auto as #tl.register<spatial(8, 4).local(1, 4)> scope warp bounds(16, 16) from(%l, 0) : memref<16x16xf32, strided<[32, 1], offset: 16>, 3> to vector<4xf32>
  return
}

// -----

func.func @bound(%i: index, %n: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  %V = memref.subview %S[0, 16] [16, 16] [1, 1] : memref<16x32xf32, 3> to memref<16x16xf32, strided<[32, 1], offset: 16>, 3>
  // expected-error-re @+1 {{, which the copy states facts of; name the buffer}}
  %v = tl.load %V[%i, 0] layout auto as #tl.register<spatial(8, 4).local(1, 4)> scope warp bounds(%n, 16) {bound_divisibility = array<i64: 2, 1>} : memref<16x16xf32, strided<[32, 1], offset: 16>, 3> to vector<4xf32>
  return
}

// -----

// A part has another user.

func.func @part(%A: memref<16x16xf32>, %x: f32, %i: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  %V = memref.subview %S[0, 16] [16, 16] [1, 1] : memref<16x32xf32, 3> to memref<16x16xf32, strided<[32, 1], offset: 16>, 3>
  // expected-error-re @+1 {{'tl.copy' op has 'layout auto', and its buffer has another user, 'memref.store' at {{.+}}, which sees where elements are; copies with 'layout auto' can be, views in unit steps, and memref.dealloc}}
  tl.copy %A to %V layout auto scope cta : memref<16x16xf32> to memref<16x16xf32, strided<[32, 1], offset: 16>, 3>
  memref.store %x, %V[%i, %i] : memref<16x16xf32, strided<[32, 1], offset: 16>, 3>
  return
}

// -----

func.func @argument(%A: memref<16x32xf32>, %S: memref<16x32xf32, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  // expected-error @+1 {{'tl.copy' op target has 'layout auto', and comes from 'func.func'; a layout is chosen}}
  tl.copy %A to %S layout auto scope cta : memref<16x32xf32> to memref<16x32xf32, 3>
  return
}

// -----

func.func @escapes(%A: memref<16x32xf32>) -> memref<16x32xf32, 3> attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  // expected-error-re @+1 {{'tl.copy' op has 'layout auto', and its buffer has another user, 'func.return' at}}
  tl.copy %A to %S layout auto scope cta : memref<16x32xf32> to memref<16x32xf32, 3>
  return %S : memref<16x32xf32, 3>
}

// -----

// A buffer of one dimension has one tile.

func.func @shapes(%A: memref<16x32xf32>, %B: memref<32x16xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<512xf32, 3>
  tl.copy %A to %S layout auto scope cta : memref<16x32xf32> to memref<512xf32, 3>
  // expected-error @+1 {{'tl.copy' op source has 'layout auto' for a tile of another shape, (32, 16), than other copies of its buffer, (16, 32); give the buffer the shape of all of it}}
  tl.copy %S layout auto to %B scope cta : memref<512xf32, 3> to memref<32x16xf32>
  return
}

// -----

// A copy between memories means all dimensions unless it says its tile.
func.func @slice(%A: memref<4x32x16xf32>, %i: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<2x32x16xf32, 3>
  tl.copy %A[%i, 0, 0] to %S[%i, 0, 0] layout auto scope warp : memref<4x32x16xf32> to memref<2x32x16xf32, 3>
  // expected-error @+1 {{'tl.load' op source has 'layout auto' for a tile of another shape, (32, 16), than other copies of its buffer, (2, 32, 16); a copy that means a slice says tile(32, 16)}}
  %v = tl.load %S[%i, 0, 0] layout auto as #tl.tile<S[(32, 16) : (1@laneid, 1)]> scope warp : memref<2x32x16xf32, 3> to vector<16xf32>
  return
}

// -----

func.func @threads(%A: memref<16x32xf32>) {
  %S = memref.alloc() : memref<16x32xf32, 3>
  // expected-error @+1 {{'tl.copy' op how many threads a cta has is not known here; say 'threads N', or give the kernel a known_block_size of at most 1024 threads}}
  tl.copy %A to %S layout auto scope cta : memref<16x32xf32> to memref<16x32xf32, 3>
  return
}

// -----

// What loops carry may be several buffers.

func.func @carried(%A: memref<16x32xf32>, %n: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<16x32xf32, 3>
  %T = memref.alloc() : memref<16x32xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %S, %t = %T) -> (memref<16x32xf32, 3>, memref<16x32xf32, 3>) {
    // expected-error @+1 {{'tl.copy' op target has 'layout auto', and comes from 'scf.for'; a layout is chosen}}
    tl.copy %A to %s layout auto scope cta : memref<16x32xf32> to memref<16x32xf32, 3>
    scf.yield %t, %s : memref<16x32xf32, 3>, memref<16x32xf32, 3>
  }
  return
}

// -----

func.func @dynamic(%A: memref<16x32xf32>, %n: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc(%n) : memref<?x32xf32, 3>
  // expected-error @+1 {{'tl.copy' op target has 'layout auto', so its buffer has to be contiguous and of static shape}}
  tl.copy %A to %S layout auto scope cta : memref<16x32xf32> to memref<?x32xf32, 3>
  return
}

// -----

func.func @large() attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %S = memref.alloc() : memref<65536x65536xf32, 3>
  // expected-error @+1 {{'tl.load' op source has 'layout auto', and its buffer has more than 1073741824 elements}}
  %v = tl.load %S layout auto as #tl.register<spatial(8, 4).local(1, 4)> scope warp : memref<65536x65536xf32, 3> to vector<4xf32>
  return
}

// -----

// Bytes that others reach as well.
gpu.module @meet {
gpu.func @meet(%G: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4092 = arith.constant 4092 : index
  %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %S = memref.view %bytes[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32x32xf32, #gpu.address_space<workgroup>>
  %T = memref.view %bytes[%c4092][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<1xf32, #gpu.address_space<workgroup>>
  // expected-error@+1 {{'tl.copy' op target has 'layout auto', and comes from 'memref.view'; a layout is chosen for a memref.alloc, a memref.alloca, a workgroup buffer of gpu.func or gpu.launch, bytes of one or of dynamic memory that no other view reaches, a global that a kernel gets in one place, or whole slices of these}}
  tl.copy %G to %S layout auto scope cta threads 32 : memref<32x32xf32> to memref<32x32xf32, #gpu.address_space<workgroup>>
  gpu.return
}
}

// -----

// A function that is no kernel sees what its caller has.
memref.global "private" @shared : memref<32x32xf32, 3>
func.func @called(%G: memref<32x32xf32>) {
  %S = memref.get_global @shared : memref<32x32xf32, 3>
  // expected-error@+1 {{'tl.copy' op target has 'layout auto', and comes from 'memref.get_global'; a layout is chosen}}
  tl.copy %G to %S layout auto scope cta threads 32 : memref<32x32xf32> to memref<32x32xf32, 3>
  return
}

// -----

// A copy has the layout of rows or of columns, where both of a buffer have none.
gpu.module @kernels {
  gpu.func @rows_and_columns(%G: memref<32x32xi8> {llvm.align = 16 : i64}, %H: memref<32x32xi8, strided<[1, 32]>> {llvm.align = 16 : i64})
      workgroup(%S: memref<32x32xi8, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error@+1 {{'tl.copy' op has 'layout auto': is asynchronous, and cp.async moves 4, 8 or 16 bytes}}
    tl.copy %G to %S layout auto scope warp async : memref<32x32xi8> to memref<32x32xi8, 3>
    gpu.barrier
    tl.copy %H to %S layout auto scope warp async : memref<32x32xi8, strided<[1, 32]>> to memref<32x32xi8, 3>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @neither(%G: memref<32x32xi8, strided<[64, 2]>> {llvm.align = 16 : i64})
      workgroup(%S: memref<32x32xi8, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error@+1 {{'tl.copy' op is asynchronous, and cp.async moves 4, 8 or 16 bytes; not 4 of the source}}
    tl.copy %G to %S layout auto scope warp async : memref<32x32xi8, strided<[64, 2]>> to memref<32x32xi8, 3>
    gpu.return
  }
}

// -----

// Of three dimensions as well: columns of 6 are 18 bytes apart along the first one.
gpu.module @kernels {
  gpu.func @neither_of_three(%G: memref<4x6x3xi8>, %H: memref<4x6x3xi8, strided<[32, 1, 8]>> {llvm.align = 16 : i64})
      workgroup(%S: memref<4x6x3xi8, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    tl.copy %G to %S layout auto scope warp : memref<4x6x3xi8> to memref<4x6x3xi8, 3>
    gpu.barrier
    // expected-error@+1 {{'tl.copy' op is asynchronous, and cp.async moves 4, 8 or 16 bytes; not 4 of the source}}
    tl.copy %H to %S layout auto scope warp tile(4, 4, 1) async : memref<4x6x3xi8, strided<[32, 1, 8]>> to memref<4x6x3xi8, 3>
    gpu.return
  }
}
