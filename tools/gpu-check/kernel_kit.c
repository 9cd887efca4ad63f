/* kernel_kit.c - Reads a kit. */
#include "kernel_kit.h"
#include "gpu_driver.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_CAPACITY = 512, MOST_BYTES = 1 << 30, MOST_LAUNCHES = 1000 };

size_t copy_side_place(copy_side side, size_t row, size_t column) {
  return row * side.row_stride + column * side.column_stride;
}

size_t copy_side_extent(const kernel_row *row, copy_role role) {
  return copy_side_place(row->sides[role], row->rows - 1, row->columns - 1) + 1;
}

/* ---- Rows --------------------------------------------------------------- */

static bool side_in_range(const kernel_row *row, copy_role role) {
  copy_side side = row->sides[role];
  return side.row_stride <= MOST_BYTES && side.column_stride <= MOST_BYTES &&
         copy_side_extent(row, role) <= MOST_BYTES / row->element_bytes;
}

static bool side_repeats(const kernel_row *row, copy_role role) {
  return copy_side_extent(row, role) < row->rows * row->columns;
}

/* What is wrong with the numbers, or null. */
static const char *check_numbers(const kernel_row *row) {
  size_t bytes = row->element_bytes;
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
    return "BYTES is 1, 2, 4 or 8";
  if (!row->grid_x || !row->grid_y || !row->block || row->block > 1024 ||
      row->grid_x > 65535 || row->grid_y > 65535)
    return "GRID is 1x1 to 65535x65535, BLOCK is 1 to 1024";
  if (!row->rows || !row->columns || row->rows > MOST_BYTES ||
      row->columns > MOST_BYTES || !side_in_range(row, COPY_IN) ||
      !side_in_range(row, COPY_OUT))
    return "REGION is 1x1 or more, and each side spans at most 1 GiB";
  if (row->launches > MOST_LAUNCHES)
    return "LAUNCHES is 0 to 1000";
  if (row->launches &&
      (side_repeats(row, COPY_IN) || side_repeats(row, COPY_OUT)))
    return "a kernel to time has no element twice";
  return NULL;
}

static copy_role role_of(const char *word) {
  return strcmp(word, "in") == 0    ? COPY_IN
         : strcmp(word, "out") == 0 ? COPY_OUT
                                    : COPY_SIDES;
}

static bool read_argument(kernel_argument *argument, const char *word) {
  char *end = "";
  *argument = (kernel_argument){.role = role_of(word)};
  errno = 0;
  if (argument->role == COPY_SIDES)
    argument->integer = strtoll(word, &end, 0);
  return errno == 0 && *end == '\0';
}

static const char *read_arguments(kernel_row *row, char *text) {
  for (char *word = strtok(text, ","); word; word = strtok(NULL, ",")) {
    if (row->argument_count == ARGUMENT_CAPACITY)
      return "there are too many ARGUMENTS";
    if (!read_argument(&row->arguments[row->argument_count++], word))
      return "ARGUMENTS are in, out and integers";
  }
  return NULL;
}

/* What is wrong with a line, or null. */
static const char *read_row(kernel_row *row, const char *line) {
  char arguments[LINE_CAPACITY];
  copy_side *in = &row->sides[COPY_IN], *out = &row->sides[COPY_OUT];
  int end = 0;
  int fields = sscanf(
      line, "%63s %*s %63s %ux%u %u %zu %zux%zu %zu:%zu %zu:%zu %u %511s %n",
      row->name, row->entry, &row->grid_x, &row->grid_y, &row->block,
      &row->element_bytes, &row->rows, &row->columns, &in->row_stride,
      &in->column_stride, &out->row_stride, &out->column_stride, &row->launches,
      arguments, &end);
  if (fields != 14 || line[end] != '\0')
    return "expected NAME SOURCE ENTRY GRID BLOCK BYTES REGION IN OUT LAUNCHES "
           "ARGUMENTS";
  const char *error = check_numbers(row);
  return error ? error : read_arguments(row, arguments);
}

static bool read_rows(kernel_kit *kit, FILE *file, char *message) {
  char line[LINE_CAPACITY];
  const char *error = NULL;
  unsigned number = 0;
  while (!error && fgets(line, sizeof line, file)) {
    number++;
    if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0')
      continue;
    if (!strchr(line, '\n') && !feof(file))
      error = "the line is too long";
    else if (kit->count == ROW_CAPACITY)
      error = "there are too many rows";
    else
      error = read_row(&kit->rows[kit->count++], line);
  }
  if (!error && kit->count == 0)
    error = "there are no rows";
  return !error || gpu_fail(message, "kernels.txt: line %u: %s", number, error);
}

/* ---- PTX ---------------------------------------------------------------- */

static char *read_text(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return NULL;
  char *text = NULL;
  long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
  if (size >= 0 && fseek(file, 0, SEEK_SET) == 0)
    text = calloc((size_t)size + 1, 1);
  if (text && fread(text, 1, (size_t)size, file) != (size_t)size) {
    free(text);
    text = NULL;
  }
  fclose(file);
  return text;
}

/* -1: there is no such kernel. */
static int entry_parameters(const char *ptx, const char *entry) {
  char head[NAME_CAPACITY + sizeof ".entry ("];
  snprintf(head, sizeof head, ".entry %s(", entry);
  const char *at = strstr(ptx, head);
  const char *end = at ? strchr(at, ')') : NULL;
  int count = 0;
  if (!end)
    return -1;
  while ((at = strstr(at + 1, ".param ")) && at < end)
    count++;
  return count;
}

static bool read_ptx(kernel_row *row, int *newest, char *message) {
  char path[NAME_CAPACITY + sizeof "ptx/.ptx"];
  int chip = 0;
  snprintf(path, sizeof path, "ptx/%s.ptx", row->name);
  row->ptx = read_text(path);
  if (!row->ptx)
    return gpu_fail(message, "%s cannot be read", path);
  const char *target = strstr(row->ptx, ".target sm_");
  if (!target || sscanf(target, ".target sm_%d", &chip) != 1 || !chip)
    return gpu_fail(message, "%s has no .target", path);
  int parameters = entry_parameters(row->ptx, row->entry);
  if (parameters < 0)
    return gpu_fail(message, "%s has no kernel %s", path, row->entry);
  if (parameters != (int)row->argument_count)
    return gpu_fail(message, "%s of %s takes %d arguments, its row has %u",
                    row->entry, path, parameters, row->argument_count);
  *newest = chip > *newest ? chip : *newest;
  return true;
}

static bool read_table(kernel_kit *kit, char *message) {
  FILE *file = fopen("kernels.txt", "r");
  if (!file)
    return gpu_fail(message, "kernels.txt cannot be read");
  bool is_good = read_rows(kit, file, message);
  fclose(file);
  return is_good;
}

bool kernel_kit_read(kernel_kit *kit, char *message) {
  *kit = (kernel_kit){0};
  bool is_good = read_table(kit, message);
  for (unsigned i = 0; is_good && i < kit->count; i++)
    is_good = read_ptx(&kit->rows[i], &kit->chip, message);
  return is_good;
}

void kernel_kit_free(kernel_kit *kit) {
  for (unsigned i = 0; i < kit->count; i++)
    free(kit->rows[i].ptx);
}
