// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// T1: registers are not part of it.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op has no attribute 'slots'}}
tl.thread_async %A[%i] to %S[%i] slots (0) atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 3>

// -----

// T1: what is not copied is 0.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op has no attribute 'pad'}}
tl.thread_async %A[%i] to %S[%i] atoms (8) : (1) -> (1) within (%i) granule 1 by (0 : 1) pad 1.0 : f32 align 4 : memref<8xf32> to memref<8xf32, 3>

// -----

// T1: two operands a side.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op expects 4 operands (source, 1 offsets, 0 symbols, 0 rooms, 0 extents, target, target_offset), got 3}}
"tl.thread_async"(%A, %i, %S) {access = #tl.access<atoms () : () -> () align 4>} : (memref<8xf32>, index, memref<8xf32, 3>) -> ()

// -----

// T1: the swizzle of the target is one.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{swizzle has to be three numbers: base, bits (at least 1) and shift}}
tl.thread_async %A[%i] to %S[%i] swizzle (3, 3) atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 3>

// -----

// T1: so are the bits of its offset a number.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{expected numbers from 0}}
tl.thread_async %A[%i] to %S[%i] swizzle (3, 3, 3) bits -1 atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 3>

// -----

// T5 to T8 hold as for other thread copies.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op align 4 has to be a power of two of at least 16 bytes, the size of an access}}
tl.thread_async %A[%i] to %S[%i] atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 4 : memref<8xf32> to memref<8xf32, 3>

// -----

// T6: there is no phase, which both sides had to have.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op phase 1: both sides have to be aligned}}
tl.thread_async %A[%i] to %S[%i] atoms (8) : (1) -> (1) align 16 phase 1 : memref<8xf32> to memref<8xf32, 3>

// -----

// T10: not from workgroup memory.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op copies from a global memref to a workgroup one}}
tl.thread_async %S[%i] to %S[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32, 3> to memref<8xf32, 3>

// -----

// T10: not to global memory.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op copies from a global memref to a workgroup one}}
tl.thread_async %A[%i] to %A[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32>

// -----

// T10: a strided target.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, strided<[-1], offset: 7>, 3>, index)
// expected-error @+1 {{'tl.thread_async' op target has the negative stride -1 in dimension 0}}
tl.thread_async %A[%i] to %S[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, strided<[-1], offset: 7>, 3>

// -----

// T10: one element type.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xi32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op source and target have different element types}}
tl.thread_async %A[%i] to %S[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xi32, 3>

// -----

// T11: one offset a side.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op expects 4 operands (source, 1 offsets, 0 symbols, 0 rooms, 0 extents, target, target_offset), got 5}}
tl.thread_async %A[%i, %i] to %S[%i] atoms (8) : (1) -> (1) align 4 : memref<8xf32> to memref<8xf32, 3>

// -----

// T11: an index.
%A, %S, %i, %j = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index, i32)
// expected-error @+1 {{'tl.thread_async' op operand 3 (target_offset) has to be an index}}
"tl.thread_async"(%A, %i, %S, %j) {access = #tl.access<atoms () : () -> () align 4>} : (memref<8xf32>, index, memref<8xf32, 3>, i32) -> ()

// -----

// T12: 2 bytes are too few ...
%A, %S, %i = "test.values"() : () -> (memref<8xf16>, memref<8xf16, 3>, index)
// expected-error @+1 {{'tl.thread_async' op an access has to be a run of consecutive elements of both sides, of 4, 8 or 16 bytes; vector 1 has 2 bytes, the run 1 elements}}
tl.thread_async %A[%i] to %S[%i] atoms (8) : (1) -> (1) vector 1 of () -> () align 4 : memref<8xf16> to memref<8xf16, 3>

// -----

// T12: ... 32 too many.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op an access has to be a run of consecutive elements of both sides, of 4, 8 or 16 bytes; vector 8 has 32 bytes, the run 8 elements}}
tl.thread_async %A[%i] to %S[%i] atoms () : () -> () vector 8 of (8) -> (1) align 32 : memref<8xf32> to memref<8xf32, 3>

// -----

// T12: the run is one access.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op an access has to be a run of consecutive elements of both sides, of 4, 8 or 16 bytes; vector 4 has 16 bytes, the run 8 elements}}
tl.thread_async %A[%i] to %S[%i] atoms () : () -> () vector 4 of (8) -> (1) align 16 : memref<8xf32> to memref<8xf32, 3>

// -----

// T12: it is consecutive in the target, too.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op an access has to be a run of consecutive elements of both sides, of 4, 8 or 16 bytes; vector 4 has 16 bytes, the run 4 elements}}
tl.thread_async %A[%i] to %S[%i] atoms () : () -> () vector 4 of (4) -> (2) align 16 : memref<8xf32> to memref<8xf32, 3>

// -----

// T13: limits leave the first elements of an access: here they would leave two
// of every four.
%A, %S, %i = "test.values"() : () -> (memref<8xf16>, memref<8xf16, 3>, index)
// expected-error @+1 {{'tl.thread_async' op limit 0 does not leave the first elements of an access}}
tl.thread_async %A[%i] to %S[%i] atoms () : () -> () vector 8 of (2, 4) -> (4, 1) within (%i) granule 1 by (0 : 0, 0 : 1) align 16 : memref<8xf16> to memref<8xf16, 3>

// -----

// T13: a limit with an extent has no part of an access, as it could have its last
// elements.
%A, %S, %i = "test.values"() : () -> (memref<8xf16>, memref<8xf16, 3>, index)
// expected-error @+1 {{'tl.thread_async' op limit 0, which has an extent, cuts an access}}
tl.thread_async %A[%i] to %S[%i] atoms () : () -> () vector 8 of (8) -> (1) within (%i) granule 4 extent %i by (0 : 1) align 16 : memref<8xf16> to memref<8xf16, 3>

// -----

// T15: no more elements than a thread has registers, whatever their product
// wraps to: 1151796703138937857 * 1025 * 4 is 4 in 64 bits ...
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op moves more than 1024 elements, the most that a thread copies}}
tl.thread_async %A[%i] to %S[%i] atoms (1) : (1) -> (1) vector 4 of (1151796703138937857, 1025, 4) -> (4100, 4, 1) align 16 : memref<8xf32> to memref<8xf32, 3>

// -----

// T15: ... and 4294967296 * 4294967296 is 0.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op moves more than 1024 elements, the most that a thread copies}}
tl.thread_async %A[%i] to %S[%i] atoms (4294967296, 4294967296) : (1, 1) -> (1, 1) align 4 : memref<8xf32> to memref<8xf32, 3>

// -----

// T15: places in the target fit 64 bits.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{'tl.thread_async' op its atoms reach beyond 64 bits}}
tl.thread_async %A[%i] to %S[%i] atoms (2) : (1) -> (2305843009213693952) align 4 : memref<8xf32> to memref<8xf32, 3>

// -----

// T11: no operand is as many symbols.
%A, %S, %i = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 3>, index)
// expected-error @+1 {{no thread copy has so many symbols}}
"tl.thread_async"(%A, %i, %S, %i) {access = #tl.access<atoms (8) : (1 * 9223372036854775807 div 1) -> (1) align 4>} : (memref<8xf32>, index, memref<8xf32, 3>, index) -> ()
