"""The files that the sources of a folder include, directly or through others.

usage: included.py ROOT FOLDER
"""
import pathlib
import re
import sys

root, folder = pathlib.Path(sys.argv[1]), sys.argv[2]
INCLUDE = re.compile(r'^#include "(.*)"', re.M)
todo = sorted((root / folder).glob("*.[ch]"))
seen = set(todo)
while todo:
    file = todo.pop()
    for name in INCLUDE.findall(file.read_text()):
        for place in (file.parent, root / "include", root, root / "lib"):
            target = (place / name).resolve()
            if target.exists() and target not in seen:
                seen.add(target)
                todo.append(target)
for file in sorted(seen):
    print(file.relative_to(root.resolve()))
