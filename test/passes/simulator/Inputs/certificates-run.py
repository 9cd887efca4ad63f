"""Whether lowered programs cost what the certificates of their copies say.

usage: certificates_run.py REPORT RUNS...

REPORT is that of the passes on a module, RUNS those of tl-sim on what it is lowered
to.  Compared is what a copy does each time that a warp executes it: of a copy that
one warp executes once all of its costs, of others those where all times are alike. What
one thread executes is no warp's.
"""
import json
import sys

COSTS = {"shared": ("wavefronts", "minimum_wavefronts"),
         "global": ("sectors",)}
OF_RUN = {"wavefronts": "wavefronts", "minimum_wavefronts": "minimum",
          "sectors": "sectors"}


def place_of(record):
    return "{file}:{line}:{column}".format(**record["location"])


def read_values(path):
    decoder, text = json.JSONDecoder(), open(path).read().strip()
    while text:
        value, end = decoder.raw_decode(text)
        text = text[end:].lstrip()
        yield value


def certified(path):
    """Certificates by place, space and direction; those that share one are one."""
    found = {}
    for record in json.load(open(path)):
        if record["operation"] == "tl.convert_layout" or "layout" in record:
            continue
        for of in record.get("certificates", []):
            if record["location"] and of["scope"] != "thread":
                key = place_of(record), of["space"], of["stores"]
                found.setdefault(key, []).append(of)
    return found


def executed(paths):
    found = {}
    for path in paths:
        for kernel in read_values(path):
            for access in kernel["accesses"]:
                if access["location"]:
                    key = (place_of(access), access["space"], access["writes"])
                    found.setdefault(key, []).append(access)
    return found


def exchanged(path):
    """Shuffles of a warp by place."""
    return {place_of(record): record["shuffles"]
            for record in json.load(open(path))
            if record.get("exchange") and record["location"]}


def executed_exchanges(paths):
    """By place, how often warps execute each operation that exchanges."""
    found = {}
    for path in paths:
        for kernel in read_values(path):
            for exchange in kernel["exchanges"]:
                if exchange["location"]:
                    found.setdefault(place_of(exchange), []).append(
                        exchange["warps"])
    return found


def compare_exchanges(report, runs):
    """How many there are, and how many are not as claimed."""
    by_place, failures = executed_exchanges(runs), 0
    claims = exchanged(report)
    for place, claimed in claims.items():
        if claimed != len(by_place.get(place, [])):
            failures += 1
            print("FAILED:", place, claimed, "shuffles certified,",
                  len(by_place.get(place, [])), "as it runs")
    return len(claims), failures


def sum_of(items, name):
    return sum(item[name] for item in items)


def main():
    claims, runs = certified(sys.argv[1]), executed(sys.argv[2:])
    once = often = parts = failures = 0
    for key in claims.keys() & runs.keys():
        of, by = claims[key], runs[key]
        times, rest = divmod(sum_of(by, "warps"), sum_of(of, "accesses"))
        names = COSTS[key[1]]
        said = [times * sum_of(of, name) for name in names]
        counted = [sum_of(by, OF_RUN[name]) for name in names]
        if rest or times < 1:
            parts += 1
        elif said == counted:
            once += times == 1
            often += times > 1
        elif times == 1:
            failures += 1
            print("FAILED:", *key, names, said, "certified,", counted,
                  "as it runs")
        else:
            parts += 1
    exchanges, different = compare_exchanges(sys.argv[1], sys.argv[2:])
    failures += different
    print(f"{once} once, {often} often, {parts} in parts, "
          f"{exchanges} exchanges, {failures} failures")
    return failures != 0


sys.exit(main())
