// RUN: tl-opt %s --tl-partition-copies | FileCheck %s
// RUN: tl-opt %s --tl-partition-copies=argument-alignment=16 | FileCheck %s --check-prefix=PROMISED
// RUN: tl-opt %s --pass-pipeline='builtin.module(gpu.module(tl-partition-copies))' | FileCheck %s --check-prefix=INSIDE
// RUN: tl-opt %s --lower-layout-copies=argument-alignment=16 | %ptx | FileCheck %s --check-prefix=PTX
// RUN: tl-sim --verify-lowering=lower-layout-copies{argument-alignment=16} --kernel=launched %s | FileCheck %s --check-prefix=SIM
// RUN: tl-sim --verify-lowering=lower-layout-copies{argument-alignment=16} --kernel=alone %s | FileCheck %s --check-prefix=ALONE
// RUN: not tl-opt %s --tl-partition-copies=argument-alignment=12 2>&1 | FileCheck %s --check-prefix=TWELVE
// RUN: not tl-opt %s --lower-layout-copies=argument-alignment=-16 2>&1 | FileCheck %s --check-prefix=LESS
// RUN: tl-opt %s --lower-layout-copies=argument-alignment=4096 -o /dev/null
// RUN: not tl-opt %s --lower-layout-copies=argument-alignment=8192 2>&1 | FileCheck %s --check-prefix=MORE

// Where memory starts that the host gives to a kernel: as all launches of the
// module show it, or as an option promises.  It is written to the argument.

// TWELVE: error: {{.*}}argument-alignment is 12; it has to be a power of two up to 4096, or 0
// MORE: error: {{.*}}argument-alignment is 8192; it has to be a power of two up to 4096, or 0
// LESS: error: {{.*}}argument-alignment is -16; it has to be a power of two up to 4096, or 0

#row = #tl.register<local(8)>
!m = memref<8xf32>
!v = vector<8xf32>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // One is aligned where it is allocated, one by an assumption, one in one launch
    // alone, one by itself.
    // CHECK-LABEL: gpu.func @launched(
    // CHECK-SAME:    %[[A:[^:]*]]: memref<8xf32> {llvm.align = 64 : i64}, %[[B:[^:]*]]: memref<8xf32> {llvm.align = 32 : i64}, %[[C:[^:]*]]: memref<8xf32> {llvm.align = 4 : i64}, %[[D:[^:]*]]: memref<8xf32> {llvm.align = 128 : i64})
    // CHECK:         tl.thread_load %[[A]]{{.*}} align 64 :
    // CHECK:         tl.thread_load %[[B]]{{.*}} align 32 :
    // CHECK:         tl.thread_load %[[C]]{{.*}} align 4 :
    // CHECK:         tl.thread_load %[[D]]{{.*}} align 128 :
    // PROMISED-LABEL: gpu.func @launched(
    // PROMISED-SAME:    {llvm.align = 64 : i64}, {{.*}} {llvm.align = 32 : i64}, {{.*}} {llvm.align = 16 : i64}, {{.*}} {llvm.align = 128 : i64})
    // PROMISED:         tl.thread_load {{.*}} align 64 :
    // PROMISED:         tl.thread_load {{.*}} align 32 :
    // PROMISED:         tl.thread_load {{.*}} align 16 :
    // PROMISED:         tl.thread_load {{.*}} align 128 :
    // A pass on a part of the module does not look outside.
    // INSIDE-LABEL: gpu.func @launched(
    // INSIDE-SAME:    memref<8xf32>, %{{[^:]*}}: memref<8xf32>, %{{[^:]*}}: memref<8xf32>, %
    // INSIDE-COUNT-3: tl.thread_load {{.*}} align 4 :
    // SIM: @launched: equivalent
    gpu.func @launched(%a: !m, %b: !m, %c: !m, %d: !m {llvm.align = 128 : i64}) kernel {
      %0 = tl.load %a as #row scope thread : !m to !v
      %1 = tl.load %b as #row scope thread : !m to !v
      %2 = tl.load %c as #row scope thread : !m to !v
      %3 = tl.load %d as #row scope thread : !m to !v
      gpu.return
    }

    // Nobody launches it, and a helper is no kernel.
    // CHECK-LABEL: gpu.func @alone(
    // CHECK:         tl.thread_load {{.*}} align 4 :
    // CHECK-LABEL: gpu.func @helper(
    // CHECK:         tl.thread_load {{.*}} align 4 :
    // PROMISED-LABEL: gpu.func @alone(
    // PROMISED:         tl.thread_load {{.*}} align 16 :
    // PROMISED-LABEL: gpu.func @helper(
    // PROMISED:         tl.thread_load {{.*}} align 4 :
    // PTX-LABEL:   .entry alone(
    // PTX-COUNT-2: ld.global.v4.b32
    // PTX-COUNT-2: st.global.v4.b32
    // ALONE: @alone: equivalent
    gpu.func @alone(%a: !m, %b: !m) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %0 = tl.load %a as #row scope thread : !m to !v
      tl.store %0 as #row to %b scope thread : !v to !m
      gpu.return
    }
    gpu.func @helper(%a: !m) {
      %0 = tl.load %a as #row scope thread : !m to !v
      gpu.return
    }
  }

  // Another of that name.
  gpu.module @others {
    // CHECK-LABEL: gpu.module @others
    // CHECK:         tl.thread_load {{.*}} align 4 :
    gpu.func @launched(%a: !m) kernel {
      %0 = tl.load %a as #row scope thread : !m to !v
      gpu.return
    }
  }

  func.func @host(%x: memref<64xf32>, %d: !m) {
    %c1 = arith.constant 1 : index
    %a = memref.alloc() {alignment = 64 : i64} : !m
    %aligned = memref.assume_alignment %x, 128 : memref<64xf32>
    %eight = memref.subview %aligned[0] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1]>>
    %b = memref.cast %eight : memref<8xf32, strided<[1]>> to !m
    %c = memref.alloc() : !m
    gpu.launch_func @kernels::@launched blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : !m, %b : !m, %c : !m, %d : !m)
    return
  }
  func.func @again() {
    %c1 = arith.constant 1 : index
    %a = memref.alloc() {alignment = 128 : i64} : !m
    %b = memref.alloc() {alignment = 32 : i64} : !m
    gpu.launch_func @kernels::@launched blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : !m, %b : !m, %a : !m, %a : !m)
    return
  }
}
