"""Does what a page of the guide says, as somebody who stands in the repository.

usage: run_page.py ROOT BUILD PAGE...

Commands run in a folder that has what ROOT has, and BUILD as `build`; tools
and the folder bin of BUILD come first in the PATH.

| what stands in a page | what is done |
|---|---|
| a block whose first line is a comment with a name, `// NAME` or `# NAME` | it is saved under that name; a command has to use it |
| a block `console` | a line after `$ ` is a command for the shell, and what follows is what it prints, on standard output and error together |
| another block `mlir` | tl-opt takes it |
| another block `sh` | its commands are there; they are not run, since they install, build or take long |
| a line `<!-- of FILE -->` above a block or a table | its lines stand in that file, in that order |

A line `...`, also behind `//`, stands for any lines, at least one.  Other blocks
are left alone.  Prints each difference, and counts.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^(?:<!-- of (?P<of>\S+) -->\n+)?"
                   r"(?:```(?P<kind>\w+)\n(?P<code>.*?)^```$|(?P<table>(?:\|[^\n]*\n)+))",
                   re.MULTILINE | re.DOTALL)
NAME = re.compile(r"(?://|#) ([\w.-]+\.\w+)\n")
ANY = ("...", "// ...")


def run(command, folder, text=""):
    """The lines that a command prints, and whether it is content."""
    done = subprocess.run(["bash", "-c", command], cwd=folder, timeout=300,
                          input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return done.stdout.splitlines(), done.returncode == 0


def matches(expected, found):
    """Whether lines are those expected, of which some are any, at least one."""
    if not expected:
        return not found
    if expected[0].strip() in ANY:
        return any(matches(expected[1:], found[i:])
                   for i in range(1, len(found) + 1))
    return bool(found) and expected[0] == found[0] and matches(
        expected[1:], found[1:])


def is_excerpt(lines, whole):
    """Whether the runs of lines between `...` stand in `whole`, in that order."""
    at = 0
    parts = [[]]
    for line in lines:
        if line.strip() in ANY:
            parts.append([])
        else:
            parts[-1].append(line)
    for part in parts:
        at = next((i + len(part) for i in range(at, len(whole))
                   if whole[i:i + len(part)] == part), None)
        if at is None:
            return False
    return True


def are_rows(table, whole):
    return all(line in whole for line in table[2:])


def sessions(text):
    """Commands with the lines behind them."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        count = 1
        while lines[count - 1].endswith("\\"):
            count += 1
        while lines and not lines[-1]:
            lines.pop()
        yield "\n".join(lines[:count]), lines[count:]


class Page:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder
        self.names, self.typed = [], ""
        self.commands = self.excerpts = self.different = 0

    def differs(self, what, expected=(), found=()):
        self.different += 1
        print(f"{self.path}: {what}")
        print(*difflib.unified_diff(expected, found, "the page", "the command",
                                    lineterm=""), sep="\n")

    def read_session(self, text):
        for command, expected in sessions(text):
            found, _ = run(command, self.folder)
            self.commands += 1
            self.typed += command + "\n"
            if not matches(expected, found):
                self.differs("$ " + command, expected, found)

    def read_excerpt(self, file, lines, is_found):
        self.excerpts += 1
        with open(f"{self.folder}/{file}") as text:
            if not is_found(lines, text.read().splitlines()):
                self.differs(f"not of {file}:\n" + "\n".join(lines))

    def read_script(self, text):
        """The first word of each line that does not go on from another one."""
        lines = re.sub(r"\\\n|^ .*|#.*", " ", text, flags=re.MULTILINE).splitlines()
        for line in lines:
            word = re.match(r"(?:\w+=\S* +)*([\w./-]+)(?= |$)", line)
            self.commands += bool(word)
            if word and not run(f"command -v {word[1]}", self.folder)[1]:
                self.differs(f"there is no command {word[1]}")

    def read_code(self, kind, text):
        name = NAME.match(text)
        if name:
            self.names.append(name[1])
            with open(f"{self.folder}/{name[1]}", "w") as out:
                out.write(text)
        elif kind == "console":
            self.read_session(text)
        elif kind == "sh":
            self.read_script(text)
        elif kind == "mlir":
            found, is_good = run("tl-opt -o /dev/null", self.folder, text)
            self.commands += 1
            if not is_good:
                self.differs("tl-opt", (), found)

    def read(self):
        with open(self.path) as file:
            for block in BLOCK.finditer(file.read()):
                if block["of"]:
                    self.read_excerpt(
                        block["of"], (block["code"] or block["table"]).splitlines(),
                        is_excerpt if block["code"] else are_rows)
                elif block["code"]:
                    self.read_code(block["kind"], block["code"])
        for name in self.names:
            if name not in self.typed:
                self.differs(f"no command uses {name}")
        print(f"{self.path.split('/')[-1]}: {len(self.names)} files, "
              f"{self.commands} commands, {self.excerpts} excerpts, "
              f"{self.different} differ")
        return self.different


def stand_in(root, build, folder):
    """Makes a folder as if it were the repository with its build."""
    for name in os.listdir(root):
        if not name.startswith((".", "build")):
            os.symlink(f"{root}/{name}", f"{folder}/{name}")
    os.symlink(build, f"{folder}/build")


root, build = (os.path.abspath(folder) for folder in sys.argv[1:3])
os.environ["PATH"] = f"{root}/tools:{build}/bin:{os.environ['PATH']}"
os.environ["BUILD"] = build
failed = 0
for argument in sys.argv[3:]:
    with tempfile.TemporaryDirectory() as scratch:
        stand_in(root, build, scratch)
        failed += Page(argument, scratch).read()
sys.exit(failed > 0)
