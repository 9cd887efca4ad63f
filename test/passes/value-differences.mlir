// RUN: tl-opt %s --tl-synthesize-partition --tl-partition-copies | FileCheck %s
// RUN: tl-opt %s --scf-for-loop-peeling --canonicalize | tl-opt --tl-synthesize-partition --tl-partition-copies | FileCheck %s --check-prefix=PEELED
// RUN: tl-sim --verify-lowering %s --shape=0:8x160 --arg=1:scalar=128 | FileCheck %s --check-prefix=SIM
// RUN: tl-opt %s --scf-for-loop-peeling --canonicalize | tl-sim --verify-lowering - --kernel=any --shape=0:8x160 --arg=1:scalar=77 | FileCheck %s --check-prefix=SIM-PEELED

// A loop in steps of 32 through a multiple of 32 leaves at least 32 in every turn
// (law F3), so that a tile of 32 columns passes no bound: of the loop itself, and of
// one that is said otherwise.

// SIM-COUNT-17: equivalent
// SIM-PEELED:   @any: equivalent

#half = #tl.register<spatial(8, 4).local(1, 4)>
#row = #tl.register<spatial(8, 4).local(1, 8)>
!memory = memref<8x?xf32, strided<[4096, 1]>>
!view = memref<8x?xf32, strided<[4096, 1], offset: ?>>
!shared = memref<8x64xf32, 3>

// CHECK-LABEL: func.func @steps
// CHECK-NOT:     within
// CHECK:         tl.thread_store
func.func @steps(%m: !memory {llvm.align = 16 : i64}, %x: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %n = tl.assume %x multiple 32 : index
  scf.for %k = %c0 to %n step %c32 {
    %v = tl.load %m[0, %k] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
    tl.store %v as #row to %m[0, %k] scope warp bounds(8, %n) : vector<8xf32> to !memory
  }
  return
}

// Of a number of which nothing is known the last tile may be cut; peeled, that of
// the last turn alone.

// CHECK-LABEL: func.func @any
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_store {{.*}} within
// PEELED-LABEL: func.func @any
// PEELED:         scf.for
// PEELED-NOT:     within
// PEELED:         tl.thread_store
// PEELED-NOT:     within
// PEELED:         scf.for
// PEELED:         tl.thread_load {{.*}} within
// PEELED:         tl.thread_store {{.*}} within
func.func @any(%m: !memory {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  scf.for %k = %c0 to %n step %c32 {
    %v = tl.load %m[0, %k] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
    tl.store %v as #row to %m[0, %k] scope warp bounds(8, %n) : vector<8xf32> to !memory
  }
  return
}

// Steps of 16, and a lower end that 32 does not divide, leave 16.

// CHECK-LABEL: func.func @smaller
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
// CHECK-NOT:     within
// CHECK:         return
func.func @smaller(%m: !memory {llvm.align = 16 : i64}, %x: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %n = tl.assume %x multiple 32 : index
  scf.for %k = %c0 to %n step %c16 {
    %v = tl.load %m[0, %k] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  scf.for %k = %c16 to %n step %c32 {
    %v = tl.load %m[0, %k] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
    %w = tl.load %m[0, %k] as #half scope warp bounds(8, %n) : !memory to vector<4xf32>
  }
  return
}

// Numbers that are added count.

// CHECK-LABEL: func.func @ahead
// CHECK-NOT:     within
// CHECK:         tl.thread_load
// CHECK:         tl.thread_load {{.*}} within
// CHECK-NOT:     within
// CHECK:         return
func.func @ahead(%m: !memory {llvm.align = 16 : i64}, %x: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %n = tl.assume %x multiple 32 range 0 to 1048576 : index
  %end = arith.subi %n, %c32 : index
  scf.for %k = %c0 to %end step %c32 {
    %next = arith.addi %k, %c32 : index
    %far = arith.addi %k, %c48 : index
    %v = tl.load %m[0, %next] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
    %w = tl.load %m[0, %far] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
    %u = tl.load %m[0, %far] as #half scope warp bounds(8, %n) : !memory to vector<4xf32>
  }
  return
}

// Nor is one passed where nothing says that the sum does not wrap, since an origin is not
// negative.

// CHECK-LABEL: func.func @ahead_of_any
// CHECK-NOT:     within
// CHECK:         return
func.func @ahead_of_any(%m: !memory {llvm.align = 16 : i64}, %x: index) {
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %i = tl.assume %x multiple 16 range 0 to 9223372036854775807 : index
  %far = arith.addi %i, %c16 : index
  %n = arith.addi %i, %c32 overflow<nsw> : index
  %v = tl.load %m[0, %far] as #half scope warp bounds(8, %n) : !memory to vector<4xf32>
  return
}

// A count of steps, rounded down: towards 0, or without a sign, where that is the
// same.  Rounded up it is one more.

// CHECK-LABEL: func.func @counted
// CHECK-NOT:     within
// CHECK:         scf.for
// CHECK-NOT:     within
// CHECK:         scf.for
// CHECK:         tl.thread_load {{.*}} within
// CHECK-NOT:     within
// CHECK:         return
func.func @counted(%m: !memory {llvm.align = 16 : i64}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %down = arith.divsi %n, %c32 : i32
  scf.for %t = %c0 to %down step %c1 : i32 {
    %k = arith.muli %t, %c32 overflow<nsw> : i32
    %v = tl.load %m[0, %k : i32] as #row scope warp bounds(8, %n : i32) : !memory to vector<8xf32>
  }
  %up = arith.ceildivsi %n, %c32 : i32
  scf.for %t = %c0 to %up step %c1 : i32 {
    %k = arith.muli %t, %c32 overflow<nsw> : i32
    %v = tl.load %m[0, %k : i32] as #row scope warp bounds(8, %n : i32) : !memory to vector<8xf32>
  }
  return
}

// Rounded up, of a multiple, it is the same.  Casts are no other numbers.

// CHECK-LABEL: func.func @cast
// CHECK-NOT:     within
// CHECK:         return
func.func @cast(%m: !memory {llvm.align = 16 : i64}, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %n = tl.assume %x multiple 32 range 0 to 4096 : i32
  %wide = arith.extui %n : i32 to i64
  %index = arith.index_cast %n : i32 to index
  %count = arith.ceildivui %index, %c32 : index
  %other = arith.index_cast %wide : i64 to index
  scf.for %t = %c0 to %count step %c1 {
    %k = arith.muli %t, %c32 : index
    %v = tl.load %m[0, %k] as #row scope warp bounds(8, %other) : !memory to vector<8xf32>
  }
  return
}

// A part of a loop ends at its own bound or at that of memory.  Products of the
// number that is bounded are taken apart, too.

// CHECK-LABEL: func.func @parts
// CHECK-NOT:     within
// CHECK:         return
func.func @parts(%m: !memory {llvm.align = 16 : i64}, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %y = tl.assume %x range 0 to 4096 : index
  %b = arith.shrui %y, %c5 : index
  %n = arith.muli %b, %c32 : index
  %end = arith.minsi %n, %c64 : index
  scf.for %k = %c0 to %end step %c32 {
    %v = tl.load %m[0, %k] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  scf.for %t = %c0 to %b step %c1 {
    %k = arith.muli %c32, %t : index
    %v = tl.load %m[0, %k] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %length = memref.dim %m, %c1 : !memory
  %whole = arith.divui %length, %c32 : index
  scf.for %t = %c0 to %whole step %c1 {
    %k = arith.muli %t, %c32 : index
    %v = tl.load %m[0, %k] as #row scope warp bounds(8, %length) : !memory to vector<8xf32>
  }
  return
}

// What is left is a number of its own: by arith, by affine and of views.

// CHECK-LABEL: func.func @rest
// CHECK-NOT:     within
// CHECK:         return
func.func @rest(%m: !memory {llvm.align = 16 : i64}, %x: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %n = tl.assume %x multiple 32 : index
  scf.for %k = %c0 to %n step %c32 {
    %r = arith.subi %n, %k : index
    %s = affine.min affine_map<(d0)[s0] -> (32, -d0 + s0)>(%k)[%n]
    %a = memref.subview %m[0, %k] [8, %r] [1, 1] : !memory to !view
    %v = tl.load %a as #row scope warp bounds(8, %r) : !view to vector<8xf32>
    %b = memref.subview %m[0, %k] [8, %s] [1, 1] : !memory to !view
    %w = tl.load %b as #row scope warp bounds(8, %s) : !view to vector<8xf32>
  }
  return
}

// A product that may wrap, a difference that may, and numbers without a sign say
// nothing.

// CHECK-LABEL: func.func @wraps
// CHECK-COUNT-3: tl.thread_load {{.*}} within
func.func @wraps(%m: !memory {llvm.align = 16 : i64}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c32 = arith.constant 32 : i32
  %end = arith.subi %n, %c32 : i32
  scf.for %k = %c0 to %end step %c1 : i32 {
    %v = tl.load %m[0, %k : i32] as #row scope warp bounds(8, %n : i32) : !memory to vector<8xf32>
  }
  %count = arith.divui %n, %c32 : i32
  scf.for %t = %c0 to %count step %c1 : i32 {
    %k = arith.muli %t, %c32 overflow<nsw> : i32
    %v = tl.load %m[0, %k : i32] as #row scope warp bounds(8, %n : i32) : !memory to vector<8xf32>
  }
  %x = tl.assume %n multiple 32 : i32
  scf.for unsigned %k = %c0 to %x step %c32 : i32 {
    %v = tl.load %m[0, %k : i32] as #row scope warp bounds(8, %n : i32) : !memory to vector<8xf32>
  }
  return
}

// Between memories parts of the tile are further.

// CHECK-LABEL: func.func @memories
// CHECK-NOT:     within
// CHECK:         return
func.func @memories(%m: !memory {llvm.align = 16 : i64}, %x: index, %s: !shared) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %n = tl.assume %x multiple 64 : index
  scf.for %k = %c0 to %n step %c64 {
    tl.copy %m[0, %k] to %s scope cta threads 32 bounds(8, %n) : !memory to !shared
    tl.copy %s to %m[0, %k] scope cta threads 32 bounds(8, %n) : !shared to !memory
  }
  return
}

// A number less leaves as much more, of which nothing is said where the sum may wrap.

// CHECK-LABEL: func.func @behind
// CHECK-NOT:     within
// CHECK:         scf.for
// CHECK:         tl.thread_load {{.*}} within
// CHECK-NOT:     within
// CHECK:         return
func.func @behind(%m: !memory {llvm.align = 16 : i64}, %x: index, %n: i32, %y: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %end = tl.assume %x multiple 32 : index
  scf.for %k = %c32 to %end step %c32 {
    %back = arith.subi %k, %c16 : index
    %v = tl.load %m[0, %back] as #tl.register<spatial(8, 4).local(1, 12)> scope warp bounds(8, %end) : !memory to vector<12xf32>
  }
  %c31 = arith.constant 31 : i32
  %c64 = arith.constant 64 : i32
  %low = arith.andi %y, %c31 : i32
  %less = arith.subi %low, %c64 : i32
  %sum = arith.addi %n, %less : i32
  scf.for %k = %c0 to %sum step %c1 : i32 {
    %v = tl.load %m[0, %k : i32] as #row scope warp bounds(8, %n : i32) : !memory to vector<8xf32>
  }
  return
}

// Of numbers that may be negative, and of a loop without signs, from 0 on.

// CHECK-LABEL: func.func @ends
// CHECK-NOT:     within
// CHECK:         return
func.func @ends(%m: !memory {llvm.align = 16 : i64}, %x: index, %y: i32) {
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %low = arith.andi %x, %c7 : index
  %i = arith.subi %low, %c8 : index
  %more = arith.addi %i, %c16 : index
  %r = arith.subi %more, %i : index
  %v = tl.load %m[0, 0] as #half scope warp bounds(8, %r) : !memory to vector<4xf32>
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %some = arith.constant 16 : i32
  %n = tl.assume %y multiple 32 range 0 to 4096 : i32
  scf.for unsigned %k = %c0 to %n step %c32 : i32 {
    %after = arith.addi %k, %some : i32
    %w = tl.load %m[0, 0] as #half scope warp bounds(8, %after : i32) : !memory to vector<4xf32>
    %u = tl.load %m[0, %k : i32] as #row scope warp bounds(8, %n : i32) : !memory to vector<8xf32>
  }
  return
}

// A type of fewer bits that has all the numbers keeps them, from its least on, and not
// one with a number more; without a sign those below 0 are others.

// CHECK-LABEL: func.func @narrow_casts
// CHECK:         tl.thread_load {{.*}} -> (1) align 16
// CHECK:         tl.thread_load {{.*}} within
// CHECK:         tl.thread_load {{.*}} within
func.func @narrow_casts(%m: !memory {llvm.align = 16 : i64}, %x: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c96 = arith.constant 96 : index
  %c128 = arith.constant 128 : index
  %cm128 = arith.constant -128 : index
  %all = tl.assume %x multiple 32 : index
  %above = arith.maxsi %all, %cm128 : index
  %n = arith.minsi %above, %c96 : index
  %byte = arith.index_cast %n : index to i8
  %same = arith.index_cast %byte : i8 to index
  %other = arith.index_castui %byte : i8 to index
  scf.for %k = %c0 to %n step %c32 {
    %0 = tl.load %m[0, %k] as #row scope warp bounds(8, %same) : !memory to vector<8xf32>
    %1 = tl.load %m[0, %k] as #row scope warp bounds(8, %other) : !memory to vector<8xf32>
  }
  %larger = arith.minsi %above, %c128 : index
  %wrapped = arith.index_cast %larger : index to i8
  %unequal = arith.index_cast %wrapped : i8 to index
  scf.for %k = %c0 to %larger step %c32 {
    %2 = tl.load %m[0, %k] as #row scope warp bounds(8, %unequal) : !memory to vector<8xf32>
  }
  return
}

// What a number rounded down to a multiple leaves out is above, whatever its sign.

// CHECK-LABEL: func.func @rounded_down
// CHECK-NOT:     within
// CHECK:         return
func.func @rounded_down(%m: !memory {llvm.align = 16 : i64}, %n: index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %whole = arith.floordivsi %n, %c32 : index
  %end = arith.muli %whole, %c32 : index
  scf.for %k = %c0 to %end step %c32 {
    %v = tl.load %m[0, %k] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  %other = arith.divsi %n, %c32 : index
  %near = arith.muli %other, %c32 : index
  scf.for %k = %c0 to %near step %c32 {
    %v = tl.load %m[0, %k] as #row scope warp bounds(8, %n) : !memory to vector<8xf32>
  }
  return
}

// Quotients of both by one number are as far apart as that leaves (law F5): 32 of 128, of
// multiples of it; 1 of less, where the greater one is rounded up.

// CHECK-LABEL: func.func @quotients
// CHECK-NOT:     within
// CHECK:         return
func.func @quotients(%m: !memory {llvm.align = 16 : i64}, %x: index, %s: memref<32x64xf32, 3>) {
  %ones = arith.constant dense<1.0> : vector<8xf32>
  %one = arith.constant dense<1.0> : vector<1xf32>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %c128 = arith.constant 128 : index
  %n = tl.assume %x multiple 128 range 0 to 65536 : index
  %unsigned = arith.divui %n, %c4 : index
  %signed = arith.divsi %n, %c4 : index
  %down = index.floordivs %n, %c4
  %odd = arith.addi %n, %c12 : index
  %further = arith.divui %odd, %c4 : index
  scf.for %j = %c0 to %n step %c128 {
    %k = arith.divui %j, %c4 : index
    tl.store %ones as #row to %m[0, %k] scope warp bounds(8, %unsigned) : vector<8xf32> to !memory
    tl.store %ones as #row to %m[0, %k] scope warp bounds(8, %signed) : vector<8xf32> to !memory
    tl.store %ones as #row to %m[0, %k] scope warp bounds(8, %down) : vector<8xf32> to !memory
    tl.store %ones as #row to %m[0, %k] scope warp bounds(8, %further) : vector<8xf32> to !memory
  }
  %all = tl.assume %x range 0 to 255 : index
  %up = arith.ceildivui %all, %c4 : index
  %above = arith.ceildivsi %all, %c4 : index
  scf.for %j = %c0 to %all step %c4 {
    %k = arith.divui %j, %c4 : index
    tl.store %one as #tl.register<spatial(32, 1)> to %s[0, %k] scope warp bounds(32, %up) : vector<1xf32> to memref<32x64xf32, 3>
    tl.store %one as #tl.register<spatial(32, 1)> to %s[0, %k] scope warp bounds(32, %above) : vector<1xf32> to memref<32x64xf32, 3>
  }
  return
}

// Of any number the quotient rounded down may be as much less as the remainder leaves, and
// rounded up 1 is all that is left; and quotients by two numbers have nothing to do with
// each other.

// CHECK-LABEL: func.func @cut_quotients
// CHECK-COUNT-5: tl.thread_store {{.*}} within
// CHECK:         return
func.func @cut_quotients(%m: !memory {llvm.align = 16 : i64}, %x: index) {
  %ones = arith.constant dense<1.0> : vector<8xf32>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  %n = tl.assume %x range 0 to 65536 : index
  %unsigned = arith.divui %n, %c4 : index
  %signed = arith.divsi %n, %c4 : index
  %up = arith.ceildivui %n, %c4 : index
  scf.for %j = %c0 to %n step %c128 {
    %k = arith.divui %j, %c4 : index
    tl.store %ones as #row to %m[0, %k] scope warp bounds(8, %unsigned) : vector<8xf32> to !memory
    tl.store %ones as #row to %m[0, %k] scope warp bounds(8, %signed) : vector<8xf32> to !memory
    tl.store %ones as #row to %m[0, %k] scope warp bounds(8, %up) : vector<8xf32> to !memory
  }
  %steps = arith.divui %n, %c128 : index
  %even = arith.muli %steps, %c128 : index
  %other = arith.divui %even, %c3 : index
  scf.for %j = %c0 to %even step %c128 {
    %k = arith.divui %j, %c4 : index
    %less = arith.divui %j, %c3 : index
    tl.store %ones as #row to %m[0, %k] scope warp bounds(8, %other) : vector<8xf32> to !memory
    tl.store %ones as #row to %m[0, %less] scope warp bounds(8, %unsigned) : vector<8xf32> to !memory
  }
  return
}

// Nor what a difference leaves that its type may not hold.

// CHECK-LABEL: func.func private @of_bytes
// CHECK:         tl.thread_load {{.*}} within
// CHECK-LABEL: func.func private @of_promised_bytes
// CHECK-NOT:     within
// CHECK-LABEL: func.func private @of_short_bytes
// CHECK-NOT:     within
// CHECK:         return
func.func private @of_bytes(%m: memref<1x128xf32>, %p: i8 {tl.divisibility = 32 : i64}, %n: i8 {tl.divisibility = 32 : i64}) {
  %c32 = arith.constant 32 : i8
  scf.for %k = %p to %n step %c32 : i8 {
    %rest = arith.subi %n, %k : i8
    %v = tl.load %m[0, 0] as #tl.register<spatial(1, 32)> scope warp bounds(1, %rest : i8) : memref<1x128xf32> to vector<1xf32>
  }
  return
}
func.func private @of_promised_bytes(%m: memref<1x128xf32>, %p: i8 {tl.divisibility = 32 : i64}, %n: i8 {tl.divisibility = 32 : i64}) {
  %c32 = arith.constant 32 : i8
  scf.for %k = %p to %n step %c32 : i8 {
    %rest = arith.subi %n, %k overflow<nsw> : i8
    %v = tl.load %m[0, 0] as #tl.register<spatial(1, 32)> scope warp bounds(1, %rest : i8) : memref<1x128xf32> to vector<1xf32>
  }
  return
}
func.func private @of_short_bytes(%m: memref<1x128xf32>, %n: i8 {tl.divisibility = 32 : i64}) {
  %c0 = arith.constant 0 : i8
  %c32 = arith.constant 32 : i8
  scf.for %k = %c0 to %n step %c32 : i8 {
    %rest = arith.subi %n, %k : i8
    %v = tl.load %m[0, 0] as #tl.register<spatial(1, 32)> scope warp bounds(1, %rest : i8) : memref<1x128xf32> to vector<1xf32>
  }
  return
}
