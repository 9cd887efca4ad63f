// RUN: tl-opt %s --tl-partition-copies | FileCheck %s --check-prefixes=CHECK,PLANNED
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s --check-prefixes=CHECK,LOWERED
// RUN: tl-opt %s --tl-partition-copies --tl-vectorize-copies --tl-lower-thread-copies | FileCheck %s --check-prefixes=CHECK,LOWERED
// RUN: tl-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(lower-layout-copies)))' | FileCheck %s --check-prefix=INSIDE

// Rule A1: buffers that a copy uses are aligned by the compiler, workgroup buffers
// to what divides their size, from 16 to 128 bytes.

#row = #tl.register<local(8)>
!v = vector<8xf32>
!s = memref<1024xf32, #gpu.address_space<workgroup>>
!row = memref<8xf32, #gpu.address_space<workgroup>>
!p = memref<8xf32, #gpu.address_space<private>>

gpu.module @kernels {
  // A global is outside of a function.
  // CHECK: memref.global "private" @table {{.*}} {alignment = 128 : i64}
  // CHECK: memref.global "private" @unused : memref<1024xf32, #gpu.address_space<workgroup>>{{$}}
  // INSIDE: memref.global "private" @table : memref<1024xf32, #gpu.address_space<workgroup>>{{$}}
  memref.global "private" @table : !s
  memref.global "private" @unused : !s

  // All of 16 bytes; 8 rows of 4; more, and less, than what is stated; and one
  // that no copy uses.
  // CHECK-LABEL: gpu.func @workgroup(
  // CHECK-SAME:    memref<1024xf32, {{[^{]*}} {llvm.align = 128 : i64}, %
  // CHECK-SAME:    memref<132xf32, {{[^{]*}} {llvm.align = 16 : i64}, %
  // CHECK-SAME:    memref<1xf32, {{[^{]*}} {llvm.align = 16 : i64}, %
  // CHECK-SAME:    memref<8xf32, {{[^{]*}} {llvm.align = 256 : i64}, %
  // CHECK-SAME:    memref<8xf32, {{[^{]*}} {llvm.align = 32 : i64}, %
  // CHECK-SAME:    memref<1024xf32, #gpu.address_space<workgroup>>)
  // PLANNED:       tl.thread_load {{.*}} align 128 :
  // PLANNED:       tl.thread_load {{.*}} align 16 :
  // PLANNED:       tl.thread_load {{.*}} align 256 :
  // PLANNED:       tl.thread_load {{.*}} align 32 :
  // LOWERED-COUNT-8: vector.load {{.*}} {alignment = 16 : i64}
  // INSIDE-LABEL: gpu.func @workgroup(
  // INSIDE-SAME:    memref<1024xf32, {{[^{]*}} {llvm.align = 128 : i64}, %
  gpu.func @workgroup()
      workgroup(%a: !s, %b: memref<132xf32, #gpu.address_space<workgroup>>, %one: memref<1xf32, #gpu.address_space<workgroup>>,
                %more: !row {llvm.align = 256 : i64}, %less: !row {llvm.align = 4 : i64}, %unused: !s) kernel {
    %s0 = memref.subview %a[32] [8] [1] : !s to memref<8xf32, strided<[1], offset: 32>, #gpu.address_space<workgroup>>
    %s1 = memref.subview %b[4] [8] [1] : memref<132xf32, #gpu.address_space<workgroup>> to memref<8xf32, strided<[1], offset: 4>, #gpu.address_space<workgroup>>
    %0 = tl.load %s0 as #row scope thread : memref<8xf32, strided<[1], offset: 32>, #gpu.address_space<workgroup>> to !v
    %1 = tl.load %s1 as #row scope thread : memref<8xf32, strided<[1], offset: 4>, #gpu.address_space<workgroup>> to !v
    %2 = tl.load %more as #row scope thread : !row to !v
    %3 = tl.load %less as #row scope thread : !row to !v
    %4 = tl.load %one as #tl.register<local(1)> scope thread : memref<1xf32, #gpu.address_space<workgroup>> to vector<1xf32>
    gpu.return
  }

  // What is not inside stays as it is, and accesses of it narrow.
  // CHECK-LABEL: gpu.func @global(
  // PLANNED:       tl.thread_load {{.*}} align 32
  // LOWERED-COUNT-2: vector.load {{.*}} {alignment = 16 : i64}
  // INSIDE-LABEL: gpu.func @global(
  // INSIDE-COUNT-8: memref.load
  gpu.func @global() kernel {
    %s = memref.get_global @table : !s
    %r = memref.subview %s[8] [8] [1] : !s to memref<8xf32, strided<[1], offset: 8>, #gpu.address_space<workgroup>>
    %0 = tl.load %r as #row scope thread : memref<8xf32, strided<[1], offset: 8>, #gpu.address_space<workgroup>> to !v
    gpu.return
  }

  // Memory of one's own is aligned where it is defined; other memory is not.
  // CHECK-LABEL: gpu.func @own(
  // LOWERED-SAME:  private({{.*}} {llvm.align = 16 : i64}) kernel
  // LOWERED:       memref.alloca() {alignment = 16 : i64}
  // CHECK:         memref.alloc() {alignment = 128 : i64}
  // CHECK:         memref.alloc() : memref<1024xf32>
  gpu.func @own(%m: memref<8xf32>) private(%p: !p) kernel {
    %q = memref.alloca() : !p
    %a = memref.alloc() : memref<1024xf32, 3>
    %b = memref.alloc() : memref<1024xf32>
    %0 = tl.load %a as #tl.register<local(1024)> scope thread : memref<1024xf32, 3> to vector<1024xf32>
    tl.store %0 as #tl.register<local(1024)> to %b scope thread : vector<1024xf32> to memref<1024xf32>
    tl.copy %m to %p layout #row scope thread : memref<8xf32> to !p
    tl.copy %m to %q layout #row scope thread : memref<8xf32> to !p
    gpu.return
  }
}
