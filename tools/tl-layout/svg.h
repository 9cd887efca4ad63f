/* svg.h - SVG pictures on standard output: a title, cells of colors with text in
 * them, light, dark and in print.
 *
 * Colors are 8 hues of 4 shades.  The hues are the eight of Okabe and Ito ("Color
 * Universal Design", 2008), with gray for black, which those who see fewer colors
 * tell apart; text keeps a contrast of 4.5 to 1 on each of them (WCAG 2.1, 1.4.3).
 *
 * Sizes are in pixels of a picture that is seen as it is; a larger one scales
 * what is around its cells. */
#ifndef TL_LAYOUT_SVG_H
#define TL_LAYOUT_SVG_H

#include "output.h"

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
  int64_t width, height, scale; /* scale: of the title and of what is around */
  const char *title;
} tl_svg;

/* All up to the title; `description` is for those who do not see it. */
void tl_svg_open(const tl_svg *svg, const char *description);
void tl_svg_close(void);

/* A field of a color, the `is_first` of that color or a further one; after the
 * last one the end of the path. */
void tl_svg_field(bool is_first, int64_t x, int64_t y, int64_t width,
                  int64_t height);
void tl_svg_end_fields(int color);

/* Lines around rows and columns of cells from (0, y) on. */
void tl_svg_grid(int64_t y, int64_t rows, int64_t row_height, int64_t columns,
                 int64_t column_width);

/* Text of the characters of numbers and words, centered: of class "first" (bold),
 * "faint", "edge" (what is around), or "note" (starts at x). */
void tl_svg_text(int64_t x, int64_t y, const char *class, const char *text);

#endif /* TL_LAYOUT_SVG_H */
