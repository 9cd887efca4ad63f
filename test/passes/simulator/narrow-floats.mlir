// RUN: tl-sim %s --block=1 --dump=1 | FileCheck %s

// Numbers around 0 and around the smallest ones keep their value; between two that are
// as near the even one is taken.

// CHECK:      argument 1:
// CHECK-NEXT: {{^}}[0, 0, 0, 0, 0]
// CHECK-NEXT: {{^}}[-0, -0, -0, -0, 0]
// CHECK-NEXT: {{^}}[1, 1, 1, 1, 1]
// CHECK-NEXT: {{^}}[-2, -2, -2, -2, -2]
// CHECK-NEXT: {{^}}[5.96046448e-08, 5.96046448e-08, 0, 0, 0]
// CHECK-NEXT: {{^}}[1, 1, 1, 1, 1]
// CHECK-NEXT: {{^}}[1.00195312, 1, 1, 1, 1]
func.func @narrow(%unused: index, %out: memref<7x5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %values = arith.constant dense<[0.0, -0.0, 1.0, -2.0, 5.96046448e-08, 1.00048828125, 1.00146484375]> : vector<7xf32>
  scf.for %i = %c0 to %c7 step %c1 {
    %x = vector.extract %values[%i] : f32 from vector<7xf32>
    %h = arith.truncf %x : f32 to f16
    %b = arith.truncf %x : f32 to bf16
    %e = arith.truncf %x : f32 to f8E5M2
    %f = arith.truncf %x : f32 to f8E4M3FN
    %z = arith.truncf %x : f32 to f8E4M3FNUZ
    %0 = arith.extf %h : f16 to f32
    %1 = arith.extf %b : bf16 to f32
    %2 = arith.extf %e : f8E5M2 to f32
    %3 = arith.extf %f : f8E4M3FN to f32
    %4 = arith.extf %z : f8E4M3FNUZ to f32
    %v = vector.from_elements %0, %1, %2, %3, %4 : vector<5xf32>
    vector.store %v, %out[%i, %c0] : memref<7x5xf32>, vector<5xf32>
  }
  return
}
