// RUN: %tl-opt %s | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @wait
// CHECK-NEXT:    tl.async_wait 0{{$}}
// CHECK-NEXT:    tl.async_wait 3 {test.note = "last"}
// GENERIC: "tl.async_wait"() {pending = 0 : i64} : () -> ()
func.func @wait() {
  tl.async_wait 0
  tl.async_wait 3 {test.note = "last"}
  return
}
