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
  tl_print_value(&(tl_value){TL_KIND_LIST, {.list = *list}});
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

void tl_print_finish(void) {
  fflush(stdout);
  check_output();
}
