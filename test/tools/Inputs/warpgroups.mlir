// Each of two warpgroups converts a tile, with a barrier of its own.
#columns = #tl.register<column_spatial(4, 8).local(2, 1)>
gpu.module @kernels {
  gpu.func @convert(%a: memref<8x16xi16>, %b: memref<8x16xi16>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %thread = gpu.thread_id x
    %c16 = arith.constant 16 : index
    %column = arith.divui %thread, %c16 : index
    %c8 = arith.constant 8 : index
    %group = arith.divui %column, %c8 : index
    %first = arith.muli %group, %c8 : index
    %v = tl.load %a[0, %first] as #tl.register<spatial(8, 8)> scope warpgroup : memref<8x16xi16> to vector<1xi16>
    %w = tl.convert_layout %v as #tl.register<spatial(8, 8)> to #columns scope warpgroup : vector<1xi16> to vector<2xi16>
    tl.store %w as #columns to %b[0, %first] scope warpgroup : vector<2xi16> to memref<8x16xi16>
    gpu.return
  }
}
