// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The assembly of tl.thread_store, the rules that differ from tl.thread_copy, T5
// and T6.  Memory space 5 is private memory.

// Assembly: 'to' is before the memory.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{custom op 'tl.thread_store' expected 'to'}}
tl.thread_store %v, %B[%i] atoms (8) : (1) -> (1) align 4 : vector<8xf32> to memref<8xf32>

// -----

// Assembly: memory has offsets.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{expected '['}}
tl.thread_store %v to %B atoms (8) : (1) -> (1) align 4 : vector<8xf32> to memref<8xf32>

// -----

// Assembly: atoms cannot be left out.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{custom op 'tl.thread_store' expected 'atoms'}}
tl.thread_store %v to %B[%i] align 4 : vector<8xf32> to memref<8xf32>

// -----

// T1: a store has no result.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op expects 0 results, got 1}}
%r = "tl.thread_store"(%v, %B, %i) {access = #tl.access<atoms (8) : (1) -> (1) align 4>} : (vector<8xf32>, memref<8xf32>, index) -> i32

// -----

// T2: the value is a vector.
%v, %B, %i = "test.values"() : () -> (memref<8xf32, 5>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op operand 0 (value) has to be a vector}}
tl.thread_store %v to %B[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32, 5> to memref<8xf32>

// -----

// T2: a store writes memory.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_store' op moves between a global or workgroup memref and a vector}}
tl.thread_store %v to %B[%i] atoms (8) : (1) -> (1) align 4 : vector<8xf32> to memref<8xf32, 5>

// -----

// T2: memory is strided.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32, affine_map<(d) -> (d floordiv 2)>>, index)
// expected-error @+1 {{'tl.thread_store' op memory has to be a strided memref of rank at most 8}}
tl.thread_store %v to %B[%i] atoms (8) : (1) -> (1) align 4 : vector<8xf32> to memref<8xf32, affine_map<(d) -> (d floordiv 2)>>

// -----

// T2: a vector is not scalable.
%v, %B, %i = "test.values"() : () -> (vector<[8]xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op the register side has to be a vector of fixed size, of rank 1 to 8 and at most 1024 elements}}
tl.thread_store %v to %B[%i] atoms (8) : (1) -> (1) align 4 : vector<[8]xf32> to memref<8xf32>

// -----

// T2: a thread holds at most 1024 registers.
%v, %B, %i = "test.values"() : () -> (vector<2048xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op the register side has 2048 elements; at most 1024 fit the registers of a thread}}
tl.thread_store %v to %B[%i] atoms (8) : (1) -> (1) align 4 : vector<2048xf32> to memref<8xf32>

// -----

// T4: every slot exists.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op moves more than the 8 registers of the fragment}}
tl.thread_store %v to %B[%i] slots (1) atoms (8) : (1) -> (1) align 4 : vector<8xf32> to memref<8xf32>

// -----

// T5: a width is a power of two.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op vector 3 has to be a power of two, at most 8 elements}}
tl.thread_store %v to %B[%i] atoms () : () -> () vector 3 of (3) -> (1) align 16 : vector<8xf32> to memref<8xf32>

// -----

// T5: a width is positive.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op vector 0 has to be a power of two, at most 8 elements}}
tl.thread_store %v to %B[%i] atoms () : () -> () vector 0 of (4) -> (1) align 16 : vector<8xf32> to memref<8xf32>

// -----

// T5: an access has at most 256 bits.
%v, %B, %i = "test.values"() : () -> (vector<8xf64>, memref<8xf64>, index)
// expected-error @+1 {{'tl.thread_store' op vector 8 has to be a power of two, at most 4 elements}}
tl.thread_store %v to %B[%i] atoms () : () -> () vector 8 of (8) -> (1) align 64 : vector<8xf64> to memref<8xf64>

// -----

// T5: an access is not longer than the run.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op vector 8 is longer than the run of 6 elements}}
tl.thread_store %v to %B[%i] atoms () : () -> () vector 8 of (6) -> (1) align 32 : vector<8xf32> to memref<8xf32>

// -----

// T6: an alignment covers an element.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op align 2 has to be a power of two of at least 4 bytes, the size of an access}}
tl.thread_store %v to %B[%i] atoms (8) : (1) -> (1) align 2 : vector<8xf32> to memref<8xf32>

// -----

// T6: an alignment covers an access.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op align 8 has to be a power of two of at least 16 bytes, the size of an access}}
tl.thread_store %v to %B[%i] atoms () : () -> () vector 4 of (4) -> (1) align 8 : vector<8xf32> to memref<8xf32>

// -----

// T6: a phase is below the alignment.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op phase 4 has to be below the 4 elements of align 16}}
tl.thread_store %v to %B[%i] atoms (8) : (1) -> (1) align 16 phase 4 : vector<8xf32> to memref<8xf32>

// -----

// T6: an alignment is a power of two.
%v, %B, %i = "test.values"() : () -> (vector<8xf32>, memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_store' op align 12 has to be a power of two of at least 4 bytes, the size of an access}}
tl.thread_store %v to %B[%i] atoms (8) : (1) -> (1) align 12 : vector<8xf32> to memref<8xf32>
