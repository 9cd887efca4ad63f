// RUN: tl-sim %s --kernel=bytes --arg=0:random --arg=1:random --reference=by_loops | FileCheck %s --check-prefix=BYTES
// RUN: tl-sim %s --kernel=nibbles --arg=0:random --arg=1:random --reference=nibbles_by_loops | FileCheck %s --check-prefix=NIBBLES
// RUN: tl-sim %s --kernel=bits --arg=0:random --arg=1:random --reference=bits_by_loops | FileCheck %s --check-prefix=BITS
// RUN: tl-sim %s --kernel=few_bits --arg=0:random --arg=1:random --reference=few_bits_by_loops | FileCheck %s --check-prefix=FEW
// RUN: not tl-sim %s --kernel=unsaid 2>&1 | FileCheck %s --check-prefix=UNSAID

// 8 x 8 of integers: thread t has elements of row t / 4 of A and of that column of B,
// from k = 4 (t mod 4) on, or 8 (t mod 4) of those of 4 bits, and two of row t / 4 of
// the sum (PTX ISA, "Matrix Fragments for mma.m8n8k16" and "m8n8k32").

// BYTES: @bytes: as @by_loops: 64 elements, off by at most 0{{$}}
func.func @bytes(%a: memref<8x16xi8> {llvm.align = 16 : i64}, %b: memref<8x16xi8> {llvm.align = 16 : i64}, %c: memref<8x8xi32>, %d: memref<8x8xi32>) attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %row = affine.apply affine_map<(t) -> (t floordiv 4)>(%t)
  %k = affine.apply affine_map<(t) -> (t mod 4 * 4)>(%t)
  %column = affine.apply affine_map<(t) -> (t mod 4 * 2)>(%t)
  %va = vector.load %a[%row, %k] : memref<8x16xi8>, vector<4xi8>
  %vb = vector.load %b[%row, %k] : memref<8x16xi8>, vector<4xi8>
  %wa = vector.bitcast %va : vector<4xi8> to vector<1xi32>
  %wb = vector.bitcast %vb : vector<4xi8> to vector<1xi32>
  %ra = vector.extract %wa[0] : i32 from vector<1xi32>
  %rb = vector.extract %wb[0] : i32 from vector<1xi32>
  %old = vector.load %c[%row, %column] : memref<8x8xi32>, vector<2xi32>
  %c0 = vector.extract %old[0] : i32 from vector<2xi32>
  %c1 = vector.extract %old[1] : i32 from vector<2xi32>
  %r = nvvm.mma.sync A[%ra] B[%rb] C[%c0, %c1] {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<u8>, shape = #nvvm.shape<m = 8, n = 8, k = 16>} : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
  %d0 = llvm.extractvalue %r[0] : !llvm.struct<(i32, i32)>
  %d1 = llvm.extractvalue %r[1] : !llvm.struct<(i32, i32)>
  %new = vector.from_elements %d0, %d1 : vector<2xi32>
  vector.store %new, %d[%row, %column] : memref<8x8xi32>, vector<2xi32>
  return
}
func.func private @by_loops(%a: memref<8x16xi8>, %b: memref<8x16xi8>, %c: memref<8x8xi32>, %d: memref<8x8xi32>) {
  affine.for %m = 0 to 8 {
    affine.for %n = 0 to 8 {
      %start = memref.load %c[%m, %n] : memref<8x8xi32>
      %sum = affine.for %k = 0 to 16 iter_args(%old = %start) -> i32 {
        %x = memref.load %a[%m, %k] : memref<8x16xi8>
        %y = memref.load %b[%n, %k] : memref<8x16xi8>
        %x32 = arith.extsi %x : i8 to i32
        %y32 = arith.extui %y : i8 to i32
        %xy = arith.muli %x32, %y32 : i32
        %new = arith.addi %old, %xy : i32
        affine.yield %new : i32
      }
      memref.store %sum, %d[%m, %n] : memref<8x8xi32>
    }
  }
  return
}

// NIBBLES: @nibbles: as @nibbles_by_loops: 64 elements, off by at most 0{{$}}
func.func @nibbles(%a: memref<8x32xi8> {llvm.align = 16 : i64}, %b: memref<8x32xi8> {llvm.align = 16 : i64}, %c: memref<8x8xi32>, %d: memref<8x8xi32>) attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %row = affine.apply affine_map<(t) -> (t floordiv 4)>(%t)
  %k = affine.apply affine_map<(t) -> (t mod 4 * 8)>(%t)
  %column = affine.apply affine_map<(t) -> (t mod 4 * 2)>(%t)
  %va = vector.load %a[%row, %k] : memref<8x32xi8>, vector<8xi8>
  %vb = vector.load %b[%row, %k] : memref<8x32xi8>, vector<8xi8>
  %na = arith.trunci %va : vector<8xi8> to vector<8xi4>
  %nb = arith.trunci %vb : vector<8xi8> to vector<8xi4>
  %wa = vector.bitcast %na : vector<8xi4> to vector<1xi32>
  %wb = vector.bitcast %nb : vector<8xi4> to vector<1xi32>
  %ra = vector.extract %wa[0] : i32 from vector<1xi32>
  %rb = vector.extract %wb[0] : i32 from vector<1xi32>
  %old = vector.load %c[%row, %column] : memref<8x8xi32>, vector<2xi32>
  %c0 = vector.extract %old[0] : i32 from vector<2xi32>
  %c1 = vector.extract %old[1] : i32 from vector<2xi32>
  %r = nvvm.mma.sync A[%ra] B[%rb] C[%c0, %c1] {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s4>, multiplicandBPtxType = #nvvm.mma_type<s4>, shape = #nvvm.shape<m = 8, n = 8, k = 32>} : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
  %d0 = llvm.extractvalue %r[0] : !llvm.struct<(i32, i32)>
  %d1 = llvm.extractvalue %r[1] : !llvm.struct<(i32, i32)>
  %new = vector.from_elements %d0, %d1 : vector<2xi32>
  vector.store %new, %d[%row, %column] : memref<8x8xi32>, vector<2xi32>
  return
}
func.func private @nibbles_by_loops(%a: memref<8x32xi8>, %b: memref<8x32xi8>, %c: memref<8x8xi32>, %d: memref<8x8xi32>) {
  affine.for %m = 0 to 8 {
    affine.for %n = 0 to 8 {
      %start = memref.load %c[%m, %n] : memref<8x8xi32>
      %sum = affine.for %k = 0 to 32 iter_args(%old = %start) -> i32 {
        %x = memref.load %a[%m, %k] : memref<8x32xi8>
        %y = memref.load %b[%n, %k] : memref<8x32xi8>
        %x4 = arith.trunci %x : i8 to i4
        %y4 = arith.trunci %y : i8 to i4
        %x32 = arith.extsi %x4 : i4 to i32
        %y32 = arith.extsi %y4 : i4 to i32
        %xy = arith.muli %x32, %y32 : i32
        %new = arith.addi %old, %xy : i32
        affine.yield %new : i32
      }
      memref.store %sum, %d[%m, %n] : memref<8x8xi32>
    }
  }
  return
}

// Bits that differ, or that both have, are counted: thread t has words of 32 bits of k
// from 32 (t mod 4) on ("Matrix Fragments for mma.m16n8k128", "m8n8k128").

// BITS: @bits: as @bits_by_loops: 128 elements, off by at most 0{{$}}
func.func @bits(%a: memref<16x4xi32>, %b: memref<8x4xi32>, %c: memref<16x8xi32>, %d: memref<16x8xi32>) attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %row = affine.apply affine_map<(t) -> (t floordiv 4)>(%t)
  %below = affine.apply affine_map<(t) -> (t floordiv 4 + 8)>(%t)
  %word = affine.apply affine_map<(t) -> (t mod 4)>(%t)
  %column = affine.apply affine_map<(t) -> (t mod 4 * 2)>(%t)
  %a0 = memref.load %a[%row, %word] : memref<16x4xi32>
  %a1 = memref.load %a[%below, %word] : memref<16x4xi32>
  %b0 = memref.load %b[%row, %word] : memref<8x4xi32>
  %upper = vector.load %c[%row, %column] : memref<16x8xi32>, vector<2xi32>
  %lower = vector.load %c[%below, %column] : memref<16x8xi32>, vector<2xi32>
  %c0 = vector.extract %upper[0] : i32 from vector<2xi32>
  %c1 = vector.extract %upper[1] : i32 from vector<2xi32>
  %c2 = vector.extract %lower[0] : i32 from vector<2xi32>
  %c3 = vector.extract %lower[1] : i32 from vector<2xi32>
  %r = nvvm.mma.sync A[%a0, %a1] B[%b0] C[%c0, %c1, %c2, %c3] {b1Op = #nvvm.mma_b1op<xor_popc>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<b1>, multiplicandBPtxType = #nvvm.mma_type<b1>, shape = #nvvm.shape<m = 16, n = 8, k = 128>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %d0 = llvm.extractvalue %r[0] : !llvm.struct<(i32, i32, i32, i32)>
  %d1 = llvm.extractvalue %r[1] : !llvm.struct<(i32, i32, i32, i32)>
  %d2 = llvm.extractvalue %r[2] : !llvm.struct<(i32, i32, i32, i32)>
  %d3 = llvm.extractvalue %r[3] : !llvm.struct<(i32, i32, i32, i32)>
  %new = vector.from_elements %d0, %d1 : vector<2xi32>
  %next = vector.from_elements %d2, %d3 : vector<2xi32>
  vector.store %new, %d[%row, %column] : memref<16x8xi32>, vector<2xi32>
  vector.store %next, %d[%below, %column] : memref<16x8xi32>, vector<2xi32>
  return
}
func.func private @bits_by_loops(%a: memref<16x4xi32>, %b: memref<8x4xi32>, %c: memref<16x8xi32>, %d: memref<16x8xi32>) {
  affine.for %m = 0 to 16 {
    affine.for %n = 0 to 8 {
      %start = memref.load %c[%m, %n] : memref<16x8xi32>
      %sum = affine.for %k = 0 to 4 iter_args(%old = %start) -> i32 {
        %x = memref.load %a[%m, %k] : memref<16x4xi32>
        %y = memref.load %b[%n, %k] : memref<8x4xi32>
        %xy = arith.xori %x, %y : i32
        %count = math.ctpop %xy : i32
        %new = arith.addi %old, %count : i32
        affine.yield %new : i32
      }
      memref.store %sum, %d[%m, %n] : memref<16x8xi32>
    }
  }
  return
}

// FEW: @few_bits: as @few_bits_by_loops: 64 elements, off by at most 0{{$}}
func.func @few_bits(%a: memref<8x4xi32>, %b: memref<8x4xi32>, %c: memref<8x8xi32>, %d: memref<8x8xi32>) attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %row = affine.apply affine_map<(t) -> (t floordiv 4)>(%t)
  %word = affine.apply affine_map<(t) -> (t mod 4)>(%t)
  %column = affine.apply affine_map<(t) -> (t mod 4 * 2)>(%t)
  %a0 = memref.load %a[%row, %word] : memref<8x4xi32>
  %b0 = memref.load %b[%row, %word] : memref<8x4xi32>
  %old = vector.load %c[%row, %column] : memref<8x8xi32>, vector<2xi32>
  %c0 = vector.extract %old[0] : i32 from vector<2xi32>
  %c1 = vector.extract %old[1] : i32 from vector<2xi32>
  %r = nvvm.mma.sync A[%a0] B[%b0] C[%c0, %c1] {b1Op = #nvvm.mma_b1op<and_popc>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<b1>, multiplicandBPtxType = #nvvm.mma_type<b1>, shape = #nvvm.shape<m = 8, n = 8, k = 128>} : (i32, i32, i32) -> !llvm.struct<(i32, i32)>
  %d0 = llvm.extractvalue %r[0] : !llvm.struct<(i32, i32)>
  %d1 = llvm.extractvalue %r[1] : !llvm.struct<(i32, i32)>
  %new = vector.from_elements %d0, %d1 : vector<2xi32>
  vector.store %new, %d[%row, %column] : memref<8x8xi32>, vector<2xi32>
  return
}
func.func private @few_bits_by_loops(%a: memref<8x4xi32>, %b: memref<8x4xi32>, %c: memref<8x8xi32>, %d: memref<8x8xi32>) {
  affine.for %m = 0 to 8 {
    affine.for %n = 0 to 8 {
      %start = memref.load %c[%m, %n] : memref<8x8xi32>
      %sum = affine.for %k = 0 to 4 iter_args(%old = %start) -> i32 {
        %x = memref.load %a[%m, %k] : memref<8x4xi32>
        %y = memref.load %b[%n, %k] : memref<8x4xi32>
        %xy = arith.andi %x, %y : i32
        %count = math.ctpop %xy : i32
        %new = arith.addi %old, %count : i32
        affine.yield %new : i32
      }
      memref.store %sum, %d[%m, %n] : memref<8x8xi32>
    }
  }
  return
}

// The instruction says what becomes of two bits.
// UNSAID: error: 'nvvm.inline_ptx' op is no product of matrices that the simulator knows
func.func @unsaid(%a: i32) {
  %0:2 = nvvm.inline_ptx "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32 {$0, $1}, {$2}, {$3}, {$4, $5};" ro(%a, %a, %a, %a : i32, i32, i32, i32) -> i32, i32
  return
}
