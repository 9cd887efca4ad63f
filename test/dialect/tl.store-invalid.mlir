// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The assembly of tl.store, the rules that differ from tl.copy, and V16 to V18.
// Memory space 5 is private memory.

// Assembly: the value has a layout.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{custom op 'tl.store' expected 'as' and the layout of the registers, a layout attribute as #tl.register<local(8)>}}
tl.store %v to %B scope thread : vector<8xf32> to memref<8xf32>

// -----

// Assembly: 'to' is before the memory.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{custom op 'tl.store' expected 'to'}}
tl.store %v as #tl.register<local(8)>, %B scope thread : vector<8xf32> to memref<8xf32>

// -----

// Assembly: the scope cannot be left out.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{custom op 'tl.store' expected 'scope' and one of thread, warp, warpgroup, cta}}
tl.store %v as #tl.register<local(8)> to %B : vector<8xf32> to memref<8xf32>

// -----

// V4: a store has no result.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op expects 0 results, got 1}}
%r = "tl.store"(%v, %B) {scope = "thread", source_layout = #tl.register<local(8)>} : (vector<8xf32>, memref<8xf32>) -> i32

// -----

// V5: the value is a vector.
%v, %B = "test.values"() : () -> (memref<8xf32, 5>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op operand 0 (source) has to be a vector}}
tl.store %v as #tl.register<local(8)> to %B scope thread : memref<8xf32, 5> to memref<8xf32>

// -----

// V6: a store writes memory.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.store' op target has to be in global or workgroup memory}}
tl.store %v as #tl.register<local(8)> to %B scope thread : vector<8xf32> to memref<8xf32, 5>

// -----

// V10: a layout numbers at most the threads of its scope.
%v, %B = "test.values"() : () -> (vector<1xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op source layout: the layout needs threads 0 to 7; scope thread has 1}}
tl.store %v as #tl.register<spatial(8)> to %B scope thread : vector<1xf32> to memref<8xf32>

// -----

// V16: the elements that a layout reaches can be counted.
%v, %B = "test.values"() : () -> (vector<2xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op target layout: 4 * 2305843009213693952 does not fit 64 bits}}
tl.store %v as #tl.register<local(2)> to %B layout #tl.tile<S[131072 : 1] + 6917529027641081856 + swizzle(1, 60, 1)> scope thread : vector<2xf32> to memref<8xf32>

// -----

// V16: a memref under a layout is contiguous.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32, strided<[2]>>)
// expected-error @+1 {{'tl.store' op target has a layout, so its memref has to be contiguous and of static shape}}
tl.store %v as #tl.register<local(8)> to %B layout #tl.shared<row_major(8)> scope thread : vector<8xf32> to memref<8xf32, strided<[2]>>

// -----

// V16: a memref under a layout has a static shape.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<?xf32>)
// expected-error @+1 {{'tl.store' op target has a layout, so its memref has to be contiguous and of static shape}}
tl.store %v as #tl.register<local(8)> to %B layout #tl.shared<row_major(8)> scope thread : vector<8xf32> to memref<?xf32>

// -----

// V16: a memref under a layout has the layout's shape or is flat.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<2x4xf32>)
// expected-error @+1 {{'tl.store' op target has shape 2, 4, which is neither that of its layout, 8, nor of rank 1}}
tl.store %v as #tl.register<local(8)> to %B layout #tl.shared<row_major(8)> scope thread : vector<8xf32> to memref<2x4xf32>

// -----

// V16: a memref has all elements that its layout reaches.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op target has 8 elements; its layout reaches 15}}
tl.store %v as #tl.register<local(8)> to %B layout #tl.tile<S[8 : 2]> scope thread : vector<8xf32> to memref<8xf32>

// -----

// V16: a swizzle reaches whole blocks.
%v, %B = "test.values"() : () -> (vector<24xf32>, memref<24xf32>)
// expected-error @+1 {{'tl.store' op target has 24 elements; its layout reaches 32}}
tl.store %v as #tl.register<local(24)> to %B layout #tl.tile<S[24] + swizzle(3, 1, 1)> scope thread : vector<24xf32> to memref<24xf32>

// -----

// V17: the tile lies inside the memory.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<4xf32>)
// expected-error @+1 {{'tl.store' op the tile of extent 8 at 0 leaves dimension 0 of target, which has extent 4}}
tl.store %v as #tl.register<local(8)> to %B scope thread : vector<8xf32> to memref<4xf32>

// -----

// V17: the tile lies inside from its origin on.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<?x16xf32>)
// expected-error @+1 {{'tl.store' op the tile of extent 4 at 13 leaves dimension 1 of target, which has extent 16}}
tl.store %v as #tl.register<local(2, 4)> to %B[0, 13] scope thread : vector<8xf32> to memref<?x16xf32>

// -----

// V17: the tile lies inside the layout of the memory.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op the tile of extent 8 at 0 leaves dimension 0 of target, which has extent 4}}
tl.store %v as #tl.register<local(8)> to %B layout #tl.shared<row_major(4)> scope thread : vector<8xf32> to memref<8xf32>

// -----

// V18: an alignment is a power of two.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op alignment has to be an i64, a power of two of at least the 4 bytes of an element}}
tl.store %v as #tl.register<local(8)> to %B scope thread {alignment = 12} : vector<8xf32> to memref<8xf32>

// -----

// V18: an alignment is positive.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op alignment has to be an i64, a power of two of at least the 4 bytes of an element}}
tl.store %v as #tl.register<local(8)> to %B scope thread {alignment = 0} : vector<8xf32> to memref<8xf32>

// -----

// V18: an alignment covers an element.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op alignment has to be an i64, a power of two of at least the 4 bytes of an element}}
tl.store %v as #tl.register<local(8)> to %B scope thread {alignment = 2} : vector<8xf32> to memref<8xf32>

// -----

// V18: an alignment is an i64, and no narrower.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op attribute 'alignment' has to be an i64}}
tl.store %v as #tl.register<local(8)> to %B scope thread {alignment = 16 : i32} : vector<8xf32> to memref<8xf32>

// -----

// V18: an alignment is an i64, and no wider.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op attribute 'alignment' has to be an i64}}
tl.store %v as #tl.register<local(8)> to %B scope thread {alignment = 16 : i128} : vector<8xf32> to memref<8xf32>

// -----

// V18: a divisor for every dimension.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<2x4xf32>)
// expected-error @+1 {{'tl.store' op divisibility has to be an i64 array of 2 positive entries, one a dimension}}
tl.store %v as #tl.register<local(2, 4)> to %B scope thread {divisibility = array<i64: 4>} : vector<8xf32> to memref<2x4xf32>

// -----

// V18: divisors are not left out.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.store' op divisibility has to be an i64 array of 1 positive entries, one a dimension}}
tl.store %v as #tl.register<local(8)> to %B scope thread {divisibility = array<i64>} : vector<8xf32> to memref<8xf32>

// -----

// V18: divisors are positive.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<2x4xf32>)
// expected-error @+1 {{'tl.store' op divisibility has to be an i64 array of 2 positive entries, one a dimension}}
tl.store %v as #tl.register<local(2, 4)> to %B scope thread {divisibility = array<i64: 4, 0>} : vector<8xf32> to memref<2x4xf32>

// -----

// V18: a divisibility divides a known origin.
%v, %B = "test.values"() : () -> (vector<8xf32>, memref<64xf32>)
// expected-error @+1 {{'tl.store' op divisibility 8 of dimension 0 does not divide 3}}
tl.store %v as #tl.register<local(8)> to %B[3] scope thread {divisibility = array<i64: 8>} : vector<8xf32> to memref<64xf32>

// -----

// V20: two elements of the tile, wherever it starts ...
%A, %v = "test.values"() : () -> (memref<64x64xf32, strided<[0, 1]>>, vector<8xf32>)
// expected-error @+1 {{'tl.store' op target: elements (5, 2) and (6, 2) are stored at one place, offset 2}}
tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %A[5, 2] scope warp : vector<8xf32> to memref<64x64xf32, strided<[0, 1]>>

// -----

// V20: ... whatever extents it has, ...
%A, %v = "test.values"() : () -> (memref<?x?xf32, strided<[0, 1]>>, vector<8xf32>)
// expected-error @+1 {{'tl.store' op target: elements (5, 2) and (6, 2) are stored at one place, offset 2}}
tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %A[5, 2] scope warp : vector<8xf32> to memref<?x?xf32, strided<[0, 1]>>

// -----

// V20: ... also where its offset is known only at run time, ...
%A, %v = "test.values"() : () -> (memref<64x64xf32, strided<[?, 0]>>, vector<8xf32>)
// expected-error @+1 {{'tl.store' op target: elements (5, 2) and (5, 3) are stored at one place, offset 5}}
tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %A[5, 2] scope warp : vector<8xf32> to memref<64x64xf32, strided<[?, 0]>>

// -----

// V20: ... in a layout of several digits a dimension, and not where the bounds
// leave one row.
%A, %v = "test.values"() : () -> (memref<64xf32>, vector<8xf32>)
tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %A[32, 8] layout #tl.tile<S[((2, 32), (2, 8)) : ((0, 0), (8, 1))]> scope warp bounds(33, 16) : vector<8xf32> to memref<64xf32>
// expected-error @+1 {{'tl.store' op target: elements (32, 8) and (33, 8) are stored at one place, offset 8}}
tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %A[32, 8] layout #tl.tile<S[((2, 32), (2, 8)) : ((0, 0), (8, 1))]> scope warp : vector<8xf32> to memref<64xf32>

// -----

// V20: a part that cuts digits is no layout; the first two of all that meet are in it,
// and not in a smaller one.
%A, %v, %w = "test.values"() : () -> (memref<6xf32>, vector<3xf32>, vector<2xf32>)
tl.store %w as #tl.register<local(2)> to %A[1] layout #tl.tile<S[((2, 3),) : ((2, 1),)]> scope thread : vector<2xf32> to memref<6xf32>
// expected-error @+1 {{'tl.store' op target: elements (2) and (3) are stored at one place, offset 2}}
tl.store %v as #tl.register<local(3)> to %A[1] layout #tl.tile<S[((2, 3),) : ((2, 1),)]> scope thread : vector<3xf32> to memref<6xf32>

// -----

// V20: an origin that is a constant is one; the least one has no difference with
// anything.
%A, %v = "test.values"() : () -> (memref<?x64xf32, strided<[0, 1]>>, vector<8xf32>)
%c = arith.constant -9223372036854775808 : index
tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %A[%c, 2] scope warp : vector<8xf32> to memref<?x64xf32, strided<[0, 1]>>

// -----

%A, %v = "test.values"() : () -> (memref<32x8xf32>, vector<8xf32>)
// expected-error @+1 {{'tl.store' op attribute 'disjoint' has to be a unit attribute: memory does not overlap with what the value was loaded from}}
tl.store %v as #tl.register<spatial(32, 1).local(1, 8)> to %A scope warp {disjoint = 1 : i64} : vector<8xf32> to memref<32x8xf32>

// -----

%A = "test.values"() : () -> memref<32x8xf32>
// expected-error @+1 {{'tl.load' op has no attribute 'disjoint'; it can have pad, cache, partial,}}
%v = tl.load %A as #tl.register<spatial(32, 1).local(1, 8)> scope warp {disjoint} : memref<32x8xf32> to vector<8xf32>
