// RUN: tl-opt %s --tl-adopt-accesses=remarks=1 --verify-diagnostics | FileCheck %s
// RUN: tl-sim %s --kernel=bytes --dynamic-shared-memory=8448 --report | FileCheck %s --check-prefix=BEFORE
// RUN: tl-opt %s --tl-adopt-accesses --lower-layout-copies --mlir-print-debuginfo=false 2>/dev/null > %t
// RUN: tl-sim %t --kernel=bytes --dynamic-shared-memory=8448 --report | FileCheck %s --check-prefix=AFTER
// RUN: tl-sim %s --kernel=bytes --dynamic-shared-memory=8448 --checksum > %t.sums && tl-sim %t --kernel=bytes --dynamic-shared-memory=8448 --checksum | diff %t.sums -
// RUN: tl-sim %s --kernel=global --checksum > %t.sums && tl-sim %t --kernel=global --checksum | diff %t.sums -

// Memory that nothing but a kernel's own accesses sees (rule B1): views of dynamic
// memory that do not meet, of a buffer of bytes, and globals. A transposed read of
// each, 32-way, is free of conflicts afterwards.
// BEFORE: total: shared 16384 bytes, 2112 wavefronts of at least 128
// AFTER:  total: shared 16384 bytes, 128 wavefronts of at least 128

!bytes = memref<?xi8, #gpu.address_space<workgroup>>
!tile = memref<32x32xf32, #gpu.address_space<workgroup>>
!part = memref<8x32xf32, #gpu.address_space<workgroup>>
gpu.module @adopted {

// CHECK-LABEL: gpu.func @bytes
// CHECK:         tl.store %{{.*}} as #{{.*}} to %[[S:.*]][%{{.*}}, 0] layout auto
// CHECK:         tl.store %{{.*}} as #{{.*}} to %[[T:.*]][%{{.*}}, 0] layout auto
// CHECK:         tl.load %[[S]][0, %{{.*}}] layout auto
// CHECK:         tl.load %[[T]][0, %{{.*}}] layout auto
gpu.func @bytes(%G: memref<32x32xf32>, %H: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %t = gpu.thread_id x
  %first = gpu.dynamic_shared_memory : !bytes
  %second = gpu.dynamic_shared_memory : !bytes
  %S = memref.view %first[%c0][] : !bytes to !tile
  %T = memref.view %second[%c4096][] : !bytes to !tile
  scf.for %r = %c0 to %c32 step %c1 {
    %v = memref.load %G[%r, %t] : memref<32x32xf32>
    // expected-remark@+1 {{becomes a copy of a tile}}
    memref.store %v, %S[%r, %t] : !tile
    // expected-remark@+1 {{becomes a copy of a tile}}
    memref.store %v, %T[%r, %t] : !tile
  }
  gpu.barrier
  scf.for %c = %c0 to %c32 step %c1 {
    // expected-remark@+1 {{becomes a copy of a tile}}
    %v = memref.load %S[%t, %c] : !tile
    // expected-remark@+1 {{becomes a copy of a tile}}
    %w = memref.load %T[%t, %c] : !tile
    %sum = arith.addf %v, %w : f32
    memref.store %sum, %H[%c, %t] : memref<32x32xf32>
  }
  gpu.return
}

// One of two views of a buffer of bytes.
// CHECK-LABEL: gpu.func @attribution
// CHECK:         %[[S:.*]] = memref.view %arg1[%c128]
// CHECK:         tl.store %{{.*}} as #{{.*}} to %[[S]][%{{.*}}, 0] layout auto
// CHECK:         tl.load %[[S]][0, %{{.*}}] layout auto
gpu.func @attribution(%H: memref<32x32xf32>) workgroup(%bytes: memref<4224xi8, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %t = gpu.thread_id x
  %f = arith.constant 3.0 : f32
  %S = memref.view %bytes[%c128][] : memref<4224xi8, #gpu.address_space<workgroup>> to !tile
  %T = memref.view %bytes[%c0][] : memref<4224xi8, #gpu.address_space<workgroup>> to memref<128xi8, #gpu.address_space<workgroup>>
  scf.for %r = %c0 to %c32 step %c1 {
    // expected-remark@+1 {{becomes a copy of a tile}}
    memref.store %f, %S[%r, %t] : !tile
  }
  gpu.barrier
  scf.for %c = %c0 to %c32 step %c1 {
    // expected-remark@+1 {{becomes a copy of a tile}}
    %v = memref.load %S[%t, %c] : !tile
    memref.store %v, %H[%c, %t] : memref<32x32xf32>
  }
  gpu.return
}

memref.global "private" @shared : !tile

// CHECK-LABEL: gpu.func @global
// CHECK:         %[[S:.*]] = memref.get_global @shared
// CHECK:         tl.store %{{.*}} as #{{.*}} to %[[S]][%{{.*}}, 0] layout auto
// CHECK:         tl.load %[[S]][0, %{{.*}}] layout auto
gpu.func @global(%G: memref<32x32xf32>, %H: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %t = gpu.thread_id x
  %S = memref.get_global @shared : !tile
  scf.for %r = %c0 to %c32 step %c1 {
    %v = memref.load %G[%r, %t] : memref<32x32xf32>
    // expected-remark@+1 {{becomes a copy of a tile}}
    memref.store %v, %S[%r, %t] : !tile
  }
  gpu.barrier
  scf.for %c = %c0 to %c32 step %c1 {
    // expected-remark@+1 {{becomes a copy of a tile}}
    %v = memref.load %S[%t, %c] : !tile
    memref.store %v, %H[%c, %t] : memref<32x32xf32>
  }
  gpu.return
}
}

gpu.module @kept {

memref.global "private" @flat : memref<1024xf32, 3>

// Its type is declared elsewhere.
// CHECK-LABEL: gpu.func @flat_global
// CHECK-NOT:     tl.
gpu.func @flat_global(%B: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %S = memref.get_global @flat : memref<1024xf32, 3>
  scf.for %i = %c0 to %c32 step %c1 {
    %row = arith.muli %i, %c32 : index
    %at = arith.addi %row, %t : index
    // expected-remark@+1 {{keeps the buffer that it accesses as it is: it is a memref.global of other dimensions than those of its tiles; declare it with these}}
    memref.store %one, %S[%at] : memref<1024xf32, 3>
  }
  gpu.barrier
  scf.for %i = %c0 to %c32 step %c1 {
    %row = arith.muli %t, %c32 : index
    %at = arith.addi %row, %i : index
    %x = memref.load %S[%at] : memref<1024xf32, 3>
    memref.store %x, %B[%i, %t] : memref<32x32xf32>
  }
  gpu.return
}

// The last row of one is the first of the other.
// CHECK-LABEL: gpu.func @meet
// CHECK-NOT:     tl.
gpu.func @meet() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c992 = arith.constant 992 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %bytes = gpu.dynamic_shared_memory : !bytes
  %S = memref.view %bytes[%c0][] : !bytes to !part
  %T = memref.view %bytes[%c992][] : !bytes to !part
  // expected-remark@+1 {{keeps the buffer that it accesses as it is: it is not all of a buffer of the kernel, and others may see it}}
  memref.store %one, %S[%c0, %t] : !part
  // expected-remark@+1 {{it is not all of a buffer of the kernel, and others may see it}}
  memref.store %one, %T[%c0, %t] : !part
  gpu.return
}

// Where the other one begins is not known.
// CHECK-LABEL: gpu.func @anywhere
// CHECK-NOT:     tl.
gpu.func @anywhere(%n: index) workgroup(%bytes: memref<4096xi8, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %S = memref.view %bytes[%c0][] : memref<4096xi8, #gpu.address_space<workgroup>> to !part
  %T = memref.view %bytes[%n][] : memref<4096xi8, #gpu.address_space<workgroup>> to !part
  // expected-remark@+1 {{it is not all of a buffer of the kernel, and others may see it}}
  memref.store %one, %S[%c0, %t] : !part
  gpu.return
}

memref.global "private" @shared : !part

// CHECK-LABEL: gpu.func @got_twice
// CHECK-NOT:     tl.
gpu.func @got_twice() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %S = memref.get_global @shared : !part
  %T = memref.get_global @shared : !part
  // expected-remark@+1 {{it is not all of a buffer of the kernel, and others may see it}}
  memref.store %one, %S[%c0, %t] : !part
  memref.store %one, %T[%c0, %t] : !part
  gpu.return
}

func.func @other() {
  return
}

// What is called may get it as well.
// CHECK-LABEL: gpu.func @calls
// CHECK-NOT:     tl.
gpu.func @calls() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %t = gpu.thread_id x
  %S = memref.get_global @shared : !part
  // expected-remark@+1 {{it is not all of a buffer of the kernel, and others may see it}}
  memref.store %one, %S[%c0, %t] : !part
  func.call @other() : () -> ()
  gpu.return
}
}
