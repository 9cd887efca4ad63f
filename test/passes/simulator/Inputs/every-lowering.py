"""Verifies every function with copies of the tests of lowering, after every stage.

usage: every-lowering.py TESTS ROWS

A function runs with arguments as tl-sim makes them, or as its rows say.  One that
is not equivalent and has no row, and a row of a function that is not there, are
failures.
"""

import collections
import glob
import os
import re
import subprocess
import sys

TO_NORMAL = "tl-assign-fragments,tl-assign-shared-layouts,tl-normalize-layouts"
TO_PARTS = TO_NORMAL + ",tl-synthesize-partition,tl-partition-copies"
STAGES = [
    "lower-layout-copies",
    "lower-layout-copies{max-vector-bits=32 unroll=1}",
    TO_NORMAL,
    TO_NORMAL + ",tl-synthesize-partition",
    TO_PARTS,
    TO_PARTS + ",tl-vectorize-copies",
]
THREAD_STAGES = [
    "tl-vectorize-copies",
    "tl-lower-thread-copies",
    "tl-vectorize-copies,tl-take-turns,tl-lower-thread-copies{unroll=1}",
]
FILES = ("passes/*.mlir", "passes/Inputs/*.mlir", "passes/pipeline/*.mlir")
MOST_KERNELS = 64  # of one run of tl-sim

# What a function runs with; with a fault, of each pipeline or of some.
Row = collections.namedtuple("Row", "function options fault is_of_each")


def read_rows(path):
    """Rows of each file, and the files that are left out."""
    rows, left_out = collections.defaultdict(list), set()
    for line in open(path):
        words = line.split(maxsplit=2)
        if not words or line[0] == "#":
            continue
        file, function, rest = words + [""] * (3 - len(words))
        if function == "*":
            left_out.add(file)
            rows[file] = []
            continue
        options, mark, fault = re.fullmatch(r"([^?!]*)(\??!|)\s*(.*?)\s*", rest).groups()
        rows[file].append(Row(function, options.strip(), fault, mark == "!"))
    return rows, left_out


def groups_of(rows, functions):
    """What is run at once: rows of equal options, and those with a fault alone."""
    named = {row.function for row in rows}
    rowless = [Row(name, "", "", False) for name in functions if name not in named]
    shared = collections.defaultdict(list)
    for row in [row for row in rowless + rows if not row.fault]:
        shared[row.options].append(row)
    for same in shared.values():
        for i in range(0, len(same), MOST_KERNELS):
            yield same[i : i + MOST_KERNELS]
    yield from ([row] for row in rows if row.fault)


class Verification:
    def __init__(self):
        self.equivalent = self.excepted = self.failed = 0

    def fail(self, text):
        self.failed += 1
        print("FAILED:", text)

    def check(self, file, row, pipeline, said, before):
        """One function after one pipeline, of which tl-sim said this."""
        if re.search(f"^@{row.function}: equivalent: ", said, re.M):
            self.equivalent += 1
            if row.is_of_each:
                self.fail(f'{file} @{row.function} has no fault "{row.fault}" ({pipeline})')
            return
        # A single stage may have nothing to do.
        is_alone = not pipeline.startswith("lower-layout-copies")
        if row.fault and f"error: {row.fault}" in said:
            self.excepted += 1
        elif not (is_alone and "changes no function that is compared\n" in said):
            self.fail(" ".join(f"{file} @{row.function} {row.options} ({pipeline})".split()))
            print(*re.findall(".*error:.*", before + said), sep="\n")

    def run(self, file, group, pipelines):
        """Rows of the same options, after all pipelines at once."""
        command = ["tl-sim", file, *group[0].options.split()]
        command += [f"--kernel={row.function}" for row in group]
        command += [f"--verify-lowering={pipeline}" for pipeline in pipelines]
        said = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ).stdout
        before, *parts = re.split("^after .*:\n", said, flags=re.M)
        parts += [""] * (len(pipelines) - len(parts))
        for pipeline, part in zip(pipelines, parts):
            for row in group:
                self.check(file, row, pipeline, part, before)

    def run_file(self, file, text, rows):
        functions = re.findall(r"^ *(?:gpu|func)\.func .*?@(\w+)\(", text, re.M)
        if not functions:
            self.fail(f"{file} has no functions")
        for row in rows:
            if row.function not in functions:
                self.fail(f"the row of {file} @{row.function} is of no function")
        is_of_threads = re.search(r"^[^/\n]*tl\.thread_", text, re.M)
        known = [row for row in rows if row.function in functions]
        for group in groups_of(known, functions):
            self.run(file, group, THREAD_STAGES if is_of_threads else STAGES)


def main():
    tests, (rows, left_out) = sys.argv[1], read_rows(sys.argv[2])
    os.chdir(tests)
    verification, seen = Verification(), set()
    for file in (file for pattern in FILES for file in sorted(glob.glob(pattern))):
        text = open(file).read()
        if not re.search(r"tl\.(thread_)?(copy|load|store) ", text):
            continue
        seen.add(file)
        if file in left_out:
            verification.excepted += 1
        else:
            verification.run_file(file, text, rows.get(file, []))
    for file in rows.keys() - seen:
        verification.fail(f"the row of {file} is of no file with copies")
    print(
        f"{verification.equivalent} runs equivalent, {verification.excepted} excepted, "
        f"{verification.failed} failed"
    )
    return verification.failed > 0


sys.exit(main())
