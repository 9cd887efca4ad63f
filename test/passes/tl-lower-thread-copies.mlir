// RUN: %tl-opt %s --tl-lower-thread-copies | FileCheck %s
// RUN: %mlir-opt %s --pass-pipeline='builtin.module(tl-lower-thread-copies)' | FileCheck %s
// RUN: %tl-opt %s --tl-lower-thread-copies=unroll=1 | FileCheck %s --check-prefix=LOOP
// RUN: %tl-opt %s --tl-lower-thread-copies=unroll=2 | FileCheck %s --check-prefix=TWO
// RUN: not tl-opt %s --tl-lower-thread-copies=unroll=-1 2>&1 | FileCheck %s --check-prefix=INVALID

// INVALID: error: {{.*}}unroll is -1; it cannot be negative

// A value is put together by shuffles of vectors of one type, which only rename
// registers.

// CHECK-LABEL: func.func @load
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<32x8xf32>, %[[O:[a-z0-9]+]]: index
// CHECK:         %[[FLAT:.*]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [256], strides: [1]
// CHECK:         %[[A:.*]] = vector.load %[[FLAT]][%[[O]]] {alignment = 16 : i64} : memref<256xf32>, vector<4xf32>
// CHECK:         %[[C4:.*]] = arith.constant 4 : index
// CHECK:         %[[O4:.*]] = arith.addi %[[O]], %[[C4]] overflow<nsw>
// CHECK:         %[[B:.*]] = vector.load %[[FLAT]][%[[O4]]] {alignment = 16 : i64}
// CHECK:         %[[V:.*]] = vector.shuffle %[[A]], %[[B]] [0, 1, 2, 3, 4, 5, 6, 7]
// CHECK:         return %[[V]]
// A value has no loops: registers have no run-time index.
// LOOP-LABEL:  func.func @load
// LOOP-NOT:      scf.for
// LOOP:          return
func.func @load(%m: memref<32x8xf32>, %o: index) -> vector<8xf32> {
  %v = tl.thread_load %m[%o] atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16 : memref<32x8xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// Attributes of other dialects go to the access.

// CHECK-LABEL: func.func @tagged
// CHECK:         vector.load %{{.*}} {a.tag, alignment = 16 : i64}
func.func @tagged(%m: memref<64xf32>, %o: index) -> vector<4xf32> {
  %v = tl.thread_load %m[%o] atoms () : () -> () vector 4 of (4) -> (1) align 16 {a.tag} : memref<64xf32> to vector<4xf32>
  return %v : vector<4xf32>
}

// CHECK-LABEL: func.func @store_renamed
// CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<4x2xf32>
// CHECK-COUNT-4: vector.extract %[[V]]
// CHECK:         %[[LOW:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 2]
// CHECK:         %[[HIGH:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 2]
// CHECK:         %[[PICKED:.*]] = vector.shuffle %[[LOW]], %[[HIGH]] [0, 1, 2, 3]
// CHECK:         vector.store %[[PICKED]], %{{.*}} {alignment = 16 : i64}
func.func @store_renamed(%v: vector<4x2xf32>, %m: memref<64xf32, 3>, %o: index) {
  tl.thread_store %v to %m[%o] atoms () : () -> () vector 4 of (4) -> (2) align 16 : vector<4x2xf32> to memref<64xf32, 3>
  return
}

// In a loop a place that is XORed with a number of the loop is found once, with all
// that the access is further.

// LOOP-LABEL: func.func @joined_run
// LOOP-SAME:    %[[M:[a-z0-9]+]]: memref<1024xf32, 3> {{.*}} %[[O:[a-z0-9]+]]: index
// LOOP:         memref.load
// LOOP-NEXT:    %[[ALL:.*]] = arith.addi %{{.*}}, %c2 overflow<nsw> : index
// LOOP:         %[[LOW:.*]] = arith.andi %[[ALL]], %c255 : index
// LOOP:         %[[NEAR:.*]] = arith.xori %[[O]], %{{.*}} : index
// LOOP:         %[[FAR:.*]] = arith.subi %[[ALL]], %[[LOW]] overflow<nsw> : index
// LOOP:         %[[PLACE:.*]] = arith.addi %[[NEAR]], %[[FAR]] overflow<nsw> : index
// LOOP:         memref.store %{{.*}}, %[[M]][%[[PLACE]]] {alignment = 4 : i64}
func.func @joined_run(%r: memref<24xf32, 5>, %s: memref<1024xf32, 3> {llvm.align = 16 : i64}, %x: index) {
  tl.thread_copy %r to %s[%x] atoms (8) : (4) -> (3) vector 2 of (3) -> (1) swizzle (2, 3, 3) bits 252 align 16 : memref<24xf32, 5> to memref<1024xf32, 3>
  return
}

// Bytes of four words are joined by pairs, which the next register shares: eight
// permutations transpose 4 x 4 bytes.

// CHECK-LABEL: func.func @store_bytes
// CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<4x4xi8>
// CHECK-COUNT-4: vector.extract %[[V]]
// CHECK:         %[[P:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 4, 1, 5]
// CHECK:         %[[Q:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 4, 1, 5]
// CHECK:         vector.shuffle %[[P]], %[[Q]] [0, 1, 4, 5]
// CHECK-NOT:     vector.shuffle
// CHECK:         vector.store
// CHECK:         vector.shuffle %[[P]], %[[Q]] [2, 3, 6, 7]
// CHECK-NOT:     vector.shuffle
// CHECK:         vector.store
// CHECK-COUNT-2: vector.shuffle %{{.*}}, %{{.*}} [2, 6, 3, 7]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [0, 1, 4, 5]
// CHECK:         vector.shuffle %{{.*}}, %{{.*}} [2, 3, 6, 7]
// CHECK-NOT:     vector.shuffle
func.func @store_bytes(%v: vector<4x4xi8>, %m: memref<64xi8, 3>, %o: index) {
  tl.thread_store %v to %m[%o] atoms (4) : (4) -> (1) vector 4 of (4) -> (4) align 4 : vector<4x4xi8> to memref<64xi8, 3>
  return
}

// Two bytes of one word are taken at once, as all four are.

// CHECK-LABEL: func.func @store_near_bytes
// CHECK-SAME:    %[[V:[a-z0-9]+]]: vector<12xi8>
// CHECK:         vector.shuffle %[[V]], %[[V]] [0, 3, 6, 9]
// CHECK-NEXT:    vector.store
func.func @store_near_bytes(%v: vector<12xi8>, %m: memref<12xi8, 3> {llvm.align = 4 : i64}, %o: index) {
  tl.thread_store %v to %m[%o] atoms (3) : (4) -> (1) vector 4 of (4) -> (3) align 4 : vector<12xi8> to memref<12xi8, 3>
  return
}

// Of two rows, of which one begins where the stride says, as many elements are reached.

// CHECK-LABEL: func.func @two_rows
// CHECK:         %[[SIZE:.*]] = arith.addi %{{.*}}, %c4{{.*}} : index
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[SIZE]]], strides: [1]
func.func @two_rows(%m: memref<2x4xf32, strided<[?, 1]>>, %o: index) -> vector<1xf32> {
  %v = tl.thread_load %m[%o] atoms () : () -> () align 4 : memref<2x4xf32, strided<[?, 1]>> to vector<1xf32>
  return %v : vector<1xf32>
}

// A buffer is indexed by constants, or by a loop that LLVM unrolls in full.

// CHECK-LABEL: func.func @buffer
// CHECK-NOT:     scf.for
// CHECK:         vector.load %{{.*}} {alignment = 16 : i64} : memref<64xf32, 3>, vector<4xf32>
// CHECK:         vector.store %{{.*}}, %{{.*}}[%c0] : memref<8xf32, 5>, vector<4xf32>
// CHECK:         vector.store %{{.*}}, %{{.*}}[%c4{{.*}}] : memref<8xf32, 5>, vector<4xf32>
// CHECK:         memref.load %{{.*}} : memref<8xf32, 5>
// CHECK:         memref.store %{{.*}} : memref<64xf32, 3>
// LOOP-LABEL:  func.func @buffer
// LOOP:          scf.for %[[I:.*]] = %c0 to %c2 step %c1
// LOOP:            %[[STEP:.*]] = arith.muli %[[I]], %c4{{.*}} overflow<nsw>
// LOOP:            %[[AT:.*]] = arith.addi %{{.*}}, %[[STEP]] overflow<nsw>
// LOOP:            %[[V:.*]] = vector.load %{{.*}}[%[[AT]]] {alignment = 16 : i64}
// LOOP:            vector.store %[[V]], %{{.*}}[%[[STEP]]]
// LOOP:          } {loop_annotation = #[[UNROLL:.*]]}
// LOOP-NOT:      scf.for
// LOOP:          memref.store
// TWO-LABEL:   func.func @buffer
// TWO-NOT:       scf.for
// TWO:           return
func.func @buffer(%m: memref<64xf32, 3>, %o: index, %r: memref<8xf32, 5>) {
  tl.thread_copy %m[%o] to %r atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16 : memref<64xf32, 3> to memref<8xf32, 5>
  tl.thread_copy %r to %m[%o] atoms () : () -> () align 4 : memref<8xf32, 5> to memref<64xf32, 3>
  return
}

// The swizzle acts on the whole offset: x ^ ((x & 448) >> 3).

// CHECK-LABEL: func.func @swizzled
// CHECK:         %[[MASK:.*]] = arith.constant 448 : index
// CHECK:         %[[BITS:.*]] = arith.andi %{{.*}}, %[[MASK]] : index
// CHECK:         %[[THREE:.*]] = arith.constant 3 : index
// CHECK:         %[[DOWN:.*]] = arith.shrui %[[BITS]], %[[THREE]] : index
// CHECK:         %[[X:.*]] = arith.xori %{{.*}}, %[[DOWN]] : index
// CHECK:         vector.load %{{.*}}[%[[X]]] {alignment = 16 : i64} : memref<4096xf16, 3>, vector<8xf16>
func.func @swizzled(%m: memref<4096xf16, 3>, %o: index) -> vector<8xf16> {
  %v = tl.thread_load %m[%o] atoms () : () -> () vector 8 of (8) -> (1) swizzle (3, 3, 3) align 16 : memref<4096xf16, 3> to vector<8xf16>
  return %v : vector<8xf16>
}

// Memory of any strided type is seen as one flat buffer; an offset that is known
// only at run time is added last.

// CHECK-LABEL: func.func @views
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [4], sizes: [287], strides: [1] : memref<32x8xf32, strided<[9, 1], offset: 4>> to memref<287xf32, strided<[1], offset: 4>>
// CHECK:         %[[BUFFER:.*]], %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata
// CHECK:         %[[ROWS:.*]] = memref.dim
// CHECK:         %[[SIZE:.*]] = arith.muli %[[ROWS]], %{{.*}}
// CHECK:         %[[END:.*]] = arith.addi %[[OFFSET]], %[[SIZE]]
// CHECK:         %[[FLAT:.*]] = memref.reinterpret_cast %[[BUFFER]] to offset: [0], sizes: [%[[END]]], strides: [1] : memref<f32> to memref<?xf32>
// CHECK:         %[[SUM:.*]] = arith.addi %{{.*}}, %[[OFFSET]]
// CHECK-NEXT:    %[[BITS:.*]] = arith.index_cast %[[SUM]] : index to i64
// CHECK-NEXT:    %[[FROZEN:.*]] = llvm.freeze %[[BITS]] : i64
// CHECK-NEXT:    %[[AT:.*]] = arith.index_cast %[[FROZEN]] : i64 to index
// CHECK:         memref.load %[[FLAT]][%[[AT]]]
func.func @views(%a: memref<32x8xf32, strided<[9, 1], offset: 4>>, %b: memref<?x8xf32, strided<[8, 1], offset: ?>>, %o: index) {
  %0 = tl.thread_load %a[%o] atoms () : () -> () align 4 : memref<32x8xf32, strided<[9, 1], offset: 4>> to vector<1xf32>
  %1 = tl.thread_load %b[%o] atoms () : () -> () align 4 : memref<?x8xf32, strided<[8, 1], offset: ?>> to vector<1xf32>
  return
}

// Registers 0 2 4 1 3 5 in memory order, as three pairs.

// CHECK-LABEL: func.func @run
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<64xf32>, %[[O:[a-z0-9]+]]: index
// CHECK:         %[[A:.*]] = vector.load %[[M]][%[[O]]] {alignment = 8 : i64} : memref<64xf32>, vector<2xf32>
// CHECK:         %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[O2:.*]] = arith.addi %[[O]], %[[C2]]
// CHECK:         %[[B:.*]] = vector.load %[[M]][%[[O2]]] {alignment = 8 : i64}
// CHECK:         %[[C4:.*]] = arith.constant 4 : index
// CHECK:         %[[O4:.*]] = arith.addi %[[O]], %[[C4]]
// CHECK:         %[[C:.*]] = vector.load %[[M]][%[[O4]]] {alignment = 8 : i64}
// CHECK:         %[[RIGHT:.*]] = vector.shuffle %[[B]], %[[C]] [1, 2, 0, 3]
// CHECK:         %[[LEFT:.*]] = vector.shuffle %[[A]], %[[A]] [0, 1, -1, -1]
// CHECK:         vector.shuffle %[[LEFT]], %[[RIGHT]] [0, 4, 1, 5, 6, 7]
func.func @run(%m: memref<64xf32>, %o: index) -> vector<6xf32> {
  %v = tl.thread_load %m[%o] atoms () : () -> () vector 2 of (2, 3) -> (1, 2) align 8 : memref<64xf32> to vector<6xf32>
  return %v : vector<6xf32>
}

// What is loaded is stored as it is; a vector that nobody reads is not made.

// CHECK-LABEL: func.func @pieces
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<64xf32>, %[[O:[a-z0-9]+]]: index
// CHECK:         %[[A:.*]] = vector.load %[[M]]
// CHECK:         %[[B:.*]] = vector.load %[[M]]
// CHECK-NOT:     vector.shuffle
// CHECK:         vector.store %[[A]], %{{.*}} {alignment = 16 : i64}
// CHECK-NOT:     vector.shuffle
// CHECK:         vector.store %[[B]], %{{.*}} {alignment = 16 : i64}
// CHECK-NEXT:    %[[FIRST:.*]] = vector.shuffle %[[A]], %[[B]] [0, 4]
// CHECK:         vector.store %[[FIRST]], %{{.*}} {alignment = 8 : i64}
// CHECK-NEXT:    %[[SECOND:.*]] = vector.shuffle %[[A]], %[[B]] [1, 5]
// CHECK:         vector.store %[[SECOND]], %{{.*}} {alignment = 8 : i64}
// CHECK-NEXT:    return
func.func @pieces(%m: memref<64xf32>, %o: index, %s: memref<64xf32, 3>, %p: index) {
  %v = tl.thread_load %m[%o] atoms (2) : (16) -> (4) vector 4 of (4) -> (1) align 16 : memref<64xf32> to vector<2x4xf32>
  tl.thread_store %v to %s[%p] atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16 : vector<2x4xf32> to memref<64xf32, 3>
  tl.thread_store %v to %s[%o] atoms (2) : (32) -> (1) vector 2 of (2) -> (4) align 8 : vector<2x4xf32> to memref<64xf32, 3>
  return
}

// CHECK-LABEL: func.func @elements
// CHECK:         %[[E:.*]] = memref.load
// CHECK:         %[[F:.*]] = memref.load
// CHECK-NOT:     vector.
// CHECK:         memref.store %[[E]]
// CHECK:         memref.store %[[F]]
func.func @elements(%m: memref<64xf32>, %o: index, %s: memref<64xf32, 3>, %p: index) {
  %v = tl.thread_load %m[%o] atoms (2) : (7) -> (1) align 4 : memref<64xf32> to vector<2xf32>
  tl.thread_store %v to %s[%p] atoms (2) : (9) -> (1) align 4 : vector<2xf32> to memref<64xf32, 3>
  return
}

// Others see the whole vector, of single elements in one operation; a register
// without an element is zero.

// CHECK-LABEL: func.func @whole
// CHECK:         %[[A:.*]] = vector.load
// CHECK:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[REST:.*]] = vector.from_elements %[[ZERO]], %[[ZERO]]
// CHECK:         %[[V:.*]] = vector.shuffle %[[A]], %[[REST]] [0, 1, 2, 3]
// CHECK:         %[[E:.*]] = memref.load
// CHECK:         %[[F:.*]] = memref.load
// CHECK:         %[[W:.*]] = vector.from_elements %[[E]], %[[F]] : vector<2xf32>
// CHECK:         vector.store %[[A]],
// CHECK-NEXT:    return %[[V]], %[[W]]
func.func @whole(%m: memref<64xf32>, %o: index, %s: memref<64xf32, 3>, %p: index) -> (vector<4xf32>, vector<2xf32>) {
  %v = tl.thread_load %m[%o] atoms () : () -> () vector 2 of (2) -> (1) align 8 : memref<64xf32> to vector<4xf32>
  %w = tl.thread_load %m[%o] atoms (2) : (7) -> (1) align 4 : memref<64xf32> to vector<2xf32>
  tl.thread_store %v to %s[%p] atoms () : () -> () vector 2 of (2) -> (1) align 8 : vector<4xf32> to memref<64xf32, 3>
  return %v, %w : vector<4xf32>, vector<2xf32>
}

// A store that stands before its load in the text reads the whole vector, too; so
// does one of a cast that only looks like pieces.

// CHECK-LABEL: func.func @later
// CHECK:         %[[PART:.*]] = vector.shuffle %[[V:.*]], %[[V]] [2, 3]
// CHECK:         vector.store %[[PART]],
// CHECK:         %[[V]] = vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, 3]
func.func @later(%m: memref<64xf32>, %o: index, %s: memref<64xf32, 3>, %p: index) {
  cf.br ^load
^store:
  tl.thread_store %v to %s[%p] atoms (2) : (2) -> (2) vector 2 of (2) -> (1) align 8 : vector<4xf32> to memref<64xf32, 3>
  return
^load:
  %v = tl.thread_load %m[%o] atoms (2) : (16) -> (2) vector 2 of (2) -> (1) align 8 : memref<64xf32> to vector<4xf32>
  cf.br ^store
}
