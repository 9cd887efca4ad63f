// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The attributes, operands and results of tl.thread_copy: T1.  Memory space 5 is
// private memory.

// T1: extents and strides pair up.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{expected 2 numbers, got 1}}
tl.thread_copy %A[%i] to %R atoms (2, 4) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: extents start from 1.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{expected numbers from 1}}
tl.thread_copy %A[%i] to %R atoms (0) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: strides start from 0.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{expected numbers from 0}}
tl.thread_copy %A[%i] to %R atoms (8) : (-1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: the access is given, ...
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op needs a #tl.access attribute 'access'}}
"tl.thread_copy"(%A, %i, %R) : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: ... and one.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op needs a #tl.access attribute 'access'}}
"tl.thread_copy"(%A, %i, %R) {access = #tl.tile<S[8 : 1]>} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: what the access says is its own attribute no longer.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op has no attribute 'alignment'}}
"tl.thread_copy"(%A, %i, %R) {access = #tl.access<atoms (8) : (1) -> (1) align 4>, alignment = 4} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: the direction is that of a copy with a buffer.
%A, %i = "test.values"() : () -> (memref<8xf32>, index)
// expected-error @+1 {{'tl.thread_load' op has no attribute 'to_memory'}}
%v = "tl.thread_load"(%A, %i) {access = #tl.access<atoms (8) : (1) -> (1) align 4>, to_memory} : (memref<8xf32>, index) -> vector<8xf32>

// -----

// Assembly of the attribute: a run has a width, ...
// expected-error @+1 {{expected the elements of a vector, an integer}}
"test.access"() {access = #tl.access<atoms (8) : (1) -> (1) vector of (4) -> (1) align 4>} : () -> ()

// -----

// ... the alignment is said, ...
// expected-error @+1 {{expected 'align'}}
"test.access"() {access = #tl.access<atoms (8) : (1) -> (1)>} : () -> ()

// -----

// ... a symbol has a number from 1, ...
// expected-error @+1 {{expected numbers from 1}}
"test.access"() {access = #tl.access<atoms (8) : (1 * 0 div 1) -> (1) align 4>} : () -> ()

// -----

// ... there are at most 96 atoms, ...
// expected-error @+1 {{the list is too long}}
"test.access"() {access = #tl.access<atoms (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) : () -> () align 4>} : () -> ()

// -----

// ... and nothing follows.
// expected-error @+1 {{expected '>'}}
"test.access"() {access = #tl.access<atoms (8) : (1) -> (1) align 4 align 4>} : () -> ()

// -----

// T1: extents and strides of the run pair up.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{expected 2 numbers, got 1}}
tl.thread_copy %A[%i] to %R atoms () : () -> () vector 4 of (2, 2) -> (1) align 16 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: the direction is there or not.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{attribute 'to_memory'}}
"tl.thread_copy"(%A, %i, %R) {access = #tl.access<atoms (8) : (1) -> (1) align 4>, to_memory = false} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()

// -----

// T1: a swizzle is three numbers.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{swizzle has to be three numbers: base, bits (at least 1) and shift}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (3, 3) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: a swizzle is not empty.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{swizzle has to be three numbers: base, bits (at least 1) and shift}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle () align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: a swizzle has bits.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{swizzle has to be three numbers: base, bits (at least 1) and shift}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (0, 0, 0) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: a swizzle shifts.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{swizzle with shift 0 maps several offsets to one; shift must not be 0}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (3, 3, 0) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: a swizzle stays inside an offset.
%A, %R, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>, index)
// expected-error @+1 {{swizzle(base = 30, bits = 30, shift = 3) reads beyond offset bit 62}}
tl.thread_copy %A[%i] to %R atoms (8) : (1) -> (1) swizzle (30, 30, 3) align 4 : memref<8xf32> to memref<8xf32, 5>

// -----

// T1: memory, an offset and registers.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.thread_copy' op expects 3 operands (0 registers, memory, 1 offsets, 0 symbols, 0 rooms, 0 extents, 1 registers), got 2}}
"tl.thread_copy"(%A, %R) {access = #tl.access<atoms (8) : (1) -> (1) align 4>} : (memref<8xf32>, memref<8xf32, 5>) -> ()

// -----

// T1: a copy has no region.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, index, memref<8xf32, 5>)
// expected-error @+1 {{neither regions nor successors}}
"tl.thread_copy"(%A, %i, %R) ({}) {access = #tl.access<atoms (8) : (1) -> (1) align 4>} : (memref<8xf32>, index, memref<8xf32, 5>) -> ()
