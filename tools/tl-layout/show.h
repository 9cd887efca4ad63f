/* show.h - The ways in which `show` writes a layout. */
#ifndef TL_LAYOUT_SHOW_H
#define TL_LAYOUT_SHOW_H

#include "layout_argument.h"
#include "tl/picture.h"

/* A TikZ picture; see show_latex.c. */
TL_MUST_CHECK tl_code tl_grid_print_latex(const tl_grid *grid, bool all,
                                          tl_error *error);

/* SVG or a page, as asked for; see show_pictures.c. */
tl_status tl_show_print_pictures(const tl_grid *grid,
                                 const tl_arguments *arguments);

/* The same of what a fragment becomes: the two arguments. */
tl_status tl_show_print_exchange(const tl_arguments *arguments);

#endif /* TL_LAYOUT_SHOW_H */
