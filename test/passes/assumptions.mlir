// RUN: tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s --check-prefix=LOWERED --implicit-check-not=tl.
// RUN: tl-sim --verify-lowering %s --shape=0:256 --arg=1:scalar=24 --arg=2:scalar=12 --shape=3:4x8 | FileCheck %s --check-prefix=SIM
// RUN: not tl-sim %s --shape=0:256 --arg=1:scalar=28 --arg=2:scalar=12 --shape=3:4x8 2>&1 | FileCheck %s --check-prefix=MULTIPLE
// RUN: not tl-sim %s --shape=0:256 --arg=1:scalar=48 --arg=2:scalar=12 --shape=3:4x8 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not tl-sim %s --shape=0:256 --arg=1:scalar=24 --arg=2:scalar=14 --shape=3:4x8 2>&1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: not tl-sim %s --shape=0:256 --arg=1:scalar=24 --arg=2:scalar=12 --shape=3:4x9 2>&1 | FileCheck %s --check-prefix=STRIDE

// Facts said once: of a value, from there on; of an argument, everywhere.  What is
// false is a fault where it is simulated (rules P1, P2).

// SIM: @assumed: equivalent
// MULTIPLE: error: 'tl.assume' op {{.*}}assumes that 8 divides 28
// RANGE: error: 'tl.assume' op {{.*}}assumes a number from 0 to 40, not 48
// ARGUMENT: error: 'func.func' op argument 2 is 14, which its divisor 4 does not divide
// STRIDE: error: 'func.func' op argument 3 has stride 9 in dimension 0, which its divisor 8 does not divide

#row = #tl.register<local(8)>
!memory = memref<?xf32>
!vector = vector<8xf32>

// CHECK-LABEL: func.func @assumed
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 64
// LOWERED-LABEL: func.func @assumed
func.func @assumed(%m: !memory {llvm.align = 64 : i64}, %x: index, %y: i32 {tl.divisibility = 4 : i64},
                   %n: memref<?x?xf32> {llvm.align = 64 : i64, tl.stride_divisibility = array<i64: 8, 1>}) {
  %c1 = arith.constant 1 : index
  %multiple = tl.assume %x multiple 8 : index
  %range = tl.assume %x range 0 to 40 : index
  %both = tl.assume %multiple multiple 12 : index
  %index = arith.index_cast %y : i32 to index
  %zero = arith.subi %x, %x : index
  %known = tl.assume %zero range 0 to 0 : index
  %0 = tl.load %m[%multiple] as #row scope thread : !memory to !vector
  %1 = tl.load %m[%range] as #row scope thread : !memory to !vector
  %2 = tl.load %m[%both] as #row scope thread : !memory to !vector
  %3 = tl.load %m[%index] as #row scope thread : !memory to !vector
  %s = memref.subview %n[%c1, 0] [1, 8] [1, 1] : memref<?x?xf32> to memref<8xf32, strided<[1], offset: ?>>
  %4 = tl.load %s as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %5 = tl.load %m[%known] as #row scope thread : !memory to !vector
  return
}

// What a call says of its arguments is the callee's own.
// CHECK:         llvm.call @takes({{.*}}) : (i64 {llvm.noundef}) -> ()
// LOWERED:       llvm.call @takes({{.*}}) : (i64 {llvm.noundef}) -> ()
llvm.func @takes(i64)
llvm.func @calls(%x: i64) {
  llvm.call @takes(%x) : (i64 {llvm.noundef}) -> ()
  llvm.return
}
