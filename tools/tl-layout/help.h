/* help.h - A command in words, from its row. */
#ifndef TL_LAYOUT_HELP_H
#define TL_LAYOUT_HELP_H

#include "command.h"

/* Appends options and operands: `[--all] EXPRESSION I,J,...`. */
void tl_help_usage(const tl_command *command, tl_text *out);

/* Text on standard output, in lines that end before `end`; those after the
 * first start at `indent`, where the first one is already. */
void tl_help_wrap(const char *text, int indent, int end);

/* `--to FAMILY`. */
enum { TL_OPTION_CAPACITY = 40 };
const char *tl_help_option_name(unsigned option, char name[TL_OPTION_CAPACITY]);

/* What an option of a command means. */
const char *tl_help_option(const tl_command_option *option);

/* All that the row says, on standard output. */
void tl_help_print(const tl_command *command);

#endif /* TL_LAYOUT_HELP_H */
