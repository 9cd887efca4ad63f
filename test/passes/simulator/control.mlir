// RUN: tl-sim %s --kernel=branches --block=8 --dump=0 | FileCheck %s --check-prefix=BRANCHES
// RUN: tl-sim %s --kernel=loops --block=8 --dump=0 | FileCheck %s --check-prefix=LOOPS
// RUN: tl-sim %s --kernel=numbers --grid=2,1,1 --block=4,2,1 --dump=0 | FileCheck %s --check-prefix=NUMBERS
// RUN: tl-sim %s --kernel=lanes --dump=0 | FileCheck %s --check-prefix=LANES
// RUN: tl-sim %s --kernel=few --dump=0 | FileCheck %s --check-prefix=FEW
// RUN: tl-sim %s --kernel=shared --dump=0 --grid=2 | FileCheck %s --check-prefix=SHARED
// RUN: tl-sim %s --kernel=sets --block=1 --verify-lowering=affine-expand-index-ops | FileCheck %s --check-prefix=AGREES
// RUN: tl-sim %s --kernel=sets --block=1 --dump=0 | FileCheck %s --check-prefix=SETS
// RUN: tl-sim %s --kernel=digits --block=1 --arg=1:scalar=2 --arg=2:scalar=3 --dump=0 | FileCheck %s --check-prefix=DIGITS
// RUN: tl-sim %s --kernel=grid --arg=1:scalar=4 --verify-lowering=lower-affine | FileCheck %s --check-prefix=GRID
// RUN: tl-sim %s --kernel=blocks --block=1 --grid=2,3,5 --verify-lowering=lower-affine | FileCheck %s --check-prefix=BLOCKS
// RUN: not tl-sim %s --kernel=sums 2>&1 | FileCheck %s --check-prefix=SUMS
// RUN: not tl-sim %s --kernel=far --max-steps=1000000 2>&1 | FileCheck %s --check-prefix=FAR

// Threads that disagree each take their way.

// BRANCHES:      argument 0:
// BRANCHES-NEXT: {{^}}[100, 100, 100, 0, 0, 0, 0, 0]
func.func @branches(%out: memref<8xindex>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c100 = arith.constant 100 : index
  %t = gpu.thread_id x
  %c = arith.cmpi ult, %t, %c3 : index
  %v = scf.if %c -> index {
    scf.yield %c100 : index
  } else {
    scf.yield %c0 : index
  }
  memref.store %v, %out[%t] : memref<8xindex>
  return
}

// Thread t sums 0 to t - 1, in a loop of t rounds, and doubles until above 10.

// LOOPS:      argument 0:
// LOOPS-NEXT: {{^}}[16, 16, 16, 12, 12, 20, 15, 21]
func.func @loops(%out: memref<8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %t = gpu.thread_id x
  %sum = scf.for %i = %c0 to %t step %c1 iter_args(%s = %c0) -> index {
    %n = arith.addi %s, %i : index
    scf.yield %n : index
  }
  %start = arith.maxui %sum, %c1 : index
  %v = scf.while (%x = %start) : (index) -> index {
    %more = arith.cmpi ule, %x, %c10 : index
    scf.condition(%more) %x : index
  } do {
  ^bb0(%x: index):
    %d = arith.muli %x, %c2 : index
    scf.yield %d : index
  }
  memref.store %v, %out[%t] : memref<8xindex>
  return
}

// NUMBERS:      argument 0:
// NUMBERS-NEXT: {{^}}[0, 1, 2, 3, 10, 11, 12, 13]
// NUMBERS-NEXT: {{^}}[100, 101, 102, 103, 110, 111, 112, 113]
gpu.module @kernels {
gpu.func @numbers(%out: memref<2x8xindex>) kernel {
  %x = gpu.thread_id x
  %y = gpu.thread_id y
  %b = gpu.block_id x
  %w = gpu.block_dim x
  %c10 = arith.constant 10 : index
  %c100 = arith.constant 100 : index
  %r = arith.muli %y, %w : index
  %lane = gpu.lane_id
  %n0 = arith.muli %y, %c10 : index
  %n1 = arith.muli %b, %c100 : index
  %n2 = arith.addi %n0, %n1 : index
  %n = arith.addi %n2, %x : index
  memref.store %n, %out[%b, %lane] : memref<2x8xindex>
  gpu.return
}

// Lane t reads lane t ^ 1, the next one, or of the first 8 lanes the second
// below it and lane 3; -1 where there is nobody to read from.

// LANES:      argument 0:
// LANES-NEXT: {{^}}[1, 0, 3, 2, {{.*}}, 31, 30]
// LANES-NEXT: {{^}}[1, 2, 3, 4, {{.*}}, 31, -1]
// LANES-NEXT: {{^}}[-1, -1, 0, 1, 2, 3, 4, 5, -1, -1, {{.*}}, -1]
// LANES-NEXT: {{^}}[3, 3, 3, 3, 3, 3, 3, 3, -1, -1, {{.*}}, -1]
gpu.func @lanes(%out: memref<4x32xi32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.index_cast %t : index to i32
  %one = arith.constant 1 : i32
  %width = arith.constant 32 : i32
  %a, %p = gpu.shuffle xor %v, %one, %width : i32
  %b, %q = gpu.shuffle down %v, %one, %width : i32
  %nobody = arith.constant -1 : i32
  %b1 = arith.select %q, %b, %nobody : i32
  memref.store %a, %out[%c0, %t] : memref<4x32xi32>
  memref.store %b1, %out[%c1, %t] : memref<4x32xi32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %eight = arith.constant 8 : i32
  %d, %r = gpu.shuffle up %v, %two, %eight : i32
  %e, %s = gpu.shuffle idx %v, %three, %eight : i32
  %d1 = arith.select %r, %d, %nobody : i32
  %e1 = arith.select %s, %e, %nobody : i32
  memref.store %d1, %out[%c2, %t] : memref<4x32xi32>
  memref.store %e1, %out[%c3, %t] : memref<4x32xi32>
  gpu.return
}

// A block of 13 threads: lanes that are not there are named by nobody.

// FEW:      argument 0:
// FEW-NEXT: {{^}}[4, 5, 6, 7, 0, 1, 2, 3, 12, -1, -1, -1, 8]
gpu.func @few(%out: memref<13xi32>) kernel attributes {known_block_size = array<i32: 13, 1, 1>} {
  %t = gpu.thread_id x
  %v = arith.index_cast %t : index to i32
  %four = arith.constant 4 : i32
  %width = arith.constant 13 : i32
  %nobody = arith.constant -1 : i32
  %a, %p = gpu.shuffle xor %v, %four, %width : i32
  %b = arith.select %p, %a, %nobody : i32
  memref.store %b, %out[%t] : memref<13xi32>
  gpu.return
}

// Through shared memory, with a barrier; a warp of its own with its barrier.

// SHARED:      argument 0:
// SHARED-NEXT: {{^}}[31, 30, {{.*}}, 1, 0]
// SHARED-NEXT: {{^}}[31, 30, {{.*}}, 1, 0]
gpu.func @shared(%out: memref<2x32xindex>) workgroup(%s: memref<32xindex, #gpu.address_space<workgroup>>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %c31 = arith.constant 31 : index
  %all = arith.constant -1 : i32
  memref.store %t, %s[%t] : memref<32xindex, #gpu.address_space<workgroup>>
  gpu.barrier
  %u = arith.subi %c31, %t : index
  %v = memref.load %s[%u] : memref<32xindex, #gpu.address_space<workgroup>>
  nvvm.bar.warp.sync %all : i32
  memref.store %v, %s[%t] : memref<32xindex, #gpu.address_space<workgroup>>
  memref.store %v, %out[%b, %t] : memref<2x32xindex>
  gpu.return
}
}

// Threads of all blocks are counted.
// BLOCKS: equivalent: 30 elements, 30 threads
func.func @blocks(%out: memref<2x3x5xindex>) {
  %x = gpu.block_id x
  %y = gpu.block_id y
  %z = gpu.block_id z
  affine.store %x, %out[symbol(%x), symbol(%y), symbol(%z)] : memref<2x3x5xindex>
  return
}

// Sets, and numbers of several digits: 2 to 5 are (0, 2) to (1, 2) in base 3, and
// in base 2 with their digits swapped 4, 1, 3, 5.
// AGREES: equivalent: 8 elements, 1 threads
// SETS:      argument 0:
// SETS-NEXT: {{^}}[77, 79, 4, 1, 3, 5, 79, 178]
func.func @sets(%out: memref<8xindex>) {
  %c6 = arith.constant 6 : index
  affine.for %i = 0 to 8 {
    %n = affine.if affine_set<(d0)[s0] : (d0 - 2 >= 0, s0 - d0 - 1 >= 0)>(%i)[%c6] -> index {
      %digits:2 = affine.delinearize_index %i into (2, 3) : index, index
      %m = affine.linearize_index [%digits#1, %digits#0] by (3, 2) : index
      affine.yield %m : index
    } else {
      %c77 = arith.constant 77 : index
      %c78 = arith.constant 78 : index
      %c79 = arith.constant 79 : index
      %m = scf.index_switch %i -> index
      case 0 {
        %k = scf.execute_region -> index {
          scf.yield %c77 : index
        }
        scf.yield %k : index
      }
      case 7 {
        %k = affine.if affine_set<(d0) : (d0 mod 4 - 3 == 0)>(%i) -> index {
          %c178 = arith.constant 178 : index
          affine.yield %c178 : index
        } else {
          affine.yield %c78 : index
        }
        scf.yield %k : index
      }
      default { scf.yield %c79 : index }
      affine.yield %m : index
    }
    affine.store %n, %out[%i] : memref<8xindex>
  }
  %row = memref.alloca_scope -> vector<2xindex> {
    %own = affine.vector_load %out[2] : memref<8xindex>, vector<2xindex>
    memref.alloca_scope.return %own : vector<2xindex>
  }
  affine.vector_store %row, %out[2] : memref<8xindex>, vector<2xindex>
  return
}

// In a basis of which the first two numbers come at run time.
// DIGITS:      argument 0:
// DIGITS-NEXT: {{^}}[0, 1]
// DIGITS-NEXT: {{^}}[2, 3]
// DIGITS-NEXT: {{^}}[4, 5]
// DIGITS-NEXT: {{^}}[6, 7]
// DIGITS-NEXT: {{^}}[8, 9]
// DIGITS-NEXT: {{^}}[10, 11]
func.func @digits(%out: memref<2x3x2xindex>, %a: index, %b: index) {
  affine.for %i = 0 to 12 {
    %d:3 = affine.delinearize_index %i into (%a, %b, 2) : index, index, index
    %n = affine.linearize_index [%d#0, %d#1, %d#2] by (%a, %b, 2) : index
    memref.store %n, %out[%d#0, %d#1, %d#2] : memref<2x3x2xindex>
  }
  return
}

// A loop nest of affine, whose bounds are the largest and the smallest of several,
// from what is outside: a 4 x 6 box cut by both.
// GRID: equivalent: 48 elements, 1 threads
func.func @grid(%out: memref<6x8xindex>, %n: index) {
  affine.parallel (%i, %j) = (max(1, symbol(%n) - 3), symbol(%n) - 4) to (min(5, symbol(%n) + 2), min(symbol(%n) + 9, 8, 7)) step (1, 2) {
    %sum = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
    affine.store %sum, %out[%i, %j] : memref<6x8xindex>
  }
  affine.parallel (%i) = (%n) to (%n) {
    affine.store %n, %out[%i, 100] : memref<6x8xindex>
  }
  return
}

// SUMS: error: 'affine.parallel' op combines values; the simulator runs affine.parallel without results
func.func @sums(%in: memref<8xf32>) -> f32 {
  %sum = affine.parallel (%i) = (0) to (8) reduce ("addf") -> f32 {
    %x = affine.load %in[%i] : memref<8xf32>
    affine.yield %x : f32
  }
  return %sum : f32
}

// What bounds a loop is computed once, however many turns it has.
// FAR: error: 'affine.yield' op resources: {{.+}} after 1000000 steps of all threads, the limit
func.func @far() {
  affine.for %i = 0 to 9223372036854775807 {
  }
  return
}
