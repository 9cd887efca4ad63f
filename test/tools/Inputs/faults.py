"""Runs tools where the world is at fault, and checks what becomes of it.

usage: faults.py TABLE FOLDER TOOLS [PLUGIN]

A row is COMMAND | FAULT | STATUS | MESSAGE; PLAIN, RUN and INPUTS say what the
faults are.  They are of {input}, or of standard input where a command has none;
{output} is a file in an empty folder, {kernel} a module that is fine, {plugin}
PLUGIN, without which rows that have it are left out.  STATUS is that of exit, or
a signal.  MESSAGE is part of what the tool says.  No tool crashes, or leaves
anything but a whole file; each program of TOOLS has every fault of EVERY_TOOL.
"""
import concurrent.futures
import os
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time

LIMIT = 300  # seconds, after which a command hangs
MEMORY = 1 << 20  # KiB that commands may take, without sanitizers
LARGE = 100_000_000  # bytes
CRASHES = ("Stack dump", "PLEASE submit", "Sanitizer", "runtime error:",
           "Assertion", "UNREACHABLE", "left: ")
EVERY_TOOL = {"full", "closed", "no reader", "directory", "empty", "zero bytes",
              "garbage", "large", "interrupted"}
PLAIN = {"-", "no reader", "interrupted", "interrupted run"}
# What a shell does before the command, whose folder of output is $0.
RUN = {
    "full": 'exec > /dev/full; exec "$@"',
    "closed": 'exec >&-; exec "$@"',
    "no messages": 'exec 2>&-; exec "$@"',
    "no input": 'exec <&-; exec "$@"',
    "file too large": "trap '' XFSZ; ulimit -f 1; exec \"$@\"",
    "small disk": 'mount -t tmpfs -o size=8k none "$0" && { "$@"; status=$?; '
                  'ls -A "$0" | sed "s/^/left: /"; exit $status; }',
}
KERNEL = b"""func.func @kernel(%m: memref<4096xf32>, %steps: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %steps step %one {
    %x = memref.load %m[%zero] : memref<4096xf32>
    memref.store %x, %m[%one] : memref<4096xf32>
  }
  return
}
"""
INPUTS = {
    "missing": None, "directory": None, "circle": None, "large": None,
    "forbidden": KERNEL, "empty": b"", "cut": KERNEL[:200],
    "zero bytes": b"spatial(2)\0 => 1\n", "brackets": b"[" * LARGE,
    "garbage": b"\x8f" + random.Random(1).randbytes(4096), "kernel": KERNEL,
}


def make_inputs(folder):
    for name, data in INPUTS.items():
        if data is not None:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
    os.mkdir(os.path.join(folder, "directory"))
    os.symlink("circle", os.path.join(folder, "circle"))
    os.chmod(os.path.join(folder, "forbidden"), 0)
    with open(os.path.join(folder, "large"), "wb") as file:
        file.truncate(LARGE)


def can_mount():
    command = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(command, stderr=subprocess.DEVNULL,
                          check=False).returncode == 0


def name_of(status):
    return str(status) if status >= 0 else signal.Signals(-status).name[3:]


def writer_of(fifo, process):
    """Its end, as soon as the process reads the other one."""
    while process.poll() is None:
        try:
            return os.fdopen(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK), "wb")
        except OSError:
            time.sleep(0.01)
    return open(os.devnull, "wb")


class Row:
    """One of the table."""

    def __init__(self, line):
        self.line = line
        parts = [part.strip() for part in line.split("|")]
        if len(parts) != 4 or parts[1] not in {*PLAIN, *RUN, *INPUTS}:
            sys.exit(f"faults: no row: {line}")
        self.text, self.fault, self.status, self.message = parts

    def command(self, folder, own, given, plugin):
        """The words, behind those that bring the fault about."""
        values = {"{input}": given, "{output}": os.path.join(own, "output"),
                  "{kernel}": os.path.join(folder, "kernel"),
                  "{plugin}": plugin}
        words = shlex.split(self.text)
        for name, value in values.items():
            words = [word.replace(name, value) for word in words]
        if self.fault in RUN:
            words = ["sh", "-c", RUN[self.fault], own] + words
        if self.fault == "small disk":
            words = ["unshare", "-rm"] + words
        if self.fault == "forbidden" and os.getuid() == 0:
            words = ["setpriv", "--bounding-set",
                     "-dac_override,-dac_read_search"] + words
        return words

    def run(self, folder, plugin):
        """What is wrong, or nothing."""
        with tempfile.TemporaryDirectory(dir=folder) as own:
            run = self.interrupt if "interrupted" in self.fault else self.finish
            status, said = run(folder, own, plugin)
            left = os.listdir(own)
        said = said.decode(errors="replace")
        wrong = [f"says {word}" for word in CRASHES if word in said]
        if status != self.status:
            wrong.append(f"status {status}")
        if self.message not in said:
            wrong.append("another message")
        if left and status != "0":
            wrong.append(f"leaves {' '.join(left)}")
        return wrong and f"{', '.join(wrong)}: {self.line}\n{said[-2000:]}"

    def finish(self, folder, own, plugin):
        given = os.path.join(folder, self.fault)
        is_stream = self.fault in INPUTS and "{input}" not in self.text
        source = os.open(given if is_stream else os.devnull, os.O_RDONLY)
        output = subprocess.PIPE
        if self.fault == "no reader":
            reader, output = os.pipe()
            os.close(reader)
        done = subprocess.run(self.command(folder, own, given, plugin),
                              stdin=source, stdout=output,
                              stderr=subprocess.PIPE, timeout=LIMIT,
                              check=False)
        os.close(source)
        if self.fault == "no reader":
            os.close(output)
        return name_of(done.returncode), done.stderr + (done.stdout or b"")

    def interrupt(self, folder, own, plugin):
        """In the middle of its input, or when it has all of it."""
        fifo = own + ".fifo"
        os.mkfifo(fifo)
        is_stream = "{input}" not in self.text
        process = subprocess.Popen(
            self.command(folder, own, fifo, plugin), stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stdin=subprocess.PIPE if is_stream else subprocess.DEVNULL)
        writer = process.stdin if is_stream else writer_of(fifo, process)
        writer.write(KERNEL)
        writer.flush()
        if self.fault == "interrupted run":
            writer.close()
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=LIMIT)
        writer.close()
        return name_of(process.returncode), said[1] + said[0]


def check_coverage(rows, tools):
    """Each fault that a tool has no row of."""
    for tool in sorted(os.listdir(tools)):
        has = {row.fault for row in rows if row.text.split()[0] == tool}
        for fault in sorted(EVERY_TOOL - has):
            yield f"no row: {tool} | {fault}"


def main(table, folder, tools, plugin=""):
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # that of the commands
    with open(table, encoding="utf-8") as file:
        rows = [Row(line.strip()) for line in file
                if line.strip() and not line.startswith("#")]
    wrong = list(check_coverage(rows, tools))
    make_inputs(folder)
    left_out = {"small disk"} - ({"small disk"} if can_mount() else set())
    rows = [row for row in rows if row.fault not in left_out
            and (plugin or "{plugin}" not in row.text)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong += filter(None, pool.map(lambda row: row.run(folder, plugin),
                                       rows))
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if plugin and most > MEMORY:
        wrong.append(f"a command takes {most} KiB")
    print("\n".join(wrong + [f"{len(rows)} rows, {len(wrong)} wrong"]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
