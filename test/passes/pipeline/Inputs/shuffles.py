"""Counts the ways of the conversions of reports, for i8, f16, f32 and f64.

usage: shuffles.py REPORT REPORT REPORT REPORT

Fails where a conversion takes other than the fewest shuffles, and the report
says that fewer are possible or nothing about it.
"""
import json
import sys

for name, path in zip(("i8", "f16", "f32", "f64"), sys.argv[1:]):
    with open(path) as file:
        conversions = json.load(file)
    ways = {way: [c for c in conversions if c["way"] == way]
            for way in ("shuffles", "registers", "memory")}
    fewest = [c for c in ways["shuffles"]
              if c["shuffles"] == c["minimum_shuffles"]]
    for conversion in ways["shuffles"]:
        if conversion["is_tight"] != (conversion in fewest):
            sys.exit(f"{conversion['location']}: {conversion['shuffles']} "
                     f"shuffles, of {conversion['minimum_shuffles']}")
    print(f"{name}: {len(ways['shuffles'])} by shuffles, {len(fewest)} of them "
          f"the fewest, {len(ways['shuffles']) - len(fewest)} perhaps; "
          f"{len(ways['registers'])} renamed, {len(ways['memory'])} through "
          "memory")
