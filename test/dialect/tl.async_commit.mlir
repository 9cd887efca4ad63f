// RUN: %tl-opt %s | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @commit
// CHECK-NEXT:    tl.async_commit{{$}}
// CHECK-NEXT:    tl.async_commit {test.note = "last"}
// GENERIC: "tl.async_commit"() : () -> ()
func.func @commit() {
  tl.async_commit
  tl.async_commit {test.note = "last"}
  return
}
