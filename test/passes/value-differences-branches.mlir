// RUN: tl-opt %s --tl-synthesize-partition --tl-partition-copies | FileCheck %s
// RUN: tl-sim --verify-lowering %s --shape=0:8x160 --arg=1:scalar=64 --arg=2:scalar=96 | FileCheck %s --check-prefix=SIM

// Where a condition says that an origin is below a bound, the rest is a multiple of what
// divides both, and more than 0 (law F4): a tile of 32 columns passes no bound there.

// SIM-COUNT-8: equivalent

#row = #tl.register<spatial(8, 4).local(1, 8)>
!memory = memref<8x?xf32, strided<[4096, 1]>>

// The next tile of a pipeline, which is loaded where there is one.

// CHECK-LABEL: func.func @next
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
func.func @next(%m: !memory {llvm.align = 16 : i64}, %a: index, %b: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %n = tl.assume %b multiple 32 range 0 to 4096 : index
  scf.for %k = %c0 to %n step %c32 {
    %next = arith.addi %k, %c32 : index
    %more = arith.cmpi slt, %next, %n : index
    scf.if %more {
      %v = tl.load %m[0, %next] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
    }
    %v = tl.load %m[0, %next] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  return
}

// Every comparison, of both sides; the second branch has the contrary.

// CHECK-LABEL: func.func @predicates
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
func.func @predicates(%m: !memory {llvm.align = 16 : i64}, %a: index, %b: index) {
  %x = tl.assume %a multiple 32 range 0 to 4096 : index
  %n = tl.assume %b multiple 32 range 0 to 4096 : index
  %c0 = arith.cmpi slt, %x, %n : index
  scf.if %c0 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c1 = arith.cmpi sle, %x, %n : index
  scf.if %c1 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c2 = arith.cmpi sgt, %n, %x : index
  scf.if %c2 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c3 = arith.cmpi sge, %n, %x : index
  scf.if %c3 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c4 = arith.cmpi slt, %n, %x : index
  scf.if %c4 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c5 = arith.cmpi sle, %n, %x : index
  scf.if %c5 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c6 = arith.cmpi sgt, %x, %n : index
  scf.if %c6 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c7 = arith.cmpi sge, %x, %n : index
  scf.if %c7 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c8 = arith.cmpi ult, %x, %n : index
  scf.if %c8 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c9 = arith.cmpi ule, %n, %x : index
  scf.if %c9 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c10 = arith.cmpi ugt, %n, %x : index
  scf.if %c10 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c11 = arith.cmpi uge, %x, %n : index
  scf.if %c11 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c12 = arith.cmpi eq, %x, %n : index
  scf.if %c12 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %c13 = arith.cmpi ne, %x, %n : index
  scf.if %c13 {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  return
}

// Conjunctions say both; their contrary says nothing.

// CHECK-LABEL: func.func @both
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
func.func @both(%m: !memory {llvm.align = 16 : i64}, %a: index, %b: index, %c: i1, %d: i1) {
  %x = tl.assume %a multiple 32 range 0 to 4096 : index
  %n = tl.assume %b multiple 32 range 0 to 4096 : index
  %less = arith.cmpi slt, %x, %n : index
  %one = arith.andi %c, %less : i1
  %two = arith.andi %one, %d : i1
  scf.if %two {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  } else {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  return
}

// Branches further around count, and loops between them.

// CHECK-LABEL: func.func @around
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
func.func @around(%m: !memory {llvm.align = 16 : i64}, %a: index, %b: index, %c: i1) {
  %x = tl.assume %a multiple 32 range 0 to 4096 : index
  %n = tl.assume %b multiple 32 range 0 to 4096 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %less = arith.cmpi slt, %x, %n : index
  scf.if %less {
    scf.for %k = %c0 to %x step %c1 {
      scf.if %c {
        %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
      }
    }
  }
  %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  return
}

// Without a sign it says nothing of a bound that may be negative; casts are no other numbers.

// CHECK-LABEL: func.func @casts
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
func.func @casts(%m: !memory {llvm.align = 16 : i64}, %a: i32, %b: i32) {
  %x = tl.assume %a multiple 32 : i32
  %n = tl.assume %b multiple 32 : i32
  %i = arith.index_cast %x : i32 to index
  %e = arith.index_cast %n : i32 to index
  %below = arith.cmpi ult, %x, %n : i32
  scf.if %below {
    %v = tl.load %m[0, %i] as #row scope warp bounds(8, %e) : !memory to vector<8xf32>
  }
  %less = arith.cmpi slt, %x, %n : i32
  scf.if %less {
    %v = tl.load %m[0, %i] as #row scope warp bounds(8, %e) : !memory to vector<8xf32>
  }
  return
}

// What divides both is what is left: 16 of 32 columns.

// CHECK-LABEL: func.func @sixteen
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
func.func @sixteen(%m: !memory {llvm.align = 16 : i64}, %a: index, %b: index) {
  %x = tl.assume %a multiple 16 range 0 to 4096 : index
  %n = tl.assume %b multiple 32 range 0 to 4096 : index
  %less = arith.cmpi slt, %x, %n : index
  scf.if %less {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
    %w = tl.load %m[0, %x] as #tl.register<spatial(8, 4).local(1, 4)> scope warp bounds(8, %n) : !memory to vector<4xf32>
  }
  return
}

// A bound that is a number is one of the most that the other side may be.

// CHECK-LABEL: func.func @numbers
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
func.func @numbers(%m: !memory {llvm.align = 16 : i64}, %a: index, %b: index) {
  %x = tl.assume %a multiple 32 range 0 to 4096 : index
  %n = tl.assume %b range 0 to 160 : index
  %less = arith.cmpi slt, %x, %n : index
  scf.if %less {
    %v = tl.load %m[0, %x] as #row scope warp bounds(8, 160) : !memory to vector<8xf32>
    %w = tl.load %m[0, %x] as #row scope warp bounds(8, 159) : !memory to vector<8xf32>
  }
  %y = tl.assume %a multiple 32 : index
  %below = arith.cmpi ult, %y, %n : index
  scf.if %below {
    %v = tl.load %m[0, %y] as #row scope warp bounds(8, 160) : !memory to vector<8xf32>
    %w = tl.load %m[0, %y] as #row scope warp bounds(8, 160) from(0, 0) : !memory to vector<8xf32>
  }
  %end = arith.cmpi sle, %y, %n : index
  scf.if %end {
    %v = tl.load %m[0, %y] as #row scope warp bounds(8, 192) : !memory to vector<8xf32>
    %w = tl.load %m[0, %y] as #row scope warp bounds(8, 160) : !memory to vector<8xf32>
  }
  return
}

// A lower bound is not passed where an origin is above a number.

// CHECK-LABEL: func.func @lower
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} extent
func.func @lower(%m: !memory {llvm.align = 16 : i64}, %a: index, %b: index) {
  %cm32 = arith.constant -32 : index
  %y = tl.assume %a multiple 32 range -4096 to 128 : index
  %above = arith.cmpi sgt, %y, %cm32 : index
  scf.if %above {
    %w = tl.load %m[0, %y] as #row scope warp bounds(8, 160) from(0, 0) : !memory to vector<8xf32>
  } else {
    %w = tl.load %m[0, %y] as #row scope warp bounds(8, 160) from(0, 0) : !memory to vector<8xf32>
  }
  return
}
