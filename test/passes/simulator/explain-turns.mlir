// RUN: tl-sim %s --explain | FileCheck %s
// RUN: tl-sim %s --explain=json --kernel=unequal | python3 -m json.tool --compact | FileCheck %s --check-prefix=JSON
// RUN: tl-sim %s --explain=json --kernel=triangle | python3 -m json.tool --compact | FileCheck %s --check-prefix=LISTED
// RUN: not tl-sim %s --explain --kernel=triangle --max-steps=640 2>/dev/null | FileCheck %s --check-prefix=STOPPED
// RUN: not tl-sim %s --explain=json --kernel=triangle --max-steps=640 2>/dev/null | FileCheck %s --check-prefix=STOPPED-JSON
// RUN: not tl-sim %s --explain --kernel=triangle --grid=2 --max-steps=1200 2>/dev/null | FileCheck %s --check-prefix=BLOCKS
// STOPPED: the run stopped at a limit, and costs are of what was executed, as are layouts
// BLOCKS: the run stopped at a limit, and costs are of what was executed: fewer blocks, as --grid=1, show the same layouts
// STOPPED-JSON: "is_stopped": true
// RUN: tl-sim %s --explain=json --kernel=counted | python3 -m json.tool --compact | FileCheck %s --check-prefix=COUNTED
// RUN: tl-opt %s --tl-adopt-accesses --verify-diagnostics -o /dev/null

// Threads that do not all come by equally often.

gpu.module @turns {

// One thread of 32 comes by ten times as often as the others, and that is one layout; from
// eleven times on its own.
// CHECK-LABEL: explain @often
// CHECK:         memref.store writes 1 x 4 bytes in each of 32 threads, up to 10 times
// CHECK:         memref.store writes 1 x 4 bytes in each of 32 threads, the 1st time
// CHECK:         memref.store writes 1 x 4 bytes in thread 0, the 2nd to 11th time
// CHECK:         memref.store writes 1 x 4 bytes in thread 0, the 2nd to 21st time
gpu.func @often() workgroup(%s: memref<11x32xf32, #gpu.address_space<workgroup>>, %t: memref<11x32xf32, #gpu.address_space<workgroup>>,
    %u: memref<21x32xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c21 = arith.constant 21 : index
  %zero = arith.constant 0.0 : f32
  %x = gpu.thread_id x
  %is_first = arith.cmpi eq, %x, %c0 : index
  %ten = arith.select %is_first, %c10, %c1 : index
  %eleven = arith.select %is_first, %c11, %c1 : index
  %twenty_one = arith.select %is_first, %c21, %c1 : index
  scf.for %i = %c0 to %ten step %c1 {
    // expected-remark @below {{some threads come by more often than others}}
    memref.store %zero, %s[%i, %x] : memref<11x32xf32, #gpu.address_space<workgroup>>
  }
  scf.for %i = %c0 to %eleven step %c1 {
    // expected-remark @below {{some threads come by more often than others}}
    memref.store %zero, %t[%i, %x] : memref<11x32xf32, #gpu.address_space<workgroup>>
  }
  scf.for %i = %c0 to %twenty_one step %c1 {
    // expected-remark @below {{some threads come by more often than others}}
    memref.store %zero, %u[%i, %x] : memref<21x32xf32, #gpu.address_space<workgroup>>
  }
  gpu.return
}

// A layout holds for those who take part, and says who they are: 134 elements for 128
// threads, and the halves of a reduction, which are no digits.
// CHECK-LABEL: explain @unequal
// CHECK:         a workgroup buffer, shared: 134 of 4 bytes, strides 1, of {{.*}}explain-turns.mlir:[[# @LINE + 19]]:31
// CHECK-NEXT:      {{.*}} memref.store writes 1 x 4 bytes in each of 128 threads, up to 2 times
// CHECK-NEXT:        not all of them each time: the first 6 the 2nd
// CHECK-NEXT:        tile 128 at (0): S[(128,) : (1@tx,)]
// CHECK-NEXT:        places S[(128, 2, 1) : (1, 128, 0)]
// CHECK-NEXT:        accesses of 4 bytes
// CHECK-NEXT:        5 wavefronts of at least 5, degree 1
// CHECK-NEXT:      {{.*}} memref.load reads 1 x 4 bytes in each of 64 threads, up to 7 times
// CHECK-NEXT:        not all of them each time: the first 32 the 2nd, the first 16 the 3rd, the first 8 the 4th, the first 4 the 5th, the first 2 the 6th, the first 1 the 7th
// CHECK-NEXT:        tile 64 at (64): S[(64,) : (1@tx,)]
// CHECK-NEXT:        places S[(64, 1) : (1, 0)] + 64@m, moved by 0, -32, -48, -56, -60, -62, -63 each time
// CHECK-NEXT:        accesses of 4 bytes
// CHECK-NEXT:        8 wavefronts of at least 8, degree 1
// CHECK:           a warp takes 9 wavefronts in 9 accesses, each as wide as this layout allows; at least 9, and no layout that was tried takes fewer
// JSON: "buffer":"a workgroup buffer","location":{"file":"{{.*}}explain-turns.mlir","line":[[# @LINE + 5]],"column":31},
// JSON-SAME: "part":0,"parts":1,"first_step":0,"steps":2,"times":[2,2,2,2,2,2,1,1,{{[1,]*}},1],"registers":1
// JSON-SAME: "moves":null
// JSON-SAME: "times":[7,6,5,5,4,4,4,4,3,3,3,3,3,3,3,3,2,{{[2,]*}},1,{{[1,]*}},1]
// JSON-SAME: "places":"S[(64, 1) : (1, 0)] + 64@m","is_counted":false,"moves":[0,-32,-48,-56,-60,-62,-63]
gpu.func @unequal() workgroup(%S: memref<134xf32, 3>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c134 = arith.constant 134 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  scf.for %i = %t to %c134 step %c128 {
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: some threads come by more often than others, or touch more at a time}}
    memref.store %one, %S[%i] : memref<134xf32, 3>
  }
  gpu.barrier
  %end = scf.while (%s = %c64) : (index) -> index {
    %goes_on = arith.cmpi ugt, %s, %c0 : index
    scf.condition(%goes_on) %s : index
  } do {
  ^bb0(%s: index):
    %is_own = arith.cmpi ult, %t, %s : index
    scf.if %is_own {
      %other = arith.addi %t, %s : index
      %x = memref.load %S[%other] : memref<134xf32, 3>
    }
    %half = arith.shrui %s, %c1 : index
    scf.yield %half : index
  }
  gpu.return
}

// Every second thread, twice more: not the first ones.
// CHECK-LABEL: explain @every_second
// CHECK:           memref.store writes 1 x 4 bytes in each of 32 threads, up to 4 times
// CHECK-NEXT:        not all of them each time: 16 the 2nd to 4th
// CHECK-NEXT:        tile 1 x 32 at (0, 0): S[(1, 32) : (0, 1@tx)]
// CHECK-NEXT:        places S[(32, 4, 1) : (1, 32, 0)]
gpu.func @every_second(%A: memref<4x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %odd = arith.remui %t, %c2 : index
  %is_odd = arith.cmpi eq, %odd, %c1 : index
  %more = arith.select %is_odd, %c0, %c3 : index
  %end = arith.addi %more, %c1 : index
  scf.for %i = %c0 to %end step %c1 {
    memref.store %one, %A[%i, %t] : memref<4x32xf32>
  }
  gpu.return
}

// Rows of 100 by 32 threads: what would be behind the end of a row, nobody touches.
// CHECK-LABEL: explain @rows
// CHECK:           memref.store writes 1 x 4 bytes in each of 32 threads, up to 4 times
// CHECK-NEXT:        not all of them each time: the first 4 the 4th
// CHECK-NEXT:        tile 1 x 32 at (0, 0): S[(1, 32) : (0, 1@tx)]
// CHECK-NEXT:        places S[(32, 4, 1) : (1, 32, 0)]
gpu.func @rows(%A: memref<2x100xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c100 = arith.constant 100 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  scf.for %i = %t to %c100 step %c32 {
    memref.store %one, %A[%c0, %i] : memref<2x100xf32>
  }
  gpu.return
}

// Columns of memory that is column-major, one after the other.
// CHECK-LABEL: explain @columns
// CHECK:           memref.store writes 1 x 4 bytes in each of 32 threads, 8 times
// CHECK-NEXT:        tile 32 x 1 at (0, 0): S[(32, 1) : (1@tx, 0)]
// CHECK-NEXT:        places S[(32, 8, 1) : (1, 32, 0)]
gpu.func @columns(%A: memref<32x8xf32, strided<[1, 32]>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  scf.for %j = %c0 to %c8 step %c1 {
    memref.store %one, %A[%t, %j] : memref<32x8xf32, strided<[1, 32]>>
  }
  gpu.return
}

// A tile that no digits of threads have, as 4 x 6 elements that 16 threads fill, is
// one of turns and threads together; what each turn touches is none.
// CHECK-LABEL: explain @counted
// CHECK:         argument 0, global: 8 x 8 of 4 bytes, strides 8, 1
// CHECK-NEXT:      {{.*}} memref.store writes 1 x 4 bytes in each of 16 threads, up to 2 times
// CHECK-NEXT:        not all of them each time: the first 8 the 2nd
// CHECK-NEXT:        counted, i = 16 s + t below 24 in thread t the s-th time:
// CHECK-NEXT:        tile 4 x 6 at (0, 0): S[(4, 6) : (6@tx, 1@tx)], where tx is i
// CHECK-NEXT:        places S[((4, 6), 1) : ((8, 1), 0)] of i
// CHECK-NEXT:        accesses of 4 bytes
// CHECK:         a workgroup buffer, shared: 4 x 6 of 4 bytes, strides 6, 1
// CHECK-NEXT:      {{.*}} memref.store writes 1 x 4 bytes in each of 16 threads, up to 2 times
// CHECK-NEXT:        not all of them each time: the first 8 the 2nd
// CHECK-NEXT:        counted, i = 16 s + t below 24 in thread t the s-th time:
// CHECK-NEXT:        tile 4 x 6 at (0, 0): S[(4, 6) : (6@tx, 1@tx)], where tx is i
// CHECK-NEXT:        places S[(16, 2, 1) : (1, 16, 0)]
// COUNTED: "places":"S[((4, 6), 1) : ((8, 1), 0)]","is_counted":true,
// COUNTED-SAME: "tile":{"fragment":"S[(4, 6) : (6@tx, 1@tx)]","is_counted":true,"shape":[4,6],"origin":[0,0]}
gpu.func @counted(%A: memref<8x8xf32>) workgroup(%S: memref<4x6xf32, 3>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
  %c6 = arith.constant 6 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  scf.for %i = %t to %c24 step %c16 {
    %row = arith.divui %i, %c6 : index
    %column = arith.remui %i, %c6 : index
    memref.store %one, %A[%row, %column] : memref<8x8xf32>
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: some threads come by more often than others, or touch more at a time}}
    memref.store %one, %S[%row, %column] : memref<4x6xf32, 3>
  }
  gpu.return
}

// Two elements at a time, of which the operation states the alignment of one.
// CHECK-LABEL: explain @pairs
// CHECK-NEXT:    argument 0, global: 4 x 16 of 4 bytes, strides 16, 1
// CHECK-NEXT:      {{.*}} vector.store writes 2 x 4 bytes in each of 16 threads, up to 2 times
// CHECK-NEXT:        not all of them each time: the first 8 the 2nd
// CHECK-NEXT:        counted, i = 16 s + t below 24 in thread t the s-th time:
// CHECK-NEXT:        tile 4 x 12 at (0, 0): S[(4, (6, 2)) : (6@tx, (1@tx, 1))], where tx is i
// CHECK-NEXT:        places S[((4, 6), 2) : ((16, 2), 1)] of i
// CHECK-NEXT:        accesses of 4 bytes, where the places allow 8 but for the alignment that the operation states
gpu.func @pairs(%A: memref<4x16xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %ones = arith.constant dense<1.0> : vector<2xf32>
  %t = gpu.thread_id x
  scf.for %i = %t to %c24 step %c16 {
    %row = arith.divui %i, %c6 : index
    %pair = arith.remui %i, %c6 : index
    %column = arith.muli %pair, %c2 : index
    vector.store %ones, %A[%row, %column] {alignment = 4 : i64} : memref<4x16xf32>, vector<2xf32>
  }
  gpu.return
}

// The same of 12 threads and two turns, which all of them make.
// CHECK-LABEL: explain @both
// CHECK:           memref.store writes 1 x 4 bytes in each of 12 threads, 2 times
// CHECK-NEXT:        counted, i = 12 s + t below 24 in thread t the s-th time:
// CHECK-NEXT:        tile 3 x 8 at (0, 0): S[(3, 8) : (8@tx, 1@tx)], where tx is i
// CHECK-NEXT:        places S[((3, 8), 1) : ((16, 1), 0)] of i
// CHECK:           no better layout was looked for: memref.store in line [[# @LINE + 15]] is of no tile that warps share
// CHECK-LABEL: explain @window
// CHECK:             counted, i = 64 s + t below 96 in thread t the s-th time:
// CHECK-NEXT:        tile 8 x 12 at (0, 0)
// CHECK:           a warp takes 2 wavefronts in 2 accesses
gpu.func @both() workgroup(%S: memref<4x16xf32, 3>) kernel attributes {known_block_size = array<i32: 12, 1, 1>} {
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %c24 = arith.constant 24 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  scf.for %i = %t to %c24 step %c12 {
    %row = arith.divui %i, %c8 : index
    %column = arith.remui %i, %c8 : index
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: no digits say which of its threads have which elements}}
    memref.store %one, %S[%row, %column] : memref<4x16xf32, 3>
  }
  gpu.return
}

gpu.func @window() workgroup(%S: memref<8x12xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
  %c12 = arith.constant 12 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  scf.for %i = %t to %c96 step %c64 {
    %row = arith.divui %i, %c12 : index
    %column = arith.remui %i, %c12 : index
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: some threads come by more often than others, or touch more at a time}}
    memref.store %one, %S[%row, %column] : memref<8x12xf32, 3>
  }
  gpu.return
}

// What moves in another way, or touches fewer elements, is in parts, the last of
// which has the costs of all.
// CHECK-LABEL: explain @parts
// CHECK:         argument 0, global
// CHECK-NEXT:      {{.*}} memref.store writes 1 x 4 bytes in each of 32 threads, the 1st time
// CHECK-NEXT:        tile 16 x 2 at (0, 0): S[(16, 2) : (2@tx, 1@tx)]
// CHECK-NEXT:        places S[(32, 1, 1) : (1, 0, 0)]
// CHECK-NEXT:        accesses of 4 bytes
// CHECK-NEXT:      {{.*}} memref.store writes 1 x 4 bytes in each of 16 threads, the 2nd to 3rd time
// CHECK-NEXT:        tile 16 x 1 at (32, 0): S[(16, 1) : (1@tx, 0)]
// CHECK-NEXT:        places S[(16, 2, 1) : (2, 64, 0)] + 64@m
// CHECK-NEXT:        accesses of 4 bytes
// CHECK-NEXT:        12 sectors for 256 bytes, efficiency 66%, of all parts
// CHECK:         argument 1, global
// CHECK-NEXT:      {{.*}} vector.transfer_read reads 4 x 4 bytes in each of 31 threads{{$}}
// CHECK-NEXT:        tile 124 at (0): S[((31, 4),) : ((1@tx, 1),)]
// CHECK-NEXT:        places S[(31, 1, 4) : (4, 0, 1)]
// CHECK-NEXT:        accesses of 4 bytes, where the places allow 16 but for the alignment that is promised
// CHECK-NEXT:      {{.*}} vector.transfer_read reads 2 x 4 bytes in thread 31{{$}}
// CHECK-NEXT:        tile 2 at (124): S[(2,) : (1,)] + 31@tx
// CHECK-NEXT:        places S[(1, 2) : (0, 1)] + 124@m
// CHECK-NEXT:        accesses of 4 bytes, where the places allow 8 but for the alignment that is promised
// CHECK-NEXT:        64 sectors for 504 bytes, efficiency 24%, of all parts
gpu.func @parts(%A: memref<1024xf32>, %B: memref<126xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1.0 : f32
  %zero = ub.poison : f32
  %t = gpu.thread_id x
  %is_low = arith.cmpi ult, %t, %c16 : index
  %end = arith.select %is_low, %c3, %c1 : index
  scf.for %i = %c0 to %end step %c1 {
    %below = arith.muli %i, %c64 : index
    %is_first = arith.cmpi eq, %i, %c0 : index
    %apart = arith.select %is_first, %c1, %c2 : index
    %along = arith.muli %t, %apart : index
    %place = arith.addi %below, %along : index
    memref.store %one, %A[%place] : memref<1024xf32>
  }
  %begin = arith.muli %t, %c4 : index
  %v = vector.transfer_read %B[%begin], %zero : memref<126xf32>, vector<4xf32>
  gpu.return
}

// One thread that touches less each time is one part.
// CHECK-LABEL: explain @alone
// CHECK:           vector.transfer_read reads 4 x 4 bytes in each of 31 threads, 3 times
// CHECK:           vector.transfer_read reads 2 x 4 bytes in thread 31, 3 times
// CHECK:             196 sectors for 1512 bytes, efficiency 24%, of all parts
gpu.func @alone(%A: memref<3x126xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = ub.poison : f32
  %t = gpu.thread_id x
  %begin = arith.muli %t, %c4 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %v = vector.transfer_read %A[%i, %begin], %zero : memref<3x126xf32>, vector<4xf32>
  }
  gpu.return
}

// Threads under a condition that no digits of their numbers say: a triangle.  JSON has
// the places.
// CHECK-LABEL: explain @triangle
// CHECK:           memref.store writes 1 x 4 bytes in each of 36 threads of 0 to 63
// CHECK-NEXT:        no layout: the threads that come by are no digits of a number
// CHECK-NEXT:        accesses of 4 bytes
// CHECK-NEXT:        8 sectors for 144 bytes
// CHECK-NOT:       argument
// LISTED: "threads":36,"thread_numbers":[0,8,9,16,17,18,{{.*}}63],"thread_extents":[],
// LISTED-SAME: "table":{{\[\[}}0],[8],[9],[16],[17],[18],{{.*}}[63]],"tile":null,"reason":"the threads that come by are no digits of a number"
gpu.func @triangle(%A: memref<64xf32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %x = gpu.thread_id x
  %y = gpu.thread_id y
  %begin = arith.muli %y, %c8 : index
  %place = arith.addi %begin, %x : index
  %is_below = arith.cmpi ule, %x, %y : index
  scf.if %is_below {
    memref.store %one, %A[%place] : memref<64xf32>
  }
  gpu.return
}

// Of operations with one location, which some threads execute all of and others one, each
// is explained alone.
// CHECK-LABEL: explain @some_twice
// CHECK:           twice:1:1 memref.store writes 1 x 4 bytes in each of 32 threads
// CHECK:           twice:1:1 memref.store writes 1 x 4 bytes in each of 8 threads
gpu.func @some_twice(%A: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %next = arith.addi %t, %c32 : index
  %is_first = arith.cmpi ult, %t, %c8 : index
  memref.store %one, %A[%t] : memref<64xf32> loc("twice":1:1)
  scf.if %is_first {
    memref.store %one, %A[%next] : memref<64xf32> loc("twice":1:1)
  }
  gpu.return
}
}
