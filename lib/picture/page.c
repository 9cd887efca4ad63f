/* page.c - Pages of pictures; see tl/picture.h. */
#include "picture/svg.h"
#include <inttypes.h>
#include <string.h>

static const char HEAD[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n";

/* Text has a contrast of 4.5 on its ground in both modes. */
static const char STYLE[] =
    ":root{--ground:#fff;--ink:#14161a;--quiet:#5a6069;--line:#d5d9df;"
    "--link:#0b5cad;--raised:#f4f6f8}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--ground:#16181d;"
    "--ink:#f2f4f7;--quiet:#a5adb8;--line:#363b44;--link:#7ab7f0;"
    "--raised:#1f232a}}\n"
    "body{margin:0 auto;padding:1rem;max-width:100rem;background:var(--ground);"
    "color:var(--ink);font:1rem/1.5 system-ui,sans-serif}\n"
    "h1,h2{font-weight:600;line-height:1.25;overflow-wrap:anywhere}"
    "h1{font-size:1.3rem}h2{font-size:1.05rem;margin-top:2.5rem}\n"
    "a{color:var(--link)}p{max-width:50rem}.quiet{color:var(--quiet)}\n"
    "code,pre{font:.85rem/1.5 ui-monospace,'DejaVu Sans Mono',monospace;"
    "overflow-wrap:anywhere}h2 "
    "code{font-size:inherit}pre{overflow-x:auto;padding:.5rem .75rem;"
    "background:var(--raised);border-radius:.4rem}\n"
    "table{border-collapse:collapse;display:block;overflow-x:auto}"
    "th,td{padding:.25rem .9rem .25rem 0;text-align:left;vertical-align:top;"
    "border-bottom:1px solid var(--line)}th{font-weight:600;color:var("
    "--quiet)}td.number,th.number{text-align:right}\n"
    "figure{margin:1rem 0;container-type:inline-size}"
    "figcaption{color:var(--quiet);margin-bottom:.5rem}"
    "figure svg{display:block;border-radius:.4rem}"
    "figure:focus-visible{outline:2px solid var(--link);outline-offset:3px}\n"
    ".zoom{display:flex;gap:.25rem;margin:.25rem 0 0 1rem}"
    ".zoom button{font:inherit;line-height:1.3;min-width:2.4rem;"
    "color:var(--ink);background:var(--raised);border:1px solid var(--line);"
    "border-radius:.3rem}\n"
    "mark{background:var(--raised);color:inherit;font-weight:600}"
    "mark:target,.place:target{outline:2px solid var(--link)}"
    "section{border-top:1px solid var(--line);margin-top:2.5rem}"
    "figure+h2{margin-top:1.5rem}\n"
    "@media print{.zoom{display:none}h2{break-after:avoid}"
    "figure{break-inside:avoid}}\n";

/* x, y: the corner that is seen; k: how much closer. */
static const char SCRIPT[] =
    "<script>\n"
    "for (const figure of document.querySelectorAll('figure')) {\n"
    "  const svg = figure.querySelector('svg'), box = svg.viewBox.baseVal;\n"
    "  const w = box.width, h = box.height, top = box.y;\n"
    "  const bar = document.createElement('div');\n"
    "  let x = 0, y = 0, k = 1, held = null;\n"
    "  const show = () => {\n"
    "    x = Math.max(0, Math.min(x, w - w / k));\n"
    "    y = Math.max(0, Math.min(y, h - h / k));\n"
    "    svg.setAttribute('viewBox', `${x} ${top + y} ${w / k} ${h / k}`);\n"
    "    svg.classList.toggle('near', svg.clientWidth * k / w > .54);\n"
    "    svg.style.cursor = svg.style.touchAction = '';\n"
    "    if (k > 1) {\n"
    "      svg.style.cursor = 'grab';\n"
    "      svg.style.touchAction = 'none';\n"
    "    }\n"
    "  };\n"
    "  const zoom = (by, px = .5, py = .5) => {\n"
    "    const next = Math.max(1, Math.min(64, k * by));\n"
    "    x += w * px * (1 / k - 1 / next);\n"
    "    y += h * py * (1 / k - 1 / next);\n"
    "    k = next;\n"
    "    show();\n"
    "  };\n"
    "  const move = (dx, dy) => { x += dx * w / k; y += dy * h / k; show(); "
    "};\n"
    "  const keys = {'+': () => zoom(1.5), '=': () => zoom(1.5), '-': () => "
    "zoom(1 / 1.5), '0': () => zoom(1 / k),\n"
    "    ArrowLeft: () => move(-.1, 0), ArrowRight: () => move(.1, 0), "
    "ArrowUp: () => move(0, -.1), ArrowDown: () => move(0, .1)};\n"
    "  for (const [text, key, label] of [['\\u2212', '-', 'Zoom out'], ['+', "
    "'+', 'Zoom in'], ['1:1', '0', 'Show all']]) {\n"
    "    const button = document.createElement('button');\n"
    "    button.textContent = text;\n"
    "    button.title = label;\n"
    "    button.setAttribute('aria-label', label);\n"
    "    button.onclick = keys[key];\n"
    "    bar.append(button);\n"
    "  }\n"
    "  bar.className = 'zoom';\n"
    "  figure.append(bar);\n"
    "  figure.tabIndex = 0;\n"
    "  figure.onkeydown = (event) => {\n"
    "    if (!keys[event.key] || event.ctrlKey || event.metaKey || "
    "(k === 1 && event.key.startsWith('Arrow'))) return;\n"
    "    keys[event.key]();\n"
    "    event.preventDefault();\n"
    "  };\n"
    "  svg.addEventListener('wheel', (event) => {\n"
    "    if (!event.ctrlKey) return;\n"
    "    const at = svg.getBoundingClientRect();\n"
    "    event.preventDefault();\n"
    "    zoom(Math.exp(-event.deltaY / 200), (event.clientX - at.left) / "
    "at.width, (event.clientY - at.top) / at.height);\n"
    "  }, {passive: false});\n"
    "  svg.onpointerdown = (event) => {\n"
    "    if (k === 1) return;\n"
    "    held = event;\n"
    "    svg.setPointerCapture(event.pointerId);\n"
    "  };\n"
    "  svg.onpointermove = (event) => {\n"
    "    if (!held) return;\n"
    "    move((held.clientX - event.clientX) / svg.clientWidth, "
    "(held.clientY - event.clientY) / svg.clientHeight);\n"
    "    held = event;\n"
    "  };\n"
    "  svg.onpointerup = svg.onpointercancel = () => { held = null; };\n"
    "  svg.ondblclick = () => zoom(2);\n"
    "}\n"
    "</script>\n";

static void write_whole(const tl_page *page, const char *text) {
  page->to.write(page->to.stream, text, strlen(text));
}

void tl_page_write(const tl_page *page, const char *text, size_t length) {
  tl_svg_escape(&page->to, text, length, INT64_MAX);
}

void tl_page_open(const tl_page *page, const char *title) {
  write_whole(page, HEAD);
  write_whole(page, "<title>");
  tl_page_write(page, title, strlen(title));
  write_whole(page, "</title>\n<style>\n");
  write_whole(page, STYLE);
  tl_svg_style(&page->to);
  write_whole(page, "</style></head>\n<body>\n<h1>");
  tl_page_write(page, title, strlen(title));
  write_whole(page, "</h1>\n");
}

void tl_page_close(const tl_page *page) {
  write_whole(page,
              "<p class=\"quiet\">Colors are the eight of Okabe and Ito (Color "
              "Universal Design), gray for black, in four shades each: thread "
              "or bank <i>n</i> has color <i>n</i> mod 32.</p>\n");
  write_whole(page, SCRIPT);
  write_whole(page, "</body></html>\n");
}

tl_picture tl_page_open_picture(tl_page *page, const char *title) {
  write_whole(page, "<h2>");
  tl_page_write(page, title, strlen(title));
  write_whole(page, "</h2>\n<figure>\n");
  return (tl_picture){
      .to = page->to, .title = title, .number = ++page->pictures, .hint = ""};
}

void tl_page_close_picture(const tl_page *page) {
  write_whole(page, "</figure>\n");
}
