// A lane that reduces names lanes of its warp, its own among them, which name the same.
// RUN: tl-sim %s --kernel=halves --dump=0 | FileCheck %s --check-prefix=HALVES
// RUN: tl-sim %s --kernel=low_half --dump=0 | FileCheck %s --check-prefix=LOW
// RUN: not tl-sim %s --kernel=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tl-sim %s --kernel=others 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: not tl-sim %s --kernel=differ 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not tl-sim %s --kernel=missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tl-sim %s --kernel=magnitudes 2>&1 | FileCheck %s --check-prefix=MAGNITUDES

gpu.module @kernels {
  // HALVES: [120, 120, 120, {{.*}}, 376, 376]
  gpu.func @halves(%A: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %id = gpu.thread_id x
    %c16 = arith.constant 16 : index
    %low = arith.constant 0xffff : i32
    %high = arith.constant 0xffff0000 : i32
    %is_low = arith.cmpi ult, %id, %c16 : index
    %mask = arith.select %is_low, %low, %high : i32
    %x = memref.load %A[%id] : memref<32xi32>
    %sum = nvvm.redux.sync add %x, %mask : i32 -> i32
    memref.store %sum, %A[%id] : memref<32xi32>
    gpu.return
  }

  // LOW: [120, 120, {{.*}}, 120, 16, 17, {{.*}}, 31]
  gpu.func @low_half(%A: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %id = gpu.thread_id x
    %c16 = arith.constant 16 : index
    %low = arith.constant 0xffff : i32
    %is_low = arith.cmpi ult, %id, %c16 : index
    scf.if %is_low {
      %x = memref.load %A[%id] : memref<32xi32>
      %sum = nvvm.redux.sync add %x, %low : i32 -> i32
      memref.store %sum, %A[%id] : memref<32xi32>
    }
    gpu.return
  }

  // NONE: :[[# @LINE + 5]]:12: error: 'nvvm.redux.sync' op scope: thread (0, 0, 0) of block (0, 0, 0) names lanes 0x0, without its own, 0
  gpu.func @none(%A: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %id = gpu.thread_id x
    %mask = arith.constant 0 : i32
    %x = memref.load %A[%id] : memref<32xi32>
    %sum = nvvm.redux.sync add %x, %mask : i32 -> i32
    gpu.return
  }

  // MAGNITUDES: error: 'nvvm.redux.sync' op is of a kind that the simulator does not know
  gpu.func @magnitudes(%A: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %id = gpu.thread_id x
    %mask = arith.constant -1 : i32
    %x = memref.load %A[%id] : memref<32xf32>
    %least = nvvm.redux.sync fmin %x, %mask {abs = true} : f32 -> f32
    gpu.return
  }

  // OTHERS: error: 'nvvm.redux.sync' op scope: thread (4, 0, 0) of block (0, 0, 0) names lanes 0xf, without its own, 4
  gpu.func @others(%A: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %id = gpu.thread_id x
    %mask = arith.constant 15 : i32
    %x = memref.load %A[%id] : memref<32xi32>
    %sum = nvvm.redux.sync max %x, %mask : i32 -> i32
    gpu.return
  }

  // DIFFER: error: 'nvvm.redux.sync' op scope: thread (0, 0, 0) of block (0, 0, 0) names lanes 0xffffffff, of which lane 1 names others
  gpu.func @differ(%A: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %id = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %all = arith.constant -1 : i32
    %most = arith.constant -2 : i32
    %is_first = arith.cmpi eq, %id, %c0 : index
    %mask = arith.select %is_first, %all, %most : i32
    %x = memref.load %A[%id] : memref<32xi32>
    %sum = nvvm.redux.sync add %x, %mask : i32 -> i32
    gpu.return
  }

  // MISSING: error: 'nvvm.redux.sync' op scope: thread (0, 0, 0) of block (0, 0, 0) names lanes 0xffffffff, of which some do not come here
  gpu.func @missing(%A: memref<32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %id = gpu.thread_id x
    %c16 = arith.constant 16 : index
    %mask = arith.constant -1 : i32
    %is_low = arith.cmpi ult, %id, %c16 : index
    scf.if %is_low {
      %x = memref.load %A[%id] : memref<32xi32>
      %sum = nvvm.redux.sync add %x, %mask : i32 -> i32
    }
    gpu.return
  }
}
