// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The assembly of tl.load, the rules that differ from tl.copy, and V13 to V15.
// Memory space 5 is private memory.

// Assembly: the result has a layout.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{custom op 'tl.load' expected 'as' and the layout of the registers, a layout attribute as #tl.register<local(8)>}}
tl.load %A scope thread : memref<8xf32> to vector<8xf32>

// -----

// Assembly: the scope cannot be left out.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{custom op 'tl.load' expected 'scope' and one of thread, warp, warpgroup, cta}}
tl.load %A as #tl.register<local(8)> : memref<8xf32> to vector<8xf32>

// -----

// Assembly: 'to' is between the types.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{custom op 'tl.load' expected 'to' and the type of the target}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32>, vector<8xf32>

// -----

// V4: a load has one result.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op expects 1 results (target), got 0}}
"tl.load"(%A) {scope = "thread", target_layout = #tl.register<local(8)>} : (memref<8xf32>) -> ()

// -----

// V5: the result is a vector.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op result 0 (target) has to be a vector}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, 5>

// -----

// V6: a load reads memory.
%A = "test.values"() : () -> memref<8xf32, 5>
// expected-error @+1 {{'tl.load' op source has to be in global or workgroup memory}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32, 5> to vector<8xf32>

// -----

// V8: the result has a layout.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target is registers and needs a layout: #tl.register, #tl.cute_tv, #tl.linear or #tl.tile}}
%v = "tl.load"(%A) {scope = "thread"} : (memref<8xf32>) -> vector<8xf32>

// -----

// V13: memory is strided.
%A = "test.values"() : () -> memref<8xf32, affine_map<(d) -> (d floordiv 2)>>
// expected-error @+1 {{'tl.load' op source has to be a strided memref of rank at most 8}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32, affine_map<(d) -> (d floordiv 2)>> to vector<8xf32>

// -----

// V13: memory has rank at most 8.
%A = "test.values"() : () -> memref<1x1x1x1x1x1x1x1x8xf32>
// expected-error @+1 {{'tl.load' op source has to be a strided memref of rank at most 8}}
tl.load %A as #tl.register<local(8)> scope thread : memref<1x1x1x1x1x1x1x1x8xf32> to vector<8xf32>

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
// expected-error @+1 {{'tl.load' op source has an origin of 2 entries; its type has rank 1 and the tile rank 1, which take 1}}
tl.load %A[0, 0] as #tl.register<local(8)> scope thread : memref<8xf32> to vector<8xf32>

// -----

// V15: registers have no origin.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op target is registers and cannot have an origin}}
tl.copy %A to %R[0] layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, 5>
