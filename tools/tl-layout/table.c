/* table.c - see table.h.
 *
 *   ┌──────┬──────┐        +------+------+
 *   │ 0: 0 │ 0: 1 │        | 0: 0 | 0: 1 |
 *   ├──────┼──────┤        +------+------+
 *   │ 1: 0 │ 1: 1 │        | 1: 0 | 1: 1 |
 *   └──────┴──────┘        +------+------+
 */
#include "table.h"
#include "tl/picture.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Facts -------------------------------------------------------------- */

enum { MOST_ROWS = 32 };

/* Runs of three and more are ranges. */
static void append_ranges(const tl_list *numbers, tl_text *out) {
  const int64_t *items = numbers->items;
  for (int64_t i = 0; i < numbers->count; i++) {
    int64_t last = i;
    while (last + 1 < numbers->count && items[last + 1] == items[last] + 1)
      last++;
    tl_text_append(out, "%s%" PRId64, i ? "," : "", items[i]);
    if (last - i < 2)
      continue;
    tl_text_append(out, "-%" PRId64, items[last]);
    i = last;
  }
}

static const void *field_of(const tl_table *table, int column) {
  return (const char *)table->row + table->columns[column].field;
}

/* Row -1 has the headings. */
static void write_cell(const tl_table *table, int64_t row, int column,
                       tl_text *out) {
  const tl_column *of = &table->columns[column];
  const void *field = field_of(table, column);
  const int64_t *number = field;
  const tl_list *list = field;
  bool is_none = (of->kind == TL_CELL_OPTIONAL && *number < 0) ||
                 (of->kind == TL_CELL_LIST && !list->count);
  out->length = 0;
  if (row < 0)
    tl_text_append(out, "%s", of->heading);
  else if (is_none)
    tl_text_append(out, "-");
  else if (of->kind == TL_CELL_LIST)
    append_ranges(list, out);
  else if (of->kind == TL_CELL_TEXT)
    tl_text_append(out, "%s", ((const tl_text *)field)->data);
  else
    tl_text_append(out, "%" PRId64, *number);
}

/* 0 of a column that is left out. */
static void find_widths(const tl_table *table, int64_t rows, int *widths) {
  tl_text text;
  for (int64_t row = 0; row < rows; row++) {
    table->read(table->context, row, table->row);
    for (int i = 0; i < table->column_count; i++) {
      const tl_column *column = &table->columns[i];
      if (!column->heading)
        continue;
      write_cell(table, row, i, &text);
      int length = (int)text.length, heading = (int)strlen(column->heading);
      if (length && !widths[i])
        widths[i] = heading > column->least ? heading : column->least;
      widths[i] = length > widths[i] ? length : widths[i];
    }
  }
}

void tl_table_print(const tl_table *table, bool all) {
  int64_t rows = all || table->rows < MOST_ROWS ? table->rows : MOST_ROWS;
  int widths[TL_MOST_COLUMNS] = {0};
  tl_text text;
  find_widths(table, rows, widths);
  for (int64_t row = -1; row < rows; row++) {
    const char *gap = "";
    if (row >= 0)
      table->read(table->context, row, table->row);
    for (int i = 0; i < table->column_count; i++) {
      if (!widths[i])
        continue;
      write_cell(table, row, i, &text);
      printf("%s%*s", gap, table->columns[i].least < 0 ? 0 : widths[i],
             text.data);
      gap = "  ";
    }
    printf("\n");
  }
  tl_print_left_out(&(tl_part){table->noun, rows, table->rows}, 1,
                    "; --all shows everything");
}

static void print_json_cell(const tl_table *table, int column, tl_json *json) {
  const tl_column *of = &table->columns[column];
  const void *field = field_of(table, column);
  const int64_t *number = field;
  const tl_list *list = field;
  if (!of->key)
    return;
  if (of->kind == TL_CELL_TEXT)
    tl_json_text(json, of->key, ((const tl_text *)field)->data);
  else if (of->kind == TL_CELL_LIST)
    tl_print_json_list(list, of->key, json);
  else if (of->kind == TL_CELL_OPTIONAL && *number < 0)
    tl_json_null(json, of->key);
  else
    tl_json_integer(json, of->key, *number);
}

void tl_table_print_json(const tl_table *table, tl_json *json) {
  tl_json_open(json, table->noun, '[');
  for (int64_t row = 0; row < table->rows; row++) {
    table->read(table->context, row, table->row);
    tl_json_open(json, NULL, '{');
    for (int i = 0; i < table->column_count; i++)
      print_json_cell(table, i, json);
    tl_json_close(json, '}');
  }
  tl_json_close(json, ']');
}

/* ---- Cells -------------------------------------------------------------- */

enum { LEFT, LINE, CROSS, RIGHT };

/* Of the rules above, between and below the rows, and of the bar in a row. */
typedef struct style {
  const char *top[4], *middle[4], *bottom[4], *bar;
} style;

static const style BOXES = {
    {"┌", "─", "┬", "┐"}, {"├", "─", "┼", "┤"}, {"└", "─", "┴", "┘"}, "│"};
static const style ASCII = {
    {"+", "-", "+", "+"}, {"+", "-", "+", "+"}, {"+", "-", "+", "+"}, "|"};

enum { MARGIN = 4 }; /* where rows have their number */

/* Columns that are drawn beside each other. */
typedef struct span {
  int64_t first, end;
} span;

static void drop_blanks(char *text) {
  char *to = text;
  for (const char *from = text; *from; from++)
    if (*from != ' ' || from == text || !strchr(",:", from[-1]))
      *to++ = *from;
  *to = 0;
}

static const char *read_cell(const tl_drawing *drawing, int64_t row,
                             int64_t column, tl_buffer *out) {
  tl_writer to = tl_buffer_writer(out);
  out->length = 0;
  to.write(to.stream, "", 0);
  drawing->write_cell(drawing->context, row, column, to);
  if (drawing->compact)
    drop_blanks(out->data);
  return out->data;
}

static void measure(const tl_drawing *drawing, int *widths, tl_buffer *cell) {
  int widest = drawing->least;
  for (int64_t row = 0; row < drawing->rows; row++)
    for (int64_t column = 0; column < drawing->columns; column++) {
      int width = (int)strlen(read_cell(drawing, row, column, cell));
      widths[column] = width > widths[column] ? width : widths[column];
      widest = width > widest ? width : widest;
    }
  for (int64_t i = 0; drawing->numbered && i < drawing->columns; i++)
    widths[i] = widest;
}

/* As many columns from the first as fit, one at least; a part of all of them
 * where one is near.  A cell has a blank on both sides and a line, or a blank
 * behind it. */
static span find_span(const tl_drawing *drawing, int64_t first,
                      const int *widths) {
  int around = drawing->compact ? 1 : 3;
  int64_t end = first, length = drawing->numbered ? MARGIN : 0;
  length += drawing->compact ? 0 : 1;
  while (end < drawing->columns &&
         (end == first || !drawing->most_characters ||
          length + widths[end] + around <= drawing->most_characters))
    length += widths[end++] + around;
  for (int64_t part = end - first; 2 * part > end - first; part--)
    if (end < drawing->columns && drawing->columns % part == 0)
      return (span){first, first + part};
  return (span){first, end};
}

static void print_rule(const tl_drawing *drawing, const span *of,
                       const char *const parts[4], const int *widths) {
  printf("%*s", drawing->numbered ? MARGIN : 0, "");
  for (int64_t column = of->first; column < of->end; column++) {
    printf("%s", parts[column > of->first ? CROSS : LEFT]);
    for (int i = 0; i < widths[column] + 2; i++)
      printf("%s", parts[LINE]);
  }
  printf("%s\n", parts[RIGHT]);
}

/* Under black; of terminals that have no more, the nearest of 6 x 6 x 6. */
static bool start_color(const tl_drawing *drawing, int64_t row,
                        int64_t column) {
  int rgb[3];
  int color =
      drawing->color ? drawing->color(drawing->context, row, column) : -1;
  if (color < 0)
    return false;
  tl_picture_light(color, rgb);
  if (drawing->has_all_colors)
    printf("\033[30;48;2;%d;%d;%dm", rgb[0], rgb[1], rgb[2]);
  else
    printf("\033[38;5;16;48;5;%dm", 16 + 36 * ((rgb[0] + 25) / 51) +
                                        6 * ((rgb[1] + 25) / 51) +
                                        (rgb[2] + 25) / 51);
  return true;
}

static void print_row(const tl_drawing *drawing, const span *of,
                      const char *bar, int64_t row, const int *widths,
                      tl_buffer *cell) {
  int side = drawing->right_aligned ? 1 : -1;
  if (drawing->numbered)
    printf("%2" PRId64 "  ", row);
  for (int64_t column = of->first; column < of->end; column++) {
    printf("%s", drawing->compact ? "" : bar);
    bool is_colored = start_color(drawing, row, column);
    printf("%s%*s ", drawing->compact ? "" : " ", side * widths[column],
           read_cell(drawing, row, column, cell));
    printf("%s", is_colored ? "\033[0m" : "");
  }
  printf("%s\n", drawing->compact ? "" : bar);
}

static void print_span(const tl_drawing *drawing, const span *of,
                       const int *widths, tl_buffer *cell) {
  const style *used = drawing->ascii ? &ASCII : &BOXES;
  bool is_part = of->end - of->first < drawing->columns;
  if (is_part && !drawing->numbered)
    printf("columns %" PRId64 " to %" PRId64 "\n", of->first, of->end - 1);
  for (int64_t i = of->first; drawing->numbered && i < of->end; i++)
    printf("%*s%*s%*" PRId64 " ", i > of->first ? 0 : MARGIN, "",
           drawing->compact ? 0 : 2, "", widths[i], i);
  printf("%s", drawing->numbered ? "\n" : "");
  for (int64_t row = 0; row < drawing->rows; row++) {
    if (!drawing->compact)
      print_rule(drawing, of, row ? used->middle : used->top, widths);
    print_row(drawing, of, used->bar, row, widths, cell);
  }
  if (!drawing->compact)
    print_rule(drawing, of, used->bottom, widths);
}

void tl_drawing_print(const tl_drawing *drawing) {
  int *widths = tl_allocate((size_t)drawing->columns, sizeof *widths);
  tl_buffer cell = {0};
  span next = {0, 0};
  measure(drawing, widths, &cell);
  while (next.end < drawing->columns) {
    next = find_span(drawing, next.end, widths);
    print_span(drawing, &next, widths, &cell);
  }
  tl_buffer_free(&cell);
  free(widths);
}
