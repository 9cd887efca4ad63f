// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The assembly of tl.thread_load, the rules that differ from tl.thread_copy, and
// T4.  Memory space 5 is private memory.

// Assembly: memory has offsets.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{expected '['}}
tl.thread_load %A atoms (8) : (1) -> (1) align 4 : memref<8xf32> to vector<8xf32>

// -----

// Assembly: atoms cannot be left out.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{custom op 'tl.thread_load' expected 'atoms'}}
tl.thread_load %A[%i] align 4 : memref<8xf32> to vector<8xf32>

// -----

// Assembly: the width is before its run.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{custom op 'tl.thread_load' expected the elements of a vector, an integer}}
tl.thread_load %A[%i] atoms () : () -> () vector (4) -> (1) align 16 : memref<8xf32> to vector<8xf32>

// -----

// Assembly: 'of' is between the width and its run.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{custom op 'tl.thread_load' expected 'of'}}
tl.thread_load %A[%i] atoms () : () -> () vector 4 (4) -> (1) align 16 : memref<8xf32> to vector<8xf32>

// -----

// T1: a load has one result.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op expects 1 results (target), got 0}}
"tl.thread_load"(%A, %i) {access = #tl.access<atoms (8) : (1) -> (1) align 4>} : (memref<8xf32>, index) -> ()

// -----

// T2: the result is a vector.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op result 0 (target) has to be a vector}}
tl.thread_load %A[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T2: a load reads memory.
%A, %i = "test.values"() : () -> (memref<8xf32, 5>, index)
// expected-error @+1 {{'tl.thread_load' op moves between a global or workgroup memref and a vector}}
tl.thread_load %A[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32, 5> to vector<8xf32>

// -----

// T2: memory is strided.
%A, %i = "test.values"() : () -> (memref<8xf32, affine_map<(d) -> (d floordiv 2)>>, index)
// expected-error @+1 {{'tl.thread_load' op memory has to be a strided memref of rank at most 8}}
tl.thread_load %A[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32, affine_map<(d) -> (d floordiv 2)>> to vector<8xf32>

// -----

// T2: a vector is not scalable.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op the register side has to be a vector of fixed size, of rank 1 to 8 and at most 1024 elements}}
tl.thread_load %A[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32> to vector<[8]xf32>

// -----

// T2: a vector has rank at most 8.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op the register side has to be a vector of fixed size, of rank 1 to 8 and at most 1024 elements}}
tl.thread_load %A[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32> to vector<1x1x1x1x1x1x1x1x8xf32>

// -----

// T2: a thread holds at most 1024 registers.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op the register side has 2048 elements; at most 1024 fit the registers of a thread}}
tl.thread_load %A[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32> to vector<2048xf32>

// -----

// T2: both sides have one element type.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op source and target have different element types}}
tl.thread_load %A[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32> to vector<8xi32>

// -----

// T3: a slot for every offset.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op expects 4 operands (memory, 3 offsets, 0 symbols, 0 rooms, 0 extents), got 3}}
tl.thread_load %A[%i, %i] slots (0, 1, 2) atoms (2) : (1) -> (1) align 4 : memref<8xf32> to vector<8xf32>

// -----

// T4: slots are not negative.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op slot -1 is negative}}
tl.thread_load %A[%i] slots (-1) atoms (8) : (1) -> (1) align 4 : memref<8xf32> to vector<8xf32>

// -----

// T4: every slot exists.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op moves more than the 8 registers of the fragment}}
tl.thread_load %A[%i] slots (1) atoms (8) : (1) -> (1) align 4 : memref<8xf32> to vector<8xf32>

// -----

// T4: atoms stay inside the registers.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op moves more than the 8 registers of the fragment}}
tl.thread_load %A[%i] atoms (2) : (1) -> (8) align 4 : memref<8xf32> to vector<8xf32>

// -----

// T4: a run stays inside the registers.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op moves more than the 8 registers of the fragment}}
tl.thread_load %A[%i] atoms (2) : (1) -> (4) vector 4 of (8) -> (1) align 16 : memref<8xf32> to vector<8xf32>

// -----

// T4: a reach that does not fit 64 bits stays outside.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op moves more than the 8 registers of the fragment}}
tl.thread_load %A[%i] atoms (8) : (1) -> (9223372036854775807) align 4 : memref<8xf32> to vector<8xf32>

// -----

// T4: no more elements move than there are registers.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op moves more than the 8 registers of the fragment}}
tl.thread_load %A[%i] atoms (16) : (1) -> (0) align 4 : memref<8xf32> to vector<8xf32>

// -----

// T2: strides are not negative.
%A, %i = "test.values"() : () -> (memref<32x8xf32, strided<[-8, 1]>>, index)
// expected-error @+1 {{'tl.thread_load' op memory has the negative stride -8 in dimension 0}}
%v = tl.thread_load %A[%i] atoms () : () -> () align 4 : memref<32x8xf32, strided<[-8, 1]>> to vector<1xf32>

// -----

// What is stored alone is apart from what it was loaded from.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op has no attribute 'disjoint'; it can have cache}}
%v = tl.thread_load %A[%i] atoms (8) : (1) -> (1) align 4 {disjoint} : memref<8xf32> to vector<8xf32>
