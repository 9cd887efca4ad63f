// RUN: tl-sim %s --kernel=dense --dump=1 | FileCheck %s --check-prefix=DENSE
// RUN: tl-sim %s --kernel=padded --arg=2:scalar=3 --dump=1 | FileCheck %s --check-prefix=PADDED
// RUN: tl-sim %s --kernel=written --arg=1:zero --arg=2:scalar=2 --dump=1 | FileCheck %s --check-prefix=WRITTEN
// RUN: tl-sim %s --kernel=own --dump=1 | FileCheck %s --check-prefix=OWN
// RUN: not tl-sim %s --kernel=others 2>&1 | FileCheck %s --check-prefix=OTHERS
// RUN: not tl-sim %s --kernel=past --arg=1:scalar=16 2>&1 | FileCheck %s --check-prefix=PAST
// RUN: not tl-sim %s --kernel=past --arg=1:scalar=16 --verify-lowering 2>&1 | FileCheck %s --check-prefix=PAST
// RUN: not tl-sim %s --kernel=few --block=16 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not tl-sim %s --kernel=needs 2>&1 --block=32 | FileCheck %s --check-prefix=NEEDS
// RUN: not tl-sim %s --kernel=promise --arg=2:scalar=1 2>&1 | FileCheck %s --check-prefix=PROMISE
// RUN: not tl-sim %s --kernel=warps --block=64 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not tl-sim %s --kernel=origins 2>&1 | FileCheck %s --check-prefix=ORIGINS

// tl.copy between two memories by its definition.  Element n of the tile is
// moved by thread n % threads, or by the thread that the partition names.

// The tile is as large as the smaller side; layouts of both.

// DENSE:      argument 1:
// DENSE-NEXT: {{^}}[1, 5, 9]
// DENSE-NEXT: {{^}}[2, 6, 10]
// DENSE-NEXT: {{^}}[3, 7, 11]
func.func @dense(%in: memref<4x4xi32>, %out: memref<3x3xi32>) {
  tl.copy %in[0, 1] layout #tl.tile<S[(4, 4)]> to %out layout #tl.tile<S[(3, 3) : (1, 3)]> scope cta threads 7 : memref<4x4xi32> to memref<3x3xi32>
  return
}

// Between two global memories, bounds are of the source.

// PADDED:      argument 1:
// PADDED-NEXT: {{^}}[0, 1, 7, 7]
// PADDED-NEXT: {{^}}[4, 5, 7, 7]
// PADDED-NEXT: {{^}}[8, 9, 7, 7]
// PADDED-NEXT: {{^}}[7, 7, 7, 7]
func.func @padded(%in: memref<4x4xi32>, %out: memref<4x4xi32>, %n: index) {
  tl.copy %in to %out scope warp bounds(%n, 2) {pad = 7 : i32} : memref<4x4xi32> to memref<4x4xi32>
  return
}

// A global target has them where the source is shared.

// WRITTEN:      argument 1:
// WRITTEN-NEXT: {{^}}[0, 0, 0]
// WRITTEN-NEXT: {{^}}[0, 0, 0]
// WRITTEN-NEXT: {{^}}[0, 0, 3]
// WRITTEN-NEXT: {{^}}[0, 0, 6]
gpu.module @kernels {
  gpu.func @written(%in: memref<4x3xi32>, %out: memref<4x3xi32>, %j: index) workgroup(%s: memref<12xi32, 3>) kernel {
    tl.copy %in to %s layout #tl.shared<row_major(4, 3)> scope cta threads 32 : memref<4x3xi32> to memref<12xi32, 3>
    gpu.barrier
    tl.copy %s[1, 0] layout #tl.shared<row_major(4, 3)> to %out[2, %j] as #tl.register<spatial(2, 2)> scope cta bounds(4, 3) : memref<12xi32, 3> to memref<4x3xi32>
    gpu.return
  }

  // Past a bound of the target, the source is read.

  // PAST: error: 'tl.copy' op race: thread (63, 0, 0) of block (0, 0, 0) reads element 127 of a workgroup buffer
  gpu.func @past(%out: memref<32x4xf32>, %m: index) workgroup(%s: memref<128xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c127 = arith.constant 127 : index
    %one = arith.constant 1.0 : f32
    %is_first = arith.cmpi eq, %t, %c0 : index
    scf.if %is_first {
      memref.store %one, %s[%c127] : memref<128xf32, 3>
    }
    tl.copy %s layout #tl.shared<row_major(32, 4)> to %out scope cta bounds(%m, 4) : memref<128xf32, 3> to memref<32x4xf32>
    gpu.return
  }

  // Without a barrier, a thread may read what it moves ...

  // OWN: argument 1:
  // OWN-NEXT: {{^}}[3, 7, 11, 15, 19, 23, 27, 31,
  gpu.func @own(%in: memref<128xi32>, %out: memref<32xi32>) workgroup(%s: memref<128xi32, 3>) kernel {
    tl.copy %in to %s as #tl.register<spatial(32).local(4)> scope cta : memref<128xi32> to memref<128xi32, 3>
    %tx = gpu.thread_id x
    %i = affine.apply affine_map<(d0) -> (d0 * 4 + 3)>(%tx)
    %v = memref.load %s[%i] : memref<128xi32, 3>
    memref.store %v, %out[%tx] : memref<32xi32>
    gpu.return
  }

  // ... and not what others do.

  // OTHERS: error: 'memref.load' op race: thread (0, 0, 0) of block (0, 0, 0) reads element 3 of a workgroup buffer
  gpu.func @others(%in: memref<128xi32>, %out: memref<32xi32>) workgroup(%s: memref<128xi32, 3>) kernel {
    tl.copy %in to %s scope cta threads 32 : memref<128xi32> to memref<128xi32, 3>
    %tx = gpu.thread_id x
    %i = affine.apply affine_map<(d0) -> (d0 * 4 + 3)>(%tx)
    %v = memref.load %s[%i] : memref<128xi32, 3>
    memref.store %v, %out[%tx] : memref<32xi32>
    gpu.return
  }
}

// FEW: error: 'tl.copy' op scope: thread (0, 0, 0) of block (0, 0, 0) is in a cta of 16 threads; a copy needs 24
func.func @few(%in: memref<32xi32>, %out: memref<32xi32>) {
  tl.copy %in to %out scope cta threads 24 : memref<32xi32> to memref<32xi32>
  return
}

// NEEDS: error: 'tl.copy' op scope: thread (0, 0, 0) of block (0, 0, 0) is in a cta of 32 threads; a copy needs 64
func.func @needs(%in: memref<64xi32>, %out: memref<64xi32>) {
  tl.copy %in to %out as #tl.register<spatial(64)> scope cta : memref<64xi32> to memref<64xi32>
  return
}

// PROMISE: error: 'tl.copy' op assertion: thread (0, 0, 0) of block (0, 0, 0) has origin 1 in dimension 0, which 4 does not divide
func.func @promise(%in: memref<32xi32>, %out: memref<64xi32>, %i: index) {
  tl.copy %in to %out[%i] scope cta threads 32 {target_divisibility = array<i64: 4>} : memref<32xi32> to memref<64xi32>
  return
}

// Each of two warps copies.

// WARPS: error: 'tl.copy' op race: thread (32, 0, 0) of block (0, 0, 0) writes element 0 of argument 1
func.func @warps(%in: memref<32xi32>, %out: memref<32xi32>) {
  tl.copy %in to %out scope warp : memref<32xi32> to memref<32xi32>
  return
}

// All threads copy one tile.

// ORIGINS: error: 'tl.copy' op scope: thread (1, 0, 0) of block (0, 0, 0) has origin 1, and thread 0 of the same copy 0
func.func @origins(%in: memref<8xi32>, %out: memref<64xi32>) {
  %tx = gpu.thread_id x
  tl.copy %in to %out[%tx] scope cta threads 8 : memref<8xi32> to memref<64xi32>
  return
}
