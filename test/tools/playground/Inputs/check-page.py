"""The playground by keyboard alone, read aloud, in light and dark, and 400 pixels
wide.

usage: check-page.py PAGE [CHECK...]

Checks are tabs, keys, names, contrast and width; without any, all of them.
"""
import json
import os
import sys

from page import Playground

LEAST_CONTRAST, NARROW = 4.5, 400
VIEWS = ["layout", "copy", "choose", "exchange", "compare", "help"]

# Where the keyboard is: the name of a field, or what a link or a button says.
FOCUSED = """
(at => at === document.body ? null : {
  what: at.name || at.getAttribute('href') || at.textContent.trim(),
  kind: at.localName,
  outline: getComputedStyle(at).outlineStyle,
})(document.activeElement)
"""

# What a keyboard must come to, in the order of the page.
STOPS = """
[...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
  .filter(at => at.checkVisibility())
  .map(at => at.name || at.getAttribute('href') || at.textContent.trim())
"""

# The worst contrast of visible text with what is behind it (WCAG 2.1, 1.4.3).
CONTRAST = """
(() => {
  const parse = text => text.match(/[\\d.]+/g).map(Number);
  const luminance = color => color.slice(0, 3).map(part => part / 255)
    .map(part => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, i) => sum + part * [.2126, .7152, .0722][i], 0);
  const ground = at => {
    for (; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1)
        return color;
    }
    return [255, 255, 255];
  };
  let worst = [99, ''];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const at = node.parentElement;
    if (!node.data.trim() || !at.checkVisibility() || at.closest('script, option'))
      continue;
    const [one, other] = [parse(getComputedStyle(at).color), ground(at)]
      .map(luminance).sort((a, b) => b - a);
    const found = (one + .05) / (other + .05);
    if (found < worst[0])
      worst = [found, node.data.trim().slice(0, 40)];
  }
  return worst;
})()
"""

WIDTH = "document.documentElement.scrollWidth"


def fail(*words):
    sys.exit(" ".join(map(str, words)))


def expect(what, found, wanted):
    if found != wanted:
        fail(f"{what}: found {found!r}, wanted {wanted!r}")


def stops_by_tab(page, most):
    """Each place that Tab comes to, once, but for text that it scrolls."""
    page.evaluate("document.activeElement.blur()")
    stops = []
    for _ in range(most):
        page.press("Tab")
        at = page.evaluate(FOCUSED)
        if at is None or at["what"] in stops[:1]:
            break
        if at["kind"] in ("pre", "div"):
            continue
        if at["outline"] == "none":
            fail(at["what"], "does not show that the keyboard is there")
        stops.append(at["what"])
    return stops


def check_tabs(page):
    number = 0
    for view in VIEWS:
        page.show("#" + view)
        wanted = page.evaluate(STOPS)
        expect(view, stops_by_tab(page, 2 * len(wanted) + 20), wanted)
        number += len(wanted)
    print(f"{number} places in the order of the page")


def go_to(page, what):
    for _ in range(200):
        page.press("Tab")
        at = page.evaluate(FOCUSED)
        if at and at["what"] == what:
            return
    fail("Tab does not come to", what)


def wait_for(page, command):
    page.wait("[...document.querySelectorAll('form:not([hidden]) .command')]"
              f".some(one => one.textContent.startsWith({json.dumps(command)}))")


def check_keys(page):
    """What a pointer can do, keys can."""
    page.show()
    go_to(page, "by_thread")
    page.press(" ")
    wait_for(page, "tl-layout show --svg --by-thread")
    go_to(page, "Text")
    page.press("Enter")
    wait_for(page, "tl-layout show 'local")
    page.show()
    go_to(page, "#copy")
    page.press("Enter")
    wait_for(page, "tl-layout plan --type=f16")
    go_to(page, "type")
    page.press("ArrowDown")
    wait_for(page, "tl-layout plan --type=bf16")
    print("boxes, details, links and lists by keys")


def check_names(page):
    number = 0
    for view in VIEWS:
        page.show("#" + view)
        page.open_details()
        for node in page.call("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value", "")
            if role in ("textbox", "checkbox", "combobox", "link", "button", "form",
                        "navigation", "listbox", "image", "img"):
                number += 1
                if not node.get("name", {}).get("value", "").strip():
                    fail(view, "has a", role, "without a name")
    page.show("#layout&layout=spatial(8,, 4)")
    field = next(node for node in page.call("Accessibility.getFullAXTree")["nodes"]
                 if node.get("role", {}).get("value") == "textbox"
                 and node["name"]["value"].startswith("Layout"))
    about = {one["name"]: one["value"].get("value") for one in field["properties"]}
    expect("a wrong layout", about.get("invalid"), "true")
    if "got ','" not in field.get("description", {}).get("value", ""):
        fail("a wrong layout is not described by its error")
    print(f"{number} names, and errors that belong to their field")


def check_contrast(page):
    least = 99
    for scheme in ("light", "dark"):
        page.choose_scheme(scheme)
        for fragment in ["#" + view for view in VIEWS] + ["#layout&layout=x"]:
            page.show(fragment)
            page.open_details()
            found, text = page.evaluate(CONTRAST)
            if found < LEAST_CONTRAST:
                fail(f"{scheme}, {fragment}: contrast {found:.2f} of {text!r}")
            least = min(least, found)
    if page.evaluate("getComputedStyle(document.body).backgroundColor") == \
            "rgb(246, 247, 249)":
        fail("dark is light")
    print(f"contrast at least {LEAST_CONTRAST} in light and dark")


def check_width(page):
    page.resize(NARROW, 800)
    page.show()
    links = page.evaluate("[...document.querySelectorAll('.examples a:not([href^=\"#help\"])')]"
                          ".map(link => link.getAttribute('href'))")
    wide = "local(1).".join(40 * [""]) + "spatial(8, 4)"
    for fragment in (["#" + view for view in VIEWS] + links
                     + ["#layout&layout=" + wide, "#layout&layout=" + 300 * "x"]):
        page.show(fragment)
        page.open_details()
        expect(f"width of {fragment}", page.evaluate(WIDTH), NARROW)
    print(f"{len(links)} examples in {NARROW} pixels")


path = os.path.realpath(sys.argv[1])
with Playground(path) as page:
    for check in sys.argv[2:] or ["tabs", "keys", "names", "contrast", "width"]:
        globals()["check_" + check](page)
    if page.complaints:
        fail("console:", json.dumps(page.complaints))
print(f"less than a megabyte: {os.path.getsize(path) < 1 << 20}")
