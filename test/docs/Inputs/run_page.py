"""Does what a page of the guide says, in an empty folder.

usage: run_page.py TOOLS BUILD PAGE...

TOOLS and the folder bin of BUILD come first in the PATH of its commands.

A block of code whose first line is a comment with a name, `// NAME` or
`# NAME`, is saved under that name.  In a block `console`, a line after `$ ` is
a command for the shell, and what follows is what it prints, on standard output
and error together; a line `...` stands for any lines, at least one.  Other
blocks are left alone.  Prints each difference, and counts.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"(?://|#) ([\w.-]+\.\w+)\n")


def run(command, folder):
    done = subprocess.run(["bash", "-c", command], cwd=folder, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    return done.stdout.splitlines()


def matches(expected, found):
    """Whether lines are those expected, of which `...` are any, at least one."""
    if not expected:
        return not found
    if expected[0] == "...":
        return any(matches(expected[1:], found[i:])
                   for i in range(1, len(found) + 1))
    return bool(found) and expected[0] == found[0] and matches(
        expected[1:], found[1:])


def sessions(text):
    """Commands with the lines behind them."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    for part in parts:
        lines = part.splitlines()
        count = 1
        while lines[count - 1].endswith("\\"):
            count += 1
        while lines and not lines[-1]:
            lines.pop()
        yield "\n".join(lines[:count]), lines[count:]


def read(page):
    """The files, commands and differences of a page."""
    counts = [0, 0, 0]
    with open(page) as file, tempfile.TemporaryDirectory() as folder:
        for kind, text in BLOCK.findall(file.read()):
            name = NAME.match(text)
            if name:
                with open(f"{folder}/{name[1]}", "w") as out:
                    out.write(text)
                counts[0] += 1
            for command, expected in sessions(text) if kind == "console" else ():
                found = run(command, folder)
                counts[1] += 1
                if not matches(expected, found):
                    counts[2] += 1
                    print(f"{page}: $ {command}")
                    print(*difflib.unified_diff(expected, found, "the page",
                                                "the command", lineterm=""),
                          sep="\n")
    return counts


tools, build = (os.path.abspath(folder) for folder in sys.argv[1:3])
os.environ["PATH"] = f"{tools}:{build}/bin:{os.environ['PATH']}"
os.environ["BUILD"] = build
failed = 0
for argument in sys.argv[3:]:
    files, commands, different = read(argument)
    failed += different
    print(f"{argument.split('/')[-1]}: {files} files, {commands} commands, "
          f"{different} differ")
sys.exit(failed > 0)
