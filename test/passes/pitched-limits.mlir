// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-sim --verify-lowering %s --arg=2:scalar=80 --arg=3:scalar=40 --arg=4:scalar=33 --arg=5:scalar=64 | FileCheck %s --check-prefix=SAME

// Of a bound of type index alone, beside a pitch that is known at run time, the offset has 32
// bits in small memory; of two it has the 64 of the coordinates.

#rows = #tl.register<local(4, 1).spatial(16, 8).local(1, 8)>
!flat = memref<65536xf16>
!all = memref<512x512xf16, strided<[?, 1]>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @rows(
  // CHECK:         %[[LD:.*]] = arith.index_cast %strides#0 : index to i32
  // CHECK:         arith.muli %{{.*}}, %[[LD]] : i32
  // CHECK:         vector.load
  // SAME:        @rows: equivalent
  gpu.func @rows(%A: !flat {llvm.align = 16 : i64, llvm.noalias}, %B: memref<512x512xf16> {llvm.align = 16 : i64, llvm.noalias}, %ld: index {tl.divisibility = 8 : i64}, %i: index, %m: index, %n: index {tl.divisibility = 8 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [512, 512], strides: [%ld, 1] : !flat to !all
    %v = tl.load %a[%i, 0] as #rows scope cta bounds(%m, _) : !all to vector<32xf16>
    tl.store %v as #rows to %B[0, 0] scope cta : vector<32xf16> to memref<512x512xf16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @both(
  // CHECK-NOT:     index to i32
  // CHECK:         arith.muli %{{.*}}, %strides{{.*}} : index
  // SAME:        @both: equivalent
  gpu.func @both(%A: !flat {llvm.align = 16 : i64, llvm.noalias}, %B: memref<512x512xf16> {llvm.align = 16 : i64, llvm.noalias}, %ld: index {tl.divisibility = 8 : i64}, %i: index, %m: index, %n: index {tl.divisibility = 8 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = memref.reinterpret_cast %A to offset: [0], sizes: [512, 512], strides: [%ld, 1] : !flat to !all
    %v = tl.load %a[%i, 0] as #rows scope cta bounds(%m, %n) : !all to vector<32xf16>
    tl.store %v as #rows to %B[0, 0] scope cta : vector<32xf16> to memref<512x512xf16>
    gpu.return
  }
}
