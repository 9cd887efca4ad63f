// Conversions through workgroup memory: rules S1 and S2.
// RUN: tl-opt %s --tl-lower-layout-conversions=shuffles=0 --mlir-print-local-scope | FileCheck %s
// RUN: tl-opt %s --tl-lower-layout-conversions='shuffles=0 max-scratch-bytes=1024' --mlir-print-local-scope | FileCheck %s --check-prefix=PIECES
// RUN: tl-opt %s --lower-layout-copies=shuffles=0 | FileCheck %s --check-prefix=LOWERED

#row = #tl.tile<S[(64, 16) : (1@tx, 1)]>
#column = #tl.tile<S[(64, 16) : (1, 4@tx)] + R[4 : 1@tx]>
#left = #tl.tile<S[(32, 32) : (1@laneid, 1)]>
#right = #tl.tile<S[(32, 32) : (1, 1@laneid)]>

// What knows the memory is gone with the last stage.
// LOWERED-NOT: tl.

gpu.module @kernels {
  // One buffer of the kernel for each scope, a part of it for each warp, which all
  // conversions of the scope share.
  // CHECK-LABEL: gpu.func @scopes
  // CHECK-SAME:    workgroup(%[[W:.+]] : memref<4096xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 1, 2048>},
  // CHECK-SAME:              %[[B:.+]] : memref<4352xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 3, 4352>})
  // CHECK:         %[[WARP:.+]] = arith.shrui %{{.+}}, %c5
  // CHECK:         %[[AT:.+]] = arith.muli %[[WARP]], %c2048
  // CHECK:         %[[M:.+]] = memref.view %[[W]][%[[AT]]][] {{.*}} to memref<1024xf16, #gpu.address_space<workgroup>>
  // CHECK-NEXT:    tl.store %{{.+}} as #tl.tile<S[(32, 32) : (1@laneid, 1)]> to %[[M]] layout #tl.tile<[[L:.+]]> scope warp
  // CHECK-NEXT:    %[[LANES:.+]] = arith.constant -1 : i32
  // CHECK-NEXT:    nvvm.bar.warp.sync %[[LANES]] : i32
  // CHECK-NEXT:    %[[X:.+]] = tl.load %[[M]] layout #tl.tile<[[L]]> as #tl.tile<S[(32, 32) : (1, 1@laneid)]> scope warp
  // S2: what the next one writes may still be read.
  // CHECK-NEXT:    nvvm.bar.warp.sync
  // CHECK-NEXT:    tl.store %[[X]] as
  // CHECK-NEXT:    nvvm.bar.warp.sync
  // CHECK-NEXT:    tl.load
  // CHECK:         memref.view %[[B]][%c0][]
  // CHECK-NEXT:    tl.store %{{.+}} scope cta
  // CHECK-NEXT:    gpu.barrier
  // CHECK-NEXT:    tl.load %{{.+}} scope cta
  //
  // Four pieces of 8 rows for each warp, of 512 bytes.
  // PIECES-LABEL: gpu.func @scopes
  // PIECES-SAME:    workgroup(%{{.+}} : memref<1024xi8, {{.*}} tl.scratch = array<i64: 1, 512>}, %{{.+}} : memref<1024xi8, {{.*}} tl.scratch = array<i64: 3, 1024>})
  // PIECES:         tl.store %[[V:.+]] as {{.*}} to %[[M:.+]][0, 0] layout #tl.tile<S[(8, 32) : (32, 1)]> scope warp bounds(8, 32) from(0, 0)
  // PIECES:         nvvm.bar.warp.sync
  // PIECES-NEXT:    %[[A:.+]] = tl.load %[[M]][0, 0] layout {{.*}} bounds(8, 32) from(0, 0)
  // PIECES-NEXT:    nvvm.bar.warp.sync
  // PIECES-NEXT:    tl.store %[[V]] as {{.*}} to %[[M]][-8, 0] layout
  // PIECES-NEXT:    nvvm.bar.warp.sync
  // PIECES-NEXT:    %[[B:.+]] = tl.load %[[M]][-8, 0]
  // PIECES-NEXT:    %[[I:.+]] = arith.bitcast %[[A]]
  // PIECES-NEXT:    %[[J:.+]] = arith.bitcast %[[B]]
  // PIECES-NEXT:    arith.ori %[[I]], %[[J]] : vector<32xi16>
  // PIECES:         tl.store %[[V]] as {{.*}} to %[[M]][-16, 0] layout
  // PIECES:         tl.store %[[V]] as {{.*}} to %[[M]][-24, 0] layout
  // PIECES-NOT:     tl.store %[[V]]
  // PIECES-LABEL: gpu.func @readers
  gpu.func @scopes(%A: memref<32x32xf16>, %B: memref<32x32xf16>, %C: memref<64x16xf32>, %D: memref<64x16xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %v = tl.load %A as #left scope warp : memref<32x32xf16> to vector<32xf16>
    %c = tl.load %C as #row scope cta : memref<64x16xf32> to vector<16xf32>
    %w = tl.convert_layout %v as #left to #right scope warp : vector<32xf16> to vector<32xf16>
    %x = tl.convert_layout %w as #right to #left scope warp : vector<32xf16> to vector<32xf16>
    %d = tl.convert_layout %c as #row to #column scope cta : vector<16xf32> to vector<64xf32>
    %warp = gpu.subgroup_id : index
    %c0 = arith.constant 0 : index
    %is_first = arith.cmpi eq, %warp, %c0 : index
    scf.if %is_first {
      tl.store %x as #left to %B scope warp : vector<32xf16> to memref<32x32xf16>
    }
    tl.store %d as #column to %D scope cta : vector<64xf32> to memref<64x16xf32>
    gpu.return
  }

  // S2: a barrier behind the last readers is enough; a loop reads what its last
  // turn has stored, and code that some warps execute is behind what all do.
  // CHECK-LABEL: gpu.func @readers
  // CHECK:         tl.store {{.*}} scope cta
  // CHECK-NEXT:    gpu.barrier
  // CHECK-NEXT:    tl.load {{.*}} scope cta
  // CHECK-NEXT:    gpu.barrier
  // CHECK-NEXT:    tl.store {{.*}} scope cta
  // CHECK:         scf.for
  // CHECK:           gpu.barrier
  // CHECK-NEXT:      tl.store {{.*}} scope cta
  // CHECK-NEXT:      gpu.barrier
  // CHECK-NEXT:      tl.load
  // CHECK:         scf.if
  // CHECK:           nvvm.bar.warp.sync
  // CHECK-NOT:       nvvm.bar.warp.sync
  // CHECK:         gpu.return
  gpu.func @readers(%A: memref<64x16xf32>, %B: memref<64x16xf32>, %C: memref<32x32xf16>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %v = tl.load %A as #row scope cta : memref<64x16xf32> to vector<16xf32>
    %h = tl.load %C as #left scope warp : memref<32x32xf16> to vector<32xf16>
    %w = tl.convert_layout %v as #row to #column scope cta : vector<16xf32> to vector<64xf32>
    gpu.barrier
    %x = tl.convert_layout %w as #column to #row scope cta : vector<64xf32> to vector<16xf32>
    %z = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> vector<16xf32> {
      %n = arith.addf %y, %x : vector<16xf32>
      %t = tl.convert_layout %n as #row to #column scope cta : vector<16xf32> to vector<64xf32>
      gpu.barrier
      %u = tl.convert_layout %t as #column to #row scope cta : vector<64xf32> to vector<16xf32>
      scf.yield %u : vector<16xf32>
    }
    tl.store %z as #row to %B scope cta : vector<16xf32> to memref<64x16xf32>
    %warp = gpu.subgroup_id : index
    %is_first = arith.cmpi eq, %warp, %c0 : index
    scf.if %is_first {
      %k = tl.convert_layout %h as #left to #right scope warp : vector<32xf16> to vector<32xf16>
      tl.store %k as #right to %C scope warp : vector<32xf16> to memref<32x32xf16>
    }
    gpu.return
  }

  // What a pass has made for the block is too small, and becomes larger.
  // CHECK-LABEL: gpu.func @widened(
  // CHECK-SAME:    workgroup(%{{[^ ]+}} : memref<4352xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 3, 4352>}) kernel
  gpu.func @widened(%C: memref<64x16xf32>, %D: memref<64x16xf32>) workgroup(%S: memref<512xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 3, 512>}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c = tl.load %C as #row scope cta : memref<64x16xf32> to vector<16xf32>
    %d = tl.convert_layout %c as #row to #column scope cta : vector<16xf32> to vector<64xf32>
    tl.store %d as #column to %D scope cta : vector<64xf32> to memref<64x16xf32>
    gpu.return
  }

  // What is named is used as it is; S2: who had it before may be reading it.
  // CHECK-LABEL: gpu.func @named(
  // CHECK-SAME:    workgroup(%[[S:.+]] : memref<4096xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64}) kernel
  // CHECK:         %[[M:.+]] = memref.view %[[S]][%c0][]
  // CHECK-NEXT:    tl.store {{.*}} to %[[M]] layout
  // CHECK:         nvvm.bar.warp.sync
  // CHECK-NEXT:    tl.load %[[M]] layout {{.*}}my.note
  // CHECK-NEXT:    tl.store
  // CHECK:         nvvm.bar.warp.sync
  // CHECK-NEXT:    tl.store {{.*}} to %[[M]] layout
  gpu.func @named(%A: memref<32x32xf16>, %B: memref<32x32xf16>) workgroup(%S: memref<4096xi8, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = vector.constant_mask [32] : vector<32xi1>
    %k = arith.uitofp %v : vector<32xi1> to vector<32xf16>
    %w = tl.convert_layout %k as #left to #right scope warp using %S {my.note} : vector<32xf16>, memref<4096xi8, #gpu.address_space<workgroup>> to vector<32xf16>
    tl.store %w as #right to %A scope warp : vector<32xf16> to memref<32x32xf16>
    %x = tl.convert_layout %w as #left to #right scope warp using %S : vector<32xf16>, memref<4096xi8, #gpu.address_space<workgroup>> to vector<32xf16>
    tl.store %x as #right to %B scope warp : vector<32xf16> to memref<32x32xf16>
    gpu.return
  }
  // S2: a barrier of lanes that a number says is none of the warp.
  // CHECK-LABEL: gpu.func @lanes(
  // CHECK:         tl.load
  // CHECK-NEXT:    nvvm.bar.warp.sync %arg1
  // CHECK-NEXT:    nvvm.bar.warp.sync %c-1
  // CHECK-NEXT:    tl.store
  // CHECK:         tl.load
  // CHECK-NEXT:    llvm.mlir.constant(-1 : i32)
  // CHECK-NEXT:    nvvm.bar.warp.sync
  // CHECK-NEXT:    tl.store
  gpu.func @lanes(%v: vector<32xf16>, %mask: i32, %A: memref<32x32xf16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %w = tl.convert_layout %v as #left to #right scope warp : vector<32xf16> to vector<32xf16>
    nvvm.bar.warp.sync %mask : i32
    %x = tl.convert_layout %w as #left to #right scope warp : vector<32xf16> to vector<32xf16>
    %all = llvm.mlir.constant(-1 : i32) : i32
    nvvm.bar.warp.sync %all : i32
    %y = tl.convert_layout %x as #left to #right scope warp : vector<32xf16> to vector<32xf16>
    tl.store %y as #right to %A scope warp : vector<32xf16> to memref<32x32xf16>
    gpu.return
  }
}
