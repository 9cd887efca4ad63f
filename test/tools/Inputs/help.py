"""What `tl-layout help` says of every command is so, and fits a terminal.

Runs the examples, and compares the keys that --json is said to print with those
that it prints.  usage: help.py ROOT SCRATCH
"""
import json
import os
import re
import shlex
import subprocess
import sys

root = sys.argv[1]
scratch = sys.argv[2]
failures = examples = objects = 0


def run(line, *more):
    words = shlex.split(line.split(" > ")[0])
    words = [os.path.join(root, w) if w.startswith("test/") else w for w in words]
    return subprocess.run(words + list(more), capture_output=True, text=True,
                          cwd=scratch)


def fail(*words):
    global failures
    failures += 1
    print("FAILED:", *words)


def check_keys(line, said):
    """`{a, b}, where a row is {c, d}`: the keys, and those of the first row."""
    global objects
    printed = json.loads(run(line, "--json").stdout)
    for keys, value in zip(said, [printed] + printed.get("rows", [])[:1]):
        objects += 1
        if keys.split(", ") != list(value):
            fail(line, "--json has", ", ".join(value), "but help says", keys)


def check(command):
    global examples
    text = run("tl-layout help " + command).stdout
    lines = re.findall(r"^  (tl-layout " + command + r" .*)$", text, re.M)
    if not lines and command != "repl":
        fail(command, "has no example")
    for line in text.splitlines():
        if len(line) > 79 and not line.startswith("  tl-layout "):
            fail(command, "has a line of more than 79 columns:", line)
    for line in lines:
        examples += 1
        result = run(line)
        if result.returncode not in (0, 1) or result.stderr:
            fail(line, "has status", result.returncode, result.stderr)
    said = re.search(r"^  --json +((?:.+\n)*)", text, re.M)
    if said:
        text = re.sub(r"\s+", " ", said.group(1))
        check_keys(lines[0], re.findall(r"\{(.*?)\}", text))


overview = run("tl-layout help").stdout
for name in re.findall(r"^  (\w+)  ", overview, re.M):
    check(name)
print(f"{examples} examples, {objects} objects, {failures} failures")
