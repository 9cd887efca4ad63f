// RUN: %tl-opt %s --tl-take-turns --tl-lower-thread-copies | FileCheck %s

// Rule E11: a store that says so is of other memory than what its value was loaded from.  Of accesses of 16
// bytes 6 are on their way, 24 registers.

// CHECK-LABEL:    func.func @six
// CHECK-COUNT-6:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-6:    vector.store
// CHECK-NOT:        vector.store
// CHECK-COUNT-2:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-2:    vector.store
// CHECK:            return
func.func @six(%A: memref<256xf32>, %B: memref<256xf32>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  tl.thread_store %v to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  return
}

// Half a register is one: of accesses of 2 bytes there are 24.

// CHECK-LABEL:    func.func @narrow
// CHECK-COUNT-24:   memref.load
// CHECK-NOT:        memref.load
// CHECK-COUNT-24:   memref.store
// CHECK-COUNT-8:    memref.load
// CHECK-NOT:        memref.load
// CHECK-COUNT-8:    memref.store
// CHECK:            return
func.func @narrow(%A: memref<256xf16>, %B: memref<256xf16>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (32) : (4) -> (1) align 2 : memref<256xf16> to vector<32xf16>
  tl.thread_store %v to %B[%o] atoms (32) : (4) -> (1) align 2 {disjoint} : vector<32xf16> to memref<256xf16>
  return
}

// Rows that are apart by a stride have a pointer each: 4.  Its arithmetic is between the two.

// CHECK-LABEL:    func.func @rows
// CHECK-COUNT-4:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-4:    vector.store
// CHECK-NOT:        vector.store
// CHECK-COUNT-4:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-4:    vector.store
// CHECK:            return
func.func @rows(%A: memref<8x64xf32, strided<[?, 1]>>, %B: memref<8x64xf32, strided<[?, 1]>>, %o: index) {
  %a:6 = memref.extract_strided_metadata %A : memref<8x64xf32, strided<[?, 1]>> -> memref<f32>, index, index, index, index, index
  %v = tl.thread_load %A[%o] atoms (8) : (1 * %a#4 div 4) -> (4) vector 4 of (4) -> (1) align 16 : memref<8x64xf32, strided<[?, 1]>> to vector<32xf32>
  %b:6 = memref.extract_strided_metadata %B : memref<8x64xf32, strided<[?, 1]>> -> memref<f32>, index, index, index, index, index
  tl.thread_store %v to %B[%o] atoms (8) : (1 * %b#4 div 4) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<8x64xf32, strided<[?, 1]>>
  return
}

// So does a limit of their own: 3.  One that they have in common does not.

// CHECK-LABEL:    func.func @own_limits
// CHECK-COUNT-3:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-3:    vector.store
// CHECK-COUNT-2:    vector.load
// CHECK-COUNT-2:    vector.store
// CHECK:            return
func.func @own_limits(%A: memref<5x64xf32, strided<[?, 1]>>, %B: memref<5x64xf32, strided<[?, 1]>>, %o: index, %m: index) {
  %a:6 = memref.extract_strided_metadata %A : memref<5x64xf32, strided<[?, 1]>> -> memref<f32>, index, index, index, index, index
  %v = tl.thread_load %A[%o] atoms (5) : (1 * %a#4 div 4) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 4, 0 : 1) align 16 : memref<5x64xf32, strided<[?, 1]>> to vector<20xf32>
  %b:6 = memref.extract_strided_metadata %B : memref<5x64xf32, strided<[?, 1]>> -> memref<f32>, index, index, index, index, index
  tl.thread_store %v to %B[%o] atoms (5) : (1 * %b#4 div 4) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 4, 0 : 1) align 16 {disjoint} : vector<20xf32> to memref<5x64xf32, strided<[?, 1]>>
  return
}

// CHECK-LABEL:    func.func @one_limit
// CHECK-COUNT-4:    vector.load
// CHECK-COUNT-4:    vector.store
// CHECK:            return
func.func @one_limit(%A: memref<4x64xf32, strided<[?, 1]>>, %B: memref<4x64xf32, strided<[?, 1]>>, %o: index, %m: index) {
  %a:6 = memref.extract_strided_metadata %A : memref<4x64xf32, strided<[?, 1]>> -> memref<f32>, index, index, index, index, index
  %v = tl.thread_load %A[%o] atoms (4) : (1 * %a#4 div 4) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 0, 0 : 1) align 16 : memref<4x64xf32, strided<[?, 1]>> to vector<16xf32>
  %b:6 = memref.extract_strided_metadata %B : memref<4x64xf32, strided<[?, 1]>> -> memref<f32>, index, index, index, index, index
  tl.thread_store %v to %B[%o] atoms (4) : (1 * %b#4 div 4) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 0, 0 : 1) align 16 {disjoint} : vector<16xf32> to memref<4x64xf32, strided<[?, 1]>>
  return
}

// One access alone goes with the others, and one unit of 16 registers with another one.

// CHECK-LABEL:    func.func @one_alone
// CHECK-COUNT-7:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-7:    vector.store
// CHECK:            return
func.func @one_alone(%A: memref<256xf32>, %B: memref<256xf32>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (7) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<28xf32>
  tl.thread_store %v to %B[%o] atoms (7) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<28xf32> to memref<256xf32>
  return
}

// CHECK-LABEL:    func.func @two_units
// CHECK-COUNT-8:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-8:    vector.store
// CHECK:            return
func.func @two_units(%A: memref<256xf32>, %B: memref<256xf32>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (4, 2) : (8, 128) -> (8, 4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  tl.thread_store %v to %B[%o] atoms (2, 4) : (128, 8) -> (16, 4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  return
}

// Not where they are more than 36 registers together.

// CHECK-LABEL:    func.func @large_units
// CHECK-COUNT-5:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-5:    vector.store
// CHECK-COUNT-5:    vector.load
// CHECK-COUNT-5:    vector.store
// CHECK:            return
func.func @large_units(%A: memref<256xf32>, %B: memref<256xf32>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (2, 5) : (128, 8) -> (20, 4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<40xf32>
  tl.thread_store %v to %B[%o] atoms (2, 5) : (128, 8) -> (20, 4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<40xf32> to memref<256xf32>
  return
}

// What follows is all loads, then all stores: without the word, where it is one batch, where something else
// has the value, and where something between the two writes or waits.

// CHECK-LABEL:    func.func @unsaid
// CHECK-COUNT-8:    vector.load
// CHECK-COUNT-8:    vector.store
func.func @unsaid(%A: memref<256xf32>, %B: memref<256xf32>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  tl.thread_store %v to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return
}

// CHECK-LABEL:    func.func @two_users
// CHECK-COUNT-8:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-8:    vector.store
// CHECK:            return
func.func @two_users(%A: memref<256xf32>, %B: memref<256xf32>, %o: index) -> vector<32xf32> {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  tl.thread_store %v to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  return %v : vector<32xf32>
}

// CHECK-LABEL:    func.func @written_between
// CHECK-COUNT-8:    vector.load
// CHECK-NOT:        vector.load
// CHECK:            memref.store
// CHECK-COUNT-8:    vector.store
// CHECK:            return
func.func @written_between(%A: memref<256xf32>, %B: memref<256xf32>, %o: index, %x: f32) {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  memref.store %x, %A[%o] : memref<256xf32>
  tl.thread_store %v to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  return
}

// CHECK-LABEL:    gpu.func @barrier_between
// CHECK-COUNT-8:    vector.load
// CHECK-NOT:        vector.load
// CHECK:            gpu.barrier
// CHECK-COUNT-8:    vector.store
// CHECK:            return
gpu.module @m {
  gpu.func @barrier_between(%A: memref<256xf32>, %B: memref<256xf32>, %o: index) kernel {
    %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
    gpu.barrier
    tl.thread_store %v to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
    gpu.return
  }
}

// A store in another block is not next to its load.

// CHECK-LABEL:    func.func @later
// CHECK-COUNT-8:    vector.load
// CHECK:            scf.if
// CHECK-COUNT-8:    vector.store
func.func @later(%A: memref<256xf32>, %B: memref<256xf32>, %o: index, %c: i1) {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  scf.if %c {
    tl.thread_store %v to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  }
  return
}

// What hides where an address comes from accesses nothing.

// CHECK-LABEL:    func.func @hidden_address
// CHECK-COUNT-6:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-6:    vector.store
// CHECK:            vector.load
func.func @hidden_address(%A: memref<256xf32>, %B: memref<256xf32>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  %word = arith.index_cast %o : index to i64
  %pointer = llvm.inttoptr %word : i64 to !llvm.ptr
  %same = llvm.intr.launder.invariant.group %pointer : !llvm.ptr
  %hidden = llvm.ptrtoint %same : !llvm.ptr to i64
  %p = arith.index_cast %hidden : i64 to index
  tl.thread_store %v to %B[%p] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  return
}

// A swizzle neither reads nor changes whole periods, here of 512 elements: units join what the thread has with
// the same numbers, and add the periods last.

// CHECK-LABEL:    func.func @periods
// CHECK-COUNT-6:    vector.load
// CHECK-NOT:        vector.load
// CHECK-COUNT-6:    vector.store
// CHECK:            vector.load
func.func @periods(%A: memref<8192xf16>, %B: memref<8192xf16, 3>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (8, 2) : (1024, 64) -> (16, 8) vector 8 of (8) -> (1) align 16 : memref<8192xf16> to vector<128xf16>
  tl.thread_store %v to %B[%o] atoms (8, 2) : (1024, 512) -> (16, 8) vector 8 of (8) -> (1) swizzle (3, 3, 3) bits 504 align 16 : vector<128xf16> to memref<8192xf16, 3>
  return
}
