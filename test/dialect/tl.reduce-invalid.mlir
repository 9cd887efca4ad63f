// RUN: tl-opt %s --split-input-file --verify-diagnostics

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V42
func.func @none(%v: vector<2xf32>) {
  // expected-error @+1 {{'tl.reduce' op reduces no dimension}}
  %0 = "tl.reduce"(%v) {source_layout = #frag, over = array<i64>, kind = "add", scope = "warp"} : (vector<2xf32>) -> vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V42
func.func @twice(%v: vector<2xf32>) {
  // expected-error @+1 {{'tl.reduce' op reduces dimension 1 twice; its layout has dimensions 0 to 1}}
  %0 = tl.reduce %v as #frag over [1, 1] kind <add> scope warp : vector<2xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V42
func.func @dimension(%v: vector<2xf32>) {
  // expected-error @+1 {{'tl.reduce' op reduces dimension 2; its layout has dimensions 0 to 1}}
  %0 = tl.reduce %v as #frag over [2] kind <add> scope warp : vector<2xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V43
func.func @kind(%v: vector<2xf32>) {
  // expected-error @+1 {{'tl.reduce' op kind 'maxsi' is none of these elements: add, mul, minnumf, maxnumf, minimumf, maximumf}}
  %0 = tl.reduce %v as #frag over [1] kind <maxsi> scope warp : vector<2xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V43
func.func @no_kind(%v: vector<2xi32>) {
  // expected-error @+1 {{'tl.reduce' op kind 'mean' is none of these elements: add, mul, minui, minsi, maxui, maxsi, and, or, xor}}
  %0 = tl.reduce %v as #frag over [1] kind <mean> scope warp : vector<2xi32> to vector<1xi32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V44
func.func @shape(%v: vector<2xf32>) {
  // expected-error @+1 {{'tl.reduce' op keeps shape (8); target layout has shape (4)}}
  %0 = tl.reduce %v as #frag over [1] kind <add> to #tl.register<spatial(4)> scope warp : vector<2xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V44, V12
func.func @registers(%v: vector<2xf32>) {
  // expected-error @+1 {{'tl.reduce' op target has 2 elements; its layout has 1 registers per thread}}
  %0 = tl.reduce %v as #frag over [1] kind <add> scope warp : vector<2xf32> to vector<2xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V44, V7
func.func @elements(%v: vector<2xf16>) {
  // expected-error @+1 {{'tl.reduce' op}}
  %0 = tl.reduce %v as #frag over [1] kind <add> scope warp : vector<2xf16> to vector<1xf32>
  return
}

// -----

// V44
func.func @digits(%v: vector<1xf32>) {
  // expected-error @+1 {{'tl.reduce' op source layout: thread stride 3 is not a multiple of 2, the threads that the digits below it number}}
  %0 = tl.reduce %v as #tl.tile<S[(2, 2) : (1@laneid, 3@laneid)]> over [1] kind <add> scope warp : vector<1xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

func.func @over(%v: vector<2xf32>) {
  // expected-error @+1 {{expected 'over' and the dimensions, as [1]}}
  %0 = tl.reduce %v as #frag kind <add> scope warp : vector<2xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

func.func @no_kind_said(%v: vector<2xf32>) {
  // expected-error @+1 {{expected 'kind' and one of those of vector.reduction, as <add>}}
  %0 = tl.reduce %v as #frag over [1] scope warp : vector<2xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

func.func @no_dimension(%v: vector<2xf32>) {
  // expected-error @+1 {{expected 'over' and the dimensions, as [1]}}
  %0 = tl.reduce %v as #frag over [] kind <add> scope warp : vector<2xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

func.func @dimension_of_a_value(%v: vector<2xf32>, %d: index) {
  // expected-error @+1 {{expected 'over' and the dimensions, as [1]}}
  %0 = tl.reduce %v as #frag over [%d] kind <add> scope warp : vector<2xf32> to vector<1xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V32
func.func @few_bytes(%v: vector<2xf32>, %S: memref<3xi8, 3>) {
  // expected-error @+1 {{'tl.reduce' op uses 3 bytes; an element has 4}}
  %0 = tl.reduce %v as #frag over [0] kind <add> scope warp using %S : vector<2xf32>, memref<3xi8, 3> to vector<2xf32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

func.func @negative(%v: vector<2xf32>) {
  // expected-error @+1 {{a dimension cannot be negative}}
  %0 = tl.reduce %v as #frag over [-1] kind <add> scope warp : vector<2xf32> to vector<1xf32>
  return
}
