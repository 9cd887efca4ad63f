// RUN: tl-sim %s --kernel=rounded --dump=0 | FileCheck %s --check-prefix=ROUNDED
// RUN: tl-sim %s --kernel=dropped --dump=0 | FileCheck %s --check-prefix=DROPPED
// RUN: tl-sim %s --kernel=shortened --dump=0 | FileCheck %s --check-prefix=SHORTENED
// RUN: tl-sim %s --kernel=saturated --dump=0 | FileCheck %s --check-prefix=SATURATED
// RUN: not tl-sim %s --kernel=uninitialized 2>&1 | FileCheck %s --check-prefix=POISON
// RUN: not tl-sim %s --kernel=rounded --block=33 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not tl-sim %s --kernel=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// 2^24 + 16 is a number of f32; the 16 ones, each added and rounded alone, would
// be lost.

// PART: mma.mlir:[[# @LINE + 10]]:8: error: 'nvgpu.mma.sync' op scope: thread (32, 0, 0) of block (0, 0, 0) executes an operation of its warp with 1 of 32 threads

// ROUNDED:      argument 0:
// ROUNDED-NEXT: {{^}}[16777232, 16777232, 16777232, 16777232]
func.func @rounded(%out: memref<32x4xf32>) {
  %l = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<1.0> : vector<4x2xf16>
  %b = arith.constant dense<1.0> : vector<2x2xf16>
  %c = arith.constant dense<16777216.0> : vector<2x2xf32>
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  %v = vector.shape_cast %d : vector<2x2xf32> to vector<4xf32>
  %c32 = arith.constant 32 : index
  %r = arith.remui %l, %c32 : index
  vector.store %v, %out[%r, %c0] : memref<32x4xf32>, vector<4xf32>
  return
}

// 1 + 2^-11 is no number of tf32: the last bits of the operands do not count.

// DROPPED:      argument 0:
// DROPPED-NEXT: {{^}}[8, 8, 8, 8]
func.func @dropped(%out: memref<32x4xf32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %a = arith.constant dense<1.00048828125> : vector<4x1xf32>
  %b = arith.constant dense<1.00048828125> : vector<2x1xf32>
  %c = arith.constant dense<0.0> : vector<2x2xf32>
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
  %v = vector.shape_cast %d : vector<2x2xf32> to vector<4xf32>
  vector.store %v, %out[%l, %c0] : memref<32x4xf32>, vector<4xf32>
  return
}

// Of registers, too; of what is added to them all bits count.

// SHORTENED:      argument 0:
// SHORTENED-NEXT: {{^}}[9.00048828, 9.00048828, 9.00048828, 9.00048828]
func.func @shortened(%out: memref<32x4xf32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %more = arith.constant 1.00048828125 : f32
  %a = arith.bitcast %more : f32 to i32
  %d = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%more, %more, %more, %more] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<tf32>, multiplicandBPtxType = #nvvm.mma_type<tf32>, shape = #nvvm.shape<m = 16, n = 8, k = 8>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %x = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
  %v = vector.broadcast %x : f32 to vector<4xf32>
  vector.store %v, %out[%l, %c0] : memref<32x4xf32>, vector<4xf32>
  return
}

// SATURATED:      argument 0:
// SATURATED-NEXT: {{^}}[2147483647, 2147483647, -2147483648, -2147483648]
func.func @saturated(%out: memref<32x4xi32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  // Rows 0 to 7 are 127, rows 8 to 15 are -128.
  %a = arith.constant dense<[[127, 127, 127, 127], [-128, -128, -128, -128]]> : vector<2x4xi8>
  %b = arith.constant dense<127> : vector<1x4xi8>
  %c = arith.constant dense<[[2147400000, 2147400000], [-2147400000, -2147400000]]> : vector<2x2xi32>
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<2x4xi8>, vector<1x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
  %v = vector.shape_cast %d : vector<2x2xi32> to vector<4xi32>
  vector.store %v, %out[%l, %c0] : memref<32x4xi32>, vector<4xi32>
  return
}

// Lane 5 holds unknown elements of row 1, which lanes 4 to 7 get.

// POISON: mma.mlir:[[# @LINE + 18]]:3: error: 'vector.store' op uninitialized value: thread (4, 0, 0) of block (0, 0, 0) writes an uninitialized value to element 8 of argument 0
func.func @uninitialized(%out: memref<32x2xf32>) {
  %l = gpu.lane_id
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloca() : memref<1xf16, 5>
  %one = arith.constant 1.0 : f16
  %ones = arith.constant dense<1.0> : vector<4x2xf16>
  %known = arith.cmpi ne, %l, %c5 : index
  scf.if %known {
    memref.store %one, %m[%c0] : memref<1xf16, 5>
  }
  %x = memref.load %m[%c0] : memref<1xf16, 5>
  %a = vector.insert %x, %ones[0, 0] : f16 into vector<4x2xf16>
  %b = arith.constant dense<1.0> : vector<2x2xf16>
  %c = arith.constant dense<0.0> : vector<2x2xf32>
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  %v = vector.extract %d[0] : vector<2xf32> from vector<2x2xf32>
  vector.store %v, %out[%l, %c0] : memref<32x2xf32>, vector<2xf32>
  return
}

// UNKNOWN: mma.mlir:[[# @LINE + 2]]:8: error: 'nvgpu.mma.sync' op has a shape or types that the simulator does not know
func.func @unknown(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf64>) {
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf64>) -> vector<2x2xf64>
  return
}
