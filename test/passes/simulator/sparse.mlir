// RUN: tl-sim %s --kernel=halves --arg=0:small --arg=2:small --arg=3:small --reference=halves_by_loops --tolerance=0 | FileCheck %s --check-prefix=HALVES
// RUN: tl-sim %s --kernel=short --arg=0:small --arg=2:small --arg=3:small --reference=short_by_loops --tolerance=0 | FileCheck %s --check-prefix=SHORT
// RUN: tl-sim %s --kernel=bytes --arg=0:small --arg=2:small --reference=bytes_by_loops --tolerance=0 | FileCheck %s --check-prefix=BYTES
// RUN: not tl-sim %s --kernel=twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tl-sim %s --kernel=unknown_metadata 2>&1 | FileCheck %s --check-prefix=POISON
// RUN: not tl-sim %s --kernel=selects_none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tl-sim %s --kernel=single 2>&1 | FileCheck %s --check-prefix=SINGLE
// RUN: tl-sim %s --kernel=given | FileCheck %s --check-prefix=GIVEN
// RUN: not tl-sim %s --kernel=given --arg=3:iota 2>&1 | FileCheck %s --check-prefix=STATED

// Of A two of four elements are held, whose places are two bits each.  What threads
// hold of it is what the PTX ISA says, "Matrix fragments for multiply-accumulate
// operation with sparse matrix A": lane l, with g = l / 4 and t = l % 4.

// Which column element c of the K/2 of row i is: chunks of four take turns with all
// pairs of places.
func.func private @place(%i: index, %c: index) -> index {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %chunk = arith.divui %c, %c2 : index
  %second = arith.remui %c, %c2 : index
  %sum = arith.addi %i, %chunk : index
  %pair = arith.remui %sum, %c6 : index
  %places = arith.constant dense<[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]> : vector<6x2xindex>
  %place = vector.extract %places[%pair, %second] : index from vector<6x2xindex>
  %first = arith.muli %chunk, %c4 : index
  %k = arith.addi %first, %place : index
  return %k : index
}

// 16 bits of row i, of 8 elements from c on.
func.func private @metadata(%i: index, %c: index) -> i16 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i16
  %bits = scf.for %n = %c0 to %c8 step %c1 iter_args(%all = %zero) -> i16 {
    %own = arith.addi %c, %n : index
    %k = func.call @place(%i, %own) : (index, index) -> index
    %place = arith.remui %k, %c4 : index
    %word = arith.index_cast %place : index to i16
    %far = arith.muli %n, %c2 : index
    %shift = arith.index_cast %far : index to i16
    %shifted = arith.shli %word, %shift : i16
    %more = arith.ori %all, %shifted : i16
    scf.yield %more : i16
  }
  return %bits : i16
}

// Metadata of rows g and g + 8; lanes that are not asked have none.
func.func private @own_metadata(%c: index, %is_asked: i1) -> vector<2xi16> {
  %l = gpu.lane_id
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %g = arith.divui %l, %c4 : index
  %below = arith.addi %g, %c8 : index
  %low = func.call @metadata(%g, %c) : (index, index) -> i16
  %high = func.call @metadata(%below, %c) : (index, index) -> i16
  %both = vector.from_elements %low, %high : vector<2xi16>
  %none = ub.poison : vector<2xi16>
  %own = arith.select %is_asked, %both, %none : vector<2xi16>
  return %own : vector<2xi16>
}

// HALVES: @halves: as @halves_by_loops: 128 elements, off by at most 0{{$}}
func.func @halves(%A: memref<16x16xf16>, %unused: memref<1xi32>, %B: memref<8x32xf16>, %C: memref<16x8xf32>, %D: memref<16x8xf32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %below = arith.addi %g, %c8 : index
  %j = arith.muli %t, %c2 : index
  %j8 = arith.addi %j, %c8 : index
  %j16 = arith.addi %j, %c16 : index
  %j24 = arith.addi %j, %c24 : index
  %zeros = arith.constant dense<0.0> : vector<4x2xf16>
  %a0 = vector.load %A[%g, %j] : memref<16x16xf16>, vector<2xf16>
  %a1 = vector.load %A[%below, %j] : memref<16x16xf16>, vector<2xf16>
  %a2 = vector.load %A[%g, %j8] : memref<16x16xf16>, vector<2xf16>
  %a3 = vector.load %A[%below, %j8] : memref<16x16xf16>, vector<2xf16>
  %va0 = vector.insert %a0, %zeros[0] : vector<2xf16> into vector<4x2xf16>
  %va1 = vector.insert %a1, %va0[1] : vector<2xf16> into vector<4x2xf16>
  %va2 = vector.insert %a2, %va1[2] : vector<2xf16> into vector<4x2xf16>
  %va = vector.insert %a3, %va2[3] : vector<2xf16> into vector<4x2xf16>
  %b0 = vector.load %B[%g, %j] : memref<8x32xf16>, vector<2xf16>
  %b1 = vector.load %B[%g, %j8] : memref<8x32xf16>, vector<2xf16>
  %b2 = vector.load %B[%g, %j16] : memref<8x32xf16>, vector<2xf16>
  %b3 = vector.load %B[%g, %j24] : memref<8x32xf16>, vector<2xf16>
  %vb0 = vector.insert %b0, %zeros[0] : vector<2xf16> into vector<4x2xf16>
  %vb1 = vector.insert %b1, %vb0[1] : vector<2xf16> into vector<4x2xf16>
  %vb2 = vector.insert %b2, %vb1[2] : vector<2xf16> into vector<4x2xf16>
  %vb = vector.insert %b3, %vb2[3] : vector<2xf16> into vector<4x2xf16>
  %czeros = arith.constant dense<0.0> : vector<2x2xf32>
  %x0 = vector.load %C[%g, %j] : memref<16x8xf32>, vector<2xf32>
  %x1 = vector.load %C[%below, %j] : memref<16x8xf32>, vector<2xf32>
  %vc0 = vector.insert %x0, %czeros[0] : vector<2xf32> into vector<2x2xf32>
  %vc = vector.insert %x1, %vc0[1] : vector<2xf32> into vector<2x2xf32>
  // Selector 1: lanes 2 and 3 of each four, of elements 0 to 7 and 8 to 15.
  %is_asked = arith.cmpi uge, %t, %c2 : index
  %odd = arith.remui %t, %c2 : index
  %c = arith.muli %odd, %c8 : index
  %meta = func.call @own_metadata(%c, %is_asked) : (index, i1) -> vector<2xi16>
  %d = nvgpu.mma.sp.sync (%va, %vb, %vc) metadata (%meta) {mmaShape = [16, 8, 32], sparsitySelector = 1 : i32} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  %d0 = vector.extract %d[0] : vector<2xf32> from vector<2x2xf32>
  %d1 = vector.extract %d[1] : vector<2xf32> from vector<2x2xf32>
  vector.store %d0, %D[%g, %j] : memref<16x8xf32>, vector<2xf32>
  vector.store %d1, %D[%below, %j] : memref<16x8xf32>, vector<2xf32>
  return
}
func.func private @halves_by_loops(%A: memref<16x16xf16>, %unused: memref<1xi32>, %B: memref<8x32xf16>, %C: memref<16x8xf32>, %D: memref<16x8xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %start = affine.load %C[%i, %j] : memref<16x8xf32>
      %sum = affine.for %c = 0 to 16 iter_args(%s = %start) -> f32 {
        %k = func.call @place(%i, %c) : (index, index) -> index
        %a = affine.load %A[%i, %c] : memref<16x16xf16>
        %b = memref.load %B[%j, %k] : memref<8x32xf16>
        %wide_a = arith.extf %a : f16 to f32
        %wide_b = arith.extf %b : f16 to f32
        %ab = arith.mulf %wide_a, %wide_b : f32
        %next = arith.addf %s, %ab : f32
        affine.yield %next : f32
      }
      affine.store %sum, %D[%i, %j] : memref<16x8xf32>
    }
  }
  return
}

// SHORT: @short: as @short_by_loops: 128 elements, off by at most 0{{$}}
func.func @short(%A: memref<16x8xf16>, %unused: memref<1xi32>, %B: memref<8x16xf16>, %C: memref<16x8xf16>, %D: memref<16x8xf16>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %below = arith.addi %g, %c8 : index
  %j = arith.muli %t, %c2 : index
  %j8 = arith.addi %j, %c8 : index
  %zeros = arith.constant dense<0.0> : vector<2x2xf16>
  %a0 = vector.load %A[%g, %j] : memref<16x8xf16>, vector<2xf16>
  %a1 = vector.load %A[%below, %j] : memref<16x8xf16>, vector<2xf16>
  %va0 = vector.insert %a0, %zeros[0] : vector<2xf16> into vector<2x2xf16>
  %va = vector.insert %a1, %va0[1] : vector<2xf16> into vector<2x2xf16>
  %b0 = vector.load %B[%g, %j] : memref<8x16xf16>, vector<2xf16>
  %b1 = vector.load %B[%g, %j8] : memref<8x16xf16>, vector<2xf16>
  %vb0 = vector.insert %b0, %zeros[0] : vector<2xf16> into vector<2x2xf16>
  %vb = vector.insert %b1, %vb0[1] : vector<2xf16> into vector<2x2xf16>
  %x0 = vector.load %C[%g, %j] : memref<16x8xf16>, vector<2xf16>
  %x1 = vector.load %C[%below, %j] : memref<16x8xf16>, vector<2xf16>
  %vc0 = vector.insert %x0, %zeros[0] : vector<2xf16> into vector<2x2xf16>
  %vc = vector.insert %x1, %vc0[1] : vector<2xf16> into vector<2x2xf16>
  // Selector 1: the second lane of each four.
  %is_asked = arith.cmpi eq, %t, %c1 : index
  %meta = func.call @own_metadata(%c0, %is_asked) : (index, i1) -> vector<2xi16>
  %d = nvgpu.mma.sp.sync (%va, %vb, %vc) metadata (%meta) {mmaShape = [16, 8, 16], sparsitySelector = 1 : i32} : (vector<2x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %d0 = vector.extract %d[0] : vector<2xf16> from vector<2x2xf16>
  %d1 = vector.extract %d[1] : vector<2xf16> from vector<2x2xf16>
  vector.store %d0, %D[%g, %j] : memref<16x8xf16>, vector<2xf16>
  vector.store %d1, %D[%below, %j] : memref<16x8xf16>, vector<2xf16>
  return
}
func.func private @short_by_loops(%A: memref<16x8xf16>, %unused: memref<1xi32>, %B: memref<8x16xf16>, %C: memref<16x8xf16>, %D: memref<16x8xf16>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %start = affine.load %C[%i, %j] : memref<16x8xf16>
      %sum = affine.for %c = 0 to 8 iter_args(%s = %start) -> f16 {
        %k = func.call @place(%i, %c) : (index, index) -> index
        %a = affine.load %A[%i, %c] : memref<16x8xf16>
        %b = memref.load %B[%j, %k] : memref<8x16xf16>
        %ab = arith.mulf %a, %b : f16
        %next = arith.addf %s, %ab : f16
        affine.yield %next : f16
      }
      affine.store %sum, %D[%i, %j] : memref<16x8xf16>
    }
  }
  return
}

// All lanes say it of 8 elements of the 32 of a row.
// BYTES: @bytes: as @bytes_by_loops: 128 elements, off by at most 0{{$}}
func.func @bytes(%A: memref<16x32xi8>, %unused: memref<1xi32>, %B: memref<8x64xi8>, %D: memref<16x8xi32>) {
  %l = gpu.lane_id
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %below = arith.addi %g, %c8 : index
  %j = arith.muli %t, %c4 : index
  %j16 = arith.addi %j, %c16 : index
  %j32 = arith.addi %j, %c32 : index
  %j48 = arith.addi %j, %c48 : index
  %zeros = arith.constant dense<0> : vector<4x4xi8>
  %czeros = arith.constant dense<0> : vector<2x2xi32>
  %a0 = vector.load %A[%g, %j] : memref<16x32xi8>, vector<4xi8>
  %a1 = vector.load %A[%below, %j] : memref<16x32xi8>, vector<4xi8>
  %a2 = vector.load %A[%g, %j16] : memref<16x32xi8>, vector<4xi8>
  %a3 = vector.load %A[%below, %j16] : memref<16x32xi8>, vector<4xi8>
  %va0 = vector.insert %a0, %zeros[0] : vector<4xi8> into vector<4x4xi8>
  %va1 = vector.insert %a1, %va0[1] : vector<4xi8> into vector<4x4xi8>
  %va2 = vector.insert %a2, %va1[2] : vector<4xi8> into vector<4x4xi8>
  %va = vector.insert %a3, %va2[3] : vector<4xi8> into vector<4x4xi8>
  %b0 = vector.load %B[%g, %j] : memref<8x64xi8>, vector<4xi8>
  %b1 = vector.load %B[%g, %j16] : memref<8x64xi8>, vector<4xi8>
  %b2 = vector.load %B[%g, %j32] : memref<8x64xi8>, vector<4xi8>
  %b3 = vector.load %B[%g, %j48] : memref<8x64xi8>, vector<4xi8>
  %vb0 = vector.insert %b0, %zeros[0] : vector<4xi8> into vector<4x4xi8>
  %vb1 = vector.insert %b1, %vb0[1] : vector<4xi8> into vector<4x4xi8>
  %vb2 = vector.insert %b2, %vb1[2] : vector<4xi8> into vector<4x4xi8>
  %vb = vector.insert %b3, %vb2[3] : vector<4xi8> into vector<4x4xi8>
  // Rows g and g + 8 in turn, of elements 0 to 15 and 16 to 31.
  %odd = arith.remui %t, %c2 : index
  %lower = arith.muli %odd, %c8 : index
  %row = arith.addi %g, %lower : index
  %upper = arith.subi %t, %odd : index
  %c = arith.muli %upper, %c8 : index
  %c_high = arith.addi %c, %c8 : index
  %low = func.call @metadata(%row, %c) : (index, index) -> i16
  %high = func.call @metadata(%row, %c_high) : (index, index) -> i16
  %meta = vector.from_elements %low, %high : vector<2xi16>
  %d = nvgpu.mma.sp.sync (%va, %vb, %czeros) metadata (%meta) {mmaShape = [16, 8, 64]} : (vector<4x4xi8>, vector<4x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  %d0 = vector.extract %d[0] : vector<2xi32> from vector<2x2xi32>
  %d1 = vector.extract %d[1] : vector<2xi32> from vector<2x2xi32>
  %n = arith.muli %t, %c2 : index
  vector.store %d0, %D[%g, %n] : memref<16x8xi32>, vector<2xi32>
  vector.store %d1, %D[%below, %n] : memref<16x8xi32>, vector<2xi32>
  return
}
func.func private @bytes_by_loops(%A: memref<16x32xi8>, %unused: memref<1xi32>, %B: memref<8x64xi8>, %D: memref<16x8xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %sum = affine.for %c = 0 to 32 iter_args(%s = %zero) -> i32 {
        %k = func.call @place(%i, %c) : (index, index) -> index
        %a = affine.load %A[%i, %c] : memref<16x32xi8>
        %b = memref.load %B[%j, %k] : memref<8x64xi8>
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

// TWICE: error: 'nvgpu.mma.sp.sync' op assertion: thread (0, 0, 0) of block (0, 0, 0) has metadata of row 0 that says of two elements that they are number 0 of four
func.func @twice() {
  %a = arith.constant dense<0.0> : vector<2x2xf16>
  %meta = arith.constant dense<0> : vector<2xi16>
  %d = nvgpu.mma.sp.sync (%a, %a, %a) metadata (%meta) {mmaShape = [16, 8, 16]} : (vector<2x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// POISON: error: 'nvgpu.mma.sp.sync' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) needs the metadata of row 8
func.func @unknown_metadata() {
  %a = arith.constant dense<0.0> : vector<2x2xf16>
  %known = arith.constant 17476 : i16
  %none = ub.poison : i16
  %meta = vector.from_elements %known, %none : vector<2xi16>
  %d = nvgpu.mma.sp.sync (%a, %a, %a) metadata (%meta) {mmaShape = [16, 8, 16]} : (vector<2x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return
}

// NONE: error: 'nvgpu.mma.sp.sync' op selects threads that are not there
func.func @selects_none(%a: vector<4x4xi8>, %c: vector<2x2xi32>, %meta: vector<2xi16>) {
  %d = nvgpu.mma.sp.sync (%a, %a, %c) metadata (%meta) {mmaShape = [16, 8, 64], sparsitySelector = 1 : i32} : (vector<4x4xi8>, vector<4x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  return
}

// SINGLE: error: 'nvgpu.mma.sp.sync' op has types that the simulator does not know
func.func @single(%a: vector<4x1xf32>, %c: vector<2x2xf32>, %meta: vector<2xi16>) {
  %d = nvgpu.mma.sp.sync (%a, %a, %c) metadata (%meta) {mmaShape = [16, 8, 16], tf32Enabled} : (vector<4x1xf32>, vector<4x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  return
}

// Metadata that nobody gives holds the first two of four, and what is stated is
// taken as it is.
// GIVEN: @given: grid 1x1x1, block 32x1x1
// STATED: error: 'nvgpu.mma.sp.sync' op assertion: thread (0, 0, 0) of block (0, 0, 0) has metadata of row 0 that says of two elements that they are number
func.func @given(%a: vector<4x2xf16>, %b: vector<4x2xf16>, %c: vector<2x2xf16>, %metadata: vector<2xi16>) -> vector<2x2xf16> {
  %d = nvgpu.mma.sp.sync(%a, %b, %c) metadata(%metadata) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  return %d : vector<2x2xf16>
}
