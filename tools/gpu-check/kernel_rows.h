/* kernel_rows.h - The table of kernels, a text of one row a kernel.
 *
 * kernels.txt documents the columns.  Rows are plain values. */
#ifndef GPU_CHECK_KERNEL_ROWS_H
#define GPU_CHECK_KERNEL_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
  NAME_CAPACITY = 64,
  MESSAGE_CAPACITY = 512,
  ROW_CAPACITY = 64,
  ARGUMENT_CAPACITY = 24
};

typedef struct kernel_argument {
  enum { ARGUMENT_IN, ARGUMENT_OUT, ARGUMENT_INTEGER } kind;
  int64_t integer;
} kernel_argument;

/* The places of one side of a copy, counted in elements. */
typedef struct copy_side {
  size_t row_stride, column_stride;
} copy_side;

typedef struct kernel_row {
  char name[NAME_CAPACITY], entry[NAME_CAPACITY];
  unsigned grid_x, grid_y, block;
  size_t element_bytes, rows, columns;
  copy_side in, out;
  unsigned launches; /* in a timed sample; 0: not timed */
  unsigned argument_count;
  kernel_argument arguments[ARGUMENT_CAPACITY];
} kernel_row;

typedef struct kernel_table {
  unsigned count;
  kernel_row rows[ROW_CAPACITY];
} kernel_table;

/* Reads the rows of `file`; lines that are blank or begin with # are none.
 * False: `message` says which line and why, and `table` is unspecified. */
bool kernel_table_read(kernel_table *table, FILE *file,
                       char message[MESSAGE_CAPACITY]);

/* The elements from the first to the last of a side.
 * 64 x 64 at 1024:1 -> 64576 */
size_t copy_side_extent(const kernel_row *row, copy_side side);

/* The place of element (row, column): 2, 3 at 1024:1 -> 2051 */
size_t copy_side_place(copy_side side, size_t row, size_t column);

#endif
