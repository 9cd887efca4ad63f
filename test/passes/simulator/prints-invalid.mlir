// RUN: not tl-sim %s --kernel=all 2>&1 | FileCheck %s
// RUN: tl-sim %s --kernel=count --block=1 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tl-sim %s --kernel=missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tl-sim %s --kernel=kind 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not tl-sim %s --kernel=integer 2>&1 | FileCheck %s --check-prefix=INTEGER
// RUN: not tl-sim %s --kernel=wide 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not tl-sim %s --kernel=end 2>&1 | FileCheck %s --check-prefix=END
// RUN: not tl-sim %s --kernel=length 2>&1 | FileCheck %s --check-prefix=LENGTH

// Formats that do not fit what is printed, before anything runs.

func.func @all(%n: i32) {
  // CHECK: prints-invalid.mlir:[[# @LINE + 1]]:3: error: 'gpu.printf' op has '%s' in its format; the simulator knows d, i, u, o, x, X, c and those of floats, with a width and a precision of up to 3 digits
  gpu.printf "%s\n", %n : i32
  return
}
func.func @count(%n: i32) {
  // COUNT: warning: 'gpu.printf' op has 2 operands, and a format for 1 of them: the others are not printed
  // COUNT: {{^}}0{{$}}
  gpu.printf "%d\n", %n, %n : i32, i32
  return
}
func.func @missing(%n: i32) {
  // MISSING: error: 'gpu.printf' op has '%x' in its format, and no operand 1
  gpu.printf "%d %x\n", %n : i32
  return
}
func.func @kind(%n: i32) {
  // KIND: error: 'gpu.printf' op prints operand 0 by '%.3f', which is of floats of up to 64 bits
  gpu.printf "%.3f\n", %n : i32
  return
}
func.func @integer(%x: f32) {
  // INTEGER: error: 'gpu.printf' op prints operand 0 by '%d', which is of integers of up to 64 bits
  gpu.printf "%d\n", %x : f32
  return
}
func.func @wide(%n: i32) {
  // WIDE: error: 'gpu.printf' op has '%1000d' in its format;
  gpu.printf "%1000d\n", %n : i32
  return
}
func.func @end(%n: i32) {
  // END: error: 'gpu.printf' op has '%' in its format;
  gpu.printf "%d%", %n : i32
  return
}
func.func @length(%n: i64) {
  // LENGTH: error: 'gpu.printf' op has '%lc' in its format;
  gpu.printf "%lc\n", %n : i64
  return
}
