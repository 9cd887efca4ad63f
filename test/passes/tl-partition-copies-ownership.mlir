// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s

// Threads that hold nothing are kept out; a load gives them zeros.

// CHECK-LABEL: func.func @half_a_warp
// CHECK:         %[[LANE:.*]] = gpu.lane_id
// CHECK:         %[[C16:.*]] = arith.constant 16 : index
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[LANE]], %[[C16]] : index
// CHECK:         %[[V:.*]] = scf.if %[[IN]] -> (vector<8xf32>) {
// CHECK:           %[[LOADED:.*]] = tl.thread_load
// CHECK:           scf.yield %[[LOADED]]
// CHECK:         } else {
// CHECK:           %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK:           scf.yield %[[ZERO]]
// CHECK:         return %[[V]]
func.func @half_a_warp(%m: memref<16x8xf32>) -> vector<8xf32> {
  %v = tl.load %m as #tl.register<spatial(16, 1).local(1, 8)> scope warp : memref<16x8xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// A store of what was loaded right before it goes on in the branch of the load,
// where the same threads take part.

// CHECK-LABEL: func.func @stored_at_once
// CHECK:         scf.if
// CHECK-NEXT:      %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT:      %[[OFFSET:.*]] = arith.muli %{{.*}}, %[[C8]] overflow<nsw>
// CHECK-NEXT:      %[[V:.*]] = tl.thread_load %{{.*}}[%[[OFFSET]]]
// CHECK-NEXT:      tl.thread_store %[[V]] to %{{.*}}[%[[OFFSET]]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @stored_at_once(%m: memref<16x8xf32>, %n: memref<16x8xf32>) {
  %v = tl.load %m as #tl.register<spatial(16, 1).local(1, 8)> scope warp : memref<16x8xf32> to vector<8xf32>
  tl.store %v as #tl.register<spatial(16, 1).local(1, 8)> to %n scope warp : vector<8xf32> to memref<16x8xf32>
  return
}

// What only computes between them is computed in front of both.

// CHECK-LABEL: func.func @stored_after_numbers
// CHECK:         arith.addi
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK:           %[[V:.*]] = tl.thread_load
// CHECK:           tl.thread_store %[[V]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @stored_after_numbers(%m: memref<16x8xf32>, %n: memref<32x8xf32>, %i: index) {
  %c4 = arith.constant 4 : index
  %v = tl.load %m as #tl.register<spatial(16, 1).local(1, 8)> scope warp : memref<16x8xf32> to vector<8xf32>
  %j = arith.addi %i, %c4 : index
  tl.store %v as #tl.register<spatial(16, 1).local(1, 8)> to %n[%j, 0] scope warp : vector<8xf32> to memref<32x8xf32>
  return
}

// Not where others do, and not where something else reads it.

// CHECK-LABEL: func.func @stored_by_others
// CHECK:         %[[V:.*]] = scf.if {{.*}} -> (vector<8xf32>) {
// CHECK:           tl.thread_load
// CHECK:         scf.if
// CHECK-NOT:     tl.thread_load
// CHECK:           tl.thread_store %[[V]]
func.func @stored_by_others(%m: memref<16x8xf32>, %n: memref<8x8xf32>) {
  %v = tl.load %m as #tl.register<spatial(16, 1).local(1, 8)> scope warp : memref<16x8xf32> to vector<8xf32>
  tl.store %v as #tl.register<spatial(8, 1).local(1, 8)> to %n scope warp : vector<8xf32> to memref<8x8xf32>
  return
}

// CHECK-LABEL: func.func @stored_and_returned
// CHECK:         %[[V:.*]] = scf.if {{.*}} -> (vector<8xf32>) {
// CHECK:         scf.if
// CHECK:           tl.thread_store %[[V]]
// CHECK:         return %[[V]]
func.func @stored_and_returned(%m: memref<16x8xf32>, %n: memref<16x8xf32>) -> vector<8xf32> {
  %v = tl.load %m as #tl.register<spatial(16, 1).local(1, 8)> scope warp : memref<16x8xf32> to vector<8xf32>
  tl.store %v as #tl.register<spatial(16, 1).local(1, 8)> to %n scope warp : vector<8xf32> to memref<16x8xf32>
  return %v : vector<8xf32>
}

// Replicas all load; the first of them stores.  What both copies compute is
// written once.

// CHECK-LABEL: func.func @replicas
// CHECK-NOT:     scf.if
// CHECK:         %[[LANE:.*]] = gpu.lane_id
// CHECK:         tl.thread_load
// CHECK-NOT:     gpu.lane_id
// CHECK:         %[[SHIFT:.*]] = arith.constant 2 : index
// CHECK:         %[[DIGIT:.*]] = arith.shrui %[[LANE]], %[[SHIFT]]
// CHECK:         %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %{{.*}} : index
// CHECK:         scf.if %[[FIRST]] {
// CHECK:           tl.thread_store
func.func @replicas(%m: memref<4xf32>) {
  %v = tl.load %m as #tl.register<reduce(spatial(8, 4), dims = [0])> scope warp : memref<4xf32> to vector<1xf32>
  tl.store %v as #tl.register<reduce(spatial(8, 4), dims = [0])> to %m scope warp : vector<1xf32> to memref<4xf32>
  return
}

// Only every fourth lane from lane 2 on: lane - 2 is 0 modulo 4 and below 24,
// where an unsigned difference keeps lanes 0 and 1 out.

// CHECK-LABEL: func.func @strided_lanes
// CHECK:         %[[LANE:.*]] = gpu.lane_id
// CHECK:         %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[T:.*]] = arith.subi %[[LANE]], %[[C2]] : index
// CHECK:         %[[C3:.*]] = arith.constant 3 : index
// CHECK:         %[[GAP:.*]] = arith.andi %[[T]], %[[C3]] : index
// CHECK:         %[[ON:.*]] = arith.cmpi eq, %[[GAP]]
// CHECK:         %[[C24:.*]] = arith.constant 24 : index
// CHECK:         %[[BELOW:.*]] = arith.cmpi ult, %[[T]], %[[C24]]
// CHECK:         %[[IN:.*]] = arith.andi %[[ON]], %[[BELOW]] : i1
// CHECK:         scf.if %[[IN]]
func.func @strided_lanes(%m: memref<6xf32>, %v: vector<1xf32>) {
  tl.store %v as #tl.tile<S[(6,) : (4@laneid,)] + 2@laneid> to %m scope warp : vector<1xf32> to memref<6xf32>
  return
}

// Without a known block size a cta may have more threads than the layout.

// CHECK-LABEL: func.func @unknown_cta
// CHECK:         arith.constant 64 : index
// CHECK:         arith.cmpi ult
// CHECK:         scf.if
func.func @unknown_cta(%m: memref<64xf32>, %r: memref<1xf32, 5>) {
  tl.copy %m to %r layout #tl.register<spatial(64)> scope cta : memref<64xf32> to memref<1xf32, 5>
  return
}

// A block of 48 threads has a warp of 32 and one of 16: the layout fits both, and
// lanes 16 to 31 of the whole one stay out.

// CHECK-LABEL: func.func @partial_warp
// CHECK:         arith.constant 16 : index
// CHECK:         arith.cmpi ult
// CHECK:         scf.if
func.func @partial_warp(%m: memref<16xf32>, %r: memref<1xf32, 5>) attributes {gpu.known_block_size = array<i32: 48, 1, 1>} {
  tl.copy %r layout #tl.register<spatial(16)> to %m scope warp : memref<1xf32, 5> to memref<16xf32>
  return
}

// Threads 0, 2 and 4 need a block of 5 threads, not of 6.

// CHECK-LABEL: func.func @five_threads
// CHECK:         tl.thread_load
func.func @five_threads(%m: memref<3xf32>) attributes {gpu.known_block_size = array<i32: 5, 1, 1>} {
  %v = tl.load %m as #tl.tile<S[(3,) : (2@tx,)]> scope cta : memref<3xf32> to vector<1xf32>
  return
}

// The difference to the offset wraps in lane 0, where it is a multiple of 3: the
// comparison with the limit keeps it out.

// CHECK-LABEL: func.func @wrapping_offset
// CHECK:         %[[T:.*]] = arith.subi
// CHECK:         arith.remui %[[T]]
// CHECK:         %[[C33:.*]] = arith.constant 33 : index
// CHECK:         arith.cmpi ult, %[[T]], %[[C33]]
// CHECK:         scf.if
func.func @wrapping_offset(%m: memref<11x8xf32>, %v: vector<8xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  tl.store %v as #tl.tile<S[(11, 8) : (3@laneid, 1)] + 1@laneid> to %m scope warp : vector<8xf32> to memref<11x8xf32>
  return
}
