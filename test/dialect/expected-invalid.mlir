// RUN: tl-opt %s --split-input-file --verify-diagnostics

// What is expected is said with what is accepted there.

func.func @scope(%a: memref<8xf32>) {
  // expected-error @+1 {{custom op 'tl.load' expected 'scope' and one of thread, warp, warpgroup, cta}}
  %v = tl.load %a as #tl.register<local(8)> scope 3 : memref<8xf32> to vector<8xf32>
}

// -----

func.func @target(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{custom op 'tl.copy' expected 'to' and the target}}
  tl.copy %a %b scope thread : memref<8xf32> to memref<8xf32>
}

// -----

func.func @clause(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{custom op 'tl.copy' expected ':' and both types, or in front of them tile(...), threads, async or bounds(...), each once, or attributes}}
  tl.copy %a to %b scope cta threads 8 cache streaming : memref<8xf32> to memref<8xf32>
}

// -----

func.func @threads(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{custom op 'tl.copy' expected an integer, the number 'threads'}}
  tl.copy %a to %b scope cta threads many : memref<8xf32> to memref<8xf32>
}

// -----

func.func @tile(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{custom op 'tl.copy' expected an integer, an extent of the tile}}
  tl.copy %a to %b scope cta tile(all) : memref<8xf32> to memref<8xf32>
}

// -----

func.func @partition(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{'tl.copy' op attribute 'partition' has to be a layout attribute of this dialect, one of #tl.register, #tl.shared, #tl.cute, #tl.cute_tv, #tl.linear, #tl.tile: which thread moves what; synthesized when left out}}
  tl.copy %a to %b as 8 scope cta : memref<8xf32> to memref<8xf32>
}

// -----

func.func @cache(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{'tl.copy' op attribute 'cache' has to be a string: caches that keep what moves: `all`, `l2`, or `streaming`}}
  tl.copy %a to %b scope cta {cache = 2} : memref<8xf32> to memref<8xf32>
}

// -----

func.func @pending() {
  // expected-error @+1 {{custom op 'tl.async_wait' expected an integer, the number 'pending'}}
  tl.async_wait all
}

// -----

func.func @assume(%n: index) {
  // expected-error @+1 {{custom op 'tl.assume' expected ':' and the type of the value, or in front of it multiple N and range N to N}}
  %0 = tl.assume %n divisible 4 : index
}

// -----

func.func @range(%n: index) {
  // expected-error @+1 {{custom op 'tl.assume' expected 'to' and the most that the value can be}}
  %0 = tl.assume %n range 4 : index
}

// -----

func.func @most(%n: index) {
  // expected-error @+1 {{custom op 'tl.assume' expected an integer, the number 'most'}}
  %0 = tl.assume %n range 4 to all : index
}
