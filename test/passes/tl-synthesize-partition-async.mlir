// RUN: %tl-opt %s --tl-synthesize-partition --mlir-print-local-scope | FileCheck %s
// RUN: tl-sim %s --verify-lowering=tl-synthesize-partition | FileCheck %s --check-prefix=SIM
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SIM

// An asynchronous copy gets its partition, and keeps the one that it has; the
// other copies around become loads and stores.

#shared = #gpu.address_space<workgroup>

// CHECK-LABEL: func.func @filled
// CHECK:         tl.copy %{{.+}}[%{{.+}}, 0] to %{{.+}} layout #tl.shared<{{.+}}> as #tl.tile<S[((4, 16), (8, 8)) : ((8, 8@tx), (1@tx, 1))]> scope cta async {source_divisibility = array<i64: 8, 1>, tl.chosen} : memref<128x64xf16> to memref<4096xf16, #gpu.address_space<workgroup>>
// CHECK-NOT:     tl.copy
// CHECK:         tl.load
// CHECK:         tl.store
// SIM: @filled: equivalent
func.func @filled(%A: memref<128x64xf16> {llvm.align = 16 : i64}, %B: memref<64x64xf16> {llvm.align = 16 : i64}, %i: index) attributes {known_block_size = array<i32: 128, 1, 1>} {
  %s = memref.alloc() {alignment = 16 : i64} : memref<4096xf16, #shared>
  tl.copy %A[%i, 0] to %s layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> scope cta threads 128 async {source_divisibility = array<i64: 8, 1>} : memref<128x64xf16> to memref<4096xf16, #shared>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  tl.copy %s layout #tl.shared<row_major_swizzle([64, 64], nbytes = 2)> to %B scope cta : memref<4096xf16, #shared> to memref<64x64xf16>
  return
}

// Wide accesses of few threads before narrow ones of many.  What 96 threads leave
// of a tile, which may be larger than registers are, is copied behind it; rows
// that touch on both sides are one.

// CHECK-LABEL: func.func @direct
// CHECK:         as #tl.tile<S[(16, (2, 8)) : (2@tx, (1@tx, 1))]> scope cta async
// CHECK:         as #tl.tile<S[((42, 96, 4),) : ((4, 1@tx, 1),)]> scope cta async
// CHECK:         [16128] layout #tl.tile<S[(16384,) : (1,)]> to %{{.+}}[16128] {{.+}} as #tl.tile<S[((64, 4),) : ((1@tx, 1),)]> scope cta async
// SIM: @direct: equivalent
func.func @direct(%A: memref<16x16xf16> {llvm.align = 16 : i64}, %B: memref<128x128xf32> {llvm.align = 16 : i64}) attributes {known_block_size = array<i32: 256, 1, 1>} {
  %s = memref.alloc() {alignment = 16 : i64} : memref<16x16xf16, #shared>
  %t = memref.alloc() {alignment = 16 : i64} : memref<128x128xf32, #shared>
  tl.copy %A to %s scope cta async : memref<16x16xf16> to memref<16x16xf16, #shared>
  tl.copy %B to %t scope cta threads 96 async : memref<128x128xf32> to memref<128x128xf32, #shared>
  tl.async_commit
  tl.async_wait 0
  return
}

// CHECK-LABEL: func.func @kept
// CHECK:         tl.copy %{{.+}} to %{{.+}} as #tl.register<spatial(32, 1).{{.+}}> scope warp async bounds(%{{.+}}, 8) :
// SIM: @kept: equivalent
func.func @kept(%A: memref<32x8xf32> {llvm.align = 16 : i64}, %B: memref<32x8xf32>, %m: index) {
  %s = memref.alloc() {alignment = 16 : i64} : memref<32x8xf32, #shared>
  tl.copy %A to %s as #tl.register<spatial(32, 1).local(1, 8)> scope warp async bounds(%m, 8) : memref<32x8xf32> to memref<32x8xf32, #shared>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  tl.copy %s to %B scope warp : memref<32x8xf32, #shared> to memref<32x8xf32>
  return
}

// A prime number of rows, at a place known only at run time, on too many threads
// for the rest of them; the bound is that of the source.

// CHECK-LABEL: func.func @rows
// CHECK:         tl.copy %arg0[%arg1, 0] to %{{.+}} as #tl.tile<S[((7, 16), (8, 8)) : ((8, 8@tx), (1@tx, 1))]> scope cta async bounds(%{{.+}}, 64)
// CHECK:         %[[AT:.+]] = arith.addi %arg1, %c112
// CHECK:         tl.copy %arg0[%[[AT]], 0] to %{{.+}}[112, 0] as #tl.tile<S[(15, (8, 8)) : (8@tx, (1@tx, 1))]> scope cta async bounds(%{{.+}}, 64)
// SIM: @rows: equivalent
func.func @rows(%A: memref<256x64xf16> {llvm.align = 16 : i64}, %i: index, %m: index) attributes {known_block_size = array<i32: 128, 1, 1>} {
  %s = memref.alloc() {alignment = 16 : i64} : memref<127x64xf16, #shared>
  tl.copy %A[%i, 0] to %s scope cta async bounds(%m, 64) : memref<256x64xf16> to memref<127x64xf16, #shared>
  tl.async_commit
  tl.async_wait 0
  return
}

// More than a thread copies at a time: a loop, and what is behind it.

// CHECK-LABEL: func.func @steps
// CHECK:         scf.for %[[ROW:.+]] =
// CHECK:           tl.copy %{{.+}}[%[[ROW]]] {{.+}} to %{{.+}}[%[[ROW]]] {{.+}} as #tl.tile<S[((256, 8, 4),) : ((4, 1@tx, 1),)]>
// CHECK:         }
// CHECK:         tl.copy %{{.+}}[16384] {{.+}} to %{{.+}}[16384] {{.+}} as #tl.tile<S[((4, 7, 4),) : ((4, 1@tx, 1),)]>
// SIM: @steps: equivalent
func.func @steps(%A: memref<1031x16xf32> {llvm.align = 16 : i64}) attributes {known_block_size = array<i32: 32, 1, 1>} {
  %s = memref.alloc() {alignment = 16 : i64} : memref<1031x16xf32, #shared>
  tl.copy %A to %s scope cta threads 8 async : memref<1031x16xf32> to memref<1031x16xf32, #shared>
  tl.async_commit
  tl.async_wait 0
  return
}

// What is left has rests of its own, until there can be no more parts (32): the last
// ones have as many threads as divide them.

// CHECK-LABEL: func.func @rests_of_rests
// CHECK-COUNT-28: scope cta async
// CHECK:         return
// SIM: @rests_of_rests: equivalent
func.func @rests_of_rests(%A: memref<10x24x12x12xf32> {llvm.align = 8 : i64}) attributes {known_block_size = array<i32: 32, 1, 1>} {
  %s = memref.alloc() {alignment = 8 : i64} : memref<9x23x11x11xf32, #shared>
  tl.copy %A to %s scope cta threads 12 async : memref<10x24x12x12xf32> to memref<9x23x11x11xf32, #shared>
  tl.async_commit
  tl.async_wait 0
  return
}

// Transposed, four bytes at a time: 8 sectors an access, and four rows of a bank.

// CHECK-LABEL: func.func @transposed
// CHECK:         as #tl.tile<S[((8, 8), (4, 16)) : ((4, 1@tx), (1, 8@tx))]> scope cta async
// CHECK-NOT:     tl.copy
// CHECK:         return
// SIM: @transposed: equivalent
func.func @transposed(%A: memref<64x64xf32> {llvm.align = 16 : i64}) attributes {known_block_size = array<i32: 128, 1, 1>} {
  %s = memref.alloc() {alignment = 16 : i64} : memref<4096xf32, #shared>
  tl.copy %A to %s layout #tl.tile<S[(64, 64) : (1, 64)]> scope cta async : memref<64x64xf32> to memref<4096xf32, #shared>
  tl.async_commit
  tl.async_wait 0
  return
}

// The rest of a tile that may begin below its memory begins at a sum of 32 bits, which may
// wrap around: it is outside as well.  Not where a bound has more bits, or a lower bound may
// be below 0.

// CHECK-LABEL: func.func @rest_of_words
// CHECK:         %[[AT:.+]] = arith.addi %{{.+}}, %c9{{.*}} : i32
// CHECK-NEXT:    tl.copy %{{.+}}[%[[AT]] : i32, 0, 0]
// CHECK:         return
// SIM: @rest_of_words: equivalent
func.func @rest_of_words(%A: memref<32x32x32xf16> {llvm.align = 16 : i64}, %m: i32, %n: index, %row: i32, %B: memref<10x10x32xf16> {llvm.align = 16 : i64}) attributes {known_block_size = array<i32: 128, 1, 1>} {
  %c3 = arith.constant 3 : i32
  %i = arith.subi %row, %c3 : i32
  %s = memref.alloc() {alignment = 16 : i64} : memref<10x10x40xf16, #shared>
  %low = tl.assume %n range 0 to 8 : index
  tl.copy %A[%i : i32, 0, 0] to %s scope cta tile(10, 10, 32) async bounds(%m : i32, 32, 32) from(0, 0, 0) : memref<32x32x32xf16> to memref<10x10x40xf16, #shared>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  tl.copy %s[0, 0, 0] to %B scope cta tile(10, 10, 32) : memref<10x10x40xf16, #shared> to memref<10x10x32xf16>
  return
}

// CHECK-LABEL: func.func @rest_of_index
// CHECK:         arith.addi %{{.+}}, %c9{{.*}} overflow<nsw> : index
// CHECK:         return
// SIM: @rest_of_index: equivalent
func.func @rest_of_index(%A: memref<32x32x32xf16> {llvm.align = 16 : i64}, %m: i32, %n: index, %row: i32, %B: memref<10x10x32xf16> {llvm.align = 16 : i64}) attributes {known_block_size = array<i32: 128, 1, 1>} {
  %c3 = arith.constant 3 : i32
  %i = arith.subi %row, %c3 : i32
  %s = memref.alloc() {alignment = 16 : i64} : memref<10x10x40xf16, #shared>
  %low = tl.assume %n range 0 to 8 : index
  tl.copy %A[%i : i32, 0, 0] to %s scope cta tile(10, 10, 32) async bounds(%n, 32, 32) from(0, 0, 0) : memref<32x32x32xf16> to memref<10x10x40xf16, #shared>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  tl.copy %s[0, 0, 0] to %B scope cta tile(10, 10, 32) : memref<10x10x40xf16, #shared> to memref<10x10x32xf16>
  return
}

// CHECK-LABEL: func.func @rest_from_value
// CHECK:         arith.addi %{{.+}}, %c9{{.*}} overflow<nsw> : index
// CHECK:         return
// SIM: @rest_from_value: equivalent
func.func @rest_from_value(%A: memref<32x32x32xf16> {llvm.align = 16 : i64}, %m: i32, %n: index, %row: i32, %B: memref<10x10x32xf16> {llvm.align = 16 : i64}) attributes {known_block_size = array<i32: 128, 1, 1>} {
  %c3 = arith.constant 3 : i32
  %i = arith.subi %row, %c3 : i32
  %s = memref.alloc() {alignment = 16 : i64} : memref<10x10x40xf16, #shared>
  %low = tl.assume %n range 0 to 8 : index
  tl.copy %A[%i : i32, 0, 0] to %s scope cta tile(10, 10, 32) async bounds(%m : i32, 32, 32) from(%low, 0, 0) : memref<32x32x32xf16> to memref<10x10x40xf16, #shared>
  tl.async_commit
  tl.async_wait 0
  gpu.barrier
  tl.copy %s[0, 0, 0] to %B scope cta tile(10, 10, 32) : memref<10x10x40xf16, #shared> to memref<10x10x32xf16>
  return
}
