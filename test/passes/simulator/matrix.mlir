// RUN: tl-sim %s --kernel=four --block=32 --dump=1 --expect-equal=1,2 | FileCheck %s --check-prefix=FOUR
// RUN: tl-sim %s --kernel=transposed --block=32 --dump=1 --expect-equal=1,2 | FileCheck %s --check-prefix=TRANSPOSED
// RUN: tl-sim %s --kernel=fewer --block=64 --expect-equal=1,2 | FileCheck %s --check-prefix=FEWER
// RUN: tl-sim %s --kernel=widths --dump=1 | FileCheck %s --check-prefix=WIDTHS
// RUN: tl-sim %s --kernel=pointers --expect-equal=1,2 | FileCheck %s --check-prefix=POINTERS
// RUN: tl-sim %s --kernel=stored --expect-equal=0,1 | FileCheck %s --check-prefix=STORED
// RUN: tl-sim %s --kernel=stored_transposed --dump=1 --expect-equal=1,2 | FileCheck %s --check-prefix=ACROSS
// RUN: tl-sim %s --kernel=stored_fewer --dump=1 | FileCheck %s --check-prefix=PART

#shared = #gpu.address_space<workgroup>
#row = #nvvm.mma_layout<row>
#col = #nvvm.mma_layout<col>
#shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>
#b16 = #nvvm.ld_st_matrix_elt_type<b16>

// Element [r, c] of argument 0 is 16 r + c.
func.func @stage(%in: memref<16x16xi16>, %s: memref<16x16xi16, #shared>) {
  %l = gpu.lane_id
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = arith.shrui %l, %c1 : index
  %bit = arith.andi %l, %c1 : index
  %c = arith.shli %bit, %c3 : index
  %v = vector.load %in[%r, %c] : memref<16x16xi16>, vector<8xi16>
  vector.store %v, %s[%r, %c] : memref<16x16xi16, #shared>, vector<8xi16>
  gpu.barrier
  return
}

// Lane l names row l % 16 of columns 8 (l / 16) to 8 (l / 16) + 7, so that
// matrix i starts at row 8 (i % 2) and column 8 (i / 2).
func.func @named(%l: index) -> (index, index) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c15 = arith.constant 15 : index
  %r = arith.andi %l, %c15 : index
  %half = arith.shrui %l, %c4 : index
  %c = arith.shli %half, %c3 : index
  return %r, %c : index, index
}

// What the PTX ISA gives lane l: in register i elements 2 (l % 4) and
// 2 (l % 4) + 1 of row l / 4 of matrix i; columns are rows where transposed.
func.func @expected(%s: memref<16x16xi16, #shared>, %l: index, %transposed: i1) -> vector<8xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %none = arith.constant dense<0> : vector<8xi16>
  %first = arith.divui %l, %c4 : index
  %quad = arith.remui %l, %c4 : index
  %pair = arith.muli %quad, %c2 : index
  %v = scf.for %e = %c0 to %c8 step %c1 iter_args(%so_far = %none) -> vector<8xi16> {
    %i = arith.divui %e, %c2 : index
    %j = arith.remui %e, %c2 : index
    %second = arith.addi %pair, %j : index
    %a = arith.select %transposed, %second, %first : index
    %b = arith.select %transposed, %first, %second : index
    %down = arith.remui %i, %c2 : index
    %right = arith.divui %i, %c2 : index
    %r8 = arith.muli %down, %c8 : index
    %c8r = arith.muli %right, %c8 : index
    %r = arith.addi %r8, %a : index
    %c = arith.addi %c8r, %b : index
    %x = memref.load %s[%r, %c] : memref<16x16xi16, #shared>
    %next = vector.insert %x, %so_far[%e] : i16 into vector<8xi16>
    scf.yield %next : vector<8xi16>
  }
  return %v : vector<8xi16>
}

// FOUR:      argument 1:
// FOUR-NEXT: {{^}}[0, 1, 128, 129, 8, 9, 136, 137]
// FOUR-NEXT: {{^}}[2, 3, 130, 131, 10, 11, 138, 139]
// FOUR-NEXT: {{^}}[4, 5, 132, 133, 12, 13, 140, 141]
// FOUR-NEXT: {{^}}[6, 7, 134, 135, 14, 15, 142, 143]
// FOUR-NEXT: {{^}}[16, 17, 144, 145, 24, 25, 152, 153]
// FOUR:      {{^}}[118, 119, 246, 247, 126, 127, 254, 255]
// FOUR-NEXT: equal: 256 elements
func.func @four(%in: memref<16x16xi16> {llvm.align = 16 : i64}, %out: memref<32x8xi16>, %check: memref<32x8xi16>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %no = arith.constant false
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x16xi16, #shared>
  func.call @stage(%in, %s) : (memref<16x16xi16>, memref<16x16xi16, #shared>) -> ()
  %r, %c = func.call @named(%l) : (index) -> (index, index)
  %m = nvgpu.ldmatrix %s[%r, %c] {numTiles = 4 : i32, transpose = false} : memref<16x16xi16, #shared> -> vector<4x2xi16>
  %v = vector.shape_cast %m : vector<4x2xi16> to vector<8xi16>
  vector.store %v, %out[%l, %c0] : memref<32x8xi16>, vector<8xi16>
  %e = func.call @expected(%s, %l, %no) : (memref<16x16xi16, #shared>, index, i1) -> vector<8xi16>
  vector.store %e, %check[%l, %c0] : memref<32x8xi16>, vector<8xi16>
  return
}

// TRANSPOSED:      argument 1:
// TRANSPOSED-NEXT: {{^}}[0, 16, 128, 144, 8, 24, 136, 152]
// TRANSPOSED-NEXT: {{^}}[32, 48, 160, 176, 40, 56, 168, 184]
// TRANSPOSED-NEXT: {{^}}[64, 80, 192, 208, 72, 88, 200, 216]
// TRANSPOSED-NEXT: {{^}}[96, 112, 224, 240, 104, 120, 232, 248]
// TRANSPOSED-NEXT: {{^}}[1, 17, 129, 145, 9, 25, 137, 153]
// TRANSPOSED:      {{^}}[103, 119, 231, 247, 111, 127, 239, 255]
// TRANSPOSED-NEXT: equal: 256 elements
func.func @transposed(%in: memref<16x16xi16> {llvm.align = 16 : i64}, %out: memref<32x8xi16>, %check: memref<32x8xi16>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %yes = arith.constant true
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x16xi16, #shared>
  func.call @stage(%in, %s) : (memref<16x16xi16>, memref<16x16xi16, #shared>) -> ()
  %r, %c = func.call @named(%l) : (index) -> (index, index)
  %m = nvgpu.ldmatrix %s[%r, %c] {numTiles = 4 : i32, transpose = true} : memref<16x16xi16, #shared> -> vector<4x2xi16>
  %v = vector.shape_cast %m : vector<4x2xi16> to vector<8xi16>
  vector.store %v, %out[%l, %c0] : memref<32x8xi16>, vector<8xi16>
  %e = func.call @expected(%s, %l, %yes) : (memref<16x16xi16, #shared>, index, i1) -> vector<8xi16>
  vector.store %e, %check[%l, %c0] : memref<32x8xi16>, vector<8xi16>
  return
}

// Two warps, of which each lane that names no row names nonsense.

// FEWER: equal: 512 elements
func.func @fewer(%in: memref<16x16xi16> {llvm.align = 16 : i64}, %out: memref<64x8xi16>, %check: memref<64x8xi16>) {
  %t = gpu.thread_id x
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %far = arith.constant 1000000 : index
  %no = arith.constant false
  %none = arith.constant dense<0> : vector<4xi16>
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x16xi16, #shared>
  %first = arith.cmpi ult, %t, %c32 : index
  scf.if %first {
    %row = arith.divui %l, %c2 : index
    %odd = arith.remui %l, %c2 : index
    %column = arith.muli %odd, %c8 : index
    %part = vector.load %in[%row, %column] : memref<16x16xi16>, vector<8xi16>
    vector.store %part, %s[%row, %column] : memref<16x16xi16, #shared>, vector<8xi16>
  }
  gpu.barrier
  %below8 = arith.cmpi ult, %l, %c8 : index
  %below16 = arith.cmpi ult, %l, %c16 : index
  %r1 = arith.select %below8, %l, %far : index
  %r2 = arith.select %below16, %l, %far : index
  %one = nvgpu.ldmatrix %s[%r1, %c0] {numTiles = 1 : i32, transpose = false} : memref<16x16xi16, #shared> -> vector<1x2xi16>
  %two = nvgpu.ldmatrix %s[%r2, %c8] {numTiles = 2 : i32, transpose = false} : memref<16x16xi16, #shared> -> vector<2x2xi16>
  %v1 = vector.shape_cast %one : vector<1x2xi16> to vector<2xi16>
  %v2 = vector.shape_cast %two : vector<2x2xi16> to vector<4xi16>
  vector.store %v1, %out[%t, %c0] : memref<64x8xi16>, vector<2xi16>
  vector.store %v2, %out[%t, %c4] : memref<64x8xi16>, vector<4xi16>
  %e = func.call @expected(%s, %l, %no) : (memref<16x16xi16, #shared>, index, i1) -> vector<8xi16>
  %e1 = vector.extract_strided_slice %e {offsets = [0], sizes = [2], strides = [1]} : vector<8xi16> to vector<2xi16>
  %e2 = vector.extract_strided_slice %e {offsets = [4], sizes = [4], strides = [1]} : vector<8xi16> to vector<4xi16>
  vector.store %e1, %check[%t, %c0] : memref<64x8xi16>, vector<2xi16>
  vector.store %e2, %check[%t, %c4] : memref<64x8xi16>, vector<4xi16>
  // What neither wrote.
  %gap = arith.constant dense<7> : vector<2xi16>
  vector.store %gap, %out[%t, %c2] : memref<64x8xi16>, vector<2xi16>
  vector.store %gap, %check[%t, %c2] : memref<64x8xi16>, vector<2xi16>
  return
}

// A register is 4 bytes of any elements: of bytes, 4; of f32, 1.

// WIDTHS:      argument 1:
// WIDTHS-NEXT: {{^}}[0, 1, 2, 3, 0]
// WIDTHS-NEXT: {{^}}[4, 5, 6, 7, 1]
// WIDTHS-NEXT: {{^}}[8, 9, 10, 11, 2]
// WIDTHS-NEXT: {{^}}[12, 13, 14, 15, 3]
// WIDTHS-NEXT: {{^}}[16, 17, 18, 19, 4]
// WIDTHS:      {{^}}[124, 125, 126, 127, 31]
func.func @widths(%in: memref<8x16xi8>, %out: memref<32x5xi8>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<8x16xi8, #shared>
  %f = memref.alloc() {alignment = 16 : i64} : memref<8x4xf32, #shared>
  %r = arith.divui %l, %c4 : index
  %q = arith.remui %l, %c4 : index
  %c = arith.muli %q, %c4 : index
  %v = vector.load %in[%r, %c] : memref<8x16xi8>, vector<4xi8>
  vector.store %v, %s[%r, %c] : memref<8x16xi8, #shared>, vector<4xi8>
  %i = arith.index_cast %l : index to i32
  %x = arith.sitofp %i : i32 to f32
  memref.store %x, %f[%r, %q] : memref<8x4xf32, #shared>
  gpu.barrier
  %row = arith.andi %l, %c7 : index
  %bytes = nvgpu.ldmatrix %s[%row, %c0] {numTiles = 1 : i32, transpose = false} : memref<8x16xi8, #shared> -> vector<1x4xi8>
  %words = nvgpu.ldmatrix %f[%row, %c0] {numTiles = 1 : i32, transpose = false} : memref<8x4xf32, #shared> -> vector<1x1xf32>
  %b = vector.shape_cast %bytes : vector<1x4xi8> to vector<4xi8>
  vector.store %b, %out[%l, %c0] : memref<32x5xi8>, vector<4xi8>
  %w = vector.extract %words[0, 0] : f32 from vector<1x1xf32>
  %n = arith.fptosi %w : f32 to i8
  memref.store %n, %out[%l, %c4] : memref<32x5xi8>
  return
}

// The address of element [r, c] of a shared buffer, as 32 bits.
func.func @address(%s: memref<16x16xi16, #shared>, %r: index, %c: index) -> i32 {
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %base = memref.extract_aligned_pointer_as_index %s : memref<16x16xi16, #shared> -> index
  %rows = arith.muli %r, %c16 : index
  %element = arith.addi %rows, %c : index
  %bytes = arith.muli %element, %c2 : index
  %sum = arith.addi %base, %bytes : index
  %address = arith.index_castui %sum : index to i32
  return %address : i32
}

// Operations of nvvm load what those of nvgpu load.

// POINTERS: equal: 512 elements
func.func @pointers(%in: memref<16x16xi16> {llvm.align = 16 : i64}, %out: memref<32x16xi16>, %check: memref<32x16xi16>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %other = memref.alloc() {alignment = 16 : i64} : memref<16xi16, #shared>
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x16xi16, #shared>
  func.call @stage(%in, %s) : (memref<16x16xi16>, memref<16x16xi16, #shared>) -> ()
  %r, %c = func.call @named(%l) : (index) -> (index, index)
  %a = nvgpu.ldmatrix %s[%r, %c] {numTiles = 4 : i32, transpose = false} : memref<16x16xi16, #shared> -> vector<4x2xi16>
  %b = nvgpu.ldmatrix %s[%r, %c] {numTiles = 2 : i32, transpose = true} : memref<16x16xi16, #shared> -> vector<2x2xi16>
  %d = nvgpu.ldmatrix %s[%r, %c] {numTiles = 1 : i32, transpose = true} : memref<16x16xi16, #shared> -> vector<1x2xi16>
  %av = vector.shape_cast %a : vector<4x2xi16> to vector<8xi16>
  %bv = vector.shape_cast %b : vector<2x2xi16> to vector<4xi16>
  %dv = vector.shape_cast %d : vector<1x2xi16> to vector<2xi16>
  %dd = vector.shuffle %dv, %dv [0, 1, 0, 1] : vector<2xi16>, vector<2xi16>
  vector.store %av, %check[%l, %c0] : memref<32x16xi16>, vector<8xi16>
  vector.store %bv, %check[%l, %c8] : memref<32x16xi16>, vector<4xi16>
  vector.store %dd, %check[%l, %c12] : memref<32x16xi16>, vector<4xi16>

  %address = func.call @address(%s, %r, %c) : (memref<16x16xi16, #shared>, index, index) -> i32
  %p = llvm.inttoptr %address : i32 to !llvm.ptr<3>
  %four = nvvm.ldmatrix %p {num = 4 : i32, layout = #row, shape = #shape, eltType = #b16} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %two = nvvm.ldmatrix %p {num = 2 : i32, layout = #col, shape = #shape, eltType = #b16} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
  %one = nvvm.ldmatrix %p {num = 1 : i32, layout = #col, shape = #shape, eltType = #b16} : (!llvm.ptr<3>) -> i32
  %0 = llvm.extractvalue %four[0] : !llvm.struct<(i32, i32, i32, i32)>
  %1 = llvm.extractvalue %four[1] : !llvm.struct<(i32, i32, i32, i32)>
  %2 = llvm.extractvalue %four[2] : !llvm.struct<(i32, i32, i32, i32)>
  %3 = llvm.extractvalue %four[3] : !llvm.struct<(i32, i32, i32, i32)>
  %4 = llvm.extractvalue %two[0] : !llvm.struct<(i32, i32)>
  %5 = llvm.extractvalue %two[1] : !llvm.struct<(i32, i32)>
  %words = vector.from_elements %0, %1, %2, %3, %4, %5 : vector<6xi32>
  %v = vector.bitcast %words : vector<6xi32> to vector<12xi16>
  vector.store %v, %out[%l, %c0] : memref<32x16xi16>, vector<12xi16>
  %w = llvm.bitcast %one : i32 to vector<2xi16>
  %ww = vector.shuffle %w, %w [0, 1, 0, 1] : vector<2xi16>, vector<2xi16>
  vector.store %ww, %out[%l, %c12] : memref<32x16xi16>, vector<4xi16>
  return
}

// What is stored as it was loaded is where it was.

// STORED: equal: 256 elements
func.func @stored(%in: memref<16x16xi16> {llvm.align = 16 : i64}, %out: memref<16x16xi16> {llvm.align = 16 : i64}) {
  %l = gpu.lane_id
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x16xi16, #shared>
  %d = memref.alloc() {alignment = 16 : i64} : memref<16x16xi16, #shared>
  func.call @stage(%in, %s) : (memref<16x16xi16>, memref<16x16xi16, #shared>) -> ()
  %r, %c = func.call @named(%l) : (index) -> (index, index)
  %m = nvgpu.ldmatrix %s[%r, %c] {numTiles = 4 : i32, transpose = false} : memref<16x16xi16, #shared> -> vector<4x2xi16>
  %v = vector.shape_cast %m : vector<4x2xi16> to vector<8xi16>
  %words = vector.bitcast %v : vector<8xi16> to vector<4xi32>
  %w:4 = vector.to_elements %words : vector<4xi32>
  %address = func.call @address(%d, %r, %c) : (memref<16x16xi16, #shared>, index, index) -> i32
  %p = llvm.inttoptr %address : i32 to !llvm.ptr<3>
  nvvm.stmatrix %p, %w#0, %w#1, %w#2, %w#3 {layout = #row, shape = #shape, eltType = #b16} : !llvm.ptr<3>, i32, i32, i32, i32
  gpu.barrier
  %x = vector.load %d[%r, %c] : memref<16x16xi16, #shared>, vector<8xi16>
  vector.store %x, %out[%r, %c] : memref<16x16xi16>, vector<8xi16>
  return
}

// Each matrix transposed in its place.

// ACROSS:      argument 1:
// ACROSS-NEXT: {{^}}[0, 16, 32, 48, 64, 80, 96, 112, 8, 24, 40, 56, 72, 88, 104, 120]
// ACROSS-NEXT: {{^}}[1, 17, 33, 49, 65, 81, 97, 113, 9, 25, 41, 57, 73, 89, 105, 121]
// ACROSS:      {{^}}[135, 151, 167, 183, 199, 215, 231, 247, 143, 159, 175, 191, 207, 223, 239, 255]
// ACROSS-NEXT: equal: 256 elements
func.func @stored_transposed(%in: memref<16x16xi16> {llvm.align = 16 : i64}, %out: memref<16x16xi16>, %check: memref<16x16xi16>) {
  %l = gpu.lane_id
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x16xi16, #shared>
  %d = memref.alloc() {alignment = 16 : i64} : memref<2x16x16xi16, #shared>
  %d0 = memref.subview %d[0, 0, 0] [1, 16, 16] [1, 1, 1] : memref<2x16x16xi16, #shared> to memref<16x16xi16, strided<[16, 1]>, #shared>
  func.call @stage(%in, %s) : (memref<16x16xi16>, memref<16x16xi16, #shared>) -> ()
  %r, %c = func.call @named(%l) : (index) -> (index, index)
  %from = func.call @address(%s, %r, %c) : (memref<16x16xi16, #shared>, index, index) -> i32
  %p = llvm.inttoptr %from : i32 to !llvm.ptr<3>
  %m = nvvm.ldmatrix %p {num = 4 : i32, layout = #row, shape = #shape, eltType = #b16} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %n = nvvm.ldmatrix %p {num = 4 : i32, layout = #col, shape = #shape, eltType = #b16} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  %m0 = llvm.extractvalue %m[0] : !llvm.struct<(i32, i32, i32, i32)>
  %m1 = llvm.extractvalue %m[1] : !llvm.struct<(i32, i32, i32, i32)>
  %m2 = llvm.extractvalue %m[2] : !llvm.struct<(i32, i32, i32, i32)>
  %m3 = llvm.extractvalue %m[3] : !llvm.struct<(i32, i32, i32, i32)>
  %n0 = llvm.extractvalue %n[0] : !llvm.struct<(i32, i32, i32, i32)>
  %n1 = llvm.extractvalue %n[1] : !llvm.struct<(i32, i32, i32, i32)>
  %n2 = llvm.extractvalue %n[2] : !llvm.struct<(i32, i32, i32, i32)>
  %n3 = llvm.extractvalue %n[3] : !llvm.struct<(i32, i32, i32, i32)>
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : i32
  %flat = memref.cast %d0 : memref<16x16xi16, strided<[16, 1]>, #shared> to memref<16x16xi16, #shared>
  %to = func.call @address(%flat, %r, %c) : (memref<16x16xi16, #shared>, index, index) -> i32
  %next = arith.addi %to, %c512 : i32
  %q0 = llvm.inttoptr %to : i32 to !llvm.ptr<3>
  %q1 = llvm.inttoptr %next : i32 to !llvm.ptr<3>
  nvvm.stmatrix %q0, %m0, %m1, %m2, %m3 {layout = #col, shape = #shape, eltType = #b16} : !llvm.ptr<3>, i32, i32, i32, i32
  nvvm.stmatrix %q1, %n0, %n1, %n2, %n3 {layout = #row, shape = #shape, eltType = #b16} : !llvm.ptr<3>, i32, i32, i32, i32
  gpu.barrier
  %c1 = arith.constant 1 : index
  %x = vector.load %d[%c0, %r, %c] : memref<2x16x16xi16, #shared>, vector<8xi16>
  %y = vector.load %d[%c1, %r, %c] : memref<2x16x16xi16, #shared>, vector<8xi16>
  vector.store %x, %out[%r, %c] : memref<16x16xi16>, vector<8xi16>
  vector.store %y, %check[%r, %c] : memref<16x16xi16>, vector<8xi16>
  return
}

// Two matrices of the numbers of their lanes, stored in rows 0 to 15 of 4 words;
// then one of them again, plus 100. Lanes that name no row have address 0.

// PART:      argument 1:
// PART-NEXT: {{^}}[100, 101, 102, 103]
// PART-NEXT: {{^}}[104, 105, 106, 107]
// PART:      {{^}}[128, 129, 130, 131]
// PART-NEXT: {{^}}[1000, 1001, 1002, 1003]
// PART:      {{^}}[1028, 1029, 1030, 1031]
func.func @stored_fewer(%unused: index, %out: memref<16x4xi32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x4xi32, #shared>
  %base = memref.extract_aligned_pointer_as_index %s : memref<16x4xi32, #shared> -> index
  %bytes = arith.muli %l, %c16 : index
  %sum = arith.addi %base, %bytes : index
  %first = arith.cmpi ult, %l, %c8 : index
  %both = arith.cmpi ult, %l, %c16 : index
  %a1 = arith.select %first, %sum, %c0 : index
  %a2 = arith.select %both, %sum, %c0 : index
  %i1 = arith.index_cast %a1 : index to i64
  %i2 = arith.index_cast %a2 : index to i64
  %p1 = llvm.inttoptr %i1 : i64 to !llvm.ptr<3>
  %p2 = llvm.inttoptr %i2 : i64 to !llvm.ptr<3>
  %n = arith.index_cast %l : index to i32
  %hundred = arith.constant 100 : i32
  %thousand = arith.constant 1000 : i32
  %m = arith.addi %n, %hundred : i32
  %k = arith.addi %n, %thousand : i32
  nvvm.stmatrix %p2, %n, %k {layout = #row, shape = #shape, eltType = #b16} : !llvm.ptr<3>, i32, i32
  nvvm.stmatrix %p1, %m {layout = #row, shape = #shape, eltType = #b16} : !llvm.ptr<3>, i32
  gpu.barrier
  scf.if %both {
    %v = vector.load %s[%l, %c0] : memref<16x4xi32, #shared>, vector<4xi32>
    vector.store %v, %out[%l, %c0] : memref<16x4xi32>, vector<4xi32>
  }
  return
}
