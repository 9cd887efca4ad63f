// RUN: tl-sim %s --kernel=bytes --arg=0:small --arg=1:small --reference=bytes_by_loops --tolerance=0 | FileCheck %s --check-prefix=BYTES
// RUN: tl-sim %s --kernel=nibbles --arg=0:small --arg=1:small --reference=nibbles_by_loops --tolerance=0 | FileCheck %s --check-prefix=NIBBLES
// RUN: tl-sim %s --kernel=single --arg=0:small --arg=1:small --reference=single_by_loops --tolerance=0 | FileCheck %s --check-prefix=SINGLE
// RUN: tl-sim %s --kernel=halves | FileCheck %s --check-prefix=HALVES
// RUN: not tl-sim %s --kernel=twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: tl-sim %s --kernel=not_sorted | FileCheck %s --check-prefix=SORTS
// RUN: not tl-sim %s --kernel=sorted 2>&1 | FileCheck %s --check-prefix=SORTED
// RUN: not tl-sim %s --kernel=parts 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: not tl-sim %s --kernel=unknown 2>&1 | FileCheck %s --check-prefix=POISON
// RUN: not tl-sim %s --kernel=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tl-sim %s --kernel=unknown_selector 2>&1 | FileCheck %s --check-prefix=SELECTOR
// RUN: not tl-sim %s --kernel=differs 2>&1 | FileCheck %s --check-prefix=DIFFERS
// RUN: not tl-sim %s --kernel=registers 2>&1 | FileCheck %s --check-prefix=REGISTERS
// RUN: not tl-sim %s --kernel=mixed 2>&1 | FileCheck %s --check-prefix=SHAPE

// nvvm.mma.sp.sync: who has what the PTX ISA says, "Matrix fragments for
// multiply-accumulate operation with sparse matrix A"; lane l, g = l / 4, t = l % 4.
// A chunk of a row is four places, of which two are held.

// The places of chunk `n` of row i, in turn all that there are.
func.func private @places(%i: index, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %sum = arith.addi %i, %n : index
  %pair = arith.remui %sum, %c6 : index
  %all = arith.constant dense<[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]> : vector<6x2xindex>
  %low = vector.extract %all[%pair, %c0] : index from vector<6x2xindex>
  %high = vector.extract %all[%pair, %c1] : index from vector<6x2xindex>
  return %low, %high : index, index
}

// 32 bits of row i, of 8 chunks from `n` on.
func.func private @metadata(%i: index, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %bits = scf.for %m = %c0 to %c8 step %c1 iter_args(%all = %zero) -> i32 {
    %chunk = arith.addi %n, %m : index
    %low, %high = func.call @places(%i, %chunk) : (index, index) -> (index, index)
    %above = arith.muli %high, %c4 : index
    %both = arith.addi %low, %above : index
    %word = arith.index_cast %both : index to i32
    %far = arith.muli %m, %c4 : index
    %shift = arith.index_cast %far : index to i32
    %shifted = arith.shli %word, %shift : i32
    %more = arith.ori %all, %shifted : i32
    scf.yield %more : i32
  }
  return %bits : i32
}

func.func private @bytes_at(%A: memref<?x?xi8>, %i: index, %k: index) -> i32 {
  %v = vector.load %A[%i, %k] : memref<?x?xi8>, vector<4xi8>
  %w = vector.bitcast %v : vector<4xi8> to vector<1xi32>
  %r = vector.extract %w[0] : i32 from vector<1xi32>
  return %r : i32
}

func.func private @nibbles_at(%A: memref<?x?xi4>, %i: index, %k: index) -> i32 {
  %v = vector.load %A[%i, %k] : memref<?x?xi4>, vector<8xi4>
  %w = vector.bitcast %v : vector<8xi4> to vector<1xi32>
  %r = vector.extract %w[0] : i32 from vector<1xi32>
  return %r : i32
}

func.func private @put(%d: !llvm.struct<(i32, i32, i32, i32)>, %D: memref<16x8xi32>) {
  %l = gpu.lane_id
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %below = arith.addi %g, %c8 : index
  %n = arith.muli %t, %c2 : index
  %n1 = arith.addi %n, %c1 : index
  %0 = llvm.extractvalue %d[0] : !llvm.struct<(i32, i32, i32, i32)>
  %1 = llvm.extractvalue %d[1] : !llvm.struct<(i32, i32, i32, i32)>
  %2 = llvm.extractvalue %d[2] : !llvm.struct<(i32, i32, i32, i32)>
  %3 = llvm.extractvalue %d[3] : !llvm.struct<(i32, i32, i32, i32)>
  memref.store %0, %D[%g, %n] : memref<16x8xi32>
  memref.store %1, %D[%g, %n1] : memref<16x8xi32>
  memref.store %2, %D[%below, %n] : memref<16x8xi32>
  memref.store %3, %D[%below, %n1] : memref<16x8xi32>
  return
}

// 16x8x32 of s8, where lanes 2 and 3 of each four say it of rows g and g + 8.
// BYTES: @bytes: as @bytes_by_loops: 128 elements, off by at most 0{{$}}
func.func @bytes(%A: memref<16x16xi8>, %B: memref<8x32xi8>, %D: memref<16x8xi32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %below = arith.addi %g, %c8 : index
  %k = arith.muli %t, %c4 : index
  %k16 = arith.addi %k, %c16 : index
  %as = memref.cast %A : memref<16x16xi8> to memref<?x?xi8>
  %bs = memref.cast %B : memref<8x32xi8> to memref<?x?xi8>
  %a0 = func.call @bytes_at(%as, %g, %k) : (memref<?x?xi8>, index, index) -> i32
  %a1 = func.call @bytes_at(%as, %below, %k) : (memref<?x?xi8>, index, index) -> i32
  %b0 = func.call @bytes_at(%bs, %g, %k) : (memref<?x?xi8>, index, index) -> i32
  %b1 = func.call @bytes_at(%bs, %g, %k16) : (memref<?x?xi8>, index, index) -> i32
  %odd = arith.remui %t, %c2 : index
  %lower = arith.muli %odd, %c8 : index
  %row = arith.addi %g, %lower : index
  %is_asked = arith.cmpi uge, %t, %c2 : index
  %known = func.call @metadata(%row, %c0) : (index, index) -> i32
  %none = ub.poison : i32
  %meta = arith.select %is_asked, %known, %none : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %d = nvvm.mma.sp.sync A[%a0, %a1] B[%b0, %b1] C[%zero, %zero, %zero, %zero] sparseMetadata[%meta] selector[%one] {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, orderedMetadata, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  func.call @put(%d, %D) : (!llvm.struct<(i32, i32, i32, i32)>, memref<16x8xi32>) -> ()
  return
}
func.func private @bytes_by_loops(%A: memref<16x16xi8>, %B: memref<8x32xi8>, %D: memref<16x8xi32>) {
  %zero = arith.constant 0 : i32
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %sum = affine.for %c = 0 to 16 iter_args(%s = %zero) -> i32 {
        %chunk = arith.divui %c, %c2 : index
        %low, %high = func.call @places(%i, %chunk) : (index, index) -> (index, index)
        %second = arith.remui %c, %c2 : index
        %is_second = arith.index_cast %second : index to i1
        %place = arith.select %is_second, %high, %low : index
        %start = arith.muli %chunk, %c4 : index
        %k = arith.addi %start, %place : index
        %a = affine.load %A[%i, %c] : memref<16x16xi8>
        %b = memref.load %B[%j, %k] : memref<8x32xi8>
        %wide_a = arith.extsi %a : i8 to i32
        %wide_b = arith.extsi %b : i8 to i32
        %ab = arith.muli %wide_a, %wide_b : i32
        %next = arith.addi %s, %ab : i32
        affine.yield %next : i32
      }
      affine.store %sum, %D[%i, %j] : memref<16x8xi32>
    }
  }
  return
}

// 16x8x128 of s4 and u4: a place is two elements, and all lanes say it.
// NIBBLES: @nibbles: as @nibbles_by_loops: 128 elements, off by at most 0{{$}}
func.func @nibbles(%A: memref<16x64xi4>, %B: memref<8x128xi4>, %D: memref<16x8xi32>) {
  %l = gpu.lane_id
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %below = arith.addi %g, %c8 : index
  %k = arith.muli %t, %c8 : index
  %k32 = arith.addi %k, %c32 : index
  %k64 = arith.addi %k, %c64 : index
  %k96 = arith.addi %k, %c96 : index
  %as = memref.cast %A : memref<16x64xi4> to memref<?x?xi4>
  %bs = memref.cast %B : memref<8x128xi4> to memref<?x?xi4>
  %a0 = func.call @nibbles_at(%as, %g, %k) : (memref<?x?xi4>, index, index) -> i32
  %a1 = func.call @nibbles_at(%as, %below, %k) : (memref<?x?xi4>, index, index) -> i32
  %a2 = func.call @nibbles_at(%as, %g, %k32) : (memref<?x?xi4>, index, index) -> i32
  %a3 = func.call @nibbles_at(%as, %below, %k32) : (memref<?x?xi4>, index, index) -> i32
  %b0 = func.call @nibbles_at(%bs, %g, %k) : (memref<?x?xi4>, index, index) -> i32
  %b1 = func.call @nibbles_at(%bs, %g, %k32) : (memref<?x?xi4>, index, index) -> i32
  %b2 = func.call @nibbles_at(%bs, %g, %k64) : (memref<?x?xi4>, index, index) -> i32
  %b3 = func.call @nibbles_at(%bs, %g, %k96) : (memref<?x?xi4>, index, index) -> i32
  %odd = arith.remui %t, %c2 : index
  %lower = arith.muli %odd, %c8 : index
  %row = arith.addi %g, %lower : index
  %upper = arith.subi %t, %odd : index
  %chunk = arith.muli %upper, %c4 : index
  %meta = func.call @metadata(%row, %chunk) : (index, index) -> i32
  %zero = arith.constant 0 : i32
  %d = nvvm.mma.sp.sync A[%a0, %a1, %a2, %a3] B[%b0, %b1, %b2, %b3] C[%zero, %zero, %zero, %zero] sparseMetadata[%meta] selector[%zero] {intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>, multiplicandAPtxType = #nvvm.mma_type<s4>, multiplicandBPtxType = #nvvm.mma_type<u4>, shape = #nvvm.shape<m = 16, n = 8, k = 128>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  func.call @put(%d, %D) : (!llvm.struct<(i32, i32, i32, i32)>, memref<16x8xi32>) -> ()
  return
}
func.func private @nibbles_by_loops(%A: memref<16x64xi4>, %B: memref<8x128xi4>, %D: memref<16x8xi32>) {
  %zero = arith.constant 0 : i32
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %sum = affine.for %c = 0 to 64 iter_args(%s = %zero) -> i32 {
        %chunk = arith.divui %c, %c4 : index
        %low, %high = func.call @places(%i, %chunk) : (index, index) -> (index, index)
        %in_chunk = arith.remui %c, %c4 : index
        %is_second = arith.cmpi uge, %in_chunk, %c2 : index
        %place = arith.select %is_second, %high, %low : index
        %start = arith.muli %chunk, %c8 : index
        %pair = arith.muli %place, %c2 : index
        %of_pair = arith.remui %c, %c2 : index
        %k0 = arith.addi %start, %pair : index
        %k = arith.addi %k0, %of_pair : index
        %a = affine.load %A[%i, %c] : memref<16x64xi4>
        %b = memref.load %B[%j, %k] : memref<8x128xi4>
        %wide_a = arith.extsi %a : i4 to i32
        %wide_b = arith.extui %b : i4 to i32
        %ab = arith.muli %wide_a, %wide_b : i32
        %next = arith.addi %s, %ab : i32
        affine.yield %next : i32
      }
      affine.store %sum, %D[%i, %j] : memref<16x8xi32>
    }
  }
  return
}

// 16x8x8 of tf32, one of two each: 14 is the second one, 4 the first.  Lane 3 says
// it, of row g in the lower half.
// SINGLE: @single: as @single_by_loops: 128 elements, off by at most 0{{$}}
func.func @single(%A: memref<16x4xf32>, %B: memref<8x8xf32>, %D: memref<16x8xf32>) {
  %l = gpu.lane_id
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %below = arith.addi %g, %c8 : index
  %t4 = arith.addi %t, %c4 : index
  %fa0 = memref.load %A[%g, %t] : memref<16x4xf32>
  %fa1 = memref.load %A[%below, %t] : memref<16x4xf32>
  %fb0 = memref.load %B[%g, %t] : memref<8x8xf32>
  %fb1 = memref.load %B[%g, %t4] : memref<8x8xf32>
  %a0 = arith.bitcast %fa0 : f32 to i32
  %a1 = arith.bitcast %fa1 : f32 to i32
  %b0 = arith.bitcast %fb0 : f32 to i32
  %b1 = arith.bitcast %fb1 : f32 to i32
  // Row i, element c: number (i + i / 8 + c) % 2 of two.
  %even = arith.constant 0x4E4EE4E4 : i32
  %uneven = arith.constant 0xE4E44E4E : i32
  %odd = arith.remui %g, %c2 : index
  %is_odd = arith.index_cast %odd : index to i1
  %known = arith.select %is_odd, %uneven, %even : i32
  %none = ub.poison : i32
  %is_asked = arith.cmpi eq, %t, %c3 : index
  %meta = arith.select %is_asked, %known, %none : i32
  %three = arith.constant 3 : i32
  %zero = arith.constant 0.0 : f32
  %d = nvvm.mma.sp.sync A[%a0, %a1] B[%b0, %b1] C[%zero, %zero, %zero, %zero] sparseMetadata[%meta] selector[%three] {multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, orderedMetadata, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %0 = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
  %1 = llvm.extractvalue %d[1] : !llvm.struct<(f32, f32, f32, f32)>
  %2 = llvm.extractvalue %d[2] : !llvm.struct<(f32, f32, f32, f32)>
  %3 = llvm.extractvalue %d[3] : !llvm.struct<(f32, f32, f32, f32)>
  %n = arith.muli %t, %c2 : index
  %n1 = arith.addi %n, %c1 : index
  memref.store %0, %D[%g, %n] : memref<16x8xf32>
  memref.store %1, %D[%g, %n1] : memref<16x8xf32>
  memref.store %2, %D[%below, %n] : memref<16x8xf32>
  memref.store %3, %D[%below, %n1] : memref<16x8xf32>
  return
}
func.func private @single_by_loops(%A: memref<16x4xf32>, %B: memref<8x8xf32>, %D: memref<16x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %sum = affine.for %c = 0 to 4 iter_args(%s = %zero) -> f32 {
        %eighth = arith.divui %i, %c8 : index
        %shifted = arith.addi %i, %eighth : index
        %turn = arith.addi %shifted, %c : index
        %number = arith.remui %turn, %c2 : index
        %start = arith.muli %c, %c2 : index
        %k = arith.addi %start, %number : index
        %a = affine.load %A[%i, %c] : memref<16x4xf32>
        %b = memref.load %B[%j, %k] : memref<8x8xf32>
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %s, %ab : f32
        affine.yield %next : f32
      }
      affine.store %sum, %D[%i, %j] : memref<16x8xf32>
    }
  }
  return
}

// Metadata that nobody gives are valid.
// HALVES: @halves: grid 1x1x1, block 32x1x1
func.func @halves(%a: vector<2xf16>, %c: f32, %meta: i32) {
  %selector = arith.constant 3 : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%c, %c, %c, %c] sparseMetadata[%meta] selector[%selector] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// TWICE: error: 'nvvm.mma.sp.sync' op assertion: thread (0, 0, 0) of block (0, 0, 0) has metadata of row 0 that says of two elements that they are number 0 of four
func.func @twice(%a: vector<2xf16>, %c: vector<2xf16>) {
  %zero = arith.constant 0 : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%c, %c] sparseMetadata[%zero] selector[%zero] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// The order of places counts where it is said to.
// SORTS: @not_sorted: grid 1x1x1, block 32x1x1
func.func @not_sorted(%a: vector<2xf16>, %c: vector<2xf16>) {
  %zero = arith.constant 0 : i32
  %meta = arith.constant 0x33333333 : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%c, %c] sparseMetadata[%meta] selector[%zero] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// SORTED: error: 'nvvm.mma.sp.sync' op assertion: thread (0, 0, 0) of block (0, 0, 0) has metadata of row 0 that says that numbers 3 and 0 of four are held, in this order
func.func @sorted(%a: vector<2xf16>, %c: vector<2xf16>) {
  %zero = arith.constant 0 : i32
  %meta = arith.constant 0x33333333 : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%c, %c] sparseMetadata[%meta] selector[%zero] {orderedMetadata, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// Two halves of two elements of tf32.
// PARTS: error: 'nvvm.mma.sp.sync' op assertion: thread (0, 0, 0) of block (0, 0, 0) has metadata of row 8 that says that numbers 1 and 2 of four are held, in this order
func.func @parts(%a: i32, %c: f32) {
  %zero = arith.constant 0 : i32
  %meta = arith.constant 0x9999E4E4 : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%c, %c, %c, %c] sparseMetadata[%meta] selector[%zero] {multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// POISON: error: 'nvvm.mma.sp.sync' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) needs the metadata of row 0
func.func @unknown(%a: vector<2xf16>, %c: vector<2xf16>) {
  %zero = arith.constant 0 : i32
  %meta = ub.poison : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%c, %c] sparseMetadata[%meta] selector[%zero] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// NONE: error: 'nvvm.mma.sp.sync' op assertion: thread (0, 0, 0) of block (0, 0, 0) selects threads that are not there: 2, of 2
func.func @none(%a: i32, %meta: i32) {
  %two = arith.constant 2 : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%a, %a, %a, %a] sparseMetadata[%meta] selector[%two] {multiplicandAPtxType = #nvvm.mma_type<s4>, multiplicandBPtxType = #nvvm.mma_type<s4>, shape = #nvvm.shape<m = 16, n = 8, k = 64>, intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  return
}

// SELECTOR: error: 'nvvm.mma.sp.sync' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) needs operand 7
func.func @unknown_selector(%a: vector<2xf16>, %meta: i32) {
  %none = ub.poison : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%a, %a] sparseMetadata[%meta] selector[%none] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// DIFFERS: error: 'nvvm.mma.sp.sync' op {{.*}}: thread (1, 0, 0) of block (0, 0, 0) has 1 as operand 7, and thread 0 of its warp 0
func.func @differs(%a: vector<2xf16>, %meta: i32) {
  %l = gpu.lane_id
  %selector = arith.index_cast %l : index to i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%a, %a] sparseMetadata[%meta] selector[%selector] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  return
}

// Upstream takes two registers of bytes of any kind, where PTX has four.
// REGISTERS: error: 'nvvm.mma.sp.sync' op has other registers than its shape and types take
func.func @registers(%a: i32, %c: f32, %meta: i32) {
  %zero = arith.constant 0 : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%c, %c, %c, %c] sparseMetadata[%meta] selector[%zero] {multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

// SHAPE: error: 'nvvm.mma.sp.sync' op has a shape or types that the simulator does not know
func.func @mixed(%a: i32, %meta: i32) {
  %zero = arith.constant 0 : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%a, %a, %a, %a] sparseMetadata[%meta] selector[%zero] {multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s4>, shape = #nvvm.shape<m = 16, n = 8, k = 32>, intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  return
}
