// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The assembly of tl.thread_copy, T2 and T3; T1 is in tl.thread_copy-form-invalid,
// T4 in tl.thread_load-invalid, T5 and T6 in tl.thread_store-invalid.  Memory
// space 5 is private memory.

// Assembly: one side is memory, with its offsets.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{custom op 'tl.thread_copy' exactly one side has to be memory, '%buffer[%offset]'}}
tl.thread_copy %A to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// Assembly: one side only is memory.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{custom op 'tl.thread_copy' exactly one side has to be memory, '%buffer[%offset]'}}
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

// T2: registers are private memory.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_copy' op moves between a global or workgroup memref and a private memref}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32>

// -----

// T2: memory is not private.
%A, %R, %i = "test.values"() : () -> (memref<8xf32, 5>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op moves between a global or workgroup memref and a private memref}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32, 5> to memref<8xf32, 5>

// -----

// T2: memory is strided.
%A, %R, %i = "test.values"() : () -> (memref<8xf32, affine_map<(d) -> (d floordiv 2)>>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op memory has to be a strided memref of rank at most 8}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32, affine_map<(d) -> (d floordiv 2)>> to memref<8xf32, 5>

// -----

// T2: of memory that is not, other rules have nothing to say.
%A, %R, %i = "test.values"() : () -> (memref<8xf32, affine_map<(d) -> (d floordiv 2)>>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op memory has to be a strided memref of rank at most 8}}
tl.thread_copy %A[%i] to %R atoms () : () -> () vector 3 of (3) -> (1) align 16 : memref<8xf32, affine_map<(d) -> (d floordiv 2)>> to memref<8xf32, 5>

// -----

// T2: registers have a static shape.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<?xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op the register side has to be a contiguous memref of static shape, of rank 0 to 8 and at most 1024 elements}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<?xf32, 5>

// -----

// T2: registers are contiguous.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, strided<[2]>, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op the register side has to be a contiguous memref of static shape, of rank 0 to 8 and at most 1024 elements}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, strided<[2]>, 5>

// -----

// T2: registers are at offset 0.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, strided<[1], offset: 4>, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op the register side has to be a contiguous memref of static shape, of rank 0 to 8 and at most 1024 elements}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, strided<[1], offset: 4>, 5>

// -----

// T2: registers have rank at most 8.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<1x1x1x1x1x1x1x1x8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op the register side has to be a contiguous memref of static shape, of rank 0 to 8 and at most 1024 elements}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<1x1x1x1x1x1x1x1x8xf32, 5>

// -----

// T2: registers can be counted.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<2305843009213693953x8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op the register side has}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<2305843009213693953x8xf32, 5>

// -----

// T2: a thread holds at most 1024 registers.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<2048xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op the register side has 2048 elements; at most 1024 fit the registers of a thread}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<2048xf32, 5>

// -----

// T2: both sides have one element type.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xi32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op source and target have different element types}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xi32, 5>

// -----

// T2: an element has 8, 16, 32, 64 or 128 bits.
%A, %R, %i = "test.values"() : () -> (memref<8xi1>, memref<8xi1, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op element type has to be a signless integer or a float of 8, 16, 32, 64 or 128 bits}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) align 4 : memref<8xi1> to memref<8xi1, 5>

// -----

// T3: a slot for every offset.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_copy' op expects 5 operands (0 registers, memory, 3 offsets, 0 symbols, 0 rooms, 0 extents, 1 registers), got 4}}
tl.thread_copy %A[%i, %i] to %R slots (0, 1, 2) atoms (2) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T3: slots are an array.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op attribute 'slots' has to be an i64 array}}
"tl.thread_copy"(%A, %i, %R) {access = #tl.access<atoms (8) : (1) -> (1) align 4>, slots = 3} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T3: an offset is an index.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, i32, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op operand 1 (offsets) has to be an index}}
"tl.thread_copy"(%A, %i, %R) {access = #tl.access<atoms (8) : (1) -> (1) align 4>} : (memref<8xf32>, i32, memref<8xf32, 5>) -> ()
