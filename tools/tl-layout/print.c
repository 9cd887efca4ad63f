/* print.c - see print.h. */
#include "print.h"
#include "command.h"
#include "report.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

static void check_output(void) {
  if (!ferror(stdout))
    return;
  tl_report("cannot write to standard output");
  exit(TL_STATUS_FAILED);
}

int64_t tl_print(FILE *out, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int length =
      out ? vfprintf(out, format, values) : vsnprintf(NULL, 0, format, values);
  va_end(values);
  check_output();
  return length;
}

static void write_output(void *stream, const char *text, size_t length) {
  fwrite(text, 1, length, stream);
  check_output();
}

tl_writer tl_print_writer(void) { return (tl_writer){write_output, stdout}; }

void tl_print_value(const tl_value *value) {
  tl_value_write(value, tl_print_writer());
}

void tl_print_list(const tl_list *list) {
  tl_print_value(&(tl_value){.kind = TL_KIND_LIST, .as.list = *list});
}

void tl_print_left_out(const tl_part *parts, int count, const char *hint) {
  const char *before = "showing ";
  for (int i = 0; i < count; i++) {
    if (parts[i].printed == parts[i].all)
      continue;
    printf("%s%" PRId64 " of %" PRId64 " %s", before, parts[i].printed,
           parts[i].all, parts[i].name);
    before = ", ";
  }
  if (*before == ',')
    puts(hint);
}

void tl_print_ranges(const int64_t *numbers, int64_t count, tl_text *out) {
  for (int64_t i = 0; i < count; i++) {
    int64_t last = i;
    while (last + 1 < count && numbers[last + 1] == numbers[last] + 1)
      last++;
    tl_text_append(out, "%s%" PRId64, i ? "," : "", numbers[i]);
    if (last - i < 2)
      continue;
    tl_text_append(out, "-%" PRId64, numbers[last]);
    i = last;
  }
}

void tl_print_finish(void) {
  fflush(stdout);
  check_output();
}
