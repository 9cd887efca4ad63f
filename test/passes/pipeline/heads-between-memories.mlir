// Copies between memories have narrow heads too; what their accesses cost is
// counted from where memory begins.
// RUN: tl-opt %s --tl-synthesize-partition --tl-partition-copies --tl-vectorize-copies | FileCheck %s
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SIM
// SIM: @bytes: equivalent

// CHECK-LABEL: func.func @bytes
// CHECK:         tl.thread_load {{.*}} vector 2 of (4) -> (1) align 16 phase 1
func.func @bytes(%a: memref<6xi8, strided<[1], offset: 1>> {llvm.align = 16 : i64}, %b: memref<6xi8>) {
  tl.copy %a to %b scope thread : memref<6xi8, strided<[1], offset: 1>> to memref<6xi8>
  return
}
