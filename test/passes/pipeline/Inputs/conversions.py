"""Conversions between all ordered pairs of fragments of one shape.

usage: conversions.py TYPE          a module with a kernel for each pair
       conversions.py --count       fragments and pairs

A kernel loads a tile under one fragment, converts it, and stores it under the
other.
"""
import sys

# Shape, scope, threads of the block, fragments with their registers.
GROUPS = [
    ((16, 32), "warp", 32, [
        (16, "register<local(1, 2) * mma_a(16, 8, 16, 16)>"),
        (16, "register<mma_a(16, 8, 32, 8)>"),
        (16, "register<local(1, 4) * mma_a(16, 8, 8, 32)>"),
        (16, "register<local(2, 8) * mma_a(8, 8, 4, 64)>"),
        (16, "register<local(1, 4) * mma_b(16, 8, 16, 16)>"),
        (16, "register<local(2, 4) * mma_b(16, 8, 8, 32)>"),
        (16, "register<local(4, 4) * mma_b(8, 8, 4, 64)>"),
        (16, "register<local(1, 4) * mma_c(16, 8, 16, 16)>"),
        (16, "register<local(2, 4) * ldmatrix(16)>"),
        (16, "register<local(2, 4) * ldmatrix(16, trans = true)>"),
        (16, "register<local(16, 1).spatial(1, 32)>"),
        (16, "register<spatial(16, 2).local(1, 16)>"),
        (16, "register<spatial(4, 8).local(4, 4)>"),
        (16, "register<column_spatial(4, 8).column_local(4, 4)>"),
        (16, "register<local(4, 1).spatial(4, 8).local(1, 4)>"),
        (32, "tile<S[(16, 32) : (1@laneid, 1)] + R[2 : 16@laneid]>"),
    ]),
    ((32, 8), "warp", 32, [
        (8, "register<mma_b(16, 8, 32, 8)>"),
        (8, "register<local(2, 1) * mma_b(16, 8, 16, 16)>"),
        (8, "register<local(2, 1) * mma_c(16, 8, 16, 16)>"),
        (8, "register<spatial(32, 1).local(1, 8)>"),
        (8, "register<spatial(4, 8).local(8, 1)>"),
        (32, "tile<S[(32, 8) : (1, 1@laneid)] + R[4 : 8@laneid]>"),
    ]),
    ((12, 16), "warp", 32, [
        (6, "register<local(6, 1).spatial(2, 16)>"),
        (6, "register<spatial(4, 8).local(3, 2)>"),
        (12, "register<local(3, 4).spatial(4, 4)>"),
        (12, "tile<S[(12, 16) : (1, 1@laneid)] + R[2 : 16@laneid]>"),
        (24, "tile<S[(12, (8, 2)) : (2, (1@laneid, 1))] + R[4 : 8@laneid]>"),
        (16, "tile<S[(12, 16) : (2@laneid, 1)] + R[2 : 1@laneid]>"),
    ]),
    ((24, 32), "cta", 96, [
        (8, "tile<S[((3, 8), (4, 8)) : ((32@tx, 4@tx), (1@tx, 1))]>"),
        (8, "tile<S[(24, (4, 8)) : (1@tx, (24@tx, 1))]>"),
        (8, "tile<S[((8, 3), 32) : ((1, 32@tx), 1@tx)]>"),
        (8, "tile<S[((3, 8), (2, 16)) : ((1@tx, 1), (48@tx, 3@tx))]>"),
        (12, "tile<S[((12, 2), 32) : ((1, 32@tx), 1@tx)]>"),
        (24, "tile<S[(24, 32) : (1, 1@tx)] + R[3 : 32@tx]>"),
    ]),
    ((64, 16), "warpgroup", 128, [
        (8, "register<wgmma_c(16)>"),
        (8, "register<wgmma_a(16, 16)>"),
        (8, "register<spatial(64, 2).local(1, 8)>"),
        (8, "register<local(8, 1).spatial(8, 16)>"),
        (8, "register<spatial(16, 8).local(4, 2)>"),
        (8, "register<column_spatial(16, 8).column_local(4, 2)>"),
    ]),
]


def pairs():
    for shape, scope, threads, fragments in GROUPS:
        for a in fragments:
            for b in fragments:
                if a != b:
                    yield shape, scope, threads, a, b


def kernel(number, element, shape, scope, threads, a, b):
    memref = "memref<%dx%dx%s>" % (*shape, element)
    vectors = ["vector<%dx%s>" % (own[0], element) for own in (a, b)]
    layouts = ["#tl." + own[1] for own in (a, b)]
    return f"""  gpu.func @pair{number}(%in: {memref}, %out: {memref}) kernel
      attributes {{known_block_size = array<i32: {threads}, 1, 1>}} {{
    %v = tl.load %in as {layouts[0]} scope {scope} : {memref} to {vectors[0]}
    %w = tl.convert_layout %v as {layouts[0]} to {layouts[1]} scope {scope}
      : {vectors[0]} to {vectors[1]}
    tl.store %w as {layouts[1]} to %out scope {scope} : {vectors[1]} to {memref}
    gpu.return
  }}"""


def main():
    if sys.argv[1] == "--count":
        print(sum(len(group[3]) for group in GROUPS), "fragments,",
              len(list(pairs())), "pairs")
        return
    print("gpu.module @conversions {")
    for number, pair in enumerate(pairs()):
        print(kernel(number, sys.argv[1], *pair))
    print("}")


main()
