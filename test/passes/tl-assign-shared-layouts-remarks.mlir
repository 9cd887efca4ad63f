// RUN: tl-opt %s --tl-assign-shared-layouts='remarks=1 report=%t' -o /dev/null 2>&1 | FileCheck %s
// RUN: tl-layout certify %t | FileCheck %s --check-prefix=HOLD
// HOLD: 0 false{{$}}

// What more room would save is said of the whole buffer, not of a slice.

#rows = #tl.register<spatial(24, 1).local(1, 33)>
#columns = #tl.register<local(24, 3).spatial(1, 11)>

gpu.module @slices {
  // CHECK: 'tl.store' op its buffer lies as S[(24, 33) : (1, 24)]: 87 wavefronts, of at least 50, 51 accesses a thread
  // CHECK: 'tl.store' op 7360 bytes instead of 6336 would take 69 wavefronts instead of 87
  gpu.func @ring(%A: memref<24x33xf32>, %B: memref<24x33xf32>) workgroup(%S: memref<2x24x33xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A as #rows scope warp : memref<24x33xf32> to vector<33xf32>
    tl.store %v as #rows to %S[1, 0, 0] layout auto scope warp : vector<33xf32> to memref<2x24x33xf32, 3>
    gpu.barrier
    %w = tl.load %S[1, 0, 0] layout auto as #columns scope warp : memref<2x24x33xf32, 3> to vector<72xf32>
    tl.store %w as #columns to %B scope warp : vector<72xf32> to memref<24x33xf32>
    gpu.return
  }
}
