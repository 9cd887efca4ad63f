// RUN: tl-opt %s | FileCheck %s
// RUN: tl-opt %s --emit-bytecode | tl-opt | FileCheck %s
// RUN: tl-opt %s --mlir-print-op-generic | tl-opt | FileCheck %s
// RUN: tl-opt %s --tl-normalize-layouts | FileCheck %s --check-prefix=NORMAL

#rows = #tl.register<spatial(8, 4).local(1, 2)>
#columns = #tl.register<local(1, 2).spatial(8, 4)>
#whole = #tl.tile<S[(8, 8) : (1@laneid, 1)] + R[4 : 8@laneid]>

// CHECK-DAG: #[[$ROWS:.*]] = #tl.register<spatial(8, 4).local(1, 2)>
// CHECK-DAG: #[[$COLUMNS:.*]] = #tl.register<local(1, 2).spatial(8, 4)>
// CHECK-DAG: #[[$WHOLE:.*]] = #tl.tile<S[(8, 8) : (1@laneid, 1)] + R[4 : 8@laneid]>

// Both layouts are those of registers, on the threads of the scope.
// NORMAL-DAG: #[[$ROWS:.*]] = #tl.tile<S[(8, (4, 2)) : (4@laneid, (1@laneid, 1))]>
// NORMAL-DAG: #[[$COLUMNS:.*]] = #tl.tile<S[(8, (2, 4)) : (4@laneid, (1, 1@laneid))]>
// NORMAL: tl.convert_layout %{{.*}} as #[[$ROWS]] to #[[$COLUMNS]] scope warp

// CHECK-LABEL: func.func @forms
func.func @forms(%v: vector<2xf16>, %S: memref<256xi8, #gpu.address_space<workgroup>>) {
  // CHECK: %[[W:.*]] = tl.convert_layout %{{.*}} as #[[$ROWS]] to #[[$COLUMNS]] scope warp : vector<2xf16> to vector<2xf16>
  %w = tl.convert_layout %v as #rows to #columns scope warp : vector<2xf16> to vector<2xf16>
  // CHECK: tl.convert_layout %[[W]] as #[[$COLUMNS]] to #[[$WHOLE]] scope warp using %{{.*}} {my.note = 1 : i32} : vector<2xf16>, memref<256xi8, #gpu.address_space<workgroup>> to vector<2x4xf16>
  %x = tl.convert_layout %w as #columns to #whole scope warp using %S {my.note = 1 : i32}
    : vector<2xf16>, memref<256xi8, #gpu.address_space<workgroup>> to vector<2x4xf16>
  return
}
