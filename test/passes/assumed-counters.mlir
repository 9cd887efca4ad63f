// What is said of the counter of a loop is the counter: origins are hidden, and count, as
// without `tl.assume`.
// RUN: %tl-opt %s --lower-layout-copies=target=sm_80 -o %t.said
// RUN: sed -e '/tl.assume/d' -e 's/%%said/%%k/g' %s > %t.mlir
// RUN: not grep tl.assume %t.mlir
// RUN: %tl-opt %t.mlir --lower-layout-copies=target=sm_80 | diff - %t.said
// RUN: FileCheck %s < %t.said

#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!m = memref<64x?xf16, strided<[?, 1]>>

// CHECK-LABEL: func.func @steps(
// CHECK:         scf.for
// CHECK:         llvm.intr.launder.invariant.group
// CHECK:         return
func.func @steps(%a: memref<64x64xf16> {llvm.align = 16 : i64}, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  scf.for %k = %c0 to %n step %step {
    %said = tl.assume %k multiple 2 : index
    %v = tl.load %a[%said, 0] as #tl.register<spatial(1, 32).local(1, 2)> scope warp : memref<64x64xf16> to vector<2xf16>
    tl.store %v as #tl.register<spatial(1, 32).local(1, 2)> to %a[%said, 0] scope warp : vector<2xf16> to memref<64x64xf16>
  }
  return
}

// CHECK-LABEL: func.func @pitched(
// CHECK:         scf.for
// CHECK:         llvm.intr.launder.invariant.group
// CHECK-NOT:     llvm.freeze
// CHECK:         return
func.func @pitched(%m: !m {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  scf.for %k = %c0 to %n step %c64 {
    %said = tl.assume %k multiple 64 : index
    %v = tl.load %m[0, %said] as #rows scope cta {stride_divisibility = array<i64: 8, 1>} : !m to vector<32xf16>
    tl.store %v as #rows to %m[0, %said] scope cta {stride_divisibility = array<i64: 8, 1>} : vector<32xf16> to !m
  }
  return
}
