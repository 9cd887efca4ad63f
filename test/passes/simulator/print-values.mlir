// RUN: tl-sim %s --kernel=values | FileCheck %s --match-full-lines --strict-whitespace
// RUN: tl-sim %s --kernel=masks | FileCheck %s --check-prefix=MASKS --match-full-lines
// RUN: tl-sim %s --kernel=memory | FileCheck %s --check-prefix=MEMORY --match-full-lines
// RUN: not tl-sim %s --kernel=memory --max-steps=24 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: tl-sim %s --kernel=memory --max-steps=25 | FileCheck %s --check-prefix=MEMORY --match-full-lines
// RUN: tl-sim %s --kernel=threads | FileCheck %s --check-prefix=THREADS --match-full-lines
// RUN: tl-sim %s --kernel=unknown | FileCheck %s --check-prefix=UNKNOWN --match-full-lines

// What the runner of MLIR prints of the same program: numbers, vectors in brackets, and
// memory.

func.func private @printMemrefF32(memref<*xf32>)
func.func private @printMemrefI32(memref<*xi32>)
func.func private @printI64(i64)
func.func private @printU64(i64)
func.func private @printF32(f32)
func.func private @printComma()
func.func private @printOpen()
func.func private @printClose()
func.func private @printNewline()

// One of no dimensions has a bound, and unsigned integers no sign.
// MASKS:      ( 0 )
// MASKS-NEXT: ( 1 )
// MASKS-NEXT: ( 0 )
// MASKS-NEXT: ( 128, 254, 3 )
func.func @masks() {
  %zero = arith.constant 0 : index
  %none = vector.constant_mask [0] : vector<i1>
  %one = vector.constant_mask [1] : vector<i1>
  %no = vector.create_mask %zero : vector<i1>
  %bytes = arith.constant dense<[-128, -2, 3]> : vector<3xi8>
  %unsigned = vector.bitcast %bytes : vector<3xi8> to vector<3xui8>
  vector.print %none : vector<i1>
  vector.print %one : vector<i1>
  vector.print %no : vector<i1>
  vector.print %unsigned : vector<3xui8>
  return
}

//      CHECK:-7
// CHECK-NEXT:1
// CHECK-NEXT:18446744073709551615
// CHECK-NEXT:0.333333
// CHECK-NEXT:1e+10
// CHECK-NEXT:( ( 1, -2 ), ( 3, 4.5 ) )
// CHECK-NEXT:( 2.5 )
// CHECK-NEXT:a word: 5( 6,{{ }}
// CHECK-NEXT:( -1, 18446744073709551615, 0.5 )
// CHECK-NEXT:@values: grid 1x1x1, block 1x1x1
func.func @values() {
  %i = arith.constant -7 : i32
  %b = arith.constant true
  %x = arith.constant -1 : index
  %f = arith.constant 0.33333333 : f32
  %g = arith.constant 1.0e+10 : f64
  %v = arith.constant dense<[[1.0, -2.0], [3.0, 4.5]]> : vector<2x2xf16>
  %p = arith.constant dense<2.5> : vector<bf16>
  %five = arith.constant 5 : i8
  %six = arith.constant 6 : i64
  %one = arith.constant -1 : i64
  %half = arith.constant 0.5 : f32
  vector.print %i : i32
  vector.print %b : i1
  vector.print %x : index
  vector.print %f : f32
  vector.print %g : f64
  vector.print %v : vector<2x2xf16>
  vector.print %p : vector<bf16>
  vector.print str "a word: "
  vector.print %five : i8 punctuation <no_punctuation>
  vector.print punctuation <open>
  vector.print %six : i64 punctuation <comma>
  vector.print punctuation <newline>
  call @printOpen() : () -> ()
  call @printI64(%one) : (i64) -> ()
  call @printComma() : () -> ()
  call @printU64(%one) : (i64) -> ()
  call @printComma() : () -> ()
  call @printF32(%half) : (f32) -> ()
  call @printClose() : () -> ()
  call @printNewline() : () -> ()
  return
}

//      MEMORY: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 2 offset = 2 sizes = [2, 2] strides = [4, 1] data ={{ ?}}
// MEMORY-NEXT: {{\[\[}}2,   3],{{ ?}}
// MEMORY-NEXT: [6,   ?]]
// MEMORY-NEXT: Unranked Memref base@ = 0x{{[0-9a-f]+}} rank = 0 offset = 0 sizes = [] strides = [] data ={{ ?}}
// MEMORY-NEXT: [-3]

// Each element that is printed is a step.
// STEPS: error: 'func.call' op resources: thread (0, 0, 0) of block (0, 0, 0) comes here after 24 steps of all threads, the limit
func.func @memory() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %six = arith.constant 6.0 : f32
  %all = memref.alloc() : memref<2x4xf32>
  memref.store %two, %all[%c0, %c2] : memref<2x4xf32>
  memref.store %three, %all[%c0, %c3] : memref<2x4xf32>
  memref.store %six, %all[%c1, %c2] : memref<2x4xf32>
  %part = memref.subview %all[0, 2] [2, 2] [1, 1] : memref<2x4xf32> to memref<2x2xf32, strided<[4, 1], offset: 2>>
  %any = memref.cast %part : memref<2x2xf32, strided<[4, 1], offset: 2>> to memref<*xf32>
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  %point = memref.alloc() : memref<i32>
  %minus = arith.constant -3 : i32
  memref.store %minus, %point[] : memref<i32>
  %other = memref.cast %point : memref<i32> to memref<*xi32>
  call @printMemrefI32(%other) : (memref<*xi32>) -> ()
  return
}

// A thread after the other.

//      THREADS: 0
// THREADS-NEXT: 1
// THREADS-NEXT: 2
func.func @threads() attributes {nvvm.reqntid = array<i32: 3, 1, 1>} {
  %t = gpu.thread_id x
  vector.print %t : index
  return
}

// What nobody knows, with and without a sign.

//      UNKNOWN: ?, ?
// UNKNOWN-NEXT: @unknown: grid 1x1x1, block 1x1x1
func.func @unknown() {
  %p = ub.poison : i64
  call @printI64(%p) : (i64) -> ()
  call @printComma() : () -> ()
  call @printU64(%p) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
