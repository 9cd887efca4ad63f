"""Every change of a claim, or of what it is of, is found.

usage: certify_mutations.py CERTIFICATES SCRATCH [MOST]

Of the first MOST records, or all.
"""
import copy
import json
import re
import subprocess
import sys

records = json.load(open(sys.argv[1]))
if len(sys.argv) > 3:
    records = records[:int(sys.argv[3])]
path = sys.argv[2]
COSTS = ["accesses", "minimum_accesses", "wavefronts", "minimum_wavefronts",
         "sectors", "minimum_sectors"]
SUMS = ["accesses", "wavefronts", "minimum_wavefronts", "minimum_by_bytes",
        "minimum_by_xor"]


def steps(item, key, changes):
    for change in changes:
        if item.get(key) is not None and item[key] + change >= 0:
            yield f"{key} {change:+}", key, item[key] + change


def narrower(text):
    return re.sub(r"bits = (\d+), shift = (-?\d+)",
                  lambda found: "bits = %d, shift = %s" % (
                      (int(found[1]) - 1, found[2])
                      if found[1] != "1" else (0, 0)), text)


def changed(rounds, place, key, first, values):
    """The rounds with other values from one on."""
    rounds = copy.deepcopy(rounds)
    rounds[place][key][first:first + len(values)] = values
    return rounds


def changes_of_exchange(item):
    rounds = item["exchange"]["rounds"]
    yield from steps(item, "shuffles", (1, -1))
    yield from steps(item, "minimum_shuffles", (1, -1))
    yield "tight or not", "is_tight", not item["is_tight"]
    for place, of in enumerate(rounds):
        lane = next(lane for lane, giver in enumerate(of["from"])
                    if giver not in (-1, lane))
        giver, width = of["from"][lane], len(of["gives"]) // len(of["from"])
        nothing = changed(rounds, place, "gives", giver * width, [-1] * width)
        nobody = changed(rounds, place, "from", lane, [-1])
        for name, other in (("a round less", rounds[:place] + rounds[place + 1:]),
                            ("a word less", nothing), ("a giver less", nobody)):
            yield name, "exchange", item["exchange"] | {"rounds": other}


def changes_of_copy(item):
    for key in ("accesses", "minimum_accesses", "width_bits"):
        yield from steps(item, key, (1, -1))
    for key in ("facts", "target_facts"):
        facts = item.get(key, {})
        for member, value in facts.items():
            others = [not value] if isinstance(value, bool) else [value + 1, value - 1]
            for other in others:
                yield f"{key}: {member}", key, facts | {member: other}


def changes_of(item, is_record):
    """What it is called, the member, and what it becomes."""
    if item.get("exchange"):
        yield from changes_of_exchange(item)
    elif not is_record:
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
    elif "facts" in item:
        yield from changes_of_copy(item)
    else:
        yield from steps(item, "wavefronts", (1, -1))
        yield from steps(item, "minimum_wavefronts", (1,))
        yield "met or not", "is_met", not item["is_met"]


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
    # Of asynchronous copies a bound that is too high is not known to be false.
    is_open = key.startswith("minimum") and any(
        one["asynchronous"] for one in record["certificates"])
    found = (ran.returncode == 1 and ": false: " in ran.stdout) or (
        is_open and ran.returncode == 3 and ": not checked: " in ran.stdout)
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
