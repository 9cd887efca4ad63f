/* terminal.c - see terminal.h. */
#define _DEFAULT_SOURCE
#include "terminal.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* 0 where nothing says it, as in a page. */
static int64_t read_width(void) {
#ifdef TIOCGWINSZ
  struct winsize size;
  if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
    return size.ws_col;
#endif
  return 0;
}

int64_t tl_terminal_columns(const tl_arguments *arguments) {
  return arguments->columns ? arguments->columns : read_width();
}

bool tl_terminal_has_color(const tl_arguments *arguments) {
  const char *none = getenv("NO_COLOR"), *name = getenv("TERM");
  if (arguments->color != TL_COLOR_AUTO)
    return arguments->color == TL_COLOR_ALWAYS;
  return isatty(STDOUT_FILENO) && !(none && *none) && name &&
         strcmp(name, "dumb") != 0;
}

bool tl_terminal_has_all_colors(void) {
  const char *name = getenv("COLORTERM");
  return name && (strcmp(name, "truecolor") == 0 || strcmp(name, "24bit") == 0);
}
