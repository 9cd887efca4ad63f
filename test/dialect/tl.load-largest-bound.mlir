// The largest i64, which stands for no bound, stays a value where it is one.
// RUN: tl-opt %s --canonicalize | FileCheck %s

// CHECK:      %[[MOST:.+]] = arith.constant 9223372036854775807 : index
// CHECK-NEXT: tl.load %{{.+}} as #{{.+}} scope cta bounds(%[[MOST]])
func.func @most(%A: memref<?xf16>) -> vector<8xf16> attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %most = arith.constant 9223372036854775807 : index
  %v = tl.load %A as #tl.register<spatial(128).local(8)> scope cta bounds(%most) : memref<?xf16> to vector<8xf16>
  return %v : vector<8xf16>
}

// A sum that would be it stays a view, and so does one of an origin.
// CHECK-LABEL: func.func @sums(
// CHECK:         %[[VIEW:.+]] = memref.subview
// CHECK:         tl.load %[[VIEW]] as #{{.+}} scope cta bounds(9223372036854775806)
func.func @sums(%A: memref<?xf16>, %n: index) -> vector<8xf16> attributes {gpu.known_block_size = array<i32: 128, 1, 1>} {
  %part = memref.subview %A[1] [%n] [1] : memref<?xf16> to memref<?xf16, strided<[1], offset: 1>>
  %v = tl.load %part as #tl.register<spatial(128).local(8)> scope cta bounds(9223372036854775806) : memref<?xf16, strided<[1], offset: 1>> to vector<8xf16>
  return %v : vector<8xf16>
}
