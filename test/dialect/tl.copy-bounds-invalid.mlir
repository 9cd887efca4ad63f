// RUN: tl-opt %s --split-input-file --verify-diagnostics

// Bounds and what is said of them: V2, V18, V21 and the assembly.

#row = #tl.register<spatial(32, 1).local(1, 8)>

// Assembly: a bound is not negative.
func.func @negative(%m: memref<64x64xf16>) {
  // expected-error @+1 {{a bound cannot be negative}}
  %0 = tl.load %m as #row scope warp bounds(64, -1) : memref<64x64xf16> to vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// Assembly: at most 8 bounds.
func.func @many(%m: memref<64x64xf16>) {
  // expected-error @+1 {{a bound has at most 8 dimensions}}
  %0 = tl.load %m as #row scope warp bounds(1, 1, 1, 1, 1, 1, 1, 1, 1) : memref<64x64xf16> to vector<8xf16>
  return
}

// -----

// V2: nor in the generic form.
func.func @generic(%m: memref<64x64xf16>) {
  // expected-error @+1 {{'tl.load' op bounds -1 of dimension 1 is negative}}
  %0 = "tl.load"(%m) {bounds = array<i64: 64, -1>, scope = "warp", target_layout = #tl.register<spatial(32, 1).local(1, 8)>} : (memref<64x64xf16>) -> vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V21: one bound a dimension.
func.func @rank(%m: memref<64x64xf16>) {
  // expected-error @+1 {{'tl.load' op has bounds of 1 entries; the tile has rank 2}}
  %0 = tl.load %m as #row scope warp bounds(64) : memref<64x64xf16> to vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V21: bounds lie inside the memory.
func.func @outside(%m: memref<64x64xf16>, %n: index) {
  // expected-error @+1 {{'tl.load' op bound 65 of dimension 0 is not inside source, which has extent 64}}
  %0 = tl.load %m as #row scope warp bounds(65, %n) : memref<64x64xf16> to vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V21: also when a constant gives them, and of a layout.
func.func @constant(%m: memref<4096xf16, 3>) {
  %c = arith.constant -1 : index
  // expected-error @+1 {{'tl.load' op bound -1 of dimension 1 is not inside source, which has extent 64}}
  %0 = tl.load %m layout #tl.shared<row_major(64, 64)> as #row scope warp bounds(64, %c) : memref<4096xf16, 3> to vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V21: a pad is of the element type.
func.func @pad_type(%m: memref<64x64xf16>) {
  // expected-error @+1 {{'tl.load' op pad has to be a number of the element type, and of a load with bounds}}
  %0 = tl.load %m as #row scope warp bounds(9, 9) {pad = 1.0 : f32} : memref<64x64xf16> to vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V21: stores and copies without bounds pad nothing.
func.func @pad_store(%m: memref<64x64xf16>, %v: vector<8xf16>) {
  // expected-error @+1 {{'tl.store' op pad has to be a number of the element type, and of a load with bounds}}
  tl.store %v as #row to %m scope warp bounds(9, 9) {pad = 1.0 : f16} : vector<8xf16> to memref<64x64xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V18: divisors of bounds divide them.
func.func @divisor(%m: memref<64x64xf16>) {
  // expected-error @+1 {{'tl.load' op bound_divisibility 8 of dimension 1 does not divide 9}}
  %0 = tl.load %m as #row scope warp bounds(9, 9) {bound_divisibility = array<i64: 1, 8>} : memref<64x64xf16> to vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V18: and need some.
func.func @no_bounds(%m: memref<64x64xf16>) {
  // expected-error @+1 {{'tl.load' op bound_divisibility is stated, but the copy has no bounds}}
  %0 = tl.load %m as #row scope warp {bound_divisibility = array<i64: 1, 8>} : memref<64x64xf16> to vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V18: one a dimension.
func.func @short(%m: memref<64x64xf16>, %n: index) {
  // expected-error @+1 {{'tl.load' op bound_divisibility has to be an i64 array of 2 positive entries, one a dimension}}
  %0 = tl.load %m as #row scope warp bounds(9, %n) {bound_divisibility = array<i64: 3>} : memref<64x64xf16> to vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V18: divisors of strides divide those that the type says.
func.func @stride(%m: memref<64x64xf16, strided<[?, 2]>>) {
  // expected-error @+1 {{'tl.load' op stride_divisibility 8 of dimension 1 does not divide 2}}
  %0 = tl.load %m as #row scope warp {stride_divisibility = array<i64: 8, 8>} : memref<64x64xf16, strided<[?, 2]>> to vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V18: under a layout, strides of the memref do not count.
func.func @layout(%m: memref<4096xf16, 3>) {
  // expected-error @+1 {{'tl.load' op stride_divisibility is stated, but the copy has no strides of a memref}}
  %0 = tl.load %m layout #tl.shared<row_major(64, 64)> as #row scope warp {stride_divisibility = array<i64: 8, 1>} : memref<4096xf16, 3> to vector<8xf16>
  return
}

// -----

#row = #tl.register<spatial(32, 1).local(1, 8)>

// V18: strides, positive, one a dimension.
func.func @strides(%m: memref<64x64xf16, strided<[?, 1]>>) {
  // expected-error @+1 {{'tl.load' op stride_divisibility has to be an i64 array of 2 positive entries, one a dimension}}
  %0 = tl.load %m as #row scope warp {stride_divisibility = array<i64: 0, 1>} : memref<64x64xf16, strided<[?, 1]>> to vector<8xf16>
  return
}

// -----

// V4: bounds known only at run time are operands.
func.func @operands(%m: memref<64x64xf16>) {
  // expected-error @+1 {{'tl.load' op expects 2 operands (source, 0 source_origin, 1 bounds, 0 lower_bounds), got 1}}
  %0 = "tl.load"(%m) {bounds = array<i64: 64, -9223372036854775808>, scope = "warp", target_layout = #tl.register<spatial(32, 1).local(1, 8)>} : (memref<64x64xf16>) -> vector<8xf16>
  return
}
