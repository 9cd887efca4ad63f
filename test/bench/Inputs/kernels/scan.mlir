// Sums of the beginnings of rows of 256, a warp a row.
#tile = #tl.register<spatial(1, 32).local(1, 8)>
!matrix = memref<16x256xf32>
gpu.module @kernels {
  gpu.func @scan(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %rows: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c5 = arith.constant 5 : i32
    %c32 = arith.constant 32 : i32
    %block = gpu.block_id x
    %b = arith.index_cast %block : index to i32
    %i = arith.muli %b, %c4 : i32
    %thread = gpu.thread_id x
    %t = arith.index_cast %thread : index to i32
    %w = arith.divui %t, %c32 : i32
    %row = arith.addi %i, %w : i32
    %inside = arith.cmpi slt, %row, %rows : i32
    %lane = gpu.lane_id
    %l = arith.index_cast %lane : index to i32
    scf.if %inside {
      %x = tl.load %X[%row : i32, 0] as #tile scope warp : !matrix to vector<8xf32>
      %start = vector.extract %x[0] : f32 from vector<8xf32>
      %x1 = vector.extract %x[1] : f32 from vector<8xf32>
      %s1 = arith.addf %start, %x1 : f32
      %x2 = vector.extract %x[2] : f32 from vector<8xf32>
      %s2 = arith.addf %s1, %x2 : f32
      %x3 = vector.extract %x[3] : f32 from vector<8xf32>
      %s3 = arith.addf %s2, %x3 : f32
      %x4 = vector.extract %x[4] : f32 from vector<8xf32>
      %s4 = arith.addf %s3, %x4 : f32
      %x5 = vector.extract %x[5] : f32 from vector<8xf32>
      %s5 = arith.addf %s4, %x5 : f32
      %x6 = vector.extract %x[6] : f32 from vector<8xf32>
      %s6 = arith.addf %s5, %x6 : f32
      %x7 = vector.extract %x[7] : f32 from vector<8xf32>
      %s7 = arith.addf %s6, %x7 : f32
      %all = scf.for %n = %c0 to %c5 step %c1 iter_args(%part = %s7) -> f32 : i32 {
        %distance = arith.shli %c1, %n : i32
        %other, %valid = gpu.shuffle up %part, %distance, %c32 : f32
        %is = arith.cmpi uge, %l, %distance : i32
        %sum = arith.addf %part, %other : f32
        %next = arith.select %is, %sum, %part : f32
        scf.yield %next : f32
      }
      %before = arith.subf %all, %s7 : f32
      %v = vector.from_elements %start, %s1, %s2, %s3, %s4, %s5, %s6, %s7 : vector<8xf32>
      %befores = vector.broadcast %before : f32 to vector<8xf32>
      %y = arith.addf %v, %befores : vector<8xf32>
      tl.store %y as #tile to %Y[%row : i32, 0] scope warp : vector<8xf32> to !matrix
    }
    gpu.return
  }
}
