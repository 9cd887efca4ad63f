// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Slices of memory and the tile of a copy: V2, V14 to V18, V20 to V24, V27.

// V14: the origin selects the slice.
%A = "test.values"() : () -> memref<2x8xf32>
// expected-error @+1 {{'tl.load' op the tile has rank 1, the type of source has rank 2; an origin of 2 entries selects a slice}}
tl.load %A as #tl.register<local(8)> scope thread : memref<2x8xf32> to vector<8xf32>

// -----

// V15: with an entry for every dimension.
%A, %s = "test.values"() : () -> (memref<2x3x8xf32>, index)
// expected-error @+1 {{'tl.load' op source has an origin of 2 entries; its type has rank 3 and the tile rank 1, which take 3}}
tl.load %A[%s, 0] as #tl.register<local(8)> scope thread : memref<2x3x8xf32> to vector<8xf32>

// -----

// V15: under a layout as well, where the slices have its rank or are flat.
%A, %s = "test.values"() : () -> (memref<2x4x4x8xf32>, index)
// expected-error @+1 {{'tl.load' op source has an origin of 3 entries; its type has rank 4 and the tile rank 2, which take 4}}
tl.load %A[%s, 0, 0] layout #tl.shared<row_major(8, 8)> as #tl.register<local(8, 8)> scope thread : memref<2x4x4x8xf32> to vector<64xf32>

// -----

// V15: where it has more dimensions than memory, the slices are flat.
%A = "test.values"() : () -> memref<2x64xf32>
// expected-error @+1 {{'tl.load' op source has an origin of 2 entries; its type has rank 2 and the tile rank 3, which take 4}}
tl.load %A[0, 0] layout #tl.shared<row_major(4, 2, 8)> as #tl.register<local(4, 2, 8)> scope thread : memref<2x64xf32> to vector<64xf32>

// -----

// V16: slices that are flat and have room for the layout are selected by more entries.
%A = "test.values"() : () -> memref<2x64xf32>
// expected-error @+1 {{'tl.load' op source has shape 2, 64, which is neither that of its layout, 8, 8, nor of rank 1; an origin of 3 entries selects a slice that is}}
tl.load %A[0, 0] layout #tl.shared<row_major(8, 8)> as #tl.register<local(8, 8)> scope thread : memref<2x64xf32> to vector<64xf32>

// -----

// V16: a slice has what the layout reaches.
%A, %s = "test.values"() : () -> (memref<2x32xf32>, index)
// expected-error @+1 {{'tl.load' op a slice of source has 32 elements; its layout reaches 64}}
tl.load %A[%s, 0, 0] layout #tl.shared<row_major(8, 8)> as #tl.register<local(8, 8)> scope thread : memref<2x32xf32> to vector<64xf32>

// -----

// V16: in the layout's shape.
%A, %s = "test.values"() : () -> (memref<2x4x16xf32>, index)
// expected-error @+1 {{'tl.load' op a slice of source has shape 4, 16, which is neither that of its layout, 8, 8, nor of rank 1}}
tl.load %A[%s, 0, 0] layout #tl.shared<row_major(8, 8)> as #tl.register<local(8, 8)> scope thread : memref<2x4x16xf32> to vector<64xf32>

// -----

// V16: one after the other.
%A, %s = "test.values"() : () -> (memref<2x8x8xf32, strided<[128, 16, 1]>>, index)
// expected-error @+1 {{'tl.load' op source has a layout, so a slice of it has to be contiguous and of static shape}}
tl.load %A[%s, 0, 0] layout #tl.shared<row_major(8, 8)> as #tl.register<local(8, 8)> scope thread : memref<2x8x8xf32, strided<[128, 16, 1]>> to vector<64xf32>

// -----

// V17: the slice is one of memory.
%A = "test.values"() : () -> memref<2x8xf32>
// expected-error @+1 {{'tl.load' op the tile of extent 1 at 2 leaves dimension 0 of source, which has extent 2}}
tl.load %A[2, 0] as #tl.register<local(8)> scope thread : memref<2x8xf32> to vector<8xf32>

// -----

// V17: bounds are no limit of it.
%A = "test.values"() : () -> memref<2x8xf32>
// expected-error @+1 {{'tl.load' op the tile of extent 1 at 2 leaves dimension 0 of source, which has extent 2}}
tl.load %A[2, 0] as #tl.register<local(8)> scope thread bounds(8) : memref<2x8xf32> to vector<8xf32>

// -----

// V18: divisors are of all dimensions ...
%A, %s = "test.values"() : () -> (memref<2x8xf32>, index)
// expected-error @+1 {{'tl.load' op divisibility has to be an i64 array of 2 positive entries, one a dimension}}
tl.load %A[%s, 0] as #tl.register<local(8)> scope thread {divisibility = array<i64: 1>} : memref<2x8xf32> to vector<8xf32>

// -----

// V18: ... also those of strides that a layout does not replace.
%A, %s = "test.values"() : () -> (memref<2x8xf32, strided<[12, 1]>>, index)
// expected-error @+1 {{'tl.load' op stride_divisibility 8 of dimension 0 does not divide 12}}
tl.load %A[%s, 0] layout #tl.shared<row_major(8)> as #tl.register<local(8)> scope thread {stride_divisibility = array<i64: 8, 1>} : memref<2x8xf32, strided<[12, 1]>> to vector<8xf32>

// -----

// V21: bounds are of the tile alone.
%A, %s = "test.values"() : () -> (memref<2x8xf32>, index)
// expected-error @+1 {{'tl.load' op has bounds of 2 entries; the tile has rank 1}}
tl.load %A[%s, 0] as #tl.register<local(8)> scope thread bounds(2, 8) : memref<2x8xf32> to vector<8xf32>

// -----

// V21: and lie inside its dimensions.
%A, %s = "test.values"() : () -> (memref<20x8xf32>, index)
// expected-error @+1 {{'tl.load' op bound 9 of dimension 1 is not inside source, which has extent 8}}
tl.load %A[%s, 0] as #tl.register<local(8)> scope thread bounds(9) : memref<20x8xf32> to vector<8xf32>

// -----

// V20: elements of one slice are at places of their own.
%A, %v = "test.values"() : () -> (memref<2x8x8xf32, strided<[64, 0, 1]>>, vector<64xf32>)
// expected-error @+1 {{'tl.store' op target: elements (1, 0, 0) and (1, 1, 0) are stored at one place, offset 64}}
tl.store %v as #tl.register<local(8, 8)> to %A[1, 0, 0] scope thread : vector<64xf32> to memref<2x8x8xf32, strided<[64, 0, 1]>>

// -----

// V27: the swizzle is that of the slice.
%A, %s = "test.values"() : () -> (memref<2x64x64xf16, strided<[4160, 64, 1]>>, index)
// expected-error @+1 {{'tl.load' op slices of dimension 0 of source are 4160 elements apart; under the swizzle of its layout that has to be a multiple of 512}}
tl.load %A[%s, 0, 0] layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> scope cta : memref<2x64x64xf16, strided<[4160, 64, 1]>> to vector<32xf16>

// -----

// V22: a tile is of a copy between memories.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, 5>)
// expected-error @+1 {{'tl.copy' op has 'tile', which stands on a tl.copy between two memrefs in global or workgroup memory, neither with a layout of registers}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread tile(8) : memref<8xf32> to memref<8xf32, 5>

// -----

// V23: which has no partition.
%A, %B = "test.values"() : () -> (memref<8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op has both a tile and a partition, which says what it is}}
tl.copy %A to %B as #tl.register<spatial(8)> scope warp tile(8) : memref<8xf32> to memref<8xf32>

// -----

// V24: it has elements.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8x8xf32>)
// expected-error @+1 {{'tl.copy' op the tile has no elements in dimension 1}}
tl.copy %A to %B scope warp tile(8, 0) : memref<8x8xf32> to memref<8x8xf32>

// -----

// V2: none of its extents is negative.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8x8xf32>)
// expected-error @+1 {{'tl.copy' op tile -1 of dimension 0 is negative}}
tl.copy %A to %B scope warp tile(-1, 8) : memref<8x8xf32> to memref<8x8xf32>

// -----

// V14: no memory has fewer dimensions.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8xf32>)
// expected-error @+1 {{'tl.copy' op the tile has rank 2, the type of target has rank 1; give target a layout, as #tl.shared<row_major(8, 8)>}}
tl.copy %A to %B scope warp tile(8, 8) : memref<8x8xf32> to memref<8xf32>

// -----

// V17: it lies inside both.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8x8xf32>)
// expected-error @+1 {{'tl.copy' op the tile of extent 16 at 0 leaves dimension 1 of source, which has extent 8}}
tl.copy %A to %B scope warp tile(8, 16) : memref<8x8xf32> to memref<8x8xf32>

// -----

// A tile has at most 8 dimensions.
%A, %B = "test.values"() : () -> (memref<8x8xf32>, memref<8x8xf32>)
// expected-error @+1 {{a tile has at most 8 dimensions}}
tl.copy %A to %B scope warp tile(1, 1, 1, 1, 1, 1, 1, 1, 1) : memref<8x8xf32> to memref<8x8xf32>
