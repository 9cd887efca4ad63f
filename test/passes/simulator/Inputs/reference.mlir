// Sums of rows, in f32 by a thread a row, and what they are by definition.
gpu.module @kernels {
  gpu.func @rows(%in: memref<8x16xf16>, %out: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>} {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %row = vector.load %in[%t, %c0] : memref<8x16xf16>, vector<16xf16>
    %wide = arith.extf %row : vector<16xf16> to vector<16xf32>
    %sum = vector.reduction <add>, %wide : vector<16xf32> into f32
    memref.store %sum, %out[%t] : memref<8xf32>
    gpu.return
  }
}
func.func private @rows_by_loops(%in: memref<8x16xf16>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c8 step %c1 {
    %sum = scf.for %j = %c0 to %c16 step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %in[%i, %j] : memref<8x16xf16>
      %w = arith.extf %v : f16 to f32
      %next = arith.addf %s, %w : f32
      scf.yield %next : f32
    }
    memref.store %sum, %out[%i] : memref<8xf32>
  }
  return
}
// One sum is 1 / 64 too much.
func.func private @rows_nearly(%in: memref<8x16xf16>, %out: memref<8xf32>) {
  %c3 = arith.constant 3 : index
  %more = arith.constant 0.015625 : f32
  func.call @rows_by_loops(%in, %out) : (memref<8x16xf16>, memref<8xf32>) -> ()
  %v = memref.load %out[%c3] : memref<8xf32>
  %w = arith.addf %v, %more : f32
  memref.store %w, %out[%c3] : memref<8xf32>
  return
}
// Of the other sums it says nothing.
func.func private @rows_of_half(%in: memref<8x16xf16>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %pad = arith.constant 0.0 : f16
  %half = vector.transfer_read %in[%c0, %c0], %pad {in_bounds = [true, true]} : memref<8x16xf16>, vector<4x16xf16>
  %wide = arith.extf %half : vector<4x16xf16> to vector<4x16xf32>
  %start = vector.broadcast %zero : f32 to vector<4xf32>
  %sums = vector.multi_reduction <add>, %wide, %start [1] : vector<4x16xf32> to vector<4xf32>
  vector.store %sums, %out[%c0] : memref<8xf32>, vector<4xf32>
  return
}
func.func private @rows_of_nothing(%in: memref<8x16xf16>, %out: memref<8xf32>) {
  return
}
func.func private @rows_of_none(%in: memref<8x16xf16>, %out: memref<8xf32>) {
  return
}
func.func private @rows_of_others(%in: memref<8x16xf16>, %out: memref<9xf32>) {
  return
}
// No number is as good as another one that is none.
func.func private @no_number(%out: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %nan = arith.constant 0x7fc00000 : f32
  memref.store %nan, %out[%c0] : memref<1xf32>
  return
}
func.func private @another_no_number(%out: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %nan = arith.constant 0x7fc00001 : f32
  memref.store %nan, %out[%c0] : memref<1xf32>
  return
}
// Two numbers that are one of 64-bit floats.
func.func private @long_number(%out: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 9007199254740993 : i64
  memref.store %n, %out[%c0] : memref<1xi64>
  return
}
func.func private @another_long_number(%out: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %n = arith.constant 9007199254740992 : i64
  memref.store %n, %out[%c0] : memref<1xi64>
  return
}
