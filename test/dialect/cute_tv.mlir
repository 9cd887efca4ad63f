// RUN: %tl-opt %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s

// CHECK: #tl.cute_tv<((4,8),(2,2)):((32,1),(16,8)), tile = (16, 8)>
"test.layout"() {l = #tl.cute_tv<((4,8),(2,2)):((32,1),(16,8)), tile = (16,8)>} : () -> ()
// CHECK: #tl.cute_tv<((4,8),(2,2)):((32,1),(16,8)), tile = (16, 8)>
"test.layout"() {l = #tl.cute_tv<mma_atom("SM80_16x8x16_F32F16F16F32_TN", C), tile = (16, 8)>} : () -> ()
// CHECK: #tl.cute_tv<(32,8):(1,32), tile = (32, 8)>
"test.layout"() {l = #tl.cute_tv<layout = (32,8):(1,32), tile = (32, 8)>} : () -> ()
// CHECK: #tl.cute_tv<(32,8):(1,32), tile = (32, 8)>
"test.layout"() {l = #tl.cute_tv<cute_tv((32,8):(1,32), (32, 8))>} : () -> ()

// Thread and value layouts, as tiled copies give them.
// CHECK: #tl.cute_tv<((8,4),(2,2)):((16,2),(1,8)), tile = (8, 16)>
"test.layout"() {l = #tl.cute_tv<make_tv((4,8):(8,1), (2,2):(1,2))>} : () -> ()

// Threads of stride 0 hold copies.
// CHECK: #tl.cute_tv<((8,4),1):((0,1),0), tile = (4)>
"test.layout"() {l = #tl.cute_tv<((8,4),1):((0,1),0), tile = (4)>} : () -> ()
