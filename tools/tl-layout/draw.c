/* draw.c - see draw.h.
 *
 *   ┌──────┬──────┐        +------+------+
 *   │ 0: 0 │ 0: 1 │        | 0: 0 | 0: 1 |
 *   ├──────┼──────┤        +------+------+
 *   │ 1: 0 │ 1: 1 │        | 1: 0 | 1: 1 |
 *   └──────┴──────┘        +------+------+
 */
#include "draw.h"
#include "buffer.h"
#include "print.h"
#include <stdlib.h>

typedef struct rule {
  const char *left, *line, *cross, *right;
} rule;

typedef struct style {
  rule top, middle, bottom;
  const char *bar;
} style;

static const style BOXES = {
    {"┌", "─", "┬", "┐"}, {"├", "─", "┼", "┤"}, {"└", "─", "┴", "┘"}, "│"};
static const style ASCII = {
    {"+", "-", "+", "+"}, {"+", "-", "+", "+"}, {"+", "-", "+", "+"}, "|"};

static void measure(const tl_table *table, int64_t *widths) {
  for (int64_t row = 0; row < table->rows; row++)
    for (int64_t column = 0; column < table->columns; column++) {
      int64_t width = table->print_cell(table->context, row, column, NULL);
      if (width > widths[column])
        widths[column] = width;
    }
}

static void draw_rule(const rule *parts, int64_t columns,
                      const int64_t *widths) {
  for (int64_t column = 0; column < columns; column++) {
    fputs(column ? parts->cross : parts->left, stdout);
    for (int64_t i = 0; i < widths[column] + 2; i++)
      fputs(parts->line, stdout);
  }
  puts(parts->right);
}

static void draw_blanks(int64_t count) {
  for (int64_t i = 0; i < count; i++)
    putchar(' ');
}

static void draw_row(const tl_table *table, const char *bar, int64_t row,
                     const int64_t *widths) {
  for (int64_t column = 0; column < table->columns; column++) {
    int64_t width = table->print_cell(table->context, row, column, NULL);
    int64_t blanks = widths[column] - width;
    fputs(bar, stdout);
    draw_blanks(1 + (table->right_aligned ? blanks : 0));
    table->print_cell(table->context, row, column, stdout);
    draw_blanks(1 + (table->right_aligned ? 0 : blanks));
  }
  puts(bar);
}

void tl_table_draw(const tl_table *table) {
  const style *used = table->ascii ? &ASCII : &BOXES;
  int64_t *widths = tl_allocate((size_t)table->columns, sizeof *widths);
  measure(table, widths);
  for (int64_t row = 0; row < table->rows; row++) {
    draw_rule(row ? &used->middle : &used->top, table->columns, widths);
    draw_row(table, used->bar, row, widths);
  }
  draw_rule(&used->bottom, table->columns, widths);
  free(widths);
}
