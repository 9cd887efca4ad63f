"""Says which files and folders that the pages name are not there.

usage: paths.py ROOT [PAGE...]     (README.md and python-free-docs without pages)
"""
import glob
import os
import re
import sys

root = sys.argv[1]
pages = sys.argv[2:] or [os.path.join(root, "README.md")] + glob.glob(
    os.path.join(root, "python-free-docs", "**", "*.md"), recursive=True)
folders = "lib|dialect|passes|tools|test|include|python-free-docs"
count = 0
for page in pages:
    with open(page) as file:
        text = file.read()
    named = [os.path.join(root, path) for path in re.findall(
        r"`((?:%s)/[\w./*-]*)(?:`| )" % folders, text)]
    named += [os.path.join(os.path.dirname(page), link)
              for link in re.findall(r"\]\(([\w/.-]+\.(?:md|svg))[)# ]", text)]
    for path in named:
        count += 1
        if not glob.glob(path):
            print("FAILED:", os.path.basename(page), "names",
                  os.path.relpath(path, root))
print(f"{count} paths")
