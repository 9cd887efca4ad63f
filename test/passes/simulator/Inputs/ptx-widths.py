"""Puts one statement after the other into a kernel, and asks tl-sim whether its registers have the
width that it takes; and the assembler, if there is one.  %h, %r and %d have 16, 32 and 64 bits, %p
is a predicate."""
import re
import shutil
import subprocess
import sys
import tempfile

FINE = """
add.s32 %r1, %r2, %r3
add.s64 %d1, %d2, 7
mul.wide.s32 %d1, %r2, %r3
mad.wide.u16 %r1, %h2, %h3, %r4
shl.b64 %d1, %d2, %r3
shf.l.wrap.b32 %r1, %r2, %r3, %r4
bfe.u64 %d1, %d2, %r3, %r4
bfi.b64 %d1, %d2, %d3, %r4, %r5
popc.b64 %r1, %d2
setp.lt.s64 %p1, %d2, %d3
selp.b16 %h1, %h2, %h3, %p1
and.pred %p1, %p2, %p3
mov.b64 %d1, {%r2, %r3}
mov.b32 {%h1, %h2}, %r3
mov.u32 %r1, %tid.x
cvt.u16.u32 %r1, %d2
cvt.rn.f16x2.f32 %r1, %r2, %r3
ld.shared.u8 %d1, [S]
st.shared.b16 [S], %r1
st.shared.v2.b32 [S], {%d1, %d2}
st.shared.v2.b32 [S], {0f00000000, %r2}
st.shared.v4.b32 [S], {7, %d1, 0, %d2}
atom.shared.cas.b32 %r1, [S], %r2, %r3
shfl.sync.idx.b32 %r1|%p1, %r2, %r3, 31, -1
vote.sync.ballot.b32 %r1, %p1, -1
match.any.sync.b64 %r1, %d2, -1
redux.sync.add.u32 %r1, %r2, -1
"""

WRONG = """
1 64 add.s32 %d1, %r2, %r3
3 32 add.s64 %d1, %d2, %r3
1 32 mul.wide.s32 %r1, %r2, %r3
4 16 mad.wide.u16 %r1, %h2, %h3, %h4
3 64 shl.b64 %d1, %d2, %d3
4 64 shf.l.wrap.b32 %r1, %r2, %r3, %d4
3 64 bfe.u64 %d1, %d2, %d3, %r4
1 64 popc.b64 %d1, %d2
1 32 setp.lt.s64 %r1, %d2, %d3
2 32 setp.lt.s64 %p1, %r2, %d3
4 16 selp.b16 %h1, %h2, %h3, %h4
2 32 and.pred %p1, %r2, %p3
2 32 mov.b64 %d1, %r2
2 96 mov.b64 %d1, {%r2, %d3}
1 16 cvt.u32.u16 %h1, %h2
2 16 cvt.u64.u32 %d1, %h2
1 16 ld.shared.u32 %h1, [S]
2 16 st.shared.b32 [S], %h1
2 64 st.shared.v2.b32 [S], {%r1, %d1}
2 64 st.shared.v4.b32 [S], {0, %r1, 0, %d1}
1 64 atom.shared.add.u32 %d1, [S], %r2
4 64 atom.shared.cas.b32 %r1, [S], %r2, %d3
1 32 shfl.sync.idx.b32 %r1|%r4, %r2, %r3, 31, -1
2 32 vote.sync.ballot.b32 %r1, %r2, -1
1 64 match.any.sync.b64 %d1, %d2, -1
"""

REGISTERS = "".join(f".reg .{kind} %{name}<6>; "
                    for kind, name in (("pred", "p"), ("b16", "h"), ("b32", "r"), ("b64", "d")))


def refused(command, path):
    done = subprocess.run(command + [path], capture_output=True, text=True)
    return done.returncode != 0, done.stderr


def check(folder, kernel, statement, wanted, assembler):
    begin, end = kernel.split("\tadd.s64 \t%rd5", 1)
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(f"{begin}\t{{ {REGISTERS}\n{statement}; }}\n\tadd.s64 \t%rd5{end}")
        file.flush()
        _, said = refused(["tl-sim", "--like", f"{folder}/neighbours.mlir", "--arg=2:scalar=50",
                           "--ptx"], file.name)
        found = re.search(r"operand (\d) of '.*' is of (\d+) bits, which it does not take", said)
        if (found and f"{found[1]} {found[2]}") != wanted:
            print(f"{statement}: wanted {wanted}, tl-sim says: {said}")
        if assembler and refused([assembler, "-arch=sm_90", "-o", "/dev/null"],
                                 file.name)[0] != bool(wanted):
            print(f"{statement}: wanted {wanted}, and the assembler disagrees")


def main(folder, asks):
    with open(f"{folder}/neighbours.ptx") as file:
        kernel = file.read()
    assembler = asks == "ask" and shutil.which("ptxas")
    check(folder, kernel, ";\n".join(FINE.strip().splitlines()), None, assembler)
    for row in WRONG.strip().splitlines():
        operand, bits, statement = row.split(" ", 2)
        check(folder, kernel, statement, f"{operand} {bits}", assembler)


main(*sys.argv[1:])
