"""Prints a page, in which parts about rules are filled from the tests.

usage: diagnostics.py PAGE ROOT

  <!-- rule V12 -->     what the rule says, an example that breaks it, the error
  <!-- rule end -->
  <!-- ptx messages -->     what tl-sim says of PTX that is none
  <!-- ptx end -->

What a rule V, T or P says stands in operations.md, which is printed from the rows
of the code.  Its example is the shortest of those in test/dialect/tl.*.mlir that
begin with `// V12`, in the assembly of the operation where there is one so; the
error is what tl-opt says of it.  A rule W stands in passes.md, its example is the
shortest of test/passes/tl-convert-copies-*.mlir of which one remark has it and no
other has one, and that remark is what is said.  Of PTX, ptx-messages.rows beside
the tests of the simulator has what is made wrong, and what to do; every message of
the code is one of those that are said, but for those of limits.
"""
import collections
import glob
import re
import subprocess
import sys
import tempfile

Example = collections.namedtuple("Example", "is_generic size code")


def rules(root):
    """What each rule says, by its label."""
    with open(f"{root}/python-free-docs/operations.md") as file:
        return dict(re.findall(r"^\| ([VTP]\d+) \| (.*) \|$", file.read(),
                               re.MULTILINE))


def conversion_rules(root):
    """What each rule of tl-convert-copies says, by its label."""
    with open(f"{root}/python-free-docs/passes.md") as file:
        return dict(re.findall(r"^\| (W\d+) \| (.*?) \| .* \|$", file.read(),
                               re.MULTILINE))


def sections(root, tests):
    for path in sorted(glob.glob(f"{root}/{tests}")):
        with open(path) as file:
            for section in file.read().split("// -----\n"):
                yield section, "\n".join(
                    line for line in section.splitlines()
                    if line and not line.lstrip().startswith("//"))


def conversion_examples(root):
    """The best example of each rule of tl-convert-copies, by its label."""
    best = {}
    for section, code in sections(root, "test/passes/tl-convert-copies-*.mlir"):
        labels = re.findall(r"expected-remark.*\b(W\d+):", section)
        label = labels[0] if len(labels) == 1 else None
        example = Example(False, len(code), code)
        if label and section.count("expected-remark") == 1 and \
                example < best.get(label, (True,)):
            best[label] = example
    return best


def examples(root):
    """The best example of each rule of an operation, by its label."""
    best = {}
    for section, code in sections(root, "test/dialect/tl.*.mlir"):
        label = re.search(r"^// ([VTP]\d+)(?=[:,]|$)", section, re.MULTILINE)
        example = Example('"tl.' in code, len(code), code)
        if label and "expected-error" in section and example < best.get(label[1], (True, 1 << 30, "")):
            best[label[1]] = example
    return best


def errors(codes, option, said_as):
    """The first that tl-opt says of each."""
    text, numbers = "", []
    for number, code in enumerate(codes):
        text += f"{code}\n// -----\n"
        numbers += [number] * (code.count("\n") + 2)
    done = subprocess.run(
        ["tl-opt", option, "--allow-unregistered-dialect", "--split-input-file",
         "-"],
        input=text, capture_output=True, text=True)
    said = {}
    for line, message in re.findall(rf"^<stdin>:(\d+):\d+: {said_as}: (.*)",
                                    done.stderr, re.MULTILINE):
        said.setdefault(numbers[int(line) - 1], message)
    return [said[number] for number in range(len(codes))]


def escaped(message):
    """As Markdown shows it, whatever brackets and stars stand in it."""
    return re.sub(r"([\\`*_<>\[\]#|])", r"\\\1", message)


def part(text, kind, code, error):
    return (f"{text[0].upper()}{text[1:]}.\n\n```{kind}\n{code}\n```\n\n"
            f"> {escaped(error)}\n")


def parts(texts, found, kind, option, said_as):
    """What the page has of each rule, by its label."""
    for label in sorted(texts.keys() - found.keys()):
        sys.exit(f"no test has an example of {label}")
    codes = {label: found[label].code for label in texts}
    said = errors(codes.values(), option, said_as)
    return {label: part(texts[label], kind, code, error)
            for (label, code), error in zip(codes.items(), said)}


def formats(root):
    """Patterns of the messages of the code, but of limits and where memory ends."""
    found = []
    for path in glob.glob(f"{root}/passes/simulator/ptx/*.c") + \
            [f"{root}/passes/simulator/run_ptx.c"]:
        with open(path) as file:
            for literals in re.findall(
                    r'tl_ptx_fail\([^";]*((?:"[^"]*"\s*(?:PRI\w+)?\s*)+)', file.read()):
                text = "".join(re.findall(r'"([^"]*)"', literals))
                parts = re.split(r"%[.*lx\d]*[dsx]|%", text)
                found.append((text, ".*".join(map(re.escape, parts))))
    return [pattern for text, pattern in found if not re.search(
        r"needs more memory|(have|has|are) more than %d (registers|statements|deep|"
        r"parameters)", text)]


def ptx_messages(root):
    """A table of what is said of a kernel of PTX after each edit, and what to do."""
    inputs = f"{root}/test/passes/simulator/Inputs"
    said, lines = [], ["| error | what to do |", "|---|---|"]
    with open(f"{inputs}/ptx-messages.rows") as file:
        rows = [line.rstrip("\n").split(" => ") for line in file if line[0] != "#"]
    for edit, advice in rows:
        text = subprocess.run(["sed", edit, f"{inputs}/neighbours.ptx"],
                              capture_output=True, check=True).stdout
        with tempfile.NamedTemporaryFile(suffix=".ptx") as file:
            file.write(text)
            file.flush()
            done = subprocess.run(
                ["tl-sim", "--ptx", file.name, "--like", f"{inputs}/neighbours.mlir",
                 "--arg=2:scalar=50"], capture_output=True, text=True)
        errors = re.findall(r"\.ptx:\d+:1: error: (.*)", done.stderr)
        if done.returncode != 1 or len(errors) != 1:
            sys.exit(f"{edit}: no error at a line of PTX: {done.stderr}")
        said += errors
        lines.append(f"| {escaped(errors[0])} | {advice} |")
    for pattern in formats(root):
        if not any(re.fullmatch(pattern, message) for message in said):
            sys.exit(f"ptx-messages.rows has no edit after which is said: {pattern}")
    return "\n".join(lines) + "\n"


def main(page, root):
    bodies = parts(rules(root), examples(root), "mlir-invalid",
                   "--tl-normalize-layouts", "error")
    bodies |= parts(conversion_rules(root), conversion_examples(root), "mlir",
                    "--tl-convert-copies", "remark")
    with open(page) as file:
        text = file.read()
    shown = set(re.findall(r"^<!-- rule ([VTPW]\d+) -->", text, re.MULTILINE))
    for label in sorted(bodies.keys() - shown):
        sys.exit(f"{page} does not speak of {label}")
    text = re.sub(r"(<!-- ptx messages -->\n).*?<!-- ptx end -->",
                  lambda match: f"{match[1]}{ptx_messages(root)}<!-- ptx end -->", text,
                  flags=re.DOTALL)
    sys.stdout.write(re.sub(
        r"(<!-- rule ([VTPW]\d+) -->\n).*?<!-- rule end -->",
        lambda match: f"{match[1]}{bodies[match[2]]}<!-- rule end -->", text,
        flags=re.DOTALL))


main(*sys.argv[1:])
