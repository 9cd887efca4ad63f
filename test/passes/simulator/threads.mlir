// RUN: tl-sim %s --kernel=reductions --dump=1 | FileCheck %s --check-prefix=SUMS
// RUN: tl-sim %s --kernel=histogram --grid=2 --arg=0:zero --dump=0 | FileCheck %s --check-prefix=HISTOGRAM
// RUN: not tl-sim %s --kernel=read_too_early 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not tl-sim %s --kernel=part_of_block 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not tl-sim %s --kernel=clusters 2>&1 | FileCheck %s --check-prefix=CLUSTERS

// Reductions of threads, and atomic accesses.

gpu.module @m {
// Of 0 to 63: the sum of all; the greatest number of 8 lanes with stride 2; by a
// body, the number less the difference so far.
// SUMS:      argument 1:
// SUMS-NEXT: {{^}}[2016, 2016, {{.*}}, 2016]
// SUMS-NEXT: {{^}}[14, 15, 14, 15, {{.*}}, 30, 31, {{.*}}, 46, 47, {{.*}}, 62, 63]
// SUMS-NEXT: {{^}}[32, 32, {{.*}}, 32]
gpu.func @reductions(%a: memref<64xi32>, %out: memref<3x64xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = gpu.thread_id x
  %v = memref.load %a[%t] : memref<64xi32>
  %sum = gpu.all_reduce add %v {} : (i32) -> i32
  %most = gpu.subgroup_reduce maxsi %v cluster(size = 8, stride = 2) : (i32) -> i32
  %c2 = arith.constant 2 : index
  %alternating = gpu.all_reduce %v {
  ^bb0(%before: i32, %own: i32):
    %difference = arith.subi %own, %before : i32
    "gpu.yield"(%difference) : (i32) -> ()
  } : (i32) -> i32
  memref.store %alternating, %out[%c2, %t] : memref<3x64xi32>
  memref.store %sum, %out[%c0, %t] : memref<3x64xi32>
  memref.store %most, %out[%c1, %t] : memref<3x64xi32>
  gpu.return
}

// Threads of several blocks count what is equal in the lower bits; what has been
// there is the result.
// HISTOGRAM:      argument 0:
// HISTOGRAM-NEXT: {{^}}[32, 32, 32, 32]
gpu.func @histogram(%counts: memref<4xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %limit = arith.constant 32 : i32
  %t = gpu.thread_id x
  %i = arith.andi %t, %c3 : index
  %old = memref.atomic_rmw addi %one, %counts[%i] : (i32, memref<4xi32>) -> i32
  %fits = arith.cmpi slt, %old, %limit : i32
  cf.assert %fits, "fewer before"
  gpu.return
}

// EARLY: threads.mlir:[[# @LINE + 6]]:8: error: 'memref.load' op race: thread (0, 0, 0) of block (0, 0, 0) reads element 3 of argument 0
// EARLY: threads.mlir:[[# @LINE + 4]]:10: note: thread (63, 0, 0) of block (0, 0, 0) writes it here, with no barrier between
gpu.func @read_too_early(%counts: memref<4xi32>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %old = memref.atomic_rmw addi %one, %counts[%c3] : (i32, memref<4xi32>) -> i32
  %v = memref.load %counts[%c3] : memref<4xi32>
  gpu.return
}

// PART: error: 'gpu.all_reduce' op scope: thread (0, 0, 0) of block (0, 0, 0) executes an operation of its block with 32 of 64 threads
gpu.func @part_of_block() kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  %c = arith.cmpi ult, %t, %c32 : index
  scf.if %c {
    %n = arith.index_cast %t : index to i32
    %0 = gpu.all_reduce add %n {} : (i32) -> i32
  }
  gpu.return
}

// CLUSTERS: error: 'gpu.subgroup_reduce' op scope: thread (0, 0, 0) of block (0, 0, 0) has clusters of 16 lanes with stride 4; a warp has 32
gpu.func @clusters() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %n = arith.constant dense<1> : vector<2xi32>
  %0 = gpu.subgroup_reduce add %n cluster(size = 16, stride = 4) : (vector<2xi32>) -> vector<2xi32>
  gpu.return
}
}
