"""Reads a page: every link leads to something, nothing has the name of another,
each picture is XML, and nothing comes from elsewhere.

usage: read-page.py PAGE
"""
import collections
import re
import sys
import xml.dom.minidom

with open(sys.argv[1]) as file:
    page = file.read()
ids = re.findall(r' id="([^"]+)"', page)
links = re.findall(r' href="([^"]+)"', page)
pictures = re.findall(r"<svg .*?</svg>", page, re.S)
for name, count in collections.Counter(ids).items():
    if count > 1:
        sys.exit(f"{count} have the name {name}")
for link in links:
    if link[0] != "#" or link[1:] not in ids:
        sys.exit(f"{link} leads nowhere")
for picture in pictures:
    xml.dom.minidom.parseString(picture)
for tag in ("section", "table", "figure", "mark", "pre", "h2", "a", "tr"):
    if len(re.findall(f"<{tag}[ >]", page)) != page.count(f"</{tag}>"):
        sys.exit(f"<{tag}> does not end")
print(f"{len(pictures)} pictures, {len(links)} links, "
      f"{page.count('<section ')} sections")
