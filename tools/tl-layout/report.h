/* report.h - What went wrong, on standard error.
 *
 *   tl-layout: expected ')', got 'x'
 *   spatial(8 x)
 *             ^
 */
#ifndef TL_LAYOUT_REPORT_H
#define TL_LAYOUT_REPORT_H

#include "command.h"

/* One line, after what standard output has so far. */
void tl_report(const char *format, ...) TL_PRINTF(1, 2);

/* One that ends in where the help is: "--help", or a command. */
tl_status tl_report_usage(const char *help, const char *format, ...)
    TL_PRINTF(2, 3);

/* The message of `error`, and the place in the expression if it has one; a long
 * expression is cut to a window around it.  `line` is a line of standard input,
 * or 0. */
void tl_report_expression(const char *text, size_t length, int64_t line,
                          const tl_error *error);

/* Of a code that is not TL_OK, the message and the argument of the tool that it
 * is about, or null: the status to end with. */
tl_status tl_report_code(tl_code code, const char *text, const tl_error *error);

#endif /* TL_LAYOUT_REPORT_H */
