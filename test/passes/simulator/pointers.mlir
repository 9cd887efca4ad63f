// RUN: tl-sim %s --kernel=moves --block=4 --dump=1 | FileCheck %s --check-prefix=MOVES
// RUN: not tl-sim %s --kernel=misaligned --block=1 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: not tl-sim %s --kernel=past_the_end --block=1 2>&1 | FileCheck %s --check-prefix=END
// RUN: not tl-sim %s --kernel=odd --block=1 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not tl-sim %s --kernel=races --block=2 2>&1 | FileCheck %s --check-prefix=RACES
// RUN: not tl-sim %s --kernel=leaks --block=1 2>&1 | FileCheck %s --check-prefix=LEAKS

// Argument 0 holds 0 to 15: thread t takes four from 4 t on, and their sum.
// MOVES:      argument 1:
// MOVES-NEXT: {{^}}[6, 22, 38, 54]
func.func @moves(%in: memref<16xf32> {llvm.align = 16 : i64}, %out: memref<4xf32>) {
  %t = gpu.thread_id x
  %c4 = arith.constant 4 : index
  %i = arith.muli %t, %c4 : index
  %n = arith.index_cast %i : index to i64
  %m = arith.index_cast %t : index to i64
  %a = memref.extract_aligned_pointer_as_index %in : memref<16xf32> -> index
  %b = memref.extract_aligned_pointer_as_index %out : memref<4xf32> -> index
  %a64 = arith.index_cast %a : index to i64
  %b64 = arith.index_cast %b : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  %q = llvm.inttoptr %b64 : i64 to !llvm.ptr
  %from = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %to = llvm.getelementptr %q[%m] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %v = llvm.load %from : !llvm.ptr -> vector<4xf32>
  %sum = vector.reduction <add>, %v : vector<4xf32> into f32
  llvm.store %sum, %to : f32, !llvm.ptr
  return
}

// MISALIGNED: error: 'llvm.load' op misaligned access: thread (0, 0, 0) of block (0, 0, 0) reads byte 0 of argument 0 at address 0x{{[0-9a-f]+}}, which is no multiple of 8
func.func @misaligned(%in: memref<16xf32>) {
  %a = memref.extract_aligned_pointer_as_index %in : memref<16xf32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  %x = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<2xf32>
  %y = llvm.load %p : !llvm.ptr -> vector<2xf32>
  return
}

// END: error: 'llvm.store' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) writes bytes 64 to 67 of argument 0, which has 64
func.func @past_the_end(%in: memref<16xf32>) {
  %x = arith.constant 1.0 : f32
  %a = memref.extract_aligned_pointer_as_index %in : memref<16xf32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  %q = llvm.getelementptr %p[16] : (!llvm.ptr) -> !llvm.ptr, f32
  llvm.store %x, %q : f32, !llvm.ptr
  return
}

// ODD: error: 'llvm.load' op moves other than a power of two of whole bytes
func.func @odd(%p: !llvm.ptr) {
  %x = llvm.load %p : !llvm.ptr -> vector<3xf32>
  return
}

// RACES: error: 'llvm.store' op race: thread (1, 0, 0) of block (0, 0, 0) writes byte 0 of argument 0
func.func @races(%out: memref<1xi32>) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %a = memref.extract_aligned_pointer_as_index %out : memref<1xi32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  llvm.store %n, %p : i32, !llvm.ptr
  return
}

// LEAKS: error: 'llvm.store' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 0 of argument 0
func.func @leaks(%out: memref<1xi32>) {
  %x = ub.poison : i32
  %a = memref.extract_aligned_pointer_as_index %out : memref<1xi32> -> index
  %a64 = arith.index_cast %a : index to i64
  %p = llvm.inttoptr %a64 : i64 to !llvm.ptr
  llvm.store %x, %p : i32, !llvm.ptr
  return
}
