// RUN: tl-sim %s --kernel=broadcasts --dump=0 | FileCheck %s --check-prefix=BROADCAST
// RUN: tl-sim %s --kernel=of_each_warp --block=64 --dump=0 | FileCheck %s --check-prefix=WARPS
// RUN: not tl-sim %s --kernel=no_lane 2>&1 | FileCheck %s --check-prefix=NOLANE
// RUN: tl-sim %s --kernel=rotated --dump=0 | FileCheck %s --check-prefix=ROTATED
// RUN: tl-sim %s --kernel=shuffles --dump=0 | FileCheck %s --check-prefix=SHUFFLES
// RUN: tl-sim %s --kernel=shuffled_half --dump=0 | FileCheck %s --check-prefix=HALF
// RUN: not tl-sim %s --kernel=missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: tl-sim %s --kernel=halves --dump=0 | FileCheck %s --check-prefix=HALVES
// RUN: tl-sim %s --kernel=waits_apart --block=40 | FileCheck %s --check-prefix=APART
// RUN: not tl-sim %s --kernel=differ 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: not tl-sim %s --kernel=not_itself 2>&1 | FileCheck %s --check-prefix=ITSELF
// RUN: tl-sim %s --kernel=clusters --dump=0 | FileCheck %s --check-prefix=CLUSTERS
// RUN: tl-sim %s --kernel=no_clusters --grid=2 --block=1 --dump=0 | FileCheck %s --check-prefix=BLOCKS
// RUN: not tl-sim %s --kernel=clusters --grid=5 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: tl-sim %s --kernel=launches_clusters --dump=0 | FileCheck %s --check-prefix=LAUNCH

// Lanes 8 and more are here: the first of them is 8; lane 20 is named.
// BROADCAST:      argument 0:
// BROADCAST-NEXT: {{^}}[80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200, 80, 200]
func.func @broadcasts(%out: memref<48xi32>) {
  %t = gpu.thread_id x
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %ten = arith.constant 10 : i32
  %twenty = arith.constant 20 : i32
  %is_late = arith.cmpi uge, %t, %c8 : index
  %n = arith.index_cast %t : index to i32
  %x = arith.muli %n, %ten : i32
  scf.if %is_late {
    %a = gpu.subgroup_broadcast %x, first_active_lane : i32
    %b = gpu.subgroup_broadcast %x, specific_lane %twenty : i32
    %own = arith.subi %t, %c8 : index
    %i = arith.muli %own, %c2 : index
    %j = arith.addi %i, %c1 : index
    memref.store %a, %out[%i] : memref<48xi32>
    memref.store %b, %out[%j] : memref<48xi32>
  }
  return
}

// Lanes are numbered in their warp.
// WARPS:      argument 0:
// WARPS-NEXT: {{^}}[5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]
// WARPS-NEXT: {{^}}[37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37, 37]
func.func @of_each_warp(%out: memref<2x32xi32>) {
  %t = gpu.thread_id x
  %c32 = arith.constant 32 : index
  %five = arith.constant 5 : i32
  %n = arith.index_cast %t : index to i32
  %a = gpu.subgroup_broadcast %n, specific_lane %five : i32
  %warp = arith.divui %t, %c32 : index
  %lane = arith.remui %t, %c32 : index
  memref.store %a, %out[%warp, %lane] : memref<2x32xi32>
  return
}

// NOLANE: error: 'memref.store' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 0 of argument 0
func.func @no_lane(%out: memref<32xi32>) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %a = gpu.subgroup_broadcast %n, specific_lane %n : i32
  memref.store %a, %out[%t] : memref<32xi32>
  return
}

// Of the first eight lanes, three further; the others have nothing.
// ROTATED:      argument 0:
// ROTATED-NEXT: {{^}}[3, 4, 5, 6, 7, 0, 1, 2, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]
func.func @rotated(%out: memref<32xi32>) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %none = arith.constant -1 : i32
  %x, %is_there = gpu.rotate %n, 3, 8 : i32
  %y = arith.select %is_there, %x, %none : i32
  memref.store %y, %out[%t] : memref<32xi32>
  return
}

// Segments of 8 lanes: the last of each has no lane above it, and keeps its own;
// predicates count in hundreds.
// SHUFFLES:      argument 0:
// SHUFFLES-NEXT: {{^}}[1, 2, 3, 4, 5, 6, 7, 7, 9, 10, 11, 12, 13, 14, 15, 15, 17, 18, 19, 20, 21, 22, 23, 23, 25, 26, 27, 28, 29, 30, 31, 31]
// SHUFFLES-NEXT: {{^}}[0, 100, 101, 102, 103, 104, 105, 106, 8, 108, 109, 110, 111, 112, 113, 114, 16, 116, 117, 118, 119, 120, 121, 122, 24, 124, 125, 126, 127, 128, 129, 130]
// SHUFFLES-NEXT: {{^}}[101, 100, 103, 102, 105, 104, 107, 106, 109, 108, 111, 110, 113, 112, 115, 114, 117, 116, 119, 118, 121, 120, 123, 122, 125, 124, 127, 126, 129, 128, 131, 130]
// SHUFFLES-NEXT: {{^}}[103, 103, 103, 103, 103, 103, 103, 103, 111, 111, 111, 111, 111, 111, 111, 111, 119, 119, 119, 119, 119, 119, 119, 119, 127, 127, 127, 127, 127, 127, 127, 127]
func.func @shuffles(%out: memref<4x32xi32>) {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = arith.index_cast %t : index to i32
  %all = arith.constant -1 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %hundred = arith.constant 100 : i32
  // 24 << 8 | 7, 24 << 8 and 31.
  %eights = arith.constant 6151 : i32
  %eights_up = arith.constant 6144 : i32
  %whole = arith.constant 31 : i32
  %down = nvvm.shfl.sync down %all, %n, %one, %eights : i32 -> i32
  memref.store %down, %out[%c0, %t] : memref<4x32xi32>
  %up = nvvm.shfl.sync up %all, %n, %one, %eights_up {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
  %bfly = nvvm.shfl.sync bfly %all, %n, %one, %whole {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
  %idx = nvvm.shfl.sync idx %all, %n, %three, %eights {return_value_and_is_valid} : i32 -> !llvm.struct<(i32, i1)>
  %up_0 = llvm.extractvalue %up[0] : !llvm.struct<(i32, i1)>
  %up_1 = llvm.extractvalue %up[1] : !llvm.struct<(i32, i1)>
  %up_p = arith.extui %up_1 : i1 to i32
  %up_q = arith.muli %up_p, %hundred : i32
  %up_x = arith.addi %up_0, %up_q : i32
  memref.store %up_x, %out[%c1, %t] : memref<4x32xi32>
  %bfly_0 = llvm.extractvalue %bfly[0] : !llvm.struct<(i32, i1)>
  %bfly_1 = llvm.extractvalue %bfly[1] : !llvm.struct<(i32, i1)>
  %bfly_p = arith.extui %bfly_1 : i1 to i32
  %bfly_q = arith.muli %bfly_p, %hundred : i32
  %bfly_x = arith.addi %bfly_0, %bfly_q : i32
  memref.store %bfly_x, %out[%c2, %t] : memref<4x32xi32>
  %idx_0 = llvm.extractvalue %idx[0] : !llvm.struct<(i32, i1)>
  %idx_1 = llvm.extractvalue %idx[1] : !llvm.struct<(i32, i1)>
  %idx_p = arith.extui %idx_1 : i1 to i32
  %idx_q = arith.muli %idx_p, %hundred : i32
  %idx_x = arith.addi %idx_0, %idx_q : i32
  memref.store %idx_x, %out[%c3, %t] : memref<4x32xi32>
  return
}

// HALF:      argument 0:
// HALF-NEXT: {{^}}[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]
func.func @shuffled_half(%out: memref<16xi32>) {
  %t = gpu.thread_id x
  %c16 = arith.constant 16 : index
  %is_low = arith.cmpi ult, %t, %c16 : index
  %n = arith.index_cast %t : index to i32
  %half = arith.constant 65535 : i32
  %one = arith.constant 1 : i32
  %whole = arith.constant 31 : i32
  scf.if %is_low {
    %x = nvvm.shfl.sync bfly %half, %n, %one, %whole : i32 -> i32
    memref.store %x, %out[%t] : memref<16xi32>
  }
  return
}

// MISSING: error: 'nvvm.shfl.sync' op scope: thread (0, 0, 0) of block (0, 0, 0) names lanes 0xffffffff, of which some do not come here
func.func @missing() {
  %t = gpu.thread_id x
  %c16 = arith.constant 16 : index
  %is_low = arith.cmpi ult, %t, %c16 : index
  %n = arith.index_cast %t : index to i32
  %all = arith.constant -1 : i32
  %one = arith.constant 1 : i32
  %whole = arith.constant 31 : i32
  scf.if %is_low {
    %x = nvvm.shfl.sync bfly %all, %n, %one, %whole : i32 -> i32
  }
  return
}

// Each half by itself; then odd lanes name less than even ones.
// HALVES:      argument 0:
// HALVES-NEXT: {{^}}[1, 0, 3, 2, {{.*}}, 31, 30]
func.func @halves(%out: memref<32xi32>) {
  %t = gpu.thread_id x
  %c16 = arith.constant 16 : index
  %n = arith.index_cast %t : index to i32
  %low = arith.constant 0xffff : i32
  %other = arith.constant 0xffff0000 : i32
  %one = arith.constant 1 : i32
  %whole = arith.constant 31 : i32
  %is = arith.cmpi ult, %t, %c16 : index
  %mask = arith.select %is, %low, %other : i32
  %x = nvvm.shfl.sync bfly %mask, %n, %one, %whole : i32 -> i32
  memref.store %x, %out[%t] : memref<32xi32>
  return
}

// DIFFER: error: 'nvvm.shfl.sync' op scope: thread (0, 0, 0) of block (0, 0, 0) names lanes 0xffffffff, of which lane 1 names others
func.func @differ(%out: memref<32xi32>) {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %low = arith.constant 0xffff : i32
  %other = arith.constant -1 : i32
  %one = arith.constant 1 : i32
  %whole = arith.constant 31 : i32
  %is = arith.trunci %n : i32 to i1
  %mask = arith.select %is, %low, %other : i32
  %x = nvvm.shfl.sync bfly %mask, %n, %one, %whole : i32 -> i32
  memref.store %x, %out[%t] : memref<32xi32>
  return
}

// Lanes of a warp may wait for each other at several places, a part of them for itself, and nobody for
// lanes that have returned.
// APART: @waits_apart: grid 1x1x1, block 40x1x1
func.func @waits_apart() {
  %t = gpu.thread_id x
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %all = arith.constant -1 : i32
  %low = arith.constant 0xffff : i32
  %is_low = arith.cmpi ult, %t, %c16 : index
  scf.if %is_low {
    nvvm.bar.warp.sync %all : i32
    nvvm.bar.warp.sync %low : i32
    nvvm.bar.warp.sync %all : i32
  } else {
    nvvm.bar.warp.sync %all : i32
    nvvm.bar.warp.sync %all : i32
  }
  %is_early = arith.cmpi ult, %t, %c24 : index
  cf.cond_br %is_early, ^waits, ^end
^waits:
  nvvm.bar.warp.sync %all : i32
  cf.br ^end
^end:
  return
}

// ITSELF: error: 'nvvm.shfl.sync' op scope: thread (16, 0, 0) of block (0, 0, 0) names lanes 0xffff, without its own
func.func @not_itself() {
  %t = gpu.thread_id x
  %n = arith.index_cast %t : index to i32
  %half = arith.constant 65535 : i32
  %one = arith.constant 1 : i32
  %whole = arith.constant 31 : i32
  %x = nvvm.shfl.sync bfly %half, %n, %one, %whole : i32 -> i32
  return
}

// Six blocks in clusters of two: the cluster, the block in it, clusters and blocks
// of one.
// CLUSTERS:      argument 0:
// CLUSTERS-NEXT: {{^}}[0, 0, 3, 2]
// CLUSTERS-NEXT: {{^}}[0, 1, 3, 2]
// CLUSTERS-NEXT: {{^}}[1, 0, 3, 2]
// CLUSTERS-NEXT: {{^}}[1, 1, 3, 2]
// CLUSTERS-NEXT: {{^}}[2, 0, 3, 2]
// CLUSTERS-NEXT: {{^}}[2, 1, 3, 2]
// WHOLE: error: 'gpu.func' op has clusters of 2 blocks along x, of which the grid has 5
gpu.module @kernels {
  gpu.func @clusters(%out: memref<6x4xindex>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>, known_grid_size = array<i32: 6, 1, 1>} {
    %c0 = arith.constant 0 : index
    %b = gpu.block_id x
    %cluster = gpu.cluster_id x
    %block = gpu.cluster_block_id x
    %count = gpu.cluster_dim x
    %size = gpu.cluster_dim_blocks x
    %v = vector.from_elements %cluster, %block, %count, %size : vector<4xindex>
    vector.store %v, %out[%b, %c0] : memref<6x4xindex>, vector<4xindex>
    gpu.return
  }
}

// BLOCKS:      argument 0:
// BLOCKS-NEXT: {{^}}[0, 0, 2, 1]
// BLOCKS-NEXT: {{^}}[1, 0, 2, 1]
func.func @no_clusters(%out: memref<2x4xindex>) {
  %c0 = arith.constant 0 : index
  %b = gpu.block_id x
  %cluster = gpu.cluster_id x
  %block = gpu.cluster_block_id x
  %count = gpu.cluster_dim x
  %size = gpu.cluster_dim_blocks x
  %v = vector.from_elements %cluster, %block, %count, %size : vector<4xindex>
  vector.store %v, %out[%b, %c0] : memref<2x4xindex>, vector<4xindex>
  return
}

// Four blocks in clusters of two, whose number and size the body has.
// LAUNCH:      argument 0:
// LAUNCH-NEXT: {{^}}[0, 2, 0, 2]
// LAUNCH-NEXT: {{^}}[0, 2, 0, 2]
// LAUNCH-NEXT: {{^}}[1, 2, 1, 2]
// LAUNCH-NEXT: {{^}}[1, 2, 1, 2]
func.func @launches_clusters(%out: memref<4x4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  gpu.launch clusters(%cx, %cy, %cz) in (%scx = %c2, %scy = %c1, %scz = %c1)
      blocks(%bx, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    %cluster = gpu.cluster_id x
    %size = gpu.cluster_dim_blocks x
    %v = vector.from_elements %cx, %scx, %cluster, %size : vector<4xindex>
    vector.store %v, %out[%bx, %c0] : memref<4x4xindex>, vector<4xindex>
    gpu.terminator
  }
  return
}
