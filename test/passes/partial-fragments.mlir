// RUN: %tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-sim --grid=1 --verify-lowering %s | FileCheck %s --check-prefix=SAME
// RUN: env BUILD=%build sh %root/tools/ptx %s | FileCheck %s --check-prefix=PTX
// RUN: %tl-opt %s --mlir-print-local-scope | FileCheck %s --check-prefix=PRINT

// Fragments of which registers repeat an element, hold none, or lie outside of
// the tile: V12 and V19.

#row = #tl.tile<S[(32, 16) : (1@laneid, 1)]>
#twice = #tl.tile<S[(32, 4) : (1@laneid, 1)] + R[2 : 4]>
#beside = #tl.tile<S[(32, 4) : (1@laneid, 2)] + R[2 : 1]>
#second = #tl.tile<S[(32, 4) : (1@laneid, 1)] + 4@m>
#spread = #tl.tile<S[(32, 4) : (1@laneid, 2)] + 1@m>
#window = #tl.tile<slice(S[(32, 16) : (1@laneid, 1)], [8, 4], [16, 8])>
#odd = #tl.tile<S[(32, 2, 3) : (1@laneid, 3, 2)]>
#block = #gpu.address_space<workgroup>

gpu.module @fragments {

// What two registers get is loaded twice, from one address: LLVM leaves one load.
// A store takes the first of them.
// CHECK-LABEL: gpu.func @repeats
// CHECK:         %[[V:.+]] = vector.load %[[A:[a-z_0-9]+]][%[[AT:[0-9]+]]] {alignment = 16 : i64}
// CHECK:         vector.load %[[A]][%[[AT]]] {alignment = 16 : i64}
// CHECK-NOT:     vector.load
// CHECK:         vector.store %[[V]], %{{[a-z_0-9]+}}[%[[AT]]]
// CHECK-NOT:     vector.store
// CHECK:         gpu.return
gpu.func @repeats(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<32x4xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %v = tl.load %A as #twice scope warp : memref<32x4xf32> to vector<8xf32>
  tl.store %v as #twice to %B scope warp : vector<8xf32> to memref<32x4xf32>
  gpu.return
}

// All of them are filled: these stores take the others.
// CHECK-LABEL: gpu.func @repeated
// CHECK:         vector.load
// CHECK:         %[[V:.+]] = vector.load
// CHECK:         vector.store %[[V]]
// CHECK:         gpu.return
gpu.func @repeated(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<32x4xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %v = tl.load %A as #twice scope warp : memref<32x4xf32> to vector<8xf32>
  // PRINT: tl.store %{{.+}} as #tl.tile<S[(32, 4) : (1@laneid, 1)] + 4@m> to %{{.+}} scope warp {partial} : vector<8xf32> to memref<32x4xf32>
  tl.store %v as #second to %B scope warp {partial} : vector<8xf32> to memref<32x4xf32>
  gpu.return
}

// In a buffer each is a store; under bounds a row is in all of them or in none.
// CHECK-LABEL: gpu.func @repeats_in_a_buffer
// CHECK:         %[[R:.+]] = memref.alloca()
// CHECK:         %[[V:.+]]:2 = scf.if
// CHECK-COUNT-8: memref.store %{{.+}}, %[[R]]
// CHECK-NOT:     memref.store %{{.+}}, %[[R]]
// CHECK:         gpu.return
gpu.func @repeats_in_a_buffer(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<32x4xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %r = memref.alloca() : memref<8xf32, 5>
  tl.copy %A to %r layout #beside scope warp bounds(20, 4) : memref<32x4xf32> to memref<8xf32, 5>
  tl.copy %r layout #spread to %B scope warp {partial} : memref<8xf32, 5> to memref<32x4xf32>
  gpu.return
}

// Registers that hold no element are zero ...
// CHECK-LABEL: gpu.func @gaps
// CHECK:         vector.load %{{.+}} : memref<128xf32>, vector<4xf32>
// CHECK:         %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[ZEROS:.+]] = vector.from_elements %[[ZERO]], %[[ZERO]], %[[ZERO]], %[[ZERO]]
// CHECK:         vector.shuffle %{{.+}}, %[[ZEROS]] [4, 0, 5, 1, 6, 2, 7, 3]
// CHECK:         gpu.return
gpu.func @gaps(%A: memref<32x4xf32> {llvm.align = 16 : i64}, %B: memref<32x8xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %v = tl.load %A as #spread scope warp {partial} : memref<32x4xf32> to vector<8xf32>
  %one = arith.constant dense<1.0> : vector<8xf32>
  %w = arith.addf %v, %one : vector<8xf32>
  tl.store %w as #tl.register<spatial(32, 1).local(1, 8)> to %B scope warp : vector<8xf32> to memref<32x8xf32>
  gpu.return
}

// ... and keep in a buffer what they have: a window of a fragment is replaced.
// CHECK-LABEL: gpu.func @window_of_a_buffer
// CHECK:         %[[R:.+]] = memref.alloca()
// CHECK-COUNT-4: vector.store %{{.+}}, %[[R]]
// CHECK:         scf.if
// CHECK:           vector.store %{{.+}}, %[[R]][%c4
// CHECK:           vector.store %{{.+}}, %[[R]][%c8
// CHECK-NOT:       vector.store %{{.+}}, %[[R]]
// CHECK:         gpu.return
gpu.func @window_of_a_buffer(%A: memref<16x8xf32> {llvm.align = 16 : i64}, %B: memref<32x16xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %r = memref.alloca() : memref<16xf32, 5>
  tl.copy %B to %r layout #row scope warp : memref<32x16xf32> to memref<16xf32, 5>
  tl.copy %A to %r layout #window scope warp {partial} : memref<16x8xf32> to memref<16xf32, 5>
  tl.copy %r layout #row to %B scope warp : memref<16xf32, 5> to memref<32x16xf32>
  gpu.return
}

// A window of a vector is stored by the threads and from the registers that hold
// it.
// CHECK-LABEL: gpu.func @window_of_a_vector
// CHECK-COUNT-4: %{{.+}} = vector.load
// CHECK:         %[[LANE:.+]] = arith.subi %{{.+}}, %c8
// CHECK:         arith.cmpi ult, %[[LANE]], %c16
// CHECK:         scf.if
// CHECK-COUNT-2:   vector.store
// CHECK-NOT:     vector.store
// CHECK:         gpu.return
gpu.func @window_of_a_vector(%A: memref<32x16xf32> {llvm.align = 16 : i64}, %B: memref<16x8xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %v = tl.load %A as #row scope warp : memref<32x16xf32> to vector<16xf32>
  tl.store %v as #window to %B scope warp {partial} : vector<16xf32> to memref<16x8xf32>
  gpu.return
}

// Registers 0, 2, 3, 4, 5, 7: their digits reach over each other.
// CHECK-LABEL: gpu.func @interleaved
// CHECK-COUNT-3: vector.load
// CHECK-COUNT-3: vector.store
// CHECK:         gpu.return
gpu.func @interleaved(%A: memref<32x2x3xf32> {llvm.align = 16 : i64}, %B: memref<32x2x3xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  %v = tl.load %A as #odd scope warp {partial} : memref<32x2x3xf32> to vector<8xf32>
  tl.store %v as #odd to %B scope warp {partial} : vector<8xf32> to memref<32x2x3xf32>
  gpu.return
}

// Matrices fill the window of the rows 16 to 31 of an operand.
// CHECK-LABEL: gpu.func @window_of_an_operand
// CHECK:         nvvm.ldmatrix {{.+}} num = 4
// CHECK-NOT:     nvvm.ldmatrix
// CHECK:         gpu.return
gpu.func @window_of_an_operand(%A: memref<16x16xf16> {llvm.align = 16 : i64}, %B: memref<32x16xf16> {llvm.align = 16 : i64}) workgroup(%S: memref<16x16xf16, #block>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
  tl.copy %A to %S scope cta : memref<16x16xf16> to memref<16x16xf16, #block>
  gpu.barrier
  %v = tl.load %S as #tl.tile<slice(tile(local(2, 1) * mma_a(16, 8, 16, 16)), [16, 0], [16, 16])> scope warp {partial} : memref<16x16xf16, #block> to vector<16xf16>
  tl.store %v as #tl.register<local(2, 1) * mma_a(16, 8, 16, 16)> to %B scope warp : vector<16xf16> to memref<32x16xf16>
  gpu.return
}
}
// SAME: @repeats: equivalent
// SAME: @repeated: equivalent
// SAME: @repeats_in_a_buffer: equivalent
// SAME: @gaps: equivalent
// SAME: @window_of_a_buffer: equivalent
// SAME: @window_of_a_vector: equivalent
// SAME: @interleaved: equivalent
// SAME: @window_of_an_operand: equivalent

// PTX-LABEL: .entry repeats(
// PTX:         ld.global.v4.b32
// PTX-NOT:     ld.global
// PTX-LABEL: .entry repeated(
// PTX:         ld.global.v4.b32
// PTX-NOT:     ld.global
// PTX-LABEL: .entry repeats_in_a_buffer(
// PTX:         ld.global.v4.b32
// PTX-NOT:     ld.global
// PTX-LABEL: .entry gaps(
// PTX-LABEL: .entry window_of_a_buffer(
// PTX-NOT:     .local
// PTX:         st.global.v4.b32 {{.*}}+16]
// PTX:         st.global.v4.b32 {{.*}}+32]
