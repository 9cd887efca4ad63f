/* svg.c - see svg.h. */
#include "svg.h"
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

static void print_colors(const mode *of) {
  printf("svg{background:%s;max-width:100%%;height:auto}text{fill:%s}.line{"
         "stroke:%s}",
         of->page, of->ink, of->line);
  for (int color = 0; color < TL_SVG_COLORS; color++) {
    const int *hue = HUE[color / TL_SVG_SHADES];
    int part = of->shades[color % TL_SVG_SHADES], mixed[3];
    for (int i = 0; i < 3; i++)
      mixed[i] = (hue[i] * (100 - part) + of->ground[i] * part) / 100;
    printf(".c%d{fill:#%02x%02x%02x}", color, mixed[0], mixed[1], mixed[2]);
  }
  printf("\n");
}

static void print_style(int64_t scale) {
  printf("<style>\ntext{font:11px ui-monospace,'DejaVu Sans Mono',monospace;"
         "text-anchor:middle}.title{font-size:%" PRId64
         "px;text-anchor:start}.note{text-anchor:start}"
         ".edge{font-size:%" PRId64 "px;opacity:.75}.faint{opacity:.45}"
         ".first{font-weight:bold}.line{stroke-width:.5;fill:none}\n",
         14 * scale, 11 * scale);
  print_colors(&LIGHT);
  printf("@media (prefers-color-scheme:dark){");
  print_colors(&DARK);
  printf("}@media print{");
  print_colors(&LIGHT);
  printf("}</style>\n");
}

/* ---- Pictures ----------------------------------------------------------- */

/* Text as XML; at most `most` characters, with dots for the rest. */
static void print_escaped(const char *text, int64_t most) {
  for (int64_t i = 0; text[i]; i++) {
    if (i == most - 3 && (int64_t)strlen(text) > most) {
      printf("...");
      return;
    }
    switch (text[i]) {
    case '<':
      printf("&lt;");
      break;
    case '>':
      printf("&gt;");
      break;
    case '&':
      printf("&amp;");
      break;
    default:
      putchar((unsigned char)text[i] < ' ' ? ' ' : text[i]);
    }
  }
}

void tl_svg_open(const tl_svg *svg, const char *description) {
  printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %" PRId64
         " %" PRId64 "\" width=\"%" PRId64 "\" height=\"%" PRId64
         "\" role=\"img\" aria-labelledby=\"title description\">\n"
         "<title id=\"title\">",
         svg->width, svg->height, svg->width, svg->height);
  print_escaped(svg->title, INT64_MAX);
  printf("</title>\n<desc id=\"description\">%s</desc>\n", description);
  print_style(svg->scale);
  printf("<text class=\"title\" x=\"%" PRId64 "\" y=\"%" PRId64 "\">",
         svg->scale * TL_SVG_MARGIN,
         svg->scale * (TL_SVG_MARGIN + TL_SVG_LINE));
  print_escaped(svg->title, (svg->width / svg->scale - 2 * TL_SVG_MARGIN) /
                                (TL_SVG_CHARACTER + 2));
  printf("</text>\n");
}

void tl_svg_close(void) { printf("</svg>\n"); }

void tl_svg_field(bool is_first, int64_t x, int64_t y, int64_t width,
                  int64_t height) {
  printf("%sM%" PRId64 " %" PRId64 "h%" PRId64 "v%" PRId64 "h-%" PRId64 "z",
         is_first ? "<path d=\"" : "", x, y, width, height, width);
}

void tl_svg_end_fields(int color) { printf("\" class=\"c%d\"/>\n", color); }

void tl_svg_grid(int64_t y, int64_t rows, int64_t row_height, int64_t columns,
                 int64_t column_width) {
  printf("<path class=\"line\" d=\"");
  for (int64_t row = 0; row <= rows; row++)
    printf("M0 %" PRId64 "h%" PRId64, y + row * row_height,
           columns * column_width);
  for (int64_t column = 0; column <= columns; column++)
    printf("M%" PRId64 " %" PRId64 "v%" PRId64, column * column_width, y,
           rows * row_height);
  printf("\"/>\n");
}

void tl_svg_text(int64_t x, int64_t y, const char *class, const char *text) {
  printf("<text x=\"%" PRId64 "\" y=\"%" PRId64 "\"%s%s%s>%s</text>", x, y,
         *class ? " class=\"" : "", class, *class ? "\"" : "", text);
}
