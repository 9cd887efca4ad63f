// RUN: tl-sim --verify-lowering %s | FileCheck %s --check-prefix=SIM
// RUN: tl-opt %s --tl-lower-layout-reductions | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: sed -n '/entry turned(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=PTX

// Fragments whose places are XORs of bits: partners are lane ^ a number of several
// bits, and have what a register has here in another one.

#turned = #tl.linear<register = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], lane = [[1, 1], [2, 2], [4, 4], [8, 8], [16, 16]], shape = [32, 32]>
#joined = #tl.linear<register = [[0, 1], [0, 2], [0, 4], [0, 32]], lane = [[0, 8], [0, 16], [1, 8], [2, 16], [4, 32]], shape = [8, 64]>
#pairs = #tl.linear<register = [[0, 1], [0, 2], [0, 4]], lane = [[1, 1], [2, 2], [4, 5]], shape = [8, 8]>
#warps = #tl.linear<register = [[0, 1], [1, 0], [0, 16]], lane = [[0, 2], [0, 4], [1, 8], [2, 16], [4, 2]], warp = [[1, 32], [10, 0]], shape = [16, 64]>
#sums = #tl.linear<register = [[3], [1]], lane = [[4], [12], [0], [0], [0]], warp = [[0], [0]], shape = [16]>

gpu.module @kernels {
  // Lane l has column r ^ l in register r, so that it needs no select to keep those
  // that end in bits of l: 16 + 8 + 4 + 2 + 1 shuffles.
  // CHECK-LABEL: gpu.func @turned
  // CHECK-COUNT-16: gpu.shuffle xor %{{.+}}, %c1_i32,
  // CHECK-COUNT-8:  gpu.shuffle xor %{{.+}}, %c2_i32,
  // CHECK-COUNT-4:  gpu.shuffle xor %{{.+}}, %c4_i32,
  // CHECK-NOT:      arith.select
  // CHECK:          gpu.return
  // PTX-COUNT-31:   shfl.sync.bfly
  // PTX-NOT:        shfl.sync
  // PTX-NOT:        selp
  // SIM: @turned: equivalent: {{[0-9]+}} elements
  gpu.func @turned(%A: memref<32x32xf32>, %R: memref<32x1xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #turned scope warp : memref<32x32xf32> to vector<32xf32>
    %x = tl.reduce %a as #turned over [0] kind <add> to #tl.register<spatial(32)> scope warp : vector<32xf32> to vector<1xf32>
    vector.store %x, %R[%t, %c0] : memref<32x1xf32>, vector<1xf32>
    gpu.return
  }

  // Rows of lanes that differ by 1, 2, 4 ^ 1, ...: what is left of each is in the
  // lanes 0 to 3 of its row, with bits of the row in their number.
  // CHECK-LABEL: gpu.func @joined
  // CHECK:          gpu.shuffle xor %{{.+}}, %c1_i32
  // CHECK:          gpu.shuffle xor %{{.+}}, %c2_i32
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          vector.store
  // CHECK-COUNT-8:  gpu.shuffle xor %{{.+}}, %c5_i32
  // SIM: @joined: equivalent: {{[0-9]+}} elements
  gpu.func @joined(%A: memref<8x64xf32>, %R: memref<32x1xf32>, %T: memref<32x16xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #joined scope warp : memref<8x64xf32> to vector<16xf32>
    %x = tl.reduce %a as #joined over [1] kind <add> scope warp : vector<16xf32> to vector<1xf32>
    vector.store %x, %R[%t, %c0] : memref<32x1xf32>, vector<1xf32>
    %y = tl.reduce %a as #joined over [0] kind <mul> scope warp : vector<16xf32> to vector<16xf32>
    vector.store %y, %T[%t, %c0] : memref<32x16xf32>, vector<16xf32>
    gpu.return
  }

  // Words of two elements, and a result that is linear itself.
  // CHECK-LABEL: gpu.func @pairs
  // CHECK-COUNT-4:  gpu.shuffle xor %{{.+}} : i32
  // CHECK-NOT:      gpu.shuffle
  // CHECK:          gpu.return
  // SIM: @pairs: equivalent: {{[0-9]+}} elements
  gpu.func @pairs(%A: memref<8x8xf16>, %R: memref<32x1xf16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #pairs scope warp : memref<8x8xf16> to vector<8xf16>
    %x = tl.reduce %a as #pairs over [0] kind <maximumf> to #tl.linear<lane = [[1], [2], [5]], shape = [8]> scope warp : vector<8xf16> to vector<1xf16>
    vector.store %x, %R[%t, %c0] : memref<32x1xf16>, vector<1xf16>
    gpu.return
  }

  // Over warps whose rows are sums of bits: 2 parts of each row through memory, to
  // what is linear.
  // CHECK-LABEL: gpu.func @warps
  // CHECK:          tl.convert_layout %{{.+}} as #{{.+}} to #{{.+}} scope cta : vector<{{.+}}xi32> to vector<8xi32>
  // CHECK-NOT:      tl.convert_layout
  // CHECK:          gpu.return
  // SIM: @warps: equivalent: {{[0-9]+}} elements
  gpu.func @warps(%A: memref<16x64xi32>, %R: memref<128x4xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %a = tl.load %A as #warps scope cta : memref<16x64xi32> to vector<8xi32>
    %x = tl.reduce %a as #warps over [1] kind <add> to #sums scope cta : vector<8xi32> to vector<4xi32>
    vector.store %x, %R[%t, %c0] : memref<128x4xi32>, vector<4xi32>
    gpu.return
  }
}
