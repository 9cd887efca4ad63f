/* svg.c - see svg.h. */
#include "picture/svg.h"
#include <inttypes.h>
#include <string.h>

/* ---- Colors ------------------------------------------------------------- */

static const int HUE[TL_SVG_HUES][3] = {
    {86, 180, 233}, {230, 159, 0}, {0, 158, 115},   {240, 228, 66},
    {0, 114, 178},  {213, 94, 0},  {204, 121, 167}, {153, 153, 153},
};

/* Ground and ink of a mode, and how much ground of 100 is in each shade. */
typedef struct mode {
  int ground[3];
  const char *ink, *line, *page;
  int shades[TL_SVG_SHADES];
} mode;

static const mode LIGHT = {
    {255, 255, 255}, "#14161a", "#6b7078", "#ffffff", {38, 52, 66, 80}};
static const mode DARK = {
    {22, 24, 29}, "#ffffff", "#8b929c", "#16181d", {56, 64, 72, 80}};

static void write_colors(const tl_writer *to, const mode *of) {
  tl_write(to, ".tl{background:%s}.tl text{fill:%s}.tl .line{stroke:%s}",
           of->page, of->ink, of->line);
  for (int color = 0; color < TL_SVG_COLORS; color++) {
    const int *hue = HUE[color / TL_SVG_SHADES];
    int part = of->shades[color % TL_SVG_SHADES], mixed[3];
    for (int i = 0; i < 3; i++)
      mixed[i] = (hue[i] * (100 - part) + of->ground[i] * part) / 100;
    tl_write(to, ".tl .c%d{fill:#%02x%02x%02x}", color, mixed[0], mixed[1],
             mixed[2]);
  }
  tl_write(to, "\n");
}

/* What is printed is light. */
void tl_svg_style(const tl_writer *to) {
  tl_write(to, ".tl{max-width:100%%;height:auto}.tl text{font:11px "
               "ui-monospace,'DejaVu Sans Mono',monospace;");
  tl_write(to, "text-anchor:middle}.tl .title{font-size:14px;text-anchor:start}"
               ".tl .note{text-anchor:start}.tl .edge{opacity:.75}");
  tl_write(to, ".tl .faint{opacity:.45}.tl .first{font-weight:bold}"
               ".tl .line{stroke-width:.5;fill:none}\n");
  write_colors(to, &LIGHT);
  tl_write(to, "@media screen and (prefers-color-scheme:dark){");
  write_colors(to, &DARK);
  tl_write(to, "}\n");
}

/* ---- Pictures ----------------------------------------------------------- */

/* Text as XML; at most `most` characters, with dots for the rest. */
static void write_escaped(const tl_writer *to, const char *text, int64_t most) {
  int64_t length = (int64_t)strlen(text);
  for (int64_t i = 0; i < length; i++) {
    if (i == most - 3 && length > most) {
      tl_write(to, "...");
      return;
    }
    switch (text[i]) {
    case '<':
      tl_write(to, "&lt;");
      break;
    case '>':
      tl_write(to, "&gt;");
      break;
    case '&':
      tl_write(to, "&amp;");
      break;
    default:
      tl_write(to, "%c", (unsigned char)text[i] < ' ' ? ' ' : text[i]);
    }
  }
}

/* Labels of 11 pixels are read down to 6, and seen down to 4: where they have
 * fewer, they fade and go.  In a page, what looks closer says so. */
static void write_fading(const tl_svg *svg) {
  static const struct {
    int64_t pixels;
    const char *opacity;
  } STEPS[] = {{6, ".5"}, {4, "0"}};
  const tl_picture *of = svg->picture;
  for (int i = 0; i < 2; i++)
    tl_write(&of->to,
             "@%s (max-width:%" PRId64 "px){#tl%" PRId64
             ":not(.near) .label{opacity:%s}}",
             of->number ? "container" : "media",
             svg->width * STEPS[i].pixels / 11, of->number, STEPS[i].opacity);
}

static void write_style(const tl_svg *svg) {
  const tl_writer *to = &svg->picture->to;
  tl_write(to, "<style>\n");
  if (!svg->picture->number)
    tl_svg_style(to);
  write_fading(svg);
  if (svg->scale > 1)
    tl_write(to,
             "#tl%" PRId64 " .title{font-size:%" PRId64 "px}#tl%" PRId64
             " .edge{font-size:%" PRId64 "px}",
             svg->picture->number, 14 * svg->scale, svg->picture->number,
             11 * svg->scale);
  tl_write(to, "</style>\n");
}

void tl_svg_open(const tl_svg *svg, const char *description) {
  const tl_picture *of = svg->picture;
  const tl_writer *to = &of->to;
  int64_t number = of->number, scale = svg->scale;
  tl_write(
      to,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tl\" id=\"tl%" PRId64
      "\" viewBox=\"0 0 %" PRId64 " %" PRId64 "\" ",
      number, svg->width, svg->height);
  tl_write(to, "width=\"%" PRId64 "\" height=\"%" PRId64 "\" role=\"img\" ",
           svg->width, svg->height);
  tl_write(to,
           "aria-labelledby=\"title%" PRId64 " description%" PRId64
           "\">\n<title id=\"title%" PRId64 "\">",
           number, number, number);
  write_escaped(to, of->title, INT64_MAX);
  tl_write(to, "</title>\n<desc id=\"description%" PRId64 "\">", number);
  write_escaped(to, description, INT64_MAX);
  tl_write(to, "</desc>\n");
  write_style(svg);
  tl_write(to, "<text class=\"title\" x=\"%" PRId64 "\" y=\"%" PRId64 "\">",
           scale * TL_SVG_MARGIN, scale * (TL_SVG_MARGIN + TL_SVG_LINE));
  write_escaped(to, of->title,
                (svg->width / scale - 2 * TL_SVG_MARGIN) /
                    (TL_SVG_CHARACTER + 2));
  tl_write(to, "</text>\n");
}

void tl_svg_close(const tl_svg *svg) {
  tl_write(&svg->picture->to, "</svg>\n");
}

void tl_svg_group(const tl_svg *svg, int64_t x, int64_t y, int64_t scale) {
  tl_write(&svg->picture->to,
           "<g transform=\"translate(%" PRId64 " %" PRId64 ")", x, y);
  if (scale > 1)
    tl_write(&svg->picture->to, " scale(%" PRId64 ")", scale);
  tl_write(&svg->picture->to, "\">\n");
}

void tl_svg_labels(const tl_svg *svg) {
  tl_write(&svg->picture->to, "<g class=\"label\">\n");
}

void tl_svg_end_group(const tl_svg *svg) {
  tl_write(&svg->picture->to, "</g>\n");
}

void tl_svg_field(const tl_svg *svg, int color, int64_t x, int64_t y,
                  int64_t width, int64_t height) {
  tl_write(&svg->picture->to,
           "<path class=\"c%d\" d=\"M%" PRId64 " %" PRId64 "h%" PRId64
           "v%" PRId64 "h-%" PRId64 "z\"/>",
           color, x, y, width, height, width);
}

void tl_svg_grid(const tl_svg *svg, int64_t y, int64_t rows, int64_t row_height,
                 int64_t columns, int64_t column_width) {
  const tl_writer *to = &svg->picture->to;
  tl_write(to, "<path class=\"line\" d=\"");
  for (int64_t row = 0; row <= rows; row++)
    tl_write(to, "M0 %" PRId64 "h%" PRId64, y + row * row_height,
             columns * column_width);
  for (int64_t column = 0; column <= columns; column++)
    tl_write(to, "M%" PRId64 " %" PRId64 "v%" PRId64, column * column_width, y,
             rows * row_height);
  tl_write(to, "\"/>\n");
}

void tl_svg_text(const tl_svg *svg, int64_t x, int64_t y, const char *class,
                 const char *text) {
  const tl_writer *to = &svg->picture->to;
  tl_write(to, "<text x=\"%" PRId64 "\" y=\"%" PRId64 "\"", x, y);
  tl_write(to, *class ? " class=\"%s\">" : ">", class);
  to->write(to->stream, text, strlen(text));
  tl_write(to, "</text>");
}

void tl_svg_line(const tl_svg *svg) { tl_write(&svg->picture->to, "\n"); }
