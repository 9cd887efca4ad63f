"""Prints a page, in which parts about rules are filled from the tests.

usage: diagnostics.py PAGE ROOT

  <!-- rule V12 -->     what the rule says, an example that breaks it, the error
  <!-- rules T -->      a table of the rules with that letter: rule and error
  <!-- rule end -->

What a rule says stands in operations.md, which is printed from the rows of the
code.  Its example is the shortest of those in test/dialect/tl.*.mlir that
begin with `// V12`, in the assembly of the operation where there is one so; the
error is what tl-opt says of it.
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


def examples(root):
    """The best example of each rule, by its label."""
    best = {}
    for path in sorted(glob.glob(f"{root}/test/dialect/tl.*.mlir")):
        with open(path) as file:
            sections = file.read().split("// -----\n")
        for section in sections:
            label = re.search(r"^// ([VTP]\d+)(?=[:,]|$)", section, re.MULTILINE)
            code = "\n".join(line for line in section.splitlines()
                             if line and not line.lstrip().startswith("//"))
            example = Example('"tl.' in code, len(code), code)
            if label and "expected-error" in section and example < best.get(label[1], (True, 1 << 30, "")):
                best[label[1]] = example
    return best


def errors(codes):
    """What tl-opt says of each, its first error."""
    text, numbers = "", []
    for number, code in enumerate(codes):
        text += f"{code}\n// -----\n"
        numbers += [number] * (code.count("\n") + 2)
    done = subprocess.run(
        ["tl-opt", "--tl-normalize-layouts", "--allow-unregistered-dialect",
         "--split-input-file", "-"],
        input=text, capture_output=True, text=True)
    said = {}
    for line, message in re.findall(r"^<stdin>:(\d+):\d+: error: (.*)",
                                    done.stderr, re.MULTILINE):
        said.setdefault(numbers[int(line) - 1], message)
    return [said[number] for number in range(len(codes))]


def escaped(message):
    """As Markdown shows it, whatever brackets and stars stand in it."""
    return re.sub(r"([\\`*_<>\[\]#|])", r"\\\1", message)


def part(text, code, error):
    return (f"{text[0].upper()}{text[1:]}.\n\n```mlir-invalid\n{code}\n```\n\n"
            f"> {escaped(error)}\n")


def by_number(rule):
    return int(rule[0][1:])


def table(letter, texts, told):
    rows = [f"| {label} | {text} | {escaped(told[label])} |\n"
            for label, text in sorted(texts.items(), key=by_number)
            if label[0] == letter]
    return "| rule | | for example |\n|---|---|---|\n" + "".join(rows)


def main(page, root):
    texts, found = rules(root), examples(root)
    for label in sorted(texts.keys() - found.keys()):
        sys.exit(f"no example in test/dialect/ begins with // {label}")
    labels = sorted(texts)
    told = dict(zip(labels, errors([found[label].code for label in labels])))
    with open(page) as file:
        text = file.read()
    shown = set(re.findall(r"^<!-- rule ([VTP]\d+) -->", text, re.MULTILINE))
    shown |= {label for letter in re.findall(r"^<!-- rules (\w) -->", text, re.MULTILINE)
              for label in labels if label[0] == letter}
    for label in set(labels) - shown:
        sys.exit(f"{page} does not speak of {label}")

    def fill(match):
        body = (table(match[3], texts, told) if match[3] else
                part(texts[match[2]], found[match[2]].code, told[match[2]]))
        return f"{match[1]}{body}<!-- rule end -->"

    sys.stdout.write(re.sub(
        r"(<!-- (?:rule ([VTP]\d+)|rules (\w)) -->\n).*?<!-- rule end -->", fill,
        text, flags=re.DOTALL))


main(*sys.argv[1:])
