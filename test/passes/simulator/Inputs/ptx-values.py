"""Puts statements into a kernel, and asks tl-sim whether a register has afterwards the value that
it should have; or what is said of statements that it does not know.  With "ask" the assembler is
asked whether it takes them.

%h, %r, %d have 16, 32 and 64 bits, %p is a predicate, of which %p0 holds in lane 0, whose register
counts.  [@] is 8 bytes of global memory, [@+4] their second half, S and the others are variables."""
import re
import shutil
import subprocess
import sys
import tempfile

# The register, its value, the statements; a word in front of all says which GPU takes them.
VALUES = """
# A label is of the braces around it, and of those in them.
%r1 40    mov.u32 %r1, 0; L: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 40; @%p1 bra L
%r1 1000  mov.u32 %r1, 0; L: add.u32 %r1, %r1, 100; setp.lt.u32 %p1, %r1, 1000; @%p1 bra L
%r1 7     mov.u32 %r1, 3; { bra L; } mov.u32 %r1, 0; L: add.u32 %r1, %r1, 4
%r1 5     mov.u32 %r1, 3; { bra L; add.u32 %r1, %r1, 1; L: add.u32 %r1, %r1, 2; } L: add.u32 %r1, %r1, 0
%r1 12    mov.u32 %r1, 2; bra L; { L: add.u32 %r1, %r1, 1; } L: add.u32 %r1, %r1, 10

# A branch by number.
%r1 30    mov.u32 %r2, 2; T: .branchtargets A, B, C; brx.idx %r2, T; A: mov.u32 %r1, 10; bra E; B: mov.u32 %r1, 20; bra E; C: mov.u32 %r1, 30; E: add.u32 %r1, %r1, 0
%r1 11    mov.u32 %r2, 0; T: .branchtargets A, B; { T: .branchtargets B, A; brx.idx.uni %r2, T; A: mov.u32 %r1, 10; bra E; B: mov.u32 %r1, 11; E: } A: B: add.u32 %r1, %r1, 0
%r1 480   mov.u32 %r2, %laneid; and.b32 %r2, %r2, 1; T: .branchtargets A, B; brx.idx %r2, T; A: mov.u32 %r1, 10; bra E; B: mov.u32 %r1, 20; E: redux.sync.add.s32 %r1, %r1, -1
%r1 7     mov.u32 %r1, 7; mov.u32 %r2, 9; setp.eq.u32 %p1, %r2, 0; T: .branchtargets A; @%p1 brx.idx %r2, T; add.u32 %r1, %r1, 0; A: add.u32 %r1, %r1, 0

# What one word carries to the next, or borrows from it.
%r1 6  add.cc.u32 %r2, -1, 1; addc.u32 %r1, 2, 3
%r1 5  add.cc.u32 %r2, -2, 1; addc.u32 %r1, 2, 3
%r1 1  add.cc.u32 %r2, -1, 1; addc.cc.u32 %r2, -1, 0; addc.u32 %r1, 0, 0
%r1 -1 sub.cc.u32 %r2, 0, 1; subc.u32 %r1, 5, 5
%r1 0  sub.cc.u32 %r2, 1, 1; subc.u32 %r1, 5, 5
%r1 -1 sub.cc.u32 %r2, 0, 1; subc.cc.u32 %r2, 0, 0; subc.u32 %r1, 0, 0
%r1 5  mad.lo.cc.u32 %r2, 65536, 65536, -1; madc.hi.u32 %r1, 65536, 65536, 4
%r1 -1 mad.lo.cc.u32 %r2, -1, -1, -1; madc.hi.u32 %r1, -1, -1, 0
%r1 0  mad.lo.cc.s32 %r2, -1, 1, 1; madc.hi.s32 %r1, -1, 1, 0
%r1 8  mad.hi.cc.u32 %r2, -1, -1, 2; madc.lo.cc.u32 %r1, 1, 3, 4
%r1 3  mad.hi.u32 %r1, 65536, 65536, 2
%d1 1  mov.b64 %d2, -1; add.cc.u64 %d2, %d2, 1; addc.u64 %d1, 0, 0

# Of a field behind the register there is the sign.
%r1 -1 bfe.s32 %r1, -5, 32, 3
%r1 0  bfe.s32 %r1, 5, 255, 3
%r1 0  bfe.u32 %r1, -1, 32, 3

# What says that it is aligned for bytes alone is.
%r1 1  .shared .align 1 .b32 q; mov.u32 %r1, q; and.b32 %r1, %r1, 1

# Sums of products of bytes, and of halves of words by bytes.
%r1 -762 dp4a.s32.s32 %r1, 0x7f80ff01, 0x80017f02, 0x3d83
%r1 -2   dp4a.s32.u32 %r1, 0xffffffff, 0x01020304, 8
%r1 2564 dp4a.u32.s32 %r1, 0xff01ff01, 0x0102080f, 252
%r1 4    dp4a.u32.u32 %r1, 0x01010101, 0x01010101, 0
%r1 -1   dp2a.lo.s32.s32 %r1, 0xffff0002, 0x7f7f0305, -8
%r1 7    dp2a.hi.s32.u32 %r1, 0xffff0002, 0x01047f7f, 0
%r1 0x1fdff02 dp2a.lo.u32.u32 %r1, 0xffffffff, 0x0000ffff, 0x100

# A call under a predicate, in lanes where that holds.
%r1 10 .param .b32 x; .param .b32 r; st.param.b32 [x], 5; mov.u32 %r1, 0; @%p0 call (r), twice, (x); ld.param.b32 %r1, [r]
%r1 7  .param .b32 x; .param .b32 r; st.param.b32 [x], 5; mov.u32 %r1, 7; mov.pred %p1, 0; @%p1 call (r), twice, (x); @!%p1 bra E; mov.u32 %r1, 0; E: add.u32 %r1, %r1, 0

# What is fetched before it is needed.
%r1 5  mov.u32 %r2, 5; @%p0 st.global.b32 [@], %r2; prefetch.global.L2 [@]; prefetch.L1 [@]; prefetch.global.L2::evict_last [@]; prefetchu.L1 [@]; @%p0 ld.global.b32 %r1, [@]

# An address of 32 bits wraps.
%r1 9     mov.u32 %r2, S; @%p0 st.shared.b32 [%r2+4], 9; sub.u32 %r2, %r2, 4096; @%p0 ld.shared.b32 %r1, [%r2+4100]

# Arrays of the size that the launch says begin at one place, which is aligned for each of them.
%r1 5     @%p0 st.shared.b32 [few], 5; @%p0 ld.shared.b32 %r1, [many]
%r1 0     mov.u32 %r1, few; and.b32 %r1, %r1, 63

# Rows of matrices by generic addresses.
%r1 8     mov.u32 %r2, %laneid; shl.b32 %r3, %r2, 2; mov.u32 %r4, S; add.u32 %r3, %r3, %r4; bar.warp.sync -1; st.shared.b32 [%r3], %r2; bar.warp.sync -1; and.b32 %r2, %r2, 7; xor.b32 %r2, %r2, 2; mul.wide.u32 %d1, %r2, 16; mov.u64 %d2, S; cvta.shared.u64 %d2, %d2; add.u64 %d1, %d1, %d2; ldmatrix.sync.aligned.m8n8.x1.b16 {%r1}, [%d1]
%r1 6     mov.u64 %d1, S; mov.u32 %r2, %laneid; and.b32 %r3, %r2, 7; mul.wide.u32 %d2, %r3, 16; add.u64 %d1, %d1, %d2; cvta.shared.u64 %d1, %d1; add.u32 %r2, %r2, 6; bar.warp.sync -1; stmatrix.sync.aligned.m8n8.x1.b16 [%d1], {%r2}; bar.warp.sync -1; ld.shared.b32 %r1, [S]; bar.warp.sync -1

# Each of eight lanes asks their fourth: 8 * (3 + 11 + 19 + 27).
%r1 480   mov.u32 %r2, %laneid; shfl.sync.idx.b32 %r1, %r2, 3, 0x181f, -1; redux.sync.add.s32 %r1, %r1, -1

# What is below the normal numbers.
%r1 0x80000000 neg.ftz.f32 %r1, 0f00000001
%r1 0x80000001 neg.f32 %r1, 0f00000001
%r1 0          abs.ftz.f32 %r1, 0f80000001
%r1 0xff800000 neg.ftz.f32 %r1, 0f7F800000
%r1 0x8000bc00 mov.b32 %r2, 0x00013c00; neg.ftz.f16x2 %r1, %r2
%r1 0x00003c00 mov.b32 %r2, 0x8001bc00; abs.ftz.f16x2 %r1, %r2
%h1 2 mov.b16 %h2, 1; @%p0 st.global.b16 [@], %h2; @%p0 atom.global.add.noftz.f16 %h3, [@], %h2; @%p0 ld.global.b16 %h1, [@]
%h1 2 mov.b16 %h2, 1; @%p0 st.global.b16 [@], %h2; @%p0 red.global.add.noftz.bf16 [@], %h2; @%p0 ld.global.b16 %h1, [@]
%d1 2 mov.b64 %d2, 1; @%p0 st.global.b64 [@], %d2; @%p0 atom.global.add.f64 %d3, [@], %d2; @%p0 ld.global.b64 %d1, [@]
%r1 0 mov.b32 %r2, 1; @%p0 st.global.b32 [@], %r2; @%p0 atom.global.add.f32 %r3, [@], %r2; @%p0 ld.global.b32 %r1, [@]

# Of f32 the bits of tf32.
%r1 0x3f802000 cvt.rn.tf32.f32 %r1, 0f3F801FFF
%r1 0x3f800000 cvt.rn.tf32.f32 %r1, 0f3F801000
%r1 0x3f804000 cvt.rn.tf32.f32 %r1, 0f3F803000
%r1 0x3f802000 cvt.rna.tf32.f32 %r1, 0f3F801000
%r1 0xbf802000 cvt.rna.tf32.f32 %r1, 0fBF801000
%r1 0xbf800000 cvt.rz.tf32.f32 %r1, 0fBF801FFF
%r1 0x7f800000 cvt.rna.tf32.f32 %r1, 0f7F7FFFFF
%r1 0x7f7fe000 cvt.rna.satfinite.tf32.f32 %r1, 0f7F800000
%r1 0x7f7fe000 cvt.rz.tf32.f32 %r1, 0f7F7FFFFF
%r1 0          cvt.rn.relu.tf32.f32 %r1, 0fBF801FFF
sm_100a %r1 0xff7fe000 cvt.rn.satfinite.tf32.f32 %r1, 0fFF7FFFFF

# Pairs of floats as bytes.
%h1 0x383a cvt.rn.satfinite.e4m3x2.f32 %h1, 0f3F880000, 0f3F980000
%h1 0x7efe cvt.rn.satfinite.e4m3x2.f32 %h1, 0f43E80000, 0fFF800000
%h1 0x7f80 cvt.rn.satfinite.e4m3x2.f32 %h1, 0f7FC00000, 0f80000000
%h1 0x0100 cvt.rn.satfinite.e4m3x2.f32 %h1, 0f3AC00000, 0f3A800000
%h1 0x0040 cvt.rn.satfinite.relu.e4m3x2.f32 %h1, 0fBF800000, 0f40000000
%h1 0x7b3c cvt.rn.satfinite.e5m2x2.f32 %h1, 0f47700000, 0f3F900000
%h1 0x007b cvt.rn.satfinite.relu.e5m2x2.f32 %h1, 0fFF800000, 0f7F800000

# One rounding.
%h1 0x4383 mov.b16 %h2, 0x4040; mov.b16 %h3, 0x42ae; mov.b16 %h4, 0x2180; fma.rn.bf16 %h1, %h2, %h3, %h4
%h1 0x4382 mov.b16 %h2, 0x4040; mov.b16 %h3, 0x42ae; mov.b16 %h4, 0; fma.rn.bf16 %h1, %h2, %h3, %h4
%h1 0x5e81 mov.b64 %d2, 0x4040000000000001; cvt.rn.bf16.s64 %h1, %d2
%h1 0xde81 mov.b64 %d2, 0xbfbfffffffffffff; cvt.rn.bf16.s64 %h1, %d2
%h1 0x5f01 mov.b64 %d2, 0x8080000000000001; cvt.rn.bf16.u64 %h1, %d2
%h1 0x5e80 mov.b64 %d2, 0x4040000000000000; cvt.rn.bf16.u64 %h1, %d2
%d1 0x43d0100000000000 mov.b64 %d2, 0x4040000000000001; cvt.rn.f64.s64 %d1, %d2

# Rounding to zero, down and up.
%r1 0x3f800000 fma.rm.f32 %r1, 0f3F800000, 0f3F800000, 0f00000001
%r1 0x3f800001 fma.rp.f32 %r1, 0f3F800000, 0f3F800000, 0f00000001
%r1 0xbf800001 fma.rm.f32 %r1, 0fBF800000, 0f3F800000, 0f80000001
%r1 0xbf800000 mad.rz.f32 %r1, 0fBF800000, 0f3F800000, 0f80000001
%r1 0x3f800001 add.rz.f32 %r1, 0f3F800000, 0f34400000
%r1 0x3f800002 add.rn.f32 %r1, 0f3F800000, 0f34400000
%r1 0x80000000 sub.rm.f32 %r1, 0f3F800000, 0f3F800000
%r1 0x00000001 mul.rp.f32 %r1, 0f00000001, 0f00000001
%r1 0          mul.rp.ftz.f32 %r1, 0f00000001, 0f00000001
%r1 0x7f7fffff mul.rz.f32 %r1, 0f7F7FFFFF, 0f40000000
%r1 0xff800000 mul.rm.f32 %r1, 0f7F7FFFFF, 0fC0000000
%r1 0x3eaaaaaa div.rz.f32 %r1, 0f3F800000, 0f40400000
%r1 0x3eaaaaab div.rp.f32 %r1, 0f3F800000, 0f40400000
%r1 0x3eaaaaaa rcp.rm.f32 %r1, 0f40400000
%r1 0x3fb504f4 sqrt.rp.f32 %r1, 0f40000000
%d1 0x3fefffffffffffff add.rm.f64 %d1, 0d3FF0000000000000, 0d8000000000000001
%d1 0x3ff0000000000001 fma.rp.f64 %d1, 0d3FF0000000000000, 0d3FF0000000000000, 0d0000000000000001
%d1 0x0000000000000001 mul.rp.f64 %d1, 0d0000000000000001, 0d0000000000000001
%d1 0x3fd5555555555556 div.rp.f64 %d1, 0d3FF0000000000000, 0d4008000000000000
%d1 0x3fd5555555555556 rcp.rp.f64 %d1, 0d4008000000000000
%d1 0x3ff6a09e667f3bcc sqrt.rz.f64 %d1, 0d4000000000000000
%r1 0x3f800001 cvt.rp.f32.f64 %r1, 0d3FF0000000000001
%r1 0x4b800000 cvt.rm.f32.s32 %r1, 16777217
%r1 0x4b800001 cvt.rp.f32.s32 %r1, 16777217
%r1 0xcb800001 cvt.rm.f32.s32 %r1, -16777217
%d1 0x43efffffffffffff cvt.rz.f64.u64 %d1, -1
%d1 0xc340000000000001 mov.b64 %d2, -9007199254740993; cvt.rm.f64.s64 %d1, %d2
%h1 0x3c01 cvt.rp.f16.f32 %h1, 0f3F800001
%h1 0x3f80 cvt.rz.bf16.f32 %h1, 0f3F80FFFF
%r1 0x7bffbc00 cvt.rz.f16x2.f32 %r1, 0f7F7FFFFF, 0fBF800001

# What is no number has one pattern of 32 and 16 bits, and keeps its own of 64.
%r1 0x7fffffff mul.rn.f32 %r1, 0f7F800000, 0f00000000
%r1 0x7fffffff add.rn.f32 %r1, 0fFFC00001, 0f3F800000
%r1 0x7fffffff sub.rz.f32 %r1, 0f7F800000, 0f7F800000
%r1 0x7fffffff sqrt.rn.f32 %r1, 0fBF800000
%r1 0x7fffffff max.f32 %r1, 0fFFC00001, 0f7FC00002
%r1 0x7fffffff cvt.rn.f32.f64 %r1, 0dFFF8000000000001
%r1 0x7fffffff mov.b16 %h2, 0xfe01; cvt.f32.f16 %r1, %h2
%r1 0xffc00001 neg.f32 %r1, 0f7FC00001
%h1 0x7fff     cvt.rn.f16.f32 %h1, 0fFFC00000
%h1 0x7fff     cvt.rn.bf16.f32 %h1, 0f7FC00000
%h1 0x7fff     mov.b16 %h2, 0x7c00; sub.rn.f16 %h1, %h2, %h2
%r1 0x7fff4000 mov.b32 %r2, 0x7c003c00; mov.b32 %r3, 0xfc003c00; add.rn.f16x2 %r1, %r2, %r3
%d1 0x7ff8000000000005 add.rn.f64 %d1, 0d7FF8000000000005, 0d3FF0000000000000
%r1 0x7fffffff mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r1, %r2, %r3, %r4}, {%all, %all, %all, %all}, {%all, %all}, {%zero, %zero, %zero, %zero}

# What is no number is 0 as an integer, or where one type has 64 bits the highest bit.
%r1 0                  cvt.rzi.s32.f32 %r1, 0f7FC00000
%r1 0                  cvt.rzi.u32.f32 %r1, 0fFFC00000
%d1 0x8000000000000000 cvt.rzi.s64.f32 %d1, 0f7FC00000
%d1 0x8000000000000000 cvt.rzi.u64.f32 %d1, 0fFFC00000
%r1 0x80000000         cvt.rzi.s32.f64 %r1, 0d7FF8000000000000
%r1 0x80000000         cvt.rzi.u32.f64 %r1, 0d7FF8000000000000
%h1 0x8000             cvt.rzi.u16.f64 %h1, 0d7FF8000000000000

# Numbers as they may be written.
%r1 5          mov.u32 %r1, 0b101
%r1 0xfffffffd mov.u32 %r1, -0B11
%r1 15         mov.u32 %r1, 017
%r1 31         mov.u32 %r1, 0x1FU
%r1 0x3fc00000 mov.f32 %r1, 1.5
%r1 0xbfc00000 mov.f32 %r1, -15E-1
%r1 0x3f000000 mov.f32 %r1, .5
%r1 0x42c80000 mov.f32 %r1, 1.e+2
%r1 0xbf000000 mov.f32 %r1, -.5
%d1 0x3ff8000000000000 mov.f64 %d1, 1.5
%r1 0x3fc00000 mov.f32 %r1, 0d3FF8000000000000
%d1 0x3ff8000000000000 mov.f64 %d1, 0f3FC00000
%r1 0x3fc00000 cvt.rn.f32.f64 %r1, 1.5
%r1 0x40200000 ld.global.b32 %r1, [reals+4]
%d1 0xbff8000000000000 ld.global.b64 %d1, [longs]

# Memory that nobody writes.
%r1 0x40200000 ld.global.nc.b32 %r1, [reals+4]
%r1 0x40200000 ld.global.nc.L1::no_allocate.L2::128B.b32 %r1, [reals+4]

# Products of matrices of equal numbers.
%r1 4081    mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%r1, %r2, %r3, %r4}, {%all, %all}, {%bytes}, {%one, %one, %one, %one}
%r1 2080800 mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%r1, %r2, %r3, %r4}, {%all, %all, %all, %all}, {%all, %all}, {%zero, %zero, %zero, %zero}
%r1 -4080   mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 {%r1, %r2}, {%all}, {%all}, {%zero, %zero}
%r1 480     mma.sync.aligned.m16n8k32.row.col.s32.u4.s4.s32 {%r1, %r2, %r3, %r4}, {%all, %all}, {%halves}, {%zero, %zero, %zero, %zero}
%r1 -64     mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%r1, %r2, %r3, %r4}, {%all, %all, %all, %all}, {%halves, %halves}, {%zero, %zero, %zero, %zero}
%r1 7200    mma.sync.aligned.m8n8k32.row.col.s32.u4.u4.s32 {%r1, %r2}, {%all}, {%all}, {%zero, %zero}
%d1 0x402a000000000000 mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d1, %d2}, {1.5}, {2.0}, {1.0, 1.0}
"""

SAID = """
'ldmatrix.sync.aligned.m8n8.x1.b16' out of bounds: thread (0, 0, 0) of block (0, 0, 0) names a row of argument 0, which is not in shared memory => ldmatrix.sync.aligned.m8n8.x1.b16 {%r1}, [@]
'mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64' is not known to the simulator => mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%d1, %d2, %d3, %d4}, {1.5, 1.5}, {1.5}, {0.0, 0.0, 0.0, 0.0}
'mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32' has operands of another number than its type says => mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 {%r1, %r2}, {0, 0}, {0}, {0, 0}
'ld.global.s4' is not known to the simulator with '.s4' there => ld.global.s4 %r1, [@]
'0' is no number of registers from 1 to 262144 => .reg .b32 %q<0>
'mov.b64' has operands of another number than its type says => mov.b64 {%r1, %r2, %r3}, %d1
registers of '.u4' are not known to the simulator => .reg .u4 %q
declares something of '.u4', which is not known => .shared .u4 q[2]
'cvt.rna.relu.tf32.f32' has operands of another number than its type says => cvt.rna.relu.tf32.f32 %r1, 0f3F800000
'add.rz.f16' is not known to the simulator => add.rz.f16 %h1, %h1, %h1
'cvt.rz.f64.f32' is not known to the simulator => cvt.rz.f64.f32 %d1, 0f3F800000
'cvt.rz.s32.f32' is not known to the simulator => cvt.rz.s32.f32 %r1, 0f3F800000
'cvt.rz.satfinite.e4m3x2.f32' is not known to the simulator => cvt.rz.satfinite.e4m3x2.f32 %h1, 0f3F880000, 0f3F980000
'1.5' is no register, number or variable that is known => add.s32 %r1, %r2, 1.5
'1.5f' is no register, number or variable that is known => mov.f32 %r1, 1.5f
'0b' is no register, number or variable that is known => mov.u32 %r1, 0b
'0b2' is no register, number or variable that is known => mov.u32 %r1, 0b2
';' is expected, not '}' => { L: bra L }
'st.global.b32' uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes bits that nothing has written to byte 0 of argument 0 => addc.u32 %r1, 0, 0; st.global.b32 [@], %r1
'st.global.b32' uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes bits that nothing has written to byte 0 of argument 0 => max.s32 %r1, %r2, 5; st.global.b32 [@], %r1
'st.global.b32' uninitialized value: thread (0, 0, 0) of block (0, 0, 0) writes bits that nothing has written to byte 0 of argument 0 => max.s32 %r1, 5, %r2; st.global.b32 [@], %r1
'ld.global.nc.b32' read-only memory: thread (0, 0, 0) of block (0, 0, 0) reads byte 0 of argument 0, which the kernel writes => @%p0 st.global.b32 [@], %r0; ld.global.nc.b32 %r1, [@]
'ld.global.nc.L1::no_allocate.b16' read-only memory: thread (0, 0, 0) of block (0, 0, 0) reads byte 2 of argument 0, which the kernel writes => @%p0 red.global.add.u32 [@], %r0; ld.global.nc.L1::no_allocate.b16 %h1, [@+2]
'st.global.b32' read-only memory: thread (0, 0, 0) of block (0, 0, 0) writes byte 4 of argument 0, which a load with '.nc' reads => ld.global.nc.b64 %d1, [@]; @%p0 st.global.b32 [@+4], %r0
'st.global.nc.b32' is not known to the simulator with '.nc.b32' there => st.global.nc.b32 [@], %r0
'trap' assertion: thread (0, 0, 0) of block (0, 0, 0) ends the kernel here => trap
'dp4a.u8.u32' is not known to the simulator => dp4a.u8.u32 %r1, %r1, %r1, %r1
'add.cc.u16' is not known to the simulator => add.cc.u16 %h1, %h1, %h1
'brx.idx' out of bounds: thread (0, 0, 0) of block (0, 0, 0) goes to place 2 of a list that has 2 => mov.u32 %r2, 2; T: .branchtargets A, B; brx.idx %r2, T; A: B: add.u32 %r1, %r2, 0
there is no list of labels 'T' in front of it => { T: .branchtargets A; A: } brx.idx %r2, T
there is no label 'A' in the function => T: .branchtargets A; brx.idx %r2, T
operand 1 of 'brx.idx' is of 64 bits, which it does not take there => T: .branchtargets A; brx.idx %d1, T; A: add.u32 %r1, %r2, 0
there is no label 'L' in the function => { L: mov.u32 %r1, 0; } bra L
"""

KERNEL = """
.version 8.7
.target {target}
.address_size 64
.extern .shared .align 4 .b8 few[];
.extern .shared .align 64 .b8 many[];
.global .f32 reals[2] = {{-1.5, 25e-1}};
.global .f64 longs[1] = {{0fBFC00000}};
.func (.param .b32 r) twice(.param .b32 x) {{
.reg .b32 %a; ld.param.b32 %a, [x]; add.u32 %a, %a, %a; st.param.b32 [r], %a; ret;
}}
.visible .entry k(.param .u64 out) {{
.shared .align 16 .b8 S[128];
.reg .pred %p<6>; .reg .b16 %h<6>; .reg .b32 %r<6>; .reg .b64 %d<6>; .reg .b64 %value, %out;
.reg .b32 %all, %bytes, %halves, %one, %zero;
mov.b32 %all, -1; mov.b32 %bytes, 0x01010101; mov.b32 %halves, 0x11111111; mov.b32 %one, 1; mov.b32 %zero, 0;
ld.param.u64 %out, [out];
mov.u32 %r0, %tid.x;
setp.eq.u32 %p0, %r0, 0;
{body}
ret;
}}
"""

FUNCTION = """
gpu.module @kernels {{
  gpu.func @k(%out: memref<{count}xi64> {{llvm.align = 16 : i64}}) kernel attributes {{known_block_size = array<i32: 32, 1, 1>}} {{
    %values = arith.constant dense<{values}> : vector<{count}xi64>
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %is_first = arith.cmpi eq, %t, %c0 : index
    scf.if %is_first {{
      vector.store %values, %out[%c0] : memref<{count}xi64>, vector<{count}xi64>
    }}
    gpu.return
  }}
}}
"""

WIDTHS = {"h": 16, "r": 32, "d": 64}


def block(number, statements, register=None):
    """Statements in braces, whose register is stored."""
    text = re.sub(r"\[@(\+\d+)?\]", lambda at: f"[%out+{8 * number + int(at[1] or 0)}]",
                  statements) + ";\n"
    if register:
        source = register
        if register[1] != "d":
            text += f"cvt.u64.u{WIDTHS[register[1]]} %value, {register};\n"
            source = "%value"
        text += f"@%p0 st.global.b64 [%out+{8 * number}], {source};\n"
    return f"{{\n{text}}}\n"


def said_of(text, values):
    """What tl-sim says of a kernel that should leave these values."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as ptx, \
            tempfile.NamedTemporaryFile("w", suffix=".mlir") as like:
        ptx.write(text)
        ptx.flush()
        like.write(FUNCTION.format(count=len(values), values=values))
        like.flush()
        done = subprocess.run(["tl-sim", "--ptx", ptx.name, "--like", like.name,
                               "--dynamic-shared-memory=64"], capture_output=True, text=True)
        return done.stdout + done.stderr


def signed(value):
    return value - (1 << 64) if value >> 63 else value


def check_rows(rows, target, assembler):
    values = [signed(int(value, 0) & ((1 << WIDTHS[register[1]]) - 1))
              for register, value, _ in rows]
    text = KERNEL.format(target=target, body="".join(
        block(i, statements, register) for i, (register, _, statements) in enumerate(rows)))
    said = said_of(text, values)
    if "equivalent in PTX" not in said:
        for row, value in zip(rows, values):
            kernel = KERNEL.format(target=target, body=block(0, row[2], row[0]))
            alone = said_of(kernel, [value])
            if "equivalent in PTX" not in alone:
                print(f"{' '.join(row)}\n  {alone}")
        print(said)
    if assembler:
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
            file.write(text)
            file.flush()
            done = subprocess.run([assembler, f"-arch={target}", "-o", "/dev/null", file.name],
                                  capture_output=True, text=True)
            if done.returncode:
                print(f"the assembler says: {done.stderr}")


def main(asks):
    assembler = asks == "ask" and (shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas")
    by_target = {}
    for line in VALUES.splitlines():
        if line and line[0] != "#":
            found = re.fullmatch(r"(?:(sm_\w+) )?(%\w+) +(\S+) +(.*)", line)
            by_target.setdefault(found[1] or "sm_90", []).append(found.groups()[1:])
    for target, rows in by_target.items():
        check_rows(rows, target, assembler)
    for row in SAID.strip().splitlines():
        wanted, statements = row.split(" => ")
        said = said_of(KERNEL.format(target="sm_90", body=block(0, statements)), [0, 0])
        if f"error: {wanted}\n" not in said:
            print(f"{statements}: wanted {wanted}, tl-sim says: {said}")


main(*sys.argv[1:])
