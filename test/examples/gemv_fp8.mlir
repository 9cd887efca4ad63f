// y = (S * W) x with weights in fp8 (e4m3) and a scale for 64 of them: a warp a
// row, 16 weights a lane in one access of 16 bytes.  Every warp holds x (#x), and
// 4 lanes the same scale (#scale): both layouts have replicas.
//
// In bits, e4m3 is the upper byte of f16 but for an exponent of 4 bits in place of
// 5: moved there with its sign in front, it is the number less a factor of 2^8,
// subnormals included (NaN is 480).  4 weights are 4 bytes: two are moved at a
// time, those of even columns and those of odd ones, and x is held in that order.
// The weights of the test are all finite numbers of e4m3.

// RUN: tl-sim --verify-lowering %s --grid=3 --arg=4:scalar=21 --reference=gemv_fp8_by_loops \
// RUN:   --arg=1:small --arg=2:small --tolerance=1e-4 | FileCheck %s
// CHECK: @gemv_fp8: equivalent: {{[0-9]+}} elements
// CHECK: @gemv_fp8: as @gemv_fp8_by_loops: 21 elements, off by at most {{.*}}

#w = #tl.register<spatial(4, 32).local(1, 16)>
#x = #tl.register<reduce(spatial(4, 32).local(1, 16), dims = [0])>
#scale = #tl.register<reduce(spatial(4, 8, 4), dims = [2])>
#y = #tl.register<reduce(spatial(4, 32), dims = [1])>
!weights = memref<64x512xf8E4M3FN>
!scales = memref<64x8xf16>
!input = memref<512xf16>
!output = memref<64xf32>

gpu.module @kernels {
  gpu.func @gemv_fp8(%W: !weights {llvm.align = 16 : i64}, %S: !scales {llvm.align = 16 : i64},
      %X: !input {llvm.align = 16 : i64}, %Y: !output, %rows: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c4 = arith.constant 4 : index
    %block = gpu.block_id x
    %blocks = gpu.grid_dim x
    %first = arith.muli %block, %c4 : index
    %step = arith.muli %blocks, %c4 : index
    %i0 = arith.constant 0 : i32
    %i1 = arith.constant 1 : i32
    %i5 = arith.constant 5 : i32
    %i32 = arith.constant 32 : i32
    %x16 = tl.load %X as #x scope cta : !input to vector<16xf16>
    %x_odd16 = vector.shuffle %x16, %x16 [1, 3, 5, 7, 9, 11, 13, 15] : vector<16xf16>, vector<16xf16>
    %x_even16 = vector.shuffle %x16, %x16 [0, 2, 4, 6, 8, 10, 12, 14] : vector<16xf16>, vector<16xf16>
    %x_odd = arith.extf %x_odd16 : vector<8xf16> to vector<8xf32>
    %x_even = arith.extf %x_even16 : vector<8xf16> to vector<8xf32>
    %byte = arith.constant dense<8> : vector<4xi32>
    %bit = arith.constant dense<1> : vector<4xi32>
    %signs = arith.constant dense<0x80008000> : vector<4xi32>
    %magnitudes = arith.constant dense<0x3f803f80> : vector<4xi32>
    %bias = arith.constant 256.0 : f32
    scf.for %i = %first to %rows step %step {
      %w8 = tl.load %W[%i, 0] as #w scope cta bounds(%rows, 512) : !weights to vector<16xf8E4M3FN>
      %s16 = tl.load %S[%i, 0] as #scale scope cta bounds(%rows, 8) : !scales to vector<1xf16>
      %odd = vector.bitcast %w8 : vector<16xf8E4M3FN> to vector<4xi32>
      %even = arith.shli %odd, %byte : vector<4xi32>
      %odd_sign = arith.andi %odd, %signs : vector<4xi32>
      %even_sign = arith.andi %even, %signs : vector<4xi32>
      %odd_lower = arith.shrui %odd, %bit : vector<4xi32>
      %even_lower = arith.shrui %even, %bit : vector<4xi32>
      %odd_rest = arith.andi %odd_lower, %magnitudes : vector<4xi32>
      %even_rest = arith.andi %even_lower, %magnitudes : vector<4xi32>
      %odd_bits = arith.ori %odd_sign, %odd_rest : vector<4xi32>
      %even_bits = arith.ori %even_sign, %even_rest : vector<4xi32>
      %odd16 = vector.bitcast %odd_bits : vector<4xi32> to vector<8xf16>
      %even16 = vector.bitcast %even_bits : vector<4xi32> to vector<8xf16>
      %w_odd = arith.extf %odd16 : vector<8xf16> to vector<8xf32>
      %w_even = arith.extf %even16 : vector<8xf16> to vector<8xf32>
      %products_odd = arith.mulf %w_odd, %x_odd fastmath<contract> : vector<8xf32>
      %products = vector.fma %w_even, %x_even, %products_odd : vector<8xf32>
      %sum8 = vector.reduction <add>, %products : vector<8xf32> into f32
      %unscaled = arith.mulf %sum8, %bias : f32
      %s1 = vector.extract %s16[0] : f16 from vector<1xf16>
      %s = arith.extf %s1 : f16 to f32
      %own = arith.mulf %unscaled, %s : f32
      %sum = scf.for %n = %i0 to %i5 step %i1 iter_args(%part = %own) -> f32 : i32 {
        %distance = arith.shli %i1, %n : i32
        %other, %valid = gpu.shuffle xor %part, %distance, %i32 : f32
        %next = arith.addf %part, %other : f32
        scf.yield %next : f32
      }
      %y = vector.broadcast %sum : f32 to vector<1xf32>
      tl.store %y as #y to %Y[%i] scope cta bounds(%rows) : vector<1xf32> to !output
    }
    gpu.return
  }
}

func.func private @gemv_fp8_by_loops(%W: !weights, %S: !scales, %X: !input, %Y: !output, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c512 = arith.constant 512 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %rows step %c1 {
    %sum = scf.for %k = %c0 to %c512 step %c1 iter_args(%n = %zero) -> f64 {
      %group = arith.divui %k, %c64 : index
      %w8 = memref.load %W[%i, %k] : !weights
      %s16 = memref.load %S[%i, %group] : !scales
      %x16 = memref.load %X[%k] : !input
      %w = arith.extf %w8 : f8E4M3FN to f64
      %s = arith.extf %s16 : f16 to f64
      %x = arith.extf %x16 : f16 to f64
      %sw = arith.mulf %s, %w : f64
      %next = math.fma %sw, %x, %n : f64
      scf.yield %next : f64
    }
    %y = arith.truncf %sum : f64 to f32
    memref.store %y, %Y[%i] : !output
  }
  return
}
