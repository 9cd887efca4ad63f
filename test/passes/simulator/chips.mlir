// RUN: tl-sim %s --dump=0 | FileCheck %s
// RUN: tl-sim %s --kernel=nowhere --target=gfx1201 --dump=0 | FileCheck %s --check-prefix=STATED
// RUN: tl-sim %s --kernel=nowhere --target=sm_99 --dump=0 | FileCheck %s --check-prefix=STATED
// RUN: tl-sim %s --kernel=of_both --target=gfx90a --dump=0 | FileCheck %s --check-prefix=SECOND
// RUN: not tl-sim %s --kernel=of_both --target=sm_90 2>&1 | FileCheck %s --check-prefix=NEITHER
// RUN: not tl-sim %s --kernel=of_feature --target=gfx1100 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not tl-sim %s --kernel=nowhere --target=gfx1 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tl-sim %s --kernel=nowhere --target=sm_x 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tl-sim %s --kernel=of_sm_50 --verify-lowering 2>&1 | FileCheck %s --check-prefix=WRITTEN

// What runs needs to know how many lanes a wave has, which the family of a chip
// says; a target of another dialect says nothing.

// UNKNOWN: tl-sim: target is "gfx1"; it has to be one of sm_70
// NAME: tl-sim: target is "sm_x"; it has to be one of sm_70

gpu.module @first [#nvvm.target] {
  // CHECK:      @of_sm_50: grid 1x1x1, block 32x1x1
  // CHECK-NEXT: argument 0:
  // CHECK-NEXT: {{^}}[32]
  // WRITTEN: error: 'tl.copy' op target is "sm_50"; it has to be one of sm_70
  gpu.func @of_sm_50(%a: memref<1xi32>, %b: memref<1xi32>) kernel {
    %c0 = arith.constant 0 : index
    %n = nvvm.read.ptx.sreg.warpsize : i32
    memref.store %n, %a[%c0] : memref<1xi32>
    gpu.barrier
    tl.copy %a to %b scope cta : memref<1xi32> to memref<1xi32>
    gpu.return
  }
}

gpu.module @second [#rocdl.target<chip = "gfx90a">] {
  // CHECK:      @of_gfx90a: grid 1x1x1, block 64x1x1
  // CHECK-NEXT: argument 0:
  // CHECK-NEXT: {{^}}[64]
  gpu.func @of_gfx90a(%a: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %n = gpu.subgroup_size : index
    memref.store %n, %a[%c0] : memref<1xindex>
    gpu.return
  }
}

gpu.module @third [#rocdl.target<chip = "gfx1100">] {
  // CHECK:      @of_gfx1100: grid 1x1x1, block 32x1x1
  // CHECK-NEXT: argument 0:
  // CHECK-NEXT: {{^}}[32]
  gpu.func @of_gfx1100(%a: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %n = gpu.subgroup_size : index
    memref.store %n, %a[%c0] : memref<1xindex>
    gpu.return
  }
}

// From gfx10 on waves have 64 lanes where the feature is asked for, which the flag of that name
// does not.

gpu.module @of_waves [#rocdl.target<chip = "gfx1100", features = "+wavefrontsize64">] {
  // CHECK:      @of_feature: grid 1x1x1, block 64x1x1
  // CHECK-NEXT: argument 0:
  // CHECK-NEXT: {{^}}[64]
  // OPTION:     error: 'gpu.func' op target is gfx1* in the option, and gfx1*/wave64 in the gpu.module around it
  gpu.func @of_feature(%a: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %n = gpu.subgroup_size : index
    memref.store %n, %a[%c0] : memref<1xindex>
    gpu.return
  }
}

gpu.module @of_flags [#rocdl.target<chip = "gfx1100", flags = {wave64}>] {
  // CHECK:      @of_flag: grid 1x1x1, block 32x1x1
  // CHECK-NEXT: argument 0:
  // CHECK-NEXT: {{^}}[32]
  gpu.func @of_flag(%a: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %n = gpu.subgroup_size : index
    memref.store %n, %a[%c0] : memref<1xindex>
    gpu.return
  }
}

gpu.module @fourth [#xevm.target<chip = "bmg">] {
  // CHECK:       @nowhere: grid 1x1x1, block 32x1x1
  // CHECK-NEXT:  argument 0:
  // CHECK-NEXT:  {{^}}[32]
  // STATED:      {{^}}[32]
  gpu.func @nowhere(%a: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %n = gpu.subgroup_size : index
    memref.store %n, %a[%c0] : memref<1xindex>
    gpu.return
  }
}

// Of several that no code fits, the first one, or the one that is stated.

gpu.module @fifth [#nvvm.target, #rocdl.target<chip = "gfx90a">] {
  // CHECK:      @of_both: grid 1x1x1, block 32x1x1
  // CHECK-NEXT: argument 0:
  // CHECK-NEXT: {{^}}[32]
  // SECOND:     {{^}}[64]
  // NEITHER:    error: 'gpu.func' op target is sm_90 in the option, and sm_*, gfx9* in the gpu.module around it
  gpu.func @of_both(%a: memref<1xindex>) kernel {
    %c0 = arith.constant 0 : index
    %n = gpu.subgroup_size : index
    memref.store %n, %a[%c0] : memref<1xindex>
    gpu.return
  }
}
