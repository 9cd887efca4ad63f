# gemm_bounds.mlir for matrices of fp8 (e4m3) with sums in f32, of which C has f16; B
# lies by columns, as mma.sync takes operand B.  Steps are of 64 of k; 16 divides K.
# Upstream has no operation of that product: the instruction is written in PTX.
s/^!a = .*/!a = memref<128x256xf8E4M3FN>/
s/^!b = .*/!b = memref<256x128xf8E4M3FN, strided<[1, 256]>>/
s/^!ring_\([ab]\) = .*/!ring_\1 = memref<3x64x64xf8E4M3FN, #gpu.address_space<workgroup>>/
s/^#stage_a = .*/#stage_a = #tl.shared<row_major_swizzle([64, 64], nbytes = 1)>/
s/^#stage_b = .*/#stage_b = #tl.tile<S[(64, 64) : (1, 64)] + swizzle(base = 4, bits = 2, shift = 3)>/
s/^#copy_a = .*/#copy_a = #tl.register<local(2, 1).spatial(32, 4).local(1, 16)>/
s/^#copy_b = .*/#copy_b = #tl.register<local(1, 2).column_spatial(4, 32).local(16, 1)>/
s/mma_\([ab]\)(16, 8, 16, 16)/mma_\1(16, 8, 32, 8)/
s/nvgpu.mma.sync (\(.*\)) {mmaShape = .*} : (.*) -> !sum/func.call @multiply(\1) : (vector<4x4xf8E4M3FN>, vector<2x4xf8E4M3FN>, !sum) -> !sum/
s/vector<2x4x2xf16>/vector<2x4x4xf8E4M3FN>/g
s/\(%b[01] = .* to \|from \)vector<4x2x2xf16>/\1vector<4x2x4xf8E4M3FN>/
s/: vector<4x2xf16> from/: vector<4x4xf8E4M3FN> from/
s/: vector<2x2xf16> from/: vector<2x4xf8E4M3FN> from/
s/step %c32/step %c64/
s/addi %k, %c64 : i32/addi %k, %c128 : i32/
s/^\( *\)%c64 = .*/&\
\1%c128 = arith.constant 128 : i32/
s/\(%A\[%i : i32, \|%B\[\)32/\164/
s/\(%wm : i32, \|%SB\[%here : i32, \)16/\132/
/tl.copy %[AB]/s/\(array<i64: [1-9]*\), 8>/\1, 16>/
/tl.copy %B/s/array<i64: 8, 16>/array<i64: 16, 8>/
s/arith.extf \(.*\) : f16 to f32/arith.extf \1 : f8E4M3FN to f32/
s/^gpu.module .*/&\
  func.func private @multiply(%a: vector<4x4xf8E4M3FN>, %b: vector<2x4xf8E4M3FN>, %c: !sum) -> !sum {\
    %a0_bytes = vector.extract %a[0] : vector<4xf8E4M3FN> from vector<4x4xf8E4M3FN>\
    %a0_word = vector.bitcast %a0_bytes : vector<4xf8E4M3FN> to vector<1xi32>\
    %a0 = vector.extract %a0_word[0] : i32 from vector<1xi32>\
    %a1_bytes = vector.extract %a[1] : vector<4xf8E4M3FN> from vector<4x4xf8E4M3FN>\
    %a1_word = vector.bitcast %a1_bytes : vector<4xf8E4M3FN> to vector<1xi32>\
    %a1 = vector.extract %a1_word[0] : i32 from vector<1xi32>\
    %a2_bytes = vector.extract %a[2] : vector<4xf8E4M3FN> from vector<4x4xf8E4M3FN>\
    %a2_word = vector.bitcast %a2_bytes : vector<4xf8E4M3FN> to vector<1xi32>\
    %a2 = vector.extract %a2_word[0] : i32 from vector<1xi32>\
    %a3_bytes = vector.extract %a[3] : vector<4xf8E4M3FN> from vector<4x4xf8E4M3FN>\
    %a3_word = vector.bitcast %a3_bytes : vector<4xf8E4M3FN> to vector<1xi32>\
    %a3 = vector.extract %a3_word[0] : i32 from vector<1xi32>\
    %b0_bytes = vector.extract %b[0] : vector<4xf8E4M3FN> from vector<2x4xf8E4M3FN>\
    %b0_word = vector.bitcast %b0_bytes : vector<4xf8E4M3FN> to vector<1xi32>\
    %b0 = vector.extract %b0_word[0] : i32 from vector<1xi32>\
    %b1_bytes = vector.extract %b[1] : vector<4xf8E4M3FN> from vector<2x4xf8E4M3FN>\
    %b1_word = vector.bitcast %b1_bytes : vector<4xf8E4M3FN> to vector<1xi32>\
    %b1 = vector.extract %b1_word[0] : i32 from vector<1xi32>\
    %c0 = vector.extract %c[0, 0] : f32 from !sum\
    %c1 = vector.extract %c[0, 1] : f32 from !sum\
    %c2 = vector.extract %c[1, 0] : f32 from !sum\
    %c3 = vector.extract %c[1, 1] : f32 from !sum\
    %d0, %d1, %d2, %d3 = nvvm.inline_ptx "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $11, $12, $13};" ro(%a0, %a1, %a2, %a3, %b0, %b1, %c0, %c1, %c2, %c3 : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32) -> f32, f32, f32, f32\
    %d = vector.from_elements %d0, %d1, %d2, %d3 : !sum\
    return %d : !sum\
  }/
