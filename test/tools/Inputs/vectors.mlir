// Vectors of two dimensions, f8 and approximations beside copies.
#row = #tl.register<spatial(32, 1).local(1, 8)>
#smem = #tl.shared<row_major(32, 8)>
gpu.module @kernels {
  gpu.func @vectors(%A: memref<32x8xf32> {llvm.align = 16 : i64}, %B: memref<32x8xf8E4M3FN> {llvm.align = 16 : i64})
      workgroup(%S: memref<256xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #row scope warp : memref<32x8xf32> to vector<8xf32>
    %m = vector.shape_cast %v : vector<8xf32> to vector<2x4xf32>
    %r = vector.extract %m[0] : vector<4xf32> from vector<2x4xf32>
    %f = vector.fma %r, %r, %r : vector<4xf32>
    %n = vector.insert %f, %m[1] : vector<4xf32> into vector<2x4xf32>
    %x = vector.extract_strided_slice %n {offsets = [0, 2], sizes = [2, 2], strides = [1, 1]}
      : vector<2x4xf32> to vector<2x2xf32>
    %y = vector.insert_strided_slice %x, %n {offsets = [0, 0], strides = [1, 1]}
      : vector<2x2xf32> into vector<2x4xf32>
    %w = vector.shape_cast %y : vector<2x4xf32> to vector<8xf32>
    tl.store %w as #row to %S layout #smem scope warp
      : vector<8xf32> to memref<256xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %q = tl.load %S layout #smem as #row scope warp
      : memref<256xf32, #gpu.address_space<workgroup>> to vector<8xf32>
    %q0 = vector.extract %q[0] : f32 from vector<8xf32>
    %q1 = vector.extract %q[1] : f32 from vector<8xf32>
    %e = llvm.call_intrinsic "llvm.nvvm.ex2.approx.f32"(%q0) : (f32) -> f32
    %p = nvvm.convert.f32x2.to.f8x2 %q1, %e {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : i16 (f8E4M3FN)
    %h = vector.broadcast %p : i16 to vector<4xi16>
    %o = vector.bitcast %h : vector<4xi16> to vector<8xf8E4M3FN>
    tl.store %o as #row to %B scope warp : vector<8xf8E4M3FN> to memref<32x8xf8E4M3FN>
    gpu.return
  }
}
