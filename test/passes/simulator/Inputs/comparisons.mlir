// Every comparison of two numbers, as comparisons.ptx has them in one instruction each.
gpu.module @kernels {
  gpu.func @reals(%x: memref<512x3xf32>, %o: memref<512x14xi32>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %c11 = arith.constant 11 : index
    %c12 = arith.constant 12 : index
    %c13 = arith.constant 13 : index
    %a = memref.load %x[%i, %c0] : memref<512x3xf32>
    %b = memref.load %x[%i, %c1] : memref<512x3xf32>
    %p0 = arith.cmpf oeq, %a, %b : f32
    %r0 = arith.extui %p0 : i1 to i32
    memref.store %r0, %o[%i, %c0] : memref<512x14xi32>
    %p1 = arith.cmpf one, %a, %b : f32
    %r1 = arith.extui %p1 : i1 to i32
    memref.store %r1, %o[%i, %c1] : memref<512x14xi32>
    %p2 = arith.cmpf olt, %a, %b : f32
    %r2 = arith.extui %p2 : i1 to i32
    memref.store %r2, %o[%i, %c2] : memref<512x14xi32>
    %p3 = arith.cmpf ole, %a, %b : f32
    %r3 = arith.extui %p3 : i1 to i32
    memref.store %r3, %o[%i, %c3] : memref<512x14xi32>
    %p4 = arith.cmpf ogt, %a, %b : f32
    %r4 = arith.extui %p4 : i1 to i32
    memref.store %r4, %o[%i, %c4] : memref<512x14xi32>
    %p5 = arith.cmpf oge, %a, %b : f32
    %r5 = arith.extui %p5 : i1 to i32
    memref.store %r5, %o[%i, %c5] : memref<512x14xi32>
    %p6 = arith.cmpf ueq, %a, %b : f32
    %r6 = arith.extui %p6 : i1 to i32
    memref.store %r6, %o[%i, %c6] : memref<512x14xi32>
    %p7 = arith.cmpf une, %a, %b : f32
    %r7 = arith.extui %p7 : i1 to i32
    memref.store %r7, %o[%i, %c7] : memref<512x14xi32>
    %p8 = arith.cmpf ult, %a, %b : f32
    %r8 = arith.extui %p8 : i1 to i32
    memref.store %r8, %o[%i, %c8] : memref<512x14xi32>
    %p9 = arith.cmpf ule, %a, %b : f32
    %r9 = arith.extui %p9 : i1 to i32
    memref.store %r9, %o[%i, %c9] : memref<512x14xi32>
    %p10 = arith.cmpf ugt, %a, %b : f32
    %r10 = arith.extui %p10 : i1 to i32
    memref.store %r10, %o[%i, %c10] : memref<512x14xi32>
    %p11 = arith.cmpf uge, %a, %b : f32
    %r11 = arith.extui %p11 : i1 to i32
    memref.store %r11, %o[%i, %c11] : memref<512x14xi32>
    %p12 = arith.cmpf ord, %a, %b : f32
    %r12 = arith.extui %p12 : i1 to i32
    memref.store %r12, %o[%i, %c12] : memref<512x14xi32>
    %p13 = arith.cmpf uno, %a, %b : f32
    %r13 = arith.extui %p13 : i1 to i32
    memref.store %r13, %o[%i, %c13] : memref<512x14xi32>
    gpu.return
  }
  gpu.func @integers(%x: memref<512x3xi32>, %o: memref<512x10xi32>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c8 = arith.constant 8 : index
    %c9 = arith.constant 9 : index
    %a = memref.load %x[%i, %c0] : memref<512x3xi32>
    %b = memref.load %x[%i, %c1] : memref<512x3xi32>
    %p0 = arith.cmpi eq, %a, %b : i32
    %r0 = arith.extui %p0 : i1 to i32
    memref.store %r0, %o[%i, %c0] : memref<512x10xi32>
    %p1 = arith.cmpi ne, %a, %b : i32
    %r1 = arith.extui %p1 : i1 to i32
    memref.store %r1, %o[%i, %c1] : memref<512x10xi32>
    %p2 = arith.cmpi slt, %a, %b : i32
    %r2 = arith.extui %p2 : i1 to i32
    memref.store %r2, %o[%i, %c2] : memref<512x10xi32>
    %p3 = arith.cmpi sle, %a, %b : i32
    %r3 = arith.extui %p3 : i1 to i32
    memref.store %r3, %o[%i, %c3] : memref<512x10xi32>
    %p4 = arith.cmpi sgt, %a, %b : i32
    %r4 = arith.extui %p4 : i1 to i32
    memref.store %r4, %o[%i, %c4] : memref<512x10xi32>
    %p5 = arith.cmpi sge, %a, %b : i32
    %r5 = arith.extui %p5 : i1 to i32
    memref.store %r5, %o[%i, %c5] : memref<512x10xi32>
    %p6 = arith.cmpi ult, %a, %b : i32
    %r6 = arith.extui %p6 : i1 to i32
    memref.store %r6, %o[%i, %c6] : memref<512x10xi32>
    %p7 = arith.cmpi ule, %a, %b : i32
    %r7 = arith.extui %p7 : i1 to i32
    memref.store %r7, %o[%i, %c7] : memref<512x10xi32>
    %p8 = arith.cmpi ugt, %a, %b : i32
    %r8 = arith.extui %p8 : i1 to i32
    memref.store %r8, %o[%i, %c8] : memref<512x10xi32>
    %p9 = arith.cmpi uge, %a, %b : i32
    %r9 = arith.extui %p9 : i1 to i32
    memref.store %r9, %o[%i, %c9] : memref<512x10xi32>
    gpu.return
  }
}
