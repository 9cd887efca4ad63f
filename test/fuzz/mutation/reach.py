"""Which tests run a line.

Each test runs once in a tree that counts how often lines run, as gcov has it.  A line
is a bit of a mask.  What is found is kept: a test runs again when its file has
changed, and lines of sources are followed to where they are now.
"""
import glob
import hashlib
import json
import os
import re
import subprocess
from collections import namedtuple
from difflib import SequenceMatcher

from mutation.mutations import functions_of, source_of
from mutation.tree import ROOT, Tree, die, read, write

NEAR = 40  # lines
EXPECTED = 10  # seconds of a test that runs for the first time
# What tests run, but for the library's own.
TOOLS = ("tl-opt", "tl-sim", "tl-layout", "tl-doc", "tl-reduce", "tl-lsp-server",
         "tl_plugin")
FUZZERS = ("random_copies", "fuzz_command_replay", "fuzz_language_replay",
           "fuzz_ptx_replay", "fuzz_rows_replay")

# What a test needs to be built, and the masks of the lines that it runs.
Traced = namedtuple("Traced", "version seconds targets lines")


def old_lines(old, new):
    """For each line of the new text that of the old, or if it is new one beside."""
    out = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for _, i, end, j, j_end in matcher.get_opcodes():
        out += [max(0, min(i + n, end - 1)) for n in range(j_end - j)]
    return out


def followed(mask, places):
    return sum(1 << new + 1 for new, old in enumerate(places)
               if mask >> old + 1 & 1)


def ran(lines):
    """The mask of those of gcov's that ran, each with those behind it that have no code:
    a program that is compiled otherwise may have some there."""
    mask = 0
    counts = sorted((line["line_number"], line["count"]) for line in lines)
    ends = [line for line, _ in counts[1:]] + [line + 1 for line, _ in counts[-1:]]
    for (line, count), end in zip(counts, ends):
        if count:
            mask |= (1 << end) - (1 << line)
    return mask


def program_of(test):
    """That of a test of the library, which lit runs, with sanitizers, and the one
    without."""
    name = os.path.basename(test)
    return (name[:-2], f"{name[:-2]}_fast") if name.endswith("_test.c") else None


def version_of(test):
    return hashlib.sha1(read(ROOT, "test", test).encode()).hexdigest()


def compiled_by(test):
    """The sources that a test compiles itself, of which it may run all."""
    for file in re.findall(r"%root/(\S+\.c)\b", read(ROOT, "test", test)):
        yield file, (2 << source_of(file).count("\n")) - 1


class Reach:
    """What tests run, as a file keeps it."""

    def __init__(self, path):
        self.path = path
        self.tests, self.sources = {}, {}
        if os.path.exists(path):
            kept = json.loads(read(path))
            self.tests = {name: Traced(*row)
                          for name, row in kept["tests"].items()}
            self.sources = kept["sources"]
        self.follow()

    def keep(self):
        write(self.path, json.dumps({"tests": self.tests, "sources": self.sources}))

    def follow(self):
        """Lines of the sources that have changed."""
        for file, old in self.sources.items():
            path = os.path.join(ROOT, file)
            new = read(path) if os.path.exists(path) else ""
            if new == old:
                continue
            places = old_lines(old.split("\n"), new.split("\n"))
            self.sources[file] = new
            for test in self.tests.values():
                if file in test.lines:
                    test.lines[file] = followed(test.lines[file], places)

    def update(self, names):
        """Runs the tests that are new or have changed."""
        self.tests = {name: self.tests[name] for name in names
                      if name in self.tests}
        old = [name for name in names if name not in self.tests or
               self.tests[name].version != version_of(name)]
        if not old:
            return
        tree = Tree("reach", "--coverage",
                    CMAKE_C_FLAGS_RELEASE="-O1 -DNDEBUG --coverage")
        programs = [program_of(name)[1] for name in names if program_of(name)]
        if not tree.make([*TOOLS, *FUZZERS, *programs]):
            die("no tree that counts is built:\n" + tree.log)
        for number, name in enumerate(old):
            print(f"mutate: {number + 1} of {len(old)}: what {name} runs", flush=True)
            self.tests[name] = self.trace(tree, name)
            if number % 20 == 0:
                self.keep()
        tree.stop()
        self.keep()

    def trace(self, tree, name):
        """What a test runs, which is nothing where it fails."""
        counters = os.path.join(tree.build, "**", "*.gcda")
        for path in glob.iglob(counters, recursive=True):
            os.remove(path)
        programs = program_of(name)
        passed, seconds = tree.passes(
            f"test/bin/{programs[1]}" if programs else name, EXPECTED, -1)
        found = sorted(glob.iglob(counters, recursive=True)) if passed else []
        targets = {os.path.basename(path.partition(".dir/")[0]) for path in found}
        lines = dict(compiled_by(name)) if passed else {}
        if found:
            for report in reports(tree, found):
                self.add(tree, report, lines)
        return Traced(version_of(name), seconds,
                      sorted(programs or targets), lines)

    def add(self, tree, report, lines):
        """Lines of a source that ran."""
        file = os.path.relpath(os.path.join(tree.build, report["file"]), tree.root)
        if not file.endswith(".c") or file.startswith(("..", "test", "build")):
            return
        lines[file] = lines.get(file, 0) | ran(report["lines"])
        if file not in self.sources:
            self.sources[file] = source_of(file)

    def running(self, file, bit):
        return [name for name, test in self.tests.items()
                if test.lines.get(file, 0) & bit]

    def called(self, file, names):
        """Where the functions with some names are, of the file or of all files."""
        for name in names:
            files = [file] if name in functions_of(file) else self.sources
            for other in files:
                if lines := functions_of(other).get(name):
                    yield from ((other, line) for line in lines[:NEAR])

    def reaching(self, file, line, names):
        """The tests that run a line, or the closest one before that some run, as some
        have no code and some are counted elsewhere, and how much each is about it:
        lines close by, and of functions with these names, that few others run."""
        before = (self.running(file, 1 << other)
                  for other in range(line, max(0, line - NEAR), -1))
        out = dict.fromkeys(next(filter(None, before), ()), 0)
        places = [(file, other, 1 + abs(other - line) / NEAR)
                  for other in range(max(0, line - NEAR), line + NEAR)]
        places += [(*place, 1) for place in self.called(file, names)]
        for other, number, far in places:
            tests = self.running(other, 1 << number)
            for name in out.keys() & tests:
                out[name] += 1 / far / len(tests)
        return out


def reports(tree, counters):
    """gcov's of each source."""
    printed = subprocess.run(["gcov", "--json-format", "--stdout", *counters],
                             cwd=tree.build, capture_output=True)
    if printed.returncode:
        die("gcov reads no counters: " + printed.stderr.decode()[:1000])
    for line in printed.stdout.splitlines():
        yield from json.loads(line)["files"]
