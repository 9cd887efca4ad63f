// RUN: tl-sim %s --report | FileCheck %s
// RUN: tl-sim %s --report=json | FileCheck %s --check-prefix=JSON --strict-whitespace

// Rows of 128 bytes lie in the same banks: a warp that reads a column waits 32
// times. Every sector of global memory that is touched is counted, and every exchange.

// CHECK:      report @column
// CHECK-NEXT: report.mlir:[[# @LINE + 20]]:3 memref.store: shared write, 32 accesses, 128 bytes, 32 wavefronts of at least 1, degree 32
// CHECK-NEXT: report.mlir:[[# @LINE + 21]]:8 memref.load: shared read, 32 accesses, 128 bytes, 32 wavefronts of at least 1, degree 32
// CHECK-NEXT: report.mlir:[[# @LINE + 22]]:3 memref.store: global write, 32 accesses, 128 bytes, 32 sectors, efficiency 12%
// CHECK-NEXT: report.mlir:[[# @LINE + 20]]:13 gpu.shuffle: 1 exchange of a warp
// CHECK-NEXT: total: shared 256 bytes, 64 wavefronts of at least 2; global 128 bytes, 32 sectors for 128 bytes
// CHECK-NEXT: busiest thread: 1 reads, 2 writes

// JSON:      {"kernel": "column", "accesses": [
// JSON-NEXT: {{^    }}{"location": {"file": "{{.*}}report.mlir", "line": {{[0-9]+}}, "column": 3}, "operation": "memref.store", "space": "shared", "writes": true, "accesses": 32, "bytes": 128, "warps": 1, "wavefronts": 32, "minimum": 1, "degree": 32, "sectors": {{.*}}
// JSON:      {{^  }}"exchanges": [
// JSON-NEXT: {{^    }}{"location": {"file": "{{.*}}report.mlir", "line": {{[0-9]+}}, "column": 13}, "operation": "gpu.shuffle", "warps": 1}],
// JSON-NEXT: {{^  }}"shared_bytes": 256, "wavefronts": 64, "minimum": 2, "global_bytes": 128, "sectors": 32, "used": 128, "busiest_reads": 1, "busiest_writes": 2}
gpu.module @kernels {
gpu.func @column(%out: memref<32x32xf32>)
    workgroup(%s: memref<32x32xf32, #gpu.address_space<workgroup>>) kernel {
  %t = gpu.thread_id x
  %one = arith.constant 1 : i32
  %wave = arith.constant 32 : i32
  %c0 = arith.constant 0 : index
  %n = arith.constant 5.0 : f32
  memref.store %n, %s[%t, %c0] : memref<32x32xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %v = memref.load %s[%t, %c0] : memref<32x32xf32, #gpu.address_space<workgroup>>
  %x, %is = gpu.shuffle xor %v, %one, %wave : f32
  memref.store %x, %out[%t, %c0] : memref<32x32xf32>
  gpu.return
}
}
