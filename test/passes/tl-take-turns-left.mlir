// RUN: %tl-opt %s --tl-take-turns | FileCheck %s
// RUN: %tl-opt %s --tl-take-turns=remarks=1 --verify-diagnostics -o /dev/null

// Rule E11, what it leaves: all is loaded, and then all is stored.

// Without a word two arguments may be one memory.

// CHECK-LABEL: func.func @unsaid
// CHECK:         tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @unsaid(%A: memref<256xf32>, %B: memref<256xf32>, %o: index) {
  // expected-note @below {{may access what is stored}}
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  %w = arith.mulf %v, %v : vector<32xf32>
  // expected-remark @below {{loads and stores do not go by turns (rule E11), and take 32 registers, not 24: of two memories that are apart an argument says llvm.noalias, or the store disjoint, and of one both access the same places}}
  tl.thread_store %w to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return
}

// What is chosen may be the memory of an argument that is apart from all others.

// CHECK-LABEL: func.func @chosen
// CHECK:         tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @chosen(%A: memref<256xf32> {llvm.noalias}, %B: memref<256xf32>, %c: i1, %o: index) {
  %M = arith.select %c, %A, %B : memref<256xf32>
  // expected-note @below {{may access what is stored}}
  %v = tl.thread_load %M[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  %w = arith.mulf %v, %v : vector<32xf32>
  // expected-remark @below {{of one both access the same places}}
  tl.thread_store %w to %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return
}

// What is chosen in global memory may be a cast of a workgroup buffer.

// CHECK-LABEL: func.func @chosen_in_global_memory
// CHECK:         tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @chosen_in_global_memory(%A: memref<256xf32> {llvm.align = 16 : i64}, %B: memref<256xf32> {llvm.align = 16 : i64}, %c: i1, %o: index) {
  %S = memref.alloc() {alignment = 16 : i64} : memref<256xf32, #gpu.address_space<workgroup>>
  %M = arith.select %c, %A, %B : memref<256xf32>
  // expected-note @below {{may access what is stored}}
  %v = tl.thread_load %M[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  %w = arith.mulf %v, %v : vector<32xf32>
  // expected-remark @below {{of one both access the same places}}
  tl.thread_store %w to %S[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32, #gpu.address_space<workgroup>>
  return
}

// A store that is disjoint of what its value was loaded from says nothing of what another one was.

// CHECK-LABEL: func.func @other_sources
// CHECK:         tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @other_sources(%A: memref<256xf32>, %B: memref<256xf32>, %C: memref<256xf32>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  // expected-remark @below {{of one both access the same places}}
  tl.thread_store %v to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  // expected-note @below {{may access what is stored}}
  tl.thread_store %v to %C[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  return
}

// Nor of what a value beside it was made of.

// CHECK-LABEL: func.func @made_beside
// CHECK-COUNT-2: tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @made_beside(%A: memref<256xf32>, %B: memref<256xf32>, %C: memref<256xf32>, %D: memref<256xf32> {llvm.noalias}, %o: index) {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  // expected-note @below {{may access what is stored}}
  %w = tl.thread_load %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  %x = arith.mulf %v, %w : vector<32xf32>
  // expected-remark @below {{of one both access the same places}}
  tl.thread_store %v to %C[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 {disjoint} : vector<32xf32> to memref<256xf32>
  tl.thread_store %x to %D[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return
}

// One memory at other places: what one unit stores, another one loads.

// CHECK-LABEL: func.func @other_places
// CHECK:         tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @other_places(%A: memref<512xf32> {llvm.noalias}, %o: index, %p: index) {
  // expected-note @below {{may access what is stored}}
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<32xf32>
  // expected-remark @below {{of one both access the same places}}
  tl.thread_store %v to %A[%p] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<512xf32>
  return
}

// CHECK-LABEL: func.func @other_digits
// CHECK:         tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @other_digits(%A: memref<512xf32> {llvm.noalias}, %o: index) {
  // expected-note @below {{may access what is stored}}
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<32xf32>
  // expected-remark @below {{of one both access the same places}}
  tl.thread_store %v to %A[%o] atoms (8) : (16) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<512xf32>
  return
}

// One place has two registers, in two units.

// CHECK-LABEL: func.func @one_place
// CHECK:         tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @one_place(%A: memref<512xf32> {llvm.noalias}, %o: index) {
  %v = tl.thread_load %A[%o] atoms (2, 4) : (0, 8) -> (16, 4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<32xf32>
  tl.thread_store %v to %A[%o] atoms (2, 4) : (0, 8) -> (16, 4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<512xf32>
  return
}

// What is loaded behind the store at the same places is what was stored.

// CHECK-LABEL: func.func @loaded_again
// CHECK:         tl.thread_load {{.*}} to vector<20xf32>
// CHECK:         tl.thread_store {{.*}} : vector<20xf32>
// CHECK:         tl.thread_load {{.*}} to vector<20xf32>
// CHECK:         tl.thread_store {{.*}} : vector<20xf32>
func.func @loaded_again(%A: memref<512xf32> {llvm.noalias}, %B: memref<512xf32> {llvm.noalias}, %o: index) {
  %v = tl.thread_load %A[%o] atoms (5) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<20xf32>
  %w = arith.addf %v, %v : vector<20xf32>
  // expected-remark @below {{of one both access the same places}}
  tl.thread_store %w to %A[%o] atoms (5) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<20xf32> to memref<512xf32>
  // expected-note @below {{may access what is stored}}
  %x = tl.thread_load %A[%o] atoms (5) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<20xf32>
  %y = arith.addf %v, %x : vector<20xf32>
  tl.thread_store %y to %B[%o] atoms (5) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<20xf32> to memref<512xf32>
  return
}

// Something reads between the stores, or sees a value as a whole.

// CHECK-LABEL: func.func @read_between
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
// CHECK:         memref.load
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @read_between(%A: memref<512xf32> {llvm.noalias}, %B: memref<512xf32> {llvm.noalias}, %C: memref<512xf32> {llvm.noalias}, %o: index) -> f32 {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<512xf32> to vector<32xf32>
  tl.thread_store %v to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<512xf32>
  // expected-note @below {{has effects, and stands between them}}
  %b = memref.load %B[%o] : memref<512xf32>
  // expected-remark @below {{nothing that has effects may stand between them}}
  tl.thread_store %v to %C[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<512xf32>
  return %b : f32
}

// CHECK-LABEL: func.func @seen
// CHECK:         tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @seen(%A: memref<256xf32> {llvm.noalias}, %B: memref<256xf32>, %o: index) -> f32 {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  %w = arith.mulf %v, %v : vector<32xf32>
  %all = vector.reduction <add>, %w : vector<32xf32> into f32
  tl.thread_store %w to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return %all : f32
}

// Registers of two sides that no unit has in common.

// CHECK-LABEL: func.func @mixed
// CHECK:         tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @mixed(%A: memref<256xf32> {llvm.noalias}, %B: memref<256xf32>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  tl.thread_store %v to %B[%o] atoms (4) : (64) -> (1) vector 1 of (8) -> (4) align 4 : vector<32xf32> to memref<256xf32>
  return
}

// Nor has any unit those of a window whose digits have registers between each other's.

// CHECK-LABEL: func.func @mixed_window
// CHECK-COUNT-3: tl.thread_load {{.*}} to vector<32xf32>
// CHECK:         tl.thread_store {{.*}} : vector<32xf32>
func.func @mixed_window(%A: memref<512xf32> {llvm.noalias}, %B: memref<256xf32> {llvm.noalias}, %C: memref<256xf32> {llvm.noalias}, %o: index) {
  %c32 = arith.constant 32 : index
  %p = arith.addi %o, %c32 : index
  %x = tl.thread_load %A[%o] atoms (8) : (32) -> (1) vector 1 of (4) -> (8) align 4 : memref<512xf32> to vector<32xf32>
  %y = tl.thread_load %A[%p] atoms (8) : (32) -> (1) vector 1 of (4) -> (8) align 4 : memref<512xf32> to vector<32xf32>
  %z = tl.thread_load %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  %v = arith.addf %x, %y : vector<32xf32>
  %w = arith.addf %v, %z : vector<32xf32>
  tl.thread_store %w to %C[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return
}

// Something waits between the two: what its effects are nobody says.

// CHECK-LABEL: func.func @waits_between
// CHECK:         tl.thread_load {{.*}} to vector<32xf32>
// CHECK-NEXT:    nvgpu.device_async_wait
// CHECK-NEXT:    tl.thread_store {{.*}} : vector<32xf32>
func.func @waits_between(%A: memref<256xf32> {llvm.noalias}, %B: memref<256xf32>, %o: index, %t: !nvgpu.device.async.token) {
  %v = tl.thread_load %A[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : memref<256xf32> to vector<32xf32>
  // expected-note @below {{has effects, and stands between them}}
  nvgpu.device_async_wait %t {numGroups = 0 : i32}
  // expected-remark @below {{nothing that has effects may stand between them}}
  tl.thread_store %v to %B[%o] atoms (8) : (32) -> (4) vector 4 of (4) -> (1) align 16 : vector<32xf32> to memref<256xf32>
  return
}

// Half a period of a swizzle is a part of what is joined.

// CHECK-LABEL: func.func @half_periods
// CHECK:         tl.thread_load {{.*}} to vector<128xf16>
// CHECK:         tl.thread_store {{.*}} : vector<128xf16>
func.func @half_periods(%A: memref<8192xf16>, %B: memref<8192xf16, 3>, %o: index) {
  %v = tl.thread_load %A[%o] atoms (8, 2) : (1024, 64) -> (16, 8) vector 8 of (8) -> (1) align 16 : memref<8192xf16> to vector<128xf16>
  tl.thread_store %v to %B[%o] atoms (8, 2) : (256, 4096) -> (16, 8) vector 8 of (8) -> (1) swizzle (3, 3, 3) bits 248 align 16 : vector<128xf16> to memref<8192xf16, 3>
  return
}

// What is stored at places that are swizzled was loaded at others.

// CHECK-LABEL: func.func @swizzled_once
// CHECK:         tl.thread_load {{.*}} to vector<128xf16>
// CHECK:         tl.thread_store {{.*}} : vector<128xf16>
func.func @swizzled_once(%B: memref<16384xf16, 3>, %o: index) {
  // expected-note @below {{may access what is stored}}
  %v = tl.thread_load %B[%o] atoms (8, 2) : (1024, 512) -> (16, 8) vector 8 of (8) -> (1) align 16 : memref<16384xf16, 3> to vector<128xf16>
  // expected-remark @below {{of one both access the same places}}
  tl.thread_store %v to %B[%o] atoms (8, 2) : (1024, 512) -> (16, 8) vector 8 of (8) -> (1) swizzle (3, 3, 3) bits 504 align 16 : vector<128xf16> to memref<16384xf16, 3>
  return
}
