# gemm_bounds.mlir for matrices of i8 with sums in i32, of which C has the low halves; B
# lies by columns, as mma.sync takes operand B.  Steps are of 64 of k; 16 divides K.
s/^!a = .*/!a = memref<128x256xi8>/
s/^!b = .*/!b = memref<256x128xi8, strided<[1, 256]>>/
s/^!ring_\([ab]\) = .*/!ring_\1 = memref<3x64x64xi8, #gpu.address_space<workgroup>>/
s/^!sum = .*/!sum = vector<2x2xi32>/
s/^\(!out\|!c\|!shared\) = \(.*\)xf16/\1 = \2xi16/
s/^#stage_a = .*/#stage_a = #tl.shared<row_major_swizzle([64, 64], nbytes = 1)>/
s/^#stage_b = .*/#stage_b = #tl.tile<S[(64, 64) : (1, 64)] + swizzle(base = 4, bits = 2, shift = 3)>/
s/^#copy_a = .*/#copy_a = #tl.register<local(2, 1).spatial(32, 4).local(1, 16)>/
s/^#copy_b = .*/#copy_b = #tl.register<local(1, 2).column_spatial(4, 32).local(16, 1)>/
s/mma_\([abc]\)(16, 8, 16, 16)/mma_\1(16, 8, 32, 8)/
s/mmaShape = \[16, 8, 16\]/mmaShape = [16, 8, 32]/
s/vector<2x4x2xf16>/vector<2x4x4xi8>/g
s/vector<4x2x2xf16>/vector<4x2x4xi8>/g
s/vector<4x2xf16>/vector<4x4xi8>/g
s/vector<2x2xf16>/vector<2x4xi8>/g
s/vector<\(2x4x2x2\|32\)xf16>/vector<\1xi16>/g
s/step %c32/step %c64/
s/addi %k, %c64 : i32/addi %k, %c128 : i32/
s/^\( *\)%c64 = .*/&\
\1%c128 = arith.constant 128 : i32/
s/\(%A\[%i : i32, \|%B\[\)32/\164/
s/\(%wm : i32, \|%SB\[%here : i32, \)16/\132/
/tl.copy %[AB]/s/\(array<i64: [1-9]*\), 8>/\1, 16>/
/tl.copy %B/s/array<i64: 8, 16>/array<i64: 16, 8>/
s/dense<0.0>/dense<0>/
s/arith.constant 0.0 : f32/arith.constant 0 : i32/
s/-> f32/-> i32/
s/arith.truncf %\([a-z]*\) : f32 to f16/arith.trunci %\1 : i32 to i16/
s/arith.truncf/arith.trunci/
s/arith.extf \(.*\) : f16 to f32/arith.extsi \1 : i8 to i32/
s/%next = math.fma .*/%product = arith.muli %a, %b : i32\
        %next = arith.addi %product, %s : i32/
s/yield %next : f32/yield %next : i32/
