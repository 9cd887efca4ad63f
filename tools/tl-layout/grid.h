/* grid.h - The elements of a layout as rows and columns.
 *
 * The last two dimensions are rows and columns; there is one table for every
 * coordinate of the others.  A layout of one dimension is a row; one of CuTe is
 * a column, its second mode being 1:0.  Row-major order of the elements is the
 * order in which tables, rows and columns come. */
#ifndef TL_LAYOUT_GRID_H
#define TL_LAYOUT_GRID_H

#include "place.h"

typedef struct tl_grid {
  const tl_subject *subject;
  int64_t tables, rows, columns;
  int64_t copies;    /* the most numbers that a place has for one thing */
  int64_t counts[2]; /* threads, and slots of each; see place.h */
} tl_grid;

/* Fails unless every element has a place, and for a CuTe layout of rank 3 or
 * more. */
TL_MUST_CHECK tl_code tl_grid_create(const tl_subject *subject, tl_grid *out,
                                     tl_error *error);

/* Whether the elements, copies counted, are `most` or fewer. */
bool tl_grid_is_within(const tl_grid *grid, int64_t most);

/* TL_INVALID unless it is within; `hint` ends the message. */
TL_MUST_CHECK tl_code tl_grid_check_within(const tl_grid *grid, int64_t most,
                                           const char *hint, tl_error *error);

/* No drawing, whatever is asked for, has more elements. */
enum { TL_GRID_MOST = 1 << 20 };

/* The place of an element of the grid. */
void tl_grid_locate(const tl_grid *grid, int64_t table, int64_t row,
                    int64_t column, tl_location *out);

/* Where the element at a coordinate is drawn in its table. */
void tl_grid_find(const tl_grid *grid, const tl_list *coordinate, int64_t *row,
                  int64_t *column);

#endif /* TL_LAYOUT_GRID_H */
