// RUN: tl-opt %s --tl-adopt-accesses | FileCheck %s
// RUN: tl-opt %s --tl-adopt-accesses=remarks=1 --verify-diagnostics -o /dev/null
// RUN: tl-opt %s --tl-adopt-accesses --lower-layout-copies 2>/dev/null | tl-sim - --kernel=transpose --report | FileCheck %s --check-prefix=COST
// RUN: tl-opt %s --tl-adopt-accesses --lower-layout-copies 2>/dev/null | tl-sim - --kernel=flat --report | FileCheck %s --check-prefix=FLAT
// RUN: tl-opt %s --tl-adopt-accesses --lower-layout-copies=verify-by-simulation 2>/dev/null | FileCheck %s --check-prefix=DONE --implicit-check-not=tl.
// RUN: tl-opt %s --tl-adopt-accesses=verify-sizes=32 2>/dev/null | FileCheck %s --check-prefix=SIZES
// SIZES-LABEL: gpu.func @run_time
// SIZES:         tl.store
// RUN: not tl-opt %s --tl-adopt-accesses=verify-sizes=8x 2>&1 | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: error: 'builtin.module' op verify-sizes is "8x"; it has to be numbers of at least 1
// RUN: not tl-opt %s --tl-adopt-accesses=remarks=2 2>&1 | FileCheck %s --check-prefix=FLAG
// DONE: @transpose
// FLAG: error: 'builtin.module' op remarks is 2; it has to be 0 or 1

gpu.module @adopted {

// Rule B3. 1056 wavefronts become 64: the layout is chosen from both sides.
// CHECK-LABEL: gpu.func @transpose
// CHECK:       scf.for %[[I:.*]] = %[[ROW:.*]] to
// CHECK:         %[[ABOVE:.*]] = arith.subi %[[I]], %[[ROW]]
// CHECK:         %[[TURN:.*]] = arith.shrui %[[ABOVE]]
// CHECK:         %[[BEGIN:.*]] = arith.muli %[[TURN]]
// CHECK:         tl.store %{{.*}} as #{{.*}} to %{{.*}}[%[[BEGIN]], 0] layout auto scope cta : vector<4xf32> to memref<32x32xf32, 3>
// CHECK:       scf.for %[[J:.*]] = %c0
// CHECK:         %[[X:.*]] = tl.load %{{.*}}[0, %[[J]]] layout auto as #{{.*}} scope cta : memref<32x32xf32, 3> to vector<1xf32>
// CHECK:         vector.extract %[[X]][0]
// COST:        total: shared 8192 bytes, 64 wavefronts of at least 64
gpu.func @transpose(%G: memref<32x32xf32> {llvm.align = 16 : i64}, %H: memref<32x32xf32>)
    workgroup(%S: memref<32x32xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  %row = arith.divui %t, %c8 : index
  %eighth = arith.remui %t, %c8 : index
  %column = arith.muli %eighth, %c4 : index
  scf.for %i = %row to %c32 step %c4 {
    %v = vector.load %G[%i, %column] {alignment = 16} : memref<32x32xf32>, vector<4xf32>
    // expected-remark@+1 {{becomes a copy of a tile}}
    vector.store %v, %S[%i, %column] {alignment = 16} : memref<32x32xf32, 3>, vector<4xf32>
  }
  gpu.barrier
  scf.for %j = %c0 to %c32 step %c1 {
    // expected-remark@+1 {{becomes a copy of a tile}}
    %x = memref.load %S[%t, %j] : memref<32x32xf32, 3>
    memref.store %x, %H[%j, %t] : memref<32x32xf32>
  }
  gpu.return
}

// Two loops around, and matrices.
// CHECK-LABEL: gpu.func @matrices
// CHECK:         memref.alloc
// CHECK:         vector.broadcast %{{.*}} : f16 to vector<1xf16>
// CHECK:         tl.store
// CHECK:         scf.for %[[K:.*]] = %c0 to %c64 step %c16
// CHECK:           %[[TURN:.*]] = arith.shrui %[[K]]
// CHECK:           %[[BEGIN:.*]] = arith.muli %[[TURN]]
// CHECK:           %[[V:.*]] = tl.load %{{.*}}[0, %[[BEGIN]]] layout auto as #{{.*}} scope cta : memref<16x64xf16, 3> to vector<8xf16>
// CHECK:           %[[ROW:.*]] = vector.shuffle %[[V]], %[[V]] [0, 1]
// CHECK:           vector.insert %[[ROW]], %{{.*}} [0] : vector<2xf16> into vector<4x2xf16>
gpu.func @matrices(%H: memref<4x32x8xf16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1.0 : f16
  %S = memref.alloc() {alignment = 16} : memref<16x64xf16, 3>
  %t = gpu.thread_id x
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %begin = arith.muli %j, %c32 : index
      %column = arith.addi %begin, %t : index
      // expected-remark@+1 {{becomes a copy of a tile}}
      memref.store %one, %S[%i, %column] : memref<16x64xf16, 3>
    }
  }
  gpu.barrier
  %row = arith.remui %t, %c16 : index
  %half = arith.divui %t, %c16 : index
  %right = arith.muli %half, %c8 : index
  scf.for %k = %c0 to %c64 step %c16 {
    %column = arith.addi %right, %k : index
    // expected-remark@+1 {{becomes a copy of a tile}}
    %m = nvgpu.ldmatrix %S[%row, %column] {numTiles = 4 : i32, transpose = false}
      : memref<16x64xf16, 3> -> vector<4x2xf16>
    %v = vector.shape_cast %m : vector<4x2xf16> to vector<8xf16>
    %n = arith.divui %k, %c16 : index
    vector.store %v, %H[%n, %t, %c0] : memref<4x32x8xf16>, vector<8xf16>
  }
  gpu.return
}

// Memory of one dimension is given the rows that it is accessed as: those of three
// stages behind each other, here.
// CHECK-LABEL: gpu.func @flat
// CHECK-SAME:    workgroup(%[[S:.*]] : memref<96x32xf32, 3>)
// CHECK:         %[[T:.*]] = memref.alloc() : memref<32x33xf32, 3>
// CHECK:         tl.store %{{.*}} as #{{.*}} to %[[S]][%{{.*}}, 0] layout auto scope cta : vector<1xf32> to memref<96x32xf32, 3>
// CHECK:         tl.load %[[S]][%{{.*}}, %{{.*}}] layout auto
// CHECK:         memref.dealloc %[[T]]
// FLAT:        {{.*}}: shared write, 3072 accesses, 12288 bytes, 96 wavefronts of at least 96, degree 1
// FLAT:        {{.*}}: shared write, 3072 accesses, 12288 bytes, 96 wavefronts of at least 96, degree 1
// FLAT:        {{.*}}: shared read, 3072 accesses, 12288 bytes, 96 wavefronts of at least 96, degree 1
// FLAT:        {{.*}}: shared read, 3072 accesses, 12288 bytes, 96 wavefronts of at least 96, degree 1
gpu.func @flat(%G: memref<32x32xf32>, %H: memref<32x32xf32>) workgroup(%S: memref<3072xf32, 3>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %c33 = arith.constant 33 : index
  %c1024 = arith.constant 1024 : index
  %t = gpu.thread_id x
  %T = memref.alloc() : memref<1056xf32, 3>
  scf.for %s = %c0 to %c3 step %c1 {
    %stage = arith.muli %s, %c1024 : index
    scf.for %i = %c0 to %c32 step %c1 {
      %x = memref.load %G[%i, %t] : memref<32x32xf32>
      %begin = arith.muli %i, %c32 : index
      %row = arith.addi %stage, %begin : index
      %place = arith.addi %row, %t : index
      // expected-remark@+1 {{becomes a copy of a tile}}
      memref.store %x, %S[%place] : memref<3072xf32, 3>
      %start = arith.muli %i, %c33 : index
      %padded = arith.addi %start, %t : index
      // expected-remark@+1 {{becomes a copy of a tile}}
      memref.store %x, %T[%padded] : memref<1056xf32, 3>
    }
    gpu.barrier
    scf.for %i = %c0 to %c32 step %c1 {
      %begin = arith.muli %t, %c32 : index
      %row = arith.addi %stage, %begin : index
      %place = arith.addi %row, %i : index
      // expected-remark@+1 {{becomes a copy of a tile}}
      %x = memref.load %S[%place] : memref<3072xf32, 3>
      %start = arith.muli %t, %c33 : index
      %padded = arith.addi %start, %i : index
      // expected-remark@+1 {{becomes a copy of a tile}}
      %y = memref.load %T[%padded] : memref<1056xf32, 3>
      %z = arith.addf %x, %y : f32
      memref.store %z, %H[%i, %t] : memref<32x32xf32>
    }
    gpu.barrier
  }
  memref.dealloc %T : memref<1056xf32, 3>
  gpu.return
}

// What stays as it is, and why.
// CHECK-LABEL: gpu.func @stays
// CHECK-NOT:     tl.
// CHECK:         gpu.return
gpu.func @stays(%G: memref<32xindex>, %H: memref<32x32xf32>)
    workgroup(%A: memref<32x32xf32, 3>, %B: memref<32x32xf32, 3>, %C: memref<1024xf32, 3>, %D: memref<64x64xf32, 3>,
              %E: memref<32x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  // Only some threads store, and not the first.
  %last = arith.cmpi ugt, %t, %c1 : index
  scf.if %last {
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: those of its threads that come by are not the first ones}}
    memref.store %one, %A[%c0, %t] : memref<32x32xf32, 3>
  }
  // What memory says can be anything.
  %any = memref.load %G[%t] : memref<32xindex>
  %row = arith.remui %any, %c1 : index
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: its indices are not computed from the thread, counters of loops and constants, and multiples of numbers of blocks, alone}}
  memref.store %one, %B[%row, %t] : memref<32x32xf32, 3>
  // Rows in memory of one dimension, by columns twice, and across their ends.
  scf.for %i = %c0 to %c32 step %c1 {
    %begin = arith.muli %t, %c32 : index
    %place = arith.addi %begin, %i : index
    memref.store %one, %C[%place] : memref<1024xf32, 3>
    memref.store %one, %C[%place] : memref<1024xf32, 3>
  }
  gpu.barrier
  scf.for %i = %c0 to %c32 step %c16 {
    %place = arith.addi %t, %i : index
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: it is a tile at first, and crosses the ends of rows as it moves}}
    memref.store %one, %C[%place] : memref<1024xf32, 3>
    gpu.barrier
  }
  // No tile.
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: neighbours differ in more than one dimension}}
  memref.store %one, %D[%t, %t] : memref<64x64xf32, 3>
  // Somebody else looks.
  memref.store %one, %E[%c0, %t] : memref<32x32xf32, 3>
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: it is none of vector.load, vector.store, vector.transfer_read, vector.transfer_write, memref.load, memref.store, nvgpu.ldmatrix, nvgpu.device_async_copy}}
  %view = memref.reinterpret_cast %E to offset: [0], sizes: [1, 32], strides: [32, 1] : memref<32x32xf32, 3> to memref<1x32xf32, strided<[32, 1]>, 3>
  %x = memref.load %view[%c0, %t] : memref<1x32xf32, strided<[32, 1]>, 3>
  memref.store %x, %H[%c0, %t] : memref<32x32xf32>
  gpu.return
}

// Matrices of a subgroup, whose registers nothing states.
// CHECK-LABEL: gpu.func @opaque
// CHECK-NOT:     tl.
gpu.func @opaque(%A: memref<16x16xf16>, %B: memref<16x16xf16>) workgroup(%S: memref<16x16xf16, 3>, %T: memref<16x16xf16, 3>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %ones = arith.constant dense<1.0> : vector<8xf16>
  %t = gpu.thread_id x
  %row = arith.divui %t, %c2 : index
  %half = arith.remui %t, %c2 : index
  %column = arith.muli %half, %c8 : index
  %a = gpu.subgroup_mma_load_matrix %A[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: no fragment says which thread has which element of a !gpu.mma_matrix: that is left to the target}}
  gpu.subgroup_mma_store_matrix %a, %S[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16, 3>
  vector.store %ones, %T[%row, %column] : memref<16x16xf16, 3>, vector<8xf16>
  gpu.barrier
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: no fragment says which thread has which element of a !gpu.mma_matrix: that is left to the target}}
  %b = gpu.subgroup_mma_load_matrix %T[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %b, %B[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
  gpu.return
}

// Elements and buffers that no layout is chosen for.
// CHECK-LABEL: gpu.func @elements
// CHECK-NOT:     tl.
gpu.func @elements() workgroup(%S: memref<32xi1, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %true = arith.constant true
  %c32 = arith.constant 32 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: its elements are not signless integers or floats of 8, 16, 32, 64 or 128 bits (not f8E8M0FNU, which has no zero)}}
  memref.store %true, %S[%t] : memref<32xi1, 3>
  %scales = memref.alloc() : memref<32xf8E8M0FNU, 3>
  %scale = arith.truncf %one : f32 to f8E8M0FNU
  // expected-remark@+1 {{which has no zero)}}
  memref.store %scale, %scales[%t] : memref<32xf8E8M0FNU, 3>
  %gaps = memref.alloc() : memref<2x32xf32, strided<[40, 1]>, 3>
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: the buffer is not contiguous and of static shape}}
  memref.store %one, %gaps[%c0, %t] : memref<2x32xf32, strided<[40, 1]>, 3>
  gpu.return
}

// Vectors of more dimensions than registers are put together as.
// CHECK-LABEL: gpu.func @dimensions
// CHECK-NOT:     tl.
gpu.func @dimensions() workgroup(%S: memref<1x1x128xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = arith.constant dense<1.0> : vector<1x1x4xf32>
  %t = gpu.thread_id x
  %begin = arith.muli %t, %c4 : index
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: its vector has more than two dimensions, or too many elements}}
  vector.store %v, %S[%c0, %c0, %begin] : memref<1x1x128xf32, 3>, vector<1x1x4xf32>
  gpu.return
}

// Threads that a loop leaves out, where a branch could be.
// CHECK-LABEL: gpu.func @some
// CHECK-NOT:     tl.
gpu.func @some() workgroup(%S: memref<32x32xf32, 3>, %T: memref<2x128xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  scf.for %i = %t to %c32 step %c64 {
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: not all of its threads come by, and no one branch is around it}}
    memref.store %one, %S[%c0, %i] : memref<32x32xf32, 3>
  }
  // Of two loops that begin at the thread it is not known how often each turns.
  scf.for %i = %t to %c128 step %c64 {
    scf.for %j = %t to %c128 step %c64 {
      // expected-remark@+1 {{keeps the buffer that it accesses as it is: turns of the loops around it are not known, or not all those in which threads come by}}
      memref.store %one, %T[%c1, %i] : memref<2x128xf32, 3>
    }
  }
  gpu.return
}

// Where a loop begins is said by the block.
// CHECK-LABEL: gpu.func @begun_by_block
// CHECK-NOT:     tl.
gpu.func @begun_by_block() workgroup(%S: memref<32x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %b = gpu.block_id x
  scf.for %i = %b to %c32 step %c4 {
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: its indices are not computed from the thread, counters of loops}}
    memref.store %one, %S[%i, %t] : memref<32x32xf32, 3>
  }
  gpu.return
}

// More loops than are looked through.
// CHECK-LABEL: gpu.func @nest
// CHECK-NOT:     tl.
gpu.func @nest() workgroup(%S: memref<32x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      scf.for %k = %c0 to %c2 step %c1 {
        scf.for %l = %c0 to %c2 step %c1 {
          scf.for %m = %c0 to %c2 step %c1 {
            // expected-remark@+1 {{keeps the buffer that it accesses as it is: something else is around it than at most 4 loops with constant ends}}
            memref.store %one, %S[%m, %t] : memref<32x32xf32, 3>
          }
        }
      }
    }
  }
  gpu.return
}

// Threads of a block that nobody knows.
// CHECK-LABEL: gpu.func @threads
// CHECK-NOT:     tl.
gpu.func @threads() workgroup(%S: memref<32x32xf32, 3>) kernel {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: the block has no known size; give the kernel a known_block_size}}
  memref.store %one, %S[%c0, %t] : memref<32x32xf32, 3>
  gpu.return
}

// Another's buffer.
// CHECK-LABEL: gpu.func @argument
// CHECK-NOT:     tl.
gpu.func @argument(%S: memref<32x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: it is not all of a buffer of the kernel, and others may see it}}
  memref.store %one, %S[%c0, %t] : memref<32x32xf32, 3>
  gpu.return
}

// A function that somebody may call with a part of the threads, and branches.
// CHECK-LABEL: gpu.func @called
// CHECK-NOT:     tl.
// expected-remark@+1 {{is not adopted, as it is no gpu.func kernel of one block; gpu-kernel-outlining makes one of a gpu.launch}}
gpu.func @called() workgroup(%S: memref<32x32xf32, 3>) attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  memref.store %one, %S[%c0, %t] : memref<32x32xf32, 3>
  gpu.return
}
// CHECK-LABEL: gpu.func @branches
// CHECK-NOT:     tl.
// expected-remark@+1 {{is not adopted, as it is no gpu.func kernel of one block; gpu-kernel-outlining makes one of a gpu.launch}}
gpu.func @branches(%p: i1) workgroup(%S: memref<32x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  cf.cond_br %p, ^store, ^end
^store:
  memref.store %one, %S[%c0, %t] : memref<32x32xf32, 3>
  cf.br ^end
^end:
  gpu.return
}

// What cannot be simulated.
// CHECK-LABEL: gpu.func @run_time
// CHECK-NOT:     tl.
// expected-remark@+2 {{is not adopted, as it cannot be simulated}}
// expected-note@+1 {{'gpu.func' op argument 0 has a size known only at run time; give verify-sizes}}
gpu.func @run_time(%G: memref<?xf32>) workgroup(%S: memref<32x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %x = memref.load %G[%t] : memref<?xf32>
  memref.store %x, %S[%c0, %t] : memref<32x32xf32, 3>
  gpu.return
}

// Transfers, in any order of dimensions.
// CHECK-LABEL: gpu.func @transfers
// CHECK:         vector.transfer_read %{{.*}} : memref<32x32xf32>, vector<4xf32>
// CHECK:         tl.store %{{.*}} layout auto scope cta : vector<4xf32> to memref<32x32xf32, 3>
// CHECK:         tl.load %{{.*}} layout auto as {{.*}} : memref<32x32xf32, 3> to vector<4xf32>
// CHECK:         vector.transfer_write
// CHECK:         tl.load %{{.*}} : memref<32x32xf32, 3> to vector<8xf32>
gpu.func @transfers(%A: memref<32x32xf32>, %B: memref<32x32xf32>, %C: memref<32x32xf32>) workgroup(%S: memref<32x32xf32, 3>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %zero = ub.poison : f32
  %t = gpu.thread_id x
  scf.for %j = %c0 to %c32 step %c4 {
    %v = vector.transfer_read %A[%t, %j], %zero {in_bounds = [true]} : memref<32x32xf32>, vector<4xf32>
    // expected-remark@+1 {{becomes a copy of a tile}}
    vector.transfer_write %v, %S[%t, %j] {in_bounds = [true]} : vector<4xf32>, memref<32x32xf32, 3>
  }
  gpu.barrier
  scf.for %i = %c0 to %c32 step %c4 {
    // expected-remark@+1 {{becomes a copy of a tile}}
    %v = vector.transfer_read %S[%i, %t], %zero {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<32x32xf32, 3>, vector<4xf32>
    vector.transfer_write %v, %B[%i, %t] {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<4xf32>, memref<32x32xf32>
  }
  // expected-remark@+1 {{becomes a copy of a tile}}
  %w = vector.transfer_read %S[%t, %c0], %zero {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<32x32xf32, 3>, vector<1x8xf32>
  vector.transfer_write %w, %C[%t, %c0] : vector<1x8xf32>, memref<32x32xf32>
  gpu.return
}

// Masks, and what is outside of a buffer.
// CHECK-LABEL: gpu.func @masked
// CHECK-NOT:     tl.
gpu.func @masked(%B: memref<32x32xf32>) workgroup(%S: memref<32x32xf32, 3>, %T: memref<32x32xf32, 3>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c30 = arith.constant 30 : index
  %one = arith.constant dense<1.0> : vector<4xf32>
  %mask = arith.constant dense<[true, true, false, true]> : vector<4xi1>
  %all = arith.constant dense<true> : vector<4xi1>
  %zero = arith.constant 0.0 : f32
  %t = gpu.thread_id x
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: it has a mask}}
  vector.transfer_write %one, %S[%t, %c0], %all {in_bounds = [true]} : vector<4xf32>, memref<32x32xf32, 3>
  %v = vector.transfer_read %S[%t, %c0], %zero, %mask {in_bounds = [true]} : memref<32x32xf32, 3>, vector<4xf32>
  vector.transfer_write %v, %B[%t, %c0] {in_bounds = [true]} : vector<4xf32>, memref<32x32xf32>
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: it leaves out elements of its vector, which are outside of the buffer}}
  vector.transfer_write %one, %T[%t, %c30] : vector<4xf32>, memref<32x32xf32, 3>
  gpu.return
}

// What has two dimensions is stored as one vector.
// CHECK-LABEL: gpu.func @blocks
// CHECK:         %[[A:.*]] = vector.extract %[[V:.*]][0] : vector<4xf16> from vector<2x4xf16>
// CHECK-NEXT:    %[[B:.*]] = vector.extract %[[V]][1] : vector<4xf16> from vector<2x4xf16>
// CHECK-NEXT:    vector.shuffle %[[A]], %[[B]] [0, 1, 2, 3, 4, 5, 6, 7]
gpu.func @blocks(%G: memref<64x4xf16>, %H: memref<64x4xf16>) workgroup(%S: memref<64x4xf16, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %t = gpu.thread_id x
  %row = arith.muli %t, %c2 : index
  %v = vector.load %G[%row, %c0] : memref<64x4xf16>, vector<2x4xf16>
  // expected-remark@+1 {{becomes a copy of a tile}}
  vector.store %v, %S[%row, %c0] : memref<64x4xf16, 3>, vector<2x4xf16>
  gpu.barrier
  // expected-remark@+1 {{becomes a copy of a tile}}
  %w = vector.load %S[%row, %c0] : memref<64x4xf16, 3>, vector<2x4xf16>
  vector.store %w, %H[%row, %c0] : memref<64x4xf16>, vector<2x4xf16>
  gpu.return
}
// A short counter does not hold the rows that it moves by.
// CHECK-LABEL: gpu.func @short_counter
// CHECK:         scf.for %[[I:.*]] = %{{.*}} : i8 {
// CHECK:           %[[ABOVE:.*]] = arith.subi %[[I]], %{{.*}} : i8
// CHECK-NEXT:      %[[TURN:.*]] = arith.index_castui %[[ABOVE]] : i8 to index
// CHECK:           %[[ROW:.*]] = arith.muli %[[TURN]], %c2
// CHECK:           tl.store %{{.*}}[%[[ROW]], 0]
gpu.func @short_counter(%A: memref<400x32xf32>) workgroup(%S: memref<400x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c2 = arith.constant 2 : index
  %c200 = arith.constant 200 : index
  %from = arith.constant -100 : i8
  %to = arith.constant 100 : i8
  %one = arith.constant 1 : i8
  %t = gpu.thread_id x
  scf.for %j = %from to %to step %one : i8 {
    %i = arith.index_cast %j : i8 to index
    %twice = arith.muli %i, %c2 : index
    %r = arith.addi %twice, %c200 : index
    %x = memref.load %A[%r, %t] : memref<400x32xf32>
    // expected-remark@+1 {{becomes a copy of a tile}}
    memref.store %x, %S[%r, %t] : memref<400x32xf32, 3>
  }
  gpu.return
}

// From the least number on it needs one more bit than it has, whatever its type.
// CHECK-LABEL: gpu.func @wide_counter
// CHECK:         scf.for %[[I:.*]] = %{{.*}} : i32 {
// CHECK:           %[[ABOVE:.*]] = arith.subi %[[I]], %{{[^ ]*}} : i32
// CHECK-NEXT:      %[[WIDE:.*]] = arith.index_castui %[[ABOVE]] : i32 to index
// CHECK:           %[[TURN:.*]] = arith.shrui %[[WIDE]]
// CHECK:           tl.store %{{.*}}[%[[TURN]], 0]
gpu.func @wide_counter(%A: memref<32xf32>) workgroup(%S: memref<32x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %above = arith.constant 2147483648 : index
  %size = arith.constant 1073741824 : index
  %from = arith.constant -2147483648 : i32
  %to = arith.constant 1073741825 : i32
  %step = arith.constant 1073741824 : i32
  %t = gpu.thread_id x
  scf.for %j = %from to %to step %step : i32 {
    %i = arith.index_cast %j : i32 to index
    %k = arith.addi %i, %above : index
    %r = arith.divui %k, %size : index
    %x = memref.load %A[%t] : memref<32xf32>
    // expected-remark@+1 {{becomes a copy of a tile}}
    memref.store %x, %S[%r, %t] : memref<32x32xf32, 3>
  }
  gpu.return
}

// CHECK-LABEL: gpu.func @widest_counter
// CHECK-NOT:     tl.
// CHECK:         gpu.return
gpu.func @widest_counter(%A: memref<32xf32>) workgroup(%S: memref<32x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %above = arith.constant -9223372036854775808 : index
  %size = arith.constant 4611686018427387904 : index
  %from = arith.constant -9223372036854775808 : i64
  %to = arith.constant 4611686018427387905 : i64
  %step = arith.constant 4611686018427387904 : i64
  %t = gpu.thread_id x
  scf.for %j = %from to %to step %step : i64 {
    %i = arith.index_cast %j : i64 to index
    %k = arith.addi %i, %above : index
    %r = arith.divui %k, %size : index
    %x = memref.load %A[%t] : memref<32xf32>
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: a loop around it counts over more than 2^63 numbers}}
    memref.store %x, %S[%r, %t] : memref<32x32xf32, 3>
  }
  gpu.return
}
}
