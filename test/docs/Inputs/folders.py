"""Says which includes the table of folders in contributing.md does not allow.

usage: folders.py ROOT [PAGE]
"""
import glob
import os
import re
import sys

root = sys.argv[1]
page = sys.argv[2] if len(sys.argv) > 2 else os.path.join(
    root, "python-free-docs", "contributing.md")
with open(page) as file:
    text = file.read()
table = {}
for folder, allowed in re.findall(r"^\| `([\w/]+/)` \| .*? \| (.*?) ?\|$", text,
                                  re.M):
    table[folder] = re.findall(r"`([\w/]+/)`", allowed)


def folder_of(path):
    """The row of a file: the longest folder that it is in."""
    return max((f for f in table if path.startswith(f)), key=len, default=None)


def resolve(path, included):
    for base in (os.path.dirname(path), ".", "lib", "include"):
        found = os.path.normpath(os.path.join(base, included))
        if os.path.exists(found):
            return found
    return None


os.chdir(root)
files = [path for folder in sorted({f.split("/")[0] for f in table})
         for suffix in ("c", "h", "cpp")
         for path in glob.glob(folder + "/**/*." + suffix, recursive=True)]
count = 0
for path in files:
    own = folder_of(path)
    if not own:
        print("FAILED: no row is of", path)
        continue
    with open(path) as file:
        names = re.findall(r'^#include "(.*)"', file.read(), re.M)
    for found in filter(None, (resolve(path, name) for name in names)):
        count += 1
        to = folder_of(found)
        if to not in (own, "include/tl/") and not any(
                found.startswith(f) for f in table[own]):
            print("FAILED:", path, "includes", found)
print(f"{len(files)} files, {count} includes")
