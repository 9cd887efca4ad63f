/* kernel_kit.h - The kernels of a kit: a table of one row a kernel, and the PTX
 * of each.
 *
 * kernels.txt documents the columns. */
#ifndef GPU_CHECK_KERNEL_KIT_H
#define GPU_CHECK_KERNEL_KIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAME_CAPACITY = 64, ROW_CAPACITY = 64, ARGUMENT_CAPACITY = 24 };

/* The sides of a copy. */
typedef enum copy_role { COPY_IN, COPY_OUT, COPY_SIDES } copy_role;

typedef struct kernel_argument {
  copy_role role; /* COPY_SIDES: an integer */
  int64_t integer;
} kernel_argument;

/* The places of one side, counted in elements. */
typedef struct copy_side {
  size_t row_stride, column_stride;
} copy_side;

typedef struct kernel_row {
  char name[NAME_CAPACITY], entry[NAME_CAPACITY];
  unsigned grid_x, grid_y, block;
  size_t element_bytes, rows, columns;
  copy_side sides[COPY_SIDES];
  unsigned launches; /* in a timed sample; 0: not timed */
  unsigned argument_count;
  kernel_argument arguments[ARGUMENT_CAPACITY];
  char *ptx; /* owned by the kit */
} kernel_row;

typedef struct kernel_kit {
  unsigned count;
  kernel_row rows[ROW_CAPACITY];
  int chip; /* the newest that a kernel needs: 90 for sm_90 */
} kernel_kit;

/* Reads kernels.txt and ptx/NAME.ptx of its rows, and checks that these have
 * the kernels and take the arguments of the rows; lines that are blank or begin
 * with # are no rows.  False: `message` says what is wrong where.  Free the kit
 * in either case. */
bool kernel_kit_read(kernel_kit *kit, char *message);
void kernel_kit_free(kernel_kit *kit);

/* The elements from the first to the last of a side.
 * 64 x 64 at 1024:1 -> 64576 */
size_t copy_side_extent(const kernel_row *row, copy_role role);

/* The place of element (row, column): 2, 3 at 1024:1 -> 2051 */
size_t copy_side_place(copy_side side, size_t row, size_t column);

#endif
