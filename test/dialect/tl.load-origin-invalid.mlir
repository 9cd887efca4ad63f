// RUN: tl-opt %s --tl-partition-copies --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Where memory has a dynamic shape, the end of the tile still fits 64 bits.  The
// verifier cannot see it; the first pass that needs the end does.
%A = "test.values"() : () -> memref<?xf32>
// expected-error @+1 {{'tl.load' op the tile at 9223372036854775800 of dimension 0 reaches beyond 64 bits}}
tl.load %A[9223372036854775800] as #tl.register<local(8)> scope thread : memref<?xf32> to vector<8xf32>
