// Integers and floats of all widths, each result an element of its own: numbers.py has what they are of.
gpu.module @kernels {
  gpu.func @integers(%x: memref<64xi32>, %y: memref<64xi32>, %o: memref<64x32xi32>, %w: memref<64x8xi64>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %c31 = arith.constant 31 : i32
    %one = arith.constant 1 : i32
    %c63 = arith.constant 63 : i64
    %a = memref.load %x[%i] : memref<64xi32>
    %b = memref.load %y[%i] : memref<64xi32>
    %odd = arith.ori %b, %one : i32
    %by = arith.andi %b, %c31 : i32
    %addi = arith.addi %a, %b : i32
    %k0 = arith.constant 0 : index
    memref.store %addi, %o[%i, %k0] : memref<64x32xi32>
    %subi = arith.subi %a, %b : i32
    %k1 = arith.constant 1 : index
    memref.store %subi, %o[%i, %k1] : memref<64x32xi32>
    %muli = arith.muli %a, %b : i32
    %k2 = arith.constant 2 : index
    memref.store %muli, %o[%i, %k2] : memref<64x32xi32>
    %andi = arith.andi %a, %b : i32
    %k3 = arith.constant 3 : index
    memref.store %andi, %o[%i, %k3] : memref<64x32xi32>
    %ori = arith.ori %a, %b : i32
    %k4 = arith.constant 4 : index
    memref.store %ori, %o[%i, %k4] : memref<64x32xi32>
    %xori = arith.xori %a, %b : i32
    %k5 = arith.constant 5 : index
    memref.store %xori, %o[%i, %k5] : memref<64x32xi32>
    %maxsi = arith.maxsi %a, %b : i32
    %k6 = arith.constant 6 : index
    memref.store %maxsi, %o[%i, %k6] : memref<64x32xi32>
    %minsi = arith.minsi %a, %b : i32
    %k7 = arith.constant 7 : index
    memref.store %minsi, %o[%i, %k7] : memref<64x32xi32>
    %maxui = arith.maxui %a, %b : i32
    %k8 = arith.constant 8 : index
    memref.store %maxui, %o[%i, %k8] : memref<64x32xi32>
    %minui = arith.minui %a, %b : i32
    %k9 = arith.constant 9 : index
    memref.store %minui, %o[%i, %k9] : memref<64x32xi32>
    %divui = arith.divui %a, %odd : i32
    %k10 = arith.constant 10 : index
    memref.store %divui, %o[%i, %k10] : memref<64x32xi32>
    %remui = arith.remui %a, %odd : i32
    %k11 = arith.constant 11 : index
    memref.store %remui, %o[%i, %k11] : memref<64x32xi32>
    %half = arith.shrsi %a, %one : i32
    %divsi = arith.divsi %half, %odd : i32
    %k12 = arith.constant 12 : index
    memref.store %divsi, %o[%i, %k12] : memref<64x32xi32>
    %remsi = arith.remsi %half, %odd : i32
    %k13 = arith.constant 13 : index
    memref.store %remsi, %o[%i, %k13] : memref<64x32xi32>
    %shli = arith.shli %a, %by : i32
    %k14 = arith.constant 14 : index
    memref.store %shli, %o[%i, %k14] : memref<64x32xi32>
    %shrui = arith.shrui %a, %by : i32
    %k15 = arith.constant 15 : index
    memref.store %shrui, %o[%i, %k15] : memref<64x32xi32>
    %shrsi = arith.shrsi %a, %by : i32
    %k16 = arith.constant 16 : index
    memref.store %shrsi, %o[%i, %k16] : memref<64x32xi32>
    %pslt = arith.cmpi slt, %a, %b : i32
    %eslt = arith.extui %pslt : i1 to i32
    %k17 = arith.constant 17 : index
    memref.store %eslt, %o[%i, %k17] : memref<64x32xi32>
    %puge = arith.cmpi uge, %a, %b : i32
    %euge = arith.extui %puge : i1 to i32
    %k18 = arith.constant 18 : index
    memref.store %euge, %o[%i, %k18] : memref<64x32xi32>
    %peq = arith.cmpi eq, %a, %b : i32
    %eeq = arith.extui %peq : i1 to i32
    %k19 = arith.constant 19 : index
    memref.store %eeq, %o[%i, %k19] : memref<64x32xi32>
    %pule = arith.cmpi ule, %a, %b : i32
    %eule = arith.extui %pule : i1 to i32
    %k20 = arith.constant 20 : index
    memref.store %eule, %o[%i, %k20] : memref<64x32xi32>
    %mctpop = math.ctpop %a : i32
    %k21 = arith.constant 21 : index
    memref.store %mctpop, %o[%i, %k21] : memref<64x32xi32>
    %mctlz = math.ctlz %a : i32
    %k22 = arith.constant 22 : index
    memref.store %mctlz, %o[%i, %k22] : memref<64x32xi32>
    %mcttz = math.cttz %a : i32
    %k23 = arith.constant 23 : index
    memref.store %mcttz, %o[%i, %k23] : memref<64x32xi32>
    %zero = arith.constant 0 : i32
    %minus = arith.subi %zero, %a : i32
    %is_below = arith.cmpi slt, %a, %zero : i32
    %absolute = arith.select %is_below, %minus, %a : i32
    %k24 = arith.constant 24 : index
    memref.store %absolute, %o[%i, %k24] : memref<64x32xi32>
    %ti8 = arith.trunci %a : i32 to i8
    %extsii8 = arith.extsi %ti8 : i8 to i32
    %k25 = arith.constant 25 : index
    memref.store %extsii8, %o[%i, %k25] : memref<64x32xi32>
    %extuii8 = arith.extui %ti8 : i8 to i32
    %k26 = arith.constant 26 : index
    memref.store %extuii8, %o[%i, %k26] : memref<64x32xi32>
    %ti16 = arith.trunci %a : i32 to i16
    %extsii16 = arith.extsi %ti16 : i16 to i32
    %k27 = arith.constant 27 : index
    memref.store %extsii16, %o[%i, %k27] : memref<64x32xi32>
    %extuii16 = arith.extui %ti16 : i16 to i32
    %k28 = arith.constant 28 : index
    memref.store %extuii16, %o[%i, %k28] : memref<64x32xi32>
    %al = arith.extsi %a : i32 to i64
    %bl = arith.extui %b : i32 to i64
    %byl = arith.andi %bl, %c63 : i64
    %lmuli = arith.muli %al, %bl : i64
    %q0 = arith.constant 0 : index
    memref.store %lmuli, %w[%i, %q0] : memref<64x8xi64>
    %laddi = arith.addi %al, %bl : i64
    %q1 = arith.constant 1 : index
    memref.store %laddi, %w[%i, %q1] : memref<64x8xi64>
    %lxori = arith.xori %al, %bl : i64
    %q2 = arith.constant 2 : index
    memref.store %lxori, %w[%i, %q2] : memref<64x8xi64>
    %lshli = arith.shli %al, %byl : i64
    %q3 = arith.constant 3 : index
    memref.store %lshli, %w[%i, %q3] : memref<64x8xi64>
    %lshrsi = arith.shrsi %al, %byl : i64
    %q4 = arith.constant 4 : index
    memref.store %lshrsi, %w[%i, %q4] : memref<64x8xi64>
    %lshrui = arith.shrui %al, %byl : i64
    %q5 = arith.constant 5 : index
    memref.store %lshrui, %w[%i, %q5] : memref<64x8xi64>
    %lmaxsi = arith.maxsi %al, %bl : i64
    %q6 = arith.constant 6 : index
    memref.store %lmaxsi, %w[%i, %q6] : memref<64x8xi64>
    %lminui = arith.minui %al, %bl : i64
    %q7 = arith.constant 7 : index
    memref.store %lminui, %w[%i, %q7] : memref<64x8xi64>
    gpu.return
  }
  gpu.func @reals(%x: memref<64xf32>, %y: memref<64xf32>, %o: memref<64x24xf32>, %n: memref<64x8xi32>, %h: memref<64x4xf16>, %d: memref<64x4xf64>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %i = gpu.thread_id x
    %a0 = memref.load %x[%i] : memref<64xf32>
    %b = memref.load %y[%i] : memref<64xf32>
    %c = arith.constant 37.25 : f32
    %a = arith.mulf %a0, %c : f32
    %addf = arith.addf %a, %b : f32
    %xo0 = arith.constant 0 : index
    memref.store %addf, %o[%i, %xo0] : memref<64x24xf32>
    %subf = arith.subf %a, %b : f32
    %xo1 = arith.constant 1 : index
    memref.store %subf, %o[%i, %xo1] : memref<64x24xf32>
    %mulf = arith.mulf %a, %b : f32
    %xo2 = arith.constant 2 : index
    memref.store %mulf, %o[%i, %xo2] : memref<64x24xf32>
    %maximumf = arith.maximumf %a, %b : f32
    %xo3 = arith.constant 3 : index
    memref.store %maximumf, %o[%i, %xo3] : memref<64x24xf32>
    %minimumf = arith.minimumf %a, %b : f32
    %xo4 = arith.constant 4 : index
    memref.store %minimumf, %o[%i, %xo4] : memref<64x24xf32>
    %maxnumf = arith.maxnumf %a, %b : f32
    %xo5 = arith.constant 5 : index
    memref.store %maxnumf, %o[%i, %xo5] : memref<64x24xf32>
    %minnumf = arith.minnumf %a, %b : f32
    %xo6 = arith.constant 6 : index
    memref.store %minnumf, %o[%i, %xo6] : memref<64x24xf32>
    %xo7 = arith.constant 7 : index
    %xo8 = arith.constant 8 : index
    %xo9 = arith.constant 9 : index
    %xo10 = arith.constant 10 : index
    %xo11 = arith.constant 11 : index
    %xo12 = arith.constant 12 : index
    %neg = arith.negf %a : f32
    %xo13 = arith.constant 13 : index
    memref.store %neg, %o[%i, %xo13] : memref<64x24xf32>
    %polt = arith.cmpf olt, %a, %b : f32
    %solt = arith.select %polt, %a, %b : f32
    %xo14 = arith.constant 14 : index
    memref.store %solt, %o[%i, %xo14] : memref<64x24xf32>
    %pueq = arith.cmpf ueq, %a, %b : f32
    %sueq = arith.select %pueq, %a, %b : f32
    %xo15 = arith.constant 15 : index
    memref.store %sueq, %o[%i, %xo15] : memref<64x24xf32>
    %pune = arith.cmpf une, %a, %b : f32
    %sune = arith.select %pune, %a, %b : f32
    %xo16 = arith.constant 16 : index
    memref.store %sune, %o[%i, %xo16] : memref<64x24xf32>
    %pord = arith.cmpf ord, %a, %b : f32
    %sord = arith.select %pord, %a, %b : f32
    %xo17 = arith.constant 17 : index
    memref.store %sord, %o[%i, %xo17] : memref<64x24xf32>
    %tf16 = arith.truncf %a : f32 to f16
    %ef16 = arith.extf %tf16 : f16 to f32
    %xo18 = arith.constant 18 : index
    memref.store %ef16, %o[%i, %xo18] : memref<64x24xf32>
    %tbf16 = arith.truncf %a : f32 to bf16
    %ebf16 = arith.extf %tbf16 : bf16 to f32
    %xo19 = arith.constant 19 : index
    memref.store %ebf16, %o[%i, %xo19] : memref<64x24xf32>
    %fptosii32 = arith.fptosi %a : f32 to i32
    %xn0 = arith.constant 0 : index
    memref.store %fptosii32, %n[%i, %xn0] : memref<64x8xi32>
    %fptosii8 = arith.fptosi %a : f32 to i8
    %wi8 = arith.extsi %fptosii8 : i8 to i32
    %xn1 = arith.constant 1 : index
    memref.store %wi8, %n[%i, %xn1] : memref<64x8xi32>
    %fptosii16 = arith.fptosi %a : f32 to i16
    %wi16 = arith.extsi %fptosii16 : i16 to i32
    %xn2 = arith.constant 2 : index
    memref.store %wi16, %n[%i, %xn2] : memref<64x8xi32>
    %sq = arith.mulf %a, %a : f32
    %u = arith.fptoui %sq : f32 to i32
    %xn3 = arith.constant 3 : index
    memref.store %u, %n[%i, %xn3] : memref<64x8xi32>
    %bits = arith.bitcast %b : f32 to i32
    %xn4 = arith.constant 4 : index
    memref.store %bits, %n[%i, %xn4] : memref<64x8xi32>
    %si = arith.sitofp %bits : i32 to f32
    %xo20 = arith.constant 20 : index
    memref.store %si, %o[%i, %xo20] : memref<64x24xf32>
    %ui = arith.uitofp %bits : i32 to f32
    %xo21 = arith.constant 21 : index
    memref.store %ui, %o[%i, %xo21] : memref<64x24xf32>
    %bf16 = arith.truncf %b : f32 to f16
    %haddf = arith.addf %tf16, %bf16 : f16
    %xh0 = arith.constant 0 : index
    memref.store %haddf, %h[%i, %xh0] : memref<64x4xf16>
    %hmulf = arith.mulf %tf16, %bf16 : f16
    %xh1 = arith.constant 1 : index
    memref.store %hmulf, %h[%i, %xh1] : memref<64x4xf16>
    %hsubf = arith.subf %tf16, %bf16 : f16
    %xh2 = arith.constant 2 : index
    memref.store %hsubf, %h[%i, %xh2] : memref<64x4xf16>
    %ad = arith.extf %a : f32 to f64
    %bd = arith.extf %b : f32 to f64
    %daddf = arith.addf %ad, %bd : f64
    %xd0 = arith.constant 0 : index
    memref.store %daddf, %d[%i, %xd0] : memref<64x4xf64>
    %dmulf = arith.mulf %ad, %bd : f64
    %xd1 = arith.constant 1 : index
    memref.store %dmulf, %d[%i, %xd1] : memref<64x4xf64>
    %dmaximumf = arith.maximumf %ad, %bd : f64
    %xd2 = arith.constant 2 : index
    memref.store %dmaximumf, %d[%i, %xd2] : memref<64x4xf64>
    gpu.return
  }
}
