"""Meets every limit of a page, and goes one past it.

usage: limits.py PAGE FOLDER

PAGE has a table of limits, which `tl-doc` prints from include/tl/limits.h.  Of each,
a function here makes a command on the input that has so much, or, where so much is
none, a little more.  At the limit the command succeeds; past it it says what is
expected.
"""
import json
import re
import subprocess
import sys

page, folder = sys.argv[1:]


def many(count, item="2", between=", "):
    return between.join(item.replace("#", str(i)) for i in range(count))


def refused(command):
    """A command whose answer is no."""
    return ["sh", "-c", '"$@"; test $? = 1', "sh", *command]


def layout(command, *words):
    return ["tl-layout", *command.split(), *words]


def module(text, tool="tl-opt"):
    """A command on a file of that text."""
    name = f"{folder}/input{module.count}.mlir"
    module.count += 1
    with open(name, "w") as file:
        file.write(text)
    return [*tool.split(), name]


module.count = 0


def cute(shape, stride):
    return layout("eval", f"({shape}):({stride})")


def nested(count):
    """A tuple of two integers in as many integers and parentheses."""
    deep = count - 3
    return cute("(" * deep + "2,3" + ")" * deep, "(" * deep + "1,2" + ")" * deep)


def swizzled(count):
    """A swizzle that moves nothing, which is seen by looking at each element."""
    return refused(layout("check", f"S[({(count + 1) // 2}, 2) : (8, 1)]"
                          " + swizzle(base = 0, bits = 1, shift = 1)"))


def same_swizzle(count):
    swizzle = f"Sw<1,0,3> o 0 o ({count}):(1)"
    return layout("eval", f"composition({swizzle}, {swizzle})")


def brackets(count):
    """In a report, beside a copy that has nothing to certify."""
    name, deep = f"{folder}/brackets.json", count - 2
    with open(name, "w") as file:
        file.write('[{"x": ' + "[" * deep + "]" * deep + "}]\n")
    return refused(layout("certify", name))


def words(count):
    """Two of four lanes swap all that they have."""
    return layout("exchange --type f32", f"spatial(2, 2).local(1, {count})",
                  f"column_spatial(2, 2).local(1, {count})")


def strides(count):
    extents, unknown = "2x" * count, many(count, "?")
    memory = f"memref<{extents}f32, strided<[{unknown}]>>"
    held = f"#tl.register<local({many(count)})>"
    return module(f"""func.func @f(%A: {memory}) {{
  %v = tl.load %A as {held} scope thread : {memory} to vector<{2 ** count}xf32>
  return
}}""", "tl-opt --lower-layout-copies")


def registers(count):
    memory = f"memref<{count}xf32>"
    return module(f"""func.func @f(%A: {memory}) -> vector<{count}xf32> {{
  %v = tl.load %A as #tl.register<local({count})> scope thread : {memory} to vector<{count}xf32>
  return %v : vector<{count}xf32>
}}""")


def ends(count):
    stores = many(count - 1, "  tl.store %v as auto to %B scope warp : "
                  "vector<4xf32> to memref<16x8xf32>\n", "")
    return module(f"""func.func @f(%A: memref<16x8xf32>, %B: memref<16x8xf32>) {{
  %v = tl.load %A as auto scope warp : memref<16x8xf32> to vector<4xf32>
{stores}  return
}}""", "tl-opt --tl-assign-fragments")


def accessors(count):
    """Loads by different fragments of one buffer."""
    memory = "memref<8x16xf32, 3>"
    fragments = [f"{name}({rows}, {32 // rows}).local({8 // rows}, {rows // 2})"
                 for name in ("spatial", "column_spatial") for rows in (2, 4, 8)]
    fragments += [".".join(reversed(re.findall(r"\w+\(.*?\)", text)))
                  for text in fragments]
    loads = "".join(f"  %v{i} = tl.load %S layout auto as #tl.register<{text}> "
                    f"scope warp : {memory} to vector<4xf32>\n"
                    for i, text in enumerate(fragments[:count]))
    return module(f"""func.func @f() attributes {{gpu.known_block_size = array<i32: 32, 1, 1>}} {{
  %S = memref.alloc() : {memory}
{loads}  return
}}""", "tl-opt --tl-assign-shared-layouts")


def buffer(count):
    memory = f"memref<{count}xf32, 3>"
    return module(f"""func.func @f() attributes {{gpu.known_block_size = array<i32: 32, 1, 1>}} {{
  %S = memref.alloc() : {memory}
  %v = tl.load %S[0] layout auto as #tl.register<spatial(32)> scope warp : {memory} to vector<1xf32>
  return
}}""", "tl-opt --tl-assign-shared-layouts")


def tile(count):
    memory = f"memref<{count}xf32"
    return module(f"""func.func @f(%A: {memory}>, %B: {memory}, 3>) attributes {{gpu.known_block_size = array<i32: 32, 1, 1>}} {{
  tl.copy %A to %B scope cta : {memory}> to {memory}, 3>
  return
}}""", "tl-opt --tl-synthesize-partition")


def picture(count):
    """The squarest one, since TeX has no room for long ones."""
    rows = max(n for n in range(1, 65) if count % n == 0)
    return layout("show --latex", f"S[({rows}, {count // rows}) : (1, {rows})]")


def names(count):
    lines = many(count, "name_# = 2:1", "\\n")
    return ["sh", "-c", f"printf '{lines}\\n' | tl-layout repl"]


def inputs(count):
    return module(f"""func.func @f(%m: memref<1xindex>) {{
  %c = arith.constant 0 : index
  %x = affine.apply affine_map<({many(count, 'd#')}) -> (d0)>({many(count, '%c')})
  memref.store %x, %m[%c] : memref<1xindex>
  return
}}""", "tl-sim")


def arguments(count):
    return module(f"""func.func @f({many(count, '%a#: memref<1xf32>')}) {{
  return
}}""", "tl-sim")


def threads(count):
    return [*module("func.func @f() {\n  return\n}", "tl-sim"), f"--block={count}"]


def blocks(count):
    return [*module("func.func @f() {\n  return\n}", "tl-sim"), "--block=1",
            f"--grid={count}"]


def grid_rows(count):
    return [*module("func.func @f() {\n  return\n}", "tl-sim"), "--block=1",
            f"--grid=1,{count}"]


def kernels(count):
    return [*module("func.func @f() {\n  return\n}", "tl-sim"), "--block=1",
            *["--kernel=f"] * count]


def pipelines(count):
    body = "  %c = arith.constant 1 : index\n  return"
    return [*module(f"func.func @f() {{\n{body}\n}}", "tl-sim"), "--block=1",
            *["--verify-lowering=cse,canonicalize"] * count]


def alignment(number):
    return [*module("func.func @f() {\n  return\n}", "tl-sim"),
            f"--align={number}"]


def linear(count):
    bases = many(count, "[0]")
    return layout("eval", f"linear(register = [{bases}], lane = [], warp = [], shape = [1])")


def twisted(count):
    """Of 1024 threads, which hold the rest."""
    bases = [f"[{1 << k}]" for k in range(count)]
    bases[1] = "[3]"
    register, lane, warp = (", ".join(part) for part in (
        bases[:count - 10], bases[count - 10:count - 5], bases[count - 5:]))
    return layout("check", f"linear(register = [{register}], lane = [{lane}], "
                  f"warp = [{warp}], shape = [{1 << count}])")


def panels(count):
    """Of accesses that begin a sector, and of others, by turns."""
    return layout("banks --global --all --svg --type f32",
                  f"local({count}, 1).spatial(1, 32)", f"S[({count}, 32) : (1004, 1)]")


def accesses(count):
    """Of a block of 1024 threads, and of one more thread."""
    turns, more = divmod(count, 1024)
    return module(f"""func.func @f(%A: memref<1024xf32>) attributes {{gpu.known_block_size = array<i32: 1024, 1, 1>}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {turns} : index
  %more = arith.constant {more} : index
  %t = gpu.thread_id x
  scf.for %i = %c0 to %n step %c1 {{
    %v = memref.load %A[%t] : memref<1024xf32>
  }}
  %is_more = arith.cmpi ult, %t, %more : index
  scf.if %is_more {{
    %v = memref.load %A[%t] : memref<1024xf32>
  }}
  return
}}""", "tl-sim --explain")


def places(count):
    """Of 1024 threads, who have so many in all, or a few more."""
    fragment = f"local({(count + 1023) // 1024}).spatial(1024)"
    return layout("exchange --type f32", fragment, fragment)


def parts(count):
    """Of two warps, whose registers are combined in each of their threads."""
    each = (count + 1) // 2
    held, memory = f"vector<{each}xf32>", f"memref<{8 * each}xi8, 3>"
    return module(f"""func.func @f(%v: {held}, %S: {memory} {{llvm.align = 4 : i64}}) -> {held} attributes {{gpu.known_block_size = array<i32: 64, 1, 1>}} {{
  %r = tl.reduce %v as #tl.register<spatial(64, 1).local(1, {each})> over [0] kind <add> scope cta using %S : {held}, {memory} to {held}
  return %r : {held}
}}""", "tl-opt --lower-layout-copies")


def targets(count):
    return module(f"""gpu.module @m [{", ".join(['#nvvm.target<chip = "sm_90">'] * count)}] {{
  gpu.func @f(%A: memref<32xf32>, %v: vector<1xf32>) kernel {{
    tl.store %v as #tl.register<spatial(32)> to %A scope warp : vector<1xf32> to memref<32xf32>
    gpu.return
  }}
}}""", "tl-opt --lower-layout-copies")


def certificates(count):
    """A report of a load, with its certificate as often as said."""
    load = module("""func.func @f(%A: memref<32xf32>) {
  %v = tl.load %A as #tl.register<spatial(32)> scope warp : memref<32xf32> to vector<1xf32>
  return
}""")[-1]
    report = load.replace(".mlir", ".json")
    subprocess.run(["tl-opt", f"--lower-layout-copies=report={report}", load],
                   capture_output=True, check=True)
    with open(report) as file:
        records = json.load(file)
    records[0]["certificates"] *= count
    with open(report, "w") as file:
        json.dump(records, file)
    return layout("certify", report)


def instructions(count):
    """Of a function of so many, most of which it calls."""
    zero = "  %z# = arith.constant 0 : index\n"
    calls, rest = divmod(count - 1, 1024)
    return module(f"""func.func private @g() {{
{many(1022, zero, "")}  return
}}
func.func @f() {{
{many(calls, "  call @g() : () -> ()", chr(10))}
{many(rest, zero, "")}  return
}}""", "tl-sim")


def faults(count):
    reads = many(count, "  %x# = memref.load %A[%c] : memref<1xf32>\n", "")
    return refused(module(f"""func.func @f(%A: memref<1xf32>) {{
  %c = arith.constant 1 : index
{reads}  return
}}""", "tl-sim"))


def ptx(body, parameters=""):
    text = (".version 8.0\n.target sm_90\n.address_size 64\n"
            f".visible .entry f({parameters})\n{{\n{body}\nret;\n}}\n")
    name = f"{folder}/kernel{ptx.count}.ptx"
    ptx.count += 1
    with open(name, "w") as file:
        file.write(text)
    return name


ptx.count = 0


def braces(count):
    return kernel("{\n" * count + "}\n" * count)


def kernel(body):
    return [*module("func.func @f() {\n  return\n}", "tl-sim"),
            f"--ptx={ptx(body)}"]


def shared_bytes(count):
    """Of which each has a mark; one is in front, and a gap behind."""
    return kernel(f".shared .b8 s[{(count + 1) // 2 - 257}];")


def parameters(count):
    """More than the function has."""
    file = ptx("", many(count, ".param .u32 p#"))
    return refused([*module("func.func @f() {\n  return\n}", "tl-sim"),
                    f"--ptx={file}"])


# Of each limit: the command on so much, and what one past it says.
LIMITS = {
    "TL_MAX_PICTURE": (
        picture, "2049 elements are more than the 2048 of a drawing"),
    "TL_MAX_NAMES": (names, "a session has at most 256 names"),
    "TL_MAX_MAP_INPUTS": (inputs, "has a map of more than 32 inputs"),
    "TL_PTX_MAX_PARAMETERS": (parameters, "has more than 512 parameters"),
    "TL_MAX_RANK": (
        lambda n: layout("eval", f"S[({many(n)}) : ({many(n, '1')})]"),
        "rank 9 is above the supported rank 8"),
    "TL_MAX_ITERS": (
        lambda n: layout("eval", f"S[(({many(n)})) : (({many(n, '1')}))]"),
        "more than 32 items; at most 32 are supported"),
    "TL_MAX_NODES": (
        nested, "2 integers and 65 integers and parentheses is needed; at most "
        "32 and 64 are supported"),
    "TL_MAX_BASIS_DEPTH": (
        lambda n: layout("eval", "2:1@" + many(n, "0", "@")),
        "at depth 9; at most 32 items at depth 8 are supported"),
    "TL_MAX_PLACE_ITEMS": (
        lambda n: cute(many(n), many(n, "1@#")),
        "a coordinate of more than 16 integers"),
    "TL_MAX_SYMBOLS": (
        strides, "more than 7 strides are known only at run time"),
    "TL_MAX_EXPRESSION_DEPTH": (
        lambda n: layout("eval", "(" * (n - 1) + "S[2 : 1]" + ")" * (n - 1)),
        "expressions nest more than 64 deep"),
    "TL_MAX_RUN_TIME": (
        lambda n: cute(many(n, "n#{div 2}"), many(n, "1")),
        "more than 6 numbers are known only at run time"),
    "TL_MOST_RUN_TIME": (
        lambda n: cute(f"n{{div 2}}, {n}", "1, 1"),
        "undecided: beside numbers known only at run time integers are at most "
        "16777216, got 16777217"),
    "TL_QUESTION_STEPS": (swizzled, "        1           2           1"),
    "TL_MAX_ENUMERATED": (
        same_swizzle, "cannot prove a composition of swizzles with 65537 "
        "coordinates (at most 65536 are compared)"),
    "TL_MAX_PRINTED": (
        lambda n: layout("eval", f"values(S[{n} : 1])"),
        "a list of 1048577 elements is too long; at most 1048576 are listed"),
    "TL_GRID_MOST": (
        lambda n: layout("show --all --svg", f"S[{n} : 1]"),
        "1048577 elements are more than the 1048576 of a drawing"),
    "TL_MAX_CELLS": (
        lambda n: layout("show --svg", f"S[{n} : 1]"),
        "16385 elements are more than the 16384 of a drawing; --all draws them"),
    "TL_MAX_ARROWS": (
        lambda n: layout("show --svg", f"local({n})", f"local({n})"),
        "4097 slots of 1 threads are more than the 4096 of a drawing"),
    "TL_MAX_TABLE_ACCESSES": (
        lambda n: layout("banks --type f32", f"local({n})", f"S[{n} : 2]"),
        "65537 accesses of a thread are more than the 65536 of a table"),
    "TL_JSON_MOST_DEPTH": (brackets, "at most 64 brackets in each other"),
    "TL_MAX_CONVERSION_SLOTS": (
        lambda n: layout("exchange --type f32", f"local({n})", f"local({n})"),
        "the source has 513 registers a thread; conversions look at 512 at most"),
    "TL_MAX_LISTED": (
        linear, "a list of lists holds at most 16 lists of 8 integers"),
    "TL_MAX_TWIST": (
        twisted, "more than 24 bases move; that many are supported where they are "
        "not single bits"),
    "TL_MAX_PANELS": (panels, "more accesses differ"),
    "TL_MAX_TRACED": (
        accesses, "the rest is not explained: the first 2097152 accesses are"),
    "TL_MAX_CONVERSION_PLACES": (
        places, "registers of 1024 threads; conversions look at 131072 at most"),
    "TL_MAX_REDUCED_REGISTERS": (
        parts, "combines 2 parts of 513 registers in every thread; at most 1024 fit"),
    "TL_MAX_MODULE_TARGETS": (targets, "has 17 targets; it can have 16"),
    "TL_MAX_CERTIFICATES": (certificates, "more than 8 certificates"),
    "TL_MAX_INSTRUCTIONS": (
        instructions, "is operation 1048577 of a function with all that it "
        "calls; at most 1048576 are simulated"),
    "TL_MAX_FAULTS": (faults, "has a fault after 20 others: the simulation stops here"),
    "TL_MAX_ROUNDS": (
        words, "257 words go from lane to lane; shuffles are at most 256"),
    "TL_MAX_REGISTERS": (
        registers, "1025 elements; at most 1024 fit the registers of a thread"),
    "TL_FRAGMENT_MOST_ENDS": (
        ends, "more than 8 copies and conversions; give it a layout"),
    "TL_SHARED_MOST_ACCESSORS": (
        accessors, "there are more than 8 different accesses to a buffer"),
    "TL_MAX_BUFFER": (buffer, "its buffer has more than 1073741824 elements"),
    "TL_MAX_TILE": (
        tile, "the tile has 1073741825 elements, more than 1073741824"),
    "TL_MAX_THREADS": (threads, "cannot read --block=1025"),
    "TL_MAX_BLOCKS": (blocks, "cannot read --grid=1048577"),
    "TL_MAX_GRID_YZ": (
        grid_rows, "has a grid of 65537 blocks along y; there can be 1 to 65536"),
    "TL_MAX_KERNELS": (
        kernels, "--kernel=f is one too many; 64 kernels are named at once"),
    "TL_MAX_PIPELINES": (
        pipelines, "is one too many; 16 pipelines are compared at once"),
    "TL_MAX_ALIGNMENT": (alignment, "cannot read --align=4097"),
    "TL_MAX_ARGUMENTS": (arguments, "has more than 64 arguments"),
    "TL_PTX_MAX_STATEMENTS": (
        lambda n: kernel("ret;\n" * (n - 1)), "more than 262144 statements"),
    "TL_PTX_MAX_REGISTERS": (
        lambda n: kernel(f".reg .b32 %r<{n - 1}>, %q;"),
        "the kernel has more than 262144 registers"),
    "TL_PTX_MAX_BYTES": (
        shared_bytes, "of a block have 536870914 bytes, more than 536870912"),
    "TL_PTX_MAX_DEPTH": (braces, "braces are more than 64 deep"),
}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def check(name, limit):
    make, says = LIMITS[name]
    status, text = run(make(limit))
    problems = []
    if status or says in text:
        problems.append(f"at {limit}: status {status}, {text[:300]}")
    status, text = run(make(limit + 1))
    if says not in text:
        problems.append(f"past {limit}: status {status}, not '{says}': {text[:300]}")
    return problems


with open(page) as file:
    rows = re.findall(r"^\| `(TL_\w+)` \| (\d+) \|", file.read(), re.M)
failures = [f"{name}: no input meets it" for name, _ in rows if name not in LIMITS]
failures += [f"{name}: not of the page" for name in LIMITS if name not in dict(rows)]
for name, number in rows:
    if name in LIMITS:
        failures += [f"{name}: {problem}" for problem in check(name, int(number))]
print("\n".join(f"FAILED {failure}" for failure in failures))
print(f"{len(rows)} limits, {len(failures)} failures")
