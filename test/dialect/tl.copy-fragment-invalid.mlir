// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// The registers of tl.copy, tl.load and tl.store: V10 to V12.  Memory space 5 is
// private memory.

// V10: a layout numbers at most the threads that its scope has on some target.
%A = "test.values"() : () -> memref<128xf32>
// expected-error @+1 {{'tl.load' op target layout: the layout needs threads 0 to 127; scope warp has 32}}
tl.load %A as #tl.register<spatial(128)> scope warp : memref<128xf32> to vector<1xf32>

// -----

// V10: a cta has at most 1024 threads.
%A = "test.values"() : () -> memref<2048xf32>
// expected-error @+1 {{'tl.load' op target layout: the layout needs threads 0 to 2047; scope cta has at most 1024}}
tl.load %A as #tl.register<spatial(2048)> scope cta : memref<2048xf32> to vector<1xf32>

// -----

// V10: the same for a tile layout.
%A = "test.values"() : () -> memref<2048xf32>
// expected-error @+1 {{'tl.load' op target layout: the layout needs threads 0 to 2047; scope cta has at most 1024}}
tl.load %A as #tl.tile<S[2048 : 1@tx]> scope cta : memref<2048xf32> to vector<1xf32>

// -----

// V10: the threads of a cta that other axes number.
%A = "test.values"() : () -> memref<64xf32>
// expected-error @+1 {{'tl.load' op target layout: the layout needs threads 0 to 2016; scope cta has at most 1024}}
tl.load %A as #tl.tile<S[64 : 1@warpid]> scope cta : memref<64xf32> to vector<1xf32>

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
// expected-error @+1 {{'tl.load' op target has to be a vector of fixed size, of rank 1 to 8 and at most 1024 elements}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32> to vector<[8]xf32>

// -----

// V11: a buffer has a static shape.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<?xf32, 5>)
// expected-error @+1 {{'tl.copy' op target has to be a contiguous memref of static shape, of rank 0 to 8 and at most 1024 elements}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<?xf32, 5>

// -----

// V11: a buffer is contiguous.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, strided<[2]>, 5>)
// expected-error @+1 {{'tl.copy' op target has to be a contiguous memref of static shape, of rank 0 to 8 and at most 1024 elements}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, strided<[2]>, 5>

// -----

// V11: a buffer is at offset 0.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<8xf32, strided<[1], offset: 4>, 5>)
// expected-error @+1 {{'tl.copy' op target has to be a contiguous memref of static shape, of rank 0 to 8 and at most 1024 elements}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<8xf32, strided<[1], offset: 4>, 5>

// -----

// V11: a buffer has rank at most 8.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<1x1x1x1x1x1x1x1x8xf32, 5>)
// expected-error @+1 {{'tl.copy' op target has to be a contiguous memref of static shape, of rank 0 to 8 and at most 1024 elements}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<1x1x1x1x1x1x1x1x8xf32, 5>

// -----

// V11: a vector has rank at most 8.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target has to be a vector of fixed size, of rank 1 to 8 and at most 1024 elements}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32> to vector<1x1x1x1x1x1x1x1x8xf32>

// -----

// V11: the elements of a buffer can be counted.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<2305843009213693953x8xf32, 5>)
// expected-error @+1 {{'tl.copy' op target has}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<2305843009213693953x8xf32, 5>

// -----

// V11: a buffer has at most 1024 elements.
%A, %R = "test.values"() : () -> (memref<8xf32>, memref<2048xf32, 5>)
// expected-error @+1 {{'tl.copy' op target has 2048 elements; at most 1024 fit the registers of a thread}}
tl.copy %A to %R layout #tl.register<local(8)> scope thread : memref<8xf32> to memref<2048xf32, 5>

// -----

// V11: a vector has at most 1024 elements.
%A = "test.values"() : () -> memref<2048xf32>
// expected-error @+1 {{'tl.load' op target has 2048 elements; at most 1024 fit the registers of a thread}}
tl.load %A as #tl.register<local(2048)> scope thread : memref<2048xf32> to vector<2048xf32>

// -----

// V12: a register for every element of the vector.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target has 4 elements; its layout has 8 registers per thread}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32> to vector<4xf32>

// -----

// V12: or more of them where some may hold nothing.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target has 9 elements; its layout has 8 registers per thread; with {partial} some may hold no element}}
tl.load %A as #tl.register<local(8)> scope thread : memref<8xf32> to vector<9xf32>

// -----

// V12: never fewer.
%A = "test.values"() : () -> memref<8xf32>
// expected-error @+1 {{'tl.load' op target has 8 elements; its layout has 12 registers per thread}}
tl.load %A as #tl.tile<S[8 : 1] + 4@m> scope thread {partial} : memref<8xf32> to vector<8xf32>

// -----

// V19: no two elements are in one register of a thread.
%A = "test.values"() : () -> memref<4x4xf32>
// expected-error @+1 {{'tl.load' op target layout: elements (0, 3) and (3, 0) are both in register 3 of thread 0}}
tl.load %A as #tl.tile<S[(4, 4) : (1, 1)]> scope thread : memref<4x4xf32> to vector<7xf32>

// -----

// V19: lane 4 of the second row holds column 4 of the first one, too.
%A = "test.values"() : () -> memref<2x8xf32>
// expected-error @+1 {{'tl.load' op target layout: elements (0, 4) and (1, 0) are both in register 0 of thread 4}}
tl.load %A as #tl.tile<S[(2, 8) : (4@laneid, 1@laneid)]> scope warp : memref<2x8xf32> to vector<1xf32>

// -----

// V19: no register is left out.
%A = "test.values"() : () -> memref<4xf32>
// expected-error @+1 {{'tl.load' op target layout: no element is in register 1 of 7; with {partial} some may hold no element}}
tl.load %A as #tl.tile<S[4 : 2]> scope thread : memref<4xf32> to vector<7xf32>

// -----

// V19: two of them are not in one register, also where it repeats another one.
%A = "test.values"() : () -> memref<4xf32>
// expected-error @+1 {{'tl.load' op target layout: elements (0) and (1) are both in register 1 of thread 0}}
tl.load %A as #tl.tile<S[4 : 1] + R[2 : 1]> scope thread {partial} : memref<4xf32> to vector<5xf32>

// -----

// V20: a store puts no two elements at one place, here a row on top of the other.
%A = "test.values"() : () -> memref<8xf32>
%v = "test.values"() : () -> vector<16xf32>
// expected-error @+1 {{'tl.store' op target: elements (0, 0) and (1, 0) are stored at one place, offset 0}}
tl.store %v as #tl.register<local(2, 8)> to %A layout #tl.cute<(2,8):(0,1)> scope thread : vector<16xf32> to memref<8xf32>

// -----

// V20: a bound that keeps both.
%A = "test.values"() : () -> memref<?x?xf32, strided<[5, 1]>>
%v = "test.values"() : () -> vector<24xf32>
// expected-error @+1 {{'tl.store' op target: elements (0, 5) and (1, 0) are stored at one place, offset 5}}
tl.store %v as #tl.register<local(3, 8)> to %A scope thread bounds(3, 6) : vector<24xf32> to memref<?x?xf32, strided<[5, 1]>>

// -----

// V20: the same of a strided memref.
%A = "test.values"() : () -> memref<4x8xf32, strided<[4, 1]>>
%v = "test.values"() : () -> vector<32xf32>
// expected-error @+1 {{'tl.store' op target: elements (0, 4) and (1, 0) are stored at one place, offset 4}}
tl.store %v as #tl.register<local(4, 8)> to %A scope thread : vector<32xf32> to memref<4x8xf32, strided<[4, 1]>>
