"""Which operations of dialects the simulator has no row for.

usage: complete.py SOURCES DIALECT...

Prints, for each dialect of MLIR, how many operations its definitions name, and those
that no table in SOURCES has, as far as the table does not say why.
"""
import glob
import os
import re
import subprocess
import sys

# What is none of a kernel that is run: attributes and enumerations that look like
# operations there, symbols, lengths that are not known, and DMA.
LEFT_OUT = {
    "memref": {"dma_start", "dma_wait", "global"},
    "vector": {"scalable.extract", "scalable.insert", "vscale"},
}
FILES = {"arith": "Arith/IR/ArithOps.td", "affine": "Affine/IR/AffineOps.td",
         "cf": "ControlFlow/IR/ControlFlowOps.td", "math": "Math/IR/MathOps.td",
         "memref": "MemRef/IR/MemRefOps.td", "scf": "SCF/IR/SCFOps.td",
         "vector": "Vector/IR/VectorOps.td"}

sources, *dialects = sys.argv[1:]
rows = set()
for path in glob.glob(os.path.join(sources, "operations_*.c")) + \
        glob.glob(os.path.join(sources, "moves.c")):
    with open(path, encoding="utf-8") as source:
        rows |= set(re.findall(r'"([a-z_]+\.[\w.]+)"', source.read()))
include = subprocess.run(["llvm-config", "--includedir"], check=True, text=True,
                         stdout=subprocess.PIPE).stdout.strip()
for dialect in dialects:
    path = os.path.join(include, "mlir", "Dialect", FILES[dialect])
    with open(path, encoding="utf-8") as definitions:
        names = set(re.findall(r'\bdef \w+\s*:\s*\w+[<\s][^"{]*?"([a-z_0-9.]+)"',
                               definitions.read()))
    names -= LEFT_OUT.get(dialect, set())
    missing = sorted(name for name in names if f"{dialect}.{name}" not in rows)
    print(dialect, len(names), *missing)
