// RUN: tl-opt %s --split-input-file --tl-convert-copies --verify-diagnostics | FileCheck %s
// RUN: not tl-opt %s --split-input-file --tl-convert-copies=threads=1025 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not tl-opt %s --split-input-file --tl-convert-copies=threads=-1 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: tl-opt %s --split-input-file --tl-convert-copies=threads=1024 2> %t.remarks | FileCheck %s --check-prefix=MOST

// THREADS: error: 'builtin.module' op threads is {{1025|-1}}; it has to be from 1 to 1024, or 0: not known

// A copy that a rule leaves is there afterwards.
// CHECK-NOT: tl.copy
// CHECK-NOT: gpu.barrier

// W2: how many threads.
// MOST-LABEL: func.func @unknown_block(
// MOST:       tl.copy %{{.+}} to %{{.+}} scope cta threads 1024 :
func.func @unknown_block(%a: memref<8xf32>, %s: memref<8xf32, 3>) {
  // expected-remark @+1 {{'memref.copy' op is left. W2: how many threads the block has is not known; give the kernel a known_block_size, or the pass 'threads'}}
  memref.copy %a, %s : memref<8xf32> to memref<8xf32, 3>
  return
}

// -----

// What is said of a launch is of no other copy.
func.func @around_a_launch(%a: memref<8xf32>, %s: memref<8xf32, 3>) {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  // expected-remark @+1 {{W2: how many threads the block has is not known}}
  memref.copy %a, %s : memref<8xf32> to memref<8xf32, 3>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c64, %sy = %c1, %sz = %c1) {
    // expected-remark @+1 {{gpu.launch says that a block has 64 threads, and nvvm.maxntid that it has at most 32}}
    memref.copy %a, %s : memref<8xf32> to memref<8xf32, 3>
    gpu.terminator
  } {nvvm.maxntid = array<i32: 32>}
  // expected-remark @+1 {{W2: how many threads the block has is not known}}
  memref.copy %a, %s : memref<8xf32> to memref<8xf32, 3>
  return
}

// -----

// W3: extents.
func.func @open(%a: memref<4x?xf32>, %s: memref<4x?xf32, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  // expected-remark @+1 {{is left. W3: extent 1 is known only at run time, and the target is no memref.subview, with steps of 1, of a buffer of static shape in workgroup memory, where what may be behind its start is inside}}
  memref.copy %a, %s : memref<4x?xf32> to memref<4x?xf32, 3>
  // expected-remark @+1 {{is left. W3: extent 1 is known only at run time, and the source is no memref.subview}}
  memref.copy %s, %a : memref<4x?xf32, 3> to memref<4x?xf32>
  return
}

// -----

// Behind an origin of run time the buffer may have less; past the bounds of a source, a
// target in global memory would be written.
func.func @parts(%a: memref<?xf32>, %g: memref<64xf32>, %n: index, %i: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %s = memref.alloc() : memref<64xf32, 3>
  %t = memref.subview %s[%i] [%n] [1] : memref<64xf32, 3> to memref<?xf32, strided<[1], offset: ?>, 3>
  %u = memref.subview %s[0] [%n] [2] : memref<64xf32, 3> to memref<?xf32, strided<[2]>, 3>
  %h = memref.subview %g[0] [%n] [1] : memref<64xf32> to memref<?xf32, strided<[1]>>
  // expected-remark @+1 {{is left. W3: extent 0}}
  memref.copy %a, %t : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>, 3>
  // expected-remark @+1 {{is left. W3: extent 0}}
  memref.copy %a, %u : memref<?xf32> to memref<?xf32, strided<[2]>, 3>
  // expected-remark @+1 {{is left. W3: extent 0}}
  memref.copy %a, %h : memref<?xf32> to memref<?xf32, strided<[1]>>
  return
}

// -----

func.func @nothing(%a: memref<0x4xf32>, %s: memref<0x4xf32, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  // expected-remark @+1 {{is left. W3: extent 0 is 0, so it copies nothing}}
  memref.copy %a, %s : memref<0x4xf32> to memref<0x4xf32, 3>
  return
}

// -----

// W4: the rest of the buffer is seen: by another view, before the copy, ...
!open = memref<?xf32, strided<[1]>, 3>
func.func @another_view(%a: memref<?xf32>, %n: index, %m: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %s = memref.alloc() : memref<64xf32, 3>
  %t = memref.subview %s[0] [%n] [1] : memref<64xf32, 3> to !open
  // expected-remark @+1 {{is left. W4: past sizes known only at run time the target keeps what it has; fill its buffer with a constant right before the copy, or use it through this view alone, after the copy}}
  memref.copy %a, %t : memref<?xf32> to !open
  %u = memref.subview %s[0] [%m] [1] : memref<64xf32, 3> to !open
  %x = memref.load %u[%m] : !open
  memref.store %x, %a[%m] : memref<?xf32>
  return
}

func.func @before(%a: memref<?xf32>, %n: index, %m: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %s = memref.alloc() : memref<64xf32, 3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.subview %s[0] [%n] [1] : memref<64xf32, 3> to !open
  scf.for %i = %c0 to %m step %c1 {
    %x = memref.load %t[%i] : !open
    // expected-remark @+1 {{W4}}
    memref.copy %a, %t : memref<?xf32> to !open
    memref.store %x, %a[%i] : memref<?xf32>
  }
  return
}

// ... or by others, who have the buffer from elsewhere.
func.func @not_own(%a: memref<?xf32>, %s: memref<64xf32, 3>, %n: index) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %t = memref.subview %s[0] [%n] [1] : memref<64xf32, 3> to !open
  // expected-remark @+1 {{W4}}
  memref.copy %a, %t : memref<?xf32> to !open
  return
}

// A fill counts if its number is a constant and nobody writes in between, as far
// as is known.
func.func @fills(%a: memref<?xf32>, %n: index, %f: f32, %flag: i1) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<64xf32, 3>
  %t = memref.subview %s[0] [%n] [1] : memref<64xf32, 3> to !open
  linalg.fill ins(%f : f32) outs(%s : memref<64xf32, 3>)
  // expected-remark @+1 {{W4}}
  memref.copy %a, %t : memref<?xf32> to !open
  linalg.fill ins(%c : f32) outs(%s : memref<64xf32, 3>)
  memref.store %f, %s[%n] : memref<64xf32, 3>
  // expected-remark @+1 {{W4}}
  memref.copy %a, %t : memref<?xf32> to !open
  %other = memref.alloc() : memref<64xf32, 3>
  %either = arith.select %flag, %s, %other : memref<64xf32, 3>
  linalg.fill ins(%c : f32) outs(%s : memref<64xf32, 3>)
  linalg.fill ins(%f : f32) outs(%either : memref<64xf32, 3>)
  // expected-remark @+1 {{W4}}
  memref.copy %a, %t : memref<?xf32> to !open
  return
}

// -----

// W5: what tl.copy does not move.
func.func @sides(%a: memref<8xi1>, %b: memref<8xi1, 3>, %c: memref<8xindex>, %d: memref<8xindex, 3>,
                 %e: memref<8xf32>, %f: memref<8xf32, affine_map<(i) -> (i floordiv 4)>, 3>,
                 %g: memref<4x8xf32, strided<[0, 1]>, 3>, %h: memref<4x8xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  // expected-remark @+1 {{is left. W5: tl.copy does not move elements of its type}}
  memref.copy %a, %b : memref<8xi1> to memref<8xi1, 3>
  // expected-remark @+1 {{is left. W5: tl.copy does not move elements of its type}}
  memref.copy %c, %d : memref<8xindex> to memref<8xindex, 3>
  // expected-remark @+1 {{is left. W5: the layout of the target is not strided}}
  memref.copy %e, %f : memref<8xf32> to memref<8xf32, affine_map<(i) -> (i floordiv 4)>, 3>
  // expected-remark @+1 {{is left. W5: two elements of the target are at one place}}
  memref.copy %h, %g : memref<4x8xf32> to memref<4x8xf32, strided<[0, 1]>, 3>
  return
}

// -----

// W6: one buffer.
memref.global "private" @shared : memref<64xf32, 3>
func.func @one_buffer(%s: memref<64xf32, 3>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %a = memref.subview %s[0] [32] [1] : memref<64xf32, 3> to memref<32xf32, strided<[1]>, 3>
  %b = memref.subview %s[16] [32] [1] : memref<64xf32, 3> to memref<32xf32, strided<[1], offset: 16>, 3>
  // expected-remark @+1 {{is left. W6: both sides are parts of one buffer, which may overlap}}
  memref.copy %a, %b : memref<32xf32, strided<[1]>, 3> to memref<32xf32, strided<[1], offset: 16>, 3>
  %c = memref.get_global @shared : memref<64xf32, 3>
  %d = memref.get_global @shared : memref<64xf32, 3>
  // expected-remark @+1 {{W6}}
  memref.copy %c, %d : memref<64xf32, 3> to memref<64xf32, 3>
  return
}

// -----

// One thread has read all of a vector before it writes; two would not wait for each other.
func.func @one_thread(%a: memref<64xf32>, %b: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  // expected-remark @+1 {{W6: both sides may be parts of one buffer}}
  vector.transfer_write %v, %b[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  return
}

// CHECK-LABEL: func.func @two_threads
// CHECK:         tl.copy %{{.*}} to %{{.*}} scope cta tile(64) threads 2
func.func @two_threads(%a: memref<64xf32>, %b: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
  vector.transfer_write %v, %b[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
  return
}
