// RUN: tl-sim %s --kernel=bytes --arg=0:small --arg=1:small --arg=2:small --arg=3:small --reference=bytes_by_loops --tolerance=0 | FileCheck %s --check-prefix=BYTES
// RUN: tl-sim %s --kernel=quarters --arg=0:small --arg=1:small --arg=2:small --arg=3:small --reference=quarters_by_loops --tolerance=0 | FileCheck %s --check-prefix=QUARTERS
// RUN: tl-sim %s --kernel=sparse --arg=0:small --arg=1:small --arg=2:small --arg=3:small --reference=sparse_by_loops --tolerance=0 | FileCheck %s --check-prefix=SPARSE
// RUN: tl-sim %s --kernel=middle --dump=0 | FileCheck %s --check-prefix=MIDDLE
// RUN: not tl-sim %s --kernel=odd_byte 2>&1 | FileCheck %s --check-prefix=BYTE
// RUN: not tl-sim %s --kernel=third_pair 2>&1 | FileCheck %s --check-prefix=PAIR
// RUN: not tl-sim %s --kernel=fifth_thread 2>&1 | FileCheck %s --check-prefix=THREAD
// RUN: not tl-sim %s --kernel=unknown_byte 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tl-sim %s --kernel=unknown_scale --dump=0 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: not tl-sim %s --kernel=invalid_metadata 2>&1 | FileCheck %s --check-prefix=METADATA

// nvvm.mma.block_scale and nvvm.mma.sp.block_scale: elements of rows of A and columns
// of B times a scale, which lanes have as the PTX ISA says, "Block Scaling for
// mma.sync"; lane l, g = l / 4, t = l % 4.

// Byte `n` of a word: base + a number of two bits.
func.func private @scale(%S: memref<?x?xi8>, %i: index, %n: index, %base: i8) -> i8 {
  %mask = arith.constant 3 : i8
  %s = memref.load %S[%i, %n] : memref<?x?xi8>
  %few = arith.andi %s, %mask : i8
  %bits = arith.addi %few, %base : i8
  return %bits : i8
}

// `count` bytes of row i from byte `first` on; the others nobody knows.
func.func private @word(%S: memref<?x?xi8>, %i: index, %count: index, %first: index, %base: i8, %is_asked: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = ub.poison : vector<4xi8>
  %v = scf.for %n = %c0 to %count step %c1 iter_args(%all = %none) -> vector<4xi8> {
    %bits = func.call @scale(%S, %i, %n, %base) : (memref<?x?xi8>, index, index, i8) -> i8
    %at = arith.addi %first, %n : index
    %more = vector.insert %bits, %all[%at] : i8 into vector<4xi8>
    scf.yield %more : vector<4xi8>
  }
  %known = arith.select %is_asked, %v, %none : vector<4xi8>
  %w = vector.bitcast %known : vector<4xi8> to vector<1xi32>
  %r = vector.extract %w[0] : i32 from vector<1xi32>
  return %r : i32
}

// Of row g + 8 (t % 2) of A and column g of B.
func.func private @words(%SA: memref<?x?xi8>, %SB: memref<?x?xi8>, %count: index, %first_a: index, %first_b: index, %pair: index, %thread: index, %base: i8) -> (i32, i32) {
  %l = gpu.lane_id
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %odd = arith.remui %t, %c2 : index
  %lower = arith.muli %odd, %c8 : index
  %row = arith.addi %g, %lower : index
  %own_pair = arith.divui %t, %c2 : index
  %is_pair = arith.cmpi eq, %own_pair, %pair : index
  %is_thread = arith.cmpi eq, %t, %thread : index
  %a = func.call @word(%SA, %row, %count, %first_a, %base, %is_pair) : (memref<?x?xi8>, index, index, index, i8, i1) -> i32
  %b = func.call @word(%SB, %g, %count, %first_b, %base, %is_thread) : (memref<?x?xi8>, index, index, index, i8, i1) -> i32
  return %a, %b : i32, i32
}

func.func private @quarters_at(%A: memref<?x?xf4E2M1FN>, %below: index, %k: index) -> i32 {
  %l = gpu.lane_id
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %i = arith.addi %g, %below : index
  %far = arith.muli %t, %c8 : index
  %at = arith.addi %k, %far : index
  %v = vector.load %A[%i, %at] : memref<?x?xf4E2M1FN>, vector<8xf4E2M1FN>
  %w = vector.bitcast %v : vector<8xf4E2M1FN> to vector<1xi32>
  %r = vector.extract %w[0] : i32 from vector<1xi32>
  return %r : i32
}

// A lane's four words of A of 64 elements that are held.
func.func private @quarters_of_a(%A: memref<?x?xf4E2M1FN>) -> vector<4xi32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %a0 = func.call @quarters_at(%A, %c0, %c0) : (memref<?x?xf4E2M1FN>, index, index) -> i32
  %a1 = func.call @quarters_at(%A, %c8, %c0) : (memref<?x?xf4E2M1FN>, index, index) -> i32
  %a2 = func.call @quarters_at(%A, %c0, %c32) : (memref<?x?xf4E2M1FN>, index, index) -> i32
  %a3 = func.call @quarters_at(%A, %c8, %c32) : (memref<?x?xf4E2M1FN>, index, index) -> i32
  %a = vector.from_elements %a0, %a1, %a2, %a3 : vector<4xi32>
  return %a : vector<4xi32>
}

func.func private @put(%d: !llvm.struct<(vector<4xf32>)>, %D: memref<16x8xf32>) {
  %l = gpu.lane_id
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %below = arith.addi %g, %c8 : index
  %n = arith.muli %t, %c2 : index
  %v = llvm.extractvalue %d[0] : !llvm.struct<(vector<4xf32>)>
  %low = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %high = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  vector.store %low, %D[%g, %n] : memref<16x8xf32>, vector<2xf32>
  vector.store %high, %D[%below, %n] : memref<16x8xf32>, vector<2xf32>
  return
}

// One scale of a row: byte 3 of lanes 2 and 3, and of a column: byte 1 of lane 2.  An
// element of 6 bits is the lower ones of a byte.
// BYTES: @bytes: as @bytes_by_loops: 128 elements, off by at most 0{{$}}
func.func @bytes(%A: memref<16x32xi8>, %B: memref<8x32xf8E5M2>, %SA: memref<16x1xi8>, %SB: memref<8x1xi8>, %D: memref<16x8xf32>) {
  %l = gpu.lane_id
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %g = arith.divui %l, %c4 : index
  %t = arith.remui %l, %c4 : index
  %below = arith.addi %g, %c8 : index
  %k = arith.muli %t, %c4 : index
  %k16 = arith.addi %k, %c16 : index
  %six = arith.constant dense<63> : vector<16xi8>
  %a0 = vector.load %A[%g, %k] : memref<16x32xi8>, vector<4xi8>
  %a1 = vector.load %A[%below, %k] : memref<16x32xi8>, vector<4xi8>
  %a2 = vector.load %A[%g, %k16] : memref<16x32xi8>, vector<4xi8>
  %a3 = vector.load %A[%below, %k16] : memref<16x32xi8>, vector<4xi8>
  %a01 = vector.shuffle %a0, %a1 [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xi8>, vector<4xi8>
  %a23 = vector.shuffle %a2, %a3 [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xi8>, vector<4xi8>
  %all = vector.shuffle %a01, %a23 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<8xi8>, vector<8xi8>
  %of_six = arith.andi %all, %six : vector<16xi8>
  %a = vector.bitcast %of_six : vector<16xi8> to vector<4xi32>
  %b0 = vector.load %B[%g, %k] : memref<8x32xf8E5M2>, vector<4xf8E5M2>
  %b1 = vector.load %B[%g, %k16] : memref<8x32xf8E5M2>, vector<4xf8E5M2>
  %both = vector.shuffle %b0, %b1 [0, 1, 2, 3, 4, 5, 6, 7] : vector<4xf8E5M2>, vector<4xf8E5M2>
  %b = vector.bitcast %both : vector<8xf8E5M2> to vector<2xi32>
  %base = arith.constant 126 : i8
  %scales_a = memref.cast %SA : memref<16x1xi8> to memref<?x?xi8>
  %scales_b = memref.cast %SB : memref<8x1xi8> to memref<?x?xi8>
  %sa, %sb = func.call @words(%scales_a, %scales_b, %c1, %c3, %c1, %c1, %c2, %base) : (memref<?x?xi8>, memref<?x?xi8>, index, index, index, index, index, i8) -> (i32, i32)
  %one = arith.constant 1 : i16
  %two = arith.constant 2 : i16
  %three = arith.constant 3 : i16
  %c = arith.constant dense<0.0> : vector<4xf32>
  %d = nvvm.mma.block_scale A[%a] B[%b] C[%c] scaleA[%sa, %three, %one] scaleB[%sb, %one, %two] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e2m3>, multiplicandBPtxType = #nvvm.mma_type<e5m2>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (vector<4xi32>, vector<2xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  func.call @put(%d, %D) : (!llvm.struct<(vector<4xf32>)>, memref<16x8xf32>) -> ()
  return
}
func.func private @bytes_by_loops(%A: memref<16x32xi8>, %B: memref<8x32xf8E5M2>, %SA: memref<16x1xi8>, %SB: memref<8x1xi8>, %D: memref<16x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %base = arith.constant 126 : i8
  %scales_a = memref.cast %SA : memref<16x1xi8> to memref<?x?xi8>
  %scales_b = memref.cast %SB : memref<8x1xi8> to memref<?x?xi8>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %sa = func.call @scale(%scales_a, %i, %c0, %base) : (memref<?x?xi8>, index, index, i8) -> i8
      %sb = func.call @scale(%scales_b, %j, %c0, %base) : (memref<?x?xi8>, index, index, i8) -> i8
      %x = arith.bitcast %sa : i8 to f8E8M0FNU
      %y = arith.bitcast %sb : i8 to f8E8M0FNU
      %wide_x = arith.extf %x : f8E8M0FNU to f32
      %wide_y = arith.extf %y : f8E8M0FNU to f32
      %factor = arith.mulf %wide_x, %wide_y : f32
      %sum = affine.for %k = 0 to 32 iter_args(%s = %zero) -> f32 {
        %byte = affine.load %A[%i, %k] : memref<16x32xi8>
        %bits = arith.trunci %byte : i8 to i6
        %a = arith.bitcast %bits : i6 to f6E2M3FN
        %b = affine.load %B[%j, %k] : memref<8x32xf8E5M2>
        %wide_a = arith.extf %a : f6E2M3FN to f32
        %wide_b = arith.extf %b : f8E5M2 to f32
        %ab = arith.mulf %wide_a, %wide_b : f32
        %scaled = arith.mulf %ab, %factor : f32
        %next = arith.addf %s, %scaled : f32
        affine.yield %next : f32
      }
      affine.store %sum, %D[%i, %j] : memref<16x8xf32>
    }
  }
  return
}

// Four scales of a row, of e4m3 whose sign does not count: lanes 0 and 1, and lane 3.
// QUARTERS: @quarters: as @quarters_by_loops: 128 elements, off by at most 0{{$}}
func.func @quarters(%A: memref<16x64xf4E2M1FN>, %B: memref<8x64xf4E2M1FN>, %SA: memref<16x4xi8>, %SB: memref<8x4xi8>, %D: memref<16x8xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %as = memref.cast %A : memref<16x64xf4E2M1FN> to memref<?x?xf4E2M1FN>
  %bs = memref.cast %B : memref<8x64xf4E2M1FN> to memref<?x?xf4E2M1FN>
  %a = func.call @quarters_of_a(%as) : (memref<?x?xf4E2M1FN>) -> vector<4xi32>
  %b0 = func.call @quarters_at(%bs, %c0, %c0) : (memref<?x?xf4E2M1FN>, index, index) -> i32
  %b1 = func.call @quarters_at(%bs, %c0, %c32) : (memref<?x?xf4E2M1FN>, index, index) -> i32
  %b = vector.from_elements %b0, %b1 : vector<2xi32>
  %base = arith.constant 56 : i8
  %scales_a = memref.cast %SA : memref<16x4xi8> to memref<?x?xi8>
  %scales_b = memref.cast %SB : memref<8x4xi8> to memref<?x?xi8>
  %sa, %sb = func.call @words(%scales_a, %scales_b, %c4, %c0, %c0, %c0, %c3, %base) : (memref<?x?xi8>, memref<?x?xi8>, index, index, index, index, index, i8) -> (i32, i32)
  %signs = arith.constant 0x80808080 : i32
  %minus_sa = arith.ori %sa, %signs : i32
  %zero = arith.constant 0 : i16
  %three = arith.constant 3 : i16
  %c = arith.constant dense<0.0> : vector<4xf32>
  %d = nvvm.mma.block_scale A[%a] B[%b] C[%c] scaleA[%minus_sa, %zero, %zero] scaleB[%sb, %zero, %three] {blockScaleFormat = #nvvm.block_scale_format<ue4m3>, kind = #nvvm.block_scale_kind<mxf4nvf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x4>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (vector<4xi32>, vector<2xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  func.call @put(%d, %D) : (!llvm.struct<(vector<4xf32>)>, memref<16x8xf32>) -> ()
  return
}
func.func private @quarters_by_loops(%A: memref<16x64xf4E2M1FN>, %B: memref<8x64xf4E2M1FN>, %SA: memref<16x4xi8>, %SB: memref<8x4xi8>, %D: memref<16x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %c16 = arith.constant 16 : index
  %base = arith.constant 56 : i8
  %scales_a = memref.cast %SA : memref<16x4xi8> to memref<?x?xi8>
  %scales_b = memref.cast %SB : memref<8x4xi8> to memref<?x?xi8>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %sum = affine.for %k = 0 to 64 iter_args(%s = %zero) -> f32 {
        %n = arith.divui %k, %c16 : index
        %sa = func.call @scale(%scales_a, %i, %n, %base) : (memref<?x?xi8>, index, index, i8) -> i8
        %sb = func.call @scale(%scales_b, %j, %n, %base) : (memref<?x?xi8>, index, index, i8) -> i8
        %x = arith.bitcast %sa : i8 to f8E4M3FN
        %y = arith.bitcast %sb : i8 to f8E4M3FN
        %wide_x = arith.extf %x : f8E4M3FN to f32
        %wide_y = arith.extf %y : f8E4M3FN to f32
        %factor = arith.mulf %wide_x, %wide_y : f32
        %a = affine.load %A[%i, %k] : memref<16x64xf4E2M1FN>
        %b = affine.load %B[%j, %k] : memref<8x64xf4E2M1FN>
        %wide_a = arith.extf %a : f4E2M1FN to f32
        %wide_b = arith.extf %b : f4E2M1FN to f32
        %ab = arith.mulf %wide_a, %wide_b : f32
        %scaled = arith.mulf %ab, %factor : f32
        %next = arith.addf %s, %scaled : f32
        affine.yield %next : f32
      }
      affine.store %sum, %D[%i, %j] : memref<16x8xf32>
    }
  }
  return
}

// A sparse, with two scales of a row, bytes 2 and 3 of lanes 2 and 3 and 0 and 1 of lane
// 1: of even chunks of eight the first half is held, of the others the second one.
// SPARSE: @sparse: as @sparse_by_loops: 128 elements, off by at most 0{{$}}
func.func @sparse(%A: memref<16x64xf4E2M1FN>, %B: memref<8x128xf4E2M1FN>, %SA: memref<16x2xi8>, %SB: memref<8x2xi8>, %D: memref<16x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %as = memref.cast %A : memref<16x64xf4E2M1FN> to memref<?x?xf4E2M1FN>
  %bs = memref.cast %B : memref<8x128xf4E2M1FN> to memref<?x?xf4E2M1FN>
  %a = func.call @quarters_of_a(%as) : (memref<?x?xf4E2M1FN>) -> vector<4xi32>
  %b0 = func.call @quarters_at(%bs, %c0, %c0) : (memref<?x?xf4E2M1FN>, index, index) -> i32
  %b1 = func.call @quarters_at(%bs, %c0, %c32) : (memref<?x?xf4E2M1FN>, index, index) -> i32
  %b2 = func.call @quarters_at(%bs, %c0, %c64) : (memref<?x?xf4E2M1FN>, index, index) -> i32
  %b3 = func.call @quarters_at(%bs, %c0, %c96) : (memref<?x?xf4E2M1FN>, index, index) -> i32
  %b = vector.from_elements %b0, %b1, %b2, %b3 : vector<4xi32>
  %base = arith.constant 126 : i8
  %scales_a = memref.cast %SA : memref<16x2xi8> to memref<?x?xi8>
  %scales_b = memref.cast %SB : memref<8x2xi8> to memref<?x?xi8>
  %sa, %sb = func.call @words(%scales_a, %scales_b, %c2, %c2, %c0, %c1, %c1, %base) : (memref<?x?xi8>, memref<?x?xi8>, index, index, index, index, index, i8) -> (i32, i32)
  %meta = arith.constant 0xE4E4E4E4 : i32
  %selector = arith.constant 0 : i32
  %zero = arith.constant 0 : i16
  %one = arith.constant 1 : i16
  %two = arith.constant 2 : i16
  %c = arith.constant dense<0.0> : vector<4xf32>
  %d = nvvm.mma.sp.block_scale A[%a] B[%b] C[%c] sparseMetadata[%meta] selector[%selector] scaleA[%sa, %two, %one] scaleB[%sb, %zero, %one] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 128>} : (vector<4xi32>, vector<4xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  func.call @put(%d, %D) : (!llvm.struct<(vector<4xf32>)>, memref<16x8xf32>) -> ()
  return
}
func.func private @sparse_by_loops(%A: memref<16x64xf4E2M1FN>, %B: memref<8x128xf4E2M1FN>, %SA: memref<16x2xi8>, %SB: memref<8x2xi8>, %D: memref<16x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %base = arith.constant 126 : i8
  %scales_a = memref.cast %SA : memref<16x2xi8> to memref<?x?xi8>
  %scales_b = memref.cast %SB : memref<8x2xi8> to memref<?x?xi8>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %sum = affine.for %c = 0 to 64 iter_args(%s = %zero) -> f32 {
        %chunk = arith.divui %c, %c4 : index
        %in_chunk = arith.remui %c, %c4 : index
        %start = arith.muli %chunk, %c8 : index
        %odd = arith.remui %chunk, %c2 : index
        %half = arith.muli %odd, %c4 : index
        %k0 = arith.addi %start, %half : index
        %k = arith.addi %k0, %in_chunk : index
        %n = arith.divui %k, %c64 : index
        %sa = func.call @scale(%scales_a, %i, %n, %base) : (memref<?x?xi8>, index, index, i8) -> i8
        %sb = func.call @scale(%scales_b, %j, %n, %base) : (memref<?x?xi8>, index, index, i8) -> i8
        %x = arith.bitcast %sa : i8 to f8E8M0FNU
        %y = arith.bitcast %sb : i8 to f8E8M0FNU
        %wide_x = arith.extf %x : f8E8M0FNU to f32
        %wide_y = arith.extf %y : f8E8M0FNU to f32
        %factor = arith.mulf %wide_x, %wide_y : f32
        %a = affine.load %A[%i, %c] : memref<16x64xf4E2M1FN>
        %b = memref.load %B[%j, %k] : memref<8x128xf4E2M1FN>
        %wide_a = arith.extf %a : f4E2M1FN to f32
        %wide_b = arith.extf %b : f4E2M1FN to f32
        %ab = arith.mulf %wide_a, %wide_b : f32
        %scaled = arith.mulf %ab, %factor : f32
        %next = arith.addf %s, %scaled : f32
        affine.yield %next : f32
      }
      affine.store %sum, %D[%i, %j] : memref<16x8xf32>
    }
  }
  return
}

// Among bytes an element of 4 bits is the middle of one: 0x0C of e2m3 is 1.5, 0x08 of
// e2m1 is 1.  The scales are 2 and 1.
// MIDDLE: {{^}}[96, 96, 96, 96]
func.func @middle(%out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<0x0C0C0C0C> : vector<4xi32>
  %b = arith.constant dense<0x08080808> : vector<4xi32>
  %c = arith.constant dense<0.0> : vector<4xf32>
  %meta = arith.constant 0x44444444 : i32
  %selector = arith.constant 0 : i32
  %two = arith.constant 128 : i32
  %one = arith.constant 127 : i32
  %zero = arith.constant 0 : i16
  %d = nvvm.mma.sp.block_scale A[%a] B[%b] C[%c] sparseMetadata[%meta] selector[%selector] scaleA[%two, %zero, %zero] scaleB[%one, %zero, %zero] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e2m3>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (vector<4xi32>, vector<4xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  %0 = llvm.extractvalue %d[0] : !llvm.struct<(vector<4xf32>)>
  %t = gpu.thread_id x
  %is_first = arith.cmpi eq, %t, %c0 : index
  scf.if %is_first {
    vector.store %0, %out[%c0] : memref<4xf32>, vector<4xf32>
  }
  return
}

// BYTE: error: 'nvvm.mma.block_scale' op assertion: thread (0, 0, 0) of block (0, 0, 0) selects scales of A that are not there: byte 1 of thread 0
func.func @odd_byte(%a: vector<4xi32>, %b: vector<2xi32>, %c: vector<4xf32>, %s: i32) {
  %zero = arith.constant 0 : i16
  %one = arith.constant 1 : i16
  %d = nvvm.mma.block_scale A[%a] B[%b] C[%c] scaleA[%s, %one, %zero] scaleB[%s, %zero, %zero] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (vector<4xi32>, vector<2xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  return
}

// PAIR: error: 'nvvm.mma.block_scale' op assertion: thread (0, 0, 0) of block (0, 0, 0) selects scales of A that are not there: byte 0 of thread 2
func.func @third_pair(%a: vector<4xi32>, %b: vector<2xi32>, %c: vector<4xf32>, %s: i32) {
  %zero = arith.constant 0 : i16
  %two = arith.constant 2 : i16
  %d = nvvm.mma.block_scale A[%a] B[%b] C[%c] scaleA[%s, %zero, %two] scaleB[%s, %zero, %zero] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (vector<4xi32>, vector<2xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  return
}

// THREAD: error: 'nvvm.mma.block_scale' op assertion: thread (0, 0, 0) of block (0, 0, 0) selects scales of B that are not there: byte 0 of thread 4
func.func @fifth_thread(%a: vector<4xi32>, %b: vector<2xi32>, %c: vector<4xf32>, %s: i32) {
  %zero = arith.constant 0 : i16
  %four = arith.constant 4 : i16
  %d = nvvm.mma.block_scale A[%a] B[%b] C[%c] scaleA[%s, %zero, %zero] scaleB[%s, %zero, %four] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (vector<4xi32>, vector<2xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  return
}

// UNKNOWN: error: 'nvvm.mma.block_scale' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) needs operand 4
func.func @unknown_byte(%a: vector<4xi32>, %b: vector<2xi32>, %c: vector<4xf32>, %s: i32) {
  %zero = arith.constant 0 : i16
  %none = ub.poison : i16
  %d = nvvm.mma.block_scale A[%a] B[%b] C[%c] scaleA[%s, %none, %zero] scaleB[%s, %zero, %zero] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (vector<4xi32>, vector<2xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  return
}

// What comes of a scale that nobody knows is unknown, and not of its neighbour.
// SCALE:      {{^}}[?, ?, ?, ?]
// SCALE-NEXT: {{^}}[0, 0, 0, 0]
func.func @unknown_scale(%out: memref<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = arith.constant dense<0> : vector<4xi32>
  %b = arith.constant dense<0> : vector<2xi32>
  %c = arith.constant dense<0.0> : vector<4xf32>
  %known = arith.constant 127 : i32
  %none = ub.poison : i8
  %ones = arith.constant dense<127> : vector<4xi8>
  %few = vector.insert %none, %ones[3] : i8 into vector<4xi8>
  %word = vector.bitcast %few : vector<4xi8> to vector<1xi32>
  %last = vector.extract %word[0] : i32 from vector<1xi32>
  %zero = arith.constant 0 : i16
  %two = arith.constant 2 : i16
  %three = arith.constant 3 : i16
  %d = nvvm.mma.block_scale A[%a] B[%b] C[%c] scaleA[%last, %three, %zero] scaleB[%known, %zero, %zero] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (vector<4xi32>, vector<2xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  %e = nvvm.mma.block_scale A[%a] B[%b] C[%c] scaleA[%last, %two, %zero] scaleB[%known, %zero, %zero] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (vector<4xi32>, vector<2xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  %0 = llvm.extractvalue %d[0] : !llvm.struct<(vector<4xf32>)>
  %1 = llvm.extractvalue %e[0] : !llvm.struct<(vector<4xf32>)>
  %t = gpu.thread_id x
  %is_first = arith.cmpi eq, %t, %c0 : index
  scf.if %is_first {
    vector.store %0, %out[%c0, %c0] : memref<2x4xf32>, vector<4xf32>
    vector.store %1, %out[%c1, %c0] : memref<2x4xf32>, vector<4xf32>
  }
  return
}

// Metadata are always sorted here.
// METADATA: error: 'nvvm.mma.sp.block_scale' op assertion: thread (0, 0, 0) of block (0, 0, 0) has metadata of row 0 that says that numbers 1 and 0 of four are held, in this order
func.func @invalid_metadata(%a: vector<4xi32>, %c: vector<4xf32>, %s: i32) {
  %meta = arith.constant 0x11111111 : i32
  %selector = arith.constant 0 : i32
  %zero = arith.constant 0 : i16
  %d = nvvm.mma.sp.block_scale A[%a] B[%a] C[%c] sparseMetadata[%meta] selector[%selector] scaleA[%s, %zero, %zero] scaleB[%s, %zero, %zero] {blockScaleFormat = #nvvm.block_scale_format<ue8m0>, kind = #nvvm.block_scale_kind<mxf4>, multiplicandAPtxType = #nvvm.mma_type<e2m1>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, orderedMetadata, scaleVecSize = #nvvm.scale_vec_size<x2>, shape = #nvvm.shape<m = 16, n = 8, k = 128>} : (vector<4xi32>, vector<4xi32>, vector<4xf32>) -> !llvm.struct<(vector<4xf32>)>
  return
}
