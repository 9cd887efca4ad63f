/* report.h - What went wrong, on standard error.
 *
 *   tl-layout: expected ')', got 'x'
 *   spatial(8 x)
 *             ^
 */
#ifndef TL_LAYOUT_REPORT_H
#define TL_LAYOUT_REPORT_H

#include "tl/status.h"
#include <stddef.h>
#include <stdint.h>

/* One line, after what standard output has so far. */
void tl_report(const char *format, ...) TL_PRINTF(1, 2);

/* The start of such a line, for a caller that prints the rest. */
void tl_report_start(void);

/* The message of `error`, and the place in the expression if it has one; a long
 * expression is cut to a window around it.  `line` is a line of standard input,
 * or 0. */
void tl_report_expression(const char *text, size_t length, int64_t line,
                          const tl_error *error);

/* The message, and the argument of the tool that it is about. */
void tl_report_argument(const char *text, const tl_error *error);

#endif /* TL_LAYOUT_REPORT_H */
