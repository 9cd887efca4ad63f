// RUN: %tl-opt %s | FileCheck %s
// RUN: %tl-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tl-opt %s --canonicalize --loop-invariant-code-motion --cse | FileCheck %s --check-prefix=PURE

#frag = #tl.register<spatial(8, 4).local(1, 2)>
#rows = #tl.tile<S[(4, 3) : (1@laneid, 2)]>

// CHECK-LABEL: func.func @coordinates
// CHECK-NEXT:    tl.coordinates #frag scope warp : vector<2xindex>, vector<2xindex>
// CHECK-NEXT:    tl.coordinates #frag [%{{.*}}, 16] scope warp : vector<2xi32>, vector<2xi32>
// CHECK-NEXT:    tl.coordinates #frag [%{{.*}} : i32, %{{.*}}] scope cta {test.note = "last"} : vector<1x2xindex>, vector<1x2xindex>
// CHECK-NEXT:    tl.coordinates #frag1 scope warp {partial} : vector<8xi32>, vector<8xi32>
// GENERIC: "tl.coordinates"(%{{.*}}) {layout = #frag, origin = array<i64: -9223372036854775808, 16>, scope = "warp"} : (index) -> (vector<2xi32>, vector<2xi32>)
func.func @coordinates(%i: index, %j: i32) {
  %0:2 = tl.coordinates #frag scope warp : vector<2xindex>, vector<2xindex>
  %1:2 = tl.coordinates #frag [%i, 16] scope warp : vector<2xi32>, vector<2xi32>
  %2:2 = tl.coordinates #frag [%j : i32, %i] scope cta {test.note = "last"} : vector<1x2xindex>, vector<1x2xindex>
  %3:2 = tl.coordinates #rows scope warp {partial} : vector<8xi32>, vector<8xi32>
  return
}

// E4, E5: nothing keeps it in the loop or twice, and a constant is a number.
// PURE-LABEL: func.func @pure
// PURE:         tl.coordinates #frag [8, %{{.*}}] scope warp
// PURE-NEXT:    scf.for
// PURE-NEXT:      func.call
// PURE-NOT:     tl.
func.func private @use(vector<2xi32>, vector<2xi32>)
func.func @pure(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %k = %c0 to %n step %c1 {
    %i, %j = tl.coordinates #frag [%c8, %n] scope warp : vector<2xi32>, vector<2xi32>
    %p, %q = tl.coordinates #frag [%c8, %n] scope warp : vector<2xi32>, vector<2xi32>
    func.call @use(%i, %q) : (vector<2xi32>, vector<2xi32>) -> ()
  }
  return
}
