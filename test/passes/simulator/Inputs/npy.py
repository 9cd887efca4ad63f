"""Arrays of NumPy, by its document numpy.lib.format, without NumPy.

usage: npy.py write PATH VERSION HEADER PACKING NUMBER...
       npy.py read PATH PACKING

PACKING is of struct, a letter for one element.  What is read is printed: the
version, the header, and the elements.
"""

import ast
import struct
import sys

MAGIC = b"\x93NUMPY"


def write(path, version, header, packing, *numbers):
    length = "<H" if version == "1" else "<I"
    start = len(MAGIC) + 2 + struct.calcsize(length)
    text = header + " " * (-(start + len(header) + 1) % 64) + "\n"
    number = float if packing in "efd" else int
    with open(path, "wb") as file:
        file.write(MAGIC + bytes([int(version), 0])
                   + struct.pack(length, len(text)) + text.encode())
        file.write(b"".join(struct.pack("<" + packing, number(n))
                            for n in numbers))


def read(path, packing):
    data = open(path, "rb").read()
    assert data[:6] == MAGIC and data[6:8] == b"\1\0", data[:8]
    (length,) = struct.unpack("<H", data[8:10])
    assert (10 + length) % 64 == 0 and data[10 + length - 1:10 + length] == b"\n"
    header = ast.literal_eval(data[10:10 + length].decode())
    elements = [n for (n,) in struct.iter_unpack("<" + packing,
                                                 data[10 + length:])]
    print(header["descr"], header["fortran_order"], header["shape"], *elements)


{"write": write, "read": read}[sys.argv[1]](*sys.argv[2:])
