// Rows of a table by numbers, zeros for those that the table lacks: a warp a row.
#row = #tl.register<spatial(1, 32).local(1, 8)>
!table = memref<4096x256xf16>
!numbers = memref<1024xi32>
!out = memref<1024x256xf16>
gpu.module @kernels {
  gpu.func @gather(%T: !table {llvm.align = 16 : i64}, %N: !numbers, %Y: !out {llvm.align = 16 : i64}, %size: i32, %count: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c4 = arith.constant 4 : i32
    %c32 = arith.constant 32 : i32
    %thread = gpu.thread_id x
    %t = arith.index_cast %thread : index to i32
    %warp = arith.divui %t, %c32 : i32
    %block = gpu.block_id x
    %b = arith.index_cast %block : index to i32
    %first = arith.muli %b, %c4 : i32
    %i = arith.addi %first, %warp : i32
    %inside = arith.cmpi slt, %i, %count : i32
    scf.if %inside {
      %at = arith.index_cast %i : i32 to index
      %n = memref.load %N[%at] : !numbers
      %rows = tl.assume %size range 0 to 4096 : i32
      %v = tl.load %T[%n : i32, 0] as #row scope warp bounds(%rows : i32, 256) from(0, 0) : !table to vector<8xf16>
      tl.store %v as #row to %Y[%i : i32, 0] scope warp : vector<8xf16> to !out
    }
    gpu.return
  }
}
