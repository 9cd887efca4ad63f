// RUN: %tl-opt %s --tl-lower-thread-copies | FileCheck %s
// RUN: %tl-opt %s --lower-layout-copies=target=sm_90 | FileCheck %s --check-prefix=DOTS
// RUN: tl-sim %s --verify-lowering --kernel=kept --arg=0:small --arg=3:scalar=2 --arg=4:scalar=100 | FileCheck %s --check-prefix=SAME
// SAME: equivalent

// Rule E12: what is under one condition has one branch.

// Two loads: the second goes to the first, in front of what is made of that, and what
// it needs in front of both.  Accesses inside are joined likewise.

// CHECK-LABEL: func.func @loads
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<64xf32>, %[[B:[a-z0-9]*]]: memref<64xf32>
// CHECK:         scf.if %{{[0-9]+}} -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
// CHECK-NEXT:      vector.load %[[A]][
// CHECK:           scf.if %{{[0-9]+}} -> (vector<4xf32>, vector<4xf32>) {
// CHECK:             vector.load %[[A]][
// CHECK:             vector.load %[[B]][
// CHECK-NEXT:        scf.yield
// CHECK:           vector.load %[[B]][
// CHECK-NOT:     scf.if
// CHECK:         arith.negf
// CHECK-NOT:     scf.if
// CHECK:         arith.addf
// CHECK:         return
func.func @loads(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %out: memref<64xf32>) -> (vector<8xf32>, vector<8xf32>) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  %n = arith.negf %v : vector<8xf32>
  %c8 = arith.constant 8 : index
  %p = arith.addi %o, %c8 : index
  %w = tl.thread_load %b[%p] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  %s = arith.addf %n, %w : vector<8xf32>
  tl.thread_store %s to %out[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return %n, %w : vector<8xf32>, vector<8xf32>
}

// Not where something in between writes, or what is loaded says where.

// CHECK-LABEL: func.func @written
// CHECK:         vector.load
// CHECK:         memref.store
// CHECK:         scf.if
// CHECK:         vector.load
// CHECK:         return
func.func @written(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %x: f32) -> (vector<4xf32>, vector<4xf32>) {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  memref.store %x, %b[%o] : memref<64xf32>
  %w = tl.thread_load %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  return %v, %w : vector<4xf32>, vector<4xf32>
}

// CHECK-LABEL: func.func @places
// CHECK:         scf.if
// CHECK:         arith.index_cast
// CHECK:         scf.if
// CHECK:         return
func.func @places(%a: memref<64xi32>, %b: memref<64xi32>, %o: index, %m: index) -> vector<4xi32> {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xi32> to vector<4xi32>
  %first = vector.extract %v[0] : i32 from vector<4xi32>
  %i = arith.index_cast %first : i32 to index
  %w = tl.thread_load %b[%i] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xi32> to vector<4xi32>
  return %w : vector<4xi32>
}

// What a store alone uses goes into its branch, which is taken only if that of the
// load is: there are no pads, and no branch of the load.

// CHECK-LABEL: func.func @computed
// CHECK-NOT:     ub.poison
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK-NEXT:      vector.load
// CHECK-NEXT:      vector.load
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      vector.store
// CHECK-NEXT:    {{^ *[}]$}}
// CHECK-NEXT:    return
func.func @computed(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %n: index) {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 within (%n) granule 1 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  %w = tl.thread_load %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  %x = arith.mulf %v, %w : vector<4xf32>
  tl.thread_store %x to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 within (%n) granule 1 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// Not where others use it.

// CHECK-LABEL: func.func @used
// CHECK:         scf.if %{{.*}} -> (vector<4xf32>)
// CHECK:         arith.negf
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK-NEXT:      vector.store
func.func @used(%a: memref<64xf32>, %o: index, %m: index) -> vector<4xf32> {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  %x = arith.negf %v : vector<4xf32>
  tl.thread_store %x to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return %x : vector<4xf32>
}

// Under another condition the load has its pads.

// CHECK-LABEL: func.func @ranges
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK-NEXT:      scf.if %{{.*}} -> (vector<4xf32>)
// CHECK:           else
// CHECK:           vector.store
func.func @ranges(%a: memref<64xf32>, %o: index, %m: index, %n: index, %e: index) {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 extent %e by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  tl.thread_store %v to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%n) granule 4 extent %e by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @less
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK-NEXT:      scf.if %{{.*}} -> (vector<4xf32>)
// CHECK:           else
// CHECK:           vector.store
func.func @less(%a: memref<64xf32>, %o: index, %m: index, %n: index) {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 within (%n) granule 1 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  tl.thread_store %v to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// Not where all lanes have to take part.

// CHECK-LABEL: func.func @exchanged
// CHECK:         scf.if %{{.*}} -> (f32)
// CHECK:         gpu.shuffle
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK:           memref.store
func.func @exchanged(%a: memref<64xf32>, %o: index, %m: index) {
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 1 of () -> () within (%m) granule 1 by () align 4 : memref<64xf32> to vector<1xf32>
  %s = vector.extract %v[0] : f32 from vector<1xf32>
  %x, %is = gpu.shuffle xor %s, %c1, %c32 : f32
  %w = vector.broadcast %x : f32 to vector<1xf32>
  tl.thread_store %w to %a[%o] atoms () : () -> () vector 1 of () -> () within (%m) granule 1 by () align 4 : vector<1xf32> to memref<64xf32>
  return
}

// What loads and stores further behind the same limit goes whole to the end.

// CHECK-LABEL: func.func @parts
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK:           vector.store
// CHECK:           scf.if %{{[0-9]+}} {
// CHECK:             vector.load
// CHECK:             vector.store
// CHECK-NEXT:      {{^ *[}]$}}
// CHECK-NEXT:    {{^ *[}]$}}
// CHECK-NOT:     scf.if
func.func @parts(%a: memref<64xf32>, %o: index, %m: index) {
  %c8 = arith.constant 8 : index
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  %x = arith.negf %v : vector<4xf32>
  tl.thread_store %x to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  %p = arith.addi %o, %c8 overflow<nsw> : index
  %r = arith.subi %m, %c8 overflow<nsw> : index
  %w = tl.thread_load %a[%p] atoms () : () -> () vector 4 of (4) -> (1) within (%r) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  %y = arith.negf %w : vector<4xf32>
  tl.thread_store %y to %a[%p] atoms () : () -> () vector 4 of (4) -> (1) within (%r) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// A branch that says the same, and is no copy's, stays what it is.

// CHECK-LABEL: func.func @own
// CHECK:         scf.if
// CHECK:         memref.store
// CHECK:         scf.if
// CHECK:         memref.store
// CHECK:         scf.if
// CHECK:         vector.store
// CHECK:         return
func.func @own(%a: memref<64xf32>, %o: index, %m: index, %x: f32, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %is = arith.cmpi sgt, %m, %c0 : index
  scf.if %is {
    memref.store %x, %a[%o] : memref<64xf32>
  }
  scf.if %is {
    memref.store %x, %a[%c0] : memref<64xf32>
  }
  tl.thread_store %v to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// A load of another condition goes whole to where all of its users are, as does that
// in front of it, and asks what is not known there.

// CHECK-LABEL: func.func @taken
// CHECK-SAME:    %{{.*}}, %[[M:[a-z0-9]*]]: index, %[[N:[a-z0-9]*]]: index
// CHECK:         %[[FAR:.+]] = arith.cmpi sgt, %[[N]]
// CHECK:         scf.if %{{.+}} {
// CHECK-NEXT:      vector.load
// CHECK-NEXT:      scf.if %[[FAR]] -> (vector<4xf32>) {
// CHECK:             vector.load
// CHECK:           arith.addf
// CHECK-NEXT:      vector.store
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @taken(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %n: index) {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  %c8 = arith.constant 8 : index
  %p = arith.addi %o, %c8 : index
  %w = tl.thread_load %a[%p] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 within (%n) granule 1 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  %x = arith.addf %v, %w : vector<4xf32>
  tl.thread_store %x to %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// Several, each of which asks the same rest.

// CHECK-LABEL: func.func @both
// CHECK:         scf.if
// CHECK-NEXT:      %[[FIRST:.+]] = arith.andi
// CHECK-NEXT:      scf.if %[[FIRST]] -> (vector<4xf32>) {
// CHECK:           %[[SECOND:.+]] = arith.andi
// CHECK-NEXT:      scf.if %[[SECOND]] -> (vector<4xf32>) {
// CHECK:           vector.store
// CHECK:         return
func.func @both(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %n: index, %k: index) {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 within (%n) granule 1 within (%k) granule 1 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  %w = tl.thread_load %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%n) granule 4 within (%k) granule 1 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  %x = arith.addf %v, %w : vector<4xf32>
  tl.thread_store %x to %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// Not where the condition is made of what is loaded.

// CHECK-LABEL: func.func @asked
// CHECK:         scf.if
// CHECK:         memref.load
// CHECK:         arith.cmpi
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      vector.store
// CHECK:         return
func.func @asked(%a: memref<64xi32>, %b: memref<64xf32>, %o: index, %m: index, %v: vector<4xf32>) {
  %x = tl.thread_load %a[%o] atoms () : () -> () vector 1 of (1) -> (1) within (%m) granule 1 by (0 : 1) align 4 : memref<64xi32> to vector<1xi32>
  %k = vector.extract %x[0] : i32 from vector<1xi32>
  %r = arith.index_cast %k : i32 to index
  tl.thread_store %v to %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%r) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// Nor where it stores, which is not for the second alone.

// CHECK-LABEL: func.func @stored
// CHECK:         scf.if %[[M:[0-9]+]] -> (vector<4xf32>) {
// CHECK:           vector.store
// CHECK:         arith.andi %[[M]]
// CHECK-NEXT:    scf.if
// CHECK:         return
func.func @stored(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %o: index, %m: index, %n: index, %q: vector<4xf32>) {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  tl.thread_store %q to %c[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  %x = arith.negf %v : vector<4xf32>
  tl.thread_store %x to %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 within (%n) granule 1 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// Those that ask a limit of one that is in front of them are in its branch, and ask
// the rest.

// CHECK-LABEL: func.func @rows
// CHECK:         %[[COLUMN:.+]] = arith.cmpi sgt, %arg3, %c8
// CHECK:         scf.if %[[COLUMN]] {
// CHECK:         %[[ROW:.+]] = arith.cmpi
// CHECK:         scf.if %[[ROW]] {
// CHECK:           vector.store {{.*}}
// CHECK-NEXT:      scf.if %[[COLUMN]] {
// CHECK:             vector.store {{.*}}
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK:         return
func.func @rows(%a: memref<64xf32>, %o: index, %m: index, %n: index, %v: vector<16xf32>) {
  tl.thread_store %v to %a[%o] atoms (2, 2) : (32, 8) -> (8, 4) vector 4 of (4) -> (1) within (%m) granule 1 within (%n) granule 4 by (0 : 8, 1 : 8, 1 : 1) align 16 : vector<16xf32> to memref<64xf32>
  return
}

// Numbers that are equal where their branch is are made once.

// CHECK-LABEL: func.func @equal
// CHECK:         scf.if
// CHECK:           vector.load
// CHECK-COUNT-1:   arith.negf
// CHECK-NOT:       arith.negf
// CHECK:         return
func.func @equal(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  %x = arith.negf %v : vector<4xf32>
  %y = arith.negf %v : vector<4xf32>
  %z = arith.addf %x, %y : vector<4xf32>
  tl.thread_store %z to %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// Rule E17: where the last access of a store alone is under a condition of its own, and was loaded
// under one, it is made first.

// CHECK-LABEL: func.func @rest_last
// CHECK:         %[[V:[0-9]+]]:2 = scf.if
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK:           scf.if %{{[0-9]+}} {
// CHECK:             vector.store %[[V]]#1, {{.*}}>
// CHECK-NEXT:      }
// CHECK-NEXT:      vector.store %[[V]]#0, {{.*}}>
// CHECK-NEXT:    }
// CHECK:         return
func.func @rest_last(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<64xf32> to vector<8xf32>
  tl.thread_store %v to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// Accesses under none of their own are behind it, in their order.

// CHECK-LABEL: func.func @rests_last
// CHECK:         %[[V:[0-9]+]]:3 = scf.if
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK:           scf.if %{{[0-9]+}} {
// CHECK:             vector.store %[[V]]#2, {{.*}}>
// CHECK-NEXT:      }
// CHECK-NEXT:      vector.store %[[V]]#0
// CHECK:           vector.store %[[V]]#1, {{.*}}>
// CHECK-NEXT:    }
// CHECK:         return
func.func @rests_last(%a: memref<96xf32>, %b: memref<96xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (3) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 16 by (0 : 8, 0 : 1) align 16 : memref<96xf32> to vector<12xf32>
  tl.thread_store %v to %b[%o] atoms (3) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 16 by (0 : 8, 0 : 1) align 16 : vector<12xf32> to memref<96xf32>
  return
}

// What was loaded under no condition is stored in its order, as where two accesses have
// one each.

// CHECK-LABEL: func.func @not_loaded
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK-NEXT:      vector.store
// CHECK:           scf.if %{{[0-9]+}} {
// CHECK:             vector.store
// CHECK:         return
func.func @not_loaded(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) align 16 : memref<64xf32> to vector<8xf32>
  tl.thread_store %v to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @two_rests
// CHECK:         %[[V:[0-9]+]]:3 = scf.if
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK-NEXT:      vector.store %[[V]]#0
// CHECK:           scf.if %{{[0-9]+}} {
// CHECK:             vector.store %[[V]]#1
// CHECK:           scf.if %{{[0-9]+}} {
// CHECK:             vector.store %[[V]]#2
// CHECK:         return
func.func @two_rests(%a: memref<96xf32>, %b: memref<96xf32>, %o: index, %m: index) {
  %v = tl.thread_load %a[%o] atoms (3) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : memref<96xf32> to vector<12xf32>
  tl.thread_store %v to %b[%o] atoms (3) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<12xf32> to memref<96xf32>
  return
}

// What holds a register says that it has effects, and is no reason to part two loads.
// DOTS-LABEL: @dots
// DOTS: scf.for
// DOTS: llvm.inline_asm
// DOTS: scf.if
// DOTS: vector.load %[[A:[a-z0-9]+]][
// DOTS: scf.if
// DOTS: vector.load %[[A]][
// DOTS-NEXT: vector.load %[[B:[a-z0-9]+]][
// DOTS-NOT: scf.if
// DOTS: vector.load %[[B]][
// DOTS-NOT: scf.if
// DOTS: vector.fma
func.func @dots(%A: memref<4096xf32> {llvm.align = 16 : i64}, %B: memref<4096xf32> {llvm.align = 16 : i64}, %Y: memref<256xf32> {llvm.align = 16 : i64}, %S: memref<4096xf32> {llvm.align = 16 : i64}, %n: i32 {tl.divisibility = 4 : i64}) {
  %c0 = arith.constant 0 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %sum = scf.for %j = %c0 to %n step %c256 iter_args(%s = %zero) -> vector<8xf32> : i32 {
    %a = tl.load %A[%j : i32] as #tl.register<local(2).spatial(32).local(4)> scope warp bounds(%n : i32) : memref<4096xf32> to vector<8xf32>
    %b = tl.load %B[%j : i32] as #tl.register<local(2).spatial(32).local(4)> scope warp bounds(%n : i32) : memref<4096xf32> to vector<8xf32>
    %t = vector.fma %a, %b, %s : vector<8xf32>
    tl.store %t as #tl.register<local(2).spatial(32).local(4)> to %S[%j : i32] scope warp bounds(%n : i32) : vector<8xf32> to memref<4096xf32>
    scf.yield %t : vector<8xf32>
  }
  tl.store %sum as #tl.register<local(2).spatial(32).local(4)> to %Y[0] scope warp : vector<8xf32> to memref<256xf32>
  return
}

// An offset is frozen below its extension, in the branch, where LLVM joins that with its
// scale.
// DOTS-LABEL: @extended(
// DOTS: scf.if
// DOTS-NEXT: %[[WORD:.+]] = llvm.freeze %{{.*}} : i32
// DOTS-NEXT: %[[OFFSET:.+]] = arith.index_castui %[[WORD]] : i32 to index
// DOTS-NEXT: vector.load %{{.*}}[%[[OFFSET]]]
#tile = #tl.register<spatial(4, 32).local(1, 4)>
!matrix = memref<64x1024xf32>
gpu.module @kernels {
  gpu.func @kept(%A: !matrix {llvm.align = 16 : i64, llvm.noalias}, %B: !matrix {llvm.align = 16 : i64, llvm.noalias}, %C: !matrix {llvm.align = 16 : i64, llvm.noalias}, %m: index, %n: index {tl.divisibility = 4 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %three = arith.constant dense<3.0> : vector<1x4xf32>
    %a = tl.load %A[0, 0] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    tl.store %three as #tile to %B[0, 0] scope cta bounds(64, %n) : vector<1x4xf32> to !matrix
    %x = arith.addf %a, %a : vector<1x4xf32>
    tl.store %x as #tile to %C[0, 0] scope cta bounds(%m, %n) : vector<1x4xf32> to !matrix
    gpu.return
  }
  gpu.func @extended(%A: memref<4096xf32> {llvm.align = 16 : i64}, %B: memref<4096xf32> {llvm.align = 16 : i64}, %o: i32 {tl.divisibility = 4 : i64}, %n: i32 {tl.divisibility = 4 : i64}) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = tl.load %A[%o : i32] as #tl.register<spatial(128).local(4)> scope cta bounds(%n : i32) : memref<4096xf32> to vector<4xf32>
    tl.store %a as #tl.register<spatial(128).local(4)> to %B[%o : i32] scope cta bounds(%n : i32) : vector<4xf32> to memref<4096xf32>
    gpu.return
  }
}

// A loop does not end at a room that is no difference, or whose difference may wrap.
// DOTS-LABEL: @rooms
// DOTS: scf.for
// DOTS: scf.if
// DOTS: scf.for
// DOTS: scf.if
// DOTS: return
func.func @rooms(%Y: memref<64xf32>, %s: index, %m: index, %n: index, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %m step %c4 {
    %room = arith.xori %i, %m : index
    tl.thread_store %v to %Y[%i] atoms () : () -> () vector 4 of (4) -> (1) within (%room) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  }
  scf.for %i = %s to %m step %c4 {
    %room = arith.subi %n, %i : index
    tl.thread_store %v to %Y[%i] atoms () : () -> () vector 4 of (4) -> (1) within (%room) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  }
  return
}

// Nor where a word holds the counter, and not each sum of it and the thread's part.
// DOTS-LABEL: @words
// DOTS: scf.for
// DOTS: scf.if
// DOTS: return
func.func @words(%Y: memref<4096xf32>, %n: index, %v: vector<4xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c4 = arith.constant 4 : index
  %thread = gpu.thread_id x
  %shift = arith.muli %thread, %c4 overflow<nsw> : index
  %first = arith.constant 2147483584 : index
  %end = arith.constant 2147483647 : index
  %c128 = arith.constant 128 : index
  scf.for %i = %first to %end step %c128 {
    %sum = arith.addi %i, %shift overflow<nsw> : index
    %word = arith.index_cast %sum : index to i32
    %place = arith.index_cast %word : i32 to index
    %room = arith.subi %n, %place overflow<nsw> : index
    tl.thread_store %v to %Y[%shift] atoms () : () -> () vector 4 of (4) -> (1) within (%room) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<4096xf32>
  }
  return
}

// What another block uses has its pads.
// DOTS-LABEL: @blocks
// DOTS: scf.if %{{.*}} -> (vector<4xf32>)
// DOTS: cf.cond_br
// DOTS: vector.store
func.func @blocks(%a: memref<64xf32>, %o: index, %m: index, %c: i1) {
  %x = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  tl.thread_store %x to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  cf.cond_br %c, ^used, ^end
^used:
  %y = arith.negf %x : vector<4xf32>
  tl.thread_store %y to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  cf.br ^end
^end:
  return
}

// Stores of two tiles to memory that is apart, each with a branch inside: their order is
// not seen, so that both have one branch, and one inside.

// CHECK-LABEL: func.func @apart
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<64xf32> {llvm.noalias}, %[[B:[a-z0-9]*]]: memref<64xf32>
// CHECK:         scf.if %{{[0-9]+}} {
// CHECK:           vector.store %{{.+}}, %[[A]][
// CHECK-NOT:       scf.if
// CHECK:           vector.store %{{.+}}, %[[B]][
// CHECK:           scf.if %{{[0-9]+}} {
// CHECK:             vector.store %{{.+}}, %[[A]][
// CHECK-NOT:         scf.if
// CHECK:             vector.store %{{.+}}, %[[B]][
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @apart(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32>, %o: index, %m: index, %v: vector<8xf32>, %w: vector<8xf32>) {
  tl.thread_store %v to %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  tl.thread_store %w to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// To memory that may be the same they stay in their order.

// CHECK-LABEL: func.func @may_be_one
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<64xf32>, %[[B:[a-z0-9]*]]: memref<64xf32>
// CHECK:         scf.if %[[INSIDE:[0-9]+]] {
// CHECK:           vector.store %{{.+}}, %[[A]][
// CHECK-NOT:       vector.store
// CHECK:           scf.if
// CHECK:             vector.store %{{.+}}, %[[A]][
// CHECK:         scf.if %[[INSIDE]] {
// CHECK:           vector.store %{{.+}}, %[[B]][
// CHECK-NOT:       vector.store
// CHECK:           scf.if
// CHECK:             vector.store %{{.+}}, %[[B]][
// CHECK:         return
func.func @may_be_one(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index, %v: vector<8xf32>, %w: vector<8xf32>) {
  tl.thread_store %v to %a[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  tl.thread_store %w to %b[%o] atoms (2) : (8) -> (4) vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 8, 0 : 1) align 16 : vector<8xf32> to memref<64xf32>
  return
}

// Accesses between two branches of one condition that stay two: LLVM would write them
// twice, once for each side, if there were no more than five instructions.

// CHECK-LABEL: func.func @parted
// CHECK:         scf.if %[[INSIDE:[0-9]+]]
// CHECK:         memref.store
// CHECK-COUNT-5: llvm.call_intrinsic "llvm.sideeffect"()
// CHECK-NEXT:    scf.if %[[INSIDE]]
// CHECK-NOT:     llvm.sideeffect
// CHECK:         return
func.func @parted(%a: memref<64xf32>, %b: memref<f32>, %x: f32, %o: index, %m: index, %v: vector<4xf32>) {
  tl.thread_store %v to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  memref.store %x, %b[] : memref<f32>
  tl.thread_store %v to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// What is written between them is apart from either.

// CHECK-LABEL: func.func @between
// CHECK:         scf.if
// CHECK:           vector.store
// CHECK:           vector.store
// CHECK:         memref.store
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @between(%a: memref<64xf32>, %b: memref<f32> {llvm.noalias}, %x: f32, %o: index, %m: index, %v: vector<4xf32>) {
  tl.thread_store %v to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  memref.store %x, %b[] : memref<f32>
  tl.thread_store %v to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// From the first alone: that goes to the second.

// CHECK-LABEL: func.func @falls
// CHECK-SAME:    %[[A:[a-z0-9]*]]: memref<64xf32> {llvm.noalias}, %[[B:[a-z0-9]*]]: memref<64xf32>
// CHECK-NOT:     scf.if
// CHECK:         memref.store %{{.+}}, %[[B]]
// CHECK-NEXT:    scf.if
// CHECK:           vector.store %{{.+}}, %[[A]]
// CHECK:           vector.store %{{.+}}, %[[B]]
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @falls(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32>, %x: f32, %o: index, %m: index, %v: vector<4xf32>) {
  tl.thread_store %v to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  memref.store %x, %b[%o] : memref<64xf32>
  tl.thread_store %v to %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// Not where lanes exchange what they have, or over a loop: what is stored there would keep
// its registers for as long.

// CHECK-LABEL: func.func @exchanges
// CHECK:         scf.if
// CHECK-NEXT:      vector.store {{.+}} vector<4xf32>
// CHECK-NEXT:    {{^ +[}]$}}
// CHECK:         gpu.shuffle
// CHECK:         scf.if
// CHECK-NEXT:      vector.store {{.+}} vector<4xf32>
// CHECK-NEXT:    {{^ +[}]$}}
func.func @exchanges(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32>, %x: f32, %o: index, %m: index, %v: vector<4xf32>) {
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  tl.thread_store %v to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  %y, %valid = gpu.shuffle xor %x, %c1, %c32 : f32
  %w = vector.broadcast %y : f32 to vector<4xf32>
  memref.store %y, %b[%o] : memref<64xf32>
  tl.thread_store %w to %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// CHECK-LABEL: func.func @loops
// CHECK:         scf.if
// CHECK-NEXT:      vector.store {{.+}} vector<4xf32>
// CHECK-NEXT:    {{^ +[}]$}}
// CHECK:         scf.for
// CHECK:         scf.if
// CHECK-NEXT:      vector.store {{.+}} vector<4xf32>
// CHECK-NEXT:    {{^ +[}]$}}
func.func @loops(%a: memref<64xf32> {llvm.noalias}, %b: memref<64xf32>, %n: index, %o: index, %m: index, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  tl.thread_store %v to %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  %z = arith.constant 0.0 : f32
  %x = scf.for %i = %c0 to %n step %c1 iter_args(%y = %z) -> (f32) {
    %s = math.sqrt %y : f32
    scf.yield %s : f32
  }
  %w = vector.broadcast %x : f32 to vector<4xf32>
  tl.thread_store %w to %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  return
}

// Assembly that orders accesses of memory keeps their order.
// DOTS-LABEL: @clobbers
// DOTS: vector.load
// DOTS: llvm.inline_asm has_side_effects "", "~{memory}"
// DOTS: vector.load
func.func @clobbers(%a: memref<64xf32>, %b: memref<64xf32>, %o: index, %m: index) -> (vector<4xf32>, vector<4xf32>) {
  %x = tl.thread_load %a[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  llvm.inline_asm has_side_effects "", "~{memory}" : () -> ()
  %y = tl.thread_load %b[%o] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : memref<64xf32> to vector<4xf32>
  return %x, %y : vector<4xf32>, vector<4xf32>
}

// A room that is cut off to 32 bits is no limit of the counter.
// DOTS-LABEL: @cut
// DOTS: scf.for
// DOTS: scf.if
// DOTS: return
func.func @cut(%a: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant dense<1.0> : vector<4xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    %rest = arith.subi %n, %i overflow<nsw> : index
    %word = arith.index_cast %rest : index to i32
    %m = arith.index_cast %word : i32 to index
    tl.thread_store %one to %a[%i] atoms () : () -> () vector 4 of (4) -> (1) within (%m) granule 4 by (0 : 1) align 16 : vector<4xf32> to memref<64xf32>
  }
  return
}
