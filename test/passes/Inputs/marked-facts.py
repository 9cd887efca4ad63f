"""usage: marked-facts.py SOURCE REPORT

What the copies on lines of SOURCE that end in "// marked" cost, in order."""
import json
import sys

lines = open(sys.argv[1]).read().split("\n")
for record in json.load(open(sys.argv[2])):
    if not lines[record["location"]["line"] - 1].endswith("// marked"):
        continue
    if "facts" not in record:
        continue
    facts = record["facts"]
    cost = (f"{facts['wavefronts']} wavefronts of {facts['minimum_wavefronts']}"
            if "wavefronts" in facts else f"{facts['sectors']} sectors")
    print(f"{record['function']}: {record['accesses']} accesses, {cost}")
