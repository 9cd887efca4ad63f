#!/usr/bin/env python3
"""Turns records of TIRx tile-layout operations into rows `expression => result`.

usage: tirx_rows.py RECORDS.jsonl > ROWS

A record is one line of JSON: "op", "self", "args" or "kwargs", "expected" (or
"samples" of apply).  A layout is {"kind": "tile", "shard", "replica", "offset"}
with iters [extent, stride, axis], or {"kind": "compose", "per_element",
"swizzle_len", "atom_len", "swizzle_inner", "tile"}.

TIRx layouts have no shape: here they are layouts of one dimension.  What a row
expects is what TIRx returned, merged to the canonical form.  Where that is one
of the defects named below, or a layout that is rejected on purpose, the row
expects the right value and a comment before it says why.
"""
import json
import re
import sys

AXES = ["m", "laneid", "warpid", "wid_in_wg", "wgid", "tid_in_wg", "tx", "bx",
        "by", "bz", "cbx", "cby", "cbz", "TLane", "TCol", "P", "F", "Bank"]
BOUND = {"laneid": 32, "wid_in_wg": 4, "tid_in_wg": 128, "TLane": 128}
UNIT_AND_SCOPE = {
    "laneid": (0, 1), "warpid": (1, 3), "wid_in_wg": (1, 2), "wgid": (2, 3),
    "tid_in_wg": (0, 2), "tx": (0, 3)}
DIVISOR = {"laneid": 1, "warpid": 32, "wid_in_wg": 32, "wgid": 128,
           "tid_in_wg": 1, "tx": 1}
MEMORY = {"m", "TLane", "TCol", "P", "F", "Bank"}

ONE_OFFSET = "defect of TIRx: offsets that land on one axis replace each other"
MIXED_AXES = "defect of TIRx: wgid and wid_in_wg fuse to two axes"
UNREDUCED = "defect of TIRx: the slowest digit is neither reduced nor checked"
UNCHECKED = "defect of TIRx: the bounds of a window are not checked"
PACKED_THREADS = "defect of TIRx: pack and unpack scale strides along threads"
PACKED_ODD = "defect of TIRx: pack divides strides that are no multiples"
BLENDED = "defect of TIRx: the swizzle of a tile mixes the tiles"
NEGATIVE = "rejected on purpose: negative strides and offsets"
OUTSIDE = "rejected on purpose: a bounded axis is left"
FOUND = "TIRx finds no layout of this window, though there is one"
FUSED = "TIRx fuses only layouts whose shard numbers threads and no blocks"
ERROR = "error"


class Skip(Exception):
    """Why a record has no row."""


def product(items):
    total = 1
    for item in items:
        total *= item
    return total


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool)


class Layout:
    """Iters in dimensions; immutable."""

    def __init__(self, dims, replica=(), offset=None, swizzle=None):
        self.dims = [[tuple(i) for i in dim] for dim in dims]
        self.replica = [tuple(i) for i in replica]
        self.offset = {a: o for a, o in (offset or {}).items() if o != 0}
        self.swizzle = swizzle

    @staticmethod
    def read(record, size=None):
        """The layout of a record; over `size` elements when it is a bare
        swizzle."""
        if record["kind"] == "compose":
            tile = Layout.read(record["tile"])
            base, bits = record["per_element"], record["swizzle_len"]
            shift = record["atom_len"]
            if tile.is_trivial() and size is not None:
                tile = Layout([[(size, 1, "m")]])
            if bits:
                sign = 1 if record["swizzle_inner"] else -1
                tile.swizzle = (base, bits, sign * shift)
            return tile
        return Layout([record["shard"]], record["replica"], record["offset"])

    def is_trivial(self):
        merged = self.merged()
        return (not merged.replica and not merged.offset and
                [i[1:] for i in merged.iters()] in ([], [(1, "m")]))

    def iters(self):
        return [i for dim in self.dims for i in dim]

    def all_iters(self):
        return self.iters() + self.replica

    def size(self):
        return product(e for e, _, _ in self.iters())

    def check(self):
        numbers = [n for e, s, _ in self.all_iters() for n in (e, s)]
        if not all(is_number(n) for n in numbers + list(self.offset.values())):
            raise Skip("symbolic")

    def rejected(self):
        """Why no tile layout has this map, or None."""
        self.check()
        if any(s < 0 for _, s, _ in self.all_iters()) or any(
                o < 0 for o in self.offset.values()):
            return NEGATIVE
        if any(self.span(axis) > bound for axis, bound in BOUND.items()):
            return OUTSIDE
        return None

    def span(self, axis):
        return 1 + self.offset.get(axis, 0) + sum(
            (e - 1) * s for e, s, a in self.all_iters() if a == axis)

    def merged(self):
        replica = sorted((i for i in self.replica if i[0] > 1),
                         key=lambda i: (AXES.index(i[2]), -i[1], -i[0]))
        return Layout([merge(dim) for dim in self.dims], merge(replica),
                      self.offset, self.swizzle)

    def flat(self):
        return Layout([self.iters()], self.replica, self.offset,
                      self.swizzle).merged()

    def reshaped(self, shape):
        """The same places, in dimensions; None where a digit does not split."""
        rest = self.flat().iters()
        dims = []
        for extent in reversed(shape):
            dim = []
            while extent > 1:
                e, s, a = rest.pop()
                taken = min(e, extent)
                if e % taken or extent % taken:
                    return None
                dim.insert(0, (taken, s, a))
                extent //= taken
                if e > taken:
                    rest.append((e // taken, s * taken, a))
            dims.insert(0, dim)
        return Layout(dims, self.replica, self.offset, self.swizzle)

    def place(self, index):
        """The point of a row-major index, replicas at 0."""
        point = dict(self.offset)
        for e, s, a in reversed(self.iters()):
            index, digit = divmod(index, e)
            point[a] = point.get(a, 0) + digit * s
        if self.swizzle:
            point["m"] = swizzled(self.swizzle, point.get("m", 0))
        return point

    def fused(self):
        """With connected thread axes said by one."""
        used = {a for _, _, a in self.all_iters()} | set(self.offset)
        used = [a for a in used if a in UNIT_AND_SCOPE]
        scope_of = {}
        for axis in used:
            unit, scope = UNIT_AND_SCOPE[axis]
            if unit in scope_of:
                return self
            scope_of[unit] = scope
        if not used:
            return self
        first = last = min(scope_of)
        visited = 0
        while last in scope_of:
            last = scope_of[last]
            visited += 1
        if visited != len(used):
            return self
        axis = [a for a, us in UNIT_AND_SCOPE.items() if us == (first, last)][0]

        def move(i):
            if i[2] not in DIVISOR:
                return i
            return (i[0], i[1] * DIVISOR[i[2]] // DIVISOR[axis], axis)
        offset = {}
        for a, o in self.offset.items():
            _, o, a = move((1, o, a))
            offset[a] = offset.get(a, 0) + o
        return Layout([[move(i) for i in dim] for dim in self.dims],
                      [move(i) for i in self.replica], offset, self.swizzle)

    def text(self):
        """As a literal."""
        def tuples(column):
            def one(dim):
                items = [column(i) for i in dim] or [column((1, 0, "m"))]
                return items[0] if len(items) == 1 else f"({', '.join(items)})"
            dims = [one(dim) for dim in self.dims]
            return f"({', '.join(dims)}{',' if len(dims) == 1 else ''})"
        def extent(i):
            return str(i[0])
        def stride(i):
            return str(i[1]) if i[2] == "m" else f"{i[1]}@{i[2]}"
        text = f"S[{tuples(extent)} : {tuples(stride)}]"
        if self.replica:
            parts = [", ".join(column(i) for i in self.replica)
                     for column in (extent, stride)]
            if len(self.replica) > 1:
                parts = [f"({part})" for part in parts]
            text += f" + R[{parts[0]} : {parts[1]}]"
        for axis in AXES:
            if self.offset.get(axis):
                text += f" + {self.offset[axis]}@{axis}"
        if self.swizzle:
            text += " + swizzle(base = %d, bits = %d, shift = %d)" % self.swizzle
        return text


def merge(dim):
    merged = []
    for e, s, a in dim:
        if e == 1:
            continue
        if merged and merged[-1][2] == a and merged[-1][1] == e * s:
            e *= merged.pop()[0]
        merged.append((e, s, a))
    return merged


def swizzled(swizzle, x):
    base, bits, shift = swizzle
    mask = (1 << bits) - 1
    if shift > 0:
        return x ^ ((x & mask << base + shift) >> shift)
    return x ^ (x & mask << base) << -shift


def flatten(coordinate, shape):
    index = 0
    for c, extent in zip(coordinate, shape):
        index = index * extent + c
    return index


def point_text(point):
    parts = [f"{point[a]}@{a}" for a in AXES if point.get(a)]
    return " + ".join(parts) or "0@m"


def in_shape(layout, shape):
    """An expression for the layout in dimensions."""
    text = layout.text()
    return text if len(shape) == 1 else f"{text}.reshape({list(shape)})"


# ---- What the rows of an operation are: (expression, result, comment) -------

def result_of(record, size, expected="expected"):
    """The value TIRx returned, merged, and why it is rejected."""
    value = record[expected]
    if value is None or "raises" in value:
        return None, None
    layout = Layout.read(value, size)
    return layout.merged(), layout.rejected()


def shown(record, expression, layout):
    """Rows of an expression whose value is `layout`, as TIRx has it."""
    why = layout.rejected()
    if why:
        return [(expression, ERROR, why)]
    if record.get("target"):
        return [(f"canonicalize({expression})", layout.fused().merged().text(),
                 None)]
    return [(expression, layout.merged().text(), None)]


def canonicalize(record):
    layout = Layout.read(record["self"])
    expected, _ = result_of(record, None)
    fused = layout.fused().merged()
    name = f"canonicalize({layout.text()})"
    if not record.get("target"):
        if expected.text() != layout.merged().text():
            return [(layout.text(), expected.text(), None)]
        return [(layout.text(), expected.text(), None),
                (name, fused.text(), None)]
    why = None
    if expected.text() != fused.text():
        axes = {a for _, _, a in layout.all_iters()}
        if {"wgid", "wid_in_wg"} <= axes and "laneid" not in axes:
            why = MIXED_AXES
        elif sum(a in UNIT_AND_SCOPE for a in layout.offset) > 1:
            why = ONE_OFFSET
        elif (not any(a in UNIT_AND_SCOPE for _, _, a in layout.iters()) or
              axes - set(UNIT_AND_SCOPE) - MEMORY):
            why = FUSED
    return [(name, fused.text() if why else expected.text(), why)]


VARIABLE = re.compile(r'ir\.Var\(span=None, ty=T\.int32, name="(\w+)"\)')
FORMULA = re.compile(r"(?:x|y|flat|coord|\d+|T\.(?:shift_left|shift_right|"
                     r"bitwise_xor|bitwise_and)|//|[ +*/%(),-])+")


class T:
    shift_left = staticmethod(lambda a, b: a << b)
    shift_right = staticmethod(lambda a, b: a >> b)
    bitwise_xor = staticmethod(lambda a, b: a ^ b)
    bitwise_and = staticmethod(lambda a, b: a & b)


def concrete(sample, extents):
    """A sample of variables as some samples of numbers."""
    names = [VARIABLE.fullmatch(c) for c in sample["coord"] if isinstance(c, str)]
    if not names:
        return [sample]
    if (None in names or len(names) != len(extents) or
            "expected" not in sample):
        raise Skip("symbolic")
    names = [n.group(1) for n in names]
    formulas = {a: VARIABLE.sub(r"\1", str(f))
                for a, f in sample["expected"].items()}
    if not all(FORMULA.fullmatch(f) for f in formulas.values()):
        raise Skip("symbolic")
    samples = []
    for part in (0, 1, 2, 3, 5, 7):
        coord = [e - 1 if part == 7 else (part + part // 2) % e for e in extents]
        values = dict(zip(names, coord))
        samples.append({"coord": coord, "expected": {
            a: eval(f, {"__builtins__": {}, "T": T}, values)
            for a, f in formulas.items()}})
    return samples


def apply(record):
    if "samples" in record:
        shape, samples = record["shape"], record["samples"]
    else:
        coord, shape = (record["args"] + [None])[:2]
        samples = [{"coord": coord, "expected": record["expected"]}]
    layout = Layout.read(record["self"], shape and product(shape))
    rows = []
    for given in samples:
        linear = not shape and len(given["coord"]) == 1
        extents = shape or ([layout.size()] if linear else
                            [i[0] for i in layout.iters()])
        try:
            rows += [apply_one(layout, extents, sample)
                     for sample in concrete(given, extents)]
        except Skip:
            if len(samples) == 1:
                raise
    return rows


def apply_one(layout, extents, sample):
    coord = sample["coord"]
    if not all(is_number(c) for c in coord):
        raise Skip("symbolic")
    text = ", ".join(map(str, coord))
    text = f"({text})" if len(coord) > 1 else text
    if "raises" in sample or len(coord) != len(extents):
        split = Layout([[i] for i in layout.iters()], layout.replica,
                       layout.offset, layout.swizzle)
        return (f"apply({split.text()}, {text})", ERROR, None)
    groups = layout.reshaped(extents) is not None
    call = f"apply({in_shape(layout, extents) if groups else layout.text()}, "
    call += f"{text if groups else flatten(coord, extents)})"
    if not all(0 <= c < e for c, e in zip(coord, extents)):
        return (call, ERROR, UNREDUCED)
    return (call, point_text(sample["expected"]), None)


def measure(record):
    layout = Layout.read(record["self"])
    axis = "".join(f", {a}" for a in record["args"])
    return [(f"{record['op']}({layout.text()}{axis})",
             str(record["expected"]), None)]


def grouped(layout, value, separators):
    """The iters that TIRx returned, in the dimensions it returned."""
    iters = Layout.read(value, layout.size()).iters()
    return Layout([iters[b:e] for b, e in zip(separators, separators[1:])],
                  layout.replica, layout.offset, layout.swizzle)


def group_rows(layout, value, shape, separators):
    if len(shape) > 8:
        raise Skip("more than 8 dimensions")
    result = grouped(layout, value, separators)
    return [(f"group({layout.text()}, {list(shape)})", result.merged().text(),
             result.rejected())]


def group(record):
    shape = record["args"][0]
    layout = Layout.read(record["self"], product(shape))
    if "raises" in record["expected"]:
        return [(f"group({layout.text()}, {list(shape)})", ERROR, None)]
    value, separators = record["expected"]
    return group_rows(layout, value, shape, separators)


def group_many(record):
    shapes = record["args"][0]
    layout = Layout.read(record["self"], product(shapes[0]))
    call = str([e for e, _, _ in layout.merged().iters()])
    for shape in shapes:
        call = f"refine({call}, {list(shape)})"
    if "raises" in record["expected"]:
        return [(call, ERROR, None)]
    value, separators = record["expected"]
    rows = []
    for shape, seps in zip(shapes, separators):
        rows += group_rows(layout, value, shape, seps)
    given = layout.iters()
    if layout.merged().iters() == [i for i in given if i[0] > 1]:
        extents = [e for e, _, _ in Layout.read(value, layout.size()).iters()]
        rows.append((call, str([e for e in extents if e > 1]), None))
    return rows


def permute_dims(record):
    """Each iter is a dimension."""
    dims, = arguments(record, "perm")
    layout = Layout.read(record["self"])
    iters = layout.iters()
    if len(iters) > 8:
        raise Skip("more than 8 dimensions")
    return permute_by_groups(
        dict(record, args=[list(range(len(iters) + 1)), dims], kwargs={}))


def permute_by_groups(record):
    separators, dims = record["args"]
    layout = Layout.read(record["self"])
    if "raises" in record["expected"]:
        layout = grouped(layout, record["self"], separators)
        return [(f"permute_dims({layout.text()}, {dims})", ERROR, None)]
    layout = grouped(layout, record["self"], separators)
    expected, _ = result_of(record, layout.size())
    permuted = [layout.dims[d] for d in dims]
    ends = [0]
    for dim in permuted:
        ends.append(ends[-1] + len(dim))
    result = grouped(layout, record["expected"], ends)
    return shown(record, f"permute_dims({layout.text()}, {dims})", result)


def is_blended(swizzle, far, near):
    """Whether the swizzle of far + near is not far + the swizzle of near."""
    if not swizzle:
        return False
    period = 1 << swizzle[0] + swizzle[1] + abs(swizzle[2])
    if all(p % period == 0 for p in far):
        return False
    return any(swizzled(swizzle, f + n) != f + swizzled(swizzle, n)
               for f in far for n in near)


def places(layout, scale):
    """All places along m before the swizzle."""
    result = {layout.offset.get("m", 0)}
    for e, s, a in layout.all_iters():
        if a == "m":
            result = {p + d * s * scale for p in result for d in range(e)}
    return result


def combine(record, name, left, right, scaled):
    """left and right: (layout, shape)."""
    texts = [in_shape(layout, shape) for layout, shape in (left, right)]
    call = f"{name}({texts[0]}, {texts[1]})"
    scale = right[0].span("m") if scaled else 1
    if is_blended(right[0].swizzle, places(left[0], scale),
                  places(right[0], 1)):
        return [(call, ERROR, BLENDED)]
    size = left[0].size() * right[0].size()
    expected, why = result_of(record, size)
    if expected is None or why:
        return [(call, ERROR, why)]
    flat = call if len(left[1]) == 1 else f"{call}.reshape([{size}])"
    return shown(record, flat, expected)


def arguments(record, *names):
    given = dict(zip(names, record["args"]))
    given.update(record.get("kwargs", {}))
    return [given[name] for name in names]


def tile(record):
    outer, outer_shape, inner_shape = arguments(record, "outer", "outer_shape",
                                                "inner_shape")
    inner = Layout.read(record["self"], product(inner_shape))
    outer = Layout.read(outer, product(outer_shape))
    return combine(record, "tile", (outer, outer_shape), (inner, inner_shape),
                   True)


def direct_sum(record):
    left, left_shape, right_shape = arguments(record, "left", "left_shape",
                                              "right_shape")
    right = Layout.read(record["self"], product(right_shape))
    left = Layout.read(left, product(left_shape))
    return combine(record, "direct_sum", (left, left_shape),
                   (right, right_shape), False)


def tile_to(record):
    shape, current = arguments(record, "to_shape", "current_shape")
    layout = Layout.read(record["self"], product(current))
    call = f"tile_to({in_shape(layout, current)}, {list(shape)})"
    if len(shape) != len(current) or any(s % c for s, c in zip(shape, current)):
        return [(call, ERROR, None)]
    times = product(shape) // product(current)
    expected, why = result_of(record, product(shape))
    blended = is_blended(layout.swizzle,
                         {layout.span("m") * i for i in range(times)},
                         places(layout, 1))
    if expected is None or why or blended:
        return [(call, ERROR, why or (BLENDED if blended else None))]
    return shown(record, f"{call}.reshape([{product(shape)}])", expected)


def window(dim, begin, extent):
    """The digits of a window along one dimension; None where it has none."""
    def place(i):
        point = {}
        i += begin
        for e, s, a in reversed(dim):
            i, digit = divmod(i, e)
            point[a] = point.get(a, 0) + digit * s
        return point

    def rise(i, k):
        before, after = place(i), place(k)
        moved = {a: after[a] - before[a] for a in after}
        return {a: d for a, d in moved.items() if d}
    digits, step = [], 1
    while extent > 1:
        steps = [rise(i * step, (i + 1) * step) for i in range(extent - 1)]
        run = 1
        while run < extent and steps[run - 1] == steps[0]:
            run += 1
        if extent % run or len(steps[0]) > 1 or any(
                s != steps[0] for i, s in enumerate(steps) if (i + 1) % run):
            return None
        axis, stride = (list(steps[0].items()) or [("m", 0)])[0]
        if stride < 0:
            return None
        digits.insert(0, (run, stride, axis))
        step *= run
        extent //= run
    return digits


def slice_(record):
    shape, region = record["args"]
    layout = Layout.read(record["self"], product(shape))
    if not all(is_number(n) for pair in region for n in pair):
        raise Skip("symbolic")
    begins = [b for b, _ in region]
    extents = [e - b for b, e in region]
    call = f"slice({in_shape(layout, shape)}, {begins}, {extents})"
    parts = layout.reshaped(shape)
    if parts is None:
        return [(call, ERROR, None)]
    if not all(0 <= b < e <= s for (b, e), s in zip(region, shape)):
        return [(call, ERROR, UNCHECKED)]
    expected, why = result_of(record, product(extents))
    flat = f"{call}.reshape([{product(extents)}])" if len(shape) > 1 else call
    if expected is not None:
        return [(call, ERROR, why)] if why else shown(record, flat, expected)
    dims = [window(d, b, e) for d, b, e in zip(parts.dims, begins, extents)]
    if None in dims:
        return [(call, ERROR, None)]
    first = Layout(parts.dims, (), layout.offset).place(flatten(begins, shape))
    found = Layout(dims, layout.replica, first, layout.swizzle)
    return [(call, found.merged().text(), FOUND)]


def pack(record):
    op, n = record["op"], record["args"][0]
    layout = Layout.read(record["self"])
    call = f"{op}({layout.text()}, {n})"
    expected, why = result_of(record, None)
    others = [i for i in layout.all_iters() if i[2] != "m"]
    inside = [i for i in layout.iters() if i[0] > 1]
    if expected is None or why:
        return [(call, ERROR, why)]
    kept = [(e, s, a) for e, s, a in layout.iters()]
    if op == "unpack":
        kept = [(e, s * n if a == "m" else s, a) for e, s, a in kept]
        kept.append((n, 1, "m"))
    else:
        if not inside or inside[-1][1:] != (1, "m") or inside[-1][0] % n:
            return [(call, ERROR, None)]
        if any(s % n for e, s, a in kept[:-1] if a == "m" and e > 1) or any(
                s % n for e, s, a in layout.replica if a == "m") or (
                layout.offset.get("m", 0) % n):
            return [(call, ERROR, PACKED_ODD)]
        last = max(k for k, i in enumerate(kept) if i[0] > 1)
        kept = [(e // n, 1, a) if k == last else
                (e, s // n if a == "m" else s, a)
                for k, (e, s, a) in enumerate(kept)]
    if others:
        scale = (lambda v: v * n) if op == "unpack" else (lambda v: v // n)
        right = Layout([kept],
                       [(e, scale(s) if a == "m" else s, a)
                        for e, s, a in layout.replica],
                       {a: scale(o) if a == "m" else o
                        for a, o in layout.offset.items()}, expected.swizzle)
        if right.merged().text() != expected.text():
            return [(call, right.merged().text(), PACKED_THREADS)]
    return shown(record, call, expected)


def apply_to_shape(record):
    coord, shape = record["args"]
    extents = [e for e, _, _ in Layout.read(record["self"]).iters()]
    digits = ",".join(map(str, record["expected"]))
    index = flatten(coord, shape)
    if len(extents) == 1:
        return [(f"idx2crd({index}, {extents[0]})", digits, None)]
    fastest_first = ",".join(map(str, reversed(extents)))
    return [(f"reverse(idx2crd({index}, ({fastest_first})))", f"({digits})",
             None)]


OPERATIONS = {
    "canonicalize": canonicalize, "apply": apply, "span": measure,
    "size": measure, "slice": slice_, "tile": tile, "direct_sum": direct_sum,
    "group": group, "group_many": group_many, "tile_to": tile_to,
    "permute_by_groups": permute_by_groups, "permute_dims": permute_dims,
    "pack": pack, "unpack": pack, "apply_to_shape": apply_to_shape,
}


def rejected_input(record):
    """A layout that the record is about and that is none here, and why."""
    given = [record["self"], *record.get("args", []),
             *record.get("kwargs", {}).values()]
    for value in given:
        if isinstance(value, dict):
            layout = Layout.read(value)
            why = layout.rejected()
            if why:
                return [(layout.text(), ERROR, why)]
    return None


def main(path):
    operation = None
    seen = set()
    for line in open(path, encoding="utf-8"):
        if not line.strip():
            continue
        record = json.loads(line)
        if record["op"] != operation:
            operation = record["op"]
            print(f"# {operation}")
        try:
            if operation not in OPERATIONS:
                raise Skip("an operation without rows")
            rows = rejected_input(record) or OPERATIONS[operation](record)
        except Skip as reason:
            print(f"# not a row ({reason}): {operation} of "
                  f"{json.dumps(record['self'])[:160]}")
            continue
        for expression, result, why in rows:
            row = f"{expression} => {result}"
            if row in seen:
                continue
            seen.add(row)
            if why:
                print(f"# {why}")
            print(row)


if __name__ == "__main__":
    main(sys.argv[1])
