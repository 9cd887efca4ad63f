"""Prints a page, in which parts about rules are filled from the tests.

usage: diagnostics.py PAGE ROOT

  <!-- rule V12 -->     what the rule says, an example that breaks it, the error
  <!-- rule end -->

What a rule V, T or P says stands in operations.md, which is printed from the rows
of the code.  Its example is the shortest of those in test/dialect/tl.*.mlir that
begin with `// V12`, in the assembly of the operation where there is one so; the
error is what tl-opt says of it.  A rule W stands in passes.md, its example is the
shortest of test/passes/tl-convert-copies-*.mlir of which one remark has it and no
other has one, and that remark is what is said.
"""
import collections
import glob
import re
import subprocess
import sys

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
    sys.stdout.write(re.sub(
        r"(<!-- rule ([VTPW]\d+) -->\n).*?<!-- rule end -->",
        lambda match: f"{match[1]}{bodies[match[2]]}<!-- rule end -->", text,
        flags=re.DOTALL))


main(*sys.argv[1:])
