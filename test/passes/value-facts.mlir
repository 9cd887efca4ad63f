// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s

// What the arithmetic of an origin proves.  The memory is aligned to 64 bytes
// and an element has 4; every proof has a twin that proves less.

#row = #tl.register<local(8)>
!memory = memref<?xf32>
!vector = vector<8xf32>

// CHECK-LABEL: func.func @multiples
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 32 phase 4 :
// CHECK:         tl.thread_load {{.*}} align 32 phase 2 :
func.func @multiples(%m: !memory {llvm.align = 64 : i64}, %x: index) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %x8 = arith.muli %x, %c8 : index
  %x16 = arith.shli %x, %c4 : index
  %shifted = arith.shli %c3, %x : index
  %sum = arith.addi %x16, %c4 : index
  %odd = arith.subi %x16, %c6 : index
  %0 = tl.load %m[%x8] as #row scope thread : !memory to !vector
  %1 = tl.load %m[%x16] as #row scope thread : !memory to !vector
  %2 = tl.load %m[%shifted] as #row scope thread : !memory to !vector
  %3 = tl.load %m[%sum] as #row scope thread : !memory to !vector
  %4 = tl.load %m[%odd] as #row scope thread : !memory to !vector
  return
}

// Masks leave zeros; a mask that keeps the lowest bit leaves none.

// CHECK-LABEL: func.func @masks
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 8 :
func.func @masks(%m: !memory {llvm.align = 64 : i64}, %x: index) {
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c12 = arith.constant 12 : index
  %cm8 = arith.constant -8 : index
  %high = arith.andi %x, %cm8 : index
  %low = arith.andi %x, %c7 : index
  %or = arith.ori %high, %c12 : index
  %xor = arith.xori %high, %c2 : index
  %0 = tl.load %m[%high] as #row scope thread : !memory to !vector
  %1 = tl.load %m[%low] as #row scope thread : !memory to !vector
  %2 = tl.load %m[%or] as #row scope thread : !memory to !vector
  %3 = tl.load %m[%xor] as #row scope thread : !memory to !vector
  return
}

// A quotient keeps what is left of the divisor when it is known to be exact.

// CHECK-LABEL: func.func @quotients
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
func.func @quotients(%m: !memory {llvm.align = 64 : i64}, %x: index) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c48 = arith.constant 48 : index
  %x8 = arith.muli %x, %c8 : index
  %x48 = arith.muli %x, %c48 overflow<nsw> : index
  %half = arith.divui %x8, %c2 : index
  %third = arith.divui %x8, %c3 : index
  %said = arith.divui %x8, %c3 exact : index
  %exact = arith.divsi %x48, %c3 : index
  %shift = arith.shrui %x48, %x : index
  %rest = arith.remui %x8, %c48 : index
  %twelve = arith.remsi %x8, %c12 : index
  %other = arith.remui %x8, %x : index
  %0 = tl.load %m[%half] as #row scope thread : !memory to !vector
  %1 = tl.load %m[%third] as #row scope thread : !memory to !vector
  %said_load = tl.load %m[%said] as #row scope thread : !memory to !vector
  %2 = tl.load %m[%exact] as #row scope thread : !memory to !vector
  %3 = tl.load %m[%shift] as #row scope thread : !memory to !vector
  %4 = tl.load %m[%rest] as #row scope thread : !memory to !vector
  %5 = tl.load %m[%twelve] as #row scope thread : !memory to !vector
  %6 = tl.load %m[%other] as #row scope thread : !memory to !vector
  return
}

// A product that may wrap is no multiple of 3 any more, so a third of it is
// nothing known.

// CHECK-LABEL: func.func @wraps
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 16
func.func @wraps(%m: !memory {llvm.align = 64 : i64}, %x: index) {
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %signed = arith.muli %x, %c12 overflow<nsw> : index
  %unsigned = arith.muli %x, %c12 overflow<nuw> : index
  %any = arith.muli %x, %c12 : index
  %affine = affine.apply affine_map<(d0) -> (d0 * 12)>(%x)
  %0 = arith.divsi %signed, %c3 : index
  %1 = arith.divsi %unsigned, %c3 : index
  %2 = arith.divsi %any, %c3 : index
  %3 = arith.divsi %affine, %c3 : index
  %4 = tl.load %m[%0] as #row scope thread : !memory to !vector
  %5 = tl.load %m[%1] as #row scope thread : !memory to !vector
  %6 = tl.load %m[%2] as #row scope thread : !memory to !vector
  %7 = tl.load %m[%3] as #row scope thread : !memory to !vector
  return
}

// CHECK-LABEL: func.func @choices
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 8 :
func.func @choices(%m: !memory {llvm.align = 64 : i64}, %x: index, %b: i1) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %x8 = arith.muli %x, %c8 : index
  %four = arith.select %b, %x8, %c4 : index
  %one = arith.select %b, %x8, %x : index
  %eight = arith.minui %x8, %c16 : index
  %two = arith.maxsi %x8, %c2 : index
  %0 = tl.load %m[%four] as #row scope thread : !memory to !vector
  %1 = tl.load %m[%one] as #row scope thread : !memory to !vector
  %2 = tl.load %m[%eight] as #row scope thread : !memory to !vector
  %3 = tl.load %m[%two] as #row scope thread : !memory to !vector
  return
}

// Casts keep powers of two; without a sign -24 is 232, no multiple of 3.

// CHECK-LABEL: func.func @casts
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 4 :
func.func @casts(%m: !memory {llvm.align = 64 : i64}, %x: i8, %y: i64) {
  %c3 = arith.constant 3 : i8
  %i3 = arith.constant 3 : index
  %c24 = arith.constant 24 : i8
  %c48 = arith.constant 48 : i64
  %x24 = arith.muli %x, %c24 overflow<nsw> : i8
  %unsigned = arith.index_castui %x24 : i8 to index
  %signed = arith.extsi %x24 : i8 to i32
  %index = arith.index_cast %signed : i32 to index
  %y48 = arith.muli %y, %c48 overflow<nsw> : i64
  %index48 = arith.index_cast %y48 : i64 to index
  %narrow = arith.trunci %y48 : i64 to i8
  %y16 = arith.divsi %index48, %i3 : index
  %third = arith.divsi %narrow, %c3 : i8
  %cut = arith.index_cast %third : i8 to index
  %without = arith.divsi %unsigned, %i3 : index
  %0 = tl.load %m[%unsigned] as #row scope thread : !memory to !vector
  %1 = tl.load %m[%index] as #row scope thread : !memory to !vector
  %2 = tl.load %m[%y16] as #row scope thread : !memory to !vector
  %3 = tl.load %m[%cut] as #row scope thread : !memory to !vector
  %4 = tl.load %m[%without] as #row scope thread : !memory to !vector
  return
}

// The dialect index.

// CHECK-LABEL: func.func @index
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
func.func @index(%m: !memory {llvm.align = 64 : i64}, %x: index) {
  %c3 = index.constant 3
  %c24 = index.constant 24
  %c12 = index.constant 12
  %x24 = index.mul %x, %c24
  %sum = index.add %x24, %c12
  %third = index.divs %x24, %c3
  %0 = tl.load %m[%x24] as #row scope thread : !memory to !vector
  %1 = tl.load %m[%sum] as #row scope thread : !memory to !vector
  %2 = tl.load %m[%third] as #row scope thread : !memory to !vector
  return
}

// CHECK-LABEL: func.func @affine
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 32
func.func @affine(%m: !memory {llvm.align = 64 : i64}, %x: index, %y: index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 16 + s0 * 8)>(%x)[%y]
  %1 = affine.apply affine_map<(d0) -> ((d0 * 24) floordiv 6)>(%x)
  %2 = affine.apply affine_map<(d0)[s0] -> ((d0 * 8) mod 12 + s0 * 4)>(%x)[%y]
  %3 = affine.apply affine_map<(d0) -> ((d0 * 8) ceildiv 3)>(%x)
  %4 = affine.min affine_map<(d0) -> (d0 * 8, 12)>(%x)
  %5 = affine.max affine_map<(d0) -> (d0 * 8, 3)>(%x)
  %6 = tl.load %m[%0] as #row scope thread : !memory to !vector
  %7 = tl.load %m[%1] as #row scope thread : !memory to !vector
  %8 = tl.load %m[%2] as #row scope thread : !memory to !vector
  %9 = tl.load %m[%3] as #row scope thread : !memory to !vector
  %10 = tl.load %m[%4] as #row scope thread : !memory to !vector
  %11 = tl.load %m[%5] as #row scope thread : !memory to !vector
  %12 = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%x, %0)
  %13 = tl.load %m[%12] as #row scope thread : !memory to !vector
  return
}

// An induction variable is its lower bound and steps; what a loop carries is what
// it starts with and what every step yields.

// CHECK-LABEL: func.func @loops
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 8 :
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         affine.parallel
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         affine.parallel
// CHECK:         tl.thread_load {{.*}} align 4 :
func.func @loops(%m: !memory {llvm.align = 64 : i64}, %x: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %x step %c8 iter_args(%k = %c0) -> (index) {
    %0 = tl.load %m[%i] as #row scope thread : !memory to !vector
    %1 = tl.load %m[%k] as #row scope thread : !memory to !vector
    scf.yield %i : index
  }
  scf.for %i = %c4 to %x step %c8 {
    %0 = tl.load %m[%i] as #row scope thread : !memory to !vector
  }
  scf.for %i = %c8 to %x step %x {
    %0 = tl.load %m[%i] as #row scope thread : !memory to !vector
  }
  scf.parallel (%i, %j) = (%c8, %c0) to (%x, %x) step (%c8, %c8) {
    %0 = tl.load %m[%i] as #row scope thread : !memory to !vector
  }
  %x16 = arith.muli %c8, %c8 : index
  scf.forall (%i, %j) = (0, 2) to (64, %x) step (%x16, 4) {
    %0 = tl.load %m[%i] as #row scope thread : !memory to !vector
    %1 = tl.load %m[%j] as #row scope thread : !memory to !vector
  }
  affine.for %i = 0 to 64 step 8 {
    %0 = tl.load %m[%i] as #row scope thread : !memory to !vector
  }
  affine.for %i = max affine_map<(d0) -> (d0 * 8, 4)>(%x) to 64 step 8 {
    %0 = tl.load %m[%i] as #row scope thread : !memory to !vector
  }
  affine.parallel (%i, %j) = (0, symbol(%x) * 4) to (64, 64) step (8, 16) {
    %0 = tl.load %m[%i] as #row scope thread : !memory to !vector
    %1 = tl.load %m[%j] as #row scope thread : !memory to !vector
  }
  affine.parallel (%i) = (max(0, 8)) to (64) step (8) {
    %0 = tl.load %m[%i] as #row scope thread : !memory to !vector
  }
  return
}

// A ring of stages: 0, then multiples of 16, and 0 again.  What is yielded before
// it is known, and two values that change places, hold for each other; a step of
// any size makes a multiple of nothing.

// CHECK-LABEL: func.func @carried
// CHECK:         scf.for
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         scf.yield
// CHECK:         tl.thread_load {{.*}} align 64
func.func @carried(%m: !memory {llvm.align = 64 : i64}, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  %end:4 = scf.for %i = %c0 to %x step %c1
      iter_args(%k = %c0, %a = %c48, %b = %c4, %any = %c16) -> (index, index, index, index) {
    %0 = tl.load %m[%k] as #row scope thread : !memory to !vector
    %1 = tl.load %m[%a] as #row scope thread : !memory to !vector
    %2 = tl.load %m[%any] as #row scope thread : !memory to !vector
    %step = arith.addi %k, %c16 : index
    %wraps = arith.cmpi eq, %step, %c48 : index
    %next = arith.select %wraps, %c0, %step : index
    %odd = arith.addi %any, %x : index
    scf.yield %next, %b, %a, %odd : index, index, index, index
  }
  %0 = tl.load %m[%end#0] as #row scope thread : !memory to !vector
  return
}

// Loops in a loop.

// CHECK-LABEL: func.func @nested
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 32
func.func @nested(%m: !memory {llvm.align = 64 : i64}, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %0 = affine.for %i = 0 to 4 iter_args(%outer = %c16) -> index {
    %2 = scf.for %j = %c0 to %x step %c1 iter_args(%inner = %outer) -> index {
      %3 = tl.load %m[%inner] as #row scope thread : !memory to !vector
      %c8 = arith.constant 8 : index
      %next = arith.xori %inner, %c8 : index
      scf.yield %next : index
    }
    affine.yield %2 : index
  }
  %1 = tl.load %m[%0] as #row scope thread : !memory to !vector
  return
}

// What the condition of scf.while passes on is not what its body yields.

// CHECK-LABEL: func.func @while
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
func.func @while(%m: !memory {llvm.align = 64 : i64}, %x: index) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %end:2 = scf.while (%k = %c16) : (index) -> (index, index) {
    %0 = tl.load %m[%k] as #row scope thread : !memory to !vector
    %twice = arith.muli %k, %c8 : index
    %passed = arith.ori %twice, %c8 : index
    %goes_on = arith.cmpi ult, %k, %x : index
    scf.condition(%goes_on) %passed, %k : index, index
  } do {
  ^bb0(%i: index, %j: index):
    %0 = tl.load %m[%i] as #row scope thread : !memory to !vector
    %next = arith.addi %i, %c4 : index
    scf.yield %next : index
  }
  %0 = tl.load %m[%end#0] as #row scope thread : !memory to !vector
  %1 = tl.load %m[%end#1] as #row scope thread : !memory to !vector
  return
}

// One of the regions of an operation, and one of the branches to a block.

// CHECK-LABEL: func.func @branches
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 8 :
func.func @branches(%m: !memory {llvm.align = 64 : i64}, %x: index, %b: i1) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %if = scf.if %b -> index {
    scf.yield %c4 : index
  } else {
    scf.yield %c16 : index
  }
  %switch = scf.index_switch %x -> index
  case 2 {
    scf.yield %c8 : index
  }
  default {
    scf.yield %c16 : index
  }
  %0 = tl.load %m[%if] as #row scope thread : !memory to !vector
  %1 = tl.load %m[%switch] as #row scope thread : !memory to !vector
  cf.cond_br %b, ^loop(%c2, %c8 : index, index), ^loop(%c2, %c4 : index, index)
^loop(%any: index, %k: index):
  %2 = tl.load %m[%k] as #row scope thread : !memory to !vector
  %next = arith.addi %k, %c4 : index
  cf.cond_br %b, ^loop(%x, %next : index, index), ^end(%c2 : index)
^end(%two: index):
  %3 = tl.load %m[%two] as #row scope thread : !memory to !vector
  return
}

// A loop without a sign passes the number where signed ones begin again.

// CHECK-LABEL: func.func @unsigned_loop
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
func.func @unsigned_loop(%m: !memory {llvm.align = 64 : i64}, %x: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %x step %c12 {
    %0 = arith.divsi %i, %c3 : index
    %1 = tl.load %m[%0] as #row scope thread : !memory to !vector
  }
  scf.for unsigned %i = %c0 to %x step %c12 {
    %0 = arith.divsi %i, %c3 : index
    %1 = tl.load %m[%0] as #row scope thread : !memory to !vector
  }
  return
}

// Sizes that types and kernels state.

// CHECK-LABEL: func.func @sizes
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 8 :
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 32
func.func @sizes(%m: !memory {llvm.align = 64 : i64}, %n: memref<?x24xf32>, %view: memref<?x12xf32, strided<[24, 1], offset: 16>>) attributes {gpu.known_block_size = array<i32: 32, 2, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = memref.dim %n, %c0 : memref<?x24xf32>
  %d1 = memref.dim %n, %c1 : memref<?x24xf32>
  %block = gpu.block_id x
  %bx = gpu.block_dim x
  %by = gpu.block_dim y
  %first = arith.muli %block, %bx : index
  %second = arith.muli %block, %by : index
  %0 = tl.load %m[%d1] as #row scope thread : !memory to !vector
  %1 = tl.load %m[%d0] as #row scope thread : !memory to !vector
  %2 = tl.load %m[%first] as #row scope thread : !memory to !vector
  %3 = tl.load %m[%second] as #row scope thread : !memory to !vector
  %4 = tl.load %m[%block] as #row scope thread : !memory to !vector
  %base, %offset, %rows:2, %strides:2 = memref.extract_strided_metadata %view : memref<?x12xf32, strided<[24, 1], offset: 16>> -> memref<f32>, index, index, index, index, index
  %5 = tl.load %m[%offset] as #row scope thread : !memory to !vector
  %6 = tl.load %m[%rows#0] as #row scope thread : !memory to !vector
  %7 = tl.load %m[%rows#1] as #row scope thread : !memory to !vector
  %8 = tl.load %m[%strides#0] as #row scope thread : !memory to !vector
  return
}

// A block of any number of threads may have one.

// CHECK-LABEL: func.func @unknown_block
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} within
func.func @unknown_block(%m: !memory {llvm.align = 64 : i64}) {
  %block = gpu.block_id x
  %bx = gpu.block_dim x
  %first = arith.muli %block, %bx : index
  %0 = tl.load %m[%first] as #row scope thread : !memory to !vector
  %1 = tl.load %m[0] as #tl.register<local(2)> scope thread bounds(%bx) : !memory to vector<2xf32>
  return
}

// What is stated and what is proved both hold: 4 and 6 divide the column, so all
// 12 elements lie in one panel.

#panels = #tl.tile<S[(1, (8, 12)) : (96, (16, 1))]>

// CHECK-LABEL: func.func @both
// CHECK:         tl.thread_load %{{.*}}[%{{[0-9]+}}] atoms (12) : (1) -> (1) align 64
func.func @both(%m: memref<1024xf32> {llvm.align = 64 : i64}, %x: index) {
  %c6 = arith.constant 6 : index
  %x6 = arith.muli %x, %c6 overflow<nsw> : index
  %0 = tl.load %m[0, %x6] layout #panels as #tl.register<local(1, 12)> scope thread {divisibility = array<i64: 1, 4>} : memref<1024xf32> to vector<12xf32>
  return
}

// CHECK-LABEL: func.func @one_of_both
// CHECK:         tl.thread_load {{.*}} slots (0, 6) atoms (6) : (1) -> (1) align 8 :
func.func @one_of_both(%m: memref<1024xf32> {llvm.align = 64 : i64}, %x: index) {
  %c6 = arith.constant 6 : index
  %x6 = arith.muli %x, %c6 overflow<nsw> : index
  %0 = tl.load %m[0, %x6] layout #panels as #tl.register<local(1, 12)> scope thread : memref<1024xf32> to vector<12xf32>
  return
}

// A block that nothing reaches may define values by each other.

// CHECK-LABEL: func.func @cycle
// CHECK:         tl.thread_load {{.*}} align 4 :
func.func @cycle(%m: !memory {llvm.align = 64 : i64}) {
  %c8 = arith.constant 8 : index
  return
^unreachable:
  %a = arith.addi %b, %c8 : index
  %b = arith.addi %a, %c8 : index
  %0 = tl.load %m[%a] as #row scope thread : !memory to !vector
  cf.br ^unreachable
}

// What ends without leaving gives nothing.

// CHECK-LABEL: func.func @no_end
// CHECK:         tl.thread_load {{.*}} align 32 :
func.func @no_end(%m: !memory {llvm.align = 64 : i64}, %i: index {tl.divisibility = 8 : i64}, %c: i1) {
  %a = scf.execute_region -> index {
    cf.cond_br %c, ^leaves, ^ends
  ^leaves:
    scf.yield %i : index
  ^ends:
    ub.unreachable
  }
  %0 = tl.load %m[%a] as #row scope thread : !memory to !vector
  return
}
