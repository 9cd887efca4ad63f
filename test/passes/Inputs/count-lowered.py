"""Counts what random kernels become, with the options of each.

usage: count-lowered.py [OPTION]

Of ten kernels for each row of options, made by random_copies with OPTION.  A line for
each kind of operation: how many there are of it, the sum of the numbers that they
have in attributes and as indices, and of each alignment how many.
"""
import collections
import re
import subprocess
import sys

OPERATION = re.compile(r'^ *(?:%\S+ = )?"?([a-z_0-9]+\.[a-z_0-9.]+)(.*)', re.M)
NUMBER = re.compile(r"(?<![\w%.-])\d{1,9}(?![\w.])")
ALIGNMENT = re.compile(r"\balignment = (\d+)")


def output_of(*command, given=""):
    return subprocess.run(command, input=given, capture_output=True, text=True,
                          check=True).stdout


counts, sums, alignments = (collections.Counter() for _ in range(3))
for seed in range(1, 1 + int(output_of("random_copies", "--options"))):
    kernels = output_of("random_copies", *sys.argv[1:], str(seed), "10")
    stages = re.search(r"--verify-lowering=([^\"]*)", kernels)[1]
    lowered = output_of("tl-opt", f"--pass-pipeline=builtin.module({stages})",
                        given=kernels)
    for name, rest in OPERATION.findall(lowered):
        counts[name] += 1
        sums[name] += sum(map(int, NUMBER.findall(rest.partition(" : ")[0])))
        alignments.update((name, int(bytes)) for bytes in ALIGNMENT.findall(rest))
for name, count in sorted(counts.items()):
    aligned = "".join(f", {number} aligned to {bytes}" for (own, bytes), number
                      in sorted(alignments.items()) if own == name)
    print(f"{name}: {count}, numbers {sums[name]}{aligned}")
