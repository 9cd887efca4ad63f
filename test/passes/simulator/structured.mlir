// RUN: tl-sim %s --kernel=sums --dump=1 | FileCheck %s --check-prefix=SUMS
// RUN: not tl-sim %s --kernel=sums --block=32 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: tl-sim %s --kernel=reduction --dump=0 | FileCheck %s --check-prefix=REDUCTION
// RUN: tl-sim %s --kernel=nest --shape=2:7x3 --dump=2 | FileCheck %s --check-prefix=NEST
// RUN: not tl-sim %s --kernel=different --shape=0:16x8 2>&1 | FileCheck %s --check-prefix=DIFFERENT
// RUN: tl-sim %s --kernel=soft --arg=0:random --reference=soft_by_loops | FileCheck %s --check-prefix=SOFT
// RUN: tl-sim %s --kernel=soft_block --block=32 --arg=0:small --reference=soft_block_by_loops | FileCheck %s --check-prefix=BLOCKS
// RUN: not tl-sim %s --kernel=soft_unknown --block=1 --dump=0 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: not tl-sim %s --kernel=tensors 2>&1 | FileCheck %s --check-prefix=TENSORS

// Loops that upstream makes of them do the same.
// RUN: tl-sim %s --kernel=product --verify-lowering=convert-linalg-to-loops | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=batches --verify-lowering=convert-linalg-to-affine-loops | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=batches --arg=0:small --arg=1:small --verify-lowering=convert-linalg-to-affine-loops,lower-affine | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=moves --verify-lowering=convert-linalg-to-parallel-loops | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=sums --verify-lowering=convert-linalg-to-loops | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=nest --shape=2:7x3 --verify-lowering='lower-affine,func.func(scf-forall-to-for)' | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=reduction --verify-lowering=convert-scf-to-cf,lift-cf-to-scf | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=places --verify-lowering=convert-linalg-to-loops | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=places --dump=0 | FileCheck %s --check-prefix=PLACES
// RUN: tl-sim %s --kernel=named --arg=0:small --arg=1:small --verify-lowering=convert-linalg-to-loops | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --kernel=convolution --arg=0:small --arg=1:small --verify-lowering=convert-linalg-to-affine-loops | FileCheck %s --check-prefix=SAME
// RUN: not tl-sim %s --kernel=nowhere --shape=0:0 2>&1 | FileCheck %s --check-prefix=NOWHERE --implicit-check-not=error:
// RUN: not tl-sim %s --kernel=without_body 2>&1 | FileCheck %s --check-prefix=WITHOUT
// SAME: equivalent: {{.*}}, 1 threads

// Operations of linalg are what their bodies do at each point of their space, and
// code of the host is one thread.

func.func @product(%a: memref<8x16xf32>, %b: memref<16x12xf32>, %c: memref<8x12xf32>) {
  linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x12xf32>) outs(%c : memref<8x12xf32>)
  return
}

func.func @batches(%a: memref<2x5x3xf16>, %b: memref<2x3x4xf16>, %c: memref<2x5x4xf16, strided<[32, 6, 1]>>) {
  %zero = arith.constant 0.0 : f16
  linalg.fill ins(%zero : f16) outs(%c : memref<2x5x4xf16, strided<[32, 6, 1]>>)
  linalg.batch_matmul ins(%a, %b : memref<2x5x3xf16>, memref<2x3x4xf16>) outs(%c : memref<2x5x4xf16, strided<[32, 6, 1]>>)
  return
}

func.func @moves(%row: memref<16xf32>, %a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<16x8xf32>, %d: memref<8x16xf64>) {
  linalg.broadcast ins(%row : memref<16xf32>) outs(%a : memref<8x16xf32>) dimensions = [0]
  linalg.copy ins(%a : memref<8x16xf32>) outs(%b : memref<8x16xf32>)
  linalg.transpose ins(%b : memref<8x16xf32>) outs(%c : memref<16x8xf32>) permutation = [1, 0]
  linalg.copy ins(%a : memref<8x16xf32>) outs(%d : memref<8x16xf64>)
  return
}

// All threads of a block that add to one place race.

// SUMS: {{^}}[1027, 1032, 1037]
// BLOCK: error: 'linalg.generic' op race: thread (1, 0, 0)
func.func @sums(%a: memref<4x3xf32>, %sum: memref<3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<4x3xf32>) outs(%sum : memref<3xf32>) {
  ^bb0(%x: f32, %s: f32):
    %0 = arith.addf %x, %s : f32
    linalg.yield %0 : f32
  }
  return
}

// REDUCTION: {{^}}[72, 5]
func.func @reduction(%out: memref<2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %sum, %largest = scf.parallel (%i, %j) = (%c1, %c0) to (%c7, %c7) step (%c2, %c2) init (%c0, %c0) -> (index, index) {
    scf.reduce (%i, %i : index, index) {
    ^bb0(%l: index, %r: index):
      %n = arith.addi %l, %r : index
      scf.reduce.return %n : index
    }, {
    ^bb0(%l: index, %r: index):
      %n = arith.maxui %l, %r : index
      scf.reduce.return %n : index
    }
  }
  %twice = arith.addi %sum, %sum : index
  %all = arith.addi %twice, %c0 : index
  memref.store %all, %out[%c0] : memref<2xindex>
  memref.store %largest, %out[%c1] : memref<2xindex>
  return
}

// NEST:      argument 2:
// NEST-NEXT: {{^}}[12, 11, 10]
func.func @nest(%a: memref<7x9xf32>, %b: memref<9x7xf32>, %c: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 7 {
    affine.for %j = max affine_map<(i) -> (0, i - 3)>(%i) to min affine_map<(i) -> (i + 2, 9)>(%i) step 2 {
      %v = affine.load %a[%i, %j] : memref<7x9xf32>
      affine.store %v, %b[%j, %i] : memref<9x7xf32>
    }
  }
  %m = memref.dim %c, %c0 : memref<?x?xf32>
  %n = memref.dim %c, %c1 : memref<?x?xf32>
  scf.forall (%i, %j) = (0, 0) to (%m, %n) step (1, %c1) {
    %k = affine.apply affine_map<()[i, j] -> (i * 9 - j + 12)>()[%i, %j]
    %w = arith.index_cast %k : index to i32
    %f = arith.sitofp %w : i32 to f32
    memref.store %f, %c[%i, %j] : memref<?x?xf32>
  }
  return
}

// DIFFERENT: structured.mlir:[[# @LINE + 2]]:3: error: 'memref.copy' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) has 9 elements in dimension 1 of operand 1, and 8 in another one
func.func @different(%a: memref<16x?xf32>, %b: memref<16x9xf32>) {
  memref.copy %a, %b : memref<16x?xf32> to memref<16x9xf32>
  return
}

// A body that asks where it is.
// PLACES:      argument 0:
// PLACES-NEXT: {{^}}[0, 100, 100]
// PLACES-NEXT: {{^}}[100, 1, 100]
func.func @places(%out: memref<2x3xindex>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%out : memref<2x3xindex>) {
  ^bb0(%old: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c100 = arith.constant 100 : index
    %equal = arith.cmpi eq, %i, %j : index
    %new = arith.select %equal, %j, %c100 : index
    linalg.yield %new : index
  }
  return
}

// Every operation of linalg with a body.
func.func @named(%a: memref<4x6xf32>, %x: memref<6xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  linalg.matvec ins(%a, %x : memref<4x6xf32>, memref<6xf32>) outs(%y : memref<4xf32>)
  linalg.reduce ins(%a : memref<4x6xf32>) outs(%z : memref<4xf32>) dimensions = [1]
    (%in: f32, %out: f32) {
      %sum = arith.addf %in, %out : f32
      linalg.yield %sum : f32
    }
  linalg.max ins(%y, %z : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  linalg.map { math.absf } ins(%y : memref<4xf32>) outs(%z : memref<4xf32>)
  return
}

func.func @convolution(%a: memref<1x6x6x2xf32>, %w: memref<3x3x2x4xf32>, %o: memref<1x4x4x4xf32>) {
  linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%a, %w : memref<1x6x6x2xf32>, memref<3x3x2x4xf32>) outs(%o : memref<1x4x4x4xf32>)
  return
}

// WITHOUT: error: 'linalg.softmax' op is known to the simulator of floats of one type of up to 64 bits, along a dimension
func.func @without_body(%a: memref<4x6xf128>, %b: memref<4x6xf128>) {
  linalg.softmax dimension(1) ins(%a : memref<4x6xf128>) outs(%b : memref<4x6xf128>)
  return
}

// TENSORS: error: 'func.func' op has a value of type tensor<{{.*}}>, which the simulator does not know
func.func @tensors(%a: tensor<8xf32>) {
  %0 = linalg.copy ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  return
}

// Along the second of three dimensions, and of what all threads do together.

// SOFT: @soft: as @soft_by_loops: 108 elements, off by at most 0
func.func @soft(%in: memref<4x9x3xf32>, %out: memref<4x9x3xf32>) {
  linalg.softmax dimension(1) ins(%in : memref<4x9x3xf32>) outs(%out : memref<4x9x3xf32>)
  return
}

func.func private @soft_by_loops(%in: memref<4x9x3xf32>, %out: memref<4x9x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %least = arith.constant -100.0 : f32
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %k = %c0 to %c3 step %c1 {
      %m = scf.for %j = %c0 to %c9 step %c1 iter_args(%a = %least) -> f32 {
        %x = memref.load %in[%i, %j, %k] : memref<4x9x3xf32>
        %b = arith.maxnumf %a, %x : f32
        scf.yield %b : f32
      }
      %s = scf.for %j = %c0 to %c9 step %c1 iter_args(%a = %zero) -> f32 {
        %x = memref.load %in[%i, %j, %k] : memref<4x9x3xf32>
        %d = arith.subf %x, %m : f32
        %e = math.exp %d : f32
        memref.store %e, %out[%i, %j, %k] : memref<4x9x3xf32>
        %b = arith.addf %a, %e : f32
        scf.yield %b : f32
      }
      scf.for %j = %c0 to %c9 step %c1 {
        %e = memref.load %out[%i, %j, %k] : memref<4x9x3xf32>
        %q = arith.divf %e, %s : f32
        memref.store %q, %out[%i, %j, %k] : memref<4x9x3xf32>
      }
    }
  }
  return
}

// BLOCKS: @soft_block: as @soft_block_by_loops: 6 elements, off by at most 0
func.func @soft_block(%in: memref<6xf16>, %out: memref<6xf16>) {
  linalg.softmax dimension(0) ins(%in : memref<6xf16>) outs(%out : memref<6xf16>)
  return
}

func.func private @soft_block_by_loops(%in: memref<6xf16>, %out: memref<6xf16>) {
  %c0 = arith.constant 0 : index
  %x = vector.load %in[%c0] : memref<6xf16>, vector<6xf16>
  %m = vector.reduction <maxnumf>, %x : vector<6xf16> into f16
  %all = vector.broadcast %m : f16 to vector<6xf16>
  %d = arith.subf %x, %all : vector<6xf16>
  %e = math.exp %d : vector<6xf16>
  %s = vector.reduction <add>, %e : vector<6xf16> into f16
  %by = vector.broadcast %s : f16 to vector<6xf16>
  %q = arith.divf %e, %by : vector<6xf16>
  vector.store %q, %out[%c0] : memref<6xf16>, vector<6xf16>
  return
}

// Of a row with an element that is not known nothing is.
// SOME: error: 'linalg.softmax' op uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 0 of argument 0
// SOME:      argument 0:
// SOME-NEXT: {{^}}[?, ?]
// SOME-NEXT: {{^}}[0.5, 0.5]
func.func @soft_unknown(%out: memref<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : vector<2xf32>
  %x = arith.constant 0.0 : f32
  %in = memref.alloca() : memref<2x2xf32>
  memref.store %x, %in[%c0, %c0] : memref<2x2xf32>
  vector.store %zero, %in[%c1, %c0] : memref<2x2xf32>, vector<2xf32>
  linalg.softmax dimension(1) ins(%in : memref<2x2xf32>) outs(%out : memref<2x2xf32>)
  return
}

// What has no place is not looked at.
// NOWHERE: [[# @LINE + 4]]:3: error: 'linalg.generic' op arithmetic: thread (0, 0, 0) of block (0, 0, 0) divides by a number that is not positive
#nowhere = affine_map<(d0) -> (d0 floordiv 0)>
#own = affine_map<(d0) -> (d0)>
func.func @nowhere(%a: memref<?xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [#nowhere, #own], iterator_types = ["parallel"]} ins(%a : memref<?xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
