/* kernel_rows.c - Reads the table of kernels. */
#include "kernel_rows.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_CAPACITY = 512, MOST_BYTES = 1 << 30, MOST_LAUNCHES = 1000 };

static bool side_in_range(const kernel_row *row, copy_side side) {
  return side.row_stride <= MOST_BYTES && side.column_stride <= MOST_BYTES &&
         copy_side_extent(row, side) <= MOST_BYTES / row->element_bytes;
}

static bool side_repeats(const kernel_row *row, copy_side side) {
  return copy_side_extent(row, side) < row->rows * row->columns;
}

static bool in_range(const kernel_row *row, const char **error) {
  size_t bytes = row->element_bytes;
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
    *error = "BYTES is 1, 2, 4 or 8";
  else if (!row->grid_x || !row->grid_y || !row->block || row->block > 1024 ||
           row->grid_x > 65535 || row->grid_y > 65535)
    *error = "GRID is 1x1 to 65535x65535, BLOCK is 1 to 1024";
  else if (!row->rows || !row->columns || row->rows > MOST_BYTES ||
           row->columns > MOST_BYTES || !side_in_range(row, row->in) ||
           !side_in_range(row, row->out))
    *error = "REGION is 1x1 or more, and each side spans at most 1 GiB";
  else if (row->launches > MOST_LAUNCHES)
    *error = "LAUNCHES is 0 to 1000";
  else if (row->launches &&
           (side_repeats(row, row->in) || side_repeats(row, row->out)))
    *error = "a kernel to time has no element twice";
  return !*error;
}

static bool read_argument(kernel_argument *argument, const char *word) {
  *argument = (kernel_argument){.kind = ARGUMENT_INTEGER};
  if (strcmp(word, "in") == 0)
    argument->kind = ARGUMENT_IN;
  else if (strcmp(word, "out") == 0)
    argument->kind = ARGUMENT_OUT;
  if (argument->kind != ARGUMENT_INTEGER)
    return true;
  char *end;
  errno = 0;
  argument->integer = strtoll(word, &end, 0);
  return errno == 0 && *end == '\0';
}

static bool read_arguments(kernel_row *row, char *text, const char **error) {
  row->argument_count = 0;
  for (char *word = strtok(text, ","); word; word = strtok(NULL, ",")) {
    if (row->argument_count == ARGUMENT_CAPACITY) {
      *error = "there are too many ARGUMENTS";
      return false;
    }
    if (!read_argument(&row->arguments[row->argument_count++], word)) {
      *error = "ARGUMENTS are in, out and integers";
      return false;
    }
  }
  return true;
}

static bool read_row(kernel_row *row, const char *line, const char **error) {
  char arguments[LINE_CAPACITY];
  int end = 0;
  int fields = sscanf(
      line, "%63s %*s %63s %ux%u %u %zu %zux%zu %zu:%zu %zu:%zu %u %511s %n",
      row->name, row->entry, &row->grid_x, &row->grid_y, &row->block,
      &row->element_bytes, &row->rows, &row->columns, &row->in.row_stride,
      &row->in.column_stride, &row->out.row_stride, &row->out.column_stride,
      &row->launches, arguments, &end);
  if (fields != 14 || line[end] != '\0') {
    *error = "expected NAME SOURCE ENTRY GRID BLOCK BYTES REGION IN OUT "
             "LAUNCHES ARGUMENTS";
    return false;
  }
  return in_range(row, error) && read_arguments(row, arguments, error);
}

bool kernel_table_read(kernel_table *table, FILE *file,
                       char message[MESSAGE_CAPACITY]) {
  char line[LINE_CAPACITY];
  const char *error = NULL;
  *table = (kernel_table){0};
  unsigned number = 0;
  while (!error && fgets(line, sizeof line, file)) {
    number++;
    if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0')
      continue;
    if (!strchr(line, '\n') && !feof(file))
      error = "the line is too long";
    else if (table->count == ROW_CAPACITY)
      error = "there are too many rows";
    else if (read_row(&table->rows[table->count], line, &error))
      table->count++;
  }
  if (!error && table->count == 0)
    error = "there are no rows";
  if (error)
    snprintf(message, MESSAGE_CAPACITY, "line %u: %s", number, error);
  return !error;
}

size_t copy_side_place(copy_side side, size_t row, size_t column) {
  return row * side.row_stride + column * side.column_stride;
}

size_t copy_side_extent(const kernel_row *row, copy_side side) {
  return copy_side_place(side, row->rows - 1, row->columns - 1) + 1;
}
