"""Compares JSON with the objects that a page says.

usage: json_page.py PAGE < LINES

A line is NAMES, a blank and a file of JSON values: each of them, or of a list of
them, is one of the objects.  Says which objects of the page no file has.
"""
import json
import re
import sys

objects, name = {}, None
for line in open(sys.argv[1]):
    head = re.match(r"## `([\w-]+)`$", line)
    row = re.match(r"\| `(\w+)` \| ([^|]+) \|", line)
    if head:
        name = head.group(1)
        objects[name] = {}
    elif row:
        objects[name][row.group(1)] = row.group(2).strip()
seen, failures = set(), 0


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


PLAIN = {
    "integer": is_integer,
    "text": lambda value: isinstance(value, str),
    "true or false": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integers": lambda value: isinstance(value, list)
    and all(map(is_integer, value)),
    "place": lambda value: isinstance(value, dict) and len(value) > 0
    and all(map(is_integer, value.values())),
}


def kinds_of(kind):
    """`X or null`, `X or Y`: one after the other."""
    kind = kind.replace("true or false", "bool").removesuffix(", or absent")
    return [one.replace("bool", "true or false") for one in kind.split(" or ")]


def is_of(value, kind):
    if kind in PLAIN:
        return PLAIN[kind](value)
    if kind.startswith("list of "):
        return isinstance(value, list) and all(
            is_of(item, kind.removeprefix("list of ")) for item in value)
    return isinstance(value, dict) and not wrong_with(value, kind)


def wrong_with(value, name):
    """The first thing that the page says otherwise, or None."""
    fields = objects[name]
    order = [field for field in fields if field in value]
    missing = [field for field, kind in fields.items()
               if field not in value and not kind.endswith(", or absent")]
    if list(value) != order or missing:
        return f"{name} has {', '.join(value)}, and the page {', '.join(fields)}"
    for field, item in value.items():
        if not any(is_of(item, kind) for kind in kinds_of(fields[field])):
            return f"{name}.{field} is {json.dumps(item)}, not {fields[field]}"
    seen.add(name)
    return None


def values_of(path):
    decoder, text = json.JSONDecoder(), open(path).read().strip()
    while text:
        value, end = decoder.raw_decode(text)
        yield from value if isinstance(value, list) else [value]
        text = text[end:].lstrip()


count = 0
for line in sys.stdin:
    names, path = line.split()
    for value in values_of(path):
        count += 1
        found = [wrong_with(value, name) for name in names.split(",")]
        if all(found):
            failures += 1
            print("FAILED:", "; ".join(found))
for name in objects.keys() - seen:
    failures += 1
    print("FAILED: nothing is a", name)
print(f"{count} values, {len(objects)} objects, {failures} failures")
