// RUN: tl-opt %s --lower-layout-copies --split-input-file --verify-diagnostics
// RUN: not tl-opt %s --lower-layout-copies=target=sm_90 --split-input-file 2>&1 | FileCheck %s

// What targets of a gpu.module there cannot be (rule G1), and what does not fit
// the waves of the one that there is.

gpu.module @apart [#nvvm.target<chip = "sm_90">, #rocdl.target<chip = "gfx942">] {
  gpu.func @f(%A: memref<8x32xf32>) kernel {
    // CHECK: error: 'tl.load' op the gpu.module around it is for sm_90, gfx942; what is written for sm_90 has to be right on all of them: split the module
    // expected-error @+1 {{'tl.load' op the gpu.module around it is for sm_90, gfx942; what is written for one of them has to be right on all of them: split the module}}
    %v = tl.load %A as #tl.register<spatial(8, 4).local(1, 8)> scope warp : memref<8x32xf32> to vector<8xf32>
    gpu.return
  }
}

// -----

// The option may name one of several, of which the others have everything.

gpu.module @first [#nvvm.target<chip = "sm_80">, #nvvm.target<chip = "sm_90">] {
  gpu.func @f(%A: memref<8x32xf32>) kernel {
    // CHECK: error: 'tl.load' op the gpu.module around it is for sm_80, sm_90; what is written for sm_90 has to be right on all of them: split the module
    %v = tl.load %A as #tl.register<spatial(8, 4).local(1, 8)> scope warp : memref<8x32xf32> to vector<8xf32>
    gpu.return
  }
}

// -----

gpu.module @old [#nvvm.target<chip = "sm_60">] {
  gpu.func @f(%A: memref<8x32xf32>) kernel {
    // expected-error @+1 {{'tl.load' op target is "sm_60"; it has to be one of sm_70, }}
    %v = tl.load %A as #tl.register<spatial(8, 4).local(1, 8)> scope warp : memref<8x32xf32> to vector<8xf32>
    gpu.return
  }
}

// -----

gpu.module @other [#xevm.target<chip = "bmg">] {
  gpu.func @f(%A: memref<8x32xf32>) kernel {
    // expected-error @+1 {{'tl.load' op the gpu.module around it has a target that is neither #nvvm.target nor #rocdl.target}}
    %v = tl.load %A as #tl.register<spatial(8, 4).local(1, 8)> scope warp : memref<8x32xf32> to vector<8xf32>
    gpu.return
  }
}

// -----

gpu.module @scope [#nvvm.target<chip = "sm_90">] {
  gpu.func @f(%A: memref<64x4xf32>) kernel {
    // expected-error @+1 {{'tl.load' op the layout needs threads 0 to 63; scope warp has 32}}
    %v = tl.load %A as #tl.register<spatial(64, 1).local(1, 4)> scope warp : memref<64x4xf32> to vector<4xf32>
    gpu.return
  }
}
