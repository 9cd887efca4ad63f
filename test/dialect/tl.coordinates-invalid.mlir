// RUN: tl-opt %s --split-input-file --verify-diagnostics

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V40: a result a dimension ...
func.func @one() {
  // expected-error @+1 {{'tl.coordinates' op expects 2 results (2 coordinates), got 1}}
  %0 = tl.coordinates #frag scope warp : vector<2xi32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V40: ... of one type ...
func.func @types() {
  // expected-error @+1 {{'tl.coordinates' op result 1 has another type than result 0}}
  %0:2 = tl.coordinates #frag scope warp : vector<2xi32>, vector<2xindex>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V40: ... of numbers ...
func.func @elements() {
  // expected-error @+1 {{'tl.coordinates' op has results of other elements than index or i32}}
  %0:2 = tl.coordinates #frag scope warp : vector<2xi16>, vector<2xi16>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V40, V12: ... one a register.
func.func @registers() {
  // expected-error @+1 {{'tl.coordinates' op result has 4 elements; its layout has 2 registers per thread}}
  %0:2 = tl.coordinates #frag scope warp : vector<4xi32>, vector<4xi32>
  return
}

// -----

// V40, V8
func.func @memory() {
  // expected-error @+1 {{'tl.coordinates' op result layout: registers have no shared layout; use #tl.register}}
  %0:2 = tl.coordinates #tl.shared<row_major(8, 8)> scope warp : vector<64xi32>, vector<64xi32>
  return
}

// -----

#frag = #tl.register<spatial(8, 8).local(1, 2)>

// V40, V10
func.func @threads() {
  // expected-error @+1 {{'tl.coordinates' op result layout: the layout needs threads 0 to 63; scope thread has 1}}
  %0:2 = tl.coordinates #frag scope thread : vector<2xi32>, vector<2xi32>
  return
}

// -----

#rows = #tl.tile<S[(4, 3) : (1@laneid, 2)]>

// V40, V19
func.func @gaps() {
  // expected-error @+1 {{'tl.coordinates' op result layout: no element is in register 1 of 5; with {partial} some may hold no element}}
  %0:2 = tl.coordinates #rows scope warp : vector<5xi32>, vector<5xi32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V41
func.func @entries(%i: index) {
  // expected-error @+1 {{'tl.coordinates' op origin has 1 entries; its layout has 2 dimensions}}
  %0:2 = tl.coordinates #frag [%i] scope warp : vector<2xi32>, vector<2xi32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

func.func @negative() {
  // expected-error @+1 {{an origin cannot be negative}}
  %0:2 = tl.coordinates #frag [0, -1] scope warp : vector<2xi32>, vector<2xi32>
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V41
func.func @negative_attribute() {
  // expected-error @+1 {{'tl.coordinates' op origin -1 of dimension 1 is negative}}
  %0:2 = "tl.coordinates"() {layout = #frag, origin = array<i64: 0, -1>, scope = "warp"} : () -> (vector<2xi32>, vector<2xi32>)
  return
}

// -----

#frag = #tl.register<spatial(8, 4).local(1, 2)>

// V40, V1
func.func @scope() {
  // expected-error @+1 {{'tl.coordinates' op scope 'grid' is none of thread, warp, warpgroup, cta}}
  %0:2 = tl.coordinates #frag scope grid : vector<2xi32>, vector<2xi32>
  return
}
