// Memrefs whose elements are vectors, and memory that is seen as one.
// DEFINE: %{kernel} = whole
// DEFINE: %{run} = tl-sim %s --kernel=%{kernel} --block=1
// RUN: %{run} --dump=0 --dump=1 | FileCheck %s --check-prefix=WHOLE
// REDEFINE: %{kernel} = rows
// RUN: %{run} --dump=0 --dump=1 | FileCheck %s --check-prefix=ROWS
// REDEFINE: %{kernel} = padded
// RUN: %{run} --dump=0 | FileCheck %s --check-prefix=PADDED
// REDEFINE: %{kernel} = ones
// RUN: %{run} --dump=0 | FileCheck %s --check-prefix=ONES
// REDEFINE: %{kernel} = of_the_block
// RUN: %{run} --dump=0 | FileCheck %s --check-prefix=BLOCK
// REDEFINE: %{kernel} = outside
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// REDEFINE: %{kernel} = of_three
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=THREE
// REDEFINE: %{kernel} = parts
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=PARTS
// REDEFINE: %{kernel} = bits
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=BITS

// Argument 0 holds 0 to 7, and is doubled in place.
// WHOLE:      argument 0:
// WHOLE-NEXT: {{^}}[0, 2, 4, 6]
// WHOLE-NEXT: {{^}}[8, 10, 12, 14]
// WHOLE:      argument 1:
// WHOLE-NEXT: {{^}}[5]
func.func @whole(%in: memref<2x4xi32>, %out: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %all = vector.type_cast %in : memref<2x4xi32> to memref<vector<2x4xi32>>
  %v = memref.load %all[] : memref<vector<2x4xi32>>
  %five = vector.extract %v[1, 1] : i32 from vector<2x4xi32>
  %w = arith.addi %v, %v : vector<2x4xi32>
  memref.store %w, %all[] : memref<vector<2x4xi32>>
  memref.store %five, %out[%c0] : memref<1xi32>
  return
}

// Rows of argument 0, 0 to 3 and so on, of which row 2 becomes the sum of rows 1 and 2, by
// a call; strides of a cast are of vectors.
// ROWS:      argument 0:
// ROWS-NEXT: {{^}}[0, 1, 2, 3]
// ROWS-NEXT: {{^}}[4, 5, 6, 7]
// ROWS-NEXT: {{^}}[12, 14, 16, 18]
// ROWS:      argument 1:
// ROWS-NEXT: {{^}}[4, 5, 6, 7]
func.func private @add(%m: memref<?xvector<4xi32>>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.load %m[%c1] : memref<?xvector<4xi32>>
  %b = vector.load %m[%c2] : memref<?xvector<4xi32>>, vector<4xi32>
  %c = arith.addi %a, %b : vector<4xi32>
  memref.store %c, %m[%c2] : memref<?xvector<4xi32>>
  return
}

func.func @rows(%in: memref<3xvector<4xi32>>, %out: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %any = memref.cast %in : memref<3xvector<4xi32>> to memref<?xvector<4xi32>>
  call @add(%any) : (memref<?xvector<4xi32>>) -> ()
  %own = memref.alloca() : memref<2xvector<4xi32>>
  %a = memref.load %in[%c1] : memref<3xvector<4xi32>>
  memref.store %a, %own[%c1] : memref<2xvector<4xi32>>
  %b = memref.load %own[%c1] : memref<2xvector<4xi32>>
  vector.store %b, %out[%c0] : memref<4xi32>, vector<4xi32>
  return
}

// A vector of three takes the room of four, in rows of one as in memory.
// PADDED:      argument 0:
// PADDED-NEXT: {{^}}[1, 2, 3, 4, 5, 6]
memref.global "private" @threes : memref<2xvector<3xi32>>
func.func @padded(%out: memref<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.get_global @threes : memref<2xvector<3xi32>>
  %a = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  %b = arith.constant dense<[4, 5, 6]> : vector<3xi32>
  memref.store %a, %m[%c0] : memref<2xvector<3xi32>>
  memref.store %b, %m[%c1] : memref<2xvector<3xi32>>
  %all = vector.type_cast %m : memref<2xvector<3xi32>> to memref<vector<2x3xi32>>
  %v = memref.load %all[] : memref<vector<2x3xi32>>
  %six = vector.shape_cast %v : vector<2x3xi32> to vector<6xi32>
  vector.store %six, %out[%c0] : memref<6xi32>, vector<6xi32>
  return
}

// One of one takes the room of one.
// ONES:      argument 0:
// ONES-NEXT: {{^}}[0]
// ONES-NEXT: {{^}}[2]
// ONES-NEXT: {{^}}[4]
func.func @ones(%in: memref<3x1xi32>) {
  %all = vector.type_cast %in : memref<3x1xi32> to memref<vector<3x1xi32>>
  %v = memref.load %all[] : memref<vector<3x1xi32>>
  %w = arith.addi %v, %v : vector<3x1xi32>
  memref.store %w, %all[] : memref<vector<3x1xi32>>
  return
}

// BLOCK:      argument 0:
// BLOCK-NEXT: {{^}}[7, 8, 9]
#shared = #gpu.address_space<workgroup>
gpu.module @kernels {
gpu.func @of_the_block(%out: memref<3xi32>) workgroup(%own: memref<2xvector<3xi32>, #shared>) kernel {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant dense<[7, 8, 9]> : vector<3xi32>
  memref.store %a, %own[%c1] : memref<2xvector<3xi32>, #shared>
  %v = memref.load %own[%c1] : memref<2xvector<3xi32>, #shared>
  vector.store %v, %out[%c0] : memref<3xi32>, vector<3xi32>
  gpu.return
}
}

// OUTSIDE: error: 'memref.load' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) reads element [2, 3] of a memref of 2x4 in argument 0
func.func @outside(%in: memref<2xvector<4xi32>>) {
  %c2 = arith.constant 2 : index
  %v = memref.load %in[%c2] : memref<2xvector<4xi32>>
  return
}

// THREE: error: 'vector.type_cast' op casts rows that do not lie as those of a vector, which take a power of two of elements
func.func @of_three(%in: memref<2x3xi32>) {
  %all = vector.type_cast %in : memref<2x3xi32> to memref<vector<2x3xi32>>
  return
}

// PARTS: error: 'memref.subview' op has a memref of vectors, which the simulator knows in loads, stores, casts, calls and allocations
func.func @parts(%in: memref<4xvector<4xi32>>) {
  %part = memref.subview %in[0] [2] [1] : memref<4xvector<4xi32>> to memref<2xvector<4xi32>, strided<[1]>>
  return
}

// BITS: error: 'func.func' op has a value of type memref<4xvector<8xi1>>, which the simulator does not know
func.func @bits(%in: memref<4xvector<8xi1>>) {
  return
}
