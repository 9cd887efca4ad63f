/* svg.h - SVG: a title, cells of colors with text in them, light and dark.
 *
 * Sizes are in pixels of a picture that is seen as it is; a larger one scales
 * what is around its cells. */
#ifndef TL_SVG_H
#define TL_SVG_H

#include "tl/picture.h"

enum {
  TL_SVG_HUES = 8,
  TL_SVG_SHADES = 4,
  TL_SVG_COLORS = TL_SVG_HUES * TL_SVG_SHADES,

  TL_SVG_MARGIN = 16,
  TL_SVG_LINE = 13,     /* of text */
  TL_SVG_CHARACTER = 7, /* its width */
  TL_SVG_SWATCH = 14,
  TL_SVG_TOP = TL_SVG_MARGIN + 30, /* where the cells start: below the title */
};

typedef struct tl_svg {
  const tl_picture *picture;
  int64_t width, height, scale; /* scale: of the title and of what is around */
  bool has_caption; /* a page says the description in its own text */
} tl_svg;

/* All up to the title; `description` is for those who do not see it. */
void tl_svg_open(const tl_svg *svg, const char *description);
void tl_svg_close(const tl_svg *svg);

/* What follows, up to the end of the group, is moved and scaled. */
void tl_svg_group(const tl_svg *svg, int64_t x, int64_t y, int64_t scale);
void tl_svg_end_group(const tl_svg *svg);

/* The color of a thread, a bank, ... */
int tl_svg_color(int64_t number);

void tl_svg_field(const tl_svg *svg, int color, int64_t x, int64_t y,
                  int64_t width, int64_t height);

/* A line around a field. */
void tl_svg_outline(const tl_svg *svg, int64_t x, int64_t y, int64_t width,
                    int64_t height);

typedef struct tl_svg_point {
  int64_t x, y;
} tl_svg_point;

/* A curve with a head, of the hue of a color and so thick; without color, -1, a
 * gray line. */
void tl_svg_arrow(const tl_svg *svg, int color, int64_t thickness,
                  tl_svg_point from, tl_svg_point to);

/* Lines around rows and columns of cells from (0, y) on. */
void tl_svg_grid(const tl_svg *svg, int64_t y, int64_t rows, int64_t row_height,
                 int64_t columns, int64_t column_width);

/* What follows, up to the end, are labels, which fade where they are small. */
void tl_svg_labels(const tl_svg *svg);

/* Text of the characters of numbers and words, centered; of class "first" (bold),
 * "faint", "edge" (what is around), "note" (starts at x), or none. */
void tl_svg_text(const tl_svg *svg, int64_t x, int64_t y, const char *class,
                 const char *text);

/* Ends a line of the file. */
void tl_svg_line(const tl_svg *svg);

/* Text as XML, at most `most` characters of it, with dots for the rest. */
void tl_svg_escape(const tl_writer *to, const char *text, size_t length,
                   int64_t most);

/* The style of all pictures in a page. */
void tl_svg_style(const tl_writer *to);

#endif /* TL_SVG_H */
