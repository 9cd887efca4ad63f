// RUN: tl-sim --verify-lowering %s 2>/dev/null | FileCheck %s
// CHECK: @copy: equivalent: 1392 elements, 32 threads

// A tile that starts inside a digit of the memory layout: the constant that its
// origin has beside multiples of 4 is no number of whole digits of 6.
func.func @copy(%a: memref<5x48xi32>, %b: memref<1152xi32>) {
  %true = arith.constant true
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %four_or_five = scf.if %true -> index {
    scf.yield %c4 : index
  } else {
    scf.yield %c5 : index
  }
  %origin = arith.muli %four_or_five, %c4 : index
  tl.copy %a[0, 0] to %b[%origin, 0] layout #tl.cute<Sw<1,3,3> o 0 o ((6,4),48):((1,288),6)> scope warp
    : memref<5x48xi32> to memref<1152xi32>
  return
}
