// What lane 0 does for its warp: it has the values of all lanes, and all have its results.
// DEFINE: %{kernel} = whole
// DEFINE: %{run} = tl-sim %s --kernel=%{kernel}
// RUN: %{run} --dump=0 | FileCheck %s --check-prefix=WHOLE
// REDEFINE: %{kernel} = rows
// RUN: %{run} --expect-equal=0,1 | FileCheck %s --check-prefix=ROWS
// REDEFINE: %{kernel} = other_lane
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=OTHER
// REDEFINE: %{kernel} = half
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=HALF
// REDEFINE: %{kernel} = rows
// RUN: not %{run} --target=gfx942 2>&1 | FileCheck %s --check-prefix=SIZE

// Lane t of warp w gives t and w, and has back element 2 t and 2 t + 1 of all, which are t
// and w again, plus 100; the sum of all, 496 + 32 w, that of the lanes' own numbers, and
// 1000 w, of which lane 0 has its own.
// WHOLE:      argument 0:
// WHOLE-NEXT: {{^}}[100, 100, 496]
// WHOLE-NEXT: {{^}}[101, 100, 496]
// WHOLE:      {{^}}[131, 100, 496]
// WHOLE-NEXT: {{^}}[100, 101, 1528]
// WHOLE:      {{^}}[131, 101, 1528]
func.func @whole(%out: memref<64x3xi32>) attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %t = gpu.thread_id x
  %lane = gpu.lane_id
  %warp = gpu.subgroup_id : index
  %l = arith.index_cast %lane : index to i32
  %w = arith.index_cast %warp : index to i32
  %own = vector.from_elements %l, %w : vector<2xi32>
  %back, %sum = gpu.warp_execute_on_lane_0(%lane)[32] args(%own, %w : vector<2xi32>, i32) -> (vector<2xi32>, i32) {
  ^bb0(%all: vector<64xi32>, %same: i32):
    %hundred = arith.constant dense<100> : vector<64xi32>
    %more = arith.addi %all, %hundred : vector<64xi32>
    %thousand = arith.constant 1000 : i32
    %each = arith.muli %same, %thousand : i32
    %total = vector.reduction <add>, %all, %each : vector<64xi32> into i32
    gpu.yield %more, %total : vector<64xi32>, i32
  }
  vector.store %back, %out[%t, %c0] : memref<64x3xi32>, vector<2xi32>
  memref.store %sum, %out[%t, %c2] : memref<64x3xi32>
  return
}

// Lanes have columns of the rows that lane 0 reads.
// ROWS: equal: 256 elements
// SIZE: error: 'gpu.warp_execute_on_lane_0' op has warps of another size than the target's, or values that are not longer by that in one dimension
func.func @rows(%in: memref<4x64xf32>, %out: memref<4x64xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %lane = gpu.lane_id
  %columns = gpu.warp_execute_on_lane_0(%lane)[32] -> (vector<4x2xf32>) {
    %tile = vector.load %in[%c0, %c0] : memref<4x64xf32>, vector<4x64xf32>
    gpu.yield %tile : vector<4x64xf32>
  }
  %at = arith.muli %lane, %c2 : index
  vector.store %columns, %out[%c0, %at] : memref<4x64xf32>, vector<4x2xf32>
  return
}

// OTHER: :[[# @LINE + 5]]:3: error: 'gpu.warp_execute_on_lane_0' op scope: thread (0, 0, 0) of block (0, 0, 0) is lane 0 of its warp, and says 1
func.func @other_lane() {
  %lane = gpu.lane_id
  %c1 = arith.constant 1 : index
  %next = arith.addi %lane, %c1 : index
  gpu.warp_execute_on_lane_0(%next)[32] {
    gpu.yield
  }
  return
}

// HALF: error: 'gpu.warp_execute_on_lane_0' op scope: thread (0, 0, 0) of block (0, 0, 0) executes an operation of its warp with 16 of 32 threads
func.func @half() {
  %lane = gpu.lane_id
  %c16 = arith.constant 16 : index
  %is_low = arith.cmpi ult, %lane, %c16 : index
  scf.if %is_low {
    gpu.warp_execute_on_lane_0(%lane)[32] {
      gpu.yield
    }
  }
  return
}
