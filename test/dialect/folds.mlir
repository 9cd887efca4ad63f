// What is known of operands becomes part of a copy: E5 to E7.
// RUN: %mlir-opt %s --split-input-file --canonicalize 2>&1 | FileCheck %s --implicit-check-not=error:

#frag = #tl.register<spatial(32, 1).local(1, 8)>
#smem = #tl.shared<row_major_swizzle([32, 8], 4)>

// E5: entries of an origin and bounds that are constants are numbers; others stay.
// CHECK-LABEL: func.func @constants
// CHECK-NOT:     arith.constant
// CHECK:         tl.load %{{.*}}[32, %arg4] {{.*}} bounds(64, %arg4)
// CHECK:         tl.store %{{.*}} to %{{.*}}[16, 8] scope warp bounds(40, 16)
// CHECK:         tl.copy %{{.*}}[%arg4, 8] to %{{.*}}[2, 0, 0] layout {{.*}} scope warp bounds(9, 16)
// CHECK:         tl.copy %{{.*}}[32, 8] layout {{.*}} to
func.func @constants(%A: memref<64x16xf32>, %S: memref<4x32x8xf32, 3>, %R: memref<8xf32, 5>, %M: memref<64x16xf32, 3>,
                     %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : i32
  %c9 = arith.constant 9 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : i16
  %c40 = arith.constant 40 : index
  %v = tl.load %A[%c32 : i16, %n] as #frag scope warp bounds(64, %n) : memref<64x16xf32> to vector<8xf32>
  tl.store %v as #frag to %A[%c16, %c8 : i32] scope warp bounds(%c40, 16) : vector<8xf32> to memref<64x16xf32>
  tl.copy %A[%n, %c8 : i32] to %S[%c2, %c0, 0] layout #smem scope warp bounds(%c9, %c16)
    : memref<64x16xf32> to memref<4x32x8xf32, 3>
  tl.copy %M[%c32 : i16, %c8 : i32] layout #tl.shared<row_major(64, 16)> to %R layout #frag scope warp
    : memref<64x16xf32, 3> to memref<8xf32, 5>
  return
}

// What no copy may say stays a value: it is never executed, or undefined.
// CHECK-LABEL: func.func @wrong_constants
// CHECK-DAG:     %[[LEFT:.*]] = arith.constant -8 : index
// CHECK-DAG:     %[[FAR:.*]] = arith.constant 60 : index
// CHECK:         tl.load %{{.*}}[%[[LEFT]], 0]
// CHECK:         tl.load %{{.*}}[%[[FAR]], 0]
// CHECK:         tl.copy %{{.*}}[%[[FAR]], 0] to
func.func @wrong_constants(%A: memref<64x8xf32>, %B: memref<64x8xf32>) {
  %left = arith.constant -8 : index
  %far = arith.constant 60 : index
  %v = tl.load %A[%left, 0] as #frag scope warp bounds(64, 8) : memref<64x8xf32> to vector<8xf32>
  %w = tl.load %A[%far, 0] as #frag scope warp : memref<64x8xf32> to vector<8xf32>
  tl.copy %A[%far, 0] to %B scope warp tile(8, 8) : memref<64x8xf32> to memref<64x8xf32>
  tl.store %v as #frag to %B scope warp : vector<8xf32> to memref<64x8xf32>
  tl.store %w as #frag to %B scope warp : vector<8xf32> to memref<64x8xf32>
  return
}

// E6: a cast that says less is looked through, also a stride that becomes a
// number; one that says more is not.
// CHECK-LABEL: func.func @casts
// CHECK:         %[[MORE:.*]] = memref.cast %arg1
// CHECK-NOT:     memref.cast
// CHECK:         tl.load %arg0 {{.*}} : memref<64x8xf32> to
// CHECK:         tl.load %[[MORE]] {{.*}} : memref<64x8xf32> to
// CHECK:         tl.store {{.*}} to memref<64x8xf32, strided<[16, 1]>>
// CHECK:         tl.thread_load %arg0[%arg2] {{.*}} : memref<64x8xf32> to
func.func @casts(%A: memref<64x8xf32>, %B: memref<?x8xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %less = memref.cast %A : memref<64x8xf32> to memref<?x8xf32>
  %more = memref.cast %B : memref<?x8xf32> to memref<64x8xf32>
  %pitched = memref.reinterpret_cast %A to offset: [0], sizes: [64, 8], strides: [%c16, %c1]
    : memref<64x8xf32> to memref<64x8xf32, strided<[?, ?]>>
  %v = tl.load %less as #frag scope warp : memref<?x8xf32> to vector<8xf32>
  %w = tl.load %more as #frag scope warp : memref<64x8xf32> to vector<8xf32>
  tl.store %v as #frag to %pitched scope warp : vector<8xf32> to memref<64x8xf32, strided<[?, ?]>>
  tl.store %w as #frag to %A scope warp : vector<8xf32> to memref<64x8xf32>
  %x = tl.thread_load %less[%n] atoms (8) : (1) -> (1) align 4 : memref<?x8xf32> to vector<8xf32>
  tl.store %x as #frag to %A scope warp : vector<8xf32> to memref<64x8xf32>
  return
}

// The tile of a copy between memories is what it was.
// CHECK-LABEL: func.func @cast_of_tile
// CHECK-NOT:     memref.cast
// CHECK:         tl.copy %arg0 to %arg1 scope warp tile(32, 8) bounds(10, 8) {{.*}}: memref<10x8xf32> to
func.func @cast_of_tile(%A: memref<10x8xf32>, %S: memref<32x8xf32, 3>) {
  %less = memref.cast %A : memref<10x8xf32> to memref<?x8xf32>
  tl.copy %less to %S scope warp bounds(10, 8) : memref<?x8xf32> to memref<32x8xf32, 3>
  return
}

// A copy that is undefined stays one that verifies.
// CHECK-LABEL: func.func @wrong_cast
// CHECK:         tl.load %{{.*}} : memref<?x8xf32> to
func.func @wrong_cast(%A: memref<10x8xf32>, %B: memref<64x8xf32>) {
  %less = memref.cast %A : memref<10x8xf32> to memref<?x8xf32>
  %v = tl.load %less as #frag scope warp : memref<?x8xf32> to vector<8xf32>
  tl.store %v as #frag to %B scope warp : vector<8xf32> to memref<64x8xf32>
  return
}

// E7: offsets that are numbers go into the origin and the bounds, and dimensions
// that a subview drops into leading entries.
// CHECK-LABEL: func.func @subviews
// CHECK-NOT:     memref.subview
// CHECK:         tl.load %arg0[40, 4] {{.*}} bounds(48, 12) : memref<128x64xf32>
// CHECK:         tl.copy %arg0[32, 8] to %arg1[1, 0, 0] layout {{.*}} scope warp : memref<128x64xf32> to memref<4x32x8xf32, 3>
// CHECK:         tl.copy %arg0[32, 4] to %arg0[0, 4] scope warp tile(32, 8) : memref<128x64xf32> to memref<128x64xf32>
// CHECK:         tl.load %arg1[3, 0, 0] layout
// CHECK:         tl.store %{{.*}} to %arg2[1, 2, 32, %arg3]
func.func @subviews(%A: memref<128x64xf32>, %S: memref<4x32x8xf32, 3>, %B: memref<2x4x128x8xf32>, %n: index) {
  %tile = memref.subview %A[32, 4] [32, 8] [1, 1] : memref<128x64xf32> to memref<32x8xf32, strided<[64, 1], offset: 2052>>
  %v = tl.load %tile[8, 0] as #frag scope warp bounds(16, 8)
    : memref<32x8xf32, strided<[64, 1], offset: 2052>> to vector<8xf32>
  %from = memref.subview %A[32, 8] [32, 8] [1, 1] : memref<128x64xf32> to memref<32x8xf32, strided<[64, 1], offset: 2056>>
  %stage = memref.subview %S[1, 0, 0] [1, 32, 8] [1, 1, 1] : memref<4x32x8xf32, 3> to memref<32x8xf32, strided<[8, 1], offset: 256>, 3>
  tl.copy %from to %stage layout #smem scope warp
    : memref<32x8xf32, strided<[64, 1], offset: 2056>> to memref<32x8xf32, strided<[8, 1], offset: 256>, 3>
  %to = memref.subview %A[0, 4] [32, 8] [1, 1] : memref<128x64xf32> to memref<32x8xf32, strided<[64, 1], offset: 4>>
  tl.copy %tile to %to scope warp
    : memref<32x8xf32, strided<[64, 1], offset: 2052>> to memref<32x8xf32, strided<[64, 1], offset: 4>>
  %two = memref.subview %S[2, 0, 0] [2, 32, 8] [1, 1, 1] : memref<4x32x8xf32, 3> to memref<2x32x8xf32, strided<[256, 8, 1], offset: 512>, 3>
  %w = tl.load %two[1, 0, 0] layout #smem as #frag scope warp
    : memref<2x32x8xf32, strided<[256, 8, 1], offset: 512>, 3> to vector<8xf32>
  %batch = memref.subview %B[1, 0, 32, 0] [1, 4, 64, 8] [1, 1, 1, 1]
    : memref<2x4x128x8xf32> to memref<4x64x8xf32, strided<[1024, 8, 1], offset: 4352>>
  tl.store %v as #frag to %batch[2, 0, %n] scope warp bounds(64, 8)
    : vector<8xf32> to memref<4x64x8xf32, strided<[1024, 8, 1], offset: 4352>>
  tl.store %w as #frag to %B[0, 0, 0, 0] scope warp : vector<8xf32> to memref<2x4x128x8xf32>
  return
}

// Where the source says less, or what is stated speaks of the view, or a value
// would have to be added to, the subview stays.
// CHECK-LABEL: func.func @kept_subviews
// CHECK:         %[[LESS:.*]] = memref.subview %arg0
// CHECK:         %[[TILE:.*]] = memref.subview %arg1[32, 8]
// CHECK:         %[[STEP:.*]] = memref.subview %arg1[0, 0] {{.*}} [2, 1]
// CHECK:         %[[PART:.*]] = memref.subview %arg2
// CHECK:         tl.load %[[LESS]]
// CHECK:         tl.load %[[TILE]]
// CHECK:         tl.load %[[TILE]]
// CHECK:         tl.load %[[STEP]]
// CHECK:         tl.load %[[PART]]
func.func @kept_subviews(%A: memref<?x64xf32>, %B: memref<128x64xf32>, %S: memref<4x512xf32, 3>, %C: memref<32x8xf32>, %n: index) {
  %less = memref.subview %A[32, 8] [32, 8] [1, 1] : memref<?x64xf32> to memref<32x8xf32, strided<[64, 1], offset: 2056>>
  %tile = memref.subview %B[32, 8] [32, 8] [1, 1] : memref<128x64xf32> to memref<32x8xf32, strided<[64, 1], offset: 2056>>
  %step = memref.subview %B[0, 0] [32, 8] [2, 1] : memref<128x64xf32> to memref<32x8xf32, strided<[128, 1]>>
  %part = memref.subview %S[1, 256] [1, 256] [1, 1] : memref<4x512xf32, 3> to memref<256xf32, strided<[1], offset: 768>, 3>
  %a = tl.load %less as #frag scope warp : memref<32x8xf32, strided<[64, 1], offset: 2056>> to vector<8xf32>
  %b = tl.load %tile as #frag scope warp {alignment = 16 : i64} : memref<32x8xf32, strided<[64, 1], offset: 2056>> to vector<8xf32>
  %c = tl.load %tile[%n, 0] as #frag scope warp : memref<32x8xf32, strided<[64, 1], offset: 2056>> to vector<8xf32>
  %d = tl.load %step as #frag scope warp : memref<32x8xf32, strided<[128, 1]>> to vector<8xf32>
  %e = tl.load %part layout #smem as #frag scope warp : memref<256xf32, strided<[1], offset: 768>, 3> to vector<8xf32>
  tl.store %a as #frag to %C scope warp : vector<8xf32> to memref<32x8xf32>
  tl.store %b as #frag to %C scope warp : vector<8xf32> to memref<32x8xf32>
  tl.store %c as #frag to %C scope warp : vector<8xf32> to memref<32x8xf32>
  tl.store %d as #frag to %C scope warp : vector<8xf32> to memref<32x8xf32>
  tl.store %e as #frag to %C scope warp : vector<8xf32> to memref<32x8xf32>
  return
}
