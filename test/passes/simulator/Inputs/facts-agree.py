"""Compares what copies cost by plan and as they run.

usage: facts-agree.py KERNELS PLANS RUNS [PLANS RUNS]...

KERNELS is a module with a "// tl-layout plan ..." line for each of its copies in
order, PLANS the report of the passes on it, RUNS that of tl-sim on what it is
lowered to, for each target.  Copies are those of one warp.
"""

import functools
import json
import shlex
import subprocess
import sys


def place_of(record):
    return "{file}:{line}:{column}".format(**record["location"])


def read_runs(path):
    """The accesses of each place in the file, as one sum."""
    runs, decoder = {}, json.JSONDecoder()
    text = open(path).read().strip()
    while text:
        kernel, end = decoder.raw_decode(text)
        text = text[end:].lstrip()
        for access in kernel["accesses"]:
            if access["space"] == "private":
                continue
            runs.setdefault(place_of(access), []).append(access)
    return runs


def sum_of(accesses, name):
    return sum(access[name] for access in accesses)


def facts_of_run(accesses):
    if accesses[0]["space"] == "global":
        moved = 32 * sum_of(accesses, "sectors")
        return {"sectors": sum_of(accesses, "sectors"),
                "efficiency_percent":
                    100 * sum_of(accesses, "used") // moved if moved else 0}
    return {"wavefronts": sum_of(accesses, "wavefronts"),
            "minimum_wavefronts": sum_of(accesses, "minimum"),
            "conflict_degree": max(access["degree"] for access in accesses),
            "is_met": sum_of(accesses, "wavefronts")
                      == sum_of(accesses, "minimum")}


def is_bound(facts, used):
    """Whether the fewest sectors of each access are no fewer than all of them
    together need."""
    least = facts.pop("minimum_sectors")
    is_met = facts.pop("is_met")
    return (used <= 32 * least and least <= facts["sectors"]
            and is_met == (least == facts["sectors"]))


@functools.cache
def facts_of_plan(command, is_shared):
    """The part of the facts that tl-layout says, and how many accesses."""
    options = ["--json"] if is_shared else ["--json", "--global"]
    plan = json.loads(subprocess.check_output(shlex.split(command) + options))
    accesses = plan["accesses"]
    if is_shared:
        return len(accesses), {"wavefronts": sum_of(accesses, "wavefronts"),
                               "minimum_wavefronts": sum_of(accesses, "minimum")}
    return len(accesses), {"sectors": sum_of(accesses, "sectors")}


def compare(lines, plans, runs):
    commands = [line[3:].strip() for line in lines
                if line.startswith("// tl-layout plan")]
    # What conversions store and load has no command.
    copies = [copy for copy in json.load(open(plans)) if "tl.convert_layout"
              not in lines[copy["location"]["line"] - 1]]
    executed = read_runs(runs)
    assert len(commands) == len(copies), (len(commands), len(copies))
    failures, counts = 0, {"shared": 0, "global": 0, "matrices": 0}
    for copy, command in zip(copies, commands):
        accesses = executed[place_of(copy)]
        matrices = "matrix" in copy["instruction"]
        is_shared = "shared" in copy["direction"]
        run = facts_of_run(accesses)
        checks = []
        if not is_shared:
            checks += [("bound", is_bound(copy["facts"],
                                          sum_of(accesses, "used")), True)]
        checks += [("facts", copy["facts"], run),
                  ("accesses of the warp", copy["accesses"],
                   sum_of(accesses, "warps"))]
        # tl-layout plans accesses of at most 128 bits.
        if copy["width_bits"] <= 128:
            count, planned = facts_of_plan(command, is_shared)
            checks += [("tl-layout accesses", count, copy["accesses"]),
                       ("tl-layout facts", planned,
                        {name: run[name] for name in planned})]
        if not matrices and copy["width_bits"] <= 128:
            checks += [("bits", copy["width_bits"],
                        8 * max(access["bytes"] // access["accesses"]
                                for access in accesses))]
        for name, expected, found in checks:
            if expected != found:
                failures += 1
                print(f"{place_of(copy)}: {copy['instruction']}: {name}: "
                      f"{expected} planned, {found} as it runs")
        counts["matrices" if matrices else "shared" if is_shared
               else "global"] += 1
    print(", ".join(f"{count} {name}" for name, count in counts.items())
          + f": {failures} differences")
    return failures != 0


def main():
    lines = open(sys.argv[1]).readlines()
    pairs = zip(sys.argv[2::2], sys.argv[3::2])
    return any([compare(lines, plans, runs) for plans, runs in pairs])


sys.exit(main())
