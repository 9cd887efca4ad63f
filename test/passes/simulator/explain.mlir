// RUN: tl-sim %s --explain | FileCheck %s
// RUN: tl-sim %s --explain-as=register --kernel=matrices | FileCheck %s --check-prefix=REGISTER
// RUN: tl-sim %s --explain=json --kernel=matrices | python3 -m json.tool | FileCheck %s --check-prefix=JSON
// RUN: tl-sim %s --explain=json --kernel=blocks | python3 -m json.tool | FileCheck %s --check-prefix=BLOCKS
// RUN: tl-sim %s --explain=text --kernel=stages | FileCheck %s --check-prefix=STAGES
// RUN: tl-sim %root/tools/gpu-check/kernels/warp-round-trip.mlir --verify-lowering --explain | FileCheck %s --check-prefix=BOTH
// BOTH: equivalent:
// BOTH: explain @
// BOTH: tl.load reads
// RUN: not tl-sim %s --explain=xml 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not tl-sim %s --explain-as=shared 2>&1 | FileCheck %s --check-prefix=NOTATION
// FORMAT: tl-sim: cannot read --explain=xml, which is --explain[=text|json]
// NOTATION: tl-sim: no notation of fragments is called 'shared'; there are #tl.register, #tl.cute_tv, #tl.linear or #tl.tile

gpu.module @explained {

// A transpose by rows and columns: what it takes now, and what a layout would.
// CHECK-LABEL: explain @transpose
// CHECK-NEXT:  argument 0, global: 32 x 32 of 4 bytes, strides 32, 1
// CHECK-NEXT:    {{.*}} vector.load reads 4 x 4 bytes in each of 32 threads, 8 times
// CHECK-NEXT:      tile 4 x 32 at (0, 0): S[(4, (8, 4)) : (8@tx, (1@tx, 1))]
// CHECK-NEXT:      places S[(32, 8, 4) : (4, 128, 1)]
// CHECK-NEXT:      accesses of 16 bytes
// CHECK-NEXT:      128 sectors for 4096 bytes
// CHECK-NEXT:  a workgroup buffer, shared: 32 x 32 of 4 bytes, strides 32, 1
// CHECK-NEXT:    {{.*}} vector.store writes 4 x 4 bytes in each of 32 threads, 8 times
// CHECK-NEXT:      tile 4 x 32 at (0, 0)
// CHECK-NEXT:      places S[(32, 8, 4) : (4, 128, 1)]
// CHECK-NEXT:      accesses of 16 bytes
// CHECK-NEXT:      32 wavefronts of at least 32, degree 1
// CHECK-NEXT:    {{.*}} memref.load reads 1 x 4 bytes in each of 32 threads, 32 times
// CHECK-NEXT:      tile 32 x 1 at (0, 0): S[(32, 1) : (1@tx, 0)]
// CHECK-NEXT:      places S[(32, 32, 1) : (32, 1, 0)]
// CHECK-NEXT:      accesses of 4 bytes
// CHECK-NEXT:      what is touched 4 times in a row could be one access of 16 bytes
// CHECK-NEXT:      1024 wavefronts of at least 32, degree 32: lanes 0, 1, 2, {{.*}} 31 meet in bank 0
// CHECK-NEXT:    a warp takes 1056 wavefronts in 40 accesses, each as wide as this layout allows
// CHECK-NEXT:    it would take 64 in 64 with S[(32, 32) : (1, 33)], which is 4220 bytes instead of 4096
// CHECK-NEXT:    it would take 64 in 64 with S[(32, 32) : (1, 32)] + swizzle
// CHECK:         {{^ *}}tl-opt --tl-adopt-accesses --lower-layout-copies gives buffers such layouts, of no more bytes, or says why not
gpu.func @transpose(%G: memref<32x32xf32> {llvm.align = 16 : i64}, %H: memref<32x32xf32>)
    workgroup(%S: memref<32x32xf32, 3> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  %row = arith.divui %t, %c8 : index
  %eighth = arith.remui %t, %c8 : index
  %column = arith.muli %eighth, %c4 : index
  scf.for %i = %row to %c32 step %c4 {
    %v = vector.load %G[%i, %column] {alignment = 16} : memref<32x32xf32>, vector<4xf32>
    vector.store %v, %S[%i, %column] {alignment = 16} : memref<32x32xf32, 3>, vector<4xf32>
  }
  gpu.barrier
  scf.for %j = %c0 to %c32 step %c1 {
    %x = memref.load %S[%t, %j] : memref<32x32xf32, 3>
    memref.store %x, %H[%j, %t] : memref<32x32xf32>
  }
  gpu.return
}

// A swizzle by hand, in memory of one dimension, is found from both sides, and so
// are the rows.
// CHECK-LABEL: explain @by_hand
// CHECK:       a workgroup buffer, shared: 32 x 32 of 4 bytes, strides 32, 1, swizzle(base = 0, bits = 5, shift = 5)
// CHECK-NEXT:    {{.*}} memref.store writes 1 x 4 bytes in each of 32 threads, 32 times
// CHECK-NEXT:      tile 1 x 32 at (0, 0): S[(1, 32) : (0, 1@tx)]
// CHECK-NEXT:      places S[(32, 32, 1) : (1, 32, 0)] + swizzle(base = 0, bits = 5, shift = 5)
// CHECK:           32 wavefronts of at least 32, degree 1
// CHECK-NEXT:    {{.*}} memref.load reads 1 x 4 bytes in each of 32 threads, 32 times
// CHECK-NEXT:      tile 32 x 1 at (0, 0): S[(32, 1) : (1@tx, 0)]
// CHECK-NEXT:      places S[(32, 32, 1) : (32, 1, 0)] + swizzle(base = 0, bits = 5, shift = 5)
// CHECK:           32 wavefronts of at least 32, degree 1
// CHECK-NEXT:    a warp takes 64 wavefronts in 64 accesses, each as wide as this layout allows; at least 64, and no layout that was tried takes fewer
// CHECK-NOT:   tl-opt
gpu.func @by_hand(%G: memref<32x32xf32>, %H: memref<32x32xf32>)
    workgroup(%S: memref<1024xf32, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  scf.for %i = %c0 to %c32 step %c1 {
    %x = memref.load %G[%i, %t] : memref<32x32xf32>
    %twisted = arith.xori %t, %i : index
    %begin = arith.muli %i, %c32 : index
    %place = arith.addi %begin, %twisted : index
    memref.store %x, %S[%place] : memref<1024xf32, 3>
  }
  gpu.barrier
  scf.for %j = %c0 to %c32 step %c1 {
    %twisted = arith.xori %t, %j : index
    %begin = arith.muli %t, %c32 : index
    %place = arith.addi %begin, %twisted : index
    %x = memref.load %S[%place] : memref<1024xf32, 3>
    memref.store %x, %H[%j, %t] : memref<32x32xf32>
  }
  gpu.return
}

// ldmatrix: who gets the elements, not who names the rows.
// CHECK-LABEL: explain @matrices
// CHECK:         {{.*}} nvgpu.ldmatrix reads 8 x 2 bytes in each of 32 threads
// CHECK-NEXT:      tile 16 x 16 at (0, 16): S[((2, 8), (2, 4, 2)) : ((2, 4@tx), (4, 1@tx, 1))]
// CHECK-NEXT:      places S[((8, 4), 1, (2, 2, 2)) : ((64, 2), 0, (8, 512, 1))] + 16@m
// CHECK-NEXT:      accesses of 16 bytes
// CHECK-NEXT:      32 wavefronts of at least 4, degree 8: lanes 0, 1, 2, 3, 4, 5, 6, 7 meet in bank 8
// CHECK-NEXT:    a warp takes 32 wavefronts in 1 access, each as wide as this layout allows
// CHECK-NEXT:    it would take 4 in 1 with S[
// REGISTER:        tile 16 x 16 at (0, 16): register(shape = [16, 16], mode_shape = [2, 8, 2, 4, 2], spatial_modes = [1, 3], local_modes = [2, 0, 4])
// JSON:        "kernel": "matrices"
// JSON:        "space": "shared"
// JSON:        "operation": "nvgpu.ldmatrix"
// JSON:        "threads": 32
// JSON:        "places": "S[((8, 4), 1, (2, 2, 2)) : ((64, 2), 0, (8, 512, 1))] + 16@m"
// JSON:        "bits": null
// JSON:        "table": null
// JSON:        "fragment": "S[((2, 8), (2, 4, 2)) : ((2, 4@tx), (4, 1@tx, 1))]"
// JSON:        "wavefronts": 32
// JSON:        "degree": 8,
// JSON-NEXT:   "bank": 8
// JSON:        "choice": {
// JSON:        "wavefronts": 4
// JSON:        "present": 32
gpu.func @matrices(%G: memref<64x64xf16, 3> {llvm.align = 16 : i64}, %H: memref<32x8xf16>)
    kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %t = gpu.thread_id x
  %row = arith.remui %t, %c16 : index
  %half = arith.divui %t, %c16 : index
  %right = arith.muli %half, %c8 : index
  %column = arith.addi %right, %c16 : index
  %m = nvgpu.ldmatrix %G[%row, %column] {numTiles = 4 : i32, transpose = false}
    : memref<64x64xf16, 3> -> vector<4x2xf16>
  %v = vector.shape_cast %m : vector<4x2xf16> to vector<8xf16>
  vector.store %v, %H[%t, %c0] : memref<32x8xf16>, vector<8xf16>
  gpu.return
}

// Every second thread; places that could be taken wider, and why they are not; no
// layout where there is none.
// CHECK-LABEL: explain @odds
// CHECK:         {{.*}} memref.load reads 1 x 4 bytes in each of 16 threads (0 + 16 by 2)
// CHECK-NEXT:      tile 16 at (0): S[(16,) : (2@tx,)]
// CHECK:         {{.*}} vector.load reads 4 x 4 bytes in each of 32 threads
// CHECK-NEXT:      tile 128 at (0): S[((32, 4),) : ((1@tx, 1),)]
// CHECK:           accesses of 16 bytes
// CHECK:         {{.*}} memref.load reads 1 x 4 bytes in each of 32 threads
// CHECK-NEXT:      no tile: entry 3 is at 9, not at 5
// CHECK-NEXT:      no layout: entry 3 is at 9, not at 5
gpu.func @odds(%G: memref<1024xf32> {llvm.align = 16 : i64}, %H: memref<1024xf32>)
    kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %t = gpu.thread_id x
  %odd = arith.remui %t, %c2 : index
  %half = arith.divui %t, %c2 : index
  %is_odd = arith.cmpi eq, %odd, %c1 : index
  scf.if %is_odd {
  } else {
    %x = memref.load %G[%half] : memref<1024xf32>
    memref.store %x, %H[%t] : memref<1024xf32>
  }
  %begin = arith.muli %t, %c4 : index
  %v = vector.load %G[%begin] {alignment = 16} : memref<1024xf32>, vector<4xf32>
  %square = arith.muli %t, %t : index
  %y = memref.load %G[%square] : memref<1024xf32>
  gpu.return
}

// Gray code read backwards is no swizzle, but an XOR of bits.
// CHECK-LABEL: explain @bits
// CHECK:           places are the XOR of 0, 1, 3, 7, 15, 31
gpu.func @bits(%H: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %s1 = arith.shrui %t, %c1 : index
  %x1 = arith.xori %t, %s1 : index
  %s2 = arith.shrui %x1, %c2 : index
  %x2 = arith.xori %x1, %s2 : index
  %s4 = arith.shrui %x2, %c4 : index
  %place = arith.xori %x2, %s4 : index
  memref.store %one, %H[%place] : memref<32xf32>
  gpu.return
}

// Blocks are compared with the first: moved, fewer, others, or more.
// CHECK-LABEL: explain @blocks
// CHECK:         argument 0, global
// CHECK-NEXT:    {{.*}} memref.load reads 1 x 4 bytes in each of 32 threads
// CHECK-NEXT:      tile 32 at (0)
// CHECK-NEXT:      places S[(32, 1, 1) : (1, 0, 0)]
// CHECK-NEXT:      accesses of 4 bytes
// CHECK:         {{.*}} memref.store writes
// CHECK-NEXT:      tile 32 at (0)
// CHECK-NEXT:      places S[(32, 1, 1) : (1, 0, 0)]
// CHECK-NEXT:      of the first block: block 3 touches others, or more or fewer
// CHECK:         a workgroup buffer
// CHECK-NEXT:    {{.*}} memref.store writes
// CHECK-NOT:       of the first block
// CHECK:         a workgroup buffer
// CHECK-NEXT:    {{.*}} memref.store writes
// CHECK:           of the first block: block 1 touches others, or more or fewer
// CHECK:         not explained: {{.*}} memref.load reads in block 2, and not in the first one
// BLOCKS:        "other_block": 0
// BLOCKS:        "other_block": 3
// BLOCKS:        "other_block": 0
// BLOCKS:        "other_block": 1
// BLOCKS:        "elsewhere": [
// BLOCKS:        "operation": "memref.load",
// BLOCKS-NEXT:   "writes": false,
// BLOCKS-NEXT:   "block": 2
gpu.func @blocks(%A: memref<256xf32>) workgroup(%S: memref<32xf32, 3>, %T: memref<32xf32, 3>)
    kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c100 = arith.constant 100 : index
  %t = gpu.thread_id x
  %b = gpu.block_id x
  %begin = arith.muli %b, %c32 : index
  %i = arith.addi %begin, %t : index
  %x = memref.load %A[%i] : memref<256xf32>
  memref.store %x, %S[%t] : memref<32xf32, 3>
  %is_inside = arith.cmpi ult, %i, %c100 : index
  scf.if %is_inside {
    memref.store %x, %A[%i] : memref<256xf32>
  }
  %twisted = arith.xori %t, %b : index
  memref.store %x, %T[%twisted] : memref<32xf32, 3>
  %is_third = arith.cmpi eq, %b, %c2 : index
  scf.if %is_third {
    %y = memref.load %S[%t] : memref<32xf32, 3>
  }
  gpu.return
}

// Widths are what all threads and steps allow, and turns of a loop that are side by
// side in all of them are seen as one.
// CHECK-LABEL: explain @widths
// CHECK:           vector.load reads 4 x 4 bytes in each of 32 threads, 2 times
// CHECK:             accesses of 4 bytes, where the places allow 8 but for an alignment, which the operation does not state
// CHECK-NEXT:        130 sectors
// CHECK:           memref.load reads 1 x 4 bytes in each of 32 threads, 8 times
// CHECK:             accesses of 4 bytes
// CHECK-NEXT:        what is touched 4 times in a row could be one access of 16 bytes{{$}}
// CHECK-NEXT:        256 sectors
// CHECK:           memref.load reads 1 x 4 bytes in each of 32 threads, 6 times
// CHECK:             accesses of 4 bytes
// CHECK-NEXT:        what is touched 2 times in a row could be one access of 8 bytes, but for the alignment that is promised
gpu.func @widths(%A: memref<512xf32> {llvm.align = 16 : i64}, %B: memref<512xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c31 = arith.constant 31 : index
  %c128 = arith.constant 128 : index
  %t = gpu.thread_id x
  %own = arith.muli %t, %c4 : index
  %is_last = arith.cmpi eq, %t, %c31 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %turn = arith.cmpi eq, %i, %c1 : index
    %is_odd = arith.andi %turn, %is_last : i1
    %more = arith.select %is_odd, %c2, %c0 : index
    %begin = arith.muli %i, %c128 : index
    %sum = arith.addi %begin, %own : index
    %place = arith.addi %sum, %more : index
    %v = vector.load %A[%place] : memref<512xf32>, vector<4xf32>
  }
  %eighth = arith.muli %t, %c8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %place = arith.addi %eighth, %i : index
    %x = memref.load %A[%place] : memref<512xf32>
  }
  scf.for %i = %c0 to %c6 step %c1 {
    %place = arith.addi %eighth, %i : index
    %x = memref.load %B[%place] : memref<512xf32>
  }
  gpu.return
}

// What the kernel does is in the way before what it says: registers in another order
// than places, the same in all threads, or under a swizzle not; then what is stated.
// CHECK-LABEL: explain @orders
// CHECK:           vector.transfer_read reads 16 x 4 bytes
// CHECK:             accesses of 4 bytes, where the places allow 16 but for the order of registers
// CHECK:           memref.load reads 1 x 4 bytes in each of 32 threads, 32 times
// CHECK:             accesses of 4 bytes
// CHECK-NEXT:        what is touched 4 times in a row could be one access of 16 bytes, but for the order of registers
// CHECK:           vector.load reads 4 x 4 bytes
// CHECK:             accesses of 8 bytes, where the places allow 16 but for the alignment that the operation states
gpu.func @orders(%A: memref<32x32xf32>, %B: memref<1024xf32>, %C: memref<128xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %t = gpu.thread_id x
  %quad = arith.remui %t, %c8 : index
  %column = arith.muli %quad, %c4 : index
  %group = arith.divui %t, %c8 : index
  %row = arith.muli %group, %c4 : index
  %x = vector.transfer_read %A[%row, %column], %zero {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<32x32xf32>, vector<4x4xf32>
  %begin = arith.muli %t, %c32 : index
  scf.for %i = %c0 to %c32 step %c1 {
    %swizzled = arith.xori %i, %t : index
    %place = arith.addi %begin, %swizzled : index
    %y = memref.load %B[%place] : memref<1024xf32>
  }
  %own = arith.muli %t, %c4 : index
  %z = vector.load %C[%own] {alignment = 8} : memref<128xf32>, vector<4xf32>
  gpu.return
}

// A stage of a ring is a step; scalar loads at one place of the source are one
// access of more registers.
// STAGES:        {{.*}} memref.load reads 2 x 4 bytes in each of 32 threads, 3 times
// STAGES-NEXT:     tile 1 x 64 at (0, 0): S[(1, (32, 2)) : (0, (1@tx, 1))]
// STAGES-NEXT:     places S[(32, 3, 2) : (2, 1024, 1)]
// STAGES-NEXT:     accesses of 4 bytes, where the places allow 8 but for the alignment that is promised
gpu.func @stages(%H: memref<32xf32>) workgroup(%S: memref<3x1024xf32, 3>)
    kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : vector<1xf32>
  %t = gpu.thread_id x
  %c1024 = arith.constant 1024 : index
  scf.for %k = %t to %c1024 step %c32 {
    %x = arith.constant 1.0 : f32
    scf.for %s = %c0 to %c3 step %c1 {
      memref.store %x, %S[%s, %k] : memref<3x1024xf32, 3>
    }
  }
  gpu.barrier
  %begin = arith.muli %t, %c2 : index
  %next = arith.addi %begin, %c1 : index
  scf.for %s = %c0 to %c3 step %c1 {
    %a = memref.load %S[%s, %begin] : memref<3x1024xf32, 3> loc("pair":1:1)
    %b = memref.load %S[%s, %next] : memref<3x1024xf32, 3> loc("pair":1:1)
    %sum = arith.addf %a, %b : f32
    memref.store %sum, %H[%t] : memref<32xf32>
  }
  gpu.return
}

// What is at one place in the source, of several widths.
// CHECK-LABEL: explain @two_widths
// CHECK:         here:1:1 vector.load reads 3 x 4 bytes in each of 32 threads
// CHECK:         accesses of 4 to 8 bytes
gpu.func @two_widths(%A: memref<128xf32> {llvm.align = 16 : i64}, %out: memref<128xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %t = gpu.thread_id x
  %i = arith.muli %t, %c4 : index
  %j = arith.addi %i, %c2 : index
  %v = vector.load %A[%i] {alignment = 8} : memref<128xf32>, vector<2xf32> loc("here":1:1)
  %x = memref.load %A[%j] : memref<128xf32> loc("here":1:1)
  gpu.return
}

// Turns that are of another buffer count from 0 on.
// CHECK-LABEL: explain @chosen
// CHECK:       argument 0
// CHECK:         memref.load reads 1 x 4 bytes in each of 32 threads, 2 times
// CHECK:         places S[(32, 2, 1) : (1, 32, 0)]
// CHECK:       argument 1
// CHECK:         memref.load reads 1 x 4 bytes in each of 32 threads, 2 times
// CHECK:         places S[(32, 2, 1) : (1, 32, 0)]
gpu.func @chosen(%A: memref<64xf32>, %B: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  scf.for %i = %c0 to %c4 step %c1 {
    %is = arith.cmpi ult, %i, %c2 : index
    %m = arith.select %is, %A, %B : memref<64xf32>
    %n = arith.remui %i, %c2 : index
    %o = arith.muli %n, %c32 : index
    %p = arith.addi %o, %t : index
    %x = memref.load %m[%p] : memref<64xf32>
  }
  gpu.return
}

// Threads that do not move as far as one another: to 63 - t, which is t with all bits turned.
// CHECK-LABEL: explain @there_and_back
// CHECK:         places are the XOR of 0, 63, 1, 2, 4, 8, 16
gpu.func @there_and_back(%A: memref<96xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c63 = arith.constant 63 : index
  %t = gpu.thread_id x
  %back = arith.subi %c63, %t : index
  scf.for %i = %c0 to %c2 step %c1 {
    %is = arith.cmpi eq, %i, %c0 : index
    %p = arith.select %is, %t, %back : index
    %x = memref.load %A[%p] : memref<96xf32>
  }
  gpu.return
}
}
