"""Reads pictures: as XML, and the contrast of text on each of their colors.

usage: read-svg.py PICTURE...

Fails where a color leaves text a contrast below 4.5 (WCAG 2.1, 1.4.3).
"""
import re
import sys
import xml.dom.minidom

LEAST = 4.5


def luminance(color):
    """Of #rrggbb, as WCAG 2.1 defines it."""
    parts = [int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4
              for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def read_modes(style):
    """The color of text and the classes c0, c1, ... of each mode."""
    modes = re.split(r"(?=\.tl\{background)", style)[1:]
    return [(re.search(r"text\{fill:(#\w+)\}", mode)[1],
             dict(re.findall(r"\.(c\d+)\{color:(#\w+)\}", mode)))
            for mode in modes]


least, modes = 99, []
for path in sys.argv[1:]:
    with open(path) as file:
        picture = xml.dom.minidom.parseString(file.read())
    style = picture.getElementsByTagName("style")[0].firstChild.data
    modes = read_modes(style)
    for ink, colors in modes:
        for name, color in colors.items():
            found = contrast(ink, color)
            least = min(least, found)
            if found < LEAST:
                sys.exit(f"{path}: contrast {found:.2f} of {name} is below "
                         f"{LEAST}")
print(f"{len(sys.argv) - 1} pictures, {len(modes)} modes of "
      f"{len(modes[0][1])} colors, contrast at least {least:.2f}")
