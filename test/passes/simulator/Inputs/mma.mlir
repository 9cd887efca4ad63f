// A form of mma.sync against three loops: A is 16xK, B Kx8, C 16x8, of small
// integers. An operand has WIDTH elements in each of its registers.
//
// The fragments are as the PTX ISA has them, "Matrix Fragments for mma": lane l,
// element e, with g = l / 4 and t = l % 4:
//   A   row g + 8 (e / WIDTH % 2), k = WIDTH t + e % WIDTH + 4 WIDTH (e / 2 WIDTH)
//   B   k = WIDTH t + e % WIDTH + 4 WIDTH (e / WIDTH), column g
//   C   row g + 8 (e / 2), column 2 t + e % 2

func.func @a(%i: index, %k: index) -> i32 {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c11 = arith.constant 11 : index
  %0 = arith.muli %i, %c5 : index
  %1 = arith.muli %k, %c3 : index
  %2 = arith.addi %0, %1 : index
  %3 = arith.remui %2, %c11 : index
  %4 = arith.subi %3, %c5 : index
  %5 = arith.index_cast %4 : index to i32
  return %5 : i32
}

func.func @b(%k: index, %j: index) -> i32 {
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c13 = arith.constant 13 : index
  %0 = arith.muli %k, %c7 : index
  %1 = arith.muli %j, %c2 : index
  %2 = arith.addi %0, %1 : index
  %3 = arith.remui %2, %c13 : index
  %4 = arith.subi %3, %c6 : index
  %5 = arith.index_cast %4 : index to i32
  return %5 : i32
}

func.func @c(%i: index, %j: index) -> i32 {
  %c8 = arith.constant 8 : index
  %0 = arith.muli %i, %c8 : index
  %1 = arith.addi %0, %j : index
  %2 = arith.index_cast %1 : index to i32
  return %2 : i32
}

// WIDTH t + e % WIDTH + 4 WIDTH n
func.func @along_k(%t: index, %e: index, %n: index) -> index {
  %width = arith.constant WIDTH : index
  %c4 = arith.constant 4 : index
  %0 = arith.muli %width, %t : index
  %1 = arith.remui %e, %width : index
  %2 = arith.muli %c4, %width : index
  %3 = arith.muli %2, %n : index
  %4 = arith.addi %0, %1 : index
  %5 = arith.addi %4, %3 : index
  return %5 : index
}

func.func @place_of_c(%g: index, %t: index, %e: index) -> (index, index) {
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %0 = arith.divui %e, %c2 : index
  %1 = arith.muli %0, %c8 : index
  %i = arith.addi %g, %1 : index
  %2 = arith.muli %t, %c2 : index
  %3 = arith.remui %e, %c2 : index
  %j = arith.addi %2, %3 : index
  return %i, %j : index, index
}

func.func @mma(%out: memref<16x8xi32>, %check: memref<16x8xi32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %width = arith.constant WIDTH : index
  %size_a = arith.constant SIZE_A : index
  %size_b = arith.constant SIZE_B : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index

  %zeros_a = arith.constant dense<0> : vector<SIZE_Axi32>
  %ia = scf.for %e = %c0 to %size_a step %c1 iter_args(%v = %zeros_a) -> vector<SIZE_Axi32> {
    %0 = arith.divui %e, %width : index
    %half = arith.remui %0, %c2 : index
    %n = arith.divui %0, %c2 : index
    %1 = arith.muli %half, %c8 : index
    %i = arith.addi %g, %1 : index
    %k = func.call @along_k(%t, %e, %n) : (index, index, index) -> index
    %x = func.call @a(%i, %k) : (index, index) -> i32
    %next = vector.insert %x, %v[%e] : i32 into vector<SIZE_Axi32>
    scf.yield %next : vector<SIZE_Axi32>
  }
  %zeros_b = arith.constant dense<0> : vector<SIZE_Bxi32>
  %ib = scf.for %e = %c0 to %size_b step %c1 iter_args(%v = %zeros_b) -> vector<SIZE_Bxi32> {
    %n = arith.divui %e, %width : index
    %k = func.call @along_k(%t, %e, %n) : (index, index, index) -> index
    %x = func.call @b(%k, %g) : (index, index) -> i32
    %next = vector.insert %x, %v[%e] : i32 into vector<SIZE_Bxi32>
    scf.yield %next : vector<SIZE_Bxi32>
  }
  %zeros_c = arith.constant dense<0> : vector<4xi32>
  %ic = scf.for %e = %c0 to %c4 step %c1 iter_args(%v = %zeros_c) -> vector<4xi32> {
    %i, %j = func.call @place_of_c(%g, %t, %e) : (index, index, index) -> (index, index)
    %x = func.call @c(%i, %j) : (index, index) -> i32
    %next = vector.insert %x, %v[%e] : i32 into vector<4xi32>
    scf.yield %next : vector<4xi32>
  }

  %fa = TO_FACTOR %ia : vector<SIZE_Axi32> to vector<SIZE_AxFACTOR>
  %fb = TO_FACTOR %ib : vector<SIZE_Bxi32> to vector<SIZE_BxOTHER>
  %fc = TO_SUM %ic : vector<4xi32> to vector<4xSUM>
  %va = vector.shape_cast %fa : vector<SIZE_AxFACTOR> to vector<REGISTERS_AxWIDTHxFACTOR>
  %vb = vector.shape_cast %fb : vector<SIZE_BxOTHER> to vector<REGISTERS_BxWIDTHxOTHER>
  %vc = vector.shape_cast %fc : vector<4xSUM> to vector<2x2xSUM>
  %d = nvgpu.mma.sync (%va, %vb, %vc) {mmaShape = [16, 8, LENGTH]FLAG} : (vector<REGISTERS_AxWIDTHxFACTOR>, vector<REGISTERS_BxWIDTHxOTHER>, vector<2x2xSUM>) -> vector<2x2xSUM>
  %fd = vector.shape_cast %d : vector<2x2xSUM> to vector<4xSUM>
  %id = FROM_SUM %fd : vector<4xSUM> to vector<4xi32>
  scf.for %e = %c0 to %c4 step %c1 {
    %i, %j = func.call @place_of_c(%g, %t, %e) : (index, index, index) -> (index, index)
    %x = vector.extract %id[%e] : i32 from vector<4xi32>
    memref.store %x, %out[%i, %j] : memref<16x8xi32>
  }

  // The loops: each lane 4 elements of a row.
  %length = arith.constant LENGTH : index
  scf.for %e = %c0 to %c4 step %c1 {
    %i = arith.divui %l, %c2 : index
    %odd = arith.remui %l, %c2 : index
    %first = arith.muli %odd, %c4 : index
    %j = arith.addi %first, %e : index
    %start = func.call @c(%i, %j) : (index, index) -> i32
    %sum = scf.for %k = %c0 to %length step %c1 iter_args(%s = %start) -> i32 {
      %x = func.call @a(%i, %k) : (index, index) -> i32
      %y = func.call @b(%k, %j) : (index, index) -> i32
      %xy = arith.muli %x, %y : i32
      %next = arith.addi %s, %xy : i32
      scf.yield %next : i32
    }
    memref.store %sum, %check[%i, %j] : memref<16x8xi32>
  }
  return
}
