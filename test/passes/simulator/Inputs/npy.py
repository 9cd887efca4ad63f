"""Arrays of NumPy, by its document numpy.lib.format, without NumPy.

usage: npy.py write FOLDER < ROWS
       npy.py read PATH=PACKING...

A row is "NAME VERSION PACKING NUMBER... HEADER", where the header begins with a
brace; PACKING is of struct, a letter for one element.  What is read is printed:
the header, and the elements.
"""

import ast
import struct
import sys

MAGIC = b"\x93NUMPY"


def write(folder):
    for row in sys.stdin:
        if row.startswith("#"):
            continue
        words, _, rest = row.rstrip("\n").partition("{")
        name, version, packing, *numbers = words.split()
        length = "<H" if version == "1" else "<I"
        start = len(MAGIC) + 2 + struct.calcsize(length)
        header = "{" + rest
        text = header + " " * (-(start + len(header) + 1) % 64) + "\n"
        number = float if packing in "efd" else int
        with open(f"{folder}/{name}.npy", "wb") as file:
            file.write(MAGIC + bytes([int(version), 0])
                       + struct.pack(length, len(text)) + text.encode())
            file.write(b"".join(struct.pack("<" + packing, number(n))
                                for n in numbers))


def read(*files):
    for file in files:
        path, packing = file.split("=")
        data = open(path, "rb").read()
        assert data[:6] == MAGIC and data[6:8] == b"\1\0", data[:8]
        (length,) = struct.unpack("<H", data[8:10])
        end = 10 + length
        assert end % 64 == 0 and data[end - 1:end] == b"\n", end
        header = ast.literal_eval(data[10:end].decode())
        elements = [n for (n,) in struct.iter_unpack("<" + packing, data[end:])]
        print(header["descr"], header["fortran_order"], header["shape"],
              *elements)


{"write": write, "read": read}[sys.argv[1]](*sys.argv[2:])
