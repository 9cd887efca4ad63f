// Fields of bits at every place and of every length, put in and taken out with and
// without a sign: what fields.ptx does with an instruction each.
gpu.module @kernels {
  gpu.func @fields(%x: memref<64xi32>, %y: memref<64xi32>, %o: memref<3x1024xi32>) kernel
      attributes {known_block_size = array<i32: 1024, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %none = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %most = arith.constant 32 : i64
    %bits = arith.constant 64 : i64
    %word = arith.constant 4294967295 : i64
    %p = arith.remui %t, %c64 : index
    %l = arith.divui %t, %c16 : index
    %place = arith.index_cast %p : index to i64
    %whole = arith.index_cast %l : index to i64
    %length = arith.minui %whole, %most : i64
    %a = memref.load %x[%p] : memref<64xi32>
    %b = memref.load %y[%p] : memref<64xi32>
    %as = arith.extsi %a : i32 to i64
    %au = arith.extui %a : i32 to i64
    %bu = arith.extui %b : i32 to i64
    %behind = arith.shli %one, %length : i64
    %ones = arith.subi %behind, %one : i64
    %is_inside = arith.cmpi ult, %place, %most : i64

    // What is put into b, where it is not past its end.
    %moved = arith.shli %ones, %place : i64
    %mask = arith.select %is_inside, %moved, %none : i64
    %others = arith.xori %mask, %word : i64
    %kept = arith.andi %bu, %others : i64
    %value = arith.shli %au, %place : i64
    %put = arith.andi %value, %mask : i64
    %both = arith.ori %kept, %put : i64
    %into = arith.trunci %both : i64 to i32
    memref.store %into, %o[%c0, %t] : memref<3x1024xi32>

    %down = arith.shrui %au, %place : i64
    %field = arith.andi %down, %ones : i64
    %unsigned = arith.trunci %field : i64 to i32
    memref.store %unsigned, %o[%c1, %t] : memref<3x1024xi32>

    // The sign is that of the number where the field ends behind it.
    %signs = arith.shrsi %as, %place : i64
    %is_empty = arith.cmpi eq, %length, %none : i64
    %rest = arith.subi %bits, %length : i64
    %up = arith.select %is_empty, %none, %rest : i64
    %top = arith.shli %signs, %up : i64
    %extended = arith.shrsi %top, %up : i64
    %own = arith.select %is_empty, %none, %extended : i64
    %signed = arith.trunci %own : i64 to i32
    memref.store %signed, %o[%c2, %t] : memref<3x1024xi32>
    gpu.return
  }
}
