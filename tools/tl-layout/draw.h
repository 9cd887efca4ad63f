/* draw.h - Cells with lines around them, and columns of numbers. */
#ifndef TL_LAYOUT_DRAW_H
#define TL_LAYOUT_DRAW_H

#include "tl/text.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tl_table {
  int64_t rows, columns;
  bool right_aligned;
  bool ascii;    /* lines of + - | */
  bool numbered; /* rows and columns; all columns are of one width ... */
  int64_t least; /* ... which is at least that */
  /* Prints the text of a cell and returns its width; a null `out` means only
   * the width, see print.h. */
  int64_t (*print_cell)(const void *context, int64_t row, int64_t column,
                        FILE *out);
  const void *context;
} tl_table;

/* Draws on standard output; every column is as wide as its widest cell. */
void tl_table_draw(const tl_table *table);

typedef struct tl_column {
  const char *name;
  int least; /* width; negative for text at the end of a row, as it comes */
} tl_column;

typedef struct tl_columns {
  const tl_column *columns; /* up to one without a name */
  int64_t rows;
  void (*write)(const void *context, int64_t row, int column, tl_text *out);
  const void *context;
} tl_columns;

/* Rows under the names of their columns, each as wide as it has to be; one
 * without any text is left out. */
void tl_columns_print(const tl_columns *table);

#endif /* TL_LAYOUT_DRAW_H */
