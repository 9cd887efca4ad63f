// RUN: tl-sim %s --kernel=memory_of_the_host --dump=1 | FileCheck %s --check-prefix=MEMORY
// RUN: tl-sim %s --kernel=tokens --dump=0 | FileCheck %s --check-prefix=TOKENS
// RUN: tl-sim %s --kernel=async_values --dump=0 | FileCheck %s --check-prefix=VALUES
// RUN: not tl-sim %s --kernel=async_tensors 2>&1 | FileCheck %s --check-prefix=ASYNC
// RUN: tl-sim %s --kernel=prints --dump=0 | FileCheck %s --check-prefix=PRINTS
// RUN: tl-sim %s --kernel=alone | FileCheck %s --check-prefix=ALONE
// RUN: tl-sim %s --kernel=fills --dump=0 --dump=1 | FileCheck %s --check-prefix=FILLS
// RUN: not tl-sim %s --kernel=fills_wrongly 2>&1 | FileCheck %s --check-prefix=WRONGLY
// RUN: not tl-sim %s --kernel=views_wrongly 2>&1 | FileCheck %s --check-prefix=VIEWS
// RUN: not tl-sim %s --kernel=prints_wrongly 2>&1 | FileCheck %s --check-prefix=GIVES
// RUN: not tl-sim %s --kernel=asks 2>&1 | FileCheck %s --check-prefix=ASKS
// RUN: not tl-sim %s --kernel=two_shapes --shape=1:1 2>&1 | FileCheck %s --check-prefix=SHAPES

// Memory of the GPU, which the host fills and reads.

// MEMORY:      argument 1:
// MEMORY-NEXT: {{^}}[0, 2, 4, 6, 8, 10, 12, 14]
// MEMORY-NEXT: {{^}}[3, 3, 3, 3, 3, 3, 3, 3]
func.func @memory_of_the_host(%in: memref<8xf32>, %out: memref<2x8xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %three = arith.constant 3.0 : f32
  %any = memref.cast %in : memref<8xf32> to memref<*xf32>
  gpu.host_register %any : memref<*xf32>
  %first = gpu.wait async
  %own, %allocated = gpu.alloc async [%first] (%c8) : memref<?xf32>
  %from = memref.cast %in : memref<8xf32> to memref<?xf32>
  %copied = gpu.memcpy async [%allocated] %own, %from : memref<?xf32>, memref<?xf32>
  %done = gpu.launch async [%copied] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %v = memref.load %own[%tx] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %own[%tx] : memref<?xf32>
    gpu.terminator
  }
  %row0 = memref.subview %out[0, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<8xf32, strided<[1]>>
  %row1 = memref.subview %out[1, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<8xf32, strided<[1], offset: 8>>
  %read = gpu.memcpy async [%done] %row0, %own : memref<8xf32, strided<[1]>>, memref<?xf32>
  %set = gpu.memset async [%read] %row1, %three : memref<8xf32, strided<[1], offset: 8>>, f32
  %freed = gpu.dealloc async [%set] %own : memref<?xf32>
  gpu.wait [%freed]
  return
}

// SHAPES: error: 'gpu.memcpy' op out of bounds: thread (0, 0, 0) of block (0, 0, 0) copies between memrefs of two shapes
func.func @two_shapes(%in: memref<8xf32>, %out: memref<?xf32>) {
  %c4 = arith.constant 4 : index
  %own = gpu.alloc (%c4) : memref<?xf32>
  %from = memref.cast %in : memref<8xf32> to memref<?xf32>
  gpu.memcpy %own, %from : memref<?xf32>, memref<?xf32>
  return
}

// Functions of MLIR's runner that print say nothing, and change nothing.
// PRINTS:      argument 0:
// PRINTS-NEXT: {{^}}[0, 1]
func.func private @printMemrefF32(memref<*xf32>)
func.func private @mgpuMemHostRegisterFloat(%ptr: memref<*xf32>)
func.func private @printF32(f32)
func.func private @printNewline()
func.func @prints(%in: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %any = memref.cast %in : memref<2xf32> to memref<*xf32>
  call @mgpuMemHostRegisterFloat(%any) : (memref<*xf32>) -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  }
  %x = memref.load %in[%c0] : memref<2xf32>
  call @printF32(%x) : (f32) -> ()
  call @printNewline() : () -> ()
  call @printMemrefF32(%any) : (memref<*xf32>) -> ()
  return
}

// Who calls them is the host, one thread.
// ALONE: @alone: grid 1x1x1, block 1x1x1
func.func @alone(%in: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %in[%c0] : memref<2xf32>
  %y = arith.addf %x, %x : f32
  memref.store %y, %in[%c0] : memref<2xf32>
  call @printF32(%y) : (f32) -> ()
  return
}

// Those that fill memory do so; what the device sees is the memory of the host; a
// time is not known.
// FILLS:      argument 0:
// FILLS-NEXT: {{^}}[8, 7, 7]
// FILLS:      argument 1:
// FILLS-NEXT: {{^}}[9.5, 4.5]
// FILLS-NEXT: {{^}}[3.5, 3.5]
func.func private @fillResource1DInt(memref<?xi32>, i32)
func.func private @fillResource2DFloat(memref<?x?xf32>, f32)
func.func private @fillI32Buffer(memref<?xi32>, i32)
func.func private @fillF32Buffer2D(memref<?x?xf32>, f32)
func.func private @mgpuMemGetDeviceMemRef2dFloat(memref<?x?xf32>) -> memref<?x?xf32>
func.func private @rtclock() -> f64
func.func private @printFlops(f64)
func.func @fills(%a: memref<3xi32>, %b: memref<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %number = arith.constant 3.5 : f32
  %open = memref.cast %a : memref<3xi32> to memref<?xi32>
  %square = memref.cast %b : memref<2x2xf32> to memref<?x?xf32>
  %eight = arith.constant 8 : i32
  %other = arith.constant 9.5 : f32
  %held = memref.reinterpret_cast %a to offset: [0], sizes: [1], strides: [1] : memref<3xi32> to memref<1xi32>
  %part = memref.cast %held : memref<1xi32> to memref<?xi32>
  %first = memref.reinterpret_cast %b to offset: [0], sizes: [1, 1], strides: [1, 1] : memref<2x2xf32> to memref<1x1xf32>
  %row = memref.cast %first : memref<1x1xf32> to memref<?x?xf32>
  %start = call @rtclock() : () -> f64
  call @fillResource1DInt(%open, %seven) : (memref<?xi32>, i32) -> ()
  call @fillResource2DFloat(%square, %number) : (memref<?x?xf32>, f32) -> ()
  call @fillI32Buffer(%part, %eight) : (memref<?xi32>, i32) -> ()
  call @fillF32Buffer2D(%row, %other) : (memref<?x?xf32>, f32) -> ()
  %own = call @mgpuMemGetDeviceMemRef2dFloat(%square) : (memref<?x?xf32>) -> memref<?x?xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %one = arith.constant 1.0 : f32
    %v = memref.load %own[%c0, %c1] : memref<?x?xf32>
    %w = arith.addf %v, %one : f32
    memref.store %w, %own[%c0, %c1] : memref<?x?xf32>
    gpu.terminator
  }
  %end = call @rtclock() : () -> f64
  %time = arith.subf %end, %start : f64
  call @printFlops(%time) : (f64) -> ()
  return
}

// WRONGLY: error: 'func.call' op calls a function that fills a memref; it takes a memref and a number of its element type
func.func private @fillResource1DFloat(memref<?xf32>, f64)
func.func @fills_wrongly(%a: memref<?xf32>, %x: f64) {
  call @fillResource1DFloat(%a, %x) : (memref<?xf32>, f64) -> ()
  return
}

// VIEWS: error: 'func.call' op calls a function that gives a memref as the device sees it; it takes and gives one type
func.func private @mgpuMemGetDeviceMemRef1dFloat(memref<?xf32>) -> memref<4xf32>
func.func @views_wrongly(%a: memref<?xf32>) {
  %own = call @mgpuMemGetDeviceMemRef1dFloat(%a) : (memref<?xf32>) -> memref<4xf32>
  return
}

// GIVES: error: 'func.call' op calls a function that prints, which takes one value, or none, and gives nothing
func.func private @printI64(i64) -> i64
func.func @prints_wrongly(%x: i64) {
  %y = call @printI64(%x) : (i64) -> i64
  return
}

// ASKS: error: 'func.call' op calls a function without a body, which is none of MLIR's runner that the simulator knows
func.func private @printed() -> f64
func.func @asks() {
  %time = call @printed() : () -> f64
  return
}

// What other threads of the host are given to do is done in the order of the text.
// TOKENS:      argument 0:
// TOKENS-NEXT: {{^}}[1, 2]
func.func @tokens(%out: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %first = async.execute {
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
      memref.store %one, %out[%c0] : memref<2xf32>
      gpu.terminator
    }
    async.yield
  }
  %second = async.execute [%first] {
    %x = memref.load %out[%c0] : memref<2xf32>
    %y = arith.addf %x, %one : f32
    memref.store %y, %out[%c1] : memref<2xf32>
    async.yield
  }
  async.await %second : !async.token
  return
}

// A value, and a memref of the host, from one to the next.
// VALUES:      argument 0:
// VALUES-NEXT: {{^}}[3, 6]
func.func @async_values(%out: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3.0 : f32
  %first, %number, %memory = async.execute -> (!async.value<f32>, !async.value<memref<?xf32>>) {
    %own = memref.alloc(%c1) : memref<?xf32>
    memref.store %three, %own[%c0] : memref<?xf32>
    async.yield %three, %own : f32, memref<?xf32>
  }
  %second, %sum = async.execute [%first] (%number as %n: !async.value<f32>, %memory as %m: !async.value<memref<?xf32>>) -> !async.value<f32> {
    %x = memref.load %m[%c0] : memref<?xf32>
    %y = arith.addf %n, %x : f32
    async.yield %y : f32
  }
  async.await %second : !async.token
  %x = async.await %number : !async.value<f32>
  %y = async.await %sum : !async.value<f32>
  memref.store %x, %out[%c0] : memref<2xf32>
  memref.store %y, %out[%c1] : memref<2xf32>
  return
}

// ASYNC: error: 'async.execute' op has a value of type !async.value<tensor<2xf32>>, which the simulator does not know
func.func @async_tensors() {
  %first, %same = async.execute -> !async.value<tensor<2xf32>> {
    %own = arith.constant dense<0.0> : tensor<2xf32>
    async.yield %own : tensor<2xf32>
  }
  return
}
