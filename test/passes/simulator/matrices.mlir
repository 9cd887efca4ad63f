// RUN: tl-sim %s --kernel=product --arg=0:small --arg=1:small --arg=2:small --reference=product_by_loops --tolerance=0 | FileCheck %s --check-prefix=PRODUCT
// RUN: tl-sim %s --kernel=bytes --reference=bytes_by_loops --tolerance=0 | FileCheck %s --check-prefix=BYTES
// RUN: tl-sim %s --kernel=doubles --arg=0:scalar=0.1 --arg=1:scalar=0.3 --arg=2:scalar=0.7 --reference=doubles_by_loops --tolerance=0 | FileCheck %s --check-prefix=DOUBLES
// RUN: tl-sim %s --kernel=double_fragments --arg=0:scalar=0.1 --arg=1:scalar=0.3 --arg=2:scalar=0.7 --reference=doubles_by_loops --tolerance=0 | FileCheck %s --check-prefix=FRAGMENTS
// RUN: tl-sim %s --kernel=elements --dump=0 | FileCheck %s --check-prefix=ELEMENTS
// RUN: tl-sim %s --kernel=product --arg=0:small --arg=1:small --arg=2:small --report | FileCheck %s --check-prefix=REPORT
// RUN: not tl-sim %s --kernel=two_places 2>&1 | FileCheck %s --check-prefix=PLACES
// RUN: not tl-sim %s --kernel=half_a_warp 2>&1 | FileCheck %s --check-prefix=HALF
// RUN: not tl-sim %s --kernel=past_the_end 2>&1 | FileCheck %s --check-prefix=END
// RUN: not tl-sim %s --kernel=two_sizes 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not tl-sim %s --kernel=two_indices 2>&1 | FileCheck %s --check-prefix=INDICES
// RUN: not tl-sim %s --kernel=no_element 2>&1 | FileCheck %s --check-prefix=NONE

!a = !gpu.mma_matrix<16x16xf16, "AOp">
!b = !gpu.mma_matrix<16x16xf16, "BOp">
!c = !gpu.mma_matrix<16x16xf32, "COp">

// max(A B^T + C, 0) for A and B of 16 x 32; B is read by columns.
// PRODUCT: @product: as @product_by_loops: 256 elements, off by at most 0{{$}}
// REPORT: gpu.subgroup_mma_store_matrix: global write, 256 accesses, 1024 bytes, 32 sectors
func.func @product(%A: memref<16x32xf16>, %B: memref<16x32xf16>, %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %c = gpu.subgroup_mma_load_matrix %C[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf32> -> !c
  %sum = scf.for %k = %c0 to %c32 step %c16 iter_args(%s = %c) -> !c {
    %a = gpu.subgroup_mma_load_matrix %A[%c0, %k] {leadDimension = 32 : index} : memref<16x32xf16> -> !a
    %b = gpu.subgroup_mma_load_matrix %B[%c0, %k] {leadDimension = 32 : index, transpose} : memref<16x32xf16> -> !b
    %next = gpu.subgroup_mma_compute %a, %b, %s {b_transpose} : !a, !b -> !c
    scf.yield %next : !c
  }
  %zeros = gpu.subgroup_mma_constant_matrix %zero : !c
  %positive = gpu.subgroup_mma_elementwise maxf %sum, %zeros : (!c, !c) -> !c
  gpu.subgroup_mma_store_matrix %positive, %D[%c0, %c0] {leadDimension = 16 : index} : !c, memref<16x16xf32>
  return
}
func.func private @product_by_loops(%A: memref<16x32xf16>, %B: memref<16x32xf16>, %C: memref<16x16xf32>, %D: memref<16x16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %c = affine.load %C[%i, %j] : memref<16x16xf32>
      %sum = affine.for %k = 0 to 32 iter_args(%s = %c) -> f32 {
        %a = affine.load %A[%i, %k] : memref<16x32xf16>
        %b = affine.load %B[%j, %k] : memref<16x32xf16>
        %wide_a = arith.extf %a : f16 to f32
        %wide_b = arith.extf %b : f16 to f32
        %ab = arith.mulf %wide_a, %wide_b : f32
        %next = arith.addf %s, %ab : f32
        affine.yield %next : f32
      }
      %positive = arith.maximumf %sum, %zero : f32
      affine.store %positive, %D[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// A without a sign, B with one; C by columns.
// BYTES: @bytes: as @bytes_by_loops: 256 elements, off by at most 0{{$}}
func.func @bytes(%A: memref<8x16xi8>, %B: memref<16x32xi8>, %C: memref<32x8xi32>) {
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %a = gpu.subgroup_mma_load_matrix %A[%c0, %c0] {leadDimension = 16 : index} : memref<8x16xi8> -> !gpu.mma_matrix<8x16xui8, "AOp">
  %b = gpu.subgroup_mma_load_matrix %B[%c0, %c0] {leadDimension = 32 : index} : memref<16x32xi8> -> !gpu.mma_matrix<16x32xsi8, "BOp">
  %c = gpu.subgroup_mma_constant_matrix %seven : !gpu.mma_matrix<8x32xi32, "COp">
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<8x16xui8, "AOp">, !gpu.mma_matrix<16x32xsi8, "BOp"> -> !gpu.mma_matrix<8x32xi32, "COp">
  gpu.subgroup_mma_store_matrix %d, %C[%c0, %c0] {leadDimension = 8 : index, transpose} : !gpu.mma_matrix<8x32xi32, "COp">, memref<32x8xi32>
  return
}
func.func private @bytes_by_loops(%A: memref<8x16xi8>, %B: memref<16x32xi8>, %C: memref<32x8xi32>) {
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 32 {
      %sum = affine.for %k = 0 to 16 iter_args(%s = %seven) -> i32 {
        %a = affine.load %A[%i, %k] : memref<8x16xi8>
        %b = affine.load %B[%k, %j] : memref<16x32xi8>
        %wide_a = arith.extui %a : i8 to i32
        %wide_b = arith.extsi %b : i8 to i32
        %ab = arith.muli %wide_a, %wide_b : i32
        %next = arith.addi %s, %ab : i32
        affine.yield %next : i32
      }
      affine.store %sum, %C[%j, %i] : memref<32x8xi32>
    }
  }
  return
}

// DOUBLES: @doubles: as @doubles_by_loops: 64 elements, off by at most 0{{$}}
func.func @doubles(%A: memref<8x4xf64>, %B: memref<4x8xf64>, %C: memref<8x8xf64>, %D: memref<8x8xf64>) {
  %c0 = arith.constant 0 : index
  %a = gpu.subgroup_mma_load_matrix %A[%c0, %c0] {leadDimension = 4 : index} : memref<8x4xf64> -> !gpu.mma_matrix<8x4xf64, "AOp">
  %b = gpu.subgroup_mma_load_matrix %B[%c0, %c0] {leadDimension = 8 : index} : memref<4x8xf64> -> !gpu.mma_matrix<4x8xf64, "BOp">
  %c = gpu.subgroup_mma_load_matrix %C[%c0, %c0] {leadDimension = 8 : index} : memref<8x8xf64> -> !gpu.mma_matrix<8x8xf64, "COp">
  %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<8x4xf64, "AOp">, !gpu.mma_matrix<4x8xf64, "BOp"> -> !gpu.mma_matrix<8x8xf64, "COp">
  gpu.subgroup_mma_store_matrix %d, %D[%c0, %c0] {leadDimension = 8 : index} : !gpu.mma_matrix<8x8xf64, "COp">, memref<8x8xf64>
  return
}
func.func private @doubles_by_loops(%A: memref<8x4xf64>, %B: memref<4x8xf64>, %C: memref<8x8xf64>, %D: memref<8x8xf64>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %c = affine.load %C[%i, %j] : memref<8x8xf64>
      %sum = affine.for %k = 0 to 4 iter_args(%s = %c) -> f64 {
        %a = affine.load %A[%i, %k] : memref<8x4xf64>
        %b = affine.load %B[%k, %j] : memref<4x8xf64>
        %next = math.fma %a, %b, %s : f64
        affine.yield %next : f64
      }
      affine.store %sum, %D[%i, %j] : memref<8x8xf64>
    }
  }
  return
}

// As the PTX ISA has them: lane l holds A at (l / 4, l % 4), B at (l % 4, l / 4), C
// at (l / 4, 2 (l % 4)) and the element behind.
// FRAGMENTS: @double_fragments: as @doubles_by_loops: 64 elements, off by at most 0{{$}}
func.func @double_fragments(%A: memref<8x4xf64>, %B: memref<4x8xf64>, %C: memref<8x8xf64>, %D: memref<8x8xf64>) {
  %l = gpu.lane_id
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %j = arith.muli %t, %c2 : index
  %a = vector.load %A[%g, %t] : memref<8x4xf64>, vector<1x1xf64>
  %b = vector.load %B[%t, %g] : memref<4x8xf64>, vector<1x1xf64>
  %c = vector.load %C[%g, %j] : memref<8x8xf64>, vector<1x2xf64>
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
  vector.store %d, %D[%g, %j] : memref<8x8xf64>, vector<1x2xf64>
  return
}

// Each thread changes its first element, and all first elements are 32 of 256:
// the sum over the matrix of x * x - 1 + x, less one each time, is of 224 ones and of
// 32 tens.
// ELEMENTS:      argument 0:
// ELEMENTS-NEXT: {{^}}[544]
func.func @elements(%out: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %ones = gpu.subgroup_mma_constant_matrix %one : !gpu.mma_matrix<16x16xi32, "COp">
  %some = gpu.subgroup_mma_insert_thread_local %three, %ones[%c0] : i32, !gpu.mma_matrix<16x16xi32, "COp"> -> !gpu.mma_matrix<16x16xi32, "COp">
  %more = gpu.subgroup_mma_elementwise muli %some, %some : (!gpu.mma_matrix<16x16xi32, "COp">, !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
  %less = gpu.subgroup_mma_elementwise subi %more, %ones : (!gpu.mma_matrix<16x16xi32, "COp">, !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
  %both = gpu.subgroup_mma_elementwise addi %less, %some : (!gpu.mma_matrix<16x16xi32, "COp">, !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
  %own = scf.for %v = %c0 to %c8 step %c1 iter_args(%s = %zero) -> i32 {
    %x = gpu.subgroup_mma_extract_thread_local %both[%v] : !gpu.mma_matrix<16x16xi32, "COp"> -> i32
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  %fewer = arith.subi %own, %one : i32
  %sum = gpu.subgroup_reduce add %fewer : (i32) -> i32
  memref.store %sum, %out[%c0] : memref<1xi32>
  return
}

// PLACES: matrices.mlir:[[# @LINE + 3]]:8: error: 'gpu.subgroup_mma_load_matrix' op scope: thread (1, 0, 0) of block (0, 0, 0) names a matrix at byte 130, and thread 0 of its warp one at byte 0
func.func @two_places(%A: memref<16x64xf16>) {
  %t = gpu.thread_id x
  %a = gpu.subgroup_mma_load_matrix %A[%t, %t] {leadDimension = 64 : index} : memref<16x64xf16> -> !a
  return
}

// HALF: error: 'gpu.subgroup_mma_load_matrix' op scope: thread (0, 0, 0) of block (0, 0, 0) executes an operation of its warp with 16 of 32 threads
func.func @half_a_warp(%A: memref<16x16xf16>) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %is_low = arith.cmpi ult, %t, %c16 : index
  scf.if %is_low {
    %a = gpu.subgroup_mma_load_matrix %A[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !a
  }
  return
}

// END: error: 'gpu.subgroup_mma_load_matrix' op out of bounds: thread (16, 0, 0) of block (0, 0, 0) reads bytes 512 to 513 of argument 0, which has 512
func.func @past_the_end(%A: memref<16x16xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = gpu.subgroup_mma_load_matrix %A[%c1, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !a
  return
}

// SIZES: error: 'gpu.subgroup_mma_store_matrix' op moves between elements of two sizes
func.func @two_sizes(%A: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f16
  %a = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %a, %A[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf32>
  return
}

// INDICES: error: 'gpu.subgroup_mma_extract_thread_local' op names an element by other than one index
func.func @two_indices() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %c = gpu.subgroup_mma_constant_matrix %zero : !c
  %x = gpu.subgroup_mma_extract_thread_local %c[%c0, %c0] : !c -> f32
  return
}

// NONE: error: 'gpu.subgroup_mma_extract_thread_local' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) names element 8 of 8 that a thread has
func.func @no_element() {
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %c = gpu.subgroup_mma_constant_matrix %zero : !c
  %x = gpu.subgroup_mma_extract_thread_local %c[%c8] : !c -> f32
  return
}
