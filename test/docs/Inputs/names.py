#!/usr/bin/env python3
"""Writes the examples of the tables of names in a page as rows
`example => value`, and prints how many names each table has.

usage: names.py PAGE ROWS [NAMES...]

A row is name, spelling here, example, value, which may be an expression; one
without spelling and example says why.  NAMES is a file of names, one a line, of the table that its first
line, a comment, names; each of them has to have a row.
"""
import re
import subprocess
import sys

HEADER = ["name", "here", "example", "value, or why there is none"]


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def read(page):
    """Rows by the heading that stands over their table."""
    tables, heading, inside = {}, "", False
    for line in open(page):
        if line.startswith("#"):
            heading = line.strip("# \n")
        inside = line.startswith("|") and (inside or cells(line) == HEADER)
        if inside and cells(line) != HEADER and not line.startswith("|---"):
            tables.setdefault(heading, []).append(cells(line))
    return tables


def printed(value):
    """What the value of an expression prints as; other text is as it is."""
    run = subprocess.run(["tl-layout", "eval", value], capture_output=True,
                         text=True)
    return run.stdout.strip() if run.returncode == 0 else value


def check(tables, rows):
    for heading, table in tables.items():
        names = 0
        for row in table:
            code = [re.findall("`([^`]*)`", cell) for cell in row]
            names += len(code[0])
            is_spelled = len(row) == 4 and code[1] and len(code[2]) == 1 and \
                row[3] == "`%s`" % "".join(code[3])
            is_refused = len(row) == 4 and not row[1] and not row[2] and \
                len(row[3].split()) > 3
            if not code[0] or not (is_spelled or is_refused):
                print("FAILED: %s: %s" % (heading, " | ".join(row)))
            elif is_spelled:
                rows.write("%s => %s\n" % (code[2][0], printed(code[3][0])))
        print("%s: %d names" % (heading, names))


def check_list(tables, path):
    lines = open(path).read().split("\n")
    heading = lines[0].strip("# ")
    known = {name for row in tables.get(heading, [])
             for name in re.findall("`([^`]*)`", row[0])}
    for name in lines[1:]:
        if name and name not in known:
            print("FAILED: %s: %s has no row" % (heading, name))


tables = read(sys.argv[1])
with open(sys.argv[2], "w") as rows:
    check(tables, rows)
for path in sys.argv[3:]:
    check_list(tables, path)
