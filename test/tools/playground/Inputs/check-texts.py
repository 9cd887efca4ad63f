"""What the playground shows is what tl-layout prints: for layouts that are typed
in, and for every example of the page.

usage: check-texts.py PAGE LAYOUTS

Every command line that the page shows is run as a shell reads it; streams and
statuses must be equal.  LAYOUTS has one a line; below a comment that says so they are wrong.
"""
import json
import os
import shlex
import subprocess
import sys

from page import Playground

path, rows = os.path.realpath(sys.argv[1]), sys.argv[2]
LAYOUT_COMMANDS = ["eval", "show"] + 6 * ["convert"] + ["check", "at"]
counts = {"texts": 0, "pictures": 0, "errors": 0}


def fail(*words):
    sys.exit(" ".join(map(str, words)))


def expect(what, shown, printed):
    if shown != printed:
        fail(f"{what}\nshown:   {shown!r:.2000}\nprinted: {printed!r:.2000}")


def compare(page, result):
    """One place of the page with what its command line does."""
    command = result["command"]
    done = subprocess.run(shlex.split(command), capture_output=True, text=True)
    errors = done.stderr
    if result["brief"]:
        errors = errors.removeprefix("tl-layout: ").split("\n")[0]
    expect(command, result["status"], done.returncode)
    expect(command, result["errors"], errors)
    if result["picture"]:
        expect(command, result["picture"], page.parsed(done.stdout))
        counts["pictures"] += 1
    else:
        expect(command, result["output"], done.stdout)
        counts["texts"] += 1
    counts["errors"] += errors != ""


def check_layout(page, layout, is_wrong):
    page.fill("layout", layout)
    page.settle()
    results = page.results()
    expect(layout, results[0]["status"], int(is_wrong))
    for result in results[:1] if is_wrong else results:
        words = shlex.split(result["command"])
        expect("command", words[:2], ["tl-layout", result["run"].split()[0]])
        if layout not in words:
            fail(f"{layout}: not asked by {result['command']}")
        compare(page, result)
    if not is_wrong:
        expect(layout, [result["run"].split()[0] for result in results],
               LAYOUT_COMMANDS)


def check_layouts(page):
    number, is_wrong = [0, 0], False
    with open(rows) as file:
        for row in file.read().splitlines():
            is_wrong |= row.startswith("# Those that are wrong")
            if row and not row.startswith("# "):
                check_layout(page, row, is_wrong)
                number[is_wrong] += 1
    print("{} layouts and {} that are wrong".format(*number))


def check_examples(page):
    """Clicks on every example, with all of its details open."""
    page.show()
    page.open_details()
    links = page.evaluate("document.querySelectorAll('.examples a').length")
    for i in range(links):
        page.evaluate(f"document.querySelectorAll('.examples a')[{i}].click()")
        page.settle()
        name = page.evaluate(f"document.querySelectorAll('.examples a')[{i}].text")
        results = page.results()
        expect(name, [result["status"] for result in results if
                      result["run"].startswith("eval")].count(1),
               int(name == "a mistake"))
        for result in results:
            if name != "a mistake" or result["run"].startswith("eval"):
                compare(page, result)
    print(f"{links} examples")


def check_types(page):
    """The page offers every type of elements that the tool has a name for."""
    printed = subprocess.run(["tl-layout", "help", "banks"], capture_output=True,
                             text=True).stdout
    types = printed.split("--type TYPE ")[-1].split(", or")[0].replace("\n", " ")
    for view in ("layout", "copy", "choose", "exchange"):
        expect("types", page.evaluate(
            f"[...document.querySelector('#{view}-type').options]"
            ".map(one => one.value).filter(one => one)"),
            [one.strip() for one in types.split(",")])
    print("types of elements")


def check_haste(page):
    """Of what is typed in haste, the last is shown."""
    page.show()
    with open(rows) as file:
        for row in file.read().split("\n# Those")[0].splitlines():
            page.fill("layout", row)
    page.fill("layout", "spatial(2, 3)")
    page.settle()
    for result in page.results():
        if "spatial(2, 3)" not in shlex.split(result["command"]):
            fail("haste:", result["command"])
        compare(page, result)
    print("the last of many is shown")


def check_address(page):
    """The address of the page says all that was typed."""
    layout = "local(2, 1).spatial(8, 4) & 'x' = 100% # \"+\\\n<b>"
    for text in (layout, "S[(2, 2) : (2, 1)] + swizzle(base = 0, bits = 1, shift = 1)"):
        page.show()
        page.fill("layout", text)
        page.settle()
        page.wait("location.hash.includes('&layout=')")
        before, address = page.results(), page.evaluate("location.href")
        page.open(address)
        page.settle()
        after = page.results()
        expect(address, page.evaluate("document.forms.layout.layout.value"), text)
        expect(address, after, before[:len(after)])
        expect(address, len(after), 1 if after[0]["status"] else len(before))
    print("addresses say what was typed")


with Playground(path) as page:
    page.show()
    check_layouts(page)
    check_examples(page)
    check_types(page)
    check_haste(page)
    check_address(page)
    if page.complaints:
        fail("console:", json.dumps(page.complaints))
    asked = [one for one in page.requests
             if one.split(":")[0] not in ("about", "blob")
             and not one.startswith(page.address)]
    if asked:
        fail("network:", json.dumps(asked))
print("{texts} texts and {pictures} pictures are equal, {errors} of them "
      "errors".format(**counts))
print("nothing in the console, nothing asked of a network")
