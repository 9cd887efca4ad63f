// Buffers that operations of this dialect use are freed: every kind says what it
// does to its memrefs (rule E1), and none keeps one.
// RUN: %mlir-opt %s --ownership-based-buffer-deallocation | FileCheck %s --check-prefixes=CHECK,OWNED
// RUN: %mlir-opt %s --buffer-deallocation-pipeline | FileCheck %s --check-prefixes=CHECK,FREED

#frag = #tl.register<spatial(32, 1).local(1, 8)>

// CHECK-LABEL: func.func @every_kind
// CHECK:         tl.copy
// CHECK:         tl.copy
// CHECK:         tl.load
// CHECK:         tl.store
// CHECK:         tl.thread_copy
// CHECK:         tl.thread_load
// CHECK:         tl.thread_store
// CHECK:         tl.thread_async
// CHECK:         tl.async_commit
// CHECK:         tl.async_wait
// CHECK:         tl.assume
// CHECK:         tl.store
// OWNED:         bufferization.dealloc (%{{.*}} : memref<f32>, memref<f32, 3>, memref<f32, 5>)
// FREED-DAG:     memref.dealloc %{{.*}} : memref<32x8xf32>
// FREED-DAG:     memref.dealloc %{{.*}} : memref<32x8xf32, 3>
// FREED-DAG:     memref.dealloc %{{.*}} : memref<8xf32, 5>
// CHECK:         return
func.func @every_kind(%n: index) {
  %A = memref.alloc() : memref<32x8xf32>
  %S = memref.alloc() : memref<32x8xf32, 3>
  %R = memref.alloc() : memref<8xf32, 5>
  tl.copy %A to %S scope warp : memref<32x8xf32> to memref<32x8xf32, 3>
  tl.copy %S to %R layout #frag scope warp : memref<32x8xf32, 3> to memref<8xf32, 5>
  %v = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
  tl.store %v as #frag to %A scope warp : vector<8xf32> to memref<32x8xf32>
  tl.thread_copy %R to %S[%n] atoms (8) : (1) -> (1) align 4 : memref<8xf32, 5> to memref<32x8xf32, 3>
  %w = tl.thread_load %A[%n] atoms (8) : (1) -> (1) align 4 : memref<32x8xf32> to vector<8xf32>
  tl.thread_store %w to %A[%n] atoms (8) : (1) -> (1) align 4 : vector<8xf32> to memref<32x8xf32>
  tl.thread_async %A[%n] to %S[%n] atoms (2) : (4) -> (4) vector 4 of (4) -> (1) align 16
    : memref<32x8xf32> to memref<32x8xf32, 3>
  tl.async_commit
  tl.async_wait 0
  %k = tl.assume %n multiple 8 : index
  tl.store %v as #frag to %A[%k, 0] scope warp bounds(32, 8) : vector<8xf32> to memref<32x8xf32>
  return
}
