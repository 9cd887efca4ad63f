// RUN: %tl-opt %s --split-input-file --tl-partition-copies --verify-diagnostics

// A constant below 0 is no origin and no bound: what of a dimension of unknown
// extent would have to be there is not made up.

#row = #tl.register<spatial(32, 1).local(1, 8)>
func.func @origin(%m: memref<?x64xf32>) {
  %c = arith.constant -1 : index
  // expected-error @+1 {{'tl.load' op the origin -1 of dimension 0 is negative}}
  %0 = tl.load %m[%c, 0] as #row scope warp : memref<?x64xf32> to vector<8xf32>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>
func.func @least_origin(%m: memref<?x64xf32>, %v: vector<8xf32>) {
  %c = arith.constant -9223372036854775808 : index
  // expected-error @+1 {{'tl.store' op the origin -9223372036854775808 of dimension 0 is negative}}
  tl.store %v as #row to %m[%c, 0] scope warp : vector<8xf32> to memref<?x64xf32>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>
func.func @bound(%m: memref<?x64xf32>) {
  %c = arith.constant -1 : index
  // expected-error @+1 {{'tl.load' op the bound -1 of dimension 0 is negative}}
  %0 = tl.load %m as #row scope warp bounds(%c, 64) : memref<?x64xf32> to vector<8xf32>
  return
}

// -----

// The offset of the last row is that of its first element, which is far.

#rows = #tl.register<local(4, 1).spatial(1, 32)>
func.func @far_rows(%m: memref<4x32xf32, strided<[4611686018427387904, 1]>>) {
  // expected-error @+1 {{'tl.load' op 3 * 4611686018427387904 does not fit 64 bits}}
  %0 = tl.load %m as #rows scope warp : memref<4x32xf32, strided<[4611686018427387904, 1]>> to vector<4xf32>
  return
}
