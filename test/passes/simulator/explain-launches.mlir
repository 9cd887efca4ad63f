// RUN: tl-sim %s --explain | FileCheck %s

// Of code that launches, each kernel is explained by its first launch, and what
// the host touches is not.

// CHECK-LABEL: explain @host
// CHECK-NEXT:    argument 0, global: 64 of 4 bytes, strides 1
// CHECK-NEXT:      {{.*}} memref.load reads 1 x 4 bytes in each of 32 threads
// CHECK-NOT:         times
// CHECK:             16 sectors for 512 bytes
// CHECK-NEXT:      {{.*}} memref.store writes 1 x 4 bytes in each of 16 threads
// CHECK-NEXT:        tile 16 at (0)
// CHECK-NEXT:        places
// CHECK-NEXT:        of the first block: block 2 touches others, or more or fewer
// CHECK-NEXT:        accesses of 4 bytes
// CHECK-NEXT:        8 sectors for 192 bytes
// CHECK-NEXT:    a workgroup buffer, shared: 32 of 4 bytes, strides 1
// CHECK-NOT:     a workgroup buffer
// CHECK-NOT:     {{ reads }}
func.func @host(%A: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %first = memref.load %A[%c0] : memref<64xf32>
  scf.for %turn = %c0 to %c2 step %c1 {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
        workgroup(%S: memref<32xf32, 3>) {
      %b = arith.muli %bx, %c32 : index
      %i = arith.addi %b, %tx : index
      %x = memref.load %A[%i] : memref<64xf32>
      memref.store %x, %S[%tx] : memref<32xf32, 3>
      gpu.terminator
    }
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c3, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %b = arith.muli %bx, %c16 : index
    %i = arith.addi %b, %tx : index
    %is_last = arith.cmpi eq, %bx, %c2 : index
    %end = arith.addi %i, %tx : index
    %place = arith.select %is_last, %end, %i : index
    memref.store %first, %A[%place] : memref<64xf32>
    gpu.terminator
  }
  return
}
