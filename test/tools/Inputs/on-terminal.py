"""Runs a command on a terminal of so many columns and prints what it shows there,
escapes as \\e.

usage: on-terminal.py COLUMNS COMMAND...
"""
import fcntl
import os
import pty
import struct
import sys
import termios

child, terminal = pty.fork()
if child == 0:
    size = struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0)
    fcntl.ioctl(1, termios.TIOCSWINSZ, size)
    os.execvp(sys.argv[2], sys.argv[2:])
shown = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:  # the command has ended
        break
    if not part:
        break
    shown += part
sys.stdout.write(shown.decode().replace("\r\n", "\n").replace("\033", "\\e"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
