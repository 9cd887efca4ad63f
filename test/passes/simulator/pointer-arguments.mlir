// RUN: tl-sim %s --kernel=doubled --shape=0:64 --shape=1:64 --dump=1 | FileCheck %s
// RUN: tl-sim %s --kernel=doubled --shape=0:64 --shape=1:64 --arg=0:random --reference=by_loops | FileCheck %s --check-prefix=REFERENCE
// RUN: tl-sim %s --kernel=doubled --shape=0:64 --shape=1:64 --verify-lowering=lower-affine | FileCheck %s --check-prefix=LOWERED
// RUN: %ptx < %s > %t.ptx
// RUN: tl-sim --ptx %t.ptx --like %s --kernel=doubled --shape=0:64 --shape=1:64 | FileCheck %s --check-prefix=LOWERED
// RUN: tl-sim %s --kernel=doubled --shape=0:64 --shape=1:64 --save=1:%t.raw
// RUN: tl-sim %s --kernel=doubled --shape=0:64 --shape=1:64 --compare=1:%t.raw | FileCheck %s --check-prefix=SAVED
// RUN: not tl-sim %s --kernel=doubled --shape=0:64 --shape=1:64 --expect-equal=0,1 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: tl-sim %s --kernel=doubled --shape=0:64 --shape=1:64 --grid=4 --block=4 --threads=2 --dump=1 | FileCheck %s
// RUN: tl-sim %s --kernel=doubled --shape=0:64 --shape=1:64 --checksum | FileCheck %s --check-prefix=SUMS
// RUN: not tl-sim %s --kernel=doubled --shape=0:64 --shape=1:60 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not tl-sim %s --kernel=doubled --shape=0:64 2>&1 | FileCheck %s --check-prefix=NULL
// RUN: not tl-sim %s --kernel=doubled --shape=0:8x8 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not tl-sim %s --kernel=constants --shape=0:64 --shape=1:64 2>&1 | FileCheck %s --check-prefix=SPACE
// RUN: tl-sim %s --kernel=shared --shape=0:128 --dump=1 | FileCheck %s --check-prefix=SHARED
// RUN: not tl-sim %s --kernel=shared --shape=0:128 --dump=2 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: tl-sim %s --kernel=aligned --shape=0:128 --shape=1:128 --align=64 | FileCheck %s --check-prefix=ALIGNED
// RUN: not tl-sim %s --kernel=aligned --shape=0:128 --shape=1:128 2>&1 | FileCheck %s --check-prefix=LESS --implicit-check-not=error:

// A pointer points to as many bytes as an option says, which are counted as elements
// of a memref of i8 are.

gpu.module @kernels {
// CHECK:      argument 1:
// CHECK-NEXT: {{^}}[0, 2, 4, 6, 8, 10, 12, {{.*}}, 124, 126]
// REFERENCE: @doubled: as @by_loops: 64 elements, off by at most 0{{$}}
// LOWERED: @doubled: equivalent{{.*}}: 128 elements, 16 threads
// SAVED: argument 1: as {{.*}}: 64 elements, off by at most 0{{$}}
// DIFFER: error: 'gpu.func' op arguments 0 and 1 differ in element 1: {{.*}}
// SUMS: argument 0: checksum
// SUMS: argument 1: checksum
// SHORT: error: 'llvm.store' op out of bounds: thread (15, 0, 0) of block (0, 0, 0) writes bytes 60 to 63 of argument 1, which has 60
// NULL: error: 'llvm.store' op out of bounds: {{.*}} writes address 0x0, near which there is no global memory; --shape gives some to an argument
// BYTES: error: 'gpu.func' op argument 0 is a pointer; --shape says to how many bytes
gpu.func @doubled(%from: !llvm.ptr, %to: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
  %t = gpu.global_id x
  %n = affine.apply affine_map<(t) -> (t * 2 - t)>(%t)
  %i = arith.index_cast %n : index to i64
  %p = llvm.getelementptr %from[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %q = llvm.getelementptr %to[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
  %x = llvm.load %p : !llvm.ptr -> i32
  %y = arith.addi %x, %x : i32
  llvm.store %y, %q : i32, !llvm.ptr<1>
  gpu.return
}

// SPACE: error: 'func.func' op argument 1 points to memory that is neither global nor shared
// SHARED:      argument 1:
// SHARED-NEXT: {{^}}[0, 1, 2, 3, {{.*}}, 30, 31]
// NUMBER: error: 'gpu.func' op has no memref argument 2
gpu.func @shared(%s: !llvm.ptr<3>, %out: memref<32xi32>, %n: i32) kernel {
  %t = gpu.thread_id x
  %i = arith.index_cast %t : index to i32
  %p = llvm.getelementptr %s[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %i, %p : i32, !llvm.ptr<3>
  %x = llvm.load %p : !llvm.ptr<3> -> i32
  memref.store %x, %out[%t] : memref<32xi32>
  gpu.return
}

// ALIGNED: @aligned: grid 1x1x1, block 1x1x1
// LESS: error: 'llvm.load' op misaligned access: {{.*}} of argument 0 at
gpu.func @aligned(%a: !llvm.ptr, %b: !llvm.ptr {llvm.align = 64 : i64}) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %0 = llvm.load %a {alignment = 16 : i64} : !llvm.ptr -> vector<4xi32>
  %1 = llvm.load %a {alignment = 32 : i64} : !llvm.ptr -> vector<8xi32>
  %2 = llvm.load %b {alignment = 64 : i64} : !llvm.ptr -> vector<16xi32>
  gpu.return
}
}

func.func private @by_loops(%from: !llvm.ptr, %to: !llvm.ptr<1>) {
  affine.for %t = 0 to 16 {
    %i = arith.index_cast %t : index to i64
    %p = llvm.getelementptr %from[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %q = llvm.getelementptr %to[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    %x = llvm.load %p : !llvm.ptr -> i32
    %y = arith.addi %x, %x : i32
    llvm.store %y, %q : i32, !llvm.ptr<1>
  }
  return
}

func.func @constants(%p: !llvm.ptr<4>, %q: !llvm.ptr<5>) {
  return
}
