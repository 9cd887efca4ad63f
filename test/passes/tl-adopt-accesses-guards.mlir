// RUN: tl-opt %s --tl-adopt-accesses=remarks=1 --verify-diagnostics | FileCheck %s
// RUN: tl-sim %s --kernel=halo --report | FileCheck %s --check-prefix=BEFORE
// RUN: tl-opt %s --tl-adopt-accesses --lower-layout-copies 2>/dev/null > %t
// RUN: tl-sim %t --kernel=halo --report | FileCheck %s --check-prefix=AFTER
// RUN: tl-sim %s --kernel=halo --checksum > %t.sums && tl-sim %t --kernel=halo --checksum | diff %t.sums -
// RUN: tl-sim %s --kernel=rows --checksum > %t.sums && tl-sim %t --kernel=rows --checksum | diff %t.sums -

// All threads execute a copy, so that accesses of the first threads leave the guard
// around them: loads in front of it, stores behind it (rule B3).
// BEFORE: total: shared 8704 bytes, 184 wavefronts of at least 116
// AFTER:  total: shared 8704 bytes, 116 wavefronts of at least 116

gpu.module @guards {

// Four threads bring the end of each row, and 16 read rows.
// CHECK-LABEL: gpu.func @halo
// CHECK:         scf.for %[[R:.*]] = %c0 to %c16
// CHECK:           tl.store %{{.*}} as #{{.*}} to %[[S:.*]][%[[R]], 0] layout auto
// CHECK:           %[[FEW:.*]] = scf.if %{{.*}} -> (vector<1xf32>) {
// CHECK-NEXT:        memref.load
// CHECK-NEXT:        %[[V:.*]] = vector.broadcast
// CHECK-NEXT:        scf.yield %[[V]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        %[[ZERO:.*]] = arith.constant dense<0.0
// CHECK-NEXT:        scf.yield %[[ZERO]]
// CHECK:           tl.store %[[FEW]] as #{{.*}} to %[[S]][%[[R]], 64] layout auto
// CHECK-NEXT:    }
// CHECK:         scf.for %[[C:.*]] = %c0 to %c68
// CHECK-NEXT:      tl.load %[[S]][0, %[[C]]] layout auto
// CHECK:           scf.if
// CHECK-NEXT:        memref.store
gpu.func @halo(%G: memref<16x68xf32>, %H: memref<16x68xf32>) workgroup(%S: memref<16x68xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c68 = arith.constant 68 : index
  %t = gpu.thread_id x
  %few = arith.cmpi ult, %t, %c4 : index
  %far = arith.addi %t, %c64 : index
  scf.for %r = %c0 to %c16 step %c1 {
    %v = memref.load %G[%r, %t] : memref<16x68xf32>
    // expected-remark@+1 {{becomes a copy of a tile}}
    memref.store %v, %S[%r, %t] : memref<16x68xf32, 3>
    scf.if %few {
      %w = memref.load %G[%r, %far] : memref<16x68xf32>
      // expected-remark@+1 {{becomes a copy of a tile}}
      memref.store %w, %S[%r, %far] : memref<16x68xf32, 3>
    }
  }
  gpu.barrier
  %rows = arith.cmpi ult, %t, %c16 : index
  scf.for %c = %c0 to %c68 step %c1 {
    scf.if %rows {
      // expected-remark@+1 {{becomes a copy of a tile}}
      %v = memref.load %S[%t, %c] : memref<16x68xf32, 3>
      memref.store %v, %H[%t, %c] : memref<16x68xf32>
    }
  }
  gpu.return
}

// A guard around loops goes into them.
// CHECK-LABEL: gpu.func @rows
// CHECK:         %[[FEW:.*]] = arith.cmpi
// CHECK-NEXT:    scf.for %[[I:.*]] = %c0 to %c2
// CHECK-NEXT:      arith.addi
// CHECK-NEXT:      scf.for %[[C:.*]] = %c0 to %c50
// CHECK:             tl.load %{{.*}}[%{{.*}}, %[[C]]] layout auto
// CHECK:             scf.if %[[FEW]] {
// CHECK:               memref.store
gpu.func @rows(%G: memref<20x50xf64>, %H: memref<50x20xf64>) workgroup(%S: memref<20x50xf64, 3>) kernel attributes {known_block_size = array<i32: 50, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %c50 = arith.constant 50 : index
  %t = gpu.thread_id x
  scf.for %r = %c0 to %c20 step %c1 {
    %v = memref.load %G[%r, %t] : memref<20x50xf64>
    // expected-remark@+1 {{becomes a copy of a tile}}
    memref.store %v, %S[%r, %t] : memref<20x50xf64, 3>
  }
  gpu.barrier
  %few = arith.cmpi ult, %t, %c10 : index
  scf.if %few {
    scf.for %i = %c0 to %c2 step %c1 {
      %next = arith.addi %i, %i : index
      scf.for %c = %c0 to %c50 step %c1 {
        %down = arith.muli %i, %c10 : index
        %row = arith.addi %down, %t : index
        // expected-remark@+1 {{becomes a copy of a tile}}
        %v = memref.load %S[%row, %c] : memref<20x50xf64, 3>
        memref.store %v, %H[%c, %row] : memref<50x20xf64>
      }
    }
  }
  gpu.return
}

// What divides by a number all threads can compute.
// CHECK-LABEL: gpu.func @halves
// CHECK:         tl.store
gpu.func @halves() workgroup(%L: memref<2x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %few = arith.cmpi ult, %t, %c16 : index
  scf.if %few {
    %half = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%c2)
    scf.for %i = %c0 to %c2 step %c1 {
      // expected-remark@+1 {{becomes a copy of a tile}}
      memref.store %one, %L[%i, %t] : memref<2x32xf32, 3>
    }
  }
  gpu.return
}

// What cannot leave, and guards that one block does not show.
// CHECK-LABEL: gpu.func @stay
// CHECK-NOT:     tl.store
// CHECK:         gpu.return
gpu.func @stay(%G: memref<32xf32>, %n: memref<32xindex>)
    workgroup(%A: memref<2x32xf32, 3>, %B: memref<2x32xf32, 3>, %C: memref<2x32xf32, 3>, %D: memref<2x32xf32, 3>,
              %E: memref<2x32xf32, 3>, %I: memref<2x32xf32, 3>, %J: memref<2x32xf32, 3>, %K: memref<2x32xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %few = arith.cmpi ult, %t, %c16 : index
  scf.if %few {
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: the branch around it has another side}}
    memref.store %one, %A[%c0, %t] : memref<2x32xf32, 3>
  } else {
    memref.store %one, %G[%t] : memref<32xf32>
  }
  scf.if %few {
    // expected-remark@+1 {{something with effects is between it and the end of the branch around it}}
    memref.store %one, %B[%c0, %t] : memref<2x32xf32, 3>
    memref.store %one, %G[%t] : memref<32xf32>
  }
  scf.if %few {
    memref.store %one, %G[%t] : memref<32xf32>
    // expected-remark@+1 {{something that writes is between it and the beginning of the branch around it}}
    %v = memref.load %C[%c0, %t] : memref<2x32xf32, 3>
  }
  // What the loop does besides is not for all threads.
  scf.if %few {
    %parts = arith.divui %c2, %c16 : index
    scf.for %i = %c0 to %c2 step %c1 {
      // expected-remark@+1 {{a loop between it and the branch around it has results, or something beside it that not all threads can compute}}
      memref.store %one, %D[%i, %t] : memref<2x32xf32, 3>
    }
  }
  scf.if %few {
    %left = index.sub %c16, %t
    %parts = index.divu %c2, %left
    scf.for %i = %c0 to %c2 step %c1 {
      // expected-remark@+1 {{something beside it that not all threads can compute}}
      memref.store %one, %I[%i, %t] : memref<2x32xf32, 3>
    }
  }
  scf.if %few {
    %small = tl.assume %t range 0 to 15 : index
    scf.for %i = %c0 to %c2 step %c1 {
      // expected-remark@+1 {{something beside it that not all threads can compute}}
      memref.store %one, %J[%i, %t] : memref<2x32xf32, 3>
    }
  }
  scf.if %few {
    %parts = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%c2)[%c16]
    scf.for %i = %c0 to %c2 step %c1 {
      // expected-remark@+1 {{something beside it that not all threads can compute}}
      memref.store %one, %K[%i, %t] : memref<2x32xf32, 3>
    }
  }
  %any = memref.load %n[%t] : memref<32xindex>
  %says = arith.cmpi uge, %any, %c0 : index
  scf.if %says {
    // expected-remark@+1 {{the branch around it is not computed from the thread, counters of loops and constants alone}}
    memref.store %one, %E[%c0, %t] : memref<2x32xf32, 3>
  }
  gpu.return
}

// The most elements of a thread, and one more.
gpu.func @long(%G: memref<2x1024xi8>, %H: memref<2x1025xi8>) workgroup(%S: memref<2x1024xi8, 3>, %T: memref<2x1025xi8, 3>) kernel attributes {known_block_size = array<i32: 2, 1, 1>} {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %v = vector.load %G[%t, %c0] : memref<2x1024xi8>, vector<1024xi8>
  // expected-remark@+1 {{becomes a copy of a tile}}
  vector.store %v, %S[%t, %c0] : memref<2x1024xi8, 3>, vector<1024xi8>
  %w = vector.load %H[%t, %c0] : memref<2x1025xi8>, vector<1025xi8>
  // expected-remark@+1 {{its vector has more than two dimensions, or too many elements}}
  vector.store %w, %T[%t, %c0] : memref<2x1025xi8, 3>, vector<1025xi8>
  gpu.return
}
}
