// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// V4: origins and bounds are integers that an index holds.

%A, %i = "test.values"() : () -> (memref<64xf32>, i65)
// expected-error @+1 {{'tl.load' op operand 1 (source_origin) has to be an index or signless integer of at most 64 bits}}
tl.load %A[%i : i65] as #tl.register<local(8)> scope thread : memref<64xf32> to vector<8xf32>

// -----

%A, %i = "test.values"() : () -> (memref<64xf32>, ui32)
// expected-error @+1 {{'tl.load' op operand 1 (source_origin) has to be an index or signless integer of at most 64 bits}}
tl.load %A[%i : ui32] as #tl.register<local(8)> scope thread : memref<64xf32> to vector<8xf32>

// -----

%A, %m = "test.values"() : () -> (memref<64xf32>, f32)
// expected-error @+1 {{'tl.load' op operand 1 (bounds) has to be an index or signless integer of at most 64 bits}}
tl.load %A as #tl.register<local(8)> scope thread bounds(%m : f32) : memref<64xf32> to vector<8xf32>

// -----

// An integer that is no index says its type.
%A, %i = "test.values"() : () -> (memref<64xf32>, i32)
// expected-error @+2 {{use of value '%i' expects different type than prior uses: 'index' vs 'i32'}}
// expected-note @-2 {{prior use here}}
tl.load %A[%i] as #tl.register<local(8)> scope thread : memref<64xf32> to vector<8xf32>
