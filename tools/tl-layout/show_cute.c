/* show_cute.c - A CuTe layout in the text form of CuTe's print_layout:
 *
 *   (2,3):(3,1)
 *         0   1   2
 *       +---+---+---+
 *    0  | 0 | 1 | 2 |
 *       +---+---+---+
 *    1  | 3 | 4 | 5 |
 *       +---+---+---+
 *
 * Columns are as wide as the cosize.  Offsets that are wider, below 0 or moved
 * by a swizzle, widen them, where CuTe leaves the line crooked.
 * Source: CUTLASS, include/cute/util/print.hpp and layout.hpp. */
#include "print.h"
#include "show.h"
#include <inttypes.h>

static int find_width(const tl_grid *grid, int64_t rows, int64_t columns);
static void print_rule(int64_t columns, int width);

void tl_show_cute(const tl_grid *grid, int64_t rows, int64_t columns) {
  int width = find_width(grid, rows, columns);
  tl_place place;
  tl_print_value(grid->subject->value);
  printf("\n    ");
  for (int64_t column = 0; column < columns; column++)
    printf("  %*" PRId64 " ", width, column);
  puts("");
  for (int64_t row = 0; row < rows; row++) {
    print_rule(columns, width);
    printf("%2" PRId64 "  ", row);
    for (int64_t column = 0; column < columns; column++) {
      tl_grid_locate(grid, 0, row, column, &place);
      tl_print(stdout, "| %*" PRId64 " ", width,
               tl_numbers_item(&place.items[0], 0));
    }
    puts("|");
  }
  print_rule(columns, width);
}

static int find_width(const tl_grid *grid, int64_t rows, int64_t columns) {
  int64_t width = tl_print(NULL, "%" PRId64, grid->counts[0]);
  tl_place place;
  for (int64_t row = 0; row < rows; row++)
    for (int64_t column = 0; column < columns; column++) {
      tl_grid_locate(grid, 0, row, column, &place);
      int64_t wide = tl_numbers_print(NULL, &place.items[0], 1);
      width = wide > width ? wide : width;
    }
  return (int)width;
}

static void print_rule(int64_t columns, int width) {
  static const char RULE[] = "+------------------------";
  printf("    ");
  for (int64_t column = 0; column < columns; column++)
    printf("%.*s", width + 3, RULE);
  puts("+");
}
