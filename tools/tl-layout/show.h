/* show.h - The ways in which `show` writes a layout. */
#ifndef TL_LAYOUT_SHOW_H
#define TL_LAYOUT_SHOW_H

#include "layout_argument.h"
#include "tl/picture.h"

/* A TikZ picture; see show_latex.c. */
TL_MUST_CHECK tl_code tl_grid_print_latex(const tl_grid *grid, bool all,
                                          tl_error *error);

#endif /* TL_LAYOUT_SHOW_H */
