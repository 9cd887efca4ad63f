// Pads that are moved with what is loaded: where the store behind leaves out each
// register that is made of them, no register is set to zero.
//
// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-sim --verify-lowering %s --arg=0:random --arg=1:random --arg=4:scalar=67 | FileCheck %s --check-prefix=SIM
// RUN: tl-sim --verify-lowering %s --arg=0:random --arg=1:random --arg=4:scalar=0 | FileCheck %s --check-prefix=SIM

// A thread has four rows of two columns, or of one.
#pairs = #tl.register<spatial(32, 1).local(4, 2)>
#rows = #tl.register<spatial(32).local(4)>
!pairs = memref<128x2xf32>
!rows = memref<128xf32>

// CHECK-LABEL: gpu.module @unseen
// CHECK-NOT:   0.000000e+00{{>?}} : {{f32|vector<[0-9]+xf32>}}
// CHECK-LABEL: gpu.module @seen

// SIM-COUNT-9: equivalent
gpu.module @unseen {
  gpu.func @deinterleave(%A: !pairs, %B: !pairs, %C: !rows, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<8xf32>
    %r, %i = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
    tl.store %r as #rows to %C[0] scope warp bounds(%n) : vector<4xf32> to !rows
    tl.store %i as #rows to %D[0] scope warp bounds(%n) : vector<4xf32> to !rows
    gpu.return
  }
  gpu.func @interleave(%C: !rows, %D: !rows, %A: !pairs, %B: !pairs, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %r = tl.load %C[0] as #rows scope warp bounds(%n) : !rows to vector<4xf32>
    %i = tl.load %D[0] as #rows scope warp bounds(%n) : !rows to vector<4xf32>
    %v = vector.interleave %r, %i : vector<4xf32> -> vector<8xf32>
    tl.store %v as #pairs to %A[0, 0] scope warp bounds(%n, 2) : vector<8xf32> to !pairs
    gpu.return
  }
  gpu.func @product(%C: !rows, %A: !pairs, %B: !pairs, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %two = arith.constant dense<[2.0, 3.0]> : vector<2xf32>
    %r = tl.load %C[0] as #rows scope warp bounds(%n) : !rows to vector<4xf32>
    %sum = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<4x2xf32>
    %v = vector.outerproduct %r, %two, %sum : vector<4xf32>, vector<2xf32>
    tl.store %v as #pairs to %B[0, 0] scope warp bounds(%n, 2) : vector<4x2xf32> to !pairs
    gpu.return
  }
  gpu.func @row_by_row(%A: !pairs, %B: !pairs, %C: !pairs, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<4x2xf32>
    %w0 = arith.constant dense<1.0> : vector<4x2xf32>
    %r1 = vector.extract %v[1] : vector<2xf32> from vector<4x2xf32>
    %s1 = arith.addf %r1, %r1 : vector<2xf32>
    %w1 = vector.insert %s1, %w0 [1] : vector<2xf32> into vector<4x2xf32>
    %e = vector.extract %v[3, 1] : f32 from vector<4x2xf32>
    %w = vector.insert %e, %w1 [3, 0] : f32 into vector<4x2xf32>
    tl.store %w as #pairs to %C[0, 0] scope warp bounds(%n, 2) : vector<4x2xf32> to !pairs
    gpu.return
  }
  gpu.func @slices(%A: !pairs, %B: !pairs, %C: !pairs, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<4x2xf32>
    %w0 = arith.constant dense<1.0> : vector<4x2xf32>
    %right = vector.extract_strided_slice %v {offsets = [1, 1], sizes = [2, 1], strides = [1, 1]} : vector<4x2xf32> to vector<2x1xf32>
    %w = vector.insert_strided_slice %right, %w0 {offsets = [1, 0], strides = [1, 1]} : vector<2x1xf32> into vector<4x2xf32>
    tl.store %w as #pairs to %C[0, 0] scope warp bounds(%n, 2) : vector<4x2xf32> to !pairs
    gpu.return
  }
  gpu.func @shuffle(%A: !pairs, %B: !rows, %C: !rows, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<8xf32>
    %x = tl.load %B[0] as #rows scope warp bounds(%n) : !rows to vector<4xf32>
    %w = vector.shuffle %v, %x [1, 8, 5, 11] : vector<8xf32>, vector<4xf32>
    tl.store %w as #rows to %C[0] scope warp bounds(%n) : vector<4xf32> to !rows
    gpu.return
  }
  gpu.func @transpose(%A: !pairs, %B: !pairs, %C: !rows, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<4x2xf32>
    %t = vector.transpose %v, [1, 0] : vector<4x2xf32> to vector<2x4xf32>
    %w = vector.extract %t[1] : vector<4xf32> from vector<2x4xf32>
    tl.store %w as #rows to %C[0] scope warp bounds(%n) : vector<4xf32> to !rows
    gpu.return
  }
  gpu.func @broadcast(%C: !rows, %B: !pairs, %A: !pairs, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %r = tl.load %C[0] as #rows scope warp bounds(%n) : !rows to vector<4xf32>
    %c = vector.shape_cast %r : vector<4xf32> to vector<4x1xf32>
    %v = vector.broadcast %c : vector<4x1xf32> to vector<4x2xf32>
    tl.store %v as #pairs to %A[0, 0] scope warp bounds(%n, 2) : vector<4x2xf32> to !pairs
    gpu.return
  }
  gpu.func @last(%A: !pairs, %B: !pairs, %C: !rows, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<8xf32>
    %e:8 = vector.to_elements %v : vector<8xf32>
    %w = vector.from_elements %e#0, %e#3, %e#1, %e#6 : vector<4xf32>
    tl.store %w as #rows to %C[0] scope warp bounds(%n) : vector<4xf32> to !rows
    gpu.return
  }
}

// A row that goes to one before it is written where it was not loaded; so is what is
// made of two rows, or lies where nothing is left out; and a number that says where
// something else is written is read.  A row that goes to one behind it is written where
// it lay below a lower bound.

// SIM-COUNT-7: equivalent
gpu.module @seen {
  // CHECK-LABEL: gpu.func @turned
  // CHECK:       0.000000e+00{{>?}} : {{f32|vector<[0-9]+xf32>}}
  gpu.func @turned(%A: !pairs, %B: !pairs, %C: !rows, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<8xf32>
    %w = vector.shuffle %v, %v [0, 2, 6, 4] : vector<8xf32>, vector<8xf32>
    tl.store %w as #rows to %C[0] scope warp bounds(%n) : vector<4xf32> to !rows
    gpu.return
  }
  // CHECK-LABEL: gpu.func @up
  // CHECK:       0.000000e+00{{>?}} : {{f32|vector<[0-9]+xf32>}}
  gpu.func @up(%A: !pairs, %B: !pairs, %C: !pairs, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<4x2xf32>
    %w0 = arith.constant dense<1.0> : vector<4x2xf32>
    %r = vector.extract %v[2] : vector<2xf32> from vector<4x2xf32>
    %w = vector.insert %r, %w0 [1] : vector<2xf32> into vector<4x2xf32>
    tl.store %w as #pairs to %C[0, 0] scope warp bounds(%n, 2) : vector<4x2xf32> to !pairs
    gpu.return
  }
  // CHECK-LABEL: gpu.func @above
  // CHECK:       0.000000e+00{{>?}} : {{f32|vector<[0-9]+xf32>}}
  gpu.func @above(%C: !rows, %D: !rows, %A: !pairs, %B: !pairs, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %C[-1] as #rows scope warp bounds(%n) from(0) : !rows to vector<4xf32>
    %w = vector.shuffle %v, %v [0, 0, 1, 2] : vector<4xf32>, vector<4xf32>
    tl.store %w as #rows to %D[-1] scope warp bounds(%n) from(0) : vector<4xf32> to !rows
    gpu.return
  }
  // CHECK-LABEL: gpu.func @sum
  // CHECK:       0.000000e+00{{>?}} : {{f32|vector<[0-9]+xf32>}}
  gpu.func @sum(%A: !pairs, %B: !pairs, %C: !rows, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<8xf32>
    %own, %other = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
    %next = vector.shuffle %other, %other [1, 1, 2, 3] : vector<4xf32>, vector<4xf32>
    %w = arith.addf %own, %next : vector<4xf32>
    tl.store %w as #rows to %C[0] scope warp bounds(%n) : vector<4xf32> to !rows
    gpu.return
  }
  // CHECK-LABEL: gpu.func @anywhere
  // CHECK:       0.000000e+00{{>?}} : {{f32|vector<[0-9]+xf32>}}
  gpu.func @anywhere(%A: !pairs, %B: !pairs, %C: !pairs, %i: index, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<4x2xf32>
    %r = vector.extract %v[%i] : vector<2xf32> from vector<4x2xf32>
    %w = vector.insert %r, %v [3] : vector<2xf32> into vector<4x2xf32>
    tl.store %w as #pairs to %C[0, 0] scope warp bounds(%n, 2) : vector<4x2xf32> to !pairs
    gpu.return
  }
  // CHECK-LABEL: gpu.func @all
  // CHECK:       0.000000e+00{{>?}} : {{f32|vector<[0-9]+xf32>}}
  gpu.func @all(%A: !pairs, %B: !pairs, %C: !rows, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %A[0, 0] as #pairs scope warp bounds(%n, 2) : !pairs to vector<8xf32>
    %r, %i = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
    tl.store %r as #rows to %C[0] scope warp bounds(%n) : vector<4xf32> to !rows
    tl.store %i as #rows to %D[0] scope warp : vector<4xf32> to !rows
    gpu.return
  }
  // CHECK-LABEL: gpu.func @place
  // CHECK:       arith.constant 0 : i32
  gpu.func @place(%A: !pairs, %B: !pairs, %C: memref<128xi32>, %D: !rows, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %v = tl.load %C[0] as #rows scope warp bounds(%n) : memref<128xi32> to vector<4xi32>
    %first = vector.extract %v[0] : i32 from vector<4xi32>
    %most = arith.constant 31 : i32
    %at = arith.shrui %first, %most : i32
    %x = arith.constant dense<1.0> : vector<4xf32>
    tl.store %x as #rows to %D[%at : i32] scope warp bounds(%n) : vector<4xf32> to !rows
    gpu.return
  }
}
