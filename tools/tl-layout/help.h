/* help.h - A command in words, from its row. */
#ifndef TL_LAYOUT_HELP_H
#define TL_LAYOUT_HELP_H

#include "command.h"

/* Appends options and operands: `[--all] EXPRESSION I,J,...`. */
void tl_help_usage(const tl_command *command, tl_text *out);

/* What an option of a command means. */
const char *tl_help_option(const tl_command_option *option);

/* All that the row says, on standard output. */
void tl_help_print(const tl_command *command);

#endif /* TL_LAYOUT_HELP_H */
