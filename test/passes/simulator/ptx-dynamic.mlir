// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: grep -xF '	.shared .align 16 .b8 __dynamic_shmem__0;' %t.ptx
// RUN: tl-sim --ptx %t.ptx --like %s --dynamic-shared-memory=4096 | FileCheck %s
// CHECK: @staged: equivalent in PTX: 2048 elements, 32 threads
// RUN: sed 's/, __dynamic_shmem__0/&+16/' %t.ptx > %t.past.ptx
// RUN: not tl-sim --ptx %t.past.ptx --like %s --dynamic-shared-memory=4096 2>&1 | FileCheck %s --check-prefix=PAST
// PAST: bytes 4096 to 4111 of __dynamic_shmem__0, which has 4096
// RUN: sed 's/^\t.shared.*/&\n\t.shared .align 4 .b8 other[4];/' %t.ptx > %t.behind.ptx
// RUN: not tl-sim --ptx %t.behind.ptx --like %s --dynamic-shared-memory=4096 2>&1 | FileCheck %s --check-prefix=OVER
// RUN: sed 's/^\t.shared.*/\t.shared .align 4 .b8 other[4];\n&/' %t.ptx > %t.before.ptx
// RUN: tl-sim --ptx %t.before.ptx --like %s --dynamic-shared-memory=4096 | FileCheck %s
// OVER: error: '__dynamic_shmem__0' is a byte of dynamic shared memory, whose others lie over 'other'
// RUN: sed '/^\t.shared/d;s/^.visible/.shared .align 16 .b8 __dynamic_shmem__0;\n&/;s/^{/&\n\t.shared .align 4 .b8 other[4];/' %t.ptx > %t.two.ptx
// RUN: tl-sim --ptx %t.two.ptx --like %s --dynamic-shared-memory=4096 | FileCheck %s
// RUN: sed '/^\t.shared/d;s/^.visible/.shared .align 16 .b8 __dynamic_shmem__0;\n.shared .align 4 .b8 other[4];\n&/;s/^\tret;/\t.reg .b64 %%x; mov.b64 %%x, other;\n&/' %t.ptx > %t.module.ptx
// RUN: not tl-sim --ptx %t.module.ptx --like %s --dynamic-shared-memory=4096 2>&1 | FileCheck %s --check-prefix=OVER
// RUN: sed 's/mov.b64 %%x, other;//' %t.module.ptx > %t.unused.ptx
// RUN: tl-sim --ptx %t.unused.ptx --like %s --dynamic-shared-memory=4096 | FileCheck %s

// Dynamic shared memory is a variable of one byte of the kernel in LLVM 22, and of the module
// where several kernels have it.  What the kernel declares is in front of what the module does,
// and of each what is declared first.
gpu.module @kernels {
  gpu.func @staged(%A: memref<32x32xf32> {llvm.align = 16 : i64}, %B: memref<32x32xf32> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : index
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %S = memref.view %all[%zero][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32x32xf32, #gpu.address_space<workgroup>>
    tl.copy %A to %S scope cta : memref<32x32xf32> to memref<32x32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    tl.copy %S to %B scope cta : memref<32x32xf32, #gpu.address_space<workgroup>> to memref<32x32xf32>
    gpu.return
  }
}
