"""Every change of a claim, or of what it is of, is found.

usage: certify_mutations.py CERTIFICATES SCRATCH
"""
import copy
import json
import re
import subprocess
import sys

records = json.load(open(sys.argv[1]))
path = sys.argv[2]
COSTS = ["accesses", "minimum_accesses", "wavefronts", "minimum_wavefronts",
         "sectors", "minimum_sectors"]
SUMS = ["accesses", "wavefronts", "minimum_wavefronts", "minimum_by_bytes",
        "minimum_by_xor"]


def steps(item, key, changes):
    for change in changes:
        if item.get(key) is not None:
            yield f"{key} {change:+}", key, item[key] + change


def narrower(text):
    return re.sub(r"bits = (\d+), shift = (-?\d+)",
                  lambda found: "bits = %d, shift = %s" % (
                      (int(found[1]) - 1, found[2])
                      if found[1] != "1" else (0, 0)), text)


def changes_of(item, is_record):
    """What it is called, the member, and what it becomes."""
    if not is_record:
        for key in COSTS:
            yield from steps(item, key, (1, -1))
        if item["width_bits"] > item["element_bits"]:
            yield "half as wide", "width_bits", item["width_bits"] // 2
            yield "not aligned", "alignment", item["element_bits"] // 8
    elif "layout" in item:
        for key in SUMS:
            yield from steps(item, key, (1,))
        yield "no bound", "is_met", not item["is_met"]
        yield "a bit less", "layout", narrower(item["layout"])
        if item["is_met"]:
            yield "a bit less everywhere", "certificates", [
                certificate | {"memory": narrower(certificate["memory"])}
                for certificate in item["certificates"]]


def check(name, number, certificate, key, value):
    changed = copy.deepcopy(records)
    item = changed[number]
    if certificate is not None:
        item = item["certificates"][certificate]
    item[key] = value
    if key == "certificates":
        item["layout"] = narrower(item["layout"])
    json.dump(changed, open(path, "w"))
    ran = subprocess.run(["tl-layout", "certify", path], capture_output=True,
                         text=True)
    found = ran.returncode == 1 and ": false: " in ran.stdout
    if not found:
        print("NOT FOUND:", number, certificate, name, ran.stdout, ran.stderr)
    return found


count = found = 0
for number, record in enumerate(records):
    parts = [(None, record)] + list(enumerate(record["certificates"]))
    for place, item in parts:
        for name, key, value in changes_of(item, place is None):
            count += 1
            found += check(name, number, place, key, value)
print(f"{count} changes, {found} found")
