// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// tl.copy between two memories: V22 to V25, and the rules of memory and of
// registers on its sides and its partition.

// V22: facts say which side they are of.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op has no attribute 'alignment'; between two memories, source_alignment or target_alignment}}
tl.copy %A to %B scope warp {alignment = 16} : memref<8xf32> to memref<8xf32>

// -----

// V22: facts of sides are not for copies with registers.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op has no attribute 'source_alignment'}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread {source_alignment = 16} : memref<8xf32> to memref<8xf32, 5>

// -----

// V22: nor are threads ...
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op has 'threads', which stands on a tl.copy between two memrefs in global or workgroup memory, neither with a layout of registers}}
tl.copy %A to %R layout #tl.register<local(8)> scope warp threads 8 : memref<8xf32> to memref<8xf32, 5>

// -----

// V22: ... and a partition.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op has 'as', which stands on a tl.copy between two memrefs in global or workgroup memory, neither with a layout of registers}}
tl.copy %A to %R layout #tl.register<local(8)> as #tl.register<local(8)> scope warp : memref<8xf32> to memref<8xf32, 5>

// -----

// V23: some thread takes part.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op threads has to be an i64 from 1 to 64, the most that a warp has}}
tl.copy %A to %B scope warp threads 0 : memref<8xf32> to memref<8xf32>

// -----

// V23: at most those of the scope.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op threads has to be an i64 from 1 to 1024, the most that a cta has}}
tl.copy %A to %B scope cta threads 1025 : memref<8xf32> to memref<8xf32>

// -----

%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
tl.copy %A to %B scope warp threads 1 : memref<8xf32> to memref<8xf32>

// -----

// V23: threads are a number of 64 bits.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op attribute 'threads' has to be an i64}}
"tl.copy"(%A, %B) {scope = "warpgroup", threads = 8 : i32} : (memref<8xf32>, memref<8xf32>) -> ()

// -----

// V23: a partition says the threads itself.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op has both threads and a partition, which says who takes part}}
tl.copy %A to %B as #tl.register<spatial(8)> scope warp threads 8 : memref<8xf32> to memref<8xf32>

// -----

// V14: of a memory with more dimensions than the other an origin selects a slice.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<64xf32>)
// expected-error @+1 {{'tl.copy' op the tile has rank 1, the type of source has rank 2; an origin of 2 entries selects a slice; give target a layout, as #tl.shared<row_major(8, 8)>}}
tl.copy %A to %B scope warp : memref<8x8xf32> to memref<64xf32>

// -----

// V24: one side says each extent.
%A, %B = "test.values"() : () -> (memref<8x?xf32>, memref<?x?xf32>)
// expected-error @+1 {{'tl.copy' op the extent of the tile in dimension 1 is known only at run time; one side has to say it, or the copy, as 'tile(...)'}}
tl.copy %A to %B scope warp : memref<8x?xf32> to memref<?x?xf32>

// -----

// V24: there is something to move.
%A, %B = "test.values"() : () -> (memref<8x0xf32>, memref<8x8xf32>)
// expected-error @+1 {{'tl.copy' op the tile has no elements in dimension 1}}
tl.copy %A to %B scope warp : memref<8x0xf32> to memref<8x8xf32>

// -----

// V25: a partition moves an element by one register.
%A, %B = "test.values"() : () -> (memref<32x4xf32>, memref<32x4xf32, 3>)
// expected-error @+1 {{'tl.copy' op partition layout: a partition has one register for an element, and repeats none}}
tl.copy %A to %B as #tl.tile<S[(32, 4) : (1@laneid, 1)] + R[2 : 4]> scope warp : memref<32x4xf32> to memref<32x4xf32, 3>

// -----

// V25: a thread has registers for its part of a partition.
%A, %B = "test.values"() : () -> (memref<2048xf32>, memref<2048xf32>)
// expected-error @+1 {{'tl.copy' op partition layout: 2048 registers per thread; at most 1024 fit}}
tl.copy %A to %B as #tl.register<local(2048)> scope warp : memref<2048xf32> to memref<2048xf32>

// -----

// V3: a partition is a layout.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op attribute 'partition' has to be a layout attribute of this dialect}}
tl.copy %A to %B as 8 scope warp : memref<8xf32> to memref<8xf32>

// -----

// V8: of registers.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op partition layout: registers have no shared layout; use #tl.register, #tl.cute_tv, #tl.linear or #tl.tile}}
tl.copy %A to %B as #tl.shared<row_major(8)> scope warp : memref<8xf32> to memref<8xf32>

// -----

// V10: on threads that the scope has.
%A, %B = "test.values"() : () -> (memref<128xf32>, memref<128xf32>)
// expected-error @+1 {{'tl.copy' op partition layout: the layout needs threads 0 to 127; scope warp has 32}}
tl.copy %A to %B as #tl.register<spatial(128)> scope warp : memref<128xf32> to memref<128xf32>

// -----

// V14: of the rank of both sides.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8x8xf32>)
// expected-error @+1 {{'tl.copy' op the tile has rank 1, the type of source has rank 2}}
tl.copy %A to %B as #tl.register<spatial(8)> scope warp : memref<8x8xf32> to memref<8x8xf32>

// -----

// V19: with every element in one place.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op partition layout: elements (0) and (4) are both in register 0 of thread 0}}
tl.copy %A to %B as #tl.tile<S[((2, 4)) : ((0, 1@laneid))]> scope warp : memref<8xf32> to memref<8xf32>

// -----

// V6: both sides are global or shared.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 4>)
// expected-error @+1 {{'tl.copy' op target has to be in global or workgroup memory, which are no space, 0 or 1, and 3 or their names in gpu, nvvm and llvm; its space is 4}}
tl.copy %A to %B scope warp : memref<8xf32> to memref<8xf32, 4>

// -----

// V7: of one element type.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xi32>)
// expected-error @+1 {{'tl.copy' op source and target have different element types}}
tl.copy %A to %B scope warp : memref<8xf32> to memref<8xi32>

// -----

// V9: neither has thread axes.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op target layout: memory cannot have thread axes; use #tl.shared, #tl.cute, or #tl.tile on axis m}}
tl.copy %A to %B layout #tl.tile<S[8 : 1@laneid]> scope warp : memref<8xf32> to memref<8xf32>

// -----

// V16: a layout has room in its memref.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<32xf32, 3>)
// expected-error @+1 {{'tl.copy' op target has 32 elements; its layout reaches 64}}
tl.copy %A to %B layout #tl.shared<row_major(8, 8)> scope warp : memref<8x8xf32> to memref<32xf32, 3>

// -----

// V17: the tile lies inside both sides.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8x8xf32>)
// expected-error @+1 {{'tl.copy' op the tile of extent 8 at 4 leaves dimension 0 of target, which has extent 8}}
tl.copy %A to %B[4, 0] scope warp : memref<8x8xf32> to memref<8x8xf32>

// -----

// V17: bounds are of the source alone here.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8x8xf32>)
// expected-error @+1 {{'tl.copy' op the tile of extent 8 at 4 leaves dimension 0 of target, which has extent 8}}
tl.copy %A to %B[4, 0] scope warp bounds(8, 8) : memref<8x8xf32> to memref<8x8xf32>

// -----

// V18: facts of a side are checked as those of memory.
%A, %B, %i = "test.values"() : () -> (memref<8x8xf32>, memref<4x4xf32>, index)
// expected-error @+1 {{'tl.copy' op source_divisibility has to be an i64 array of 2 positive entries, one a dimension}}
tl.copy %A[%i, 0] to %B scope warp {source_divisibility = array<i64: 4>} : memref<8x8xf32> to memref<4x4xf32>

// -----

// V18: also the target's.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<4x4xf32>)
// expected-error @+1 {{'tl.copy' op target_alignment has to be an i64, a power of two of at least the 4 bytes of an element}}
tl.copy %A to %B scope warp {target_alignment = 2} : memref<8x8xf32> to memref<4x4xf32>

// -----

// V20: no two elements are stored at one place.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op target: elements (0, 0) and (1, 0) are stored at one place, offset 0}}
tl.copy %A to %B layout #tl.tile<S[(8, 8) : (0, 1)]> scope warp : memref<8x8xf32> to memref<8xf32>

// -----

// V21: bounds have one entry a dimension.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8x8xf32>)
// expected-error @+1 {{'tl.copy' op has bounds of 1 entries; the tile has rank 2}}
tl.copy %A to %B scope warp bounds(8) : memref<8x8xf32> to memref<8x8xf32>

// -----

// V21: elements that are not written are not padded.
%A, %B = "test.values"() : () -> (memref<64xf32, 3>, memref<8x8xf32>)
// expected-error @+1 {{'tl.copy' op pad has to be a number of the element type, and of a load with bounds}}
tl.copy %A layout #tl.shared<row_major(8, 8)> to %B scope warp bounds(8, 4) {pad = 1.0 : f32} : memref<64xf32, 3> to memref<8x8xf32>

// -----

// A clause behind the scope stands once.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8x8xf32>)
// expected-error @+1 {{custom op 'tl.copy' expected ':' and both types, or in front of them tile(...), threads, async or bounds(...), each once, or attributes}}
tl.copy %A to %B scope cta threads 8 bounds(8, 8) threads 8 : memref<8x8xf32> to memref<8x8xf32>
