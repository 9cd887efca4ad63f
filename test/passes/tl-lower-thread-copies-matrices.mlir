// RUN: %tl-opt %s --tl-lower-thread-copies | FileCheck %s
// RUN: %tl-opt %s --tl-lower-thread-copies --convert-vector-to-llvm --convert-nvvm-to-llvm -o /dev/null

// Matrices become nvvm.ldmatrix and nvvm.stmatrix on a pointer to the row.

// CHECK-LABEL: func.func @load(
// CHECK-SAME:      %[[S:[^:]*]]: memref
// CHECK-SAME:      %[[O:[^:]*]]: index
// CHECK:         %[[BASE:.*]] = memref.extract_aligned_pointer_as_index %[[S]]
// CHECK:         %[[NUMBER:.*]] = arith.index_cast %[[BASE]] : index to i64
// CHECK:         %[[START:.*]] = llvm.inttoptr %[[NUMBER]] : i64 to !llvm.ptr<3>
// CHECK:         %[[BYTES:.*]] = arith.muli %[[O]], %c2{{.*}} overflow<nsw> : index
// CHECK:         %[[INDEX:.*]] = arith.index_cast %[[BYTES]] : index to i64
// CHECK:         %[[ROW:.*]] = llvm.getelementptr %[[START]][%[[INDEX]]] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
// CHECK:         %[[WORDS:.*]] = nvvm.ldmatrix %[[ROW]] {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK:         %[[W0:.*]] = llvm.extractvalue %[[WORDS]][0]
// CHECK:         %[[W1:.*]] = llvm.extractvalue %[[WORDS]][1]
// CHECK:         %[[W2:.*]] = llvm.extractvalue %[[WORDS]][2]
// CHECK:         %[[W3:.*]] = llvm.extractvalue %[[WORDS]][3]
// CHECK:         %[[ALL:.*]] = vector.from_elements %[[W0]], %[[W1]], %[[W2]], %[[W3]] : vector<4xi32>
// CHECK:         %[[V:.*]] = vector.bitcast %[[ALL]] : vector<4xi32> to vector<8xf16>
// CHECK:         return %[[V]]
func.func @load(%s: memref<4096xf16, 3> {llvm.align = 16 : i64}, %o: index) -> vector<8xf16> {
  %v = tl.thread_load %s[%o] atoms () : () -> () vector 8 of (8) -> (1) matrices 4 align 16 : memref<4096xf16, 3> to vector<8xf16>
  return %v : vector<8xf16>
}

// Transposed; a single word is no struct; registers of one instruction apart.

// CHECK-LABEL: func.func @transposed(
// CHECK:         nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<col>, num = 2 : i32, {{.*}} -> !llvm.struct<(i32, i32)>
// CHECK:         vector.bitcast {{.*}} : vector<2xi32> to vector<4xbf16>
// CHECK:         vector.shuffle {{.*}} [0, 2, 1, 3] : vector<4xbf16>, vector<4xbf16>
// CHECK:         %[[WORD:.*]] = nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<col>, num = 1 : i32, {{.*}} -> i32
// CHECK:         vector.from_elements %[[WORD]] : vector<1xi32>
func.func @transposed(%s: memref<64x64xbf16, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}, %o: index) -> (vector<4xbf16>, vector<2xbf16>) {
  %v = tl.thread_load %s[%o] atoms () : () -> () vector 4 of (2, 2) -> (1, 2) matrices 2 transposed align 16 : memref<64x64xbf16, #gpu.address_space<workgroup>> to vector<4xbf16>
  %w = tl.thread_load %s[%o] atoms () : () -> () vector 2 of (2) -> (1) matrices 1 transposed align 16 : memref<64x64xbf16, #gpu.address_space<workgroup>> to vector<2xbf16>
  return %v, %w : vector<4xbf16>, vector<2xbf16>
}

// An atom is another instruction; a swizzled one is an XOR of bytes away.

// CHECK-LABEL: func.func @two(
// CHECK:         %[[O:.*]] = arith.andi
// CHECK:         %[[BYTES:.*]] = arith.muli %[[O]], %c2
// CHECK:         nvvm.ldmatrix
// CHECK:         %[[STEP:.*]] = arith.muli %c16{{.*}}, %c2
// CHECK:         %[[MOVED:.*]] = arith.xori %[[BYTES]], %[[STEP]]
// CHECK:         %[[AT:.*]] = arith.index_cast %[[MOVED]]
// CHECK:         %[[ROW:.*]] = llvm.getelementptr %{{.*}}[%[[AT]]]
// CHECK:         nvvm.ldmatrix %[[ROW]]
func.func @two(%s: memref<4096xf16, 3> {llvm.align = 16 : i64}, %x: index) -> vector<2x8xf16> {
  %c8 = arith.constant 8 : index
  %c63 = arith.constant 63 : index
  %0 = arith.muli %x, %c8 : index
  %o = arith.andi %0, %c63 : index
  %v = tl.thread_load %s[%o] atoms (2) : (16) -> (8) vector 8 of (8) -> (1) matrices 4 swizzle (3, 3, 3) bits 56 align 16 : memref<4096xf16, 3> to vector<2x8xf16>
  return %v : vector<2x8xf16>
}

// Where the start is aligned to more than what is joined, below 32 elements here,
// the pointer is joined.  A start that is the thread's alone comes before, and
// constants are counted from a pointer that LLVM takes for another one.

// CHECK-LABEL: func.func @aligned(
// CHECK:         %[[REST:.*]] = arith.muli %{{.*}}, %c8
// CHECK:         %[[COLUMN:.*]] = arith.muli %{{.*}}, %c8
// CHECK:         %[[BUFFER:.*]] = llvm.inttoptr
// CHECK:         %[[FAR:.*]] = arith.muli %offset{{.*}}, %c2
// CHECK:         %[[INDEX:.*]] = arith.index_cast %[[FAR]]
// CHECK:         %[[START:.*]] = llvm.getelementptr %[[BUFFER]][%[[INDEX]]]
// CHECK:         %[[BYTES:.*]] = arith.muli %[[REST]], %c2
// CHECK:         %[[LANE:.*]] = arith.index_cast %[[BYTES]]
// CHECK:         %[[NEAR:.*]] = llvm.getelementptr %[[START]][%[[LANE]]]
// CHECK:         %[[NUMBER:.*]] = llvm.ptrtoint %[[NEAR]]
// CHECK:         %[[STEP:.*]] = arith.muli %[[COLUMN]], %c2
// CHECK:         %[[JOINED:.*]] = arith.index_cast %[[STEP]]
// CHECK:         %[[MOVED:.*]] = arith.xori %[[NUMBER]], %[[JOINED]] : i64
// CHECK:         %[[ROW:.*]] = llvm.inttoptr %[[MOVED]]
// CHECK:         nvvm.ldmatrix %[[ROW]]
// CHECK:         %[[SAME:.*]] = llvm.intr.launder.invariant.group %{{.*}} : !llvm.ptr<3>
// CHECK:         %[[NEXT:.*]] = llvm.getelementptr %[[SAME]]
// CHECK:         nvvm.ldmatrix %[[NEXT]]
func.func @aligned(%s: memref<8192xf16, 3> {llvm.align = 128 : i64}, %k: index) -> vector<2x8xf16> {
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c512 = arith.constant 512 : index
  %lane = gpu.lane_id
  %y = gpu.thread_id y
  %start = arith.muli %y, %c512 : index
  %m = memref.reinterpret_cast %s to offset: [%start], sizes: [4096], strides: [1] : memref<8192xf16, 3> to memref<4096xf16, strided<[1], offset: ?>, 3>
  %x = arith.muli %lane, %c8 : index
  %digit = arith.andi %k, %c3 : index
  %column = arith.muli %digit, %c8 : index
  %o = arith.xori %x, %column : index
  %v = tl.thread_load %m[%o] atoms (2) : (1024) -> (8) vector 8 of (8) -> (1) matrices 4 swizzle (3, 3, 3) bits 504 align 16 : memref<4096xf16, strided<[1], offset: ?>, 3> to vector<2x8xf16>
  return %v : vector<2x8xf16>
}

// Up to 56 elements, of the swizzle or the origin, are as many bytes as 112 and
// not below 64; 64 of them are not below 128.

// CHECK-LABEL: func.func @less_aligned(
// CHECK-NOT:     ptrtoint
// CHECK-LABEL: func.func @far_joined(
// CHECK-NOT:     ptrtoint
func.func @less_aligned(%s: memref<4096xf16, 3> {llvm.align = 64 : i64}, %x: index) -> vector<8xf16> {
  %c8 = arith.constant 8 : index
  %o = arith.muli %x, %c8 : index
  %v = tl.thread_load %s[%o] atoms () : () -> () vector 8 of (8) -> (1) matrices 4 swizzle (3, 3, 3) align 16 : memref<4096xf16, 3> to vector<8xf16>
  return %v : vector<8xf16>
}
func.func @far_joined(%s: memref<4096xf16, 3> {llvm.align = 128 : i64}, %x: index) -> vector<8xf16> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %lane = gpu.lane_id
  %rest = arith.muli %lane, %c8 : index
  %digit = arith.andi %x, %c1 : index
  %row = arith.muli %digit, %c64 : index
  %o = arith.xori %rest, %row : index
  %v = tl.thread_load %s[%o] atoms () : () -> () vector 8 of (8) -> (1) matrices 4 swizzle (3, 3, 3) bits 504 align 16 : memref<4096xf16, 3> to vector<8xf16>
  return %v : vector<8xf16>
}

// CHECK-LABEL: func.func @store(
// CHECK-SAME:      %[[V:[^:]*]]: vector
// CHECK:         %[[ROW:.*]] = llvm.getelementptr
// CHECK:         %[[WORDS:.*]] = vector.bitcast %[[V]] : vector<4xf16> to vector<2xi32>
// CHECK:         %[[W0:.*]] = vector.extract %[[WORDS]][0]
// CHECK:         %[[W1:.*]] = vector.extract %[[WORDS]][1]
// CHECK:         nvvm.stmatrix %[[ROW]], %[[W0]], %[[W1]] {{.*}}layout = #nvvm.mma_layout<row>{{.*}} : !llvm.ptr<3>, i32, i32
func.func @store(%v: vector<4xf16>, %s: memref<4096xf16, 3> {llvm.align = 16 : i64}) {
  %l = gpu.lane_id
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %r = arith.remui %l, %c16 : index
  %o = arith.muli %r, %c64 : index
  tl.thread_store %v to %s[%o] atoms () : () -> () vector 4 of (4) -> (1) matrices 2 align 16 : vector<4xf16> to memref<4096xf16, 3>
  return
}

// Bytes, a memref with an offset, a private buffer.

// CHECK-LABEL: func.func @buffer(
// CHECK:         %[[BASE:.*]] = memref.extract_aligned_pointer_as_index
// CHECK:         nvvm.ldmatrix
// CHECK:         vector.bitcast {{.*}} : vector<4xi32> to vector<16xf8E5M2>
// CHECK:         vector.store {{.*}} : memref<16xf8E5M2, 5>, vector<16xf8E5M2>
func.func @buffer(%s: memref<16x32xf8E5M2, strided<[32, 1], offset: 32>, 3> {llvm.align = 16 : i64}, %o: index) -> vector<16xf8E5M2> {
  %c0 = arith.constant 0 : index
  %r = memref.alloca() : memref<16xf8E5M2, 5>
  tl.thread_copy %s[%o] to %r atoms () : () -> () vector 16 of (16) -> (1) matrices 4 align 16 : memref<16x32xf8E5M2, strided<[32, 1], offset: 32>, 3> to memref<16xf8E5M2, 5>
  %v = vector.load %r[%c0] : memref<16xf8E5M2, 5>, vector<16xf8E5M2>
  return %v : vector<16xf8E5M2>
}

// Elements of 32 bits are words: one is a scalar.

// CHECK-LABEL: func.func @words(
// CHECK:         %[[WORD:.*]] = nvvm.ldmatrix {{.*}} num = 1 : i32, {{.*}} -> i32
// CHECK-NEXT:    %[[FLOAT:.*]] = arith.bitcast %[[WORD]] : i32 to f32
// CHECK:         %[[BACK:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK:         nvvm.stmatrix %{{.*}}, %[[BACK]]
// CHECK:         nvvm.stmatrix %{{.*}}, %{{.*}}, %{{.*}} {
func.func @words(%s: memref<128xf32, 3> {llvm.align = 16 : i64}, %t: memref<128xf32, 3> {llvm.align = 16 : i64}, %u: memref<128xf32, 3> {llvm.align = 16 : i64},
                 %pair: vector<2xf32>) -> vector<1xf32> {
  %l = gpu.lane_id
  %c4 = arith.constant 4 : index
  %o = arith.muli %l, %c4 : index
  %v = tl.thread_load %s[%o] atoms () : () -> () matrices 1 align 16 : memref<128xf32, 3> to vector<1xf32>
  tl.thread_store %v to %t[%o] atoms () : () -> () matrices 1 align 16 : vector<1xf32> to memref<128xf32, 3>
  tl.thread_store %pair to %u[%o] atoms () : () -> () vector 2 of (2) -> (1) matrices 2 align 16 : vector<2xf32> to memref<128xf32, 3>
  return %v : vector<1xf32>
}
