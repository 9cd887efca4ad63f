/* svg.c - see svg.h. */
#include "picture/svg.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
  HEAD = 7,   /* of an arrow */
  TITLE = 30, /* what a title takes, which a page has instead */
};

static void write_whole(const tl_writer *to, const char *text) {
  to->write(to->stream, text, strlen(text));
}

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
  int bright; /* how much of 100 is left of a hue in arrows */
} mode;

static const int BLACK[3] = {0, 0, 0};

static const mode LIGHT = {{255, 255, 255}, "#14161a",        "#6b7078",
                           "#ffffff",       {38, 52, 66, 80}, 80};
static const mode DARK = {{22, 24, 29}, "#ffffff",        "#8b929c",
                          "#16181d",    {56, 64, 72, 80}, 100};

static void mix(const int hue[3], int part, const int ground[3], int out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = (hue[i] * (100 - part) + ground[i] * part) / 100;
}

void tl_picture_light(int color, int out[3]) {
  mix(HUE[color / TL_SVG_SHADES], LIGHT.shades[color % TL_SVG_SHADES],
      LIGHT.ground, out);
}

/* A color of which so much of 100 is of the ground. */
static void write_color(const tl_writer *to, const char *class, int number,
                        int part, const int ground[3]) {
  int mixed[3];
  mix(HUE[*class == 'h' ? number : number / TL_SVG_SHADES], part, ground,
      mixed);
  tl_write(to, ".tl .%s%d{color:#%02x%02x%02x}", class, number, mixed[0],
           mixed[1], mixed[2]);
}

static void write_colors(const tl_writer *to, const mode *of) {
  tl_write(to, ".tl{background:%s}.tl text{fill:%s}.tl .line{stroke:%s}",
           of->page, of->ink, of->line);
  for (int color = 0; color < TL_SVG_COLORS; color++)
    write_color(to, "c", color, of->shades[color % TL_SVG_SHADES], of->ground);
  for (int hue = 0; hue < TL_SVG_HUES; hue++)
    write_color(to, "h", hue, 100 - of->bright, BLACK);
  tl_write(to, "\n");
}

static const char STYLE[] =
    ".tl{max-width:100%;height:auto}"
    ".tl text{font:11px ui-monospace,'DejaVu Sans Mono',monospace;"
    "text-anchor:middle}"
    ".tl .title{font-size:14px;text-anchor:start}"
    ".tl .note{text-anchor:start}.tl .edge{opacity:.75}"
    ".tl .faint{opacity:.45}.tl .first{font-weight:bold}"
    ".tl path{fill:currentColor}.tl path.line{stroke-width:.5;fill:none}"
    ".tl path.arrow{fill:none;stroke:currentColor}\n";

/* What is printed is light. */
void tl_svg_style(const tl_writer *to) {
  write_whole(to, STYLE);
  write_colors(to, &LIGHT);
  tl_write(to, "@media screen and (prefers-color-scheme:dark){");
  write_colors(to, &DARK);
  tl_write(to, "}\n");
}

/* ---- Pictures ----------------------------------------------------------- */

void tl_svg_escape(const tl_writer *to, const char *text, size_t length,
                   int64_t most) {
  static const struct {
    char character;
    const char *entity;
  } ENTITIES[] = {
      {'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}};
  for (size_t i = 0; i < length; i++) {
    int entity = 0;
    if ((int64_t)i == most - 3 && (int64_t)length > most) {
      write_whole(to, "...");
      return;
    }
    while (entity < 4 && ENTITIES[entity].character != text[i])
      entity++;
    if (entity < 4)
      write_whole(to, ENTITIES[entity].entity);
    else
      to->write(to->stream, (unsigned char)text[i] < ' ' ? " " : text + i, 1);
  }
}

static void write_escaped(const tl_writer *to, const char *text, int64_t most) {
  tl_svg_escape(to, text, strlen(text), most);
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

static void write_title(const tl_svg *svg) {
  const tl_picture *of = svg->picture;
  int64_t scale = svg->scale;
  tl_write(&of->to,
           "<text class=\"title\" x=\"%" PRId64 "\" y=\"%" PRId64 "\">",
           scale * TL_SVG_MARGIN, scale * (TL_SVG_MARGIN + TL_SVG_LINE));
  write_escaped(&of->to, of->title,
                (svg->width / scale - 2 * TL_SVG_MARGIN) /
                    (TL_SVG_CHARACTER + 2));
  tl_write(&of->to, "</text>\n");
}

/* A page says the title in its own text. */
void tl_svg_open(const tl_svg *svg, const char *description) {
  const tl_picture *of = svg->picture;
  const tl_writer *to = &of->to;
  int64_t number = of->number, cut = number ? svg->scale * TITLE : 0;
  if (number && svg->has_caption) {
    tl_write(to, "<figcaption>");
    write_escaped(to, description, INT64_MAX);
    tl_write(to, "</figcaption>\n");
  }
  tl_write(
      to,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tl\" id=\"tl%" PRId64
      "\" ",
      number);
  tl_write(to, "viewBox=\"0 %" PRId64 " %" PRId64 " %" PRId64 "\" ", cut,
           svg->width, svg->height - cut);
  tl_write(to, "width=\"%" PRId64 "\" height=\"%" PRId64 "\" role=\"img\" ",
           svg->width, svg->height - cut);
  tl_write(to,
           "aria-labelledby=\"title%" PRId64 " description%" PRId64
           "\">\n<title id=\"title%" PRId64 "\">",
           number, number, number);
  write_escaped(to, of->title, INT64_MAX);
  tl_write(to, "</title>\n<desc id=\"description%" PRId64 "\">", number);
  write_escaped(to, description, INT64_MAX);
  tl_write(to, "</desc>\n");
  write_style(svg);
  if (!number)
    write_title(svg);
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

int tl_svg_color(int64_t number) {
  return (int)((number % TL_SVG_COLORS + TL_SVG_COLORS) % TL_SVG_COLORS);
}

static void write_box(const tl_writer *to, const char *class, int64_t x,
                      int64_t y, int64_t width, int64_t height) {
  tl_write(to,
           "<path class=\"%s\" d=\"M%" PRId64 " %" PRId64 "h%" PRId64
           "v%" PRId64 "h-%" PRId64 "z\"/>",
           class, x, y, width, height, width);
}

void tl_svg_field(const tl_svg *svg, int color, int64_t x, int64_t y,
                  int64_t width, int64_t height) {
  char class[16];
  snprintf(class, sizeof class, "c%d", color);
  write_box(&svg->picture->to, class, x, y, width, height);
}

void tl_svg_outline(const tl_svg *svg, int64_t x, int64_t y, int64_t width,
                    int64_t height) {
  write_box(&svg->picture->to, "line", x, y, width, height);
}

void tl_svg_arrow(const tl_svg *svg, int color, int64_t thickness,
                  tl_svg_point from, tl_svg_point to) {
  const tl_writer *out = &svg->picture->to;
  int64_t bend = (to.x - from.x) / 2, end = to.x - (color < 0 ? 0 : HEAD);
  if (color < 0)
    tl_write(out, "<path class=\"line\" ");
  else
    tl_write(out, "<path class=\"h%d arrow\" stroke-width=\"%" PRId64 "\" ",
             color / TL_SVG_SHADES, thickness < 4 ? thickness : 4);
  tl_write(out, "d=\"M%" PRId64 " %" PRId64 "C%" PRId64 " %" PRId64, from.x,
           from.y, from.x + bend, from.y);
  tl_write(out, " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 "\"/>",
           end - bend, to.y, end, to.y);
  if (color >= 0)
    tl_write(out,
             "<path class=\"h%d\" d=\"M%" PRId64 " %" PRId64 "l-%d -4v8z\"/>",
             color / TL_SVG_SHADES, to.x, to.y, HEAD);
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
  write_whole(to, text);
  tl_write(to, "</text>");
}

void tl_svg_line(const tl_svg *svg) { tl_write(&svg->picture->to, "\n"); }
