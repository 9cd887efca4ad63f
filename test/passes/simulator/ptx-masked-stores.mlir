// RUN: tl-opt %s --lower-layout-copies=target=sm_100 | env CHIP=sm_100 FEATURES=+ptx88 %ptx > %t.ptx
// RUN: FileCheck %s --check-prefix=MERGED --input-file=%t.ptx
// RUN: tl-sim --ptx %t.ptx --like %s | FileCheck %s
// RUN: sed 's/_, _}/%%r1, %%r1}/' %t.ptx > %t.all.ptx
// RUN: not tl-sim --ptx %t.all.ptx --like %s 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: sed 's/v8.b32 	\[%%rd4+96\]/v8.b32 	[%%rd4+128]/' %t.ptx > %t.end.ptx
// RUN: not tl-sim --ptx %t.end.ptx --like %s 2>&1 | FileCheck %s --check-prefix=OTHER

// From sm_100 on LLVM makes one access of 32 bytes of neighbours of 16 and 8, which leaves what follows them: an
// element that is _ is not stored, nor has to be there.

// MERGED: st.global.v8.b32 	[%rd4+96], {{[{]}}%r{{[0-9]+}}, {{.*}}, _, _};
// CHECK:  @gaps: equivalent in PTX:
// CHECK:  @end: equivalent in PTX:
// ALL:    error: 'gpu.func' op is lowered to something else: element 30 of argument 1 is ? by definition
// OTHER:  error: 'gpu.func' op is lowered to something else: element 24 of argument 1 is
gpu.module @kernels {
  gpu.func @gaps(%a: memref<4x6xi32>, %b: memref<4x6xi32, strided<[12, 1]>> {llvm.align = 64 : i64}) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>} {
    %v = tl.load %a as #tl.register<local(4, 6)> scope thread : memref<4x6xi32> to vector<24xi32>
    tl.store %v as #tl.register<local(4, 6)> to %b scope thread : vector<24xi32> to memref<4x6xi32, strided<[12, 1]>>
    gpu.return
  }

  gpu.func @end(%a: memref<3x6xi32>, %b: memref<3x6xi32, strided<[16, 1]>> {llvm.align = 64 : i64}) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>} {
    %v = tl.load %a as #tl.register<local(3, 6)> scope thread : memref<3x6xi32> to vector<18xi32>
    tl.store %v as #tl.register<local(3, 6)> to %b scope thread : vector<18xi32> to memref<3x6xi32, strided<[16, 1]>>
    gpu.return
  }
}
