// RUN: tl-sim %s --report=json > %t.json
// RUN: python3 -m json.tool %t.json | FileCheck %s

// Names of files and functions are any bytes: the report is JSON that says them.

// CHECK: "kernel": "caf\u00e9 \"\\\u0001\n\ufffd",
// CHECK: "file": "q\"\\\u0001.mlir",
func.func @"caf\C3\A9 \22\\\01\0A\FF"(%m: memref<32xf32>) {
  %t = gpu.thread_id x
  %v = memref.load %m[%t] : memref<32xf32> loc("q\22\\\01.mlir":3:4)
  return
}
