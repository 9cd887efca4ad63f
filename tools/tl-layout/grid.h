/* grid.h - The elements of a layout as rows and columns, to be drawn.
 *
 * The last two dimensions are rows and columns; there is one table for every
 * coordinate of the others.  A layout of one dimension is a row; one of CuTe is
 * a column, its second mode being 1:0.  Row-major order of the elements is the
 * order in which tables, rows and columns come. */
#ifndef TL_LAYOUT_GRID_H
#define TL_LAYOUT_GRID_H

#include "layout_argument.h"

/* What a drawing is measured in; copies are the most numbers that a place has
 * for one thing. */
enum { TABLES, ROWS, COLUMNS, COPIES, MEASURES };

/* No drawing, whatever is asked for, has more elements and copies. */
enum { MOST_EVER = 1 << 20 };

typedef struct tl_grid {
  tl_places subject;
  int64_t extents[MEASURES];
  int64_t counts[2]; /* threads, and slots of each */
} tl_grid;

/* TL_INVALID unless every element has a place, TL_UNSUPPORTED for a CuTe layout
 * of rank 3 or more; the subject is set. */
TL_MUST_CHECK tl_code tl_grid_open(tl_grid *grid, tl_error *error);

/* Whether the elements, copies counted, are `most` or fewer; and TL_INVALID
 * unless they are, with a message that ends in `hint`. */
bool tl_grid_is_within(const tl_grid *grid, int64_t most);
TL_MUST_CHECK tl_code tl_grid_check_within(const tl_grid *grid, int64_t most,
                                           const char *hint, tl_error *error);

/* The place of an element; they are numbered row-major. */
tl_location tl_grid_locate(const tl_grid *grid, int64_t number);

/* ---- Pictures, on standard output ---------------------------------------- */

/* A TikZ picture; see show_latex.c. */
TL_MUST_CHECK tl_code tl_grid_print_latex(const tl_grid *grid, bool all,
                                          tl_error *error);

/* An SVG picture; see show_svg.c. */
TL_MUST_CHECK tl_code tl_grid_print_svg(const tl_grid *grid,
                                        const tl_arguments *arguments,
                                        tl_error *error);

#endif /* TL_LAYOUT_GRID_H */
