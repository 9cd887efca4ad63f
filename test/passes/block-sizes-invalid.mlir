// RUN: tl-opt %s --tl-synthesize-partition --tl-normalize-layouts --tl-partition-copies --split-input-file --verify-diagnostics

// What says how many threads a block has (rule G2), and says different numbers.

!g = memref<32x64xf32>
!s = memref<32x64xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @two(%A: !g) workgroup(%S: !s) kernel attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.reqntid = array<i32: 64, 2, 1>} {
    // expected-error @+1 {{'tl.copy' op known_block_size says that a block has 128 x 1 x 1 threads, and nvvm.reqntid that it has 64 x 2 x 1}}
    tl.copy %A to %S scope cta : !g to !s
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @bound(%A: memref<32x8xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.maxntid = array<i32: 8, 8, 1>} {
    // expected-error @+1 {{'tl.load' op known_block_size says that a block has 128 threads, and nvvm.maxntid that it has at most 64}}
    %v = tl.load %A as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x8xf32> to vector<8xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @beyond(%A: memref<128x4xf32>) kernel attributes {nvvm.maxntid = array<i32: 64>} {
    // expected-error @+1 {{'tl.load' op the layout needs threads 0 to 127; a cta has at most 64 here}}
    %v = tl.load %A as #tl.register<spatial(128, 1).local(1, 4)> scope cta : memref<128x4xf32> to vector<4xf32>
    gpu.return
  }
}

// -----

!g = memref<32x64xf32>
!s = memref<32x64xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  gpu.func @many(%A: !g) workgroup(%S: !s) kernel attributes {nvvm.maxntid = array<i32: 64>} {
    // expected-error @+1 {{'tl.copy' op is for 128 threads; a cta has at most 64 here}}
    tl.copy %A to %S scope cta threads 128 : !g to !s
    gpu.return
  }
}

// -----

!g = memref<32x64xf32>
!s = memref<32x64xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @launched(%A: !g) workgroup(%S: !s) kernel {
      // expected-error @+1 {{'tl.copy' op how many threads a cta has is not known here (launches of it differ); say 'threads N', or give the kernel a known_block_size of at most 1024 threads}}
      tl.copy %A to %S scope cta : !g to !s
      gpu.return
    }
  }
  func.func @host(%A: !g) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @kernels::@launched blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%A : !g)
    gpu.launch_func @kernels::@launched blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%A : !g)
    return
  }
}

// -----

!g = memref<32x64xf32>
!s = memref<32x64xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @stated(%A: !g) workgroup(%S: !s) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      // expected-error @+1 {{'tl.copy' op known_block_size says that a block has 128 x 1 x 1 threads, and gpu.launch_func that it has 64 x 1 x 1}}
      tl.copy %A to %S scope cta : !g to !s
      gpu.return
    }
  }
  func.func @host(%A: !g) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @kernels::@stated blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%A : !g)
    return
  }
}

// -----

!g = memref<32x64xf32>
!s = memref<32x64xf32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @open(%A: !g) workgroup(%S: !s) kernel {
      // expected-error @+1 {{'tl.copy' op how many threads a cta has is not known here; say}}
      tl.copy %A to %S scope cta : !g to !s
      gpu.return
    }
  }
  func.func @host(%A: !g, %n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@open blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) args(%A : !g)
    return
  }
}
