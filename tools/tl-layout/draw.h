/* draw.h - A grid of cells with lines around them. */
#ifndef TL_LAYOUT_DRAW_H
#define TL_LAYOUT_DRAW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct tl_table {
  int64_t rows, columns;
  bool right_aligned;
  bool ascii; /* lines of + - | */
  /* Prints the text of a cell and returns its width; a null `out` means only
   * the width, see print.h. */
  int64_t (*print_cell)(const void *context, int64_t row, int64_t column,
                        FILE *out);
  const void *context;
} tl_table;

/* Draws on standard output; every column is as wide as its widest cell. */
void tl_table_draw(const tl_table *table);

#endif /* TL_LAYOUT_DRAW_H */
