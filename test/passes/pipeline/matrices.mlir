// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: FileCheck %s --input-file=%t.ptx --implicit-check-not=.local
// RUN: tl-sim %s --kernel=product --grid=2 --expect-equal=2,3 | FileCheck %s --check-prefix=EQUAL
// RUN: tl-opt %s --lower-layout-copies | tl-sim - --kernel=product --grid=2 --expect-equal=2,3 | FileCheck %s --check-prefix=EQUAL
// RUN: tl-sim %s --verify-lowering --kernel=product --grid=2
// RUN: tl-sim %s --verify-lowering=tl-normalize-layouts,tl-partition-copies --kernel=product --grid=2
// RUN: tl-sim --ptx %t.ptx --like %s --kernel=stored | FileCheck %s --check-prefix=PTX

// EQUAL: equal: 256 elements
// PTX: @stored: equivalent in PTX: 1024 elements, 32 threads

#a = #tl.register<mma_a(16, 8, 16, 16)>
#b = #tl.register<mma_b(16, 8, 16, 16)>
#c = #tl.register<mma_c(16, 8, 16, 16)>
#tiles = #tl.register<local(2, 2) * mma_a(16, 8, 16, 16)>
#rows_a = #tl.register<spatial(16, 2).local(1, 16)>
#rows_64 = #tl.register<local(4, 1).spatial(4, 8).local(1, 8)>
#rows_b = #tl.register<spatial(32, 1).local(1, 16)>
#halves = #tl.register<local(1, 2) * mma_a(16, 8, 16, 16)>
#tf32_a = #tl.register<mma_a(16, 8, 8, 32)>
#words = #tl.shared<row_major_swizzle([32, 16], nbytes = 4)>
#smem = #tl.shared<row_major_swizzle([64, 64], nbytes = 2)>
#shared = #gpu.address_space<workgroup>

gpu.module @matrices {
  // The operands and the result of mma.sync are what tl.load and tl.store move;
  // three loops over integers give the same.

  // CHECK-LABEL:   .visible .entry product(
  // CHECK-COUNT-2: ldmatrix.sync.aligned.m8n8.x4.shared.b16
  gpu.func @product(%a: memref<16x32xi32> {llvm.align = 16 : i64}, %b: memref<32x16xi32> {llvm.align = 16 : i64},
                    %out: memref<16x16xf32> {llvm.align = 16 : i64}, %check: memref<16x16xf32>)
      workgroup(%A: memref<4096xf16, #shared> {llvm.align = 16 : i64}, %B: memref<4096xf16, #shared> {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %i0 = arith.constant 0 : i32
    %i5 = arith.constant 5 : i32
    %i11 = arith.constant 11 : i32
    %elevens = arith.constant dense<11> : vector<16xi32>
    %fives = arith.constant dense<5> : vector<16xi32>
    %zeros = arith.constant dense<0.0> : vector<2x2xf32>
    %block = gpu.block_id x
    %n = arith.muli %block, %c8 : index

    // Small numbers in shared memory.
    %a0 = tl.load %a as #rows_a scope warp : memref<16x32xi32> to vector<16xi32>
    %a1 = arith.remui %a0, %elevens : vector<16xi32>
    %a2 = arith.subi %a1, %fives : vector<16xi32>
    %a3 = arith.sitofp %a2 : vector<16xi32> to vector<16xf16>
    tl.store %a3 as #rows_a to %A layout #smem scope warp : vector<16xf16> to memref<4096xf16, #shared>
    %b0 = tl.load %b as #rows_b scope warp : memref<32x16xi32> to vector<16xi32>
    %b1 = arith.remui %b0, %elevens : vector<16xi32>
    %b2 = arith.subi %b1, %fives : vector<16xi32>
    %b3 = arith.sitofp %b2 : vector<16xi32> to vector<16xf16>
    tl.store %b3 as #rows_b to %B layout #smem scope warp : vector<16xf16> to memref<4096xf16, #shared>
    gpu.barrier

    // The product by matrices.
    %sum = scf.for %k = %c0 to %c32 step %c16 iter_args(%s = %zeros) -> vector<2x2xf32> {
      %fa = tl.load %A[0, %k] layout #smem as #a scope warp : memref<4096xf16, #shared> to vector<4x2xf16>
      %fb = tl.load %B[%k, %n] layout #smem as #b scope warp : memref<4096xf16, #shared> to vector<2x2xf16>
      %next = nvgpu.mma.sync (%fa, %fb, %s) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
      scf.yield %next : vector<2x2xf32>
    }
    tl.store %sum as #c to %out[0, %n] scope warp : vector<2x2xf32> to memref<16x16xf32>

    // And by loops: each lane four elements of a row.
    %l = gpu.lane_id
    %i = arith.divui %l, %c2 : index
    %odd = arith.remui %l, %c2 : index
    %first = arith.muli %odd, %c4 : index
    %column = arith.addi %n, %first : index
    scf.for %e = %c0 to %c4 step %c1 {
      %j = arith.addi %column, %e : index
      %dot = scf.for %k = %c0 to %c32 step %c1 iter_args(%s = %i0) -> i32 {
        %x0 = memref.load %a[%i, %k] : memref<16x32xi32>
        %x1 = arith.remui %x0, %i11 : i32
        %x = arith.subi %x1, %i5 : i32
        %y0 = memref.load %b[%k, %j] : memref<32x16xi32>
        %y1 = arith.remui %y0, %i11 : i32
        %y = arith.subi %y1, %i5 : i32
        %xy = arith.muli %x, %y : i32
        %next = arith.addi %s, %xy : i32
        scf.yield %next : i32
      }
      %f = arith.sitofp %dot : i32 to f32
      memref.store %f, %check[%i, %j] : memref<16x16xf32>
    }
    gpu.return
  }

  // Rows of 16 bytes are rows, whatever the element: operand A of tf32 is what
  // operand A of f16 is, an element in place of two.

  // CHECK-LABEL: .visible .entry words(
  // CHECK:       ldmatrix.sync.aligned.m8n8.x4.shared.b16
  // CHECK-NOT:   ld.shared
  // CHECK:       stmatrix.sync.aligned.m8n8.x4.shared.b16
  // CHECK-NOT:   st.shared
  // CHECK:       ret;
  gpu.func @words() workgroup(%A: memref<512xf32, #shared> {llvm.align = 16 : i64}, %B: memref<512xf32, #shared> {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A layout #words as #tf32_a scope warp : memref<512xf32, #shared> to vector<4xf32>
    tl.store %v as #tf32_a to %B layout #words scope warp : vector<4xf32> to memref<512xf32, #shared>
    gpu.return
  }

  // What is stored by matrices is there for loads that are none.

  // CHECK-LABEL:   .visible .entry stored(
  // CHECK-COUNT-2: stmatrix.sync.aligned.m8n8.x4.shared.b16
  // CHECK-NOT:     matrix
  // CHECK:         ld.shared.v4
  gpu.func @stored(%in: memref<16x32xf16> {llvm.align = 16 : i64}, %out: memref<16x32xf16> {llvm.align = 16 : i64})
      workgroup(%A: memref<4096xf16, #shared> {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %in as #halves scope warp : memref<16x32xf16> to vector<16xf16>
    tl.store %v as #halves to %A layout #smem scope warp : vector<16xf16> to memref<4096xf16, #shared>
    gpu.barrier
    %w = tl.load %A layout #smem as #rows_a scope warp : memref<4096xf16, #shared> to vector<16xf16>
    tl.store %w as #rows_a to %out scope warp : vector<16xf16> to memref<16x32xf16>
    gpu.return
  }

  // A second instruction is an XOR, a third a constant away from the first;
  // nothing else is between loads and stores.

  // CHECK-LABEL: .visible .entry staged(
  // CHECK:       ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%[[A0:r[0-9]+]], %[[A1:r[0-9]+]], %[[A2:r[0-9]+]], %[[A3:r[0-9]+]]}, [%[[P:rd[0-9]+]]];
  // CHECK-NEXT:  xor.b64 %[[Q:rd[0-9]+]], %[[P]], 32;
  // CHECK-NEXT:  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{.*}}, [%[[Q]]];
  // CHECK-NEXT:  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{.*}}, [%[[P]]+2048];
  // CHECK-NEXT:  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{.*}}, [%[[Q]]+2048];
  // CHECK-NEXT:  mov.b64
  // CHECK-NEXT:  add.s64 %[[R:rd[0-9]+]]
  // CHECK-NEXT:  stmatrix.sync.aligned.m8n8.x4.shared.b16 [%[[R]]], {%[[A0]], %[[A1]], %[[A2]], %[[A3]]};
  // CHECK-NEXT:  xor.b64 %[[S:rd[0-9]+]], %[[R]], 32;
  // CHECK-NEXT:  stmatrix.sync.aligned.m8n8.x4.shared.b16 [%[[S]]],
  // CHECK-NEXT:  stmatrix.sync.aligned.m8n8.x4.shared.b16 [%[[R]]+2048],
  // CHECK-NEXT:  stmatrix.sync.aligned.m8n8.x4.shared.b16 [%[[S]]+2048],
  // CHECK-NEXT:  ret;
  gpu.func @staged() workgroup(%A: memref<4096xf16, #shared> {llvm.align = 16 : i64}, %B: memref<4096xf16, 3> {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 32, 2, 1>} {
    %y = gpu.thread_id y
    %c32 = arith.constant 32 : index
    %i = arith.muli %y, %c32 : index
    %v = tl.load %A[%i, 0] layout #smem as #tiles scope warp : memref<4096xf16, #shared> to vector<32xf16>
    tl.store %v as #tiles to %B[%i, 0] layout #smem scope warp : vector<32xf16> to memref<4096xf16, 3>
    gpu.return
  }

  // Steps of a loop differ by an XOR: row, lanes and the base of the buffer, which
  // is aligned to a row, are computed once.

  // CHECK-LABEL: .visible .entry steps(
  // CHECK:       ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{.*}}, [%[[BASE:rd[0-9]+]]];
  // CHECK-NOT:   {{(and|or|shl|shr|mul)\.|add.s64}}
  // CHECK:       xor.b64 %[[P1:rd[0-9]+]], %[[BASE]], 32;
  // CHECK-NEXT:  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{.*}}, [%[[P1]]];
  // CHECK-NOT:   {{(and|or|shl|shr|mul)\.|add.s64}}
  // CHECK:       xor.b64 %[[P2:rd[0-9]+]], %[[BASE]], 64;
  // CHECK-NEXT:  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{.*}}, [%[[P2]]];
  // CHECK-NOT:   {{(and|or|shl|shr|mul)\.|add.s64}}
  // CHECK:       xor.b64 %[[P3:rd[0-9]+]], %[[BASE]], 96;
  // CHECK-NEXT:  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{.*}}, [%[[P3]]];
  gpu.func @steps(%in: memref<64x64xf16> {llvm.align = 16 : i64}, %out: memref<64x16xf16> {llvm.align = 16 : i64})
      workgroup(%A: memref<4096xf16, #shared> {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %zeros = arith.constant dense<0.0> : vector<4x2xf16>
    %y = gpu.thread_id y
    %i = arith.muli %y, %c16 : index
    %rows = tl.load %in[%i, 0] as #rows_64 scope warp : memref<64x64xf16> to vector<32xf16>
    tl.store %rows as #rows_64 to %A[%i, 0] layout #smem scope warp : vector<32xf16> to memref<4096xf16, #shared>
    gpu.barrier
    %sum = scf.for %k = %c0 to %c64 step %c16 iter_args(%s = %zeros) -> vector<4x2xf16> {
      %a = tl.load %A[%i, %k] layout #smem as #a scope warp : memref<4096xf16, #shared> to vector<4x2xf16>
      %next = arith.addf %a, %s : vector<4x2xf16>
      scf.yield %next : vector<4x2xf16>
    }
    tl.store %sum as #a to %out[%i, 0] scope warp : vector<4x2xf16> to memref<64x16xf16>
    gpu.return
  }

  // Words of 8-bit elements go from ldmatrix to mma as they are.

  // CHECK-LABEL: .visible .entry bytes(
  // CHECK:       ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%[[A0:r[0-9]+]], %[[A1:r[0-9]+]], %[[A2:r[0-9]+]], %[[A3:r[0-9]+]]}
  // CHECK:       ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%[[B0:r[0-9]+]], %[[B1:r[0-9]+]]}
  // CHECK:       mma.sync.aligned.m16n8k32
  // CHECK-NEXT:    {%[[C0:r[0-9]+]], %[[C1:r[0-9]+]], %[[C2:r[0-9]+]], %[[C3:r[0-9]+]]},
  // CHECK-NEXT:    {%[[A0]], %[[A1]], %[[A2]], %[[A3]]},
  // CHECK-NEXT:    {%[[B0]], %[[B1]]},
  // CHECK:       st.global.v2.b32 [%{{.*}}], {%[[C0]], %[[C1]]};
  // CHECK-NEXT:  st.global.v2.b32 [%{{.*}}], {%[[C2]], %[[C3]]};
  gpu.func @bytes(%a: memref<16x32xi8> {llvm.align = 16 : i64}, %b: memref<8x32xi8> {llvm.align = 16 : i64}, %out: memref<16x8xi32> {llvm.align = 8 : i64})
      workgroup(%A: memref<16x32xi8, #shared> {llvm.align = 16 : i64}, %B: memref<8x32xi8, 3> {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %a0 = tl.load %a as #tl.register<spatial(16, 2).local(1, 16)> scope warp : memref<16x32xi8> to vector<16xi8>
    tl.store %a0 as #tl.register<spatial(16, 2).local(1, 16)> to %A scope warp : vector<16xi8> to memref<16x32xi8, #shared>
    %b0 = tl.load %b as #tl.register<spatial(8, 4).local(1, 8)> scope warp : memref<8x32xi8> to vector<8xi8>
    tl.store %b0 as #tl.register<spatial(8, 4).local(1, 8)> to %B scope warp : vector<8xi8> to memref<8x32xi8, 3>
    gpu.barrier
    %zeros = arith.constant dense<0> : vector<2x2xi32>
    %fa = tl.load %A as #tl.register<mma_a(16, 8, 32, 8)> scope warp : memref<16x32xi8, #shared> to vector<4x4xi8>
    %fb = tl.load %B as #tl.tile<S[(8, (2, 4, 4)) : (4@laneid, (4, 1@laneid, 1))]> scope warp : memref<8x32xi8, 3> to vector<2x4xi8>
    %fc = nvgpu.mma.sync (%fa, %fb, %zeros) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
    tl.store %fc as #c to %out scope warp : vector<2x2xi32> to memref<16x8xi32>
    gpu.return
  }
}
