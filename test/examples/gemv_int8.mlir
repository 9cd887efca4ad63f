// y = (S * W) x with weights of 8 bits and a scale for 64 of them: a warp a row,
// 16 weights a lane in one access of 16 bytes.  Every warp holds x (#x), and 4
// lanes the same scale (#scale): both layouts have replicas.

// RUN: tl-sim --verify-lowering %s --grid=3 --arg=4:scalar=21 --reference=gemv_int8_by_loops \
// RUN:   --arg=0:small --arg=1:small --arg=2:small --tolerance=0 | FileCheck %s
// CHECK: @gemv_int8: equivalent: {{[0-9]+}} elements
// CHECK: @gemv_int8: as @gemv_int8_by_loops: 21 elements, off by at most 0{{$}}

#w = #tl.register<spatial(4, 32).local(1, 16)>
#x = #tl.register<reduce(spatial(4, 32).local(1, 16), dims = [0])>
#scale = #tl.register<reduce(spatial(4, 8, 4), dims = [2])>
#y = #tl.register<reduce(spatial(4, 32), dims = [1])>
!weights = memref<64x512xi8>
!scales = memref<64x8xf16>
!input = memref<512xf16>
!output = memref<64xf32>

gpu.module @kernels {
  gpu.func @gemv_int8(%W: !weights {llvm.align = 16 : i64}, %S: !scales {llvm.align = 16 : i64},
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
    %x = arith.extf %x16 : vector<16xf16> to vector<16xf32>
    scf.for %i = %first to %rows step %step {
      %w8 = tl.load %W[%i, 0] as #w scope cta bounds(%rows, 512) : !weights to vector<16xi8>
      %s16 = tl.load %S[%i, 0] as #scale scope cta bounds(%rows, 8) : !scales to vector<1xf16>
      %w = arith.sitofp %w8 : vector<16xi8> to vector<16xf32>
      %products = arith.mulf %w, %x fastmath<contract> : vector<16xf32>
      %unscaled = vector.reduction <add>, %products fastmath<contract> : vector<16xf32> into f32
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

func.func private @gemv_int8_by_loops(%W: !weights, %S: !scales, %X: !input, %Y: !output, %rows: index) {
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
      %w = arith.sitofp %w8 : i8 to f64
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
