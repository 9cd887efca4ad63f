// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// V29: what is shared are replicas.
%A, %v = "test.values"() : () -> (memref<32x8xf32>, vector<8xf32>)
// expected-error @+1 {{'tl.store' op has 'share_replicas', and its layout has no replicas}}
tl.store %v as #tl.tile<S[(32, 8) : (1@laneid, 1)]> to %A scope warp {share_replicas} : vector<8xf32> to memref<32x8xf32>

// -----

// V29: on threads, not on registers.
%A, %v = "test.values"() : () -> (memref<32x4xf32>, vector<8xf32>)
// expected-error @+1 {{'tl.store' op has 'share_replicas', and its layout has registers that repeat an element}}
tl.store %v as #tl.tile<S[(32, 4) : (1@laneid, 1)] + R[2 : 4]> to %A scope warp {share_replicas} : vector<8xf32> to memref<32x4xf32>

// -----

// V29: of all registers.
%A, %v = "test.values"() : () -> (memref<16x8xf32>, vector<12xf32>)
// expected-error @+1 {{'tl.store' op has 'share_replicas' and 'partial'; replicas share all registers or none}}
tl.store %v as #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]> to %A scope warp {partial, share_replicas} : vector<12xf32> to memref<16x8xf32>

// -----

// V4: between memories, all registers of a partition hold an element.
%A, %B = "test.values"() : () -> (memref<16x8xf32>, memref<16x8xf32, 3>)
// expected-error @+1 {{'tl.copy' op has no attribute 'partial'}}
tl.copy %A to %B as #tl.tile<S[(16, 8) : (1@laneid, 2)]> scope warp {partial} : memref<16x8xf32> to memref<16x8xf32, 3>

// -----

// V29: a copy to registers has no shares either.
%A, %r = "test.values"() : () -> (memref<16x8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op has 'share_replicas', and loads: every replica gets all of its registers}}
tl.copy %A to %r layout #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]> scope warp {share_replicas} : memref<16x8xf32> to memref<8xf32, 5>

// -----

// V4: nor has a copy between memories.
%A, %B = "test.values"() : () -> (memref<16x8xf32>, memref<16x8xf32, 3>)
// expected-error @+1 {{'tl.copy' op has no attribute 'share_replicas'}}
tl.copy %A to %B scope warp {share_replicas} : memref<16x8xf32> to memref<16x8xf32, 3>

// -----

// V4: a load has no shares.
%A = "test.values"() : () -> memref<16x8xf32>
// expected-error @+1 {{'tl.load' op has no attribute 'share_replicas'}}
tl.load %A as #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]> scope warp {share_replicas} : memref<16x8xf32> to vector<8xf32>
