/* show.h - The forms in which `tl-layout show` draws a grid, on standard output.
 *
 * Each is written by itself in a file of the same name. */
#ifndef TL_LAYOUT_SHOW_H
#define TL_LAYOUT_SHOW_H

#include "grid.h"

/* The upper left corner of a CuTe layout as CuTe's print_layout draws it. */
void tl_show_cute(const tl_grid *grid, int64_t rows, int64_t columns);

/* A picture of one table as a LaTeX document.  TL_INVALID when it would be
 * large and not `all` is asked for; TL_UNSUPPORTED for several tables, and for
 * places that are neither an offset nor a thread and its slot. */
TL_MUST_CHECK tl_code tl_show_latex(const tl_grid *grid, bool all,
                                    tl_error *error);

#endif /* TL_LAYOUT_SHOW_H */
