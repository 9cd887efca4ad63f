"""A copy of the tree that is built, changed and tested."""
import fcntl
import filecmp
import glob
import os
import re
import select
import shutil
import signal
import subprocess
import sys
from math import ceil

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build"))
LIMIT = 1200  # seconds of a command of which nothing is known
MEMORY = 8 << 30  # bytes of a program that is not built with sanitizers
KEPT = ("MLIR_DIR", "CMAKE_BUILD_TYPE", "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER",
        "CMAKE_C_COMPILER_LAUNCHER", "CMAKE_CXX_COMPILER_LAUNCHER")


def die(message):
    print("mutate: " + message, file=sys.stderr)
    sys.exit(2)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8", errors="replace") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def files_below(root):
    """Files of a tree, but for those of builds and of git."""
    for where, folders, names in os.walk(root):
        folders[:] = [name for name in folders
                      if os.path.join(where, name) != os.path.join(root, "build")
                      and name not in (".git", "__pycache__")]
        for name in names:
            if name != ".git":
                yield os.path.relpath(os.path.join(where, name), root)


def copy_changes(source, target):
    """What differs, so that no more is built again."""
    wanted = set(files_below(source))
    for file in set(files_below(target)) - wanted:
        os.remove(os.path.join(target, file))
    for file in wanted:
        old, new = os.path.join(target, file), os.path.join(source, file)
        if not os.path.exists(old) or not filecmp.cmp(old, new, shallow=False):
            os.makedirs(os.path.dirname(old), exist_ok=True)
            shutil.copyfile(new, old)
        shutil.copymode(new, old)


def kept_settings():
    """Of the build: which LLVM and which compilers."""
    pairs = re.findall(r"^(\w+):\w+=(.+)$", read(BUILD, "CMakeCache.txt"), re.M)
    return {name: value for name, value in pairs if name in KEPT}


def linker_flags(llvm):
    """Those of the fastest linker that is there."""
    for folder in (os.path.join(llvm, "bin"), *os.get_exec_path()):
        if os.path.exists(os.path.join(folder, "ld.lld")):
            return f"-fuse-ld=lld -B{folder}"
    return ""


class Tree:
    """In build/mutate/NAME, whose settings are those of the build and some more."""

    def __init__(self, name, link_flags="", **settings):
        self.root = os.path.join(BUILD, "mutate", name)
        self.build = os.path.join(self.root, "build")
        self.log = ""
        self.process = self.runner = None
        self.stopped = False
        os.makedirs(self.build, exist_ok=True)
        self.lock = open(self.root + ".lock", "w", encoding="utf-8")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            die(f"another run has {self.root}")
        copy_changes(ROOT, self.root)
        self.configure(link_flags, {**kept_settings(), **settings})

    def configure(self, link_flags, settings):
        llvm = os.path.realpath(os.path.join(settings["MLIR_DIR"], "../../.."))
        self.lit = os.path.join(llvm, "utils", "lit")
        for kind in ("EXE", "MODULE", "SHARED"):
            settings[f"CMAKE_{kind}_LINKER_FLAGS"] = \
                f"{link_flags} {linker_flags(llvm)}"
        if not self.run(["cmake", "-S", self.root, "-B", self.build, "-G", "Ninja"]
                        + [f"-D{name}={to}" for name, to in settings.items()]):
            die("the tree is not configured:\n" + self.log)

    def run(self, command, **environment):
        """Whether it ends well; what it prints is the log."""
        self.process = process = subprocess.Popen(
            command, cwd=self.build, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace",
            start_new_session=True, env={**os.environ, **environment})
        try:
            self.log = process.communicate(timeout=LIMIT)[0]
        except subprocess.TimeoutExpired:
            self.log = "takes too long"
            return False
        finally:
            end(process)
            if self.stopped:
                sys.exit(2)
        return process.returncode == 0

    def stop(self):
        self.stopped = True
        for process in (self.process, self.runner):
            if process:
                end(process)

    def make(self, targets, **environment):
        return self.run(["ninja"] + sorted(targets), **environment)

    def object_of(self, file):
        """The object of a source file, which a library or a tool has."""
        source = re.escape(os.path.join(self.root, file))
        return min(re.findall(rf"^build (\S+\.o): \S+ {source} ",
                              read(self.build, "build.ninja"), re.M))

    def compiled(self, file, text):
        """The object of a source file with this text, or None."""
        source, target = os.path.join(self.root, file), self.object_of(file)
        other = source[:-2] + ".alone.c"
        if not self.run(["ninja", "-t", "commands", "-s", target]):
            die("no command compiles it:\n" + self.log)
        command = self.log.replace(target, other + ".o").replace(source, other)
        try:
            write(other, text)
            if not self.run(["sh", "-c", command], CCACHE_DISABLE="1"):
                return None
            return bytes_of(other + ".o")
        finally:
            for path in glob.glob(glob.escape(other) + "*"):
                os.remove(path)

    # Tests are run by a process that found them once.

    def tests(self):
        """The names of all that lit finds."""
        self.runner = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "run_tests.py"), self.lit,
             self.build], cwd=self.build, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, start_new_session=True,
            env={**os.environ, "ASAN_OPTIONS": f"hard_rss_limit_mb={MEMORY >> 20}"})
        names = []
        while name := self.runner.stdout.readline().strip():
            names.append(name)
        if not names:
            die("lit finds no tests")
        return names

    def passes(self, test, seconds, memory=MEMORY, mutation=0):
        """Whether a test passes with a mutation, and the seconds that it computed,
        which are not many more than those expected."""
        if not self.runner or self.runner.poll() is not None:
            self.tests()
        most = ceil(3 + 4 * seconds)
        print(test, most, memory, mutation, file=self.runner.stdin, flush=True)
        ready, _, _ = select.select([self.runner.stdout], [], [], 20 + 4 * most)
        answer = self.runner.stdout.readline().split() if ready else None
        if self.stopped:
            sys.exit(2)
        if not answer:
            end(self.runner)
            return False, most
        return answer[0] == "passed", float(answer[1])


def end(process):
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
