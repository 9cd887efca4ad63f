// Kernels of which a copy of the block would do something else; unsound.test runs
// each as it is and as it becomes.
!part = memref<16xf32, strided<[1], offset: ?>, 3>
gpu.module @kernels {

// Views of one buffer that overlap: the reads of one thread come before its writes.
gpu.func @overlapping_views(%b: memref<64xf32>) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  memref.copy %b, %s : memref<64xf32> to memref<64xf32, 3>
  %v = vector.transfer_read %s[%c0], %zero {in_bounds = [true]} : memref<64xf32, 3>, vector<32xf32>
  vector.transfer_write %v, %s[%c4] {in_bounds = [true]} : vector<32xf32>, memref<64xf32, 3>
  memref.copy %s, %b : memref<64xf32, 3> to memref<64xf32>
  gpu.return
}

// A loop that smears: views of bytes are one buffer.
gpu.func @views_of_bytes(%b: memref<64xf32>) workgroup(%bytes: memref<256xi8, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %t = gpu.thread_id x
  %s = memref.view %bytes[%c0][] : memref<256xi8, 3> to memref<64xf32, 3>
  %u = memref.view %bytes[%c4][] : memref<256xi8, 3> to memref<63xf32, 3>
  memref.copy %b, %s : memref<64xf32> to memref<64xf32, 3>
  gpu.barrier
  %first = arith.cmpi eq, %t, %c0 : index
  scf.if %first {
    scf.for %i = %c0 to %c63 step %c1 {
      %x = memref.load %s[%i] : memref<64xf32, 3>
      memref.store %x, %u[%i] : memref<63xf32, 3>
    }
  }
  gpu.barrier
  memref.copy %s, %b : memref<64xf32, 3> to memref<64xf32>
  gpu.return
}

// The same by affine.for of a buffer that a loop carries.
gpu.func @carried_buffer(%b: memref<64xf32>) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = gpu.thread_id x
  memref.copy %b, %s : memref<64xf32> to memref<64xf32, 3>
  gpu.barrier
  %first = arith.cmpi eq, %t, %c0 : index
  %last = scf.for %n = %c0 to %c2 step %c1 iter_args(%u = %s) -> memref<64xf32, 3> {
    gpu.barrier
    scf.if %first {
      affine.for %i = 0 to 60 {
        %x = memref.load %u[%i] : memref<64xf32, 3>
        %j = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
        memref.store %x, %s[%j] : memref<64xf32, 3>
      }
    }
    gpu.barrier
    scf.yield %u : memref<64xf32, 3>
  }
  memref.copy %last, %b : memref<64xf32, 3> to memref<64xf32>
  gpu.return
}

// Half of the threads copy.
gpu.func @half_of_threads(%a: memref<64xf32>, %b: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %t = gpu.thread_id x
  %two = arith.muli %t, %c2 : index
  %c16 = arith.constant 16 : index
  %is = arith.cmpi ult, %t, %c16 : index
  scf.if %is {
    %v = memref.subview %a[%two] [2] [1] : memref<64xf32> to memref<2xf32, strided<[1], offset: ?>>
    %w = memref.subview %b[%two] [2] [1] : memref<64xf32> to memref<2xf32, strided<[1], offset: ?>>
    memref.copy %v, %w : memref<2xf32, strided<[1], offset: ?>> to memref<2xf32, strided<[1], offset: ?>>
  }
  gpu.return
}

// The number of the thread by way of a call, ...
func.func private @twice(%n: index) -> index {
  %m = arith.addi %n, %n : index
  return %m : index
}
gpu.func @by_a_call(%a: memref<64xf32>, %b: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = gpu.thread_id x
  %o = func.call @twice(%t) : (index) -> index
  scf.for %i = %c0 to %c2 step %c1 {
    %p = arith.addi %o, %i : index
    %x = memref.load %a[%p] : memref<64xf32>
    memref.store %x, %b[%p] : memref<64xf32>
  }
  gpu.return
}

// ... of memory of its own and of all, ...
gpu.func @by_memory(%a: memref<64xf32>, %b: memref<64xf32>) workgroup(%s: memref<32xindex, 3>) private(%p: memref<1xindex, 5>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %t = gpu.thread_id x
  memref.store %t, %p[%c0] : memref<1xindex, 5>
  %own = memref.load %p[%c0] : memref<1xindex, 5>
  memref.store %own, %s[%t] : memref<32xindex, 3>
  %again = memref.load %s[%t] : memref<32xindex, 3>
  %o = arith.muli %again, %c2 : index
  %v = memref.subview %a[%o] [2] [1] : memref<64xf32> to memref<2xf32, strided<[1], offset: ?>>
  %w = memref.subview %b[%o] [2] [1] : memref<64xf32> to memref<2xf32, strided<[1], offset: ?>>
  memref.copy %v, %w : memref<2xf32, strided<[1], offset: ?>> to memref<2xf32, strided<[1], offset: ?>>
  gpu.return
}

// ... of what a loop carries, ...
gpu.func @by_iter_args(%a: memref<64xf32>, %b: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  %end = scf.for %i = %c0 to %c2 step %c1 iter_args(%o = %t) -> index {
    %v = memref.subview %a[%o] [1] [1] : memref<64xf32> to memref<1xf32, strided<[1], offset: ?>>
    %w = memref.subview %b[%o] [1] [1] : memref<64xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.copy %v, %w : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
    %next = arith.addi %o, %c32 : index
    scf.yield %next : index
  }
  gpu.return
}

// ... of a loop that some threads leave early, ...
gpu.func @by_turns(%a: memref<64xf32>, %b: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = gpu.thread_id x
  %turns = scf.while (%n = %c0) : (index) -> index {
    %goes = arith.cmpi ult, %n, %t : index
    scf.condition(%goes) %n : index
  } do {
  ^bb0(%n: index):
    %next = arith.addi %n, %c1 : index
    scf.yield %next : index
  }
  %v = memref.subview %a[%turns] [1] [1] : memref<64xf32> to memref<1xf32, strided<[1], offset: ?>>
  %w = memref.subview %b[%turns] [1] [1] : memref<64xf32> to memref<1xf32, strided<[1], offset: ?>>
  memref.copy %v, %w : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  gpu.return
}

// ... of lanes, and of a switch.
gpu.func @by_a_switch(%a: memref<64xf32>, %c: memref<64xf32>, %b: memref<2x64xf32>) kernel attributes {known_block_size = array<i32: 2, 1, 1>} {
  %t = gpu.lane_id
  %from = scf.index_switch %t -> memref<64xf32>
  case 0 { scf.yield %a : memref<64xf32> }
  default { scf.yield %c : memref<64xf32> }
  %w = memref.subview %b[%t, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1], offset: ?>>
  memref.copy %from, %w : memref<64xf32> to memref<64xf32, strided<[1], offset: ?>>
  gpu.return
}

// A block that only some threads come to, and a loop that they leave one by one.
gpu.func @by_branches(%a: memref<64xf32>, %b: memref<64xf32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %t = gpu.thread_id x
  cf.br ^head(%c0 : index)
^head(%n: index):
  %goes = arith.cmpi ule, %n, %t : index
  cf.cond_br %goes, ^turn, ^out
^turn:
  %next = arith.addi %n, %c1 : index
  %is_own = arith.cmpi eq, %n, %t : index
  cf.cond_br %is_own, ^copy, ^head(%next : index)
^copy:
  %o = arith.muli %n, %c16 : index
  %v = memref.subview %a[%o] [16] [1] : memref<64xf32> to memref<16xf32, strided<[1], offset: ?>>
  %w = memref.subview %b[%o] [16] [1] : memref<64xf32> to memref<16xf32, strided<[1], offset: ?>>
  memref.copy %v, %w : memref<16xf32, strided<[1], offset: ?>> to memref<16xf32, strided<[1], offset: ?>>
  cf.br ^head(%next : index)
^out:
  gpu.return
}

// As many elements as the number of the thread, in rows of their own.
gpu.func @sizes_of_threads(%a: memref<64xf32>, %b: memref<4x64xf32>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = gpu.thread_id x
  %c9 = arith.constant 9 : index
  %n = arith.muli %t, %c9 : index
  %v = memref.subview %a[0] [%n] [1] : memref<64xf32> to memref<?xf32, strided<[1]>>
  %w = memref.subview %b[%t, 0] [1, %n] [1, 1] : memref<4x64xf32> to memref<?xf32, strided<[1], offset: ?>>
  memref.copy %v, %w : memref<?xf32, strided<[1]>> to memref<?xf32, strided<[1], offset: ?>>
  affine.for %i = 0 to min affine_map<()[s0] -> (64, s0 + 30)>()[%n] {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%t, %i] : memref<4x64xf32>
  }
  gpu.return
}

// The source of a vector changes before it is written: by an atomic operation, ...
gpu.func @atomic_between(%b: memref<32xf32>) workgroup(%s: memref<32xf32, 3>, %u: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %t = gpu.thread_id x
  memref.copy %b, %s : memref<32xf32> to memref<32xf32, 3>
  gpu.barrier
  %v = vector.transfer_read %s[%c0], %zero {in_bounds = [true]} : memref<32xf32, 3>, vector<32xf32>
  gpu.barrier
  %old = memref.atomic_rmw addf %one, %s[%t] : (f32, memref<32xf32, 3>) -> f32
  vector.transfer_write %v, %u[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32, 3>
  gpu.barrier
  memref.copy %u, %b : memref<32xf32, 3> to memref<32xf32>
  gpu.return
}

// ... by a wait for a group in flight, ...
gpu.func @wait_between(%a: memref<4xf32> {llvm.align = 16 : i64}, %b: memref<4xf32>) workgroup(%s: memref<4xf32, 3> {llvm.align = 16 : i64}, %u: memref<4xf32, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<4xf32, 3>)
  %v = vector.transfer_read %s[%c0], %zero {in_bounds = [true]} : memref<4xf32, 3>, vector<4xf32>
  %0 = nvgpu.device_async_copy %a[%c0], %s[%c0], 4 : memref<4xf32> to memref<4xf32, 3>
  %g = nvgpu.device_async_create_group %0
  nvgpu.device_async_wait %g {numGroups = 0 : i32}
  vector.transfer_write %v, %u[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32, 3>
  memref.copy %u, %b : memref<4xf32, 3> to memref<4xf32>
  gpu.return
}

// ... by what a call does, and under a mask.
func.func private @clear(%s: memref<32xf32, 3>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<32xf32, 3>)
  return
}
gpu.func @call_between(%b: memref<32xf32>, %n: index) workgroup(%s: memref<32xf32, 3>, %u: memref<32xf32, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  memref.copy %b, %s : memref<32xf32> to memref<32xf32, 3>
  linalg.fill ins(%zero : f32) outs(%u : memref<32xf32, 3>)
  %mask = vector.create_mask %n : vector<32xi1>
  %v = vector.mask %mask { vector.transfer_read %s[%c0], %zero {in_bounds = [true]} : memref<32xf32, 3>, vector<32xf32> } : vector<32xi1> -> vector<32xf32>
  func.call @clear(%s) : (memref<32xf32, 3>) -> ()
  vector.transfer_write %v, %u[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32, 3>
  memref.copy %u, %b : memref<32xf32, 3> to memref<32xf32>
  gpu.return
}

// A masked vector, of which the rest of the target is seen; and a transposed one.
gpu.func @rest_of_a_mask(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %n: index) workgroup(%s: memref<8x8xf32, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  memref.copy %b, %s : memref<8x8xf32> to memref<8x8xf32, 3>
  %mask = vector.create_mask %c3, %n : vector<8x8xi1>
  %v = vector.mask %mask { vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32> } : vector<8x8xi1> -> vector<8x8xf32>
  %w = vector.transpose %v, [1, 0] : vector<8x8xf32> to vector<8x8xf32>
  vector.mask %mask { vector.transfer_write %w, %s[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, memref<8x8xf32, 3> } : vector<8x8xi1>
  memref.copy %s, %b : memref<8x8xf32, 3> to memref<8x8xf32>
  gpu.return
}

// The vector has a second use, and so has what is transposed of it.
gpu.func @second_use(%a: memref<8x8xf32>, %b: memref<8x8xf32>) workgroup(%s: memref<8x8xf32, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
  %w = vector.transpose %v, [1, 0] : vector<8x8xf32> to vector<8x8xf32>
  vector.transfer_write %w, %s[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, memref<8x8xf32, 3>
  %x = arith.addf %v, %w : vector<8x8xf32>
  vector.transfer_write %x, %b[%c0, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, memref<8x8xf32>
  gpu.return
}

// Each thread has its own buffer, in whatever memory.
gpu.func @own_buffers(%a: memref<4xindex>, %b: memref<4x4xindex>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %p = memref.alloca() : memref<4xindex>
  memref.copy %a, %p : memref<4xindex> to memref<4xindex>
  memref.store %t, %p[%c0] : memref<4xindex>
  %w = memref.subview %b[%t, 0] [1, 4] [1, 1] : memref<4x4xindex> to memref<4xindex, strided<[1], offset: ?>>
  memref.copy %p, %w : memref<4xindex> to memref<4xindex, strided<[1], offset: ?>>
  gpu.return
}

// Loops that stop where another one is, that repeat nothing at times, and whose last
// turn alone stays.
gpu.func @triangles(%a: memref<8x8xf32> {llvm.noalias}, %b: memref<8x8xf32> {llvm.noalias}, %c: memref<8xf32> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 8 {
      %x = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %x, %b[%i, %j] : memref<8x8xf32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to min affine_map<(d0) -> (2, 2 - d0)>(%i) {
      affine.for %k = 0 to 8 {
        %x = affine.load %a[%i, %k] : memref<8x8xf32>
        affine.store %x, %b[%k, %i] : memref<8x8xf32>
      }
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i, %j] : memref<8x8xf32>
      affine.store %x, %c[%j] : memref<8xf32>
    }
  }
  gpu.return
}

// Steps and ends that do not fit: parts twice, gaps, and more than what is left.
gpu.func @misfits(%a: memref<128xf32> {llvm.noalias}, %b: memref<3x128xf32> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  affine.for %ii = 0 to 96 step 16 {
    affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0) -> (d0 + 20, 90)>(%ii) {
      %x = affine.load %a[%i] : memref<128xf32>
      affine.store %x, %b[0, %i] : memref<3x128xf32>
    }
  }
  affine.for %ii = 0 to 96 step 16 {
    affine.for %i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0) -> (d0 + 12, 90)>(%ii) {
      %x = affine.load %a[%i] : memref<128xf32>
      affine.store %x, %b[1, %i] : memref<3x128xf32>
    }
  }
  affine.for %ii = 0 to 6 {
    affine.for %i = 0 to min affine_map<(d0) -> (16, 100 - d0 * 17)>(%ii) {
      %x = affine.load %a[%ii * 16 + %i] : memref<128xf32>
      affine.store %x, %b[2, %ii * 16 + %i] : memref<3x128xf32>
    }
  }
  gpu.return
}

// Parts in another order on each side.
gpu.func @other_order(%a: memref<64xf32> {llvm.noalias}, %b: memref<2x64xf32> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  affine.for %r = 0 to 4 {
    affine.for %q = 0 to 16 {
      %x = affine.load %a[%q * 4 + %r] : memref<64xf32>
      affine.store %x, %b[0, %r * 16 + %q] : memref<2x64xf32>
    }
  }
  affine.for %r = 0 to 2 {
    affine.for %q = 0 to 8 {
      %x = affine.vector_load %a[%q * 8 + %r * 4] : memref<64xf32>, vector<4xf32>
      affine.vector_store %x, %b[1, %r * 32 + %q * 4] : memref<2x64xf32>, vector<4xf32>
    }
  }
  gpu.return
}

// Turns whose number is known only at run time, and which are more than an element each:
// of loops, and of views.
gpu.func @turns_of_parts(%a: memref<64xf32> {llvm.noalias}, %b: memref<3x64xf32> {llvm.noalias}, %n: index) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %s[%i] : memref<64xf32, 3>
  }
  gpu.barrier
  affine.for %r = 0 to min affine_map<()[s0] -> (2, s0)>()[%n] {
    affine.for %q = 0 to 32 {
      %x = affine.load %s[%r * 32 + %q] : memref<64xf32, 3>
      affine.store %x, %b[0, %r * 32 + %q] : memref<3x64xf32>
    }
  }
  %turns = arith.minsi %n, %c2 : index
  scf.for %r = %c0 to %turns step %c1 {
    %o = affine.apply affine_map<(d0) -> (d0 * 32)>(%r)
    %q = affine.min affine_map<(d0) -> (32, 60 - d0 * 32)>(%r)
    %x = memref.subview %s[%o] [%q] [1] : memref<64xf32, 3> to memref<?xf32, strided<[1], offset: ?>, 3>
    %y = memref.subview %b[1, %o] [1, %q] [1, 1] : memref<3x64xf32> to memref<?xf32, strided<[1], offset: ?>>
    memref.copy %x, %y : memref<?xf32, strided<[1], offset: ?>, 3> to memref<?xf32, strided<[1], offset: ?>>
  }
  affine.for %r = 0 to min affine_map<()[s0] -> (2, s0)>()[%n] {
    affine.for %t = 0 to 2 {
      affine.for %q = 0 to 16 {
        %x = affine.load %s[%r * 32 + %t * 16 + %q] : memref<64xf32, 3>
        affine.store %x, %b[2, %r * 32 + %t * 16 + %q] : memref<3x64xf32>
      }
    }
  }
  gpu.return
}

// A group is in flight across a copy that becomes one of the block: what it copies is
// there after its wait, and not before.
gpu.func @group_in_flight(%a: memref<64xf32> {llvm.align = 16 : i64}, %c: memref<64xf32>, %b: memref<2x64xf32>) workgroup(%s: memref<64xf32, 3> {llvm.align = 16 : i64}, %u: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = gpu.thread_id x
  %o = arith.muli %t, %c4 : index
  %0 = nvgpu.device_async_copy %a[%o], %s[%o], 4 : memref<64xf32> to memref<64xf32, 3>
  memref.copy %c, %u : memref<64xf32> to memref<64xf32, 3>
  %g = nvgpu.device_async_create_group %0
  %w = memref.subview %b[1, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1], offset: 64>>
  memref.copy %u, %w : memref<64xf32, 3> to memref<64xf32, strided<[1], offset: 64>>
  nvgpu.device_async_wait %g {numGroups = 0 : i32}
  gpu.barrier
  %v = memref.subview %b[0, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1]>>
  memref.copy %s, %v : memref<64xf32, 3> to memref<64xf32, strided<[1]>>
  gpu.return
}

// Two groups in flight, of which the first one is waited for: a copy that reads what
// it brought stays behind that wait, and before the next one.
gpu.func @groups_in_flight(%a: memref<2x64xf32> {llvm.align = 16 : i64}, %b: memref<2x64xf32>) workgroup(%s: memref<2x64xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = gpu.thread_id x
  %o = arith.muli %t, %c4 : index
  %0 = nvgpu.device_async_copy %a[%c0, %o], %s[%c0, %o], 4 : memref<2x64xf32> to memref<2x64xf32, 3>
  %g = nvgpu.device_async_create_group %0
  %1 = nvgpu.device_async_copy %a[%c1, %o], %s[%c1, %o], 4 : memref<2x64xf32> to memref<2x64xf32, 3>
  %h = nvgpu.device_async_create_group %1
  nvgpu.device_async_wait %g {numGroups = 1 : i32}
  gpu.barrier
  %from = memref.subview %s[0, 0] [1, 64] [1, 1] : memref<2x64xf32, 3> to memref<64xf32, strided<[1]>, 3>
  %to = memref.subview %b[0, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1]>>
  memref.copy %from, %to : memref<64xf32, strided<[1]>, 3> to memref<64xf32, strided<[1]>>
  nvgpu.device_async_wait %h {numGroups = 0 : i32}
  gpu.barrier
  %from1 = memref.subview %s[1, 0] [1, 64] [1, 1] : memref<2x64xf32, 3> to memref<64xf32, strided<[1], offset: 64>, 3>
  %to1 = memref.subview %b[1, 0] [1, 64] [1, 1] : memref<2x64xf32> to memref<64xf32, strided<[1], offset: 64>>
  memref.copy %from1, %to1 : memref<64xf32, strided<[1], offset: 64>, 3> to memref<64xf32, strided<[1], offset: 64>>
  gpu.return
}

// What waits for each part in its turn waits in front of the read, though a group and
// its wait are behind that as well: of a group that names no copies, ...
gpu.func @waits_of_parts(%a: memref<32xf32> {llvm.align = 16 : i64}, %b: memref<32xf32>) workgroup(%s: memref<32xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  scf.for %j = %c0 to %c32 step %c4 {
    %0 = nvgpu.device_async_copy %a[%j], %s[%j], 4 : memref<32xf32> to memref<32xf32, 3>
    %g = nvgpu.device_async_create_group
    nvgpu.device_async_wait %g
  }
  memref.copy %s, %b : memref<32xf32, 3> to memref<32xf32>
  %h = nvgpu.device_async_create_group
  nvgpu.device_async_wait %h
  gpu.return
}

// ... of rows, ...
gpu.func @waits_of_rows(%a: memref<4x32xf32> {llvm.align = 16 : i64}, %b: memref<4x32xf32>) workgroup(%s: memref<4x32xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c32 step %c4 {
      %0 = nvgpu.device_async_copy %a[%i, %j], %s[%i, %j], 4 : memref<4x32xf32> to memref<4x32xf32, 3>
    }
    %g = nvgpu.device_async_create_group
    nvgpu.device_async_wait %g
  }
  memref.copy %s, %b : memref<4x32xf32, 3> to memref<4x32xf32>
  %h = nvgpu.device_async_create_group
  nvgpu.device_async_wait %h
  gpu.return
}

// ... and in front of the copy, of a group from outside.
gpu.func @waits_for_others(%a: memref<32xf32> {llvm.align = 16 : i64}, %b: memref<32xf32>) workgroup(%s: memref<32xf32, 3> {llvm.align = 16 : i64}, %u: memref<32xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  scf.for %j = %c0 to %c32 step %c4 {
    %0 = nvgpu.device_async_copy %a[%j], %s[%j], 4 : memref<32xf32> to memref<32xf32, 3>
  }
  %g = nvgpu.device_async_create_group
  scf.for %j = %c0 to %c32 step %c4 {
    nvgpu.device_async_wait %g
    %0 = nvgpu.device_async_copy %a[%j], %u[%j], 4 : memref<32xf32> to memref<32xf32, 3>
  }
  memref.copy %s, %b : memref<32xf32, 3> to memref<32xf32>
  %h = nvgpu.device_async_create_group
  nvgpu.device_async_wait %h
  gpu.return
}
}
