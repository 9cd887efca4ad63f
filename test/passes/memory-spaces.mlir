// RUN: tl-opt %s --lower-layout-copies | FileCheck %s
// RUN: tl-sim %s --verify-lowering | FileCheck %s --check-prefix=SAME
// RUN: tl-sim %s --report | FileCheck %s --check-prefix=REPORT

// Spaces of memory by the names of LLVM and NVVM are what their numbers are:
// accesses, races and banks are those of shared memory.

// SAME:   @spaces: equivalent: {{[0-9]+}} elements, 32 threads
// SAME:   @started: equivalent: {{[0-9]+}} elements, 32 threads
// REPORT: @spaces
// REPORT: tl.store{{.*}}: shared
// REPORT: tl.load{{.*}}: shared
// REPORT: tl.store{{.*}}: shared
// REPORT: tl.load{{.*}}: shared

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// CHECK-LABEL: func.func @spaces
func.func @spaces(%A: memref<8x8xf32, #nvvm.memory_space<shared>>, %B: memref<8x8xf32, #llvm.address_space<3>>, %C: memref<8x8xf32, #nvvm.memory_space<global>>, %D: memref<8x8xf32, #llvm.address_space<1>>) {
  %v = tl.load %C as #frag scope warp : memref<8x8xf32, #nvvm.memory_space<global>> to vector<2xf32>
  tl.store %v as #frag to %A scope warp : vector<2xf32> to memref<8x8xf32, #nvvm.memory_space<shared>>
  gpu.barrier
  %w = tl.load %A as #frag scope warp : memref<8x8xf32, #nvvm.memory_space<shared>> to vector<2xf32>
  tl.store %w as #frag to %B scope warp : vector<2xf32> to memref<8x8xf32, #llvm.address_space<3>>
  gpu.barrier
  %x = tl.load %B as #frag scope warp : memref<8x8xf32, #llvm.address_space<3>> to vector<2xf32>
  tl.store %x as #frag to %D scope warp : vector<2xf32> to memref<8x8xf32, #llvm.address_space<1>>
  return
}

// CHECK-LABEL: func.func @started
// CHECK:       %[[TARGET:.*]] = memref.memory_space_cast %{{.*}} : memref<64xf32, #nvvm.memory_space<shared>> to memref<64xf32, 3>
// CHECK:       nvgpu.device_async_copy {{.*}}, %[[TARGET]][{{.*}} : memref<64xf32> to memref<64xf32, 3>
func.func @started(%G: memref<8x8xf32>, %S: memref<8x8xf32, #nvvm.memory_space<shared>>) {
  tl.copy %G to %S scope warp async : memref<8x8xf32> to memref<8x8xf32, #nvvm.memory_space<shared>>
  tl.async_commit
  tl.async_wait 0
  return
}

// Registers are private memory.

// CHECK-LABEL: func.func @registers
// CHECK:       memref.store
func.func @registers(%G: memref<8x8xf32>) {
  %R = memref.alloca() : memref<2xf32, #nvvm.memory_space<local>>
  tl.copy %G to %R layout #frag scope warp : memref<8x8xf32> to memref<2xf32, #nvvm.memory_space<local>>
  return
}
