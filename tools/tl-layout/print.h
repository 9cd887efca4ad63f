/* print.h - Text on a stream, or only its length.
 *
 * A null stream means that the text is measured.  Once standard output takes no
 * more, the tool ends with status 1. */
#ifndef TL_LAYOUT_PRINT_H
#define TL_LAYOUT_PRINT_H

#include "tl/expression.h"
#include <stdio.h>

/* Formatted text; returns its length. */
int64_t tl_print(FILE *out, const char *format, ...) TL_PRINTF(2, 3);

/* What is written goes to standard output. */
tl_writer tl_print_writer(void);

/* A value, and a list as a value, on standard output. */
void tl_print_value(const tl_value *value);
void tl_print_list(const tl_list *list);

/* How much of something was printed. */
typedef struct tl_part {
  const char *name;
  int64_t printed, all;
} tl_part;

/* One line that says what was left out, if anything was, and ends in `hint`. */
void tl_print_left_out(const tl_part *parts, int count, const char *hint);

/* Appends `0-3,8,9`; runs of three and more are ranges. */
void tl_print_ranges(const int64_t *numbers, int64_t count, tl_text *out);

/* Writes out what is left. */
void tl_print_finish(void);

#endif /* TL_LAYOUT_PRINT_H */
