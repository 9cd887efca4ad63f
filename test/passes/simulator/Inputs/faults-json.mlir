!shared = memref<33xf32, #gpu.address_space<workgroup>>
gpu.module @kernels {
// Each thread reads what the next one writes: within a warp, too, that is a race.
gpu.func @shifted(%a: memref<32xf32>)
    workgroup(%s: !shared) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c1 = arith.constant 1 : index
  %t = gpu.thread_id x
  %next = arith.addi %t, %c1 : index
  %v = memref.load %a[%t] : memref<32xf32>

  memref.store %v, %s[%t] : !shared
  %w = memref.load %s[%next] : !shared
  gpu.return
}

gpu.func @beyond(%a: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  %i = arith.addi %t, %c32 : index
  %v = memref.load %a[%i] : memref<32xf32>
  gpu.return
}

gpu.func @right(%a: memref<32xf32>) kernel {
  gpu.return
}
}

func.func private @all(%a: memref<32xf32>) attributes {gpu.known_grid_size = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : index
  %v = arith.constant 1.0 : f32
  memref.store %v, %a[%c0] : memref<32xf32>
  return
}

func.func private @last_block(%a: memref<28xindex>) {
  %x = gpu.block_id x
  %y = gpu.block_id y
  %z = gpu.block_id z
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %xy = arith.muli %x, %c3 : index
  %row = arith.addi %xy, %y : index
  %rows = arith.muli %row, %c5 : index
  %at = arith.addi %rows, %z : index
  memref.store %x, %a[%at] : memref<28xindex>
  return
}
