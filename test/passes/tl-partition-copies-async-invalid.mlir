// RUN: tl-opt %s --tl-normalize-layouts --tl-partition-copies --split-input-file --verify-diagnostics
// RUN: not tl-opt %s --tl-normalize-layouts --tl-partition-copies=target=sm_75 --split-input-file 2>&1 | FileCheck %s --check-prefix=TURING
// RUN: not tl-opt %s --tl-normalize-layouts --tl-partition-copies=max-vector-bits=16 --split-input-file 2>&1 | FileCheck %s --check-prefix=NARROW

// An asynchronous copy that cp.async cannot do is an error: nobody asked for one
// through registers.

// TURING:   async-invalid.mlir:[[# @LINE + 2]]:3: error: 'tl.copy' op sm_75 has no asynchronous copies (cp.async needs sm_80)
func.func @can_be_done(%A: memref<32x8xf16> {llvm.align = 16 : i64}, %S: memref<32x8xf16, 3> {llvm.align = 16 : i64}) {
  tl.copy %A to %S as #tl.register<spatial(32, 1).local(1, 8)> scope warp async : memref<32x8xf16> to memref<32x8xf16, 3>
  return
}
// NARROW:   async-invalid.mlir:[[# @LINE - 3]]:3: error: 'tl.copy' op is asynchronous, and cp.async moves 4, 8 or 16 bytes; not 4 of the source: max-vector-bits is 16

// -----

func.func @no_partition(%A: memref<32x8xf16>, %S: memref<32x8xf16, 3>) {
  // expected-error @+1 {{'tl.copy' op is between two memories; run tl-synthesize-partition first}}
  tl.copy %A to %S scope warp threads 32 async : memref<32x8xf16> to memref<32x8xf16, 3>
  return
}

// -----

func.func @unaligned_source(%A: memref<32x8xf16>, %S: memref<32x8xf16, 3> {llvm.align = 16 : i64}) {
  // expected-error @+1 {{'tl.copy' op is asynchronous, and cp.async moves 4, 8 or 16 bytes; not 4 of the source: argument 0 states no alignment; say {llvm.align = 16 : i64} for 16 bytes, or 4 for 4}}
  tl.copy %A to %S as #tl.register<spatial(32, 1).local(1, 8)> scope warp async : memref<32x8xf16> to memref<32x8xf16, 3>
  return
}

// -----

func.func @unaligned_target(%A: memref<32x8xf16> {llvm.align = 16 : i64}, %S: memref<32x8xf16, 3>) {
  // expected-error @+1 {{'tl.copy' op is asynchronous, and cp.async moves 4, 8 or 16 bytes; not 4 of the target: argument 1 states no alignment}}
  tl.copy %A to %S as #tl.register<spatial(32, 1).local(1, 8)> scope warp async : memref<32x8xf16> to memref<32x8xf16, 3>
  return
}

// -----

// What gives the widest accesses that there can be is said first: of 16 bytes, of runs of 8,
// and of a target of 8.
func.func @unknown_stride(%A: memref<32x?xf16, strided<[?, 1]>> {llvm.align = 16 : i64}, %S: memref<32x8xf16, 3> {llvm.align = 16 : i64}) {
  // expected-error @+1 {{not 4 of the source: stride of dimension 0 is known to be a multiple of 1 only; say source_stride_divisibility = array<i64: 8, 1> for 16 bytes, or 2 for 4}}
  tl.copy %A to %S as #tl.register<spatial(32, 1).local(1, 8)> scope warp async : memref<32x?xf16, strided<[?, 1]>> to memref<32x8xf16, 3>
  return
}

// -----

func.func @short_runs(%A: memref<32x4xf16>, %S: memref<32x4xf16, 3> {llvm.align = 16 : i64}) {
  // expected-error @+1 {{not 4 of the source: argument 0 states no alignment; say {llvm.align = 8 : i64} for 8 bytes, or 4 for 4}}
  tl.copy %A to %S as #tl.register<spatial(32, 1).local(1, 4)> scope warp async : memref<32x4xf16> to memref<32x4xf16, 3>
  return
}

// -----

func.func @narrow_target(%A: memref<32x8xf16>, %S: memref<256xf16, 3> {llvm.align = 16 : i64}) {
  // expected-error @+1 {{not 4 of the source: argument 0 states no alignment; say {llvm.align = 8 : i64} for 8 bytes, or 4 for 4}}
  tl.copy %A to %S layout #tl.tile<S[(32, (2, 4)) : (4, (128, 1))]> as #tl.register<spatial(32, 1).local(1, 8)> scope warp async : memref<32x8xf16> to memref<256xf16, 3>
  return
}

// -----

// Runs of 2 bytes.
func.func @columns(%A: memref<8x32xf16> {llvm.align = 16 : i64}, %S: memref<8x32xf16, 3> {llvm.align = 16 : i64}) {
  // expected-error @+1 {{'tl.copy' op is asynchronous, and cp.async moves 4, 8 or 16 bytes; not 4 of the source: a thread holds no two consecutive elements}}
  tl.copy %A to %S as #tl.register<spatial(1, 32).local(8, 1)> scope warp async : memref<8x32xf16> to memref<8x32xf16, 3>
  return
}

// -----

// The target is the source transposed.
func.func @transposed(%A: memref<32x8xf16> {llvm.align = 16 : i64}, %S: memref<32x8xf16, 3> {llvm.align = 16 : i64}) {
  // expected-error @+1 {{'tl.copy' op is asynchronous, and cp.async moves 4, 8 or 16 bytes; no 4 are consecutive on both sides}}
  tl.copy %A to %S layout #tl.tile<S[(32, 8) : (1, 32)]> as #tl.register<spatial(16, 1).local(2, 8)> scope warp async : memref<32x8xf16> to memref<32x8xf16, 3>
  return
}

// -----

// Registers that the two sides take apart in two ways.
func.func @registers(%A: memref<12x32xf32> {llvm.align = 16 : i64}, %S: memref<384xf32, 3> {llvm.align = 16 : i64}) {
  // expected-error @+1 {{'tl.copy' op in the registers, a digit of extent 4 of the source meets one of extent 6 of the target; neither divides the other}}
  tl.copy %A layout #tl.tile<S[((3, 4), 32) : ((128, 1), 4)]> to %S layout #tl.tile<S[((2, 6), 32) : ((192, 1), 6)]> as #tl.register<local(12, 1).spatial(1, 32)> scope warp async : memref<12x32xf32> to memref<384xf32, 3>
  return
}

// -----

// A source that the partition cannot follow digit by digit.
func.func @scattered(%A: memref<384xf32> {llvm.align = 16 : i64}, %S: memref<192xf32, 3> {llvm.align = 16 : i64}) {
  // expected-error @+1 {{'tl.copy' op is asynchronous, and of the source, in dimension 0 a digit of extent 3 of the fragment meets a digit of extent 2 of the memory layout: neither extent divides the other}}
  tl.copy %A layout #tl.tile<S[((48, 4)) : ((8, 1))]> to %S layout #tl.tile<S[((48, 4)) : ((4, 1))]> as #tl.register<spatial(32).local(6)> scope warp async : memref<384xf32> to memref<192xf32, 3>
  return
}

// -----

// What to write is of the side that it is said of.
func.func @panels(%A: memref<64x1024xf16> {llvm.align = 16 : i64}, %S: memref<12288xf16, 3> {llvm.align = 16 : i64}, %i: index) {
  // expected-error @+1 {{'tl.copy' op is asynchronous, and of the target, in dimension 1 the tile starts inside a digit of the memory layout: its origin is known to be a multiple of 1 only, and has to be one of 64; say target_divisibility = array<i64: 1, 64>}}
  tl.copy %A[0, 0] to %S[0, %i] layout #tl.tile<S[(64, (3, 64)) : (64, (4096, 1))]> as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> scope cta async : memref<64x1024xf16> to memref<12288xf16, 3>
  return
}

// -----

func.func @viewed(%A: memref<64x1024xf16> {llvm.align = 16 : i64}, %S: memref<64x64xf16, 3> {llvm.align = 16 : i64}, %i: index) {
  %V = memref.subview %A[0, %i] [64, 64] [1, 1] : memref<64x1024xf16> to memref<64x64xf16, strided<[1024, 1], offset: ?>>
  // expected-error @+1 {{not 4 of the source: offset of memref.subview is known only at run time; say {source_alignment = 16 : i64} for 16 bytes, or 4 for 4}}
  tl.copy %V to %S as #tl.register<local(4, 1).spatial(16, 8).local(1, 8)> scope cta async : memref<64x64xf16, strided<[1024, 1], offset: ?>> to memref<64x64xf16, 3>
  return
}

// -----

// What goes around L1 says which side is not as wide.
func.func @narrow_source(%A: memref<32x8xf16> {llvm.align = 8 : i64}, %S: memref<32x8xf16, 3> {llvm.align = 16 : i64}) {
  // expected-error @+1 {{'tl.copy' op cache 'l2' needs asynchronous accesses of 16 bytes, not 8: alignment of argument 0 is 8}}
  tl.copy %A to %S as #tl.register<spatial(32, 1).local(1, 8)> scope warp async {cache = "l2"} : memref<32x8xf16> to memref<32x8xf16, 3>
  return
}

// -----

func.func @narrow_target(%A: memref<32x8xf16> {llvm.align = 16 : i64}, %S: memref<32x8xf16, 3> {llvm.align = 8 : i64}) {
  // expected-error @+1 {{'tl.copy' op cache 'l2' needs asynchronous accesses of 16 bytes, not 8: alignment of argument 1 is 8}}
  tl.copy %A to %S as #tl.register<spatial(32, 1).local(1, 8)> scope warp async {cache = "l2"} : memref<32x8xf16> to memref<32x8xf16, 3>
  return
}
