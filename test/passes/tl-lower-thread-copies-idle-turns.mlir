// RUN: %tl-opt %s --lower-layout-copies=target=sm_90 --canonicalize | FileCheck %s
// DEFINE: %{same} = tl-sim %s --verify-lowering --arg=0:small --arg=1:small
// RUN: %{same} --arg=2:scalar=-8 --kernel=sums --kernel=minus_zero --kernel=products --kernel=differences \
// RUN:   --kernel=padded --kernel=largest --kernel=not_a_number --kernel=counted --kernel=reduced \
// RUN:   --kernel=exchanged --kernel=turned --kernel=fused --kernel=smallest --kernel=place_of_largest \
// RUN:   --kernel=place_of_last_largest
// RUN: %{same} --arg=2:scalar=68 --kernel=sums --kernel=minus_zero --kernel=products --kernel=differences \
// RUN:   --kernel=padded --kernel=largest --kernel=not_a_number --kernel=counted --kernel=reduced \
// RUN:   --kernel=exchanged --kernel=turned --kernel=fused --kernel=factor --kernel=outer_sum \
// RUN:   --kernel=outer_most --kernel=elements --kernel=shifted --kernel=smallest --kernel=place_of_largest \
// RUN:   --kernel=place_of_last_largest
// RUN: %{same} --arg=2:scalar=500 --kernel=sums --kernel=minus_zero --kernel=products --kernel=differences \
// RUN:   --kernel=padded --kernel=largest --kernel=not_a_number --kernel=counted --kernel=reduced \
// RUN:   --kernel=exchanged --kernel=turned --kernel=fused --kernel=factor --kernel=outer_sum \
// RUN:   --kernel=outer_most --kernel=elements --kernel=shifted --kernel=smallest --kernel=place_of_largest \
// RUN:   --kernel=place_of_last_largest --kernel=index_of_largest --kernel=less_a_half --kernel=a_half \
// RUN:   --kernel=fused_half --kernel=infinite --kernel=ones --kernel=divergence --kernel=either \
// RUN:   --kernel=larger_zero --kernel=two_in_a_word --kernel=two_of_a_word
// RUN: %{same} --arg=2:scalar=68 --arg=3:scalar=-2 --kernel=scaled
// RUN: %{same} --arg=2:scalar=2 --arg=3:scalar=68 --kernel=rows
// RUN: %{same} --arg=2:scalar=0 --arg=3:scalar=500 --kernel=rows
// RUN: %{same} --arg=2:scalar=4 --arg=3:scalar=500 --kernel=rows
// RUN: %{same} --arg=3:scalar=196 --kernel=chosen_zero --kernel=chosen_nan
// RUN: %{same} --arg=0:random --arg=2:scalar=500 --kernel=powers

// Rule E16: turns in which nothing is loaded leave a sum what it is, so that a loop with
// one ends where they begin (E15), or is under their condition (E14).

#tile = #tl.register<spatial(4, 32).local(1, 4)>
#pairs = #tl.register<spatial(4, 32).local(1, 8)>
!matrix = memref<64x1024xf32>
!halves = memref<64x1024xf16>
!numbers = memref<64x1024xi32>

// A sum from 0 is never -0.
// CHECK-LABEL: @sums
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @sums(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = arith.addf %s, %x : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Nor one of 64 bits.
// CHECK-LABEL: @long_sums
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @long_sums(%X: memref<64x1024xf64> {llvm.align = 16 : i64}, %Y: memref<64x1024xf64> {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf64>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf64>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : memref<64x1024xf64> to vector<1x4xf64>
    %next = arith.addf %s, %x : vector<1x4xf64>
    scf.yield %next : vector<1x4xf64>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf64> to memref<64x1024xf64>
  return
}

// One from -0 may be, which a turn for nothing makes 0.
// CHECK-LABEL: @minus_zero
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @minus_zero(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = arith.addf %s, %x : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Where signs of zeros do not matter, it is left.
// CHECK-LABEL: @signless
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @signless(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = arith.addf %s, %x fastmath<nsz> : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Products of zeros are zero, and what is contracted is a sum.
// CHECK-LABEL: @products
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @products(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %p = arith.mulf %x, %x fastmath<contract> : vector<1x4xf32>
    %next = arith.addf %p, %s fastmath<contract> : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// 0 times an unknown number may be -0, or a NaN.
// CHECK-LABEL: @scaled
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @scaled(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %a: f32)
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %as = vector.broadcast %a : f32 to vector<1x4xf32>
    %p = arith.mulf %x, %as : vector<1x4xf32>
    %next = arith.addf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// A product that is rounded with the sum can make it -0.
// CHECK-LABEL: @fused(
// CHECK: scf.for %{{.*}} to %{{arg2|arg3|arg4}} step
// CHECK: scf.if
// CHECK: return
func.func @fused(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %a: f32)
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %as = vector.broadcast %a : f32 to vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = vector.fma %x, %as, %s : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// A square cannot, where the sum is not below 0.
// CHECK-LABEL: @squares(
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @squares(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %a: f32)
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %as = vector.broadcast %a : f32 to vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = vector.fma %x, %x, %s : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// CHECK-LABEL: @squares_of_math(
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @squares_of_math(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %a: f32)
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<1.0> : vector<1x4xf32>
  %as = vector.broadcast %a : f32 to vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = math.fma %x, %x, %s : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// CHECK-LABEL: @squares_below(
// CHECK: scf.for %{{.*}} to %{{arg2|arg3|arg4}} step
// CHECK: scf.if
// CHECK: return
func.func @squares_below(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %a: f32)
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-1.0> : vector<1x4xf32>
  %as = vector.broadcast %a : f32 to vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = vector.fma %x, %x, %s : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// CHECK-LABEL: @squares_and_sums(
// CHECK: scf.for %{{.*}} to %{{arg2|arg3|arg4}} step
// CHECK: scf.if
// CHECK: return
func.func @squares_and_sums(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %a: f32)
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %as = vector.broadcast %a : f32 to vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %more = vector.fma %x, %x, %s : vector<1x4xf32>
    %next = arith.addf %more, %x : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Less 0 is no other number, less a number one.
// CHECK-LABEL: @differences
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @differences(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = arith.subf %s, %x : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// 0 less what is carried is another number.
// CHECK-LABEL: @turned
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @turned(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = arith.subf %x, %s : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// What is added otherwise counts.
// CHECK-LABEL: @padded
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @padded(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) {pad = 1.0 : f32} : !matrix to vector<1x4xf32>
    %next = arith.addf %s, %x : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// The larger of a number and what is below all.
// CHECK-LABEL: @largest
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @largest(%X: !halves {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-3.4e38> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) {pad = 0xFC00 : f16} : !halves to vector<1x4xf16>
    %w = arith.extf %x : vector<1x4xf16> to vector<1x4xf32>
    %next = arith.maxnumf %s, %w : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// -0 is a number.
// CHECK-LABEL: @smallest
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @smallest(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) {pad = 0x7F800000 : f32} : !matrix to vector<1x4xf32>
    %next = arith.minnumf %x, %s : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// The larger of a NaN and another is the other.
// CHECK-LABEL: @not_a_number
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @not_a_number(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0x7FC00000> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) {pad = 0xFF800000 : f32} : !matrix to vector<1x4xf32>
    %next = arith.maxnumf %s, %x : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Integers have one zero.
// CHECK-LABEL: @counted
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @counted(%X: !numbers {llvm.align = 16 : i64}, %Y: !numbers {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<7> : vector<1x4xi32>
  %k = arith.constant dense<3> : vector<1x4xi32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xi32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !numbers to vector<1x4xi32>
    %p = arith.muli %x, %k : vector<1x4xi32>
    %next = arith.addi %p, %s : vector<1x4xi32>
    scf.yield %next : vector<1x4xi32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xi32> to !numbers
  return
}

// What is reduced into it.
// CHECK-LABEL: @reduced
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @reduced(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %y = vector.shape_cast %x : vector<1x4xf32> to vector<4x1xf32>
    %c = vector.shape_cast %s : vector<1x4xf32> to vector<4xf32>
    %r = vector.multi_reduction <add>, %y, %c [1] : vector<4x1xf32> to vector<4xf32>
    %next = vector.shape_cast %r : vector<4xf32> to vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Two that change places are not what they were.
// CHECK-LABEL: @exchanged
// CHECK: scf.for
// CHECK: scf.if
// CHECK: return
func.func @exchanged(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant dense<0.0> : vector<1x4xf32>
  %one = arith.constant dense<1.0> : vector<1x4xf32>
  %two:2 = scf.for %i = %c0 to %n step %c128 iter_args(%s = %zero, %t = %one) -> (vector<1x4xf32>, vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = arith.addf %s, %x : vector<1x4xf32>
    scf.yield %t, %next : vector<1x4xf32>, vector<1x4xf32>
  }
  tl.store %two#0 as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Rows that are outside have what the loop starts with.
// CHECK-LABEL: @rows
// CHECK: %[[START:.+]] = vector.from_elements
// CHECK: %[[KNOWN:.+]] = llvm.freeze
// CHECK: %[[GIVEN:.+]] = scf.if %[[KNOWN]]
// CHECK-NEXT: %[[SUM:.+]] = scf.for
// CHECK-NOT: scf.if
// CHECK: scf.yield %[[SUM]]
// CHECK: } else {
// CHECK-NEXT: scf.yield %[[START]]
// CHECK: return
func.func @rows(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %m: index, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<2.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(%m, %n) : !matrix to vector<1x4xf32>
    %next = arith.addf %s, %x : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// What is loaded in front of the loop is no pad, even where that is under a bound as well.
// CHECK-LABEL: @factor
// CHECK: scf.if
// CHECK: scf.for
// CHECK: scf.if
// CHECK: return
func.func @factor(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %f = tl.load %X[0, 0] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %p = arith.addf %x, %f : vector<1x4xf32>
    %next = arith.addf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// An outer product that is added as integers are, and one that is no sum.
// CHECK-LABEL: @outer_sum
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @outer_sum(%X: !numbers {llvm.align = 16 : i64}, %Y: !numbers {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<5> : vector<4x4xi32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<4x4xi32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !numbers to vector<1x4xi32>
    %v = vector.extract %x[0] : vector<4xi32> from vector<1x4xi32>
    %next = vector.outerproduct %v, %v, %s {kind = #vector.kind<add>} : vector<4xi32>, vector<4xi32>
    scf.yield %next : vector<4x4xi32>
  }
  %r = vector.extract %sum[1] : vector<4xi32> from vector<4x4xi32>
  %o = vector.broadcast %r : vector<4xi32> to vector<1x4xi32>
  tl.store %o as #tile to %Y[0, 0] scope cta : vector<1x4xi32> to !numbers
  return
}

// CHECK-LABEL: @outer_most
// CHECK: scf.for %{{.*}} to %arg2
// CHECK: scf.if
// CHECK: return
func.func @outer_most(%X: !numbers {llvm.align = 16 : i64}, %Y: !numbers {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-5> : vector<4x4xi32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<4x4xi32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !numbers to vector<1x4xi32>
    %v = vector.extract %x[0] : vector<4xi32> from vector<1x4xi32>
    %next = vector.outerproduct %v, %v, %s {kind = #vector.kind<maxsi>} : vector<4xi32>, vector<4xi32>
    scf.yield %next : vector<4x4xi32>
  }
  %r = vector.extract %sum[1] : vector<4xi32> from vector<4x4xi32>
  %o = vector.broadcast %r : vector<4xi32> to vector<1x4xi32>
  tl.store %o as #tile to %Y[0, 0] scope cta : vector<1x4xi32> to !numbers
  return
}

// Elements that are taken apart and put together again.
// CHECK-LABEL: @elements
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @elements(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %a:4 = vector.to_elements %x : vector<1x4xf32>
    %b:4 = vector.to_elements %s : vector<1x4xf32>
    %0 = arith.addf %a#0, %b#0 : f32
    %1 = arith.addf %a#1, %b#1 : f32
    %2 = arith.subf %b#2, %a#2 : f32
    %size = math.absf %a#0 : f32
    %3 = arith.addf %b#3, %size : f32
    %next = vector.from_elements %0, %1, %2, %3 : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// In another order they are others.
// CHECK-LABEL: @shifted
// CHECK: scf.for %{{.*}} to %arg2
// CHECK: scf.if
// CHECK: return
func.func @shifted(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %all = arith.addf %x, %s : vector<1x4xf32>
    %b:4 = vector.to_elements %all : vector<1x4xf32>
    %next = vector.from_elements %b#1, %b#0, %b#2, %b#3 : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// A byte of 0 is 2^-127 as a scale.
// CHECK-LABEL: @scales
// CHECK: scf.for %{{.*}} to %arg2
// CHECK: scf.if
// CHECK: return
func.func @scales(%X: memref<64x1024xi8> {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : memref<64x1024xi8> to vector<1x4xi8>
    %e = arith.bitcast %x : vector<1x4xi8> to vector<1x4xf8E8M0FNU>
    %w = arith.extf %e : vector<1x4xf8E8M0FNU> to vector<1x4xf32>
    %next = arith.addf %s, %w : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Nothing is less than -inf: the place of the largest stays as well.
// CHECK-LABEL: @place_of_largest
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @place_of_largest(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %I: !numbers {llvm.align = 16 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0xFF800000> : vector<1x4xf32>
  %none = arith.constant dense<-1> : vector<1x4xi32>
  %most:2 = scf.for %i = %c0 to %n step %c128 iter_args(%m = %start, %at = %none) -> (vector<1x4xf32>, vector<1x4xi32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) {pad = 0xFF800000 : f32} : !matrix to vector<1x4xf32>
    %more = arith.cmpf ogt, %x, %m : vector<1x4xf32>
    %k = arith.index_cast %i : index to i32
    %here = vector.broadcast %k : i32 to vector<1x4xi32>
    %larger = arith.select %more, %x, %m : vector<1x4xi1>, vector<1x4xf32>
    %place = arith.select %more, %here, %at : vector<1x4xi1>, vector<1x4xi32>
    scf.yield %larger, %place : vector<1x4xf32>, vector<1x4xi32>
  }
  tl.store %most#0 as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  tl.store %most#1 as #tile to %I[0, 0] scope cta : vector<1x4xi32> to !numbers
  return
}

// But -inf is as large as itself.
// CHECK-LABEL: @place_of_last_largest
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @place_of_last_largest(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %I: !numbers {llvm.align = 16 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0xFF800000> : vector<1x4xf32>
  %none = arith.constant dense<-1> : vector<1x4xi32>
  %most:2 = scf.for %i = %c0 to %n step %c128 iter_args(%m = %start, %at = %none) -> (vector<1x4xf32>, vector<1x4xi32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) {pad = 0xFF800000 : f32} : !matrix to vector<1x4xf32>
    %more = arith.cmpf oge, %x, %m : vector<1x4xf32>
    %k = arith.index_cast %i : index to i32
    %here = vector.broadcast %k : i32 to vector<1x4xi32>
    %larger = arith.select %more, %x, %m : vector<1x4xi1>, vector<1x4xf32>
    %place = arith.select %more, %here, %at : vector<1x4xi1>, vector<1x4xi32>
    scf.yield %larger, %place : vector<1x4xf32>, vector<1x4xi32>
  }
  tl.store %most#0 as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  tl.store %most#1 as #tile to %I[0, 0] scope cta : vector<1x4xi32> to !numbers
  return
}

// What is chosen in other turns may be -0, or no number.
// CHECK-LABEL: @chosen_zero
// CHECK: scf.for %{{.*}} = %c0 to %arg3 step
// CHECK: scf.if
// CHECK: return
func.func @chosen_zero(%X: !matrix {llvm.align = 16 : i64}, %W: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %five = arith.constant dense<-5.0e10> : vector<1x4xf32>
  %mz = arith.constant dense<-0.0> : vector<1x4xf32>
  %most = scf.for %i = %c0 to %n step %c128 iter_args(%m = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %w = tl.load %W[0, %i] as #tile scope cta bounds(64, %n) {pad = 0xFF800000 : f32} : !matrix to vector<1x4xf32>
    %c = arith.cmpf ogt, %w, %five : vector<1x4xf32>
    %s = arith.addf %m, %x : vector<1x4xf32>
    %l = arith.select %c, %mz, %s : vector<1x4xi1>, vector<1x4xf32>
    scf.yield %l : vector<1x4xf32>
  }
  tl.store %most as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// CHECK-LABEL: @chosen_nan
// CHECK: scf.for %{{.*}} = %c0 to %arg3 step
// CHECK: scf.if
// CHECK: return
func.func @chosen_nan(%X: !matrix {llvm.align = 16 : i64}, %W: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %five = arith.constant dense<-5.0e10> : vector<1x4xf32>
  %mz = arith.constant dense<0x7FC00000> : vector<1x4xf32>
  %most = scf.for %i = %c0 to %n step %c128 iter_args(%m = %start) -> (vector<1x4xf32>) {
    %w = tl.load %W[0, %i] as #tile scope cta bounds(64, %n) {pad = 0xFF800000 : f32} : !matrix to vector<1x4xf32>
    %c = arith.cmpf ogt, %w, %five : vector<1x4xf32>
    %s = arith.maxnumf %m, %w : vector<1x4xf32>
    %l = arith.select %c, %mz, %s : vector<1x4xi1>, vector<1x4xf32>
    scf.yield %l : vector<1x4xf32>
  }
  tl.store %most as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// CHECK-LABEL: @index_of_largest
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @index_of_largest(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64}, %I: memref<64x1024xi64> {llvm.align = 16 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0xFF800000> : vector<1x4xf32>
  %none = arith.constant dense<-1> : vector<1x4xindex>
  %most:2 = scf.for %i = %c0 to %n step %c128 iter_args(%m = %start, %at = %none) -> (vector<1x4xf32>, vector<1x4xindex>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) {pad = 0xFF800000 : f32} : !matrix to vector<1x4xf32>
    %more = arith.cmpf ogt, %x, %m : vector<1x4xf32>
    %k = arith.addi %i, %c0 : index
    %here = vector.broadcast %k : index to vector<1x4xindex>
    %larger = arith.select %more, %x, %m : vector<1x4xi1>, vector<1x4xf32>
    %place = arith.select %more, %here, %at : vector<1x4xi1>, vector<1x4xindex>
    scf.yield %larger, %place : vector<1x4xf32>, vector<1x4xindex>
  }
  tl.store %most#0 as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  %mi = arith.index_cast %most#1 : vector<1x4xindex> to vector<1x4xi64>
  tl.store %mi as #tile to %I[0, 0] scope cta : vector<1x4xi64> to memref<64x1024xi64>
  return
}

// 0 times a number is 0 or -0, and -0 leaves any sum.
// CHECK-LABEL: @less_a_half(
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @less_a_half(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-0.0> : vector<1x4xf32>
  %k = arith.constant dense<-0.5> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %p = arith.mulf %x, %k : vector<1x4xf32>
    %next = arith.addf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// 0 leaves no -0.
// CHECK-LABEL: @a_half(
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @a_half(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-0.0> : vector<1x4xf32>
  %k = arith.constant dense<0.5> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %p = arith.mulf %x, %k : vector<1x4xf32>
    %next = arith.addf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// It leaves other numbers, a product that is rounded with the sum none.
// CHECK-LABEL: @fused_half(
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @fused_half(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-0.0> : vector<1x4xf32>
  %k = arith.constant dense<-0.5> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %next = vector.fma %x, %k, %s : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Without signs -0.5 times 0 may be 0.
// CHECK-LABEL: @signless_half(
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @signless_half(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-0.0> : vector<1x4xf32>
  %k = arith.constant dense<-0.5> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %p = arith.mulf %x, %k fastmath<nsz> : vector<1x4xf32>
    %next = arith.addf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Nor are the bits of such a zero known.
// CHECK-LABEL: @bits_of_zero(
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @bits_of_zero(%X: !matrix {llvm.align = 16 : i64}, %Y: !numbers {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<3> : vector<1x4xi32>
  %k = arith.constant dense<0.5> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xi32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %p = arith.mulf %x, %k fastmath<nsz> : vector<1x4xf32>
    %b = arith.bitcast %p : vector<1x4xf32> to vector<1x4xi32>
    %next = arith.ori %s, %b : vector<1x4xi32>
    scf.yield %next : vector<1x4xi32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xi32> to !numbers
  return
}

// 0 times what is infinite is no number.
// CHECK-LABEL: @infinite(
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @infinite(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %k = arith.constant dense<0x7F800000> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %p = arith.mulf %x, %k : vector<1x4xf32>
    %next = arith.addf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// 2 to -inf is 0, whatever else is in memory.
// CHECK-LABEL: @powers(
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @powers(%X: !numbers {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) {pad = -8388608 : i32} : !numbers to vector<1x4xi32>
    %f = arith.bitcast %x : vector<1x4xi32> to vector<1x4xf32>
    %p = math.exp2 %f fastmath<afn> : vector<1x4xf32>
    %next = arith.addf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// 2 to 0 is 1.
// CHECK-LABEL: @ones(
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @ones(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %p = math.exp2 %x : vector<1x4xf32>
    %next = arith.addf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Times 0 that is 0, in a sum with others that begins with 0 or -0.
// CHECK-LABEL: @divergence(
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @divergence(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<0.0> : vector<1x4xf32>
  %k = arith.constant dense<1.44269502> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %e = arith.mulf %x, %k fastmath<contract> : vector<1x4xf32>
    %f = math.exp %e : vector<1x4xf32>
    %w = arith.mulf %f, %x fastmath<contract> : vector<1x4xf32>
    %r = vector.extract %w[0] : vector<4xf32> from vector<1x4xf32>
    %a = vector.reduction <add>, %r : vector<4xf32> into f32
    %p = vector.broadcast %a : f32 to vector<1x4xf32>
    %next = arith.addf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// The larger of 0 and -0 is 0, or either of them.
// CHECK-LABEL: @either(
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @either(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-0.0> : vector<1x4xf32>
  %k = arith.constant dense<-0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %p = arith.maxnumf %k, %x : vector<1x4xf32>
    %next = arith.subf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// 0 for sure.
// CHECK-LABEL: @larger_zero(
// CHECK: scf.for %{{.*}} = %{{[0-9]+}} to
// CHECK-NOT: scf.if
// CHECK: return
func.func @larger_zero(%X: !matrix {llvm.align = 16 : i64}, %Y: !matrix {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<-0.0> : vector<1x4xf32>
  %k = arith.constant dense<-0.0> : vector<1x4xf32>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x4xf32>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, %n) : !matrix to vector<1x4xf32>
    %p = arith.maximumf %k, %x : vector<1x4xf32>
    %next = arith.subf %s, %p : vector<1x4xf32>
    scf.yield %next : vector<1x4xf32>
  }
  tl.store %sum as #tile to %Y[0, 0] scope cta : vector<1x4xf32> to !matrix
  return
}

// Two elements that are one word are no number of either.
// CHECK-LABEL: @two_in_a_word(
// CHECK: scf.for %{{.*}} to %{{arg2|arg3}} step
// CHECK: scf.if
// CHECK: return
func.func @two_in_a_word(%X: !numbers {llvm.align = 16 : i64}, %Y: !halves {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<1.0> : vector<1x8xf16>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x8xf16>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, 68) {pad = 0x3C008000 : i32} : !numbers to vector<1x4xi32>
    %b = vector.bitcast %x : vector<1x4xi32> to vector<1x8xf16>
    %next = arith.addf %s, %b : vector<1x8xf16>
    scf.yield %next : vector<1x8xf16>
  }
  tl.store %sum as #pairs to %Y[0, 0] scope cta : vector<1x8xf16> to !halves
  return
}

// CHECK-LABEL: @two_of_a_word(
// CHECK: %[[END:[0-9]+]] = arith.minsi
// CHECK: scf.for %{{.*}} to %[[END]] step
// CHECK-NOT: scf.if
// CHECK: return
func.func @two_of_a_word(%X: !numbers {llvm.align = 16 : i64}, %Y: !halves {llvm.align = 16 : i64}, %n: index {tl.divisibility = 4 : i64})
    attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %start = arith.constant dense<1.0> : vector<1x8xf16>
  %sum = scf.for %i = %c0 to %n step %c128 iter_args(%s = %start) -> (vector<1x8xf16>) {
    %x = tl.load %X[0, %i] as #tile scope cta bounds(64, 68) {pad = 0x80008000 : i32} : !numbers to vector<1x4xi32>
    %b = vector.bitcast %x : vector<1x4xi32> to vector<1x8xf16>
    %next = arith.addf %s, %b : vector<1x8xf16>
    scf.yield %next : vector<1x8xf16>
  }
  tl.store %sum as #pairs to %Y[0, 0] scope cta : vector<1x8xf16> to !halves
  return
}
