// RUN: tl-sim %s --explain --dynamic-shared-memory=8192 | FileCheck %s
// RUN: tl-sim %s --explain=json --kernel=parts --dynamic-shared-memory=8192 | python3 -m json.tool | FileCheck %s --check-prefix=JSON

gpu.module @kernels {

// Two memrefs in one buffer are explained each on its own, and pointers with what
// they point into.
// CHECK-LABEL: explain @parts
// CHECK:         dynamic shared memory, shared: 32 x 64 of 2 bytes, strides 64, 1
// CHECK-NEXT:      {{.*}} vector.store writes 8 x 2 bytes in each of 32 threads, 8 times
// CHECK-NEXT:        tile 4 x 64 at (0, 0): S[(4, (8, 8)) : (8@tx, (1@tx, 1))]
// CHECK-NEXT:        places S[(32, 8, 8) : (8, 256, 1)]
// CHECK-NEXT:        accesses of 2 bytes, where the places allow 16 but for an alignment, which the operation does not state
// CHECK-NEXT:        256 wavefronts of at least 64, degree 4
// CHECK-NEXT:      {{.*}} memref.load reads 1 x 2 bytes
// CHECK:           a warp takes 1056 wavefronts in 40 accesses, each as wide as this layout allows
// CHECK-NEXT:      it would take 64 in 40 with
// CHECK:         dynamic shared memory, shared, from byte 4096: 32 x 32 of 4 bytes, strides 32, 1
// CHECK-NEXT:      {{.*}} memref.store writes 1 x 4 bytes in each of 32 threads, 32 times
// CHECK-NEXT:        tile 32 x 1 at (0, 0): S[(32, 1) : (1@tx, 0)]
// CHECK-NEXT:        places S[(32, 32, 1) : (32, 1, 0)]
// CHECK:           {{.*}} llvm.load reads 1 x 4 bytes in each of 32 threads
// CHECK-NEXT:        tile 1 x 32 at (0, 0): S[(1, 32) : (0, 1@tx)]
// CHECK-NEXT:        places S[(32, 1, 1) : (1, 0, 0)]
// CHECK:           a warp takes 1025 wavefronts in 33 accesses, each as wide as this layout allows
// CHECK-NEXT:      it would take 33 in 33 with
// CHECK:         argument 1, global
// CHECK:             128 bytes, efficiency 100%
// JSON:          "start": 0,
// JSON:          "start": 0,
// JSON:          "start": 4096,
gpu.func @parts(%A: memref<32x64xf16> {llvm.align = 16 : i64}, %B: memref<32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %S = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32x64xf16, #gpu.address_space<workgroup>>
  %T = memref.view %all[%c4096][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32x32xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  %r = arith.divui %t, %c8 : index
  %q = arith.remui %t, %c8 : index
  %column = arith.muli %q, %c8 : index
  scf.for %i = %c0 to %c32 step %c4 {
    %row = arith.addi %i, %r : index
    %v = vector.load %A[%row, %column] {alignment = 16} : memref<32x64xf16>, vector<8xf16>
    vector.store %v, %S[%row, %column] : memref<32x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>
  }
  gpu.barrier
  scf.for %j = %c0 to %c32 step %c1 {
    %x = memref.load %S[%t, %j] : memref<32x64xf16, #gpu.address_space<workgroup>>
    %y = arith.extf %x : f16 to f32
    memref.store %y, %T[%t, %j] : memref<32x32xf32, #gpu.address_space<workgroup>>
  }
  gpu.barrier
  %address = memref.extract_aligned_pointer_as_index %T : memref<32x32xf32, #gpu.address_space<workgroup>> -> index
  %bytes = arith.muli %t, %c4 : index
  %place = arith.addi %address, %bytes : index
  %number = arith.index_cast %place : index to i64
  %pointer = llvm.inttoptr %number : i64 to !llvm.ptr<3>
  %z = llvm.load %pointer : !llvm.ptr<3> -> f32
  memref.store %z, %B[%t] : memref<32xf32>
  gpu.return
}

// No layout is chosen for bytes that another memref has, too.
// CHECK-LABEL: explain @overlap
// CHECK:         shared: 32 of 4 bytes
// CHECK:           no better layout was looked for: another memref of the same bytes is accessed, too
// CHECK:         shared, from byte 64: 32 of 4 bytes
// CHECK:           no better layout was looked for: another memref of the same bytes is accessed, too
// CHECK:         shared, from byte 192: 32 of 4 bytes
// CHECK:           a warp takes 1 wavefront in 1 access, each
gpu.func @overlap() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c192 = arith.constant 192 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %S = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32xf32, #gpu.address_space<workgroup>>
  %T = memref.view %all[%c64][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32xf32, #gpu.address_space<workgroup>>
  %U = memref.view %all[%c192][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32xf32, #gpu.address_space<workgroup>>
  memref.store %one, %S[%t] : memref<32xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  memref.store %one, %T[%t] : memref<32xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  memref.store %one, %U[%t] : memref<32xf32, #gpu.address_space<workgroup>>
  gpu.return
}

// A part is aligned to what divides where it starts, too.
// CHECK-LABEL: explain @behind
// CHECK:         shared, from byte 8: 32 x 4 of 4 bytes
// CHECK:             accesses of 4 bytes, where the places allow 16 but for the alignment that is promised
gpu.func @behind(%B: memref<32x4xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant dense<0.0> : vector<4xf32>
  %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %T = memref.view %all[%c8][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32x4xf32, #gpu.address_space<workgroup>>
  %t = gpu.thread_id x
  vector.store %z, %T[%t, %c0] : memref<32x4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
  gpu.return
}
}
