// RUN: %tl-opt %s --tl-take-turns | FileCheck %s
// RUN: %tl-opt %s --tl-take-turns --tl-take-turns -o %t.2 && %tl-opt %s --tl-take-turns | diff - %t.2

// Rule E11: what is made of loads element by element goes by turns with them.  Three accesses of 16 bytes in
// a unit make 12 registers, two units a turn: 24.  Constants and broadcasts are those of a unit; of what is
// there as a whole it has a slice.

// CHECK-LABEL: func.func @sum
// CHECK:         %[[A0:.*]] = tl.thread_load %[[A:.*]][%[[O:.*]]] atoms (1) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<4xf32>
// CHECK:         %[[B0:.*]] = tl.thread_load %[[B:.*]][%[[O]]]
// CHECK:         %[[C0:.*]] = tl.thread_load %[[C:.*]][%[[O]]]
// CHECK:         %[[P:.*]] = arith.addi %[[O]], %c32{{.*}}
// CHECK:         %[[A1:.*]] = tl.thread_load %[[A]][%[[P]]]
// CHECK:         tl.thread_load %[[B]][%[[P]]]
// CHECK:         tl.thread_load %[[C]][%[[P]]]
// CHECK:         %[[HALF:.*]] = arith.constant dense<5.000000e-01> : vector<4xf32>
// CHECK:         %[[H:.*]] = arith.mulf %[[A0]], %[[HALF]] fastmath<contract> : vector<4xf32>
// CHECK:         %[[XS:.*]] = vector.broadcast %{{.*}} : f32 to vector<4xf32>
// CHECK:         %[[S:.*]] = math.fma %[[H]], %[[XS]], %[[B0]] : vector<4xf32>
// CHECK:         %[[L0:.*]] = vector.shuffle %[[LIST:.*]], %[[LIST]] [0, 1, 2, 3]
// CHECK:         %[[T:.*]] = arith.addf %[[S]], %[[L0]]
// CHECK:         %[[U:.*]] = arith.maximumf %[[T]], %[[C0]]
// CHECK:         tl.thread_store %[[U]] to %[[D:.*]][%[[O]]] {{.*}} {disjoint}
// CHECK:         arith.mulf %[[A1]], %[[HALF]]
// CHECK:         vector.shuffle %[[LIST]], %[[LIST]] [4, 5, 6, 7]
// CHECK:         tl.thread_store %{{.*}} to %[[D]][%[[P]]]
// CHECK:         %[[Q:.*]] = arith.addi %[[O]], %c64{{.*}}
// CHECK:         tl.thread_load %[[A]][%[[Q]]]
// CHECK-NOT:     to vector<16xf32>
// CHECK:         return
func.func @sum(%A: memref<256xf32>, %B: memref<256xf32>, %C: memref<256xf32>, %D: memref<256xf32>, %o: index, %x: f32, %list: vector<16xf32>) {
  %half = arith.constant dense<0.5> : vector<16xf32>
  %xs = vector.broadcast %x : f32 to vector<16xf32>
  %a = tl.thread_load %A[%o] atoms (4) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<16xf32>
  %b = tl.thread_load %B[%o] atoms (4) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<16xf32>
  %c = tl.thread_load %C[%o] atoms (4) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<16xf32>
  %h = arith.mulf %a, %half fastmath<contract> : vector<16xf32>
  %s = math.fma %h, %xs, %b : vector<16xf32>
  %t = arith.addf %s, %list : vector<16xf32>
  %u = arith.maximumf %t, %c : vector<16xf32>
  tl.thread_store %u to %D[%o] atoms (4) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<16xf32> to memref<256xf32>
  return
}

// Memory that is `llvm.noalias` is apart from the other; the one that is loaded and stored is accessed at the
// same places, each by one unit.  16 halves have as many elements in a unit as 8 numbers twice.

// CHECK-LABEL: func.func @update
// CHECK:         %[[G0:.*]] = tl.thread_load %[[G:.*]][%[[O:.*]]] atoms (1) {{.*}} to vector<8xf16>
// CHECK:         %[[M0:.*]] = tl.thread_load %[[M:.*]][%[[O]]] atoms (1, 2) : (32, 4) -> (8, 4) vector 4 of (4) -> (1) {{.*}} to vector<8xf32>
// CHECK:         %[[P:.*]] = arith.addi %[[O]], %c32{{.*}}
// CHECK:         tl.thread_load %[[G]][%[[P]]]
// CHECK:         tl.thread_load %[[M]][%[[P]]]
// CHECK:         arith.extf %[[G0]] : vector<8xf16> to vector<8xf32>
// CHECK:         arith.cmpf ogt, {{.*}} : vector<8xf32>
// CHECK:         arith.select {{.*}} : vector<8xi1>, vector<8xf32>
// CHECK:         tl.thread_store %{{.*}} to %[[M]][%[[O]]]
// CHECK:         tl.thread_store %{{.*}} to %[[N:.*]][%[[O]]]
// CHECK:         tl.thread_store %{{.*}} to %[[M]][%[[P]]]
// CHECK:         tl.thread_store %{{.*}} to %[[N]][%[[P]]]
// CHECK:         tl.thread_load %[[G]]
// CHECK:         return
func.func @update(%G: memref<256xf16> {llvm.noalias}, %M: memref<256xf32> {llvm.noalias}, %N: memref<256xf16>, %o: index) {
  %g16 = tl.thread_load %G[%o] atoms (4) : (32) -> (8) vector 8 of (8) -> (1) align 16 : memref<256xf16> to vector<32xf16>
  %m = tl.thread_load %M[%o] atoms (4, 2) : (32, 4) -> (8, 4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  %g = arith.extf %g16 : vector<32xf16> to vector<32xf32>
  %is = arith.cmpf ogt, %g, %m : vector<32xf32>
  %w = arith.select %is, %g, %m : vector<32xi1>, vector<32xf32>
  %w16 = arith.truncf %w : vector<32xf32> to vector<32xf16>
  tl.thread_store %w to %M[%o] atoms (4, 2) : (32, 4) -> (8, 4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  tl.thread_store %w16 to %N[%o] atoms (4) : (32) -> (8) vector 8 of (8) -> (1) align 16 : vector<32xf16> to memref<256xf16>
  return
}

// A unit has the room that those before it leave, and what the pitch moves is added: 8 registers, with a pointer
// and a bound, of 16 bytes; five of them are more than a turn, and go by turns themselves.  Of a limit with an
// extent a unit is further above the lower bound.

// CHECK-LABEL: func.func @limited
// CHECK:         %[[A0:.*]] = tl.thread_load %[[A:.*]][%[[O:.*]]] atoms (1, 1) {{.*}} within (%[[M:.*]]) granule 2 within (%[[N:.*]]) granule 4 extent %[[E:.*]] by {{.*}} to vector<4xf32>
// CHECK:         %[[O1:.*]] = arith.addi %[[O]], %c8{{.*}}
// CHECK:         %[[N1:.*]] = arith.addi %[[N]], %c2{{.*}}
// CHECK:         tl.thread_load %[[A]][%[[O1]]] atoms (1, 1) {{.*}} within (%[[M]]) granule 2 within (%[[N1]]) granule 2 extent %[[E]]
// CHECK:         tl.thread_load
// CHECK-NOT:     tl.thread_load
// CHECK:         tl.thread_store %[[A0]] to %[[B:.*]][%[[O]]]
// CHECK:         tl.thread_store %{{.*}} to %[[B]][%[[O1]]]
// CHECK:         tl.thread_store
// CHECK:         tl.thread_load
// CHECK:         tl.thread_store
// CHECK:         %[[O4:.*]] = arith.addi %[[O]], %[[LD:.*]] overflow<nsw>
// CHECK:         %[[M1:.*]] = arith.subi %[[M]], %c1{{.*}}
// CHECK:         tl.thread_load %[[A]][%[[O4]]] atoms (1, 1) {{.*}} within (%[[M1]]) granule 1 within (%[[N]]) granule 4 extent %[[E]]
// CHECK:         arith.muli %[[LD]], %c2
// CHECK:         return
func.func @limited(%A: memref<4x64xf32, strided<[?, 1]>>, %B: memref<4x64xf32, strided<[?, 1]>>, %o: index, %ld: index, %m: index, %n: index, %e: index) {
  %v = tl.thread_load %A[%o] atoms (4, 5) : (1 * %ld div 4, 8) -> (20, 4) vector 4 of (4) -> (1) within (%m) granule 2 within (%n) granule 4 extent %e by (0 : 1, 1 : 2, 1 : 4) align 16 : memref<4x64xf32, strided<[?, 1]>> to vector<80xf32>
  tl.thread_store %v to %B[%o] atoms (4, 5) : (1 * %ld div 4, 8) -> (20, 4) vector 4 of (4) -> (1) within (%m) granule 2 within (%n) granule 4 extent %e by (0 : 1, 1 : 2, 1 : 4) align 16 {disjoint} : vector<80xf32> to memref<4x64xf32, strided<[?, 1]>>
  return
}

// A unit of more registers than a turn goes by turns itself; the starts are the digits where there are several.

// CHECK-LABEL:   func.func @inside
// CHECK-COUNT-6:   tl.thread_load {{.*}} to vector<4xf32>
// CHECK-NOT:       tl.thread_load
// CHECK-COUNT-6:   tl.thread_store
// CHECK-NOT:       tl.thread_store
// CHECK-COUNT-2:   tl.thread_load
// CHECK-NOT:       tl.thread_load
// CHECK-COUNT-2:   tl.thread_store
// CHECK:           arith.addi %{{.*}}, %c128
// CHECK-COUNT-6:   tl.thread_load
// CHECK:           return
func.func @inside(%A: memref<256xf32>, %B: memref<256xf32>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (2, 8) : (128, 8) -> (32, 4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<64xf32>
  tl.thread_store %v to %B[%o] atoms (2, 8) : (128, 8) -> (32, 4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<64xf32> to memref<256xf32>
  return
}

// CHECK-LABEL:   func.func @starts
// CHECK:           tl.thread_load %[[A:.*]][%[[O:.*]]] atoms (2) {{.*}} within (%[[M:.*]]) granule 4 {{.*}} to vector<8xf32>
// CHECK:           tl.thread_load %[[A]][%[[P:.*]]] atoms (2) {{.*}} within (%[[N:.*]]) granule 4
// CHECK-NOT:       tl.thread_load
// CHECK:           tl.thread_store %{{.*}} to %[[B:.*]][%[[O]]] atoms (2)
// CHECK:           tl.thread_store %{{.*}} to %[[B]][%[[P]]] atoms (2) {{.*}} within (%[[N]])
// CHECK-COUNT-2:   tl.thread_load
// CHECK-NOT:       tl.thread_load
// CHECK:           return
func.func @starts(%A: memref<256xf32>, %B: memref<256xf32>, %o: index, %p: index, %q: index, %r: index, %m: index, %n: index) {
  %v = tl.thread_load %A[%o, %p, %q, %r] slots (0, 8, 16, 24) atoms (2) : (32) -> (4) vector 4 of (4) -> (1) within (%m, %n, %n, %n) granule 4 by (0 : 32, 0 : 1) align 16 : memref<256xf32> to vector<32xf32>
  tl.thread_store %v to %B[%o, %p, %q, %r] slots (0, 8, 16, 24) atoms (2) : (32) -> (4) vector 4 of (4) -> (1) within (%m, %n, %n, %n) granule 4 by (0 : 32, 0 : 1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  return
}

// What has no effect may be between, of any dialect.

// CHECK-LABEL: func.func @between
// CHECK:         index.add
// CHECK:         scf.if
// CHECK:         tl.thread_load {{.*}} to vector<4xf32>
// CHECK-NOT:     to vector<32xf32>
// CHECK:         return
func.func @between(%A: memref<256xf32> {llvm.noalias}, %B: memref<256xf32>, %o: index, %c: i1) -> index {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  %i = index.add %o, %o
  %j = scf.if %c -> index {
    %k = index.add %i, %o
    scf.yield %k : index
  } else {
    scf.yield %i : index
  }
  tl.thread_store %v to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return %j : index
}

// What turns would load again is loaded once, in front of all: numbers that all digits have,

// CHECK-LABEL: func.func @column
// CHECK:         %[[W:.*]] = tl.thread_load {{.*}} atoms (8) : (0) -> (4) {{.*}} to vector<32xf32>
// CHECK-COUNT-6: tl.thread_load {{.*}} atoms (1) {{.*}} to vector<4xf32>
// CHECK-NOT:     tl.thread_load
// CHECK:         %[[S:.*]] = vector.shuffle %[[W]], %[[W]] [0, 1, 2, 3]
// CHECK:         arith.mulf %{{.*}}, %[[S]] : vector<4xf32>
// CHECK-COUNT-6: tl.thread_store {{.*}} : vector<4xf32>
// CHECK-COUNT-2: tl.thread_load {{.*}} to vector<4xf32>
// CHECK-NOT:     tl.thread_load
func.func @column(%A: memref<256xf32>, %W: memref<4xf32> {llvm.noalias}, %B: memref<256xf32>, %o: index) {
  %c0 = arith.constant 0 : index
  %w = tl.thread_load %W[%c0] atoms (8) : (0) -> (4) vector 4 of (4) -> (1) align 16 : memref<4xf32> to vector<32xf32>
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  %x = arith.mulf %v, %w : vector<32xf32>
  tl.thread_store %x to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  return
}

// and rows of which each is in the window of its neighbours; rows that are two digits of nobody go by turns.

// CHECK-LABEL: func.func @window
// CHECK-COUNT-2: tl.thread_load {{.*}} to vector<32xf32>
// CHECK-NOT:     tl.thread_load
// CHECK-COUNT-1: tl.thread_store {{.*}} : vector<32xf32>
// CHECK-NOT:     tl.thread_store
func.func @window(%A: memref<512xf32>, %B: memref<256xf32> {llvm.noalias}, %o: index) {
  %c64 = arith.constant 64 : index
  %p = arith.addi %o, %c64 : index
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<32xf32>
  %w = tl.thread_load %A[%p] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<32xf32>
  %x = arith.addf %v, %w : vector<32xf32>
  tl.thread_store %x to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return
}

// CHECK-LABEL: func.func @beside
// CHECK-COUNT-6: tl.thread_load {{.*}} to vector<4xf32>
// CHECK-COUNT-3: tl.thread_store {{.*}} : vector<4xf32>
// CHECK:         tl.thread_load {{.*}} to vector<4xf32>
func.func @beside(%A: memref<512xf32>, %B: memref<256xf32> {llvm.noalias}, %o: index) {
  %c256 = arith.constant 256 : index
  %p = arith.addi %o, %c256 : index
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<32xf32>
  %w = tl.thread_load %A[%p] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<32xf32>
  %x = arith.addf %v, %w : vector<32xf32>
  tl.thread_store %x to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return
}

// Nor are those of two memories.

// CHECK-LABEL: func.func @two_memories
// CHECK-COUNT-6: tl.thread_load {{.*}} to vector<4xf32>
// CHECK-COUNT-3: tl.thread_store {{.*}} : vector<4xf32>
// CHECK:         tl.thread_load {{.*}} to vector<4xf32>
func.func @two_memories(%A: memref<512xf32>, %C: memref<512xf32>, %B: memref<256xf32> {llvm.noalias}, %o: index) {
  %c64 = arith.constant 64 : index
  %p = arith.addi %o, %c64 : index
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<32xf32>
  %w = tl.thread_load %C[%p] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<32xf32>
  %x = arith.addf %v, %w : vector<32xf32>
  tl.thread_store %x to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return
}

// Vectors of several dimensions are those of all their elements, in turns of one.

// CHECK-LABEL: func.func @planes
// CHECK-COUNT-6: tl.thread_load {{.*}} to vector<4xf32>
// CHECK-NOT:     tl.thread_load
// CHECK:         %[[ROW:.*]] = vector.extract %{{.*}}[0] : vector<8xf32> from vector<4x8xf32>
// CHECK-NEXT:    %[[LOW:.*]] = vector.shuffle %[[ROW]], %[[ROW]] [0, 1, 2, 3]
// CHECK:         %[[C:.*]] = vector.fma %[[A:.*]], %{{.*}}, %[[LOW]] : vector<4xf32>
// CHECK-NEXT:    %[[D:.*]] = arith.mulf %[[C]], %[[A]] : vector<4xf32>
// CHECK-NEXT:    tl.thread_store %[[D]] to
// CHECK-COUNT-2: tl.thread_load {{.*}} to vector<4xf32>
// CHECK-NOT:     : vector<4x8xf32>
// CHECK:         return
func.func @planes(%A: memref<256xf32>, %B: memref<256xf32>, %o: index, %s: f32) {
  %rows = arith.constant dense<[[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7], [2.0, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7], [3.0, 3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7]]> : vector<4x8xf32>
  %a = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<4x8xf32>
  %b = vector.broadcast %s : f32 to vector<4x8xf32>
  %c = vector.fma %a, %b, %rows : vector<4x8xf32>
  %d = arith.mulf %c, %a : vector<4x8xf32>
  tl.thread_store %d to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<4x8xf32> to memref<256xf32>
  return
}
