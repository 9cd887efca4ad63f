// RUN: tl-sim --verify-lowering %s --arg=1:scalar=100 --arg=2:scalar=-7 | FileCheck %s --check-prefix=SIM
// RUN: tl-opt %s --tl-lower-coordinates | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: sed -n '/entry causal(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=PTX
// RUN: sed -n '/entry causal(/,/^}/p' %t.ptx | grep -c add.s32 | FileCheck %s --check-prefix=ADDS

// Every register of every thread, whatever it holds: of each kernel one row of
// %out a thread.
!out = memref<128x48xi32>
!wide = memref<128x48xindex>

#frag = #tl.register<spatial(8, 4).local(1, 2)>
#block = #tl.register<local(2, 2).spatial(8, 4).local(1, 2)>
#replicas = #tl.register<reduce(spatial(8, 4).local(1, 2), dims = [1])>
#twice = #tl.tile<S[(4, 3) : (1@laneid, 2)] + R[2 : 1]>
#gaps = #tl.tile<S[(4, 3) : (2@laneid, 2)] + 3@laneid + 1>
#odd = #tl.tile<S[(3, (2, 5)) : (2@laneid, (1@laneid, 1))]>
#warps = #tl.tile<S[((2, 8), (2, 4)) : ((2@warpid, 4@laneid), (1@warpid, 1@laneid))]>

gpu.module @kernels {
  // A number of the thread for each dimension, and a constant vector.
  // CHECK-LABEL: gpu.func @block
  // CHECK:         %[[ROW:.+]] = vector.broadcast %{{.+}} : i32 to vector<8xi32>
  // CHECK-NEXT:    %[[ROWS:.+]] = arith.constant dense<[0, 0, 0, 0, 8, 8, 8, 8]> : vector<8xi32>
  // CHECK-NEXT:    arith.addi %[[ROW]], %[[ROWS]] overflow<nsw> : vector<8xi32>
  // CHECK:         arith.constant dense<[0, 1, 8, 9, 0, 1, 8, 9]> : vector<8xi32>
  // CHECK-NOT:     arith.select
  // CHECK-NOT:     tl.
  // SIM: @block: equivalent: 6144 elements
  gpu.func @block(%out: !out, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c8 = arith.constant 8 : index
    %p, %q = tl.coordinates #block [%i, %j : i32] scope warp : vector<8xi32>, vector<8xi32>
    %c0 = arith.constant 0 : index
    vector.store %p, %out[%t, %c0] : !out, vector<8xi32>
    vector.store %q, %out[%t, %c8] : !out, vector<8xi32>
    gpu.return
  }

  // SIM: @index: equivalent: 6144 elements
  gpu.func @index(%out: !wide, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c8 = arith.constant 8 : index
    %p, %q = tl.coordinates #block [%i, %j : i32] scope warp : vector<8xindex>, vector<8xindex>
    %c0 = arith.constant 0 : index
    vector.store %p, %out[%t, %c0] : !wide, vector<8xindex>
    vector.store %q, %out[%t, %c8] : !wide, vector<8xindex>
    gpu.return
  }

  // The coordinate of what a replica holds, on threads and in registers; registers
  // and threads that hold nothing have 0.
  // CHECK-LABEL: gpu.func @rest
  // CHECK:         scf.if %{{.+}} -> (vector<6xi32>)
  // SIM: @rest: equivalent: 6144 elements
  gpu.func @rest(%out: !out, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c24 = arith.constant 24 : index
    %c32 = arith.constant 32 : index
    %c40 = arith.constant 40 : index
    %r = tl.coordinates #replicas [%i] scope warp : vector<1xi32>
    %a, %b = tl.coordinates #twice scope warp {partial} : vector<6xi32>, vector<6xi32>
    %c, %d = tl.coordinates #gaps [3, 4] scope warp {partial} : vector<8xi32>, vector<8xi32>
    %e, %f = tl.coordinates #odd [%i, 0] scope warp : vector<5xi32>, vector<5xi32>
    vector.store %r, %out[%t, %c0] : !out, vector<1xi32>
    vector.store %a, %out[%t, %c1] : !out, vector<6xi32>
    vector.store %b, %out[%t, %c8] : !out, vector<6xi32>
    vector.store %c, %out[%t, %c16] : !out, vector<8xi32>
    vector.store %d, %out[%t, %c24] : !out, vector<8xi32>
    vector.store %e, %out[%t, %c32] : !out, vector<5xi32>
    vector.store %f, %out[%t, %c40] : !out, vector<5xi32>
    gpu.return
  }

  // Threads of a block, of a group, and one alone.
  // SIM: @scopes: equivalent: 6144 elements
  gpu.func @scopes(%out: !out, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c24 = arith.constant 24 : index
    %a, %b = tl.coordinates #warps [%i, 0] scope cta : vector<1xi32>, vector<1xi32>
    %c, %d = tl.coordinates #tl.register<spatial(16, 8).local(2, 4)> scope warpgroup : vector<8xi32>, vector<8xi32>
    %e = tl.coordinates #tl.register<local(8)> [%j : i32] scope thread : vector<8xi32>
    %x, %y, %z = tl.coordinates #tl.tile<S[(2, 8, (4, 2)) : (2, 4@laneid, (1@laneid, 1))]> [7, %i, 0] scope warp : vector<4xi32>, vector<4xi32>, vector<4xi32>
    %c32 = arith.constant 32 : index
    %c36 = arith.constant 36 : index
    %c40 = arith.constant 40 : index
    vector.store %x, %out[%t, %c32] : !out, vector<4xi32>
    vector.store %y, %out[%t, %c36] : !out, vector<4xi32>
    vector.store %z, %out[%t, %c40] : !out, vector<4xi32>
    vector.store %a, %out[%t, %c0] : !out, vector<1xi32>
    vector.store %c, %out[%t, %c8] : !out, vector<8xi32>
    vector.store %d, %out[%t, %c16] : !out, vector<8xi32>
    vector.store %e, %out[%t, %c24] : !out, vector<8xi32>
    gpu.return
  }

  // A causal mask is a comparison an element, and an addition a row and a column of
  // the registers: 4 - 1 + 8 - 1 of constants, and 2 of the origin.
  // SIM: @causal: equivalent: 1024 elements
  // PTX:                {
  // PTX-NOT:            {{(setp|sub|mad|min|max)}}
  // ADDS: {{^12$}}
  // PTX-COUNT-32:       setp.lt.s32
  // PTX-NOT:            {{(add.s32|sub|mad|setp)}}
  // PTX:                ret;
  gpu.func @causal(%S: memref<32x32xf32>, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %r, %c = tl.coordinates #tl.register<local(4, 4).spatial(8, 4).local(1, 2)> [%i, %j : i32] scope warp : vector<32xi32>, vector<32xi32>
    %keep = arith.cmpi sge, %r, %c : vector<32xi32>
    %v = tl.load %S as #tl.register<local(4, 4).spatial(8, 4).local(1, 2)> scope warp : memref<32x32xf32> to vector<32xf32>
    %low = arith.constant dense<0xFF800000> : vector<32xf32>
    %w = arith.select %keep, %v, %low : vector<32xi1>, vector<32xf32>
    tl.store %w as #tl.register<local(4, 4).spatial(8, 4).local(1, 2)> to %S scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.return
  }
}
