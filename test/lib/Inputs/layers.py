"""Reads every #include of the tree and the symbols of a library.

usage: layers.py ROOT PAGE ARCHIVE NM

Prints each include that the table of folders of PAGE does not allow, each GPU
word outside the rooms that may have it, each test for overflow that CHECKED does
not make, and each circle of object files.
"""
import os
import re
import subprocess
import sys

# Headers of include/tl that no source file of the same name implements.
HEADERS = {
    "copy_access": "lib/plan/access", "copy_plan": "lib/plan",
    "dialect": "dialect", "expression": "lib/language",
    "layout_algebra": "lib/layout", "limits": "lib/base", "layout_questions": "lib/layout",
    "notation": "lib/spelling", "passes": "passes", "picture": "lib/picture",
}

# What only these may name: instructions of a GPU, chips, waves and banks.  The
# language has the names that other systems give to functions and atoms.
WORDS = re.compile(r"\bsm_|\bgfx|\b(ld|st)matrix\b|\bcp\.async|\bmma\.sync|"
                   r"\b(ld|st)\.(global|shared)|dwordx|"
                   r"\bWARP = |WARP_LANES|\bBANKS\b")
NAMES_GPU = ("lib/target", "lib/plan/access", "passes/emit", "passes/simulator",
             "lib/spelling", "lib/language", "tools")

# What alone asks the compiler whether a number fits.
CHECKED = "lib/base/checked.h"
OVERFLOW = re.compile(r"__builtin_\w*_overflow|\bckd_(add|sub|mul)\b")


def read_table(page):
    """Of each folder, ending in a slash, those that it may include."""
    with open(page) as file:
        rows = re.findall(r"^\| `([\w/]+/)` \| .*? \| (.*?) ?\|$", file.read(),
                          re.M)
    return {folder: re.findall(r"`([\w/]+/)`", allowed)
            for folder, allowed in rows}


def home_of(path, implemented):
    """The folder that a file belongs to: a public header to the one that
    implements it."""
    folder, name = os.path.split(path)
    if folder == "include/tl":
        folder = HEADERS.get(name[:-2]) or implemented[name[:-2]]
    return folder + "/"


def resolve(include, path):
    """The file that an include of `path` names; None for one of MLIR or libc."""
    for base in (os.path.dirname(path), "lib", "include", ""):
        candidate = os.path.normpath(os.path.join(base, include))
        if os.path.exists(candidate):
            return candidate
    return None


def without_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)


def check_sources(table):
    files = sorted(os.path.join(folder, name)
                   for top in ("include", "lib", "dialect", "passes", "tools")
                   for folder, _, names in os.walk(top)
                   for name in names if name.endswith((".c", ".h", ".cpp")))
    implemented = {os.path.basename(f)[:-2]: os.path.dirname(f)
                   for f in files if f.endswith(".c") and f.startswith("lib")}
    count = 0
    for path in files:
        home = home_of(path, implemented)
        row = max((f for f in table if home.startswith(f)), key=len)
        with open(path) as file:
            text = file.read()
        for include in re.findall(r'^#include "([^"]+)"', text, re.M):
            target = resolve(include, path)
            if target is None:
                continue
            count += 1
            below = home_of(target, implemented)
            if not below.startswith(tuple([row] + table[row])):
                print(f"goes up: {path} ({row}) includes {target} ({below})")
        if path != CHECKED and OVERFLOW.search(text):
            print(f"goes past {CHECKED}: {path}")
        if not home.startswith(NAMES_GPU):
            for word in sorted({m.group(0) for m in
                                WORDS.finditer(without_comments(text))}):
                print(f"names a GPU: {path} has {word}")
    print(f"{count} includes")


def circles(graph):
    """Sets of more than one node that reach each other (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph.get(node, ()):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def check_objects(archive, nm):
    table = subprocess.check_output([nm, "--format=posix", "-A", archive],
                                    text=True)
    rows = re.findall(r"\[(.+?)\.o\]: (\S+) (\S)", table)
    home = {symbol: file for file, symbol, kind in rows if kind in "TRDB"}
    graph = {file: set() for file, _, _ in rows}
    for file, symbol, kind in rows:
        if kind == "U" and home.get(symbol, file) != file:
            graph[file].add(home[symbol])
    for circle in circles(graph):
        print("circle:", " ".join(circle))
    print(f"{len(graph)} files without a circle")


sys.setrecursionlimit(10000)
root, page, archive, nm = sys.argv[1:]
table, archive = read_table(page), os.path.abspath(archive)
os.chdir(root)
check_sources(table)
check_objects(archive, nm)
