// RUN: tl-sim --verify-lowering %s --arg=1:scalar=100 --arg=2:scalar=-7 | FileCheck %s --check-prefix=SIM
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=2:scalar=-2147483648
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=2:scalar=-1
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=2:scalar=0
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=2:scalar=7
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=2:scalar=31
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=1:scalar=-8 --arg=2:scalar=-8
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=1:scalar=-7 --arg=2:scalar=-7
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=1:scalar=32 --arg=2:scalar=32
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=1:scalar=33 --arg=2:scalar=33
// RUN: tl-sim --verify-lowering %s --kernel=cut --arg=2:scalar=2147483647
// RUN: tl-sim --verify-lowering %s --kernel=sums --arg=2:scalar=-20
// RUN: tl-sim --verify-lowering %s --kernel=sums --arg=2:scalar=0
// RUN: tl-sim --verify-lowering %s --kernel=sums --arg=2:scalar=3
// RUN: tl-sim --verify-lowering %s --kernel=sums --arg=2:scalar=20
// RUN: tl-opt %s --tl-lower-coordinates | FileCheck %s
// RUN: tl-opt %s --lower-layout-copies | %ptx > %t.ptx
// RUN: sed -n '/entry causal(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=PTX
// RUN: sed -n '/entry causal(/,/^}/p' %t.ptx | grep -c add.s32 | FileCheck %s --check-prefix=ADDS
// RUN: sed -n '/entry causal_from_0(/,/^}/p' %t.ptx | FileCheck %s --check-prefix=FEW

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
#known = #tl.register<local(2, 1).spatial(8, 4).local(1, 2)>
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
  // CHECK:         scf.if %{{.+}} -> (vector<6xi32>, vector<6xi32>)
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

  // Each of the groups of a block counts its threads from 0.
  // SIM: @groups: equivalent: 4096 elements
  gpu.func @groups(%out: memref<256x16xi32>, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %a, %b = tl.coordinates #tl.register<spatial(16, 8).local(2, 4)> [%i, %j : i32] scope warpgroup : vector<8xi32>, vector<8xi32>
    vector.store %a, %out[%t, %c0] : memref<256x16xi32>, vector<8xi32>
    vector.store %b, %out[%t, %c8] : memref<256x16xi32>, vector<8xi32>
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

  // Coordinates that are not below 0 have differences, of which 14 numbers differ in
  // 32 registers; 6 hold for all where rows begin behind columns.  Comparisons without
  // a sign are those with one.
  // SIM: @causal_from_0: equivalent: 1024 elements
  // CHECK-LABEL: gpu.func @causal_from_0
  // CHECK:         %[[D:.+]] = arith.subi %{{.+}}, %{{.+}} : i32
  // CHECK-NEXT:    %[[ALL:.+]] = vector.broadcast %[[D]] : i32 to vector<32xi32>
  // CHECK-NEXT:    %[[LESS:.+]] = arith.constant dense<[0, 1, 8, 9, 16, 17, 24, 25, -8, -7, 0, 1, 8, 9, 16, 17, -16, -15, -8, -7, 0, 1, 8, 9, -24, -23, -16, -15, -8, -7, 0, 1]> : vector<32xi32>
  // CHECK-NEXT:    arith.cmpi sge, %[[ALL]], %[[LESS]] : vector<32xi32>
  // CHECK-NOT:     arith.addi
  // FEW:                {
  // FEW-NOT:            {{(setp|sub)}}
  // FEW:                add.s32
  // FEW-NOT:            {{(setp|add.s32)}}
  // FEW:                sub.s32
  // FEW-NOT:            {{(sub|add.s32)}}
  // FEW-COUNT-8:        setp.gt.s32
  // FEW-NOT:            {{(sub|add.s32|setp)}}
  // FEW:                ret;
  gpu.func @causal_from_0(%S: memref<32x32xf32>, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.block_id x
    %r, %c = tl.coordinates #tl.register<local(4, 4).spatial(8, 4).local(1, 2)> [%x, 0] scope warp : vector<32xi32>, vector<32xi32>
    %keep = arith.cmpi uge, %r, %c : vector<32xi32>
    %v = tl.load %S as #tl.register<local(4, 4).spatial(8, 4).local(1, 2)> scope warp : memref<32x32xf32> to vector<32xf32>
    %low = arith.constant dense<0xFF800000> : vector<32xf32>
    %w = arith.select %keep, %v, %low : vector<32xi1>, vector<32xf32>
    tl.store %w as #tl.register<local(4, 4).spatial(8, 4).local(1, 2)> to %S scope warp : vector<32xf32> to memref<32x32xf32>
    gpu.return
  }

  // The difference of two that may be below 0 wraps, which only equality does not
  // mind, and threads without elements have no difference.  What is compared besides
  // stays, and so does one with itself.
  // SIM: @signs: equivalent: 6144 elements
  // CHECK-LABEL: gpu.func @signs
  // CHECK:         arith.subi
  // CHECK-DAG:     %[[EQUAL:.+]] = arith.constant dense<[0, 1, -1, 0]> : vector<4xi32>
  // CHECK-DAG:     arith.constant dense<[0, -1, 1, 0]> : vector<4xi32>
  // CHECK-NOT:     arith.subi
  // CHECK:         arith.cmpi eq, %{{.+}}, %[[EQUAL]] : vector<4xi32>
  // CHECK:         arith.cmpi ne,
  // CHECK:         arith.cmpi slt, %[[P:.+]], %[[Q:.+]] : vector<4xi32>
  // CHECK:         arith.cmpi ugt, %[[P]], %[[Q]] : vector<4xi32>
  // CHECK:         arith.cmpi sle, %[[P]], %[[P]] : vector<4xi32>
  // CHECK-NOT:     arith.subi
  // CHECK:         arith.cmpi ule, %{{.+}}, %{{.+}} : vector<5xi32>
  // CHECK:         gpu.return
  gpu.func @signs(%out: !out, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c24 = arith.constant 24 : index
    %c32 = arith.constant 32 : index
    %c40 = arith.constant 40 : index
    %p, %q = tl.coordinates #tl.register<spatial(8, 4).local(2, 2)> [%i, %j : i32] scope warp : vector<4xi32>, vector<4xi32>
    %a = arith.cmpi eq, %p, %q : vector<4xi32>
    %b = arith.cmpi ne, %q, %p : vector<4xi32>
    %c = arith.cmpi slt, %p, %q : vector<4xi32>
    %d = arith.cmpi ugt, %p, %q : vector<4xi32>
    %e = arith.cmpi sle, %p, %p : vector<4xi32>
    %r, %s = tl.coordinates #odd [0, 1] scope warp : vector<5xi32>, vector<5xi32>
    %f = arith.cmpi ule, %r, %s : vector<5xi32>
    %a32 = arith.extui %a : vector<4xi1> to vector<4xi32>
    %b32 = arith.extui %b : vector<4xi1> to vector<4xi32>
    %c32x = arith.extui %c : vector<4xi1> to vector<4xi32>
    %d32 = arith.extui %d : vector<4xi1> to vector<4xi32>
    %e32 = arith.extui %e : vector<4xi1> to vector<4xi32>
    %f32 = arith.extui %f : vector<5xi1> to vector<5xi32>
    vector.store %a32, %out[%t, %c0] : !out, vector<4xi32>
    vector.store %b32, %out[%t, %c8] : !out, vector<4xi32>
    vector.store %c32x, %out[%t, %c16] : !out, vector<4xi32>
    vector.store %d32, %out[%t, %c24] : !out, vector<4xi32>
    vector.store %e32, %out[%t, %c32] : !out, vector<4xi32>
    vector.store %f32, %out[%t, %c40] : !out, vector<5xi32>
    gpu.return
  }

  // As wide as an index; the comparison may be anywhere.
  // SIM: @later: equivalent: 6144 elements
  // CHECK-LABEL: gpu.func @later
  // CHECK:         arith.subi %{{.+}}, %{{.+}} : index
  // CHECK:         scf.for
  // CHECK-NEXT:      arith.cmpi sle, %{{.+}}, %{{.+}} : vector<4xindex>
  gpu.func @later(%out: !out, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %p, %q = tl.coordinates #tl.register<spatial(8, 4).local(2, 2)> [%t, 3] scope warp : vector<4xindex>, vector<4xindex>
    scf.for %k = %c0 to %c8 step %c4 {
      %a = arith.cmpi sle, %q, %p : vector<4xindex>
      %a32 = arith.extui %a : vector<4xi1> to vector<4xi32>
      vector.store %a32, %out[%t, %k] : !out, vector<4xi32>
    }
    gpu.return
  }

  // Rows 0 to 15 and columns 0 to 7: what holds for all threads, or for none, is not
  // compared.
  // SIM: @known: equivalent: 6144 elements
  // CHECK-LABEL: gpu.func @known
  // CHECK:         %[[S:.+]] = arith.cmpi slt, %{{.+}}, %{{.+}} : vector<4xi32>
  // CHECK-NEXT:    %[[K:.+]] = arith.constant dense<[false, false, true, true]> : vector<4xi1>
  // CHECK-NEXT:    %[[NEVER:.+]] = arith.constant dense<false> : vector<4xi1>
  // CHECK-NEXT:    arith.select %[[K]], %[[NEVER]], %[[S]] : vector<4xi1>, vector<4xi1>
  // CHECK-NEXT:    arith.cmpi sge,
  // CHECK-NEXT:    arith.constant dense<[false, false, true, true]> : vector<4xi1>
  // CHECK-NEXT:    arith.constant dense<[false, false, true, true]> : vector<4xi1>
  // CHECK-NEXT:    arith.select
  // CHECK-NEXT:    arith.cmpi eq,
  // CHECK-NEXT:    arith.constant dense<[false, false, true, true]> : vector<4xi1>
  // CHECK-NEXT:    arith.constant dense<false> : vector<4xi1>
  // CHECK-NEXT:    arith.select
  // CHECK-NEXT:    arith.cmpi ne,
  // CHECK-NEXT:    arith.constant dense<[false, false, true, true]> : vector<4xi1>
  // CHECK-NEXT:    arith.constant dense<[false, false, true, true]> : vector<4xi1>
  // CHECK-NEXT:    arith.select
  // CHECK-NEXT:    arith.cmpi sgt,
  // CHECK-NOT:     arith.select
  // CHECK:         arith.cmpi sle,
  // CHECK-NEXT:    arith.constant dense<[false, false, true, true]> : vector<4xi1>
  // CHECK:         gpu.return
  gpu.func @known(%out: !out, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c24 = arith.constant 24 : index
    %c32 = arith.constant 32 : index
    %c40 = arith.constant 40 : index
    %p, %q = tl.coordinates #known [0, 0] scope warp : vector<4xi32>, vector<4xi32>
    %u, %v = tl.coordinates #known [0, %t] scope warp : vector<4xi32>, vector<4xi32>
    %a = arith.cmpi ult, %p, %q : vector<4xi32>
    %b = arith.cmpi sge, %p, %q : vector<4xi32>
    %c = arith.cmpi eq, %q, %p : vector<4xi32>
    %d = arith.cmpi ne, %p, %q : vector<4xi32>
    %e = arith.cmpi ugt, %v, %u : vector<4xi32>
    %a32 = arith.extui %a : vector<4xi1> to vector<4xi32>
    %b32 = arith.extui %b : vector<4xi1> to vector<4xi32>
    %c32x = arith.extui %c : vector<4xi1> to vector<4xi32>
    %d32 = arith.extui %d : vector<4xi1> to vector<4xi32>
    %e32 = arith.extui %e : vector<4xi1> to vector<4xi32>
    vector.store %a32, %out[%t, %c0] : !out, vector<4xi32>
    vector.store %b32, %out[%t, %c8] : !out, vector<4xi32>
    vector.store %c32x, %out[%t, %c16] : !out, vector<4xi32>
    vector.store %d32, %out[%t, %c24] : !out, vector<4xi32>
    vector.store %e32, %out[%t, %c32] : !out, vector<4xi32>
    %some = arith.cmpi ult, %t, %c40 : index
    scf.if %some {
      %f = arith.cmpi sle, %q, %p : vector<4xi32>
      %f32 = arith.extui %f : vector<4xi1> to vector<4xi32>
      vector.store %f32, %out[%t, %c40] : !out, vector<4xi32>
    }
    gpu.return
  }

  // What is the same in all registers is taken from the number of the thread, where
  // the comparison is: as any number where equality is asked, and a sign where ranges
  // say that nothing wraps, on either side; a number is one of each register.  What
  // may wrap is compared as it is.
  // SIM: @splats: equivalent: 8192 elements
  // CHECK-LABEL: gpu.func @splats
  // CHECK:         %[[RESTS:.+]] = arith.constant dense<[5, 4, 3, 2]> : vector<4xi32>
  // CHECK-NEXT:    %[[LESS:.+]] = arith.constant dense<[0, -1, -2, -3]> : vector<4xi32>
  // CHECK:         %[[C:.+]] = arith.addi
  // CHECK:         %[[D:.+]] = arith.subi %[[BASE:.+]], %[[ANY:.+]] : i32
  // CHECK-NEXT:    %[[ALL:.+]] = vector.broadcast %[[D]] : i32 to vector<4xi32>
  // CHECK-NEXT:    arith.cmpi eq, %[[ALL]], %[[LESS]] : vector<4xi32>
  // CHECK-NEXT:    arith.subi %[[BASE]], %[[ANY]] : i32
  // CHECK-NEXT:    vector.broadcast
  // CHECK-NEXT:    arith.cmpi ne, %{{.+}}, %[[LESS]] : vector<4xi32>
  // CHECK-NEXT:    arith.cmpi slt, %[[C]], %{{.+}} : vector<4xi32>
  // CHECK-NEXT:    arith.subi %[[BASE]],
  // CHECK-NEXT:    vector.broadcast
  // CHECK-NEXT:    arith.cmpi sle, %{{.+}}, %[[LESS]] : vector<4xi32>
  // CHECK-NEXT:    arith.subi %[[BASE]],
  // CHECK-NEXT:    vector.broadcast
  // CHECK-NEXT:    arith.cmpi sgt, %{{.+}}, %[[LESS]] : vector<4xi32>
  // CHECK-NEXT:    arith.subi %[[BASE]],
  // CHECK-NEXT:    vector.broadcast
  // CHECK-NEXT:    arith.cmpi slt, %{{.+}}, %[[LESS]] : vector<4xi32>
  // CHECK-NEXT:    arith.cmpi ult, %[[C]], %{{.+}} : vector<4xi32>
  // CHECK-NEXT:    arith.cmpi sge, %{{.+}}, %[[RESTS]] : vector<4xi32>
  // CHECK-NEXT:    arith.cmpi slt, %[[C]], %{{.+}} : vector<4xi32>
  gpu.func @splats(%out: memref<128x64xi32>, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c12 = arith.constant 12 : index
    %c16 = arith.constant 16 : index
    %c20 = arith.constant 20 : index
    %c24 = arith.constant 24 : index
    %c28 = arith.constant 28 : index
    %c32 = arith.constant 32 : index
    %r, %c = tl.coordinates #tl.register<spatial(8, 4).local(1, 4)> [0, 0] scope warp : vector<4xi32>, vector<4xi32>
    %word = arith.index_cast %t : index to i32
    %some = arith.addi %word, %j : i32
    %all = vector.broadcast %some : i32 to vector<4xi32>
    %natural = arith.index_cast %t : index to i32
    %naturals = vector.broadcast %natural : i32 to vector<4xi32>
    %small = tl.assume %j range -8 to 50 : i32
    %smalls = vector.broadcast %small : i32 to vector<4xi32>
    %five = arith.constant dense<5> : vector<4xi32>
    %low = arith.constant dense<-5> : vector<4xi32>
    %a = arith.cmpi eq, %c, %all : vector<4xi32>
    %b = arith.cmpi ne, %all, %c : vector<4xi32>
    %d = arith.cmpi slt, %c, %all : vector<4xi32>
    %e = arith.cmpi uge, %naturals, %c : vector<4xi32>
    %f = arith.cmpi slt, %naturals, %c : vector<4xi32>
    %g = arith.cmpi slt, %c, %smalls : vector<4xi32>
    %h = arith.cmpi ult, %c, %smalls : vector<4xi32>
    %k = arith.cmpi uge, %c, %five : vector<4xi32>
    %l = arith.cmpi slt, %c, %low : vector<4xi32>
    %a32 = arith.extui %a : vector<4xi1> to vector<4xi32>
    %b32 = arith.extui %b : vector<4xi1> to vector<4xi32>
    %d32 = arith.extui %d : vector<4xi1> to vector<4xi32>
    %e32 = arith.extui %e : vector<4xi1> to vector<4xi32>
    %f32 = arith.extui %f : vector<4xi1> to vector<4xi32>
    %g32 = arith.extui %g : vector<4xi1> to vector<4xi32>
    %h32 = arith.extui %h : vector<4xi1> to vector<4xi32>
    %k32 = arith.extui %k : vector<4xi1> to vector<4xi32>
    %l32 = arith.extui %l : vector<4xi1> to vector<4xi32>
    vector.store %a32, %out[%t, %c0] : memref<128x64xi32>, vector<4xi32>
    vector.store %b32, %out[%t, %c4] : memref<128x64xi32>, vector<4xi32>
    vector.store %d32, %out[%t, %c8] : memref<128x64xi32>, vector<4xi32>
    vector.store %e32, %out[%t, %c12] : memref<128x64xi32>, vector<4xi32>
    vector.store %f32, %out[%t, %c16] : memref<128x64xi32>, vector<4xi32>
    vector.store %g32, %out[%t, %c20] : memref<128x64xi32>, vector<4xi32>
    vector.store %h32, %out[%t, %c24] : memref<128x64xi32>, vector<4xi32>
    vector.store %k32, %out[%t, %c28] : memref<128x64xi32>, vector<4xi32>
    vector.store %l32, %out[%t, %c32] : memref<128x64xi32>, vector<4xi32>
    gpu.return
  }

  // A single row begins at the origin as well.

  // CHECK-LABEL: gpu.func @single_row(
  // CHECK:         vector.broadcast %arg2 : i32 to vector<2xi32>
  // CHECK:         vector.broadcast %{{.+}} : i32 to vector<2xi32>
  // SIM: @single_row: equivalent: 6144 elements
  gpu.func @single_row(%out: !out, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %t = gpu.thread_id x
    %p, %q = tl.coordinates #tl.register<spatial(1, 32).local(1, 2)> [%j : i32, 0] scope warp : vector<2xi32>, vector<2xi32>
    %r, %s = tl.coordinates #tl.register<spatial(32, 1).local(2, 1)> [0, %i] scope warp : vector<2xi32>, vector<2xi32>
    vector.store %p, %out[%t, %c0] : !out, vector<2xi32>
    vector.store %s, %out[%t, %c2] : !out, vector<2xi32>
    gpu.return
  }

  // What is the same in all registers is cut below coordinates, which are not below 0, so
  // that there is a difference, and beside what has two ends at both: not without a sign,
  // nor of few registers.

  // SIM: @cut: equivalent
  // CHECK-LABEL: gpu.func @cut(
  // CHECK:         %[[ALL:.+]] = vector.broadcast %arg2 : i32 to vector<8xi32>
  // CHECK:         %[[FROM0:.+]] = arith.maxsi %arg2, %c0_i32{{.*}} : i32
  // CHECK:         arith.subi %{{.+}}, %[[FROM0]] : i32
  // CHECK:         arith.cmpi slt, %{{.+}}, %[[NUMBERS:.+]] : vector<8xi32>
  // CHECK:         %[[BELOW:.+]] = arith.maxsi %arg2, %c-1_i32{{.*}} : i32
  // CHECK:         arith.subi %{{.+}}, %[[BELOW]] : i32
  // CHECK:         arith.cmpi sle, %{{.+}}, %[[NUMBERS]]
  // CHECK:         arith.maxsi %arg2, %c-1_i32{{.*}} : i32
  // CHECK:         arith.cmpi sgt, %{{.+}}, %[[NUMBERS]]
  // CHECK:         arith.maxsi %arg2, %c0_i32{{.*}} : i32
  // CHECK:         arith.cmpi sge, %{{.+}}, %[[NUMBERS]]
  // CHECK:         arith.maxsi %arg2, %c-1_i32{{.*}} : i32
  // CHECK:         arith.cmpi sgt, %{{.+}}, %[[NUMBERS]]
  // CHECK-NOT:     arith.maxsi
  // CHECK:         arith.cmpi ult, %{{.+}}, %[[ALL]]
  // CHECK:         arith.cmpi slt, %{{.+}}, %{{.+}} : vector<2xi32>
  // CHECK:         %[[LONG:.+]] = arith.maxsi %arg1, %c-1{{.*}} : index
  // CHECK:         arith.minsi %[[LONG]], %c31{{.*}} : index
  // CHECK:         arith.cmpi sle, %{{.+}}, %{{.+}} : vector<8xindex>
  // CHECK:         arith.maxsi %arg1, %c0{{.*}} : index
  // CHECK-NOT:     arith.minsi
  // CHECK:         arith.cmpi sge, %{{.+}}, %{{.+}} : vector<8xindex>
  // CHECK:         %[[OVER:.+]] = arith.maxsi %arg2, %c-7_i32{{.*}} : i32
  // CHECK:         %[[BOTH:.+]] = arith.minsi %[[OVER]], %c32_i32{{.*}} : i32
  // CHECK:         arith.subi %{{.+}}, %[[BOTH]] : i32
  // CHECK:         arith.cmpi slt,
  // CHECK:         arith.maxsi %arg2, %c-8_i32{{.*}} : i32
  // CHECK:         arith.minsi %{{.+}}, %c31_i32{{.*}} : i32
  // CHECK:         arith.cmpi sle,
  // CHECK:         arith.cmpi sgt,
  // CHECK:         arith.cmpi sge,
  // CHECK:         gpu.return
  gpu.func @cut(%out: memref<128x64xi32>, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %p, %q = tl.coordinates #tl.register<spatial(8, 4).local(1, 8)> [0, 0] scope warp : vector<8xi32>, vector<8xi32>
    %r, %s = tl.coordinates #tl.register<spatial(8, 4).local(1, 2)> [0, 0] scope warp : vector<2xi32>, vector<2xi32>
    %all = vector.broadcast %j : i32 to vector<8xi32>
    %two = vector.broadcast %j : i32 to vector<2xi32>
    %a = arith.cmpi slt, %q, %all : vector<8xi32>
    %b = arith.cmpi sle, %q, %all : vector<8xi32>
    %c = arith.cmpi sgt, %q, %all : vector<8xi32>
    %d = arith.cmpi sge, %q, %all : vector<8xi32>
    %e = arith.cmpi slt, %all, %q : vector<8xi32>
    %f = arith.cmpi ult, %q, %all : vector<8xi32>
    %g = arith.cmpi slt, %s, %two : vector<2xi32>
    %k, %l = tl.coordinates #tl.register<spatial(8, 4).local(1, 8)> [0, 0] scope warp : vector<8xindex>, vector<8xindex>
    %long = vector.broadcast %i : index to vector<8xindex>
    %m = arith.cmpi sle, %l, %long : vector<8xindex>
    %n = arith.cmpi sge, %l, %long : vector<8xindex>
    %both = arith.andi %m, %n : vector<8xi1>
    %apart = arith.subi %q, %p : vector<8xi32>
    %u = arith.cmpi slt, %apart, %all : vector<8xi32>
    %v = arith.cmpi sle, %apart, %all : vector<8xi32>
    %w = arith.cmpi sgt, %apart, %all : vector<8xi32>
    %x = arith.cmpi sge, %apart, %all : vector<8xi32>
    %one = arith.constant dense<1> : vector<8xi32>
    %n32 = arith.extui %both : vector<8xi1> to vector<8xi32>
    %u32 = arith.extui %u : vector<8xi1> to vector<8xi32>
    %v32 = arith.extui %v : vector<8xi1> to vector<8xi32>
    %w32 = arith.extui %w : vector<8xi1> to vector<8xi32>
    %x32 = arith.extui %x : vector<8xi1> to vector<8xi32>
    %n2 = arith.shli %n32, %one : vector<8xi32>
    %nu = arith.ori %n2, %u32 : vector<8xi32>
    %u2 = arith.shli %nu, %one : vector<8xi32>
    %uv = arith.ori %u2, %v32 : vector<8xi32>
    %v2 = arith.shli %uv, %one : vector<8xi32>
    %vw = arith.ori %v2, %w32 : vector<8xi32>
    %w2 = arith.shli %vw, %one : vector<8xi32>
    %wx = arith.ori %w2, %x32 : vector<8xi32>
    %o7 = arith.constant 56 : index
    vector.store %wx, %out[%t, %o7] : memref<128x64xi32>, vector<8xi32>
    %x0 = arith.extui %a : vector<8xi1> to vector<8xi32>
    %o0 = arith.constant 0 : index
    vector.store %x0, %out[%t, %o0] : memref<128x64xi32>, vector<8xi32>
    %x1 = arith.extui %b : vector<8xi1> to vector<8xi32>
    %o1 = arith.constant 8 : index
    vector.store %x1, %out[%t, %o1] : memref<128x64xi32>, vector<8xi32>
    %x2 = arith.extui %c : vector<8xi1> to vector<8xi32>
    %o2 = arith.constant 16 : index
    vector.store %x2, %out[%t, %o2] : memref<128x64xi32>, vector<8xi32>
    %x3 = arith.extui %d : vector<8xi1> to vector<8xi32>
    %o3 = arith.constant 24 : index
    vector.store %x3, %out[%t, %o3] : memref<128x64xi32>, vector<8xi32>
    %x4 = arith.extui %e : vector<8xi1> to vector<8xi32>
    %o4 = arith.constant 32 : index
    vector.store %x4, %out[%t, %o4] : memref<128x64xi32>, vector<8xi32>
    %x5 = arith.extui %f : vector<8xi1> to vector<8xi32>
    %o5 = arith.constant 40 : index
    vector.store %x5, %out[%t, %o5] : memref<128x64xi32>, vector<8xi32>
    %g32 = arith.extui %g : vector<2xi1> to vector<2xi32>
    %o6 = arith.constant 48 : index
    vector.store %g32, %out[%t, %o6] : memref<128x64xi32>, vector<2xi32>
    gpu.return
  }

  // Sums and differences of coordinates, and with what is the same in all registers, are
  // compared as these are; not where one may wrap.

  // SIM: @sums: equivalent
  // CHECK-LABEL: gpu.func @sums(
  // CHECK:         %[[COLUMN:[0-9]+]] = arith.muli
  // CHECK:         %[[ROW:[0-9]+]] = arith.shrui
  // CHECK-DAG:     %[[FROM0:.+]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi32>
  // CHECK-DAG:     %[[ALL0:.+]] = arith.constant dense<0> : vector<8xi32>
  // CHECK-DAG:     %[[DOWN:.+]] = arith.constant dense<[3, 2, 1, 0, -1, -2, -3, -4]> : vector<8xi32>
  // CHECK-DAG:     %[[APART:.+]] = arith.subi %[[COLUMN]], %[[ROW]] : i32
  // CHECK:         %[[SMALL:.+]] = tl.assume
  // CHECK:         arith.cmpi slt, %{{.+}}, %[[DOWN]] : vector<8xi32>
  // CHECK:         %[[MORE:.+]] = arith.addi %[[ROW]], %[[SMALL]] : i32
  // CHECK:         arith.subi %[[MORE]], %[[COLUMN]] : i32
  // CHECK:         arith.cmpi sge, %{{.+}}, %[[FROM0]] : vector<8xi32>
  // CHECK:         %[[LESS:.+]] = arith.subi %{{.+}}, %[[SMALL]] : i32
  // CHECK:         arith.subi %[[LESS]], %[[COLUMN]] : i32
  // CHECK:         arith.cmpi sgt, %{{.+}}, %[[ALL0]] : vector<8xi32>
  // CHECK:         arith.cmpi eq, %[[WRAPS:[0-9]+]], %{{[a-z0-9_]+}} : vector<8xi32>
  // CHECK:         arith.cmpi slt, %[[WRAPS]], %{{[0-9]+}} : vector<8xi32>
  // CHECK:         arith.cmpi slt, %{{[0-9]+}}, %{{[0-9]+}} : vector<8xi32>
  // CHECK:         %[[OTHER:.+]] = tl.assume %arg2 range -20 to 30
  // CHECK:         arith.subi %{{.+}}, %[[OTHER]] : i32
  // CHECK:         arith.cmpi sle, %{{.+}}, %{{cst.*}} : vector<8xi32>
  // CHECK:         arith.cmpi ult, %{{[0-9]+}}, %{{[0-9]+}} : vector<8xi32>
  // CHECK:         %[[LOW:.+]] = arith.subi %{{[0-9]+}}, %[[MOST:.+]] : vector<8xi32>
  // CHECK:         arith.cmpi slt, %[[LOW]], %[[MOST]] : vector<8xi32>
  // CHECK:         gpu.return
  gpu.func @sums(%out: memref<128x64xi32>, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %p, %q = tl.coordinates #tl.register<spatial(8, 4).local(1, 8)> [0, 0] scope warp : vector<8xi32>, vector<8xi32>
    %small = tl.assume %j range -20 to 20 : i32
    %smalls = vector.broadcast %small : i32 to vector<8xi32>
    %all = vector.broadcast %j : i32 to vector<8xi32>
    %three = arith.constant dense<3> : vector<8xi32>
    %apart = arith.subi %q, %p : vector<8xi32>
    %a = arith.cmpi slt, %apart, %three : vector<8xi32>
    %more = arith.addi %p, %smalls : vector<8xi32>
    %b = arith.cmpi sge, %more, %q : vector<8xi32>
    %twice = arith.subi %apart, %smalls : vector<8xi32>
    %c = arith.cmpi sgt, %twice, %q : vector<8xi32>
    %wraps = arith.addi %q, %all : vector<8xi32>
    %d = arith.cmpi eq, %wraps, %three : vector<8xi32>
    %e = arith.cmpi slt, %wraps, %p : vector<8xi32>
    %thrice = arith.subi %twice, %p : vector<8xi32>
    %f = arith.cmpi slt, %thrice, %p : vector<8xi32>
    %other = tl.assume %j range -20 to 30 : i32
    %others = vector.broadcast %other : i32 to vector<8xi32>
    %g = arith.cmpi sle, %apart, %others : vector<8xi32>
    %t32 = arith.index_cast %t : index to i32
    %natural = vector.broadcast %t32 : i32 to vector<8xi32>
    %before = arith.subi %q, %three : vector<8xi32>
    %u = arith.cmpi ult, %before, %natural : vector<8xi32>
    %most = arith.constant dense<2147483647> : vector<8xi32>
    %low = arith.subi %q, %most : vector<8xi32>
    %h = arith.cmpi slt, %low, %most : vector<8xi32>
    %x0 = arith.extui %a : vector<8xi1> to vector<8xi32>
    %o0 = arith.constant 0 : index
    vector.store %x0, %out[%t, %o0] : memref<128x64xi32>, vector<8xi32>
    %x1 = arith.extui %b : vector<8xi1> to vector<8xi32>
    %o1 = arith.constant 8 : index
    vector.store %x1, %out[%t, %o1] : memref<128x64xi32>, vector<8xi32>
    %x2 = arith.extui %c : vector<8xi1> to vector<8xi32>
    %o2 = arith.constant 16 : index
    vector.store %x2, %out[%t, %o2] : memref<128x64xi32>, vector<8xi32>
    %x3 = arith.extui %d : vector<8xi1> to vector<8xi32>
    %o3 = arith.constant 24 : index
    vector.store %x3, %out[%t, %o3] : memref<128x64xi32>, vector<8xi32>
    %x4 = arith.extui %e : vector<8xi1> to vector<8xi32>
    %o4 = arith.constant 32 : index
    vector.store %x4, %out[%t, %o4] : memref<128x64xi32>, vector<8xi32>
    %x5 = arith.extui %f : vector<8xi1> to vector<8xi32>
    %o5 = arith.constant 40 : index
    vector.store %x5, %out[%t, %o5] : memref<128x64xi32>, vector<8xi32>
    %gu = arith.andi %g, %u : vector<8xi1>
    %x7 = arith.extui %gu : vector<8xi1> to vector<8xi32>
    %o7 = arith.constant 56 : index
    vector.store %x7, %out[%t, %o7] : memref<128x64xi32>, vector<8xi32>
    %x6 = arith.extui %h : vector<8xi1> to vector<8xi32>
    %o6 = arith.constant 48 : index
    vector.store %x6, %out[%t, %o6] : memref<128x64xi32>, vector<8xi32>
    gpu.return
  }

  // What a loop counts is what others are taken from, as is what alone has no number in
  // front.  A limit that varies where coordinates stay is compared as it is.

  // SIM: @counted: equivalent
  // CHECK-LABEL: gpu.func @counted(
  // CHECK:         scf.for %[[K:.+]] =
  // CHECK:           %[[COLUMN:.+]] = arith.addi %[[K]], %{{.+}} : i32
  // CHECK:           %[[LESS:.+]] = arith.subi %[[COLUMN]], %[[ROW:.+]] : i32
  // CHECK-NEXT:      vector.broadcast %[[LESS]]
  // CHECK:           arith.cmpi sgt, %{{.+}}, %{{.+}} : vector<8xi32>
  // CHECK-NOT:       arith.maxsi
  // CHECK:           arith.cmpi slt, %{{.+}}, %{{.+}} : vector<8xi32>
  // CHECK:         vector.broadcast %[[ROW]]
  // CHECK:         arith.cmpi sgt,
  gpu.func @counted(%out: memref<128x64xi32>, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : i32
    %c32 = arith.constant 32 : i32
    %c64 = arith.constant 64 : i32
    %three = arith.constant dense<3> : vector<8xi32>
    %r, %s = tl.coordinates #tl.register<spatial(8, 4).local(1, 8)> [0, 0] scope warp : vector<8xi32>, vector<8xi32>
    scf.for %k = %c0 to %c64 step %c32 : i32 {
      %p, %q = tl.coordinates #tl.register<spatial(8, 4).local(1, 8)> [0, %k : i32] scope warp : vector<8xi32>, vector<8xi32>
      %apart = arith.subi %p, %q : vector<8xi32>
      %a = arith.cmpi slt, %apart, %three : vector<8xi32>
      %x = arith.extui %a : vector<8xi1> to vector<8xi32>
      %at = arith.index_cast %k : i32 to index
      vector.store %x, %out[%t, %at] : memref<128x64xi32>, vector<8xi32>
      %rest = arith.subi %j, %k : i32
      %rests = vector.broadcast %rest : i32 to vector<8xi32>
      %left = arith.cmpi slt, %s, %rests : vector<8xi32>
      %z = arith.extui %left : vector<8xi1> to vector<8xi32>
      %c16 = arith.constant 16 : index
      %beside = arith.addi %at, %c16 : index
      vector.store %z, %out[%t, %beside] : memref<128x64xi32>, vector<8xi32>
    }
    %p, %q = tl.coordinates #tl.register<spatial(8, 4).local(1, 8)> [0, 0] scope warp : vector<8xi32>, vector<8xi32>
    %rest = arith.subi %three, %p : vector<8xi32>
    %b = arith.cmpi slt, %rest, %three : vector<8xi32>
    %y = arith.extui %b : vector<8xi1> to vector<8xi32>
    %c8 = arith.constant 8 : index
    vector.store %y, %out[%t, %c8] : memref<128x64xi32>, vector<8xi32>
    gpu.return
  }

  // A sum is not cut, nor what the ends are too far apart for, nor a coordinate.

  // SIM: @uncut: equivalent
  // CHECK-LABEL: gpu.func @uncut(
  // CHECK-NOT:     arith.maxsi
  // CHECK:         gpu.return
  gpu.func @uncut(%out: memref<128x64xi32>, %i: index, %j: i32) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c20 = arith.constant 20 : i32
    %t = gpu.thread_id x
    %t32 = arith.index_cast %t : index to i32
    %far = tl.assume %j range -2000000000 to 2000000000 : i32
    %i32 = arith.index_cast %i : index to i32
    %above = tl.assume %i32 range 0 to 2147483615 : i32
    %all = vector.broadcast %j : i32 to vector<8xi32>
    %less = arith.subi %t32, %c20 : i32
    %lesses = vector.broadcast %less : i32 to vector<8xi32>
    %p, %q = tl.coordinates #tl.register<spatial(8, 4).local(1, 8)> [%far : i32, %above : i32] scope warp : vector<8xi32>, vector<8xi32>
    %r, %s = tl.coordinates #tl.register<spatial(8, 4).local(1, 8)> [0, %above : i32] scope warp : vector<8xi32>, vector<8xi32>
    %sum = arith.addi %r, %lesses : vector<8xi32>
    %a = arith.cmpi slt, %s, %sum : vector<8xi32>
    %b = arith.cmpi slt, %p, %all : vector<8xi32>
    %c = arith.cmpi slt, %q, %p : vector<8xi32>
    %a32 = arith.extui %a : vector<8xi1> to vector<8xi32>
    %b32 = arith.extui %b : vector<8xi1> to vector<8xi32>
    %c32 = arith.extui %c : vector<8xi1> to vector<8xi32>
    vector.store %a32, %out[%t, %c0] : memref<128x64xi32>, vector<8xi32>
    vector.store %b32, %out[%t, %c8] : memref<128x64xi32>, vector<8xi32>
    vector.store %c32, %out[%t, %c16] : memref<128x64xi32>, vector<8xi32>
    gpu.return
  }
}
