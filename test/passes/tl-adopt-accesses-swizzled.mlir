// RUN: tl-opt %s --tl-adopt-accesses=remarks=1 2>&1 | FileCheck %s
// RUN: tl-opt %s --tl-adopt-accesses --lower-layout-copies=verify-by-simulation | tl-sim - --report | FileCheck %s --check-prefix=COST

// What lies under a swizzle is adopted, and where it is then is open (rule B2): nothing
// but what the kernel gives is compared.

// CHECK: remark: 'memref.store' op becomes a copy of a tile
// CHECK: remark: 'memref.load' op becomes a copy of a tile
// CHECK: gpu.func @swizzled
// CHECK: tl.store %{{.*}} as #frag to %{{.*}} layout auto
// CHECK: tl.load %{{.*}} layout auto as #frag1
// CHECK: gpu.func @view
// CHECK: %[[VIEW:.*]] = memref.view
// CHECK: tl.store %{{.*}} as #frag{{[0-9]*}} to %[[VIEW]]{{.*}} layout auto
// COST: @swizzled
// COST: @view
gpu.module @kernels {
  gpu.func @swizzled(%A: memref<8x64xf32>, %B: memref<8x64xf32>) workgroup(%S: memref<512xf32, #gpu.address_space<workgroup>>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %c63 = arith.constant 63 : index
    %c6 = arith.constant 6 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %c7 = arith.constant 7 : index
    %c64 = arith.constant 64 : index
    %t = gpu.thread_id x
    %i = arith.shrui %t, %c6 : index
    %j = arith.andi %t, %c63 : index
    %v = memref.load %A[%i, %j] : memref<8x64xf32>
    %x = arith.shrui %t, %c6 : index
    %to = arith.xori %t, %x : index
    memref.store %v, %S[%to] : memref<512xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = arith.andi %t, %c7 : index
    %c = arith.shrui %t, %c3 : index
    %row = arith.muli %r, %c64 : index
    %at = arith.addi %row, %c : index
    %y = arith.shrui %at, %c6 : index
    %from = arith.xori %at, %y : index
    %w = memref.load %S[%from] : memref<512xf32, #gpu.address_space<workgroup>>
    memref.store %w, %B[%r, %c] : memref<8x64xf32>
    gpu.return
  }

  gpu.func @view(%A: memref<8x64xf32>, %B: memref<8x64xf32>) workgroup(%bytes: memref<2048xi8, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %c0 = arith.constant 0 : index
    %S = memref.view %bytes[%c0][] : memref<2048xi8, #gpu.address_space<workgroup>> to memref<512xf32, #gpu.address_space<workgroup>>
    %c63 = arith.constant 63 : index
    %c6 = arith.constant 6 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %c7 = arith.constant 7 : index
    %c64 = arith.constant 64 : index
    %t = gpu.thread_id x
    %i = arith.shrui %t, %c6 : index
    %j = arith.andi %t, %c63 : index
    %v = memref.load %A[%i, %j] : memref<8x64xf32>
    %x = arith.shrui %t, %c6 : index
    %to = arith.xori %t, %x : index
    memref.store %v, %S[%to] : memref<512xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = arith.andi %t, %c7 : index
    %c = arith.shrui %t, %c3 : index
    %row = arith.muli %r, %c64 : index
    %at = arith.addi %row, %c : index
    %y = arith.shrui %at, %c6 : index
    %from = arith.xori %at, %y : index
    %w = memref.load %S[%from] : memref<512xf32, #gpu.address_space<workgroup>>
    memref.store %w, %B[%r, %c] : memref<8x64xf32>
    gpu.return
  }
}
