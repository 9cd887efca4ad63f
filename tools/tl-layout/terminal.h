/* terminal.h - What standard output is shown on. */
#ifndef TL_LAYOUT_TERMINAL_H
#define TL_LAYOUT_TERMINAL_H

#include "command.h"

/* Characters of a line: as asked for, those of the terminal, or 0 for as many as
 * it takes where there is none. */
int64_t tl_terminal_columns(const tl_arguments *arguments);

/* Whether colors are written: as asked for; of itself on a terminal, unless the
 * environment has NO_COLOR or the terminal is a dumb one.
 *
 * Source: no-color.org. */
bool tl_terminal_has_color(const tl_arguments *arguments);

/* Whether colors have 24 bits, as COLORTERM says in the environment. */
bool tl_terminal_has_all_colors(void);

#endif /* TL_LAYOUT_TERMINAL_H */
