// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The assembly of tl.thread_copy and the rules T1 to T3; T4 is in
// tl.thread_load-invalid, T5 and T6 in tl.thread_store-invalid.  Memory space 5
// is private memory.

// Assembly: one side is memory, with its offsets.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{one side has to be memory, '%buffer[%offset]'}}
tl.thread_copy %A to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// Assembly: one side only is memory.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{one side has to be memory, '%buffer[%offset]'}}
tl.thread_copy %A[%i] to %R[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// Assembly: 'to' is between the sides.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{custom op 'tl.thread_copy' expected 'to'}}
tl.thread_copy %A[%i], %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// Assembly: atoms cannot be left out.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{custom op 'tl.thread_copy' expected 'atoms'}}
tl.thread_copy %A[%i] to %R align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// Assembly: the alignment cannot be left out.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{custom op 'tl.thread_copy' expected 'align'}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: extents and strides pair up.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op attributes 'extents' to 'register_strides' have to be i64 arrays of one length, extents from 1 and strides from 0}}
tl.thread_copy %A[%i] to %R atoms (2, 4) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: extents start from 1.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op attributes 'extents' to 'register_strides' have to be i64 arrays of one length, extents from 1 and strides from 0}}
tl.thread_copy %A[%i] to %R atoms (0) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: strides start from 0.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op attributes 'extents' to 'register_strides' have to be i64 arrays of one length, extents from 1 and strides from 0}}
tl.thread_copy %A[%i] to %R atoms (8) : (-1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: extents and strides of the run pair up.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op attributes 'vector_extents' to 'vector_register_strides' have to be i64 arrays of one length, extents from 1 and strides from 0}}
tl.thread_copy %A[%i] to %R atoms () : () -> () vector 4 of (2, 2) -> (1) align 16 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: an alignment is given.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op needs an integer attribute 'alignment'}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: a width is an integer.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op attribute 'vector_width' has to be an integer}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4, vector_width = 1.0} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: a swizzle is three numbers.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op swizzle has to be three numbers: base, bits and shift, shift at least 1}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (3, 3) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: a swizzle shifts.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op swizzle has to be three numbers: base, bits and shift, shift at least 1}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (3, 3, 0) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: memory, an offset and registers.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op expects at least 3 operands and 0 results}}
"tl.thread_copy"(%A, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4} : (memref<8xf32>, memref<8xf32, 5>) -> ()

// -----

// T2: registers are private memory.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_copy' op moves between a global or workgroup memref and a private memref of static shape}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32>

// -----

// T2: memory is not private.
%A, %R, %i = "test.values"() : () -> (memref<8xf32, 5>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op moves between a global or workgroup memref and a private memref of static shape}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32, 5> to memref<8xf32, 5>

// -----

// T2: registers have a static shape.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<?xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op moves between a global or workgroup memref and a private memref of static shape}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<?xf32, 5>

// -----

// T2: both sides have one element type.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xi32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op element types have to be equal, integers or floats of 8, 16, 32 or 64 bits}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xi32, 5>

// -----

// T2: an element has 8, 16, 32 or 64 bits.
%A, %R, %i = "test.values"() : () -> (memref<8xi1>, memref<8xi1, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op element types have to be equal, integers or floats of 8, 16, 32 or 64 bits}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xi1> to memref<8xi1, 5>

// -----

// T3: a slot for every offset.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op has 2 offsets and 3 slots}}
tl.thread_copy %A[%i, %i] to %R slots (0, 1, 2) atoms (2) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T3: an offset is an index.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, i32, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op offset 0 has to be an index}}
"tl.thread_copy"(%A, %i, %R) {extents = array<i64: 8>, memory_strides = array<i64: 1>, register_strides = array<i64: 1>, alignment = 4} : (memref<8xf32>, i32, memref<8xf32, 5>) -> ()
