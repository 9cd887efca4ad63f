"""usage: numbers.py PREFIX

Writes 64 integers to PREFIX.i0 and PREFIX.i1, and as many floats to PREFIX.f0 and
PREFIX.f1: ends of ranges, zeros of both signs, halves, and others in no order.
PREFIX.s holds 512 that are all threes of eight special floats; PREFIX.h0 and PREFIX.h1
are all pairs of special f16, PREFIX.b0 and PREFIX.b1 of bf16."""
import itertools
import math
import random
import struct
import sys

draw = random.Random(5)
MOST = 2**31


def write(name, kind, first, another):
    numbers = first + [another() for _ in range(64 - len(first))]
    with open(f"{sys.argv[1]}.{name}", "wb") as file:
        file.write(struct.pack(f"<64{kind}", *numbers))


def integer():
    return draw.getrandbits(32) - MOST


write("i0", "i", [0, 1, -1, MOST - 1, -MOST, 7, -7, 255, 256, -128, 65535, -32768], integer)
write("i1", "i", [1, 3, -1, 5, 31, -MOST, MOST - 1, 0, 17], integer)
write("f0", "f", [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 1e-3], lambda: draw.uniform(-3, 3))
write("f1", "f", [1.0, -0.0, 0.25], lambda: draw.uniform(-100, 100))
specials = [0.0, -0.0, math.nan, -math.inf, 1.5, -2.0, 1e-40, -3e-39]
threes = itertools.product(specials, repeat=3)
with open(f"{sys.argv[1]}.s", "wb") as file:
    file.write(b"".join(struct.pack("<3f", *three) for three in threes))
for name, infinity in (("h", 0x7C00), ("b", 0x7F80)):
    one = 0x3C00 if name == "h" else 0x3F80
    shorts = [0, 0x8000, one, one | 0x8000, infinity, infinity | 0x8000, infinity + 1, 1]
    for side, numbers in enumerate(zip(*itertools.product(shorts, repeat=2))):
        with open(f"{sys.argv[1]}.{name}{side}", "wb") as file:
            file.write(struct.pack("<64H", *numbers))
