// Minima and maxima of two and three numbers, as extremes.ptx has them in one
// instruction each; 77 stands for what is no number.
gpu.module @kernels {
  gpu.func @extremes(%x: memref<512x3xf32>, %o: memref<512x8xf32>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %one = arith.constant 1.0 : f32
    %a = memref.load %x[%i, %c0] : memref<512x3xf32>
    %b = memref.load %x[%i, %c1] : memref<512x3xf32>
    %c = memref.load %x[%i, %c2] : memref<512x3xf32>

    // max.f32, min.f32 of three
    %most2 = arith.maxnumf %a, %b : f32
    %most3 = arith.maxnumf %most2, %c : f32
    %least2 = arith.minnumf %a, %b : f32
    %least3 = arith.minnumf %least2, %c : f32
    // max.NaN.f32 of three
    %mostn2 = arith.maximumf %a, %b : f32
    %mostn3 = arith.maximumf %mostn2, %c : f32
    // max.abs.f32, min.NaN.abs.f32 of three
    %absa = math.absf %a : f32
    %absb = math.absf %b : f32
    %absc = math.absf %c : f32
    %mosta2 = arith.maxnumf %absa, %absb : f32
    %mosta3 = arith.maxnumf %mosta2, %absc : f32
    %leasta2 = arith.minimumf %absa, %absb : f32
    %leasta3 = arith.minimumf %leasta2, %absc : f32
    // max.xorsign.abs.f32, min.NaN.xorsign.abs.f32 of two: the sign of the product
    %signa = math.copysign %one, %a : f32
    %signb = math.copysign %one, %b : f32
    %sign = arith.mulf %signa, %signb : f32
    %mostx = math.copysign %mosta2, %sign : f32
    %leastx = math.copysign %leasta2, %sign : f32
    // max.ftz.f32 of three
    %least_normal = arith.constant 0x00800000 : f32
    %zero = arith.constant 0.0 : f32
    %tinya = arith.cmpf olt, %absa, %least_normal : f32
    %tinyb = arith.cmpf olt, %absb, %least_normal : f32
    %tinyc = arith.cmpf olt, %absc, %least_normal : f32
    %zeroa = math.copysign %zero, %a : f32
    %zerob = math.copysign %zero, %b : f32
    %zeroc = math.copysign %zero, %c : f32
    %flusha = arith.select %tinya, %zeroa, %a : f32
    %flushb = arith.select %tinyb, %zerob, %b : f32
    %flushc = arith.select %tinyc, %zeroc, %c : f32
    %mostf2 = arith.maxnumf %flusha, %flushb : f32
    %mostf3 = arith.maxnumf %mostf2, %flushc : f32

    func.call @keep(%most3, %o, %i, %c0) : (f32, memref<512x8xf32>, index, index) -> ()
    func.call @keep(%least3, %o, %i, %c1) : (f32, memref<512x8xf32>, index, index) -> ()
    func.call @keep(%mostn3, %o, %i, %c2) : (f32, memref<512x8xf32>, index, index) -> ()
    func.call @keep(%mosta3, %o, %i, %c3) : (f32, memref<512x8xf32>, index, index) -> ()
    func.call @keep(%leasta3, %o, %i, %c4) : (f32, memref<512x8xf32>, index, index) -> ()
    func.call @keep(%mostx, %o, %i, %c5) : (f32, memref<512x8xf32>, index, index) -> ()
    func.call @keep(%leastx, %o, %i, %c6) : (f32, memref<512x8xf32>, index, index) -> ()
    func.call @keep(%mostf3, %o, %i, %c7) : (f32, memref<512x8xf32>, index, index) -> ()
    gpu.return
  }
  func.func private @keep(%v: f32, %o: memref<512x8xf32>, %i: index, %k: index) {
    %c77 = arith.constant 77.0 : f32
    %is_nan = arith.cmpf uno, %v, %v : f32
    %kept = arith.select %is_nan, %c77, %v : f32
    memref.store %kept, %o[%i, %k] : memref<512x8xf32>
    func.return
  }
}
