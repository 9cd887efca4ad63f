// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The assembly of tl.load, the rules that differ from tl.copy, and V10 to V15.
// Memory space 5 is private memory.

// Assembly: the result has a layout.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{custom op 'tl.load' expected 'as'}}
tl.load %A scope thread : memref<8xf32> to vector<8xf32>

// -----

// Assembly: the scope cannot be left out.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{custom op 'tl.load' expected 'scope'}}
tl.load %A as #tl.register<local(8)> : memref<8xf32> to vector<8xf32>

// -----

// Assembly: 'to' is between the types.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{custom op 'tl.load' expected 'to'}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32>, vector<8xf32>

// -----

// V4: a load has one result.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op expects 1 operands and 1 results for these origins, got 1 and 0}}
"tl.load"(%A) {scope = "thread", target_layout = #tl.register<local(8)>} : (memref<8xf32>) -> ()

// -----

// V5: the result is a vector.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target has to be a vector}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// V6: a load reads memory.
%A = "test.values"() : () -> memref<8xf32, 5>
// expected-error @+1 {{'tl.load' op source has to be in global or workgroup memory}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32, 5> to vector<8xf32>

// -----

// V8: the result has a layout.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target is registers and needs a layout: #tl.register or #tl.tile}}
%v = "tl.load"(%A) {scope = "thread"} : (memref<8xf32>) -> vector<8xf32>

// -----

// V10: a layout numbers at most the threads of its scope.
%A = "test.values"() : () -> memref<64xf32>
// expected-error @+1 {{'tl.load' op target layout: the layout numbers 64 threads; scope warp has 32}}
tl.load %A as #tl.register<spatial(64)> scope warp : memref<64xf32> to vector<1xf32>

// -----

// V10: a cta has at most 1024 threads.
%A = "test.values"() : () -> memref<2048xf32>
// expected-error @+1 {{'tl.load' op target layout: the layout numbers 2048 threads; scope cta has at most 1024}}
tl.load %A as #tl.register<spatial(2048)> scope cta : memref<2048xf32> to vector<1xf32>

// -----

// V10: a thread axis is a digit of the thread number of its scope.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target layout: axis warpid is no digit of the thread number of scope warp}}
tl.load %A as #tl.tile<S[8 : 1@warpid]> scope warp : memref<8xf32> to vector<1xf32>

// -----

// V10: a block axis is no thread axis.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target layout: axis bx is no digit of the thread number of scope cta}}
tl.load %A as #tl.tile<S[8 : 1@bx]> scope cta : memref<8xf32> to vector<1xf32>

// -----

// V11: a vector is not scalable.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target cannot be a scalable vector}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32> to vector<[8]xf32>

// -----

// V11: a buffer has a static shape.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<?xf32, 5>)
// expected-error @+1 {{'tl.copy' op target has to be a contiguous memref of static shape}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<?xf32, 5>

// -----

// V11: a buffer is contiguous.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, strided<[2]>, 5>)
// expected-error @+1 {{'tl.copy' op target has to be a contiguous memref of static shape}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, strided<[2]>, 5>

// -----

// V11: a buffer is at offset 0.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, strided<[1], offset: 4>, 5>)
// expected-error @+1 {{'tl.copy' op target has to be a contiguous memref of static shape}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, strided<[1], offset: 4>, 5>

// -----

// V12: a register for every element of the vector.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target has 4 elements; its layout has 8 registers per thread}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32> to vector<4xf32>

// -----

// V12: a thread holds at most 1024 registers.
%A = "test.values"() : () -> memref<2048xf32>
// expected-error @+1 {{'tl.load' op target layout has 2048 registers per thread; at most 1024 are supported}}
tl.load %A as #tl.register<local(2048)> scope thread : memref<2048xf32> to vector<2048xf32>

// -----

// V13: memory is strided.
%A = "test.values"() : () -> memref<8xf32, affine_map<(d) -> (d floordiv 2)>>
// expected-error @+1 {{'tl.load' op source has to be a strided memref of rank at most 8}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32, affine_map<(d) -> (d floordiv 2)>> to vector<8xf32>

// -----

// V13: strides are not negative.
%A = "test.values"() : () -> memref<8xf32, strided<[-1], offset: 7>>
// expected-error @+1 {{'tl.load' op source has the negative stride -1 in dimension 0}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32, strided<[-1], offset: 7>> to vector<8xf32>

// -----

// V14: the type of memory has the rank of the tile.
%A = "test.values"() : () -> memref<2x8xf32>
// expected-error @+1 {{'tl.load' op the tile has rank 1, the type of source has rank 2}}
tl.load %A as #tl.register<local(8)> scope thread : memref<2x8xf32> to vector<8xf32>

// -----

// V14: the layout of memory has the rank of the tile.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op the tile has rank 1, the layout of source has rank 2}}
tl.load %A layout #tl.shared<row_major(2, 4)> as #tl.register<local(8)> scope thread : memref<8xf32> to vector<8xf32>

// -----

// V15: an origin has one entry a dimension.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op source has an origin of 2 entries; the tile has rank 1}}
tl.load %A[0, 0] as #tl.register<local(8)> scope thread : memref<8xf32> to vector<8xf32>

// -----

// V15: registers have no origin.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op target is registers and cannot have an origin}}
tl.copy %A to %R[0] layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, 5>
