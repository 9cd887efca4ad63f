// What other dialects say of a copy, every stage says of what the copy becomes,
// down to the accesses and to nothing else.
// RUN: tl-opt %s --allow-unregistered-dialect --tl-normalize-layouts --tl-synthesize-partition --tl-share-stores | FileCheck %s --check-prefix=GROUP
// RUN: tl-opt %s --allow-unregistered-dialect --tl-normalize-layouts --tl-synthesize-partition --tl-share-stores --tl-partition-copies --tl-vectorize-copies | FileCheck %s --check-prefix=THREAD
// RUN: tl-opt %s --allow-unregistered-dialect --lower-layout-copies | FileCheck %s --check-prefix=ACCESS --implicit-check-not=user. --implicit-check-not=tl.

#frag = #tl.register<spatial(32, 1).local(1, 8)>
#copies = #tl.tile<S[(16, 8) : (1@laneid, 1)] + R[2 : 16@laneid]>
#mma = #tl.register<mma_c(16, 8, 16, 16)>

// GROUP-LABEL:  func.func @between
// GROUP:          tl.load {{.*}} {user.id = 1 : i64}
// GROUP-NEXT:     tl.store {{.*}} {user.id = 1 : i64}
// GROUP:          tl.copy {{.*}} async {tl.chosen, user.id = 2 : i64}
// THREAD-LABEL: func.func @between
// THREAD:         tl.thread_load {{.*}} {user.id = 1 : i64}
// THREAD-NEXT:    tl.thread_store {{.*}} {user.id = 1 : i64}
// THREAD:         tl.thread_async {{.*}} {user.id = 2 : i64}
// ACCESS-LABEL: func.func @between
// ACCESS:         vector.load {{.*}} {alignment = 16 : i64, user.id = 1 : i64}
// ACCESS:         vector.load {{.*}} {alignment = 16 : i64, user.id = 1 : i64}
// ACCESS:         vector.store {{.*}} {alignment = 16 : i64, user.id = 1 : i64}
// ACCESS:         vector.store {{.*}} {alignment = 16 : i64, user.id = 1 : i64}
// ACCESS:         nvgpu.device_async_copy {{.*}}user.id = 2 : i64
// ACCESS:         nvgpu.device_async_copy {{.*}}user.id = 2 : i64
func.func @between(%A: memref<32x8xf32> {llvm.align = 16 : i64}, %S: memref<32x8xf32, 3> {llvm.align = 16 : i64}) {
  tl.copy %A to %S scope warp {user.id = 1 : i64} : memref<32x8xf32> to memref<32x8xf32, 3>
  tl.copy %A to %S scope warp async {user.id = 2 : i64} : memref<32x8xf32> to memref<32x8xf32, 3>
  tl.async_commit
  tl.async_wait 0
  return
}

// An access without such attributes has none, also where it is alike.
// GROUP-LABEL:  func.func @registers
// GROUP:          tl.load {{.*}} {user.id = 3 : i64}
// GROUP:          tl.store {{.*}} {user.id = 4 : i64}
// THREAD-LABEL: func.func @registers
// THREAD:         tl.thread_load {{.*}} {user.id = 3 : i64}
// THREAD:         tl.thread_store {{.*}} {user.id = 4 : i64}
// ACCESS-LABEL: func.func @registers
// ACCESS-COUNT-2: vector.load {{.*}} {alignment = 16 : i64, user.id = 3 : i64}
// ACCESS-COUNT-2: vector.load {{.*}} {alignment = 16 : i64} :
// ACCESS:         vector.store {{.*}} {alignment = 16 : i64, user.id = 4 : i64}
// ACCESS:         vector.store {{.*}} {alignment = 16 : i64} :
// ACCESS:         return
func.func @registers(%A: memref<32x8xf32> {llvm.align = 16 : i64}, %B: memref<16x8xf32> {llvm.align = 16 : i64}) {
  %v = tl.load %A as #frag scope warp {user.id = 3 : i64} : memref<32x8xf32> to vector<8xf32>
  %w = tl.load %A as #frag scope warp : memref<32x8xf32> to vector<8xf32>
  tl.store %v as #copies to %B scope warp {share_replicas, user.id = 4 : i64} : vector<8xf32> to memref<16x8xf32>
  tl.store %w as #copies to %B scope warp {share_replicas} : vector<8xf32> to memref<16x8xf32>
  return
}

// ACCESS-LABEL: func.func @matrices
// ACCESS:         nvvm.ldmatrix {{.*}}user.id = 5 : i64
func.func @matrices(%S: memref<16x8xf16, 3>, %B: memref<16x8xf16>) {
  %v = tl.load %S as #mma scope warp {alignment = 16 : i64, user.id = 5 : i64} : memref<16x8xf16, 3> to vector<4xf16>
  tl.store %v as #mma to %B scope warp : vector<4xf16> to memref<16x8xf16>
  return
}
