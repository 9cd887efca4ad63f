// RUN: %tl-opt %s --tl-partition-copies | FileCheck %s

// What is proved of the address of a memref.  An element has 4 bytes, the
// origin of every copy is 0; every proof has a twin that proves less.

#row = #tl.register<local(8)>
!vector = vector<8xf32>

// Arguments, and offsets that their types state.

// CHECK-LABEL: func.func @arguments
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 32 phase 4
// CHECK:         tl.thread_load {{.*}} align 32 phase 5
// CHECK:         tl.thread_load {{.*}} align 4 :
func.func @arguments(%a: memref<8xf32> {llvm.align = 32 : i64}, %b: memref<8xf32>,
                     %c: memref<8xf32, strided<[1], offset: 4>> {llvm.align = 32 : i64},
                     %d: memref<8xf32, strided<[1], offset: 5>> {llvm.align = 32 : i64},
                     %e: memref<8xf32, strided<[1], offset: ?>> {llvm.align = 32 : i64}) {
  %0 = tl.load %a as #row scope thread : memref<8xf32> to !vector
  %1 = tl.load %b as #row scope thread : memref<8xf32> to !vector
  %2 = tl.load %c as #row scope thread : memref<8xf32, strided<[1], offset: 4>> to !vector
  %3 = tl.load %d as #row scope thread : memref<8xf32, strided<[1], offset: 5>> to !vector
  %4 = tl.load %e as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  return
}

// An argument of another block is what branches pass on.

// CHECK-LABEL: func.func @block
// CHECK:         tl.thread_load {{.*}} align 32
func.func @block(%a: memref<8xf32> {llvm.align = 32 : i64}) {
  cf.br ^next(%a : memref<8xf32>)
^next(%b: memref<8xf32>):
  %0 = tl.load %b as #row scope thread : memref<8xf32> to !vector
  return
}

// Buffers of a kernel: the workgroup's, then each thread's own.  What is stated
// counts, and what is not will be (rule A1).

// CHECK-LABEL: gpu.func @buffers
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 128
gpu.module @kernels {
  gpu.func @buffers()
      workgroup(%w: memref<8xf32, #gpu.address_space<workgroup>> {llvm.align = 64 : i64},
                %v: memref<8xf32, #gpu.address_space<workgroup>>)
      private(%p: memref<8xf32, #gpu.address_space<private>> {llvm.align = 128 : i64}) kernel {
    %0 = tl.load %w as #row scope thread : memref<8xf32, #gpu.address_space<workgroup>> to !vector
    %1 = tl.load %v as #row scope thread : memref<8xf32, #gpu.address_space<workgroup>> to !vector
    %g = memref.memory_space_cast %p : memref<8xf32, #gpu.address_space<private>> to memref<8xf32>
    %2 = tl.load %g as #row scope thread : memref<8xf32> to !vector
    gpu.return
  }
}

memref.global @aligned : memref<8xf32> {alignment = 64 : i64}
memref.global @plain : memref<8xf32>

// CHECK-LABEL: func.func @allocations
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 16
func.func @allocations() {
  %a = memref.get_global @aligned : memref<8xf32>
  %b = memref.get_global @plain : memref<8xf32>
  %c = memref.alloc() {alignment = 32 : i64} : memref<8xf32>
  %d = memref.alloc() : memref<8xf32>
  %e = memref.alloca() {alignment = 16 : i64} : memref<8xf32>
  %0 = tl.load %a as #row scope thread : memref<8xf32> to !vector
  %1 = tl.load %b as #row scope thread : memref<8xf32> to !vector
  %2 = tl.load %c as #row scope thread : memref<8xf32> to !vector
  %3 = tl.load %d as #row scope thread : memref<8xf32> to !vector
  %4 = tl.load %e as #row scope thread : memref<8xf32> to !vector
  return
}

// Dynamic shared memory starts where the array does that it is lowered to, at a
// multiple of 16; memref.view adds bytes.

// CHECK-LABEL: func.func @dynamic
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 8 :
func.func @dynamic() {
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  %a = memref.view %all[%c32][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xf32, #gpu.address_space<workgroup>>
  %b = memref.view %all[%c40][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xf32, #gpu.address_space<workgroup>>
  %0 = tl.load %a as #row scope thread : memref<8xf32, #gpu.address_space<workgroup>> to !vector
  %1 = tl.load %b as #row scope thread : memref<8xf32, #gpu.address_space<workgroup>> to !vector
  return
}

// memref.subview moves the start by its offsets times the source's strides.

// CHECK-LABEL: func.func @subviews
// CHECK:         tl.thread_load {{.*}} align 32 phase 4
// CHECK:         tl.thread_load {{.*}} align 32 phase 6
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 16
func.func @subviews(%m: memref<64x24xf32> {llvm.align = 64 : i64}, %x: index) {
  %c4 = arith.constant 4 : index
  %x4 = arith.muli %x, %c4 : index
  %a = memref.subview %m[0, 4] [1, 8] [1, 1] : memref<64x24xf32> to memref<8xf32, strided<[1], offset: 4>>
  %b = memref.subview %m[0, 6] [1, 8] [1, 1] : memref<64x24xf32> to memref<8xf32, strided<[1], offset: 6>>
  %c = memref.subview %m[%x, 0] [1, 8] [1, 1] : memref<64x24xf32> to memref<8xf32, strided<[1], offset: ?>>
  %d = memref.subview %m[0, %x] [1, 8] [1, 1] : memref<64x24xf32> to memref<8xf32, strided<[1], offset: ?>>
  %e = memref.subview %m[%x, %x4] [1, 8] [1, 1] : memref<64x24xf32> to memref<8xf32, strided<[1], offset: ?>>
  %0 = tl.load %a as #row scope thread : memref<8xf32, strided<[1], offset: 4>> to !vector
  %1 = tl.load %b as #row scope thread : memref<8xf32, strided<[1], offset: 6>> to !vector
  %2 = tl.load %c as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %3 = tl.load %d as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %4 = tl.load %e as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  return
}

// Strides known only at run time: products of the sizes behind them, of the
// strides of a chain, numbers of an allocation.

// CHECK-LABEL: func.func @strides
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
func.func @strides(%m: memref<?x?x8xf32> {llvm.align = 64 : i64}, %n: memref<?x?xf32> {llvm.align = 64 : i64}, %x: index) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %x2 = arith.muli %x, %c2 : index
  %x4 = arith.muli %x, %c4 : index
  %a = memref.subview %m[%x, %x, 0] [1, 1, 8] [1, 1, 1] : memref<?x?x8xf32> to memref<8xf32, strided<[1], offset: ?>>
  %b = memref.subview %n[%x, 0] [1, 8] [1, 1] : memref<?x?xf32> to memref<8xf32, strided<[1], offset: ?>>
  %every = memref.subview %m[0, 0, 0] [%x, %x, 8] [1, %x2, 1] : memref<?x?x8xf32> to memref<?x?x8xf32, strided<[?, ?, 1]>>
  %c = memref.subview %every[0, %x, 0] [1, 1, 8] [1, 1, 1] : memref<?x?x8xf32, strided<[?, ?, 1]>> to memref<8xf32, strided<[1], offset: ?>>
  %o = memref.alloc(%x, %x4) {alignment = 64 : i64} : memref<?x?xf32>
  %d = memref.subview %o[%x, 0] [1, 8] [1, 1] : memref<?x?xf32> to memref<8xf32, strided<[1], offset: ?>>
  %p = memref.alloc(%x4, %x) {alignment = 64 : i64} : memref<?x?xf32>
  %e = memref.subview %p[%x, 0] [1, 8] [1, 1] : memref<?x?xf32> to memref<8xf32, strided<[1], offset: ?>>
  %0 = tl.load %a as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %1 = tl.load %b as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %2 = tl.load %c as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %3 = tl.load %d as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %4 = tl.load %e as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  return
}

// memref.reinterpret_cast counts from the buffer: the offset of its source does
// not matter.

// CHECK-LABEL: func.func @reinterpretations
// CHECK:         tl.thread_load {{.*}} align 32 phase 4
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 4 :
func.func @reinterpretations(%m: memref<64xf32> {llvm.align = 64 : i64}, %x: index) {
  %c8 = arith.constant 8 : index
  %x8 = arith.muli %x, %c8 : index
  %odd = memref.subview %m[3] [32] [1] : memref<64xf32> to memref<32xf32, strided<[1], offset: 3>>
  %a = memref.reinterpret_cast %odd to offset: [4], sizes: [8], strides: [1] : memref<32xf32, strided<[1], offset: 3>> to memref<8xf32, strided<[1], offset: 4>>
  %b = memref.reinterpret_cast %odd to offset: [0], sizes: [8], strides: [1] : memref<32xf32, strided<[1], offset: 3>> to memref<8xf32>
  %c = memref.reinterpret_cast %m to offset: [%x8], sizes: [8], strides: [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  %d = memref.reinterpret_cast %m to offset: [%x], sizes: [8], strides: [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
  %rows = memref.reinterpret_cast %m to offset: [0], sizes: [%x, 8], strides: [%x8, 1] : memref<64xf32> to memref<?x8xf32, strided<[?, 1]>>
  %e = memref.subview %rows[2, 0] [1, 8] [1, 1] : memref<?x8xf32, strided<[?, 1]>> to memref<8xf32, strided<[1], offset: ?>>
  %any = memref.reinterpret_cast %m to offset: [0], sizes: [%x, 8], strides: [%x, 1] : memref<64xf32> to memref<?x8xf32, strided<[?, 1]>>
  %f = memref.subview %any[1, 0] [1, 8] [1, 1] : memref<?x8xf32, strided<[?, 1]>> to memref<8xf32, strided<[1], offset: ?>>
  %0 = tl.load %a as #row scope thread : memref<8xf32, strided<[1], offset: 4>> to !vector
  %1 = tl.load %b as #row scope thread : memref<8xf32> to !vector
  %2 = tl.load %c as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %3 = tl.load %d as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %4 = tl.load %e as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %5 = tl.load %f as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  return
}

// memref.assume_alignment speaks of element 0 and, where the offset is known,
// of the buffer as well.

// CHECK-LABEL: func.func @assumptions
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 16
// CHECK:         tl.thread_load {{.*}} align 64
func.func @assumptions(%m: memref<64xf32, strided<[1], offset: ?>>, %n: memref<64xf32, strided<[1], offset: 4>>, %p: memref<8xf32> {llvm.align = 64 : i64}) {
  %a = memref.assume_alignment %m, 32 : memref<64xf32, strided<[1], offset: ?>>
  %b = memref.subview %a[4] [8] [1] : memref<64xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[1], offset: ?>>
  %c = memref.reinterpret_cast %a to offset: [0], sizes: [8], strides: [1] : memref<64xf32, strided<[1], offset: ?>> to memref<8xf32>
  %known = memref.assume_alignment %n, 32 : memref<64xf32, strided<[1], offset: 4>>
  %d = memref.reinterpret_cast %known to offset: [0], sizes: [8], strides: [1] : memref<64xf32, strided<[1], offset: 4>> to memref<8xf32>
  %e = memref.assume_alignment %p, 16 : memref<8xf32>
  %0 = tl.load %a as #row scope thread : memref<64xf32, strided<[1], offset: ?>> to !vector
  %1 = tl.load %b as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %2 = tl.load %c as #row scope thread : memref<8xf32> to !vector
  %3 = tl.load %d as #row scope thread : memref<8xf32> to !vector
  %4 = tl.load %e as #row scope thread : memref<8xf32> to !vector
  return
}

// memref.view starts some bytes into a buffer.

// CHECK-LABEL: func.func @bytes
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 16
func.func @bytes(%m: memref<?xi8> {llvm.align = 64 : i64}, %x: index) {
  %c32 = arith.constant 32 : index
  %c4 = arith.constant 4 : index
  %x4 = arith.muli %x, %c4 : index
  %a = memref.view %m[%c32][] : memref<?xi8> to memref<8xf32>
  %b = memref.view %m[%x][] : memref<?xi8> to memref<8xf32>
  %rows = memref.view %m[%c32][%x, %x4] : memref<?xi8> to memref<?x?xf32>
  %c = memref.subview %rows[%x, 0] [1, 8] [1, 1] : memref<?x?xf32> to memref<8xf32, strided<[1], offset: ?>>
  %0 = tl.load %a as #row scope thread : memref<8xf32> to !vector
  %1 = tl.load %b as #row scope thread : memref<8xf32> to !vector
  %2 = tl.load %c as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  return
}

// A dimension of one element has no part in the stride of those that become one.

// CHECK-LABEL: func.func @ones
// CHECK:         tl.thread_load {{.*}} align 32
func.func @ones(%m: memref<?xf32> {llvm.align = 64 : i64}, %x: index, %i: index, %j: index) {
  %c8 = arith.constant 8 : index
  %c3 = arith.constant 3 : index
  %x8 = arith.muli %x, %c8 : index
  %x3 = arith.muli %x, %c3 : index
  %a = memref.reinterpret_cast %m to offset: [0], sizes: [%x, 1, 8], strides: [%x8, %x3, 1] : memref<?xf32> to memref<?x1x8xf32, strided<[?, ?, 1]>>
  %b = memref.collapse_shape %a [[0, 1], [2]] : memref<?x1x8xf32, strided<[?, ?, 1]>> into memref<?x8xf32, strided<[?, 1]>>
  %0 = tl.load %b[%i, 0] as #tl.register<local(1, 8)> scope thread : memref<?x8xf32, strided<[?, 1]>> to vector<8xf32>
  return
}

// Other views keep the address and give the strides another shape.

// CHECK-LABEL: func.func @shapes
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 4 :
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 64
func.func @shapes(%m: memref<?x?xf32> {llvm.align = 64 : i64}, %x: index) {
  %c8 = arith.constant 8 : index
  %x8 = arith.muli %x, %c8 : index
  %rows = memref.reinterpret_cast %m to offset: [0], sizes: [%x, %x, 8], strides: [%x8, 8, 1] : memref<?x?xf32> to memref<?x?x8xf32, strided<[?, 8, 1]>>
  %flat = memref.collapse_shape %rows [[0], [1, 2]] : memref<?x?x8xf32, strided<[?, 8, 1]>> into memref<?x?xf32, strided<[?, 1]>>
  %a = memref.subview %flat[%x, 0] [1, 8] [1, 1] : memref<?x?xf32, strided<[?, 1]>> to memref<8xf32, strided<[1], offset: ?>>
  %flat_m = memref.cast %m : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %b = memref.subview %flat_m[%x, 0] [1, 8] [1, 1] : memref<?x?xf32, strided<[?, 1]>> to memref<8xf32, strided<[1], offset: ?>>
  %more = memref.expand_shape %flat [[0, 1], [2]] output_shape [%x, 2, %x] : memref<?x?xf32, strided<[?, 1]>> into memref<?x2x?xf32, strided<[?, ?, 1]>>
  %c = memref.subview %more[0, %x, 0] [1, 1, 8] [1, 1, 1] : memref<?x2x?xf32, strided<[?, ?, 1]>> to memref<8xf32, strided<[1], offset: ?>>
  %d = memref.subview %more[%x, 0, 0] [1, 1, 8] [1, 1, 1] : memref<?x2x?xf32, strided<[?, ?, 1]>> to memref<8xf32, strided<[1], offset: ?>>
  %turned = memref.transpose %flat (i, j) -> (j, i) : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32, strided<[1, ?]>>
  %e = memref.subview %turned[0, 2] [8, 1] [1, 1] : memref<?x?xf32, strided<[1, ?]>> to memref<8xf32, strided<[1], offset: ?>>
  %0 = tl.load %a as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %1 = tl.load %b as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %2 = tl.load %c as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %3 = tl.load %d as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  %4 = tl.load %e as #row scope thread : memref<8xf32, strided<[1], offset: ?>> to !vector
  return
}

// Casts, other names of a memref, and its base buffer.

// CHECK-LABEL: func.func @names
// CHECK:         tl.thread_load {{.*}} align 32 phase 4
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 32
// CHECK:         tl.thread_load {{.*}} align 64
// CHECK:         tl.thread_load {{.*}} align 32
func.func @names(%m: memref<8xf32, strided<[1], offset: 4>> {llvm.align = 64 : i64}, %n: memref<8xf32, 1> {llvm.align = 64 : i64}, %p: memref<8xf32> {llvm.align = 32 : i64}, %x: i1) {
  %a = memref.cast %m : memref<8xf32, strided<[1], offset: 4>> to memref<?xf32, strided<[1], offset: ?>>
  %b = memref.memory_space_cast %n : memref<8xf32, 1> to memref<8xf32>
  %c:2 = memref.distinct_objects %b, %p : memref<8xf32>, memref<8xf32>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %m : memref<8xf32, strided<[1], offset: 4>> -> memref<f32>, index, index, index
  %d = memref.reinterpret_cast %base to offset: [0], sizes: [8], strides: [%stride] : memref<f32> to memref<8xf32, strided<[?]>>
  %same = memref.cast %d : memref<8xf32, strided<[?]>> to memref<8xf32>
  %e = arith.select %x, %p, %same : memref<8xf32>
  %0 = tl.load %a as #row scope thread : memref<?xf32, strided<[1], offset: ?>> to !vector
  %1 = tl.load %b as #row scope thread : memref<8xf32> to !vector
  %2 = tl.load %c#1 as #row scope thread : memref<8xf32> to !vector
  %3 = tl.load %same as #row scope thread : memref<8xf32> to !vector
  %4 = tl.load %e as #row scope thread : memref<8xf32> to !vector
  return
}
