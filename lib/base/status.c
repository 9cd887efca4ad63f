/* status.c - see tl/status.h. */
#include "tl/status.h"
#include <stdarg.h>
#include <stdio.h>

tl_code tl_fail(tl_error *error, tl_code code, const char *format, ...) {
  if (!error)
    return code;
  va_list arguments;
  va_start(arguments, format);
  error->code = code;
  error->position = TL_NO_POSITION;
  vsnprintf(error->message, sizeof(error->message), format, arguments);
  va_end(arguments);
  return code;
}
