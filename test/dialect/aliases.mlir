// A layout prints once, called after what it says, in its short spelling; what
// prints is the same layout.
// RUN: %tl-opt %s | FileCheck %s
// RUN: tl-opt %s --mlir-print-op-generic | tl-opt | FileCheck %s
// RUN: tl-opt %s --tl-normalize-layouts | FileCheck %s --check-prefix=NORMAL

// CHECK-DAG:  #[[FRAG:frag[0-9]*]] = #tl.register<spatial(32, 1).local(1, 8)>
// CHECK-DAG:  #[[SMEM:smem[0-9]*]] = #tl.shared<row_major_swizzle([32, 8], nbytes = 4)>
// CHECK-DAG:  #[[STORED:smem[0-9]*]] = #tl.tile<S[(32, 8) : (8, 1)]>
// CHECK-DAG:  #[[CUTE:smem[0-9]*]] = #tl.cute<(32,8):(8,1)>
// CHECK-DAG:  #[[HELD:frag[0-9]*]] = #tl.tile<S[(32, 8) : (1@laneid, 1)]>
// CHECK-NOT:  #tl.
// CHECK:      tl.load %{{.*}} layout #[[SMEM]] as #[[FRAG]] scope warp
// CHECK:      tl.load %{{.*}} layout #[[STORED]] as #[[FRAG]] scope warp
// CHECK:      tl.load %{{.*}} layout #[[CUTE]] as #[[HELD]] scope warp
// CHECK:      tl.thread_load {{.*}} atoms
// NORMAL:     #frag = #tl.tile<
// NORMAL:     #smem = #tl.tile<
// NORMAL:     #smem1 = #tl.tile<
// NORMAL-NOT: #tl.
func.func @layouts(%S: memref<32x8xf32, 3>, %B: memref<32x8xf32>, %o: index) {
  %u = tl.load %S layout #tl.shared<row_major_swizzle([32, 8], nbytes = 4)> as #tl.register<spatial(32, 1).local(1, 8)>
    scope warp : memref<32x8xf32, 3> to vector<8xf32>
  %v = tl.load %S layout #tl.tile<S[(32, 8)]> as #tl.register<shape = [32, 8], mode_shape = [32, 8], spatial_modes = [0], local_modes = [1]>
    scope warp : memref<32x8xf32, 3> to vector<8xf32>
  %w = tl.load %S layout #tl.cute<(32,8):(8,1)> as #tl.tile<S[(32, 8) : (1@laneid, 1)]>
    scope warp : memref<32x8xf32, 3> to vector<8xf32>
  %x = tl.thread_load %S[%o] atoms (8) : (1) -> (1) align 4 : memref<32x8xf32, 3> to vector<8xf32>
  return
}
