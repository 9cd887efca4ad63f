// RUN: tl-sim %s --kernel=moved --block=32 --dump=0 | FileCheck %s --check-prefix=MOVED
// RUN: tl-sim %s --kernel=frozen --block=1 --dump=0 | FileCheck %s --check-prefix=FROZEN
// RUN: tl-sim %s --kernel=scaled --block=1 --dump=0 | FileCheck %s --check-prefix=SCALED
// RUN: not tl-sim %s --kernel=used --block=1 2>&1 | FileCheck %s --check-prefix=USED
// RUN: not tl-sim %s --kernel=nibbles --block=1 --dump=0 2>&1 | FileCheck %s --check-prefix=NIBBLES
// RUN: not tl-sim %s --kernel=nobody --block=32 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: not tl-sim %s --kernel=lanes --block=32 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: not tl-sim %s --kernel=lanes --block=16 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not tl-sim %s --kernel=nothing 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: tl-sim %s --kernel=no_position --block=1 --dump=0 | FileCheck %s --check-prefix=NO-POSITION
// RUN: not tl-sim %s --kernel=run_time_position --block=1 --arg=0:scalar=-1 2>&1 | FileCheck %s --check-prefix=RUN-TIME

// Poison that is computed with, shuffled and stored in shared memory is none
// that is used.

// MOVED: argument 0:
// MOVED-NEXT: {{^}}[1, 1]
gpu.module @kernels {
gpu.func @moved(%out: memref<2xi32>) workgroup(%s: memref<1xi32, 3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %width = arith.constant 32 : i32
  %p = ub.poison : i32
  %q = llvm.mlir.undef : i32
  %sum = arith.addi %p, %q : i32
  %lane, %valid = gpu.shuffle xor %sum, %one, %width : i32
  %pair = vector.from_elements %one, %lane : vector<2xi32>
  %v = vector.extract %pair[0] : i32 from vector<2xi32>
  %t = gpu.thread_id x
  %is_first = arith.cmpi eq, %t, %c0 : index
  scf.if %is_first {
    memref.store %lane, %s[%c0] : memref<1xi32, 3>
    memref.store %v, %out[%c0] : memref<2xi32>
    %known = arith.extui %valid : i1 to i32
    memref.store %known, %out[%c1] : memref<2xi32>
  }
  gpu.return
}

// What a scale that is poison makes larger is so, too.

// SCALED: argument 0:
// SCALED-NEXT: {{^}}[-1515870811]
gpu.func @scaled(%out: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2.0 : f4E2M1FN
  %p = ub.poison : f8E8M0FNU
  %product = arith.scaling_extf %two, %p : f4E2M1FN, f8E8M0FNU to f32
  %word = arith.bitcast %product : f32 to i32
  %f = llvm.freeze %word : i32
  memref.store %f, %out[%c0] : memref<1xi32>
  gpu.return
}

// Frozen, it is some number of its type, of its known bytes those.

// FROZEN: argument 0:
// FROZEN-NEXT: {{^}}[-1515870811, 7, 5]
gpu.func @frozen(%out: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = llvm.mlir.poison : i32
  %f = llvm.freeze %p : i32
  %seven = arith.constant 7 : i32
  %g = llvm.freeze %seven : i32
  %q = llvm.mlir.poison : i4
  %narrow = llvm.freeze %q : i4
  %h = arith.extui %narrow : i4 to i32
  memref.store %f, %out[%c0] : memref<3xi32>
  memref.store %g, %out[%c1] : memref<3xi32>
  memref.store %h, %out[%c2] : memref<3xi32>
  gpu.return
}

// Parts of a byte are poison where it is.

// NIBBLES: [[#@LINE+14]]:{{[0-9]+}}: error: 'memref.store' op uninitialized value: {{.*}} needs the number that operand 2 is
// NIBBLES-NOT: error
gpu.func @nibbles(%out: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %byte = arith.constant 0x21 : i8
  %p = ub.poison : i8
  %bytes = vector.from_elements %byte, %p : vector<2xi8>
  %nibbles = vector.bitcast %bytes : vector<2xi8> to vector<4xi4>
  %known = vector.extract_strided_slice %nibbles {offsets = [0], sizes = [2], strides = [1]} : vector<4xi4> to vector<2xi4>
  %wide = arith.extui %known : vector<2xi4> to vector<2xi32>
  vector.store %wide, %out[%c0] : memref<2xi32>, vector<2xi32>
  %third = vector.extract %nibbles[2] : i4 from vector<4xi4>
  %at = arith.index_castui %third : i4 to index
  memref.store %one, %out[%at] : memref<2xi32>
  gpu.return
}

// USED: [[#@LINE+17]]:{{[0-9]+}}: error: 'memref.store' op uninitialized value: {{.*}} writes an uninitialized value to element 0 of argument 0
// USED: [[#@LINE+17]]:{{[0-9]+}}: error: 'memref.load' op uninitialized value: {{.*}} needs the number that operand 1 is
// USED: [[#@LINE+17]]:{{[0-9]+}}: error: 'scf.if' op uninitialized value: {{.*}} needs the number that operand 0 is
// USED: [[#@LINE+19]]:{{[0-9]+}}: error: 'memref.store' op uninitialized value: {{.*}} writes an uninitialized value to element 1 of argument 0
// USED: [[#@LINE+21]]:{{[0-9]+}}: error: 'memref.store' op uninitialized value: {{.*}} writes an uninitialized value to element 2 of argument 0
gpu.func @used(%out: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %width = arith.constant 32 : i32
  %p = ub.poison : i32
  %i = ub.poison : index
  %c = ub.poison : i1
  %v = ub.poison : vector<2x2xi32>
  %e = vector.extract %v[0, 1] : i32 from vector<2x2xi32>
  %one = arith.constant 1 : i32
  %sum = arith.addi %e, %one : i32
  memref.store %sum, %out[%c0] : memref<3xi32>
  %w = memref.load %out[%i] : memref<3xi32>
  scf.if %c {
  }
  %far = arith.shli %one, %width : i32
  memref.store %far, %out[%c1] : memref<3xi32>
  %flat = vector.shape_cast %v : vector<2x2xi32> to vector<4xi32>
  %all = vector.reduction <add>, %flat : vector<4xi32> into i32
  memref.store %all, %out[%c2] : memref<3xi32>
  gpu.return
}

// A lane without another to read from has no value.

// NOBODY: error: 'memref.store' op uninitialized value: thread (31, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 31 of argument 0
// NOBODY-NOT: error
gpu.func @nobody(%out: memref<32xi32>) {
  %one = arith.constant 1 : i32
  %width = arith.constant 32 : i32
  %t = gpu.thread_id x
  %lane, %valid = gpu.shuffle down %one, %one, %width : i32
  memref.store %lane, %out[%t] : memref<32xi32>
  gpu.return
}

// A shuffle is of a whole warp: lanes that are elsewhere, or not there at all,
// are at fault, not silent.

// LANES: error: 'gpu.shuffle' op scope: thread (1, 0, 0) of block (0, 0, 0) executes an operation of its warp with 31 of 32 threads
// FEW: error: 'gpu.shuffle' op scope: thread (1, 0, 0) of block (0, 0, 0) executes an operation of its warp with 15 of 32 threads
gpu.func @lanes() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %width = arith.constant 32 : i32
  %t = gpu.thread_id x
  %some = arith.cmpi ne, %t, %c0 : index
  scf.if %some {
    %lane, %valid = gpu.shuffle up %one, %one, %width : i32
  }
  gpu.return
}

// NOTHING: error: 'ub.poison' op is a memref of nothing; the simulator knows poison of numbers and vectors
gpu.func @nothing(%to: memref<f32>) {
  %from = ub.poison : memref<f32>
  memref.copy %from, %to : memref<f32> to memref<f32>
  gpu.return
}

// -1 in a position makes poison of an element, a row, or the whole vector, which may be
// frozen; a number at run time is outside.

// NO-POSITION: argument 0:
// NO-POSITION-NEXT: {{^}}[-1515870811, -1515870811, -1515870811]
gpu.func @no_position(%out: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %v = arith.constant dense<2> : vector<2x4xi32>
  %a = vector.extract %v[1, -1] : i32 from vector<2x4xi32>
  %row = vector.extract %v[-1] : vector<4xi32> from vector<2x4xi32>
  %b = vector.extract %row[3] : i32 from vector<4xi32>
  %w = vector.insert %one, %v[-1, 0] : i32 into vector<2x4xi32>
  %c = vector.extract %w[1, 1] : i32 from vector<2x4xi32>
  %all = vector.from_elements %a, %b, %c : vector<3xi32>
  %frozen = llvm.freeze %all : vector<3xi32>
  vector.store %frozen, %out[%c0] : memref<3xi32>, vector<3xi32>
  gpu.return
}

// RUN-TIME: error: 'vector.extract' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) has a position outside the vector
gpu.func @run_time_position(%i: index) {
  %v = arith.constant dense<2> : vector<4xi32>
  %a = vector.extract %v[%i] : i32 from vector<4xi32>
  gpu.return
}
}
