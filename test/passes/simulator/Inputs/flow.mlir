// Where control goes: a branch by number, and calls of functions that the driver has.
gpu.module @kernels {
  gpu.func @switch(%in: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c5 = arith.constant 5 : i32
    %c12 = arith.constant 12 : index
    %t = gpu.thread_id x
    %i = arith.remui %t, %c12 : index
    %x = memref.load %in[%t] : memref<64xi32>
    %y = scf.index_switch %i -> i32
    case 0 {
      %0 = arith.addi %x, %c5 : i32
      scf.yield %0 : i32
    }
    case 1 {
      %0 = arith.muli %x, %c5 : i32
      scf.yield %0 : i32
    }
    case 2 {
      %0 = arith.subi %x, %c5 : i32
      scf.yield %0 : i32
    }
    case 3 {
      %0 = arith.xori %x, %c5 : i32
      scf.yield %0 : i32
    }
    case 4 {
      %0 = arith.shli %x, %c5 : i32
      scf.yield %0 : i32
    }
    case 5 {
      %0 = arith.divsi %x, %c5 : i32
      scf.yield %0 : i32
    }
    case 6 {
      %0 = arith.remui %x, %c5 : i32
      scf.yield %0 : i32
    }
    case 7 {
      %0 = arith.andi %x, %c5 : i32
      scf.yield %0 : i32
    }
    case 8 {
      %0 = arith.ori %x, %c5 : i32
      scf.yield %0 : i32
    }
    default {
      scf.yield %x : i32
    }
    memref.store %y, %out[%t] : memref<64xi32>
    gpu.return
  }

  gpu.func @checked(%in: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c64 = arith.constant 64 : i32
    %t = gpu.thread_id x
    %x = memref.load %in[%t] : memref<64xi32>
    %is_small = arith.cmpi slt, %x, %c64 : i32
    cf.assert %is_small, "it is small"
    memref.store %x, %out[%t] : memref<64xi32>
    gpu.return
  }

  gpu.func @printed(%in: memref<64xi32>, %out: memref<64xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %in[%t] : memref<64xi32>
    gpu.printf "element %d\n", %x : i32
    memref.store %x, %out[%t] : memref<64xi32>
    gpu.return
  }
}
