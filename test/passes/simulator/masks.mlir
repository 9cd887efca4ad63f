// DEFINE: %{kernel} = reductions
// DEFINE: %{run} = tl-sim %s --kernel=%{kernel} --block=1
// RUN: %{run} --dump=1 | FileCheck %s --check-prefix=REDUCTIONS
// REDEFINE: %{kernel} = products
// RUN: %{run} --dump=1 | FileCheck %s --check-prefix=PRODUCTS
// REDEFINE: %{kernel} = contraction
// RUN: %{run} --arg=0:small --arg=1:small --reference=by_loops | FileCheck %s --check-prefix=CONTRACTION
// REDEFINE: %{kernel} = columns
// RUN: %{run} --dump=1 | FileCheck %s --check-prefix=COLUMNS
// REDEFINE: %{kernel} = passed
// RUN: %{run} --dump=1 | FileCheck %s --check-prefix=PASSED
// REDEFINE: %{kernel} = nothing
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=NOTHING
// REDEFINE: %{kernel} = no_sums
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=NO-SUMS
// REDEFINE: %{kernel} = unknown
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// REDEFINE: %{kernel} = twice
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=TWICE
// REDEFINE: %{kernel} = transfer_twice
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=TWICE
// REDEFINE: %{kernel} = other_shape
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=SHAPE
// REDEFINE: %{kernel} = tiles
// RUN: %{run} --dump=1 | FileCheck %s --check-prefix=TILES
// REDEFINE: %{kernel} = tile_outside
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=TILE-OUTSIDE
// REDEFINE: %{kernel} = tile_of_row
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=TILE-OF-ROW
// REDEFINE: %{kernel} = one_place
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=ONE-PLACE
// REDEFINE: %{kernel} = packed_tile
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=PACKED-TILE

// Argument 0 holds 0 to 7.  What takes no part is not in a sum: of 1, 3, 4, with and
// without 100, and along both dimensions.
// REDUCTIONS:      argument 1:
// REDUCTIONS-NEXT: {{^}}[8, 108, 4, 3, 10, 6, 20, 33]
func.func @reductions(%in: memref<8xi32>, %out: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %hundred = arith.constant 100 : i32
  %some = arith.constant dense<[false, true, false, true, true, false, false, false]> : vector<8xi1>
  %parts = arith.constant dense<[[true, true, true, false], [true, false, false, true]]> : vector<2x4xi1>
  %v = vector.load %in[%c0] : memref<8xi32>, vector<8xi32>
  %sum = vector.mask %some { vector.reduction <add>, %v : vector<8xi32> into i32 } : vector<8xi1> -> i32
  %more = vector.mask %some { vector.reduction <add>, %v, %hundred : vector<8xi32> into i32 } : vector<8xi1> -> i32
  %largest = vector.mask %some { vector.reduction <maxsi>, %v : vector<8xi32> into i32 } : vector<8xi1> -> i32
  memref.store %sum, %out[%c0] : memref<8xi32>
  memref.store %more, %out[%c1] : memref<8xi32>
  memref.store %largest, %out[%c2] : memref<8xi32>
  %tile = vector.shape_cast %v : vector<8xi32> to vector<2x4xi32>
  %zero = arith.constant dense<0> : vector<2xi32>
  %rows = vector.mask %parts { vector.multi_reduction <add>, %tile, %zero [1] : vector<2x4xi32> to vector<2xi32> } : vector<2x4xi1> -> vector<2xi32>
  %row0 = vector.extract %rows[0] : i32 from vector<2xi32>
  memref.store %row0, %out[%c3] : memref<8xi32>
  %start = arith.constant dense<[6, 5, 18, 26]> : vector<4xi32>
  %columns = vector.mask %parts { vector.multi_reduction <add>, %tile, %start [0] : vector<2x4xi32> to vector<4xi32> } : vector<2x4xi1> -> vector<4xi32>
  vector.store %columns, %out[%c4] : memref<8xi32>, vector<4xi32>
  return
}

// Argument 0 holds 0 to 3 and 4 to 7; where nothing takes part, the accumulator, 9, stays.
// PRODUCTS:      argument 1:
// PRODUCTS-NEXT: {{^}}[9, 9, 9, 9]
// PRODUCTS-NEXT: {{^}}[13, 9, 15, 9]
// PRODUCTS-NEXT: {{^}}[9, 19, 9, 9]
// PRODUCTS-NEXT: {{^}}[9, 9, 9, 30]
func.func @products(%in: memref<8xi32>, %out: memref<4x4xi32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %mask = arith.constant dense<[[true, false, false, false], [true, false, true, false],
                                [false, true, false, false], [false, false, false, true]]> : vector<4x4xi1>
  %nine = arith.constant dense<9> : vector<4x4xi32>
  %a = vector.load %in[%c0] : memref<8xi32>, vector<4xi32>
  %b = vector.load %in[%c4] : memref<8xi32>, vector<4xi32>
  %sum = vector.mask %mask { vector.outerproduct %a, %b, %nine {kind = #vector.kind<add>} : vector<4xi32>, vector<4xi32> } : vector<4x4xi1> -> vector<4x4xi32>
  vector.store %sum, %out[%c0, %c0] : memref<4x4xi32>, vector<4x4xi32>
  return
}

// Rows, columns and steps of a product, as many as bounds say; the rest stays.
// CONTRACTION: as @by_loops: 6 elements, off by at most 0
#rows = affine_map<(i, j, k) -> (i, k)>
#columns = affine_map<(i, j, k) -> (k, j)>
#sums = affine_map<(i, j, k) -> (i, j)>
func.func @contraction(%A: memref<3x5xf32>, %B: memref<5x4xf32>, %C: memref<3x4xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %mask = vector.create_mask %c2, %c3, %c4 : vector<3x4x5xi1>
  %a = vector.load %A[%c0, %c0] : memref<3x5xf32>, vector<3x5xf32>
  %b = vector.load %B[%c0, %c0] : memref<5x4xf32>, vector<5x4xf32>
  %c = vector.load %C[%c0, %c0] : memref<3x4xf32>, vector<3x4xf32>
  %d = vector.mask %mask { vector.contract {indexing_maps = [#rows, #columns, #sums],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c
      : vector<3x5xf32>, vector<5x4xf32> into vector<3x4xf32> } : vector<3x4x5xi1> -> vector<3x4xf32>
  vector.store %d, %C[%c0, %c0] : memref<3x4xf32>, vector<3x4xf32>
  return
}

func.func private @by_loops(%A: memref<3x5xf32>, %B: memref<5x4xf32>, %C: memref<3x4xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 4 {
        %a = affine.load %A[%i, %k] : memref<3x5xf32>
        %b = affine.load %B[%k, %j] : memref<5x4xf32>
        %c = affine.load %C[%i, %j] : memref<3x4xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<3x4xf32>
      }
    }
  }
  return
}

// The mask of a transfer has the dimensions of memory, here rows and columns 0 to 2,
// whatever their order in the vector is.
// COLUMNS:      argument 1:
// COLUMNS-NEXT: {{^}}[0, 4]
// COLUMNS-NEXT: {{^}}[9, 5]
// COLUMNS-NEXT: {{^}}[2, 9]
#turned = affine_map<(i, j) -> (j, i)>
func.func @columns(%in: memref<3x4xi32>, %out: memref<3x2xi32>) {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %mask = arith.constant dense<[[true, false, true], [true, true, false]]> : vector<2x3xi1>
  %v = vector.transfer_read %in[%c0, %c0], %nine, %mask {permutation_map = #turned, in_bounds = [true, true]} : memref<3x4xi32>, vector<3x2xi32>
  vector.transfer_write %v, %out[%c0, %c0] {in_bounds = [true, true]} : vector<3x2xi32>, memref<3x2xi32>
  return
}

// What does not take part is passed through.
// PASSED:      argument 1:
// PASSED-NEXT: {{^}}[0, 7, 7, 3]
func.func @passed(%in: memref<4xi32>, %out: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %sevens = arith.constant dense<7> : vector<4xi32>
  %mask = arith.constant dense<[true, false, false, true]> : vector<4xi1>
  %v = vector.mask %mask, %sevens { vector.transfer_read %in[%c0], %nine {in_bounds = [true]} : memref<4xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>
  vector.store %v, %out[%c0] : memref<4xi32>, vector<4xi32>
  return
}

// NOTHING: :[[# @LINE + 5]]:3: error: 'memref.store' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 0 of argument 1
func.func @nothing(%v: vector<4xi32>, %out: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %none = arith.constant dense<false> : vector<4xi1>
  %sum = vector.mask %none { vector.reduction <add>, %v : vector<4xi32> into i32 } : vector<4xi1> -> i32
  memref.store %sum, %out[%c0] : memref<1xi32>
  return
}

// NO-SUMS: error: 'vector.store' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 1 of argument 2
func.func @no_sums(%a: vector<2xi32>, %b: i32, %out: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<[true, false]> : vector<2xi1>
  %v = vector.mask %mask { vector.outerproduct %a, %b {kind = #vector.kind<add>} : vector<2xi32>, i32 } : vector<2xi1> -> vector<2xi32>
  vector.store %v, %out[%c0] : memref<2xi32>, vector<2xi32>
  return
}

// UNKNOWN: :[[# @LINE + 3]]:30: error: 'vector.reduction' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) needs its mask
func.func @unknown(%v: vector<4xi32>) {
  %mask = ub.poison : vector<4xi1>
  %sum = vector.mask %mask { vector.reduction <add>, %v : vector<4xi32> into i32 } : vector<4xi1> -> i32
  return
}

// TWICE: error: 'vector.mask' op masks what the simulator does not know masks of: it knows transfers, reductions, outer products and contractions without another one
func.func @twice(%in: memref<4xi32>, %at: vector<4xindex>, %own: vector<4xi1>, %rest: vector<4xi32>) {
  %c0 = arith.constant 0 : index
  %v = vector.mask %own { vector.gather %in[%c0] [%at], %own, %rest : memref<4xi32>, vector<4xindex>, vector<4xi1>, vector<4xi32> into vector<4xi32> } : vector<4xi1> -> vector<4xi32>
  return
}

func.func @transfer_twice(%own: vector<4xi1>, %in: memref<4xi32>, %other: vector<4xi1>) {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %v = vector.mask %other { vector.transfer_read %in[%c0], %nine, %own {in_bounds = [true]} : memref<4xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>
  return
}

// SHAPE: error: 'vector.mask' op passes elements through where the result has not the shape of the mask
func.func @other_shape(%in: memref<4x2xi32>, %mask: vector<4x2xi1>, %rest: vector<2x4xi32>) {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %v = vector.mask %mask, %rest { vector.transfer_read %in[%c0, %c0], %nine {permutation_map = #turned, in_bounds = [true, true]} : memref<4x2xi32>, vector<2x4xi32> } : vector<4x2xi1> -> vector<2x4xi32>
  return
}

// The dimensions of a masked tile are the last ones of its memory: rows 1 and 2 of the
// second matrix, 20 to 27, and the columns from 1 on.
// TILES:      argument 1:
// TILES-NEXT: {{^}}[1009, 20, 1011, 22, 23]
// TILES-NEXT: {{^}}[1014, 1015, 25, 26, 1018]
func.func @tiles(%in: memref<2x4x4xi32>, %out: memref<2x5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %some = arith.constant dense<[[true, false, true, true], [false, true, true, false]]> : vector<2x4xi1>
  %none = arith.constant dense<-1> : vector<2x4xi32>
  %v = vector.maskedload %in[%c1, %c1, %c0], %some, %none : memref<2x4x4xi32>, vector<2x4xi1>, vector<2x4xi32> into vector<2x4xi32>
  vector.maskedstore %out[%c0, %c1], %some, %v : memref<2x5xi32>, vector<2x4xi1>, vector<2x4xi32>
  return
}

// TILE-OUTSIDE: error: 'vector.maskedload' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads element [2, 0] of a memref of 2x4 in argument 0
func.func @tile_outside(%in: memref<2x4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %some = arith.constant dense<[[true, false], [true, false]]> : vector<2x2xi1>
  %none = arith.constant dense<-1> : vector<2x2xi32>
  %v = vector.maskedload %in[%c1, %c0], %some, %none : memref<2x4xi32>, vector<2x2xi1>, vector<2x2xi32> into vector<2x2xi32>
  return
}

// TILE-OF-ROW: error: 'vector.maskedstore' op has a vector of more dimensions than its memory
func.func @tile_of_row(%out: memref<64xi32>, %some: vector<2x4xi1>, %v: vector<2x4xi32>) {
  %c0 = arith.constant 0 : index
  vector.maskedstore %out[%c0], %some, %v : memref<64xi32>, vector<2x4xi1>, vector<2x4xi32>
  return
}

// ONE-PLACE: error: 'vector.gather' op has a vector of more dimensions than its memory
func.func @one_place(%in: memref<i32>, %at: vector<2xindex>, %some: vector<2xi1>, %rest: vector<2xi32>) {
  %v = vector.gather %in[][%at], %some, %rest : memref<i32>, vector<2xindex>, vector<2xi1>, vector<2xi32> into vector<2xi32>
  return
}

// PACKED-TILE: error: 'vector.expandload' op packs a vector of several dimensions; the simulator knows one
func.func @packed_tile(%in: memref<4x4xi32>, %some: vector<2x2xi1>, %rest: vector<2x2xi32>) {
  %c0 = arith.constant 0 : index
  %v = vector.expandload %in[%c0, %c0], %some, %rest : memref<4x4xi32>, vector<2x2xi1>, vector<2x2xi32> into vector<2x2xi32>
  return
}
