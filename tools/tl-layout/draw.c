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
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

enum { MARGIN = 4 }; /* where rows have their number */

static void measure(const tl_table *table, int64_t *widths) {
  int64_t widest = table->least;
  for (int64_t row = 0; row < table->rows; row++)
    for (int64_t column = 0; column < table->columns; column++) {
      int64_t width = table->print_cell(table->context, row, column, NULL);
      widths[column] = width > widths[column] ? width : widths[column];
      widest = width > widest ? width : widest;
    }
  for (int64_t column = 0; table->numbered && column < table->columns; column++)
    widths[column] = widest;
}

static void draw_blanks(int64_t count) {
  for (int64_t i = 0; i < count; i++)
    putchar(' ');
}

static void draw_numbers(const tl_table *table, const int64_t *widths) {
  draw_blanks(MARGIN);
  for (int64_t column = 0; column < table->columns; column++)
    printf("  %*" PRId64 " ", (int)widths[column], column);
  puts("");
}

static void draw_rule(const tl_table *table, const rule *parts,
                      const int64_t *widths) {
  draw_blanks(table->numbered ? MARGIN : 0);
  for (int64_t column = 0; column < table->columns; column++) {
    fputs(column ? parts->cross : parts->left, stdout);
    for (int64_t i = 0; i < widths[column] + 2; i++)
      fputs(parts->line, stdout);
  }
  puts(parts->right);
}

static void draw_row(const tl_table *table, const char *bar, int64_t row,
                     const int64_t *widths) {
  if (table->numbered)
    printf("%2" PRId64 "  ", row);
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
  if (table->numbered)
    draw_numbers(table, widths);
  for (int64_t row = 0; row < table->rows; row++) {
    draw_rule(table, row ? &used->middle : &used->top, widths);
    draw_row(table, used->bar, row, widths);
  }
  draw_rule(table, &used->bottom, widths);
  free(widths);
}

enum { MOST_COLUMNS = 12 };

/* Row -1 has the names. */
static const char *cell(const tl_columns *table, int64_t row, int column,
                        tl_text *out) {
  if (row < 0)
    return table->columns[column].name;
  out->length = 0;
  out->data[0] = 0;
  table->write(table->context, row, column, out);
  return out->data;
}

/* 0 for a column that is left out. */
static int find_width(const tl_columns *table, int column) {
  int width = table->columns[column].least;
  bool has_text = false;
  for (int64_t row = -1; row < table->rows; row++) {
    tl_text text;
    int length = (int)strlen(cell(table, row, column, &text));
    has_text |= row >= 0 && length > 0;
    width = length > width ? length : width;
  }
  return has_text ? width : 0;
}

void tl_columns_print(const tl_columns *table) {
  const tl_column *columns = table->columns;
  int widths[MOST_COLUMNS];
  tl_text text;
  for (int i = 0; columns[i].name; i++)
    widths[i] = find_width(table, i);
  for (int64_t row = -1; row < table->rows; row++) {
    for (int i = 0; columns[i].name; i++)
      if (widths[i])
        tl_print(stdout, "%s%*s", i ? "  " : "",
                 columns[i].least < 0 ? 0 : widths[i],
                 cell(table, row, i, &text));
    puts("");
  }
}
