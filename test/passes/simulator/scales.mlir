// RUN: tl-sim %s --kernel=scales --block=1 --dump=0 | FileCheck %s
// RUN: tl-sim %s --kernel=expands --block=1 --reference=expands_by_parts --arg=0:random --arg=1:random=7 | FileCheck %s --check-prefix=EXPANDS
// RUN: tl-sim %s --kernel=expands --block=1 --arg=0:random --arg=1:random=7 --verify-lowering='builtin.module(arith-expand{include-f8e8m0=true})' | FileCheck %s --check-prefix=SAME
// RUN: not tl-sim %s --kernel=rounds 2>&1 | FileCheck %s --check-prefix=ROUNDS

// Scales are powers of two without a sign: what is between two becomes the lower one, and
// there is no zero and no infinity; what is below the least, here 2^-128, becomes the least.

// CHECK:      argument 0:
// CHECK-NEXT: [5.87747175e-39, 1, 2, 5.87747175e-39, nan]
// CHECK-NEXT: [3.52648305e-38, -4, 12, 0, nan]
// CHECK-NEXT: [3, -1, 0.5, 6, nan]
func.func @scales(%out: memref<3x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant dense<[0x00200000, 1.9375, -3.5, 0.0, 0x7F800000]> : vector<5xf32>
  %e = arith.truncf %x : vector<5xf32> to vector<5xf8E8M0FNU>
  %f = arith.extf %e : vector<5xf8E8M0FNU> to vector<5xf32>
  vector.store %f, %out[%c0, %c0] : memref<3x5xf32>, vector<5xf32>
  %small = arith.constant dense<[6.0, -4.0, 6.0, 0.0, 1.0]> : vector<5xf4E2M1FN>
  %wide = arith.scaling_extf %small, %e : vector<5xf4E2M1FN>, vector<5xf8E8M0FNU> to vector<5xf32>
  vector.store %wide, %out[%c1, %c0] : memref<3x5xf32>, vector<5xf32>
  %y = arith.constant dense<[12.0, -4.0, 2.0, 20.0, 1.0]> : vector<5xf32>
  %s = arith.constant dense<[4.0, 4.0, 4.9, 2.0, 0x7FC00000]> : vector<5xf32>
  %short = arith.scaling_truncf %y, %s : vector<5xf32>, vector<5xf32> to vector<5xf8E4M3FN>
  %back = arith.extf %short : vector<5xf8E4M3FN> to vector<5xf32>
  %least = arith.constant dense<[448.0, 448.0, 448.0, 6.0, 448.0]> : vector<5xf32>
  %cut = arith.minimumf %back, %least : vector<5xf32>
  vector.store %cut, %out[%c2, %c0] : memref<3x5xf32>, vector<5xf32>
  return
}

// The same by the operations that they are said to be.

// SAME: @expands: equivalent
// EXPANDS: @expands: as @expands_by_parts: 64 elements, off by at most 0
func.func @expands(%in: memref<64xf32>, %scale: memref<64xf32>, %out: memref<64xf16>) {
  %c0 = arith.constant 0 : index
  %x = vector.load %in[%c0] : memref<64xf32>, vector<64xf32>
  %s = vector.load %scale[%c0] : memref<64xf32>, vector<64xf32>
  %a = arith.scaling_truncf %x, %s : vector<64xf32>, vector<64xf32> to vector<64xf8E5M2>
  %b = arith.scaling_extf %a, %s : vector<64xf8E5M2>, vector<64xf32> to vector<64xf16>
  vector.store %b, %out[%c0] : memref<64xf16>, vector<64xf16>
  return
}

func.func private @expands_by_parts(%in: memref<64xf32>, %scale: memref<64xf32>, %out: memref<64xf16>) {
  %c0 = arith.constant 0 : index
  %x = vector.load %in[%c0] : memref<64xf32>, vector<64xf32>
  %s = vector.load %scale[%c0] : memref<64xf32>, vector<64xf32>
  %bits = arith.bitcast %s : vector<64xf32> to vector<64xi32>
  %mask = arith.constant dense<0x7F800000> : vector<64xi32>
  %kept = arith.andi %bits, %mask : vector<64xi32>
  %power = arith.bitcast %kept : vector<64xi32> to vector<64xf32>
  %q = arith.divf %x, %power : vector<64xf32>
  %a = arith.truncf %q : vector<64xf32> to vector<64xf8E5M2>
  %f = arith.truncf %power : vector<64xf32> to vector<64xf16>
  %w = arith.extf %a : vector<64xf8E5M2> to vector<64xf16>
  %b = arith.mulf %w, %f : vector<64xf16>
  vector.store %b, %out[%c0] : memref<64xf16>, vector<64xf16>
  return
}

// ROUNDS: error: 'arith.truncf' op rounds in another way than to_nearest_even, which the simulator does not know
func.func @rounds(%x: f32) {
  %y = arith.truncf %x downward : f32 to f16
  return
}
