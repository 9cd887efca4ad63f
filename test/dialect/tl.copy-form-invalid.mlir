// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The attributes, operands and results of tl.copy, tl.load and tl.store: V2 to
// V4.  Memory space 5 is private memory.

// V2: an origin is an i64 array.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op attribute 'source_origin' has to be an i64 array}}
"tl.copy"(%A, %R) {scope = "thread", source_origin = array<i32: 0>, target_layout = #tl.register<local(8)>} : (memref<8xf32>, memref<8xf32, 5>) -> ()

// -----

// V2: an origin has an entry.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op attribute 'source_origin' has to be an i64 array of 1 to 8 entries}}
"tl.copy"(%A, %R) {scope = "thread", source_origin = array<i64>, target_layout = #tl.register<local(8)>} : (memref<8xf32>, memref<8xf32, 5>) -> ()

// -----

// V2: an origin has at most 8 entries.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op attribute 'source_origin' has to be an i64 array of 1 to 8 entries}}
"tl.copy"(%A, %R) {scope = "thread", source_origin = array<i64: 0, 0, 0, 0, 0, 0, 0, 0, 0>, target_layout = #tl.register<local(8)>} : (memref<8xf32>, memref<8xf32, 5>) -> ()

// -----

// V2: an origin is not negative.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op source_origin -1 of dimension 0 is negative}}
"tl.copy"(%A, %R) {scope = "thread", source_origin = array<i64: -1>, target_layout = #tl.register<local(8)>} : (memref<8xf32>, memref<8xf32, 5>) -> ()

// -----

// V2: the result of a load has no origin.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'target_origin'}}
%v = "tl.load"(%A) {scope = "thread", target_layout = #tl.register<local(8)>, target_origin = array<i64: 0>} : (memref<8xf32>) -> vector<8xf32>

// -----

// V2: the value of a store has no origin.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{'source_origin'}}
"tl.store"(%v, %B) {scope = "thread", source_layout = #tl.register<local(8)>, source_origin = array<i64: 0>} : (vector<8xf32>, memref<8xf32>) -> ()

// -----

// V3: a layout is a layout attribute.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op attribute 'target_layout' has to be a layout attribute of this dialect, one of #tl.register, #tl.shared, #tl.cute, #tl.cute_tv, #tl.linear, #tl.tile: where the target has it}}
tl.copy %A to %R layout 8 scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// V4: an operand for every entry of an origin that is known at run time.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op expects 3 operands (source, 1 source_origin, target, 0 target_origin, 0 bounds, 0 lower_bounds), got 2}}
"tl.copy"(%A, %R) {scope = "thread", source_origin = array<i64: -9223372036854775808>, target_layout = #tl.register<local(8)>} : (memref<8xf32>, memref<8xf32, 5>) -> ()

// -----

// V4: an origin is an integer.
%A, %i, %R = "test.values"() : () -> (memref<8xf32>, f32, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op operand 1 (source_origin) has to be an index or signless integer of at most 64 bits}}
"tl.copy"(%A, %i, %R) {scope = "thread", source_origin = array<i64: -9223372036854775808>, target_layout = #tl.register<local(8)>} : (memref<8xf32>, f32, memref<8xf32, 5>) -> ()

// -----

// V4: a copy has no region.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{neither regions nor successors}}
"tl.copy"(%A, %R) ({}) {scope = "thread", target_layout = #tl.register<local(8)>} : (memref<8xf32>, memref<8xf32, 5>) -> ()

// -----

// V4: a load has no region.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{neither regions nor successors}}
%v = "tl.load"(%A) ({}) {scope = "thread", target_layout = #tl.register<local(8)>} : (memref<8xf32>) -> vector<8xf32>

// -----

// V4: a store has no region.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{neither regions nor successors}}
"tl.store"(%v, %B) ({}) {scope = "thread", source_layout = #tl.register<local(8)>} : (vector<8xf32>, memref<8xf32>) -> ()

// -----

// V4: an attribute without a dialect's prefix is one of the operation's.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op has no attribute 'align'; it can have pad, cache, share_replicas, partial, bound_divisibility, alignment, divisibility, stride_divisibility}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread {align = 16} : memref<8xf32> to memref<8xf32, 5>

// -----

// V17, where the tile is what both sides share.
func.func @guessed(%A: memref<2x64x64xf16>, %S: memref<3x64x64xf16, 3>) {
  // expected-error @+1 {{'tl.copy' op the tile of extent 2 at 1 leaves dimension 0 of source, which has extent 2; 'tile' says that less is meant}}
  tl.copy %A[1, 0, 0] to %S[2, 0, 0] scope cta threads 128 : memref<2x64x64xf16> to memref<3x64x64xf16, 3>
  return
}

// -----

// V4: with the prefix of this one there is the mark of the passes, on copies.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op has no attribute 'tl.chose'; it can have pad}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread {tl.chose} : memref<8xf32> to memref<8xf32, 5>

// -----

// expected-error @+1 {{'tl.async_commit' op has no attribute 'tl.chosen'}}
tl.async_commit {tl.chosen}
