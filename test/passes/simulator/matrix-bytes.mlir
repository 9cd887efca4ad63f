// RUN: tl-sim %s --kernel=loaded --dump=1 | FileCheck %s --check-prefix=LOADED
// RUN: tl-sim %s --kernel=stored --dump=1 | FileCheck %s --check-prefix=STORED
// RUN: tl-sim %s --kernel=fewer --dump=1 | FileCheck %s --check-prefix=FEWER

// Matrices of bytes, transposed, as the PTX ISA has them.

#shared = #gpu.address_space<workgroup>
#col = #nvvm.mma_layout<col>
#m16n16 = #nvvm.ld_st_matrix_shape<m = 16, n = 16>
#m16n8 = #nvvm.ld_st_matrix_shape<m = 16, n = 8>
#b8 = #nvvm.ld_st_matrix_elt_type<b8>

// Row r of an argument, and of shared memory, is 16 r to 16 r + 15.
func.func @stage(%in: memref<16x16xi8>, %s: memref<16x16xi8, #shared>) {
  %l = gpu.lane_id
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = arith.shrui %l, %c1 : index
  %odd = arith.andi %l, %c1 : index
  %c = arith.shli %odd, %c3 : index
  %v = vector.load %in[%r, %c] : memref<16x16xi8>, vector<8xi8>
  vector.store %v, %s[%r, %c] : memref<16x16xi8, #shared>, vector<8xi8>
  gpu.barrier
  return
}

func.func @row(%base: index, %r: index) -> !llvm.ptr<3> {
  %c16 = arith.constant 16 : index
  %bytes = arith.muli %r, %c16 : index
  %sum = arith.addi %base, %bytes : index
  %address = arith.index_castui %sum : index to i32
  %p = llvm.inttoptr %address : i32 to !llvm.ptr<3>
  return %p : !llvm.ptr<3>
}

// Lane l has column l / 4 of rows 4 (l % 4) to 4 (l % 4) + 3, then of column
// l / 4 + 8; of matrix 1, whose rows are those of matrix 0 from the last one on,
// the same.

// LOADED:      argument 1:
// LOADED-NEXT: {{^}}[0, 16, 32, 48, 8, 24, 40, 56, -16, -32, -48, -64, -8, -24, -40, -56]
// LOADED-NEXT: {{^}}[64, 80, 96, 112, 72, 88, 104, 120, -80, -96, -112, -128, -72, -88, -104, -120]
// LOADED-NEXT: {{^}}[-128, -112, -96, -80, -120, -104, -88, -72, 112, 96, 80, 64, 120, 104, 88, 72]
// LOADED-NEXT: {{^}}[-64, -48, -32, -16, -56, -40, -24, -8, 48, 32, 16, 0, 56, 40, 24, 8]
// LOADED-NEXT: {{^}}[1, 17, 33, 49, 9, 25, 41, 57, -15, -31, -47, -63, -7, -23, -39, -55]
// LOADED:      {{^}}[-57, -41, -25, -9, -49, -33, -17, -1, 55, 39, 23, 7, 63, 47, 31, 15]
func.func @loaded(%in: memref<16x16xi8> {llvm.align = 16 : i64}, %out: memref<32x16xi8>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c31 = arith.constant 31 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x16xi8, #shared>
  func.call @stage(%in, %s) : (memref<16x16xi8>, memref<16x16xi8, #shared>) -> ()
  %is_first = arith.cmpi ult, %l, %c16 : index
  %back = arith.subi %c31, %l : index
  %r = arith.select %is_first, %l, %back : index
  %base = memref.extract_aligned_pointer_as_index %s : memref<16x16xi8, #shared> -> index
  %p = func.call @row(%base, %r) : (index, index) -> !llvm.ptr<3>
  %m = nvvm.ldmatrix %p {num = 2 : i32, layout = #col, shape = #m16n16, eltType = #b8} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %0 = llvm.extractvalue %m[0] : !llvm.struct<(i32, i32, i32, i32)>
  %1 = llvm.extractvalue %m[1] : !llvm.struct<(i32, i32, i32, i32)>
  %2 = llvm.extractvalue %m[2] : !llvm.struct<(i32, i32, i32, i32)>
  %3 = llvm.extractvalue %m[3] : !llvm.struct<(i32, i32, i32, i32)>
  %words = vector.from_elements %0, %1, %2, %3 : vector<4xi32>
  %v = vector.bitcast %words : vector<4xi32> to vector<16xi8>
  vector.store %v, %out[%l, %c0] : memref<32x16xi8>, vector<16xi8>
  return
}

// Lane l gives of each register column l / 4 of rows 2 (l % 4) and
// 2 (l % 4) + 1, then of column l / 4 + 8.  Byte b of register i is 16 l + 4 i + b.

// STORED:      argument 1:
// STORED-NEXT: {{^}}[0, 64, -128, -64, 0, 64, -128, -64, 2, 66, -126, -62, 2, 66, -126, -62]
// STORED-NEXT: {{^}}[1, 65, -127, -63, 1, 65, -127, -63, 3, 67, -125, -61, 3, 67, -125, -61]
// STORED-NEXT: {{^}}[16, 80, -112, -48, 16, 80, -112, -48, 18, 82, -110, -46, 18, 82, -110, -46]
// STORED:      {{^}}[49, 113, -79, -15, 49, 113, -79, -15, 51, 115, -77, -13, 51, 115, -77, -13]
// STORED-NEXT: {{^}}[4, 68, -124, -60, 4, 68, -124, -60, 6, 70, -122, -58, 6, 70, -122, -58]
// STORED:      {{^}}[61, 125, -67, -3, 61, 125, -67, -3, 63, 127, -65, -1, 63, 127, -65, -1]
func.func @stored(%in: memref<32x16xi8> {llvm.align = 16 : i64}, %out: memref<32x16xi8>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x16xi8, #shared>
  %v = vector.load %in[%l, %c0] : memref<32x16xi8>, vector<16xi8>
  %words = vector.bitcast %v : vector<16xi8> to vector<4xi32>
  %w:4 = vector.to_elements %words : vector<4xi32>
  %base = memref.extract_aligned_pointer_as_index %s : memref<32x16xi8, #shared> -> index
  %p = func.call @row(%base, %l) : (index, index) -> !llvm.ptr<3>
  nvvm.stmatrix %p, %w#0, %w#1, %w#2, %w#3 {layout = #col, shape = #m16n8, eltType = #b8} : !llvm.ptr<3>, i32, i32, i32, i32
  gpu.barrier
  %x = vector.load %s[%l, %c0] : memref<32x16xi8, #shared>, vector<16xi8>
  vector.store %x, %out[%l, %c0] : memref<32x16xi8>, vector<16xi8>
  return
}

// One matrix each; lanes that name no row have address 0.

// FEWER:      argument 1:
// FEWER-NEXT: {{^}}[0, 1, 2, 3, 4, 5, 6, 7, 32, 33, 34, 35, 36, 37, 38, 39]
// FEWER-NEXT: {{^}}[16, 17, 18, 19, 20, 21, 22, 23, 48, 49, 50, 51, 52, 53, 54, 55]
// FEWER-NEXT: {{^}}[64, 65, 66, 67, 68, 69, 70, 71, 96, 97, 98, 99, 100, 101, 102, 103]
func.func @fewer(%in: memref<16x16xi8> {llvm.align = 16 : i64}, %out: memref<8x16xi8>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x16xi8, #shared>
  %d = memref.alloc() {alignment = 16 : i64} : memref<8x16xi8, #shared>
  func.call @stage(%in, %s) : (memref<16x16xi8>, memref<16x16xi8, #shared>) -> ()
  %zero = arith.constant 0 : i32
  %null = llvm.inttoptr %zero : i32 to !llvm.ptr<3>
  %from = memref.extract_aligned_pointer_as_index %s : memref<16x16xi8, #shared> -> index
  %to = memref.extract_aligned_pointer_as_index %d : memref<8x16xi8, #shared> -> index
  %names = arith.cmpi ult, %l, %c16 : index
  %p = func.call @row(%from, %l) : (index, index) -> !llvm.ptr<3>
  %q = arith.select %names, %p, %null : !llvm.ptr<3>
  %m = nvvm.ldmatrix %q {num = 1 : i32, layout = #col, shape = #m16n16, eltType = #b8} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  %0 = llvm.extractvalue %m[0] : !llvm.struct<(i32, i32)>
  %stores = arith.cmpi ult, %l, %c8 : index
  %r = func.call @row(%to, %l) : (index, index) -> !llvm.ptr<3>
  %t = arith.select %stores, %r, %null : !llvm.ptr<3>
  nvvm.stmatrix %t, %0 {layout = #col, shape = #m16n8, eltType = #b8} : !llvm.ptr<3>, i32
  gpu.barrier
  scf.if %stores {
    %x = vector.load %d[%l, %c0] : memref<8x16xi8, #shared>, vector<16xi8>
    vector.store %x, %out[%l, %c0] : memref<8x16xi8>, vector<16xi8>
  }
  return
}
