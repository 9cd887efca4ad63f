// What has an instruction of its own from sm_100 on: pairs of f32, f16 beside f32,
// and extremes of f32 among the lanes of a warp.
gpu.module @kernels {
  gpu.func @pairs_of_f32(%x: memref<512x3xf32> {llvm.align = 16 : i64}, %y: memref<512x3xf32> {llvm.align = 16 : i64}, %o: memref<384x8xf32> {llvm.align = 32 : i64}) kernel
      attributes {known_block_size = array<i32: 384, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %flat = memref.collapse_shape %x [[0, 1]] : memref<512x3xf32> into memref<1536xf32>
    %flat2 = memref.collapse_shape %y [[0, 1]] : memref<512x3xf32> into memref<1536xf32>
    %at = arith.muli %i, %c4 : index
    %a = vector.load %flat[%at] {alignment = 8 : i64} : memref<1536xf32>, vector<2xf32>
    %at2 = arith.addi %at, %c2 : index
    %b = vector.load %flat2[%at2] {alignment = 8 : i64} : memref<1536xf32>, vector<2xf32>
    %sum = arith.addf %a, %b : vector<2xf32>
    %product = arith.mulf %a, %b : vector<2xf32>
    %difference = arith.subf %product, %sum : vector<2xf32>
    %fused = vector.fma %a, %b, %sum : vector<2xf32>
    vector.store %sum, %o[%i, %c0] {alignment = 8 : i64} : memref<384x8xf32>, vector<2xf32>
    vector.store %product, %o[%i, %c2] {alignment = 8 : i64} : memref<384x8xf32>, vector<2xf32>
    vector.store %difference, %o[%i, %c4] {alignment = 8 : i64} : memref<384x8xf32>, vector<2xf32>
    vector.store %fused, %o[%i, %c6] {alignment = 8 : i64} : memref<384x8xf32>, vector<2xf32>
    gpu.return
  }

  gpu.func @mixed(%h: memref<512xf16>, %k: memref<512xf16>, %x: memref<512x3xf32>, %o: memref<512x3xf32>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %short = memref.load %h[%i] : memref<512xf16>
    %factor = memref.load %k[%i] : memref<512xf16>
    %long = memref.load %x[%i, %c0] : memref<512x3xf32>
    %a = arith.extf %short : f16 to f32
    %b = arith.extf %factor : f16 to f32
    %sum = arith.addf %a, %long : f32
    %difference = arith.subf %a, %long : f32
    %a1 = vector.broadcast %a : f32 to vector<1xf32>
    %b1 = vector.broadcast %b : f32 to vector<1xf32>
    %c1x = vector.broadcast %long : f32 to vector<1xf32>
    %fused1 = vector.fma %a1, %b1, %c1x : vector<1xf32>
    %fused = vector.extract %fused1[0] : f32 from vector<1xf32>
    memref.store %sum, %o[%i, %c0] : memref<512x3xf32>
    memref.store %difference, %o[%i, %c1] : memref<512x3xf32>
    memref.store %fused, %o[%i, %c2] : memref<512x3xf32>
    gpu.return
  }

  gpu.func @extremes_of_warps(%x: memref<512x3xf32>, %o: memref<512x4xf32>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %a = memref.load %x[%i, %c0] : memref<512x3xf32>
    %b = memref.load %x[%i, %c1] : memref<512x3xf32>
    %all = arith.constant -1 : i32
    %most = nvvm.redux.sync fmax %a, %all : f32 -> f32
    %least = nvvm.redux.sync fmin %a, %all : f32 -> f32
    %mostn = nvvm.redux.sync fmax %b, %all {nan = true} : f32 -> f32
    %leastn = nvvm.redux.sync fmin %b, %all {nan = true} : f32 -> f32
    memref.store %most, %o[%i, %c0] : memref<512x4xf32>
    memref.store %least, %o[%i, %c1] : memref<512x4xf32>
    memref.store %mostn, %o[%i, %c2] : memref<512x4xf32>
    memref.store %leastn, %o[%i, %c3] : memref<512x4xf32>
    gpu.return
  }
}
