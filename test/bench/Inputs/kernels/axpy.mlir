// y += a x over n f32, a loop by the grid, 512 a turn, any multiple of 4.
#once = #llvm.loop_annotation<unroll = <disable = true>>
#t = #tl.register<spatial(128).local(4)>
!v = memref<65536xf32>
gpu.module @kernels {
  gpu.func @axpy(%X: !v {llvm.align = 16 : i64}, %Y: !v {llvm.align = 16 : i64}, %s: f32, %n: i32 {tl.divisibility = 4 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c512 = arith.constant 512 : i32
    %bx = gpu.block_id x
    %b = arith.index_cast %bx : index to i32
    %gx = gpu.grid_dim x
    %g = arith.index_cast %gx : index to i32
    %first = arith.muli %b, %c512 : i32
    %step = arith.muli %g, %c512 : i32
    %ss = vector.broadcast %s : f32 to vector<4xf32>
    scf.for %i = %first to %n step %step : i32 {
      %x = tl.load %X[%i : i32] as #t scope cta bounds(%n : i32) : !v to vector<4xf32>
      %y = tl.load %Y[%i : i32] as #t scope cta bounds(%n : i32) : !v to vector<4xf32>
      %z = vector.fma %x, %ss, %y : vector<4xf32>
      tl.store %z as #t to %Y[%i : i32] scope cta bounds(%n : i32) : vector<4xf32> to !v
    } {loop_annotation = #once}
    gpu.return
  }
}
