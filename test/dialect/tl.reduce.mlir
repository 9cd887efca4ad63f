// RUN: %tl-opt %s | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tl-opt %s --cse --remove-dead-values --loop-invariant-code-motion | FileCheck %s --check-prefix=EFFECTS

#frag = #tl.register<spatial(8, 4).local(1, 2)>
#rows = #tl.register<reduce(spatial(8, 4).local(1, 2), dims = [1])>
#gaps = #tl.tile<S[(4, 3) : (1@laneid, 2)]>

// CHECK-LABEL: func.func @reduce
// CHECK-NEXT:    tl.reduce %{{.*}} as #frag over [1] kind <add> scope warp : vector<2xf32> to vector<1xf32>
// CHECK-NEXT:    tl.reduce %{{.*}} as #frag over [0, 1] kind <minimumf> scope cta {test.note = "last"} : vector<1x2xf32> to vector<1xf32>
// CHECK-NEXT:    tl.reduce %{{.*}} as #frag over [1] kind <maxsi> to #[[ROWS:.*]] scope warp : vector<2xi8> to vector<1xi8>
// CHECK-NEXT:    tl.reduce %{{.*}} as #{{.*}} over [0] kind <xor> scope warp {partial} : vector<8xi32> to vector<4xi32>
// GENERIC: "tl.reduce"(%{{.*}}) {kind = "maxsi", over = array<i64: 1>, scope = "warp", source_layout = #frag, target_layout = #frag1} : (vector<2xi8>) -> vector<1xi8>
func.func @reduce(%v: vector<2xf32>, %w: vector<1x2xf32>, %i: vector<2xi8>, %j: vector<8xi32>) {
  %0 = tl.reduce %v as #frag over [1] kind <add> scope warp : vector<2xf32> to vector<1xf32>
  %1 = tl.reduce %w as #frag over [0, 1] kind <minimumf> scope cta {test.note = "last"} : vector<1x2xf32> to vector<1xf32>
  %2 = tl.reduce %i as #frag over [1] kind <maxsi> to #rows scope warp : vector<2xi8> to vector<1xi8>
  %3 = tl.reduce %j as #gaps over [0] kind <xor> scope warp {partial} : vector<8xi32> to vector<4xi32>
  return
}

// E8: what other threads have is read: equal ones are one, and nothing takes it
// out of the loop, where some threads may be alone.
// EFFECTS-LABEL: func.func @effects
// EFFECTS-NEXT:    %[[C:.*]] = arith.constant
// EFFECTS-NEXT:    %[[D:.*]] = arith.constant
// EFFECTS-NEXT:    scf.for
// EFFECTS-NEXT:      %[[M:.*]] = tl.reduce
// EFFECTS-NEXT:      func.call @use(%[[M]], %[[M]])
func.func private @use(vector<1xf32>, vector<1xf32>)
func.func @effects(%n: index, %v: vector<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    %0 = tl.reduce %v as #frag over [1] kind <add> scope warp : vector<2xf32> to vector<1xf32>
    %1 = tl.reduce %v as #frag over [1] kind <add> scope warp : vector<2xf32> to vector<1xf32>
    %2 = tl.reduce %v as #frag over [0] kind <add> scope warp : vector<2xf32> to vector<2xf32>
    func.call @use(%0, %1) : (vector<1xf32>, vector<1xf32>) -> ()
  }
  return
}

// What it uses it writes, too: such a reduction is neither left out nor one with another.
// CHECK-LABEL: func.func @using
// CHECK: tl.reduce %{{.+}} as #{{.+}} over [0] kind <add> scope warp using %{{.+}} : vector<2xf32>, memref<64xi8, 3> to vector<2xf32>
// EFFECTS-LABEL: func.func @using
// EFFECTS-COUNT-2: tl.reduce
func.func @using(%v: vector<2xf32>, %S: memref<64xi8, 3>) -> vector<2xf32> {
  %0 = tl.reduce %v as #frag over [0] kind <add> scope warp using %S : vector<2xf32>, memref<64xi8, 3> to vector<2xf32>
  %1 = tl.reduce %v as #frag over [0] kind <add> scope warp using %S : vector<2xf32>, memref<64xi8, 3> to vector<2xf32>
  return %1 : vector<2xf32>
}
