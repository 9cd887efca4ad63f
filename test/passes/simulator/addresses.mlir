// Nothing that makes an address or a size wraps: what has more than 64 bits is
// a fault, after which nothing runs.
//
// RUN: not tl-sim %s --block=1 2>&1 | FileCheck %s --implicit-check-not=error:

// Element 1 lies at byte 2^64, not at byte 0.
// CHECK: error: 'memref.load' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) makes an address, a size or a stride of more than 64 bits
func.func @strides(%m: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [4611686018427387904] : memref<4xf32> to memref<2xf32, strided<[4611686018427387904]>>
  %x = memref.load %r[%c1] : memref<2xf32, strided<[4611686018427387904]>>
  memref.store %x, %m[%c1] : memref<4xf32>
  return
}

// CHECK: error: 'memref.alloc' op resources: thread (0, 0, 0) of block (0, 0, 0) needs a buffer of more bytes than 64 bits count
func.func @allocated() {
  %m = memref.alloc() : memref<2305843009213693953x8xi32>
  return
}

// CHECK: error: 'memref.alloca' op {{.*}} makes an address, a size or a stride of more than 64 bits
func.func @rows(%m: memref<4xf32>) {
  %n = arith.constant 9223372036854775807 : index
  %a = memref.alloca(%n, %n, %n) : memref<?x?x?xf32>
  return
}

// CHECK: error: 'memref.load' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) makes an address, a size or a stride of more than 64 bits
func.func @reinterpreted(%m: memref<4xf32>) {
  %n = arith.constant 9223372036854775807 : index
  %c0 = arith.constant 0 : index
  %r = memref.reinterpret_cast %m to offset: [%n], sizes: [1], strides: [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
  %x = memref.load %r[%c0] : memref<1xf32, strided<[1], offset: ?>>
  return
}

// CHECK: error: 'memref.subview' op {{.*}} makes an address, a size or a stride of more than 64 bits
func.func @subview(%m: memref<4xf32>) {
  %n = arith.constant 9223372036854775807 : index
  %s = memref.subview %m[2] [2] [%n] : memref<4xf32> to memref<2xf32, strided<[?], offset: 2>>
  return
}

// CHECK: error: 'memref.view' op {{.*}} makes an address, a size or a stride of more than 64 bits
func.func @viewed(%m: memref<4xf32>) {
  %n = arith.constant 9223372036854775807 : index
  %b = memref.alloca() : memref<64xi8>
  %c1 = arith.constant 1 : index
  %v = memref.view %b[%c1][%n, %n] : memref<64xi8> to memref<1x?x?xi8>
  return
}

// CHECK: error: 'memref.expand_shape' op {{.*}} makes an address, a size or a stride of more than 64 bits
func.func @expanded(%m: memref<4xf32>) {
  %n = arith.constant 9223372036854775807 : index
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [%n] : memref<4xf32> to memref<?xf32, strided<[?]>>
  %e = memref.expand_shape %r [[0, 1, 2]] output_shape [1, %n, 2] : memref<?xf32, strided<[?]>> into memref<1x?x2xf32, strided<[?, ?, ?]>>
  return
}

// CHECK: error: 'memref.collapse_shape' op {{.*}} makes an address, a size or a stride of more than 64 bits
func.func @collapsed(%m: memref<4xf32>) {
  %n = arith.constant 9223372036854775807 : index
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [%n, %n], strides: [1, 1] : memref<4xf32> to memref<?x?xf32, strided<[1, 1]>>
  %e = memref.collapse_shape %r [[0, 1]] : memref<?x?xf32, strided<[1, 1]>> into memref<?xf32, strided<[?]>>
  return
}

// CHECK: error: 'memref.assume_alignment' op {{.*}} makes an address, a size or a stride of more than 64 bits
func.func @assumed(%m: memref<4xf32>) {
  %n = arith.constant 9223372036854775807 : index
  %r = memref.reinterpret_cast %m to offset: [%n], sizes: [1], strides: [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
  %a = memref.assume_alignment %r, 4 : memref<1xf32, strided<[1], offset: ?>>
  return
}

// CHECK: error: 'affine.apply' op {{.*}} makes an address, a size or a stride of more than 64 bits
func.func @applied(%m: memref<4xf32>) {
  %n = arith.constant 9223372036854775807 : index
  %i = affine.apply affine_map<(d0) -> (d0 * 4)>(%n)
  return
}

// CHECK: error: 'llvm.getelementptr' op {{.*}} makes an address, a size or a stride of more than 64 bits
func.func @pointed() {
  %n = arith.constant 4611686018427387904 : i64
  %q = arith.constant 16 : i64
  %base = llvm.inttoptr %q : i64 to !llvm.ptr
  %e = llvm.getelementptr %base[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  return
}

// CHECK: error: 'vector.load' op out of bounds: {{.*}} reads element [9223372036854775807] of a memref of 9223372036854775807
// CHECK: error: 'vector.store' op {{.*}} makes an address, a size or a stride of more than 64 bits
func.func @whole_range(%m: memref<4xf32>) {
  %n = arith.constant 4611686018427387904 : index
  %max = arith.constant 9223372036854775807 : index
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [%max], strides: [1] : memref<4xf32> to memref<?xf32, strided<[1]>>
  %v = vector.load %r[%max] : memref<?xf32, strided<[1]>>, vector<4xf32>
  vector.store %v, %r[%n] : memref<?xf32, strided<[1]>>, vector<4xf32>
  return
}

// A start of a thread copy and what its digits add, and a stride that is known
// at run time.
// CHECK: error: 'tl.thread_load' op out of bounds: {{.*}} reads element [9223372036854775804] of a memref of 64 in argument 0
func.func @start(%m: memref<64xf16>) {
  %n = arith.constant 9223372036854775804 : index
  %v = tl.thread_load %m[%n] atoms (8) : (1) -> (1) align 2 : memref<64xf16> to vector<8xf16>
  return
}

// CHECK: error: 'tl.thread_load' op {{.*}} makes an address, a size or a stride of more than 64 bits
func.func @symbol(%m: memref<64xf16>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 4611686018427387904 : index
  %v = tl.thread_load %m[%c0] atoms (8) : (4 * %n div 8) -> (1) align 2 : memref<64xf16> to vector<8xf16>
  return
}

// The tile of a copy.
// CHECK: error: 'tl.load' op out of bounds: {{.*}} reads element [9223372036854775804] of a memref of 32 in argument 0
func.func @origin(%m: memref<32xf32>) {
  %n = arith.constant 9223372036854775804 : index
  %v = tl.load %m[%n] as #tl.register<local(8)> scope thread : memref<32xf32> to vector<8xf32>
  return
}
