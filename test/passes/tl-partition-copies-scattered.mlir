// RUN: %tl-opt %s --tl-partition-copies 2>/dev/null | FileCheck %s
// RUN: tl-opt %s --tl-partition-copies --verify-diagnostics -o /dev/null

// Six registers against runs of four: pairs have a common refinement, and each
// pair computes its own address.

// CHECK-LABEL: func.func @six_against_four
// CHECK-COUNT-3: arith.shrui {{.*}} : index
// CHECK:         tl.thread_load %{{[a-z0-9]+}}[%[[A:.*]], %[[B:.*]], %[[C:.*]]] slots (0, 2, 4) atoms (2) : (1) -> (1) align 4
func.func @six_against_four(%m: memref<384xf32>) -> vector<6xf32> {
  // expected-remark @+2 {{'tl.load' op computes 3 addresses per thread}}
  // expected-note @+1 {{in dimension 0 a digit of extent 3 of the fragment meets a digit of extent 2 of the memory layout: neither extent divides the other}}
  %v = tl.load %m layout #tl.shared<shape = [192], mode_shape = [48, 4], mode_strides = [8, 1]> as #tl.register<spatial(32).local(6)> scope warp : memref<384xf32> to vector<6xf32>
  return %v : vector<6xf32>
}

// A tile that starts inside a panel and leaves it.

// CHECK-LABEL: func.func @across_panels
// CHECK-DAG:     %[[FIRST:.*]] = arith.constant 4 : index
// CHECK-DAG:     %[[SECOND:.*]] = arith.constant 32 : index
// CHECK:         tl.thread_load %{{[a-z0-9]+}}[%[[FIRST]], %[[SECOND]]] slots (0, 4) atoms (4) : (1) -> (1) align 4
func.func @across_panels(%m: memref<64xf32>) -> vector<8xf32> {
  // expected-remark @+2 {{'tl.load' op computes 2 addresses per thread}}
  // expected-note @+1 {{in dimension 1 a digit of extent 2 of the fragment meets a digit of extent 2 of the memory layout: the tile starts inside it and does not fit}}
  %v = tl.load %m[0, 4] layout #tl.shared<shape = [4, 16], mode_shape = [4, 2, 8], mode_strides = [8, 32, 1]> as #tl.register<local(1, 8)> scope thread : memref<64xf32> to vector<8xf32>
  return %v : vector<8xf32>
}

// What is made of numbers alone is a number, wherever it would be computed; what is made of the thread stands in
// front of the loop.

#pairs = #tl.linear<register = [[1, 0], [2, 0], [4, 0], [8, 0]], lane = [[1, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [], shape = [16, 32]>
#split = #tl.tile<S[((2, 2, 6), 32) : ((195, 392, 32), 1)]>

// CHECK-LABEL: gpu.func @numbers
// CHECK:         %[[LOW:.*]] = arith.addi
// CHECK-NEXT:    scf.for %[[I:.*]] = %c0 to %c1 step %c4
// CHECK-NEXT:      %[[FIRST:.*]] = arith.addi %[[I]], %[[LOW]] overflow<nsw> : index
// CHECK-NEXT:      arith.constant 456 : index
// CHECK-NEXT:      arith.addi %[[FIRST]], %c456{{.*}} : index
// CHECK-NOT:       {{arith.(shrui|divui|remui|muli)}}
// CHECK:           tl.thread_load
gpu.module @starts {
  gpu.func @numbers(%A: memref<779xi16, 3>, %B: memref<16x32xi16, 3>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c1 step %c4 {
      %v = tl.load %A[8, %i] layout #split as #pairs scope warp : memref<779xi16, 3> to vector<16xi16>
      tl.store %v as #pairs to %B scope warp : vector<16xi16> to memref<16x32xi16, 3>
    }
    gpu.return
  }
}
