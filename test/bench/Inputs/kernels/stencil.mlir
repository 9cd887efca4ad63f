// The sum of four neighbours, weighed and added: 32 x 32 of f32 a block, through shared
// memory with one more row and four more columns on each side, zeros outside.
#center = #tl.register<local(2, 1).spatial(16, 8).local(1, 4)>
#side = #tl.register<local(2, 1).spatial(16, 8)>
!image = memref<128x128xf32>
!smem = memref<34x40xf32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @stencil(%A: !image {llvm.align = 16 : i64}, %B: !image {llvm.align = 16 : i64}, %w: f32) workgroup(%S: !smem) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c32 = arith.constant 32 : i32
    %block_x = gpu.block_id x
    %x = arith.index_cast %block_x : index to i32
    %block_y = gpu.block_id y
    %y = arith.index_cast %block_y : index to i32
    %i = arith.muli %y, %c32 : i32
    %j = arith.muli %x, %c32 : i32
    %i1 = arith.subi %i, %c1 : i32
    %j4 = arith.subi %j, %c4 : i32
    tl.copy %A[%i1 : i32, %j4 : i32] to %S scope cta tile(34, 40) bounds(128, 128) from(0, 0) : !image to !smem
    gpu.barrier
    %c = tl.load %S[1, 4] as #center scope cta : !smem to vector<2x4xf32>
    %up = tl.load %S[0, 4] as #center scope cta : !smem to vector<2x4xf32>
    %down = tl.load %S[2, 4] as #center scope cta : !smem to vector<2x4xf32>
    %L = memref.subview %S[1, 3] [32, 8] [1, 4] : !smem to memref<32x8xf32, strided<[40, 4], offset: 43>, #gpu.address_space<workgroup>>
    %R = memref.subview %S[1, 8] [32, 8] [1, 4] : !smem to memref<32x8xf32, strided<[40, 4], offset: 48>, #gpu.address_space<workgroup>>
    %l = tl.load %L as #side scope cta : memref<32x8xf32, strided<[40, 4], offset: 43>, #gpu.address_space<workgroup>> to vector<2xf32>
    %r = tl.load %R as #side scope cta : memref<32x8xf32, strided<[40, 4], offset: 48>, #gpu.address_space<workgroup>> to vector<2xf32>
    %none = ub.poison : vector<2x4xf32>
    %ws = vector.broadcast %w : f32 to vector<4xf32>
    %m0 = vector.extract %c[0] : vector<4xf32> from vector<2x4xf32>
    %up0 = vector.extract %up[0] : vector<4xf32> from vector<2x4xf32>
    %down0 = vector.extract %down[0] : vector<4xf32> from vector<2x4xf32>
    %l0 = vector.extract %l[0] : f32 from vector<2xf32>
    %r0 = vector.extract %r[0] : f32 from vector<2xf32>
    %m0_0 = vector.extract %m0[0] : f32 from vector<4xf32>
    %m0_1 = vector.extract %m0[1] : f32 from vector<4xf32>
    %m0_2 = vector.extract %m0[2] : f32 from vector<4xf32>
    %m0_3 = vector.extract %m0[3] : f32 from vector<4xf32>
    %before0 = vector.from_elements %l0, %m0_0, %m0_1, %m0_2 : vector<4xf32>
    %behind0 = vector.from_elements %m0_1, %m0_2, %m0_3, %r0 : vector<4xf32>
    %y0 = arith.addf %up0, %down0 : vector<4xf32>
    %x0 = arith.addf %before0, %behind0 : vector<4xf32>
    %s0 = arith.addf %y0, %x0 : vector<4xf32>
    %f0 = vector.fma %s0, %ws, %m0 : vector<4xf32>
    %v0 = vector.insert %f0, %none [0] : vector<4xf32> into vector<2x4xf32>
    %m1 = vector.extract %c[1] : vector<4xf32> from vector<2x4xf32>
    %up1 = vector.extract %up[1] : vector<4xf32> from vector<2x4xf32>
    %down1 = vector.extract %down[1] : vector<4xf32> from vector<2x4xf32>
    %l1 = vector.extract %l[1] : f32 from vector<2xf32>
    %r1 = vector.extract %r[1] : f32 from vector<2xf32>
    %m1_0 = vector.extract %m1[0] : f32 from vector<4xf32>
    %m1_1 = vector.extract %m1[1] : f32 from vector<4xf32>
    %m1_2 = vector.extract %m1[2] : f32 from vector<4xf32>
    %m1_3 = vector.extract %m1[3] : f32 from vector<4xf32>
    %before1 = vector.from_elements %l1, %m1_0, %m1_1, %m1_2 : vector<4xf32>
    %behind1 = vector.from_elements %m1_1, %m1_2, %m1_3, %r1 : vector<4xf32>
    %y1 = arith.addf %up1, %down1 : vector<4xf32>
    %x1 = arith.addf %before1, %behind1 : vector<4xf32>
    %s1 = arith.addf %y1, %x1 : vector<4xf32>
    %f1 = vector.fma %s1, %ws, %m1 : vector<4xf32>
    %v1 = vector.insert %f1, %v0 [1] : vector<4xf32> into vector<2x4xf32>
    tl.store %v1 as #center to %B[%i : i32, %j : i32] scope cta : vector<2x4xf32> to !image
    gpu.return
  }
}
