// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The assembly of tl.copy and the rules V1 and V5 to V9; V2 to V4 are in
// tl.copy-form-invalid, V10 to V12 in tl.copy-fragment-invalid, V13 to V15 in
// tl.load-invalid, V16 to V18 in tl.store-invalid.  Memory space 4 is none that
// copies know, 5 is private memory.

// Assembly: 'to' is between the sides.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{custom op 'tl.copy' expected 'to'}}
tl.copy %A, %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// Assembly: the scope cannot be left out.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{custom op 'tl.copy' expected 'scope' and one of thread, warp, warpgroup, cta}}
tl.copy %A to %R layout #tl.register<local(8)> : memref<8xf32> to memref<8xf32, 5>

// -----

// Assembly: an origin has at most 8 entries.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{custom op 'tl.copy' an origin has at most 8 dimensions}}
tl.copy %A[0, 0, 0, 0, 0, 0, 0, 0, 0] to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// Assembly: an origin is not negative.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op source_origin -1 of dimension 0 is negative}}
tl.copy %A[-1] to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// V1: the scope is one of the four.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op scope 'grid' is none of thread, warp, warpgroup, cta}}
tl.copy %A to %R layout #tl.register<local(8)> scope grid : memref<8xf32> to memref<8xf32, 5>

// -----

// V1: the scope is a string.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op needs a string attribute 'scope': the threads that move the tile together, one of thread, warp, warpgroup, cta}}
"tl.copy"(%A, %R) {target_layout = #tl.register<local(8)>} : (memref<8xf32>, memref<8xf32, 5>) -> ()

// -----

// V5: memory is a ranked memref.
%A, %R = "test.values"() : () -> (memref<*xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op operand 0 (source) has to be a ranked memref}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<*xf32> to memref<8xf32, 5>

// -----

// V5: registers are a ranked memref.
%A, %R = "test.values"() : () -> (memref<8xf32>, vector<8xf32>)
// expected-error @+1 {{'tl.copy' op operand 1 (target) has to be a ranked memref}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to vector<8xf32>

// -----

// V5: one side is registers.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op cannot copy memory to memory under a layout of registers; make one side registers, a memref in #gpu.address_space<private>, or give the memories layouts of memory}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32>

// -----

// V5: one side is memory.
%A, %R = "test.values"() : () -> (memref<8xf32, 5>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op cannot copy registers to registers; one side has to be global or workgroup memory: to pass elements between threads, store them to workgroup memory and load them from there}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32, 5> to memref<8xf32, 5>

// -----

// V6: memory is global or shared.
%A, %R = "test.values"() : () -> (memref<8xf32, 4>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op source has to be in global or workgroup memory}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32, 4> to memref<8xf32, 5>

// -----

// V7: both sides have one element type.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xi32, 5>)
// expected-error @+1 {{'tl.copy' op source and target have different element types, f32 and i32}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xi32, 5>

// -----

// V7: an element has 8, 16, 32, 64 or 128 bits.
%A, %R = "test.values"() : () -> (memref<8xi1>, memref<8xi1, 5>)
// expected-error @+1 {{'tl.copy' op element type has to be a signless integer or a float of 8, 16, 32, 64 or 128 bits}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xi1> to memref<8xi1, 5>

// -----

// V7: a float has a zero, which scales do not.
%A, %R = "test.values"() : () -> (memref<8xf8E8M0FNU>, memref<8xf8E8M0FNU, 5>)
// expected-error @+1 {{'tl.copy' op element type has to be a signless integer or a float of 8, 16, 32, 64 or 128 bits}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf8E8M0FNU> to memref<8xf8E8M0FNU, 5>

// -----

// V7: integers have no sign of their own, as in arith, which makes the zeros.
%A, %R = "test.values"() : () -> (memref<8xui8>, memref<8xui8, 5>)
// expected-error @+1 {{'tl.copy' op element type has to be a signless integer or a float of 8, 16, 32, 64 or 128 bits}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xui8> to memref<8xui8, 5>

// -----

// V8: registers have a layout.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op target is registers and needs a layout: #tl.register, #tl.cute_tv, #tl.linear or #tl.tile}}
tl.copy %A to %R scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// V8: registers have no shared layout.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op target layout: registers have no shared layout; use #tl.register, #tl.cute_tv, #tl.linear or #tl.tile}}
tl.copy %A to %R layout #tl.shared<row_major(8)> scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// V8: registers have no swizzle.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op target layout: registers have no swizzle; use #tl.register, #tl.cute_tv, #tl.linear or #tl.tile}}
tl.copy %A to %R layout #tl.tile<S[8] + swizzle(0, 1, 1)> scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// V9: memory has no register layout.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op source layout: memory cannot have a register layout; use #tl.shared, #tl.cute, or #tl.tile on axis m}}
tl.copy %A layout #tl.register<local(8)> to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// V9: memory has no replicas.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op source layout: memory cannot have replicas; use #tl.shared, #tl.cute, or #tl.tile on axis m}}
tl.copy %A layout #tl.tile<S[8] + R[2 : 8]> to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// V9: memory has axis m alone.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op source layout: memory cannot have thread axes; use #tl.shared, #tl.cute, or #tl.tile on axis m}}
tl.copy %A layout #tl.tile<S[8 : 1@laneid]> to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, 5>
