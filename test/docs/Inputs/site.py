"""Says what is wrong with a folder of static pages.

usage: site.py FOLDER             links, anchors, pictures, requests
       site.py FOLDER CHROMIUM    at 400 pixels, light and dark: what is wider than the
                                  screen, and text that is hard to read (WCAG 2.1: 4.5)
"""
import glob
import html.parser
import os
import re
import subprocess
import sys
import urllib.parse

PROBE = """<!DOCTYPE html><body><pre id="said"></pre><script>
const pages = %s;
function brightness(color) {
  const part = color.match(/[\\d.]+/g).slice(0, 3).map(x => x / 255)
    .map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
  return .2126 * part[0] + .7152 * part[1] + .0722 * part[2];
}
function ground(node, view) {
  for (; node; node = node.parentElement) {
    const color = view.getComputedStyle(node).backgroundColor;
    if (!/, 0\\)$/.test(color)) return color;
  }
  return 'rgb(255, 255, 255)';
}
function contrast(node, view) {
  const a = brightness(view.getComputedStyle(node).color), b = brightness(ground(node, view));
  return (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
}
async function probe(page) {
  const frame = document.createElement('iframe');
  frame.style = 'width:400px;height:800px;border:0';
  frame.src = page;
  await new Promise(done => { frame.onload = done; document.body.append(frame); });
  const view = frame.contentWindow, root = frame.contentDocument.documentElement;
  const said = [];
  if (root.scrollWidth > 400) said.push(`FAILED: ${page} is ${root.scrollWidth} wide`);
  for (const node of root.querySelectorAll('p, li, a, code, h1, h2, td, summary, figcaption')) {
    const ratio = contrast(node, view);
    if (ratio < 4.5) { said.push(`FAILED: ${page}: contrast ${ratio.toFixed(1)} of ${node.tagName}: ${node.textContent.slice(0, 30)}`); break; }
  }
  for (const image of root.querySelectorAll('img'))
    if (!image.naturalWidth) said.push(`FAILED: ${page}: ${image.src} is not shown`);
  frame.remove();
  return said;
}
(async () => {
  let said = [];
  for (const page of pages) said = said.concat(await probe(page));
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.getElementById('said').textContent =
    said.concat([`${pages.length} pages at 400 pixels, ${dark ? 'dark' : 'light'}`]).join('\\n');
})();
</script></body>
"""


class Page(html.parser.HTMLParser):
    """The anchors of a page, and what it links to and loads."""

    def __init__(self, path):
        super().__init__()
        self.path, self.anchors, self.links, self.wrong = path, [], [], []
        with open(path) as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if "id" in named:
            self.anchors.append(named["id"])
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        loaded = named.get("src") or (named.get("href") if tag == "link" else None)
        if loaded:
            self.links.append(loaded)
            if re.match(r"\w+:|//", loaded):
                self.wrong.append(f"loads {loaded}")
        if tag == "img" and not named.get("alt"):
            self.wrong.append(f"{loaded} has no text")


def has_anchor(page, anchor):
    """Anchors of the playground are what its fields hold."""
    return page is None or anchor in page.anchors or os.path.basename(
        page.path) == "playground.html"


def check(folder):
    paths = sorted(glob.glob(f"{folder}/**/*.html", recursive=True))
    pages = {os.path.normpath(path): Page(path) for path in paths}
    links = 0
    for path, page in pages.items():
        for name in {name for name in page.anchors if page.anchors.count(name) > 1}:
            page.wrong.append(f"has two anchors {name}")
        for link in page.links:
            target, _, anchor = urllib.parse.unquote(link).partition("#")
            if re.match(r"\w+:", target):
                continue
            links += 1
            there = os.path.normpath(
                os.path.join(os.path.dirname(path), target)) if target else path
            if not os.path.isfile(there):
                page.wrong.append(f"links to {link}, which is not there")
            elif anchor and not has_anchor(pages.get(there), anchor):
                page.wrong.append(f"links to {link}; there is no such anchor")
        for text in page.wrong:
            print(f"FAILED: {os.path.relpath(path, folder)} {text}")
    print(f"{len(pages)} pages, {links} links")


def look(folder, chromium):
    pages = sorted(os.path.relpath(path, folder)
                   for path in glob.glob(f"{folder}/**/*.html", recursive=True)
                   if path != f"{folder}/index.html")
    with open(f"{folder}/probe.html", "w") as out:
        out.write(PROBE % pages)
    for scheme in ("1", "0"):  # light, dark
        done = subprocess.run(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu",
             "--allow-file-access-from-files", "--virtual-time-budget=60000",
             f"--blink-settings=preferredColorScheme={scheme}", "--dump-dom",
             f"file://{os.path.abspath(folder)}/probe.html"],
            capture_output=True, text=True, timeout=300)
        said = re.search(r'<pre id="said">(.*?)</pre>', done.stdout, re.DOTALL)
        print(said[1] if said and said[1] else f"FAILED: nothing said: {done.stderr}")
    os.remove(f"{folder}/probe.html")


if len(sys.argv) == 3:
    look(*sys.argv[1:])
else:
    check(sys.argv[1])
