"""Whether bounds of buffers are the fewest wavefronts, not fewer.

usage: certify_bounds.py REPORT SCRATCH

Claims more than can be, by bytes, of any linear map and of one XOR: what `tl-layout
certify` finds possible, by trying all maps, is what the passes claim.  Of accessors that
are not linear over bits nothing is tried.
"""
import copy
import json
import re
import subprocess
import sys

# What it is of, and by how much more is claimed.
BOUNDS = {"minimum_by_bytes": ("by bytes", 1000),
          "minimum_by_xor": ("of one XOR", 1000),
          "minimum_wavefronts": ("of any linear map", 2000)}
POSSIBLE = re.compile(r"^(\S+): \S+: false: at least \d+ wavefronts (.+) are "
                      r"claimed, and (\d+) are possible$", re.MULTILINE)


def place_of(record):
    return "{file}:{line}:{column}".format(**record["location"])


def main(report, scratch):
    with open(report, encoding="utf-8") as file:
        records = json.load(file)
    buffers = [record for record in records if "minimum_by_xor" in record]
    raised = copy.deepcopy(buffers)
    for record in raised:
        for name, (_, more) in BOUNDS.items():
            record[name] += more
    with open(scratch, "w", encoding="utf-8") as file:
        json.dump(raised, file)
    done = subprocess.run(["tl-layout", "certify", scratch], check=False,
                          stdout=subprocess.PIPE, text=True)
    found = {(place, of): int(least)
             for place, of, least in POSSIBLE.findall(done.stdout)}
    wrong = 0
    for record in buffers:
        for name, (of, _) in BOUNDS.items():
            least = found.get((place_of(record), of), record[name])
            if least != record[name]:
                wrong += 1
                print(f"{place_of(record)}: {record[name]} claimed {of}, and "
                      f"{least} possible")
    print(f"{len(found)} bounds, {wrong} wrong")


if __name__ == "__main__":
    main(*sys.argv[1:])
