"""terminal.py - Runs a command whose standard error is a terminal, and prints what
that shows.

usage: terminal.py COMMAND...

    shown: ...     a line that is written over, or erased, later
    erased         after the last of them
    errors: ...    what is there in the end
    output: ...    standard output, which fits in a pipe
"""
import os
import pty
import subprocess
import sys

ERASE = b"\r\x1b[K"


def read_all(descriptor):
    """A terminal whose other side is closed has no more to read."""
    text = b""
    try:
        while part := os.read(descriptor, 4096):
            text += part
    except OSError:
        pass
    return text


terminal, side = pty.openpty()
run = subprocess.Popen(sys.argv[1:], stderr=side, stdout=subprocess.PIPE)
os.close(side)
errors = read_all(terminal).split(ERASE)
output = run.stdout.read().decode()
for line in errors[:-1]:
    if line:
        print("shown:", line.decode())
if len(errors) > 1:
    print("erased")
for line in errors[-1].decode().splitlines():
    print("errors:", line)
for line in output.splitlines():
    print("output:", line)
sys.exit(run.wait())
