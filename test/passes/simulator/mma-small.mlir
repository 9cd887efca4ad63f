// RUN: tl-sim %s --kernel=bytes --arg=0:random --arg=1:random --reference=by_loops | FileCheck %s --check-prefix=BYTES
// RUN: tl-sim %s --kernel=nibbles --arg=0:random --arg=1:random --reference=nibbles_by_loops | FileCheck %s --check-prefix=NIBBLES

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
