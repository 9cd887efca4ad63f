// RUN: tl-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @scope(%v: vector<2xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op scope 'wave' is none of thread, warp, warpgroup, cta}}
  %w = tl.convert_layout %v as #a to #a scope wave : vector<2xf16> to vector<2xf16>
  return
}

// -----

#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @no_scope(%v: vector<2xf16>) {
  // expected-error @+1 {{expected 'scope' and one of thread, warp, warpgroup, cta}}
  %w = tl.convert_layout %v as #a to #a : vector<2xf16> to vector<2xf16>
  return
}

// -----

#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @target(%v: vector<2xf16>) {
  // expected-error @+1 {{expected 'to' and the layout of the target}}
  %w = tl.convert_layout %v as #a scope warp : vector<2xf16> to vector<2xf16>
  return
}

// -----

func.func @source(%v: vector<2xf16>) {
  // expected-error @+1 {{expected 'as' and the layout of the source, a layout attribute as #tl.register<local(8)>}}
  %w = tl.convert_layout %v scope warp : vector<2xf16> to vector<2xf16>
  return
}

// -----

#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @types(%v: vector<2xf16>) {
  // expected-error @+2 {{expected ':' and the types of operands and result, or in front of it 'using' and bytes of workgroup memory}}
  %w = tl.convert_layout %v as #a to #a scope warp
  return
}

// -----

#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @no_type(%v: vector<2xf16>, %S: memref<64xi8, 3>) {
  // expected-error @+1 {{expected ',' and the type of the memory that is used}}
  %w = tl.convert_layout %v as #a to #a scope warp using %S : vector<2xf16> to vector<2xf16>
  return
}

// -----

// V4
#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @operand(%A: memref<2xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op operand 0 (source) has to be a vector}}
  %w = tl.convert_layout %A as #a to #a scope warp : memref<2xf16> to vector<2xf16>
  return
}

// -----

#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @attribute(%v: vector<2xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op has no attribute 'partial'}}
  %w = tl.convert_layout %v as #a to #a scope warp {partial} : vector<2xf16> to vector<2xf16>
  return
}

// -----

// V7
#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @elements(%v: vector<2xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op source and target have different element types, f16 and bf16}}
  %w = tl.convert_layout %v as #a to #a scope warp : vector<2xf16> to vector<2xbf16>
  return
}

// -----

// V8
#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @layout(%v: vector<2xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op target layout: registers have no shared layout; use #tl.register, #tl.cute_tv, #tl.linear or #tl.tile}}
  %w = tl.convert_layout %v as #a to #tl.shared<row_major(8, 8)> scope warp : vector<2xf16> to vector<2xf16>
  return
}

// -----

// V10
#a = #tl.register<spatial(8, 4).local(1, 2)>
#b = #tl.register<spatial(128)>
func.func @threads(%v: vector<2xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op target layout: }}
  %w = tl.convert_layout %v as #a to #b scope warp : vector<2xf16> to vector<1xf16>
  return
}

// -----

// V11
#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @scalable(%v: vector<2xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op target has to be a}}
  %w = tl.convert_layout %v as #a to #a scope warp : vector<2xf16> to vector<[2]xf16>
  return
}

// -----

// V12: no register is left over.
#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @registers(%v: vector<4xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op source has 4 elements; its layout has 2 registers per thread}}
  %w = tl.convert_layout %v as #a to #a scope warp : vector<4xf16> to vector<2xf16>
  return
}

// -----

// V19
#a = #tl.register<spatial(8, 4).local(1, 2)>
#both = #tl.tile<S[(8, 8) : (4@laneid, 0)] + R[2 : 1]>
func.func @map(%v: vector<2xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op target layout: elements (0, 0) and (0, 1) are both in register 0 of thread 0}}
  %w = tl.convert_layout %v as #a to #both scope warp : vector<2xf16> to vector<2xf16>
  return
}

// -----

// V31
#a = #tl.register<spatial(8, 4).local(1, 2)>
#b = #tl.register<spatial(4, 8).local(1, 2)>
func.func @shapes(%v: vector<2xf16>) {
  // expected-error @+1 {{'tl.convert_layout' op source layout has shape (8, 8), and target layout (4, 16); a conversion keeps the tile}}
  %w = tl.convert_layout %v as #a to #b scope warp : vector<2xf16> to vector<2xf16>
  return
}

// -----

// V32
#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @global(%v: vector<2xf16>, %S: memref<64xi8>) {
  // expected-error @+1 {{'tl.convert_layout' op uses what is no bytes of workgroup memory; it has to be as memref<4096xi8, #gpu.address_space<workgroup>>}}
  %w = tl.convert_layout %v as #a to #a scope warp using %S : vector<2xf16>, memref<64xi8> to vector<2xf16>
  return
}

// -----

#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @rows(%v: vector<2xf16>, %S: memref<8x64xi8, 3>) {
  // expected-error @+1 {{'tl.convert_layout' op uses what is no bytes of workgroup memory}}
  %w = tl.convert_layout %v as #a to #a scope warp using %S : vector<2xf16>, memref<8x64xi8, 3> to vector<2xf16>
  return
}

// -----

#a = #tl.register<spatial(8, 4).local(1, 2)>
func.func @small(%v: vector<2xf16>, %S: memref<1xi8, 3>) {
  // expected-error @+1 {{'tl.convert_layout' op uses 1 bytes; an element has 2}}
  %w = tl.convert_layout %v as #a to #a scope warp using %S : vector<2xf16>, memref<1xi8, 3> to vector<2xf16>
  return
}
