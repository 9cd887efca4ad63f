// RUN: not tl-sim %s --verify-lowering=math-uplift-to-fma --kernel=rounded --block=1 --arg=0:scalar=4097 2>&1 | FileCheck %s --check-prefix=DIFFERS
// RUN: tl-sim %s --verify-lowering=math-uplift-to-fma --kernel=rounded --block=1 | FileCheck %s --check-prefix=SMALL
// RUN: not tl-sim %s --verify-lowering=no-such-pass 2>&1 | FileCheck %s --check-prefix=NOPASS
// RUN: tl-sim %s --verify-lowering='builtin.module(tl-normalize-layouts, tl-partition-copies)' --kernel=returned --grid=1,2,3 | FileCheck %s --check-prefix=RETURNED
// RUN: not tl-sim %s --verify-lowering=strip-debuginfo,canonicalize --kernel=broken 2>&1 | FileCheck %s --check-prefix=BROKEN

// RUN: tl-sim %s --verify-lowering --kernel=scratched | FileCheck %s --check-prefix=SCRATCHED
// RUN: tl-sim %s --verify-lowering --kernel=promised | FileCheck %s --check-prefix=PROMISED
// RUN: tl-sim %s --verify-lowering --kernel=places --threads=3 | FileCheck %s --check-prefix=PLACES
// RUN: tl-sim %s --verify-lowering --kernel=gathered | FileCheck %s --check-prefix=GATHERED
// RUN: tl-sim %s --verify-lowering=sccp --kernel=guarded | FileCheck %s --check-prefix=NOTHING
// RUN: tl-sim %s --verify-lowering=sccp --kernel=guarded --arg=2:scalar=4 | FileCheck %s --check-prefix=NOTHING-AT-ONE
// RUN: tl-sim %s --verify-lowering=sccp --kernel=guarded --arg=1:scalar=4 --arg=2:scalar=1 | FileCheck %s --check-prefix=SOMETHING
// RUN: tl-sim %s --verify-lowering=sccp --kernel=kept | FileCheck %s --check-prefix=KEPT
// RUN: tl-sim %s --verify-lowering=sccp --kernel=middle --grid=8 --threads=3 | FileCheck %s --check-prefix=MIDDLE

// NOPASS: 'no-such-pass' does not refer to a registered pass

// A pass that changes what is computed: the square of 4097 needs 25 bits, and
// has 24 of them unless it is part of a fused multiply-add.

// DIFFERS: verify-lowering.mlir:[[# @LINE + 2]]:1: error: 'func.func' op is lowered to something else: element 0 of argument 1 is 0 by definition, and 1 after lowering
// SMALL: @rounded: equivalent: 2 elements, 1 threads
func.func @rounded(%in: memref<1xf32>, %out: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %minus = arith.constant -16785408.0 : f32
  %v = memref.load %in[%c0] : memref<1xf32>
  %square = arith.mulf %v, %v fastmath<contract> : f32
  %sum = arith.addf %square, %minus fastmath<contract> : f32
  memref.store %sum, %out[%c0] : memref<1xf32>
  return
}

// What is returned is compared, in every thread of every block.

// RETURNED: @returned: equivalent: 768 elements, 192 threads
func.func @returned(%in: memref<32x16xf16>) -> vector<8xf16> {
  %v = tl.load %in[0, 8] as #tl.register<spatial(32, 1).local(1, 8)> scope warp : memref<32x16xf16> to vector<8xf16>
  return %v : vector<8xf16>
}

// The elements of a table of indices are told apart at once: it keeps its numbers while
// bytes are compared by their second digit.

// GATHERED: @gathered: equivalent: 2052 elements, 32 threads
#rows = #tl.register<spatial(32, 1).local(1, 16)>
func.func @gathered(%table: memref<4xindex>, %in: memref<64x16xi8>, %out: memref<64x16xi8>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %one = memref.load %table[%c1] : memref<4xindex>
  %row = arith.divui %c32, %one : index
  %v = tl.load %in[%row, 0] as #rows scope warp : memref<64x16xi8> to vector<16xi8>
  tl.store %v as #rows to %out scope warp : vector<16xi8> to memref<64x16xi8>
  return
}

// What writes nothing has been compared to no end, which is said.

// NOTHING: {{^}}@guarded: equivalent: 16 elements, 4 threads, nothing is written (arguments 1, 2 are 0){{$}}
// NOTHING-AT-ONE: {{^}}@guarded: equivalent: 16 elements, 4 threads, nothing is written (argument 1 is 0){{$}}
// SOMETHING: {{^}}@guarded: equivalent: 16 elements, 4 threads{{$}}
func.func @guarded(%out: memref<4xf32, #gpu.address_space<private>>, %n: index, %m: index) attributes {gpu.known_block_size = array<i32: 4, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %first = arith.addi %c0, %c1 : index
  %below = arith.cmpi ult, %m, %n : index
  scf.if %below {
    memref.store %zero, %out[%first] : memref<4xf32, #gpu.address_space<private>>
  }
  return
}

// KEPT: {{^}}@kept: equivalent: 4 elements, 1 threads, nothing is written{{$}}
func.func @kept(%out: memref<4xf32>) attributes {gpu.known_block_size = array<i32: 1, 1, 1>} {
  %c0 = arith.constant 0 : index
  %v = memref.load %out[%c0] : memref<4xf32>
  %one = arith.constant 1.0 : f32
  %two = arith.addf %one, %one : f32
  %w = arith.addf %v, %two : f32
  return
}

// One block of those that several threads of this machine run does.

// MIDDLE: {{^}}@middle: equivalent: 4 elements, 256 threads{{$}}
func.func @middle(%out: memref<4xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %five = arith.addi %c4, %c1 : index
  %zero = arith.constant 0.0 : f32
  %b = gpu.block_id x
  %is = arith.cmpi eq, %b, %five : index
  scf.if %is {
    memref.store %zero, %out[%c1] : memref<4xf32>
  }
  return
}

// A kernel that is wrong by itself is not compared.

// BROKEN: error: 'memref.load' op out of bounds
// BROKEN-NOT: equivalent
func.func @broken(%in: memref<8xf32>, %out: memref<32xf32>) {
  %t = gpu.thread_id x
  %v = memref.load %in[%t] : memref<8xf32>
  memref.store %v, %out[%t] : memref<32xf32>
  return
}

// What a copy promises of a workgroup buffer holds after lowering, too.

// PROMISED: @promised: equivalent
gpu.module @kernels {
gpu.func @promised(%in: memref<32x4xf32> {llvm.align = 16 : i64}) workgroup(%s: memref<128xf32, 3>) kernel {
  %v = tl.load %in as #tl.register<spatial(32, 1).local(1, 4)> scope warp : memref<32x4xf32> to vector<4xf32>
  tl.store %v as #tl.register<spatial(32, 1).local(1, 4)> to %s layout #tl.shared<row_major_swizzle([32, 4], nbytes = 4)> scope warp {alignment = 16 : i64}
    : vector<4xf32> to memref<128xf32, 3>
  gpu.return
}

// So it does in blocks that are run beside each other: all have the buffer at a place that
// the promise allows.

// PLACES: @places: equivalent: 44 elements, 384 threads
gpu.func @places(%rests: memref<12xindex>) workgroup(%s: memref<32xf32, 3>) kernel
    attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 12, 1, 1>} {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %v = arith.constant dense<1.0> : vector<1xf32>
  tl.store %v as #tl.register<spatial(32)> to %s scope warp {alignment = 256 : i64} : vector<1xf32> to memref<32xf32, 3>
  %b = gpu.block_id x
  %t = gpu.thread_id x
  %address = memref.extract_aligned_pointer_as_index %s : memref<32xf32, 3> -> index
  %rest = arith.remui %address, %c256 : index
  %is_first = arith.cmpi eq, %t, %c0 : index
  scf.if %is_first {
    memref.store %rest, %rests[%b] : memref<12xindex>
  }
  gpu.return
}

// Memory that is said to be for exchanges (rule S1), of which nobody has written what is
// there afterwards, and which becomes as large as they need.

// SCRATCHED: @scratched: equivalent: 4096 elements
gpu.func @scratched(%in: memref<128x16xf16>, %out: memref<128x16xf16>)
    workgroup(%room: memref<512xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 1, 512>},
              %own: memref<2048xi8, #gpu.address_space<workgroup>> {llvm.align = 128 : i64, tl.scratch = array<i64: 3, 2048>}) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
  %c0 = arith.constant 0 : index
  %v = tl.load %in[%c0, %c0] as #tl.register<spatial(128, 1).local(1, 16)> scope cta : memref<128x16xf16> to vector<16xf16>
  %w = tl.convert_layout %v as #tl.register<spatial(128, 1).local(1, 16)> to #tl.register<local(16, 1).spatial(8, 16)> scope cta : vector<16xf16> to vector<16xf16>
  tl.store %w as #tl.register<local(16, 1).spatial(8, 16)> to %out[%c0, %c0] scope cta : vector<16xf16> to memref<128x16xf16>
  gpu.return
}
}
