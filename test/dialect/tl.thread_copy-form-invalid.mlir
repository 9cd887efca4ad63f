// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The attributes, operands and results of tl.thread_copy: T1.  Memory space 5 is
// private memory.

// T1: extents and strides pair up.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op attribute 'memory_strides' has to be an i64 array of 2 numbers from 0}}
tl.thread_copy %A[%i] to %R atoms (2, 4) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: extents start from 1.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op attribute 'extents' has to be an i64 array of numbers from 1}}
tl.thread_copy %A[%i] to %R atoms (0) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: strides start from 0.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op attribute 'memory_strides' has to be an i64 array of 1 numbers from 0}}
tl.thread_copy %A[%i] to %R atoms (8) : (-1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: atoms are given.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op attribute 'extents' has to be an i64 array of numbers from 1}}
"tl.thread_copy"(%A, %i, %R) {alignment = 4} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: all three lists of the atoms are given.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op attribute 'memory_strides' has to be an i64 array of 1 numbers from 0}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, register_strides = array<i64: 1>, alignment = 4} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: extents and strides of the run pair up.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op attribute 'vector_register_strides' has to be an i64 array of 2 numbers from 0}}
tl.thread_copy %A[%i] to %R atoms () : () -> () vector 4 of (2, 2) -> (1) align 16 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: a width has a run.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op attribute 'vector_extents' has to be an i64 array of numbers from 1}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4, vector_width = 4} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: a run has strides.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op attribute 'vector_register_strides' has to be an i64 array of 1 numbers from 0}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4, vector_width = 4, vector_extents = array<i64: 4>} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: a run has a width.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op needs an i64 attribute 'vector_width'}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4, vector_extents = array<i64: 4>, vector_register_strides = array<i64: 1>} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: a width is an i64.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op needs an i64 attribute 'vector_width'}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4, vector_width = 1.0, vector_extents = array<i64: 4>, vector_register_strides = array<i64: 1>} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: an alignment is given.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op needs an i64 attribute 'alignment'}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: an alignment is an i64, and no narrower.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op needs an i64 attribute 'alignment'}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4 : i32} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: an alignment is an i64, and no wider.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op needs an i64 attribute 'alignment'}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4 : i128} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: the direction is there or not.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{attribute 'to_memory'}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4, to_memory = false} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: a swizzle is three numbers.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op swizzle has to be three numbers: base, bits (at least 1) and shift}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (3, 3) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: a swizzle is not empty.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op swizzle has to be three numbers: base, bits (at least 1) and shift}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle () align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: a swizzle has bits.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op swizzle has to be three numbers: base, bits (at least 1) and shift}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (0, 0, 0) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: a swizzle shifts.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op swizzle with shift 0 maps several offsets to one; shift must not be 0}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (3, 3, 0) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: a swizzle stays inside an offset.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op swizzle(base = 30, bits = 30, shift = 3) reads beyond offset bit 62}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (30, 30, 3) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: memory, an offset and registers.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op expects at least 3 operands and 0 results, got 2 and 0}}
"tl.thread_copy"(%A, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4} : (memref<8xf32>, memref<8xf32, 5>) -> ()

// -----

// T1: a copy has no region.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{neither regions nor successors}}
"tl.thread_copy"(%A, %i, %R) ({}) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()
