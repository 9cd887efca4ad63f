/* show.h - What `tl-layout show` draws of a grid, besides tables. */
#ifndef TL_LAYOUT_SHOW_H
#define TL_LAYOUT_SHOW_H

#include "grid.h"

/* A picture of one table as a LaTeX document.  TL_INVALID when it would be
 * large and not `all` is asked for; TL_UNSUPPORTED for several tables, and for
 * places that are neither an offset nor a thread and its slot. */
TL_MUST_CHECK tl_code tl_show_latex(const tl_grid *grid, bool all,
                                    tl_error *error);

#endif /* TL_LAYOUT_SHOW_H */
