// What several threads of this machine make of a grid is what one makes, with the
// same messages in the same order.
// RUN: tl-sim %s --kernel=apart --dump=1 --threads=3 | FileCheck %s --check-prefix=APART
// RUN: not tl-sim %s --threads=1 --checksum > %t.one 2>&1
// RUN: not tl-sim %s --threads=3 --checksum > %t.three 2>&1
// RUN: not tl-sim %s --threads=16 --checksum > %t.many 2>&1
// RUN: cmp %t.one %t.three
// RUN: cmp %t.one %t.many
// RUN: FileCheck %s --input-file=%t.three
// RUN: not tl-sim %s --kernel=apart --threads=1 --max-steps=300 > %t.one 2>&1
// RUN: not tl-sim %s --kernel=apart --threads=3 --max-steps=300 > %t.three 2>&1
// RUN: cmp %t.one %t.three
// RUN: FileCheck %s --input-file=%t.three --check-prefix=STEPS
// RUN: printf '%%s\n' '.version 8.0' '.target sm_90' '.address_size 64' '.visible .entry gaps(.param .u64 out) { .reg .b32 %%r; .reg .b64 %%d<3>; ld.param.u64 %%d1, [out]; mov.u32 %%r, %%ctaid.x; mul.wide.u32 %%d2, %%r, 16; add.u64 %%d1, %%d1, %%d2; st.global.b32 [%%d1+8], %%r; ret; }' > %t.ptx
// RUN: tl-sim --ptx %t.ptx --like %s --kernel=gaps --threads=3 | FileCheck %s --check-prefix=GAPS
// RUN: not tl-sim %s --kernel=apart --threads=17 2>&1 | FileCheck %s --check-prefix=MANY

// MANY: tl-sim: cannot read --threads=17, which is --threads=N

gpu.module @kernels {
  // Each block reads what none writes, and writes its own.
  // APART:      argument 1:
  // APART-NEXT: {{^}}[0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110]
  // STEPS: error: '{{.*}}' op resources: thread (0, 0, 0) of block ({{.*}}, 0, 0) comes here after {{[0-9]+}} steps of all threads, the limit
  gpu.func @apart(%in: memref<12xi16>, %out: memref<12xi16>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 12, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    %zero = arith.constant 0 : i16
    %b = gpu.block_id x
    %sum = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %zero) -> i16 {
      %x = memref.load %in[%b] : memref<12xi16>
      %next = arith.addi %s, %x : i16
      scf.yield %next : i16
    }
    memref.store %sum, %out[%b] : memref<12xi16>
    gpu.return
  }

  // Each block writes behind its row, where nothing was.
  // GAPS: @gaps: equivalent in PTX
  gpu.func @gaps(%out: memref<13x2xi32, strided<[4, 1]>>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 12, 1, 1>} {
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %b = gpu.block_id x
    %first = memref.extract_aligned_pointer_as_index %out : memref<13x2xi32, strided<[4, 1]>> -> index
    %bytes = arith.muli %b, %c16 : index
    %row = arith.addi %first, %bytes : index
    %behind = arith.addi %row, %c8 : index
    %number = arith.index_cast %behind : index to i64
    %pointer = llvm.inttoptr %number : i64 to !llvm.ptr
    %n = arith.index_cast %b : index to i32
    llvm.store %n, %pointer : i32, !llvm.ptr
    gpu.return
  }

  // Blocks 5 and 6 write one element.
  // CHECK: error: 'memref.store' op race: thread (0, 0, 0) of block (6, 0, 0) writes element 5 of argument 0
  // CHECK: note: thread (0, 0, 0) of block (5, 0, 0) writes it here, with no barrier between
  gpu.func @meet(%out: memref<12xi16>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 12, 1, 1>} {
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %b = gpu.block_id x
    %is_six = arith.cmpi eq, %b, %c6 : index
    %i = arith.select %is_six, %c5, %b : index
    %n = arith.index_cast %b : index to i16
    memref.store %n, %out[%i] : memref<12xi16>
    gpu.return
  }

  // Block 9 reads what block 2 has written.
  // CHECK: error: 'memref.load' op race: thread (0, 0, 0) of block (9, 0, 0) reads element 2 of argument 0
  // CHECK: note: thread (0, 0, 0) of block (2, 0, 0) writes it here, with no barrier between
  gpu.func @read_later(%out: memref<12xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 12, 1, 1>} {
    %c2 = arith.constant 2 : index
    %c9 = arith.constant 9 : index
    %b = gpu.block_id x
    %is_nine = arith.cmpi eq, %b, %c9 : index
    scf.if %is_nine {
      %x = memref.load %out[%c2] : memref<12xi32>
      memref.store %x, %out[%b] : memref<12xi32>
    } else {
      %n = arith.index_cast %b : index to i32
      memref.store %n, %out[%b] : memref<12xi32>
    }
    gpu.return
  }

  // Both threads of block 1 read what the first block has read, and then one of
  // them writes it.
  // CHECK: error: 'memref.store' op race: thread (0, 0, 0) of block (1, 0, 0) writes element 0 of argument 0
  // CHECK: note: thread (0, 0, 0) of block (0, 0, 0) reads it here, with no barrier between
  gpu.func @read_by_many(%in: memref<2xi32>) kernel
      attributes {known_block_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
    %c0 = arith.constant 0 : index
    %b = gpu.block_id x
    %t = gpu.thread_id x
    %x = memref.load %in[%c0] : memref<2xi32>
    gpu.barrier
    %is_writer = arith.cmpi ugt, %b, %t : index
    scf.if %is_writer {
      memref.store %x, %in[%c0] : memref<2xi32>
    }
    gpu.return
  }

  // Blocks 5 and 10 write what the first blocks leave alone.
  // CHECK: error: 'memref.store' op race: thread (0, 0, 0) of block (10, 0, 0) writes element 0 of argument 0
  // CHECK: note: thread (0, 0, 0) of block (5, 0, 0) writes it here, with no barrier between
  gpu.func @late(%out: memref<1xindex>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 12, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %b = gpu.block_id x
    %rest = arith.remui %b, %c5 : index
    %is_fifth = arith.cmpi eq, %rest, %c0 : index
    %is_late = arith.cmpi ne, %b, %c0 : index
    %writes = arith.andi %is_fifth, %is_late : i1
    scf.if %writes {
      memref.store %b, %out[%c0] : memref<1xindex>
    }
    gpu.return
  }

  // Block 9 writes what block 4 has read, and the last one what block 8 has.
  // CHECK: error: 'memref.store' op race: thread (0, 0, 0) of block (9, 0, 0) writes element 4 of argument 0
  // CHECK: note: thread (0, 0, 0) of block (4, 0, 0) reads it here, with no barrier between
  gpu.func @write_later(%in: memref<12xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 12, 1, 1>} {
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c11 = arith.constant 11 : index
    %b = gpu.block_id x
    %x = memref.load %in[%b] : memref<12xi32>
    %is_nine = arith.cmpi eq, %b, %c9 : index
    scf.if %is_nine {
      memref.store %x, %in[%c4] : memref<12xi32>
    }
    %is_last = arith.cmpi eq, %b, %c11 : index
    scf.if %is_last {
      memref.store %x, %in[%c8] : memref<12xi32>
    }
    gpu.return
  }

  // Block 7 leaves the memory, and no other does anything wrong.
  // CHECK: error: 'memref.store' op out of bounds: thread (0, 0, 0) of block (7, 0, 0) writes element [12] of a memref of 12 in argument 0
  gpu.func @outside(%out: memref<12xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 12, 1, 1>} {
    %c7 = arith.constant 7 : index
    %c12 = arith.constant 12 : index
    %b = gpu.block_id x
    %is_seven = arith.cmpi eq, %b, %c7 : index
    %i = arith.select %is_seven, %c12, %b : index
    %n = arith.index_cast %b : index to i32
    memref.store %n, %out[%i] : memref<12xi32>
    gpu.return
  }

  // All add to one number, and keep what they got.
  // CHECK: @atomic: grid 12x1x1
  gpu.func @atomic(%sum: memref<1xi32>, %out: memref<12xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 12, 1, 1>} {
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %b = gpu.block_id x
    %old = memref.atomic_rmw addi %one, %sum[%c0] : (i32, memref<1xi32>) -> i32
    memref.store %old, %out[%b] : memref<12xi32>
    gpu.return
  }

  // Buffers of the block are its own.
  // CHECK: @shared: grid 12x1x1
  gpu.func @shared(%in: memref<12xf16>, %out: memref<12xf16>) workgroup(%s: memref<1xf16, 3>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 12, 1, 1>} {
    %c0 = arith.constant 0 : index
    %b = gpu.block_id x
    %x = memref.load %in[%b] : memref<12xf16>
    memref.store %x, %s[%c0] : memref<1xf16, 3>
    gpu.barrier
    %y = memref.load %s[%c0] : memref<1xf16, 3>
    memref.store %y, %out[%b] : memref<12xf16>
    gpu.return
  }
}
